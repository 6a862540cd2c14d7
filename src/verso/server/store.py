"""What is kept: logs of tables, records, identities. One set of scripts for both databases.

Every operation is a script: a generator that yields SQL statements, gets their rows back and returns a result. A
backend runs a script in one transaction that is durable before the result is told. SQL is written for both, with
`$1` for arguments. Secrets that open something (tokens, codes) are stored as hashes only.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from verso.play.entry import Entry, encode_entry
from verso.play.names import look_alike

Row: TypeAlias = tuple[Any, ...]
T = TypeVar("T")
log = logging.getLogger("verso.server")


@dataclasses.dataclass(frozen=True)
class Notice:
    """Tells the other workers, once the transaction is durable, that something about a table has changed."""

    table: str
    about: str
    entry: str | None = None
    """The entry itself, where it is a single one and short."""


FAR_AWAY = 1 << 53
"""A time at which nothing opens anything any more."""
TOKEN = "-"
"""In the place of a table: the notice is about a token, which is no more."""
BLOCKS = "+"
"""In the place of a table: the notice is about somebody who blocks others than before."""
Statement: TypeAlias = tuple[str, Sequence[Any]]
Script: TypeAlias = Generator[Statement | Notice, list[Row], T]


class Conflict(Exception):  # noqa: N818 - not a failure: somebody else was first
    """The log has gone on: another worker has appended first."""


class CodeUsed(Exception):  # noqa: N818
    """The single-use code is not valid, or not any more."""


class Unknown(Exception):  # noqa: N818
    """The identity is not known, or not any more."""


class Unusable(ValueError):  # noqa: N818
    """The database cannot be served from, and will not be by itself; the message says why, in a sentence."""


class Unavailable(Exception):  # noqa: N818
    """The database does not answer; whether the last transaction happened is not known."""

    say = "unavailable"
    """What players are told, as the catalogues name it."""
    words = "the database does not answer: try again"


class Full(Unavailable):
    """There is no room for what should be stored, and so it is not."""

    say = "full"
    words = "the server has no room left on its disk: nothing was changed; try again later"


class Health:
    """Tells the host when what should be stored cannot be, and when it can be again; not at each attempt."""

    def __init__(self) -> None:
        self.reason: str | None = None

    def failed(self, error: Exception) -> None:
        reason = str(error) or type(error).__name__
        if self.reason != reason:
            log.error("the database cannot be written to", extra={"fields": {"reason": reason}})
        self.reason = reason

    def worked(self) -> None:
        if self.reason is not None:
            log.warning("the database can be written to again")
        self.reason = None


@dataclasses.dataclass(frozen=True)
class Dialect:
    """Where the two databases differ: the type of bytes, and a summary as text and as a document."""

    blob: str
    text: str
    document: str


SQLITE = Dialect("blob", "cast(summary as text)", "cast(summary as text)")
POSTGRES = Dialect("bytea", "convert_from(summary, 'UTF8')", "convert_from(summary, 'UTF8')::jsonb")


class Backend(Protocol):
    """Runs scripts, each in one transaction."""

    shared: bool
    """Whether other workers use the same database."""
    dialect: Dialect
    health: Health

    async def open(self) -> None:
        """Begin, with the newest schema; raises Unusable. One that serves waits for a database that is not there yet,
        and is the only one that serves where the database is not shared.
        """

    async def check(self) -> None:
        """Look through everything that is kept, as far as the database itself does not; raises Unusable."""

    async def close(self) -> None: ...

    async def write(self, script: Callable[[], Script[T]]) -> T: ...

    def append(self, table: str, entry: Entry) -> asyncio.Future[None]:
        """Append one entry to a log, together with whatever others append now; raises Conflict if its ply is taken."""

    async def read(self, script: Callable[[], Script[T]]) -> T: ...

    async def erase(self) -> None:
        """Rewrite what is kept, so that the bytes of deleted and replaced rows are in none of its files."""

    def listen(self, heard: Callable[[Notice | None], None]) -> None:
        """Call back with every notice of other workers, and with None when some may have been missed."""


MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """create table entries (
            table_id text not null, ply bigint not null, body {blob} not null, primary key (table_id, ply))""",
        """create table tables (
            id text primary key, state text not null, listed integer not null, changed bigint not null,
            due bigint, host text not null, summary {blob} not null)""",
        "create index tables_listed on tables (listed, state, changed)",
        "create index tables_due on tables (due)",
        "create index tables_host on tables (host)",
        "create table players (identity text not null, id text not null, primary key (identity, id))",
        "create index players_id on players (id)",
        """create table records (
            id text primary key, listed integer not null, finished bigint not null, text text not null,
            summary {blob} not null)""",
        "create index records_listed on records (listed, finished)",
        """create table identities (
            id text primary key, name text not null, language text not null, created bigint not null)""",
        """create table tokens (
            hash text primary key, identity text not null, created bigint not null, expires bigint not null)""",
        "create index tokens_identity on tokens (identity)",
        """create table codes (
            hash text primary key, purpose text not null, subject text not null, seat integer,
            expires bigint not null)""",
        "create index codes_subject on codes (subject)",
        """create table presence (
            table_id text not null, identity text not null, worker text not null, expires bigint not null,
            primary key (table_id, identity, worker))""",
        """create table claims (
            table_id text primary key, ply bigint not null, worker text not null, expires bigint not null)""",
    ),
    (
        "alter table tables add column game text not null default ''",
        "alter table tables add column free integer not null default 0",
        """update tables set game = {document} ->> 'game',
            free = case when state = 'open' and {text} like '%"kind":"open"%' then 1 else 0 end""",
        "create index tables_by_game on tables (listed, game, changed)",
    ),
    (
        "alter table records add column imported integer not null default 0",
        "update records set imported = 1 where id not in (select table_id from entries where ply = 1)",
        "alter table tables add column address text not null default ''",
        "alter table tables add column played integer not null default 0",
        "update tables set played = 1 where state <> 'open'",
        "create index tables_by_address on tables (address)",
    ),
    (
        "alter table identities add column address text not null default ''",
        "create index identities_address on identities (address)",
        "create table names (shape text primary key, identity text not null, taken bigint not null)",
        "create index names_identity on names (identity)",
    ),
    (
        """create table blocks (
            id text primary key, identity text not null, other text not null, name text not null,
            since bigint not null)""",
        "create unique index blocks_once on blocks (identity, other)",
        "create index blocks_other on blocks (other)",
        """create table reports (
            id text primary key, at bigint not null, reporter text not null, reported text not null,
            table_id text not null, kind text not null, words text not null, name text not null,
            address text not null)""",
        "create unique index reports_once on reports (reporter, reported, table_id)",
        "create index reports_reported on reports (reported)",
        "create index reports_at on reports (at)",
    ),
    (
        """create table passkeys (
            id text primary key, identity text not null, credential text not null, public_key text not null,
            uses bigint not null, place text not null, created bigint not null, used bigint)""",
        "create unique index passkeys_credential on passkeys (credential)",
        "create index passkeys_identity on passkeys (identity)",
    ),
    (
        "create table own_keys (name text primary key, private text not null, public text not null)",
        """create table pushes (
            id text primary key, identity text not null, token text not null, endpoint text not null,
            p256dh text not null, auth text not null, language text not null, created bigint not null)""",
        "create unique index pushes_endpoint on pushes (endpoint)",
        "create index pushes_identity on pushes (identity)",
        "create index pushes_token on pushes (token)",
    ),
    ("create table reviews (id text primary key, body {blob} not null)",),
    ("alter table players add column sits integer not null default 1",),
)
NAMES_HELD = 4
"""The version since which names are held for those who carry them."""


def migrate(dialect: Dialect, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> Script[int]:
    """Bring the database to the newest version; return the version it had."""
    yield "create table if not exists verso_schema (version integer not null)", ()
    rows = yield "select version from verso_schema", ()
    version = int(rows[0][0]) if rows else 0
    if not rows:
        yield "insert into verso_schema (version) values (0)", ()
    if version > len(migrations):
        raise Unusable(f"the database has version {version}; this program knows {len(migrations)}: update Verso")
    for statements in migrations[version:]:
        for statement in statements:
            yield statement.format(**dataclasses.asdict(dialect)), ()
    if version < NAMES_HELD <= len(migrations):
        yield from hold_known_names()
    yield "update verso_schema set version = $1", (len(migrations),)
    return version


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# --- tables


@dataclasses.dataclass(frozen=True)
class TableRow:
    """What lists need to know of a table, kept beside its log."""

    id: str
    state: str
    listed: bool
    changed: int
    due: int | None
    host: str
    summary: bytes
    players: tuple[str, ...]
    """Whose table it is now; those who left it before the game stay known, to be found when they are deleted."""
    game: str = ""
    free: int = 0
    """How many seats anybody may take."""
    address: str = ""
    """Where it was set up from, as a hash; forgotten when the table leaves the lists."""
    played: bool = False


@dataclasses.dataclass(frozen=True)
class RecordRow:
    id: str
    listed: bool
    finished: int
    text: str
    summary: bytes
    imported: bool = False
    """Whether somebody brought it, instead of having played it here."""


@dataclasses.dataclass(frozen=True)
class Write:
    """Entries to append to one log, with everything that must become true at the same moment."""

    row: TableRow
    entries: Sequence[Entry]
    record: RecordRow | None = None
    code: str | None = None
    """A single-use code that this uses up."""
    newcomer: str | None = None
    """An identity that comes to the table by this, and must be known."""


def append(*writes: Write, now: int = 0) -> Script[None]:
    """Append to logs, all or nothing. Raises Conflict if any of the plies is taken."""
    for write in writes:
        for entry in write.entries:
            yield from add_entry(write.row.id, entry)
        if write.code is not None:
            yield from use_code("seat", write.code, now)
        if write.newcomer is not None and (yield from find_identity(write.newcomer)) is None:
            raise Unknown(write.newcomer)
        yield from _put_table(write.row)
        if write.record is not None:
            yield from put_record(write.record, ())
        yield Notice(write.row.id, str(write.entries[-1].ply))


def close_for_good(table: str, entry: Entry) -> Script[None]:
    """Delete a table and everything of it, but for the entry that says so to other workers. Raises Conflict.

    Its plies stay taken: a worker that has not heard yet must not add to what is gone.
    """
    yield from add_entry(table, entry)
    yield "update entries set body = $3 where table_id = $1 and ply < $2", (table, entry.ply, b"")
    yield "delete from tables where id = $1", (table,)
    yield "delete from codes where purpose = 'seat' and subject = $1", (table,)
    yield from drop_record(table)
    yield Notice(table, str(entry.ply))


def add_entry(table: str, entry: Entry) -> Script[None]:
    rows = yield (
        "insert into entries (table_id, ply, body) values ($1, $2, $3) on conflict do nothing returning ply",
        (table, entry.ply, encode_entry(entry)),
    )
    if not rows:
        raise Conflict(table)


def _put_table(row: TableRow) -> Script[None]:
    yield (
        """insert into tables (id, state, listed, changed, due, host, summary, game, free, address, played)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (id) do update set state = excluded.state, changed = excluded.changed, due = excluded.due,
        summary = excluded.summary, free = excluded.free, played = excluded.played,
        address = case when excluded.state = 'over' then '' else tables.address end""",
        (
            *(row.id, row.state, int(row.listed), row.changed, row.due, row.host, row.summary, row.game, row.free),
            *(row.address, int(row.played)),
        ),
    )
    if row.players:
        places = ", ".join(f"${number}" for number in range(2, len(row.players) + 2))
        yield f"update players set sits = 0 where id = $1 and identity not in ({places})", (row.id, *row.players)
    for identity in row.players:
        yield (
            "insert into players (identity, id) values ($1, $2) on conflict (identity, id) do update set sits = 1",
            (identity, row.id),
        )


def entries(table: str, since: int = 0) -> Script[list[bytes]]:
    rows = yield "select body from entries where table_id = $1 and ply > $2 order by ply", (table, since)
    return [bytes(row[0]) for row in rows]


def is_there(table: str) -> Script[bool]:
    """Whether a table has not been deleted."""
    return bool((yield "select 1 from tables where id = $1", (table,)))


def due_tables(now: int, most: int = 50) -> Script[list[str]]:
    """Return tables on which something should have happened by now, whoever was to see to it."""
    rows = yield "select id from tables where due <= $1 order by due limit $2", (now, most)
    return [row[0] for row in rows]


def set_due(table: str, due: int | None) -> Script[None]:
    yield "update tables set due = $2 where id = $1", (table, due)


class Place(NamedTuple):
    """Where a page of a list begins, newest first: after the one with this time and name."""

    time: int
    name: str = ""


def listed_tables(
    after: Place, most: int, game: str | None = None, free: bool = False, viewer: str = ""
) -> Script[list[bytes]]:
    """Return listed tables, newest first: of one game if given, and only those with a seat to take if `free`.

    Those of hosts who block the viewer, or whom the viewer blocks, are left out.
    """
    where = "listed = 1 and state <> 'over' and (changed < $1 or (changed = $1 and id < $2))"
    if free:
        where += " and free > 0"
    if game:
        where += " and game = $5"
    where += """ and not exists (select 1 from blocks
        where (identity = $4 and other = tables.host) or (other = $4 and identity = tables.host))"""
    rows = yield (
        f"select summary from tables where {where} order by changed desc, id desc limit $3",
        (*after, most, viewer, game) if game else (*after, most, viewer),
    )
    return [bytes(row[0]) for row in rows]


def tables_of(identity: str, most: int) -> Script[list[bytes]]:
    rows = yield (
        """select summary from tables join players on players.id = tables.id
        where players.identity = $1 and sits = 1 and state <> 'over' order by changed desc limit $2""",
        (identity, most),
    )
    return [bytes(row[0]) for row in rows]


class TableCounts(NamedTuple):
    """How many tables are open or being played: a host's, those set up from an address, and all."""

    mine: int
    from_here: int
    every: int


