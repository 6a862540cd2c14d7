"""What a comparison came to: declared documents, without words. `lab/words.py` says them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

Unit: TypeAlias = Literal["share", "number", "minutes", "points"]
"""A share of 1; a number; minutes; points of a chance to win, out of 1."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure and its 95% interval, which there is none of as long as too few deals were played."""

    value: float
    low: float | None = None
    high: float | None = None


class Figure(msgspec.Struct, frozen=True):
    """A figure of both tables. `change` is edited less shipped, deal by deal; `sure` holds for all figures together.

    `worth` is how many pairs of games on different deals would say as much of the change as one pair on the same.
    `chance` is how likely a change at least so large is where there is none, by itself; None where that is not judged.
    """

    key: str
    unit: Unit
    shipped: Estimate | None
    edited: Estimate | None
    change: Estimate | None = None
    sure: bool = False
    worth: float | None = None
    chance: float | None = None


class Group(msgspec.Struct, frozen=True):
    """Figures of one sort, from `deals`. `even` is what each would be in an even game, where that can be said."""

    key: str
    figures: list[Figure]
    deals: int
    even: float | None = None
    luck: float | None = None
    """Where luck is taken away, how many pairs of games with theirs would say as much of the changes as one."""


class Spread(msgspec.Struct, frozen=True):
    """How often each length occurred, as shares of games, from `first` on."""

    key: str
    first: int
    shipped: list[float]
    edited: list[float]


class Retraining(msgspec.Struct, frozen=True):
    """What retraining the light players of the edited table came to.

    `wins` is what one of them wins among players as they were, on games of their own; they are `used` where that is
    surely more than its share.
    """

    wins: Estimate
    used: bool
    games: int
    seconds: float


class Report(msgspec.Struct, frozen=True):
    """A comparison as far as it has come."""

    game: str
    shipped: dict[str, Any]
    """The table compared with, as a document: ruleset, options, seats and cards."""
    edited: dict[str, Any]
    never: list[str]
    """What nobody does at the edited table."""
    players: str
    seed: int | str
    deals: int
    """Played so far, each at both tables."""
    total: int
    finished: bool
    stopped: bool
    """Whether it ended before all deals were played, since the intervals suffice or somebody said so."""
    compared: int
    """How many changes are judged together (Holm's correction)."""
    groups: list[Group]
    spreads: list[Spread]
    version: str
    behaviour: int
    """The number of how our bots choose (`bots/behaviour.py`)."""
    seconds: float
    without: list[str] = []
    """What it is measured to do without."""
    searched: bool = False
    """Whether players that search were set beside light ones."""
    retrained: Retraining | None = None
    """Whether the light players of the edited table were taught on it first, and what came of that."""
    pieces: int = 0
    """How many pieces of work it rests on, of those that all would be."""

    def group(self, key: str) -> Group | None:
        return next((group for group in self.groups if group.key == key), None)

    def figure(self, key: str) -> Figure:
        return next(figure for group in self.groups for figure in group.figures if figure.key == key)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Report).decode
