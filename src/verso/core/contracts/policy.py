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


def judges(t: T) -> bool:
    """Say whether `judge` judges every moment; goes with `keen_policy`. Then few games that are played on say much."""
    raise NotImplementedError


def judge(s: S, t: T, seat: int, net: Net, work: Floats, out: Floats) -> None:
    """Write an estimate of `returns` at any moment of a game that is not over, by nothing but what a seat has seen."""
    raise NotImplementedError


def foresees(t: T) -> bool:
    """Say whether `evaluate` judges every moment, also while chance is to act, and nothing is hidden from anybody.

    Then the luck of games that are played on is taken off by it, outcome by outcome, and turns are counted exactly.
    """
    raise NotImplementedError


def forget(s: S, t: T) -> None:
    """Put in order what nothing that can follow depends on, such as which of some cards came first.

    Moments that differ by nothing else then are one, where turns are counted exactly.
    """
    raise NotImplementedError


def is_sure(s: S, t: T) -> bool:
    """Say whether nothing new is seen between the actions of the seat to act until its turn is over.

    Where something is hidden, such a turn can be thought through to its end.
    """
    raise NotImplementedError
