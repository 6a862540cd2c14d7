"""Bots that think for seats, off the event loop: a fair queue, a bounded number at a time, never twice.

Tables wait in the order in which their bots' turns came; a table has at most one choice under way, so no table can
crowd out the others.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeAlias

from verso import bots
from verso.bots import Budget, Choice
from verso.core.game import View
from verso.play.wire import LEVELS, Level

SEARCHING = ("search", "hard", "expert")

Chooser: TypeAlias = Callable[[View, Level, float], Choice]
"""Chooses for a view at a level within seconds; runs in a thread of the pool."""


def bot_for(level: Level, known: Sequence[str]) -> str:
    """Return the name of the bot for a level: the one that bears it, or the bots, weakest first, spread over them."""
    if level in known:
        return level
    return known[math.ceil(LEVELS.index(level) * (len(known) - 1) / (len(LEVELS) - 1))]


class Compilation:
    """Compiles searches in processes of their own, one at a time, so that nobody at a table waits for a compiler."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ready: set[tuple[str, int]] = set()
        self._process: subprocess.Popen[bytes] | None = None
        self._for: tuple[str, int] = ("", 0)

    def is_ready(self, game: str, seats: int) -> bool:
        """Tell whether a search is compiled; if not, see to it that it will be."""
        with self._lock:
            if self._process is not None and self._process.poll() is not None:
                if self._process.returncode == 0:
                    self._ready.add(self._for)
                self._process = None
            if (game, seats) not in self._ready and self._process is None:
                self._for = (game, seats)
                self._process = self.start(game, seats)
            return (game, seats) in self._ready

    def start(self, game: str, seats: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "verso.bots.warm", game, str(seats)]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self) -> None:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.kill()
                self._process.wait()


compilation = Compilation()


def choose(view: View, level: Level, seconds: float) -> Choice:
    """Let the bot of a level choose. Its own dice are its own: they have nothing to do with the game's.

    A level that searches plays by eye as long as its search is being compiled.
    """
    name = bot_for(level, bots.names(view.game))
    if name in SEARCHING and len(view.legal) > 1 and not compilation.is_ready(view.game.name, view.setup.seats):
        name = "greedy"
    bot = bots.make(name, view.game, secrets.token_hex(8))
    return bot.choose(view, Budget(seconds=seconds))


def choose_anything(view: View, level: Level, seconds: float) -> Choice:
    """Choose any legal action, for tests of what surrounds bots."""
    return Choice(view.legal[secrets.randbelow(len(view.legal))])


class Thinkers:
    """The pool. `choose` waits for a free place, then for the choice."""

    def __init__(self, places: int, seconds: float, chooser: Chooser = choose) -> None:
        self._executor: Executor = ThreadPoolExecutor(places, thread_name_prefix="verso-bot")
        self._free = asyncio.Semaphore(places)  # wakes those who wait in the order in which they came
        self._free_for_hints = asyncio.Semaphore(max(1, places - 1))
        self._seconds = seconds
        self._chooser = chooser
        self.waiting = 0

    async def advise(self, view: View) -> Choice:
        """Choose as an expert for somebody who asks; questions never take the last place from the bots."""
        async with self._free_for_hints:
            return await self.choose(view, "expert")

    async def choose(self, view: View, level: Level) -> Choice:
        self.waiting += 1
        try:
            async with self._free:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._executor, self._chooser, view, level, self._seconds)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        compilation.close()
