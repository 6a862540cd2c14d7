"""Load: many tables with a person at each of four seats, random moves through the real rules, all stored for good.

    python bench/load.py                             500 tables, 700 moves a second; then PostgreSQL with two workers
    python bench/load.py --only sqlite --tables 50 --rate 100 --seconds 5
    python bench/load.py --game phase-10-flip --rate 200

Only this machine is used. Clients are processes of their own that speak plain frames; each move is one of those that
the server offered to the seat. Printed are the time from sending a command until each of the four seats has the frame
that shows it, processor time of the server for each move, memory, the rate at which one in a hundred frames comes later
than 50 ms (the knee), whether anything acknowledged is missing, and how soon a server answers that never compiled
anything.

A rented machine is not alone on its host. The kernel counts the time in which it would have run but its host ran others
(steal); seconds with more than 2% of that on a core, and the second after, are told apart: nothing was idle then.
"""

from __future__ import annotations

import argparse
import array
import collections
import contextlib
import dataclasses
import http.client
import json
import multiprocessing
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from serving import GENEROUS, as_environment, find_postgres, free_port, postgres  # noqa: E402

BOUND = 0.05
STOLEN = 0.02
"""The share of a core that its host may take in a second which still counts as idle."""
SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")


# --- a client: plain sockets, plain frames


class Offer(msgspec.Struct):
    """An action that the seat may take."""

    text: str


class Heard(msgspec.Struct):
    """What a client reads of a message; the rest of it is for people."""

    type: str
    ply: int = 0
    state: str = ""
    legal: list[Offer] = []


hear = msgspec.json.Decoder(Heard).decode


