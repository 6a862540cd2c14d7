"""Things kept at some plies of a game, so that going back to any other is a short way from one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

APART = 64
"""So many plies lie between two of them at least."""


class At(Protocol):
    """Something that belongs to a ply."""

    @property
    def ply(self) -> int: ...


T = TypeVar("T", bound=At)


def with_mark(marks: Sequence[T], made: T) -> Sequence[T]:
    """Return marks with one more, in their order, or without it where one is near enough.

    Many are kept of late and ever fewer further back, one for each doubling of the distance: however long a game, they
    are few.
    """
    if made.ply < (marks[-1].ply if marks else 0) + APART:
        return marks
    kept = {((made.ply - mark.ply) // APART).bit_length(): mark for mark in reversed(marks)}
    return [*reversed(kept.values()), made]


def at_or_before(marks: Sequence[T], ply: int) -> Sequence[T]:
    """Return the marks that still hold when a game goes back to a ply."""
    return [mark for mark in marks if mark.ply <= ply]
