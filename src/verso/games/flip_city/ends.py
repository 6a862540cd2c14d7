"""How a game of Flip City ended, as numbers. Kernel source, like the rules."""

from __future__ import annotations

from verso.core.contracts.ends import CUT_OFF, REASON, WINNERS
from verso.games.flip_city.rules import (
    SUPPLY_EMPTY,
    TRUNCATED,
    WON_BY_CARDS,
    WON_BY_POINTS,
    State,
    Tables,
    supply_left,
    was_won,
)

REASONS = {WON_BY_POINTS: "points", WON_BY_CARDS: "cards", SUPPLY_EMPTY: "supply", TRUNCATED: "truncated"}
DETAILS = ("turns", "supply")


def ended(s: State, t: Tables, out: list[int]) -> None:
    out[REASON] = s.result
    out[CUT_OFF] = 1 if s.result == TRUNCATED else 0
    for seat in range(t.seats):
        won = 1 if seat == s.seat and was_won(s) else 0
        out[WINNERS + seat] = won
        out[WINNERS + t.seats + seat] = won
    out[WINNERS + 2 * t.seats] = s.turn  # FC-66
    out[WINNERS + 2 * t.seats + 1] = supply_left(s)