def count_tables(host: str, address: str) -> Script[TableCounts]:
    mine = yield "select count(*) from tables where state <> 'over' and host = $1", (host,)
    from_here = yield "select count(*) from tables where state <> 'over' and address = $1", (address,)
    every = yield "select count(*) from tables where state <> 'over'", ()
    return TableCounts(int(mine[0][0]), int(from_here[0][0]), int(every[0][0]))


def end_deserted(before: int, unplayed_before: int, abandoned_ms: int, now: int = FAR_AWAY) -> Script[None]:
    """Take tables that nobody has touched for long out of the lists. Whoever plays on brings theirs back.

    Where nothing has been played, that is sooner, unless somebody is invited there whose invitation still opens a seat
    `now`. A game that goes on is due once more, so long after its last move.
    """
    yield (
        """update tables set state = 'over', due = case when state = 'playing' then changed + $3 end, address = ''
        where state <> 'over' and (changed < $1 or (played = 0 and changed < $2 and not exists
        (select 1 from codes where purpose = 'seat' and subject = tables.id and expires > $4)))""",
        (before, unplayed_before, abandoned_ms, now),
    )


# --- records


def put_record(row: RecordRow, players: Sequence[str]) -> Script[None]:
    """Keep a finished game, for these identities, which must be known."""
    for identity in players:
        if (yield from find_identity(identity)) is None:  # asked first: what is undone can leave its bytes, too
            raise Unknown(identity)
    yield (
        """insert into records (id, listed, finished, text, summary, imported) values ($1, $2, $3, $4, $5, $6)
        on conflict do nothing""",
        (row.id, int(row.listed), row.finished, row.text, row.summary, int(row.imported)),
    )
    for identity in players:
        yield "insert into players (identity, id) values ($1, $2) on conflict do nothing", (identity, row.id)


