"""The worked examples run and reach what they say. The one that needs torch is tested by `make test-examples`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_custom_agent_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert example("custom_agent").main(["--games", "10"]) >= 0.9
    assert "of 10 games against random" in capsys.readouterr().out


def test_the_loop_of_pettingzoo_ends_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    totals = example("pettingzoo_loop").main(["--games", "2", "--seats", "2"])
    assert sum(totals.values()) == pytest.approx(0)
    assert "2 games, " in capsys.readouterr().out


def test_tree_search_of_openspiel_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert example("openspiel_match").main(["--games", "4", "--simulations", "15"]) > 0
    assert "simulations: +" in capsys.readouterr().out


def test_maskable_ppo_learns_what_published_never_does() -> None:
    pytest.importorskip("sb3_contrib", reason="needs torch: make test-examples")
    learned, published = example("maskable_ppo_solo").main(["--steps", "340000", "--evaluate", "200"])
    assert published == 0
    assert learned > 0.05
