"""Exact odds: against the plain enumeration of everything, against simulation, and within their bounds."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import continuations
import verso
from verso import bots
from verso.bots import Budget, odds
from verso.core import kernel
from verso.core.game import LANGUAGES, InvalidSetup, Position
from verso.core.rng import seeded
from verso.core.spec import values_of
from verso.games.flip_city import rules

FLIP_CITY = verso.game("flip-city")
GOALS: tuple[dict[str, Any], ...] = ({"cash": 4}, {"cash": 7}, {"points": 4}, {"points": 8}, {"cards": True})


def small(**mine: Any) -> Position:
    """A position with few cards of one's own."""
    player = {"top": ["CS"], "deck": {}, "discard": {}, "played": []} | mine.pop("player")
    return Position.from_json(
        {
            "game": "flip-city",
            "seats": 2,
            "options": {"office": True},
            "to_act": 0,
            "phase": "play",
            "turn": {"number": 3} | mine,
            "supply": {"CS": 8, "HO": 8, "FA": 4, "CP": 4, "OF": 5},
            "players": [player, {"top": ["HO"], "deck": {"RA": 2}}],
        }
    )


SITUATIONS = {
    "residentials": small(player={"top": ["RA"], "deck": {"RA": 2, "CS": 2, "FA": 1}}),
    "mall": small(player={"top": ["SM"], "deck": {"HO": 1, "SM": 1, "CP": 1, "RA": 1}}, unhappy=1),
    "church": small(player={"top": ["HO"], "deck": {"RA": 2, "CP": 1}, "discard": {"CH": 2}}, unhappy=2),
    "factory": small(player={"top": ["FA"], "deck": {"CP": 2, "RA": 2, "CH": 1}, "bottom": ["ST"]}),
    "shuffle": small(player={"top": [], "deck": {}, "discard": {"RA": 2, "CP": 2, "SM": 1, "CH": 1}, "played": ["CS"]}),
    "plant": small(player={"top": ["HO"], "deck": {"PP": 1, "CS": 1}, "discard": {"PP": 2, "FA": 1}}, points=4),
    "trade": small(player={"top": ["RA"], "deck": {"RA": 1, "CP": 1}, "discard": {"TC": 1, "SM": 1}}, unhappy=2),
    "cards": small(
        player={"deck": {"RA": 1, "CS": 1, "CH": 1}, "discard": {"RA": 1}, "played": ["CS", "CH", "FA", "CP", "AP"] * 3}
    ),
}


def enumerated(position: Position, goal: dict[str, Any]) -> Fraction:
    """The best chance by looking at every legal action, without any shortcut but remembering positions."""

    @functools.cache
    def best(key: str) -> Fraction:
        here = stored[key]
        s = here.state
        if s.turn != position.state.turn or here.to_act == verso.OVER:
            return Fraction(0)
        if s.phase == rules.PHASE_BUILD:
            if "cash" in goal:
                return Fraction(int(s.cash >= goal["cash"]))
            if "points" in goal:
                return Fraction(int(s.points >= goal["points"]))
            return Fraction(int(rules.enough_cards_played(s, here.setup.tables)))
        if here.to_act == verso.CHANCE:
            return sum((share * best(after(here, action)) for action, share in here.odds().items()), Fraction(0))
        return max(best(after(here, action)) for action in here.legal)

    def after(here: Position, action: int) -> str:
        there = here.copy()
        there.push(action)
        return store(there)

    def store(there: Position) -> str:
        values = values_of(there.state)
        key = repr(values | {"played": sorted(values["played"])})
        stored[key] = there
        return key

    stored: dict[str, Position] = {}
    return best(store(position))


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_best_chance_is_that_of_the_plain_enumeration(name: str, goal: dict[str, Any]) -> None:
    position = SITUATIONS[name]
    found = odds.of(position).best(**goal)
    assert found.exact
    assert found.chance == found.at_most == pytest.approx(float(enumerated(position, goal)), abs=1e-12)
    assert max(found.actions.values()) == found.chance


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_the_distribution_of_the_best_play_reaches_the_goal_as_often(name: str, goal: dict[str, Any]) -> None:
    asked = odds.of(SITUATIONS[name])
    spread = asked.best_spread(**goal)
    assert spread.lost_track == 0
    for zone in ("cash", "points", "cards"):
        assert sum(getattr(spread, zone).values()) + spread.bust == pytest.approx(1)
    if "cards" not in goal:
        ((zone, amount),) = goal.items()
        assert spread.at_least(zone, amount) == pytest.approx(asked.best(**goal).chance)


