"""Backups, restoring, and what is kept about a player: on both databases, and from one to the other."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import websockets

from serving import Guest, choose, new_database, run, serving
from tables import QUICKEST_CARDS
from verso import cli
from verso.cli.server import page_of
from verso.play.table import Table
from verso.server import commands, store
from verso.server.commands import CommandError
from verso.server.services import open_backend
from verso.server.settings import Settings


def played(database: str) -> dict[str, str]:
    """Fill a database: a finished game and an open table of Ana's, with Bia and chat; return the identities."""

    async def story() -> dict[str, str]:
        import random

        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Anastasia")
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", cards=QUICKEST_CARDS)
            await bia.command(table, "sit", seat=1)
            await ana.command(table, "say", seat=0, text="my private remark")
            players, chosen = [ana, bia], random.Random(3)
            while True:
                frame = await ana.frame(table)
                if frame["state"] == "over":
                    break
                player = players[frame["to_act"]]
                frame = await player.frame(table)
                fields = {"ply": frame["ply"], "seat": frame["seat"], "action": choose(frame, chosen)}
                await player.command(table, "act", **fields)
            running = await ana.new_table("mine", "mine")
            return {"ana": ana.id, "bia": bia.id, "over": table, "running": running, "token": ana.token}

    return run(story())


def rows(database: str) -> list[Any]:
    async def look() -> list[Any]:
        backend = open_backend(Settings(database=database))
        await backend.open()
        found: list[Any] = []
        await backend.read(lambda: store.dump(lambda table, row: found.append((table, row))))
        await backend.close()
        return found

    return asyncio.run(look())


def test_a_backup_restores_everything_also_into_the_other_kind(
    database: str, tmp_path: Path, postgres_server: str
) -> None:
    known = played(database)
    file = tmp_path / "all.verso-backup"
    count = commands.backup(Settings(database=database), file)
    assert file.stat().st_mode & 0o077 == 0
    for target in (str(tmp_path / "restored.db"), new_database(postgres_server)):
        assert commands.restore(Settings(database=target), file) == count
        assert rows(target) == rows(database)
        with pytest.raises(CommandError, match="not empty"):
            commands.restore(Settings(database=target), file)

        async def look(target: str = target) -> None:
            async with serving(target) as address, Guest(address) as ana:
                ana.token = known["token"]
                assert (await ana.frame(known["running"]))["state"] == "playing"

        asyncio.run(look())
    with pytest.raises(CommandError, match="exists"):
        commands.backup(Settings(database=database), file)


def test_a_damaged_backup_is_refused_whole(tmp_path: Path) -> None:
    database = str(tmp_path / "verso.db")
    played(database)
    file = tmp_path / "backup"
    commands.backup(Settings(database=database), file)
    lines = gzip.decompress(file.read_bytes()).decode().splitlines(keepends=True)
    broken = tmp_path / "broken"
    for damaged, words in (
        (lines[:-1], "complete"),
        ([*lines[:5], *lines[6:]], "complete"),
        (["{}\n", *lines[1:]], "format"),
        ([lines[0].replace(f'"schema": {len(store.MIGRATIONS)}', '"schema": 99'), *lines[1:]], "schema 99"),
        (['{"verso-backup": 1}\n', *lines[1:]], "schema None"),
        ([lines[0], '["nope", []]\n', *lines[2:]], "damaged: 'nope'"),
        ([lines[0], "17\n", *lines[2:]], "damaged"),
        ([lines[0], '["tables", [1]]\n', *lines[2:]], "damaged"),
    ):
        broken.write_bytes(gzip.compress("".join(damaged).encode()))
        with pytest.raises(CommandError, match=words):
            commands.restore(Settings(database=str(tmp_path / "new.db")), broken)
    broken.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(CommandError, match="cannot be read"):
        commands.restore(Settings(database=str(tmp_path / "new.db")), broken)


def test_a_player_gets_everything_about_them_and_nothing_hidden(database: str) -> None:
    known = played(database)
    document = commands.export_player(Settings(database=database), known["ana"])
    assert document["name"] == "Anastasia"
    assert {table["id"] for table in document["tables"]} == {known["over"], known["running"]}
    assert [said["text"] for table in document["tables"] for said in table["said"]] == ["my private remark"]
    assert len(document["records"]) == 1
    assert "secret" not in json.dumps(document["tables"])
    other = commands.export_player(Settings(database=database), known["bia"])
    assert "my private remark" not in json.dumps(other)
    with pytest.raises(CommandError, match="nobody"):
        commands.export_player(Settings(database=database), "p_nobody")


def test_a_deleted_player_is_nowhere_and_the_game_stays(database: str) -> None:
    known = played(database)
    commands.delete_player(Settings(database=database), known["ana"])
    left = str(rows(database))
    for trace in (known["ana"], "Anastasia", "my private remark", store.hashed(known["token"])):
        assert trace not in left

    async def look() -> None:
        async with serving(database) as address, Guest(address) as bia:
            await bia.arrive("Zoe")
            frame = await bia.frame(known["over"])
            assert frame["state"] == "over"
            assert frame["seats"][1]["name"] == "Bia"
            replay = await bia.ask("GET", f"/records/{known['over']}/replay")
            assert replay["names"] == ["–", "Bia"]
            assert replay["verified"] is True

    asyncio.run(look())
    with pytest.raises(CommandError, match="nobody"):
        commands.delete_player(Settings(database=database), known["ana"])


