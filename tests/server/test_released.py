"""Law 12: a database or a backup written by a released version opens in this one, and its games go on."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from golden.regenerate import HERE as GOLDEN
from serving import Guest, choose, new_database, run, serving
from verso.server import commands
from verso.server.settings import Settings

VERSIONS = sorted(path.parent for path in GOLDEN.glob("released/*/known.json"))


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=VERSIONS, ids=lambda path: path.name)
def released(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> tuple[dict[str, Any], str]:
    """Return what is known of a released version's data, and a database with it: its own file, or its backup."""
    source: Path = request.param
    known = json.loads((source / "known.json").read_text(encoding="utf-8"))
    if kind == "sqlite":
        database = str(shutil.copy(source / "database.sqlite", tmp_path / "verso.db"))
    else:
        database = new_database(request.getfixturevalue("postgres_server"))
        commands.restore(Settings(database=database), source / "backup.gz")
    return known, database


def test_everything_a_released_version_has_kept_is_there_and_goes_on(released: tuple[dict[str, Any], str]) -> None:
    known, database = released
    tables = known["tables"]

    async def story() -> None:
        async with (
            serving(database, clock=lambda: known["now"] + 9) as address,
            Guest(address) as ana,
            Guest(address) as bia,
        ):
            ana.token, bia.token = known["tokens"]["ana"], known["tokens"]["bia"]
            assert (await ana.ask("GET", "/me"))["name"] == "Ana"
            assert (await bia.ask("GET", "/me"))["language"] == "pt-BR"
            frames = {name: await ana.frame(table) for name, table in tables.items()}
            check_tables(frames)
            open_tables = {each["table"] for each in (await ana.ask("GET", "/me/tables"))["tables"]}
            assert open_tables == {tables[name] for name in tables if not name.startswith("finished")}
            await check_records(ana, known)
            for name in ("running", "running phases"):
                await go_on(tables[name], [ana, bia])
            await go_on(tables["lesson"], [ana, ana])
            await bia.command(tables["awaiting"], "sit", seat=2)
            assert (await bia.frame(tables["awaiting"]))["seats"][2]["name"] == "Bia"

    run(story())


def check_tables(frames: dict[str, Any]) -> None:
    states = {name: frame["state"] for name, frame in frames.items()}
    assert {name for name, state in states.items() if state == "over"} == {"finished", "finished from a position"}
    assert states["awaiting"] == "open"
    assert frames["running"]["clock"]
    said = {name: [line["text"] for line in frame["chat"]] for name, frame in frames.items()}
    assert said["finished"] == ["Boa sorte! 🍀", "Good game"]
    assert said["running"] == ["I am back tomorrow"]
    assert [seat["name"] for seat in frames["with somebody forgotten"]["seats"]] == ["Ana", "–"]


async def check_records(ana: Guest, known: dict[str, Any]) -> None:
    """See that all finished games are listed, replayed to the end, proven, and can be gone on from."""
    tables = known["tables"]
    listed = {each["record"] for each in (await ana.ask("GET", "/me/records"))["records"]}
    assert listed == {tables["finished"], tables["finished from a position"], known["imported"]}
    for record in listed:
        whole = await ana.ask("GET", f"/records/{record}/replay", params={"most": 500})
        assert len(whole["steps"]) == whole["plies"] > 0
        assert whole["verified"] is (None if record == known["imported"] else True)
    middle = {"record": tables["finished"], "ply": 12}
    again = await ana.new_table("mine", "mine", continues=middle)
    assert (await ana.frame(again))["state"] == "playing"


async def go_on(table: str, players: list[Guest]) -> None:
    chosen = random.Random(1)
    for _ in range(6):
        frame = await players[0].frame(table)
        assert frame["state"] == "playing"
        seat = frame["to_act"]
        frame = await players[seat].frame(table, seat=seat)
        fields = {"ply": frame["ply"], "seat": seat, "action": choose(frame, chosen)}
        assert (await players[seat].command(table, "act", **fields))["type"] == "done"
        assert (await players[seat].frame(table))["ply"] > frame["ply"]


def test_players_of_a_released_version_are_exported_and_forgotten(released: tuple[dict[str, Any], str]) -> None:
    known, database = released

    async def who() -> str:
        async with serving(database, clock=lambda: known["now"]) as address, Guest(address) as ana:
            ana.token = known["tokens"]["ana"]
            return str((await ana.ask("GET", "/me"))["id"])

    identity = asyncio.run(who())
    settings = Settings(database=database)
    document = commands.export_player(settings, identity)
    assert not any("unreadable" in each for each in document["tables"])
    assert len(document["tables"]) == len(known["tables"])
    assert commands.delete_player(settings, identity) == len(known["tables"]) + 1
