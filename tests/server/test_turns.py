"""Heavy work is shared out by address: whoever asks for as much as they can keeps nobody else from their turn."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden.regenerate import HERE as GOLDEN
from serving import PATIENCE, Guest, run, serving
from verso.bots import Choice
from verso.core.game import View, find_game
from verso.lab import slices
from verso.lab.study import GAMES, Piece, Study, work
from verso.server import limits, records, reviews
from verso.server import shares as shares_module
from verso.server.limits import Crowded, Line, Turns, behalf
from verso.server.shares import Shares
from verso.server.thinking import Thinkers

TEXTS = [file.read_text(encoding="utf-8") for file in sorted(GOLDEN.glob("flip-city*.record"))]
CROWD, STRANGER = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}


class Gate:
    """Lets work through one by one, and knows in which order it came."""

    def __init__(self) -> None:
        self.came: list[str] = []
        self._may = threading.Semaphore(0)

    def work(self, name: str) -> None:
        self.came.append(name)
        self._may.acquire(timeout=PATIENCE)  # where a test fails, nobody opens

    def open(self, count: int = 1) -> None:
        self._may.release(count)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_a_line_that_never_ends_forgets_who_went_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those whose turns were long are known until others have had as many, and not for as long as anybody waits."""
    monkeypatch.setattr(limits, "MOST_KEYS", 20)
    line: Line[str] = Line()
    line.add("always there", "a piece")
    for number in range(1_000):
        line.add("always there", "a piece")
        line.add(f"guest {number}", "a long piece")
        for _ in range(2):
            key, _ = line.next()
            line.over(key, 1.0 if key == "always there" else 5.0)
    assert len(line) == 1
    assert len(line._had) < 50


def test_a_line_serves_whoever_came_last_before_the_second_of_anybody() -> None:
    line: Line[str] = Line()
    for number in range(4):
        line.add("greedy", f"greedy {number}")
    served = [line.next()[1]]
    line.add("one", "one 0")
    line.add("other", "other 0")
    line.add("one", "one 1")
    served += [line.next()[1] for _ in range(len(line))]
    assert served == ["greedy 0", "one 0", "other 0", "greedy 1", "one 1", "greedy 2", "greedy 3"]
    for key in ["greedy"] * 4 + ["one"] * 2 + ["other"]:
        line.over(key)
    assert not line._had  # of whoever has gone nothing is kept


def test_the_greediest_is_refused_where_too_much_waits() -> None:
    async def story() -> None:
        gate, turns = Gate(), Turns(1, 4)
        with ThreadPoolExecutor(8) as pool:

            def ask(key: str, number: int) -> asyncio.Task[None]:
                behalf.set(key)
                return asyncio.create_task(turns.run(pool, lambda: gate.work(f"{key} {number}")))

            greedy = [ask("greedy", number) for number in range(5)]
            await until(lambda: greedy[4].done())  # one works, three wait
            assert isinstance(greedy[4].exception(), Crowded)
            one = ask("one", 0)
            await until(lambda: greedy[3].done())  # which made room
            assert isinstance(greedy[3].exception(), Crowded)
            greedy[1].cancel()  # and in the same moment a place is free
            gate.open(3)
            await asyncio.gather(one, greedy[0], greedy[2])
            assert gate.came == ["greedy 0", "one 0", "greedy 2"]
            behalf.set("one")
            gate.open()
            await turns.run(pool, lambda: gate.work("one 1"))  # every place was given back

    run(story())


def test_whoever_hangs_up_has_their_place_until_the_work_is_done() -> None:
    async def story() -> None:
        gate, turns = Gate(), Turns(1)
        with ThreadPoolExecutor(8) as pool:
            behalf.set("greedy")
            first = asyncio.create_task(turns.run(pool, lambda: gate.work("first")))
            await until(lambda: gate.came == ["first"])
            first.cancel()
            await asyncio.wait([first])
            second = asyncio.create_task(turns.run(pool, lambda: gate.work("second")))
            behalf.set("one")
            one = asyncio.create_task(turns.run(pool, lambda: gate.work("one")))
            await asyncio.sleep(0)
            assert gate.came == ["first"]
            gate.open(3)
            await asyncio.gather(one, second)
            assert gate.came == ["first", "one", "second"]

    run(story())


