"""Exact odds: against the plain enumeration of everything, against simulation, and within their bounds."""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

import continuations
import verso
from forced import forced
from support import long
from verso import bots
from verso.bots import Budget
from verso.core import kernel
from verso.core.game import LANGUAGES, InvalidSetup, Position
from verso.core.rng import seeded
from verso.core.spec import values_of
from verso.games.flip_city import facts, odds, rules

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


def test_of_two_faces_that_win_with_cards_the_one_that_asks_for_fewer_counts() -> None:
    played = ["CS", "CP", "FA", "AP"] * 3  # of which only one that wins is remembered
    document = small(player={"deck": {"RA": 1, "CS": 4}, "played": played}, unhappy=2).to_json()
    position = Position.from_json(document | {"cards": {"CP": {"win_with_cards": 16}}})
    found = odds.of(position).best(cards=True)
    assert found.chance > 0
    assert found.chance == pytest.approx(float(enumerated(position, {"cards": True})), abs=1e-12)
    assert odds.figures(position.view(0)).goal.cards == 16
    assert msgspec.to_builtins(FLIP_CITY.words.card_sheet(position.setup))["goals"] == {"points": 8, "cards": 16}


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


# --- the very click


LONG_RUNS = [pytest.param(each, 60_000, marks=pytest.mark.long) for each in SITUATIONS]
"""A million continuations altogether."""


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_action_leads_to_what_the_plain_enumeration_finds(name: str) -> None:
    position = SITUATIONS[name]
    told = odds.figures(position.view(0))
    assert list(told.actions) == [position.text(action) for action in position.legal]
    for action in position.legal:
        click, (over, wins) = told.actions[position.text(action)], forced(position, action)
        assert click.over == pytest.approx(float(over), abs=1e-12)
        assert click.wins == pytest.approx(float(wins), abs=1e-12)
        assert not click.over_now or over == 1


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_done_first_makes_an_action_as_safe_as_it_says(name: str) -> None:
    position = SITUATIONS[name]
    for text, click in odds.figures(position.view(0)).actions.items():
        if click.first is not None:
            safer = position.copy()
            for _ in range(click.first.times):
                safer.push(click.first.action)
            assert click.first.over == pytest.approx(float(forced(safer, safer.parse(text))[0]))
            assert click.first.over < click.over


@pytest.mark.parametrize(("name", "times"), [*((each, 300) for each in SITUATIONS), *LONG_RUNS])
def test_an_action_leads_to_what_continuations_of_the_rules_lead_to(name: str, times: int) -> None:
    position, rng = SITUATIONS[name], verso.Rng(name)
    for text, click in odds.figures(position.view(0)).actions.items():
        over = wins = 0
        for _ in range(times):
            here = position.copy()
            here.push(text)
            here.settle(rng)
            while here.state.turn == position.state.turn and here.state.phase == rules.PHASE_PLAY:
                here.push(rules.STOP if rules.STOP in here.legal else rules.PLAY)
                here.settle(rng)
            over += here.state.turn != position.state.turn
            wins += here.state.turn == position.state.turn and rules.has_won(here.state, here.setup.tables)
        assert agrees(click.over, over, times)
        assert agrees(click.wins, wins, times)


def met_in_games(count: int) -> Iterator[Position]:
    """Moments of games, played well and at random, at which one of two seats plays cards."""
    game, chosen = FLIP_CITY, random.Random(15)
    for number in itertools.count():
        position, rng, player = (
            game.new(2, office=number % 3 == 0),
            verso.Rng(f"odds {number}"),
            bots.make("greedy", game),
        )
        position.settle(rng)
        while position.to_act >= 0 and position.ply < 600:
            s, recycles = position.state, any(action >= rules.RECYCLE for action in position.legal)
            often = 0.5 if recycles and s.unhappy >= s.limit else 0.03  # at which something can be done first
            if s.phase == rules.PHASE_PLAY and chosen.random() < often:
                yield position.copy()
                count -= 1
                if not count:
                    return
            at_random = number % 2 and chosen.random() < 0.3
            view = position.view(position.to_act)
            position.push(chosen.choice(view.legal) if at_random else player.choose(view, Budget()).action)
            position.settle(rng)