def record(identity: str) -> Script[RecordRow | None]:
    rows = yield "select id, listed, finished, text, summary, imported from records where id = $1", (identity,)
    if not rows:
        return None
    name, listed, finished, text, summary, imported = rows[0]
    return RecordRow(name, bool(listed), int(finished), as_text(text), as_bytes(summary), bool(imported))


def as_text(value: Any) -> str:
    """Return what should be text. SQLite keeps whatever was put there: bytes too, if a row is damaged."""
    return value if isinstance(value, str) else bytes(value).decode(errors="replace")


def as_bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


class ListedRecord(NamedTuple):
    """A line of a list of records."""

    id: str
    finished: int
    summary: bytes
    imported: bool


def listed_records(after: Place, most: int) -> Script[list[ListedRecord]]:
    rows = yield (
        """select id, finished, summary, imported from records
        where listed = 1 and (finished < $1 or (finished = $1 and id < $2))
        order by finished desc, id desc limit $3""",
        (*after, most),
    )
    return [ListedRecord(row[0], row[1], as_bytes(row[2]), bool(row[3])) for row in rows]


def records_of(identity: str, after: Place, most: int) -> Script[list[ListedRecord]]:
    rows = yield (
        """select records.id, finished, summary, imported from records join players on players.id = records.id
        where players.identity = $4 and sits = 1 and (finished < $1 or (finished = $1 and records.id < $2))
        order by finished desc, records.id desc limit $3""",
        (*after, most, identity),
    )
    return [ListedRecord(row[0], row[1], as_bytes(row[2]), bool(row[3])) for row in rows]


