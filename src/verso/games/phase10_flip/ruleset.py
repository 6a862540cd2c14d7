"""Deck, phases and rulesets of Phase 10 Flip: rows of data files, checked, and turned into the tables the rules read.

The deck is one CSV row for each card. Another deck in the same form replaces it without code (`--cards my-box.csv`).
Whatever is wrong with a file is said with the file, the line and the reason, and nothing of that file is used.
"""

from __future__ import annotations

import collections
import copy
import csv
import dataclasses
import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from verso.core.game import InvalidCards, InvalidSetup, Option, Setup, joined
from verso.core.rulesets import with_bases
from verso.core.spec import UNKNOWN, blank
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR,
    COLOUR_STARS,
    FACE_ONLY,
    FACES,
    HAND_SIZE,
    LAST_PHASE,
    NOTHING,
    WILD,
    WILD_FACES,
    WILD_STAR,
    Tables,
)
from verso.games.phase10_flip.solver import BITS, COLOURS, HIGHEST

HERE = Path(__file__).parent
COLOUR_NAMES = ("red", "yellow", "green", "blue")
SIDES = ("colour", "wild")
COLUMNS = ("card", "colour", "colour_value", "colour_flip", "wild_value", "wild_flip")
STAR = "*"
DECK, PHASES, POINTS = "deck", "phases", "points"
EDITABLE = (DECK, PHASES, POINTS)
"""What a file may change."""
PRINTED_POINTS = {"low": 5, "high": 10, "star": 20}  # PF-41
"""What a number up to 9, one from 10 on, and a Star count in a hand."""
MOST_POINTS = 50
SEATS = range(2, 7)  # PF-01
LONGEST_RUN = 5
LARGEST_SET = 4

OPTIONS: dict[str, tuple[Any, Sequence[Any]]] = {
    "flip_on_going_out": (True, (False, True)),  # PF-33
    "force_lay": (False, (False, True)),  # PF-11
    "min_numbers": ("phase", ("phase", "group")),  # PF-21
    "own_backs": ("hidden", ("hidden", "shown")),  # PF-05
    "phases": (LAST_PHASE, range(1, LAST_PHASE + 1)),  # PF-61
    "require_final_discard": (False, (False, True)),  # PF-14
    "reshuffle": ("keep_top", ("keep_top",)),  # PF-15
    "winner_score": (0, range(101)),  # PF-42
}
"""Every option with its default and the values it can have."""
OPTIONS_OF_0_1_0 = (
    *("flip_on_going_out", "force_lay", "min_numbers", "own_backs", "phases", "require_final_discard", "reshuffle"),
    "winner_score",
)
"""What version 0.1.0 hashed of the options; what is new since has no place here."""


# --- faces and cards


class Face(NamedTuple):
    """One side of a card. `colour` is None on the wild side, `value` 0 for a Star."""

    colour: int | None
    value: int
    flip: bool

    @property
    def number(self) -> int:
        """The face's number in the rules."""
        if self.value == 0:
            return WILD_STAR if self.colour is None else COLOUR_STARS + self.colour
        first = WILD_FACES if self.colour is None else 2 * HIGHEST * self.colour
        return first + 2 * (self.value - 1) + self.flip

    @property
    def code(self) -> str:
        """The face in neutral text: `r7`, `y*`, `12!`."""
        colour = "" if self.colour is None else COLOUR_NAMES[self.colour][0]
        return f"{colour}{self.value or STAR}{'!' if self.flip else ''}"


@functools.cache
def all_faces() -> tuple[Face, ...]:
    """Return every face there can be, in the order of their numbers."""
    faces = [
        Face(colour, value, flip)
        for colour in (*range(COLOURS), None)
        for value in range(1, 13)
        for flip in (False, True)
    ]
    faces += [Face(colour, 0, False) for colour in (*range(COLOURS), None)]
    return tuple(sorted(faces, key=lambda face: face.number))


def by_colour(face: int) -> tuple[int, ...]:
    """Return what faces are sorted by: colour, then number, Stars last."""
    known = all_faces()[face]
    return (-1 if known.colour is None else known.colour, known.value or HIGHEST + 1, known.flip)


