"""What an audience sees of a table: frames, the log in words, and the steps to animate.

This is the only way from a table to a client. Whatever depends on cards is made from the audience's own views, which
`redact` has passed; the log's own texts are shown only to the seat that acted, or in games that hide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from verso.core.game import Json, Position, View
from verso.core.record import Record
from verso.core.spec import OVER
from verso.play import shuffle, table, wire
from verso.play.entry import (
    Acted,
    Answered,
    Arranged,
    Asked,
    ChatTurned,
    Edited,
    Entry,
    Opened,
    Said,
    Started,
    TakenOver,
    Undone,
)
from verso.play.table import Table, words_for


class Audience(NamedTuple):
    """A seat's eyes, or a spectator's (None), and the language they read."""

    seat: int | None
    language: wire.Language


class Eyes:
    """Views of positions, also as documents, each made once: steps and frames of one moment share them.

    Where a game hides nothing, all seats share one too.
    """

    def __init__(self) -> None:
        self._views: dict[tuple[int, int | None], tuple[Position, View]] = {}
        self._documents: dict[tuple[int, int | None], Json] = {}

    def view(self, position: Position, seat: int | None) -> View:
        """Return what a seat may know of a position."""
        kept = self._views.get((id(position), seat))
        if kept is None or kept[0] is not position:
            kept = self._views[id(position), seat] = position, position.look(seat)
            self._documents.pop((id(position), seat), None)
        return kept[1]

    def document(self, position: Position, seat: int | None) -> Json:
        """Return what a seat may know of a position, without the keys of the setup. It must not be changed."""
        eyes = seat if position.game.hides else None
        view = self.view(position, eyes)
        document = self._documents.get((id(position), eyes))
        if document is None:
            document = view.game.state_to_json(view.setup, view.state)
            self._documents[id(position), eyes] = document
        return document

    def forget_all_but(self, position: Position | None) -> None:
        self._views = {key: kept for key, kept in self._views.items() if kept[0] is position}
        self._documents = {key: document for key, document in self._documents.items() if key in self._views}


class Told(NamedTuple):
    """A line of the log as it is sent, with its steps and without them."""

    ply: int
    steps: int
    whole: bytes
    words: bytes


class Show:
    """Tells one table, from one entry to the next.

    What is sent is put together from encoded parts, each made once a moment: a move is told to four seats for little
    more than to one.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told: dict[Audience, list[Told]] = {}
        self._eyes = Eyes()
        self._parts: dict[Hashable, bytes] = {}
        self._seated: dict[Hashable, bytes] = {}
        self._options = msgspec.Raw(wire.encode(table.opened.options))
        self._commitment = shuffle.commitment(bytes.fromhex(table.opened.secret))
        self._setup = b""

    def follow(self, table: Table) -> None:
        """Go on to the table as it is after one more entry."""
        self.table = table
        self._parts.clear()
        if not isinstance(table.entries[-1].event, _LEAVE_SEATS):
            self._seated.clear()
        for audience, lines in self._told.items():
            line = _line(table, table.entries[-1], audience, self._eyes)
            if line is not None:
                lines.append(_told(line))
                del lines[: -wire.LINES_SENT]
        self._eyes.forget_all_but(table.position)

    def lines(self, audience: Audience) -> list[Told]:
        """Return the newest lines of the log, with all their steps."""
        if not self.table.opened_game.hides:
            audience = Audience(None, audience.language)  # the same for everybody, so made only once
        if audience not in self._told:
            self._told[audience] = [_told(line) for line in _tell_again(self.table.entries, audience)]
        return self._told[audience]

    def frame(self, audience: Audience, who: str | None, since: int, online: Sequence[int], now: int) -> wire.Frame:
        """Return a frame as an object, for whoever wants to look at it; what is sent is `encoded`."""
        made = wire.decode_server(self.encoded(audience, who, since, online, now))
        assert isinstance(made, wire.Frame)
        return made

    def encoded(self, audience: Audience, who: str | None, since: int, online: Sequence[int], now: int) -> bytes:
        """Return the table as an audience may see it, as it is sent; `who` marks its own seats."""
        table, opened = self.table, self.table.opened
        yours = table.seats_of(who) if who is not None else []
        assert audience.seat is None or audience.seat in yours
        host, seat, language = who == opened.host, audience.seat, audience.language
        key = (audience, host, tuple(yours), since, tuple(online), now)
        if key in self._parts:
            return self._parts[key]
        raw: Callable[[bytes], Any] = msgspec.Raw
        position = table.position
        frame = wire.Frame(
            table=table.id,
            ply=table.ply,
            since=since,
            state=table.state,
            game=opened.game,
            ruleset=opened.ruleset,
            options=self._options,  # type: ignore[arg-type]
            language=language,
            host=host,
            listed=opened.listed,
            seats=raw(self._seats(language, yours, online)),
            seat=seat,
            to_act=table.to_act,
            view=raw(self._view(audience)),
            legal=raw(self._legal(audience)[0]),
            clock=wire.Clock(opened.clock, table.deadline(), now),
            log=raw(self._log(audience, since)),
            chat=[line for line in table.chat if line.ply > since] if table.chatting else None,
            hints=opened.hints,
            undo=_undo(table, audience),
            result=_result(table.position, language),
            shuffle=raw(self._shuffle()),
            rematch=table.rematch,
            takes=[] if position is None else position.game.takes(position.setup, position.state),
        )
        self._parts[key] = made = wire.encode(frame)
        return made

    # --- parts, each as it is sent

    def _seats(self, language: str, yours: Sequence[int], online: Sequence[int]) -> bytes:
        key = (language, *yours, "online", *online)
        if key not in self._seated:
            self._seated[key] = wire.encode(seat_infos(self.table, language, yours, online))
        return self._seated[key]

    def _legal(self, audience: Audience) -> tuple[bytes, bytes]:
        """Return what a seat can do now with all its words, and the texts alone; nothing unless it is to act."""
        table, position = self.table, self.table.position
        if position is None or audience.seat is None or table.to_act != audience.seat:
            return b"[]", b"[]"
        key = ("legal", audience.language)
        if key not in self._parts:
            view = self._eyes.view(position, audience.seat)
            found = []
            for action in view.legal[: wire.LEGAL_SENT]:
                text = view.text(action)
                verb, *arguments = text.split(" ")
                found.append(wire.LegalAction(text, verb, arguments, view.describe(action, audience.language)))
            self._parts[key] = wire.encode(found)
            self._parts["texts"] = wire.encode([each.text for each in found])
        return self._parts[key], self._parts["texts"]

    def _view(self, audience: Audience) -> bytes:
        position, seat = self.table.position, audience.seat
        if position is None:
            return b"null"
        eyes = seat if position.game.hides else None
        key = ("view", eyes)
        if key not in self._parts:
            over = position.to_act == OVER
            document = position.game.state_to_json(position.setup, position.state) if over else None
            self._parts[key] = wire.encode(document or self._eyes.document(position, eyes))[1:-1]
        if not self._setup:
            self._setup = wire.encode(position.setup.to_json())[:-1]
        number = b"null" if seat is None else b"%d" % seat
        return b'%b,%b,"seat":%b,"legal":%b}' % (self._setup, self._parts[key], number, self._legal(audience)[1])

    def _log(self, audience: Audience, since: int) -> bytes:
        """Return what happened after `since`. Whoever begins anew, or has missed too much, gets no steps."""
        lines = self.lines(audience)
        if not lines or lines[-1].ply <= since:
            return b"[]"
        if since and len(lines) > 1 and lines[-2].ply <= since and lines[-1].steps <= wire.STEPS_SENT:
            return b"[%b]" % lines[-1].whole
        first = len(lines)
        while first > 0 and lines[first - 1].ply > since:
            first -= 1
        news = lines[first:]
        if since == 0 or sum(line.steps for line in news) > wire.STEPS_SENT:
            return b"[%b]" % b",".join([line.words for line in news])
        return b"[%b]" % b",".join([line.whole for line in news])

    def _shuffle(self) -> bytes:
        if "shuffle" not in self._parts:
            shown = self.table.opened.secret if self.table.state == "over" else None
            self._parts["shuffle"] = wire.encode(wire.Shuffle(self._commitment, self.table.entropies, shown))
        return self._parts["shuffle"]


