"""No ruling without a test, no test for a ruling that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import verso

ROOT = Path(__file__).parents[2]
GAMES = {"flip-city": "FC", "phase-10-flip": "PF"}


def rulings(game: str) -> set[str]:
    """The ids that the rules of a game define, as **FC-01**."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return set(re.findall(rf"\*\*({GAMES[game]}-\d+)\*\*", text))


def proven(game: str) -> set[str]:
    """The ids that names of tests contain, as test_fc_01_starting_decks."""
    prefix = GAMES[game].lower()
    names = [
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^\s*def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    return {f"{prefix}-{number}".upper() for name in names for number in re.findall(rf"_{prefix}_(\d+)", name)}


def present() -> list[str]:
    """The games whose rules are implemented: the others' rules may be written down before their tests."""
    return [game for game in GAMES if game in verso.games()]


@pytest.mark.parametrize("game", present())
def test_every_ruling_has_a_test(game: str) -> None:
    assert rulings(game), "the rules define no ruling at all"
    assert sorted(rulings(game) - proven(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_test_names_a_ruling_that_exists(game: str) -> None:
    assert sorted(proven(game) - rulings(game)) == []


@pytest.mark.parametrize(("game", "count"), [("flip-city", 37), ("phase-10-flip", 33)])
def test_a_game_has_all_its_rulings(game: str, count: int) -> None:
    assert len(rulings(game)) == count
