"""Every ruleset of every game in the registry has its golden record and its perft file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import verso

TESTS = Path(__file__).parents[1]
RULESETS = [(game, ruleset) for game in verso.games() for ruleset in verso.game(game).rulesets()]


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_ruleset_has_a_golden_record(game: str, ruleset: str) -> None:
    found = set()
    for path in (TESTS / "golden").glob("*.record"):
        lines = path.read_text(encoding="utf-8").split("\n\n", 1)[0].split("\n")
        header = dict(line.split(" ", 1) for line in lines)
        found.add((header["game"], header["ruleset"]))
        assert path.with_suffix(".digests").exists(), path
    assert (game, ruleset) in found


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_ruleset_has_a_perft_file(game: str, ruleset: str) -> None:
    path = TESTS / "perft" / f"{game}-{ruleset}.json"
    cases = json.loads(path.read_text(encoding="utf-8"))
    assert {(case["position"]["game"], case["position"]["ruleset"]) for case in cases} == {(game, ruleset)}


def test_no_file_is_left_over() -> None:
    names = {f"{game}-{ruleset}" for game, ruleset in RULESETS}
    assert {path.stem for path in (TESTS / "perft").glob("*.json")} <= names
    records = {path.stem for path in (TESTS / "golden").glob("*.record")}
    assert {path.stem for path in (TESTS / "golden").glob("*.digests")} == records


@pytest.mark.parametrize("name", verso.games())
def test_a_game_can_be_found_by_its_name(name: str) -> None:
    game = verso.game(name)
    assert game.name == name
    assert next(iter(game.rulesets())) == "standard"
    assert all(about and about == about.strip() for about in game.rulesets().values())


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(verso.InvalidSetup, match=r"there is no game 'chess'; there is .*flip-city"):
        verso.game("chess")
