"""What people and programs hold in their hands: Game, Position, View, Outcome, and the errors.

A `Position` feels like a chess board of python-chess: `legal` can be iterated, counted and asked with `in`; `push`
takes an action number or its text; text goes both ways. Chance is a player: while `to_act` is CHANCE, `odds` tells
what may happen and `settle` lets it happen from an explicit random stream.
"""

from __future__ import annotations

import abc
import copy
import dataclasses
import functools
import hashlib
import importlib
import json
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from verso.core import kernel
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, SEATS, UNKNOWN, Record, blank, fields_of, values_of

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
    """A card file cannot be used; the message names file, key and reason."""


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


@dataclasses.dataclass(frozen=True, slots=True)
class Wanted:
    """What would complete what a seat is collecting: nothing more if `complete`, else any one of these faces."""

    complete: bool
    faces: Sequence[str]


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
        """A short hash of all figures: two setups with the same fingerprint play the same game."""
        text = json.dumps([self.game.name, self.seats, self.figures()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @functools.cached_property
    def rules(self) -> kernel.Engine:
        return self.game.interpreted

    def figures(self) -> Json:
        """Return everything that decides how the game plays, by names that outlive changes of the tables' layout."""
        return values_of(self.tables)

    def to_json(self) -> Json:
        """Return the part of a position document that names the setup."""
        document: Json = {"game": self.game.name, "ruleset": self.ruleset, "options": dict(self.options)}
        if self.edits:
            document["cards"] = dict(self.edits)
        document["seats"] = self.seats
        return document


class Game(abc.ABC):
    """One game: its rules in both ways of running, its rulesets, its notation and its words."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[str]
    """The module with the rules, by name."""
    policy: ClassVar[tuple[str, ...]] = ()
    hides: ClassVar[bool] = True
    """Whether a seat may know something that another may not. False only where every view is the same."""

    # --- what a game supplies

    @abc.abstractmethod
    def rulesets(self) -> Mapping[str, str]:
        """Return the rulesets by name, the default first, each with one sentence about it."""

    @abc.abstractmethod
    def prepare(
        self, seats: int | None, ruleset: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
    ) -> Setup:
        """Return the setup, or raise InvalidSetup or InvalidCards."""

    @abc.abstractmethod
    def load_cards(self, text: str, file: str) -> Mapping[str, Any]:
        """Read a card file and return its edits, or raise InvalidCards."""

    @abc.abstractmethod
    def text(self, setup: Setup, state: Any, action: Action) -> str:
        """Return the neutral text of an action number."""

    @abc.abstractmethod
    def read(self, setup: Setup, state: Any, text: str) -> Sequence[Action]:
        """Return the action or actions that a neutral text means, legal or not."""

    @abc.abstractmethod
    def describe(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        """Return the words for an action."""

    @abc.abstractmethod
    def why_not(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        """Return the sentence that says why an action is not legal now."""

    @abc.abstractmethod
    def outcome(self, setup: Setup, state: Any) -> Outcome:
        """Return how a finished game ended."""

    @abc.abstractmethod
    def state_to_json(self, setup: Setup, state: Any) -> Json:
        """Return the state as a document, without the keys of the setup."""

    def state_to_json_after(self, setup: Setup, state: Any, before: Any, document: Json) -> Json:
        """Return the same as `state_to_json`, where the document of a state not long before is at hand.

        Parts that have not changed may be shared with it, so neither of the two must be changed afterwards.
        """
        return self.state_to_json(setup, state)

    @abc.abstractmethod
    def state_from_json(self, setup: Setup, document: Json) -> Any:
        """Return the state a document describes, or raise InvalidPosition naming the key."""

    @abc.abstractmethod
    def describe_outcome(self, setup: Setup, state: Any, language: Language) -> str:
        """Return how a finished game ended, in words."""

    @abc.abstractmethod
    def show(self, view: View, language: Language) -> str:
        """Return the table as a person at this seat sees it, as plain text."""

    def census(self, setup: Setup, state: Any) -> Mapping[str, int]:
        """Count the cards in all zones of a state, by physical card and whichever side is up (law 6)."""
        raise NotImplementedError(f"{self.name} does not count its cards: law 6 needs `census`")

    def leaving(self, setup: Setup, state: Any, action: Action) -> Mapping[str, int]:
        """Return the cards that a legal action takes out of the game; in most games none."""
        return {}

    def tell(self, before: View, action: Action, after: View, language: Language) -> list[str]:
        """Return in words what the seat that looks may know of an action, and what it led to (a turn that ended).

        A game with hidden cards must override this: the number of an action can say more than a seat may know.
        """
        return [before.describe(action, language)]

    def suggest(self, setup: Setup, state: Any) -> str | None:
        """Return a longer move, as neutral text, that the seat to act could make as it stands: a phase to lay, say."""
        return next(iter(self.suggestions(setup, state, 1)), None)

    def suggestions(self, setup: Setup, state: Any, most: int) -> list[str]:
        """Return longer moves that the seat to act could make, the best first, each as one neutral text."""
        return []

    def describe_move(self, setup: Setup, state: Any, text: str, language: Language) -> str:
        """Return one of the suggested moves in words."""
        return text

    def wanted(self, setup: Setup, state: Any, seat: int) -> Wanted | None:
        """Return what would complete what a seat collects, from what it may know; None where it collects nothing."""
        return None

    def takes(self, setup: Setup, state: Any) -> list[list[int]]:
        """Return the numbers that each group on the table, in its order, can still take; empty without groups."""
        return []

    def facts(self, setup: Setup, state: Any, seat: int | None = None) -> int | None:
        """Return how many things a seat has been shown, or all together, so that a rise tells of something revealed.

        None where a game does not count them.
        """
        return None

    def options(self, ruleset: str) -> Sequence[Option]:
        """Return what a ruleset leaves to those who play."""
        return ()

    def about_ruleset(self, ruleset: str, language: Language) -> tuple[str, str]:
        """Return the title of a ruleset and a sentence about it."""
        return ruleset, self.rulesets()[ruleset]

    def about_option(self, option: str, language: Language) -> tuple[str, str]:
        """Return the title of an option and a sentence about it."""
        return option, ""

    def about_value(self, option: str, value: str, language: Language) -> str:
        """Return the words for one of the names that an option can have."""
        return value

    def summary(self, setup: Setup, language: Language) -> str:
        """Return the rules in a few lines, for somebody who sits down to play."""
        return self.rulesets()[setup.ruleset]

    def card_rows(self, setup: Setup, language: Language) -> list[Json]:
        """Return every face with its figures and where each comes from, a front and its back after each other.

        A row is `{"code", "name", "other", "figures", "abilities", "counts"}`: `other` the code of the other side,
        `figures` a list of `{"key", "label", "value", "from"}` (the columns of a table; `value` None where there is
        nothing), `abilities` a list of `{"text", "figures"}`, and `counts` how many there are, by label.
        """
        return []

    # --- what every game can do

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
        return kernel.interpreted(self.rules, *self.policy)

    def compiled(self, *, check_bounds: bool = False) -> kernel.Engine:
        """Return the compiled rules. The first use of a function compiles it unless the disk has it."""
        return kernel.compiled(self.rules, *self.policy, check_bounds=check_bounds)

    def setup(
        self,
        seats: int | None = None,
        ruleset: str | None = None,
        *,
        cards: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Setup:
        return self.setup_with(options, seats, ruleset, cards)

    def setup_with(
        self,
        options: Mapping[str, Any],
        seats: int | None = None,
        ruleset: str | None = None,
        cards: Mapping[str, Any] | None = None,
    ) -> Setup:
        """Return the setup for options that come from outside, whose names may be any: those unknown are refused."""
        return self.prepare(seats, ruleset or next(iter(self.rulesets())), options, cards)

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


_find_game: Callable[[str], Game] | None = None


def set_game_finder(finder: Callable[[str], Game]) -> None:
    """Tell the core how to find a game by name; `verso.games`, the only registry, calls this."""
    global _find_game
    _find_game = finder


def find_game(name: str) -> Game:
    if _find_game is None:
        raise InvalidSetup(f"no games are registered, so {name!r} cannot be found")
    return _find_game(name)


class Position:
    """A game at one moment, with every face that has been determined. Never send it to a player: send a `view`."""

    __slots__ = ("_actions", "_legal", "_origin", "_state", "setup")

    def __init__(self, setup: Setup, state: Any, origin: Json | None = None) -> None:
        self.setup = setup
        self._state = state
        self._origin = origin
        self._actions: list[Action] = []
        self._legal: tuple[Action, ...] | None = None

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
        return self._legal

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
        return self.game.outcome(self.setup, self._state) if self.to_act == OVER else None

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
        self.setup.rules.apply(self._state, self.setup.tables, action)
        self._actions.append(action)
        self._legal = None

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
            return {"en": "the game is over", "pt-BR": "a partida acabou"}[language]
        return self.game.why_not(self.setup, self._state, self._in_range(action), language)

    def settle(self, rng: Rng) -> list[Action]:
        """Let chance act, by the exact odds, until a seat is to act or the game is over; return what happened."""
        happened = []
        while self._state.to_act == CHANCE:
            action = self.setup.rules.draw(self._state, self.setup.tables, rng.stream, self._buffer(), self._buffer())
            self.push(action)
            happened.append(action)
        return happened

    # --- text

    def text(self, action: Action) -> str:
        """Return an action's neutral text; raises InvalidAction for a number that names nothing here."""
        return self.game.text(self.setup, self._state, self._in_range(action))

    def parse(self, text: str) -> Action:
        """Return the one action a text means: neutral notation, or the words of `describe` in any language."""
        actions = self.parse_all(text)
        if len(actions) != 1:
            raise InvalidAction(f"{text!r} is a move of {len(actions)} actions: push it, or use parse_all")
        return actions[0]

    def parse_all(self, text: str) -> tuple[Action, ...]:
        """Return the actions a text means; a move such as laying down a phase is a sequence of them."""
        try:
            return tuple(self.game.read(self.setup, self._state, text))
        except InvalidAction:
            for language in LANGUAGES:
                for action in self.legal:
                    if text == self.describe(action, language):
                        return (action,)
            raise

    def describe(self, action: Action, language: Language = "en") -> str:
        """Return an action in words for people."""
        return self.game.describe(self.setup, self._state, self._in_range(action), language)

    # --- copies, views, documents

    def copy(self) -> Position:
        made = Position(self.setup, self._state.copy(), self._origin)
        made._actions = self._actions[:]
        made._legal = self._legal
        return made

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know, or a spectator for None."""
        if seat is not None and not 0 <= seat < self.seats:
            raise InvalidSetup(f"there is no seat {seat} in a game of {self.seats}")
        redacted = blank(self.game.state_class, self.seats)
        looking = UNKNOWN if seat is None else seat
        self.setup.rules.redact(self._state, self.setup.tables, looking, redacted)
        return View(self.setup, seat, redacted)

    def look(self, seat: int | None) -> View:
        """Return the same as `view`, without a copy where nothing is hidden: for a position that is not pushed on."""
        if self.game.hides:
            return self.view(seat)
        return View(self.setup, seat, self._state, self.legal if seat == self._state.to_act else None)

    def to_json(self) -> Json:
        """Return the position as a document that `from_json` reads back."""
        return self.setup.to_json() | self.game.state_to_json(self.setup, self._state)

    @classmethod
    def from_json(cls, document: Json | str) -> Position:
        """Set up any situation; a document that breaks the rules of the box raises InvalidPosition."""
        if isinstance(document, str):
            document = load_json(document)
        if not isinstance(document, dict):
            raise InvalidPosition("document", "must be an object")
        setup = _setup_from_json(document)
        rest = {key: value for key, value in document.items() if key not in _SETUP_KEYS}
        return cls(setup, setup.game.state_from_json(setup, rest), origin=copy.deepcopy(document))

    def __repr__(self) -> str:
        return f"<{self.game.title}, {self.setup.ruleset}, {self.seats} seats, ply {self.ply}, to act {self.to_act}>"


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
    ruleset = document.get("ruleset", next(iter(game.rulesets())))
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
        return game.prepare(seats, ruleset, options, edits)
    except InvalidSetup as error:
        raise InvalidPosition("ruleset, options or seats", str(error)) from None
    except InvalidCards as error:
        raise InvalidPosition("cards", str(error)) from None


class View:
    """All that a seat (or a spectator) may know of a position: what bots choose from and clients are sent."""

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
        return self._legal

    def text(self, action: Action) -> str:
        return self.game.text(self.setup, self._state, action)

    def describe(self, action: Action, language: Language = "en") -> str:
        return self.game.describe(self.setup, self._state, action, language)

    def show(self, language: Language = "en") -> str:
        """Return the table as plain text."""
        return self.game.show(self, language)

    def sample(self, rng: Rng) -> Position:
        """Return a full position that agrees with everything this view knows, drawn with the right odds."""
        full = blank(self.game.state_class, self.setup.seats)
        looking = UNKNOWN if self.seat is None else self.seat
        self.setup.rules.complete(self._state, self.setup.tables, looking, rng.stream, full)
        return Position(self.setup, full)

    def to_json(self) -> Json:
        """Return the view as a document: a position with what is hidden left out, and the seat that looks."""
        document = self.setup.to_json() | self.game.state_to_json(self.setup, self._state)
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