@asynccontextmanager
async def crowd_and_stranger(tmp_path: Path, **options: Any) -> AsyncIterator[tuple[Guest, Guest]]:
    """Two people at two addresses, as a proxy tells them."""
    async with (
        serving(str(tmp_path / "verso.db"), trust_proxy=True, **options) as address,
        Guest(address) as crowd,
        Guest(address) as stranger,
    ):
        crowd.http.headers.update(CROWD)
        stranger.http.headers.update(STRANGER)
        await crowd.arrive("Ana")
        await stranger.arrive("Bia")
        yield crowd, stranger


def test_a_review_of_a_stranger_comes_after_one_of_a_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr(reviews.Reviews, "_compile", lambda *_: None)
    monkeypatch.setattr(reviews.Reviews, "_run", lambda _self, record, _job: gate.work(record.to_text()))

    async def story() -> None:
        async with crowd_and_stranger(tmp_path) as (crowd, stranger):
            ids = [(await crowd.ask("POST", "/records", {"text": text}))["record"] for text in TEXTS[:4]]
            crowds, strangers = ids[:3], ids[3]
            async with Guest(*crowd.addresses) as other:  # somebody else at the same address
                other.http.headers.update(CROWD)
                await other.arrive("Caio")
                for asks in (crowd, other):
                    for record in crowds:
                        assert (await asks.ask("GET", f"/records/{record}/review"))["progress"] == 0
            assert (await stranger.ask("GET", f"/records/{strangers}/review"))["progress"] == 0
            gate.open(2)
            await until(lambda: len(gate.came) == 2)
            assert gate.came == [TEXTS[0], TEXTS[3]]
            while TEXTS[1] not in gate.came:  # who asks again gets the next one measured, once the first is
                await crowd.ask("GET", f"/records/{crowds[1]}/review")
            gate.open(10)

    run(story())


def test_a_replay_of_a_stranger_comes_after_one_of_a_crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, replay, read = Gate(), records.replay, records.Reading.run
    asked = list[str]()

    async def noted(reading: records.Reading, *work: Any) -> Any:
        asked.append(behalf.get())  # and in the same step it stands in the line
        return await read(reading, *work)

    def slow(games: Any, kept: Any, *arguments: Any) -> Any:
        gate.work(kept.text)
        return replay(games, kept, *arguments)

    async def story() -> None:
        async with crowd_and_stranger(tmp_path, reading_threads=1) as (crowd, stranger):
            ids = [(await crowd.ask("POST", "/records", {"text": text}))["record"] for text in TEXTS[:2]]
            monkeypatch.setattr(records, "replay", slow)
            monkeypatch.setattr(records.Reading, "run", noted)

            def ask(guest: Guest, record: str) -> asyncio.Task[Any]:
                return asyncio.create_task(guest.ask("GET", f"/records/{record}/replay", params={"most": 1}))

            many = [ask(crowd, ids[0]) for _ in range(20)]
            await until(lambda: asked.count(CROWD["x-forwarded-for"]) == 20)
            one = ask(stranger, ids[1])
            await until(lambda: STRANGER["x-forwarded-for"] in asked)
            gate.open()
            await until(lambda: len(gate.came) == 2)
            assert gate.came == [TEXTS[0], TEXTS[1]]
            gate.open(30)
            await asyncio.gather(one, *many)

    run(story())


