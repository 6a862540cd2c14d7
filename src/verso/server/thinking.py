"""Bots that think for seats, off the event loop: a fair queue, a bounded number at a time, never twice.

A table has at most one choice under way, and the addresses of those who made the bots' turns come take turns: however
many tables somebody plays at, the bots at others' think in between.
"""

from __future__ import annotations

import functools
import math
import secrets
import subprocess
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import TypeAlias, TypeVar

from verso import bots
from verso.bots import Bot, Budget, Choice, hints, warm
from verso.bots.hints import Adviser, Hint
from verso.core.game import View
from verso.play.wire import LEVELS, Level
from verso.server.limits import Turns

SEARCHING = ("search", "hard", "expert")
MOST_KEPT = 16
"""A bot that searches has room for a tree and its successor: some 40 MB, of which it uses what it fills."""

LOOKS = (0.25, 0.5, 1.0, 1.0)
"""Seconds that one looks for a hint, the first time and each time it is asked for again."""

Thought = TypeVar("Thought")
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
        out = subprocess.DEVNULL
        return subprocess.Popen(warm.command(game, seats), stdin=warm.lifeline(), stdout=out, stderr=out)

    def close(self) -> None:
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._process.kill()
                self._process.wait()


compilation = Compilation()


class SeatBots:
    """Lets bots choose for seats, and keeps those that search, so that each goes on with the tree of its last move.

    Those not asked for the longest time go first when there are too many; `forget` drops those of a table.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int | None], Bot | Adviser] = OrderedDict()
        self._lock = threading.Lock()

    def choose(self, table: str | None, view: View, level: Level, seconds: float) -> Choice:
        """Let the bot of a level choose for a seat; without a table it is not kept.

        Its own dice are its own: they have nothing to do with the game's. A level that searches plays by eye as long as
        its search is being compiled.
        """
        name = bot_for(level, bots.names(view.game))
        if name in SEARCHING and len(view.legal) > 1 and not compilation.is_ready(view.game.name, view.setup.seats):
            name = "greedy"
        kept = self._take(table, view.seat, name)
        bot = bots.make(name, view.game, secrets.token_hex(8)) if kept is None or isinstance(kept, Adviser) else kept
        choice = bot.choose(view, Budget(seconds=seconds))
        if table is not None and name in SEARCHING:
            self._keep(table, view.seat, bot)
        return choice

    def advise(self, table: str, view: View, seconds: float) -> Hint:
        """Return what a seat could do and why; asked again about the same moment, from a longer look.

        By eye as long as the search is being compiled.
        """
        if len(view.legal) > 1 and not compilation.is_ready(view.game.name, view.setup.seats):
            bot = bots.make("greedy", view.game, secrets.token_hex(8))
            return hints.by_eye(view, bot.choose(view, Budget(seconds=seconds)))
        place = _asking(table)
        kept = self._take(place, view.seat, Adviser.name)
        adviser = kept if isinstance(kept, Adviser) else Adviser(view.game, secrets.token_hex(8))
        hint = adviser.advise(view, Budget(seconds=seconds))
        self._keep(place, view.seat, adviser)
        return hint

    def _take(self, table: str | None, seat: int | None, name: str) -> Bot | Adviser | None:
        """Return the bot that was kept, and keep it no more while it thinks: no two threads may grow one tree."""
        if table is None:
            return None
        with self._lock:
            bot = self._kept.pop((table, seat), None)
        return bot if bot is not None and bot.name == name else None

    def _keep(self, table: str, seat: int | None, bot: Bot | Adviser) -> None:
        with self._lock:
            self._kept[table, seat] = bot
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Drop the bots of a table that is over, or in memory no more."""
        with self._lock:
            for place in [place for place in self._kept if place[0] in (table, _asking(table))]:
                del self._kept[place]


def _asking(table: str) -> str:
    """Return the place at which the one is kept who advises at a table: its trees are not those of the bots."""
    return f"{table}/hints"


def choose_anything(view: View, level: Level, seconds: float) -> Choice:
    """Choose any legal action, for tests of what surrounds bots."""
    return Choice(view.legal[secrets.randbelow(len(view.legal))])


def _instead_of_advice(choose: Chooser, view: View, seconds: float) -> Hint:
    return hints.by_eye(view, choose(view, "expert", seconds))


class Thinkers:
    """The pool. `choose` waits for a free place, then for the choice."""

    def __init__(self, places: int, seconds: float, chooser: Chooser | None = None) -> None:
        self._executor: Executor = ThreadPoolExecutor(places, thread_name_prefix="verso-bot")
        self._turns, self._turns_of_hints = Turns(places), Turns(max(1, places - 1))
        self._seconds = seconds
        self._bots = SeatBots()
        self._chooser = chooser
        """Chooses in the place of bots, in tests."""
        self.waiting = 0

    async def advise(self, view: View, table: str, again: int = 0) -> Hint:
        """Say what somebody who asks could do; questions never take the last place from the bots.

        The first answer comes from a short look, each that is asked for `again` from a longer one.
        """
        seconds = min(self._seconds, LOOKS[min(again, len(LOOKS) - 1)])
        advise = functools.partial(self._bots.advise, table, view, seconds)
        if self._chooser is not None:
            advise = functools.partial(_instead_of_advice, self._chooser, view, seconds)
        return await self._think(advise, self._turns_of_hints)

    async def choose(self, view: View, level: Level, table: str | None = None) -> Choice:
        """Let a bot choose for the seat that looks; for one that plays at a table, the same from move to move."""
        choose = self._chooser or functools.partial(self._bots.choose, table)
        return await self._think(functools.partial(choose, view, level, self._seconds))

    async def _think(self, work: Callable[[], Thought], *first: Turns) -> Thought:
        """Wait for a free place, there as well where one is needed first, and do some thinking."""
        self.waiting += 1
        try:
            return await self._turns.run(self._executor, work, *first)
        finally:
            self.waiting -= 1

    def forget(self, table: str) -> None:
        """Drop what is kept for the bots of a table that is over, or in memory no more."""
        self._bots.forget(table)

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
        compilation.close()
