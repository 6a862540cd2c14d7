"""Batches of games and perft, through the compiled rules."""

from __future__ import annotations

import numpy as np
import pytest

import verso
from verso.core import kernel, testing
from verso.core.drive import Batch, divide, perft
from verso.core.spec import OVER


def played(seed: int | str, games: int = 40, threads: int = 1, most: int | None = None) -> Batch:
    batch = Batch(verso.game("flip-city").setup(2), games, seed)
    batch.play_randomly(threads, most)
    return batch


def test_threads_do_not_change_the_result() -> None:
    one, two, three = (played("threads", threads=threads) for threads in (1, 2, 3))
    assert one.states.tobytes() == two.states.tobytes() == three.states.tobytes()
    assert one.steps.tolist() == two.steps.tolist() == three.steps.tolist()
    assert one.streams.tolist() == two.streams.tolist() == three.streams.tolist()
    assert one.returns().tolist() == two.returns().tolist()


def test_more_threads_than_games() -> None:
    assert played("few", games=2, threads=5).states.tobytes() == played("few", games=2).states.tobytes()


def test_seeds_reproduce_and_differ() -> None:
    assert played(7).states.tobytes() == played(7).states.tobytes()
    assert played(7).states.tobytes() != played(8).states.tobytes()
    assert played("7").steps.tolist() == played(7).steps.tolist()


def test_games_of_a_batch_are_different_games() -> None:
    batch = played("different", games=20, most=100)
    assert len({batch.states[index : index + 1].tobytes() for index in range(20)}) == 20


def test_a_game_does_not_depend_on_how_many_others_there_are() -> None:
    small, large = played("prefix", games=3), played("prefix", games=9)
    assert small.states.tobytes() == large.states[:3].tobytes()


def test_play_can_be_continued() -> None:
    once = played("continue", games=4, most=500)
    twice = played("continue", games=4, most=200)
    assert twice.play_randomly(most=300) == 4 * 300
    assert once.states.tobytes() == twice.states.tobytes()


def test_all_games_end_and_returns_sum_to_nothing() -> None:
    batch = played("end")
    assert len(batch) == 40
    assert all(batch.position(index).to_act == OVER for index in range(40))
    returns = batch.returns()
    assert returns.shape == (40, 2)
    assert np.all(returns.sum(axis=1) == 0)
    for index in range(40):
        outcome = batch.position(index).outcome()
        assert outcome is not None
        expected = [0.0, 0.0] if outcome.truncated else [1.0 if seat in outcome.winners else -1.0 for seat in (0, 1)]
        assert returns[index].tolist() == expected


def test_a_batch_can_begin_anywhere() -> None:
    document = {"game": "flip-city", "seats": 2, "to_act": 0, "phase": "build", "turn": {"points": 8}}
    batch = Batch(verso.Position.from_json(document), 5, 1)
    batch.play_randomly()
    assert batch.returns()[:, 0].tolist() == [1.0] * 5


def test_a_position_of_a_batch_is_the_same_as_interpreted() -> None:
    batch = played("interpreted", games=3, most=300)
    for index in range(3):
        position, rng = verso.game("flip-city").new(2), verso.Rng("interpreted", index)
        for _ in range(300):
            position.push(testing.uniform(position, rng))
        assert kernel.state_bytes(position.state, 2) == batch.states[index : index + 1].tobytes()


def test_perft_is_the_sum_of_its_division() -> None:
    position = verso.game("flip-city").new(2)
    position.push("start 0")
    divided = divide(position, 4)
    assert list(divided) == [position.text(action) for action in position.legal]
    assert sum(divided.values()) == perft(position, 4) == perft(position, 4, compiled=False)


def test_an_ended_game_counts_once() -> None:
    document = {
        "game": "flip-city",
        "seats": 2,
        "to_act": 0,
        "phase": "build",
        "turn": {"points": 8, "actions": 0},
        "players": [{"top": ["CS"]}, {"top": ["CS"]}],
    }
    position = verso.Position.from_json(document)
    assert [perft(position, depth) for depth in range(5)] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize("awaiting", ["start", "top"])
def test_random_outcomes_follow_the_odds(awaiting: str) -> None:
    """Compiled draws are counted against the exact odds; chi-square with at most 5 degrees of freedom."""
    position = verso.game("flip-city").new(2)
    if awaiting == "top":
        position.push("start 0")
    odds = position.odds()
    batch = Batch(position, 9000, "odds")
    batch.play_randomly(most=1)
    if awaiting == "start":
        found = {action: int((batch.states["seat"] == seat).sum()) for seat, action in enumerate(odds)}
    else:
        first = position.parse("top RA")
        found = {action: int((batch.states["top"][:, 0, 0] == action - first).sum()) for action in odds}
    assert sum(found.values()) == 9000
    chi = sum((found[action] - 9000 * float(odds[action])) ** 2 / (9000 * float(odds[action])) for action in odds)
    assert chi < 20.5
