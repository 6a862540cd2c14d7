"""Lines: what is said in one turn of the event loop is composed first, then written, in order and once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
import websockets
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from serving import Guest, serving
from verso.server.socket import MOST_ERRORS
from verso.server.transport import OPTIONS, Outbox, TableProtocol


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


class Hours:
    """An event loop's clock and timers, turned by hand."""

    def __init__(self) -> None:
        self.now, self.timers = 100.0, list[float]()

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, _: object) -> None:
        self.timers.append(self.now + delay)


def test_only_the_silent_are_asked_whether_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[float]()
    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", lambda line: asked.append(line.loop.now))
    line, hours = TableProtocol.__new__(TableProtocol), Hours()
    line.loop, line.ping_interval, line.heard_at = hours, 20.0, 95.0  # type: ignore[assignment]
    line.send_keepalive_ping()
    assert (asked, hours.timers) == ([], [115.0])
    hours.now = 115.0
    line.send_keepalive_ping()
    assert (asked, hours.timers) == ([115.0], [115.0])


def test_the_silent_are_asked_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ask = list[TableProtocol](), WebSocketsSansIOProtocol.send_keepalive_ping

    def note(line: TableProtocol) -> None:
        asked.append(line)
        ask(line)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "send_keepalive_ping", note)
    monkeypatch.setitem(OPTIONS, "ws_ping_interval", 0.1)

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            async with ana.socket(await ana.new_table("mine", "mine")) as line:
                await line.until("frame")
                while len(asked) < 3:
                    await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))


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
