"""Positions a few actions before a game is cut off: small enough to solve, to walk through, and to print."""

from __future__ import annotations

import verso
from verso import OVER, Position, Rng


def endgame(game: str, seats: int, turns_left: int, *, plies: int = 60, seed: int = 1) -> Position:
    """Return a position of random play, with the number of its turn set so that few are left."""
    last = {"flip-city": 400, "phase-10-flip": 1000}[game]
    position, rng = verso.game(game).new(seats, "solo" if seats == 1 else None), Rng(seed)
    while position.ply < plies:
        position.settle(rng)
        assert position.to_act != OVER
        position.push(position.legal[rng.below(len(position.legal))])
    position.settle(rng)
    document = position.to_json()
    document["turn"]["number"] = last + 1 - turns_left
    return Position.from_json(document)
