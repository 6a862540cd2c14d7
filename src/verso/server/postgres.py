"""The database for several workers: PostgreSQL, whose NOTIFY wakes them. Only this module imports asyncpg."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import asyncpg

from verso.play.entry import Entry, encode_entry
from verso.server import store
from verso.server.store import Notice, Script

T = TypeVar("T")
_CHANNEL = "verso"
_MIGRATING = 0x76657273  # the advisory lock that keeps two workers from migrating at once
_RETRY_SECONDS = 0.5
_MOST_GROUPED = 200
_MOST_NOTIFIED = 7_000
"""A notice has less than 8,000 bytes; an entry that is longer is read by those who hear of it."""
_APPEND = f"""with new as (
    insert into entries (table_id, ply, body) select * from unnest($1::text[], $2::bigint[], $3::bytea[])
    on conflict do nothing returning table_id, ply, body)
select table_id, ply, pg_notify('{_CHANNEL}', table_id || ' ' || ply
    || case when octet_length(body) < {_MOST_NOTIFIED} then ' ' || convert_from(body, 'UTF8') else '' end) from new"""
log = logging.getLogger("verso.server")


class PostgresBackend:
    """Runs scripts on a pool of connections, and listens on one of its own."""

    shared = True
    dialect = store.POSTGRES

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool: Any = None
        self._heard: Callable[[Notice | None], None] = lambda _notice: None
        self._listener: asyncio.Task[None] | None = None
        self._appends: list[tuple[tuple[str, int, bytes], asyncio.Future[None]]] = []
        self._appending: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._pool = await asyncpg.create_pool(self.address, min_size=1, max_size=10, command_timeout=30)
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("select pg_advisory_xact_lock($1)", _MIGRATING)
                await _run(connection, store.migrate(self.dialect))
        except BaseException:
            await self._pool.close()
            raise
        listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(listening))
        await listening.wait()

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._pool is not None:
            await self._pool.close()

    def listen(self, heard: Callable[[Notice | None], None]) -> None:
        self._heard = heard

    async def write(self, script: Callable[[], Script[T]]) -> T:
        return await self._transact(script)

    async def read(self, script: Callable[[], Script[T]]) -> T:
        return await self._transact(script, isolation="repeatable_read", readonly=True)

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
            return [store.Unavailable(str(error))] * len(rows)
        stored, results = {(row[0], row[1]) for row in found}, list[Exception | None]()
        for table, ply, _ in rows:
            results.append(None if (table, ply) in stored else store.Conflict(table))
            stored.discard((table, ply))  # whoever else wanted the same ply comes too late
        return results

    async def _transact(self, script: Callable[[], Script[T]], **options: Any) -> T:
        try:
            async with self._pool.acquire() as connection, connection.transaction(**options):
                return await _run(connection, script())
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            raise store.Unavailable(str(error)) from error

    async def _listen(self, listening: asyncio.Event) -> None:
        """Keep one connection listening; whenever it had to be made anew, say that notices may be missing."""
        while True:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection = await asyncpg.connect(self.address)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _connection, lost=lost: lost.set())
                await connection.add_listener(_CHANNEL, self._hear)
                listening.set()
                self._heard(None)
                try:
                    await lost.wait()
                finally:
                    await connection.close()
            log.warning("listening connection lost")
            await asyncio.sleep(_RETRY_SECONDS)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        table, about, *entry = payload.split(" ", 2)
        self._heard(Notice(table, about, entry[0] if entry else None))


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
