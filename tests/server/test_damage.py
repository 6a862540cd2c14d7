"""What cannot be read any more is shown with the reason, hides nothing else, and keeps nobody from being forgotten."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from golden.regenerate import HERE as GOLDEN
from serving import Guest, serving
from verso.server import commands, store
from verso.server.services import open_backend
from verso.server.settings import Settings

RECORD = (GOLDEN / "flip-city-standard-2.record").read_text(encoding="utf-8")
NAMED = RECORD.replace("\nresult", '\nnames ["Anastasia", "Bia"]\nresult')
REASON = "this record cannot be read: line 6: recorded with other card figures"


def change(database: str, *statements: tuple[str, tuple[Any, ...]]) -> None:
    """Do to the database what only damage or another version does."""

    def script() -> store.Script[None]:
        for sql, values in statements:
            assert (yield sql, values) == []

    async def work() -> None:
        backend = open_backend(Settings(database=database))
        await backend.open()
        await backend.write(script)
        await backend.close()

    asyncio.run(work())


def rows(database: str) -> str:
    async def look() -> str:
        backend = open_backend(Settings(database=database))
        await backend.open()
        found: list[Any] = []
        await backend.read(lambda: store.dump(lambda table, row: found.append((table, row))))
        await backend.close()
        return str(found)

    return asyncio.run(look())


async def kept(database: str) -> dict[str, str]:
    """Fill a database with three imported games and two tables, one of them with chat; return what is what."""
    async with serving(database) as address, Guest(address) as ana:
        await ana.arrive("Anastasia")
        known = {"ana": ana.id, "token": ana.token}
        for name in ("changed", "garbled", "sound"):
            body = {"text": NAMED, "listed": True}
            known[name] = (await ana.ask("POST", "/records", body))["record"]
        for name in ("damaged", "running"):
            known[name] = await ana.new_table("mine", "open", listed=True)
            await ana.command(known[name], "say", seat=0, text="my private remark")
        return known


def damaged(database: str) -> dict[str, str]:
    """Do the same, and damage the record "changed" in its text, "garbled" in its summary too, and one of the tables."""
    known = asyncio.run(kept(database))
    text = NAMED.replace("\ntables ", "\ntables 0123456789abcdef\n# was ", 1)
    change(
        database,
        ("update records set text = $2 where id = $1", (known["changed"], text)),
        ("update records set text = $2, summary = $3 where id = $1", (known["garbled"], text, b'{"record": 3')),
        ("update records set summary = $2 where id = $1", (known["sound"], b"\xff\xfe")),
        ("update entries set body = $2 where table_id = $1 and ply = 1", (known["damaged"], b'{"half": "a li')),
        ("update tables set summary = $2 where id = $1", (known["damaged"], b"[]")),
    )
    return known


def test_lists_show_every_record_and_the_reason_of_those_that_cannot_be_read(database: str) -> None:
    known = damaged(database)

    async def look() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            for path in ("/records", "/me/records"):
                found = {each["record"]: each for each in (await ana.ask("GET", path))["records"]}
                assert set(found) == {known["changed"], known["garbled"], known["sound"]}
                assert found[known["garbled"]]["words"].startswith(REASON)
                assert found[known["garbled"]]["game"] == "flip-city"
                assert found[known["sound"]]["names"] == ["Anastasia", "Bia"]  # made again from the record itself
                assert found[known["sound"]]["words"] == found[known["changed"]]["words"]
            for path in ("/tables", "/me/tables"):
                tables = (await ana.ask("GET", path))["tables"]
                assert [each["table"] for each in tables] == [known["running"]]

    asyncio.run(look())


def test_replays_and_games_that_go_on_from_a_record_say_why_not(database: str) -> None:
    known = damaged(database)

    async def look() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            for name in ("changed", "garbled"):
                answer = await ana.request("GET", f"/records/{known[name]}/replay")
                assert answer.status_code == 422
                assert answer.json()["code"] == "record"
                assert answer.json()["words"].startswith(REASON)
                body: dict[str, Any] = {"game": "flip-city", "seats": [{"kind": "mine"}] * 2}
                body |= {"continues": {"record": known[name], "ply": 3}}
                answer = await ana.request("POST", "/tables", body)
                assert (answer.status_code, answer.json()["code"]) == (422, "record")
                assert answer.json()["words"].startswith(REASON)
                text = await ana.request("GET", f"/records/{known[name]}")
                assert (text.status_code, "0123456789abcdef" in text.text) == (200, True)
            assert (await ana.ask("GET", f"/records/{known['sound']}/replay"))["names"] == ["Anastasia", "Bia"]

    asyncio.run(look())


def test_an_export_says_what_cannot_be_read_and_tells_the_rest(database: str) -> None:
    known = damaged(database)
    document = commands.export_player(Settings(database=database), known["ana"])
    assert {each["id"] for each in document["records"]} == {known["changed"], known["garbled"], known["sound"]}
    tables = {each["id"]: each for each in document["tables"]}
    assert "Error" in tables[known["damaged"]]["unreadable"]
    assert [each["text"] for each in tables[known["running"]]["said"]] == ["my private remark"]


def test_a_player_is_forgotten_where_nothing_can_be_read(database: str) -> None:
    known = damaged(database)
    event = {"type": "of-tomorrow", "text": "my private remark"}
    line = json.dumps({"ply": 9, "at": 1, "event": event, "by": known["ana"]})
    change(
        database,
        ("insert into entries (table_id, ply, body) values ($1, $2, $3)", (known["damaged"], 9, line.encode())),
    )
    assert commands.delete_player(Settings(database=database), known["ana"]) == 5
    left = rows(database)
    for trace in (known["ana"], "Anastasia", "my private remark", store.hashed(known["token"])):
        assert trace not in left
    assert known["running"] in left

    async def look() -> None:
        async with serving(database) as address, Guest(address) as bia:
            await bia.arrive("Bia")
            assert (await bia.frame(known["running"]))["state"] == "open"
            assert (await bia.ask("GET", "/records"))["records"] == []

    asyncio.run(look())


def test_a_record_that_is_no_text_at_all_is_shown_and_forgotten(tmp_path: Path) -> None:
    """SQLite keeps bytes where text should be."""
    database = str(tmp_path / "verso.db")
    known = asyncio.run(kept(database))
    change(database, ("update records set text = $2 where id = $1", (known["sound"], b"\x00\xff names")))

    async def look() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            answer = await ana.request("GET", f"/records/{known['sound']}/replay")
            assert (answer.status_code, answer.json()["code"]) == (422, "record")

    asyncio.run(look())
    assert commands.delete_player(Settings(database=database), known["ana"]) == 5


def test_texts_that_are_no_utf_8_are_told_with_signs_of_replacement(tmp_path: Path) -> None:
    """SQLite gives out what was put into a text as it is, and it cannot be decoded."""
    database = str(tmp_path / "verso.db")
    known = asyncio.run(kept(database))
    broken = "update {} set {} = cast(x'4100ff42' as text) where id = $1"
    change(
        database,
        (broken.format("records", "text"), (known["sound"],)),
        (broken.format("identities", "name"), (known["ana"],)),
        ("update records set summary = $2 where id = $1", (known["sound"], b"{")),
    )

    async def look() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            assert (await ana.ask("GET", "/me"))["name"] == "A\0\ufffdB"
            for part in ("/replay", "/chances", "/review"):
                answer = await ana.request("GET", f"/records/{known['sound']}{part}")
                assert (answer.status_code, answer.json()["code"]) == (422, "record"), part
            text = await ana.request("GET", f"/records/{known['sound']}")
            assert (text.status_code, text.text) == (200, "A\0\ufffdB")
            listed = {each["record"]: each for each in (await ana.ask("GET", "/records"))["records"]}
            assert listed[known["sound"]]["words"].startswith("this record cannot be read: ")
            assert listed[known["changed"]]["names"] == ["Anastasia", "Bia"]

    asyncio.run(look())
    assert commands.export_player(Settings(database=database), known["ana"])["name"] == "A\0\ufffdB"
    assert commands.delete_player(Settings(database=database), known["ana"]) == 5


def test_a_table_that_cannot_be_read_says_so(database: str) -> None:
    known = asyncio.run(kept(database))
    line = "update entries set body = $2 where table_id = $1 and ply = 1"
    change(database, (line, (known["damaged"], b'{"ply": 1, "by": "\xff"}')))

    async def look() -> None:
        async with serving(database) as address, Guest(address) as ana:
            ana.token = known["token"]
            path = f"/tables/{known['damaged']}"
            for method, part, body in (
                ("GET", "", None),
                ("POST", "/commands", {"type": "say", "key": "k", "seat": 0, "text": "hello"}),
            ):
                answer = await ana.request(method, path + part, body)
                assert (answer.status_code, answer.json()["code"]) == (422, "damaged")
                assert answer.json()["words"].startswith("this table cannot be read: ")
            async with ana.socket(known["damaged"]) as socket:
                problem = await socket.until("problem")
                assert (problem["code"], problem["fatal"]) == ("damaged", True)
            assert (await ana.frame(known["running"]))["state"] == "open"

    asyncio.run(look())


def test_a_record_nested_too_deeply_is_refused_when_it_is_imported(tmp_path: Path) -> None:
    text = RECORD.replace('options {"office": false}', "options " + "[" * 100_000)

    async def look() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            answer = await ana.request("POST", "/records", {"text": text})
            assert (answer.status_code, answer.json()["code"]) == (400, "record")

    asyncio.run(look())