class Seat:
    """One connection of one person."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self.token = ""
        self.buffer = b""
        self.socket: socket.socket

    def connect(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = (
            f"GET /api/v1/tables/{self.table.id}/socket HTTP/1.1\r\nHost: load\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert b" 101 " in head.partition(b"\r\n")[0], head
        self.send(b'{"type":"hello","seat":%d}' % self.number)
        self.socket.setblocking(False)

    def send(self, text: bytes) -> None:
        assert len(text) < 1 << 16
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.socket.sendall(b"\x81" + length + b"\0\0\0\0" + text)  # masked with zeros: nothing to compute

    def messages(self) -> Iterator[bytes]:
        """Yield the texts that have come whole."""
        try:
            self.buffer += self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        data, place = self.buffer, 0
        while len(data) - place >= 2:
            length, start = data[place + 1] & 0x7F, place + 2
            if length >= 126:
                width = 2 if length == 126 else 8
                length, start = int.from_bytes(data[start : start + width], "big"), start + width
            if len(data) < start + length:
                break
            opcode = data[place] & 15
            if opcode == 9:  # the server asks whether we are there
                self.socket.sendall(b"\x8a" + bytes([0x80 | length]) + b"\0\0\0\0" + data[start : start + length])
            elif opcode == 1:
                yield data[start : start + length]
            place = start + length
        self.buffer = data[place:]


class Table:
    """Four people at one table. Whoever is to act makes a move when told to."""

    def __init__(self, number: int) -> None:
        self.seats = [Seat(self, seat) for seat in range(SEATS)]
        self.chosen = random.Random(number)
        self.id = ""
        self.first = 0
        self.moves = self.acknowledged = self.refused = 0
        self.over = False
        self.sent_at: float | None = None
        self.sent_ply = 0
        self.waiting = 0
        self.next: tuple[int, int, list[Offer]] | None = None

    def open(self, client: http.client.HTTPConnection, game: str) -> None:
        for seat in self.seats:
            seat.token = ask(client, "POST", "/guests", {"name": f"Load {seat.number}"})["token"]
        plans = [{"kind": "mine"}] + [{"kind": "open"}] * (SEATS - 1)
        self.id = ask(client, "POST", "/tables", {"game": game, "seats": plans}, self.seats[0].token)["table"]
        for seat in self.seats[1:]:
            sit = {"type": "sit", "key": "sit", "seat": seat.number}
            answer = ask(client, "POST", f"/tables/{self.id}/commands", sit, seat.token)["answer"]
            assert answer["type"] == "done", answer
        self.first = answer["ply"]

    def hear(self, seat: Seat, text: bytes, now: float, found: Found) -> bool:
        """Take in a message; return whether the table can move now."""
        message = hear(text)
        if message.type != "frame":
            if message.type == "done":
                self.acknowledged += 1
            else:
                self.refused += 1
                self.waiting, self.sent_at = 0, None
            return False
        if self.sent_at is not None and message.ply > self.sent_ply and self.waiting:
            found.times.append(now - self.sent_at)
            found.ends.append(now)
            self.waiting -= 1
            if self.waiting == 0:
                self.sent_at = None
        if message.state == "over":
            self.over = True
        if message.legal:
            self.next = message.ply, seat.number, message.legal
        return self.can_move

    @property
    def can_move(self) -> bool:
        return self.next is not None and self.sent_at is None and not self.over

    def move(self, now: float) -> None:
        assert self.next is not None
        ply, seat, legal = self.next
        act = {"type": "act", "key": str(ply), "ply": ply, "seat": seat, "action": self.chosen.choice(legal).text}
        self.next, self.sent_at, self.sent_ply, self.waiting = None, now, ply, SEATS
        self.moves += 1
        self.seats[seat].send(msgspec.json.encode(act))


def ask(client: http.client.HTTPConnection, method: str, path: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    client.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, headers)
    response = client.getresponse()
    text = response.read()
    assert response.status < 300, (path, response.status, text)
    return json.loads(text)


@dataclasses.dataclass
class Found:
    """What a client measured."""

    times: array.array[float] = dataclasses.field(default_factory=lambda: array.array("d"))
    ends: array.array[float] = dataclasses.field(default_factory=lambda: array.array("d"))
    late: array.array[float] = dataclasses.field(default_factory=lambda: array.array("d"))
    """How much later than planned moves were sent: a client that cannot keep up would flatter the server."""
    sent: int = 0
    processor: float = 0.0


class Client:
    """Some of the tables, in a process of its own."""

    def __init__(self, port: int, tables: int, seed: int, game: str) -> None:
        self.address = "127.0.0.1", port
        self.tables = [Table(seed + number) for number in range(tables)]
        self.selector = selectors.DefaultSelector()
        self.ready: collections.deque[Table] = collections.deque()
        self.game = game

    def open(self) -> None:
        client, found = http.client.HTTPConnection(*self.address), Found()
        for table in self.tables:
            self.listen(0, found)  # the server asks those who came first whether they are still there
            table.open(client, self.game)
            for seat in table.seats:
                seat.connect(self.address)
                self.selector.register(seat.socket, selectors.EVENT_READ, seat)
        end = time.perf_counter() + 60
        while len(self.ready) < len(self.tables):
            assert time.perf_counter() < end, f"only {len(self.ready)} of {len(self.tables)} tables began"
            self.listen(0.1, found)

    def listen(self, seconds: float, found: Found) -> None:
        for key, _ in self.selector.select(seconds):
            seat: Seat = key.data
            for text in seat.messages():
                could = seat.table.can_move
                if seat.table.hear(seat, text, time.perf_counter(), found) and not could:
                    self.ready.append(seat.table)

    def drive(self, rate: float, seconds: float) -> Found:
        """Move at an even rate, at the tables that have waited longest."""
        found, began, began_processor = Found(), time.perf_counter(), time.process_time()
        while (now := time.perf_counter() - began) < seconds:
            while self.ready and found.sent < now * rate:
                found.late.append(now - found.sent / rate)
                found.sent += 1
                self.ready.popleft().move(time.perf_counter())
            due = (found.sent + 1) / rate - now if self.ready else 0.05
            self.listen(max(0.0, min(0.05, due, seconds - now)), found)
        end = time.perf_counter() + 10
        while any(table.sent_at is not None for table in self.tables) and time.perf_counter() < end:
            self.listen(0.05, found)
        found.processor = time.process_time() - began_processor
        return found

    def check(self) -> dict[str, int]:
        """Ask for every table whether it has everything that was acknowledged."""
        client, wrong = http.client.HTTPConnection(*self.address), 0
        for table in self.tables:
            ply = ask(client, "GET", f"/tables/{table.id}", token=table.seats[0].token)["ply"]
            wrong += ply != table.first + table.acknowledged
        return {
            "acknowledged": sum(table.acknowledged for table in self.tables),
            "unanswered": sum(table.moves - table.acknowledged - table.refused for table in self.tables),
            "refused": sum(table.refused for table in self.tables),
            "over": sum(table.over for table in self.tables),
            "wrong": wrong,
        }


def serve_client(pipe: Connection, port: int, tables: int, seed: int, game: str) -> None:
    """What a process of clients does: as it is told, until there is nothing more to do."""
    client = Client(port, tables, seed, game)
    client.open()
    pipe.send(None)
    while (order := pipe.recv()) is not None:
        name, arguments = order
        pipe.send(getattr(client, name)(*arguments))


class Clients:
    """All clients, told to do the same things at the same time."""

    def __init__(self, port: int, count: int, tables: int, game: str) -> None:
        context, self.pipes, self.processes = multiprocessing.get_context("fork"), [], []
        for number in range(count):
            pipe, other = context.Pipe()
            share = tables // count + (number < tables % count)
            arguments = (other, port, share, 1_000 * number, game)
            process = context.Process(target=serve_client, args=arguments, daemon=True)
            process.start()
            self.pipes.append(pipe)
            self.processes.append(process)
        self.receive()

    def receive(self) -> list[Any]:
        return [pipe.recv() for pipe in self.pipes]

    def tell(self, name: str, *arguments: Any) -> list[Any]:
        for pipe in self.pipes:
            pipe.send((name, arguments))
        return self.receive()

    def close(self) -> None:
        for pipe, process in zip(self.pipes, self.processes, strict=True):
            pipe.send(None)
            process.join(10)


# --- the server


def usage(pids: list[int]) -> tuple[float, float]:
    """Return processor seconds and megabytes of processes."""
    seconds = megabytes = 0.0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / TICKS
        megabytes += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return seconds, megabytes


@contextlib.contextmanager
def server(database: str, workers: int, **more: Any) -> Iterator[tuple[int, list[int], float]]:
    """Run a server; yields its port, the processes that serve, and the seconds until it answered."""
    values = GENEROUS | {"database": database, "port": free_port(), "workers": workers} | more
    environment = os.environ | as_environment(values)
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "verso.cli", "serve"], env=environment)
    try:
        until_answer(values["port"], process)
        seconds = time.perf_counter() - began
        yield values["port"], [process.pid] if workers == 1 else workers_of(process.pid, workers), seconds
    finally:
        process.terminate()
        process.wait(20)


def workers_of(pid: int, count: int) -> list[int]:
    """Return the processes that serve: children that have come to listen, not the one that watches over them."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    while True:
        found = [int(each) for each in children.read_text(encoding="utf-8").split()]
        serving = [each for each in found if "multiprocessing.spawn" in command_of(each)]
        if len(serving) == count:
            time.sleep(2)  # the last one may still be opening its database
            return serving
        time.sleep(0.05)


