"""The default database: one SQLite file, one thread that writes, many transactions in one durable commit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import apsw

from verso.core.locking import Locked, held
from verso.play.entry import Entry, encode_entry
from verso.server import store
from verso.server.store import Notice, Script

T = TypeVar("T")
_IN_MEMORY = ":memory:"
_MOST_GROUPED = 200
_MOST_ROWS = 50
_KEEP_SECONDS = 0.5
_APART_SECONDS = 0.005
"""While several jobs come at a time, commits begin this far apart: the more share one, the less each costs."""
_ERASE_SECONDS = 60
_LONG_LOG = 5_000
"""Pages in the write-ahead log, of 4 KiB each, after which it is begun anew."""


class SqliteBackend:
    """Runs scripts on a file. Writes queue for one thread, which commits whatever has gathered in one go."""

    shared = False
    dialect = store.SQLITE

    def __init__(self, file: str, *, serves: bool = False) -> None:
        self.file = file
        self._place = file if file == _IN_MEMORY else str(Path(file).resolve())
        """Where it is, whatever it is called: a file has one server, also where a link leads to it."""
        self._serves = serves
        self._lock = contextlib.ExitStack()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._reads: queue.SimpleQueue[_Run | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._written = threading.Event()
        self._closing = threading.Event()
        self._log_is_long = False
        self.health = store.Health()

    async def open(self) -> None:
        try:
            if self.file != _IN_MEMORY:
                self._make_file()
            await asyncio.to_thread(self._prepare)
        except (apsw.Error, OSError) as error:
            self._lock.close()
            raise store.Unusable(f"{self.file} cannot be used as a database: {_why(error)}") from None
        except BaseException:
            self._lock.close()
            raise
        self._threads = [
            threading.Thread(target=self._write_loop, name="verso-writer"),
            threading.Thread(target=self._read_loop, name="verso-reader"),
            threading.Thread(target=self._keep_loop, name="verso-keeper"),
        ]
        for thread in self._threads:
            thread.start()

    def _make_file(self) -> None:
        """Make the file if need be, for its owner only, and lock it if we serve. The lock is gone when we are."""
        file, lock = Path(self._place), Path(f"{self._place}-lock")
        file.parent.mkdir(parents=True, exist_ok=True)
        for path in (file.parent, file):
            if path.exists() and not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
                raise store.Unusable(f"{self.file if path == file else path} cannot be written to")
        for path in (file, lock) if self._serves else (file,):
            with contextlib.suppress(OSError):  # it is there already, or SQLite says better why it cannot be made
                os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if self._serves:
            try:
                self._lock.enter_context(held(lock))
            except Locked:
                raise store.Unusable(f"another server serves from {self.file} already") from None

    def _prepare(self) -> None:
        with contextlib.closing(self._connect()) as connection:
            names = {row[0] for row in connection.execute("select name from sqlite_schema where type = 'table'")}
            if names and "verso_schema" not in names:
                raise store.Unusable(f"{self.file} is the database of another program")
            connection.execute("pragma journal_mode = wal")
            connection.execute("begin immediate")  # waits for who writes; one that only reads at first could not
            _run(connection, store.migrate(self.dialect))
            connection.execute("commit")
            self._make_private()

    def _make_private(self) -> None:
        """Let nobody but the owner read the files, which hold secrets. Those made later get the mode of the first."""
        for name in (self._place, f"{self._place}-wal", f"{self._place}-shm"):
            with contextlib.suppress(OSError):  # it is not there, or somebody else's
                Path(name).chmod(0o600)

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(self._place)
        connection.set_busy_timeout(5_000)
        connection.execute("pragma synchronous = full")
        connection.execute("pragma secure_delete = on")
        return connection

    async def check(self) -> None:
        try:
            found = await asyncio.to_thread(self._faults)
        except apsw.Error as error:
            found = str(error)
        if found != "ok":
            raise store.Unusable(f"{self.file} is damaged: {' '.join(found.split())}")

    def _faults(self) -> str:
        with contextlib.closing(self._connect()) as connection:
            return str(next(connection.execute("pragma quick_check(1)"))[0])

    async def close(self) -> None:
        self._closing.set()
        self._written.set()
        for jobs in (self._jobs, self._reads):
            jobs.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)
        self._lock.close()

    def listen(self, heard: Callable[[Notice | None], None]) -> None:
        """Nobody else writes to the file."""

    async def write(self, script: Callable[[], Script[T]]) -> T:
        return await self._ask(self._jobs, script)

    async def read(self, script: Callable[[], Script[T]]) -> T:
        return await self._ask(self._reads, script)

    async def erase(self) -> None:
        await asyncio.to_thread(self._erase)

    def _erase(self) -> None:
        """Write the whole file anew, and empty the write-ahead log, while a server may be at work."""
        deadline = time.monotonic() + _ERASE_SECONDS
        with contextlib.closing(self._connect()) as connection:
            connection.set_busy_timeout(1_000 * _ERASE_SECONDS)
            try:
                connection.execute("vacuum")
                while not _empty_log(connection):
                    if time.monotonic() > deadline:
                        raise store.Unavailable("the write-ahead log is always in use")
                    time.sleep(_APART_SECONDS)
            except apsw.Error as error:
                raise _unavailable(error) from error

    def append(self, table: str, entry: Entry) -> asyncio.Future[None]:
        job = _Append((table, entry.ply, encode_entry(entry)))
        self._jobs.put(job)
        return job.future

    async def _ask(
        self, jobs: queue.SimpleQueue[_Run | None] | queue.SimpleQueue[_Job | None], script: Callable[[], Script[T]]
    ) -> T:
        job = _Run(script)
        jobs.put(job)
        return await job.future  # type: ignore[no-any-return]

    # --- the threads

    def _write_loop(self) -> None:
        connection = self._connect()
        connection.execute("pragma wal_autocheckpoint = 0")  # the keeper does it, while moves go on being stored
        open_for_more = True
        while open_for_more:
            jobs, open_for_more = self._gather()
            began = time.monotonic()
            if jobs:
                self._commit(connection, jobs)
                self._written.set()
            if self._log_is_long:
                self._log_is_long = False
                with contextlib.suppress(apsw.Error):
                    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
            if len(jobs) > 1:
                time.sleep(max(0.0, began + _APART_SECONDS - time.monotonic()))
        connection.close()

    def _keep_loop(self) -> None:
        """Copy the write-ahead log into the database now and then, without holding up those who write.

        They write on meanwhile, so it is never copied to its end. When it has become long, the writer copies the short
        rest itself and begins it anew.
        """
        connection = self._connect()
        while not self._closing.wait(_KEEP_SECONDS):
            self._written.wait()
            self._written.clear()
            with contextlib.suppress(apsw.Error):  # somebody else is at it; next time
                frames, _ = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                self._log_is_long = frames > _LONG_LOG
        connection.close()

    def _gather(self) -> tuple[list[_Job], bool]:
        """Wait for a job, then take all that have come meanwhile."""
        jobs: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            jobs.append(job)
            if len(jobs) == _MOST_GROUPED:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return jobs, True
        return jobs, False

    def _commit(self, connection: apsw.Connection, jobs: list[_Job]) -> None:
        """Run jobs, commit them together, and only then tell anybody."""
        try:
            if not append_at_once(connection, jobs):
                connection.execute("begin immediate")
                run_jobs(connection, jobs)
                connection.execute("commit")
        except (apsw.Error, store.Unavailable) as error:
            with contextlib.suppress(apsw.Error):
                connection.execute("rollback")
            failure = error if isinstance(error, store.Unavailable) else _unavailable(error)
            for job in jobs:
                job.fail(type(failure)(*failure.args))  # each is raised, and remembers where
            self.health.failed(failure)
        else:
            self._note_health(jobs)
        tell(jobs)

    def _note_health(self, jobs: Sequence[_Job]) -> None:
        """Each job may also have failed alone, in its part of the transaction."""
        for job in jobs:
            if isinstance(job.error, store.Unavailable):
                self.health.failed(job.error)
                return
        self.health.worked()

    def _read_loop(self) -> None:
        connection = self._connect()
        while (job := self._reads.get()) is not None:
            job.run(connection)
            tell([job])
        connection.close()


class _Job:
    """Something to be done by a thread, and the promise of its result to the event loop that asked."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def fail(self, error: Exception) -> None:
        self.error = error

    def settle(self) -> None:
        """Tell the result, and keep nothing: an error knows the job that met it, and the memory of both would stay."""
        future, error = self.future, self.error
        del self.future, self.error
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(self.result)
        del error


