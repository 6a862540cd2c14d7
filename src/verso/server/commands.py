"""What the command line does with a server: serve, back up, restore, export and delete a player."""

from __future__ import annotations

import asyncio
import dataclasses
import gzip
import json
import os
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import apsw
import msgspec

from verso.core.record import InvalidRecord, Record
from verso.play import wire
from verso.play.entry import Edited, Entry, Opened, Said, Sat, decode_entry, encode_entry
from verso.play.show import seat_infos
from verso.play.table import Table
from verso.server import records, store
from verso.server.services import open_backend
from verso.server.settings import Settings
from verso.server.store import Backend

T = TypeVar("T")
_FORMAT = 1


class CommandError(Exception):
    """Why a command could not be carried out, in a sentence."""


def serve(settings: Settings) -> None:
    """Serve until asked to stop. Several workers share the port; each is a process of its own."""
    import uvicorn

    from verso.server.app import create_app, set_up_process
    from verso.server.transport import OPTIONS

    set_up_process(settings.log_level)
    options = OPTIONS | {"host": settings.host, "port": settings.port}
    if settings.workers == 1:
        uvicorn.run(create_app(settings), **options)
        return
    os.environ.update(to_environment(settings))
    uvicorn.run("verso.server.app:from_environment", factory=True, workers=settings.workers, **options)


def open_database(settings: Settings) -> None:
    """See that a file can be served from, before a server is started on it; one that is not there is made."""

    async def nothing(_: Backend) -> None:
        pass

    if not settings.is_postgres:
        _with_backend(settings, nothing, makes_it=True)


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the settings as variables for another process."""
    variables = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        variables[f"VERSO_{field.name.upper()}"] = ",".join(value) if isinstance(value, tuple) else str(value)
    return variables


def _with_backend(
    settings: Settings, work: Callable[[Backend], Coroutine[Any, Any, T]], *, makes_it: bool = False
) -> T:
    """Do something with the database, which must be there already unless this makes it."""
    if not (makes_it or settings.is_postgres or Path(settings.database).exists()):
        raise CommandError(f"there is no database {settings.database}")

    async def whole() -> T:
        backend = open_backend(settings)
        await backend.open()
        try:
            return await work(backend)
        finally:
            await backend.close()

    try:
        return asyncio.run(whole())
    except (apsw.CantOpenError, apsw.NotADBError) as error:
        raise CommandError(f"{settings.database} cannot be used as a database: {error}") from None


# --- backups


def backup(settings: Settings, file: Path) -> int:
    """Write everything that is kept, as of one moment, to a new file; return how many rows. Works while serving.

    The file is the same whichever the database, so it also moves a server from SQLite to PostgreSQL. It holds the
    secrets of unfinished games: keep it as safe as the database.
    """

    async def work(backend: Backend) -> int:
        with gzip.open(file, "xt", encoding="utf-8") as out:
            out.write(json.dumps({"verso-backup": _FORMAT, "schema": len(store.MIGRATIONS)}) + "\n")

            def put(table: str, row: store.Row) -> None:
                values = [value.decode() if isinstance(value, bytes) else value for value in row]
                out.write(json.dumps([table, values], ensure_ascii=False) + "\n")

            count = await backend.read(lambda: store.dump(put))
            out.write(json.dumps({"rows": count}) + "\n")
        return count

    if file.exists():
        raise CommandError(f"{file} exists already")
    previous = os.umask(0o077)  # not for other users of the machine
    try:
        return _with_backend(settings, work)
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    finally:
        os.umask(previous)


def restore(settings: Settings, file: Path) -> int:
    """Fill an empty database from a backup; return how many rows. All or nothing."""
    version, rows = _read_backup(file)

    async def work(backend: Backend) -> int:
        def fill() -> store.Script[int]:
            if not (yield from store.is_empty()):
                raise CommandError("the database is not empty: restore into a new one")
            yield from store.put_rows(rows, backend.dialect, version)
            return len(rows)

        return await backend.write(fill)

    return _with_backend(settings, work, makes_it=True)


_BLOBS = {("entries", "body"), ("tables", "summary"), ("records", "summary")}


def _read_backup(file: Path) -> tuple[int, list[tuple[str, store.Row]]]:
    """Read a whole backup, or refuse it with the reason; return the version of its schema and its rows."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head, *body, tail = [json.loads(line) for line in lines]
    except (OSError, EOFError, ValueError) as error:
        raise CommandError(f"{file} cannot be read as a backup: {error}") from None
    if not isinstance(head, dict) or head.get("verso-backup") != _FORMAT:
        raise CommandError(f"{file} is not a backup of this format")
    version: Any = head.get("schema")
    if version not in range(1, len(store.MIGRATIONS) + 1):
        raise CommandError(f"{file} was made with schema {version}, this program knows 1 to {len(store.MIGRATIONS)}")
    if tail != {"rows": len(body)}:
        raise CommandError(f"{file} is not complete")
    try:
        return version, [_read_row(version, *each) for each in body]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise CommandError(f"{file} is damaged: {error}") from None


