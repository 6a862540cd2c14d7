"""What an audience sees of a table: frames, the log in words, and the steps to animate.

This is the only way from a table to a client. Whatever depends on cards is made from the audience's own views, which
`redact` has passed; the log's own texts are shown only to the seat that acted, or in games that hide nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Iterator, Sequence
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
    """A line of the log as it is sent."""

    ply: int
    steps: int
    whole: bytes

    def without_steps(self) -> bytes:
        line = _decode_line(self.whole)
        line.steps = []
        return wire.encode(line)


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
        self._forms: dict[Hashable, list[bytes]] = {}
        self._frames: dict[Hashable, bytes] = {}
        self._seated: dict[Hashable, bytes] = {}
        self._yours: dict[str, tuple[int, ...]] = {}
        self._options: Any = msgspec.Raw(wire.encode(table.opened.options))
        self._commitment = shuffle.commitment(bytes.fromhex(table.opened.secret))
        self._setup = b""

    def follow(self, table: Table) -> None:
        """Go on to the table as it is after one more entry."""
        self.table = table
        self._parts.clear()
        self._forms.clear()
        self._frames.clear()
        if not isinstance(table.entries[-1].event, _LEAVE_SEATS):
            self._seated.clear()
            self._yours.clear()
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
        made = wire.decode_server(self.encoded(audience, who, since, tuple(online), now))
        assert isinstance(made, wire.Frame)
        return made

    def encoded(self, audience: Audience, who: str | None, since: int, online: tuple[int, ...], now: int) -> bytes:
        """Return the table as an audience may see it, as it is sent; `who` marks its own seats."""
        yours = self.seats_of(who)
        assert audience.seat is None or audience.seat in yours
        host = who == self.table.opened.host
        key = (audience, host, yours, since, online, now)
        made = self._frames.get(key)
        if made is None:
            seats = self._seats(audience.language, yours, online)
            legal, texts = self._legal(audience)
            view, log, undo = self._view(audience, texts), self._log(audience, since), self._undo(audience)
            mine = (b"true" if host else b"false", seats, _number(audience.seat))
            gaps = (*mine, view, legal, log, undo, self._takes(audience), b"")
            form = self._form(audience.language, since, now)
            made = self._frames[key] = b"".join([piece for pair in zip(form, gaps, strict=True) for piece in pair])
        return made

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats of a person."""
        if who is None:
            return ()
        yours = self._yours.get(who)
        if yours is None:
            yours = self._yours[who] = tuple(self.table.seats_of(who))
        return yours

    def _form(self, language: wire.Language, since: int, now: int) -> list[bytes]:
        """Return what is the same for all who read one language, with gaps for what is not.

        No text of JSON has a zero byte, so that is where it is cut.
        """
        key = (language, since, now)
        if key not in self._forms:
            table, opened, gap = self.table, self.table.opened, _GAP
            frame = wire.Frame(
                table=table.id,
                ply=table.ply,
                since=since,
                state=table.state,
                game=opened.game,
                ruleset=opened.ruleset,
                options=self._options,
                language=language,
                host=gap,
                listed=opened.listed,
                seats=gap,
                seat=gap,
                to_act=table.to_act,
                view=gap,
                legal=gap,
                clock=wire.Clock(opened.clock, table.deadline(), now),
                log=gap,
                chat=[line for line in table.chat if line.ply > since] if table.chatting else None,
                hints=opened.hints,
                undo=gap,
                result=_result(table.position, language),
                shuffle=self._shuffle(),
                rematch=table.rematch,
                takes=gap,
            )
            self._forms[key] = wire.encode(frame).split(b"\0")
        return self._forms[key]

    # --- parts, each as it is sent

    def _seats(self, language: str, yours: tuple[int, ...], online: tuple[int, ...]) -> bytes:
        key = (language, yours, online)
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

    def _view(self, audience: Audience, texts: bytes) -> bytes:
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
        return b'%b,%b,"seat":%b,"legal":%b}' % (self._setup, self._parts[key], _number(seat), texts)

    def _takes(self, audience: Audience) -> bytes:
        """Return what the groups that an audience sees can take: a lay-down under way is nobody else's business."""
        position = self.table.position
        if position is None:
            return b"[]"
        eyes = audience.seat if position.game.hides else None
        key = ("takes", eyes)
        if key not in self._parts:
            view = self._eyes.view(position, eyes)
            self._parts[key] = wire.encode(view.game.takes(view.setup, view.state))
        return self._parts[key]

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
            return b"[%b]" % b",".join([line.without_steps() for line in news])
        return b"[%b]" % b",".join([line.whole for line in news])

    def _undo(self, audience: Audience) -> bytes:
        table, seat = self.table, audience.seat
        can, why, _ = ("no", "", 0) if seat is None else table.undo_state(seat)
        if table.offer is None:
            return _undo_without_offer(can, why, audience.language)
        return _encoded_undo(can, why, audience.language, wire.UndoOffer(table.offer.seat, table.offer.waiting))

    def _shuffle(self) -> wire.Shuffle:
        shown = self.table.opened.secret if self.table.state == "over" else None
        return wire.Shuffle(self._commitment, self.table.entropies, shown)


