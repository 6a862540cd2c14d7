"""What people and programs hold in their hands: Game, Position, View, Outcome, and the errors.

A `Position` feels like a chess board of python-chess: `legal` can be iterated, counted and asked with `in`; `push`
takes an action number or its text; text goes both ways. Chance is a player: while `to_act` is CHANCE, `odds` tells
what may happen and `settle` lets it happen from an explicit random stream.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import hashlib
import importlib
import importlib.util
import json
import operator
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from verso.core import general, kernel
from verso.core.contracts import parts
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, SEATS, UNKNOWN, Record, blank, fields_of, values_of
from verso.core.words import Words as Catalogue
from verso.core.words import catalogue, shared_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from verso.core import record

Action: TypeAlias = int
Json: TypeAlias = dict[str, Any]
Language: TypeAlias = str
LANGUAGES: tuple[Language, ...] = ("en", "pt-BR")


class ActionError(ValueError):
    """Base of the three things that can be wrong with an action. The position has not changed."""


class InvalidAction(ActionError):  # noqa: N818 - a public name, said without "Error"
    """This cannot be read as an action of the game."""


class IllegalAction(ActionError):  # noqa: N818
    """This is an action of the game, but not now; the message says why."""


class AmbiguousAction(ActionError):  # noqa: N818
    """This could mean several actions; the message names them."""


class InvalidSetup(ValueError):  # noqa: N818
    """No game can be set up like this: an unknown ruleset or option, too many seats, ..."""


class InvalidCards(ValueError):  # noqa: N818
    """A card file cannot be used; the message names file, key and reason.

    `field` is the key alone. `message` is the same reason as a message of the game's words, with its `values`, for
    those who are told in their language; nothing where the game has no words for it.
    """

    def __init__(self, text: str, field: str = "", message: str = "", **values: str | int) -> None:
        super().__init__(text)
        self.field, self.message, self.values = field, message, values


class InvalidPosition(ValueError):  # noqa: N818
    """A position document breaks the rules of the box; the message names the key."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A truncated game has no winner and is not a draw."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]
    truncated: bool
    details: Mapping[str, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """Something that a ruleset leaves open: a switch (False, True), one of some names, or a number of a range."""

    name: str
    values: Sequence[Any]
    default: Any
    seats: Sequence[int]
    """With how many seats anything but False can be chosen."""


@dataclasses.dataclass(frozen=True, eq=False)
class Setup:
    """Everything that is fixed before the first action: ruleset, options, seats, card edits, and their tables."""

    game: Game
    ruleset: str
    seats: int
    options: Mapping[str, Any]
    edits: Mapping[str, Any]
    """Changes to the game's cards as one JSON-like document; empty for the cards as shipped."""
    tables: Any

    @functools.cached_property
    def array(self) -> Any:
        """The tables as one NumPy record, for the compiled rules."""
        return kernel.to_array(self.tables, self.seats)[0]

    @functools.cached_property
    def fingerprint(self) -> str:
        """A short hash of all figures that are not neutral: setups with the same fingerprint play the same game.

        A version that adds an option or an effect leaves it as it was, wherever what is new is off.
        """
        return _hash([self.game.name, self.seats, without_neutral(self.figures())])

    @functools.cached_property
    def fingerprints(self) -> tuple[str, ...]:
        """Every fingerprint that a record of this setup can carry: ours, and that of version 0.1.0.

        Version 0.1.0 hashed all figures that it knew, neutral or not.
        """
        return self.fingerprint, _hash([self.game.name, self.seats, self.figures_of_0_1_0()])

    @functools.cached_property
    def rules(self) -> kernel.Engine:
        return self.game.interpreted

    def figures(self) -> Json:
        """Return everything that decides how the game plays, by names that outlive changes of the tables' layout.

        What is new in a later version must be neutral where it is off (see `without_neutral`), and an option that is
        on by itself must not be told by a bare False: that would count as neutral.
        """
        return values_of(self.tables)

    def figures_of_0_1_0(self) -> Json:
        """Return the figures in the very form in which version 0.1.0 hashed them, so that its records are known.

        A game that was there then, and has changed its `figures` since, keeps the old ones here for ever.
        """
        return self.figures()

    def to_json(self) -> Json:
        """Return the part of a position document that names the setup."""
        document: Json = {"game": self.game.name, "ruleset": self.ruleset, "options": dict(self.options)}
        if self.edits:
            document["cards"] = dict(self.edits)
        document["seats"] = self.seats
        return document

    def __eq__(self, other: object) -> bool:
        """Whether both are set up with the same words and play by the same figures."""
        if not isinstance(other, Setup):
            return NotImplemented
        return self is other or (self.to_json() == other.to_json() and self.fingerprint == other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.game.name, self.ruleset, self.seats))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how it is prepared, which other versions and machines understand, and not the tables."""
        return _prepare_again, (self.game, self.seats, self.ruleset, dict(self.options), dict(self.edits))

    def __deepcopy__(self, memo: Any) -> Setup:
        return self


def _prepare_again(game: Game, seats: int, ruleset: str, options: Json, edits: Json) -> Setup:
    return game.setup_with(options, seats, ruleset, edits or None)


def without_neutral(figures: Any) -> Any:
    """Return figures without those that change nothing: 0, False, None, empty text, and what holds nothing else.

    They are left out of mappings, where names say what is what; in a list, places count, so that a list stays whole
    or is neutral as a whole.
    """
    if isinstance(figures, Mapping):
        return {key: kept for key, value in figures.items() if (kept := without_neutral(value))}
    if isinstance(figures, list | tuple):
        kept_places = [without_neutral(value) for value in figures]
        return kept_places if any(kept_places) else []
    return figures


def _hash(document: Any) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:16]


@dataclasses.dataclass(frozen=True, eq=False)
class Game:
    """One game: its name, and the parts that lie in its folder, each a module of the name that its contract has.

    `core/contracts` says what a part supplies. Parts are imported when they are first asked for.
    """

    package: str
    """The folder, by the name it is imported with."""
    name: str
    title: str
    seats: range
    hides: bool = True
    """Whether a seat may know something that another may not. False only where every view is the same."""

    def part(self, name: str) -> types.ModuleType | None:
        """Return a part by name, or None where the game does without it."""
        return _part(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Say whether the game has a part, without importing it."""
        return _has_part(f"{self.package}.{name}")

    @functools.cached_property
    def rules(self) -> str:
        """The module with the rules, by name, as kernels are loaded."""
        return f"{self.package}.rules"

    @functools.cached_property
    def ruleset(self) -> parts.Rulesets:
        return self._bound("ruleset", parts.Rulesets)  # type: ignore[no-any-return]

    @functools.cached_property
    def notation(self) -> parts.Notation:
        return self._bound("notation", parts.Notation)  # type: ignore[no-any-return]

    @functools.cached_property
    def words(self) -> parts.Words:
        return self._bound("words", parts.Words)  # type: ignore[no-any-return]

    @functools.cached_property
    def player(self) -> parts.Player | None:
        return self._bound("player", parts.Player) if self.has("player") else None

    @functools.cached_property
    def odds(self) -> parts.Odds | None:
        return self._bound("odds", parts.Odds) if self.has("odds") else None

    @functools.cached_property
    def facts(self) -> parts.Facts | None:
        return self._bound("facts", parts.Facts) if self.has("facts") else None

    @functools.cached_property
    def moves(self) -> parts.Moves | None:
        return self._bound("moves", parts.Moves) if self.has("moves") else None

    @functools.cached_property
    def picture(self) -> parts.Picture:
        return self._bound("picture", parts.Picture) if self.has("picture") else general

    def _bound(self, name: str, contract: type[Any]) -> Any:
        """Return a part with what it leaves out done in general."""
        module = self.part(name)
        if module is None:
            raise TypeError(f"{self.package} has no {name}: see verso.core.contracts")
        bound = types.SimpleNamespace()
        for each in parts.supplied(contract):
            found = getattr(module, each, None) or getattr(general, each, None)
            if found is None:
                raise TypeError(f"{module.__name__} does not supply {each}: see verso.core.contracts.parts")
            setattr(bound, each, found)
        return bound

    def catalogue(self, language: Language) -> Catalogue:
        """Return the messages in the game's own `.ftl` files."""
        home = importlib.import_module(self.package).__file__
        assert home is not None
        return catalogue(Path(home).parent / "words", language)

    def rulesets(self) -> Mapping[str, str]:
        """Return the rulesets by name, the default first, each with one sentence about it."""
        return {name: self.words.about_ruleset(self, name, "en")[1] for name in self.ruleset.ruleset_names()}

    def options(self, ruleset: str) -> Sequence[Option]:
        """Return what a ruleset leaves to those who play."""
        return self.ruleset.options_of(ruleset)

    def load_cards(self, text: str, file: str) -> Mapping[str, Any]:
        """Read a card file and return its edits, or raise InvalidCards."""
        return self.ruleset.load_edits(text, file)

    @functools.cached_property
    def state_class(self) -> type[Record]:
        return importlib.import_module(self.rules).State  # type: ignore[no-any-return]

    @functools.cached_property
    def action_count(self) -> int:
        return importlib.import_module(self.rules).ACTIONS  # type: ignore[no-any-return]

    @functools.cached_property
    def max_plies(self) -> int:
        return importlib.import_module(self.rules).MAX_PLIES  # type: ignore[no-any-return]

    @functools.cached_property
    def interpreted(self) -> kernel.Engine:
        return kernel.interpreted(self.rules)

    def compiled(self, *, check_bounds: bool = False) -> kernel.Engine:
        """Return the compiled rules. The first use of a function compiles it unless the disk has it."""
        return kernel.compiled(self.rules, check_bounds=check_bounds)

    def setup(
        self,
        seats: int | None = None,
        ruleset: str | None = None,
        *,
        cards: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Setup:
        return self.setup_with(options, seats, ruleset, cards)

    def can_seat(self, seats: int, ruleset: str) -> bool:
        """Say whether so many can play by a ruleset."""
        try:
            self.setup(seats, ruleset)
        except InvalidSetup:
            return False
        return True

    def setup_with(
        self,
        options: Mapping[str, Any],
        seats: int | None = None,
        ruleset: str | None = None,
        cards: Mapping[str, Any] | None = None,
    ) -> Setup:
        """Return the setup for options that come from outside, whose names may be any: those unknown are refused."""
        if not (cards is None or isinstance(cards, Mapping)):
            raise InvalidCards(f"cards are what load_cards returns for the text of a file, not {cards!r:.80}")
        if not isinstance(options, Mapping):
            raise InvalidSetup(f"options are a dictionary of names and values, not {options!r:.80}")
        return self.ruleset.prepare(
            self, seats, self.ruleset.ruleset_names()[0] if ruleset is None else ruleset, options, cards
        )

    def new(
        self,
        seats: int | None = None,
        ruleset: str | None = None,
        *,
        cards: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Position:
        """Set up a game. Chance acts first: `settle` it, or push what you want to have happened."""
        return Position.start(self.setup(seats, ruleset, cards=cards, **options))

    def replay(self, record: record.Record, ply: int | None = None) -> Position:
        """Return the position a record reaches, at its end or after `ply` actions."""
        return record.position(ply)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name: whoever reads it has the game installed."""
        return find_game, (self.name,)

    def __deepcopy__(self, memo: Any) -> Game:
        return self


@functools.cache
def _has_part(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


@functools.cache
def _part(name: str) -> types.ModuleType | None:
    return importlib.import_module(name) if _has_part(name) else None


_find_game: Callable[[str], Game] | None = None


def set_game_finder(finder: Callable[[str], Game]) -> None:
    """Tell the core how to find a game by name; `verso.games`, the only registry, calls this."""
    global _find_game
    _find_game = finder


def find_game(name: str) -> Game:
    if _find_game is None:
        raise InvalidSetup(f"no games are registered, so {name!r} cannot be found")
    return _find_game(name)


class LegalActions(tuple[Action, ...]):
    """The legal actions of a moment: a tuple of their numbers that prints as their texts."""

    moment: tuple[Position | View, tuple[Action, ...]]
    """Whose they are, and its own list of them. Set after it is made: with a `__new__`, `push` loops are 5 % slower."""

    def __repr__(self) -> str:
        owner, actions = self.moment
        if owner._legal is not actions:  # noqa: SLF001 - the position has moved on, and texts depend on the moment
            return f"<legal before: {', '.join(map(str, self))}>"
        return f"<legal: {', '.join(map(owner.text, self))}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class Position:
    """A game at one moment, with every face that has been determined. Never send it to a player: send a `view`.

    Positions are equal if their setups and everything on the table are; how they came about does not count. They
    change, and so they cannot be keys of a dictionary; views can. Printed, a position shows the table with all open.
    """

    __slots__ = ("_actions", "_legal", "_origin", "_root", "_state", "setup")

    def __init__(self, setup: Setup, state: Any, origin: Json | None = None) -> None:
        self.setup = setup
        self._state = state
        self._origin = origin
        self._actions: list[Action] = []
        self._legal: tuple[Action, ...] | None = None
        self._root: Any = None  # a copy of the state before the first action, as soon as there is one

    @classmethod
    def start(cls, setup: Setup) -> Position:
        state = blank(setup.game.state_class, setup.seats)
        setup.rules.setup(state, setup.tables)
        return cls(setup, state)

    # --- looking

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def seats(self) -> int:
        return self.setup.seats

    @property
    def to_act(self) -> int:
        """The seat to act, CHANCE or OVER."""
        return self._state.to_act  # type: ignore[no-any-return]

    @property
    def ply(self) -> int:
        """How many actions, chance included, have been pushed since the position was set up."""
        return len(self._actions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions pushed so far."""
        return tuple(self._actions)

    @property
    def origin(self) -> Json | None:
        """The document this position was read from, or None if it began as a new game."""
        return self._origin

    @property
    def state(self) -> Any:
        """The flat record underneath. For tests and tools: changing it is on your own head."""
        return self._state

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of whoever is to act, chance included; empty when the game is over."""
        if self._legal is None:
            self._legal = self._find_legal()
        legal = LegalActions(self._legal)
        legal.moment = (self, self._legal)
        return legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self._state.to_act >= 0:
            buffer = self._buffer()
            count = self.setup.rules.legal(self._state, self.setup.tables, buffer)
            return tuple(buffer[:count])
        return tuple(self.weights()) if self._state.to_act == CHANCE else ()

    def _buffer(self) -> list[int]:
        """Return room for all actions, made when it is needed: kept, it would be most of a position."""
        return [0] * (self.setup.game.action_count + 1)

    def odds(self) -> dict[Action, Fraction]:
        """Return the exact chance of every outcome; only while CHANCE is to act."""
        weights = self.weights()
        total = sum(weights.values())
        return {action: Fraction(weight, total) for action, weight in weights.items()}

    def weights(self) -> dict[Action, int]:
        """Return every outcome with a whole number; chances are in the ratio of these numbers."""
        if self._state.to_act != CHANCE:
            raise IllegalAction("nothing is left to chance now")
        actions, weights = self._buffer(), self._buffer()
        count = self.setup.rules.chance(self._state, self.setup.tables, actions, weights)
        self._legal = tuple(actions[:count])  # chance is to do one of these, and must not look for them again
        return dict(zip(self._legal, weights, strict=False))

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
        return self.game.notation.outcome(self.setup, self._state) if self.to_act == OVER else None

    # --- acting

    def push(self, action: Action | str) -> None:
        """Carry out an action given as number or text, all or nothing; raises one of the three errors."""
        if type(action) is not int:
            self._push_other(action)
            return
        if self._legal is None:
            self._legal = self._find_legal()
        if action not in self._legal:
            self._refuse(action)
        self._apply(action)

    def trust(self, action: Action) -> None:
        """Carry out an action that is known to be legal: one that the rules gave, or a record that was checked."""
        self._apply(action)

    def _apply(self, action: Action) -> None:
        if not self._actions:
            self._root = self._state.copy()
        self.setup.rules.apply(self._state, self.setup.tables, action)
        self._actions.append(action)
        self._legal = None

    def pop(self) -> Action:
        """Take back the last action, of a seat or of chance, and return it; raises IndexError where there is none.

        All actions before it are carried out once more, because keeping every state would make `push` slower: to go
        back far, use `Record.position`.
        """
        if not self._actions:
            raise IndexError("there is no action to take back: this is where the position began")
        taken = self._actions.pop()
        self._state, self._legal = self._root.copy(), None
        for action in self._actions:
            self.setup.rules.apply(self._state, self.setup.tables, action)
        return taken

    def _push_other(self, action: Any) -> None:
        if isinstance(action, str):
            actions = self.parse_all(action)
        else:
            actions = (self._as_number(action),)
        if len(actions) == 1:
            self.push(actions[0])
            return
        state, count = self._state.copy(), len(self._actions)
        try:
            for each in actions:
                self.push(each)
        except ActionError:
            self._state, self._legal = state, None
            del self._actions[count:]
            raise

    @staticmethod
    def _as_number(action: Any) -> Action:
        if isinstance(action, bool):
            raise InvalidAction(f"{action!r} is not an action: give its number or its text")
        try:
            return operator.index(action)
        except TypeError:
            raise InvalidAction(f"{action!r} is not an action: give its number or its text") from None

    def _in_range(self, action: Any) -> Action:
        number = self._as_number(action)
        if not 0 <= number < self.game.action_count:
            raise InvalidAction(f"there is no action number {number}")
        return number

    def _refuse(self, action: Action) -> None:
        raise IllegalAction(self.why_not(self._in_range(action)))

    def why_not(self, action: Action, language: Language = "en") -> str:
        """Say why an action is not legal now."""
        if self.to_act == OVER:
            return shared_words(language)("game-over")
        return self.game.words.why_not(self.setup, self._state, self._in_range(action), language)

    def settle(self, rng: Rng) -> list[Action]:
        """Let chance act, by the exact odds, until a seat is to act or the game is over; return what happened."""
        happened: list[Action] = []
        if self._state.to_act != CHANCE:
            return happened
        actions, weights = self._buffer(), self._buffer()
        while self._state.to_act == CHANCE:
            action = self.setup.rules.draw(self._state, self.setup.tables, rng.stream, actions, weights)
            self._apply(action)  # drawn among the legal ones
            happened.append(action)
        return happened

    # --- text

    def text(self, action: Action) -> str:
        """Return an action's neutral text; raises InvalidAction for a number that names nothing here."""
        return self.game.notation.action_text(self.setup, self._state, self._in_range(action))

    def parse(self, text: str) -> Action:
        """Return the one action a text means: neutral notation, or the words of `describe` in any language."""
        actions = self.parse_all(text)
        if len(actions) != 1:
            raise InvalidAction(f"{text!r} is a move of {len(actions)} actions: push it, or use parse_all")
        return actions[0]

    def parse_all(self, text: str) -> tuple[Action, ...]:
        """Return the actions a text means; a move may be a sequence of them."""
        try:
            return tuple(self.game.notation.read(self.setup, self._state, text))
        except InvalidAction:
            for language in LANGUAGES:
                for action in self.legal:
                    if text == self.describe(action, language):
                        return (action,)
            raise

    def describe(self, action: Action, language: Language = "en") -> str:
        """Return an action in words for people."""
        return self.game.words.describe(self.setup, self._state, self._in_range(action), language)

    # --- copies, views, documents

    def copy(self) -> Position:
        made = Position(self.setup, self._state.copy(), self._origin)
        made._actions = self._actions[:]
        made._legal = self._legal
        made._root = self._root
        return made

    def beginning(self) -> Position:
        """Return the position as it was before the first action."""
        return Position(self.setup, (self._root or self._state).copy(), self._origin)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.setup == other.setup and values_of(self._state) == values_of(other._state)

    def __hash__(self) -> int:
        """Return a hash of how it stands now; a key of a dictionary must not be played on: give it a copy."""
        return hash((self.setup, repr(values_of(self._state))))

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know, or a spectator for None."""
        if seat is not None and not 0 <= seat < self.seats:
            raise InvalidSetup(f"there is no seat {seat} in a game of {self.seats}")
        return self._seen(self._state, seat)

    def view_inside(self, action: Action, seat: int | None) -> View | None:
        """Return how a seat sees the moment inside an action (`Notation.between`), or None if it has no such moment."""
        state = self.game.notation.between(self.setup, self._state, action)
        return None if state is None else self._seen(state, seat)

    def _seen(self, state: Any, seat: int | None) -> View:
        redacted = blank(self.game.state_class, self.seats)
        looking = UNKNOWN if seat is None else seat
        self.setup.rules.redact(state, self.setup.tables, looking, redacted)
        return View(self.setup, seat, redacted)

    def look(self, seat: int | None) -> View:
        """Return the same as `view`, without a copy where nothing is hidden: for a position that is not pushed on."""
        if self.game.hides:
            return self.view(seat)
        return View(self.setup, seat, self._state, self.legal if seat == self._state.to_act else None)

    def to_json(self) -> Json:
        """Return the position as a document that `from_json` reads back."""
        return self.setup.to_json() | self.game.notation.state_to_json(self.setup, self._state)

    @classmethod
    def from_json(cls, document: Json | str) -> Position:
        """Set up any situation; a document that breaks the rules of the box raises InvalidPosition."""
        if isinstance(document, str):
            document = load_json(document)
        if not isinstance(document, dict):
            raise InvalidPosition("document", "must be an object")
        setup = _setup_from_json(document)
        rest = {key: value for key, value in document.items() if key not in _SETUP_KEYS}
        return cls(setup, setup.game.notation.state_from_json(setup, rest), origin=copy.deepcopy(document))

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.setup.ruleset}, {self.seats} seats, ply {self.ply}, to act {self.to_act}>"

    def __str__(self) -> str:
        return View(self.setup, None, self._state).show()  # not redacted: nothing is hidden from a position's owner


_SETUP_KEYS = ("game", "ruleset", "options", "cards", "seats")


def load_json(text: str) -> Any:
    """Read JSON strictly: no NaN, no key twice; raises InvalidPosition."""

    def refuse_constant(name: str) -> None:
        raise ValueError(f"{name} is not JSON")

    def refuse_duplicates(pairs: list[tuple[str, Any]]) -> Json:
        keys = [key for key, _ in pairs]
        if duplicates := {key for key in keys if keys.count(key) > 1}:
            raise ValueError(f"key {min(duplicates)!r} is given twice")
        return dict(pairs)

    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=refuse_duplicates)
    except (ValueError, RecursionError) as error:
        raise InvalidPosition("document", f"is not valid JSON: {error}") from None


def _setup_from_json(document: Json) -> Setup:
    name = document.get("game")
    if not isinstance(name, str):
        raise InvalidPosition("game", "must be the name of a game")
    try:
        game = find_game(name)
    except InvalidSetup as error:
        raise InvalidPosition("game", str(error)) from None
    ruleset = document.get("ruleset", game.ruleset.ruleset_names()[0])
    options, edits, seats = document.get("options", {}), document.get("cards"), document.get("seats")
    if not isinstance(ruleset, str):
        raise InvalidPosition("ruleset", "must be a name")
    if not isinstance(options, dict):
        raise InvalidPosition("options", "must be an object")
    if edits is not None and not isinstance(edits, dict):
        raise InvalidPosition("cards", "must be an object")
    if type(seats) is not int:
        raise InvalidPosition("seats", "must be a whole number")
    try:
        return game.ruleset.prepare(game, seats, ruleset, options, edits)
    except InvalidSetup as error:
        raise InvalidPosition("ruleset, options or seats", str(error)) from None
    except InvalidCards as error:
        raise InvalidPosition("cards", str(error)) from None


class View:
    """All that a seat (or a spectator) may know of a position: what bots choose from and clients are sent.

    Views are equal if the same seat looks at the same table; they can be keys of a dictionary.
    """

    __slots__ = ("_legal", "_state", "seat", "setup")

    def __init__(self, setup: Setup, seat: int | None, redacted: Any, legal: tuple[Action, ...] | None = None) -> None:
        self.setup = setup
        self.seat = seat
        self._state = redacted
        self._legal = legal

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def to_act(self) -> int:
        return self._state.to_act  # type: ignore[no-any-return]

    @property
    def state(self) -> Any:
        """The redacted flat record."""
        return self._state

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions if it is this seat's turn to act, otherwise none. Found from the view alone."""
        if self._legal is None:
            self._legal = ()
            if self.seat is not None and self._state.to_act == self.seat:
                buffer = [0] * (self.game.action_count + 1)
                count = self.setup.rules.legal(self._state, self.setup.tables, buffer)
                self._legal = tuple(buffer[:count])
        legal = LegalActions(self._legal)
        legal.moment = (self, self._legal)
        return legal

    def text(self, action: Action) -> str:
        return self.game.notation.action_text(self.setup, self._state, action)

    def action_of(self, text: str) -> Action | None:
        """Return the legal action of this neutral text, or None."""
        return next((action for action in self.legal if self.text(action) == text), None)

    def describe(self, action: Action, language: Language = "en") -> str:
        return self.game.words.describe(self.setup, self._state, action, language)

    def show(self, language: Language = "en") -> str:
        """Return the table as plain text."""
        return self.game.words.show(self, language)

    def __str__(self) -> str:
        return self.show()

    def __repr__(self) -> str:
        looking = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<view of {looking}: {self.game.title}, {self.setup.ruleset}, {self.setup.seats} seats>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat and self.setup == other.setup and values_of(self._state) == values_of(other._state)
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.setup, repr(values_of(self._state))))

    def sample(self, rng: Rng) -> Position:
        """Return a full position that agrees with everything this view knows, drawn with the right odds."""
        full = blank(self.game.state_class, self.setup.seats)
        looking = UNKNOWN if self.seat is None else self.seat
        self.setup.rules.complete(self._state, self.setup.tables, looking, rng.stream, full)
        return Position(self.setup, full)

    def to_json(self) -> Json:
        """Return the view as a document: a position with what is hidden left out, and the seat that looks."""
        document = self.setup.to_json() | self.game.notation.state_to_json(self.setup, self._state)
        return document | {"seat": self.seat, "legal": [self.text(action) for action in self.legal]}

    def tensor(self) -> NDArray[np.float32]:
        """Return every field of the view in one row of numbers, seats counted from the seat that looks."""
        import numpy as np

        first, seats = self.seat or 0, self.setup.seats
        parts = []
        for field in fields_of(self.game.state_class):
            value = np.asarray(getattr(self._state, field.name), dtype=np.float32)
            if field.is_seat and value >= 0:
                value = (value - first) % seats
            elif field.dimensions[:1] == (SEATS,):
                value = np.roll(value, -first, axis=0)
            parts.append(np.ravel(value))
        return np.concatenate(parts)


def joined(words: Iterable[str]) -> str:
    """Return words as a list for error messages: 'a, b or c'."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
