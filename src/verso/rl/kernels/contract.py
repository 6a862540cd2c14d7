"""What a game's observation module supplies: the table of its fields, and the function that fills a row of them.

The table is the only place that says what an observation contains. Offsets, sizes and scales are calculated from it
(`layout.py`) and given to the function; the documentation is printed from it; the tests go through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from verso.core.contract import S, T

Row = Any
"""An observation: a list or a row of an array, of small whole numbers."""
Where = Sequence[int]
"""For each field of the table, in its order, the place of its first number; after them what `prepare` calculated."""

SEAT = 0
PUBLIC = 1
ORACLE = 2
"""Who looks: the seat with its own knowledge, a spectator, or somebody who sees every face (for critics)."""

SEATS = "seats"
KINDS = "kinds"
FACES = "faces"


class Field(NamedTuple):
    """One field: its dimensions (names are sizes of a setup), its largest value (the least is 0), its meaning."""

    name: str
    shape: tuple[int | str, ...]
    most: int
    meaning: str


class Block(NamedTuple):
    """A block of actions: the first one as the rules number it, how many, and what each means."""

    name: str
    first: int
    size: int
    meaning: str


class Games(NamedTuple):
    """Games of one setup: their states, its tables and its start (arrays of one), and a stream for each game."""

    states: Any
    tables: Any
    fresh: Any
    streams: Any


class Room(NamedTuple):
    """What the loops work with: which seats are rivals and what those play with, and buffers for rules and views."""

    is_rival: Any
    net: Any
    work: Any
    seen: Any
    actions: Any
    weights: Any


class Wanted(NamedTuple):
    """What a batch was asked to show: the first action of agents, whether games begin anew, who looks, and how."""

    first: int
    begins_anew: bool
    kind: int
    where: Any
    scale: Any


class Shown(NamedTuple):
    """Where it is written, a row for each game: `allowed` are the legal actions again, for the loops alone."""

    to_act: Any
    rows: Any
    floats: Any
    masks: Any
    allowed: Any


class Ends(NamedTuple):
    """Where it is written what the games that ended were worth to each seat."""

    rewards: Any
    terminated: Any
    truncated: Any


def prepare(t: T) -> list[int]:
    """Return what `observe` wants calculated beforehand for these tables. Never compiled."""
    raise NotImplementedError


def observe(s: S, t: T, seat: int, kind: int, where: Where, out: Row) -> None:
    """Write what the seat (0 for a spectator, who counts seats from the first) sees of a state or of a view."""
    raise NotImplementedError


def cut_off(s: S) -> bool:
    """Say whether a finished game was cut off (truncated) instead of won or lost."""
    raise NotImplementedError


def rival(s: S, t: T, stream: list[int], room: Room) -> int:
    """Return the action of a seat that the environment plays; supplied by `rival_random.py` or `rival_light.py`."""
    raise NotImplementedError
