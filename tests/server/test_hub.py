"""Bots, clocks, presence and several workers, with a clock that the test turns by hand."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import threading
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from serving import GENEROUS, PATIENCE, new_database, run
from tables import BOT, PEOPLE, QUICK_CARDS, human
from verso.bots import Choice
from verso.core.game import View
from verso.play import wire
from verso.play.entry import Acted, Opened, SeatState, TakenOver, decode_entry, encode_entry
from verso.play.show import Audience
from verso.server import store
from verso.server.hub import Hub, Live, Watcher, new_id
from verso.server.metrics import Metrics
from verso.server.services import Services, open_backend
from verso.server.settings import Settings
from verso.server.thinking import SeatBots, Thinkers, choose_anything

SECRETS = itertools.cycle(range(256))


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@contextlib.asynccontextmanager
async def hub(
    database: str, clock: Any, chooser: Any = choose_anything, steady: Any = None, **options: Any
) -> AsyncIterator[Hub]:
    """Return a worker's hub whose ticks come only when the test calls for them."""
    settings = Settings(database=database, **GENEROUS | options)
    backend = open_backend(settings)
    await backend.open()
    made = Hub(backend, settings, Metrics(), Thinkers(2, 0.1, chooser), clock, steady)
    backend.listen(made._heard)
    try:
        yield made
    finally:
        await made.close()
        await backend.close()


def opened(*seats: SeatState, **options: Any) -> Opened:
    secret = f"{next(SECRETS):02x}" * 32
    return Opened(new_id(), PEOPLE[0].id, "flip-city", "standard", {}, list(seats), secret, **options)


async def command(worker: Hub, number: int, table: str, message: wire.Command) -> Any:
    answers: list[Any] = []
    await worker.command(table, PEOPLE[number], message, "en", answers.append)
    return answers[0]


async def entries(worker: Hub, table: str) -> list[Any]:
    return [decode_entry(body) for body in await worker.backend.read(lambda: store.entries(table))]


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def tick_until(worker: Hub, condition: Any) -> None:
    """Tick until it has happened: a table that is busy at a tick is seen to at the next."""
    while not condition():
        await worker.tick()
        await asyncio.sleep(0.01)


def watcher(number: int) -> Watcher:
    return Watcher(PEOPLE[number], Audience(None, "en"), 0, lambda: None)


# --- clocks


@pytest.mark.parametrize("jump", [86_400_000, -86_400_000])
def test_a_clock_that_jumps_makes_nobody_late(database: str, jump: int) -> None:
    async def story() -> None:
        clock, steady = Hands(), Hands()
        clock.now = 1_000_000_000

        def pass_by(seconds: int) -> None:
            clock.now += 1_000 * seconds
            steady.now += 1_000 * seconds

        async with hub(database, clock, steady=steady) as worker:
            live = await worker.create(opened(human(0), human(1), grace=30, clock=60))
            asleep = await worker.create(opened(human(0), human(1), grace=30, clock=60))
            for number in (0, 1):
                await worker.watch(live.table.id, watcher(number))
            pass_by(50)
            await worker.tick()
            clock.now += jump
            del worker.lives[asleep.table.id]  # it is read from its log when its time seems to have come
            await worker.tick()
            pass_by(20)
            await worker.tick()
            for table in (live, asleep):
                found = await entries(worker, table.table.id)
                assert not any(isinstance(each.event, TakenOver) for each in found)
            pass_by(21)  # a minute and the grace period are over
            await tick_until(worker, lambda: any(isinstance(each.event, TakenOver) for each in live.table.entries))

    run(story())


def test_a_clock_that_jumps_forgets_nobody_before_it_is_believed(database: str) -> None:
    async def story() -> None:
        clock, steady = Hands(), Hands()
        year = 365 * 86_400_000
        identity, token = store.Identity("p", "Ana", "en"), "t" * 43

        def is_known() -> store.Script[Any]:
            return (yield "select count(*) from tokens", ())

        async with hub(database, clock, steady=steady) as worker:
            await worker.backend.write(lambda: store.add_identity(identity, token, clock.now, clock.now + year))
            clock.now += 2 * year
            assert worker.sure_now() < year
            services = Services(worker.settings, worker.backend, worker, Metrics(), clock)
            assert await services.find(token) == identity  # nor is anybody unknown meanwhile
            services.reading.close()
            other = store.Identity("q", "Bia", "en")
            await worker.backend.write(lambda: store.add_identity(other, "u" * 43, clock.now, clock.now + year))
            steady.now += 3_600_000
            clock.now += 3_600_000
            await worker._keep_house()  # the first look at the new time
            assert await worker.backend.read(is_known) == [(2,)]
            steady.now += 600_000
            clock.now += 600_000
            await worker._keep_house()  # too soon after it
            assert await worker.backend.read(is_known) == [(2,)]
            steady.now += 3_600_000
            clock.now += 3_600_000
            await worker._keep_house()
            assert await worker.backend.read(is_known) == [(1,)]

    run(story())


