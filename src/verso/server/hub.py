"""The tables a worker has in memory: carries out commands, tells whoever watches, and sees to bots and clocks.

Nothing is told before it is stored. A table in memory is only a copy of its log: when another worker was first, the
copy catches up and the command is decided again.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import gc
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from verso.core.game import ActionError, View
from verso.play import wire
from verso.play.entry import Acted, Edited, Entry, Opened, Sat, Started, decode_entry
from verso.play.show import Audience, Show, seat_infos
from verso.play.table import Decision, Fresh, Person, Refusal, Table
from verso.server import records, store
from verso.server.metrics import Metrics
from verso.server.settings import Settings
from verso.server.store import Backend, Conflict, Notice, RecordRow, TableRow, Unavailable, Write
from verso.server.thinking import Thinkers

log = logging.getLogger("verso.server")
_ATTEMPTS = 5
_TICK_SECONDS = 0.5
_HOUSEKEEPING_TICKS = 1_200
_UNLOAD_MS = 60_000
_PRESENCE_MS = 30_000
_TOKENS_CHECKED = 500
_TICKED_AT_ONCE = 50
_QUIET_MS = 5_000
_TIDY_MS = 600_000
_ROW_MS = 60_000
"""Lists may tell the time of a table's last move this much too early."""
_CLAIM_MS = 15_000
_BROKEN_MS = 3_600_000
"""A table that cannot be seen to, as one that needs cards this version does not know, is looked at again after that."""
_LATE_MS = 2_000
"""A table that no worker has seen to by then is seen to by whoever finds it first."""

Clock = Callable[[], int]
Answer = wire.Done | wire.Refused


