"""What an audience sees of a table: frames, the log in words, and the steps to animate.

This is the only way from a table to a client. Whatever depends on cards is made from the audience's own views, which
`redact` has passed; the log's own texts are shown only to the seat that acted, or in games that hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import msgspec
from msgspec import Raw

from verso.bots.characters import CHARACTERS
from verso.core import general
from verso.core.contracts.parts import Names
from verso.core.game import Action, Json, Position, View
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER
from verso.core.telling import tell_step, verb_and_rest
from verso.play import marks, shuffle, wire
from verso.play.entry import (
    Abandoned,
    Acted,
    Agreed,
    Answered,
    Arranged,
    ChatTurned,
    Closed,
    Committed,
    Edited,
    Entry,
    Opened,
    Resigned,
    Revealed,
    RulesChanged,
    Said,
    Sat,
    Sealed,
    Started,
    TakenOver,
)
from verso.play.names import isolated
from verso.play.table import Step, Table, called_in, words_for

T = TypeVar("T")
_MOST_KEPT = 64
_PAST_APART = 200
"""Every so many entries a table is kept as it was then: the newest lines are told from there, not from the first on."""


class Audience(NamedTuple):
    """A seat, or a spectator (None), and the language they read."""

    seat: int | None
    language: wire.Language


class SeatView(NamedTuple):
    """What a seat may know of a position, also as a document without the keys of the setup, which must not change."""

    view: View
    document: Json


class SeenPosition:
    """A position, how each seat sees it, and what is remembered of the way to it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.views: dict[int | None, SeatView] = {}
        self.memory: Json | None = None

    @property
    def ply(self) -> int:
        return self.position.ply

    def spectator(self) -> View:
        """Return how somebody who watches sees it."""
        game, setup = self.position.game, self.position.setup
        return self.position.look(None) if game.hides else View(setup, None, self.position.state)


class TableCache:
    """What has been made of a table, for as long as it holds: how seats see positions, and parts of frames.

    When the table goes on, all is thrown away but two things: how its position is seen, for the next step begins there;
    and after a move what is about people, whom no move seats or names differently.
    """

    def __init__(self, remembered: Sequence[SeenPosition] = ()) -> None:
        self.remembered = remembered
        """Positions on the way with what was remembered there."""
        self._seen: dict[int, SeenPosition] = {}
        """By the `id` of the position, which is kept with its views so that no other can have that number."""
        self._of_moment: dict[Hashable, Any] = {}
        self._of_people: dict[Hashable, Any] = {}

    def view(self, position: Position, seat: int | None, before: Position | None = None) -> SeatView:
        """Return how a seat sees a position: for less where it is given one seen shortly before.

        Where a game hides nothing, all share what a spectator sees.
        """
        game, setup = position.game, position.setup
        if not game.hides:
            seat = None
        views = self._of(position).views
        found = views.get(seat)
        if found is None:
            view = position.look(seat)
            known = self._seen[id(before)].views.get(seat) if id(before) in self._seen else None
            if known is None:
                document = game.notation.shown(setup, view.state)
            else:
                document = game.notation.shown_after(setup, view.state, known.view.state, known.document)
            found = views[seat] = SeatView(view, document | self._memory(position, before))
        return found

    def open_view(self, position: Position, before: Position | None = None) -> SeatView:
        """Return a position as nobody sees it before the game is over."""
        setup, state = position.setup, position.state
        document = position.game.notation.shown(setup, state) | self._memory(position, before)
        return SeatView(View(setup, None, state), document)

    def _of(self, position: Position) -> SeenPosition:
        return self._seen.setdefault(id(position), SeenPosition(position))

    def _memory(self, position: Position, before: Position | None) -> Json:
        """Return what is remembered of the way to a position: for less where it is known of one shortly before."""
        seen = self._of(position)
        if seen.memory is None and position.game.notation.remembered is general.remembered:
            seen.memory = {}
        if seen.memory is None:
            known = self._seen.get(id(before))
            if known is None or known.memory is None or known.ply + 1 != position.ply:
                known = self._known_before(position)
            seen.memory = known.memory
            for action in position.actions[known.ply :]:
                known = _remember(known, action)
                self.remembered = marks.with_mark(self.remembered, known)
                seen.memory = known.memory
        assert seen.memory is not None
        return seen.memory

    def _known_before(self, position: Position) -> SeenPosition:
        """Return the last position on the way to this one of which it is known what is remembered."""
        actions = position.actions
        holds = [each for each in self.remembered if each.position.actions == actions[: each.ply]]
        self.remembered = holds
        if holds:
            return holds[-1]
        begun = SeenPosition(position.beginning())
        begun.memory = {}
        return begun

    def of_moment(self, key: Hashable, make: Callable[[], T]) -> T:
        return _kept(self._of_moment, key, make)

    def of_people(self, key: Hashable, make: Callable[[], T]) -> T:
        return _kept(self._of_people, key, make)

    def go_on(self, position: Position | None, *, by_move: bool) -> None:
        """Throw away what does not hold any more, now that this is the table's position."""
        kept = self._seen.get(id(position))
        self._seen = {} if kept is None else {id(position): kept}
        self._of_moment = {}
        if not by_move:
            self._of_people = {}