class _Run(_Job):
    """A script to be run."""

    def __init__(self, script: Callable[[], Script[Any]]) -> None:
        super().__init__()
        self.script = script

    def run(self, connection: apsw.Connection) -> None:
        try:
            with connection:  # a savepoint where a transaction is open
                self.result = _run(connection, self.script())
        except Exception as error:
            self.fail(_unavailable(error) if isinstance(error, apsw.Error) else error)


class _Append(_Job):
    """An entry for a log."""

    def __init__(self, row: tuple[str, int, bytes]) -> None:
        super().__init__()
        self.row = row


def _unavailable(error: apsw.Error) -> store.Unavailable:
    """Return the same as everybody knows it. What fails because of a full disk, such as a rollback, is no reason."""
    reason: BaseException | None = error
    while reason is not None:
        if isinstance(reason, apsw.FullError):
            return store.Full(str(reason))
        reason = reason.__context__
    return store.Unavailable(str(error))


def _why(error: Exception) -> str:
    if isinstance(error, apsw.ReadOnlyError):
        return "it cannot be written to"
    if isinstance(error, apsw.BusyError):
        return "another program is using it"
    return str(error)


def _empty_log(connection: apsw.Connection) -> bool:
    """Copy the write-ahead log into the database and cut it to nothing; False if somebody else is copying it."""
    try:
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        return False
    return True


