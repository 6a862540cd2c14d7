"""Load: many tables with four connections each, moves through the real rules, stored for good before anybody sees them.

    python bench/load.py                          500 tables, 1,000 moves a second, on SQLite
    python bench/load.py --tables 50 --rate 100   smaller
    python bench/load.py --database postgresql://user@host/empty --workers 2

Only this machine is used. Prints the time from a command to the frame that shows it, processor time for each move,
memory, whether anything acknowledged is missing, and the rate at which 99 of 100 commands no longer take under 50 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from serving import GENEROUS, free_port  # noqa: E402

BOUND = 0.05
TICKS = os.sysconf("SC_CLK_TCK")


class Legal(msgspec.Struct):
    text: str


class Message(msgspec.Struct):
    """As much of a message as the load needs."""

    type: str
    ply: int = 0
    key: str = ""
    code: str = ""
    state: str = ""
    to_act: int | None = None
    seat: int | None = None
    legal: list[Legal] = []


decode = msgspec.json.Decoder(Message).decode


class Table:
    """Four connections to one table, one for each seat; the one to act makes a move when told to."""

    def __init__(self, address: str, http: httpx.AsyncClient, number: int) -> None:
        self.address, self.http, self.chosen = address, http, random.Random(number)
        self.frames: list[Message | None] = [None] * 4
        self.sent: dict[int, float] = {}
        self.times: list[float] = []
        self.acknowledged = 0
        self.refused = 0
        self.moves = 0
        self.sockets: list[Any] = []
        self.readers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        if not self.sockets:
            base = f"http://{self.address}/api/v1"
            welcome = (await self.http.post(f"{base}/guests", json={"name": "Load"})).json()
            self.headers = {"Authorization": f"Bearer {welcome['token']}"}
        await self.close()
        body = {"game": "flip-city", "seats": [{"kind": "mine"}] * 4}
        created = await self.http.post(f"http://{self.address}/api/v1/tables", json=body, headers=self.headers)
        self.id = created.json()["table"]
        self.frames = [None] * 4
        url = f"ws://{self.address}/api/v1/tables/{self.id}/socket"
        for seat in range(4):
            socket = await websockets.connect(url, additional_headers=self.headers, proxy=None, compression=None)
            await socket.send(f'{{"type": "hello", "seat": {seat}}}')
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self.read(seat, socket)))

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()
        self.sockets, self.readers = [], []

    async def read(self, seat: int, socket: Any) -> None:
        async for text in socket:
            message = decode(text)
            if message.type == "frame":
                self.frames[seat] = message
                for ply in [ply for ply in self.sent if ply < message.ply]:
                    self.times.append(time.perf_counter() - self.sent.pop(ply))
            elif message.type == "done":
                self.acknowledged += 1
            else:
                self.refused += 1

    async def move(self) -> bool:
        """Send a move if the last one has been answered; return whether one was sent."""
        for seat, frame in enumerate(self.frames):
            if frame is not None and frame.to_act == seat and frame.legal and not self.sent:
                self.moves += 1
                self.sent[frame.ply] = time.perf_counter()
                action = self.chosen.choice(frame.legal).text
                key = f"{seat}-{frame.ply}"
                text = f'{{"type":"act","key":"{key}","ply":{frame.ply},"seat":{seat},"action":"{action}"}}'
                await self.sockets[seat].send(text)
                return True
        return False


def usage(pids: list[int]) -> tuple[float, float]:
    """Return processor seconds and megabytes of processes."""
    seconds = megabytes = 0.0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / TICKS
        megabytes += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return seconds, megabytes


async def drive(tables: list[Table], rate: float, seconds: float, pids: list[int]) -> dict[str, float]:
    """Make moves at an even rate, table after table, and measure."""
    for table in tables:
        table.times.clear()
    before, _ = usage(pids)
    began, sent, turn = time.perf_counter(), 0, 0
    while (now := time.perf_counter() - began) < seconds:
        tried = 0
        while sent < now * rate and tried < len(tables):
            sent += await tables[turn % len(tables)].move()
            turn, tried = turn + 1, tried + 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.5)
    after, megabytes = usage(pids)
    times = sorted(each for table in tables for each in table.times) or [float("inf")]
    return {
        "rate": sent / seconds,
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        "cpu": (after - before) / max(1, sent),
        "megabytes": megabytes,
    }


def report(kind: str, found: dict[str, float]) -> None:
    print(
        f"{kind}: {found['rate']:.0f} moves/s, command to frame p50 {1e3 * found['p50']:.1f} ms,"
        f" p99 {1e3 * found['p99']:.1f} ms, {1e3 * found['cpu']:.2f} ms of processor a move,"
        f" {found['megabytes']:.0f} MB"
    )


async def load(options: argparse.Namespace, address: str, pids: list[int]) -> int:
    async with httpx.AsyncClient(timeout=60) as http:
        tables = [Table(address, http, number) for number in range(options.tables)]
        for start in range(0, len(tables), 20):
            await asyncio.gather(*(table.open() for table in tables[start : start + 20]))
        print(f"{len(tables)} tables, {4 * len(tables)} connections, {usage(pids)[1]:.0f} MB")
        report("load", await drive(tables, options.rate, options.seconds, pids))
        rate = options.rate
        while options.knee:
            rate *= 1.5
            found = await drive(tables, rate, options.seconds / 2, pids)
            report("knee?", found)
            if found["p99"] > BOUND or found["rate"] < 0.9 * rate:
                break
        await asyncio.sleep(1)
        missing = sum(table.moves - table.acknowledged - table.refused for table in tables)
        print(f"{sum(table.acknowledged for table in tables)} moves acknowledged, {missing} without an answer")
        wrong = [table for table in tables if not await is_whole(http, table)]
        print(f"{len(wrong)} tables that miss something acknowledged")
        for table in tables:
            await table.close()
    return 1 if wrong or missing else 0


async def is_whole(http: httpx.AsyncClient, table: Table) -> bool:
    """Whether the table has as many entries as it had at first and moves that were acknowledged."""
    response = await http.get(f"http://{table.address}/api/v1/tables/{table.id}", headers=table.headers)
    return bool(response.json()["ply"] == 2 + table.acknowledged)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--knee", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        port = free_port()
        values = GENEROUS | {"database": options.database or f"{home}/verso.db", "port": port}
        values["workers"] = options.workers
        environment = os.environ | {f"VERSO_{name.upper()}": str(value) for name, value in values.items()}
        server = subprocess.Popen([sys.executable, "-m", "verso.server"], env=environment)
        try:
            address = f"127.0.0.1:{port}"
            for _ in range(200):
                try:
                    httpx.get(f"http://{address}/healthz", timeout=1)
                    break
                except httpx.HTTPError:
                    time.sleep(0.05)
            children = subprocess.run(["pgrep", "-P", str(server.pid)], capture_output=True, text=True, check=False)
            pids = [int(pid) for pid in children.stdout.split()] if options.workers > 1 else [server.pid]
            return asyncio.run(load(options, address, pids))
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    sys.exit(main())
