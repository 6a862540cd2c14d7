"""Cards and rulesets of Flip City: rows of TOML files, checked, and turned into the tables the rules read.

A new card made of known effects needs no code: see CONTRIBUTING.md. Whatever is wrong with a file is said with the
file, the key and the reason, and nothing of that file is used.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from verso.core.game import LANGUAGES, InvalidCards, InvalidSetup, Option, Setup, joined
from verso.core.record import is_clean
from verso.core.rulesets import with_bases
from verso.core.spec import blank
from verso.core.words import catalogue
from verso.games.flip_city import rules
from verso.games.flip_city.rules import FACES, KINDS, KNOWN_TOP, MOST_SEATS, NEVER, NOTHING, Tables

HERE = Path(__file__).parent
PROVENANCE = ("printed", "sourced", "reconstructed")
NAMED = ("en", "pt-BR")
"""The languages in which card files have names. What is kept of edited cards has no more, whatever else is spoken."""
EDITED = "edited"
"""The provenance of a figure that a card file of the user's changed."""


class Effect(NamedTuple):
    """A figure of a face: what it does, and how large it may be (None: a face has it or has it not)."""

    most: int | None
    meaning: str
    told_with: str | None = None
    """The effect whose sentence tells of this one too."""

    @property
    def is_switch(self) -> bool:
        return self.most is None


EFFECTS = {
    "cost": Effect(99, "What a Buy pays for this front. `none`: it cannot be bought. Only a front may have one."),
    "fee": Effect(99, "What a Flip pays to turn this face over. `none`: a Flip cannot turn it."),
    "cash": Effect(99, "Cash you gain when it is played."),
    "points": Effect(99, "Points you gain when it is played."),
    "unhappy": Effect(9, "Unhappiness you gain when it is played. The limit is checked right after it (FC-17)."),
    "must_be_played": Effect(None, "While it is on top of your deck you may not stop (FC-13)."),
    "play_next": Effect(None, "When played: you must play the next card as well (FC-14)."),
    "cash_per_unhappy": Effect(
        9, "When played: this much cash for each unhappiness you have, its own included (FC-21)."
    ),
    "raise_limit": Effect(9, "When played: the limit rises by this much until the turn ends (FC-17)."),
    "discard_bottom": Effect(None, "When played: the bottom card of your deck goes to your discard pile (FC-22)."),
    "extra_buys": Effect(9, "When played: this many additional Buys this turn (FC-34)."),
    "extra_flips": Effect(9, "When played: this many additional Flips this turn (FC-34, FC-35)."),
    "flip_discount": Effect(
        99,
        "How much cheaper those additional Flips are, never below 0 (FC-35). "
        "All faces with `extra_flips` must have the same discount.",
        told_with="extra_flips",
    ),
    "give_away": Effect(
        None, "When flipped: it goes to an opponent's discard pile (FC-37); alone, it leaves the game (FC-64)."
    ),
    "win_with_cards": Effect(99, "Victory with this face and at least this many cards played in the turn (FC-50)."),
    "recycle_cash": Effect(99, "Recycling it gives this much cash."),
    "recycle_points": Effect(99, "Recycling it gives this many points."),
    "recycle_unhappy": Effect(9, "Recycling it gives this much unhappiness (FC-19)."),
    "recycle_limit": Effect(9, "Recycling it raises the limit by this much until the turn ends (FC-17)."),
    "recycle_to_top": Effect(None, "Recycling it puts it on top of your deck on its other side (FC-20)."),
}
"""Everything a face can have: the keys of card files and, but for two, columns of the rules' tables.

A new effect is a row here, its column and its use in `rules.py`, and a sentence in each language, `effect-…` or, for
what recycling gives, `gain-…`; reading, checking, telling and documenting it follow from the row.
"""
EFFECTS_OF_0_1_0 = (
    *("cost", "fee", "cash", "points", "unhappy", "cash_per_unhappy", "raise_limit", "extra_buys", "extra_flips"),
    *("flip_discount", "win_with_cards", "recycle_cash", "recycle_points", "recycle_unhappy", "recycle_limit"),
    *("must_be_played", "play_next", "discard_bottom", "give_away", "recycle_to_top"),
)
"""What version 0.1.0 hashed of a face; what is new since has no place here."""
RECYCLING = "recycle_"
"""How effects begin that recycling a face has."""
COUNTS = ("start", "supply", "solo_supply")
PRICES = ("cost", "fee")
NONE = "none"
RULES = "rules"
"""The table of a card file that is of no face: figures of the ruleset."""
RULE_BOUNDS = {"limit": (0, 20), "points_to_win": (1, 99)}

