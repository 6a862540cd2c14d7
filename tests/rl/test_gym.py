"""Gymnasium: its own checker without a warning, seeding, masks, bots of every kind, rendering."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import verso
from support import long
from verso.rl.gym import IDS, VersoEnv, register

EVERY_ID = [long(each) if "Solo" in each else each for each in IDS]


def made(name: str, **settings: Any) -> VersoEnv:
    env = gymnasium.make(name, **settings).unwrapped
    assert isinstance(env, VersoEnv)
    return env


def play(env: VersoEnv, seed: int, most: int = 20_000) -> tuple[list[int], list[Any], float, dict[str, Any]]:
    """Play a game with random legal actions; return actions, observations, the reward and the last info."""
    rng, actions, rows = np.random.default_rng(seed), [], []
    seen, info = env.reset(seed=seed)
    for _ in range(most):
        assert env.observation_space.contains(seen)
        assert info["action_mask"] is seen["action_mask"]
        assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool))
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        actions.append(action)
        rows.append(seen["observation"])
        seen, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return actions, rows, reward, info
        assert reward == 0
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("name", EVERY_ID)
@pytest.mark.parametrize("render_mode", ["ansi", "svg"])
def test_the_checker_of_gymnasium_finds_nothing(name: str, render_mode: str) -> None:
    check_env(made(name, render_mode=render_mode))


@pytest.mark.parametrize("name", EVERY_ID)
def test_a_seed_decides_everything(name: str) -> None:
    settings = {"options": {"phases": 1}} if "Phase" in name else {}
    first, again, other = play(made(name, **settings), 3), play(made(name, **settings), 3), play(made(name), 4)
    assert first[0] == again[0]
    assert all(np.array_equal(one, two) for one, two in zip(first[1], again[1], strict=True))
    assert first[2] == again[2]
    assert first[3]["reason"] == again[3]["reason"]
    assert first[0] != other[0]


def test_episodes_after_the_first_differ_but_follow_from_the_seed() -> None:
    found = []
    for _ in range(2):
        env = made("verso/FlipCity-v0")
        env.reset(seed=11)
        found.append([env.reset()[0]["observation"] for _ in range(6)])
    assert np.array_equal(found[0], found[1])
    assert len({row.tobytes() for row in found[0]}) > 1


@pytest.mark.parametrize("opponents", ["random", "greedy", "published", "easy"])
def test_every_kind_of_bot_can_be_played_against(opponents: str) -> None:
    env = made("verso/FlipCity-v0", opponents=opponents, seat=1)
    *_, reward, info = play(env, 1)
    assert reward in (-1.0, 0.0, 1.0)
    assert (reward == 1) == (info["winners"] == (1,))


@pytest.mark.long
def test_different_bots_can_sit_at_one_table() -> None:
    env = VersoEnv("phase-10-flip", 6, opponents=["random", "greedy", "easy", "random", "medium"], seat=2)
    seen, _ = env.reset(seed=1)
    for _ in range(10):
        seen, _, ended, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        assert not ended
        assert env.batch.to_act[0] == 2
    with pytest.raises(verso.InvalidSetup, match="5 opponents, not 1"):
        VersoEnv("phase-10-flip", 6, opponents=["random"])


def test_an_illegal_action_loses_and_says_why() -> None:
    env = made("verso/FlipCity-v0")
    env.reset(seed=1)
    before = env.batch.states.copy()
    _, reward, terminated, truncated, info = env.step(150)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "flip-city" in info["illegal"]
    assert np.array_equal(env.batch.states, before)
    with pytest.raises(verso.IllegalAction, match="call reset first"):
        env.step(0)
    raising = made("verso/FlipCity-v0", on_illegal="raise")
    raising.reset(seed=1)
    with pytest.raises(verso.IllegalAction, match="action 150"):
        raising.step(150)
    raising.step(int(np.flatnonzero(raising.action_masks())[0]))


@pytest.mark.parametrize("action", [0.9, "0", None, float("nan"), np.array([0, 1]), 10**30])
def test_what_is_no_action_is_refused_and_nothing_is_done_in_its_place(action: Any) -> None:
    env = VersoEnv()
    env.reset(seed=1)
    before = env.batch.states.copy()
    with pytest.raises(verso.InvalidAction, match=r"an action is a whole number|no action of so high a number"):
        env.step(action)
    assert np.array_equal(before, env.batch.states)
    env.step(np.flatnonzero(env.action_masks())[0])


def test_rendering_shows_what_the_seat_sees() -> None:
    env = made("verso/Phase10Flip-v0", render_mode="svg")
    env.reset(seed=5)
    root = ET.fromstring(env.render())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Seat 0 (you) – to act: phase 1, 0 points" in texts
    assert texts.count("?") == 11  # ten cards of the other hand, and the top of the draw pile
    text = made("verso/FlipCity-v0", render_mode="ansi")
    text.reset(seed=5)
    assert text.render() == text.batch.position(0).view(0).show()
    assert made("verso/FlipCity-v0").render() is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"on_illegal": "ignore"}, "lose or raise"),
        ({"render_mode": "human"}, "ansi or svg"),
        ({"seat": 2}, "no seat 2"),
    ],
)
def test_settings_are_refused_in_words(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(verso.InvalidSetup, match=message):
        VersoEnv("flip-city", 2, **settings)


def test_registering_again_is_harmless() -> None:
    register()
    assert set(IDS) <= set(gymnasium.registry)
