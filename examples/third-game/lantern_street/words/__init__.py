"""What is said of the game."""

from __future__ import annotations

from typing import Any

from lantern_street import rules
from lantern_street.notation import action_text, lantern_text
from verso.core.contracts.parts import Names
from verso.core.game import Action, Language, Setup, View
from verso.core.general import seat_name
from verso.core.telling import Clause


def describe(setup: Setup, state: Any, action: Action, language: Language, names: Names = None) -> str:
    say = setup.game.catalogue(language)
    if action == rules.TURN:
        return say("turn")
    if action >= rules.DEAL:
        return say("deal", lantern=action_text(setup, state, action).partition(" ")[2])
    slot, shining = action - rules.HANG, state.day if state.side == rules.DAY else state.night
    number = shining[state.to_act][slot]  # of the side that its owner sees, and no more: also owners are told this
    return say("hang", slot=slot + 1, number=number if number > 0 else "?")


def describe_outcome(setup: Setup, state: Any, language: Language, names: Names = None) -> str:
    outcome, say = setup.game.notation.outcome(setup, state), setup.game.catalogue(language)
    winners = ", ".join(seat_name(seat, language, names) for seat in outcome.winners)
    return say("won", winners=winners, count=len(outcome.winners), light=max(outcome.scores))


def tell(before: View, action: Action, after: View, language: Language, names: Names = None) -> list[str]:
    if action >= rules.DEAL:
        return []
    say, state, seat = before.game.catalogue(language), after.state, before.to_act
    if action == rules.TURN:
        return [Clause(say("turned"))]
    place = before.state.hung[seat]
    return [Clause(say("hung", lantern=lantern_text(state.hung_day[seat][place], state.hung_night[seat][place])))]
