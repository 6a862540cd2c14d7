"""Verso in the hands of libraries that it does not depend on: `make test-examples`, in an environment of its own.

What can be tested without them is tested beside the environments and datasets themselves.
"""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import verso
from verso.rl import batch, dataset

torch = pytest.importorskip("torch", reason="needs other libraries: make test-examples")
ROOT = Path(__file__).resolve().parents[2]
GAMES = ["flip-city", "phase-10-flip"]


# --- arrays


@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_torch_sees_the_same_memory(dtype: str) -> None:
    env = batch.make("flip-city", 64, 2, seed=1, dtype=dtype)
    for array in (*env.reset(1), *env.step(env.sample())):
        shared = torch.from_dlpack(array)
        assert shared.data_ptr() == array.ctypes.data
        assert shared.data_ptr() % 64 == 0
        assert np.array_equal(shared.numpy(), array)


@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_jax_sees_the_same_memory_or_a_copy(dtype: str) -> None:
    jax = pytest.importorskip("jax")
    env = batch.make("flip-city", 64, 2, seed=1, dtype=dtype)
    seen = env.reset(1)
    shared, copied = jax.device_put(seen.observation), jax.numpy.asarray(seen.observation)
    assert shared.unsafe_buffer_pointer() == seen.observation.ctypes.data
    before = seen.observation.copy()
    assert np.array_equal(shared, before)
    env.step(env.sample())
    assert np.array_equal(copied, before)
    with pytest.raises(BufferError, match="readonly"):  # it asks for memory that it may write to
        jax.dlpack.from_dlpack(seen.observation)
    assert np.array_equal(jax.dlpack.from_dlpack(seen.observation.copy()), seen.observation)


# --- learners


def test_stable_baselines_makes_vectors_of_environments() -> None:
    from stable_baselines3.common.env_checker import check_env
    from stable_baselines3.common.env_util import make_vec_env

    import verso.rl.gym

    vector: Any = make_vec_env("verso/FlipCity-v0", n_envs=3, seed=1, env_kwargs={"opponents": "greedy"})
    seen = vector.reset()
    assert seen["observation"].shape == (3, 133)
    for _ in range(300):
        seen, _, dones, infos = vector.step(seen["action_mask"].argmax(axis=1))
        for index in np.flatnonzero(dones):
            assert infos[index]["terminal_observation"]["observation"][3] == 1  # the field `over`
    vector.close()
    check_env(verso.rl.gym.VersoEnv("flip-city", 2), skip_render_check=False)


def test_maskable_ppo_learns_in_a_vector_against_what_it_was_before() -> None:
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    import verso.rl.gym  # noqa: F401 - registers the ids

    settings: dict[str, Any] = {"n_steps": 64, "batch_size": 64, "n_epochs": 1, "seed": 1, "device": "cpu"}
    first = MaskablePPO("MultiInputPolicy", make_vec_env("verso/FlipCity-v0", n_envs=2, seed=1), **settings)
    first.learn(128)

    def before(seen: Any) -> int:
        return int(first.predict(seen, action_masks=seen["action_mask"])[0])

    against_itself = make_vec_env("verso/FlipCity-v0", n_envs=2, seed=1, env_kwargs={"opponents": before})
    MaskablePPO("MultiInputPolicy", against_itself, **settings).learn(128)


# --- other processes


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    os.environ |= {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_raylet_start_wait_time_s": "600"}
    found = pytest.importorskip("ray")
    found.init(num_cpus=1, include_dashboard=False, configure_logging=False, _node_ip_address="127.0.0.1")
    yield found
    found.shutdown()


def things(game: str) -> list[Any]:
    from verso.rl import zoo
    from verso.rl.gym import VersoEnv

    position = verso.game(game).new(2)
    position.settle(verso.Rng(1))
    single, table = VersoEnv(game, 2, opponents="greedy"), zoo.env(game, 2)
    single.reset(seed=1)
    table.reset(seed=1)
    many = batch.make(game, 8, 2, seed=1)
    return [position, position.view(0), verso.Record.of(position), position.setup, many, many.snapshot(), single, table]


@pytest.mark.parametrize("game", GAMES)
def test_ray_takes_everything_that_can_be_sent(ray: Any, game: str) -> None:
    def and_back(thing: Any) -> tuple[Any, str]:
        return copy.deepcopy(thing), type(thing).__name__

    back = ray.remote(and_back)
    for thing in things(game):
        again, name = ray.get(back.remote(thing))
        assert name == type(thing).__name__
        if hasattr(type(thing), "_fields"):
            assert all(np.array_equal(one, other) for one, other in zip(again, thing, strict=True))
        elif name != "OrderEnforcingWrapper":  # PettingZoo's, which knows no equality
            assert again == thing


# --- tables of data


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("data") / "city"
    plan = dataset.Plan.of(verso.game("flip-city").setup(2), ["greedy", "random"], seed=7, games=22, shard=2)
    dataset.write(plan, place)
    return place


@pytest.fixture(scope="module")
def counted(data: Path) -> dict[str, int]:
    read = dataset.read(data)
    return {"games": len(list(read.games())), "decisions": len(list(read.rows(["action"])))}


def test_polars_reads_a_folder_as_one_table(data: Path, counted: dict[str, int]) -> None:
    polars = pytest.importorskip("polars")
    for name, rows in counted.items():
        assert polars.scan_parquet(data / name).select(polars.len()).collect().item() == rows


def test_duckdb_reads_a_folder_as_one_table(data: Path, counted: dict[str, int]) -> None:
    duckdb = pytest.importorskip("duckdb")
    for name, rows in counted.items():
        found = duckdb.sql(f"SELECT count(*) FROM '{data}/{name}/*.parquet'").fetchall()
        assert found == [(rows,)]


def test_hugging_face_reads_configurations_and_splits(
    data: Path, counted: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    assert set(datasets.get_dataset_config_names(str(data))) == set(counted)
    for name, rows in counted.items():
        found = datasets.load_dataset(str(data), name, cache_dir=str(tmp_path))
        assert set(found) == {"train", "test"}
        assert sum(len(split) for split in found.values()) == rows


# --- notebooks


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run_in_a_kernel_as_in_colab(path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    expected = json.loads(path.read_text(encoding="utf-8"))
    install = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert install.source.startswith("%pip install")
    install.source = f"import sys; assert sys.executable == {sys.executable!r}"  # it is installed
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    for ran, kept in zip(notebook.cells, expected["cells"], strict=True):
        assert printed(ran.get("outputs", [])) == printed(kept.get("outputs", []))


def printed(outputs: Any) -> str:
    """Return what was printed, without spaces: Jupyter breaks lines where Python does not."""
    texts = ("".join(each.get("text") or each["data"]["text/plain"]) for each in outputs)
    return "".join("".join(texts).split())
