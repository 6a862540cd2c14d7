"""Every document of the lab's interface: what the page asks and what it is told, in one language.

Declared like those of `play/wire.py`; docs/protocol.md tells what they mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field

from verso.lab.report import Estimate, Unit
from verso.play.wire import GameName, Language, Message, OptionInfo

MOST_CHANGES = 2_000
MOST_GAMES = 20_000
MOST_BYTES = 262_144
"""A whole deck can be changed, so the longest body is longer than a table's."""

FieldId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Figure: TypeAlias = int | bool | Annotated[str, Meta(max_length=32)] | None
Changes: TypeAlias = Annotated[dict[FieldId, Figure], Meta(max_length=MOST_CHANGES)]
Wanted: TypeAlias = Annotated[float, Meta(ge=-1e6, le=1e6)]
Options: TypeAlias = Annotated[dict[Annotated[str, Meta(max_length=32)], bool | int | str], Meta(max_length=16)]


# --- the table of figures


class LabVariant(Message):
    """A table that differs from the shipped one: other figures by the ids of their fields, other options."""

    ruleset: GameName | None = None
    options: Options = field(default_factory=dict)
    changes: Changes = field(default_factory=dict)


class LabQuestion(Message):
    """Which figures there are, and which of these changes can be made."""

    seats: Annotated[int, Meta(ge=1, le=6)] | None = None
    variant: LabVariant = field(default_factory=LabVariant)
    language: Language = "en"


class LabField(Message):
    """A figure. `value` is as edited, `shipped` as it was; a `price` of null is none. `problem` says why it is refused.

    `source` tells where the shipped figure comes from: printed, sourced, reconstructed, or nothing.
    """

    id: str
    label: str
    kind: Literal["number", "price", "switch", "choice"]
    value: Figure
    shipped: Figure
    least: int
    most: int
    values: list[str]
    names: list[str]
    """What each of the values is called."""
    source: str
    column: str
    problem: str = ""
    number: int | None = None
    """The number that a search may move, between `least` and `most`, where there is one."""


class LabRow(Message):
    """A card, a rule. `code` is what a page draws it by; `text` is what it does, with the edited figures.

    What is not in play at this table changes nothing.
    """

    id: str
    name: str
    code: str
    text: str
    fields: list[LabField]
    in_play: bool


class LabColumn(Message):
    key: str
    title: str


class LabTable(Message):
    id: str
    title: str
    columns: list[LabColumn]
    rows: list[LabRow]
    folded: bool


class LabName(Message):
    """Something that can be asked for, and what it is called."""

    id: str
    name: str


class LabProblem(Message):
    """Why something cannot be changed so: at a field, by its id, or where that is empty, of all together."""

    at: str
    words: str


class LabSheet(Message):
    """Every figure of a game that can be changed. While there are problems, `cards` is null and nothing can be run.

    `cards` is what a new table (`NewTable.cards`) is given to play this; `changes` are those that differ from what is
    shipped. `restrictions` are what one can do without.
    """

    game: str
    title: str
    ruleset: str
    seats: int
    seatings: list[int]
    options: list[OptionInfo]
    chosen: Options
    tables: list[LabTable]
    changes: dict[str, Figure]
    changed: int
    cards: dict[str, Any] | None
    problems: list[LabProblem]
    restrictions: list[LabName]
    players: list[LabName]


# --- comparing


class LabRun(Message):
    """Compare a variant with another, or with what is shipped, on the same deals."""

    seats: Annotated[int, Meta(ge=1, le=6)] | None = None
    variant: LabVariant = field(default_factory=LabVariant)
    against: LabVariant | None = None
    players: Literal["light", "search"] = "light"
    games: Annotated[int, Meta(ge=20, le=MOST_GAMES)] = 10_000
    seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 0
    never: Annotated[list[FieldId], Meta(max_length=16)] = field(default_factory=list)
    """What nobody at the edited table does, by the ids of `restrictions`."""
    without: Annotated[list[FieldId], Meta(max_length=64)] = field(default_factory=list)
    """Of what to measure what it costs one player to do without, and how long games are when all do."""
    searched: bool = False
    """Set players that search beside light ones, to see whether light ones misplay a card."""
    within: Annotated[float, Meta(gt=0, le=0.5)] | None = None
    """End once the changes of wins by seat are known so well, such as 0.01 for one point."""
    retrain: bool = False
    """Teach light players the edited table first, by playing themselves: a minute."""
    language: Language = "en"


