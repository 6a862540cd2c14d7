"""The tables a worker has in memory: carries out commands, tells whoever watches, and sees to bots and clocks.

Nothing is told before it is stored. A table in memory is only a copy of its log: when another worker was first, the
copy catches up and the command is decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import gc
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, Literal

from verso.core.game import ActionError, View
from verso.core.rng import Rng
from verso.play import wire
from verso.play.entry import (
    Acted,
    Closed,
    Edited,
    Entry,
    Freed,
    Left,
    Opened,
    Removed,
    Resigned,
    Sat,
    Started,
    decode_entry,
    encode_entry,
)
from verso.play.show import Audience, Show, seat_infos
from verso.play.table import SLOW_CLOCK, Decided, Decision, Fresh, Person, Refusal, Step, Table
from verso.server import people, records, store
from verso.server.limits import Buckets, Turns, behalf
from verso.server.metrics import Metrics
from verso.server.settings import Settings
from verso.server.store import Backend, Conflict, Notice, RecordRow, TableRow, Unavailable, Write
from verso.server.thinking import LOOKS, Thinkers

log = logging.getLogger("verso.server")
_ATTEMPTS = 5
_MOST_CONFLICTS = 200
"""So often somebody else may be first, at another worker: much chat there must not keep anybody here from moving."""
_TICK_SECONDS = 0.5
_HOUSEKEEPING_TICKS = 1_200
_UNLOAD_MS = 60_000
_PRESENCE_MS = 30_000
_TOKENS_CHECKED = 500
_TICKED_AT_ONCE = 50
_OPENED_AT_ONCE = 4
_SUGGESTED_AT_ONCE = 2
"""Whoever opens long tables, or asks what could be done, many times at once has one turn among those of others."""
_NEIGHBOURS = 3
"""From one network address come so many times as many new tables as of one identity."""
_CROWDED_MS = 3_600_000
"""When there are too many tables, those at which nothing was played and nobody was for this long give way."""
_QUIET_MS = 5_000
_TIDY_MS, _TIDY_ANYWAY_MS = 600_000, 3_600_000
PUSH_SECONDS = 5.0
"""Whoever comes back within that is not told on their device that it is their turn."""
_ROW_MS = 60_000
"""Lists may tell the time of a table's last move this much too early."""
_CLAIM_MS = 15_000
_BROKEN_MS = 3_600_000
"""A table that cannot be seen to, as one that needs cards this version does not know, is looked at again after that."""
_DAY_MS, _DAY_SECONDS = 86_400_000, 86_400
_ENTRY_BYTES = 300
"""What a line of a log comes to, with all that is kept beside it."""
_JUMP_MS = 5_000
_SURE_MS = 3_600_000
"""A clock that has jumped is believed when it has been looked at twice, so far apart."""
_JUMPS_KEPT = 20
_LATE_MS = 2_000
"""A table that no worker has seen to by then is seen to by whoever finds it first."""

_MOVES = (Sat, Left, Removed, Freed)
"""After these other people may be at the table than before."""
Clock = Callable[[], int]
Answer = wire.Done | wire.Refused


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Return milliseconds since some moment. It never jumps, and stands still while the machine sleeps."""
    return time.monotonic_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(16)


class NoTable(Exception):  # noqa: N818
    """There is no such table."""


class NoRoom(Refusal):
    """There are too many tables, `mine`, from `here` or of `every`body, or too many were set up `now`, or so much was
    kept from here `today`.
    """

    def __init__(self, whose: Literal["mine", "here", "every", "now", "today"]) -> None:
        super().__init__("limit", f"tables-{whose}")
        self.whose = whose


class Unreadable(Exception):  # noqa: N818
    """A table's log is damaged, or of a game that is not installed any more; the message says why."""

    @property
    def words(self) -> str:
        return f"this table cannot be read: {self}"


class Watcher:
    """One connection that looks at a table. `wake` is called when there is something new to send."""

    def __init__(self, person: Person | None, audience: Audience, since: int, wake: Callable[[], None]) -> None:
        self.person = person
        self.audience = audience
        self.since = since
        self.wake = wake
        self.muted: frozenset[str] = frozenset()
        """Whom they block: what those say is not shown to them."""


