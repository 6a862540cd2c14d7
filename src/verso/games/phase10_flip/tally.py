"""What is counted of what players do in Phase 10 Flip. Kernel source, like the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verso.games.phase10_flip.rules import (
    DISCARD,
    DRAW,
    GROUPS,
    HIT,
    MOST_SEATS,
    PLACE,
    TAKE,
    State,
    Tables,
    face_of,
    turns_over,
)
from verso.games.phase10_flip.solver import HIGHEST, NUMBERS

if TYPE_CHECKING:
    from verso.core.game import Setup

USED = 0  # + number, 0 for a Star: laid or added to a group
FLIPS = USED + HIGHEST + 1  # discards that turned everything over
TAKEN = FLIPS + 1  # from the discard pile
DRAWN = TAKEN + 1
LAID = DRAWN + 1  # phases begun to be laid, which are always completed


def columns(setup: Setup) -> Sequence[str]:
    return (*(f"used {number}" for number in range(HIGHEST + 1)), "flips", "taken", "drawn", "laid")


def tally(s: State, t: Tables, seat: int, action: int, out: list[int]) -> None:
    if action == DRAW:
        out[DRAWN] += 1
    elif action == TAKE:
        out[TAKEN] += 1
    elif DISCARD <= action < PLACE:
        if turns_over(s, t, action - DISCARD):
            out[FLIPS] += 1
    elif PLACE <= action < HIT:
        if s.laying == 0:
            out[LAID] += 1
        out[USED + t.value[face_of(s, t, s.hand[seat][(action - PLACE) // NUMBERS])]] += 1
    else:
        slot = (action - HIT) // (MOST_SEATS * GROUPS * 2)
        out[USED + t.value[face_of(s, t, s.hand[seat][slot])]] += 1
