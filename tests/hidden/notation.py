"""Actions and positions of the game, as text and as documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hidden import rules
from verso.core.contracts.parts import Moved, Place
from verso.core.game import Action, InvalidAction, Json, Outcome, Setup, View

VERBS = {"show": rules.SHOW, "keep": rules.KEEP, "swap": rules.SWAP}


def action_text(setup: Setup, state: Any, action: Action) -> str:
    if action >= rules.DEAL:
        return f"card secret-{action - rules.DEAL}"
    return next(verb for verb, number in VERBS.items() if number == action)


def read(setup: Setup, state: Any, text: str) -> Sequence[Action]:
    if text in VERBS:
        return (VERBS[text],)
    if text.startswith("card secret-"):
        return (rules.DEAL + int(text.removeprefix("card secret-")),)
    raise InvalidAction(f"{text!r} is not an action")


def outcome(setup: Setup, state: Any) -> Outcome:
    shown = [(state.hand[seat], seat) for seat in range(setup.seats) if state.shown[seat]]
    winners = (max(shown)[1],) if shown else ()
    return Outcome(winners, "cards", tuple(int(seat in winners) for seat in range(setup.seats)), False)


def state_to_json(setup: Setup, state: Any) -> Json:
    def card(number: int) -> str | None:
        return f"secret-{number}" if number >= 0 else None

    hands = [card(number) for number in state.hand]
    left = [f"secret-{number}" for number, there in enumerate(state.stock) if there == 1]
    return {"to_act": state.to_act, "hands": hands, "stock": left, "left": state.left, "shown": state.shown[:]}


def moved(before: View, action: Action, after: View) -> list[Moved]:
    if action < rules.DEAL:
        return []
    seat = before.state.dealing
    card = after.state.hand[seat]
    return [Moved(Place("stock"), Place("hand", seat), f"secret-{card}" if card >= 0 else None)]


def state_from_json(setup: Setup, document: Json) -> Any:
    raise NotImplementedError