def by_number(face: int) -> tuple[int, ...]:
    """Return what faces are sorted by: number, Stars last, then colour."""
    colour, number, flip = by_colour(face)
    return (number, colour, flip)


class Card(NamedTuple):
    """A physical card: its two faces."""

    colour: Face
    wild: Face


Deck = tuple[Card, ...]


def _value(text: str) -> int | None:
    if text == STAR:
        return 0
    return int(text) if re.fullmatch(r"[1-9]|1[0-2]", text) else None


class _DeckReader:
    """Reads the rows of a deck, knowing at any moment which line it is in."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.line = 1
        self.card = ""
        self.cards: dict[int, Card] = {}

    def error(self, reason: str, message: str = "", **values: str | int) -> InvalidCards:
        field = f"{DECK}.{self.card}" if self.card else ""
        return InvalidCards(f"{self.file}, line {self.line}: {reason}", field, message, **values)

    def read(self, rows: Sequence[tuple[int, Sequence[str]]]) -> Deck:
        """Return the deck of rows that come with the lines they stand in."""
        for self.line, row in rows:
            self._read_row(row)
        if len(self.cards) != CARDS:
            raise InvalidCards(f"{self.file}: a deck has {CARDS} cards, and this one {len(self.cards)}")
        return tuple(self.cards[number] for number in range(CARDS))

    def _read_row(self, row: Sequence[str]) -> None:
        if len(row) != len(COLUMNS):
            raise self.error(f"a card has {len(COLUMNS)} columns, {', '.join(COLUMNS)}; this line has {len(row)}")
        card, colour, *sides = row
        self.card = card
        if not re.fullmatch(r"0|[1-9][0-9]{0,2}", card) or int(card) >= CARDS:
            raise self.error(f"card must be a number from 0 to {CARDS - 1}, not {card!r}")
        if int(card) in self.cards:
            raise self.error(f"card {card} is given twice")
        if colour not in COLOUR_NAMES:
            raise self.error(f"colour must be {joined(COLOUR_NAMES)}, not {colour!r}")
        faces = [
            self._face(name, COLOUR_NAMES.index(colour) if name == "colour" else None, value, flip)
            for name, value, flip in zip(SIDES, sides[::2], sides[1::2], strict=True)
        ]
        if all(face.flip for face in faces):
            raise self.error("a card has the Flip symbol on one side at most", "refused-two-flips")
        if faces[0].value == faces[1].value > 0:
            number = faces[0].value
            raise self.error(f"the card has the number {number} on both sides", "refused-same-number", number=number)
        self.cards[int(card)] = Card(*faces)

    def _face(self, side: str, colour: int | None, value: str, flip: str) -> Face:
        number = _value(value)
        if number is None:
            raise self.error(f"{side}_value must be a number from 1 to {HIGHEST} or {STAR}, not {value!r}")
        if flip not in ("0", "1"):
            raise self.error(f"{side}_flip must be 0 or 1, not {flip!r}")
        if flip == "1" and number == 0:
            raise self.error(f"{side}_flip: a Star never has the Flip symbol", "refused-star-flip")
        return Face(colour, number, flip == "1")


def _rows_of_csv(text: str, file: str) -> list[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if row]
    except csv.Error as error:
        raise InvalidCards(f"{file}, line {reader.line_num}: not valid CSV: {error}") from None
    if not rows or tuple(rows[0][1]) != COLUMNS:
        raise InvalidCards(f"{file}, line 1: the first line must be {','.join(COLUMNS)}")
    return rows[1:]


@functools.cache
def printed_deck() -> Deck:
    """Return the deck as shipped."""
    path = HERE / "deck.csv"
    return _DeckReader(path.name).read(_rows_of_csv(path.read_text(encoding="utf-8"), path.name))


def load_edits(text: str, file: str) -> dict[str, Any]:
    """Return a file as plain data, after checking it: a deck as CSV, or phases and points (and a deck) as TOML.

    An empty document if all is as shipped.
    """
    text = text.removeprefix("\ufeff")
    if _is_toml(text):
        try:
            document = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidCards(f"{file}: not valid TOML: {error}") from None
        deck_of(document, file), phases_of(document, file), points_of(document, file)
        return document
    rows = _rows_of_csv(text, file)
    deck = _DeckReader(file).read(rows)
    return {} if deck == printed_deck() else {DECK: [row for _, row in rows]}


def _is_toml(text: str) -> bool:
    """Say whether the first line that says something is a key or a table, and no row of a deck."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return "=" in first or first.startswith("[")


def deck_of(edits: Mapping[str, Any] | None, file: str = "cards") -> Deck:
    """Return the deck of a setup: as shipped, or as its edits say."""
    for key in edits or {}:
        if key not in EDITABLE:
            raise InvalidCards(f"{file}: {key}: unknown key; there is {joined(EDITABLE)}")
    if not edits or DECK not in edits:
        return printed_deck()
    rows = edits[DECK]
    if not isinstance(rows, list):
        raise InvalidCards(f"{file}: {DECK}: must be a list of rows")
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or not all(isinstance(cell, str) for cell in row):
            raise InvalidCards(f"{file}: {DECK}, row {number}: must be a list of texts")
    return _DeckReader(file).read(list(enumerate(rows, start=2)))


def count_faces(deck: Deck) -> dict[str, int]:
    """Return how many cards have each face, whatever its Flip mark, and how many marks each side has."""
    counts: collections.Counter[str] = collections.Counter()
    for card in deck:
        for side, face in zip(SIDES, card, strict=True):
            counts[face.code.rstrip("!")] += 1
            counts[f"{side} !"] += face.flip
    faces = [face.code for face in all_faces() if not face.flip]
    return {key: counts[key] for key in (*faces, *(f"{side} !" for side in SIDES))}


# --- phases


class Group(NamedTuple):
    """One group of a phase."""

    kind: str
    size: int


@functools.cache
def phases() -> tuple[tuple[Group, ...], ...]:
    """Return the groups of every phase, phase 1 first."""
    document = tomllib.loads((HERE / "phases.toml").read_text(encoding="utf-8"))
    return tuple(
        _groups(row["groups"], str(number), "phases.toml") for number, row in enumerate(document["phase"], start=1)
    )


def phases_of(edits: Mapping[str, Any] | None, file: str = "cards") -> tuple[tuple[Group, ...], ...]:
    """Return the groups of every phase of a setup: as shipped, or as its edits say, by the number of the phase."""
    found, table = list(phases()), (edits or {}).get(PHASES, {})
    if not isinstance(table, Mapping):
        raise InvalidCards(f"{file}: {PHASES}: must be a table of phases by number", PHASES)
    for number, groups in table.items():
        if not re.fullmatch("[1-9]|10", str(number)):
            raise InvalidCards(f"{file}: {PHASES}.{number}: there are phases 1 to {LAST_PHASE}", PHASES)
        found[int(number) - 1] = _groups(groups, str(number), file)
    return tuple(found)


def _groups(texts: Any, number: str, file: str) -> tuple[Group, ...]:
    """Return the groups of a phase, or raise InvalidCards."""
    place = f"{PHASES}.{number}"

    def error(reason: str, message: str = "") -> InvalidCards:
        return InvalidCards(f"{file}: {place}: {reason}", place, message)

    if not isinstance(texts, list) or not all(re.fullmatch("(run|set) [0-9]", str(text)) for text in texts):
        raise error("must be a list of groups such as 'run 3' and 'set 2'")
    groups = tuple(Group(text.split()[0], int(text.split()[1])) for text in texts)
    kinds = [group.kind for group in groups]
    runs, sets = kinds.count("run"), kinds.count("set")
    if kinds != ["run"] * runs + ["set"] * sets or (runs, sets) not in ((2, 0), (1, 0), (1, 1), (1, 2)):
        raise error("two runs, or a run and up to two sets after it", "refused-groups")
    if any(not 2 <= size <= (LONGEST_RUN if kind == "run" else LARGEST_SET) for kind, size in groups):
        raise error("a run has 2 to 5 cards, a set 2 to 4", "refused-sizes")
    if sum(group.size for group in groups) > HAND_SIZE:
        raise error(f"a phase has at most {HAND_SIZE} cards, as many as are dealt", "refused-too-many")
    return groups


def points_of(edits: Mapping[str, Any] | None, file: str = "cards") -> dict[str, int]:
    """Return what cards count in a hand: as printed, or as the edits of a setup say."""
    table = (edits or {}).get(POINTS, {})
    if not isinstance(table, Mapping):
        raise InvalidCards(f"{file}: {POINTS}: must be a table of figures", POINTS)
    for key, value in table.items():
        place = f"{POINTS}.{key}"
        if key not in PRINTED_POINTS:
            raise InvalidCards(f"{file}: {place}: unknown key; there is {joined(PRINTED_POINTS)}", place)
        if type(value) is not int or not 0 <= value <= MOST_POINTS:
            raise InvalidCards(f"{file}: {place}: must be a whole number from 0 to {MOST_POINTS}", place)
    return PRINTED_POINTS | dict(table)


def _sizes(groups: Sequence[Group]) -> list[int]:
    """Return a phase as the rules want it: the sizes of two runs and of two sets."""
    sizes = []
    for kind in ("run", "set"):
        own = [group.size for group in groups if group.kind == kind]
        sizes += own + [0] * (2 - len(own))
    return sizes


# --- rulesets


@dataclasses.dataclass(frozen=True, eq=False)
class Phase10FlipSetup(Setup):
    """A setup that also knows the deck."""

    deck: Deck = dataclasses.field(kw_only=True)
    phases: tuple[tuple[Group, ...], ...] = dataclasses.field(kw_only=True)
    points: Mapping[str, int] = dataclasses.field(kw_only=True)
    unused: frozenset[int] = dataclasses.field(kw_only=True, default=frozenset())
    """Numbers (0: Stars) that fit nowhere, which only the lab asks for (`with_unused`)."""

    def __reduce__(self) -> tuple[Any, ...]:
        prepared = super().__reduce__()
        return (_with_unused_again, (*prepared, self.unused)) if self.unused else prepared

    def figures(self) -> dict[str, Any]:
        unused = {"unused": sorted(map(str, self.unused))} if self.unused else {}
        return unused | {
            "deck": [[face.code for face in card] for card in self.deck],
            "phases": [[f"{group.kind} {group.size}" for group in groups] for groups in self.phases],
            "points": {key: str(value) for key, value in self.points.items() if value != PRINTED_POINTS[key]},
            "options": [f"{key} {value}" for key, value in sorted(self.options.items()) if value != OPTIONS[key][0]],
            "fixed_rounds": bool(self.tables.fixed_rounds),
        }

    def figures_of_0_1_0(self) -> dict[str, Any]:
        return {
            "deck": [[face.code for face in card] for card in self.deck],
            "phases": [[f"{group.kind} {group.size}" for group in groups] for groups in self.phases],
            "options": {key: self.options[key] for key in OPTIONS_OF_0_1_0},
            "fixed_rounds": bool(self.tables.fixed_rounds),
        }


def with_unused(setup: Phase10FlipSetup, numbers: frozenset[int]) -> Phase10FlipSetup:
    """Return a setup whose cards with these numbers fit nowhere: to the rules each has a number beyond the highest."""
    tables = copy.deepcopy(setup.tables)
    for number, face in enumerate(all_faces()):
        if face.value in numbers:
            tables.value[number] = HIGHEST + 1
            tables.unit[number] = 0
            tables.units[number] = [0] * COLOURS
    return dataclasses.replace(setup, tables=tables, unused=setup.unused | numbers)


def _with_unused_again(prepare_again: Any, arguments: tuple[Any, ...], numbers: frozenset[int]) -> Phase10FlipSetup:
    return with_unused(prepare_again(*arguments), numbers)


@functools.cache
def load_ruleset(name: str) -> dict[str, Any]:
    """Return a ruleset with what it takes over from the one it extends; of options, each that it does not set."""
    found: dict[str, Any] = {}
    for own in with_bases(HERE / "rulesets", name, ruleset_names()):
        found = own | found | {"options": own.get("options", {}) | found.get("options", {})}
    return found


@functools.cache
def ruleset_names() -> tuple[str, ...]:
    names = {path.stem for path in (HERE / "rulesets").glob("*.toml")}
    return tuple(sorted(names, key=lambda name: (name != "standard", name)))


def options_of(name: str) -> list[Option]:
    """Return the options of a ruleset; PF-62: every ruleset has them all."""
    own = load_ruleset(name)["options"]
    return [Option(key, values, own.get(key, default), SEATS) for key, (default, values) in OPTIONS.items()]


def prepare(
    game: Any, seats: int | None, name: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
) -> Phase10FlipSetup:
    """Return the setup of a game, or raise InvalidSetup or InvalidCards."""
    if name not in ruleset_names():
        raise InvalidSetup(f"phase-10-flip has no ruleset {name!r}; it has {joined(ruleset_names())}")
    seated = SEATS[0] if seats is None else seats
    if type(seated) is not int or seated not in SEATS:
        raise InvalidSetup(f"phase-10-flip is for {SEATS[0]} to {SEATS[-1]} seats, not {seats!r}")
    ruleset = load_ruleset(name)
    chosen = _options(ruleset, options)
    deck, groups, points = deck_of(edits), phases_of(edits), points_of(edits)
    tables = _tables(ruleset, chosen, deck, seated)
    t_groups = [_sizes(each) for each in groups]
    tables.groups = [[0] * 4, *t_groups, [0] * 4]
    tables.group_counts = [0, *map(len, groups), 0]
    for number, face in enumerate(all_faces()):
        kind = "star" if face.value == 0 else "low" if face.value < 10 else "high"  # PF-41
        tables.points[number] = points[kind]
    return Phase10FlipSetup(game, name, seated, chosen, edits or {}, tables, deck=deck, phases=groups, points=points)


def _options(ruleset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option: as given, as the ruleset says, or the default (PF-62)."""
    for key in given:
        if key not in OPTIONS:
            raise InvalidSetup(f"phase-10-flip has no option {key!r}; it has {joined(OPTIONS)}")
    chosen = {}
    for key, (default, values) in OPTIONS.items():
        value = given.get(key, ruleset["options"].get(key, default))
        if not any(value == each and type(value) is type(each) for each in values):
            allowed = (
                f"a whole number from {values[0]} to {values[-1]}"
                if isinstance(values, range)
                else joined(str(each).lower() if isinstance(each, bool) else str(each) for each in values)
            )
            raise InvalidSetup(f"option {key} must be {allowed}, not {value!r}")
        chosen[key] = value
    return chosen


def _tables(ruleset: Mapping[str, Any], options: Mapping[str, Any], deck: Deck, seats: int) -> Tables:
    t = blank(Tables, seats)
    t.seats, t.cards = seats, len(deck)
    t.last_phase = options["phases"]
    t.fixed_rounds = int(ruleset.get("fixed_rounds", False))
    t.force_lay = int(options["force_lay"])
    t.each_group = int(options["min_numbers"] == "group")
    t.require_final_discard = int(options["require_final_discard"])
    t.flip_on_going_out = int(options["flip_on_going_out"])
    t.own_backs = int(options["own_backs"] == "shown")
    t.winner_score = options["winner_score"]
    t.everyone = sum(1 << 2 * seat for seat in range(seats))
    for number, face in enumerate(all_faces()):
        t.value[number] = face.value
        t.row[number] = face.colour or 0
        t.colour_of[number] = NOTHING if face.colour is None else face.colour
        t.unit[number] = 1 << BITS * face.value
        t.units[number][t.row[number]] = t.unit[number]
        t.marked[number] = int(face.flip)
    _fill_deck(t, deck)
    return t


def _fill_deck(t: Tables, deck: Deck) -> None:
    t.first_with = [0] * FACES
    for number, card in enumerate(deck):
        t.face[COLOUR][number], t.face[WILD][number] = card.colour.number, card.wild.number
        t.same[number] = deck.index(card)
        one_face = (FACE_ONLY - face.number for face in card)
        t.known_as[4 * number : 4 * number + 4] = [UNKNOWN, *one_face, t.same[number]]
    for side in (COLOUR, WILD):
        t.with_face[side] = sorted(range(len(deck)), key=lambda number: (t.face[side][number], number))
        t.with_face[side] += [NOTHING] * (CARDS - len(deck))
        for place, number in reversed(list(enumerate(t.with_face[side][: len(deck)]))):
            face = t.face[side][number]
            t.first_with[face] = place
            t.count_with[face] += 1
