"""What a host meets: a database that goes away, a full disk, files that cannot be served from, a parent that dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import apsw
import asyncpg
import httpx
import pytest

from serving import (
    PATIENCE,
    Guest,
    Postgres,
    Process,
    find_postgres,
    free_port,
    new_database,
    own_postgres,
    processes,
    run,
    serving,
)
from verso.server import commands, postgres, store
from verso.server.services import open_backend
from verso.server.settings import Settings
from verso.server.sqlite import SqliteBackend


@pytest.fixture
def weak_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that a test may stop."""
    if find_postgres() is None:
        pytest.skip("PostgreSQL is not installed: scripts/postgres installs it")
    with own_postgres() as made:
        yield made


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)


async def until_well(guest: Guest) -> None:
    while (await guest.request("GET", "/healthz")).status_code != 200:
        await asyncio.sleep(0.05)


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]


# --- PostgreSQL goes away and comes back


def test_postgres_may_go_away_and_come_back(weak_postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """No answer is an error of the program; nothing is done meanwhile, and everybody catches up afterwards."""
    database = weak_postgres.address

    async def away(ana: Guest, bia: Guest, table: str, line: Any) -> None:
        for guest, path in ((ana, "/me"), (bia, f"/tables/{table}"), (ana, "/records"), (bia, "/healthz")):
            answer = await guest.request("GET", path)
            assert (answer.status_code, answer.json()["code"]) == (503, "store")
            assert "does not answer" in answer.json()["words"]
        refused = await line.ask("say", key="away", seat=0, text="hello?")
        assert (refused["type"], refused["code"]) == ("refused", "busy")
        assert "the database does not answer" in refused["words"]
        await asyncio.sleep(1.5)  # clocks, presence and tokens are looked after meanwhile, or would be

    async def story() -> None:
        async with contextlib.AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(serving(database)) for _ in range(2)]
            ana, bia = await stack.enter_async_context(Guest(one)), await stack.enter_async_context(Guest(two))
            await ana.arrive()
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", "bot")
            await bia.command(table, "sit", seat=1)
            here, there = [await stack.enter_async_context(guest.socket(table)) for guest in (ana, bia)]
            for line in (here, there):
                await line.until("frame")
            await asyncio.to_thread(weak_postgres.stop)
            try:
                await away(ana, bia, table, here)
            finally:
                await asyncio.to_thread(weak_postgres.start)
            for guest in (ana, bia):
                await until_well(guest)
            done = await here.ask("say", key="away", seat=0, text="hello?")
            assert done["type"] == "done"
            await there.until_frame(lambda frame: frame["ply"] >= done["ply"])
            await there.until_frame(lambda frame: frame["seats"][0]["online"] and frame["seats"][1]["online"])

    run(story())
    assert tracebacks(caplog) == []
    assert any("again" in record.getMessage() for record in caplog.records)


def test_whatever_the_driver_raises_is_a_database_that_does_not_answer(postgres_server: str) -> None:
    def fail() -> store.Script[None]:
        yield "select 1", ()
        raise asyncpg.InternalClientError("got result for unknown protocol state 3")

    database = new_database(postgres_server)

    async def story() -> None:
        backend = open_backend(Settings(database=database))
        await backend.open()
        try:
            for ask in (backend.read, backend.write):
                with pytest.raises(store.Unavailable, match="unknown protocol state"):
                    await ask(fail)
        finally:
            await backend.close()

    asyncio.run(story())


def test_workers_wait_for_postgres(weak_postgres: Postgres, tmp_path: Path) -> None:
    server = Process(weak_postgres.address, workers=2)
    weak_postgres.stop()
    log = tmp_path / "log"
    try:
        with log.open("wb") as out:
            process = server.launch(stderr=out)
        try:
            until(lambda: "waiting for PostgreSQL" in log.read_text(encoding="utf-8"))
            weak_postgres.start()
            server.until_it_answers()
            assert server.stop() in (0, -signal.SIGTERM)
        finally:
            if process.poll() is None:
                server.kill()
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            weak_postgres.start()
    assert "Traceback" not in log.read_text(encoding="utf-8")


def test_they_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "WAIT_SECONDS", 0.0)
    settings = Settings(database=f"postgresql://verso@127.0.0.1:{free_port()}/none", port=0)
    with pytest.raises(commands.CommandError, match="PostgreSQL does not answer"):
        commands.serve(settings)


# --- parents and workers


def is_listened_on(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE):
        return True
    return False