def command_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
    return ""


def until_answer(port: int, process: subprocess.Popen[bytes]) -> None:
    while True:
        with contextlib.suppress(OSError):
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            client.request("GET", "/healthz")
            if client.getresponse().status == 200:
                return
        assert process.poll() is None, "the server ended"
        time.sleep(0.005)


# --- measuring


class Host:
    """Watches, while something is measured, how much processor time the host of this machine gives to others."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, list[int]]] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def __enter__(self) -> Host:
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.over.wait(0.05):
            self.look()
        self.look()

    def look(self) -> None:
        lines = Path("/proc/stat").read_text(encoding="utf-8").splitlines()
        cores = [line.split() for line in lines if re.match(r"cpu\d", line)]
        self.seen.append((time.perf_counter(), [int(fields[8]) for fields in cores]))

    def disturbed(self) -> set[int]:
        """Return the seconds in which the machine did not have its cores, and those after them."""
        found: set[int] = set()
        for second in range(int(self.seen[0][0]), int(self.seen[-1][0]) + 1):
            within = [stolen for at, stolen in self.seen if second <= at < second + 1.06]
            if within and max(last - first for first, last in zip(within[0], within[-1], strict=True)) > STOLEN * TICKS:
                found |= {second, second + 1}
        return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)] if values else float("inf")


def measure(clients: Clients, rate: float, seconds: float, pids: list[int], kind: str) -> tuple[float, float]:
    """Drive at a rate, report, and return the 99th percentile of the idle seconds and the rate that was reached."""
    before, _ = usage(pids)
    with Host() as host:
        found: list[Found] = clients.tell("drive", rate / len(clients.pipes), seconds)
    after, megabytes = usage(pids)
    frames = [each for one in found for each in zip(one.times, one.ends, strict=True)]
    times, late = [took for took, _ in frames], [each for one in found for each in one.late]
    sent = sum(one.sent for one in found)
    own = sum(one.processor for one in found)
    print(
        f"  {kind} {sent / seconds:.0f} moves/s: command to frame p50 {1e3 * percentile(times, 0.5):.1f} ms,"
        f" p99 {1e3 * percentile(times, 0.99):.1f} ms; processor {1e3 * (after - before) / max(1, sent):.2f} ms a move"
        f" ({100 * (after - before) / seconds:.0f}% of a core; clients {100 * own / seconds:.0f}%);"
        f" {megabytes:.0f} MB; sent late p99 {1e3 * percentile(late, 0.99):.1f} ms",
        flush=True,
    )
    return idle_percentile(frames, host), sent / seconds


def idle_percentile(frames: list[tuple[float, float]], host: Host) -> float:
    """Return the 99th percentile of the seconds in which the machine was idle but for us, or of all if few were."""
    disturbed, all_seconds = host.disturbed(), {int(end) for _, end in frames}
    idle = [took for took, end in frames if int(end) not in disturbed]
    others = all_seconds - disturbed
    if others == all_seconds or len(others) < len(all_seconds) / 2:
        return percentile([took for took, _ in frames], 0.99)
    p99, shown = percentile(idle, 0.99), f"{len(others)} of {len(all_seconds)} seconds"
    print(f"    the host took processor time: p99 {1e3 * p99:.1f} ms in the other {shown}", flush=True)
    return p99


def load(options: argparse.Namespace, database: str, workers: int) -> bool:
    with server(database, workers) as (port, pids, _):
        began = time.perf_counter()
        clients = Clients(port, options.clients, options.tables, options.game)
        took, megabytes = time.perf_counter() - began, usage(pids)[1]
        shown = f"{options.tables} tables, {SEATS * options.tables} people and connections"
        print(f"  {shown}, made in {took:.0f} s; {megabytes:.0f} MB", flush=True)
        measure(clients, options.rate / 2, 2, pids, "warm-up")
        good, knee = carried(clients, options.rate, options.seconds, pids, "load")
        if options.knee:
            rate, found = options.rate, good
            # Upwards until it is too much, or downwards until it is not.
            while found == good and rate > options.rate / 4:
                rate *= 1.2 if good else 1 / 1.2
                found, reached = carried(clients, rate, options.seconds / 2, pids, "more" if good else "less")
                knee = reached or knee
            print(f"  knee: {knee:.0f} moves/s still with p99 under {1e3 * BOUND:.0f} ms")
        return conclude(clients) and good


def carried(clients: Clients, rate: float, seconds: float, pids: list[int], name: str) -> tuple[bool, float]:
    """Say whether the server carries a rate: 99 of 100 frames in time. And how many moves a second it carried."""
    p99, reached = measure(clients, rate, seconds, pids, name)
    good = p99 < BOUND and reached > 0.95 * rate
    return good, reached if good else 0.0


def conclude(clients: Clients) -> bool:
    checks = clients.tell("check")
    total = {key: sum(check[key] for check in checks) for key in checks[0]}
    print(
        f"  {total['acknowledged']} moves acknowledged, {total['unanswered']} without an answer, {total['refused']}"
        f" refused; {total['over']} games over; {total['wrong']} tables that miss something acknowledged",
        flush=True,
    )
    clients.close()
    return not (total["unanswered"] or total["refused"] or total["wrong"])


def first_answer(home: str) -> None:
    """Start a server as on a machine that never compiled anything."""
    os.environ["VERSO_CACHE_DIR"] = f"{home}/nothing-compiled"
    with server(f"{home}/first.db", 1) as (_, pids, seconds):
        used = usage(pids)[0]
        print(f"first answer {seconds:.2f} s after starting, with nothing compiled, of which {used:.2f} s of processor")


def main() -> int:
    parser = argparse.ArgumentParser(description="Load on this machine; see the head of bench/load.py.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=700)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="flip-city")
    parser.add_argument("--clients", type=int, default=2, help="processes of clients")
    parser.add_argument("--only", choices=["sqlite", "postgres", "first"])
    parser.add_argument("--knee", action=argparse.BooleanOptionalAction, default=True)
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as home:
        if options.only in (None, "sqlite"):
            print("SQLite, one process")
            good = load(options, f"{home}/verso.db", 1) and good
        if options.only in (None, "postgres") and find_postgres() is not None:
            print("PostgreSQL, two workers")
            with postgres() as address:
                good = load(options, address, 2) and good
        if options.only in (None, "first"):
            first_answer(home)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
