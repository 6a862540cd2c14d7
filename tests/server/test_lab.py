"""The lab on the server: figures and why they are refused, streams that grow, and their bounds."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import verso
from serving import PATIENCE, Guest, run, serving
from verso.bots import retrain
from verso.lab import wire
from verso.lab.compare import begun
from verso.lab.report import Report
from verso.lab.study import Study
from verso.server import lab
from verso.server.settings import Settings

SHEET, RUNS, TUNINGS = "/lab/flip-city/sheet", "/lab/flip-city/runs", "/lab/flip-city/tunings"


def field(sheet: dict[str, Any], wanted: str) -> dict[str, Any]:
    fields = [each for table in sheet["tables"] for row in table["rows"] for each in row["fields"]]
    return next(each for each in fields if each["id"] == wanted)


async def reports(guest: Guest, body: dict[str, Any]) -> list[wire.LabReport]:
    """Return all reports of a comparison, as the stream brought them."""
    response = await guest.request("POST", RUNS, body)
    assert response.status_code == 200, response.text
    return [msgspec.json.decode(line, type=wire.LabReport) for line in response.content.splitlines()]


def test_figures_are_edited_and_a_broken_edit_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as guest:
            shipped = await guest.ask("POST", SHEET, {})
            assert (shipped["changed"], shipped["cards"], shipped["problems"]) == (0, {}, [])
            shown = field(shipped, "PP.points")
            assert (shown["value"], shown["shipped"], shown["least"], shown["most"]) == (3, 3, 0, 99)
            assert (shown["kind"], shown["source"], shown["column"]) == ("number", "reconstructed", "points")
            good = await guest.ask("POST", SHEET, {"variant": {"changes": {"PP.points": 4, "FA.fee": 6}}})
            assert (good["cards"], good["changes"], good["changed"]) == ({"PP": {"points": 4}}, {"PP.points": 4}, 1)
            broken = {"PP.points": 400, "CP.cost": 3}
            bad = await guest.ask("POST", SHEET, {"variant": {"changes": broken}, "language": "pt-BR"})
            assert bad["cards"] is None
            assert bad["problems"] == [{"at": "PP.points", "words": "um número inteiro de 0 a 99"}]
            assert field(bad, "PP.points")["problem"] == "um número inteiro de 0 a 99"
            refused = await guest.request("POST", RUNS, {"variant": {"changes": broken}})
            assert (refused.status_code, refused.json()["code"]) == (400, "figures")
            assert await guest.ask("POST", SHEET, {}) == shipped

    run(scenario())


def test_what_the_game_itself_refuses_is_said_at_the_field(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as guest:
            sheet = await guest.ask("POST", SHEET, {"variant": {"changes": {"CS.cost": None, "FA.fee": 5}}})
            words = "a card without a price cannot lie in the supply"
            assert sheet["problems"] == [{"at": "CS.cost", "words": words}]
            assert (await guest.request("POST", "/lab/no-game/sheet", {})).status_code == 404
            wrong = await guest.request("POST", SHEET, {"variant": {"ruleset": "none"}})
            assert (wrong.status_code, wrong.json()["code"]) == (400, "setup")

    run(scenario())


def test_a_comparison_grows_and_the_edited_cards_are_played(tmp_path: Path) -> None:
    async def scenario() -> None:
        variant = {"changes": {"rules.limit": 4}}
        async with serving(str(tmp_path / "verso.db"), lab_seconds=600) as address, Guest(address) as guest:
            found = await reports(guest, {"variant": variant, "games": 300, "seed": 5, "without": ["CS"]})
            assert [report.finished for report in found] == [False] * (len(found) - 1) + [True]
            assert [report.deals for report in found] == sorted(report.deals for report in found)
            last = found[-1]
            assert (last.deals, last.total, last.error) == (300, 300, "")
            keys = {group.key for group in last.groups}
            assert {"seats", "length", "endings", "has", "lift", "plans", "skill", "decisions", "without"} <= keys
            length = next(group for group in last.groups if group.key == "length").figures[0]
            assert length.change is not None
            assert length.sure
            assert length.change.value < 0
            assert "shorter" in last.headline
            assert last.page.startswith("<!doctype html>")
            close = (await reports(guest, {"variant": variant, "games": 5_000, "seed": 5, "within": 0.1}))[-1]
            assert close.finished
            assert close.deals < 5_000
            assert " --first " in close.command
            again = await reports(guest, {"variant": variant, "games": 300, "seed": 5, "without": ["CS"]})
            assert again[-1].groups == last.groups
            await guest.arrive()
            sheet = await guest.ask("POST", SHEET, {"variant": variant})
            table = await guest.new_table("mine", "bot", cards=sheet["cards"])
            assert (await guest.frame(table))["state"] == "playing"

    run(scenario())


def test_light_players_learn_a_table_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GENERATIONS": 2, "MINDS": 4, "BEST": 2, "TRIED": retrain.GAMES}.items():
        monkeypatch.setattr(retrain, name, value)

    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db"), lab_seconds=600) as address, Guest(address) as guest:
            found = await reports(guest, {"games": 20, "retrain": True})
            assert [each.learnt for each in found] == sorted(each.learnt for each in found)
            assert (found[-1].learnt, found[-1].deals, found[-1].error) == (1.0, 20, "")
            assert "--retrain" in found[-1].command
            searching = {"games": 20, "retrain": True, "players": "search", "language": "pt-BR"}
            refused = await guest.request("POST", RUNS, searching)
            assert (refused.status_code, refused.json()["code"]) == (400, "setup")
            assert refused.json()["words"] == "só jogadores leves que aprendem podem ser ensinados"

    run(scenario())


def test_nobody_runs_more_than_a_few_comparisons_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db"), lab_runs_per_address=1) as address, Guest(address) as guest:
            url = f"http://{address}/api/v1{RUNS}"
            async with guest.http.stream("POST", url, json={"games": 20_000}) as first:
                lines = first.aiter_lines()
                await anext(lines)
                second = await guest.request("POST", RUNS, {"games": 20})
                assert (second.status_code, second.json()["code"]) == (429, "busy")
                assert second.json()["words"].startswith("you have other comparisons going on")
                third = await guest.request("POST", RUNS, {"games": 20, "language": "pt-BR"})
                assert third.json()["words"].startswith("você já tem outras comparações")
            while (await guest.request("POST", RUNS, {"games": 20})).status_code != 200:
                await asyncio.sleep(0.02)  # whoever hangs up ends it, and has a place again

    run(scenario())


def test_whoever_hangs_up_ends_what_was_played_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a few who come and go again and again would have all threads of the lab."""
    ended = threading.Event()

    def compare(study: Study, _executor: Any, over: Callable[[], bool], **_: Any) -> Iterator[Report]:
        while not over():
            time.sleep(0)  # others are to have their turn
        ended.set()
        yield begun(study)

    monkeypatch.setattr(lab, "compare", compare)

    async def scenario() -> None:
        made = lab.Lab(Settings(lab_seconds=3_600.0))
        stream: Any = made.compared(lab.study_of(verso.game("flip-city"), wire.LabRun()), "en")
        await anext(stream)
        await stream.aclose()
        assert await asyncio.to_thread(ended.wait, PATIENCE)
        await made.close()

    run(scenario())


