"""A line that drops, doubles, delays and cuts: people who repeat what was not answered play their games to the end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from serving import Guest, choose, run, serving
from tables import QUICK_CARDS
from verso.play.entry import Acted, decode_entry
from verso.play.table import Table
from verso.server import store
from verso.server.services import open_backend
from verso.server.settings import Settings

DROP, DOUBLE, DELAY, CUT = 0.04, 0.08, 0.15, 0.02


class Chaos:
    """A proxy between clients and a server that treats every message as bad lines do."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address
        self.chosen = random.Random(seed)
        self.did: dict[str, int] = dict.fromkeys(("drop", "double", "delay", "cut"), 0)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[str]:
        async with websockets.serve(self.connect, "127.0.0.1", 0) as server:
            yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def connect(self, client: Any) -> None:
        headers = {"Authorization": client.request.headers["Authorization"]}
        url = f"ws://{self.address}{client.request.path}"
        with contextlib.suppress(websockets.ConnectionClosed):
            async with websockets.connect(url, additional_headers=headers, proxy=None) as server:
                ways = [
                    asyncio.create_task(self.carry(client, server)),
                    asyncio.create_task(self.carry(server, client)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                client.transport.abort()
                server.transport.abort()

    async def carry(self, source: Any, target: Any) -> None:
        async for message in source:
            fate = self.chosen.random()
            if fate < DROP and '"hello"' not in message:
                self.did["drop"] += 1
                continue
            if fate < DROP + CUT:
                self.did["cut"] += 1
                return
            if fate < DROP + CUT + DELAY:
                self.did["delay"] += 1
                await asyncio.sleep(self.chosen.uniform(0, 0.02))
            await target.send(message)
            if fate > 1 - DOUBLE and '"hello"' not in message:
                self.did["double"] += 1
                await target.send(message)


class Player:
    """Plays one seat over a bad line: reconnects, says since when, repeats a command until it is answered."""

    def __init__(self, guest: Guest, table: str, seat: int, proxy: str) -> None:
        self.guest, self.table, self.seat, self.proxy = guest, table, seat, proxy
        self.chosen = random.Random(seat)
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, int] = {}
        self.seen = 0
        self.lines: list[int] = []
        self.over = False

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(websockets.ConnectionClosed, OSError, TimeoutError):
                async with self.guest.socket(self.table, self.proxy, since=self.seen) as socket:
                    while not self.over:
                        await self.turn(socket)

    async def turn(self, socket: Any) -> None:
        try:
            message = await socket.receive(0.25)
        except TimeoutError:
            message = {"type": "nothing"}
            await socket.send("look", seat=self.seat)  # a frame may have been lost
            if self.pending is not None:
                await socket.raw.send(json.dumps(self.pending))
        if message["type"] == "frame":
            self.lines += [line["ply"] for line in message["log"] if line["ply"] > max(self.lines, default=0)]
            self.seen = max(self.seen, message["ply"])
            self.over = message["state"] == "over"
            await self.act(socket, message)
        elif message["type"] in ("done", "refused") and self.pending and message["key"] == self.pending["key"]:
            if message["type"] == "done":
                self.acknowledged[message["key"]] = message["ply"]
            self.pending = None

    async def act(self, socket: Any, frame: dict[str, Any]) -> None:
        if self.pending is None and frame["to_act"] == self.seat and frame["legal"]:
            key = f"{self.seat}-{frame['ply']}-{self.chosen.randrange(10**9)}"
            fields = {"key": key, "ply": frame["ply"], "seat": self.seat, "action": choose(frame, self.chosen)}
            self.pending = {"type": "act"} | fields
            await socket.raw.send(json.dumps(self.pending))


@pytest.mark.long
def test_games_over_a_bad_line_are_played_to_their_end(tmp_path: Path) -> None:
    database = str(tmp_path / "verso.db")

    async def story() -> tuple[Chaos, list[Player]]:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive()
            await bia.arrive("Bia")
            chaos, players = Chaos(address, 7), []
            async with chaos.run() as proxy:
                for _ in range(4):
                    table = await ana.new_table("mine", "open", cards=QUICK_CARDS)
                    await bia.command(table, "sit", seat=1)
                    players += [Player(ana, table, 0, proxy), Player(bia, table, 1, proxy)]
                await asyncio.gather(*(player.play() for player in players))
            return chaos, players

    chaos, players = run(story())
    assert all(count >= 3 for count in chaos.did.values()), chaos.did

    async def look() -> None:
        backend = open_backend(Settings(database=database))
        await backend.open()
        for player in players:
            bodies = await backend.read(lambda table=player.table: store.entries(table))  # type: ignore[misc]
            log = [decode_entry(body) for body in bodies]
            assert Table(log).state == "over"
            acted = {entry.key: entry.ply for entry in log if isinstance(entry.event, Acted) and entry.key}
            assert len(acted) == sum(isinstance(entry.event, Acted) for entry in log)
            assert player.acknowledged.items() <= acted.items()
        await backend.close()

    asyncio.run(look())