def _remember(known: SeenPosition, action: Action) -> SeenPosition:
    """Return the position after an action, with what is remembered then."""
    assert known.memory is not None
    position = known.position.copy()
    position.push(action)
    after = SeenPosition(position)
    after.memory = position.game.notation.remembered(known.spectator(), action, after.spectator(), known.memory)
    return after


def _kept(parts: dict[Hashable, Any], key: Hashable, make: Callable[[], T]) -> T:
    """Return a part that is kept, or make it. Their number is bounded: who asks on and on may ask for ever new ones."""
    if key in parts:
        return cast("T", parts[key])
    if len(parts) >= _MOST_KEPT:
        parts.clear()
    parts[key] = made = make()
    return made


class LogLine(wire.Message):
    """A line of the log as it is kept: the fields of `wire.Line` in their order, each step as it was encoded."""

    ply: int
    at: int
    kind: str
    seat: int | None
    played: int
    clauses: list[wire.Clause]
    folded: list[str]
    marks: list[str]
    steps: list[Raw]


class KeptLine(NamedTuple):
    """A line of the log, and a step from any view to a moment inside of it that nobody should miss."""

    line: LogLine
    moment: Raw | None


class EncodedFrame(wire.Message, tag="frame", kw_only=True):
    """A frame on its way out: the fields of `wire.Frame` in their order, parts that are shared as they were encoded."""

    table: str
    state: str
    game: str
    ruleset: str
    options: dict[str, Any]
    own_cards: bool
    language: str
    listed: bool
    hints: bool
    result: wire.Result | None
    shuffle: wire.Shuffle
    rematch: str | None
    clock: wire.Clock | None
    ply: int
    since: int
    played: int
    to_act: int | None
    log: Raw
    chat: list[wire.ChatLine] | None
    view: Raw
    host: bool
    starts: bool
    seats: Raw
    seat: int | None
    legal: Raw
    undo: wire.UndoState | None


class Onlooker(NamedTuple):
    """What a frame says of whoever looks: their seats, whether they are host or may start, and who sits where."""

    yours: tuple[int, ...]
    host: bool
    starts: bool
    seats: Raw