def test_figures_are_looked_for_and_a_wish_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """A limit that was broken on purpose: shorter games are wished for, and the table is changed to have them."""
    moves = [{"field": "rules.limit", "least": 1, "most": 4}]
    tune = {"variant": {"changes": {"rules.limit": 1, "PP.points": 3}}, "moves": moves, "trials": 4, "games": 60}

    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db"), lab_seconds=600) as address, Guest(address) as guest:
            response = await guest.request(
                "POST", TUNINGS, tune | {"wishes": [{"key": "length", "least": 0, "most": 9}]}
            )
            found = [msgspec.json.decode(line, type=wire.LabTuning) for line in response.content.splitlines()]
            assert [each.finished for each in found] == [False] * (len(found) - 1) + [True]
            last = found[-1]
            assert (last.tried, last.trials, last.error) == (4, 4, "")
            assert last.start is not None
            best = last.front[-1]
            limit = best.moved[0].after
            assert isinstance(limit, int)
            assert best.cost == limit - 1 > 0
            assert best.changes == ({} if limit == 2 else {"rules.limit": limit})
            assert best.figures[0].value.value < last.start.figures[0].value.value
            assert "verso tune flip-city --seats 2 --ruleset standard --edits" in last.command
            for wish, code in (
                ({"key": "length", "least": 9, "most": 3}, "wish"),
                ({"key": "x", "least": 1e9}, "unreadable"),
            ):
                refused = await guest.request("POST", TUNINGS, tune | {"wishes": [wish]})
                assert (refused.status_code, refused.json()["code"]) == (400, code)
            unknown = await guest.request("POST", TUNINGS, tune | {"wishes": [{"key": "size"}], "language": "pt-BR"})
            assert "não há um número size" in msgspec.json.decode(unknown.content, type=wire.LabTuning).error

    run(scenario())


@pytest.mark.parametrize("path", [SHEET, RUNS, TUNINGS])
def test_a_server_may_have_no_lab(tmp_path: Path, path: str) -> None:
    body = {"wishes": [{"key": "length"}], "moves": [{"field": "FA.cost", "least": 1, "most": 2}]}

    async def scenario() -> None:
        async with serving(str(tmp_path / "verso.db"), lab_processes=0) as address, Guest(address) as guest:
            answer = await guest.request("POST", path, body if path == TUNINGS else {})
            assert answer.status_code == 403

    run(scenario())
