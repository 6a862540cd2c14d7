"""What is counted of what players do in Flip City. Kernel source, like the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verso.games.flip_city.rules import (
    BUY,
    DEVELOP,
    DONE,
    FACES,
    FLIP,
    FLIP_TO,
    MOST_SEATS,
    PLAY,
    RECYCLE,
    REMOVE,
    State,
    Tables,
    other_side,
    playing_busts,
    recycling_busts,
)

if TYPE_CHECKING:
    from verso.core.game import Setup

GOT = 0  # + face: bought, developed, or turned over so that this face is up
USED = GOT + FACES  # + face: recycled, or given away
LOST = USED + FACES  # turns that went over the limit
TURNS = LOST + 1
WIDTH = TURNS + 1


def columns(setup: Setup) -> Sequence[str]:
    return (*(f"got {face}" for face in range(FACES)), *(f"used {face}" for face in range(FACES)), "lost", "turns")


def tally(s: State, t: Tables, seat: int, action: int, out: list[int]) -> None:
    lost = False
    if action == PLAY:
        lost = playing_busts(s, t, s.top[seat][0])
    elif action == DONE:
        out[TURNS] += 1
    elif RECYCLE <= action < BUY:
        face = action - RECYCLE
        out[USED + face] += 1
        lost = recycling_busts(s, t, face)
    elif BUY <= action < FLIP:
        out[GOT + 2 * (action - BUY)] += 1
    elif FLIP <= action < FLIP_TO:
        out[GOT + other_side(action - FLIP)] += 1
    elif FLIP_TO <= action < DEVELOP:
        out[USED + (action - FLIP_TO) // MOST_SEATS] += 1
    elif DEVELOP <= action < REMOVE:
        out[GOT + 2 * (action - DEVELOP) + 1] += 1
    if lost:
        out[LOST] += 1
        out[TURNS] += 1