def test_no_worker_outlives_a_parent_that_is_killed(postgres_server: str) -> None:
    server = Process(new_database(postgres_server), workers=2)
    process = server.launch(start_new_session=True)
    try:
        server.until_it_answers()
        server.kill()
        until(lambda: not is_listened_on(server.port))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def workers_of(server: Process) -> set[int]:
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text(encoding="ascii")
    names = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in children.split()}
    return {each for each, name in names.items() if b"spawn_main" in name}


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="workers are looked for in /proc")
def test_a_worker_that_a_busy_machine_holds_up_is_not_killed(postgres_server: str, tmp_path: Path) -> None:
    """Or a crowd could end the connections of everybody by keeping the machine busy for some seconds."""
    server, log = Process(new_database(postgres_server), workers=2), tmp_path / "log"
    with log.open("wb") as out:
        server.launch(stderr=out)
    try:
        server.until_it_answers()
        before = workers_of(server)
        assert len(before) == 2
        held_up, killed = before
        os.kill(held_up, signal.SIGSTOP)
        time.sleep(12)  # the library that keeps workers alive would wait for five seconds
        os.kill(held_up, signal.SIGCONT)
        os.kill(killed, signal.SIGKILL)
        until(lambda: len(workers_of(server) - {killed}) == 2)
        assert held_up in workers_of(server)
        until(lambda: "another takes its place" in log.read_text(encoding="utf-8"))
        assert server.stop() in (0, -signal.SIGTERM)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


FAILING_WORKERS = """
import sys
from verso.server import commands
from verso.server.settings import load

if __name__ == "__main__":
    known = commands.to_environment
    commands.to_environment = lambda settings: known(settings) | {"VERSO_DATABASE": settings.database + "_not"}
    try:
        commands.serve(load())
    except commands.CommandError as error:
        sys.exit(f"verso: {error}")
"""


def test_a_parent_whose_workers_cannot_start_ends_with_an_error(postgres_server: str, tmp_path: Path) -> None:
    """The database can be used when the parent looks, and cannot when its workers do."""
    program = tmp_path / "failing.py"
    program.write_text(FAILING_WORKERS, encoding="utf-8")
    server = Process(new_database(postgres_server), workers=2)
    server.program = [sys.executable, str(program)]
    process = server.launch(stderr=subprocess.PIPE)
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 1
    assert b"does not exist" in errors
    assert b"verso: the server could not start" in errors
    assert b"Traceback" not in errors


# --- a full disk