CONTINUATIONS = 50_000
"""Of each turn; with those of Phase 10 Flip the odds are checked against a million."""


def simulated(position: Position, target: int) -> tuple[int, Any, Any]:
    """Let the rules play the turn on; return how often it busts, and how often each amount of cash and points comes."""
    setup = position.setup
    engine = kernel.compiled(setup.game.rules, continuations.__name__)
    size = setup.game.action_count + 1
    busts, cash, points = (np.zeros(length, np.int64) for length in (1, continuations.MOST, continuations.MOST))
    state = kernel.to_array(position.state, setup.seats)
    buffers = np.zeros(size, np.int64), np.zeros(size, np.int64), busts, cash, points
    stream = np.array([seeded("continuations", target)], np.int64)
    engine.play_turns(state[0], setup.array, target, CONTINUATIONS, stream, state.copy(), *buffers)
    return int(busts[0]), cash, points


def agrees(chance: float, count: int, times: int) -> bool:
    """Say whether a frequency is within five standard errors of a chance."""
    error = math.sqrt(times * chance * max(0.0, 1 - chance))
    return abs(count - chance * times) <= 5 * error + 1e-6 * times


@pytest.mark.parametrize("name", ["residentials", "mall", "church", "factory"])
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_playing_more_cards_gives_what_simulation_gives(name: str, cards: int) -> None:
    position = SITUATIONS[name]
    found = odds.of(position).playing(cards)
    bust, cash, points = simulated(position, position.state.played_count + cards)
    assert agrees(found.bust, bust, CONTINUATIONS)
    for amount in range(continuations.MOST):
        assert agrees(found.cash.get(amount, 0.0), int(cash[amount]), CONTINUATIONS)
        assert agrees(found.points.get(amount, 0.0), int(points[amount]), CONTINUATIONS)


def test_a_chain_of_residentials_is_counted_by_hand() -> None:
    """One on top and two of five behind it, room for two: lost if both others come next."""
    assert odds.of(SITUATIONS["residentials"]).next_card() == pytest.approx(2 / 5 * 1 / 4)


def test_too_many_positions_give_a_range_that_holds_the_chance() -> None:
    view = SITUATIONS["shuffle"].view(0)
    exact = odds.FlipCityOdds(view).best(points=4)
    cut = odds.FlipCityOdds(view, most_states=6).best(points=4)
    assert not cut.exact
    assert cut.chance <= exact.chance <= cut.at_most
    assert cut.states <= 6


def test_odds_are_refused_outside_the_play_phase() -> None:
    position = FLIP_CITY.new(2)
    with pytest.raises(InvalidSetup, match="a seat that is playing cards"):
        odds.of(position)


def test_one_goal_is_asked_for_at_a_time() -> None:
    with pytest.raises(ValueError, match="name one goal"):
        odds.of(SITUATIONS["mall"]).best(cash=3, points=4)


def test_odds_are_told_in_words_and_as_a_document() -> None:
    position = SITUATIONS["church"]
    texts = {language: odds.report(position, language) for language in LANGUAGES}
    assert "at least 8 cash" in texts["en"]
    assert "pelo menos 8 de dinheiro" in texts["pt-BR"]
    document = odds.document(position)
    assert document["next_card_busts"] == odds.of(position).next_card()
    assert set(document["best"]["points"]["after"]) == {"play", "recycle CH"}


def test_odds_of_real_games_add_up() -> None:
    player = bots.make("greedy", FLIP_CITY)
    position, rng = FLIP_CITY.new(2), verso.Rng(11)
    for _ in range(150):
        position.settle(rng)
        if position.to_act == verso.OVER:
            break
        if position.state.phase == rules.PHASE_PLAY:
            found = odds.of(position).playing(2)
            assert found.bust + sum(found.cash.values()) + found.lost_track == pytest.approx(1)
        position.push(player.choose(position.view(position.to_act), Budget()).action)
