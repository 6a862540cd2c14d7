"""Deleted is deleted: after `delete-player` no file of the database has a byte of who somebody was."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from server.test_commands import played, rows
from serving import Guest, run, serving
from verso.play.entry import Entry
from verso.server import commands, records, store
from verso.server.services import open_backend
from verso.server.settings import Settings


def files_of(database: str) -> list[Path]:
    """Return the files a database has its rows in; those of PostgreSQL once everything is written to them."""
    if "://" not in database:
        file = Path(database)
        return sorted(file.parent.glob(f"{file.name}*"))

    async def look() -> Path:
        connection = await asyncpg.connect(database)
        await connection.execute("checkpoint")
        [number] = await connection.fetchrow("select oid from pg_database where datname = current_database()")
        [data] = await connection.fetchrow("show data_directory")
        await connection.close()
        return Path(data) / "base" / str(number)

    return sorted(asyncio.run(look()).iterdir())


def traces(database: str, *secrets: str) -> list[tuple[str, str]]:
    """Return which of some texts stand in which file."""
    texts = {}
    for file in files_of(database):
        with contextlib.suppress(FileNotFoundError):  # a database at work makes some of its files anew
            texts[file.name] = file.read_bytes()
    return [(name, secret) for name, text in texts.items() for secret in secrets if secret.encode() in text]


def test_the_bytes_of_a_deleted_player_are_in_no_file(database: str) -> None:
    known = played(database)
    secrets = (known["ana"], "Anastasia", "my private remark", store.hashed(known["token"]))
    assert {secret for _, secret in traces(database, *secrets)} == set(secrets)
    commands.delete_player(Settings(database=database), known["ana"])
    assert traces(database, *secrets) == []
    assert traces(database, known["bia"])  # it is still there that was looked through


def test_they_are_in_none_while_a_server_has_the_file_open(tmp_path: Path) -> None:
    """Its write-ahead log holds every page that was ever changed, until it is emptied."""
    database = str(tmp_path / "verso.db")

    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Anastasia")
            await bia.arrive("Bia")
            for _ in range(20):  # enough for pages to be split, and rows to be moved from one to the other
                table = await ana.new_table("mine", "open", listed=True)
                for number in range(5):
                    await ana.command(table, "say", seat=0, text=f"my private remark {number} {'x' * 100}")
            await bia.command(table, "sit", seat=1)
            secrets = (ana.id, "Anastasia", "my private remark", store.hashed(ana.token))
            assert {secret for _, secret in traces(database, *secrets)} == set(secrets)
            await asyncio.to_thread(commands.delete_player, Settings(database=database), ana.id)
            assert Path(f"{database}-wal").exists()
            assert traces(database, *secrets) == []
            assert (await bia.command(table, "say", seat=1, text="who was that?"))["type"] == "done"
        assert traces(database, *secrets) == []

    run(story())


def test_whoever_is_deleted_at_a_new_table_is_deleted_there_too(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is set up after the others were looked for, and before the identity is no more."""
    things_of = store.things_of

    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive("Anastasia")
            late = await ana.new_table("mine", "open", listed=True)
            calls = iter([lambda identity: store.entries("none"), things_of])
            monkeypatch.setattr(store, "things_of", lambda identity: next(calls)(identity))
            assert await asyncio.to_thread(commands.delete_player, Settings(database=database), ana.id) == 1
            async with Guest(address) as bia:
                await bia.arrive("Bia")
                frame = await bia.frame(late)
                assert frame["seats"][0]["name"] in ("–", "Anastasia")  # the server may not have noticed yet
            secrets = ana.id, "Anastasia"
        assert await asyncio.to_thread(traces, database, *secrets) == []

    run(story())


def test_whoever_is_deleted_while_others_move_is_deleted_all_the_same(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that another process has just stored comes first: what was read is read again."""
    known, add, refused = played(database), store.add_entry, list[str]()

    def add_after_others(table: str, entry: Entry) -> store.Script[None]:
        if len(refused) % 2 == 0:  # each table, the first time
            refused.append(table)
            raise store.Conflict(table)
        refused.append(table)
        yield from add(table, entry)

    monkeypatch.setattr(store, "add_entry", add_after_others)
    assert commands.delete_player(Settings(database=database), known["ana"]) == len(set(refused))
    assert len(refused) > 2
    left = str(rows(database))
    for trace in (known["ana"], "Anastasia", "my private remark"):
        assert trace not in left


def test_imports_of_a_deleted_player_are_gone(database: str) -> None:
    known = played(database)

    async def bring() -> str:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            text = (await ana.request("GET", f"/records/{known['over']}")).text
            return str((await ana.ask("POST", "/records", {"text": text, "listed": True}))["record"])

    async def look(expected: int) -> int:
        async with serving(database) as address, Guest(address) as zoe:
            assert (await zoe.request("GET", f"/records/{brought}/replay")).status_code == expected
            assert (await zoe.request("GET", f"/records/{known['over']}/replay")).status_code == 200
            return len((await zoe.ask("GET", "/records"))["records"])

    brought = asyncio.run(bring())
    before = asyncio.run(look(200))
    commands.delete_player(Settings(database=database), known["ana"])
    assert asyncio.run(look(404)) == before - 1
    assert traces(database, brought) == []


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    database = str(home / "verso.db")

    async def modes() -> dict[str, int]:
        async with serving(database) as address, Guest(address) as ana:
            await ana.arrive()
            return {file.name: file.stat().st_mode & 0o777 for file in home.iterdir()}

    previous = os.umask(0o022)
    try:
        made = asyncio.run(modes())
        Path(database).chmod(0o644)  # as an earlier version made it
        again = asyncio.run(modes())
    finally:
        os.umask(previous)
    assert {"verso.db", "verso.db-wal", "verso.db-shm"} <= set(made)
    assert set(made.values()) == {0o600}
    assert set(again.values()) == {0o600}
    assert home.stat().st_mode & 0o777 == 0o755


def test_what_could_not_be_rewritten_is_said_and_can_be_done_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, settings = played(database), Settings(database=database)

    async def cannot(_backend: store.Backend) -> None:
        raise store.Full("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(type(open_backend(settings)), "erase", cannot)
        with pytest.raises(commands.CommandError, match="disk is full"):
            commands.delete_player(settings, known["ana"])
    with pytest.raises(commands.CommandError, match="nobody"):
        commands.delete_player(settings, known["ana"])
    assert traces(database, known["ana"], "Anastasia", "my private remark") == []


def test_whoever_is_deleted_while_importing_has_imported_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, row = played(database), records.row

    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            text = (await ana.request("GET", f"/records/{known['over']}")).text

            def delete_first(*arguments: Any, **named: Any) -> store.RecordRow:
                monkeypatch.undo()
                commands.delete_player(Settings(database=database), known["ana"])
                return row(*arguments, **named)

            monkeypatch.setattr(records, "row", delete_first)
            answer = await ana.request("POST", "/records", {"text": text, "listed": True})
            assert (answer.status_code, answer.json()["code"]) == (401, "token")

    run(story())
    assert traces(database, known["ana"], "Anastasia") == []
