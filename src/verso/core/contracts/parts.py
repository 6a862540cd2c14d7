"""The parts of a game around its kernels: how it is set up, written, told, and what else it may know of itself.

A part is a module of the game's folder (`Game.part`). A function that is marked *general* may be left out: then
`core/general.py` has one that serves every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

if TYPE_CHECKING:
    from verso.core.game import Action, Game, Json, Language, Option, Outcome, Setup, View

Names = Sequence[str] | None
"""What those at the table are called, by seat; None where they have no names: then seats are counted from 1."""


def supplied(contract: type[Any]) -> Iterator[str]:
    """Return the names that a contract wants from a module."""
    yield from contract.__annotations__
    yield from (name for name, value in vars(contract).items() if callable(value) and not name.startswith("_"))


class Rulesets(Protocol):
    """`ruleset`: which rulesets there are, what they leave open, and the tables they make of the cards."""

    def ruleset_names(self) -> Sequence[str]:
        """Return the names of all rulesets, the default first."""

    def prepare(
        self, game: Game, seats: int | None, ruleset: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
    ) -> Setup:
        """Return the setup, or raise InvalidSetup or InvalidCards."""

    def options_of(self, ruleset: str) -> Sequence[Option]:
        """Return what a ruleset leaves to those who play. General: nothing."""

    def load_edits(self, text: str, file: str) -> Mapping[str, Any]:
        """Read a card file and return its edits, or raise InvalidCards. General: cards cannot be changed."""


class Notation(Protocol):
    """`notation`: actions and positions as neutral text and as documents."""

    def action_text(self, setup: Setup, state: Any, action: Action) -> str:
        """Return the neutral text of an action number."""

    def read(self, setup: Setup, state: Any, text: str) -> Sequence[Action]:
        """Return the action or actions that a neutral text means, legal or not; raises InvalidAction."""

    def action_parts(self, setup: Setup, state: Any, action: Action) -> msgspec.Struct:
        """Return what an action does with which card, as one of the game's declared structs (`ACTIONS`).

        General: its text, in words.
        """

    def outcome(self, setup: Setup, state: Any) -> Outcome:
        """Return how a finished game ended. General: what the part `ends` says, of a game that has one."""

    def state_to_json(self, setup: Setup, state: Any) -> Json:
        """Return a state, redacted or not, as a document, without the keys of the setup."""

    def state_from_json(self, setup: Setup, document: Json) -> Any:
        """Return the state a document describes, or raise InvalidPosition naming the key."""

    def shown(self, setup: Setup, state: Any) -> Json:
        """Return a state, redacted or not, as tables show it (`VIEW`): every card with all its faces that are known.

        General: `state_to_json`.
        """

    def shown_after(self, setup: Setup, state: Any, before: Any, document: Json) -> Json:
        """Return the same as `shown`, where the document of a state not long before is at hand.

        Parts that have not changed may be shared with it, so neither of the two must be changed afterwards. General:
        nothing is shared.
        """

    def between(self, setup: Setup, state: Any, action: Action) -> Any | None:
        """Return the state at a moment inside an action that everybody sees and that has passed when it is done.

        A round that is counted before its cards are gathered is such a moment. It is shown like any other state, to
        each seat what `redact` leaves of it; nobody acts in it. General: there is none.
        """

    def moved(self, before: View, action: Action, after: View) -> Sequence[Moved]:
        """Return which cards an action moves, as far as the seat that looks may know. General: none is named."""

    def remembered(self, before: View, action: Action, after: View, so_far: Json) -> Json:
        """Return what a table keeps in sight of the game so far, after one more action; it joins the view (`VIEW`).

        `so_far` is what was returned before that action, {} at the beginning, and must not be changed. Both views are a
        spectator's, so that everybody may see what is made of them. General: nothing is kept.
        """

    def marks(self, before: View, action: Action, after: View) -> Sequence[str]:
        """Return what an action is in the course of the game: for time lines, and for logs by turn.

        Three names mean the same in every game: `turn` and `round` end with the action, and a `deal` only brings cards,
        which logs fold away. Any other is the game's own and has a message `mark-…`. From what everybody sees. General:
        a turn ends where the next to act is somebody else.
        """

    def census(self, setup: Setup, state: Any) -> Mapping[str, int]:
        """Count the cards in all zones of a state, by physical card and whichever side is up (law 6)."""

    def leaving(self, setup: Setup, state: Any, action: Action) -> Mapping[str, int]:
        """Return the cards that a legal action takes out of the game. General: none."""

    def revealed(self, setup: Setup, state: Any, seat: int | None = None) -> int | None:
        """Return how many things a seat has been shown, or all together, so that a rise tells of something revealed.

        General: None, they are not counted.
        """


class Place(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a card lies: a zone of the game, whose it is, and which place of it."""

    zone: str
    seat: int | None = None
    key: str | int | None = None


