"""The flat record that a game's rules work on, declared once and made in two shapes.

A game declares its state as a class of annotated fields:

    class State(Record):
        cash: Int
        deck: Annotated[Grid, "i1", SEATS, FACES]

The annotation is what mypy checks the rules against, and it is also the layout: `plain_class` makes a slotted
Python class of ints and lists from it (interpreted play), `kernel.dtype_of` makes a NumPy dtype (compiled play).
Nothing here imports NumPy, so that a game can be played move by move without it.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar

CHANCE = -1
"""The actor when a card, a dealer or a start player is to be decided by chance."""
OVER = -2
"""The actor when the game has ended."""
UNKNOWN = -1
"""What stands in a redacted field for something the seat may not know."""

SEATS = "seats"
"""As a dimension of a field: one row for each seat of this game."""

Byte = Annotated[int, "i1"]
Short = Annotated[int, "i2"]
Int = Annotated[int, "i4"]
Seat = Annotated[int, "i1", "seat"]
"""A seat number; a tensor shows it relative to the seat that looks."""


class Most(int):
    """In an annotation: the largest value of a field, by which observations of a game without `observe` are scaled."""


Row = list[int]
Grid = list[list[int]]

Function = TypeVar("Function", bound=Callable[..., Any])


def cached(function: Function) -> Function:
    """Do as functools.cache does, keeping the function's type."""
    return functools.cache(function)  # type: ignore[return-value]


_WIDTHS = {"i1": 1, "i2": 2, "i4": 4, "i8": 8}
Shape = tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: its integer type and its dimensions, of which SEATS is not yet a number."""

    name: str
    code: str
    dimensions: tuple[int | str, ...]
    is_seat: bool = False
    most: int | None = None
    """The largest value, where it is declared."""

    def shape(self, seats: int) -> Shape:
        return tuple(seats if size == SEATS else int(size) for size in self.dimensions)


class Record:
    """Base of declared records. Only a declaration: instances, slotted and without this base, are made by `blank`."""

    if typing.TYPE_CHECKING:

        def copy(self) -> Self: ...


T = TypeVar("T", bound=Record)


@cached
def fields_of(record: type[Record]) -> tuple[Field, ...]:
    """Return the declared fields, widest integers first so that the array form needs no padding inside."""
    hints = typing.get_type_hints(record, include_extras=True)
    fields = []
    for name, hint in hints.items():
        code, *said = typing.get_args(hint)[1:]
        dimensions = tuple(each for each in said if not isinstance(each, Most))
        is_seat = dimensions == ("seat",)
        most = next((int(each) for each in said if isinstance(each, Most)), None)
        fields.append(Field(name, code, () if is_seat else dimensions, is_seat, most))
    return tuple(sorted(fields, key=lambda field: -_WIDTHS[field.code]))


def copy_expression(field: Field, owner: str) -> str:
    """Return the source text that copies a field of a plain record."""
    source = f"{owner}.{field.name}"
    match len(field.dimensions):
        case 0:
            return source
        case 1:
            return f"{source}[:]"
        case _:
            return f"[row[:] for row in {source}]"


@cached
def plain_class(record: type[T]) -> type[T]:
    """Make the slotted class of plain ints and lists for a declared record, with a fast `copy`."""
    fields = fields_of(record)
    lines = ["def copy(self):", "    new = make(cls)"]
    lines += [f"    new.{field.name} = {copy_expression(field, 'self')}" for field in fields]
    namespace: dict[str, Any] = {"make": object.__new__}
    exec("\n".join([*lines, "    return new"]), namespace)
    body = {"__slots__": tuple(field.name for field in fields), "copy": namespace["copy"], "declared": record}
    body["__reduce__"] = lambda self: (filled, (record, values_of(self)))  # pickle finds no class that is made here
    namespace["cls"] = made = type(f"Plain{record.__name__}", (), body)
    return typing.cast("type[T]", made)


def _zeros(shape: Shape) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


@cached
def _zeroed(record: type[T], seats: int) -> T:
    made = plain_class(record)()
    for field in fields_of(record):
        setattr(made, field.name, _zeros(field.shape(seats)))
    return made


def blank(record: type[T], seats: int) -> T:
    """Return a plain record of zeros for a game with this many seats."""
    return _zeroed(record, seats).copy()  # ten times as fast as making it anew, and every view needs one


def filled(record: type[T], values: dict[str, Any]) -> T:
    """Return a plain record with these values, as `values_of` gives them."""
    made = plain_class(record)()
    for name, value in values.items():
        setattr(made, name, value)
    return made


def values_of(record: Record) -> dict[str, Any]:
    """Return a plain record's fields as a dictionary of ints and lists (for comparing and printing)."""
    return {field.name: getattr(record, field.name) for field in fields_of(declared_as(record))}


def declared_as(record: Record) -> type[Record]:
    """Return the declaration a plain record was made from."""
    return record.declared  # type: ignore[attr-defined, no-any-return]
