"""A view drawn as SVG: cards in rows, plain and small, for notebooks and reports of environments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from verso.core.game import InvalidSetup, View, joined

WIDTH = 860
CARD_WIDTH, CARD_HEIGHT, GAP, MARGIN = 46, 60, 6, 16
PAPER, INK, QUIET, BACK = "#fbf7ef", "#22262b", "#6b7280", "#d9d4c7"
COLOURS = {"r": "#c8433b", "y": "#d9a514", "g": "#3f8f56", "b": "#3a6ea5"}
WILD = "#7a5ea8"


class Card(NamedTuple):
    """A card to draw: what stands large on it, what stands small, and its colour."""

    label: str
    note: str = ""
    fill: str = BACK


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

    def cards(self, cards: Iterable[Card]) -> None:
        x, drawn = MARGIN, False
        for card in cards:
            if x + CARD_WIDTH > WIDTH - MARGIN:
                x, self.y = MARGIN, self.y + CARD_HEIGHT + GAP
            self._card(card, x)
            x, drawn = x + CARD_WIDTH + GAP, True
        self.y += (CARD_HEIGHT + GAP) * drawn

    def _card(self, card: Card, x: int) -> None:
        middle = x + CARD_WIDTH // 2
        ink = INK if card.fill == BACK else "#ffffff"
        self.parts.append(
            f'<rect x="{x}" y="{self.y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6" fill="{card.fill}"/>'
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


def check_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Refuse a way of rendering that an environment does not have."""
    if mode is not None and mode not in modes:
        raise InvalidSetup(f"render_mode is {joined(modes)}, not {mode!r}")


def svg(view: View) -> str:
    """Return the table as a seat or a spectator sees it, as an SVG document."""
    sheet, document = _Sheet(), view.to_json()
    draw = _flip_city if view.game.name == "flip-city" else _phase10_flip
    draw(sheet, document)
    return sheet.svg(f"{view.game.title}, {'spectator' if view.seat is None else f'seat {view.seat}'}")


def _whose(document: Mapping[str, Any], seat: int) -> str:
    you = " (you)" if document["seat"] == seat else ""
    return f"Seat {seat}{you}{' – to act' if document['to_act'] == seat else ''}"


def _counted(counts: Mapping[str, int]) -> list[Card]:
    return [Card(code, f"× {count}") for code, count in counts.items() if count]


def _flip_city(sheet: _Sheet, document: Mapping[str, Any]) -> None:
    turn = document["turn"]
    sheet.line(
        f"Turn {turn['number']}, {document['phase']}: {turn['cash']} cash, {turn['points']} points, "
        f"{turn['unhappy']} of {turn['limit']} unhappy"
    )
    sheet.line("Supply")
    sheet.cards(_counted(document["supply"]))
    for seat, player in enumerate(document["players"]):
        sheet.line(_whose(document, seat), bold=True)
        if player["played"]:
            sheet.line("played")
            sheet.cards(Card(code, fill=COLOURS["g"]) for code in player["played"])
        sheet.line("deck: on top, then what else is in it")
        sheet.cards([Card(code, "top", COLOURS["b"]) for code in player["top"]] + _counted(player["deck"]))
        sheet.line("discard pile")
        sheet.cards(_counted(player["discard"]))


def _both_faces(card: Mapping[str, Any], side: str) -> Card:
    """Draw the active face large, as far as it is known, and the other one small."""
    other = "wild" if side == "colour" else "colour"
    shown = card[side] or "?"
    fill = BACK if card[side] is None else COLOURS.get(card[side][0], WILD)
    return Card(shown, card[other] or "", fill)


def _phase10_flip(sheet: _Sheet, document: Mapping[str, Any]) -> None:
    side, draw = document["side"], document["draw"]
    sheet.line(f"Round {document['round']}, turn {document['turn']['number']}, {side} side")
    sheet.line(f"draw pile ({draw['unknown']} more) and the top of the discard pile ({len(document['discard'])})")
    sheet.cards(_both_faces(card, side) for card in (*draw["top"], *document["discard"][:1]))
    for seat, player in enumerate(document["players"]):
        laid = ", laid" if player["laid"] else ""
        about = f"phase {player['phase']}{laid}, {player['score']} points"
        sheet.line(f"{_whose(document, seat)}: {about}", bold=True)
        sheet.cards(_both_faces(card, side) for card in player["hand"])
        for group in document["table"]:
            if group["owner"] == seat:
                sheet.line(f"{group['kind']} {group['colour'] or ''}")
                sheet.cards(_laid(group["cards"]))


def _laid(cards: Sequence[Mapping[str, Any]]) -> list[Card]:
    drawn = []
    for card in cards:
        code = card[card["side"]] or "?"
        drawn.append(Card(str(card["value"]), code, COLOURS.get(code[0], WILD)))
    return drawn
