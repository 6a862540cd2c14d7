"""Threads that wait in machine code: all work is done, once, and whoever waits too long sleeps."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from verso.core import crew, native

PLACES = 4


def count_up(counts: Any, place: int) -> int:
    counts[place] += 1
    return int(counts[place])


BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}


def function(tmp_path: Path, *, check_bounds: bool = False) -> native.Function:
    compiled = numba.njit(boundscheck=check_bounds, **BARE)(count_up)
    return native.Function("count_up", tmp_path, lambda _, arguments: native.compile_with(compiled, arguments))


Counting = tuple[NDArray[np.int64], list[native.Bound]]


@pytest.fixture
def counting(tmp_path: Path) -> Counting:
    """Return counts, and a piece of work for each that counts it up."""
    counts = np.zeros(PLACES, np.int64)
    called = function(tmp_path)
    return counts, [called.bind(counts, place) for place in range(PLACES)]


def until(holds: Any) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def crew_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "verso-crew"]


def test_every_piece_of_work_is_done_once_in_every_run(counting: Counting) -> None:
    counts, work = counting
    team = crew.Crew(PLACES - 1)
    for number in range(1, 3001):
        team.run(work)
        assert [each.result for each in work] == [number] * PLACES
    assert counts.tolist() == [3000] * PLACES


def test_fewer_pieces_than_threads_are_done_too(counting: Counting) -> None:
    counts, work = counting
    team = crew.Crew(PLACES - 1)
    for pieces in (1, 2, PLACES, 3):
        team.run(work[:pieces])
    assert counts.tolist() == [4, 3, 2, 1]
    with pytest.raises(ValueError, match="4 pieces of work are too many for a crew of 2"):
        crew.Crew(2).run(work)


def test_threads_without_work_fall_asleep_and_wake_for_it(counting: Counting) -> None:
    counts, work = counting
    team = crew.Crew(PLACES - 1)
    for number in range(1, 4):
        team.run(work)
        until(lambda: all((post.words[:, 0] == crew.ASLEEP).all() for post in team._posts))
        assert counts.tolist() == [number] * PLACES


@pytest.mark.parametrize("place", [0, 2])
def test_what_goes_wrong_is_told_and_the_crew_works_on(tmp_path: Path, place: int) -> None:
    counts = np.zeros(PLACES, np.int64)
    called = function(tmp_path, check_bounds=True)
    work = [called.bind(counts, place) for place in range(PLACES)]
    broken = [called.bind(counts, 99) if number == place else each for number, each in enumerate(work)]
    team = crew.Crew(PLACES - 1)
    with pytest.raises(IndexError, match="out of bounds"):
        team.run(broken)
    team.run(work)
    assert counts.tolist() == [1 if number == place else 2 for number in range(PLACES)]


def test_threads_end_with_their_crew(counting: Counting) -> None:
    team, before = crew.Crew(PLACES - 1), len(crew_threads())
    team.run(counting[1][:1])
    assert len(crew_threads()) == before  # none before they are needed
    team.run(counting[1])
    assert len(crew_threads()) == before + PLACES - 1
    del team
    gc.collect()
    assert len(crew_threads()) == before


FORKS = """
import os, sys
from verso.rl import batch
env = batch.make("flip-city", 8, 2, seed=1, threads=2)
child = os.fork()
env.step(env.sample())
if child:
    assert os.waitpid(child, 0)[1] == 0
print(env.streams.sum())
"""


@pytest.mark.xdist_group("compiled-2")
def test_a_forked_process_has_a_crew_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    one, other = done.stdout.split()
    assert one == other