class Show:
    """Tells one table, from one entry to the next.

    Parts of frames that several audiences share are encoded once a moment: a move is told to four seats for little
    more than to one.
    """

    def __init__(self, table: Table, past: Sequence[Table] = ()) -> None:
        self.table = table
        self._past = past
        """The table as it was some entries ago; the newest lines of the log are told from the first of these."""
        self._lines: dict[Audience, list[KeptLine]] = {}
        self._cache = TableCache()
        self._commitment = shuffle.commitment(bytes.fromhex(table.opened.secret))
        self._hides = table.opened_game.hides

    @classmethod
    def of_log(cls, entries: Sequence[Entry]) -> Show:
        """Fold a log. What takes longer the longer the log is, is done here, so that frames are made quickly."""
        table = Table(entries[:1])
        past: Sequence[Table] = ()
        for entry in entries[1:]:
            table.apply(entry)
            past = _with_past(past, table)
        made = cls(table, past)
        if table.position is not None:
            made._cache.view(table.position, None)
        return made

    def follow(self, table: Table, steps: Sequence[Step]) -> None:
        """Go on to the table as it is after one more entry, which made these steps."""
        self.table, self._past = table, _with_past(self._past, table)
        for audience, lines in self._lines.items():
            line = _log_line(table, table.entries[-1], steps, audience, self._cache)
            if line is not None:
                lines.append(line)
                del lines[: -wire.LINES_SENT]
        self._cache.go_on(table.position, by_move=isinstance(table.entries[-1].event, Acted))

    def lines(self, audience: Audience) -> list[LogLine]:
        """Return the newest lines of the log, with all their steps."""
        return [kept.line for kept in self._kept_lines(audience)]

    def _kept_lines(self, audience: Audience) -> list[KeptLine]:
        audience = Audience(self._whose_view(audience.seat), audience.language)
        if audience not in self._lines:
            self._lines[audience] = list(self._newest_lines(audience))
        return self._lines[audience]

    def _newest_lines(self, audience: Audience) -> Iterator[KeptLine]:
        """Fold the end of the log once more and tell its lines."""
        entries, cache = self.table.entries, TableCache(self._cache.remembered)
        first = len(entries) - wire.LINES_SENT
        is_long = bool(self._past) and self._past[0].ply <= first
        again = self._past[0].copied() if is_long else Table(entries[:1])
        for entry in entries[again.ply if is_long else 0 :]:
            steps = again.apply(entry) if entry.ply > again.ply else ()
            line = _log_line(again, entry, steps, audience, cache) if entry.ply > first else None
            cache.go_on(again.position, by_move=True)
            if line is not None:
                yield line

    def frame(self, audience: Audience, who: str | None, since: int, online: Sequence[int], now: int) -> wire.Frame:
        """Return a frame as an object, for whoever wants to look at it; what is sent is `encoded`."""
        made = wire.decode_server(self.encoded(audience, who, since, tuple(online), now))
        assert isinstance(made, wire.Frame)
        return made

    def encoded(
        self,
        audience: Audience,
        who: str | None,
        since: int,
        online: tuple[int, ...],
        now: int,
        muted: frozenset[str] = frozenset(),
    ) -> bytes:
        """Return the table as an audience may see it, as it is sent; `who` marks its own seats.

        What `muted` people say is left out. Whoever looks from a seat that is not theirs, or not any more, sees what a
        spectator sees.
        """
        language, position = audience.language, self.table.position
        onlooker = self._cache.of_people(
            (who, language, online, muted), lambda: self._onlooker(who, language, online, muted)
        )
        seat = audience.seat if audience.seat in onlooker.yours else None
        shared = self._cache.of_moment(("shared", language, since), lambda: self._shared(language, since))
        made = msgspec.structs.replace(
            shared,
            clock=wire.Clock(self.table.opened.clock, self.table.deadline(), now, self.table.opened.grace),
            log=self._log(Audience(self._whose_view(seat), language), since),
            view=_NULL if position is None else self._view(position, seat),
            host=onlooker.host,
            starts=onlooker.starts,
            seats=onlooker.seats,
            seat=seat,
            legal=_NONE if seat is None or seat != self.table.to_act else self._legal(seat, language),
            undo=self._undo(seat, language),
        )
        if muted and made.chat:
            made.chat = [line for line in made.chat if self.table.entries[line.ply - 1].by not in muted]
        return wire.encode(made)

    def _whose_view(self, seat: int | None) -> int | None:
        """Return the seat whose view an audience needs: where nothing is hidden, all see what a spectator sees."""
        return seat if self._hides else None

    def _names(self, language: wire.Language) -> tuple[str, ...]:
        return self._cache.of_people(("names", language), lambda: isolated(self.table.names(language)))

    # --- parts of a frame

    def _shared(self, language: wire.Language, since: int) -> EncodedFrame:
        """Return a frame of somebody to whom nothing is shown, with what is the same for all."""
        table, opened = self.table, self.table.opened
        return EncodedFrame(
            table=opened.table,
            state=table.state,
            game=opened.game,
            ruleset=opened.ruleset,
            options=opened.options,
            own_cards=bool(opened.cards),
            language=language,
            listed=opened.listed,
            hints=opened.hints,
            result=described_result(table.position, language, self._names(language), table.given_up),
            shuffle=wire.Shuffle(
                self._commitment,
                table.entropies,
                opened.secret if table.state == "over" else None,
                opened.method,
                table.commitments if table.commits else [],
                table.sealed,
                table.begins_at(),
                opened.position is not None,
            ),
            rematch=table.rematch,
            clock=None,
            ply=table.ply,
            since=since,
            played=_played(table),
            to_act=table.to_act,
            log=_NONE,
            chat=[line for line in table.chat if line.ply > since] if table.chatting else None,
            view=_NULL,
            host=False,
            starts=False,
            seats=_NONE,
            seat=None,
            legal=_NONE,
            undo=None,
        )

    def _onlooker(
        self, who: str | None, language: wire.Language, online: tuple[int, ...], muted: frozenset[str]
    ) -> Onlooker:
        table = self.table
        yours = () if who is None else tuple(table.seats_of(who))
        seats = _encoded(seat_infos(table, language, yours, online, muted))
        return Onlooker(yours, who == table.opened.host, who is not None and table.may_start(who), seats)

    def _log(self, audience: Audience, since: int) -> Raw:
        """Return what happened after `since`: without steps to who begins anew, moments to who has missed too much."""

        def news() -> Raw:
            kept = [each for each in self._kept_lines(audience) if each.line.ply > since]
            lines = [line for line, _ in kept]
            if since == 0 or sum([len(line.steps) for line in lines]) > wire.STEPS_SENT:
                moments = [[] if since == 0 or moment is None else [moment] for _, moment in kept]
                lines = [msgspec.structs.replace(line, steps=m) for line, m in zip(lines, moments, strict=True)]
            return _encoded(lines)

        return self._cache.of_moment(("log", audience, since), news)

    def _view(self, position: Position, seat: int | None) -> Raw:
        def view() -> Raw:
            over = position.to_act == OVER
            shown = self._cache.open_view(position) if over else self._cache.view(position, seat)
            return _encoded({**position.setup.to_json(), **shown.document, "seat": seat})

        return self._cache.of_moment(("view", seat), view)

    def _legal(self, seat: int, language: wire.Language) -> Raw:
        """Return what the seat to act can do."""
        position = self.table.position
        assert position is not None
        return self._cache.of_moment(("legal", language), lambda: _encoded(self._offers(position, seat, language)))

    def _offers(self, position: Position, seat: int, language: wire.Language) -> list[wire.LegalAction]:
        view = self._cache.view(position, seat).view if self._hides else position.look(seat)
        notation, words, names = view.game.notation, view.game.words, self._names(language)
        return [
            wire.LegalAction(
                notation.action_text(view.setup, view.state, action),
                words.describe(view.setup, view.state, action, language, names),
                notation.action_parts(view.setup, view.state, action),
            )
            for action in view.legal[: wire.LEGAL_SENT]
        ]

    def _undo(self, seat: int | None, language: wire.Language) -> wire.UndoState:
        made = self.table.offer
        offer = None if made is None else wire.UndoOffer(made.seat, made.waiting)
        if seat is None:
            return wire.UndoState("no", None, offer)
        can, why, _ = self.table.undo_state(seat)
        return wire.UndoState(can, words_for(language)(why) if why else None, offer)