Edits = Mapping[str, Mapping[str, Any]]


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure of a card and where it comes from."""

    value: int
    source: str


@dataclasses.dataclass
class Face:
    """One side of a card. Figures that are not listed are 0, or `none` for prices."""

    code: str
    names: dict[str, str]
    figures: dict[str, Figure]
    counts: dict[str, int] = dataclasses.field(default_factory=dict)

    def value(self, key: str) -> int:
        if key in self.figures:
            return self.figures[key].value
        return NOTHING if key in PRICES else 0

    @property
    def recyclable(self) -> bool:
        return any(key.startswith(RECYCLING) and figure.value > 0 for key, figure in self.figures.items())


@dataclasses.dataclass(frozen=True)
class Cards:
    """The faces in the order of their numbers: a front at 2k, its back at 2k + 1."""

    faces: tuple[Face, ...]

    @functools.cached_property
    def index(self) -> dict[str, int]:
        return {face.code: number for number, face in enumerate(self.faces)}

    @functools.cached_property
    def codes(self) -> tuple[str, ...]:
        return tuple(self.index)

    @property
    def kinds(self) -> int:
        return len(self.faces) // 2

    def fronts(self) -> Iterator[tuple[int, Face]]:
        yield from enumerate(self.faces[::2])


@dataclasses.dataclass(frozen=True, eq=False)
class FlipCitySetup(Setup):
    """A setup that also knows the cards' codes and names, and how many of each kind the box holds."""

    cards: Cards = dataclasses.field(kw_only=True)
    box: tuple[int, ...] = dataclasses.field(kw_only=True)
    texts: dict[int, str] = dataclasses.field(kw_only=True, default_factory=dict)
    words: dict[tuple[str, int, int, str], str] = dataclasses.field(kw_only=True, default_factory=dict)
    parts: dict[int, Any] = dataclasses.field(kw_only=True, default_factory=dict)
    """The texts of actions, what they are called, and what they do, as far as they have been asked for."""

    def figures(self) -> dict[str, Any]:
        t = self.tables
        return {
            "faces": {face.code: {key: face.value(key) for key in EFFECTS} for face in self.cards.faces},
            "order": self.cards.codes,
            "start": t.start_deck[: len(self.cards.faces)],
            "supply": t.start_supply[: self.cards.kinds],
            "ruleset": {"limit": t.limit, "points_to_win": t.points_to_win, "last_turn": t.last_turn},
        }

    def figures_of_0_1_0(self) -> dict[str, Any]:
        t = self.tables
        return {
            "faces": {face.code: {key: face.value(key) for key in EFFECTS_OF_0_1_0} for face in self.cards.faces},
            "order": self.cards.codes,
            "start": t.start_deck[: len(self.cards.faces)],
            "supply": t.start_supply[: self.cards.kinds],
            "ruleset": [t.limit, t.points_to_win, t.last_turn],
        }

    def code(self, face: int) -> str:
        return self.cards.faces[face].code

    def name(self, face: int, language: str) -> str:
        return self.cards.faces[face].names[language]


# --- reading card files


