"""What the loops of the environments work on: bundles of arrays, and the seats that the environment plays itself."""

from __future__ import annotations

from typing import Any, NamedTuple

from verso.core.contracts.rules import S, T


class Games(NamedTuple):
    """Games of one setup: their states, its tables and its start (arrays of one), and a stream for each game.

    `waits` says of each game whether the next step leaves it alone.
    """

    states: Any
    tables: Any
    fresh: Any
    streams: Any
    waits: Any


class Room(NamedTuple):
    """What the loops work with: which seats are rivals and what those play with, and buffers for rules and views."""

    is_rival: Any
    net: Any
    work: Any
    seen: Any
    actions: Any
    weights: Any


class Wanted(NamedTuple):
    """What a batch was asked to show: the first action of agents, whether games begin anew, who looks, and how.

    `redacted` is a state in which to hide what is hidden, an array of none where nothing is.
    """

    first: int
    begins_anew: bool
    kind: int
    where: Any
    scale: Any
    redacted: Any


class Shown(NamedTuple):
    """Where it is written, a row for each game: `allowed` are the legal actions again, for the loops alone."""

    to_act: Any
    rows: Any
    floats: Any
    masks: Any
    allowed: Any


class Ends(NamedTuple):
    """Where it is written what the games that ended were worth to each seat, and what was seen in the end.

    `finals` has a row for each game, seen by `seat`, or below 0 by whoever acted last.
    """

    rewards: Any
    terminated: Any
    truncated: Any
    finals: Any
    seat: int


def rival(s: S, t: T, stream: list[int], room: Room) -> int:
    """Return the action of a seat that the environment plays; supplied by `rival_random.py` or `rival_light.py`."""
    raise NotImplementedError
