"""Bots that think for seats, off the event loop: a fair queue, a bounded number at a time, never twice.

Tables wait in the order in which their bots' turns came; a table has at most one choice under way, so no table can
crowd out the others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Protocol, TypeAlias

from verso.core.game import Action, View
from verso.core.rng import Rng
from verso.play.wire import Level


class Chosen(Protocol):
    """What a bot says: `verso.bots.bot.Choice` is one."""

    action: Action
    reason: str


Chooser: TypeAlias = Callable[[View, Level, float], Chosen]
"""Chooses for a view at a level within seconds; runs in a thread of the pool."""


class _Anything:
    def __init__(self, action: Action) -> None:
        self.action, self.reason = action, "any legal action"


def choose_anything(view: View, level: Level, seconds: float) -> Chosen:
    """Choose any legal action."""
    return _Anything(view.legal[Rng(time.time_ns()).below(len(view.legal))])


class Thinkers:
    """The pool. `choose` waits for a free place, then for the choice."""

    def __init__(self, places: int, seconds: float, chooser: Chooser = choose_anything) -> None:
        self._executor: Executor = ThreadPoolExecutor(places, thread_name_prefix="verso-bot")
        self._free = asyncio.Semaphore(places)  # wakes those who wait in the order in which they came
        self._seconds = seconds
        self._chooser = chooser
        self.waiting = 0

    async def choose(self, view: View, level: Level) -> Chosen:
        self.waiting += 1
        try:
            async with self._free:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._executor, self._chooser, view, level, self._seconds)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