def check_click(position: Position, text: str, click: dict[str, Any]) -> None:
    """Hold what is told of one button against everything that may come after it."""
    over, wins = forced(position, position.parse(text))
    assert click["over"] == pytest.approx(float(over), abs=1e-9), text
    assert click["wins"] == pytest.approx(float(wins), abs=1e-9), text
    assert not click["over_now"] or over == 1, text
    safer = click["first"]
    if safer is not None:
        for _ in range(safer["times"]):
            assert safer["action"] in map(position.text, position.legal)
            position.push(safer["action"])
        assert position.text(position.parse(text)) in map(position.text, position.legal)
        assert safer["over"] == pytest.approx(float(forced(position, position.parse(text))[0]), abs=1e-9), text
        assert safer["over"] < over


@pytest.mark.parametrize("count", [20, long(200)])
def test_what_buttons_say_is_what_enumeration_says(count: int) -> None:
    """As a page is told it: what each button risks, and what the recycling beside it changes."""
    made_safer = 0
    for position in met_in_games(count):
        told = msgspec.to_builtins(odds.figures(position.view(position.to_act)))["actions"]
        assert list(told) == [position.text(action) for action in position.legal]
        for text, click in told.items():
            check_click(position.copy(), text, click)
            made_safer += click["first"] is not None
    assert made_safer > count / 10


def test_nothing_is_to_be_done_first_after_which_an_action_cannot_be_done() -> None:
    """A card that recycling lays on the empty deck is played: nothing is shuffled then, so no shuffle is safer."""
    discard = {"RA": 2, "HO": 1, "CS": 1, "TC": 1}
    position = small(player={"top": [], "deck": {}, "discard": discard, "played": ["RA", "RA"]}, unhappy=2)
    told = odds.figures(position.view(0)).actions["shuffle"]
    assert told.over > 0
    after = position.copy()
    after.push("recycle TC")
    assert "shuffle" not in map(after.text, after.legal)
    assert told.first is None
    assert all(
        not fact.figures.get("saves")
        for action in position.legal
        for fact in facts.facts(position.view(0), action, None)
    )


def test_a_certain_loss_is_told_beside_what_prevents_it() -> None:
    """Two clouds, a Hospital on top and a Church in the discard pile: the moment at which 0% was told once."""
    position = small(player={"top": ["HO"], "deck": {"CP": 3}, "discard": {"CH": 1}, "played": ["CS"]}, unhappy=2)
    told = odds.figures(position.view(0)).actions
    assert (told["play"].over_now, told["play"].over) == (True, 1)
    assert told["play"].first == odds.First("recycle CH", 1, 0.0)
    assert told["recycle CH"].over == told["stop"].over == 0


def test_what_must_be_played_next_is_told() -> None:
    position = small(player={"top": ["CS"], "deck": {"RA": 2, "CP": 2, "HO": 1}})
    assert odds.figures(position.view(0)).actions["play"].must == [odds.Must("RA", 0.4)]
    after_a_mall = small(player={"top": ["SM"], "deck": {"CP": 1}})
    assert odds.figures(after_a_mall.view(0)).actions["play"].must == [odds.Must("CP", 1.0)]


# --- turns to come


def games(seats: int, ruleset: str = "standard", seed: int = 1, most: int = 400, **cards: Any) -> Iterator[Position]:
    """The decisions of games of light players."""
    player, rng = bots.make("greedy", FLIP_CITY), verso.Rng(seed)
    position = FLIP_CITY.new(seats, ruleset, cards=cards or None)
    for _ in range(most):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        yield position
        position.push(player.choose(position.view(position.to_act), Budget()).action)


EDITED = {"CS": {"win_with_cards": 12}, "HO": {"unhappy": 2}, "CH": {"recycle_limit": 2}, "PP": {"play_next": True}}