# --- reviews


def review(record: str) -> Script[bytes | None]:
    """Return what is kept of a review."""
    rows = yield "select body from reviews where id = $1", (record,)
    return as_bytes(rows[0][0]) if rows else None


def put_review(record: str, body: bytes) -> Script[None]:
    """Keep a review for as long as what it is about: a record, or a table that was abandoned."""
    yield (
        """insert into reviews (id, body) select $1, $2
        where exists (select 1 from records where id = $1) or exists (select 1 from tables where id = $1)
        on conflict (id) do update set body = excluded.body""",
        (record, body),
    )


# --- identities


@dataclasses.dataclass(frozen=True)
class Identity:
    id: str
    name: str
    language: str


def add_identity(identity: Identity, token: str, now: int, expires: int, address: str = "") -> Script[None]:
    """Make somebody known; the address they come from is given as a hash."""
    yield (
        "insert into identities (id, name, language, created, address) values ($1, $2, $3, $4, $5)",
        (identity.id, identity.name, identity.language, now, address),
    )
    yield from add_token(identity.id, token, now, expires)


def add_token(identity: str, token: str, now: int, expires: int) -> Script[None]:
    yield (
        "insert into tokens (hash, identity, created, expires) values ($1, $2, $3, $4)",
        (hashed(token), identity, now, expires),
    )


