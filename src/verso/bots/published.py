"""Flip City by the public rule of thumb, to the letter: the yardstick that better players are measured with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice, Told
from verso.bots.light import Eye
from verso.core.game import Action, Game, View
from verso.games.flip_city import rules
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, PHASE_BUILD, PHASE_PLAY, PLAY, REMOVE, SHUFFLE, STOP
from verso.games.flip_city.ruleset import FlipCitySetup


class Published:
    """Stations and Parks once the deck is calm enough, before that Churches, Factories and Convenience Stores."""

    name: ClassVar[str] = "published"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self.game = game
        self._eye = Eye(game)

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            return self._eye.only(view)
        action = _chosen(view)
        return Choice(action, {each: float(each == action) for each in view.legal}, lambda: self._told(view))

    def _told(self, view: View) -> Told:
        figures = {"cash": view.state.cash, "unhappy": view.state.unhappy}
        return explain.in_words(view, "by-rule", figures, {}, *self._eye.win(view))


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
        if s.points >= t.points_to_win or rules.enough_cards_played(s, t):
            return STOP
        if s.unhappy >= 2 and (SHUFFLE in legal or t.unhappy[s.top[s.seat][0]] > 0):
            return STOP
    return next(action for action in (PLAY, SHUFFLE, STOP) if action in legal)


def _builds(view: View) -> Iterator[Action]:
    """What the rule wants with this much cash, and what comes next where the pile is empty."""
    setup = view.setup
    assert isinstance(setup, FlipCitySetup)
    index, cash = setup.cards.index, view.state.cash
    won = view.state.points >= setup.tables.points_to_win or rules.enough_cards_played(view.state, setup.tables)
    if won:
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
    held = [s.deck[seat][face] + s.discard[seat][face] for face in range(rules.FACES)]
    known = s.top[seat][: s.top_count[seat]] + s.bottom[seat][: s.bottom_count[seat]] + s.played[: s.played_count]
    for face in known:
        held[face] += 1
    return sum(count * (t.unhappy[face] - t.raise_limit[face]) for face, count in enumerate(held))