def _read_row(version: int, table: str, values: list[Any]) -> tuple[str, store.Row]:
    pairs = zip(store.KEPT[table], values, strict=version == len(store.MIGRATIONS))
    return table, tuple(value.encode() if (table, name) in _BLOBS else value for name, value in pairs)


# --- one player


def export_player(settings: Settings, identity: str) -> dict[str, Any]:
    """Return everything that is kept about somebody: name, tables, own messages, finished games."""

    async def work(backend: Backend) -> dict[str, Any]:
        found = await _known(backend, identity)
        document: dict[str, Any] = {"id": found.id, "name": found.name, "language": found.language}
        document["created"] = await backend.read(lambda: store.created(identity))
        document["tables"], document["records"] = [], []
        for thing in await backend.read(lambda: store.things_of(identity)):
            bodies = await backend.read(lambda thing=thing: store.entries(thing))  # type: ignore[misc]
            if bodies:
                document["tables"].append(_own_part([decode_entry(body) for body in bodies], identity))
            record = await backend.read(lambda thing=thing: store.record(thing))  # type: ignore[misc]
            if record is not None:
                document["records"].append({"id": thing, "text": record[0]})
        return document

    return _with_backend(settings, work)


def _own_part(entries: list[Entry], identity: str) -> dict[str, Any]:
    """Return what a table's log says about one person; nothing of the others, and no hidden cards."""
    table = Table(entries)
    said = [
        {"at": entry.at, "text": entry.event.text}
        for entry in entries
        if isinstance(entry.event, Said) and entry.by == identity
    ]
    return {
        "id": table.id,
        "game": table.opened.game,
        "state": table.state,
        "seats": table.seats_of(identity),
        "said": said,
    }


def delete_player(settings: Settings, identity: str) -> int:
    """Forget somebody: identity, tokens, name and messages. Games stay playable for the others.

    Returns how many tables and records were changed. Works while serving: each log ends with an entry that says it was
    changed, so a server that has the table in memory cannot add to it before it has read it anew, which it also does by
    itself within seconds; and it hangs up on whoever has a token that is no more.
    """

    async def work(backend: Backend) -> int:
        await _known(backend, identity)
        things = await backend.read(lambda: store.things_of(identity))
        stranger = "p_gone_" + secrets.token_urlsafe(6)
        for thing in things:
            await backend.write(lambda thing=thing: _forget(thing, identity, stranger))  # type: ignore[misc]
        await backend.write(lambda: store.drop_identity(identity))
        return len(things)

    return _with_backend(settings, work)


async def _known(backend: Backend, identity: str) -> store.Identity:
    found = await backend.read(lambda: store.find_identity(identity))
    if found is None:
        raise CommandError(f"nobody has the identity {identity!r}")
    return found


_NOBODY = "–"


def _forget(thing: str, identity: str, stranger: str) -> store.Script[None]:
    """Take somebody's name, messages and identity out of one table and its record."""
    seats: list[int] = []
    bodies = yield from store.entries(thing)
    if bodies:
        table = Table([decode_entry(body) for body in bodies])
        seats = table.seats_of(identity)
        entries = [_without(entry, identity, stranger) for entry in table.entries]
        entries.append(Entry(table.ply + 1, entries[-1].at, Edited()))
        yield from store.replace_entries(thing, [encode_entry(entry) for entry in entries[:-1]])
        yield from store.add_entry(thing, entries[-1])
        after = Table(entries)
        summary = wire.TableSummary(
            table=after.id,
            game=after.opened.game,
            ruleset=after.opened.ruleset,
            state=after.state,
            seats=seat_infos(after, "en"),
            clock=after.opened.clock,
            changed=entries[-1].at,
        )
        yield from store.replace_table(thing, after.opened.host, wire.encode(summary), summary.changed)
    found = yield from store.record(thing)
    if found is not None:
        yield from _forget_record(thing, found, seats)


def _without(entry: Entry, identity: str, stranger: str) -> Entry:
    event = entry.event
    if isinstance(event, Opened):
        seats = [
            msgspec.structs.replace(seat, who=stranger, name=_NOBODY) if seat.who == identity else seat
            for seat in event.seats
        ]
        host = stranger if event.host == identity else event.host
        event = msgspec.structs.replace(event, seats=seats, host=host)
    if entry.by != identity:
        return msgspec.structs.replace(entry, event=event)
    if isinstance(event, Sat):
        event = Sat(event.seat, _NOBODY)
    if isinstance(event, Said):
        event = Said(event.seat, "…")
    return msgspec.structs.replace(entry, event=event, by=stranger)


def _forget_record(thing: str, found: tuple[str, bytes], seats: list[int]) -> store.Script[None]:
    text, body = found
    summary = msgspec.json.decode(body, type=wire.RecordSummary)
    record = Record.from_text(text)
    names = [_NOBODY if number in seats else name for number, name in enumerate(records.names_of(record))]
    remarks = {**record.remarks, "names": wire.encode(names).decode()}
    changed = dataclasses.replace(record, remarks=remarks)
    yield from store.replace_record(records.row(thing, changed, False, summary.finished))


def read_record(file: Path) -> Record:
    """Read a record from a file, or say what is wrong with it."""
    try:
        return Record.from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, InvalidRecord) as error:
        raise CommandError(f"{file}: {error}") from None