@pytest.mark.parametrize(
    ("seats", "ruleset", "cards"),
    [(2, "standard", {}), (2, "standard", EDITED), long(1, "solo", {}), long(4, "standard", {})],
)
def test_every_offered_action_of_a_game_has_its_odds(seats: int, ruleset: str, cards: dict[str, Any]) -> None:
    phases = set()
    for number, position in enumerate(games(seats, ruleset, **cards)):
        if number % 31 and position.state.phase in phases:
            continue
        told = odds.figures(position.view(position.to_act))
        phases.add(position.state.phase)
        assert list(told.actions) == [position.text(action) for action in position.legal]
        assert [rival.seat for rival in told.rivals] == [seat for seat in range(seats) if seat != position.to_act]
        wins = [told.win, *(rival.win for rival in told.rivals)]
        wins += [click.win for click in told.actions.values() if click.win]
        wins += [click.coming.win for click in told.actions.values() if click.coming]
        for win in wins:
            assert win.cards is not None
            for chance in (win.points, win.cards, win.either):
                assert 0 <= chance.least <= chance.most <= 1
            assert win.either.least >= max(win.points.least, win.cards.least)
        for click in told.actions.values():
            assert 0 <= click.over <= 1
            assert 0 <= click.wins <= 1 - click.over + 1e-9
    assert {rules.PHASE_PLAY, rules.PHASE_BUILD} <= phases
    assert (rules.PHASE_REMOVE in phases) == (seats == 1)


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_next_turn_of_an_opponent_has_the_chances_that_it_has_when_it_comes(name: str) -> None:
    document = SITUATIONS[name].to_json()
    theirs = document["players"][0] | {"played": [], "top": document["players"][0]["top"] or ["ST"]}
    me = {"top": ["HO"], "deck": {"RA": 2}, "played": ["CS", "CP"]}
    building = document | {"phase": "build", "turn": {"number": 3, "cash": 9}, "players": [me, theirs]}
    position = Position.from_json(building)
    ended = position.copy()
    ended.push("done")
    assert ended.to_act == 1
    for goal in GOALS[2:]:
        found = odds.of(ended).best(**goal)
        assert odds.of(position).coming(1, **goal) == pytest.approx((found.chance, found.at_most), abs=1e-12)


def test_a_build_does_to_the_next_turn_what_it_does_when_it_comes() -> None:
    me = {"top": ["CP"], "deck": {"RA": 1, "ST": 1}, "discard": {"ST": 1, "FA": 1, "RA": 2}, "played": ["CS", "HO"]}
    document = small(player=me).to_json() | {"phase": "build", "turn": {"number": 3, "cash": 12}}
    position = Position.from_json(document)
    told = odds.figures(position.view(0))
    for text in ("done", "buy CP", "develop CP", "flip FA", "flip RA"):
        ended = position.copy()
        if text != "done":
            ended.push(text)
            assert told.actions[text].leaves == odds.Left(ended.state.cash, 0, 0, 0)
        ended.push("done")
        later = ended.to_json() | {"to_act": 0, "turn": {"number": 5}}
        for goal, field in (({"points": 8}, "points"), ({"cards": True}, "cards")):
            found = odds.of(Position.from_json(later)).best(**goal)
            coming = told.actions[text].coming
            assert coming is not None
            chance = getattr(coming.win, field)
            assert (chance.least, chance.most) == pytest.approx((found.chance, found.at_most), abs=1e-12)
    better = told.actions["develop CP"].coming
    assert better is not None
    assert told.coming is not None
    assert better.win.points.least > told.coming.win.points.least > 0


def test_drawn_turns_towards_a_goal_are_nearly_the_best() -> None:
    """Where the best chance can be counted, drawn turns that go for it do not exceed it and hardly miss it."""
    gaps = []
    for position in games(2, seed=7, most=300):
        if position.state.phase != rules.PHASE_PLAY:
            continue
        asked = odds.of(position)
        for goal in ({"points": 8}, {"cards": True}):
            best = asked.best(**goal)
            action = max(best.actions, key=lambda each: best.actions[each])
            if best.exact and 0.02 < best.chance < 0.98:
                drawn = asked.drawn_after(action, **goal)
                share, margin = drawn.share(drawn.reached)
                assert share <= best.actions[action] + 1.8 * margin
                gaps.append(best.actions[action] - share)
    assert len(gaps) > 8
    assert sum(gaps) / len(gaps) < 0.03


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


def test_odds_are_refused_while_chance_is_to_act() -> None:
    position = FLIP_CITY.new(2)
    with pytest.raises(InvalidSetup, match="a seat that is to act"):
        odds.of(position)


def test_one_goal_is_asked_for_at_a_time() -> None:
    with pytest.raises(ValueError, match="name one goal"):
        odds.of(SITUATIONS["mall"]).best(cash=3, points=4)


def test_odds_are_told_in_words_and_as_a_document() -> None:
    position = SITUATIONS["church"]
    texts = {language: odds.report(position, language) for language in LANGUAGES}
    assert (
        "Play Hospital: over the limit for certain; 33.3% if you first do this 2 times: Recycle Church" in texts["en"]
    )
    assert "Jogar Hospital: passa do limite com certeza; 33,3% se antes fizer isto 2 vezes: Reciclar" in texts["pt-BR"]
    assert not re.search(r"\d\.\d", texts["pt-BR"])
    document = odds.document(position)
    assert document["actions"]["play"]["over"] == odds.of(position).next_card() == 1
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
