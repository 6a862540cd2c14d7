"""What a game's `observe.py` supplies: the table of its fields, and the function that fills a row of them.

The table (`FIELDS`) is the only place that says what an observation contains. Offsets, sizes and scales are calculated
from it and given to the function; the documentation is printed from it; the tests go through it. `BLOCKS` are the
actions of seats, and `PRIVATE`, if there is one, names the fields of which others see nothing. All of it may be left
out by a game: then observations are made from the declared fields of its redacted state (`rl/fields.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from verso.core.contracts.rules import S, T

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


def prepare(t: T) -> list[int]:
    """Return what `observe` wants calculated beforehand for these tables. Never compiled; may be left out."""
    raise NotImplementedError


def observe(s: S, t: T, seat: int, kind: int, where: Where, out: Row) -> None:
    """Write what the seat (0 for a spectator, who counts seats from the first) sees.

    `s` is redacted for whoever looks; for an oracle, and where a game hides nothing, it is the full state. What is
    hidden is no concern of this function.
    """
    raise NotImplementedError


def cut_off(s: S) -> bool:
    """Say whether a finished game was cut off (truncated) instead of won or lost."""
    raise NotImplementedError