def find_token(token: str, now: int) -> Script[Identity | None]:
    rows = yield (
        """select identities.id, name, language from identities join tokens on tokens.identity = identities.id
        where hash = $1 and expires > $2""",
        (hashed(token), now),
    )
    return Identity(*rows[0]) if rows else None


def find_identity(identity: str) -> Script[Identity | None]:
    rows = yield "select id, name, language from identities where id = $1", (identity,)
    return Identity(*rows[0]) if rows else None


def change_identity(identity: Identity) -> Script[None]:
    yield (
        "update identities set name = $2, language = $3 where id = $1",
        (identity.id, identity.name, identity.language),
    )


def hold_known_names() -> Script[None]:
    """Let everybody of an earlier version hold their name; where several look alike, the first who came."""
    rows = yield "select id, name, created from identities order by created, id", ()
    for identity, name, created in rows:
        yield (
            "insert into names (shape, identity, taken) values ($1, $2, $3) on conflict do nothing",
            (look_alike(as_text(name)), identity, created),
        )


def drop_token(token: str) -> Script[None]:
    yield "delete from tokens where hash = $1", (hashed(token),)
    yield "delete from pushes where token = $1", (hashed(token),)
    yield Notice(TOKEN, hashed(token))


def good_tokens(hashes: Sequence[str], now: int) -> Script[set[str]]:
    """Return those of some tokens, given and returned as hashes, that still open something."""
    places = ", ".join(f"${number}" for number in range(2, len(hashes) + 2))
    rows = yield f"select hash from tokens where expires > $1 and hash in ({places})", (now, *hashes)
    return {row[0] for row in rows}


def forget_expired(before: int) -> Script[None]:
    """Delete what opens nothing any more."""
    yield "delete from tokens where expires < $1", (before,)
    yield "delete from codes where expires < $1", (before,)
    yield "delete from pushes where token not in (select hash from tokens)", ()


def forget_addresses(before: int) -> Script[None]:
    """Forget where those came from who came before a time."""
    yield "update identities set address = '' where address <> '' and created < $1", (before,)


def add_code(purpose: str, subject: str, seat: int | None, code: str, expires: int) -> Script[None]:
    """Keep a code for one use. It replaces an earlier one for the same seat or person; raises Unknown for nobody's."""
    if purpose == "device" and (yield from find_identity(subject)) is None:
        raise Unknown(subject)
    if seat is None:
        yield "delete from codes where purpose = $1 and subject = $2", (purpose, subject)
    else:
        yield "delete from codes where purpose = $1 and subject = $2 and seat = $3", (purpose, subject, seat)
    yield (
        "insert into codes (hash, purpose, subject, seat, expires) values ($1, $2, $3, $4, $5)",
        (hashed(code), purpose, subject, seat, expires),
    )