def _encoded_undo(can: Any, why: str, language: str, offer: wire.UndoOffer | None) -> bytes:
    return wire.encode(wire.UndoState(can, words_for(language)(why) if why else None, offer))


@functools.cache
def _undo_without_offer(can: str, why: str, language: str) -> bytes:
    return _encoded_undo(can, why, language, None)


def _number(seat: int | None) -> bytes:
    return b"null" if seat is None else b"%d" % seat


_GAP: Any = msgspec.Raw(b"\0")
_LEAVE_SEATS = (Acted, Said, Asked, Answered, Undone, ChatTurned)
"""Whatever else happens may change who sits where."""


_decode_line = msgspec.json.Decoder(wire.Line).decode


def _told(line: wire.Line) -> Told:
    return Told(line.ply, len(line.steps), wire.encode(line))


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
    changes = _changes(was, now)
    if step.action is None:
        return wire.Step(step.before.to_act, None, [], changes)
    actor, game = step.before.to_act, step.before.game
    before, after = eyes.view(step.before, audience.seat), eyes.view(step.after, audience.seat)
    known = not game.hides or (actor == audience.seat and actor >= 0)
    text = step.before.text(step.action) if known else None
    return wire.Step(actor, text, game.tell(before, step.action, after, audience.language), changes)


def _changes(before: Any, after: Any) -> list[wire.Change]:
    """Return what must be set to get from one document to another; lists change whole unless they hold objects."""
    found: list[wire.Change] = []
    if before != after:
        _find_changes(before, after, (), found)
    return found


def _find_changes(before: Any, after: Any, path: tuple[str | int, ...], found: list[wire.Change]) -> None:
    pairs: Iterable[tuple[str | int, Any, Any]]
    gone: list[str] = []
    if type(before) is dict and type(after) is dict:
        gone = [key for key in before if key not in after]
        pairs = [(key, before.get(key, _NOTHING), value) for key, value in after.items()]
    elif _same_objects(before, after):
        pairs = zip(range(len(after)), before, after, strict=True)
    else:
        found.append(wire.Change(list(path), after))
        return
    for key, was, now in pairs:
        if was != now:
            if type(now) in (dict, list) and was is not _NOTHING:
                _find_changes(was, now, (*path, key), found)
            else:
                found.append(wire.Change([*path, key], now))
    found += [wire.Change([*path, key]) for key in gone]


_NOTHING = object()


def _same_objects(before: Any, after: Any) -> bool:
    both_lists = type(before) is list and type(after) is list
    return both_lists and len(before) == len(after) and all(type(each) is dict for each in [*before, *after])


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
        steps.append(wire.Step(actor, text, words, _changes(_eyes(before, seat), _eyes(position, seat))))
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
