"""Bots choose as the number of their behaviour says, which results carry."""

from __future__ import annotations

import json

import pytest

import verso
from golden import choices
from verso.bots import arena, behaviour, evaluate
from verso.core.game import InvalidSetup


def test_bots_choose_as_their_behaviour_says() -> None:
    assert choices.FILE.exists(), "after raising BEHAVIOUR: python tests/golden/choices.py"
    found, expected = choices.choices(), json.loads(choices.FILE.read_text(encoding="utf-8"))
    assert sum(len(row) for bots in found.values() for row in bots.values()) > 100
    message = "bots choose otherwise: raise BEHAVIOUR in src/verso/bots/behaviour.py and run tests/golden/choices.py"
    assert found == expected, message


def test_results_name_figures_and_behaviour_and_no_sources(tmp_path) -> None:  # type: ignore[no-untyped-def]
    match = arena.Match("flip-city", ("greedy", "random"), 1, 1)
    header = match.to_json()
    assert header["figures"] == match.setup().fingerprint
    assert header["behaviour"] == behaviour.BEHAVIOUR
    chosen = evaluate.Evaluation.of("greedy", "flip-city", seats=2, deals=1)
    assert {"figures", "behaviour"} < set(chosen.header())
    assert "sources" not in chosen.header()
    results = tmp_path / "results.jsonl"
    arena.run(match, results)
    lines = results.read_text().splitlines()
    old = json.loads(lines[0]) | {"behaviour": 0}
    results.write_text("\n".join([json.dumps(old), *lines[1:]]) + "\n")
    with pytest.raises(InvalidSetup, match="results of another match"):
        arena.run(match, results)
    del old["behaviour"], old["figures"]  # written before there were versions
    results.write_text("\n".join([json.dumps(old), *lines[1:]]) + "\n")
    assert len(arena.run(match, results)) == 2


def test_figures_follow_the_setups() -> None:
    game = verso.game("flip-city")
    one, two = game.setup(2), game.setup(3)
    assert behaviour.versions([one]) != behaviour.versions([two]) != behaviour.versions([one, two])