_LEAVE_SEATS = (Acted, Said, Asked, Answered, Undone, ChatTurned)
"""Whatever else happens may change who sits where."""


def _told(line: wire.Line) -> Told:
    short = wire.Line(line.ply, line.at, line.kind, line.seat, line.words)
    return Told(line.ply, len(line.steps), wire.encode(line), wire.encode(short))


def seat_infos(
    table: Table, language: str, yours: Sequence[int] = (), online: Sequence[int] = ()
) -> list[wire.SeatInfo]:
    return [
        wire.SeatInfo(
            seat=number,
            kind=seat.kind,
            name=table.name(number, language) if seat.kind in ("human", "bot") else None,
            level=seat.level if seat.kind == "bot" else None,
            bot=seat.kind == "bot" or seat.away,
            online=seat.kind == "bot" or number in online,
            you=number in yours,
            left=seat.left_at is not None,
        )
        for number, seat in enumerate(table.seats)
    ]


# --- the position


def _undo(table: Table, audience: Audience) -> wire.UndoState:
    can, why, _ = ("no", "", 0) if audience.seat is None else table.undo_state(audience.seat)
    offer = None if table.offer is None else wire.UndoOffer(table.offer.seat, table.offer.waiting)
    return wire.UndoState(can, words_for(audience.language)(why) if why else None, offer)  # type: ignore[arg-type]


def _result(position: Position | None, language: str) -> wire.Result | None:
    outcome = None if position is None else position.outcome()
    if position is None or outcome is None:
        return None
    words = position.game.describe_outcome(position.setup, position.state, language)
    winners, scores, details = list(outcome.winners), list(outcome.scores), dict(outcome.details)
    return wire.Result(winners, outcome.reason, scores, outcome.truncated, details, words)


