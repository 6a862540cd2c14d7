"""The database for several workers: PostgreSQL, whose NOTIFY wakes them. Only this module imports asyncpg."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import asyncpg

from verso.play.entry import Entry, encode_entry
from verso.server import store
from verso.server.store import Notice, Script

T = TypeVar("T")
_CHANNEL = "verso"
_MIGRATING = 0x76657273  # the advisory lock that keeps two workers from migrating at once
_RETRY_SECONDS = 0.5
_CLOSE_SECONDS = 5
WAIT_SECONDS = 60.0
"""So long a server that starts waits for the database."""
_ERASE_SECONDS = 3_600
_MOST_GROUPED = 200
_MOST_NOTIFIED = 7_000
"""A notice has less than 8,000 bytes; an entry that is longer is read by those who hear of it."""
_APPEND = f"""with new as (
    insert into entries (table_id, ply, body) select * from unnest($1::text[], $2::bigint[], $3::bytea[])
    on conflict do nothing returning table_id, ply, body)
select table_id, ply, pg_notify('{_CHANNEL}', table_id || ' ' || ply
    || case when octet_length(body) < {_MOST_NOTIFIED} then ' ' || convert_from(body, 'UTF8') else '' end) from new"""
_FOREIGN = """select 1 from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not exists (
        select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    having bool_and(relname <> 'verso_schema')"""
"""Finds a row where there are tables, other than those of extensions, and none of them is ours."""
_AWAY = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, TimeoutError)
"""What a database that goes away, is away or comes back makes the driver raise."""
_NOT_YET = (
    OSError,
    TimeoutError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.PostgresConnectionError,
    asyncpg.TooManyConnectionsError,
)
"""Of these, what may be over in a moment."""
log = logging.getLogger("verso.server")


class PostgresBackend:
    """Runs scripts on a pool of connections, and listens on one of its own."""

    shared = True
    dialect = store.POSTGRES

    def __init__(self, address: str, *, serves: bool = False) -> None:
        self.address = address
        self._serves = serves
        self._pool: Any = None
        self.health = store.Health()
        self._heard: Callable[[Notice | None], None] = lambda _notice: None
        self._listener: asyncio.Task[None] | None = None
        self._appends: list[tuple[tuple[str, int, bytes], asyncio.Future[None]]] = []
        self._appending: asyncio.Task[None] | None = None

    async def open(self) -> None:
        deadline = time.monotonic() + (WAIT_SECONDS if self._serves else 0)
        waited = False
        while True:
            try:
                await self._connect()
                break
            except _NOT_YET as error:
                if time.monotonic() >= deadline:
                    raise store.Unusable(f"PostgreSQL does not answer: {_why(error)}") from None
                if not waited:
                    log.warning("waiting for PostgreSQL", extra={"fields": {"reason": _why(error)}})
                waited = True
                await asyncio.sleep(_RETRY_SECONDS)
            except _AWAY as error:
                raise store.Unusable(f"the PostgreSQL database cannot be used: {_why(error)}") from None
        listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(listening))
        await listening.wait()

    async def check(self) -> None:
        """PostgreSQL sees to its own files."""

    async def _connect(self) -> None:
        """Connect, and bring the schema up to date."""
        # None are kept ready: the pool would try to, and log how each attempt failed, while the database is away.
        self._pool = await asyncpg.create_pool(self.address, min_size=0, max_size=10, command_timeout=30)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("select pg_advisory_xact_lock($1)", _MIGRATING)
                await _refuse_foreign(connection)
                await _run(connection, store.migrate(self.dialect))
        except BaseException:
            self._pool.terminate()
            raise

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), _CLOSE_SECONDS)
            except _AWAY:
                self._pool.terminate()

    def listen(self, heard: Callable[[Notice | None], None]) -> None:
        self._heard = heard

    async def write(self, script: Callable[[], Script[T]]) -> T:
        try:
            result = await self._transact(script)
        except store.Unavailable as error:
            self.health.failed(error)
            raise
        self.health.worked()
        return result

    async def read(self, script: Callable[[], Script[T]]) -> T:
        return await self._transact(script, isolation="repeatable_read", readonly=True)

    async def erase(self) -> None:
        # What a plain VACUUM frees stays in the pages until they are used again; a full one writes new files.
        with _away_is_unavailable():
            async with self._pool.acquire() as connection:
                for table in (*store.KEPT, "presence"):
                    await connection.execute(f"vacuum (full, analyze) {table}", timeout=_ERASE_SECONDS)

    def append(self, table: str, entry: Entry) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._appends.append(((table, entry.ply, encode_entry(entry)), future))
        if self._appending is None:
            self._appending = asyncio.create_task(self._append_all())
        return future

    async def _append_all(self) -> None:
        """Append whatever has gathered, in one statement that is its own transaction, until there is nothing more."""
        try:
            while self._appends:
                jobs, self._appends = self._appends[:_MOST_GROUPED], self._appends[_MOST_GROUPED:]
                results = await self._append_some([row for row, _ in jobs])
                for (_, future), failure in zip(jobs, results, strict=True):
                    if not future.done():
                        future.set_result(None) if failure is None else future.set_exception(failure)
        finally:
            self._appending = None

    async def _append_some(self, rows: Sequence[tuple[str, int, bytes]]) -> list[Exception | None]:
        """Append rows and return for each what went wrong with it, if anything."""
        try:
            found = await self._pool.fetch(_APPEND, *map(list, zip(*rows, strict=True)))
        except Exception as error:  # whatever it is, those who wait must hear of it
            failure = _unavailable(error)
            self.health.failed(failure)
            return [type(failure)(*failure.args) for _ in rows]  # each is raised, and remembers where
        self.health.worked()
        stored, results = {(row[0], row[1]) for row in found}, list[Exception | None]()
        for table, ply, _ in rows:
            results.append(None if (table, ply) in stored else store.Conflict(table))
            stored.discard((table, ply))  # whoever else wanted the same ply comes too late
        return results

    async def _transact(self, script: Callable[[], Script[T]], **options: Any) -> T:
        with _away_is_unavailable():
            async with self._pool.acquire() as connection, connection.transaction(**options):
                return await _run(connection, script())

    async def _listen(self, listening: asyncio.Event) -> None:
        """Keep one connection listening; whenever it had to be made anew, say that notices may be missing."""
        while True:
            with contextlib.suppress(*_AWAY):
                connection = await asyncpg.connect(self.address)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _connection, lost=lost: lost.set())
                try:
                    await connection.add_listener(_CHANNEL, self._hear)
                    listening.set()
                    self._heard(None)
                    await lost.wait()
                    log.warning("listening connection lost")
                finally:
                    await connection.close(timeout=_CLOSE_SECONDS)
            await asyncio.sleep(_RETRY_SECONDS)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        table, about, *entry = payload.split(" ", 2)
        self._heard(Notice(table, about, entry[0] if entry else None))


async def _refuse_foreign(connection: Any) -> None:
    if await connection.fetch(_FOREIGN):
        raise store.Unusable("the PostgreSQL database is that of another program")


@contextlib.contextmanager
def _away_is_unavailable() -> Iterator[None]:
    try:
        yield
    except _AWAY as error:
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> store.Unavailable:
    kind = store.Full if isinstance(error, asyncpg.DiskFullError) else store.Unavailable
    return kind(_why(error))


def _why(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


async def _run(connection: Any, script: Script[T]) -> T:
    rows: list[Any] = []
    try:
        step = next(script)
        while True:
            if isinstance(step, Notice):
                await connection.execute("select pg_notify($1, $2)", _CHANNEL, f"{step.table} {step.about}")
                rows = []
            else:
                sql, values = step
                rows = [tuple(row) for row in await connection.fetch(sql, *values)]
            step = script.send(rows)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]