def test_a_bot_takes_over_from_somebody_who_is_gone_and_gives_way_on_return(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            live = await worker.create(opened(human(0), human(1), grace=30))
            table, acting = live.table.id, live.table.to_act
            assert acting is not None
            watchers = [watcher(0), watcher(1)]
            for each in watchers:
                await worker.watch(table, each)
            clock.now += 29_000
            await worker.tick()
            assert live.table.bot_turn() is None
            await worker.unwatch(live, watchers[acting])
            clock.now += 29_000
            await worker.tick()
            assert live.table.bot_turn() is None
            clock.now += 1_000
            await tick_until(worker, lambda: live.table.seats[acting].away and live.table.to_act != acting)
            log = await entries(worker, table)
            assert TakenOver(acting, "absent") in [entry.event for entry in log]
            assert any(isinstance(entry.event, Acted) and entry.event.bot for entry in log)
            await worker.watch(table, watchers[acting])
            assert not live.table.seats[acting].away

    run(story())


def test_nobody_is_out_of_time_because_the_other_comes_back_late(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            live = await worker.create(opened(human(0), human(1), grace=30, idle=600))
            acting = live.table.to_act
            assert acting is not None
            here, late = watcher(acting), watcher(1 - acting)
            await worker.watch(live.table.id, here)
            clock.now += 5_000_000
            await worker.tick()
            await worker.watch(live.table.id, late)
            clock.now += 629_999
            await worker.tick()
            assert live.table.bot_turn() is None
            clock.now += 1
            await tick_until(worker, lambda: live.table.seats[acting].away)

    run(story())


def test_a_table_that_cannot_be_read_stops_no_other(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            made = [await worker.create(opened(human(0), human(1), clock=5, grace=30)) for _ in range(3)]
        ids = sorted(live.table.id for live in made)
        clock.now += 100_000
        async with hub(database, clock) as worker:
            [first, *_] = await entries(worker, ids[0])
            unknown = msgspec.structs.replace(first, event=msgspec.structs.replace(first.event, ruleset="forgotten"))
            await worker.backend.write(lambda: store.rewrite_entries(ids[0], lambda _: encode_entry(unknown)))
            await tick_until(worker, lambda: all(each in worker.lives for each in ids[1:]))
            assert ids[0] not in worker.lives
            assert await worker.backend.read(lambda: store.due_tables(clock.now)) == []
        assert ids[0] not in caplog.text
        assert "a table could not be seen to" in caplog.text

    run(story())


def test_deadlines_hold_even_when_nobody_is_connected_and_the_server_was_down(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            live = await worker.create(opened(human(0), human(1), clock=86_400, grace=30))
            table, acting = live.table.id, live.table.to_act
        clock.now += 86_400_000 + 29_000
        async with hub(database, clock) as worker:
            await worker.tick()
            assert table not in worker.lives
            clock.now += 5_000
            await worker.tick()
            live = worker.lives[table]
            await tick_until(worker, lambda: live.table.to_act != acting)
            assert acting is not None
            assert live.table.seats[acting].away

    run(story())


def test_whoever_tries_to_sit_down_keeps_nobody_from_moving(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has to be looked up about people is looked up beside the table, however long that takes."""
    asked, answered = asyncio.Event(), asyncio.Event()

    async def slow(_hub: Hub, _person: Any, _name: str) -> None:
        asked.set()
        await answered.wait()

    async def story() -> None:
        async with hub(database, Hands()) as worker:
            table = (await worker.create(opened(human(0), human(1)))).table
            monkeypatch.setattr(Hub, "carry_name", slow)
            sits = asyncio.create_task(command(worker, 2, table.id, wire.Sit("s", 1, ply=table.ply)))
            await asked.wait()
            assert table.to_act is not None
            assert table.position is not None
            act = wire.Act("a", table.ply, table.to_act, table.position.text(table.position.legal[0]))
            try:
                assert isinstance(await command(worker, table.to_act, table.id, act), wire.Done)
            finally:
                answered.set()
            assert (await sits).code == "not-now"

    run(story())


def test_a_rematch_that_is_refused_looks_nothing_up(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub(database, Hands()) as worker:
            table = (await worker.create(opened(human(0), human(1)))).table

            async def nothing_is_read(_script: Any) -> None:
                raise AssertionError

            monkeypatch.setattr(worker.backend, "read", nothing_is_read)
            codes = [(await command(worker, who, table.id, wire.Rematch(f"r{who}", 0))).code for who in (0, 2)]
            assert codes == ["not-now", "not-yours"]

    run(story())


def test_a_restart_goes_on_with_a_bots_turn(database: str) -> None:
    async def story() -> None:
        clock, stop = Hands(), threading.Event()

        def wait(view: View, level: wire.Level, seconds: float) -> Any:
            stop.wait()
            return choose_anything(view, level, seconds)

        async with hub(database, clock, wait) as worker:
            live = await worker.create(opened(human(0), BOT, BOT, BOT))
            table = live.table.id
            while live.table.to_act == 0:
                message = wire.Act(
                    new_id(),
                    live.table.ply,
                    0,
                    live.show.frame(Audience(0, "en"), PEOPLE[0].id, 0, [], 0).legal[0].text,
                )
                assert isinstance(await command(worker, 0, table, message), wire.Done)
            ply = live.table.ply
        stop.set()
        clock.now += 10_000
        async with hub(database, clock) as worker:
            await worker.tick()
            await until(lambda: table in worker.lives and worker.lives[table].table.to_act == 0)
            assert worker.lives[table].table.ply > ply

    run(story())


def test_memory_is_looked_through_even_if_somebody_always_plays(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sooner when nobody plays; but nobody keeps it from happening by sending something every few seconds."""
    clock, minute, looked = Hands(), 60_000, list[int]()
    monkeypatch.setattr(gc, "collect", lambda: looked.append(clock.now))

    async def story() -> None:
        async with hub(database, clock) as worker:
            table = (await worker.create(opened(human(0), human(1)))).table.id

            async def pass_minutes(count: int, *, plays: bool) -> int:
                before = len(looked)
                for _ in range(count):
                    clock.now += minute
                    if plays:
                        await command(worker, 2, table, wire.Leave("l", 0))  # it need not even be carried out
                    worker.tidy()
                return len(looked) - before

            assert await pass_minutes(11, plays=False) == 1
            assert await pass_minutes(59, plays=True) == 0
            assert await pass_minutes(2, plays=True) == 1

    run(story())


def test_tables_that_nobody_looks_at_leave_memory_and_come_back(database: str) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as worker:
            live = await worker.create(opened(human(0), human(1)))
            table = live.table.id
            await worker.tick()
            assert table in worker.lives
            clock.now += 61_000
            await worker.tick()
            assert table not in worker.lives
            again = await worker.live(table)
            assert again.table.entries == live.table.entries

    run(story())


# --- bots


class NotedBots(SeatBots):
    """Choose anything, and note for which table, and which tables are forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self.chose: set[str | None] = set()
        self.forgot: set[str] = set()

    def choose(self, table: str | None, view: View, level: wire.Level, seconds: float) -> Choice:
        self.chose.add(table)
        return choose_anything(view, level, seconds)

    def forget(self, table: str) -> None:
        self.forgot.add(table)


def test_bots_are_kept_for_a_table_until_it_is_over_or_leaves_memory(tmp_path: Any) -> None:
    async def story() -> None:
        clock = Hands()
        async with hub(str(tmp_path / "verso.db"), clock, None) as worker:
            noted = worker.thinkers._bots = NotedBots()
            played = await worker.create(opened(human(0), BOT, cards=QUICK_CARDS))
            left = await worker.create(opened(human(0), human(1)))
            while played.table.state == "playing":
                await until(lambda: played.table.bot_turn() is None)
                if played.table.to_act == 0:
                    assert not noted.forgot
                    legal = played.show.frame(Audience(0, "en"), PEOPLE[0].id, 0, [], 0).legal
                    act = wire.Act(new_id(), played.table.ply, 0, legal[played.table.ply % len(legal)].text)
                    assert isinstance(await command(worker, 0, played.table.id, act), wire.Done)
            await until(lambda: noted.forgot == {played.table.id})
            clock.now += 61_000
            await worker.tick()
            assert left.table.id not in worker.lives
            assert noted.forgot == {played.table.id, left.table.id}
            assert noted.chose == {played.table.id}

    run(story())


def test_the_loop_is_not_blocked_while_bots_think(tmp_path: Any) -> None:
    """All places are taken by bots that think until they are told to stop; meanwhile people are served as ever."""

    async def story() -> None:
        started, enough = threading.Semaphore(0), threading.Event()

        def think(view: View, level: wire.Level, seconds: float) -> Any:
            started.release()
            enough.wait()
            return choose_anything(view, level, seconds)

        async with hub(str(tmp_path / "verso.db"), Hands(), think) as worker:
            try:
                lives: list[Live] = []
                while len(lives) < 4:
                    live = await worker.create(opened(human(0), BOT, BOT, BOT))
                    lives += [live] if live.table.bot_turn() else []
                for _ in range(2):
                    assert await asyncio.to_thread(started.acquire, timeout=PATIENCE)
                plies = [live.table.ply for live in lives]
                other = await worker.create(opened(human(0), human(1)))
                for number in range(100):
                    seat = other.table.to_act
                    if seat is None:
                        break
                    legal = other.show.frame(Audience(seat, "en"), PEOPLE[seat].id, 0, [], 0).legal
                    act = wire.Act(f"k{number}", other.table.ply, seat, legal[-1].text)
                    assert isinstance(await command(worker, seat, other.table.id, act), wire.Done)
                assert other.table.ply > 30
                assert [live.table.ply for live in lives] == plies  # nobody was told to stop yet
            finally:
                enough.set()
            await until(lambda: all(live.table.ply > ply for live, ply in zip(lives, plies, strict=True)))

    run(story())


def test_tables_whose_bots_wait_are_served_in_turn(tmp_path: Any) -> None:
    """With two places and many tables no table's second move comes before another's first."""

    async def story() -> None:
        order, all_are_there = list[str](), threading.Event()

        def think(view: View, level: wire.Level, seconds: float) -> Any:
            all_are_there.wait()
            return choose_anything(view, level, seconds)

        async with hub(str(tmp_path / "verso.db"), Hands(), think) as worker:
            lives = []
            for _ in range(12):
                live = await worker.create(opened(human(0), BOT, BOT, BOT))
                if live.table.bot_turn():
                    lives.append(live)
            follow = worker._store

            async def note(live: Any, *rest: Any) -> None:
                order.append(live.table.id)
                await follow(live, *rest)

            worker._store = note  # type: ignore[method-assign, assignment]
            all_are_there.set()
            waiting = {live.table.id for live in lives}
            await until(lambda: waiting <= set(order) or all(not live.table.bot_turn() for live in lives))
            most = max(
                order[: order.index(last) + 1].count(each) for each in waiting for last in waiting if last in order
            )
            assert most <= 3

    run(story())


def test_two_workers_never_make_a_bots_move_twice(postgres_server: str) -> None:
    from serving import new_database

    database = new_database(postgres_server)

    async def story() -> None:
        chosen: list[tuple[str, int]] = []

        def think(view: View, level: wire.Level, seconds: float) -> Any:
            chosen.append((str(view.state.played), view.state.turn))
            return choose_anything(view, level, seconds)

        clock = Hands()  # it stands still, so no claim ever runs out
        async with hub(database, clock, think) as one, hub(database, clock, think) as two:
            lives = []
            for _ in range(3):
                live = await one.create(opened(human(0), BOT, BOT, BOT))
                lives.append(await two.live(live.table.id))

            def bot_moves() -> int:
                acted = [
                    entry.event for live in lives for entry in live.table.entries if isinstance(entry.event, Acted)
                ]
                return sum(event.bot for event in acted)

            while bot_moves() < 25 and any(live.table.to_act is not None for live in lives):
                for live in lives:
                    if live.table.to_act == 0:
                        legal = live.show.frame(Audience(0, "en"), PEOPLE[0].id, 0, [], 0).legal
                        await command(two, 0, live.table.id, wire.Act(new_id(), live.table.ply, 0, legal[0].text))
                await asyncio.sleep(0.01)
        async with hub(database, clock, think) as after:
            logs = [await entries(after, live.table.id) for live in lives]
        made = sum(isinstance(entry.event, Acted) and entry.event.bot for log in logs for entry in log)
        for log in logs:
            assert [entry.ply for entry in log] == list(range(1, len(log) + 1))
        assert made >= 25
        assert made <= len(chosen) <= made + len(lives)  # at most one under way at each table, and none made twice

    run(story())


# --- several workers


def test_workers_hear_of_each_others_entries_and_people(postgres_server: str) -> None:
    from serving import new_database

    database = new_database(postgres_server)

    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as one, hub(database, clock) as two:
            live = await one.create(opened(human(0), human(1)))
            table = live.table.id
            await one.watch(table, watcher(0))
            other = await two.live(table)
            await until(lambda: other.online == (0,))
            second = watcher(1)
            await two.watch(table, second)
            await until(lambda: live.online == (0, 1))
            acting = live.table.to_act
            assert acting is not None
            worker = two if acting == 0 else one  # not the worker where that person is connected
            await command(worker, acting, table, wire.Act("k", live.table.ply, acting, "play"))
            await until(lambda: live.table.ply == other.table.ply == 3)
            await two.unwatch(other, second)
            await until(lambda: live.online == (0,))

    run(story())


def test_a_move_made_while_another_worker_reads_the_table_is_not_missed(postgres_server: str) -> None:
    from serving import new_database

    database = new_database(postgres_server)

    async def story() -> None:
        clock, heard = Hands(), list[Any]()
        async with hub(database, clock) as one, hub(database, clock) as two:
            live = await one.create(opened(human(0), human(1)))
            table, acting = live.table.id, live.table.to_act
            assert acting is not None
            read = two.backend.read

            async def read_slowly(script: Any) -> Any:
                found = await read(script)
                if live.table.ply == 2:
                    await command(one, acting, table, wire.Act("k", 2, acting, "play"))
                    await until(lambda: any(notice is not None and notice.table == table for notice in heard))
                return found

            def hear(notice: Any) -> None:
                heard.append(notice)
                two._heard(notice)

            two.backend.read = read_slowly  # type: ignore[method-assign]
            two.backend.listen(hear)
            assert (await two.live(table)).table.ply == live.table.ply == 3

    run(story())


def test_a_worker_that_missed_notices_catches_up(postgres_server: str) -> None:
    from serving import new_database

    database = new_database(postgres_server)

    async def story() -> None:
        clock = Hands()
        async with hub(database, clock) as one, hub(database, clock) as two:
            live = await one.create(opened(human(0), human(1)))
            table = live.table.id
            other = await two.live(table)
            two.backend.listen(lambda _notice: None)  # the line is cut
            acting = live.table.to_act
            assert acting is not None
            ply = live.table.ply
            await command(one, acting, table, wire.Act("k", ply, acting, "play"))
            stale = await command(two, acting, table, wire.Act("l", ply, acting, "play"))
            assert (stale.code, stale.ply) == ("stale", ply + 1)
            again = await command(two, acting, table, wire.Act("k", ply, acting, "play"))
            assert again == wire.Done("k", ply + 1, again=True)
            await command(one, 0, table, wire.Say("m", 0, "hello"))
            assert (await two.seen(table, ply + 2)).table.ply == ply + 2
            await command(one, 0, table, wire.Say("n", 0, "hello"))
            assert other.table.ply == ply + 2
            # Whoever has seen a newer frame elsewhere is not told that it does not exist.
            future = await command(two, acting, table, wire.Act("o", ply + 3, acting, "nonsense"))
            assert (
                future.words
                == "'nonsense' is not an action: an action begins with " + future.words.partition("with ")[2]
            )
            assert future.ply == ply + 3

    run(story())


def test_much_chat_at_another_worker_keeps_nobody_from_moving(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database(postgres_server)

    async def story() -> None:
        said = 0
        async with hub(database, Hands()) as one, hub(database, Hands()) as two:
            live = await one.create(opened(human(0), human(1)))
            table, acting, ply = live.table.id, live.table.to_act, live.table.ply
            assert acting is not None
            store_it = one._store

            async def store_late(*given: Any) -> None:
                nonlocal said
                if said < 20:  # each time that somebody wants to store a move, the other has said something before
                    said += 1
                    message = wire.Say(f"s{said}", 1 - acting, "wait")
                    assert isinstance(await command(two, 1 - acting, table, message), wire.Done)
                await store_it(*given)

            monkeypatch.setattr(one, "_store", store_late)
            answer = await command(one, acting, table, wire.Act("k", ply, acting, "play"))
            assert isinstance(answer, wire.Done), answer
            assert len(await entries(one, table)) == ply + 21

    run(story())


def test_a_command_that_was_stored_although_the_answer_was_lost_is_not_repeated(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with hub(database, Hands()) as worker:
            live = await worker.create(opened(human(0), human(1)))
            acting, ply = live.table.to_act, live.table.ply
            assert acting is not None
            write = worker.backend.write

            async def lose(script: Any) -> Any:
                await write(script)
                monkeypatch.undo()
                raise store.Unavailable("the line was cut")

            monkeypatch.setattr(worker.backend, "write", lose)
            answer = await command(worker, acting, live.table.id, wire.Act("k", ply, acting, "play"))
            assert (answer.key, answer.ply) == ("k", ply + 1)
            assert len(await entries(worker, live.table.id)) == ply + 1

    run(story())