class _CardReader:
    """Reads one document of card tables onto a copy of the cards there are."""

    def __init__(self, faces: list[Face], file: str, default_source: str) -> None:
        self.faces = {
            face.code: dataclasses.replace(face, figures=dict(face.figures), counts=dict(face.counts)) for face in faces
        }
        self.backs = {front.code: back.code for front, back in zip(faces[::2], faces[1::2], strict=True)}
        self.file = file
        self.default_source = default_source

    def error(self, key: str, reason: str, message: str = "", **values: str | int) -> InvalidCards:
        return InvalidCards(f"{self.file}: {key}: {reason}", key, message, **values)

    def read(self, document: Mapping[str, Any]) -> list[Face]:
        if RULES in document:
            _read_rules(document[RULES], self.file)
            document = {code: table for code, table in document.items() if code != RULES}
        for code, table in document.items():
            if not re.fullmatch(r"[A-Z][A-Z0-9]", str(code)):
                raise self.error(str(code), "a face's code is a capital letter and another capital letter or digit")
            if not isinstance(table, Mapping):
                raise self.error(code, "must be a table of figures")
        for code, table in document.items():
            if "back" in table:
                self._add_card(code, table["back"], document)
        for code, table in document.items():
            if code not in self.faces:
                raise self.error(code, "is no face of this game, and no new front names it as its back")
            for key, value in table.items():
                if key != "back":
                    self._read_key(self.faces[code], key, value)
        ordered = [self.faces[code] for pair in self.backs.items() for code in pair]
        self._check(ordered)
        return ordered

    def _add_card(self, code: str, back: Any, document: Mapping[str, Any]) -> None:
        if self.backs.get(code) == back:
            return
        if code in self.faces:
            raise self.error(f"{code}.back", f"{code} is on a card already, and its other side cannot change")
        if not isinstance(back, str) or not isinstance(document.get(back), Mapping):
            raise self.error(f"{code}.back", "must be the code of a face with a table of its own")
        if back in self.faces or back == code:
            raise self.error(f"{code}.back", f"{back} is on another card already")
        if len(self.backs) == KINDS:
            raise self.error(code, f"a game has at most {KINDS} kinds of card")
        self.backs[code] = back
        for each in (code, back):
            if "name" not in document[each]:
                raise self.error(f"{each}.name", "a new face needs a name")
            self.faces[each] = Face(each, {}, {})

    def _read_key(self, face: Face, key: str, value: Any) -> None:
        place = f"{face.code}.{key}"
        if key == "name":
            face.names = self._names(place, value)
        elif key in COUNTS:
            face.counts[key] = self._whole(place, value, 99)
        elif key in EFFECTS:
            value, source = self._with_source(place, value)
            most = EFFECTS[key].most
            if key in PRICES and value == NONE:
                face.figures[key] = Figure(NOTHING, source)
            elif most is not None:
                face.figures[key] = Figure(self._whole(place, value, most), source)
            elif isinstance(value, bool):
                face.figures[key] = Figure(int(value), source)
            else:
                raise self.error(place, "must be true or false")
        else:
            known = joined(["back", "name", *COUNTS, *EFFECTS])
            raise self.error(place, f"unknown key; a face can have {known}")

    def _with_source(self, place: str, value: Any) -> tuple[Any, str]:
        if not isinstance(value, Mapping):
            return value, self.default_source
        if set(value) != {"value", "from"}:
            raise self.error(place, "must be a figure, or a table with value and from")
        if value["from"] not in (*PROVENANCE, EDITED):
            raise self.error(f"{place}.from", f"must be {joined(PROVENANCE)}")
        return value["value"], value["from"]

    def _names(self, place: str, value: Any) -> dict[str, str]:
        names = dict.fromkeys(LANGUAGES, value) if isinstance(value, str) else value
        if not isinstance(names, Mapping) or not set(NAMED) <= set(names) <= set(LANGUAGES):
            raise self.error(place, f"must be a name, or a table with a name for {' and '.join(NAMED)}")
        for name in names.values():
            if not isinstance(name, str) or not 1 <= len(name) <= 30 or not (name.isprintable() and is_clean(name)):
                raise self.error(place, "a name is 1 to 30 printable characters")
        return {language: names.get(language, names[NAMED[0]]) for language in LANGUAGES}

    def _whole(self, place: str, value: Any, most: int) -> int:
        if type(value) is not int or not 0 <= value <= most:
            raise self.error(place, f"must be a whole number from 0 to {most}")
        return value

    def _check(self, faces: list[Face]) -> None:
        for front, back in zip(faces[::2], faces[1::2], strict=True):
            if front.recyclable and back.recyclable:
                reason = f"could be recycled for ever: {back.code} can be recycled too"
                raise self.error(front.code, reason, "refused-recycling", card=front.code, back=back.code)
            for count in ("supply", "solo_supply"):
                if back.counts.get(count):
                    raise self.error(f"{back.code}.{count}", "the supply shows fronts only", "refused-back-supply")
            if back.value("cost") != NOTHING:
                reason = "a back cannot be bought, only its front can"
                raise self.error(f"{back.code}.cost", reason, "refused-back-cost")
        discounts = {face.value("flip_discount") for face in faces if face.value("extra_flips")}
        if len(discounts) > 1:
            reason = "all faces that give additional Flips must give the same discount"
            raise self.error("flip_discount", reason, "refused-discounts")


