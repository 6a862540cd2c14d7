"""Servers killed at random moments while people play: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from serving import PATIENCE, Guest, Process, choose, new_database, processes
from verso.play.entry import Acted, decode_entry
from verso.play.table import Table
from verso.server import store
from verso.server.services import open_backend
from verso.server.settings import Settings

TABLES = 4
BETWEEN_KILLS = 4  # moves at least


@dataclasses.dataclass
class Acknowledged:
    """What a client was told has been done."""

    table: str
    key: str
    ply: int
    action: str


class Lost(Exception):  # noqa: N818
    """The server does not know something that it had acknowledged."""


class Players:
    """People who play table after table, and repeat a command until they get an answer."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.acknowledged: list[Acknowledged] = []
        self.sent: set[str] = set()
        self.tables: list[str] = []
        self.enough = False

    async def insist(self, request: Any) -> Any:
        """Make a request until it is answered."""
        while True:
            try:
                response = await request()
                if response.status_code < 300:
                    return response.json()
                if response.status_code in (401, 404):
                    raise Lost(response.text)
                assert response.status_code in (503, 429), response.text
            except (httpx.TransportError, httpx.TimeoutException):
                pass
            await asyncio.sleep(0.05)

    async def acknowledge(self, more: int, people: list[asyncio.Task[None]]) -> None:
        """Wait until the players have been told of so many moves more, or one of them has failed."""
        goal = len(self.acknowledged) + more
        while len(self.acknowledged) < goal and not any(task.done() for task in people):
            await asyncio.sleep(0.01)

    async def play(self, number: int) -> None:
        chosen = random.Random(number)
        async with Guest(*self.addresses) as guest:
            welcome = await self.insist(lambda: guest.request("POST", "/guests", {"name": f"P{number}"}))
            guest.http.cookies.clear()
            guest.token, guest.id = welcome["token"], welcome["id"]
            while not self.enough:
                await self.play_table(guest, chosen)

    async def play_table(self, guest: Guest, chosen: random.Random) -> None:
        seats = [{"kind": "mine"}, {"kind": "mine"}, {"kind": "bot"}]
        body = {"game": "flip-city", "seats": seats, "cards": {"CS": {"points": 4}, "RA": {"points": 2}}}
        table = (await self.insist(lambda: guest.request("POST", "/tables", body)))["table"]
        self.tables.append(table)
        while True:
            frame = await self.insist(lambda: guest.request("GET", f"/tables/{table}"))
            if frame["state"] == "over":
                return
            if frame["to_act"] == 2:
                await asyncio.sleep(0.01)
                continue
            seat = frame["to_act"]
            if seat == 1:
                frame = await self.insist(lambda: guest.request("GET", f"/tables/{table}", params={"seat": 1}))
            if not frame["legal"]:
                continue
            await self.act(guest, table, seat, frame, choose(frame, chosen))

    async def act(self, guest: Guest, table: str, seat: int, frame: dict[str, Any], action: str) -> None:
        key = f"{guest.key()}-{len(self.sent)}"
        self.sent.add(key)
        message = {"type": "act", "key": key, "ply": frame["ply"], "seat": seat, "action": action}
        answered = await self.insist(lambda: guest.request("POST", f"/tables/{table}/commands", message))
        answer = answered["answer"]
        if answer["type"] == "done":
            self.acknowledged.append(Acknowledged(table, key, answer["ply"], action))
        else:
            assert answer["code"] in ("stale", "busy", "not-now"), answer


async def faults(database: str, players: Players) -> list[str]:
    """Compare what clients were told with what is stored, and return all that is wrong."""
    backend, found = open_backend(Settings(database=database)), []
    await backend.open()
    try:
        for table in players.tables:
            bodies = await backend.read(lambda table=table: store.entries(table))  # type: ignore[misc]
            log = [decode_entry(body) for body in bodies]
            if not log:
                found.append(f"{table} is lost")
                continue
            if [entry.ply for entry in log] != list(range(1, len(log) + 1)):
                found.append(f"{table}: gaps")
                continue
            keys = [entry.key for entry in log if entry.key]
            if len(keys) != len(set(keys)):
                found.append(f"{table}: doubled")
            if set(keys) - players.sent:
                found.append(f"{table}: nobody sent this")
            for told in (each for each in players.acknowledged if each.table == table):
                entry = log[told.ply - 1] if told.ply <= len(log) else None
                kept = entry is not None and entry.key == told.key and isinstance(entry.event, Acted)
                if not kept or entry.event.moves[0] != told.action:  # type: ignore[union-attr]
                    found.append(f"{table}: {told} is lost")
            if Table(log).state != "over":
                found.append(f"{table}: not finished")
    finally:
        await backend.close()
    return found


async def kill_while_playing(servers: list[Process], players: Players, kills: int, seed: int) -> None:
    chosen = random.Random(seed)
    people = [asyncio.create_task(players.play(number)) for number in range(TABLES)]
    for _ in range(kills):
        # Some moves are made between two kills however slow the machine is; the kill itself comes at any moment.
        await players.acknowledge(chosen.randint(BETWEEN_KILLS, 10), people)
        await asyncio.sleep(chosen.uniform(0.0, 0.3))
        victim = chosen.choice(servers)
        victim.kill()
        await asyncio.to_thread(victim.start)
    players.enough = True
    await asyncio.gather(*people)


def story(servers: list[Process], database: str, kills: int, seed: int) -> tuple[list[str], Players]:
    async def whole() -> tuple[list[str], Players]:
        players = Players(*(server.address for server in servers))
        await asyncio.wait_for(kill_while_playing(servers, players, kills, seed), 2 * PATIENCE)
        for server in servers:
            assert server.stop() in (0, -signal.SIGTERM)
        return await faults(database, players), players

    return asyncio.run(whole())


@pytest.mark.parametrize("kills", [2, pytest.param(25, marks=pytest.mark.long)])
def test_sqlite_loses_nothing_when_killed(tmp_path: Path, kills: int) -> None:
    database = str(tmp_path / "verso.db")
    with processes(1, database) as servers:
        found, players = story(servers, database, kills, 1)
    assert found == []
    assert len(players.acknowledged) >= kills * BETWEEN_KILLS


@pytest.mark.parametrize("kills", [2, pytest.param(5, marks=pytest.mark.long)])
def test_postgres_with_two_workers_loses_nothing_when_they_are_killed(postgres_server: str, kills: int) -> None:
    database = new_database(postgres_server)
    with processes(2, database) as servers:
        found, players = story(servers, database, kills, 2)
    assert found == []
    assert len(players.acknowledged) >= kills * BETWEEN_KILLS


def test_a_server_that_acknowledges_before_it_commits_is_caught(tmp_path: Path) -> None:
    database = str(tmp_path / "verso.db")
    hasty = Process(database)
    hasty.program = [sys.executable, str(Path(__file__).parent / "hasty.py")]

    async def whole() -> list[str]:
        players, people, found = Players(hasty.address), [], list[str]()
        hasty.start()
        try:
            people = [asyncio.create_task(players.play(number)) for number in range(TABLES)]
            for _ in range(10):
                await players.acknowledge(BETWEEN_KILLS, people)
                hasty.kill()
                found = [fault for fault in await faults(database, players) if "lost" in fault]
                found += [repr(task.exception()) for task in people if task.done()]
                if found:
                    break
                await asyncio.to_thread(hasty.start)
        finally:
            for task in people:
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)
        return found

    try:
        assert asyncio.run(whole()) != []
    finally:
        hasty.kill()
