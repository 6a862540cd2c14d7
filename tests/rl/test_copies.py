"""Batches and environments are copied, pickled, compared and sent to other processes; vectors of environments."""

from __future__ import annotations

import copy
import functools
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import verso
from support import long
from verso.core.game import IllegalAction, InvalidSetup
from verso.rl import batch, zoo
from verso.rl.gym import VersoEnv, VersoVectorEnv

CHEAP = verso.game("flip-city").load_cards("[FA]\ncost = 4\n", "cheap.toml")
QUICK = {"CS": {"points": 8}}
"""One Convenience Store wins: games end in their first turns, also before the agent's first."""


def played(env: batch.Batch, steps: int) -> list[bytes]:
    return [env.step(env.sample()).observation.tobytes() for _ in range(steps)]


def play_on(env: batch.Batch, steps: int) -> list[bytes]:
    """Do it in another process."""
    return played(env, steps)


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_a_batch_goes_back_and_its_copies_go_their_own_way(opponents: str | None) -> None:
    env = batch.make("flip-city", 6, 2, seed=4, opponents=opponents, dtype="float32")
    played(env, 30)
    before, twin, sent = env.snapshot(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    assert env == twin == sent == env.copy()
    assert hash(env) == hash(twin)
    expected = played(env, 40)
    assert env != twin
    assert played(twin, 40) == expected == played(sent, 40)
    seen = env.restore(before)
    assert seen.observation is env.observation
    assert played(env, 40) == expected
    assert env == twin


def test_batches_that_were_made_otherwise_are_not_equal() -> None:
    env = batch.make("flip-city", 3, 2, seed=4)
    assert env == batch.make("flip-city", 3, 2, seed=4, threads=2)
    assert env != batch.make("flip-city", 3, 2, seed=5)
    assert env != batch.make("flip-city", 3, 2, seed=4, auto_reset=False)
    assert env != batch.make("flip-city", 3, 2, seed=4, cards=CHEAP)
    assert env != "a batch"
    with pytest.raises(InvalidSetup, match="snapshot of another batch"):
        env.restore(batch.make("flip-city", 2, 2).snapshot())


def test_other_processes_take_batches_and_environments() -> None:
    env, single = batch.make("flip-city", 4, 2, seed=1), gymnasium.make("verso/FlipCity-v0").unwrapped
    single.reset(seed=3)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(play_on, env, 20).result() == played(env.copy(), 20)
        for each in (single, VersoVectorEnv(2, opponents="medium"), zoo.env("flip-city", 2)):
            assert pool.submit(copy.deepcopy, each).result() == each


def test_arrays_begin_where_other_libraries_want_them() -> None:
    env = batch.make("flip-city", 5, 2, dtype="float32")
    for array in (env.observation, env.mask, env.to_act, env.rewards, env.terminated, env.truncated, env.rows):
        assert array.ctypes.data % 64 == 0
        assert np.shares_memory(np.from_dlpack(array), array)


@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_what_was_seen_at_the_end_is_kept(dtype: str) -> None:
    """The same as a batch shows that does not begin anew, seen by the agent, or by whoever acted last."""
    anew, stays = (
        batch.make("flip-city", 40, 2, seed=2, opponents="greedy", dtype=dtype, auto_reset=each)
        for each in (True, False)
    )
    ended = np.zeros(40, bool)
    for _ in range(400):
        actions = stays.sample().copy()
        seen, other = anew.step(np.where(ended, anew.sample(), actions)), stays.step(actions)
        for index in np.flatnonzero((seen.terminated | seen.truncated) & ~ended):
            expected = stays.observe(0)[index]
            found = stays.layout.scaled(expected) if dtype == "float32" else expected
            assert np.array_equal(anew.final_observation[index], found)
            ended[index] = True
        assert other is not None
        if ended.sum() > 5:
            return
    raise AssertionError("no game has ended")


# --- Gymnasium


def steps_of(env: VersoEnv, count: int, seed: int) -> list[Any]:
    rng, found, seen = np.random.default_rng(seed), list[Any](), env._seen()
    for _ in range(count):
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, terminated, truncated, _ = env.step(action)
        found.append((seen["observation"].tobytes(), reward))
        if terminated or truncated:
            break
    return found


class First:
    """A bot that answers with a number."""

    name = "first"

    def choose(self, view: Any, budget: Any) -> Any:
        return view.legal[0]


def lowest(seen: dict[str, Any]) -> int:
    """A policy: what an agent was some time ago."""
    assert seen["observation"].dtype == np.float32
    return int(seen["action_mask"].argmax())


@pytest.mark.parametrize("opponents", ["random", "medium", "greedy:seconds=1", First(), lowest])
def test_environments_are_copied_with_whoever_plays(opponents: Any) -> None:
    env = VersoEnv("flip-city", 2, opponents=opponents)
    env.reset(seed=5)
    steps_of(env, 10, 1)
    twin, sent = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    assert env == twin
    assert hash(env) == hash(twin)
    expected = steps_of(env, 60, 2)
    assert steps_of(twin, 60, 2) == expected == steps_of(sent, 60, 2)
    assert env.reset()[0]["observation"].tobytes() == twin.reset()[0]["observation"].tobytes()


def test_a_bot_and_a_policy_that_do_the_same_play_the_same() -> None:
    games = []
    for opponents in (First(), lowest):
        env = VersoEnv("flip-city", 2, opponents=opponents)
        env.reset(seed=5)
        games.append(steps_of(env, 80, 3))
    assert games[0] == games[1]


def test_opponents_that_cannot_play_are_refused() -> None:
    with pytest.raises(InvalidSetup, match="has no bot 'nobody'"):
        VersoEnv("flip-city", 2, opponents="nobody")
    with pytest.raises(InvalidSetup, match="is a bot or a policy that can be called, not 3"):
        VersoEnv("flip-city", 2, opponents=3)  # type: ignore[arg-type]


def test_a_refused_way_to_render_is_a_type_error() -> None:
    """What `make_vec_env` of Stable-Baselines3 catches, to try without."""
    with pytest.raises(TypeError, match="render_mode is ansi or svg, not 'rgb_array'"):
        VersoEnv("flip-city", 2, render_mode="rgb_array")


def test_cards_of_ones_own() -> None:
    for env in (VersoEnv("flip-city", 2, cards=CHEAP), zoo.raw_env("flip-city", 2, cards=CHEAP)):
        assert env.setup.edits
    file: Any = "my-cards.toml"
    for make in (
        verso.game("flip-city").setup,
        functools.partial(VersoEnv, "flip-city"),
        functools.partial(zoo.raw_env, "flip-city"),
    ):
        with pytest.raises(verso.InvalidCards, match=r"what load_cards returns .* not 'my-cards\.toml'"):
            make(seats=2, cards=file)


def test_options_are_names_with_values() -> None:
    text: Any = "office=on"
    for make in (functools.partial(VersoEnv, "flip-city"), functools.partial(batch.make, "flip-city", 4)):
        with pytest.raises(InvalidSetup, match="options are a dictionary of names and values, not 'office=on'"):
            make(seats=2, options=text)


@pytest.mark.parametrize("name", ["verso/FlipCity-v0", long("verso/Phase10Flip-v0")])
def test_vectors_are_made_of_a_batch(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", opponents="greedy")
    assert isinstance(env.unwrapped, VersoVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert np.array_equal(infos["action_mask"], seen["action_mask"])
    assert env.observation_space.contains(seen)
    assert np.array_equal(seen["observation"], again["observation"])
    rng, ends = np.random.default_rng(1), 0
    for _ in range(4000):
        actions = [int(rng.choice(np.flatnonzero(row))) for row in seen["action_mask"]]
        seen, rewards, terminated, truncated, infos = env.step(np.array(actions))
        over = terminated | truncated
        assert np.array_equal(infos["action_mask"], seen["action_mask"])
        assert infos["_action_mask"].all()
        assert (rewards[~over] == 0).all()
        if over.any():
            ends += int(over.sum())
            assert np.array_equal(infos["_final_obs"], over)
            assert all((infos["final_obs"][index] is not None) == over[index] for index in range(3))
            assert env.single_observation_space.contains(infos["final_obs"][int(over.argmax())])
            ended = infos["final_info"]
            assert np.array_equal(ended["_returns"], over)
            assert np.array_equal(ended["returns"][over, env.unwrapped.seat], rewards[over])
            assert not ended["returns"][~over].any()
            assert np.array_equal(ended["truncated"], truncated)
        if ends > 3:
            break
    assert ends > 3
    with pytest.raises(IllegalAction):
        env.step(np.full(3, int((seen["action_mask"][0] == 0).argmax())))


def lowest_of_each(seen: dict[str, Any]) -> Any:
    """The same policy for many games at once."""
    assert seen["observation"].ndim == 2
    return seen["action_mask"].argmax(axis=1)


@pytest.mark.parametrize(("one", "many"), [(First(), First()), (lowest, lowest_of_each), ("greedy:seconds=9",) * 2])
def test_a_vector_plays_against_whom_a_single_environment_does(one: Any, many: Any) -> None:
    single = VersoEnv("flip-city", 2, opponents=one, seat=1, cards=CHEAP)
    vector = VersoVectorEnv(1, "flip-city", 2, opponents=many, seat=1, cards=CHEAP)
    seen, rows = single.reset(seed=6)[0], vector.reset(seed=6)[0]
    for _ in range(30):
        for key, value in seen.items():
            assert np.array_equal(rows[key][0], value)
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        seen, reward, terminated, truncated, _ = single.step(action)
        rows, *told, infos = vector.step([action])
        assert [each[0] for each in told] == [reward, terminated, truncated]
        if terminated or truncated:
            assert np.array_equal(infos["final_obs"][0]["observation"], seen["observation"])
            break


@pytest.mark.parametrize("opponents", ["greedy", "easy", lowest_of_each])
def test_games_of_a_vector_end_by_either_side_and_go_on(opponents: Any) -> None:
    """Also where opponents win before the agent is asked: such a game is none of its own."""
    env = VersoVectorEnv(8, "flip-city", 2, opponents=opponents, cards=QUICK)
    seen, _ = env.reset(seed=1)
    rewards = set[float]()
    for _ in range(60):
        assert seen["action_mask"].any(axis=1).all()
        seen, told, terminated, _, infos = env.step(seen["action_mask"].argmax(axis=1))
        assert np.array_equal(told != 0, terminated)
        rewards |= set(told[terminated].tolist())
        assert all(infos["final_obs"][index]["observation"][3] == 1 for index in np.flatnonzero(terminated))
    assert rewards == {-1.0, 1.0}
    assert env.batch.to_act.tolist() == [0] * 8


def test_a_policy_answers_for_every_game() -> None:
    env = VersoVectorEnv(2, "flip-city", 2, opponents=lambda seen: 0)
    with pytest.raises(verso.InvalidAction, match="returns an action for each, not int64 of shape"):
        env.reset(seed=1)


@pytest.mark.parametrize("opponents", ["greedy", "medium", lowest_of_each])
def test_vectors_are_copied_with_whoever_plays(opponents: Any) -> None:
    env = VersoVectorEnv(3, "flip-city", 2, opponents=opponents)
    seen, _ = env.reset(seed=5)
    for _ in range(5):
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
    twins = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    assert twins[0] == env == twins[1]
    assert len({hash(env), *map(hash, twins)}) == 1
    for _ in range(20):
        after = [each.step(seen["action_mask"].argmax(axis=1))[0] for each in (env, *twins)]
        seen = after[0]
        assert all(np.array_equal(each["observation"], seen["observation"]) for each in after)
    assert env.step(seen["action_mask"].argmax(axis=1))
    assert env != twins[0]


# --- PettingZoo


@pytest.mark.parametrize("make", [zoo.env, zoo.raw_env])
def test_tables_of_pettingzoo_are_copied_and_compared(make: Any) -> None:
    env = make("phase-10-flip", 2)
    env.reset(seed=1)
    env.step(0)
    twins = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    assert twins[0] == env == twins[1]
    assert len({hash(env), *map(hash, twins)}) == 1
    assert (str(env), env.unwrapped.metadata["name"]) == ("verso_phase_10_flip_v0",) * 2
    action = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    for each in (env, *twins):
        each.step(action)
    assert twins[0] == env == twins[1]
    env.reset()
    assert env != twins[0]


def test_all_is_on_the_table_of_state_and_the_end_is_told() -> None:
    env = zoo.raw_env("phase-10-flip", 2, options={"phases": 1})
    assert env.metadata["name"] == "verso_phase_10_flip_v0"
    assert zoo.raw_env("flip-city", 2).metadata["name"] == "verso_flip_city_v0"
    env.reset(seed=2)
    assert env.state_space.contains(env.state())
    assert not np.array_equal(env.state(), env.observe("player_0")["observation"])
    rng = np.random.default_rng(1)
    while not all(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        assert env.batch.truncated[0] == 0
    assert env.infos["player_0"]["reason"]
    assert env.infos["player_1"]["winners"]