def _read_rules(table: Any, file: str) -> dict[str, int]:
    """Return the figures of the ruleset that a card file changes, or raise InvalidCards."""
    if not isinstance(table, Mapping):
        raise InvalidCards(f"{file}: {RULES}: must be a table of figures", RULES)
    for key, value in table.items():
        if key not in RULE_BOUNDS:
            raise InvalidCards(f"{file}: {RULES}.{key}: unknown key; there is {joined(RULE_BOUNDS)}", f"{RULES}.{key}")
        least, most = RULE_BOUNDS[key]
        if type(value) is not int or not least <= value <= most:
            reason = f"must be a whole number from {least} to {most}"
            raise InvalidCards(f"{file}: {RULES}.{key}: {reason}", f"{RULES}.{key}")
    return dict(table)


def _read_toml(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also for a number of thousands of digits
        raise InvalidCards(f"{file}: not valid TOML: {error}") from None


@functools.cache
def printed_cards() -> tuple[Face, ...]:
    """Return the cards as shipped. Their names in languages that came later stand in the words, as `card-ra`."""
    path = HERE / "cards.toml"
    reader = _CardReader([], path.name, PROVENANCE[2])
    faces = reader.read(_read_toml(path.read_text(encoding="utf-8"), path.name))
    for language in LANGUAGES[len(NAMED) :]:
        messages = catalogue(HERE / "words", language).messages
        for face in faces:
            face.names[language] = messages.get(f"card-{face.code.lower()}", face.names[language])
    return tuple(faces)


def load_edits(text: str, file: str) -> Edits:
    """Return the changes a card file makes, as plain data, after checking them against the cards as shipped."""
    document = _read_toml(text, file)
    _CardReader(list(printed_cards()), file, EDITED).read(document)
    return document


# --- rulesets


@functools.cache
def load_ruleset(name: str) -> dict[str, Any]:
    """Return a ruleset with what it takes over from the one it extends; each of its own keys stands for itself."""
    found: dict[str, Any] = {}
    for own in with_bases(HERE / "rulesets", name, ruleset_names()):
        found = own | found
    if found.get("office") is False:
        del found["office"]  # the base offers it, this ruleset does not
    return found


@functools.cache
def ruleset_names() -> tuple[str, ...]:
    names = {path.stem for path in (HERE / "rulesets").glob("*.toml")}
    return tuple(sorted(names, key=lambda name: (name != "standard", name != "solo", name)))


def cards_of(ruleset: str, edits: Edits | None, file: str = "cards") -> Cards:
    """Return the cards of a ruleset with a user's edits on top."""
    faces = list(printed_cards())
    own = load_ruleset(ruleset).get("cards", {})
    faces = _CardReader(faces, f"{ruleset}.toml", PROVENANCE[2]).read(own)
    return Cards(tuple(_CardReader(faces, file, EDITED).read(edits or {})))


def options_of(name: str) -> list[Option]:
    """Return the options of a ruleset: the Office, where it has one, with how many seats it can be chosen."""
    office = load_ruleset(name).get("office")
    if office is None:
        return []
    fewest, most = office["seats"]
    return [Option("office", (False, True), office["default"], range(fewest, most + 1))]


def prepare(game: Any, seats: int | None, name: str, options: Mapping[str, Any], edits: Edits | None) -> FlipCitySetup:
    """Return the setup of a game, or raise InvalidSetup or InvalidCards."""
    if name not in ruleset_names():
        raise InvalidSetup(f"flip-city has no ruleset {name!r}; it has {joined(ruleset_names())}")
    ruleset = load_ruleset(name)
    seated = _seats(ruleset, name, seats)
    chosen = _options(ruleset, name, seated, options)
    cards = cards_of(name, edits)
    ruleset = ruleset | _read_rules((edits or {}).get(RULES, {}), "cards")
    counts = {key: _counts(ruleset, cards, key, office=chosen.get("office", False)) for key in COUNTS}
    tables = _tables(ruleset, cards, counts, seated)
    _check_sizes(cards, counts, seated, tables)
    box = tuple(_in_box(counts, kind, seated, tables) for kind in range(cards.kinds))
    return FlipCitySetup(game, name, seated, chosen, edits or {}, tables, cards=cards, box=box)


def _in_box(counts: Mapping[str, list[int]], kind: int, seats: int, t: Tables) -> int:
    """Return how many cards of a kind there are: as many as four players need, or as this game begins with."""
    of_each_deck = sum(counts["start"][2 * kind : 2 * kind + 2])
    return max(MOST_SEATS * of_each_deck + counts["supply"][2 * kind], seats * of_each_deck + t.start_supply[kind])


def _seats(ruleset: Mapping[str, Any], name: str, seats: int | None) -> int:
    fewest, most = (int(each) for each in ruleset["seats"])
    if seats is None:
        return min(max(fewest, 2), most)
    if type(seats) is not int or not fewest <= seats <= most:
        allowed = f"{fewest} to {most} seats" if fewest < most else f"{fewest} seat"
        raise InvalidSetup(f"ruleset {name} is for {allowed}, not {seats!r}")
    return seats


def _options(ruleset: Mapping[str, Any], name: str, seats: int, given: Mapping[str, Any]) -> dict[str, bool]:
    office = ruleset.get("office")
    for key in given:
        if key != "office" or office is None:
            raise InvalidSetup(f"ruleset {name} has no option {key!r}")
    if office is None:
        return {}
    value = given.get("office", office["default"])
    if not isinstance(value, bool):
        raise InvalidSetup(f"option office must be true or false, not {value!r}")
    fewest, most = office["seats"]
    if value and not fewest <= seats <= most:
        raise InvalidSetup(f"ruleset {name} does not allow the Office with {seats} seat")  # FC-65
    return {"office": value}


def _counts(ruleset: Mapping[str, Any], cards: Cards, key: str, *, office: bool) -> list[int]:
    """Return how many of each face: the ruleset's, the Office's, and what the user's file says of them."""
    counts = [0] * FACES
    named: dict[str, int] = dict(ruleset.get(key, {}))
    if office:
        named |= ruleset["office"].get(key, {})
    shipped = {face.code for face in printed_cards()}
    for number, face in enumerate(cards.faces):
        is_new_front = face.code not in shipped and number % 2 == 0 and face.value("cost") != NOTHING
        default = {"start": 0, "supply": 8, "solo_supply": 4}[key] if is_new_front else 0
        counts[number] = face.counts.get(key, named.get(face.code, default))
    return counts


def _tables(ruleset: Mapping[str, Any], cards: Cards, counts: Mapping[str, list[int]], seats: int) -> Tables:
    t = blank(Tables, seats)
    t.seats, t.kinds, t.solo = seats, cards.kinds, int(seats == 1)
    t.limit, t.points_to_win, t.last_turn = ruleset["limit"], ruleset["points_to_win"], ruleset["last_turn"]
    t.start_deck, t.start_count = counts["start"], sum(counts["start"])
    t.start_supply = counts["solo_supply" if seats == 1 else "supply"][::2]
    t.cost, t.fee, t.develop_price = [NOTHING] * KINDS, [NOTHING] * FACES, [NEVER] * KINDS
    for number, face in enumerate(cards.faces):
        for key in EFFECTS:
            if key not in ("cost", "flip_discount"):
                getattr(t, key)[number] = face.value(key)
        if face.value("extra_flips"):
            t.flip_discount = face.value("flip_discount")
    for kind, face in cards.fronts():
        t.cost[kind] = face.value("cost")
        if NOTHING not in (t.cost[kind], t.fee[2 * kind]):
            t.develop_price[kind] = t.cost[kind] + t.fee[2 * kind]
    t.least_cost = min((cost for cost in t.cost if cost != NOTHING), default=NEVER)
    t.least_develop_price = min(t.develop_price)
    recyclable = [number for number, face in enumerate(cards.faces) if face.recyclable]
    payable = [number for number, face in enumerate(cards.faces) if face.value("fee") != NOTHING]
    givable = [number for number in payable if rules.is_given(t, number)]
    flippable = [number for number in payable if number not in givable]
    t.recyclable, t.recyclable_count = _padded(recyclable), len(recyclable)
    t.flippable, t.flippable_count = _padded(flippable), len(flippable)
    t.givable, t.givable_count = _padded(givable), len(givable)
    return t


def _padded(faces: list[int]) -> list[int]:
    return faces + [NOTHING] * (FACES - len(faces))


def _check_sizes(cards: Cards, counts: Mapping[str, list[int]], seats: int, t: Tables) -> None:
    total = seats * t.start_count + sum(t.start_supply)
    if total > rules.CARDS:
        reason = f"{total} cards are too many for one game: at most {rules.CARDS}"
        raise InvalidCards(f"cards: {reason}", message="refused-cards", count=total, most=rules.CARDS)
    if t.start_count == 0:
        raise InvalidCards("cards: a starting deck needs at least one card", message="refused-no-deck")
    if seats == 1 and sum(t.start_supply) == 0:
        raise InvalidCards("cards: a solo game cannot begin with an empty supply", message="refused-no-supply")
    to_top = 0
    for kind, front in cards.fronts():
        count, pair = t.start_supply[kind], cards.faces[2 * kind : 2 * kind + 2]
        if count and front.value("cost") == NOTHING:
            place, reason = f"{front.code}.supply", "a card without a cost cannot lie in the supply"
            raise InvalidCards(f"cards: {place}: {reason}", place, "refused-unbought")
        if any(face.value("recycle_to_top") for face in pair):
            owners = seats if any(face.value("give_away") for face in pair) else 1
            to_top += count + owners * sum(counts["start"][2 * kind : 2 * kind + 2])
    if to_top >= KNOWN_TOP:
        reason = f"at most {KNOWN_TOP - 1} such cards fit one game, not {to_top}"
        raise InvalidCards(
            f"cards: recycle_to_top: {reason}", "recycle_to_top", "refused-to-top", most=KNOWN_TOP - 1, count=to_top
        )