def _encoded(value: object) -> Raw:
    return Raw(wire.encode(value))


_NULL, _NONE = _encoded(None), _encoded([])


def seat_infos(
    table: Table,
    language: str,
    yours: Sequence[int] = (),
    online: Sequence[int] = (),
    muted: frozenset[str] = frozenset(),
) -> list[wire.SeatInfo]:
    names = table.names(language)
    return [
        wire.SeatInfo(
            seat=number,
            kind=seat.kind,
            name=names[number] if seat.kind in ("human", "bot") else None,
            level=seat.level if seat.kind == "bot" else None,
            character=seat.character or None,
            bot=seat.kind == "bot" or seat.away,
            online=seat.kind == "bot" or number in online,
            you=number in yours,
            left=seat.left_at is not None,
            blocked=seat.who in muted,
            awaited=seat.awaited or None,
        )
        for number, seat in enumerate(table.seats)
    ]


# --- the position


def described_result(
    position: Position | None, language: str, names: Names, given_up: int | None = None
) -> wire.Result | None:
    """Return how a game ended, by its rules or because a seat gave it up; None where it has not ended."""
    if position is None:
        return None
    outcome = position.outcome()
    if outcome is None:  # a game that is over by its rules was given up by nobody, whatever its record says
        return None if given_up is None else _resignation(position.seats, given_up, language, names)
    words = position.game.words.describe_outcome(position.setup, position.state, language, names)
    winners, scores, details = list(outcome.winners), list(outcome.scores), dict(outcome.details)
    return wire.Result(winners, outcome.reason, scores, outcome.truncated, details, words)