# --- the log


def _tell_again(entries: Sequence[Entry], audience: Audience) -> Iterator[wire.Line]:
    """Fold the log once more and tell its newest lines."""
    told, first, eyes = Table(entries[:1]), len(entries) - wire.LINES_SENT, Eyes()
    for entry in entries:
        if entry.ply > 1:
            told.apply(entry)
        if entry.ply > first and (line := _line(told, entry, audience, eyes)) is not None:
            yield line


def _line(table: Table, entry: Entry, audience: Audience, eyes: Eyes) -> wire.Line | None:
    """Return an entry that the table has just applied, in words."""
    event = entry.event
    if isinstance(event, (Said, Edited)):
        return None
    kind = str(event.__struct_config__.tag)
    seat = getattr(event, "seat", None)
    steps = [_table_step(step, audience, eyes) for step in table.steps]
    words = [sentence for step in steps for sentence in step.words]
    if kind != "acted":
        words.insert(0, _sentence(table, event, seat, audience.language))
    return wire.Line(entry.ply, entry.at, kind, seat, words, steps)


def _sentence(table: Table, event: Any, seat: int | None, language: str) -> str:
    say, kind = words_for(language), event.__struct_config__.tag
    if isinstance(event, Opened):
        hosts = table.seats_of(event.host)
        return say("line-created", name=table.name(hosts[0], language) if hosts else "?")
    if isinstance(event, Started):
        return say("line-started")
    if isinstance(event, ChatTurned):
        return say("line-chat-turned", on="yes" if event.on else "no")
    assert seat is not None
    values: dict[str, str | int] = {"name": table.name(seat, language), "seat": seat}
    if isinstance(event, Arranged):
        values["kind"] = event.kind
    if isinstance(event, Answered):
        values["agree"] = "yes" if event.agree else "no"
    if isinstance(event, TakenOver):
        values["reason"] = event.reason
    return say(f"line-{kind}", **values)


def _table_step(step: table.Step, audience: Audience, eyes: Eyes) -> wire.Step:
    was, now = eyes.document(step.before, audience.seat), eyes.document(step.after, audience.seat)
    changes = list(_changes(was, now))
    if step.action is None:
        return wire.Step(step.before.to_act, None, [], changes)
    actor, game = step.before.to_act, step.before.game
    before, after = eyes.view(step.before, audience.seat), eyes.view(step.after, audience.seat)
    known = not game.hides or (actor == audience.seat and actor >= 0)
    text = step.before.text(step.action) if known else None
    return wire.Step(actor, text, game.tell(before, step.action, after, audience.language), changes)


def _changes(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> Iterator[wire.Change]:
    """Yield what must be set to get from one document to another; lists change whole unless they hold objects."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*after, *(key for key in before if key not in after)]:
            if key not in after:
                yield wire.Change([*path, key])
            elif key not in before:
                yield wire.Change([*path, key], after[key])
            else:
                yield from _changes(before[key], after[key], (*path, key))
    elif _same_objects(before, after):
        for index, pair in enumerate(zip(before, after, strict=True)):
            yield from _changes(*pair, (*path, index))
    else:
        yield wire.Change(list(path), after)


def _same_objects(before: Any, after: Any) -> bool:
    both_lists = isinstance(before, list) and isinstance(after, list)
    return both_lists and len(before) == len(after) and all(isinstance(each, dict) for each in [*before, *after])


# --- finished games


def replay(
    identity: str, record: Record, seat: int | None, ply: int, most: int, language: wire.Language, names: list[str]
) -> wire.Replay:
    """Return a part of a finished game from a seat's eyes, or with all faces for None."""
    position = record.position(ply)
    view = _eyes(position, seat) | {"seat": seat, "legal": []}
    steps = []
    for action in record.actions[ply : ply + most]:
        before, actor = position, position.to_act
        position = before.copy()
        position.push(action)
        text, words = before.text(action), [before.describe(action, language)]
        if seat is not None:
            told = _table_step(table.Step(before, action, position), Audience(seat, language), Eyes())
            text, words = told.text, told.words  # type: ignore[assignment]
        steps.append(wire.Step(actor, text, words, list(_changes(_eyes(before, seat), _eyes(position, seat)))))
    proof = shuffle.verify(record)
    shown = None
    if "shuffle-secret" in record.remarks and proof.commitment is not None:
        entropies = wire.decode_entropies(record.remarks["shuffle-entropies"])
        shown = wire.Shuffle(proof.commitment, entropies, record.remarks["shuffle-secret"])
    return wire.Replay(
        record=identity,
        game=record.setup.game.name,
        ruleset=record.setup.ruleset,
        names=names,
        seat=seat,
        ply=ply,
        plies=len(record.actions),
        view=view,
        steps=steps,
        result=_result(record.position(), language),
        shuffle=shown,
        verified=proof.verified if shown is not None else None,
    )


def _eyes(position: Position, seat: int | None) -> Json:
    if seat is None:
        return position.to_json()
    return position.setup.to_json() | Eyes().document(position, seat)