class Moved(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"source": "from", "target": "to"}):
    """A card goes from one place to another. `face` is what is seen of it before, `turned` after, if that differs."""

    source: Place
    target: Place
    face: str | None = None
    turned: str | None = None
    card: int | None = None
    """Which physical card it is, where a game tells them apart and the seat may know."""


class Words(Protocol):
    """`words`: everything that is said of the game, in every language."""

    def describe(self, setup: Setup, state: Any, action: Action, language: Language, names: Names = None) -> str:
        """Return an action in words."""

    def why_not(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        """Return the sentence that says why an action is not legal now. General: that it is not."""

    def describe_outcome(self, setup: Setup, state: Any, language: Language, names: Names = None) -> str:
        """Return how a finished game ended, in words."""

    def tell(self, before: View, action: Action, after: View, language: Language, names: Names = None) -> list[str]:
        """Return in words what the seat that looks may know of an action, and what it led to (a turn that ended).

        In the past tense. What the actor did is a `Clause` without its subject that begins with the verb (*bought a
        house*); everything else is a sentence. `core/telling.py` makes one text of several. Of an action with a
        moment inside it (`between`) a table tells first what leads to that moment, then what leads on from it.

        General: the action itself to whoever did it and where nothing is hidden; to others, that somebody acted.
        """

    def show(self, view: View, language: Language) -> str:
        """Return the table as a person at this seat sees it, as plain text. General: the view's document."""

    def summary(self, setup: Setup, language: Language) -> str:
        """Return the rules in a few lines, for somebody who sits down to play. General: what the ruleset is about."""

    def about_ruleset(self, game: Game, ruleset: str, language: Language) -> tuple[str, str]:
        """Return the title of a ruleset and a sentence about it. General: `ruleset-…` and `about-ruleset-…`."""

    def about_option(self, game: Game, option: str, language: Language) -> tuple[str, str]:
        """Return the title of an option and a sentence about it. General: messages `option-…` and `help-…`."""

    def about_value(self, game: Game, option: str, value: str, language: Language) -> str:
        """Return the words for one of the names that an option can have. General: message `value-…`."""

    def card_rows(self, setup: Setup, language: Language) -> list[Json]:
        """Return every face with its figures and where each comes from, a front and its back after each other.

        A row is `{"code", "name", "other", "figures", "abilities", "counts"}`: `other` the code of the other side,
        `figures` a list of `{"key", "label", "value", "from"}` (the columns of a table; `value` None where there is
        nothing), `abilities` a list of `{"text", "figures"}`, and `counts` how many there are, by label. General: none.
        """

    def card_sheet(self, setup: Setup) -> msgspec.Struct:
        """Return what a page must know of the cards and goals of a setup: a struct of the game's own (`SHEET`).

        Names and effects are in all languages, by language. General: nothing.
        """


class Moves(Protocol):
    """`moves`, optional: whole moves of several actions that a seat could make, and what it still lacks for one."""

    def suggestions(self, setup: Setup, state: Any, most: int) -> list[str]:
        """Return moves that the seat to act could make, the best first, each as one neutral text."""

    def describe_move(self, setup: Setup, state: Any, text: str, language: Language) -> str:
        """Return one of them in words."""

    def details(self, setup: Setup, state: Any, seat: int) -> msgspec.Struct:
        """Return what else the game knows of moves that a seat could make: a struct of its own (`DETAILS`)."""


class Odds(Protocol):
    """`odds`, optional: questions of the moment with exact answers.

    From the view alone: what the seat that looks cannot know makes no difference. A figure that was drawn instead of
    counted says so and comes with its interval. Every answer takes bounded time, whatever the position.
    """

    def check(self, view: View) -> None:
        """Raise InvalidSetup at a moment that has no odds; the others do so too."""

    def document(self, view: View) -> Json:
        """Return all odds of the moment as one document."""

    def figures(self, view: View) -> msgspec.Struct:
        """Return the few of them that a table shows: a struct of the game's own (`FIGURES`).

        Its `actions` say what each legal action itself leads to, nothing else being done in between, by neutral text.
        """

    def report(self, view: View, language: Language) -> str:
        """Return the odds as plain text."""


class Fact(msgspec.Struct, frozen=True):
    """Something that is true of an action and can be counted: a message of the game's words, and its figures.

    Text among the figures names things neutrally: a face by its code, an action by its neutral text.
    """

    message: str
    figures: dict[str, int | str]
    against: bool = False
    """Whether it speaks against the action: a hint that advises it does not say so, a review does."""
    decides: bool = False
    """Whether it says that the game is won: of two sure wins the one is advised that can be seen."""


class Facts(Protocol):
    """`facts`, optional: what can be counted and speaks for an action or against it, in the words of the game.

    From the view alone and by counting alone: everything said must be true, in every position.
    """

    def facts(self, view: View, action: Action, other: Action | None) -> Sequence[Fact]:
        """Return what speaks for a legal action, the weightiest first, or against it.

        `other` is the action that comes next to it.
        """

    def say_fact(self, view: View, fact: Fact, language: Language) -> str:
        """Return a fact as a clause that follows the action."""


class Player(Protocol):
    """`player`, optional: what the kernels of `policy` play with, and what search should know of them."""

    ROOM: int
    """How many floats the policy calculates in."""
    DOUBT: float
    """How far its judgement of the chance to win is off, in 95 of 100 positions, from what search finds."""

    def network_of(self, setup: Setup) -> Any:
        """Return the learned weights for a setup, as rows of floats."""

    def keen_network_of(self, setup: Setup) -> Any:
        """Return the weights with which games are played on where values are measured, always in full states.

        General: those of `network_of`. Where a game has kernels in `keen`, `keen_policy` plays on and its `evaluate`
        judges, at every moment.
        """

    def horizon(self, setup: Setup) -> int:
        """Return how far the clock moves before search trusts the policy's judgement: a turn of each seat, a round."""

    def teachable(self, setup: Setup) -> tuple[Any, Any, Any]:
        """Return what can be learned on a table: a network that plays as `network_of`, rows and columns in it of the
        weights that may become others, and how far each may at first. General: nothing.
        """

    def drags(self, view: View) -> bool:
        """Say whether it has gone on for so long that players may be walking in circles. General: no."""


class DrawnCard(NamedTuple):
    """A card in a picture: what stands large on it, what stands small, and its colour (as SVG names it, or none)."""

    label: str
    note: str = ""
    colour: str | None = None


class DrawnRow(NamedTuple):
    """A line of a picture, and the cards under it."""

    title: str
    cards: Sequence[DrawnCard] = ()
    bold: bool = False


class Picture(Protocol):
    """`picture`, optional: the table drawn as rows of cards, for notebooks and reports."""

    def rows(self, view: View) -> Iterable[DrawnRow]:
        """Return what is drawn of a view, from top to bottom. General: the view's document, key by key."""


class Yardstick(Protocol):
    """One of `PLAYERS` in `yardstick`, optional: plays by a rule that can be said, for others to be measured with."""

    def choose(self, view: View) -> Action:
        """Return one of the legal actions."""

    def reason(self, view: View, language: Language) -> str:
        """Say why."""