def winners_when(seats: int, given_up: int) -> list[int]:
    """Return who wins when a seat gives the game up by which it ends: the other of two, and otherwise nobody."""
    return [1 - given_up] if seats == 2 else []


def _resignation(seats: int, given_up: int, language: str, names: Names) -> wire.Result:
    called = names or [str(number) for number in range(1, seats + 1)]
    winners, say = winners_when(seats, given_up), words_for(language)
    if winners:
        words = say("resigned-won", name=called[given_up], winner=called[winners[0]])
    else:
        words = say("resigned", name=called[given_up])
    return wire.Result(winners, "resigned", [], truncated=False, details={}, words=words)


def given_up_in(record: Record) -> int | None:
    """Return the seat by whose giving up a recorded game ended."""
    said = record.remarks.get("resigned", "")
    return int(said) if said in map(str, range(record.setup.seats)) else None


# --- the log


def _with_past(past: Sequence[Table], table: Table) -> Sequence[Table]:
    """Return the tables that are kept as they were, now that the table has gone on."""
    if table.ply % _PAST_APART == 0:
        past = [*past, table.copied()]
    return past[1:] if len(past) > 1 and past[1].ply <= table.ply - wire.LINES_SENT else past


def _log_line(
    around: Table, entry: Entry, made: Sequence[Step], audience: Audience, cache: TableCache
) -> KeptLine | None:
    """Return an entry and the steps it made in words, with the table around it; None where there is nothing to say."""
    event = entry.event
    if isinstance(event, (Said, Edited, Committed, Sealed, Revealed, Closed)):
        return None
    kind, seat = str(event.__struct_config__.tag), getattr(event, "seat", None)
    names = isolated(around.names(audience.language))
    steps = [told for step in made for told in _told_steps(step, audience, cache, names)]
    played = [step for step in steps if "deal" not in step.marks]
    marks = [mark for step in steps for mark in step.marks if mark != "deal"]
    dealt = [each.text for step in steps if "deal" in step.marks for each in step.clauses]
    folded = dealt if kind == "started" or "round" in marks else []  # otherwise what comes next tells of them
    said = [] if kind == "acted" else _sentences(around, event, seat, audience.language, names)
    clauses = [*_clauses(said), *(each for step in played for each in step.clauses)]
    raw = [_encoded(step) for step in steps]
    line = LogLine(entry.ply, entry.at, kind, seat, _played(around), clauses, folded, marks, raw)
    seen = [moment for step in made if (moment := _between(step, audience.seat)) is not None]
    return KeptLine(line, _encoded(_step_to(seen[-1])) if seen else None)


