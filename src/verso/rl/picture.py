"""A view drawn as SVG: cards in rows, plain and small, for notebooks and reports of environments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from verso.core.contracts.parts import DrawnCard
from verso.core.game import InvalidSetup, View, joined

WIDTH = 860
CARD_WIDTH, CARD_HEIGHT, GAP, MARGIN = 46, 60, 6, 16
PAPER, INK, QUIET, BACK = "#fbf7ef", "#22262b", "#6b7280", "#d9d4c7"


class _Sheet:
    """Lines of text and rows of cards under each other."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = MARGIN

    def line(self, text: str, *, bold: bool = False) -> None:
        self.y += 18
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{MARGIN}" y="{self.y}" fill="{INK}"{weight}>{escape(text)}</text>')
        self.y += 6

    def cards(self, cards: Iterable[DrawnCard]) -> None:
        x, drawn = MARGIN, False
        for card in cards:
            if x + CARD_WIDTH > WIDTH - MARGIN:
                x, self.y = MARGIN, self.y + CARD_HEIGHT + GAP
            self._card(card, x)
            x, drawn = x + CARD_WIDTH + GAP, True
        self.y += (CARD_HEIGHT + GAP) * drawn

    def _card(self, card: DrawnCard, x: int) -> None:
        middle = x + CARD_WIDTH // 2
        ink, fill = (INK, BACK) if card.colour is None else ("#ffffff", card.colour)
        self.parts.append(
            f'<rect x="{x}" y="{self.y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6" fill="{fill}"/>'
            f'<text x="{middle}" y="{self.y + 28}" text-anchor="middle" font-size="17" fill="{ink}">'
            f"{escape(card.label)}</text>"
            f'<text x="{middle}" y="{self.y + 50}" text-anchor="middle" font-size="12" fill="{ink}">'
            f"{escape(card.note)}</text>"
        )

    def svg(self, title: str) -> str:
        height = self.y + MARGIN
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14" role="img">'
            f'<title>{escape(title)}</title><rect width="100%" height="100%" fill="{PAPER}"/>'
            f"{''.join(self.parts)}</svg>"
        )


class InvalidRenderMode(InvalidSetup, TypeError):  # noqa: N818
    """An environment cannot be shown like this. Also a TypeError: that is what makes others try without."""


def check_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Refuse a way of rendering that an environment does not have."""
    if mode is not None and mode not in modes:
        raise InvalidRenderMode(f"render_mode is {joined(modes)}, not {mode!r}")


def svg(view: View) -> str:
    """Return the table as a seat or a spectator sees it, as an SVG document."""
    sheet = _Sheet()
    for row in view.game.picture.rows(view):
        sheet.line(row.title, bold=row.bold)
        sheet.cards(row.cards)
    return sheet.svg(f"{view.game.title}, {'spectator' if view.seat is None else f'seat {view.seat}'}")
