"""What is kept about people, as scripts for the store: names that are held, blocks, reports, passkeys, devices."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from verso.core.game import LANGUAGES
from verso.play.names import look_alike, others_like
from verso.play.table import words_for
from verso.server import store
from verso.server.store import Notice, Script

_DAY = 86_400_000
BOT_SHAPES = frozenset(
    look_alike(words_for(language)("bot", number=number)) for language in LANGUAGES for number in ("", *range(1, 7))
)
"""Names that bots have at tables: nobody is to be taken for one."""
NEW_MS = _DAY
"""A name that nobody has played under yet is held so long after it was taken."""


@dataclasses.dataclass(frozen=True)
class Holding:
    """How names are held now: from which time on somebody must have played, and how many from one address."""

    now: int
    days: int
    most: int

    @property
    def played_since(self) -> int:
        return self.now - self.days * _DAY


class NameHeld(Exception):  # noqa: N818 - an answer
    """A name is held by somebody else; one that is not is suggested."""

    def __init__(self, name: str, suggestion: str) -> None:
        super().__init__(name)
        self.name, self.suggestion = name, suggestion


def _holder(shape: str, identity: str, rules: Holding) -> Script[bool]:
    """Whether somebody else holds a name: they took it lately, or have played lately; bots hold theirs for ever."""
    rows = yield "select identity, taken from names where shape = $1 and identity <> $2", (shape, identity)
    if not rules.days:
        return False
    if not rows or shape in BOT_SHAPES:
        return shape in BOT_SHAPES
    other, taken = rows[0]
    if taken > rules.now - NEW_MS:
        return True
    rows = yield (
        """select 1 from players join tables on tables.id = players.id
        where players.identity = $1 and sits = 1 and played = 1 and changed > $2 limit 1""",
        (other, rules.played_since),
    )
    return bool(rows)


def check_name(name: str, identity: str, rules: Holding) -> Script[None]:
    """Raise NameHeld if a name is held by anybody else."""
    if not (yield from _holder(look_alike(name), identity, rules)):
        return
    is_bots = look_alike(name) in BOT_SHAPES  # with another number it would still be a bot's
    for other in others_like(words_for(LANGUAGES[0])("guest", number="") if is_bots else name):
        if not (yield from _holder(look_alike(other), identity, rules)):
            raise NameHeld(name, other)
    raise NameHeld(name, "")


def hold_name(name: str, identity: str, rules: Holding) -> Script[None]:
    """Let somebody who is known hold a name, and no other; raises NameHeld.

    From one address only so many are held: beyond that a name may be carried, but anybody else may carry it too.
    """
    if not rules.days:
        return
    yield from check_name(name, identity, rules)
    shape = look_alike(name)
    yield "delete from names where identity = $1 and shape <> $2", (identity, shape)
    rows = yield (
        """select count(*) from names join identities on identities.id = names.identity
        where address = (select address from identities where id = $1) and address <> '' and names.identity <> $1""",
        (identity,),
    )
    if rows[0][0] >= rules.most:
        return
    rows = yield (
        """insert into names (shape, identity, taken) values ($1, $2, $3)
        on conflict (shape) do update set identity = excluded.identity,
        taken = case when names.identity = excluded.identity then names.taken else excluded.taken end
        where names.identity = excluded.identity or names.taken <= $4 returning identity""",
        (shape, identity, rules.now, rules.now - NEW_MS),
    )
    if not rows:  # somebody has taken it in this moment, at another worker
        yield from check_name(name, identity, rules)


def holds_name(name: str, identity: str) -> Script[bool]:
    rows = yield "select 1 from names where shape = $1 and identity = $2", (look_alike(name), identity)
    return bool(rows)


def held_since(identity: str) -> Script[int | None]:
    """Return since when somebody holds their name; None if they do not."""
    rows = yield "select taken from names where identity = $1", (identity,)
    return int(rows[0][0]) if rows else None


# --- blocking

MOST_BLOCKS = 500
"""Others that one identity blocks."""


class TooMany(Exception):  # noqa: N818 - an answer
    """Somebody has done this often enough."""


class Block(NamedTuple):
    id: str
    name: str
    since: int


def block(blocked: Block, identity: str, other: str) -> Script[Block]:
    """Let somebody block another, called by their name at the time; raises TooMany. Once is enough."""
    rows = yield "select id, name, since from blocks where identity = $1 and other = $2", (identity, other)
    if rows:
        return Block(*rows[0])
    rows = yield "select count(*) from blocks where identity = $1", (identity,)
    if rows[0][0] >= MOST_BLOCKS:
        raise TooMany
    for each in (identity, other):
        if (yield from store.find_identity(each)) is None:
            raise store.Unknown(each)
    yield (
        """insert into blocks (id, identity, other, name, since) values ($1, $2, $3, $4, $5) on conflict do nothing""",
        (blocked.id, identity, other, blocked.name, blocked.since),
    )
    yield Notice(store.BLOCKS, identity)
    return blocked


def unblock(identity: str, *, block_id: str = "", other: str = "") -> Script[bool]:
    """Let somebody block another no more, given by the block or by who it is; False if they did not."""
    rows = yield (
        "delete from blocks where identity = $1 and (id = $2 or other = $3) returning id",
        (identity, block_id, other),
    )
    yield Notice(store.BLOCKS, identity)
    return bool(rows)


def blocks_of(identity: str) -> Script[list[Block]]:
    rows = yield "select id, name, since from blocks where identity = $1 order by since desc, id", (identity,)
    return [Block(*row) for row in rows]


def blocked_by(identity: str) -> Script[frozenset[str]]:
    """Return whom somebody blocks."""
    rows = yield "select other from blocks where identity = $1", (identity,)
    return frozenset(row[0] for row in rows)


def apart_from(identity: str) -> Script[frozenset[str]]:
    """Return whom somebody blocks, and who blocks them."""
    rows = yield "select identity from blocks where other = $1", (identity,)
    return (yield from blocked_by(identity)) | {row[0] for row in rows}


# --- reports


@dataclasses.dataclass(frozen=True)
class Report:
    """What somebody tells the host of the server about another player."""

    id: str
    at: int
    reporter: str
    reported: str
    table: str
    kind: str
    words: str
    name: str
    """What the reported player was called at the table."""


FROM_ONE_ADDRESS = 3
"""So many times as many reports as one identity may make in a day may come from one address."""


def report(made: Report, address: str, a_day: int) -> Script[None]:
    """Keep a report; it replaces an earlier one by the same about the same at the same table. Raises TooMany.

    Where it comes from is given as a hash, and forgotten after a day.
    """
    since = made.at - _DAY
    mine = yield "select count(*) from reports where reporter = $1 and at > $2", (made.reporter, since)
    here = yield "select count(*) from reports where address = $1 and at > $2", (address, since)
    if mine[0][0] >= a_day or here[0][0] >= FROM_ONE_ADDRESS * a_day:
        raise TooMany
    for each in (made.reporter, made.reported):
        if (yield from store.find_identity(each)) is None:
            raise store.Unknown(each)
    yield (
        """insert into reports (id, at, reporter, reported, table_id, kind, words, name, address)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (reporter, reported, table_id)
        do update set at = excluded.at, kind = excluded.kind, words = excluded.words""",
        (*dataclasses.astuple(made), address),
    )


def reports(reporter: str | None = None) -> Script[list[Report]]:
    """Return all reports, or those of one reporter, newest first."""
    where, values = ("where reporter = $1", (reporter,)) if reporter else ("", ())
    columns = "id, at, reporter, reported, table_id, kind, words, name"
    rows = yield f"select {columns} from reports {where} order by at desc, id", values
    return [Report(*row) for row in rows]


def forget_reports(before: int, now: int) -> Script[None]:
    """Forget reports from before a time, and after a day where the others came from."""
    yield "delete from reports where at < $1", (before,)
    yield "update reports set address = '' where address <> '' and at < $1", (now - _DAY,)


# --- passkeys

MOST_PASSKEYS = 20
"""Passkeys of one identity."""


@dataclasses.dataclass(frozen=True)
class Passkey:
    """What is kept of a passkey: nothing in it opens anything."""

    id: str
    identity: str
    credential: str
    public_key: str
    uses: int
    """How often it was used, as it says itself, where it counts."""
    place: str
    """The name of the site it is for."""
    created: int
    used: int | None = None


_PASSKEY = ", ".join(field.name for field in dataclasses.fields(Passkey))


class PasskeyKnown(Exception):  # noqa: N818 - an answer
    """The passkey is somebody's already."""


