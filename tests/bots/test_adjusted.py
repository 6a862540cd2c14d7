"""Results without their luck: right on average, and nearer to each other."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from verso import bots
from verso.bots import Budget, Choice, arena
from verso.bots.adjusted import Drawn, adjuster, summed, without_luck
from verso.core.game import Game, Position, View, find_game
from verso.core.record import Record
from verso.core.rng import Rng


def test_luck_is_nothing_on_average_over_all_outcomes() -> None:
    """Where all outcomes are looked at: by their odds, luck is nothing, whatever the values are."""
    setup = find_game("flip-city").setup(2)
    position, rng = Position.start(setup), Rng("luck")
    checked = 0
    while checked < 5:
        before = position.copy()
        if position.to_act >= 0:
            position.push(position.legal[rng.below(len(position.legal))])
            continue
        odds = position.odds()
        if len(odds) > 1:
            worth = {action: _luck_after(before, action, games=4) for action in odds}
            mean = sum(float(odds[action]) * worth[action][0] for action in odds)
            assert mean == pytest.approx(0, abs=1e-9)
            assert max(each[0] for each in worth.values()) >= 0
            checked += 1
        position.push(position.copy().settle(rng)[0])


def _luck_after(before: Position, action: int, drawn: Drawn | None = None, games: int = 96) -> list[float]:
    """Return the luck in one outcome, by so many games: that of a record that begins here and ends after it."""
    start = Position.from_json(before.to_json())
    start.push(action)
    return adjuster(start.setup, games).luck(Record.of(start), drawn=drawn)


def choices(game: str, count: int) -> list[View]:
    """Return views of a game that have several actions."""
    position, rng, found = find_game(game).new(2), Rng("drawn"), list[View]()
    while len(found) < count:
        position.settle(rng)
        if len(position.legal) > 2:
            found.append(position.view(position.to_act))
        position.push(position.legal[rng.below(len(position.legal))])
    return found


@pytest.mark.parametrize("bot", ["random", "easy", "medium"])
def test_the_odds_a_bot_tells_are_those_it_draws_by(bot: str) -> None:
    game, times = find_game("flip-city"), 600
    for view in choices(game.name, 2):
        made = [bots.make(bot, game, seed).choose(view, Budget()) for seed in range(times)]
        odds, met = made[0].drawn, Counter(choice.action for choice in made)
        assert sum(odds.values()) == pytest.approx(1)
        assert set(met) <= set(odds) == set(view.legal)
        for action, share in odds.items():
            error = (share * (1 - share) / times) ** 0.5
            assert abs(met[action] / times - share) <= 4 * error + 1e-9


def test_a_bot_that_draws_nothing_tells_no_odds() -> None:
    game = find_game("flip-city")
    for view in choices(game.name, 2):
        assert bots.make("greedy", game).choose(view, Budget()).drawn == {}
        assert bots.make("search", game).choose(view, Budget(iterations=20)).drawn == {}


def test_a_drawn_action_is_luck_and_nothing_on_average() -> None:
    """A slip is bad luck to who slipped: by the odds of all that could have been drawn it is nothing."""
    game = find_game("flip-city")
    for view in choices(game.name, 3):
        assert view.seat is not None
        start = Position.from_json(view.sample(Rng(1)).to_json())
        odds = bots.make("easy", game).choose(view, Budget()).drawn
        worth = {action: _luck_after(start, action, {0: odds})[view.seat] for action in odds}
        assert sum(odds[action] * worth[action] for action in odds) == pytest.approx(0, abs=1e-6)
        assert max(worth.values()) > 0 > min(worth.values())
        assert set(_luck_after(start, view.legal[0])) == {0.0}  # what was not drawn is nobody's luck


class Boaster:
    """Does the first thing it may and says that it was drawn, by odds of its own making."""

    name = "boaster"

    def __init__(self, game: Game, seed: Any) -> None:
        pass

    def choose(self, view: View, budget: Budget) -> Choice:
        first, second = view.legal[:2]
        return Choice(first, drawn={first: 0.001, second: 0.999})


def test_odds_of_our_own_bots_alone_are_relied_on() -> None:
    """Luck is the same as in the very game whose odds nobody told."""
    text = f"import {__name__}:Boaster"
    match = arena.Match("flip-city", (text, "random"), 1, seed=2, adjusted=True, playouts=2)
    played = arena.play_game(match, 0, 0)
    assert played["luck"] == pytest.approx(_luck_of(match, told=("random",)), abs=1e-6)
    assert played["luck"] != pytest.approx(_luck_of(match, told=("random", "boaster")), abs=1e-6)


def _luck_of(match: arena.Match, told: tuple[str, ...]) -> list[float]:
    """Play the first game of a match likewise, and measure its luck with the odds of some of its players."""
    setup, odds = match.setup(), dict[int, Mapping[int, float]]()
    made = [Boaster(setup.game, 0), bots.make("random", setup.game, f"{match.seed}/0/0/1")]
    position, now = Position.start(setup), None
    while True:
        if now != (now := position.state.turn):
            rng = Rng(f"{match.seed}/0", now)
        position.settle(rng)
        if position.to_act < 0:
            return adjuster(setup, match.playouts).luck(Record.of(position), f"{match.seed}/0/0", odds)
        view = position.view(position.to_act)
        action = view.legal[0]
        if len(view.legal) > 1:
            player = made[position.to_act]
            choice = player.choose(view, Budget())
            action = choice.action
            if player.name in told:
                odds[position.ply] = choice.drawn
        position.push(action)


def test_adjusted_results_agree_with_plain_ones_and_spread_less() -> None:
    match = arena.Match("flip-city", ("greedy", "medium"), 8, seed=3, adjusted=True)
    games = arena.run(match)
    for row in arena.standings(match, games):
        assert row.adjusted is not None
        error = (row.adjusted.high - row.adjusted.low) / 2
        assert abs(row.adjusted.share - row.share) < 3 * (error + (row.high - row.low) / 2) / 1.96
        assert row.adjusted.worth > 1.2
    assert sum(row.adjusted.share for row in arena.standings(match, games) if row.adjusted) == pytest.approx(
        1, abs=1e-4
    )
    told = arena.table(arena.standings(match, games))
    assert "greedy without luck" in told


def test_luck_that_explains_everything_leaves_no_spread() -> None:
    won = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    luck = [each - 0.5 for each in won]
    found = summed(won, luck, [0, 0, 1, 1, 2, 2])
    assert found is not None
    assert found.share == 0.5
    assert found.low == found.high == 0.5
    assert summed(won[:2], luck[:2], [0, 0]) is None
    plain = summed(won, [0.0] * 6, range(6))
    assert plain is not None
    assert plain.worth == 1
    assert plain.high - plain.low == pytest.approx(2 * 1.959964 * statistics.stdev(won) / 6**0.5)


def test_luck_that_explains_nothing_makes_nothing_worse() -> None:
    """As much is taken away as makes results spread less, found in other deals: of what is noise, next to nothing."""
    rng, deals = Rng("noise"), 400
    won = [float(rng.below(2)) for _ in range(deals)]
    noise = [rng.below(1000) / 500 - 1 for _ in range(deals)]
    found = summed(won, noise, range(deals))
    assert found is not None
    assert 0.97 < found.worth < 1.03
    half = summed(won, [2 * (each - 0.5) + more / 4 for each, more in zip(won, noise, strict=True)], range(deals))
    assert half is not None
    assert half.worth > 5  # twice as much luck as there was is halved


def test_what_is_taken_away_of_a_deal_is_found_in_the_others() -> None:
    won, luck = [1.0, 0.0, 1.0, 0.0], [0.5, -0.5, 0.4, -0.4]
    usual = without_luck(won, luck, [0, 1, 2, 3])
    other = without_luck([*won[:3], 1.0], [*luck[:3], 9.0], [0, 1, 2, 3])
    assert without_luck(won, [9.0, *luck[1:]], [0, 1, 2, 3])[0] - 1.0 == pytest.approx((usual[0] - 1.0) * 18)
    assert other[0] != usual[0]


@pytest.mark.long
@pytest.mark.parametrize("game", ["flip-city"])
def test_ten_thousand_games_agree(game: str) -> None:
    """Few games are played on after each outcome: results are as right then, and only spread more."""
    match = arena.Match(game, ("greedy", "medium"), 5_000, seed=8, adjusted=True, playouts=4)
    games = arena.run(match, jobs=2)
    for row in arena.standings(match, games):
        assert row.adjusted is not None
        assert row.low <= row.adjusted.share <= row.high
    lucky = summed([game["luck"][0] for game in games], [0.0] * len(games), [game["deal"] for game in games])
    assert lucky is not None
    assert lucky.low <= 0 <= lucky.high
