"""Work on threads: all of it is done, once and in order; errors are told; nobody waits for who was not needed."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from typing import Any

import pytest

from verso.core import threads
from verso.core.threads import PERIOD, TRIES, Repeated, Threads

PIECES = 12


@pytest.fixture(autouse=True)
def four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "cores", lambda: 4)


def counting(counts: list[int]) -> list[Callable[[], int]]:
    def piece(number: int) -> int:
        counts[number] += 1
        return number * 10

    return [lambda number=number: piece(number) for number in range(PIECES)]  # type: ignore[misc]


@pytest.mark.parametrize("most", [1, 2, 4, 99])
def test_every_piece_is_done_once_and_the_results_are_in_order(most: int) -> None:
    team, counts = Threads(most), [0] * PIECES
    for number in range(1, 101):
        assert team.run(counting(counts)) == [10 * number for number in range(PIECES)]
        assert counts == [number] * PIECES
    assert team.run([]) == []


def test_there_is_at_most_a_thread_for_each_core() -> None:
    assert [Threads(most).count for most in (0, 1, 3, 4, 99)] == [1, 1, 3, 4, 4]


def test_pieces_are_done_beside_each_other() -> None:
    together = threading.Barrier(4)
    assert sorted(Threads(4).run([together.wait] * 4)) == [0, 1, 2, 3]  # nobody could pass it alone


def test_nobody_waits_for_a_thread_that_does_not_come() -> None:
    team, come, counts = Threads(2), threading.Event(), [0] * PIECES
    team.run(counting(counts))
    assert team._pool is not None
    busy = team._pool.submit(come.wait)  # as if another process had its core
    team.run(counting(counts))
    assert counts == [2] * PIECES
    assert not busy.done()
    come.set()
    team.run(counting(counts))
    assert counts == [3] * PIECES


def test_what_goes_wrong_is_told_when_nothing_runs_any_more() -> None:
    team, together, ended = Threads(2), threading.Barrier(2), list[str]()

    def good() -> None:
        together.wait()
        broken.wait()
        ended.append("good")

    def bad() -> None:
        together.wait()
        broken.set()
        raise IndexError("out of bounds")

    pieces: list[list[Callable[[], Any]]] = [[good, bad], [bad, good]]  # wrong in either of the two
    for number, each in enumerate(pieces, 1):
        broken = threading.Event()
        with pytest.raises(IndexError, match="out of bounds"):
            team.run(each)
        assert ended == ["good"] * number
    assert team.run([lambda: 1, lambda: 2, lambda: 3]) == [1, 2, 3]


@pytest.mark.parametrize(("cost_of_threads", "on_threads"), [(-1.0, PERIOD - TRIES), (1.0, TRIES)])
def test_repeated_work_is_done_in_the_faster_way(
    cost_of_threads: float, on_threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    team, counts, told, clock = Threads(2), [0] * PIECES, list[int](), [0.0]
    run = team.run

    def on_the_clock(pieces: Any) -> Any:
        told.append(len(pieces))
        clock[0] += cost_of_threads
        return run(pieces)

    monkeypatch.setattr(team, "run", on_the_clock)
    monkeypatch.setattr(threads, "perf_counter", lambda: clock[0])
    work = Repeated(team, counting(counts))
    for _ in range(3 * PERIOD):
        work()
    assert counts == [3 * PERIOD] * PIECES
    assert told == [PIECES] * (3 * on_threads)


def test_repeated_work_that_gets_slower_on_threads_goes_back_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    team, clock, costs, told = Threads(2), [0.0], [-1.0, 1.0], list[int]()
    work = Repeated(team, counting([0] * PIECES))
    monkeypatch.setattr(threads, "perf_counter", lambda: clock[0])
    for cost in costs:

        def on_the_clock(pieces: Any, cost: float = cost) -> None:
            told.append(1)
            clock[0] += cost

        monkeypatch.setattr(team, "run", on_the_clock)
        told.clear()
        for _ in range(PERIOD):
            work()
        assert len(told) == (PERIOD - TRIES if cost < 0 else TRIES)


def test_one_piece_or_one_core_needs_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    for team, pieces in ((Threads(1), PIECES), (Threads(4), 1)):
        monkeypatch.setattr(team, "run", pytest.fail)
        counts = [0] * PIECES
        work = Repeated(team, counting(counts)[:pieces])
        for _ in range(2 * PERIOD):
            work()
        assert counts == [2 * PERIOD] * pieces + [0] * (PIECES - pieces)


def own_threads() -> set[threading.Thread]:
    """Those of such teams: other tests of this process may have left others, which come and go."""
    return {thread for thread in threading.enumerate() if thread.name.startswith("verso-work")}


def test_threads_are_there_when_needed_and_end_with_their_owner() -> None:
    before, team = own_threads(), Threads(2)
    team.run([lambda: 1])
    assert own_threads() <= before
    team.run([threading.Barrier(2).wait] * 2)
    (worker,) = own_threads() - before
    del team
    gc.collect()
    worker.join(timeout=300)
    assert not worker.is_alive()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no such thing")
def test_only_cores_that_this_process_may_use_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    everywhere = os.sched_getaffinity(0)
    assert threads.cores() == len(everywhere)
    os.sched_setaffinity(0, {min(everywhere)})
    try:
        assert threads.cores() == 1
    finally:
        os.sched_setaffinity(0, everywhere)
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert threads.cores() == 1
