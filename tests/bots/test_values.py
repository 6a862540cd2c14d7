"""What values are made of: judgements that stay within a win and a loss, and luck that is taken off."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import verso
from verso.bots.ismcts import new_desk
from verso.bots.kernels import values
from verso.bots.light import light
from verso.bots.values import ENOUGH, KNOWN, SPREAD, SPREAD_APART, Comparison, Tally, Valuer
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.core.rng import Rng
from verso.core.spec import CHANCE


@pytest.mark.parametrize("returns", [[0.96, -0.96], [0.4, -0.1, -0.3], [0.7, -0.2, -0.25, -0.25], [0.9]])
def test_a_bolder_judgement_never_passes_a_win(returns: list[float]) -> None:
    bolder, timid = list(returns), list(returns)
    values.sharpen(bolder, 1.25)
    values.sharpen(timid, 0.8)
    assert returns[0] < bolder[0] < 1
    assert 0 < timid[0] < returns[0]
    assert all(-1 <= each <= 1 for each in bolder)
    if len(returns) > 1:
        assert sum(bolder) == pytest.approx(0)
        assert sum(timid) == pytest.approx(0)


def test_luck_that_is_taken_off_is_nothing_on_average() -> None:
    """With every outcome in turn, weighted by its odds, to the last digits: so results without it are right."""
    position, rng = verso.game("flip-city").new(2), Rng("unbiased")
    engine, setup, net, desk = interpreted_values(position)
    looked_at = 0
    while looked_at < 12:
        if position.to_act == CHANCE and len(position.legal) > 1:
            odds, total = position.weights(), np.zeros(2)
            for action, weight in odds.items():
                desk.luck[:] = 0.0
                engine.add_luck(position.state, setup.tables, net, desk, action)
                assert desk.luck.any()
                total += weight * desk.luck
            assert np.abs(total).max() < 1e-12 * sum(odds.values())
            looked_at += 1
        legal = position.legal
        position.push(legal[rng.below(len(legal))])


def interpreted_values(position: Position) -> tuple[Any, Setup, Any, Any]:
    """Return what plays on from positions of such a game, move by move."""
    setup, player = position.setup, light(position.game)
    names = player.keen_modules(position.game, "verso.bots.kernels.search", "verso.bots.kernels.values")
    desk = new_desk(setup, player.player.ROOM)._replace(scratch=[Position.start(setup).state for _ in range(4)])
    return kernel.interpreted(*names), setup, player.player.keen_network_of(setup).tolist(), desk


def test_a_game_goes_on_alike_from_before_an_action_and_from_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also past the end of a turn: so what it comes to differs by the luck that is taken off, and by nothing else."""
    position, number, drawn, met = verso.game("flip-city").new(2), 5, 0, set()
    engine, setup, net, desk = interpreted_values(position)
    valuer = Valuer(setup, "alike")
    monkeypatch.setattr(valuer, "until", lambda view: 6)
    luck_of = int(valuer.streams(number, 1)[0])

    def worth() -> float:
        tally = valuer.tally()
        tally.games = number
        valuer.play_on(kernel.to_array(position.state, 2)[0], 0, tally, 1, valuer.desk(), drawn)
        return float(tally.sums.worth[0])

    while position.state.turn < 5:
        before, clock, by_chance = worth(), engine.clock(position.state), position.to_act == CHANCE
        engine.begin_luck(desk.stream, values.Luck(luck_of, number, drawn), clock, drawn)
        desk.luck[:] = 0.0
        if by_chance:
            action = engine.drawn_at(position.state, setup.tables, desk, engine.place_of(number, clock, drawn))
            engine.add_luck(position.state, setup.tables, net, desk, action)
        else:
            action = engine.chosen(position.copy().state, setup.tables, net, desk)
        position.push(action)
        is_next_turn = engine.clock(position.state) != clock
        drawn = 0 if is_next_turn else drawn + by_chance
        assert worth() == pytest.approx(before + desk.luck[0], abs=1e-9), (position.ply, by_chance)
        met.add((by_chance, is_next_turn))
    assert met == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("games", [16, 64])
