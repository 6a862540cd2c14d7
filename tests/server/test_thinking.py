"""Bots of the levels that search: nobody waits for a compiler."""

from __future__ import annotations

import subprocess
import sys

import pytest

import verso
from verso import bots
from verso.bots.bot import Budget, Choice
from verso.bots.warm import first_choice
from verso.core.game import View
from verso.server import thinking


def a_process(exit_code: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({exit_code})"])
    process.wait()
    return process


class Pretended(thinking.Compilation):
    """Starts no compiler: its processes have ended at once."""

    def __init__(self, exit_code: int) -> None:
        super().__init__()
        self.started: list[tuple[str, int]] = []
        self.exit_code = exit_code

    def start(self, game: str, seats: int) -> subprocess.Popen[bytes]:
        self.started.append((game, seats))
        return a_process(self.exit_code)


def test_compiled_once_and_then_ready() -> None:
    compilation = Pretended(exit_code=0)
    assert not compilation.is_ready("flip-city", 2)
    assert compilation.is_ready("flip-city", 2)
    assert compilation.is_ready("flip-city", 2)
    assert compilation.started == [("flip-city", 2)]
    assert not compilation.is_ready("flip-city", 3)


def test_a_failed_compilation_is_tried_again_and_never_ready() -> None:
    compilation = Pretended(exit_code=1)
    assert [compilation.is_ready("flip-city", 2) for _ in range(3)] == [False, False, False]
    assert len(compilation.started) == 3


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_level_that_searches_plays_by_eye_until_it_is_compiled(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Noted:
        name = "noted"

        def choose(self, view: View, budget: Budget) -> Choice:
            return Choice(view.legal[0])

    def make(name: str, game: object, seed: int | str = 0) -> Noted:
        made.append(name)
        return Noted()

    monkeypatch.setattr(thinking, "compilation", Pretended(exit_code=0))
    monkeypatch.setattr(bots, "make", make)
    position = first_choice(verso.game("flip-city"), 2)
    view = position.view(position.to_act)
    for _ in range(2):
        thinking.choose(view, level, 0.1)  # type: ignore[arg-type]
    assert made == ["greedy", level]