def wall_clock() -> int:
    """Return milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(16)


class NoTable(Exception):  # noqa: N818
    """There is no such table."""


class Watcher:
    """One connection that looks at a table. `wake` is called when there is something new to send."""

    def __init__(self, person: Person | None, audience: Audience, since: int, wake: Callable[[], None]) -> None:
        self.person = person
        self.audience = audience
        self.since = since
        self.wake = wake


class Live:
    """A table in memory and those who look at it."""

    def __init__(self, entries: Iterable[Entry], now: int) -> None:
        self.show = Show(Table(entries))
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

    def follow(self, tables: Iterable[Table]) -> None:
        for table in tables:
            self.show.follow(table)

    def frame(self, watcher: Watcher, now: int) -> bytes:
        """Return what a watcher has not seen yet, as it is sent, and remember that it will have."""
        since, watcher.since = watcher.since, self.table.ply
        return self.frame_for(watcher.audience, watcher.person, since, now)

    def frame_for(self, audience: Audience, person: Person | None, since: int, now: int) -> bytes:
        who = None if person is None else person.id
        return self.show.encoded(audience, who, since if since <= self.table.ply else 0, self.online, now)


class Hub:
    """All live tables of one worker."""

    def __init__(
        self, backend: Backend, settings: Settings, metrics: Metrics, thinkers: Thinkers, clock: Clock = wall_clock
    ) -> None:
        self.backend = backend
        self.settings = settings
        self.thinkers = thinkers
        self.clock = clock
        self.worker = new_id()
        self.lives: dict[str, Live] = {}
        self.hang_up: dict[str, set[Callable[[], None]]] = {}
        """How to end the connections that were opened with a token, by its hash."""
        self._to_check: list[str] = []
        self._asking: set[str] = set()
        self._commanded = 0
        self._closing = False
        self._moved: dict[tuple[str, str], bool] = {}
        self._telling = False
        self._tidied = clock()
        self._loading: dict[str, asyncio.Task[Live]] = {}
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

    async def create(self, opened: Opened, newcomer: str | None = None) -> Live:
        """Set up a table, and make sure that whoever asked for it is still known."""
        entries = Table.open(opened, self.clock())
        live = Live(entries, self.clock())
        write = dataclasses.replace(self._write(live.table, entries), newcomer=newcomer)
        await self.backend.write(lambda: store.append(write, now=self.clock()))
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
        live.used = self.clock()
        return live

    async def _load(self, table: str) -> Live:
        try:
            bodies = await self.backend.read(lambda: store.entries(table))
            if not bodies:
                raise NoTable(table)
            live = await asyncio.to_thread(Live, [decode_entry(body) for body in bodies], self.clock())
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
        )
        players = {seat.who for seat in table.seats if seat.kind == "human"} | {table.opened.host}
        has_come = entries[0].ply == 1 or any(isinstance(entry.event, Sat) for entry in entries)
        row = TableRow(
            id=table.id,
            state=table.state,
            listed=table.opened.listed,
            changed=last.at,
            due=self._due(table, last.at),
            host=table.opened.host,
            summary=wire.encode(summary),
            players=tuple(sorted(players)) if has_come else (),
            game=table.opened.game,
            free=sum(seat.kind == "open" for seat in table.seats) if table.state == "open" else 0,
        )
        ended = table.state == "over" and any(isinstance(entry.event, (Acted, Started)) for entry in entries)
        newcomer = next((entry.by for entry in entries if isinstance(entry.event, Sat)), None)
        return Write(row, entries, self._record(table, last.at) if ended else None, code, newcomer)

    @staticmethod
    def _due(table: Table, now: int) -> int | None:
        """Return when a table needs somebody to see to it even if nobody is connected."""
        if table.bot_turn() is not None:
            return now + _LATE_MS
        due = table.due_at(dict.fromkeys(range(len(table.seats)), now))
        return None if due is None else due[0] + _LATE_MS

    def _record(self, table: Table, now: int) -> RecordRow:
        return records.row(table.id, table.record(), table.opened.listed, now, table.position)

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
        began, self._commanded = time.perf_counter(), self.clock()
        live = await self.live(table)
        async with live.lock:
            answer = await self._decide(live, person, command, language)
            reply(answer)
            if isinstance(answer, wire.Done) and not answer.again:
                self._after(live)
        self._count(answer="done" if isinstance(answer, wire.Done) else answer.code)
        self._seconds(time.perf_counter() - began)

    async def _decide(self, live: Live, person: Person, command: wire.Command, language: wire.Language) -> Answer:
        code = await self._valid_code(live.table.id, command) if isinstance(command, wire.Sit) else None
        if getattr(command, "ply", 0) > live.table.ply:
            await self._catch_up(live)  # its sender has seen another worker's newer frame
        for _ in range(_ATTEMPTS):
            again = live.table.answered(person.id, command.key)
            if again is not None:
                return wire.Done(command.key, again, again=True)
            try:
                fresh = Fresh(new_id(), secrets.token_bytes(32)) if isinstance(command, wire.Rematch) else None
                decision = live.table.decide(person, command, self.clock(), invited=code is not None, fresh=fresh)
                await self._store(live, decision, code)
            except Refusal as refusal:
                return _refused(live, command, refusal, language)
            except store.CodeUsed:
                code = None
            except store.Unknown:
                return _refused(live, command, Refusal("not-yours", "gone"), language)
            except Conflict:
                await self._catch_up(live)
            except Unavailable:
                log.warning("the database did not answer")
                with contextlib.suppress(Unavailable):
                    await self._catch_up(live)
            else:
                return wire.Done(command.key, live.table.ply)
        words = Refusal("limit", "busy").words(language)
        return wire.Refused(command.key, "busy", words, live.table.ply)

    async def _valid_code(self, table: str, command: wire.Sit) -> str | None:
        """Return the invitation a command carries, if it opens that seat."""
        if command.invitation is None:
            return None
        code = command.invitation
        found = await self.backend.read(lambda: store.find_code("seat", code, self.clock()))
        return code if found == (table, command.seat) else None

    async def _store(self, live: Live, decision: Decision, code: str | None = None) -> None:
        """Make a decision durable, then true. Needs the table's lock."""
        if code is None and self._is_routine(live, decision):
            [entry] = decision.entries
            stored = self.backend.append(live.table.id, entry)
            live.show.foresee(entry, live.table.steps_of(entry))
            await stored
            live.table.apply(entry)
            live.follow([live.table])
            return
        tables = list(_tables_after(live.table, decision.entries))
        writes = [self._write(tables[-1], decision.entries, code)]
        if decision.opens:
            writes.append(self._write(Table(decision.opens), decision.opens))
        await asyncio.shield(self.backend.write(lambda: store.append(*writes, now=self.clock())))
        live.follow(tables)
        live.note_presence(self.clock())  # somebody may have sat down or left
        live.row = writes[0].row.due, writes[0].row.changed

    @staticmethod
    def _is_routine(live: Live, decision: Decision) -> bool:
        """Whether only the log grows: a move after which lists and clocks need to know nothing new for a while."""
        due, changed = live.row or (0, 0)
        if due is not None or live.table.opened.clock or decision.opens:
            return False
        recent = decision.entries[0].at < changed + _ROW_MS
        return recent and live.table.awaits_person_after(decision.entries)

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
        entries = [decode_entry(body) for body in bodies]
        if any(isinstance(entry.event, Edited) for entry in entries):
            bodies = await self.backend.read(lambda: store.entries(live.table.id))
            live.show = await asyncio.to_thread(lambda: Show(Table([decode_entry(body) for body in bodies])))
        else:
            live.follow(_tables_after(live.table, entries))
        if bodies:
            last = live.table.entries[-1]
            live.row = (self._due(live.table, last.at), last.at) if not isinstance(last.event, Edited) else None
            live.note_presence(self.clock())
            self._after(live)

    def _after(self, live: Live) -> None:
        """See to everything that a changed table asks for."""
        for watcher in live.watchers:
            watcher.wake()
        if live.table.bot_turn() is not None and not live.thinking:
            live.thinking = True
            self._spawn(self._play_bots(live))

    # --- watching

    async def watch(self, table: str, watcher: Watcher) -> Live:
        """Begin to look at a table. Whoever comes back takes their seats back from the bots."""
        live = await self.live(table)
        live.watchers.add(watcher)
        self._presence_changed(live, watcher.person)
        try:
            await self._bring_back(live, watcher)
        except BaseException:
            await self.unwatch(live, watcher)
            raise
        return live

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
                with contextlib.suppress(Unavailable):
                    await self.backend.write(
                        lambda moved=moved, expires=expires: store.set_presence(moved, self.worker, expires)  # type: ignore[misc]
                    )
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
            now = self.clock()
            good = await self.backend.read(lambda: store.good_tokens(tokens, now))
            for token in set(tokens) - good:
                self.end_token(token)

    def _heard(self, notice: Notice | None) -> None:
        if notice is not None and notice.table == store.TOKEN:
            self.end_token(notice.about)
            return
        if notice is None:
            for live in self.lives.values():
                self._spawn(self._refresh(live, presence=True))
        elif notice.table in self.lives:
            self._heard_of(self.lives[notice.table], notice)

    def _heard_of(self, live: Live, notice: Notice) -> None:
        if notice.about == "presence":
            self._spawn(self._refresh(live, presence=True))
            return
        ply = int(notice.about)
        if ply == live.table.ply + 1 and notice.entry is not None and not live.lock.locked():
            live.table.apply(decode_entry(notice.entry))
            live.follow([live.table])
            self._after(live)
        elif ply > live.table.ply:
            self._spawn(self._refresh(live, presence=False, ply=ply))

    async def _refresh(self, live: Live, *, presence: bool, ply: int | None = None) -> None:
        """Catch up with other workers; only if there is something that was heard of, where a ply is given."""
        with contextlib.suppress(Unavailable):
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
            if self.settings.bot_pause:
                await asyncio.sleep(self.settings.bot_pause)
            choice = await self.thinkers.choose(view, level)
            async with live.lock:
                await self._store(live, live.table.decide_bot(seat, ply, choice.action, self.clock()))
                self._bot_moves()
                self._after(live)
        except (Refusal, Conflict):
            async with live.lock:
                await self._catch_up(live)
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
            except Unavailable:
                log.warning("the database did not answer")
            except Exception:
                log.exception("clocks could not be seen to")  # and will be again at the next tick

    def tidy(self) -> None:
        """Look for memory that is used no more, now and then when nobody plays: it stops everything for a moment."""
        now = self.clock()
        if now > self._commanded + _QUIET_MS and now > self._tidied + _TIDY_MS:
            self._tidied = now
            gc.collect()

    async def _keep_house(self) -> None:
        before = self.clock() - self.settings.deserted_days * 86_400_000
        await self.backend.write(lambda: store.end_deserted(before))

    async def tick(self, *, look_further: bool = True) -> None:
        """See to clocks: at tables in memory, and at those that nobody has seen to in time."""
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
        if isinstance(live.table.entries[-1].event, Edited):  # it was made due only to be read anew
            await self._make_due(table, self._due(live.table, now))

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
            del self.lives[live.table.id]

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
            return await asyncio.to_thread(_suggestions, view, question.key, ply, language)
        if live.table.position is None or live.table.to_act != question.seat:
            return _refused(live, question, Refusal("not-now", "not-playing"), language)
        view, ply = live.table.position.view(question.seat), live.table.ply
        if isinstance(question, wire.Why):
            return _because(live, question, language)
        if not live.table.opened.hints:
            return _refused(live, question, Refusal("off", "hints-off"), language)
        choice = await self.thinkers.advise(view)
        words = view.describe(choice.action, language)
        reason = choice.reasons.get(language, choice.reason)
        return wire.Advice(question.key, ply, view.text(choice.action), words, reason)


