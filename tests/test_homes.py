"""A game has one home, its folder in `src/verso/games` and in `web/src/games`: nobody else says its name or words."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import verso
from verso.core.game import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SOURCE, PAGE = ROOT / "src/verso", ROOT / "web/src"
SUFFIXES = (".py", ".ftl", ".toml", ".ts", ".svelte", ".css", ".json", ".html", ".js", ".webmanifest", ".svg")
NAMES = re.compile(r"flip[_ -]?city|phase[_ -]?(10|ten)|\bphases?\b|\bfases?\b", re.IGNORECASE)
CODE = re.compile("[A-Z][A-Z0-9]")
"""What is written as a code. What some cards are called besides, as `r7`, could be anything."""


@functools.cache
def cards() -> re.Pattern[str]:
    """Return what finds the names and codes of cards, which are written as such: a factory is not a Factory."""
    games = [verso.game(name) for name in verso.games()]
    setups = [(game, game.setup(None, ruleset)) for game in games for ruleset in game.ruleset.ruleset_names()]
    rows = [game.words.card_rows(setup, language) for game, setup in setups for language in LANGUAGES]
    names = {row["name"] for each in rows for row in each}
    codes = {row["code"] for each in rows for row in each if CODE.fullmatch(row["code"])}
    return re.compile(rf"\b(({'|'.join(map(re.escape, sorted(names)))})s?|{'|'.join(sorted(codes))})\b")


def said_in(line: str) -> list[str]:
    """Return the words of a line that belong to one game."""
    return [match[0] for pattern in (NAMES, cards()) for match in pattern.finditer(line)]


def found_in(paths: Iterable[Path]) -> list[str]:
    """Return each place where a file says one of them."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for word in said_in(line)
    ]


def files(place: Path, *without: Path) -> Iterator[Path]:
    for path in sorted(place.rglob("*")):
        if path.suffix in SUFFIXES and not any(path.is_relative_to(each) for each in without):
            yield path


def test_the_program_names_no_game_outside_their_folders() -> None:
    assert found_in(files(SOURCE, SOURCE / "games", SOURCE / "static")) == []


def test_the_page_names_no_game_outside_their_folders() -> None:
    assert found_in([PAGE.parent / "index.html", *files(PAGE.parent / "public"), *files(PAGE, PAGE / "games")]) == []


@pytest.mark.parametrize("name", ["tasks.py", "hatch_build.py", "docs/generate.py", "docs/site.py"])
def test_what_builds_and_documents_them_names_no_game(name: str) -> None:
    assert found_in([ROOT / name]) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("class FlipCity:", ["FlipCity"]),
        ("python_verso_flip_city", ["flip_city"]),
        ("verso/Phase10Flip-v0", ["Phase10"]),
        ("import PhaseTen from", ["PhaseTen"]),
        ("lay the phase", ["phase"]),
        ("two Churches and a Church", ["Church"]),
        ("uma Igreja", ["Igreja"]),
        ("a fase 3", ["fase"]),
        ("push position.json 'buy CS'", ["CS"]),
        ("a default_factory, in its second phasing", []),
    ],
)
def test_a_word_of_a_game_is_found(line: str, said: list[str]) -> None:
    assert said_in(line) == said
