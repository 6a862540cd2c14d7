"""Flip City drawn as rows of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from verso.core.contracts.parts import DrawnCard, DrawnRow
from verso.core.game import View
from verso.core.general import whose

PLAYED, TOP = "#3f8f56", "#3a6ea5"


def rows(view: View) -> Iterator[DrawnRow]:
    document = view.to_json()
    turn = document["turn"]
    yield DrawnRow(
        f"Turn {turn['number']}, {document['phase']}: {turn['cash']} cash, {turn['points']} points, "
        f"{turn['unhappy']} of {turn['limit']} unhappy"
    )
    yield DrawnRow("Supply", _counted(document["supply"]))
    for seat, player in enumerate(document["players"]):
        yield DrawnRow(whose(view, seat), bold=True)
        if player["played"]:
            yield DrawnRow("played", [DrawnCard(code, colour=PLAYED) for code in player["played"]])
        top = [DrawnCard(code, "top", TOP) for code in player["top"]]
        yield DrawnRow("deck: on top, then what else is in it", top + _counted(player["deck"]))
        yield DrawnRow("discard pile", _counted(player["discard"]))


def _counted(counts: Mapping[str, int]) -> list[DrawnCard]:
    return [DrawnCard(code, f"× {count}") for code, count in counts.items() if count]
