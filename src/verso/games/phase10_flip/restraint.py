"""What players of Phase 10 Flip may leave alone, and what light ones do then. Kernel source, like the rules."""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net
from verso.games.phase10_flip.policy import choose_draw, choose_play
from verso.games.phase10_flip.rules import (
    DISCARD,
    GROUPS,
    HIT,
    MOST_SEATS,
    PLACE,
    STEP_DRAW,
    TAKE,
    WILD,
    State,
    Tables,
    fits_group_of,
    known_face,
    turns_over,
)

# Habits, as bits.
FLIPPING = 1
HITTING_OTHERS = 2
LAYING_WILD = 4


def habits(s: State, t: Tables, action: int) -> int:
    if action == TAKE:
        return HITTING_OTHERS if fits_others_alone(s, t) else 0
    if DISCARD <= action < PLACE:
        return FLIPPING if turns_over(s, t, action - DISCARD) else 0
    if PLACE <= action < HIT:
        return LAYING_WILD if s.side == WILD and s.laying == 0 else 0
    if action >= HIT:
        owner = (action - HIT) // (GROUPS * 2) % MOST_SEATS
        return HITTING_OTHERS if owner != s.seat else 0
    return 0


def fits_others_alone(s: State, t: Tables) -> bool:
    """Is all that the visible card of the discard pile is good for to be added to a group of somebody else?"""
    if s.laid[s.seat] == 0:
        return False
    face = known_face(s, t, s.discard[s.discard_count - 1], s.side)
    return not fits_group_of(s, t, face, s.seat)


def instead(
    s: State, t: Tables, net: Net, work: Floats, actions: list[int], count: int, every: list[int], likely: Floats
) -> int:
    if s.step == STEP_DRAW:
        return choose_draw(s, t, actions, count)
    return choose_play(s, t, net, work, actions, count)
