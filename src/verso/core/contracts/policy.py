"""The functions a playing policy supplies to search: plain Python over a game's record, in place, no allocation.

`search.py` imports these names; `core/kernel.py` loads it on top of a game's rules and policy and puts the policy's
own functions in their place. `net` are the learned weights of the policy (rows of floats), `work` is room for it to
calculate in (one row), `actions` and `weights` are as in `rules.py` beside this.
"""

from __future__ import annotations

from typing import Any

from verso.core.contracts.rules import S, T

Net = Any
Floats = Any


def policy(s: S, t: T, net: Net, work: Floats, stream: list[int], actions: list[int]) -> int:
    """Return the action of the seat to act. Microseconds, not milliseconds: playouts consist of this."""
    raise NotImplementedError


def priors(s: S, t: T, net: Net, work: Floats, actions: list[int], count: int, out: Floats) -> None:
    """Write how likely each of the `count` legal actions is to be the right one; they sum to 1."""
    raise NotImplementedError


def evaluate(s: S, t: T, net: Net, work: Floats, out: Floats) -> None:
    """Write an estimate of `returns` for a game that is not over, at a moment when `clock` has just moved on."""
    raise NotImplementedError


def clock(s: S) -> int:
    """Return a number that rises with the turns (or rounds) of the game: playouts are cut when it has risen enough."""
    raise NotImplementedError


def keen_policy(s: S, t: T, net: Net, work: Floats, spare: S, stream: list[int], actions: list[int]) -> int:
    """Return the action of the seat to act where games are played on to measure values.

    Optional: without it that is `policy`. May take longer, and `spare` is a state to try actions on.
    """
    raise NotImplementedError


def foresees(t: T) -> bool:
    """Say whether `evaluate` judges every moment, also while chance is to act; goes with `keen_policy`.

    Then the luck of games that are played on is taken off by it, outcome by outcome.
    """
    raise NotImplementedError
