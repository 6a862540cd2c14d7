"""What the command line does with a server: serve, back up, restore, export and delete a player."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import functools
import gzip
import json
import os
import secrets
import socket
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from verso.core.record import InvalidRecord, Record
from verso.play import wire
from verso.play.entry import Edited, Entry, Opened, Said, Sat, decode_entry, encode_entry
from verso.play.show import seat_infos
from verso.play.table import Table
from verso.server import people, records, store
from verso.server.services import open_backend
from verso.server.settings import Settings
from verso.server.store import Backend

T = TypeVar("T")
_FORMAT = 1
_BACKLOG = 2_048


class CommandError(Exception):
    """Why a command could not be carried out, in a sentence."""


def serve(settings: Settings, announce: Callable[[int], None] = lambda _port: None) -> None:
    """Serve until asked to stop. Several workers share the port; each is a process of its own.

    Raises CommandError if that cannot be, or cannot go on. `announce` is called with the port once the database can be
    used and the port is ours.
    """
    from verso.server.app import set_up_process

    set_up_process(settings.log_level)
    _with_backend(settings, lambda backend: backend.check(), makes_it=True, serves=True)
    sockets = _listen(settings.host, settings.port)
    announce(sockets[0].getsockname()[1])
    with contextlib.suppress(KeyboardInterrupt):
        ended_well = _serve_alone(settings, sockets) if settings.workers == 1 else _serve_together(settings, sockets)
        if not ended_well:
            raise CommandError("the server could not start: its log says why")


def _serve_alone(settings: Settings, sockets: list[socket.socket]) -> bool:
    import uvicorn

    from verso.server.app import create_app
    from verso.server.transport import options

    server = uvicorn.Server(uvicorn.Config(create_app(settings), **options(settings)))
    try:
        server.run(sockets)
    except SystemExit:  # what it says has been logged
        return False
    return server.started


def _serve_together(settings: Settings, sockets: list[socket.socket]) -> bool:
    import uvicorn
    from uvicorn.config import STARTUP_FAILURE

    from verso.server.supervision import Workers
    from verso.server.transport import options

    os.environ.update(to_environment(settings))
    chosen = options(settings) | {"factory": True, "workers": settings.workers}
    workers = Workers(uvicorn.Config("verso.server.app:from_environment", **chosen), sockets)
    workers.run()
    return all(process.exitcode != STARTUP_FAILURE for process in workers.processes)


def _listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at every address of a host that this machine has."""
    sockets: list[socket.socket] = []
    found = OSError("it has no address")
    try:
        for family, *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
            try:
                sockets.append(socket.create_server(address, family=family, backlog=_BACKLOG))
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                found = error
        if not sockets:
            raise found
    except OSError as error:
        for each in sockets:
            each.close()
        raise CommandError(f"{host}:{port} cannot be listened on: {error.strerror or error}") from None
    return sockets


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the settings as variables for another process."""
    variables = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        variables[f"VERSO_{field.name.upper()}"] = ",".join(value) if isinstance(value, tuple) else str(value)
    return variables


def _with_backend(
    settings: Settings,
    work: Callable[[Backend], Coroutine[Any, Any, T]],
    *,
    makes_it: bool = False,
    serves: bool = False,
) -> T:
    """Do something with the database, which must be there already unless this makes it."""
    if not (makes_it or settings.is_postgres or Path(settings.database).exists()):
        raise CommandError(f"there is no database {settings.database}")

    async def whole() -> T:
        backend = open_backend(settings, serves=serves)
        await backend.open()
        try:
            return await work(backend)
        finally:
            await backend.close()

    try:
        return asyncio.run(whole())
    except store.Unusable as error:
        raise CommandError(str(error)) from None
    except store.Unavailable as error:
        raise CommandError(f"the database does not answer: {error}") from None


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
        document["name_held"] = await backend.read(lambda: people.held_since(identity))
        blocks = await backend.read(lambda: people.blocks_of(identity))
        made = await backend.read(lambda: people.reports(identity))
        document["blocks"] = [{"name": each.name, "since": each.since} for each in blocks]
        document["reports"] = [_own_report(each) for each in made]
        passkeys = await backend.read(lambda: people.passkeys_of(identity))
        document["passkeys"] = [dataclasses.asdict(each) for each in passkeys]
        devices = await backend.read(lambda: people.pushes_of(identity, 0))
        document["devices"] = [each._asdict() for each in devices]
        document["tables"], document["records"] = [], []
        things = await backend.read(lambda: store.things_of(identity))
        for thing, is_theirs in things.items():
            bodies = await backend.read(lambda thing=thing: store.entries(thing))  # type: ignore[misc]
            if bodies:
                document["tables"].append(_own_part(thing, bodies, identity))
            record = await backend.read(lambda thing=thing: store.record(thing))  # type: ignore[misc]
            if record is not None and is_theirs:
                document["records"].append({"id": thing, "text": record.text})
        return document

    return _with_backend(settings, work)


def _own_report(report: people.Report) -> dict[str, Any]:
    names = ("at", "table", "kind", "words", "name")
    return {name: getattr(report, name) for name in names}


def reports(settings: Settings) -> list[dict[str, Any]]:
    """Return what players have reported, newest first, with what the reported one said at that table."""

    async def work(backend: Backend) -> list[dict[str, Any]]:
        found = []
        for report in await backend.read(people.reports):
            bodies = await backend.read(lambda table=report.table: store.entries(table))  # type: ignore[misc]
            said = _own_part(report.table, bodies, report.reported).get("said", [])
            found.append(dataclasses.asdict(report) | {"said": said})
        return found

    return _with_backend(settings, work)


def _own_part(thing: str, bodies: list[bytes], identity: str) -> dict[str, Any]:
    """Return what a table's log says about one person; nothing of the others, and no hidden cards."""
    try:
        table = Table([decode_entry(body) for body in bodies])
    except Exception as error:  # a game that is not installed any more, a damaged line: the rest is told all the same
        return {"id": thing, "unreadable": f"{type(error).__name__}: {error}"}
    said = [
        {"at": entry.at, "text": entry.event.text}
        for entry in table.entries
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
    itself within seconds; and it hangs up on whoever has a token that is no more. In the end the database is rewritten,
    so that nothing of it is left between what is kept.
    """

    async def work(backend: Backend) -> int:
        try:
            await _known(backend, identity)
        except CommandError:
            await backend.erase()  # what was interrupted after the last row is finished by doing it again
            raise
        stranger, done = "p_gone_" + secrets.token_urlsafe(6), set[str]()
        for thing in await backend.read(lambda: store.things_of(identity)):
            await _write_anew(backend, functools.partial(_forget, thing, identity, stranger))
            done.add(thing)
        done |= await _write_anew(backend, lambda: _forget_the_rest(identity, stranger, done))
        await backend.erase()
        return len(done)

    return _with_backend(settings, work)


async def _write_anew(backend: Backend, script: Callable[[], store.Script[T]]) -> T:
    """Write; if somebody has added to a log after it was read, nothing was written, and all is read and done again."""
    while True:
        with contextlib.suppress(store.Conflict):
            return await backend.write(script)


async def _known(backend: Backend, identity: str) -> store.Identity:
    found = await backend.read(lambda: store.find_identity(identity))
    if found is None:
        raise CommandError(f"nobody has the identity {identity!r}")
    return found


_NOBODY = "–"


def _forget(thing: str, identity: str, stranger: str) -> store.Script[None]:
    """Take somebody's name, messages and identity out of one table and its record, also where they cannot be read."""
    seats: Collection[int] = ()
    bodies = yield from store.entries(thing)
    if bodies:
        yield from store.rewrite_entries(thing, lambda body: _without_in(body, identity, stranger))
        try:
            table = Table([decode_entry(body) for body in bodies])
        except Exception:  # whatever the reason: nobody stays because a table cannot be played any more
            yield from store.close_table(thing, identity, stranger)
        else:
            seats = table.seats_of(identity)
            yield from _list_anew(thing, table.ply + 1)
    kept = yield from store.record(thing)
    if kept is not None and not bodies:  # imported: nobody else has a part in it
        yield from store.drop_record(thing)
    elif kept is not None:
        yield from store.replace_record(records.without_names(kept, seats, _NOBODY))


def _forget_the_rest(identity: str, stranger: str, done: set[str]) -> store.Script[set[str]]:
    """Forget somebody where they have come to meanwhile, which is returned, and then who they are."""
    new = {thing for thing in (yield from store.things_of(identity)) if thing not in done}
    for thing in sorted(new):
        yield from _forget(thing, identity, stranger)
    yield from store.drop_identity(identity)
    return new


def _list_anew(thing: str, ply: int) -> store.Script[None]:
    """Say at the end of a log that it was changed, and tell lists what it says now."""
    entries = [decode_entry(body) for body in (yield from store.entries(thing))]
    entries.append(Entry(ply, entries[-1].at, Edited()))
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
        own_cards=bool(after.opened.cards),
    )
    yield from store.replace_table(thing, after.opened.host, wire.encode(summary), summary.changed)


def _without_in(body: bytes, identity: str, stranger: str) -> bytes:
    """Return a line of a log without somebody; one that cannot be read and names them is emptied."""
    try:
        return encode_entry(_without(decode_entry(body), identity, stranger))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return b"{}" if identity.encode() in body else body


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


def read_record(file: Path) -> Record:
    """Read a record from a file, or say what is wrong with it."""
    try:
        return Record.from_text(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, InvalidRecord) as error:
        raise CommandError(f"{file}: {error}") from None
