"""PettingZoo: its own tests, and that no agent is shown or told more than its seat."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import verso
from support import long
from verso.rl import zoo
from verso.rl.layout import layout_of

TABLES = [
    ("flip-city", 2),
    ("phase-10-flip", 2),
    long("phase-10-flip", 6),
]
EVERY_TABLE = pytest.mark.parametrize(("game", "seats"), TABLES)


# The test knows by name which of PettingZoo's own environments have dictionaries, and warns of all others.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@EVERY_TABLE
def test_api(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.env(game, seats)
    assert env.possible_agents == [f"player_{seat}" for seat in range(seats)]
    api_test(env, num_cycles=300)
    assert "Passed" in capsys.readouterr().out


@EVERY_TABLE
def test_seeds(game: str, seats: int) -> None:
    seed_test(lambda: zoo.env(game, seats), num_cycles=100)


@pytest.mark.parametrize("game", verso.games())
def test_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    shows = {"svg": lambda text: text.startswith("<svg"), "ansi": lambda text: len(text) > 100}
    render_test(lambda render_mode: zoo.env(game, 2, render_mode=render_mode), custom_tests=shows)
    assert len(capsys.readouterr().out) > 500  # the mode for people prints


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It takes five seconds by the clock: one that runs fast makes it a moment."""
    began = time.time()
    monkeypatch.setattr(time, "time", lambda: began + 10 * (time.perf_counter() % 1000))
    performance_benchmark(zoo.env("flip-city", 2))
    assert "turns per second" in capsys.readouterr().out


def steps(env: Any, seed: int, most: int) -> Iterator[tuple[str, dict[str, Any], float, bool]]:
    """Play at random and yield what each agent gets before it acts."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        yield agent, seen, reward, terminated or truncated
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))


@pytest.mark.parametrize("game", verso.games())
def test_agents_get_the_observations_of_their_seats(game: str) -> None:
    env = zoo.env(game, 2)
    layout = layout_of(env.unwrapped.setup)
    for number, (agent, seen, _, _) in enumerate(steps(env, 2, 300)):
        if number % 10 == 0:
            position = env.unwrapped.batch.position(0)
            assert agent == f"player_{position.to_act}"
            for seat, each in enumerate(env.possible_agents):
                observed = env.observe(each)
                assert np.array_equal(observed["observation"], layout.scaled(layout.observe(position, seat)))
                assert observed["action_mask"].any() == (seat == position.to_act)
            assert np.array_equal(seen["action_mask"], layout.mask(position.legal))


def test_a_game_ends_for_everybody_with_its_returns() -> None:
    env = zoo.env("phase-10-flip", 2, options={"phases": 1})
    ends = [(agent, reward, env.infos[agent]) for agent, _, reward, ended in steps(env, 1, 100_000) if ended]
    last, told = {agent: reward for agent, reward, _ in ends}, [info for _, _, info in ends]
    assert sorted(last) == ["player_0", "player_1"]
    assert sorted(last.values()) == [-1.0, 1.0]
    assert env.agents == []
    winner = env.possible_agents.index(max(last, key=lambda agent: last[agent]))
    assert told == [{"reason": "score", "winners": (winner,)}] * 2


@pytest.mark.parametrize("game", verso.games())
def test_the_state_is_everything_on_the_table_and_the_name_is_the_games(game: str) -> None:
    env = zoo.env(game, 2)
    env.reset(seed=4)
    batch = env.unwrapped.batch
    assert np.array_equal(env.state(), batch.layout.scaled(batch.observe(0, "oracle")[0]))
    assert env.state_space.contains(env.state())
    assert env.metadata["name"] == str(env) == f"verso_{game.replace('-', '_')}_v0"


def test_an_illegal_action_ends_the_game_or_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    env = zoo.env("flip-city", 2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(150)
    assert "Illegal move made" in caplog.text
    assert env.terminations[agent]
    assert env.rewards[agent] == -1
    raw = zoo.raw_env("flip-city", 2)
    raw.reset(seed=1)
    with pytest.raises(verso.IllegalAction, match="action 150"):
        raw.step(150)
    with pytest.raises(verso.InvalidSetup, match="human, ansi or svg"):
        zoo.raw_env("flip-city", 2, render_mode="rgb_array")


def test_what_is_no_whole_number_is_refused() -> None:
    env = zoo.raw_env("flip-city", 2)
    env.reset(seed=1)
    before = env.batch.states.copy()
    with pytest.raises(verso.InvalidAction, match=r"an action is a whole number, not 0\.9"):
        env.step(0.9)
    assert np.array_equal(before, env.batch.states)


def test_rendering_shows_no_hidden_face() -> None:
    env = zoo.raw_env("phase-10-flip", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.batch.position(0).view(None).show()