def add_passkey(made: Passkey) -> Script[None]:
    """Keep a passkey; raises TooMany, or PasskeyKnown."""
    if (yield from store.find_identity(made.identity)) is None:
        raise store.Unknown(made.identity)
    rows = yield "select count(*) from passkeys where identity = $1", (made.identity,)
    if rows[0][0] >= MOST_PASSKEYS:
        raise TooMany
    rows = yield (
        f"""insert into passkeys ({_PASSKEY}) values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict do nothing returning id""",
        dataclasses.astuple(made),
    )
    if not rows:
        raise PasskeyKnown


def passkeys_of(identity: str) -> Script[list[Passkey]]:
    rows = yield f"select {_PASSKEY} from passkeys where identity = $1 order by created, id", (identity,)
    return [Passkey(*row) for row in rows]


def find_passkey(credential: str) -> Script[Passkey | None]:
    rows = yield f"select {_PASSKEY} from passkeys where credential = $1", (credential,)
    return Passkey(*rows[0]) if rows else None


def use_passkey(passkey: Passkey, uses: int, now: int) -> Script[bool]:
    """Note that a passkey was used; False if it was used otherwise meanwhile, or is no more."""
    rows = yield (
        "update passkeys set uses = $2, used = $3 where id = $1 and uses = $4 returning id",
        (passkey.id, uses, now, passkey.uses),
    )
    return bool(rows)