def append_at_once(connection: apsw.Connection, jobs: Sequence[_Job]) -> bool:
    """Store jobs that are nothing but appends for good, in one statement; False if that cannot be, and nothing is done.

    A statement is a transaction of its own. Each one gives the interpreter's lock away and must wait for it again,
    which a busy server feels.
    """
    appends = [job for job in jobs if isinstance(job, _Append)]
    return len(appends) == len(jobs) <= _MOST_ROWS and _insert(connection, appends)


def _insert(connection: apsw.Connection, jobs: Sequence[_Append]) -> bool:
    """Insert the entries of all jobs in one statement, or none if a ply is taken."""
    places = ", ".join(["(?, ?, ?)"] * len(jobs))
    values = [value for job in jobs for value in job.row]
    try:
        connection.execute(f"insert into entries (table_id, ply, body) values {places}", values)
    except apsw.ConstraintError:
        return False
    return True


def _append(connection: apsw.Connection, jobs: Sequence[_Append]) -> None:
    """Insert the entries of all jobs in one statement; where a ply is taken, one by one."""
    if _insert(connection, jobs):
        return
    if len(jobs) == 1:
        jobs[0].fail(store.Conflict(jobs[0].row[0]))
        return
    for job in jobs:
        _append(connection, [job])


def run_jobs(connection: apsw.Connection, jobs: Sequence[_Job]) -> None:
    """Run jobs in the transaction that is open. Appends go first, in as few statements as can be."""
    appends = [job for job in jobs if isinstance(job, _Append)]
    for start in range(0, len(appends), _MOST_ROWS):
        _append(connection, appends[start : start + _MOST_ROWS])
    for job in jobs:
        if isinstance(job, _Run):
            job.run(connection)
            if job.error is not None and not connection.in_transaction:
                raise job.error  # a full disk undoes the whole transaction, not only the part of this job


def tell(jobs: Sequence[_Job]) -> None:
    """Let the event loop know the results of all jobs, waking it once."""

    def settle() -> None:
        for job in jobs:
            job.settle()

    with contextlib.suppress(RuntimeError):  # the loop has gone
        jobs[0].loop.call_soon_threadsafe(settle)


def _run(connection: apsw.Connection, script: Script[T]) -> T:
    rows: list[Any] = []
    try:
        step = next(script)
        while True:
            if isinstance(step, Notice):
                rows = []
            else:
                sql, values = step
                rows = _rows(connection, sql.replace("$", "?"), tuple(values))
            step = script.send(rows)
    except StopIteration as stop:
        return stop.value  # type: ignore[no-any-return]


def _rows(connection: apsw.Connection, sql: str, values: tuple[Any, ...]) -> list[Any]:
    try:
        return list(connection.execute(sql, values))
    except UnicodeDecodeError:  # SQLite keeps whatever was put there; whoever asks is told what can still be read
        return _damaged_rows(connection, sql, values)


def _damaged_rows(connection: apsw.Connection, sql: str, values: tuple[Any, ...]) -> list[Any]:
    """Return the rows of a query with signs of replacement where a text is none."""
    from apsw.ext import query_info

    count = len(query_info(connection, sql).description)
    names = [f"column{number}" for number in range(count)]
    parts = ", ".join(f"typeof({name}), iif(typeof({name}) = 'text', cast({name} as blob), {name})" for name in names)
    rows = connection.execute(f"with damaged ({', '.join(names)}) as ({sql}) select {parts} from damaged", values)
    return [
        tuple(
            value.decode(errors="replace") if kind == "text" else value
            for kind, value in zip(row[::2], row[1::2], strict=True)
        )
        for row in rows
    ]
