"""What is said of the game."""

from __future__ import annotations

from typing import Any

from hidden import rules
from hidden.notation import action_text
from verso.core.contracts.parts import Names
from verso.core.game import Action, Game, Language, Setup, View
from verso.core.general import seat_name


def describe(setup: Setup, state: Any, action: Action, language: Language, names: Names = None) -> str:
    return f"{seat_name(max(0, state.to_act), language, names)}: {action_text(setup, state, action)}"


def tell(before: View, action: Action, after: View, language: Language, names: Names = None) -> list[str]:
    if action < rules.DEAL:
        return [action_text(before.setup, before.state, action)]
    card, name = after.state.hand[before.state.dealing], seat_name(before.state.dealing, language, names)
    return [f"{name} gets {'a card' if card < 0 else f'secret-{card}'}"]


def describe_outcome(setup: Setup, state: Any, language: Language, names: Names = None) -> str:
    return f"{', '.join(seat_name(seat, language, names) for seat in range(setup.seats))}: over"


def show(view: View, language: Language) -> str:
    return ""


def about_ruleset(game: Game, ruleset: str, language: Language) -> tuple[str, str]:
    return ruleset, "the only one"
