"""Flip City by the public rule of thumb, to the letter: the yardstick that better players are measured with."""

from __future__ import annotations

from collections.abc import Iterator

from verso.core.game import Action, Language, View
from verso.games.flip_city import rules
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, PHASE_BUILD, PHASE_PLAY, PLAY, REMOVE, SHUFFLE, STOP
from verso.games.flip_city.ruleset import FlipCitySetup
from verso.games.flip_city.words import words_for


class Published:
    """Stations and Parks once the deck is calm enough, before that Churches, Factories and Convenience Stores."""

    def choose(self, view: View) -> Action:
        return _chosen(view)

    def reason(self, view: View, language: Language) -> str:
        return words_for(language)("by-rule", cash=view.state.cash, unhappy=view.state.unhappy)


PLAYERS = {"published": Published()}


def _chosen(view: View) -> Action:
    state = view.state
    if state.phase == PHASE_PLAY:
        return _play(view)
    if state.phase == PHASE_BUILD:
        return next(action for action in _builds(view) if action in view.legal)
    # The rule does not speak of playing alone: the fullest pile loses a card.
    return max(view.legal, key=lambda action: int(state.supply[action - REMOVE]))


def _play(view: View) -> Action:
    """At 2 unhappiness it never plays a visible unhappy card and never reshuffles; it stops when the turn wins."""
    s, t, legal = view.state, view.setup.tables, view.legal
    if STOP in legal:
        if rules.has_won(s, t):
            return STOP
        if s.unhappy >= 2 and (SHUFFLE in legal or t.unhappy[s.top[s.seat][0]] > 0):
            return STOP
    return next(action for action in (PLAY, SHUFFLE, STOP) if action in legal)


def _builds(view: View) -> Iterator[Action]:
    """What the rule wants with this much cash, and what comes next where the pile is empty."""
    setup = view.setup
    assert isinstance(setup, FlipCitySetup)
    index, cash = setup.cards.index, view.state.cash
    if rules.has_won(view.state, setup.tables):
        yield DONE
    if _net_unhappiness(view) <= 1:
        if cash >= 12:
            yield DEVELOP + index["ST"] // 2
        if cash >= 7:
            yield BUY + index["CP"] // 2
    if cash >= 8:
        yield DEVELOP + index["CH"] // 2
    if cash >= 5:
        yield BUY + index["FA"] // 2
    if cash >= 2:
        yield BUY + index["CS"] // 2
    yield FLIP + index["RA"]
    yield DONE


def _net_unhappiness(view: View) -> int:
    """Unhappiness in all the cards of the seat, less what its Churches can bear."""
    s, t, seat = view.state, view.setup.tables, view.state.seat
    return sum(rules.held(s, seat, face) * (t.unhappy[face] - t.raise_limit[face]) for face in range(2 * t.kinds))
