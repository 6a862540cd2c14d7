"""The same game in the environments, with the checks of the libraries they are made for, in batches and datasets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import verso
from support import IS_LONG
from verso import OVER, Position, Rng
from verso.core import kernel
from verso.rl import batch, dataset, gym, picture, spiel, zoo
from verso.rl.layout import KINDS, kernel_of, layout_of

GAME = verso.game("lantern-street")
SPIEL = "python_verso_lantern_street"


def positions(seats: int, seed: int = 1) -> list[Position]:
    """Every position of a random game."""
    position, rng, found = GAME.new(seats), Rng(seed), []
    while position.to_act != OVER:
        found.append(position.copy())
        position.push(position.legal[rng.below(len(position.legal))])
    return [*found, position]


# --- observations


def test_observations_say_what_the_declared_fields_say() -> None:
    layout = layout_of(GAME.setup(3))
    assert {field.name: (field.shape, field.most) for field in layout.fields}["night"] == ((3, 3), 8)
    assert layout.actions == GAME.action_count
    assert layout.first_action == 0
    for position in positions(3):
        for seat in range(3):
            row, view = layout.observe(position, seat), position.view(seat).state
            turned = [(seat + each) % 3 for each in range(3)]
            assert layout.part(row, "night").tolist() == [[each + 2 for each in view.night[who]] for who in turned]
            assert layout.part(row, "hung").tolist() == [view.hung[who] + 2 for who in turned]
            assert layout.part(row, "side") == view.side + 2
            expected = turned.index(view.turn) + 2 if view.turn >= 0 else view.turn + 2
            assert layout.part(row, "turn") == expected


def test_observations_hide_what_views_hide() -> None:
    layout, rng = layout_of(GAME.setup(2)), Rng(3)
    differing = 0
    for position in positions(2):
        for seat in (0, 1):
            seen = layout.observe(position, seat)
            assert np.array_equal(seen, layout.observe(position.view(seat)))
            other = position.view(seat).sample(rng)
            assert np.array_equal(seen, layout.observe(other, seat))
            differing += not np.array_equal(layout.observe(position, seat, "oracle"), seen)
        public = layout.observe(position, None, "public")
        assert np.array_equal(public, layout.observe(position.view(None)))
    assert differing > 10


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_and_interpreted_write_the_same(kind: str) -> None:
    found, setup = positions(2), GAME.setup(2)
    layout = layout_of(setup)
    states: Any = np.concatenate([kernel.to_array(position.state, 2) for position in found])
    engine = kernel.compiled(GAME.rules, kernel_of(GAME), "verso.rl.kernels.many", check_bounds=True)
    tables = kernel.to_array(setup.tables, 2)
    for seat in (0, 1):
        out = np.full((len(found), layout.size), 99, dtype=np.int8)
        seats = np.full(len(found), seat)
        number = KINDS.index(kind)
        engine.observe_many(states, tables, seats, number, layout.where, layout.view_for(number), out)
        assert np.array_equal(out, np.stack([layout.observe(position, seat, kind) for position in found]))


# --- batches


@pytest.mark.parametrize("opponents", [None, pytest.param("random", marks=pytest.mark.long), "greedy"])
def test_batches_play_to_the_end(opponents: str | None) -> None:
    env = batch.make(GAME.name, 64, 2, seed=1, opponents=opponents, threads=2)
    ended = 0
    for _ in range(60):
        stepped = env.step(env.sample())
        assert env.mask.any(axis=1).all()
        over = stepped.terminated
        assert not stepped.truncated.any()
        assert np.allclose(stepped.rewards[over].sum(axis=1), 0)
        ended += int(over.sum())
    assert ended > 100


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.long)])
def test_a_batch_agrees_with_positions(seats: int) -> None:
    env, layout = batch.make(GAME.name, 8, seats, seed=2), layout_of(GAME.setup(seats))
    for _ in range(30):
        for index in range(8):
            position = env.position(index)
            assert np.array_equal(env.mask[index], layout.mask(position.legal))
            assert np.array_equal(env.observation[index], layout.observe(position, position.to_act))
        env.step(env.sample())


# --- Gymnasium, PettingZoo, OpenSpiel


@pytest.mark.parametrize("render_mode", ["ansi", "svg"])
def test_gymnasium(render_mode: str) -> None:
    assert gym.IDS["verso/LanternStreet-v0"] == {"game": "lantern-street", "seats": 2}
    assert "verso/LanternStreetSolo-v0" not in gym.IDS
    check_env(gymnasium.make("verso/LanternStreet-v0", render_mode=render_mode).unwrapped)


FOUR = pytest.param(["easy", "random", "medium"], marks=pytest.mark.long)


@pytest.mark.parametrize("opponents", ["random", "greedy", "easy", FOUR])
def test_gymnasium_against_every_kind_of_bot(opponents: str | list[str]) -> None:
    env = gym.VersoEnv(GAME.name, 4 if isinstance(opponents, list) else 2, opponents=opponents, seat=1)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    ended, reward = False, 0.0
    for _ in range(20):
        seen, reward, ended, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        if ended:
            break
    assert ended
    assert -1 <= reward <= 1


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(zoo.env(GAME.name, 3 if IS_LONG else 2), num_cycles=200)
    seed_test(lambda: zoo.env(GAME.name, 2), num_cycles=60)
    shows = {"svg": lambda text: text.startswith("<svg"), "ansi": lambda text: "players:" in text}
    render_test(lambda render_mode: zoo.env(GAME.name, 2, render_mode=render_mode), custom_tests=shows)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_openspiel(players: int) -> None:
    assert spiel.NAMES[SPIEL] == GAME.name
    game = pyspiel.load_game(f"{SPIEL}(players={players})")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    assert game.max_chance_outcomes() == game.num_distinct_actions() == GAME.action_count


def test_openspiel_tells_apart_what_is_private() -> None:
    state, rng = pyspiel.load_game(SPIEL).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
    kind = pyspiel.PrivateInfoType
    own = state.get_game().make_py_observer(
        pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=kind.SINGLE_PLAYER)
    )
    own.set_from(state, 0)
    assert own.dict["day"].any()
    assert not own.dict["hung"].any()
    assert '"legal":["hang 1","hang 2","hang 3","turn"]' in own.string_from(state, 0)
    assert own.string_from(state, 0) != own.string_from(state, 1)


def test_a_picture_is_drawn_of_its_document() -> None:
    position = positions(2)[12]
    drawn = picture.svg(position.view(0))
    assert drawn.startswith("<svg")
    for card in position.view(0).to_json()["players"][0]["hand"]:
        assert f">{card}<" in drawn


# --- datasets


def test_a_dataset_can_be_made_read_and_made_again(tmp_path: Path) -> None:
    plan = dataset.Plan.of(GAME.setup(2), ("easy", "greedy"), 1, 6, 3)
    dataset.write(plan, tmp_path)
    made = dataset.read(tmp_path)
    made.check(1)
    records = list(made.records())
    assert len(records) == 6
    assert all(record.position().to_act == OVER for record in records)
    layout = layout_of(GAME.setup(2))
    for row in made.rows():
        position = records[row["game"]].position(row["ply"])
        assert np.array_equal(row["observation"], layout.observe(position, row["seat"]))
        assert np.array_equal(row["mask"], layout.mask(position.legal))
        assert row["mask"][row["action"]]
    assert "Lantern Street" in (tmp_path / dataset.CARD).read_text(encoding="utf-8")
