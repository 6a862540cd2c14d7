"""Results without their luck: right on average, and nearer to each other."""

from __future__ import annotations

import statistics

import pytest

from verso.bots import arena
from verso.bots.adjusted import adjuster, summed
from verso.core.game import Position, find_game
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
            worth = {action: _luck_after(before, action) for action in odds}
            mean = sum(float(odds[action]) * worth[action][0] for action in odds)
            assert mean == pytest.approx(0, abs=1e-9)
            assert max(each[0] for each in worth.values()) >= 0
            checked += 1
        position.push(position.copy().settle(rng)[0])


def _luck_after(before: Position, action: int) -> list[float]:
    """Return the luck in one outcome: that of a record that begins here and ends after it."""
    start = Position.from_json(before.to_json())
    start.push(action)
    return adjuster(start.setup).luck(Record.of(start))


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


@pytest.mark.long
@pytest.mark.parametrize("game", ["flip-city"])
def test_ten_thousand_games_agree(game: str) -> None:
    match = arena.Match(game, ("greedy", "medium"), 5_000, seed=8, adjusted=True)
    for row in arena.standings(match, arena.run(match, jobs=2)):
        assert row.adjusted is not None
        assert row.low <= row.adjusted.share <= row.high
