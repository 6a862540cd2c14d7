"""The batched environment: the same games as move by move, whatever the threads; nothing changed by a refusal."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import verso
from verso import CHANCE, OVER, Position, Rng, bots
from verso.bots import Budget
from verso.core import native, plain_numba, threads
from verso.core.game import Setup
from verso.rl import batch
from verso.rl.batch import Batch
from verso.rl.layout import layout_of


def choose(mask: Any, rng: np.random.Generator) -> Any:
    """Return a random allowed action for each game, from the mask alone."""
    return np.argmax(mask * rng.random(mask.shape), axis=1)


def worth(position: Position) -> list[float]:
    out = [0.0] * position.seats
    position.setup.rules.returns(position.state, position.setup.tables, out)
    return out


class MoveByMove:
    """One game of a batch, played with positions."""

    def __init__(self, setup: Setup, seed: int, index: int) -> None:
        self.setup, self.rng = setup, Rng(seed, index)
        self.begin()

    def begin(self) -> None:
        self.position = Position.start(self.setup)
        self.position.settle(self.rng)

    def step(self, action: int) -> tuple[list[float], bool, bool]:
        self.position.push(action)
        self.position.settle(self.rng)
        outcome = self.position.outcome()
        if outcome is None:
            return [0.0] * self.setup.seats, False, False
        rewards = worth(self.position)
        self.begin()
        return rewards, not outcome.truncated, outcome.truncated


@pytest.mark.parametrize(
    ("game", "options", "steps"), [("flip-city", {"office": True}, 3000), ("phase-10-flip", {"phases": 1}, 1500)]
)
def test_a_batch_plays_the_games_that_positions_play(game: str, options: dict[str, Any], steps: int) -> None:
    setup = verso.game(game).setup(2, **options)
    layout, env, rng = layout_of(setup), Batch(setup, 3, seed=5), np.random.default_rng(1)
    twins = [MoveByMove(setup, 5, index) for index in range(3)]
    seen, ended = env.reset(5), 0
    for number in range(steps):
        if number % 10 == 0:
            for index, twin in enumerate(twins):
                position = twin.position
                assert seen.to_act[index] == position.to_act
                assert np.array_equal(seen.mask[index], layout.mask(position.legal))
                assert np.array_equal(seen.observation[index], layout.observe(position, position.to_act))
        actions = choose(seen.mask, rng)
        after = env.step(actions)
        for index, twin in enumerate(twins):
            rewards, terminated, truncated = twin.step(int(actions[index]) + layout.first_action)
            assert after.rewards[index].tolist() == rewards
            assert (after.terminated[index], after.truncated[index]) == (terminated, truncated)
            ended += terminated or truncated
        seen = batch.Seen(*after[:3])
    assert ended >= 3


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide even a few games among threads, and among more of them than there may be cores."""
    monkeypatch.setattr(threads, "cores", lambda: 3)
    monkeypatch.setattr(threads, "TRIES", threads.PERIOD // 2)  # however fast they are
    monkeypatch.setattr(batch, "SMALLEST_PIECE", 1)


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_neither_threads_nor_their_number_change_anything(opponents: str | None) -> None:
    found = []
    for count in (1, 2, 3):
        env = batch.make("flip-city", 60, 2, seed="threads", threads=count, opponents=opponents)
        for _ in range(200):
            after = env.step(env.sample())
        found.append((env.states.tobytes(), after.observation.tobytes(), after.mask.tobytes(), env.streams.tobytes()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_games_are_divided_into_pieces_that_are_worth_it(count: int) -> None:
    for games in (1, 511, 1023, 1024, 2000, 4096, 100_000):
        pieces = batch._pieces(games, count)
        assert [number for piece in pieces for number in range(games)[piece]] == list(range(games))
        assert len(pieces) == 1 or min(piece.stop - piece.start for piece in pieces) >= batch.SMALLEST_PIECE
        assert (len(pieces) > 1) == (count > 1 and games >= 2 * batch.SMALLEST_PIECE)


FORKS = """
import os
from verso.core import threads
from verso.rl import batch
threads.cores, batch.SMALLEST_PIECE = lambda: 2, 1
env = batch.make("flip-city", 8, 2, seed=1, threads=2)
env.step(env.sample())
child = os.fork()
env.step(env.sample())
if child:
    assert os.waitpid(child, 0)[1] == 0
print(env.streams.sum())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_forked_process_has_threads_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    one, other = done.stdout.split()
    assert one == other


@pytest.mark.long
def test_the_ordinary_way_of_compiling_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for way in ("", "plain"):
        monkeypatch.setenv("VERSO_NUMBA", way)
        env = batch.make("flip-city", 600, 2, seed="ways", threads=2)
        assert isinstance(env.engine.look, plain_numba.Function if way else native.Function)
        for _ in range(300):
            after = env.step(env.sample())
        found.append((env.states.tobytes(), env.streams.tobytes(), *(each.tobytes() for each in after)))
    assert found[0] == found[1]


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("index", [0, 3, 6])
def test_threads_refuse_a_step_for_the_game_that_it_is_wrong_in(index: int) -> None:
    env = batch.make("flip-city", 7, 2, seed=3, threads=3)
    before, actions = env.states.copy(), env.sample().copy()
    actions[index] = 3
    with pytest.raises(verso.IllegalAction, match=rf"game {index} of 7 .* action 3 \(done\) is not legal"):
        env.step(actions)
    assert np.array_equal(before, env.states)


def test_games_of_a_batch_differ_and_a_seed_brings_them_back() -> None:
    env = batch.make("flip-city", 6, 2, seed=1)
    first = env.reset(7).observation.copy()
    assert len({row.tobytes() for row in first}) > 1
    assert not np.array_equal(env.reset().observation, first)
    assert np.array_equal(env.reset(7).observation, first)


@pytest.mark.parametrize(
    ("actions", "error", "message"),
    [
        ([0, 153], verso.IllegalAction, r"game 1 of 2 \(flip-city, seat \d to act\): action 153 is not legal: "),
        ([0, 3], verso.IllegalAction, r"game 1 of 2 .* action 3 \(done\) is not legal: "),
        ([-1, 0], verso.InvalidAction, r"game 0 of 2 .* there is no action -1; actions go from 0 to 153"),
        ([0, 154], verso.InvalidAction, r"game 1 of 2 .* there is no action 154"),
        (
            [0],
            verso.InvalidAction,
            r"a step takes 2 whole numbers, one action for each game, not int64 of shape \(1,\)",
        ),
        ([0.0, 0.0], verso.InvalidAction, "not float64"),
        ([True, False], verso.InvalidAction, "not bool"),
    ],
)
def test_a_refused_step_changes_nothing(actions: list[Any], error: type[Exception], message: str) -> None:
    env = batch.make("flip-city", 2, 2, seed=3)
    seen = env.reset(3)
    before = [each.copy() for each in (env.states, env.streams, *seen)]
    with pytest.raises(error, match=message):
        env.step(actions)
    assert all(np.array_equal(old, new) for old, new in zip(before, (env.states, env.streams, *seen), strict=True))
    env.step(env.sample())


def test_what_is_handed_out_is_never_believed() -> None:
    env = batch.make("flip-city", 2, 2, seed=3)
    seen = env.reset()
    for array in (*env.step(env.sample()), *seen, env.rows, env.final_observation, np.from_dlpack(seen.mask)):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    env._written.mask[:] = True  # as a library could that knows nothing of memory that is read-only
    env._written.to_act[:] = OVER
    with pytest.raises(verso.IllegalAction):
        env.step([3, 3])


def test_arrays_are_handed_out_without_copying() -> None:
    env = batch.make("flip-city", 4, 2)
    seen = env.reset(1)
    after = env.step(env.sample())
    assert all(one is other for one, other in zip(seen, after[:3], strict=True))
    assert np.shares_memory(np.from_dlpack(after.observation), env.observation)
    assert np.shares_memory(env.layout.part(after.observation, "deck"), env.observation)


def test_floats_and_other_lookers() -> None:
    whole, floats = (batch.make("phase-10-flip", 3, 2, seed=4, dtype=dtype) for dtype in ("int8", "float32"))
    for _ in range(50):
        actions = whole.sample()
        floats.streams[:] = whole.streams
        whole.step(actions)
        floats.step(actions)
    assert floats.observation.dtype == np.float32
    assert np.array_equal(floats.observation, whole.layout.scaled(whole.observation))
    for seat, kind in itertools.product(range(2), ("seat", "public", "oracle")):
        expected = [whole.layout.observe(whole.position(index), seat, kind) for index in range(3)]
        assert np.array_equal(whole.observe(seat, kind), np.stack(expected))
    assert np.array_equal(whole.observe(whole.to_act), whole.observation)
    with pytest.raises(verso.InvalidSetup, match="from 0 to 1"):
        whole.observe(2)


def test_without_auto_reset_a_finished_game_stays() -> None:
    env = batch.make("phase-10-flip", 2, 2, seed=8, options={"phases": 1}, auto_reset=False)
    while (env.to_act != OVER).any():
        after = env.step(env.sample())
        over = env.to_act == OVER
        assert not after.mask[over].any()
        assert after.mask[~over].any(axis=1).all()
    last = env.states.copy()
    after = env.step([999, -5])
    assert np.array_equal(env.states, last)
    assert not after.terminated.any()
    assert not after.rewards.any()
    assert env.position(0).outcome() is not None


def test_a_position_can_be_placed_in_a_batch() -> None:
    env = batch.make("flip-city", 2, 2, seed=1)
    position, rng = verso.game("flip-city").new(2), Rng(9)
    for _ in range(20):
        position.settle(rng)
        position.push(position.legal[-1])
    position.settle(rng)
    seen = env.place(1, position)
    assert np.array_equal(seen.observation[1], env.layout.observe(position, position.to_act))
    with pytest.raises(verso.InvalidSetup, match="another setup"):
        env.place(0, verso.game("flip-city").new(2, office=True))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_opponents_play_inside(name: str) -> None:
    env = batch.make("flip-city", 4, 2, seed=2, opponents=name, seat=1)
    seen, ended = env.reset(), 0
    for _ in range(600):
        assert (seen.to_act == 1).all()
        after = env.step(env.sample())
        ended += int((after.terminated | after.truncated).sum())
        seen = batch.Seen(*after[:3])
    assert ended >= (4 if name == "greedy" else 0)


def test_the_greedy_opponent_is_the_bot_of_that_name() -> None:
    setup = verso.game("flip-city").setup(2)
    env, bot = Batch(setup, 1, seed=6, opponents="greedy"), bots.make("greedy", setup.game)
    position, rng = Position.start(setup), Rng(6)
    seen = env.reset(6)
    for _ in range(150):
        while position.to_act in (CHANCE, 1):
            if position.to_act == CHANCE:
                position.settle(rng)
            else:
                position.push(bot.choose(position.view(1), Budget()).action)
        if position.to_act == OVER:
            break
        assert np.array_equal(seen.observation[0], env.layout.observe(position, 0))
        action = position.legal[-1]
        position.push(action)
        seen = batch.Seen(*env.step([action])[:3])
    assert position.ply > 100


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 0}, "at least one game"),
        ({"threads": 0}, "one thread"),
        ({"dtype": "float64"}, "int8 or float32, not 'float64'"),
        ({"opponents": "expert"}, "no opponents 'expert'; it has random or greedy"),
        ({"seat": 2}, "no seat 2"),
        ({"observation": "all"}, "no observation 'all'"),
        ({"ruleset": "none"}, "no ruleset 'none'"),
    ],
)
def test_settings_are_refused_in_words(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(verso.InvalidSetup, match=message):
        batch.make("flip-city", **({"games": 2, "seats": 2} | settings))


@pytest.mark.usefixtures("small_pieces")
def test_a_placed_game_goes_on_to_the_next_decision() -> None:
    env = batch.make("flip-city", 3, 2, seed=1, threads=2)
    start = verso.game("flip-city").new(2)
    assert start.to_act == CHANCE
    for index in range(3):
        seen = env.place(index, start)
    assert (seen.to_act >= 0).all()
    assert seen.mask.any(axis=1).all()
    Position.from_json(env.position(2).to_json())
    with pytest.raises(verso.InvalidSetup, match="games are numbered from 0 to 2"):
        env.place(3, start)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_opponents_act_in_a_placed_game_before_the_agent_sees_it(name: str) -> None:
    env = batch.make("flip-city", 1, 2, seed=1, opponents=name)
    position, rng = verso.game("flip-city").new(2), Rng(3)
    position.settle(rng)
    while position.to_act != 1:
        position.push(position.legal[0])
        position.settle(rng)
    assert env.place(0, position).to_act.tolist() == [0]


def test_a_finished_game_that_is_placed_begins_anew_where_games_do() -> None:
    position, rng = verso.game("flip-city").new(2), Rng(3)
    while position.to_act != OVER:
        position.settle(rng) if position.to_act == CHANCE else position.push(position.legal[0])
    assert batch.make("flip-city", 1, 2, seed=1).place(0, position).to_act[0] >= 0
    assert batch.make("flip-city", 1, 2, seed=1, auto_reset=False).place(0, position).to_act[0] == OVER


def test_seeds_are_numbers_texts_or_drawn() -> None:
    first, second = (batch.make("flip-city", 2, 2, seed=None) for _ in range(2))
    assert not np.array_equal(first.streams, second.streams)
    assert np.array_equal(first.reset(7).observation, second.reset(7).observation)
    with pytest.raises(verso.InvalidSetup, match=r"a seed is a whole number or a text, not 1\.5"):
        batch.make("flip-city", 2, 2, seed=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["seats", "ruleset", "self", "cards", "options"])
def test_options_of_any_name_are_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(verso.InvalidSetup, match=name):
        batch.make("flip-city", 1, 2, options={name: 3})
