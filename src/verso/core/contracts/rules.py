"""The functions a game's `rules.py` supplies: plain Python over a flat record, in place, without allocation.

`loops.py` and playout policies import these names and are loaded once for each game (and once more compiled), with
the game's own functions put in their place. See `kernel.py`.

`s` is the state, `t` the frozen tables of cards and options; both are records declared as in `spec.py`.
"""

from __future__ import annotations

from typing import Any, Protocol

S = Any
"""A game's state: plain Python object or NumPy record, whichever way the rules run."""
T = Any
"""A game's tables, likewise."""


class Rules(Protocol):
    """What a `rules.py` must contain; `kernel.check` refuses a module without these."""

    ACTIONS: int
    MAX_PLIES: int
    setup: Any
    actor: Any
    legal: Any
    chance: Any
    apply: Any
    redact: Any
    complete: Any
    returns: Any


def setup(s: S, t: T) -> None:
    """Fill a blank state with the position before the first action."""
    raise NotImplementedError


def actor(s: S) -> int:
    """Return the seat to act, CHANCE or OVER."""
    raise NotImplementedError


def legal(s: S, t: T, actions: list[int]) -> int:
    """Write the legal actions of the seat to act, rising, and return how many there are."""
    raise NotImplementedError


def chance(s: S, t: T, actions: list[int], weights: list[int]) -> int:
    """Write the possible outcomes, rising, with their whole-number weights, and return how many there are."""
    raise NotImplementedError


def draw(s: S, t: T, stream: list[int], actions: list[int], weights: list[int]) -> int:
    """Return a random outcome by its odds. May be left out by a game; one that knows a shorter way supplies it.

    It must take one `below(stream, total weight)` and find the outcome in which that many weights, counted over the
    rising outcomes, are used up: then every way of settling chance agrees, and a law checks it.
    """
    raise NotImplementedError


def apply(s: S, t: T, action: int) -> None:
    """Carry out an action of a seat or of chance. Deterministic; the action is known to be legal."""
    raise NotImplementedError


def redact(s: S, t: T, seat: int, out: S) -> None:
    """Write what a seat (UNKNOWN: a spectator) may know of `s` to `out`, a state of the same shape."""
    raise NotImplementedError


def complete(view: S, t: T, seat: int, stream: list[int], out: S) -> None:
    """Write a full state that agrees with everything the view knows, drawn with the right probabilities.

    It takes a bounded time for every view. May stand in a `complete.py` beside the rules, which it is built on.
    """
    raise NotImplementedError


def returns(s: S, t: T, out: list[float]) -> None:
    """Write what the game was worth to each seat, from -1 to 1."""
    raise NotImplementedError


def assign(out: S, s: S) -> None:
    """Make `out` equal to `s`, field by field. Generated from the state's declaration, not written by a game."""
    raise NotImplementedError
