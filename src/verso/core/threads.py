"""Pieces of compiled work on the threads of one process. Compiled calls let other threads of Python run meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import perf_counter
from typing import Any, TypeVar

T = TypeVar("T")

TRIES = 4
PERIOD = 128
"""Work that is done again and again is tried so often in each way, alone and on threads, once in so many times."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Threads:
    """The thread that asks for work, and others beside it: as many as asked for, at most one for each core."""

    def __init__(self, most: int) -> None:
        self.count = max(1, min(most, cores()))
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, pieces: Sequence[Callable[[], T]]) -> list[T]:
        """Do all pieces of work and return what they gave, in their order; return or raise when nothing runs any more.

        Whoever is free takes the next piece. So nobody waits for a thread that was not woken in time, because another
        process has its core: by then the rest is done, and it is not needed.
        """
        if len(pieces) == 1 or self.count == 1:
            return [piece() for piece in pieces]
        results: dict[int, T] = {}
        left = iter(range(len(pieces)))

        def work() -> None:
            for number in left:
                results[number] = pieces[number]()

        helpers = self._start(work, min(self.count, len(pieces)) - 1)
        try:
            work()
        finally:
            begun = [helper for helper in helpers if not helper.cancel()]
            wait(begun)
        for helper in begun:
            helper.result()
        return [results[number] for number in range(len(pieces))]

    def _start(self, work: Callable[[], None], helpers: int) -> list[Future[None]]:
        """Let threads of the pool work; it is made at first use, and anew in a forked process, which has none."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.count - 1, "verso-work"), os.getpid()
        return [self._pool.submit(work) for _ in range(helpers)]


class Repeated:
    """Pieces of work that are done together, again and again: on threads while that is faster, which is tried anew.

    To wake a thread takes as long as stepping a few hundred games, and far longer while other processes have the cores.
    """

    def __init__(self, threads: Threads, pieces: Sequence[Callable[[], Any]]) -> None:
        self._threads, self._pieces = threads, pieces
        self._is_choice = threads.count > 1 and len(pieces) > 1
        self._runs = 0
        self._spent = [0.0, 0.0]  # on trial: alone, on threads

    def __call__(self) -> None:
        if not self._is_choice:
            for piece in self._pieces:
                piece()
            return
        place = self._runs % PERIOD
        self._runs += 1
        if place == 0:
            self._spent = [0.0, 0.0]
        if place >= 2 * TRIES:
            self._run(on_threads=self._spent[1] < self._spent[0])
        else:
            on_threads, began = place % 2 == 1, perf_counter()
            self._run(on_threads=on_threads)
            self._spent[on_threads] += perf_counter() - began

    def _run(self, *, on_threads: bool) -> None:
        if on_threads:
            self._threads.run(self._pieces)
        else:
            for piece in self._pieces:
                piece()
