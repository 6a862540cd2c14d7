"""Exact odds for a seat at a table, counted from what that seat may know.

Those of Flip City need kernels that are compiled at each start. A process of its own (this module run as a program)
compiles and counts, so that nobody at a table waits for a compiler; until it is ready there are no odds yet.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

from verso.bots import odds, odds_phase10_flip
from verso.core.game import InvalidSetup, Position, View
from verso.play import wire

MOST_BYTES = 1 << 20


class Counter:
    """Counts odds, one question after the other."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()
        self._ready: set[int] = set()
        """The numbers of seats that the process has compiled for."""
        self._preparing: asyncio.Task[Any] | None = None

    async def count(self, view: View, ply: int) -> wire.Odds:
        """Return the odds of the seat that looks and is to act; not ready as long as they are being prepared.

        Raises InvalidSetup at a moment that has no odds.
        """
        if view.game.name == "phase-10-flip":
            return await asyncio.to_thread(_phase10_flip, view, ply)
        if view.game.name != "flip-city":
            raise InvalidSetup(f"{view.game.name} has no odds")
        document = view.to_json()
        if document["phase"] != "play" or not document["legal"]:
            raise InvalidSetup("odds are for a seat that is playing cards")
        del document["seat"], document["legal"]
        found = await self._flip_city(json.dumps(document).encode() + b"\n", view.setup.seats)
        if found is None:
            return wire.Odds(ply, ready=False)
        return wire.Odds(ply, **found)

    async def _flip_city(self, line: bytes, seats: int) -> dict[str, Any] | None:
        if self._preparing is not None and not self._preparing.done():
            return None
        if seats not in self._ready:
            self._preparing = asyncio.create_task(self._prepare(seats, line))
            return None
        return await self._exchange(line)

    async def _prepare(self, seats: int, line: bytes) -> None:
        if await self._exchange(line) is not None:
            self._ready.add(seats)

    async def _exchange(self, line: bytes) -> dict[str, Any] | None:
        async with self._lock:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "verso.server.odds"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=MOST_BYTES,
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            with contextlib.suppress(ConnectionError):
                self._process.stdin.write(line)
                await self._process.stdin.drain()
            answer = await self._process.stdout.readline()
            if not answer:  # it has died: the next question starts another one
                await self._process.wait()
                self._process = None
                self._ready.clear()
                return None
            found: dict[str, Any] = json.loads(answer)
            return found

    async def close(self) -> None:
        if self._preparing is not None:
            self._preparing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._preparing
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _phase10_flip(view: View, ply: int) -> wire.Odds:
    found = odds_phase10_flip.document(view)
    seats = [
        wire.SeatOdds(
            seat=each["seat"],
            now=wire.HandPoints(**each["points"]),
            flipped=wire.HandPoints(**each["points_after_flip"]),
            missing=each["missing"],
            missing_flipped=each["missing_after_flip"],
        )
        for each in found["seats"]
    ]
    return wire.Odds(ply, drawing=found["drawing"], taking=found["taking"], seats=seats)


def flip_city(position: Position) -> dict[str, Any]:
    """Return the figures for a seat that is playing cards, as `wire.Odds` has them."""
    found = odds.of(position)
    goal = int(position.setup.tables.points_to_win)
    best = found.best(points=goal)
    return {"bust": found.next_card(), "goal": goal, "reach": best.chance, "reach_at_most": best.at_most}


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(flip_city(Position.from_json(json.loads(line)))) + "\n")
        sys.stdout.flush()
