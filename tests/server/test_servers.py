"""The application on different ASGI servers: what matters most holds on each, since nothing but ASGI is used."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
from pathlib import Path
from typing import Any

import pytest
import websockets

from serving import SERVERS, Guest, run, serving
from verso.play import wire
from verso.server import transport
from verso.server.thinking import choose_anything

pytestmark = pytest.mark.parametrize("on", SERVERS)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "verso.db")


async def close_code(connection: Any) -> int:
    """Read until the server closes; return the code."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await connection.recv()
    return int(connection.close_code)


def test_a_table_is_started_and_played(file: str, on: str) -> None:
    """Players and a spectator see every move, each with their own eyes, and whoever moves is answered first."""

    async def play(ana: Guest, bia: Guest, eve: Guest) -> None:
        await ana.arrive()
        await bia.arrive("Bia")
        table = await ana.new_table("mine", "open", "open")
        async with ana.socket(table) as host, bia.socket(table) as other, eve.socket(table) as spectator:
            assert (await host.until("frame"))["state"] == "open"
            assert (await other.ask("sit", key="sit", seat=1))["type"] == "done"
            assert (await host.ask("start", key="start", fill=True))["type"] == "done"
            everybody = (host, other, spectator)
            for number in range(4):
                for line in everybody:
                    await line.until_frame(lambda frame: frame["to_act"] in (0, 1))
                ply = max(line.frame["ply"] for line in everybody)
                for line in everybody:
                    await line.until_frame(lambda frame, ply=ply: frame["ply"] >= ply)
                acting = everybody[host.frame["to_act"]]
                fields = {"ply": ply, "seat": acting.frame["seat"], "action": acting.frame["legal"][0]["text"]}
                already = len(acting.received)
                done = await acting.ask("act", key=f"k{number}", **fields)
                assert done["type"] == "done"
                assert all(each.get("ply", 0) < done["ply"] for each in acting.received[already:-1])
                for line in everybody:
                    await line.until_frame(lambda frame, done=done: frame["ply"] >= done["ply"])
            assert spectator.frame["legal"] == []

    async def whole() -> None:
        async with serving(file, on=on, chooser=choose_anything) as address, contextlib.AsyncExitStack() as stack:
            guests = [await stack.enter_async_context(Guest(address)) for _ in range(3)]
            await play(*guests)

    run(whole())


def test_frames_of_one_moment_are_one_and_the_newest(file: str, on: str) -> None:
    async def story() -> None:
        async with serving(file, on=on) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket(table) as line:
                await line.until("frame")
                for _ in range(50):  # all of them come together, and each asks for a frame
                    await line.raw.send('{"type": "look", "seat": 1}')
                assert (await line.ask("why", key="last", seat=0, action="play"))["key"] == "last"
                frames = [each for each in line.received[1:] if each["type"] == "frame"]
                assert len(frames) < 50
                await line.until_frame(lambda frame: frame["seat"] == 1)

    run(story())


def test_why_a_connection_is_closed(file: str, on: str) -> None:
    async def story() -> None:
        async with serving(file, on=on, sockets_per_address=1) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            async with ana.socket("A" * 22) as line:
                assert (await line.receive())["code"] == "unknown"
                assert await close_code(line.raw) == 1008
            async with ana.socket(table) as line:
                await line.until("frame")
                async with ana.socket(table) as second:
                    assert (await second.receive())["code"] == "too-many"
                    assert await close_code(second.raw) == 1013
                await line.raw.send("x" * (wire.MOST_BYTES + 1))
                assert await close_code(line.raw) == 1009
            async with ana.socket(table) as line:
                await line.until("frame")
                await ana.ask("POST", "/me/sign-out", {})
                assert (await line.until("problem"))["code"] == "closing"
                assert await close_code(line.raw) == 1012

    run(story())


def test_a_reader_that_does_not_read_is_dropped(file: str, on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_LINGER_SECONDS", 0.2)

    async def story() -> None:
        async with serving(file, on=on, send_seconds=0.5) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            for _ in range(50):  # so that frames are long
                assert (await ana.command(table, "say", seat=0, text="x" * 200))["type"] == "done"
            host, _, port = address.partition(":")
            raw = socket.socket()
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            raw.connect((host, int(port)))
            raw.setblocking(False)
            url, headers = f"ws://{address}/api/v1/tables/{table}/socket", {"Authorization": f"Bearer {ana.token}"}
            options: dict[str, Any] = {"sock": raw, "compression": None, "max_queue": 1, "proxy": None}
            slow = await websockets.connect(url, additional_headers=headers, **options)
            await slow.send('{"type": "hello"}')
            for number in itertools.count():  # more than any buffer on the way holds, and for as long as it takes
                with contextlib.suppress(websockets.ConnectionClosed, TimeoutError, ConnectionError):
                    async with asyncio.timeout(0.1):
                        await slow.send(json.dumps({"type": "look", "seat": number % 2}))  # told all of it anew
                await asyncio.sleep(0.001)  # so that each is answered with a frame of its own
                if number % 20 == 0 and not (await ana.frame(table))["seats"][0]["online"]:
                    break
            slow.transport.abort()

    run(story())


def test_requests_are_answered(file: str, on: str) -> None:
    async def story() -> None:
        async with serving(file, on=on) as address, Guest(address) as ana:
            assert "flip-city" in (await ana.request("GET", "/games")).text
            assert (await ana.request("GET", "/me")).status_code == 401
            await ana.arrive()
            table = await ana.new_table("mine", "mine")
            frame = await ana.frame(table)
            frame = await ana.frame(table, seat=frame["to_act"])
            act = {"ply": frame["ply"], "seat": frame["to_act"], "action": frame["legal"][0]["text"]}
            assert (await ana.command(table, "act", **act))["type"] == "done"
            assert (await ana.command(table, "act", **act))["code"] == "stale"
            assert (await ana.request("POST", "/guests", {"name": "A" * 20_000})).status_code == 413
            foreign = await ana.request("POST", "/me/code", {}, headers={"Origin": "https://evil.example"})
            assert (foreign.status_code, foreign.headers["x-content-type-options"]) == (403, "nosniff")
            assert "verso_tables 1" in (await ana.request("GET", "/metrics")).text
            url, headers = f"ws://{address}/api/v1/tables/{table}/socket", {"Origin": "https://evil.example"}
            with pytest.raises(websockets.InvalidStatus) as caught:
                await websockets.connect(url, additional_headers=headers, proxy=None)
            assert caught.value.response.status_code == 403

    run(story())