def drop_passkey(identity: str, passkey: str) -> Script[bool]:
    rows = yield "delete from passkeys where identity = $1 and id = $2 returning id", (identity, passkey)
    return bool(rows)


def add_challenge(purpose: str, subject: str, challenge: str, now: int, expires: int) -> Script[None]:
    """Keep a challenge for one use. One that somebody asked for before is void, and so are all that are too old."""
    yield "delete from codes where purpose = $1 and expires <= $2", (purpose, now)
    yield from store.add_code(purpose, subject, None, challenge, expires)


# --- devices that are told when it is somebody's turn

MOST_PUSHES = 10
"""Devices of one identity that are told."""


class Push(NamedTuple):
    """Where and how a device is told, as its browser said."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


def keep_key(name: str, private: str, public: str) -> Script[tuple[str, str]]:
    """Keep a pair of keys of this server unless it has one; return what it has, private first."""
    yield (
        "insert into own_keys (name, private, public) values ($1, $2, $3) on conflict do nothing",
        (name, private, public),
    )
    found = yield from find_key(name)
    assert found is not None
    return found


def find_key(name: str) -> Script[tuple[str, str] | None]:
    rows = yield "select private, public from own_keys where name = $1", (name,)
    return (rows[0][0], rows[0][1]) if rows else None


def add_push(push: Push, identity: str, token: str, now: int) -> Script[None]:
    """Tell a device from now on, as long as a token (given as its hash) is good; raises TooMany.

    A device is told of one identity only.
    """
    if (yield from store.find_identity(identity)) is None:
        raise store.Unknown(identity)
    yield "delete from pushes where endpoint = $1", (push.endpoint,)
    rows = yield "select count(*) from pushes where identity = $1", (identity,)
    if rows[0][0] >= MOST_PUSHES:
        raise TooMany
    yield (
        """insert into pushes (id, identity, token, endpoint, p256dh, auth, language, created)
        values ($1, $2, $3, $4, $5, $6, $7, $8)""",
        (push.id, identity, token, push.endpoint, push.p256dh, push.auth, push.language, now),
    )


def pushes_of(identity: str, now: int) -> Script[list[Push]]:
    rows = yield (
        """select id, endpoint, p256dh, auth, language from pushes join tokens on hash = token
        where pushes.identity = $1 and expires > $2 order by pushes.created""",
        (identity, now),
    )
    return [Push(*row) for row in rows]


def drop_push(endpoint: str, identity: str = "") -> Script[bool]:
    """Tell a device no more, because its person (if given) says so or it is gone."""
    rows = yield (
        "delete from pushes where endpoint = $1 and (identity = $2 or $3 = 1) returning id",
        (endpoint, identity, int(not identity)),
    )
    return bool(rows)
