"""`laboratory`, optional: which figures of a game can be changed, and how its games are counted.

The lab (`verso.lab`) knows no game. It plays many games as shipped and as edited, and counts them by what is said here.
A game that leaves this part out has no figures to change but its options, and what every game has is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from verso.core.game import Action, Language, Setup

Value: TypeAlias = int | bool | str | None


class Field(msgspec.Struct, frozen=True):
    """A figure that can be changed, as it stands in a setup.

    A `number` is whole and within bounds; a `price` is that or None, there is none; a `switch` is on or off; a `choice`
    is one of `values`.
    """

    id: str
    value: Value
    kind: Literal["number", "price", "switch", "choice"] = "number"
    least: int = 0
    most: int = 99
    values: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What the values are called, where that is something else."""
    source: str = ""
    """Where the figure comes from, such as `printed`; nothing where the game does not say."""
    column: str = ""
    """The column of its table; none for a figure that is listed after them."""
    label: str = ""
    """What the figure is called."""
    steps: tuple[tuple[int, str], ...] = ()
    """Of a choice: the values that differ from the one it has by a number alone, with that number, which rises."""

    @property
    def number(self) -> int | None:
        """The number that a search may move; none of a switch, of a price that there is none of, of other choices."""
        if self.kind == "choice":
            return next((number for number, value in self.steps if value == self.value), None)
        return self.value if self.kind in ("number", "price") and isinstance(self.value, int) else None

    @property
    def ends(self) -> tuple[int, int]:
        """How far that number can move."""
        return (self.steps[0][0], self.steps[-1][0]) if self.steps else (self.least, self.most)


class Row(msgspec.Struct, frozen=True):
    """A line of a table: a card, a rule. `code` is what pages know it by, `text` what it does in words.

    What is not in play, such as a card that nobody can get at this table, changes nothing.
    """

    id: str
    name: str
    fields: tuple[Field, ...]
    code: str = ""
    text: str = ""
    in_play: bool = True


class Table(msgspec.Struct, frozen=True):
    """Figures of one sort. `columns` are keys with titles; a long table is folded until somebody opens it."""

    id: str
    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    folded: bool = False


class Thing(NamedTuple):
    """Something that a player may have or use: a card, as a rule.

    It is counted by columns of `tally`, added up; by whether there was any (`has`), or by how many (`each`). `barred`
    are the actions that nobody takes who does without it; where actions do not tell what they are about, `useless` says
    that who does without it plays by figures with which it is of no use (`Laboratory.without`).
    """

    id: str
    columns: tuple[int, ...]
    by: Literal["has", "each"] = "has"
    barred: frozenset[Action] = frozenset()
    useless: bool = False


class Plan(NamedTuple):
    """A way to win that players may follow, and the actions that nobody takes who does not follow it."""

    id: str
    barred: frozenset[Action] = frozenset()


class Habit(NamedTuple):
    """Something else that players do, no card and no way to win.

    `barred` are the actions that nobody takes who leaves it alone; `bits` are those of the kernel `habits`, where it
    depends on the table which actions these are (`restraint`).
    """

    id: str
    barred: frozenset[Action] = frozenset()
    bits: int = 0


class Measure(NamedTuple):
    """A figure of the game's own: with a numerator and a denominator for each game, both summed before dividing."""

    numerator: NDArray[np.float64]
    denominator: NDArray[np.float64]
    unit: Literal["share", "number"] = "number"


class Laboratory(Protocol):
    """`laboratory`, optional."""

    PLAYED_ON: int
    """Games that are played on after each outcome of chance to measure luck in games of players that think long; 0
    where that costs more than it saves."""
    LENGTH: str
    """Which of the details of an ending tells how long a game was, such as `turns`."""

    def tables(self, setup: Setup, language: Language) -> Sequence[Table]:
        """Return every figure that can be changed, as it is in a setup."""

    def cards_of(self, setup: Setup, changes: Mapping[str, Value]) -> Mapping[str, Any]:
        """Return the edits that change fields of a setup, by their ids, on top of the edits it has."""

    def things(self, setup: Setup) -> Sequence[Thing]:
        """Return what players may have or use."""

    def plans(self, setup: Setup) -> Sequence[Plan]:
        """Return the ways to win."""

    def habits(self, setup: Setup) -> Sequence[Habit]:
        """Return what else players can leave alone, so that the lab can tell what becomes of the game then."""

    def without(self, setup: Setup, things: Sequence[str]) -> Setup:
        """Return the setup with figures by which these things are of no use, for those that are `useless` so."""

    def plan_of(self, setup: Setup, played: Any) -> NDArray[np.int64]:
        """Return which of the plans each player of each game followed, -1 for none of them (`played`: bots/many.py)."""

    def measures(self, setup: Setup, played: Any) -> Mapping[str, Measure]:
        """Return figures of the game's own, by name."""

    def seconds(self, setup: Setup, played: Any) -> NDArray[np.float64]:
        """Return how long people would take for each game, as far as can be guessed from what was done in it."""

    def name_of(self, setup: Setup, id: str, language: Language) -> str:  # noqa: A002 - what all of them have
        """Return what a thing, a plan (`plan:…`), a habit (`habit:…`) or a measure (`measure:…`) is called.

        `left:…` is a thing where it stands beside plans and habits, as one that can be left alone.
        """
