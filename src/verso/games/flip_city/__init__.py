"""Flip City (Chen, Chih-Fan, 2014): a push-your-luck deck-builder for one to four with double-sided cards.

Sources: the English (2015) and Brazilian (2025) rulebooks; figures as marked in cards.toml. Rulings FC-01 to FC-66 in
docs/rules/flip-city.md. Two players: 256 bytes of state. No hidden information but the order of the decks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from verso.core.game import Action, Game, Json, Language, Option, Outcome, Setup, View
from verso.games.flip_city import notation, rules, ruleset, text
from verso.games.flip_city.ruleset import FlipCitySetup


class FlipCity(Game):
    """The game as the shell around `rules.py`."""

    name: ClassVar[str] = "flip-city"
    title: ClassVar[str] = "Flip City"
    seats: ClassVar[range] = range(1, 5)
    rules: ClassVar[str] = rules.__name__
    hides: ClassVar[bool] = False

    def rulesets(self) -> Mapping[str, str]:
        return {name: ruleset.load_ruleset(name)["about"]["en"] for name in ruleset.ruleset_names()}

    def prepare(
        self,
        seats: int | None,
        ruleset_name: str,
        options: Mapping[str, Any],
        edits: Mapping[str, Any] | None,
    ) -> FlipCitySetup:
        return ruleset.prepare(self, seats, ruleset_name, options, edits)

    def options(self, ruleset_name: str) -> Sequence[Option]:
        return ruleset.options_of(ruleset_name)

    def about_ruleset(self, ruleset_name: str, language: Language) -> tuple[str, str]:
        title = text.words_for(language)(f"ruleset-{ruleset_name}")
        return title, ruleset.load_ruleset(ruleset_name)["about"][language]

    def about_option(self, option: str, language: Language) -> tuple[str, str]:
        name, say = option.replace("_", "-"), text.words_for(language)
        return say(f"option-{name}"), say(f"help-{name}")

    def load_cards(self, text: str, file: str) -> Mapping[str, Any]:
        return ruleset.load_edits(text, file)

    def text(self, setup: Setup, state: Any, action: Action) -> str:
        return notation.action_text(_own(setup), action)

    def read(self, setup: Setup, state: Any, text: str) -> Sequence[Action]:
        return (notation.read_action(_own(setup), state, text),)

    def describe(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return text.describe(_own(setup), state, action, language)

    def why_not(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return text.why_not(_own(setup), state, action, language)

    def outcome(self, setup: Setup, state: Any) -> Outcome:
        won = state.result in (rules.WON_BY_POINTS, rules.WON_BY_CARDS)
        winners = (state.seat,) if won else ()
        scores = tuple(int(seat in winners) for seat in range(setup.seats))
        reason = next(name for name, number in notation.RESULTS.items() if name and number == state.result)
        details = {"turns": state.turn, "supply": rules.supply_left(state)}  # FC-66
        return Outcome(winners, reason, scores, state.result == rules.TRUNCATED, details)

    def describe_outcome(self, setup: Setup, state: Any, language: Language) -> str:
        return text.describe_outcome(_own(setup), state, language)

    def state_to_json(self, setup: Setup, state: Any) -> Json:
        return notation.state_to_json(_own(setup), state)

    def state_to_json_after(self, setup: Setup, state: Any, before: Any, document: Json) -> Json:
        return notation.state_to_json_after(_own(setup), state, before, document)

    def state_from_json(self, setup: Setup, document: Json) -> Any:
        return notation.state_from_json(_own(setup), document)

    def show(self, view: View, language: Language) -> str:
        return text.show(view, language)

    def tell(self, before: View, action: Action, after: View, language: Language) -> list[str]:
        return text.tell(before, action, after, language)

    def summary(self, setup: Setup, language: Language) -> str:
        return text.summary(_own(setup), language)

    def card_rows(self, setup: Setup, language: Language) -> list[Json]:
        return text.card_rows(_own(setup), language)

    def census(self, setup: Setup, state: Any) -> Mapping[str, int]:
        return notation.census(_own(setup), state)

    def leaving(self, setup: Setup, state: Any, action: Action) -> Mapping[str, int]:
        verb, face, _ = notation.parts(action)
        gone = verb == "remove" or (verb == "flip" and setup.seats == 1 and setup.tables.give_away[face])
        return {_own(setup).code(face & ~1): 1} if gone else {}  # FC-61, FC-64


def _own(setup: Setup) -> FlipCitySetup:
    assert isinstance(setup, FlipCitySetup)
    return setup
