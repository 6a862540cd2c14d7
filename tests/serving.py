"""What tests of the server share: real servers as processes or in this one, real clients, a real PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import pwd
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import hypercorn
import hypercorn.asyncio
import uvicorn
import websockets
from starlette.applications import Starlette

from verso.play import wire
from verso.server import transport
from verso.server.app import create_app
from verso.server.settings import Settings

T = TypeVar("T")
GENEROUS: dict[str, Any] = {
    "development": True,
    "messages_per_second": 100_000.0,
    "messages_per_address": 1_000_000.0,
    "connections_per_second": 100_000.0,
    "requests_per_second": 100_000.0,
    "files_per_second": 100_000.0,
    "guests_per_minute": 1_000_000.0,
    "tables_per_minute": 1_000_000.0,
    "imports_per_day": 1_000_000.0,
    "kept_per_day": 10**12,
    "reviews_per_minute": 1_000_000.0,
    "lab_runs_per_minute": 1_000_000.0,
    "lab_runs": 100,
    "lab_runs_per_address": 100,
    "lab_seconds": 3_600.0,
    "sockets_per_address": 10_000,
    "sockets_per_identity": 10_000,
    "http_connections_per_address": 10_000,
    "bytes_per_second": 100_000_000.0,
    "socket_bytes_per_address": 100_000_000.0,
    "name_days": 0,
    "tables_per_identity": 10_000,
    "tables_per_address": 10_000,
    "log_level": "warning",
    "review_seconds": 2.0,
}
"""Settings under which tests are not held up by limits; those have tests of their own."""
PATIENCE = float(os.environ.get("VERSO_PATIENCE", "300"))
"""Seconds until something counts as never coming; only what is broken waits so long, on however slow a machine."""
_numbers = itertools.count()


def run(story: Coroutine[Any, Any, T]) -> T:
    """Tell a story to its end."""
    return asyncio.run(asyncio.wait_for(story, PATIENCE))


_REFUSED_BY_BROWSERS = 10_080
"""The one port of ours that browsers connect to never, whoever listens there."""


def _ports() -> Iterator[int]:
    """Ports for servers: below those that systems give to whoever connects, and another part for each test process."""
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8
    ports = [port for port in range(10_000 + 2_000 * process, 12_000 + 2_000 * process) if port != _REFUSED_BY_BROWSERS]
    random.Random(os.getpid()).shuffle(ports)
    return itertools.cycle(ports)


_free_ports = _ports()


def free_port() -> int:
    """Return a port of the loopback address that nobody has, and that nobody gets by chance before it is used."""
    for port in itertools.islice(_free_ports, 2_000):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def as_environment(settings: dict[str, Any]) -> dict[str, str]:
    """Return settings as a server is told them by its environment."""
    return {f"VERSO_{name.upper()}": str(value) for name, value in settings.items()}


# --- servers


@contextlib.asynccontextmanager
async def serving(database: str, *, on: str = "uvicorn", **options: Any) -> AsyncIterator[str]:
    """Serve in this process, on one of SERVERS; yields the server's address."""
    clock, chooser = options.pop("clock", None), options.pop("chooser", None)
    settings = Settings(database=database, **GENEROUS | options)
    more = {"clock": clock} if clock is not None else {}
    app = create_app(settings, chooser=chooser, **more)
    async with SERVERS[on](app, settings) as address:
        yield address


@contextlib.asynccontextmanager
async def on_uvicorn(app: Starlette, settings: Settings) -> AsyncIterator[str]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, **transport.options(settings)))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), task
        await asyncio.sleep(0.005)
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@contextlib.asynccontextmanager
async def on_hypercorn(app: Starlette, _: Settings) -> AsyncIterator[str]:
    config, stop = hypercorn.Config(), asyncio.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        config.bind, config.errorlog = [f"fd://{listening.detach()}"], None
        config.websocket_max_message_size = wire.MOST_BYTES
    task = asyncio.create_task(hypercorn.asyncio.serve(app, config, shutdown_trigger=stop.wait))  # type: ignore[arg-type]
    try:
        await _until_healthy(f"127.0.0.1:{port}", task)
        yield f"127.0.0.1:{port}"
    finally:
        stop.set()
        await task