def _refused(live: Live, question: wire.Command | wire.Question, refusal: Refusal, language: str) -> wire.Refused:
    return wire.Refused(question.key, refusal.code, refusal.words(language), live.table.ply)


def _suggestions(view: View, key: str, ply: int, language: wire.Language) -> wire.Suggestions:
    assert view.seat is not None
    game, setup, state = view.game, view.setup, view.state
    texts = game.suggestions(setup, state, wire.SUGGESTIONS_SENT) if view.to_act == view.seat else []
    moves = [wire.Suggestion(text, game.describe_move(setup, state, text, language)) for text in texts]
    wanted = game.wanted(setup, state, view.seat)
    complete, faces = (False, []) if wanted is None else (wanted.complete, list(wanted.faces))
    return wire.Suggestions(key, ply, moves, complete, faces)


def _because(live: Live, question: wire.Why, language: wire.Language) -> wire.Because | wire.Refused:
    assert live.table.position is not None
    view = live.table.position.view(question.seat)
    game, setup = live.table.position.game, live.table.position.setup
    try:
        action = game.read(setup, view.state, question.action)[0]
    except ActionError as error:
        return wire.Refused(question.key, "invalid", str(error), live.table.ply)
    if action in view.legal:
        return wire.Because(question.key, "")
    return wire.Because(question.key, game.why_not(setup, view.state, action, language))


def _tables_after(table: Table, entries: Iterable[Entry]) -> Iterator[Table]:
    """Yield the table as it is after each entry, leaving the one that people see as it is."""
    for entry in entries:
        table = table.after(entry)
        yield table