def test_bots_of_a_stranger_think_between_those_of_many_tables() -> None:
    gate = Gate()

    def choose(view: View, _level: str, _seconds: float) -> Choice:
        gate.work(behalf_of[id(view)])
        return Choice(0)

    behalf_of: dict[int, str] = {}
    views: list[Any] = []

    async def story() -> None:
        thinkers = Thinkers(1, 0.0, choose)

        def ask(key: str) -> asyncio.Task[Any]:
            behalf.set(key)
            views.append(object())
            behalf_of[id(views[-1])] = key
            return asyncio.create_task(thinkers.choose(views[-1], "easy"))

        many = [ask("crowd") for _ in range(50)]
        await until(lambda: len(gate.came) == 1)
        one = ask("stranger")
        gate.open(60)
        await asyncio.gather(*many, one)
        assert gate.came[:2] == ["crowd", "stranger"]
        thinkers.close()

    run(story())


def test_comparisons_of_a_stranger_have_every_second_turn() -> None:
    gate = Gate()
    with ThreadPoolExecutor(1) as pool:
        shares = Shares(pool, 1)
        crowd, stranger = shares.of("crowd"), shares.of("stranger")
        given: list[Future[None]] = [crowd.submit(gate.work, "crowd") for _ in range(6)]
        gone = crowd.submit(gate.work, "gone")
        assert gone.cancel()
        given += [stranger.submit(gate.work, "stranger") for _ in range(2)]
        gate.open(10)
        for each in given:
            each.result()
        assert gate.came == ["crowd", "stranger", "crowd", "stranger"] + ["crowd"] * 4
        failed = crowd.submit(int, "no number")
        assert isinstance(failed.exception(), ValueError)


def test_nothing_is_played_for_whoever_has_gone() -> None:
    """Or beginning comparisons and hanging up would keep the lab from everybody else, a piece of each at a time."""
    gate, gone = Gate(), threading.Event()
    with ThreadPoolExecutor(1) as pool:
        shares = Shares(pool, 1)
        begun = [shares.of(f"crowd {number}", gone.is_set).submit(gate.work, "crowd") for number in range(5)]
        stranger = shares.of("stranger").submit(gate.work, "stranger")
        gone.set()
        gate.open(6)
        stranger.result()
        assert gate.came == ["crowd", "stranger"]
        assert [each.cancelled() for each in begun] == [False] + [True] * 4


def test_a_long_turn_counts_as_many() -> None:
    line: Line[str] = Line()
    for number in range(4):
        line.add("slow", f"slow {number}")
        line.add("quick", f"quick {number}")
    served = []
    while len(line):
        key, thing = line.next()
        served.append(thing)
        line.over(key, 3.0 if key == "slow" else 1.0)
    assert served[:6] == ["slow 0", "quick 0", "quick 1", "quick 2", "slow 1", "quick 3"]


def test_deals_are_played_a_moment_at_a_time_and_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = find_game("flip-city").setup(2)
    study = Study(setup, setup, games=60, skill=False, decisions=False)
    whole = work(study, Piece(GAMES, 0, 60))
    monkeypatch.setattr(shares_module, "MOMENT", 1e-9)
    turns = list[str]()
    with ThreadPoolExecutor(1) as pool:
        shares = Shares(pool, 1)
        first = shares.of("crowd").submit(work, study, Piece(GAMES, 0, 60))
        first.add_done_callback(lambda _: turns.append("crowd"))
        shares.of("stranger").submit(turns.append, "stranger").result()
        found = first.result()
    assert turns == ["stranger", "crowd"]
    assert found.piece == whole.piece
    for one, other in ((found.shipped, whole.shipped), (found.edited, whole.edited)):
        assert one.ratios.keys() == other.ratios.keys()
        assert all(np.array_equal(one.ratios[key], other.ratios[key]) for key in one.ratios)
        assert np.array_equal(one.moments, other.moments)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system does not count the processor's time for us")
def test_what_takes_too_long_is_ended() -> None:
    """Figures can be changed so that a single deal of players that search takes minutes."""

    def forever() -> None:
        while True:
            pass

    with pytest.raises(slices.TooSlow):
        slices.bounded(0.05, forever)
    assert slices.bounded(60.0, int, "7") == 7
