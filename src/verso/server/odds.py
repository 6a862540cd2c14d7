"""Exact odds for a seat at a table, counted from what that seat may know.

Odds are counted by compiled code. Another process compiles it, so that nobody at a table waits for a compiler; until
then there are no odds yet, and tables say so. What it compiled stays on disk, also for servers that start later, and
from then on this process counts, on a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from verso.bots import warm
from verso.core.game import InvalidSetup, View
from verso.play import wire
from verso.server.limits import Turns
from verso.server.records import Reading

log = logging.getLogger("verso.server")


class Counter:
    """Counts odds."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._ready: set[tuple[str, int]] = set()
        """Games and numbers of seats for which everything is compiled."""
        self._compiling: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._turns = Turns(1)
        """Compilers take much memory, and anybody can ask for every number of seats at once."""

    async def count(self, view: View, ply: int) -> wire.Odds:
        """Return the odds of the seat that looks and is to act; not ready as long as they are being prepared.

        Raises InvalidSetup at a moment that has no odds.
        """
        odds = view.game.odds
        if odds is None:
            raise InvalidSetup(f"{view.game.name} has no odds")
        odds.check(view)
        key = view.game.name, view.setup.seats
        if key not in self._ready and await self._reading.run(warm.are_odds_warm, view.game, view.setup.seats):
            self._ready.add(key)
        if key not in self._ready:
            if key not in self._compiling:
                self._compiling[key] = asyncio.create_task(self._compile(*key))
            return wire.Odds(ply, ready=False)
        return wire.Odds(ply, figures=await self._reading.run(odds.figures, view))

    async def _compile(self, game: str, seats: int) -> None:
        """Compile when it is the turn of whoever asked first; if that fails, whoever asks next tries again."""
        try:
            give_back = await self._turns.take()
            try:
                if await _compiled(game, seats):
                    self._ready.add((game, seats))
            finally:
                give_back()
        except OSError as error:
            log.warning("odds could not be compiled", extra={"fields": {"reason": str(error)}})
        finally:
            del self._compiling[game, seats]

    async def close(self) -> None:
        for task in [*self._compiling.values()]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _compiled(game: str, seats: int) -> bool:
    """Compile in another process; return whether that ended well."""
    process = await asyncio.create_subprocess_exec(*warm.command(game, seats, "odds"), stdin=warm.lifeline())
    try:
        return await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