def _clauses(told: Sequence[str]) -> list[wire.Clause]:
    return [wire.Clause(*verb_and_rest(each)) for each in told]


def _played(table: Table) -> int:
    return 0 if table.position is None else table.position.ply


def _sentences(table: Table, event: Any, seat: int | None, language: str, names: Sequence[str]) -> list[str]:
    said = [_sentence(table, event, seat, language, names)]
    if isinstance(event, Started):
        said += [words_for(language)("line-silent", name=names[each]) for each in table.silent()]
    if isinstance(event, (Started, Sat)):
        said += [
            words_for(language)("line-same", names=", ".join(names[each] for each in seats))
            for seats in _seats_of_one(table)
            if isinstance(event, Started) or event.seat in seats
        ]
    return said


def _seats_of_one(table: Table) -> list[list[int]]:
    """Return the seats of each person who has several while others play too: whoever has two hands sees both."""
    people = list(dict.fromkeys(seat.who for seat in table.seats if seat.kind == "human"))
    found = [table.seats_of(who) for who in people]
    return [seats for seats in found if len(seats) > 1] if len(people) > 1 else []


def _sentence(table: Table, event: Any, seat: int | None, language: str, names: Sequence[str]) -> str:
    say, kind = words_for(language), event.__struct_config__.tag
    if isinstance(event, Opened):
        hosts = table.seats_of(event.host)
        return say("line-created", name=names[hosts[0]] if hosts else "?")
    if isinstance(event, (Started, Abandoned, RulesChanged)):
        return say(f"line-{kind}")
    if isinstance(event, ChatTurned):
        return say("line-chat-turned", on="yes" if event.on else "no")
    assert seat is not None
    [was] = isolated([table.seats[seat].was])
    values: dict[str, str | int] = {"name": was or names[seat], "number": seat + 1}
    if isinstance(event, Resigned):
        values |= {"name": isolated([table.resigned[seat]])[0], "instead": names[seat]}
        kind = f"{kind}-on" if event.character else kind
    if isinstance(event, Agreed):
        values["to"] = event.to
    if isinstance(event, Arranged):
        values["kind"] = event.kind
    if isinstance(event, Answered):
        values["agree"] = "yes" if event.agree else "no"
    if isinstance(event, TakenOver):
        values["reason"] = event.reason
    return say(f"line-{kind}", **values)


def _told_steps(step: Step, audience: Audience, cache: TableCache, names: Names) -> list[wire.Step]:
    """Return a step as an audience may know it: two, where there is something to see between its two positions."""
    told, (before, action, after) = _told_step(step, audience, cache, names), step
    moment = _between(step, audience.seat)
    if moment is None or action is None:
        return [told]
    was, now = (cache.view(each, audience.seat) for each in (before, after))
    view, game = moment.view, before.game
    leading, rest = tell_step(was.view, action, view, now.view, audience.language, names)
    first = msgspec.structs.replace(
        told,
        clauses=_clauses(leading),
        changes=_changes(was.document, moment.document),
        moves=list(game.notation.moved(was.view, action, view)),
    )
    moves = list(game.notation.moved(view, action, now.view))
    changes = _changes(moment.document, now.document)
    return [first, wire.Step(CHANCE, None, None, _clauses(rest), changes, moves)]


