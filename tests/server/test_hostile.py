"""A crowd that does its worst at two workers while others play: nothing is lost, nothing fails, memory stays bounded.

`VERSO_HOSTILE_MINUTES=20 make test-hostile` does it for longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import logging
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from golden.regenerate import HERE as GOLDEN
from server.test_fuzz import VALID, damage, mutate
from server.test_kill import Players, faults
from server.test_operations import workers_of
from server.test_transport import EMPTY_FRAGMENT, PING, connected, masked, request_head, spectating
from serving import GENEROUS, Guest, Process, new_database
from verso.server import commands, schema
from verso.server.settings import Settings

told = logging.getLogger(__name__)
MINUTES = float(os.environ.get("VERSO_HOSTILE_MINUTES", "3"))
PLAYERS, ATTACKERS, ADDRESSES = 4, 3, 40
TEXTS = [file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("*.record"))]
ROUTES = [(method.upper(), path) for path, methods in schema.openapi()["paths"].items() for method in methods]
LIMITED = {field.name: field.default for field in dataclasses.fields(Settings) if field.name in GENEROUS}
LOST = (websockets.WebSocketException, httpx.HTTPError, OSError, TimeoutError, asyncio.IncompleteReadError, KeyError)
"""What somebody meets who is cut off or refused, and tries again."""


class Crowd:
    """Who attacks, with how many addresses, and what they were answered."""

    def __init__(self, address: str, database: str, players: Players, seed: int) -> None:
        self.address, self.database, self.players = address, database, players
        self.chosen = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.done: Counter[str] = Counter()
        self.tables: list[str] = []
        self.forgotten: list[str] = []

    def new_guest(self) -> Guest:
        guest = Guest(self.address)
        guest.http.headers["X-Forwarded-For"] = f"192.0.2.{self.chosen.randrange(ADDRESSES)}"
        return guest

    async def ask(self, guest: Guest, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        response = await guest.request(method, path, body, **options)
        self.statuses[response.status_code] += 1
        return response

    def any_table(self) -> str:
        return self.chosen.choice([*self.tables[-20:], *self.players.tables[-8:], "A" * 22])

    async def arrive(self, guest: Guest) -> None:
        welcome = (await self.ask(guest, "POST", "/guests", {})).json()
        guest.http.cookies.clear()
        guest.token, guest.id = welcome["token"], welcome["id"]

    async def set_up(self, guest: Guest) -> str:
        game = self.chosen.choice(["flip-city", "phase-10-flip"])
        kinds = [
            self.chosen.choice(["open", "open", "mine", "bot", "invited"]) for _ in range(self.chosen.randint(1, 4))
        ]
        seats = [{"kind": "mine"}, *({"kind": kind} for kind in kinds)]
        body = {"game": game, "seats": seats, "listed": True, "wait": self.chosen.random() < 0.3}
        table = str((await self.ask(guest, "POST", "/tables", body)).json()["table"])
        self.tables.append(table)
        return table

    # --- what they do

    async def command(self, guest: Guest) -> None:
        """Do whatever can be done at a table, in a lobby, a game or after it."""
        await self.arrive(guest)
        table = await self.set_up(guest) if self.chosen.random() < 0.4 else self.any_table()
        for _ in range(self.chosen.randrange(60)):
            frame = (await self.ask(guest, "GET", f"/tables/{table}")).json()
            mine = [seat for seat, each in enumerate(frame["seats"]) if each["you"]]
            free = [seat for seat, each in enumerate(frame["seats"]) if each["kind"] == "open"]
            message = dict(self.chosen.choice(VALID), key=guest.key())
            if mine and frame["legal"] and self.chosen.random() < 0.5:
                action = self.chosen.choice(frame["legal"])["text"]
                message = {"type": "act", "key": guest.key(), "seat": frame["seat"], "action": action}
            elif message["type"] in ("look", "hello"):
                message = {"type": self.chosen.choice(["close", "chat"]), "key": guest.key(), "on": True}
                message = message if message["type"] == "chat" else {"type": "close", "key": guest.key()}
            if "seat" in message and message["type"] != "act":
                message["seat"] = self.chosen.choice((free if message["type"] == "sit" else mine) or [0, 1])
            if message["type"] in ("act", "undo", "answer", "agree", "sit"):
                message["ply"] = frame["ply"]
            if message["type"] == "sit":
                message = {name: value for name, value in message.items() if name not in ("name", "invitation")}
            answer = (await self.ask(guest, "POST", f"/tables/{table}/commands", message)).json()["answer"]
            self.done[f"{message['type']} {answer.get('code', answer['type'])}"] += 1
            if message["type"] == "rematch" and answer["type"] == "done":
                table = (await self.ask(guest, "GET", f"/tables/{table}")).json()["rematch"]
                self.tables.append(table)

    async def mutants(self, guest: Guest) -> None:
        await self.arrive(guest)
        url = f"ws://{self.address}/api/v1/tables/{self.any_table()}/socket"
        headers = {"Authorization": f"Bearer {guest.token}", "X-Forwarded-For": guest.http.headers["X-Forwarded-For"]}
        async with websockets.connect(url, additional_headers=headers, proxy=None) as line:
            await line.send('{"type": "hello"}')
            for _ in range(self.chosen.randrange(300)):
                await line.send(mutate(self.chosen))
                if self.chosen.random() < 0.1:
                    async with asyncio.timeout(1):
                        await line.recv()
            self.done["mutants"] += 1

    async def raw(self, guest: Guest) -> None:
        """Send what no browser sends, read nothing of what comes, and leave without a word."""
        kind = self.chosen.randrange(5)
        self.done[f"raw {kind}"] += 1
        if kind < 3:
            async with spectating(self.address, self.any_table()) as (reader, writer):
                flood = (
                    PING * 5_000,
                    masked(b"{", fin=False) + EMPTY_FRAGMENT * 5_000,
                    masked(b'{"type":"look"}') * 500,
                )
                writer.write(flood[kind])
                await asyncio.sleep(self.chosen.random() * 3)
                await reader.read(100)
            return
        async with connected(self.address) as (reader, writer):
            head = request_head("/api/v1/games", b"X-Odd: " + self.chosen.randbytes(200), upgrade=kind == 3)
            writer.write(head[: self.chosen.randrange(1, len(head) + 1)] if kind == 3 else self.chosen.randbytes(5_000))
            async with asyncio.timeout(self.chosen.random() * 3):
                await reader.read(100)

    async def any_request(self, guest: Guest) -> None:
        """Ask for anything that there is, with anything."""
        await self.arrive(guest)
        for _ in range(40):
            method, path = self.chosen.choice(ROUTES)
            names = {"table": self.any_table(), "record": self.any_table(), "seat": "1", "game": "phase-10-flip"}
            for name, value in names.items():
                path = path.replace("{" + name + "}", value)
            path = path.removeprefix("/api/v1").replace("{", "").replace("}", "")
            if path.endswith(("sign-out", "/runs", "/tunings")):
                continue
            body: Any = self.chosen.choice(
                [None, {}, [], {"text": "x"}, {"seats": []}, dict(self.chosen.choice(VALID))]
            )
            query = {"ply": self.chosen.choice(["0", "5", "-1", "x"]), "language": "pt-BR", "most": "500"}
            await self.ask(guest, method, path, body, params=query if self.chosen.random() < 0.3 else None)
        self.done["any request"] += 1

    async def read_much(self, guest: Guest) -> None:
        """Bring records, whole and damaged, and ask for everything that takes long of them."""
        await self.arrive(guest)
        text: Any = self.chosen.choice(TEXTS)
        brought = damage(text, self.chosen) if self.chosen.random() < 0.5 else text
        brought = brought if isinstance(brought, str) else brought.decode(errors="replace")
        answer = await self.ask(guest, "POST", "/records", {"text": brought, "listed": True})
        record = answer.json().get("record", self.any_table())
        paths = ["replay?most=500", "review", "chances?most=500", "cards", ""]
        await asyncio.gather(*(self.ask(guest, "GET", f"/records/{record}/{path}") for path in paths * 4))
        body = {"game": "flip-city", "seats": [{"kind": "mine"}] * 2, "continues": {"record": record, "ply": 3}}
        await self.ask(guest, "POST", "/tables", body)
        self.done["read much"] += 1

    async def compare(self, guest: Guest) -> None:
        """Begin comparisons of what takes long, and hang up."""
        game, seats = self.chosen.choice([("flip-city", 2), ("flip-city", 4), ("phase-10-flip", 2)])
        body = {"games": 20_000, "seats": seats, "searched": True, "variant": {"changes": {}}}
        url = f"http://{self.address}/api/v1/lab/{game}/runs"
        async with guest.http.stream("POST", url, json=body) as response:
            self.statuses[response.status_code] += 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.chosen.random() * 10):
                    async for _ in response.aiter_lines():
                        self.done["reports"] += 1

    async def be_forgotten(self, guest: Guest) -> None:
        """Be deleted by the host of the server in the middle of everything."""
        await self.arrive(guest)
        table = await self.set_up(guest)
        await self.ask(guest, "POST", f"/tables/{table}/commands", {"type": "say", "key": "k", "seat": 0, "text": "x"})
        with contextlib.suppress(commands.CommandError):  # nobody is left at another's, or it is being used
            await asyncio.to_thread(commands.delete_player, Settings(database=self.database), guest.id)
            self.forgotten.append(guest.id)
            assert (await self.ask(guest, "GET", "/me")).status_code in (401, 429)
        self.done["forgotten"] += 1

    async def attack(self, way: Callable[[Guest], Awaitable[None]], until: asyncio.Event) -> None:
        while not until.is_set():
            with contextlib.suppress(*LOST):
                async with self.new_guest() as guest:
                    await way(guest)
            await asyncio.sleep(self.chosen.random() * 0.2)


def memory_of(server: Process) -> int:
    """Return the megabytes that the workers have; those who compile and compare for them come and go."""
    pages = [int(Path(f"/proc/{each}/statm").read_text(encoding="ascii").split()[1]) for each in workers_of(server)]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") >> 20


def complaints(log: Path) -> list[str]:
    """Return what a server said that it must not: failures, answers that are none, and what is no line of its log."""
    found = []
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            said = json.loads(line)
        except ValueError:
            found.append(line)
            continue
        status = said.get("status", 200)
        if said["level"] == "error" or "error" in said or (status >= 500 and status != 503):
            found.append(line)
    return found


async def look_on(server: Process, players: Players, until: asyncio.Event) -> list[tuple[int, int]]:
    """Note now and then how much memory there is, and how many moves were made."""
    noted = []
    for _ in range(12):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(MINUTES * 60 / 12):
                await until.wait()
        noted.append((memory_of(server), len(players.acknowledged)))
        told.info("%d MB, %d moves", *noted[-1])
    return noted


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="memory is looked for in /proc")
def test_a_crowd_that_does_its_worst_stops_nobody(postgres_server: str, tmp_path: Path) -> None:
    database, log = new_database(postgres_server), tmp_path / "log"
    options: dict[str, Any] = LIMITED | {"workers": 2, "trust_proxy": True, "log_level": "info", "review_seconds": 2.0}
    server = Process(database, **options)
    logging.getLogger("httpx").setLevel(logging.WARNING)

    async def story() -> tuple[list[tuple[int, int]], list[str], Crowd]:
        players, until = Players(server.address), asyncio.Event()
        crowd = Crowd(server.address, database, players, 14)
        people = [asyncio.create_task(players.play(number)) for number in range(PLAYERS)]
        ways = (crowd.command, crowd.mutants, crowd.raw, crowd.any_request, crowd.read_much, crowd.compare)
        attacks = [asyncio.create_task(crowd.attack(way, until)) for way in ways for _ in range(ATTACKERS)]
        attacks.append(asyncio.create_task(crowd.attack(crowd.be_forgotten, until)))
        noted = await look_on(server, players, until)
        failed = [task.exception() for task in (*people, *attacks) if task.done()]
        until.set()
        players.enough = True
        await asyncio.gather(*attacks, *people)
        assert failed == []
        async with Guest(server.address) as guest:
            assert (await guest.request("GET", "/healthz")).status_code == 200
        assert await asyncio.to_thread(server.stop) in (0, -signal.SIGTERM)
        return noted, await faults(database, players), crowd

    with log.open("wb") as out:
        server.launch(stderr=out)
    try:
        server.until_it_answers()
        noted, lost, crowd = asyncio.run(story())
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    told.info("answers %s, done %s", sorted(crowd.statuses.items()), crowd.done.most_common(60))
    assert lost == []
    assert complaints(log)[:5] == []
    assert not [status for status in crowd.statuses if status >= 500 and status != 503]
    assert crowd.forgotten
    moves = [each for _, each in noted]
    assert moves[0] < moves[5] < moves[-1]  # whatever they did, others played on
    assert max(each for each, _ in noted[8:]) < 1.3 * max(each for each, _ in noted[:6]) + 100
