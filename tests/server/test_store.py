"""Both databases keep the same promises: nothing told before it is durable, nothing half done, migrations that hold."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import apsw
import pytest

from serving import PATIENCE
from tables import QUICK_CARDS, human
from verso.play.entry import Closed, Entry, Opened, Said, encode_entry
from verso.server import store
from verso.server.services import open_backend
from verso.server.settings import Settings
from verso.server.store import Conflict, Identity, TableRow, Write


def run(database: str, story: Any) -> Any:
    async def whole() -> Any:
        backend = open_backend(Settings(database=database))
        await backend.open()
        try:
            return await asyncio.wait_for(story(backend), PATIENCE)
        finally:
            await backend.close()

    return asyncio.run(whole())


def opening(table: str) -> Entry:
    return Entry(1, 5, Opened(table, "p", "flip-city", "standard", {}, [human(0)], "00" * 32, cards=QUICK_CARDS), "p")


def write(table: str, *entries: Entry, code: str | None = None) -> Write:
    return Write(TableRow(table, "open", False, 5, None, "p", b"{}", ("p",)), entries, None, code)


def said(ply: int, text: str) -> Entry:
    return Entry(ply, 5, Said(0, text), "p")


def test_a_ply_is_taken_once(database: str) -> None:
    async def story(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"))))
        tries = [backend.write(lambda n=n: store.append(write("a", said(2, str(n))))) for n in range(20)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 19
        assert len(await backend.read(lambda: store.entries("a"))) == 2

    run(database, story)


def test_appends_that_are_stored_together_fail_alone(database: str) -> None:
    async def story(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"))))
        wanted = [("a", 1), ("a", 2), ("b", 1), ("a", 2), ("c", 1), *(("d", ply) for ply in range(1, 260))]
        jobs = [backend.append(table, said(ply, f"{table} {ply}")) for table, ply in wanted]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        failed = [pair for pair, result in zip(wanted, results, strict=True) if isinstance(result, Conflict)]
        assert failed == [("a", 1), ("a", 2)]
        assert all(result is None or isinstance(result, Conflict) for result in results)
        for table, count in (("a", 2), ("b", 1), ("c", 1), ("d", 259)):
            assert len(await backend.read(lambda table=table: store.entries(table))) == count
        assert await backend.read(lambda: store.entries("a", 1)) == [encode_entry(said(2, "a 2"))]

    run(database, story)


def test_nothing_is_added_to_a_table_that_is_deleted_by_whoever_has_not_heard_of_it(database: str) -> None:
    async def story(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"), said(2, "private"), said(3, "private"))))
        closed = Entry(4, 5, Closed())
        await backend.write(lambda: store.close_for_good("a", closed))
        with pytest.raises(Conflict):
            await backend.append("a", said(2, "late"))
        with pytest.raises(Conflict):
            await backend.write(lambda: store.append(write("a", said(3, "late"))))
        *gone, last = await backend.read(lambda: store.entries("a"))
        assert (b"".join(gone), last) == (b"", encode_entry(closed))
        assert await backend.read(lambda: store.tables_of("p", 9)) == []

    run(database, story)


def test_several_logs_change_together_or_not_at_all(database: str) -> None:
    async def story(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"))))
        with pytest.raises(Conflict):
            await backend.write(lambda: store.append(write("b", opening("b")), write("a", said(1, "x"))))
        assert await backend.read(lambda: store.entries("b")) == []
        with pytest.raises(store.CodeUsed):
            await backend.write(lambda: store.append(write("a", said(2, "x"), code="nothing")))
        assert len(await backend.read(lambda: store.entries("a"))) == 1

    run(database, story)


def test_one_failed_write_does_not_harm_those_committed_with_it(database: str) -> None:
    async def story(backend: Any) -> None:
        writes = [backend.write(lambda n=n: store.append(write(f"t{n % 5}", opening(f"t{n % 5}")))) for n in range(10)]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert sum(result is None for result in results) == 5
        for number in range(5):
            assert len(await backend.read(lambda n=number: store.entries(f"t{n}"))) == 1

    run(database, story)


def test_secrets_that_open_something_are_stored_as_hashes(database: str) -> None:
    async def story(backend: Any) -> list[Any]:
        identity = Identity("p_1", "Ana", "en")
        await backend.write(lambda: store.add_identity(identity, "TOKEN" * 9, 1, 100))
        await backend.write(lambda: store.add_code("device", "p_1", None, "CODE" * 5, 100))
        assert await backend.read(lambda: store.find_token("TOKEN" * 9, 50)) == identity
        assert await backend.read(lambda: store.find_token("TOKEN" * 9, 100)) is None
        assert await backend.read(lambda: store.find_token(store.hashed("TOKEN" * 9), 50)) is None

        def dump() -> store.Script[list[Any]]:
            tokens = yield "select * from tokens", ()
            codes = yield "select * from codes", ()
            return tokens + codes

        kept: list[Any] = await backend.read(dump)
        return kept

    kept = run(database, story)
    assert len(kept) == 2
    assert "TOKEN" not in str(kept)
    assert "CODE" not in str(kept)


def test_a_claim_holds_until_it_runs_out_or_the_game_goes_on(database: str) -> None:
    async def story(backend: Any) -> None:
        async def claim(worker: str, ply: int, now: int) -> bool:
            return bool(await backend.write(lambda: store.claim("t", ply, worker, now, now + 100)))

        assert await claim("one", 5, 0)
        assert await claim("one", 5, 1)
        assert not await claim("two", 5, 50)
        assert await claim("two", 6, 50)
        assert not await claim("one", 5, 60)
        assert await claim("one", 6, 151)

    run(database, story)


def test_migrations_upgrade_and_keep_what_was_there(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fill(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"))))

    run(database, fill)
    more = (*store.MIGRATIONS, ("alter table identities add column colour text not null default 'red'",))
    monkeypatch.setattr(store, "MIGRATIONS", more)
    migrate = store.migrate
    monkeypatch.setattr(store, "migrate", lambda dialect: migrate(dialect, more))

    async def look(backend: Any) -> None:
        await backend.write(lambda: store.add_identity(Identity("p", "Ana", "en"), "t", 1, 2))

        def colour() -> store.Script[Any]:
            rows = yield "select colour from identities", ()
            return rows[0][0]

        assert await backend.read(colour) == "red"
        assert await backend.read(lambda: store.entries("a")) == [encode_entry(opening("a"))]

    run(database, look)
    run(database, fill_nothing)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="update Verso"):
        run(database, fill_nothing)


def test_a_database_of_the_first_schema_is_brought_up_to_date(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, migrate = store.MIGRATIONS[:1], store.migrate
    summary = b'{"game":"flip-city","seats":[{"kind":"human"},{"kind":"open"}]}'

    async def fill(backend: Any) -> None:
        def put() -> store.Script[None]:
            for name, state, text in (
                ("a", "open", summary),
                ("b", "playing", summary),
                ("c", "open", b'{"game":"x"}'),
            ):
                yield (
                    "insert into tables (id, state, listed, changed, host, summary) values ($1, $2, 1, 5, 'p', $3)",
                    (name, state, text),
                )

        await backend.write(put)

    with monkeypatch.context() as patched:
        patched.setattr(store, "migrate", lambda dialect: migrate(dialect, first))
        run(database, fill)

    async def look(backend: Any) -> list[int]:
        filters: list[dict[str, Any]] = [{}, {"game": "flip-city"}, {"free": True}, {"game": "x", "free": True}]
        return [
            len(await backend.read(lambda each=each: store.listed_tables(store.Place(9), 9, **each)))
            for each in filters
        ]

    assert run(database, look) == [3, 2, 1, 0]


def test_records_that_came_from_no_table_are_known_as_imported(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    second, migrate = store.MIGRATIONS[:2], store.migrate

    async def fill(backend: Any) -> None:
        def put() -> store.Script[None]:
            yield from store.add_entry("played", opening("played"))
            for name in ("played", "brought"):
                yield "insert into records (id, listed, finished, text, summary) values ($1, 1, 5, '', $2)", (name, b"")

        await backend.write(put)

    with monkeypatch.context() as patched:
        patched.setattr(store, "migrate", lambda dialect: migrate(dialect, second))
        run(database, fill)

    async def look(backend: Any) -> dict[str, bool]:
        rows = await backend.read(lambda: store.listed_records(store.Place(9), 9))
        return {row.id: row.imported for row in rows}

    assert run(database, look) == {"played": False, "brought": True}


async def fill_nothing(_backend: Any) -> None:
    return


def test_a_deserted_table_leaves_the_lists(database: str) -> None:
    async def story(backend: Any) -> None:
        await backend.write(lambda: store.append(write("a", opening("a"))))
        assert await backend.read(lambda: store.count_tables("p", "here")) == (1, 0, 1)
        await backend.write(lambda: store.end_deserted(5, 5, 1))
        assert await backend.read(lambda: store.count_tables("p", "here")) == (1, 0, 1)
        await backend.write(lambda: store.end_deserted(6, 6, 1))
        assert await backend.read(lambda: store.count_tables("p", "here")) == (0, 0, 0)

    run(database, story)


def test_a_table_to_which_somebody_is_invited_stays_as_long_as_the_invitation(database: str) -> None:
    async def story(backend: Any) -> None:
        for name in ("a", "b"):
            await backend.write(lambda name=name: store.append(write(name, opening(name))))
        await backend.write(lambda: store.add_code("seat", "a", 1, "a code", 100))
        await backend.write(lambda: store.end_deserted(0, 6, 1, 99))
        assert await open_tables(backend) == {"a"}
        await backend.write(lambda: store.end_deserted(0, 6, 1, 100))
        assert await open_tables(backend) == set()

    async def open_tables(backend: Any) -> set[str]:
        rows = await backend.read(lambda: select())
        return {row[0] for row in rows}

    def select() -> store.Script[Any]:
        return (yield "select id from tables where state <> 'over'", ())

    run(database, story)


def test_a_table_at_which_nothing_was_played_leaves_the_lists_sooner(database: str) -> None:
    async def story(backend: Any) -> None:
        for name, played in (("a", False), ("b", True)):
            row = TableRow(name, "playing", False, 5, None, "p", b"{}", ("p",), address="here", played=played)
            await backend.write(lambda row=row: store.append(Write(row, [opening(row.id)])))
        await backend.write(lambda: store.end_deserted(0, 6, 1))
        assert await backend.read(lambda: store.count_tables("p", "here")) == (1, 1, 1)
        assert b"here" not in str(await backend.read(lambda: addresses("a"))).encode()

    def addresses(table: str) -> store.Script[Any]:
        return (yield "select address from tables where id = $1", (table,))

    run(database, story)


def shown_of(line: bytes | store.ListedRecord) -> str:
    return (line.summary if isinstance(line, store.ListedRecord) else line).decode()


def test_pages_of_a_list_hold_everything_once_even_of_one_moment(database: str) -> None:
    names = [f"{number:022}" for number in range(20)]

    async def story(backend: Any) -> None:
        await backend.write(lambda: store.add_identity(Identity("p", "Ana", "en"), "TOKEN" * 9, 1, 100))
        for number, name in enumerate(names):
            moment = 5 + number // 8  # eight of them at the same time
            shown = f"{moment} {name}".encode()
            row = TableRow(name, "open", True, moment, None, "p", shown, ("p",), game="flip-city", free=1)
            await backend.write(lambda row=row: store.append(Write(row, [opening(row.id)])))
            record = store.RecordRow(name, True, moment, "text", shown)
            await backend.write(lambda record=record: store.put_record(record, ["p"]))
        for script in (
            lambda place: store.listed_tables(place, 3),
            lambda place: store.listed_tables(place, 3, "flip-city", free=True),
            lambda place: store.listed_records(place, 3),
            lambda place: store.records_of("p", place, 3),
        ):
            seen, place = list[str](), store.Place(99)
            while page := await backend.read(lambda script=script, place=place: script(place)):
                moments, last = zip(*(shown_of(each).split(" ") for each in page), strict=True)
                seen += last
                place = store.Place(int(moments[-1]), last[-1])
            assert seen == names[::-1]

    run(database, story)


def test_sqlite_is_set_to_keep_what_it_says(tmp_path: Path) -> None:
    file = str(tmp_path / "verso.db")

    async def story(backend: Any) -> None:
        def ask() -> store.Script[Any]:
            synchronous = yield "pragma synchronous", ()
            journal = yield "pragma journal_mode", ()
            return synchronous[0][0], journal[0][0]

        assert await backend.write(ask) == (2, "wal")

    run(file, story)
    assert apsw.sqlite_lib_version() not in ("3.40.0", "3.40.1")