def _between(step: Step, seat: int | None) -> SeatView | None:
    """Return how a seat sees the moment inside a step, where there is one."""
    before, action, _ = step
    view = None if action is None else before.view_inside(action, seat)
    return None if view is None else SeatView(view, before.game.notation.shown(before.setup, view.state))


def _step_to(moment: SeatView) -> wire.Step:
    """Return a step to a moment from any view of the same game: it sets everything."""
    changes = [wire.Change([key], value) for key, value in moment.document.items()]
    return wire.Step(CHANCE, None, None, [], changes, [])


def _told_step(step: Step, audience: Audience, cache: TableCache, names: Names) -> wire.Step:
    """Return a step as an audience may know it: everything in it is made from how it sees the two positions.

    An action as such is known to whoever did it, and to all where nothing is hidden.
    """
    (before, action, after), (seat, language) = step, audience
    was, now = cache.view(before, seat), cache.view(after, seat, before)
    if action is None:
        return wire.Step(before.to_act, None, None, [], _changes(was.document, now.document), [])
    known = not before.game.hides or (before.to_act == seat and before.to_act >= 0)
    told = before.game.words.tell(was.view, action, now.view, language, names)
    return _step(was, action, now, told, known=known)


def _step(was: SeatView, action: Action, now: SeatView, told: Sequence[str], *, known: bool) -> wire.Step:
    notation, setup, state = was.view.game.notation, was.view.setup, was.view.state
    return wire.Step(
        actor=was.view.to_act,
        text=notation.action_text(setup, state, action) if known else None,
        parts=notation.action_parts(setup, state, action) if known else None,
        clauses=_clauses(told),
        changes=_changes(was.document, now.document),
        moves=list(notation.moved(was.view, action, now.view)),
        marks=list(notation.marks(was.view, action, now.view)),
    )


def _changes(before: Any, after: Any) -> list[wire.Change]:
    """Return what must be set to get from one document to another; lists change whole unless they hold objects."""
    found: list[wire.Change] = []
    _find_changes(before, after, (), found)
    return found


def _find_changes(before: Any, after: Any, path: tuple[str | int, ...], found: list[wire.Change]) -> None:
    if type(before) is dict and type(after) is dict:
        if [*before] == [*after]:
            _find_changed_parts(zip(after, before.values(), after.values(), strict=True), path, found)
        else:
            _find_changed_parts([(key, before.get(key, _NOTHING), now) for key, now in after.items()], path, found)
            found += [wire.Change([*path, key]) for key in before if key not in after]
    elif _same_objects(before, after):
        _find_changed_parts(zip(range(len(after)), before, after, strict=True), path, found)
    else:
        found.append(wire.Change([*path], after))


def _find_changed_parts(
    parts: Iterable[tuple[str | int, Any, Any]], path: tuple[str | int, ...], found: list[wire.Change]
) -> None:
    for key, was, now in parts:
        if was is now or was == now:
            continue
        if type(now) is dict or type(now) is list:
            _find_changes(was, now, (*path, key), found)
        else:
            found.append(wire.Change([*path, key], now))


_NOTHING = object()


def _same_objects(before: Any, after: Any) -> bool:
    both_lists = type(before) is list and type(after) is list
    return both_lists and len(before) == len(after) and all(type(each) is dict for each in [*before, *after])


# --- finished games

_MARK_PLIES = 250
_STATE_BYTES = 16_384
"""What the values of a state take, roughly, as numbers of the interpreter."""


