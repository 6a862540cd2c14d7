"""Phase 10 Flip (Mattel): a rummy of ten phases for two to six, played with double-sided cards that all flip at once.

Source: the Brazilian rulebook; the deck is inferred, deck.csv. Rulings PF-01 to PF-62 in docs/rules/phase-10-flip.md.
Two players: about 1 kB of state. Hidden is which card is which, as far as a seat has not seen both faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from verso.core.game import Action, Game, Json, Language, Option, Outcome, Setup, View, Wanted
from verso.games.phase10_flip import notation, rules, ruleset, text
from verso.games.phase10_flip.ruleset import Phase10FlipSetup
from verso.games.phase10_flip.text import MOST_LAY_DOWNS


class Phase10Flip(Game):
    """The game as the shell around `rules.py`."""

    name: ClassVar[str] = "phase-10-flip"
    title: ClassVar[str] = "Phase 10 Flip"
    seats: ClassVar[range] = ruleset.SEATS
    rules: ClassVar[str] = rules.__name__

    def rulesets(self) -> Mapping[str, str]:
        return {name: ruleset.load_ruleset(name)["about"]["en"] for name in ruleset.ruleset_names()}

    def prepare(
        self,
        seats: int | None,
        ruleset_name: str,
        options: Mapping[str, Any],
        edits: Mapping[str, Any] | None,
    ) -> Phase10FlipSetup:
        return ruleset.prepare(self, seats, ruleset_name, options, edits)

    def options(self, ruleset_name: str) -> Sequence[Option]:
        return ruleset.options_of(ruleset_name)

    def about_ruleset(self, ruleset_name: str, language: Language) -> tuple[str, str]:
        title = text.words_for(language)(f"ruleset-{ruleset_name}")
        return title, ruleset.load_ruleset(ruleset_name)["about"][language]

    def about_option(self, option: str, language: Language) -> tuple[str, str]:
        name, say = option.replace("_", "-"), text.words_for(language)
        return say(f"option-{name}"), say(f"help-{name}")

    def about_value(self, option: str, value: str, language: Language) -> str:
        name, each = option.replace("_", "-"), value.replace("_", "-")
        return text.words_for(language)(f"value-{name}-{each}")

    def load_cards(self, text: str, file: str) -> Mapping[str, Any]:
        return ruleset.load_cards(text, file)

    def text(self, setup: Setup, state: Any, action: Action) -> str:
        return notation.action_text(_own(setup), state, action)

    def read(self, setup: Setup, state: Any, text: str) -> Sequence[Action]:
        return notation.Reader(_own(setup), state).read(text)

    def describe(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return text.describe(_own(setup), state, action, language)

    def why_not(self, setup: Setup, state: Any, action: Action, language: Language) -> str:
        return text.why_not(_own(setup), state, action, language)

    def outcome(self, setup: Setup, state: Any) -> Outcome:
        winners = tuple(seat for seat in range(setup.seats) if state.winner[seat])
        reason = next(name for name, number in notation.RESULTS.items() if name and number == state.result)
        truncated = state.result == rules.TRUNCATED
        return Outcome(winners, reason, tuple(state.score), truncated, {"rounds": state.round})

    def describe_outcome(self, setup: Setup, state: Any, language: Language) -> str:
        return text.describe_outcome(_own(setup), state, language)

    def state_to_json(self, setup: Setup, state: Any) -> Json:
        return notation.state_to_json(_own(setup), state)

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

    def facts(self, setup: Setup, state: Any, seat: int | None = None) -> int:
        eyes = -1 if seat is None else 3 << 2 * seat  # each seat has two bits of what is seen
        threads = zip(state.seen, state.born, strict=True)
        return sum((seen & eyes).bit_count() for seen, born in threads if born != rules.NOTHING)

    # --- lay-downs, for bots and for the interface

    def lay_downs(self, setup: Setup, state: Any, most: int = MOST_LAY_DOWNS) -> list[list[Action]]:
        """Return the lay-downs of the seat whose turn it is, each as the actions that make it."""
        return text.lay_downs(_own(setup), state, most)

    def lay_text(self, setup: Setup, state: Any, actions: Sequence[Action]) -> str:
        """Return a lay-down as one text that `push` takes."""
        return notation.lay_text(_own(setup), state, actions)

    def suggestions(self, setup: Setup, state: Any, most: int) -> list[str]:
        """Return good lay-downs of the seat whose turn it is, each as one text."""
        return text.suggestions(_own(setup), state, most)

    def describe_move(self, setup: Setup, state: Any, move: str, language: Language) -> str:
        return text.describe_lay_down(_own(setup), state, move, language)

    def takes(self, setup: Setup, state: Any) -> list[list[int]]:
        return text.takes(state)

    def wanted(self, setup: Setup, state: Any, seat: int) -> Wanted | None:
        return text.wanted(_own(setup), state, seat)


def _own(setup: Setup) -> Phase10FlipSetup:
    assert isinstance(setup, Phase10FlipSetup)
    return setup
