"""A pool of processes that addresses have in turn: each for a moment, so that nobody waits for what another asked for.

A turn is charged by the time it took: whoever's work cannot be cut into moments has the next turn as much later.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from typing import Any, Generic, TypeVar

from verso.lab import slices
from verso.lab.statistics import joined
from verso.lab.study import Done, Piece, Study, work
from verso.server.limits import Line

T = TypeVar("T")
MOMENT = 1.0
"""Seconds that a turn lasts, if what is done can be cut so short."""
LONGEST = 10.0
"""Seconds of the processor after which it is ended: a deal of any game as it is shipped takes some three at most."""


class Task(Generic[T]):
    """Something that one key wants to be done, in one turn."""

    def __init__(self, key: str, gone: Callable[[], bool], function: Callable[[], T]) -> None:
        self.key, self.gone = key, gone
        self.promised: Future[T] = Future()
        self._function = function

    def turn(self) -> Callable[[], Any]:
        """Return what is to be done in its next turn."""
        return functools.partial(slices.bounded, LONGEST, self._function)

    def is_done_with(self, result: Any) -> bool:
        """Take what came of a turn; whether that was the last."""
        self.promised.set_result(result)
        return True


class Deals(Task[Done]):
    """A piece of a comparison, of which a turn does as many deals as fit into a moment."""

    def __init__(self, key: str, gone: Callable[[], bool], study: Study, piece: Piece) -> None:
        super().__init__(key, gone, functools.partial(work, study, piece))
        self._study, self._piece, self._rest = study, piece, piece
        self._done = list[Done]()

    def turn(self) -> Callable[[], Any]:
        return functools.partial(slices.bounded, LONGEST, slices.work_for, self._study, self._rest, MOMENT)

    def is_done_with(self, result: tuple[Done, Piece | None]) -> bool:
        done, rest = result
        self._done.append(done)
        if rest is not None:
            self._rest = rest
            return False
        sums = joined([each.shipped for each in self._done]), joined([each.edited for each in self._done])
        self.promised.set_result(Done(self._piece, *sums))
        return True


class Shares:
    """Hands work to a pool, no more at a time than it does at once, that of each key in turn."""

    def __init__(self, pool: Executor, most: int) -> None:
        self._pool, self._most, self._given = pool, most, 0
        self._line: Line[Task[Any]] = Line()
        self._lock = threading.RLock()

    def of(self, key: str, gone: Callable[[], bool] = lambda: False) -> Executor:
        """Return the pool as one key has it, for as long as whoever asks has not gone."""
        return _Share(self, key, gone)

    def add(self, task: Task[T]) -> Future[T]:
        with self._lock:
            self._line.add(task.key, task)
        self._give()
        return task.promised

    def _give(self) -> None:
        with self._lock:
            while self._given < self._most and len(self._line):
                _, task = self._line.next()
                if task.promised.cancelled() or (task.gone() and task.promised.cancel()):
                    self._line.over(task.key, 0.0)
                    continue
                try:
                    doing = self._pool.submit(task.turn())
                except (BrokenExecutor, RuntimeError) as error:  # it has been ended meanwhile
                    self._line.over(task.key, 0.0)
                    with contextlib.suppress(InvalidStateError):
                        task.promised.set_exception(error)
                    continue
                self._given += 1
                doing.add_done_callback(functools.partial(self._done, task, time.monotonic()))

    def _done(self, task: Task[Any], began: float, done: Future[Any]) -> None:
        failure = BrokenExecutor("the pool was ended") if done.cancelled() else done.exception()
        with self._lock:
            self._given -= 1
            with contextlib.suppress(InvalidStateError):  # whoever asked has cancelled it meanwhile
                if failure is not None:
                    task.promised.set_exception(failure)
                elif not task.is_done_with(done.result()):
                    self._line.add(task.key, task)
            self._line.over(task.key, max(1.0, (time.monotonic() - began) / MOMENT))
        if isinstance(failure, BrokenExecutor):
            self._give_up(failure)  # a pool that ends must not be asked for anything here: it holds its own lock
        else:
            self._give()

    def _give_up(self, failure: BaseException) -> None:
        with self._lock:
            while len(self._line):
                _, task = self._line.next()
                self._line.over(task.key, 0.0)
                with contextlib.suppress(InvalidStateError):
                    task.promised.set_exception(failure)


class _Share(Executor):
    def __init__(self, shares: Shares, key: str, gone: Callable[[], bool]) -> None:
        self._shares, self._key, self._gone = shares, key, gone

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if fn is work:
            deals: Any = Deals(self._key, self._gone, *args, **kwargs)
            return self._shares.add(deals)
        return self._shares.add(Task(self._key, self._gone, functools.partial(fn, *args, **kwargs)))