def find_code(purpose: str, code: str, now: int) -> Script[tuple[str, int | None] | None]:
    rows = yield (
        "select subject, seat from codes where hash = $1 and purpose = $2 and expires > $3",
        (hashed(code), purpose, now),
    )
    return (rows[0][0], rows[0][1]) if rows else None


def use_code(purpose: str, code: str, now: int) -> Script[str]:
    """Use a code up and return what it is for; raises CodeUsed."""
    rows = yield (
        "delete from codes where hash = $1 and purpose = $2 and expires > $3 returning subject",
        (hashed(code), purpose, now),
    )
    if not rows:
        raise CodeUsed
    return str(rows[0][0])


# --- everything about one player


def things_of(identity: str) -> Script[dict[str, bool]]:
    """Return the tables and records that somebody has to do with, and whether these are their own: not if they left."""
    rows = yield "select id, sits from players where identity = $1 order by id", (identity,)
    return {row[0]: bool(row[1]) for row in rows}


def created(identity: str) -> Script[int]:
    rows = yield "select created from identities where id = $1", (identity,)
    return int(rows[0][0])


def rewrite_entries(table: str, change: Callable[[bytes], bytes]) -> Script[None]:
    """Put other texts in the place of a log's entries."""
    rows = yield "select ply, body from entries where table_id = $1", (table,)
    for ply, body in rows:
        yield "update entries set body = $3 where table_id = $1 and ply = $2", (table, ply, change(bytes(body)))


def replace_table(table: str, host: str, summary: bytes, changed: int) -> Script[None]:
    """Change what lists know of a table, and make it due, so that whichever worker has it in memory reads it anew."""
    yield (
        "update tables set host = $2, summary = $3, changed = $4, due = 0, address = '' where id = $1",
        (table, host, summary, changed),
    )


def close_table(table: str, host: str, stranger: str) -> Script[None]:
    """Take a table that cannot be read out of all lists, with what they showed of it, and somebody as its host."""
    yield "update tables set state = 'over', due = null, summary = $2 where id = $1", (table, b"{}")
    yield "update tables set host = $3 where id = $1 and host = $2", (table, host, stranger)


def replace_record(row: RecordRow) -> Script[None]:
    yield "update records set text = $2, summary = $3 where id = $1", (row.id, row.text, row.summary)


def drop_record(record: str) -> Script[None]:
    yield "delete from records where id = $1", (record,)
    yield "delete from reviews where id = $1", (record,)
    yield "delete from players where id = $1", (record,)


def drop_identity(identity: str) -> Script[None]:
    for statement in (
        "delete from identities where id = $1",
        "delete from tokens where identity = $1",
        "delete from codes where subject = $1",
        "delete from players where identity = $1",
        "delete from presence where identity = $1",
        "delete from names where identity = $1",
        "delete from passkeys where identity = $1",
        "delete from pushes where identity = $1",
        "delete from blocks where identity = $1 or other = $1",
        "delete from reports where reporter = $1 or reported = $1",
    ):
        yield statement, (identity,)


# --- backups

KEPT: dict[str, tuple[str, ...]] = {
    "entries": ("table_id", "ply", "body"),
    "tables": ("id", "state", "listed", "changed", "due", "host", "summary", "game", "free", "address", "played"),
    "players": ("identity", "id", "sits"),
    "records": ("id", "listed", "finished", "text", "summary", "imported"),
    "identities": ("id", "name", "language", "created", "address"),
    "tokens": ("hash", "identity", "created", "expires"),
    "codes": ("hash", "purpose", "subject", "seat", "expires"),
    "names": ("shape", "identity", "taken"),
    "blocks": ("id", "identity", "other", "name", "since"),
    "own_keys": ("name", "private", "public"),
    "pushes": ("id", "identity", "token", "endpoint", "p256dh", "auth", "language", "created"),
    "passkeys": ("id", "identity", "credential", "public_key", "uses", "place", "created", "used"),
    "reports": ("id", "at", "reporter", "reported", "table_id", "kind", "words", "name", "address"),
}
"""What a backup holds: each table with its columns, those of the primary key first, new ones last."""
_NO_TABLE = "-"
_KEYS = {"entries": 2, "players": 2}
_PAGE = 1_000