class Live:
    """A table in memory and those who look at it."""

    def __init__(self, entries: Iterable[Entry], now: int) -> None:
        self.show = Show.of_log(list(entries))
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: set[str] = set()
        """Identities connected at other workers."""
        self.absent: dict[int, int] = {}
        self.present: dict[int, int] = {}
        self.online: tuple[int, ...] = ()
        self.thinking = False
        self.used = now
        self.row: tuple[int | None, int] | None = None
        """What stands beside the log, as far as this worker knows: when the table is due, and as of when."""
        self.note_presence(now)

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        return self.show.table

    def here(self) -> set[str]:
        return {watcher.person.id for watcher in self.watchers if watcher.person is not None}

    def note_presence(self, now: int) -> None:
        """Remember since when somebody is connected for a seat, or nobody."""
        connected = self.here() | self.elsewhere
        for number, seat in enumerate(self.table.seats):
            is_here = seat.kind != "human" or seat.who in connected
            now_true, no_more = (self.present, self.absent) if is_here else (self.absent, self.present)
            now_true.setdefault(number, now)
            no_more.pop(number, None)
        self.online = tuple(number for number in range(len(self.table.seats)) if number not in self.absent)

    def clock_jumped(self, now: int, by: int) -> None:
        self.table.clock_jumped(now, by)
        for since in (self.absent, self.present):
            for seat, at in since.items():
                since[seat] = at + by
        self.used += by

    def follow(self, tables: Iterable[tuple[Table, Sequence[Step]]]) -> None:
        """Go on to the table as it is after each entry, with the steps that the entry made."""
        for table, steps in tables:
            self.show.follow(table, steps)

    def frame(self, watcher: Watcher, now: int) -> bytes:
        """Return what a watcher has not seen yet, as it is sent, and remember that it will have."""
        since, watcher.since = watcher.since, self.table.ply
        return self.frame_for(watcher.audience, watcher.person, since, now, watcher.muted)

    def frame_for(
        self, audience: Audience, person: Person | None, since: int, now: int, muted: frozenset[str] = frozenset()
    ) -> bytes:
        who = None if person is None else person.id
        return self.show.encoded(audience, who, since if since <= self.table.ply else 0, self.online, now, muted)


