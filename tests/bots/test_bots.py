"""Every bot: legal in every ruleset and number of seats, honest (law 9), reproducible, and able to say why."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

import verso
from support import IS_LONG, says_why
from verso import bots
from verso.bots import Budget
from verso.bots.explain import chance_to_win
from verso.bots.ismcts import CHUNK, Search, Settings
from verso.bots.levels import LEVELS, UNTAUGHT, Level
from verso.core.game import InvalidSetup, Position, View

FEW = Budget(iterations=24)
FLIP_CITY = verso.game("flip-city")
PLAIN = ("random", "greedy", "published", "easy", "medium")
"""The bots that need nothing compiled; search is compiled for each number of seats, which takes its time."""
COMPILED = (("standard", 2), ("solo", 1)) if IS_LONG else (("standard", 2),)


def options(office: bool) -> dict[str, Any]:
    return {"office": True} if office else {}


def setups() -> Iterator[tuple[str, int, bool]]:
    for ruleset in FLIP_CITY.rulesets():
        for seats in FLIP_CITY.seats:
            for office in (False, True):
                try:
                    FLIP_CITY.setup(seats, ruleset, **options(office))
                except InvalidSetup:
                    continue
                yield ruleset, seats, office


def some_positions(ruleset: str, seats: int, office: bool, plies: int, every: int) -> Iterator[Position]:
    """Positions of a game between light players, so that builds and late turns come up too."""
    position = FLIP_CITY.new(seats, ruleset, **options(office))
    rng = verso.Rng(f"{ruleset}/{seats}/{office}")
    player = bots.make("greedy", FLIP_CITY)
    for number in range(plies):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        if number % every == 0:
            yield position
        position.push(player.choose(position.view(position.to_act), FEW).action)


def a_choice() -> View:
    """The first view of a game with something to choose."""
    for position in some_positions("standard", 2, office=False, plies=60, every=1):
        if len(position.legal) > 1:
            return position.view(position.to_act)
    raise AssertionError("nothing to choose")


@functools.cache
def made(name: str) -> bots.Bot:
    return bots.make(name, FLIP_CITY, seed=1)


@pytest.mark.parametrize(("ruleset", "seats", "office"), list(setups()))
def test_every_bot_chooses_legally_and_says_why(ruleset: str, seats: int, office: bool) -> None:
    for position in some_positions(ruleset, seats, office, plies=160, every=13):
        view = position.view(position.to_act)
        for name in bots.names(FLIP_CITY) if (ruleset, seats) in COMPILED else PLAIN:
            choice = made(name).choose(view, FEW)
            assert choice.action in view.legal
            says_why(view, choice)


@pytest.mark.parametrize("name", bots.names(FLIP_CITY))
def test_the_same_view_and_seed_give_the_same_choice(name: str) -> None:
    for position in some_positions("standard", 2, office=False, plies=120, every=17):
        view = position.view(position.to_act)
        choices = [bots.make(name, FLIP_CITY, seed="x").choose(view, Budget(iterations=64)) for _ in range(2)]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("name", bots.names(FLIP_CITY))
def test_choices_rest_on_the_view_alone(name: str) -> None:
    """Law 9: whichever position a view was taken from, or read back from a document, the choice is the same."""
    for position in some_positions("standard", 2, office=True, plies=90, every=19):
        seat = position.to_act
        sampled = position.view(seat).sample(verso.Rng(7))
        read = Position.from_json(position.to_json())
        found = {
            bots.make(name, FLIP_CITY, seed=2).choose(each.view(seat), Budget(iterations=64)).action
            for each in (position, sampled, read)
        }
        assert len(found) == 1


@pytest.mark.long
def test_search_compiled_in_the_ordinary_way_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    view, found = a_choice(), []
    for way in ("", "plain"):
        monkeypatch.setenv("VERSO_NUMBA", way)
        found.append(Search(FLIP_CITY, 1).search(view, Budget(iterations=200)))
    assert found[0] == found[1]


def test_search_tells_what_it_expects() -> None:
    view = a_choice()
    choice = Search(FLIP_CITY, 1).choose(view, Budget(iterations=500))
    assert choice.win is not None
    assert choice.margin is not None
    assert 0.2 < choice.win < 0.8
    assert 0 < choice.margin < 0.1
    assert set(choice.values) == set(view.legal)
    low, high = (round(100 * (choice.win + sign * choice.margin)) for sign in (-1, 1))
    assert f"wins {low} to {high} of 100 games" in choice.reason
    assert not re.search(r"[%±]", choice.reason)


def test_search_keeps_its_tree_within_a_turn_and_gains_visits() -> None:
    bot = Search(FLIP_CITY, 1, Settings(stop_early=False))
    fresh = Search(FLIP_CITY, 1, Settings(stop_early=False, reuse=False))
    kept = 0
    for position in some_positions("standard", 2, office=False, plies=60, every=1):
        view = position.view(position.to_act)
        if len(view.legal) < 2:
            continue
        visits = sum(each.visits for each in bot.search(view, Budget(iterations=64)).values())
        assert visits >= 64
        kept += visits > 64
        assert sum(each.visits for each in fresh.search(view, Budget(iterations=64)).values()) == 64
    assert kept > 5


def test_threads_share_the_iterations_and_choose_alike() -> None:
    view = a_choice()
    bot = Search(FLIP_CITY, 1, Settings(threads=2, stop_early=False))
    found = bot.search(view, Budget(iterations=400))
    assert sum(each.visits for each in found.values()) == bot.iterations == 400
    again = Search(FLIP_CITY, 1, Settings(threads=2, stop_early=False)).search(view, Budget(iterations=400))
    assert found == again


def test_search_wins_when_it_can() -> None:
    document = {
        "game": "flip-city",
        "seats": 2,
        "to_act": 0,
        "phase": "play",
        "turn": {"number": 9, "points": 8, "cash": 3},
        "supply": {"CS": 12, "HO": 12, "FA": 8, "CP": 6},
        "players": [
            {"top": ["CS"], "deck": {"RA": 3}, "discard": {"AP": 1}, "played": ["CP", "CP", "CP", "HO"]},
            {"top": ["HO"], "deck": {"RA": 4}},
        ],
    }
    view = Position.from_json(document).view(0)
    choice = Search(FLIP_CITY, 1).choose(view, Budget(iterations=200))
    assert view.text(choice.action) == "stop"
    assert choice.win == pytest.approx(1.0, abs=0.02)


def test_one_legal_action_costs_no_search() -> None:
    for position in some_positions("standard", 2, office=False, plies=60, every=1):
        view = position.view(position.to_act)
        if len(view.legal) == 1:
            bot = Search(FLIP_CITY, 1)
            assert bot.choose(view, Budget(seconds=60.0)).action == view.legal[0]
            assert bot.iterations == 0
            return
    pytest.fail("no such position came up")


def test_levels_think_no_longer_than_they_may() -> None:
    level = Level(iterations=300, seconds=0.25)
    assert level.within(Budget()) == Budget(0.25, 300)
    assert level.within(Budget(seconds=0.1)) == Budget(0.1, 300)
    assert level.within(Budget(seconds=9.0)) == Budget(0.25, 300)
    assert level.within(Budget(seconds=0.0)) == Budget(0.0, 300)
    assert level.within(Budget(iterations=7)) == Budget(iterations=7)
    assert Level(iterations=4).within(Budget()) == Budget(None, 4)
    assert Level(iterations=4).within(Budget(seconds=0.5)) == Budget(0.5, 4)
    for each in (*LEVELS.values(), *UNTAUGHT.values()):
        assert each.seconds is None or each.seconds <= 1.0
        assert each.seconds is not None or each.iterations <= 32


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"iterations": 0}, "iterations must be 1 or more, not 0"),
        ({"iterations": -3}, "iterations must be 1 or more, not -3"),
        ({"seconds": -0.5}, "seconds must be 0 or more, not -0.5"),
        ({"seconds": math.nan}, "seconds must be 0 or more, not nan"),
        ({"seconds": math.inf}, "seconds must be 0 or more, not inf"),
    ],
)
def test_a_budget_that_allows_no_choice_or_has_no_end_is_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Budget(**limits)


@pytest.mark.parametrize("name", ["search", "hard", "expert"])
def test_search_chooses_even_when_its_time_is_up_at_once(name: str) -> None:
    bot = bots.make(name, FLIP_CITY, seed=1)
    assert isinstance(bot, Search)
    for position in some_positions("standard", 2, office=False, plies=40, every=1):
        view = position.view(position.to_act)
        if len(view.legal) > 1:
            assert bot.choose(view, Budget(seconds=0.0)).action in view.legal
            assert 1 <= bot.iterations <= CHUNK


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_chances_to_win_are_read_from_returns(seats: int) -> None:
    loss = -1.0 if seats == 1 else -1 / (seats - 1)
    assert chance_to_win(1.0, seats) == pytest.approx(1.0)
    assert chance_to_win(loss, seats) == pytest.approx(0.0)


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(InvalidSetup, match="has no bot 'deep blue'; it has random, greedy"):
        bots.make("deep blue", FLIP_CITY)


def play(view: View, name: str) -> str:
    return view.text(made(name).choose(view, FEW).action)


@pytest.mark.parametrize(
    ("cash", "churches", "wanted"),
    [
        (14, 5, "develop CP"),
        (9, 5, "buy CP"),
        (14, 0, "develop HO"),
        (7, 0, "buy FA"),
        (4, 0, "buy CS"),
        (1, 0, "flip RA"),
    ],
)
def test_published_builds_as_the_rule_says(cash: int, churches: int, wanted: str) -> None:
    document = {
        "game": "flip-city",
        "seats": 2,
        "to_act": 0,
        "phase": "build",
        "turn": {"number": 9, "cash": cash},
        "supply": {"CS": 12, "HO": 6, "FA": 8, "CP": 8},
        "players": [
            {"top": ["RA"], "deck": {"RA": 2, "AP": 1, "HO": 1}, "discard": {"RA": 1, "CH": churches}},
            {"top": ["HO"], "deck": {"RA": 4}},
        ],
    }
    assert play(Position.from_json(document).view(0), "published") == wanted


@pytest.mark.parametrize(
    ("top", "unhappy", "wanted"), [("HO", 2, "stop"), ("HO", 1, "play"), ("CS", 2, "play"), (None, 2, "stop")]
)
def test_published_plays_as_the_rule_says(top: str | None, unhappy: int, wanted: str) -> None:
    document = {
        "game": "flip-city",
        "seats": 2,
        "to_act": 0,
        "phase": "play",
        "turn": {"number": 9, "unhappy": unhappy},
        "supply": {"CS": 11, "HO": 12, "FA": 8, "CP": 8},
        "players": [
            {"top": [top] if top else [], "discard": {"RA": 4}, "played": ["AP", "FA"]},
            {"top": ["HO"], "deck": {"RA": 4}},
        ],
    }
    assert play(Position.from_json(document).view(0), "published") == wanted