def test_luck_is_spread_evenly_at_each_action_of_chance_and_anew_at_the_next(games: int) -> None:
    moments = [(tick, drawn) for tick in range(3, 9) for drawn in range(4)]
    places = np.array([[values.place_of(number, *moment) for number in range(games)] for moment in moments])
    assert (np.sort(places * games >> values.DIGITS, axis=1) == np.arange(games)).all()
    alike = np.corrcoef(places)[~np.eye(len(moments), dtype=bool)]
    assert abs(alike.mean()) < 0.1 / np.sqrt(games)
    assert alike.std() == pytest.approx(1 / np.sqrt(games), rel=0.3)


def test_a_judgement_counts_as_so_many_games() -> None:
    """What was promised and what games came to are weighed by how much each tells."""
    plain, drawn = Tally(2), Tally(2, trust=30)
    drawn.promise = np.array([0.2, -0.2])
    assert plain.win(0) == 0.5  # before the first game
    assert drawn.win(0) == pytest.approx(0.6)
    for tally in (plain, drawn):
        tally.games = 10
        tally.sums.worth[:], tally.sums.squares[:] = (6.0, -6.0), (8.0, 8.0)
    assert plain.win(0) == pytest.approx(0.5 + 0.6 / 2)
    assert drawn.win(0) == pytest.approx(0.5 + (0.2 + 0.4 * 10 / 40) / 2)
    assert drawn.win(0) + drawn.win(1) == pytest.approx(1)
    spread = np.sqrt((10 * 0.44 + KNOWN * SPREAD**2) / (10 + KNOWN))
    assert plain.margin(0) == pytest.approx(1.96 * 0.5 * np.sqrt(0.44 / 10), rel=1e-4)
    assert drawn.margin(0) == pytest.approx(1.96 * 0.5 * spread / np.sqrt(40), rel=1e-4)


def test_what_one_game_says_is_no_certainty() -> None:
    """With a promise a few equal games do not make an action surely better: not by more than the promise is known."""
    compared = Comparison(2, 0, (3, 4), trust=48)
    compared.promises = np.array([[0.0, 0.0], [0.06, -0.06]])
    errors = []
    for games in (0, 1, 100):
        compared.games[:] = games
        compared.sums[:] = [[0.0, 0.0], [0.06 * games, -0.06 * games]]
        compared.apart[1] = 0.06**2 * games
        errors.append(compared.error_apart(1))
        lost, low, _ = compared.loss()
        assert lost == pytest.approx(0.03)
        assert (low > 0) == (games == 100)
    assert errors[0] == pytest.approx(0.5 * SPREAD_APART / np.sqrt(48))
    assert errors == sorted(errors, reverse=True)


def test_a_promise_alone_tells_large_losses_of_an_action() -> None:
    """However few games it counts as: the interval says how few. Of what is not promised a few games tell nothing."""
    compared = Comparison(2, 0, (3, 4), trust=16)
    compared.promises = np.array([[0.0, 0.0], [0.6, -0.6]])
    lost, low, _ = compared.loss()
    assert lost == pytest.approx(0.3)
    assert low == pytest.approx(0.3 - 1.96 * 0.5 * SPREAD_APART / 4, rel=1e-4)
    assert not compared.is_close(0)
    compared.promises = np.array([[0.0, 0.0], [0.06, -0.06]])
    assert compared.loss()[1] < 0
    assert compared.is_close(0)
    unpromised = Comparison(2, 0, (3, 4), trust=16)
    unpromised.games[:], unpromised.sums[1], unpromised.apart[1] = ENOUGH - 1, (0.6 * 47, -0.6 * 47), 0.36 * 47
    assert unpromised.loss()[:2] == (0.0, 0.0)
    assert unpromised.is_close(0)
    unpromised.games[:] = ENOUGH
    assert unpromised.loss()[1] > 0