class Hub:
    """All live tables of one worker."""

    def __init__(
        self,
        backend: Backend,
        settings: Settings,
        metrics: Metrics,
        thinkers: Thinkers,
        clock: Clock = wall_clock,
        steady: Clock | None = None,
    ) -> None:
        self.backend = backend
        self.settings = settings
        self.thinkers = thinkers
        self.clock = clock
        self.steady = steady or clock
        self._looked = self._sure = clock(), self.steady()
        """What both clocks said at the last tick, and when they were last believed."""
        self._jumps: list[tuple[int, int]] = []
        """To when the clock has jumped, and by how much: what is read from logs may be from before."""
        self.worker = new_id()
        self.lives: dict[str, Live] = {}
        self.hang_up: dict[str, set[Callable[[], None]]] = {}
        """How to end the connections that were opened with a token, by its hash."""
        self.tell_turn: Callable[[str, str, str, int], Coroutine[Any, Any, None]] | None = None
        """Tells somebody who is not connected that it is their turn: identity, table, game, now."""
        self._to_check: list[str] = []
        self._asking: set[str] = set()
        self._commanded = 0
        self._closing = False
        self._moved: dict[tuple[str, str], bool] = {}
        self._telling = False
        self._tidied = self.steady()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        often = settings.tables_per_minute
        self.creations = Buckets(often / 60, often, time.monotonic)
        """New tables, rematches and imports of each identity."""
        self._creations_here = Buckets(often * _NEIGHBOURS / 60, often * _NEIGHBOURS, time.monotonic)
        a_day = settings.kept_per_day
        self._kept = Buckets(a_day / _DAY_SECONDS, a_day, time.monotonic)
        """Bytes that are kept for each address: one that plays and imports without end would fill the disk."""
        self._opening, self._suggesting = Turns(_OPENED_AT_ONCE), Turns(_SUGGESTED_AT_ONCE)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._count = metrics.counter("verso_commands_total", "commands by their answer")
        self._bot_moves = metrics.counter("verso_bot_moves_total", "moves made by bots")
        self._seconds = metrics.histogram("verso_command_seconds", "from a command to its durable answer")
        metrics.gauge("verso_tables", "tables in memory", lambda: len(self.lives))
        metrics.gauge("verso_bots_waiting", "bots that think or wait to", lambda: thinkers.waiting)

    def start(self) -> None:
        self.backend.listen(self._heard)
        self._spawn(self._tick_forever())

    async def close(self) -> None:
        """Let what has begun come to its end, then stop."""
        self._closing = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for live in self.lives.values():  # a command that is being stored is finished first
            async with live.lock:
                pass
        if self.backend.shared:
            with contextlib.suppress(Unavailable):
                await self.backend.write(lambda: store.leave(self.worker))
        self.thinkers.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closing:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())

    # --- tables

    async def check_room(self, host: str) -> str:
        """Refuse one table too many, of somebody, from somewhere or in all; those nobody plays at make room.

        Raises NoRoom; returns from where the table is set up, as it is kept.
        """
        settings, here = self.settings, behalf.get()
        address = store.hashed(here)
        if not (self.creations.take(host) and self._creations_here.take(here)):
            raise NoRoom("now")
        self.check_kept()
        counts = await self.backend.read(lambda: store.count_tables(host, address))
        if counts.every >= settings.most_tables:
            await self.make_room(_CROWDED_MS)
            counts = await self.backend.read(lambda: store.count_tables(host, address))
        if counts.mine >= settings.tables_per_identity:
            raise NoRoom("mine")
        if counts.from_here >= settings.tables_per_address:
            raise NoRoom("here")
        if counts.every >= settings.most_tables:
            raise NoRoom("every")
        return address

    def check_kept(self) -> None:
        """Refuse more of an address from which too much has come to be kept today; raises NoRoom.

        What goes on goes on: no move is refused for it.
        """
        if self._kept.spend(behalf.get(), 0.0) > 0:
            raise NoRoom("today")

    def note_kept(self, size: int) -> None:
        """Count bytes that are kept for good, for the address on whose behalf they are."""
        self._kept.spend(behalf.get(), size)

    async def create(self, opened: Opened, newcomer: str | None = None, address: str = "") -> Live:
        """Set up a table, and make sure that whoever asked for it is still known."""
        entries = Table.open(opened, self.clock())
        live = Live(entries, self.clock())
        write = self._write(live.table, entries)
        write = dataclasses.replace(write, newcomer=newcomer, row=dataclasses.replace(write.row, address=address))
        await self.backend.write(lambda: store.append(write, now=self.clock()))
        self.note_kept(len(encode_entry(entries[0])))
        live.row = write.row.due, write.row.changed
        live = self.lives.setdefault(opened.table, live)
        self._after(live)
        return live

    async def live(self, table: str) -> Live:
        """Return a table, from memory or from its log; raises NoTable."""
        if table not in self.lives:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self._loading[table])
        live = self.lives[table]
        if live.table.closed:
            raise NoTable(table)
        live.used = self.clock()
        return live

    async def _load(self, table: str) -> Live:
        try:
            bodies = await self.backend.read(lambda: store.entries(table))
            if not bodies or isinstance(decode_entry(bodies[-1]).event, Closed):
                raise NoTable(table)
            live = await self._opening.run(None, functools.partial(_read_live, bodies, self.clock()))
            self._tell_of_jumps(live.table)
            live = self.lives.setdefault(table, live)
            if self.backend.shared:  # what other workers did while it was read, before notices of it could be heard
                await self._refresh(live, presence=True)
            self._after(live)
            return live
        finally:
            del self._loading[table]

    def _write(self, table: Table, entries: list[Entry], code: str | None = None) -> Write:
        """Return what storing entries means, given the table after them."""
        last = entries[-1]
        summary = wire.TableSummary(
            table=table.id,
            game=table.opened.game,
            ruleset=table.opened.ruleset,
            state=table.state,
            seats=seat_infos(table, "en"),
            clock=table.opened.clock,
            changed=last.at,
            own_cards=bool(table.opened.cards),
        )
        players = {seat.who for seat in table.seats if seat.kind == "human"} | {table.opened.host}
        has_moved = entries[0].ply == 1 or any(isinstance(entry.event, _MOVES) for entry in entries)
        row = TableRow(
            id=table.id,
            state=table.state,
            listed=table.opened.listed,
            changed=last.at,
            due=self._due(table, last.at),
            host=table.opened.host,
            summary=wire.encode(summary),
            players=tuple(sorted(players)) if has_moved else (),
            game=table.opened.game,
            free=0 if table.is_known or table.state != "open" else sum(seat.kind == "open" for seat in table.seats),
            played=bool(table.latest),
        )
        ended = table.state == "over" and any(isinstance(entry.event, (Acted, Started, Resigned)) for entry in entries)
        newcomer = next((entry.by for entry in entries if isinstance(entry.event, Sat)), None)
        return Write(row, entries, self._record(table, last.at) if ended else None, code, newcomer)

    @staticmethod
    def _due(table: Table, now: int) -> int | None:
        """Return when a table needs somebody to see to it even if nobody is connected."""
        if table.bot_turn() is not None:
            return now + _LATE_MS
        begins_at = table.begins_at()
        if begins_at is not None:
            return begins_at + _LATE_MS
        due = table.due_at(dict.fromkeys(range(len(table.seats)), now))
        return None if due is None else due[0] + _LATE_MS

    def _record(self, table: Table, now: int) -> RecordRow:
        return records.row(table.id, table.record(), table.opened.listed, now, table.position)

    # --- names

    def holding(self) -> people.Holding:
        """Return how names are held now."""
        return people.Holding(self.sure_now(), self.settings.name_days, self.settings.names_per_address)

    async def carry_name(self, person: Person, name: str) -> None:
        """Let somebody come to a table by a name; raises NameHeld. Their own is theirs from now on, if nobody's yet."""
        if not self.settings.name_days or await self.backend.read(lambda: people.holds_name(name, person.id)):
            return
        hold = people.hold_name if name == person.name else people.check_name
        await self.backend.write(lambda: hold(name, person.id, self.holding()))

    # --- commands

    async def command(
        self,
        table: str,
        person: Person,
        command: wire.Command,
        language: wire.Language,
        reply: Callable[[Answer], None],
    ) -> None:
        """Carry out a command. `reply` is called once, before anybody sees a new frame."""
        began, self._commanded = time.perf_counter(), self.steady()
        live = await self.live(table)
        answer: Answer
        try:
            code = await self._admit(live, person, command)
        except Refusal as refusal:
            answer = _refused(live, command, refusal, language)
            reply(answer)
        else:
            async with live.lock:
                answer = await self._decide(live, person, command, language, code)
                reply(answer)
                if isinstance(answer, wire.Done) and not answer.again:
                    self._after(live)
        self._count(answer="done" if isinstance(answer, wire.Done) else answer.code)
        self._seconds(time.perf_counter() - began)

    async def _decide(
        self, live: Live, person: Person, command: wire.Command, language: wire.Language, code: str | None
    ) -> Answer:
        if getattr(command, "ply", 0) > live.table.ply:
            await self._catch_up(live)  # its sender has seen another worker's newer frame
        reason, failures, conflicts = "busy", 0, 0
        while failures < _ATTEMPTS and conflicts < _MOST_CONFLICTS:
            again = live.table.answered(person.id, command.key)
            if again is not None:
                return wire.Done(command.key, again, again=True)
            try:
                fresh = await self._fresh(person, live.table) if isinstance(command, wire.Rematch) else None
                decision = live.table.decide(person, command, self.clock(), invited=code is not None, fresh=fresh)
                address = await self.check_room(person.id) if decision.opens else ""
                await self._store(live, decision, code, address)
            except Refusal as refusal:
                return _refused(live, command, refusal, language)
            except store.CodeUsed:
                failures += 1
                code = None
            except store.Unknown:
                return _refused(live, command, Refusal("not-yours", "gone"), language)
            except Conflict:
                conflicts += 1
                await self._catch_up(live)
            except store.Full as error:
                reason = error.say
                break
            except Unavailable as error:
                failures += 1
                reason = error.say
                with contextlib.suppress(Unavailable):
                    await self._catch_up(live)
            else:
                return wire.Done(command.key, live.table.ply)
        words = Refusal("busy", reason).words(language)
        return wire.Refused(command.key, "busy", words, live.table.ply)

    async def _fresh(self, person: Person, table: Table) -> Fresh:
        """Return what a rematch needs that somebody asks for; of one that is refused anyway nothing is looked up."""
        before = table.rematch
        if not table.may_rematch(person.id):
            return Fresh("", b"")
        apart = await self.backend.read(lambda: people.apart_from(person.id))
        is_gone = before is not None and not await self.backend.read(lambda: store.is_there(before))
        return Fresh(new_id(), secrets.token_bytes(32), is_gone, apart)

    async def _admit(self, live: Live, person: Person, command: wire.Command) -> str | None:
        """Refuse what must be looked up about people, whatever the table says; return an invitation that opens a seat.

        It needs no lock: however often somebody tries to sit down, those who play do not wait for it.
        """
        if isinstance(command, wire.Sit):
            if live.table.answered(person.id, command.key) is None:
                await self._check_blocks(live.table.opened.host, person.id)
                await self._check_names(person, [command.name or person.name])
            return await self._valid_code(live.table.id, command)
        if isinstance(command, (wire.Arrange, wire.ChangeRules, wire.Leave)):
            await self._check_names(person, live.table.names_to_show(person.id, command))
        return None

    async def _check_names(self, person: Person, names: Iterable[str]) -> None:
        try:
            for name in names:
                await self.carry_name(person, name)
        except people.NameHeld as held:
            raise Refusal("name", "name-held", name=held.name, suggestion=held.suggestion) from None

    async def _check_blocks(self, host: str, person: str) -> None:
        """Refuse somebody a seat at the table of a host who blocks them, or whom they block."""
        if host in await self.backend.read(lambda: people.blocked_by(person)):
            raise Refusal("blocked", "blocks-host")
        if person in await self.backend.read(lambda: people.blocked_by(host)):
            raise Refusal("blocked", "blocked-by-host")

    async def _valid_code(self, table: str, command: wire.Sit) -> str | None:
        """Return the invitation a command carries, if it opens that seat."""
        if command.invitation is None:
            return None
        code = command.invitation
        found = await self.backend.read(lambda: store.find_code("seat", code, self.sure_now()))
        return code if found == (table, command.seat) else None

    async def _store(self, live: Live, decision: Decision, code: str | None = None, address: str = "") -> None:
        """Make a decision durable, then true. Needs the table's lock. A table that it opens is one of an address."""
        self.note_kept(_ENTRY_BYTES * len(decision.made) + sum(len(encode_entry(each)) for each in decision.opens[:1]))
        if isinstance(decision.entries[0].event, Closed):
            entry = Entry(decision.entries[0].ply, decision.entries[0].at, Closed())  # nobody's name stays behind
            await asyncio.shield(self.backend.write(lambda: store.close_for_good(live.table.id, entry)))
            live.follow(_tables_after(live.table, [Decided(entry, None)]))
            return
        if code is None and self._is_routine(live, decision):
            [(entry, steps)] = decision.made
            await self.backend.append(live.table.id, entry)
            live.show.follow(live.table, live.table.apply(entry, steps))
            self._note_turn(live, entry)
            return
        tables = list(_tables_after(live.table, decision.made))
        writes = [self._write(tables[-1][0], decision.entries, code)]
        if decision.opens:
            opens = self._write(Table(decision.opens), decision.opens)
            writes.append(dataclasses.replace(opens, row=dataclasses.replace(opens.row, address=address)))
        await asyncio.shield(self.backend.write(lambda: store.append(*writes, now=self.sure_now())))
        live.follow(tables)
        live.note_presence(self.clock())  # somebody may have sat down or left
        live.row = writes[0].row.due, writes[0].row.changed
        self._note_turn(live, decision.entries[-1])

    def _note_turn(self, live: Live, entry: Entry) -> None:
        """See to it that whoever is not connected is told of their turn, where a game is slow and others play it."""
        table, seat = live.table, live.table.to_act
        if self.tell_turn is None or seat is None or seat not in live.absent or table.changed != entry.ply:
            return
        who, is_slow = table.seats[seat].who, not 0 < table.opened.clock < SLOW_CLOCK
        if is_slow and table.bot_turn() is None and who != entry.by and table.others(who):
            self._spawn(self._tell_turn(live, seat, table.changed))

    async def _tell_turn(self, live: Live, seat: int, ply: int) -> None:
        """Tell somebody of their turn, unless they come or it passes within a moment."""
        await asyncio.sleep(PUSH_SECONDS)
        table = live.table
        if self.backend.shared:
            await self._refresh(live, presence=True)
        if self.tell_turn is not None and table.changed == ply and table.to_act == seat and seat in live.absent:
            await self.tell_turn(table.seats[seat].who, table.id, table.opened.game, self.clock())

    @staticmethod
    def _is_routine(live: Live, decision: Decision) -> bool:
        """Whether only the log grows: a move after which lists and clocks need to know nothing new for a while."""
        due, changed = live.row or (0, 0)
        is_first = not live.table.latest  # lists know whether anything has been played
        if due is not None or live.table.opened.clock or decision.opens or is_first:
            return False
        recent = decision.entries[0].at < changed + _ROW_MS
        return recent and live.table.awaits_person_after(decision)

    async def seen(self, table: str, ply: int) -> Live:
        """Return a table that is at least as new as what somebody has seen of it at another worker."""
        live = await self.live(table)
        if ply > live.table.ply:
            async with live.lock:
                await self._catch_up(live)
        return live

    async def _catch_up(self, live: Live) -> None:
        """Apply what other workers have appended. Needs the table's lock."""
        bodies = await self.backend.read(lambda: store.entries(live.table.id, live.table.ply))
        if bodies and isinstance(decode_entry(bodies[-1]).event, Closed):  # what came before it is gone
            live.table.closed = True
            self._after(live)
            return
        entries = [decode_entry(body) for body in bodies]
        if any(isinstance(entry.event, Edited) for entry in entries):
            bodies = await self.backend.read(lambda: store.entries(live.table.id))
            live.show = await self._opening.run(None, lambda: Show.of_log([decode_entry(body) for body in bodies]))
            self._tell_of_jumps(live.table)
        else:
            live.follow(_tables_after(live.table, [Decided(entry, None) for entry in entries]))
        if bodies:
            last = live.table.entries[-1]
            live.row = (self._due(live.table, last.at), last.at) if not isinstance(last.event, Edited) else None
            live.note_presence(self.clock())
            self._after(live)

    def _after(self, live: Live) -> None:
        """See to everything that a changed table asks for."""
        for watcher in live.watchers:
            watcher.wake()
        if live.table.closed:
            self.lives.pop(live.table.id, None)
            self.thinkers.forget(live.table.id)
            return
        if live.table.state == "over":
            self.thinkers.forget(live.table.id)
        if live.table.bot_turn() is not None and not live.thinking:
            live.thinking = True
            self._spawn(self._play_bots(live))

    # --- watching

    async def watch(self, table: str, watcher: Watcher) -> Live:
        """Begin to look at a table. Whoever comes back takes their seats back from the bots."""
        watcher.muted = await self.muted(watcher.person)
        live = await self.live(table)
        live.watchers.add(watcher)
        self._presence_changed(live, watcher.person)
        try:
            await self._bring_back(live, watcher)
        except BaseException:
            await self.unwatch(live, watcher)
            raise
        return live

    async def muted(self, person: Person | None) -> frozenset[str]:
        """Return whose words are not shown to somebody."""
        return frozenset() if person is None else await self.backend.read(lambda: people.blocked_by(person.id))

    async def blocks_changed(self, identity: str) -> None:
        """Tell somebody who looks at tables here anew what was said, now that they block others than before."""
        muted = await self.backend.read(lambda: people.blocked_by(identity))
        for live in list(self.lives.values()):
            for watcher in live.watchers:
                if watcher.person is not None and watcher.person.id == identity:
                    watcher.muted, watcher.since = muted, 0
                    watcher.wake()

    async def _bring_back(self, live: Live, watcher: Watcher) -> None:
        if watcher.person is None:
            return
        for seat in live.table.seats_of(watcher.person.id):
            state = live.table.seats[seat]
            if live.table.state == "playing" and (state.away or state.left_at is not None):
                back, language = wire.Back(new_id(), seat), watcher.audience.language
                await self.command(live.table.id, watcher.person, back, language, lambda _answer: None)

    async def unwatch(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        live.used = self.clock()
        self._presence_changed(live, watcher.person)

    def _presence_changed(self, live: Live, person: Person | None) -> None:
        if person is None:
            return
        before = live.online
        live.note_presence(self.clock())
        if live.online != before:
            for watcher in live.watchers:
                watcher.wake()
        if self.backend.shared:
            self._moved[live.table.id, person.id] = person.id in live.here()
            if not self._telling:
                self._telling = True
                self._spawn(self._tell_presence())

    async def _tell_presence(self) -> None:
        """Tell other workers who has come and gone, as many as there are at a time: a crowd comes and goes together."""
        try:
            while self._moved:
                moved, self._moved = self._moved, {}
                expires = self.clock() + _PRESENCE_MS
                try:
                    await self.backend.write(
                        lambda moved=moved, expires=expires: store.set_presence(moved, self.worker, expires)  # type: ignore[misc]
                    )
                except Unavailable:
                    self._moved = moved | self._moved
                    await asyncio.sleep(_TICK_SECONDS)
        finally:
            self._telling = False

    async def _find_present(self, live: Live) -> None:
        now = self.clock()
        live.elsewhere = await self.backend.read(lambda: store.present(live.table.id, self.worker, now))

    # --- other workers

    def end_token(self, token: str) -> None:
        """End the connections of a token, given as its hash."""
        for hang_up in list(self.hang_up.pop(token, ())):
            hang_up()

    async def check_tokens(self, most: int = _TOKENS_CHECKED) -> None:
        """Look whether tokens with open connections are still good; some at a time, all of them in turn."""
        if not self._to_check:
            self._to_check = list(self.hang_up)
        tokens, self._to_check = self._to_check[:most], self._to_check[most:]
        if tokens:
            now = self.sure_now()
            good = await self.backend.read(lambda: store.good_tokens(tokens, now))
            for token in set(tokens) - good:
                self.end_token(token)

    def _heard(self, notice: Notice | None) -> None:
        if notice is not None and notice.table == store.TOKEN:
            self.end_token(notice.about)
            return
        if notice is not None and notice.table == store.BLOCKS:
            self._spawn(self.blocks_changed(notice.about))
            return
        if notice is None:
            for live in self.lives.values():
                self._spawn(self._refresh_surely(live, presence=True))
        elif notice.table in self.lives:
            self._heard_of(self.lives[notice.table], notice)

    def _heard_of(self, live: Live, notice: Notice) -> None:
        if notice.about == "presence":
            self._spawn(self._refresh_surely(live, presence=True))
            return
        ply = int(notice.about)
        if ply == live.table.ply + 1 and notice.entry is not None and not live.lock.locked():
            live.show.follow(live.table, live.table.apply(decode_entry(notice.entry)))
            self._after(live)
        elif ply > live.table.ply:
            self._spawn(self._refresh_surely(live, presence=False, ply=ply))

    async def _refresh_surely(self, live: Live, *, presence: bool, ply: int | None = None) -> None:
        """Catch up with what was heard of, however long the database does not answer: nobody tells of it again."""
        while not await self._refresh(live, presence=presence, ply=ply):
            await asyncio.sleep(_TICK_SECONDS)

    async def _refresh(self, live: Live, *, presence: bool, ply: int | None = None) -> bool:
        """Catch up with other workers; only if there is something that was heard of, where a ply is given.

        Returns False if the database does not answer.
        """
        try:
            async with live.lock:
                if ply is None or ply > live.table.ply:
                    await self._catch_up(live)
                if presence:
                    before = live.online
                    await self._find_present(live)
                    live.note_presence(self.clock())
                    if live.online != before:
                        for watcher in live.watchers:
                            watcher.wake()
        except Unavailable:
            return False
        return True

    # --- bots and clocks

    async def _play_bots(self, live: Live) -> None:
        """Make the bots' moves at a table, one after the other, until a person is to act."""
        try:
            while (turn := live.table.bot_turn()) is not None:
                if not await self._play_bot(live, *turn):
                    await asyncio.sleep(_LATE_MS / 1_000)
        finally:
            live.thinking = False

    async def _play_bot(self, live: Live, seat: int, level: wire.Level) -> bool:
        """Make one bot's move; False if another worker is at it or the database does not answer."""
        ply, position = live.table.ply, live.table.position
        assert position is not None
        view = position.view(seat)
        try:
            if self.backend.shared and not await self._claim(live, ply):
                return False
            choice = await self.thinkers.choose(view, level, live.table.id)
            async with live.lock:
                await self._store(live, live.table.decide_bot(seat, ply, choice.action, self.clock()))
                self._bot_moves()
                self._after(live)
        except (Refusal, Conflict):
            return await self._refresh(live, presence=False)
        except Unavailable:
            return False
        return True

    async def _claim(self, live: Live, ply: int) -> bool:
        now, table = self.clock(), live.table.id
        return await self.backend.write(lambda: store.claim(table, ply, self.worker, now, now + _CLAIM_MS))

    async def _tick_forever(self) -> None:
        ticks = 0
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            ticks += 1
            try:
                await self.tick(look_further=ticks % 4 == 0)
                self.tidy()
                if ticks % _HOUSEKEEPING_TICKS == 0:
                    await self._keep_house()
            except Unavailable as error:
                log.warning("the database did not answer", extra={"fields": {"reason": str(error)}})
            except Exception:
                log.exception("clocks could not be seen to")  # and will be again at the next tick

    def tidy(self) -> None:
        """Look for memory that is used no more, now and then when nobody plays: it stops everything for a moment.

        If somebody always plays, then now and then all the same: or who sends something every few seconds would keep
        what all connections leave behind.
        """
        now = self.steady()
        is_quiet = now > self._commanded + _QUIET_MS
        if now > self._tidied + (_TIDY_MS if is_quiet else _TIDY_ANYWAY_MS):
            self._tidied = now
            gc.collect()

    async def _keep_house(self) -> None:
        """Forget what was over at two moments far apart: a clock that is wrong for a while harms nobody."""
        then, steady_then = self._sure
        now, steady = self.clock(), self.steady()
        if steady - steady_then < _SURE_MS:
            return
        before = min(then, now)
        await self._end_deserted(before, self.settings.unplayed_days * _DAY_MS, before)
        await self.backend.write(lambda: store.forget_expired(before))
        await self.backend.write(lambda: store.forget_addresses(before - self.settings.name_days * _DAY_MS))
        reports_before = before - self.settings.report_days * _DAY_MS
        await self.backend.write(lambda: people.forget_reports(reports_before, before))
        self._sure = now, steady

    def sure_now(self) -> int:
        """Return a time that has certainly come: not what a clock says that has just jumped forward."""
        then, steady_then = self._sure
        return min(self.clock(), then + self.steady() - steady_then)

    async def make_room(self, unplayed_ms: int) -> None:
        """Let tables leave the lists at which nothing was played and nobody was for a while, invited or not."""
        await self._end_deserted(self.sure_now(), unplayed_ms, store.FAR_AWAY)

    async def _end_deserted(self, now: int, unplayed_ms: int, invited_at: int) -> None:
        before = now - self.settings.deserted_days * _DAY_MS
        abandoned_ms = self.settings.abandoned_days * _DAY_MS
        await self.backend.write(lambda: store.end_deserted(before, now - unplayed_ms, abandoned_ms, invited_at))

    def _notice_jump(self) -> None:
        """Compare the clock with one that never jumps; if it has jumped, let nobody at a table be late by that."""
        (then, steady_then), (now, steady) = self._looked, (self.clock(), self.steady())
        self._looked = now, steady
        by = (now - then) - (steady - steady_then)
        if abs(by) < _JUMP_MS:
            return
        log.warning("the clock has jumped", extra={"fields": {"seconds": round(by / 1_000)}})
        self._jumps = [*self._jumps[-_JUMPS_KEPT + 1 :], (now, by)]
        for live in self.lives.values():
            live.clock_jumped(now, by)

    def _tell_of_jumps(self, table: Table) -> None:
        for now, by in self._jumps:
            table.clock_jumped(now, by)

    async def tick(self, *, look_further: bool = True) -> None:
        """See to clocks: at tables in memory, and at those that nobody has seen to in time."""
        self._notice_jump()
        now = self.clock()
        for number, live in enumerate(list(self.lives.values())):
            if self._needs_care(live, now):
                await self._tick_live(live, now)
            if number % _TICKED_AT_ONCE == 0:
                await asyncio.sleep(0)
        if look_further:
            for table in await self.backend.read(lambda: store.due_tables(now)):
                try:
                    await self._see_to(table, now)
                except Unavailable:
                    raise
                except Exception:
                    log.exception("a table could not be seen to", extra={"fields": {"table": table[:6]}})
                    await self._make_due(table, now + _BROKEN_MS)
        if look_further:
            await self.check_tokens()
        if self.backend.shared and look_further:
            await self.backend.write(lambda: store.keep_presence(self.worker, now, now + _PRESENCE_MS))

    async def _see_to(self, table: str, now: int) -> None:
        """See to a table that is due and perhaps in nobody's memory."""
        live = await self.live(table)
        await self._refresh(live, presence=False)
        await self._tick_live(live, now)
        self._after(live)
        if await self._end_abandoned(live, now):
            return
        # It was made due only to be read anew, or the clock has jumped since.
        if isinstance(live.table.entries[-1].event, Edited) or self._jumps:
            await self._make_due(table, self._due(live.table, now))

    async def _end_abandoned(self, live: Live, now: int) -> bool:
        """End a game for good at which nothing has happened for long, so that its secret can be shown.

        Returns whether it was made due for that. A clock that has just jumped is not believed: it is looked at again.
        """
        long = self.settings.abandoned_days * _DAY_MS
        if live.table.state != "playing" or live.table.entries[-1].at >= now - long:
            return False
        async with live.lock:
            decision = live.table.abandon(self.sure_now() - long, now)
            if decision is None:
                await self._make_due(live.table.id, now + _SURE_MS)
                return True
            try:
                await self._store(live, decision)
            except Conflict:
                await self._catch_up(live)
            self._after(live)
        return True

    async def _make_due(self, table: str, due: int | None) -> None:
        await self.backend.write(lambda: store.set_due(table, due))

    @staticmethod
    def _needs_care(live: Live, now: int) -> bool:
        return live.used + _UNLOAD_MS < now or live.table.due(now, live.absent, live.present) is not None

    async def _tick_live(self, live: Live, now: int) -> None:
        if live.table.due(now, live.absent, live.present) is not None and not live.lock.locked():
            if self.backend.shared:
                await self._refresh(live, presence=True)  # perhaps somebody is connected elsewhere
            async with live.lock:
                await self._take_over(live, now)
        idle = not live.watchers and not live.thinking and not live.lock.locked()
        if idle and live.used + _UNLOAD_MS < now:
            self.lives.pop(live.table.id, None)
            self.thinkers.forget(live.table.id)

    async def _take_over(self, live: Live, now: int) -> None:
        decision = live.table.due(now, live.absent, live.present)
        if decision is None:
            return
        try:
            await self._store(live, decision)
            self._after(live)
        except Conflict:
            await self._catch_up(live)

    async def advise(self, table: str, person: Person, question: wire.Question, language: wire.Language) -> Any:
        """Answer a question about the seat's own view; one at a time for each person, so that none crowds out bots."""
        live = await self.live(table)
        if person.id in self._asking:
            return _refused(live, question, Refusal("busy", "one-question"), language)
        self._asking.add(person.id)
        try:
            return await self._advise(live, person, question, language)
        finally:
            self._asking.discard(person.id)

    async def _advise(self, live: Live, person: Person, question: wire.Question, language: wire.Language) -> Any:
        """Say what to do, what could be done, or why something cannot be done."""
        if question.seat not in live.table.seats_of(person.id):
            return _refused(live, question, Refusal("not-yours", "not-yours"), language)
        if isinstance(question, wire.Suggest) and live.table.position is not None and live.table.to_act is not None:
            view, ply = live.table.position.view(question.seat), live.table.ply
            suggest = functools.partial(_suggestions, view, question.key, ply, language)
            return await self._suggesting.run(None, suggest)
        if live.table.position is None or live.table.to_act != question.seat:
            return _refused(live, question, Refusal("not-now", "not-playing"), language)
        view, ply = live.table.position.view(question.seat), live.table.ply
        if isinstance(question, wire.Why):
            return _because(live, question, language)
        if not live.table.opened.hints:
            return _refused(live, question, Refusal("off", "hints-off"), language)
        again = question.again if isinstance(question, wire.Hint) else 0
        hint = await self.thinkers.advise(view, live.table.id, again)
        names = live.table.names(language)

        def named(action: int) -> wire.EqualAdvice:
            words = view.game.words.describe(view.setup, view.state, action, language, names)
            return wire.EqualAdvice(view.text(action), words)

        best, equal = named(hint.action), [named(action) for action in hint.equals]
        grows = len(view.legal) > 1 and again + 1 < len(LOOKS)
        return wire.Advice(question.key, ply, best.text, best.words, hint.reasons[language], equal, grows)


def _read_live(bodies: Iterable[bytes], now: int) -> Live:
    """Read a table from its log; raises Unreadable, whatever the reason is."""
    try:
        return Live([decode_entry(body) for body in bodies], now)
    except Exception as error:
        raise Unreadable(str(error) or type(error).__name__) from error


def _refused(live: Live, question: wire.Command | wire.Question, refusal: Refusal, language: str) -> wire.Refused:
    return wire.Refused(question.key, refusal.code, refusal.words(language), live.table.ply)


def _suggestions(view: View, key: str, ply: int, language: wire.Language) -> wire.Suggestions:
    assert view.seat is not None
    game, setup, state = view.game, view.setup, view.state
    if game.moves is None:
        return wire.Suggestions(key, ply, [])
    found = game.moves.suggestions(setup, state, wire.SUGGESTIONS_SENT + 1) if view.to_act == view.seat else []
    texts, more = found[: wire.SUGGESTIONS_SENT], len(found) > wire.SUGGESTIONS_SENT
    words = [game.moves.describe_move(setup, state, text, language) for text in texts]
    moves = [wire.Suggestion(*each) for each in zip(texts, words, _actions_of(texts, view), strict=True)]
    return wire.Suggestions(key, ply, moves, game.moves.details(setup, state, view.seat), more)


def _actions_of(texts: Sequence[str], view: View) -> Iterator[list[Any]]:
    """Yield the parts of the actions that each move is made of.

    They depend on the actions before them, so the move is made at a position that agrees with the view, and looked at
    from the same seat: what it knows of its own actions does not depend on what it cannot see.
    """
    imagined = view.sample(Rng(0)) if texts else None
    for text in texts:
        assert imagined is not None
        position, parts = imagined.copy(), []
        for action in view.game.notation.read(view.setup, view.state, text):
            parts.append(view.game.notation.action_parts(view.setup, position.view(view.seat).state, action))
            position.push(action)
        yield parts


def _because(live: Live, question: wire.Why, language: wire.Language) -> wire.Because | wire.Refused:
    assert live.table.position is not None
    view = live.table.position.view(question.seat)
    game, setup = live.table.position.game, live.table.position.setup
    try:
        action = game.notation.read(setup, view.state, question.action)[0]
    except ActionError as error:
        return wire.Refused(question.key, "invalid", str(error), live.table.ply)
    if action in view.legal:
        return wire.Because(question.key, "")
    return wire.Because(question.key, game.words.why_not(setup, view.state, action, language))


def _tables_after(table: Table, made: Iterable[Decided]) -> Iterator[tuple[Table, Sequence[Step]]]:
    """Yield the table as it is after each entry, and its steps, leaving the one that people see as it is."""
    for entry, steps in made:
        table, steps = table.after(entry, steps)
        yield table, steps
