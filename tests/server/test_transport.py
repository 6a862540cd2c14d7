"""Lines: what is said in one turn of the event loop is composed first, then written, in order and once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import websockets

from serving import Guest, serving
from verso.server.socket import MOST_ERRORS
from verso.server.transport import Outbox


class Line:
    """A line that notes what is asked of it."""

    def __init__(self, name: str, happened: list[str]) -> None:
        self.name, self.happened = name, happened

    def compose(self) -> list[bytes]:
        self.happened.append(f"{self.name} composes")
        return [b"news"]

    def post(self, texts: list[bytes]) -> None:
        self.happened.append(f"{self.name} writes {len(texts)}")


def test_all_lines_compose_before_any_of_them_writes() -> None:
    async def story() -> None:
        outbox, happened = Outbox(), list[str]()
        one, two = Line("one", happened), Line("two", happened)
        for line in (one, two, one):
            outbox.announce(line)  # type: ignore[arg-type]
        assert happened == []
        await asyncio.sleep(0)
        assert happened == ["one composes", "two composes", "one writes 1", "two writes 1"]
        outbox.announce(two)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert happened[4:] == ["two composes", "two writes 1"]

    asyncio.run(story())


def test_answers_are_heard_before_the_hangup(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as line:
                await line.until("frame")
                for _ in range(MOST_ERRORS + 1):
                    await line.raw.send("nonsense")
                with contextlib.suppress(websockets.ConnectionClosed):
                    while True:
                        await line.receive()
        problems = [each for each in line.received if each["type"] == "problem"]
        assert [problem["fatal"] for problem in problems] == [False] * MOST_ERRORS + [True]

    asyncio.run(asyncio.wait_for(story(), 60))