def dump(put: Callable[[str, Row], None]) -> Script[int]:
    """Put every row of one moment; return how many there are."""
    count = 0
    for table, columns in KEPT.items():
        keys = ", ".join(columns[: _KEYS.get(table, 1)])
        last: Row | None = None
        while True:
            places = ", ".join(f"${number}" for number in range(1, _KEYS.get(table, 1) + 1))
            after = f"where ({keys}) > ({places})" if last is not None else ""
            sql = f"select {', '.join(columns)} from {table} {after} order by {keys} limit {_PAGE}"
            rows = yield sql, () if last is None else last[: _KEYS.get(table, 1)]
            for row in rows:
                put(table, row)
            count += len(rows)
            if len(rows) < _PAGE:
                break
            last = rows[-1]
    return count


def is_empty() -> Script[bool]:
    rows = yield "select (select count(*) from entries) + (select count(*) from identities)", ()
    return bool(rows[0][0] == 0)


def put_rows(rows: Sequence[tuple[str, Row]], dialect: Dialect, version: int = len(MIGRATIONS)) -> Script[None]:
    """Put rows of a backup back. Those of an older version get what later migrations would have made of them."""
    yield "delete from own_keys", ()  # the only thing that an empty database has; those of the backup are known outside
    for table, values in rows:
        columns = KEPT[table][: len(values)]
        places = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
        yield f"insert into {table} ({', '.join(columns)}) values ({places})", values
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            if statement.startswith("update "):
                yield statement.format(**dataclasses.asdict(dialect)), ()
    if version < NAMES_HELD:
        yield from hold_known_names()


# --- workers


def claim(table: str, ply: int, worker: str, now: int, expires: int) -> Script[bool]:
    """Claim the bot's move at a ply, unless another worker has and its claim still holds."""
    rows = yield (
        """insert into claims (table_id, ply, worker, expires) values ($1, $2, $3, $4)
        on conflict (table_id) do update set ply = excluded.ply, worker = excluded.worker, expires = excluded.expires
        where claims.expires <= $5 or claims.ply < excluded.ply or claims.worker = excluded.worker
        returning worker""",
        (table, ply, worker, expires, now),
    )
    return bool(rows)


def set_presence(moved: Mapping[tuple[str, str], bool], worker: str, expires: int) -> Script[None]:
    """Note who is connected to which table at a worker, and who is not any more."""
    for (table, identity), is_here in sorted(moved.items()):
        if is_here:
            yield (
                """insert into presence (table_id, identity, worker, expires) values ($1, $2, $3, $4)
                on conflict (table_id, identity, worker) do update set expires = excluded.expires""",
                (table, identity, worker, expires),
            )
        else:
            yield (
                "delete from presence where table_id = $1 and identity = $2 and worker = $3",
                (table, identity, worker),
            )
    for table in sorted({table for table, _ in moved}):
        yield Notice(table, "presence")


def leave(worker: str) -> Script[None]:
    """Forget whoever was connected at a worker that closes, and tell the others."""
    rows = yield "delete from presence where worker = $1 returning table_id", (worker,)
    for table in sorted({row[0] for row in rows}):
        yield Notice(table, "presence")


def keep_presence(worker: str, now: int, expires: int) -> Script[None]:
    yield "update presence set expires = $2 where worker = $1", (worker, expires)
    yield "delete from presence where expires < $1", (now,)


def present(table: str, worker: str, now: int) -> Script[set[str]]:
    """Return who is connected to a table at other workers."""
    rows = yield (
        "select identity from presence where table_id = $1 and worker <> $2 and expires > $3",
        (table, worker, now),
    )
    return {row[0] for row in rows}


def try_to_write(size: int) -> Script[None]:
    """Write something and take it away again, so that it fails if anything would: one can read from a full disk."""
    yield (
        """insert into claims (table_id, ply, worker, expires) values ($1, 0, $2, 0)
        on conflict (table_id) do update set worker = excluded.worker""",
        (_NO_TABLE, "0" * size),
    )
    yield "delete from claims where table_id = $1", (_NO_TABLE,)