class Folded:
    """A finished game with what is found by playing it through: positions on the way, and whether it can be proved.

    Positions are kept every so many plies, so that any moment is a few plies away.
    """

    def __init__(self, record: Record, apart: int = _MARK_PLIES) -> None:
        self.record = record
        self.proof = shuffle.verify(record)
        self._apart, position = apart, record.start()
        self._marks = [position.copy()]
        for ply, action in enumerate(record.actions, start=1):
            position.push(action)
            if ply % apart == 0:
                self._marks.append(position.copy())
        self.end = position

    def position(self, ply: int) -> Position:
        """Return the position after `ply` actions, to do anything with."""
        mark = ply // self._apart
        position = self._marks[mark].copy()
        for action in self.record.actions[mark * self._apart : ply]:
            position.push(action)
        return position

    @property
    def size(self) -> int:
        """About how many bytes it takes: a position has a state and all actions before it."""
        return sum(_STATE_BYTES + 8 * mark.ply for mark in [*self._marks, self.end])


def replay(
    identity: str, folded: Folded, seat: int | None, ply: int, most: int, language: wire.Language, names: Names
) -> wire.Replay:
    """Return a part of a finished game as a seat saw it, or with all faces for None."""
    called, record = None if names is None else isolated(called_in(language, names)), folded.record
    position, cache, steps = folded.position(ply), TableCache(), list[wire.Step]()
    first = cache.open_view(position) if seat is None else cache.view(position, seat)
    for action in record.actions[ply : ply + most]:
        before, position = position, position.copy()
        position.push(action)
        if seat is None:
            steps.append(_open_step(before, action, position, cache, language, called))
        else:
            steps.append(_told_step(Step(before, action, position), Audience(seat, language), cache, called))
        cache.go_on(position, by_move=True)
    shown = shuffle_of(record)
    return wire.Replay(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=list(called or map(str, range(1, record.setup.seats + 1))),
        seat=seat,
        ply=ply,
        plies=len(record.actions),
        view=record.setup.to_json() | first.document | {"seat": seat},
        steps=steps,
        result=described_result(folded.end, language, called, given_up_in(record)),
        shuffle=shown,
        verified=folded.proof.verified if shown is not None else None,
        characters=characters_in(record),
    )


_characters = msgspec.json.Decoder(list[str]).decode


def characters_in(record: Record) -> list[str | None]:
    """Return which bots played by seat, as far as a record tells and they are known; nothing where it tells nothing."""
    try:
        found = _characters(record.remarks.get("characters", "[]"))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return []
    return [each if each in CHARACTERS else None for each in found] if len(found) == record.setup.seats else []


def shuffle_of(record: Record) -> wire.Shuffle | None:
    """Return what a record reveals of its shuffles; None where that is nothing, or nothing that can be read."""
    try:
        found = shuffle.read_remarks(record.remarks)
    except ValueError:
        return None
    return wire.Shuffle(
        found.promised,
        found.entropies,
        found.secret.hex(),
        1 if found.commitments is None else 2,
        found.commitments or [],
        known=record.origin is not None,
    )


def chances(identity: str, folded: Folded, ply: int, most: int) -> wire.Chances:
    """Return what chance could do at each of its turns among the next plies, and what it did."""
    record, position, found = folded.record, folded.position(ply), list[wire.Chance]()
    for action in record.actions[ply : ply + most]:
        if position.to_act == CHANCE:
            weights = shuffle.weights_of(position)
            found.append(wire.Chance(position.ply, list(weights), list(weights.values()), action))
        position.push(action)
    end = min(ply + most, len(record.actions))
    return wire.Chances(
        record=identity,
        plies=len(record.actions),
        shuffle=shuffle_of(record),
        chances=found,
        next=end if end < len(record.actions) else None,
    )


def _open_step(
    before: Position, action: Action, after: Position, cache: TableCache, language: str, names: Names
) -> wire.Step:
    """Return a step for somebody who may know everything."""
    was, now = cache.open_view(before), cache.open_view(after, before)
    say = before.game.words
    if say.tell is general.tell:  # knows nothing of views without a seat that see everything
        words = [say.describe(before.setup, before.state, action, language, names)]
    else:
        words = say.tell(was.view, action, now.view, language, names)
    return _step(was, action, now, words, known=True)
