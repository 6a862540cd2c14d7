"""Reviews on the server: for games that are over, growing, kept, and gone with what they are about."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest

import verso
from golden.regenerate import HERE as GOLDEN
from serving import Guest, run, serving
from verso import bots
from verso.bots.bot import Budget
from verso.core.record import Record
from verso.core.rng import Rng
from verso.play import review
from verso.server import reviews, store
from verso.server.settings import Settings
from verso.server.sqlite import SqliteBackend


def finished(seed: int = 1) -> str:
    """Return a record of a game between bots."""
    position, rng = verso.game("flip-city").new(2), Rng("review", seed)
    bot = bots.make("greedy", position.game)
    position.settle(rng)
    while position.to_act >= 0:
        position.push(bot.choose(position.view(position.to_act), Budget()).action)
        position.settle(rng)
    return Record.of(position, names='["Ana", "Bia"]').to_text()


async def whole_review(guest: Guest, path: str, **query: Any) -> dict[str, Any]:
    """Ask until a review is complete."""
    shown = -1.0
    while True:
        found: dict[str, Any] = await guest.ask("GET", path, params=query)
        assert found["progress"] >= shown
        shown = found["progress"]
        if shown == 1:
            return found
        await asyncio.sleep(0.1)


def test_a_review_grows_is_kept_and_is_told_in_the_language_asked_for(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses[:1]) as ana:
            await ana.arrive("Ana")
            record = (await ana.ask("POST", "/records", {"text": finished()}))["record"]
            path = f"/records/{record}/review"
            found = await whole_review(ana, path, seat=1)
            assert found["names"] == ["Ana", "Bia"]
            for account in found["accounts"]:
                parts = [account[each] for each in ("start", "luck", "own", "others", "rest")]
                assert sum(parts) == account["result"]
            again = await ana.ask("GET", path, params={"seat": 1, "language": "pt-BR"})
            assert again["progress"] == 1  # kept: nothing is measured a second time
            assert again["wins"] == found["wins"]
            assert [each["words"] for each in again["moments"]] != [each["words"] for each in found["moments"]]
            assert (await ana.request("GET", path, params={"seat": 4})).status_code == 400
            assert (await ana.request("GET", f"/records/{'x' * 22}/review")).status_code == 404

    run(story())


def test_a_review_is_seen_through_ones_own_eyes(service: Any) -> None:
    """Unless a seat is named; who had none sees the first."""

    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            table = await ana.new_table("bot", "mine")
            assert (await ana.command(table, "resign", seat=1))["type"] == "done"
            for path in (f"/tables/{table}/review", f"/records/{table}/review"):
                assert (await ana.ask("GET", path))["seat"] == 1
                assert (await ana.ask("GET", path, params={"seat": 0}))["seat"] == 0
                assert (await bia.ask("GET", path))["seat"] == 0
            record = (await ana.ask("POST", "/records", {"text": finished()}))["record"]
            assert (await ana.ask("GET", f"/records/{record}/review"))["seat"] == 0

    run(story())


def test_there_is_no_review_of_a_game_that_runs(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana:
            await ana.arrive("Ana")
            table = await ana.new_table("mine", "bot")
            refused = await ana.request("GET", f"/tables/{table}/review")
            assert (refused.status_code, refused.json()["code"]) == (409, "not-over")
            assert (await ana.request("GET", f"/records/{table}/review")).status_code == 404

    run(story())


def test_a_review_goes_with_its_record(tmp_path: Path) -> None:
    async def story() -> None:
        backend = SqliteBackend(str(tmp_path / "verso.db"))
        await backend.open()
        try:
            row = store.RecordRow("r" * 22, False, 1, finished(), b"{}", True)
            await backend.write(lambda: store.put_record(row, []))
            await backend.write(lambda: store.put_review(row.id, b"figures"))
            await backend.write(lambda: store.put_review("nothing", b"figures"))
            assert await backend.read(lambda: store.review(row.id)) == b"figures"
            assert await backend.read(lambda: store.review("nothing")) is None  # of nothing there is no review
            await backend.write(lambda: store.drop_record(row.id))
            assert await backend.read(lambda: store.review(row.id)) is None
        finally:
            await backend.close()

    asyncio.run(story())


def test_what_cannot_be_read_is_measured_anew() -> None:
    figures = review.reviewed(Record.from_text(finished()), 2)
    assert reviews._read(zlib.compress(review.encode_figures(figures))) == figures
    for damaged in (b"", b"nonsense", zlib.compress(b"{}"), zlib.compress(b"\xff")):
        assert reviews._read(damaged) is None


def test_long_games_and_crowds_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_PLIES", 50)

    async def story() -> None:
        async with serving(str(tmp_path / "verso.db")) as address, Guest(address) as ana:
            await ana.arrive("Ana")
            text = sorted(GOLDEN.glob("flip-city*.record"))[0].read_text(encoding="utf-8")
            record = (await ana.ask("POST", "/records", {"text": text}))["record"]
            refused = await ana.request("GET", f"/records/{record}/review")
            assert (refused.status_code, refused.json()["code"]) == (422, "too-long")
            monkeypatch.setattr(reviews, "MOST_PLIES", 100_000)
            monkeypatch.setattr(reviews, "MOST_WAITING", 0)
            assert (await ana.request("GET", f"/records/{record}/review")).status_code == 503

    run(story())


def test_a_review_that_needs_no_compiler_waits_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody can bring a game of a number of seats for which nothing is compiled yet, which takes a while."""
    compiling, may_end = threading.Event(), threading.Event()

    class Unended(subprocess.Popen[bytes]):
        def wait(self, timeout: float | None = None) -> int:
            compiling.set()
            if timeout is not None and not may_end.is_set():
                may_end.wait()
                raise subprocess.TimeoutExpired("warm", timeout)
            return super().wait(timeout)

    def compile_without_end(*_: Any) -> subprocess.Popen[bytes]:
        return Unended([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    monkeypatch.setattr(reviews.Reviews, "start", compile_without_end)
    monkeypatch.setattr(reviews.Reviews, "_run", lambda *_: None)
    texts = [file.read_text(encoding="utf-8") for file in GOLDEN.glob("flip-city*.record")]
    three, two = [next(text for text in texts if f"\nseats {seats}\n" in text) for seats in (3, 2)]

    async def story() -> None:
        backend = SqliteBackend(str(tmp_path / "verso.db"))
        await backend.open()
        reviewing = reviews.Reviews(backend, 1, 1.0)
        reviewing._compiled.add(("flip-city", 2))
        try:
            reviewing.begin("three", three, "crowd")
            await asyncio.to_thread(compiling.wait)
            reviewing.begin("two", two, "stranger")
            while reviewing.is_under_way("two"):
                await asyncio.sleep(0.01)
            assert reviewing.is_under_way("three")
            may_end.set()
            while reviewing.is_under_way("three"):  # what was not compiled in time is begun anew, and nothing fails
                await asyncio.sleep(0.01)
            compiling.clear()
            reviewing.begin("three", three, "crowd")
            await asyncio.to_thread(compiling.wait)
            await reviewing.close()  # while something is compiled without end
        finally:
            may_end.set()
            await reviewing.close()
            await backend.close()

    run(story())
    assert not [record for record in caplog.records if record.exc_info]


def test_settings_bound_reviews() -> None:
    settings = Settings()
    assert settings.review_threads >= 1
    assert settings.review_seconds <= 15