def test_a_player_is_deleted_while_a_server_has_the_tables_in_memory(database: str) -> None:
    async def story() -> tuple[str, list[str]]:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Anastasia")
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open", listed=True)
            quiet = await ana.new_table("mine", "open", listed=True)
            for each in (table, quiet):
                await bia.command(each, "sit", seat=1)
                await ana.command(each, "say", seat=0, text="my private remark")
            async with ana.socket(table) as gone, bia.socket(table) as one, bia.socket(quiet) as two:
                for socket in (gone, one, two):
                    await socket.until("frame")
                await asyncio.to_thread(commands.delete_player, Settings(database=database), ana.id)
                # At one table somebody acts before the server has noticed; at the other nobody does anything.
                assert (await one.ask("say", key="k", seat=1, text="who was that?"))["type"] == "done"
                for socket in (one, two):
                    frame = await socket.until_frame(lambda frame: frame["seats"][0]["name"] == "–")
                    assert "Anastasia" not in json.dumps(frame)
                    assert "my private remark" not in json.dumps(frame)
                assert (await gone.until("problem"))["fatal"]
                response = await ana.request("GET", "/me")
                assert response.status_code == 401
            return ana.id, [table, quiet]

    identity, tables = run(story())
    left = rows(database)
    for trace in (identity, "Anastasia", "my private remark"):
        assert trace not in str(left)
    assert all(row[4] != 0 for kind, row in left if kind == "tables" and row[0] in tables)  # not due for ever


def test_who_is_not_known_any_more_sits_nowhere(database: str) -> None:
    """Not even over a connection that was opened before."""

    async def story() -> None:
        async with serving(database) as address, Guest(address) as ana, Guest(address) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            table = await ana.new_table("mine", "open")
            async with bia.socket(table) as socket:
                await socket.until("frame")
                await asyncio.to_thread(commands.delete_player, Settings(database=database), bia.id)
                with contextlib.suppress(
                    websockets.ConnectionClosed
                ):  # hung up on, where the server was quick to notice
                    answer = await socket.ask("sit", key="k", seat=1)
                    assert answer["type"] == "problem" or answer["code"] == "not-yours"
            assert (await ana.frame(table))["seats"][1]["kind"] == "open"

    run(story())


def test_a_backup_of_an_older_schema_is_restored(database: str, tmp_path: Path) -> None:
    known = played(database)
    commands.backup(Settings(database=database), tmp_path / "new.gz")
    with gzip.open(tmp_path / "new.gz", "rt", encoding="utf-8") as lines:
        head, *body = [json.loads(line) for line in lines]
    for row in body[:-1]:
        if row[0] == "tables":
            del row[1][7:]
    with gzip.open(tmp_path / "old.gz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in [head | {"schema": 1}, *body])
    other = str(tmp_path / "restored.db")
    commands.restore(Settings(database=other), tmp_path / "old.gz")
    found = {row[0]: row[7] for kind, row in rows(other) if kind == "tables"}
    assert found == dict.fromkeys((known["over"], known["running"]), "flip-city")


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, file = str(tmp_path / "verso.db"), tmp_path / "backup"
    known = played(database)
    assert cli.main(["backup", str(file), "--database", database]) == 0
    assert cli.main(["restore", str(file), "--database", str(tmp_path / "new.db")]) == 0
    assert cli.main(["restore", str(file), "--database", database]) == 1
    assert "not empty" in capsys.readouterr().err
    assert cli.main(["export-player", known["ana"], "--database", database]) == 0
    document = json.loads(capsys.readouterr().out)
    record = tmp_path / "game.verso"
    record.write_text(document["records"][0]["text"], encoding="utf-8")
    assert cli.main(["verify", str(record)]) == 0
    assert "follow from the secret" in capsys.readouterr().out
    assert cli.main(["verify", str(record), "--commitment", "00" * 32]) == 1
    assert cli.main(["delete-player", known["ana"], "--database", database]) == 0
    assert cli.main(["delete-player", known["ana"], "--database", database]) == 1
    assert cli.main(["serve", "--workers", "2", "--database", database]) == 1
    assert "PostgreSQL" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["backup new", "export-player p_x", "delete-player p_x"])
def test_a_database_that_is_not_there_is_said_and_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command.split(), "--database", "typo.db"]) == 1
    assert "there is no database typo.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["backup new", "serve --port 0"])
def test_what_is_no_database_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    (tmp_path / "junk.db").write_text("not a database at all, only some words\n" * 100, encoding="utf-8")
    for database in ("junk.db", "."):
        assert cli.main([*command.split(), "--database", str(tmp_path / database)]) == 1
        assert "cannot be used as a database" in capsys.readouterr().err


def test_a_deleted_table_can_still_be_folded(tmp_path: Path) -> None:
    database = str(tmp_path / "verso.db")
    known = played(database)
    commands.delete_player(Settings(database=database), known["bia"])

    async def look() -> Table:
        from verso.play.entry import decode_entry

        backend = open_backend(Settings(database=database))
        await backend.open()
        bodies = await backend.read(lambda: store.entries(known["over"]))
        await backend.close()
        return Table([decode_entry(body) for body in bodies])

    table = asyncio.run(look())
    assert table.state == "over"
    assert [seat.name for seat in table.seats] == ["Anastasia", "–"]


@pytest.mark.parametrize(("host", "page"), [("127.0.0.1", "http://127.0.0.1:84/"), ("::1", "http://[::1]:84/")])
def test_the_page_of_a_host_is_told_as_browsers_take_it(host: str, page: str) -> None:
    assert page_of(host, 84) == page
