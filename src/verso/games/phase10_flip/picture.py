"""Phase 10 Flip drawn as rows of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verso.core.contracts.parts import DrawnCard, DrawnRow
from verso.core.game import View
from verso.core.general import whose

COLOURS = {"r": "#c8433b", "y": "#d9a514", "g": "#3f8f56", "b": "#3a6ea5"}
WILD = "#7a5ea8"


def rows(view: View) -> Iterator[DrawnRow]:
    document = view.to_json()
    side, draw = document["side"], document["draw"]
    yield DrawnRow(f"Round {document['round']}, turn {document['turn']['number']}, {side} side")
    piles = [_both_faces(card, side) for card in (*draw["top"], *document["discard"][:1])]
    count = len(document["discard"])
    yield DrawnRow(f"draw pile ({draw['unknown']} more) and the top of the discard pile ({count})", piles)
    for seat, player in enumerate(document["players"]):
        laid = ", laid" if player["laid"] else ""
        about = f"phase {player['phase']}{laid}, {player['score']} points"
        hand = [_both_faces(card, side) for card in player["hand"]]
        yield DrawnRow(f"{whose(view, seat)}: {about}", hand, bold=True)
        for group in document["table"]:
            if group["owner"] == seat:
                yield DrawnRow(f"{group['kind']} {group['colour'] or ''}", _laid(group["cards"]))


def _both_faces(card: Mapping[str, Any], side: str) -> DrawnCard:
    """Draw the active face large, as far as it is known, and the other one small."""
    other = "wild" if side == "colour" else "colour"
    colour = None if card[side] is None else COLOURS.get(card[side][0], WILD)
    return DrawnCard(card[side] or "?", card[other] or "", colour)


def _laid(cards: Sequence[Mapping[str, Any]]) -> list[DrawnCard]:
    drawn = []
    for card in cards:
        code = card[card["side"]] or "?"
        drawn.append(DrawnCard(str(card["value"]), code, COLOURS.get(code[0], WILD)))
    return drawn