class LabFigure(Message):
    """A figure of both tables, in words. `sure` holds for all figures of the report together."""

    key: str
    name: str
    unit: Unit
    shipped: Estimate | None
    edited: Estimate | None
    change: Estimate | None
    sure: bool
    code: str = ""
    """The card it is about, as a page draws it."""


class LabGroup(Message):
    """Figures of one sort: its title, a sentence on how to read it, what each would be in an even game."""

    key: str
    title: str
    about: str
    figures: list[LabFigure]
    deals: int
    even: float | None
    wishes: bool = False
    """Whether a wish can be about these figures."""
    every: str = ""
    """The key of a wish about all of them, where there is one."""


class LabSpread(Message):
    """How often games were of each length, from `first` on, as shares."""

    key: str
    title: str
    about: str
    first: int
    shipped: list[float]
    edited: list[float]


class LabReport(Message):
    """A comparison as far as it has come; the last of a stream is finished. `error` says why one ended without that."""

    finished: bool
    deals: int
    total: int
    headline: str
    """What was found, in one sentence."""
    groups: list[LabGroup]
    spreads: list[LabSpread]
    notes: list[str]
    """How to read it: who judged, which deals, what the intervals are, what is corrected."""
    command: str
    """What repeats it on the command line."""
    seconds: float
    error: str = ""
    learnt: float = 1.0
    """How much has been done of teaching the light players, before the first deal."""
    page: str = ""
    """The whole report as one HTML file that stands alone, once it is finished."""


# --- tuning


class LabWish(Message):
    """What a figure of a report, by its key, or all of a group should be: between two numbers, or like another."""

    key: FieldId
    least: Wanted = 0.0
    most: Wanted = 0.0
    like: Annotated[str, Meta(max_length=64)] = ""


class LabMove(Message):
    """A figure that may move, and between which numbers."""

    field: FieldId
    least: int
    most: int


class LabTune(Message):
    """Look for figures that make a variant as one wishes, changing as little as can be."""

    wishes: Annotated[list[LabWish], Meta(min_length=1, max_length=16)]
    moves: Annotated[list[LabMove], Meta(min_length=1, max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=6)] | None = None
    variant: LabVariant = field(default_factory=LabVariant)
    trials: Annotated[int, Meta(ge=1, le=200)] = 80
    games: Annotated[int, Meta(ge=20, le=500)] = 300
    """Deals of each trial, the same for all."""
    seed: Annotated[int, Meta(ge=0, le=1 << 31)] = 0
    language: Language = "en"


class LabMoved(Message):
    """A figure that a proposal moves, and what it is called."""

    id: str
    name: str
    before: int | str
    after: int | str


class LabMeasured(Message):
    """A figure that a wish is about, measured on deals that no trial has played."""

    key: str
    name: str
    unit: Unit
    value: Estimate


class LabProposal(Message):
    """A table: what it moves, by how many steps in all, by how many steps it misses the wishes, and its figures.

    `changes` are all that it differs by from what is shipped, as in a variant. It has no figures until it is measured.
    """

    changes: dict[str, Figure]
    moved: list[LabMoved]
    cost: int
    miss: float
    met: bool
    figures: list[LabMeasured]


class LabTuning(Message):
    """A search as far as it has come; the last of a stream is finished. `error` says why one ended without that.

    `start` is the table it began from; of the `front` no table comes nearer to the wishes and changes no more.
    """

    finished: bool
    tried: int
    trials: int
    start: LabProposal | None
    front: list[LabProposal]
    notes: list[str]
    """How to read it: who judged, which deals, what chose the trials."""
    command: str
    """What repeats it on the command line."""
    error: str = ""


LAB_MESSAGES = (LabQuestion, LabSheet, LabRun, LabReport, LabTune, LabTuning)
