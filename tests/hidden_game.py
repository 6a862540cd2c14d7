"""A tiny game with hidden cards, for tests of everything that must not tell them. Rules in hidden_rules.py."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import hidden_rules as rules
from verso.core.game import Action, Game, InvalidAction, Json, Language, Outcome, Setup, View, set_game_finder
from verso.core.spec import blank
from verso.games import game as find_shipped

VERBS = {"show": rules.SHOW, "keep": rules.KEEP, "swap": rules.SWAP}


class HiddenCards(Game):
    name: ClassVar[str] = "hidden-cards"
    title: ClassVar[str] = "Hidden Cards"
    seats: ClassVar[range] = range(2, 5)
    rules: ClassVar[str] = "hidden_rules"

    def rulesets(self) -> Mapping[str, str]:
        return {"standard": "the only one"}

    def prepare(
        self, seats: int | None, ruleset: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
    ) -> Setup:
        count = seats or 2
        tables = blank(rules.Tables, count)
        tables.seats = count
        return Setup(self, ruleset, count, options, edits or {}, tables)

    def load_cards(self, text: str, file: str) -> Mapping[str, Any]:
        return {}

    def text(self, setup: Setup, state: Any, action: Action) -> str:
        if action >= rules.DEAL:
            return f"card secret-{action - rules.DEAL}"
        return next(verb for verb, number in VERBS.items() if number == action)

    def read(self, setup: Setup, state: Any, text: str) -> Sequence[Action]:
        if text in VERBS:
            return (VERBS[text],)
        if text.startswith("card secret-"):
            return (rules.DEAL + int(text.removeprefix("card secret-")),)
        raise InvalidAction(f"{text!r} is not an action")

    def describe(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return self.text(setup, state, action)

    def tell(self, before: View, action: Action, after: View, language: Language) -> list[str]:
        if action < rules.DEAL:
            return [self.text(before.setup, before.state, action)]
        card = after.state.hand[before.state.dealing]
        return [f"seat {before.state.dealing} gets {'a card' if card < 0 else f'secret-{card}'}"]

    def why_not(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return "not now"

    def outcome(self, setup: Setup, state: Any) -> Outcome:
        shown = [(state.hand[seat], seat) for seat in range(setup.seats) if state.shown[seat]]
        winners = (max(shown)[1],) if shown else ()
        return Outcome(winners, "cards", tuple(int(seat in winners) for seat in range(setup.seats)), False)

    def describe_outcome(self, setup: Setup, state: Any, language: Language) -> str:
        return "over"

    def state_to_json(self, setup: Setup, state: Any) -> Json:
        def card(number: int) -> str | None:
            return f"secret-{number}" if number >= 0 else None

        hands = [card(number) for number in state.hand]
        left = [f"secret-{number}" for number, there in enumerate(state.stock) if there == 1]
        return {"to_act": state.to_act, "hands": hands, "stock": left, "left": state.left, "shown": state.shown[:]}

    def state_from_json(self, setup: Setup, document: Json) -> Any:
        raise NotImplementedError

    def show(self, view: View, language: Language) -> str:
        return ""


HIDDEN = HiddenCards()


def _find(name: str) -> Game:
    return HIDDEN if name == HIDDEN.name else find_shipped(name)


@contextlib.contextmanager
def hidden_game() -> Iterator[HiddenCards]:
    """Make the game findable for a while."""
    set_game_finder(_find)
    try:
        yield HIDDEN
    finally:
        set_game_finder(find_shipped)