async def _until_healthy(address: str, task: asyncio.Task[None]) -> None:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        while True:
            assert not task.done(), task
            with contextlib.suppress(httpx.TransportError):
                if (await client.get(f"http://{address}/healthz")).status_code == 200:
                    return
            await asyncio.sleep(0.005)


SERVERS: dict[str, Any] = {"uvicorn": on_uvicorn, "hypercorn": on_hypercorn}
"""The same application on different ASGI servers."""


class Process:
    """A server in a process of its own, which can be killed at any moment and started again on the same port."""

    def __init__(self, database: str, **options: Any) -> None:
        self.port = options.pop("port", 0) or free_port()
        self.address = f"127.0.0.1:{self.port}"
        values = GENEROUS | {"database": database, "port": self.port} | options
        self.environment = as_environment(values)
        self.program = [sys.executable, "-m", "verso.server"]
        self.process: subprocess.Popen[bytes] | None = None

    def launch(self, **options: Any) -> subprocess.Popen[bytes]:
        """Start the program, and wait for nothing."""
        self.process = subprocess.Popen(self.program, env=os.environ | self.environment, **options)
        return self.process

    def start(self) -> None:
        self.launch()
        self.until_it_answers()

    def until_it_answers(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://{self.address}/healthz", timeout=PATIENCE).status_code == 200:
                    return
            assert self.process.poll() is None, "the server ended"
            time.sleep(0.02)
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask the server to stop and return how it ended."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def processes(count: int, database: str, **options: Any) -> Iterator[list[Process]]:
    started = [Process(database, **options) for _ in range(count)]
    try:
        for process in started:
            process.start()
        yield started
    finally:
        for process in started:
            if process.process is not None and process.process.poll() is None:
                process.kill()


# --- PostgreSQL


def find_postgres() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    which = shutil.which("initdb")
    return found[-1].parent if found else (Path(which).parent if which else None)


class Postgres:
    """A PostgreSQL of our own, which can be stopped and started. It refuses root, so root runs it as nobody."""

    def __init__(self, home: Path) -> None:
        programs = find_postgres()
        assert programs is not None, "PostgreSQL is not installed: scripts/postgres installs it"
        self._home, self._programs, self._port = home, programs, free_port()
        self._prefix: list[str] = []
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(home, nobody.pw_uid, nobody.pw_gid)
            self._prefix = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        self.address = f"postgresql://verso@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-A", "trust", "-U", "verso", "-N")

    def start(self) -> None:
        """Start it. Only processes are killed here, never the machine: so nothing has to wait for the disk."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._home} -c fsync=off"
        log = str(self._home / "log")
        self._run("pg_ctl", "-w", "-l", log, "-o", f"{options} -c max_connections=200", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._prefix, str(self._programs / program), "-D", str(self._home / "data"), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


@contextlib.contextmanager
def own_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL for a while; whoever stopped it has started it again in the end."""
    home = Path(tempfile.mkdtemp(prefix="verso-postgres-"))
    try:
        made = Postgres(home)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL of our own for a while; yields its address."""
    with own_postgres() as made:
        yield made.address


def new_database(server: str) -> str:
    """Make an empty database on a PostgreSQL and return its address."""
    name = f"verso_{os.getpid()}_{next(_numbers)}"

    async def create() -> None:
        import asyncpg

        connection = await asyncpg.connect(server)
        await connection.execute(f"create database {name}")
        await connection.close()

    asyncio.run(create())
    return server.rpartition("/")[0] + "/" + name


# --- clients


class Guest:
    """Somebody with an identity, speaking HTTP to one of the servers at a time."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self.http = httpx.AsyncClient(timeout=PATIENCE)
        self.token = ""
        self.id = ""
        self._keys = itertools.count()

    @property
    def address(self) -> str:
        self.addresses.append(self.addresses.pop(0))
        return self.addresses[0]

    async def __aenter__(self) -> Guest:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.http.aclose()

    async def arrive(self, name: str = "Ana", language: str = "en") -> Guest:
        welcome = await self.ask("POST", "/guests", {"name": name, "language": language})
        self.http.cookies.clear()  # tests say who they are by the token
        self.token, self.id = welcome["token"], welcome["id"]
        return self

    async def request(self, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= options.pop("headers", {})
        base = "" if path.startswith(("/healthz", "/metrics")) else "/api/v1"
        url = f"http://{self.address}{base}{path}"
        return await self.http.request(method, url, json=body, headers=headers, **options)

    async def ask(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        response = await self.request(method, path, body, **options)
        assert response.status_code < 300, (response.status_code, response.text)
        return response.json() if response.content else None

    async def new_table(self, *kinds: str, **options: Any) -> str:
        """Set up a table. With the usual cards no game is over before a test is; QUICK_CARDS are for whole games."""
        seats = [{"kind": kind} for kind in kinds]
        body = {"game": "flip-city", "seats": seats} | options
        return str((await self.ask("POST", "/tables", body))["table"])

    def key(self) -> str:
        return f"{self.id[-4:].replace('_', '-')}-{next(self._keys)}"

    async def command(self, table: str, name: str, /, **fields: Any) -> Any:
        """Send a command over HTTP and return its answer, once all workers have heard of what was done.

        Where nothing is left to ask them about, they may hear of it a moment later.
        """
        message = {"type": name, "key": self.key()} | fields
        answer = (await self.ask("POST", f"/tables/{table}/commands", message))["answer"]
        if answer["type"] == "done" and name != "close":
            await self.tell_workers(table, answer["ply"])
        return answer

    async def tell_workers(self, table: str, ply: int) -> None:
        """Say at every worker what has been seen of a table, as a page does that comes to another."""
        for address in self.addresses if len(self.addresses) > 1 else []:
            seen = await self.http.get(f"http://{address}/api/v1/tables/{table}", params={"since": ply})
            assert seen.status_code == 200, seen.text

    async def frame(self, table: str, **query: Any) -> Any:
        return await self.ask("GET", f"/tables/{table}", params=query)

    @contextlib.asynccontextmanager
    async def socket(self, table: str, address: str | None = None, **hello: Any) -> AsyncIterator[Socket]:
        url = f"ws://{address or self.address}/api/v1/tables/{table}/socket"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        waiting: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None}
        async with websockets.connect(url, additional_headers=headers, proxy=None, **waiting) as raw:
            made = Socket(raw)
            with contextlib.suppress(websockets.ConnectionClosed):  # refused already; what was said is still to be read
                await made.send("hello", **hello)
            yield made


class Socket:
    """One connection: remembers the newest frame and everything it ever received."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self.frame: dict[str, Any] = {}
        self.received: list[dict[str, Any]] = []

    async def send(self, name: str, /, **fields: Any) -> None:
        await self.raw.send(json.dumps({"type": name} | fields))

    async def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.raw.recv(), seconds))
        self.received.append(message)
        if message["type"] == "frame":
            self.frame = message
        return message

    async def until(self, *kinds: str, seconds: float = PATIENCE) -> dict[str, Any]:
        while True:
            message = await self.receive(seconds)
            if message["type"] in kinds:
                return message

    async def until_frame(self, condition: Any, seconds: float = PATIENCE) -> dict[str, Any]:
        while not (self.frame and condition(self.frame)):
            await self.until("frame", seconds=seconds)
        return self.frame

    async def ask(self, name: str, /, **fields: Any) -> dict[str, Any]:
        await self.send(name, **fields)
        return await self.until("done", "refused", "advice", "because", "problem")


def choose(frame: dict[str, Any], chosen: random.Random) -> str:
    return str(chosen.choice(frame["legal"])["text"])
