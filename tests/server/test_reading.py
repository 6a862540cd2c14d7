"""Finished games are read beside the tables: on threads of their own, and not anew each time."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from golden.regenerate import HERE as GOLDEN
from serving import Guest, run, serving
from verso.core.record import Record
from verso.server import records
from verso.server.records import FoldedGames, plies_in

TEXTS = [file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("*.record"))]


@pytest.mark.parametrize("waiting", [20, records.MOST_WAITING + 3])
def test_tables_open_while_many_replays_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waiting: int) -> None:
    entered, release, replay = threading.Event(), threading.Event(), records.replay

    def slow(*arguments: Any) -> Any:
        entered.set()
        release.wait()
        return replay(*arguments)

    async def story() -> None:
        database = str(tmp_path / "verso.db")
        async with Guest() as ana:
            async with serving(database) as address:
                ana.addresses = [address]
                await ana.arrive()
                record = (await ana.ask("POST", "/records", {"text": TEXTS[0]}))["record"]
                table = await ana.new_table("mine", "mine")  # where nobody goes on meanwhile
            async with serving(database) as address:  # nothing is in memory any more
                ana.addresses = [address]
                monkeypatch.setattr(records, "replay", slow)
                path = f"/records/{record}/replay"
                replays = [asyncio.create_task(ana.request("GET", path, params={"most": 1})) for _ in range(waiting)]
                try:
                    while not entered.is_set():
                        await asyncio.sleep(0.01)
                    assert (await ana.frame(table))["state"] == "playing"
                    other = await ana.new_table("mine", "bot")
                    assert (await ana.frame(other))["state"] == "playing"
                    refused = max(0, waiting - records.MOST_WAITING)
                    while sum(each.done() for each in replays) < refused:
                        await asyncio.sleep(0.01)
                finally:
                    release.set()
                answers = [(await each).status_code for each in replays]
                assert (answers.count(200), answers.count(503)) == (waiting - refused, refused)

    run(story())


def test_games_played_through_are_kept_within_bounds() -> None:
    games = FoldedGames()
    first = games.fold(TEXTS[0])
    assert games.fold(TEXTS[0]) is first
    for text in TEXTS:
        games.fold(text)
    assert games.fold(TEXTS[0]) is first
    small = FoldedGames(most_bytes=records._size(TEXTS[0], first) + 1)
    first = small.fold(TEXTS[0])
    small.fold(TEXTS[1])
    assert small.fold(TEXTS[0]) is not first


@pytest.mark.parametrize("text", TEXTS)
def test_actions_are_counted_without_carrying_them_out(text: str) -> None:
    assert plies_in(text) == len(Record.from_text(text).actions)


def test_one_address_cannot_fill_the_server_with_imports_whatever_its_identities(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(str(tmp_path / "verso.db"), imports_per_day=2.0) as address, Guest(address) as ana:
            for name in ("Ana", "Bia"):
                await ana.arrive(name)
                await ana.ask("POST", "/records", {"text": TEXTS[0]})
            answer = await ana.request("POST", "/records", {"text": TEXTS[0]})
            assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
            assert "network" in answer.json()["words"]

    run(story())


def test_a_record_that_is_too_long_is_not_imported(tmp_path: Path) -> None:
    async def story() -> None:
        plies = plies_in(TEXTS[0])
        async with serving(str(tmp_path / "verso.db"), import_plies=plies - 1) as address, Guest(address) as ana:
            await ana.arrive()
            answer = await ana.request("POST", "/records", {"text": TEXTS[0]})
            assert (answer.status_code, answer.json()["code"]) == (400, "record")
            assert str(plies - 1) in answer.json()["words"]
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive()
            header, _, actions = TEXTS[0].partition("\n\n")
            answer = await ana.request(
                "POST", "/records", {"text": f"{header}\nnote {'x' * records.MOST_HEADER}\n\n{actions}"}
            )
            assert (answer.status_code, answer.json()["code"]) == (400, "record")
            assert str(records.MOST_HEADER) in answer.json()["words"]
            assert (await ana.ask("GET", "/me/records"))["records"] == []

    run(story())
