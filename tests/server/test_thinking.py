"""Bots of the levels that search: nobody waits for a compiler, and each goes on with the tree that it has."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import types
from typing import Any

import pytest

import verso
from serving import PATIENCE
from verso import bots
from verso.bots.bot import Budget, Choice
from verso.bots.ismcts import Search
from verso.bots.kernels import search as tree_search
from verso.bots.warm import first_choice
from verso.core.game import View
from verso.core.rng import Rng
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


COMPILER = """
import socket, time
from verso.bots import warm
warm.end_with_parent()
line = socket.create_connection(("127.0.0.1", {port}))
time.sleep(3_600)
"""
SERVER = """
import asyncio, sys
from verso.bots import warm
from verso.server import odds, reviews, thinking
warm.command = lambda *_: [sys.executable, "-c", {compiler!r}]
compiler = {start}
"""


@pytest.mark.parametrize(
    "start",
    [
        "thinking.Compilation().start('flip-city', 2)",
        "reviews.Reviews.start(None, 'flip-city', 2)",
        "asyncio.run(odds._compiled('flip-city', 2))",
    ],
)
def test_no_compiler_outlives_a_worker_that_is_killed(start: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE)
        program = SERVER.format(compiler=COMPILER.format(port=listening.getsockname()[1]), start=start)
        with subprocess.Popen([sys.executable, "-c", program + "\ninput()"], stdin=subprocess.PIPE) as worker:
            line, _ = listening.accept()
            with line:
                line.settimeout(PATIENCE)
                worker.kill()
                assert line.recv(1) == b""


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
        thinking.SeatBots().choose("a table", view, level, 0.1)  # type: ignore[arg-type]
    assert made == ["greedy", level]


# --- trees


LONG = 600.0
"""So that the number of iterations ends every search, which is the same on every machine."""


class Ready(thinking.Compilation):
    """Everything is compiled, or will be when it is first used."""

    def is_ready(self, game: str, seats: int) -> bool:
        return True


@pytest.fixture
def visits_found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many visits of the actions at hand each search began with."""
    found: list[int] = []
    grow = Search._grow

    def noted(self: Search, fixed: tuple[Any, ...], budget: Budget) -> None:
        has_tree = self._threads[0].tree.filled[tree_search.NODES] > 0
        found.append(sum(each.visits for each in self._children(fixed[2]).values()) if has_tree else 0)
        grow(self, fixed, budget)

    monkeypatch.setattr(Search, "_grow", noted)
    monkeypatch.setattr(thinking, "compilation", Ready())
    monkeypatch.setattr(thinking, "secrets", types.SimpleNamespace(token_hex=lambda _size: "the same dice every time"))
    return found


def turn_of_several_choices(table: str | None, seat_bots: thinking.SeatBots, visits_found: list[int]) -> list[int]:
    """Let a bot play until it has chosen several times in one turn; return the visits that these began with."""
    position, rng = first_choice(verso.game("flip-city"), 2), Rng(3)
    seat, began = position.to_act, len(visits_found)
    while position.to_act == seat:
        position.push(seat_bots.choose(table, position.view(seat), "hard", LONG).action)
        position.settle(rng)
    return visits_found[began:]


def test_a_bot_goes_on_with_its_tree_within_a_turn(visits_found: list[int]) -> None:
    seat_bots = thinking.SeatBots()
    first, *later = turn_of_several_choices("a table", seat_bots, visits_found)
    assert first == 0
    assert later
    assert all(visits > 0 for visits in later)


def test_a_bot_without_a_table_begins_anew_each_time(visits_found: list[int]) -> None:
    seat_bots = thinking.SeatBots()
    assert len(found := turn_of_several_choices(None, seat_bots, visits_found)) > 1
    assert set(found) == {0}


def test_a_hint_that_is_asked_for_again_grows_and_takes_nothing_from_the_bots(visits_found: list[int]) -> None:
    seat_bots = thinking.SeatBots()
    position = first_choice(verso.game("flip-city"), 2)
    view = position.view(position.to_act)
    looks = [seat_bots.advise("a table", view, 0.05).iterations for _ in range(3)]
    assert looks[0] < looks[1] < looks[2]
    assert visits_found[0] == 0
    assert visits_found[1:] == looks[:2]
    seat_bots.choose("a table", view, "hard", LONG)
    assert visits_found[-1] == 0  # its own tree, whatever the person at the table has asked
    seat_bots.forget("a table")
    seat_bots.advise("a table", view, 0.05)
    assert visits_found[-1] == 0


def test_bots_are_kept_for_each_seat_of_a_table_until_it_is_forgotten(visits_found: list[int]) -> None:
    """The tree of another table or level is not gone on with; those longest not asked go first."""
    seat_bots = thinking.SeatBots(most=2)
    position = first_choice(verso.game("flip-city"), 2)
    view = position.view(position.to_act)

    def begins_anew(table: str, level: Any = "hard") -> bool:
        seat_bots.choose(table, view, level, LONG)
        return visits_found[-1] == 0

    assert begins_anew("one")
    assert not begins_anew("one")
    assert begins_anew("two")
    assert not begins_anew("one")
    assert begins_anew("three")  # "two" has not been asked for the longest time
    assert not begins_anew("one")
    assert begins_anew("two")
    seat_bots.forget("one")
    assert not begins_anew("two")
    assert begins_anew("one")
    assert begins_anew("one", "expert")


def test_hints_are_looked_for_in_bounded_time_and_never_take_the_last_place_from_the_bots() -> None:
    position = first_choice(verso.game("flip-city"), 2)
    view, may_end, asked = position.view(position.to_act), threading.Event(), list[tuple[str, float]]()

    def choose(view: View, level: str, seconds: float) -> Choice:
        asked.append((level, seconds))
        if level == "expert":  # whoever asks for a hint
            may_end.wait()
        return Choice(view.legal[0])

    async def story() -> None:
        thinkers = thinking.Thinkers(2, 0.75, choose)
        hints = [asyncio.create_task(thinkers.advise(view, "T", again)) for again in (0, 1, 2, 99)]
        try:
            async with asyncio.timeout(PATIENCE):
                while thinkers.waiting < len(hints):  # or the bot would come before all of them
                    await asyncio.sleep(0)
                await thinkers.choose(view, "easy")
        finally:
            may_end.set()
            await asyncio.gather(*hints)
            thinkers.close()

    asyncio.run(story())
    assert asked.count(("easy", 0.75)) == 1
    assert [seconds for level, seconds in asked if level == "expert"] == [0.25, 0.5, 0.75, 0.75]