class Room:
    """How much a file may grow, for all of a server's connections."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections: list[apsw.Connection] = []
        connect = SqliteBackend._connect

        def note(backend: SqliteBackend) -> apsw.Connection:
            self.connections.append(connect(backend))
            return self.connections[-1]

        monkeypatch.setattr(SqliteBackend, "_connect", note)

    def set(self, pages: int) -> None:
        for connection in self.connections:
            with contextlib.suppress(apsw.ConnectionClosedError):
                connection.execute(f"pragma max_page_count = {pages}")


def test_players_are_told_that_there_is_no_room_and_go_on_when_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = Room(monkeypatch)

    async def fill(line: Any) -> tuple[int, dict[str, Any]]:
        for number in range(500):
            answer = await line.ask("say", key=f"k{number}", seat=0, text="x" * 200)
            if answer["type"] == "refused":
                return number, answer
        raise AssertionError("it never became full")

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            table = await ana.new_table("mine", "open")
            async with ana.socket(table, language="pt-BR") as line:
                await line.until("frame")
                room.set(1)  # no more than there are
                said, refused = await fill(line)
                assert refused["code"] == "busy"
                assert "o disco do servidor está cheio" in refused["words"]
                answer = await ana.request("GET", "/healthz")
                assert (answer.status_code, answer.json()["code"]) == (503, "store")
                assert "no room left on its disk" in answer.json()["words"]
                room.set(1_000_000)
                done = await line.ask("say", key=f"k{said}", seat=0, text="x" * 200)
                assert done["type"] == "done"
                assert (await ana.request("GET", "/healthz")).status_code == 200
                frame = await ana.frame(table)
                assert len(frame["chat"]) == said + 1

    run(story())
    reasons = [record.__dict__.get("fields", {}).get("reason", "") for record in caplog.records]
    assert any("full" in reason for reason in reasons)
    assert tracebacks(caplog) == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.name != "posix" or os.getuid() != 0 or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_seen_and_survived(small_disk: Path, tmp_path: Path) -> None:
    server, log = Process(str(small_disk / "verso.db")), tmp_path / "log"

    async def story() -> None:
        async with Guest(server.address) as ana:
            await ana.arrive()
            tables = [await ana.new_table("mine", "mine")]
            (small_disk / "filler").write_bytes(b"0" * fillable(small_disk))
            refusals: list[Any] = []
            while len(refusals) < 5:
                answer = await ana.request("POST", "/tables", {"game": "flip-city", "seats": [{"kind": "mine"}] * 2})
                assert answer.status_code in (201, 503)
                if answer.status_code == 201:
                    tables.append(answer.json()["table"])
                    refusals.clear()
                else:
                    refusals.append(answer.json())
            assert all(refusal["code"] == "store" and "no room left" in refusal["words"] for refusal in refusals)
            assert (await ana.request("GET", "/healthz")).status_code == 503
            (small_disk / "filler").unlink()
            await until_well(ana)
            tables.append(await ana.new_table("mine", "mine"))
            for table in tables:
                assert (await ana.frame(table))["table"] == table

    with log.open("wb") as out:
        server.launch(stderr=out)
    try:
        server.until_it_answers()
        run(story())
        assert server.stop() in (0, -signal.SIGTERM)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert any("full" in line.get("reason", "") for line in lines)
    assert any(line["message"] == "the database can be written to again" for line in lines)
    assert "Traceback" not in log.read_text(encoding="utf-8")


def fillable(place: Path) -> int:
    found = os.statvfs(place)
    return found.f_bavail * found.f_frsize


# --- what cannot be served from


def serve(database: str, port: int | None = None) -> str:
    """Try to serve, which must be refused in a sentence; return it."""
    command = [sys.executable, "-m", "verso.cli", "serve", "--database", database, "--port", str(port or free_port())]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, encoding="utf-8")
    assert ended.returncode == 1, ended.stderr
    [line] = ended.stderr.splitlines()
    assert line.startswith("verso: ")
    return line


def kept(file: Path) -> None:
    """Make a database with something in it."""

    async def story() -> None:
        async with serving(str(file)) as address, Guest(address) as ana:
            await ana.arrive()
            for _ in range(20):
                await ana.new_table("mine", "mine")

    asyncio.run(story())


def test_a_newer_database_is_refused(database: str) -> None:
    async def make() -> None:
        backend = open_backend(Settings(database=database))
        await backend.open()

        def change() -> store.Script[None]:
            yield "update verso_schema set version = 99", ()

        await backend.write(change)
        await backend.close()

    asyncio.run(make())
    assert "the database has version 99; this program knows" in serve(database)


def test_the_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("create table recipes (name text)")
        connection.commit()
    file.chmod(0o644)
    before = file.read_bytes()
    assert "is the database of another program" in serve(str(file))
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (before, 0o644)


def test_what_another_program_keeps_in_postgres_is_refused_and_left_as_it_is(postgres_server: str) -> None:
    database = new_database(postgres_server)

    async def tables(*statements: str) -> list[str]:
        connection = await asyncpg.connect(database)
        for statement in statements:
            await connection.execute(statement)
        found = await connection.fetch("select tablename from pg_tables where schemaname = 'public'")
        await connection.close()
        return [row[0] for row in found]

    asyncio.run(tables("create table recipes (name text)"))
    assert "is that of another program" in serve(database)
    assert asyncio.run(tables("alter extension plpgsql add table recipes")) == ["recipes"]
    with processes(1, database):  # what an extension brings along is no program's
        assert "verso_schema" in asyncio.run(tables())


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "verso.db"
    kept(file)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        [(page,)] = connection.execute("select rootpage from sqlite_schema where name = 'entries'")
    with file.open("r+b") as out:
        out.seek((page - 1) * 4096)
        out.write(b"\xff" * 4096)
    assert "is damaged" in serve(str(file))


def test_a_database_that_cannot_be_written_is_refused(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    is_root = os.getuid() == 0  # who may write everywhere, but not to a disk that nobody can write to
    place: Path = request.getfixturevalue("small_disk") if is_root else tmp_path
    file = place / "verso.db"
    kept(file)
    if is_root:
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
    else:
        file.chmod(0o400)
    assert "cannot be written to" in serve(str(file))


def test_a_taken_port_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        line = serve(str(tmp_path / "verso.db"), taken.getsockname()[1])
    assert "cannot be listened on" in line


def test_one_file_has_one_server_and_commands_beside_it(tmp_path: Path) -> None:
    database = str(tmp_path / "verso.db")
    with processes(1, database) as [server]:
        link = tmp_path / "link.db"
        link.symlink_to("verso.db")
        for name in (database, str(link)):
            assert f"another server serves from {name} already" in serve(name)
        assert commands.backup(Settings(database=database), tmp_path / "backup") == 1  # the server's keys for push
        assert httpx.get(f"http://{server.address}/healthz").status_code == 200
        server.kill()
        server.start()  # whoever is killed holds nothing
        assert server.stop() in (0, -signal.SIGTERM)
