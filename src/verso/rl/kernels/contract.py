"""What a game's observation module supplies: the table of its fields, and the function that fills a row of them.

The table is the only place that says what an observation contains. Offsets, sizes and scales are calculated from it
(`layout.py`) and given to the function; the documentation is printed from it; the tests go through it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from verso.core.contract import S, T

Row = Any
"""An observation: a list or a row of an array, of small whole numbers."""
Where = Any
"""For each field of the table, in its order, the place of its first number."""

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


def observe(s: S, t: T, seat: int, kind: int, where: Where, out: Row) -> None:
    """Write what the seat (0 for a spectator, who counts seats from the first) sees of a state or of a view."""
    raise NotImplementedError
