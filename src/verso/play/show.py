"""What an audience sees of a table: frames, the log in words, and the steps to animate.

This is the only way from a table to a client. Whatever depends on cards is made from the audience's own views, which
`redact` has passed; the log's own texts are shown only to the seat that acted, or in games that hide nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

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

T = TypeVar("T")
_MOST_KEPT = 256


class Audience(NamedTuple):
    """A seat's eyes, or a spectator's (None), and the language they read."""

    seat: int | None
    language: wire.Language


class Eyes:
    """Views of positions, also as documents, each made once: steps and frames of one moment share them.

    Where a game hides nothing, all seats share one too.
    """

    def __init__(self) -> None:
        self._views: dict[tuple[Position, int | None], View] = {}
        self._documents: dict[tuple[Position, int | None], Json] = {}

    def view(self, position: Position, seat: int | None) -> View:
        """Return what a seat may know of a position."""
        view = self._views.get((position, seat))
        if view is None:
            view = self._views[position, seat] = position.look(seat)
        return view

    def document(self, position: Position, seat: int | None, before: Position | None = None) -> Json:
        """Return what a seat may know of a position, without the keys of the setup. It must not be changed.

        It costs less where the one of a position shortly before has been made.
        """
        eyes = seat if position.game.hides else None
        document = self._documents.get((position, eyes))
        if document is None:
            game, setup, state = position.game, position.setup, self.view(position, eyes).state
            known = None if before is None else self._documents.get((before, eyes))
            if before is None or known is None:
                document = game.state_to_json(setup, state)
            else:
                document = game.state_to_json_after(setup, state, self.view(before, eyes).state, known)
            self._documents[position, eyes] = document
        return document

    def forget_all_but(self, position: Position | None) -> None:
        self._views = {key: view for key, view in self._views.items() if key[0] is position}
        self._documents = {key: document for key, document in self._documents.items() if key[0] is position}


class Told(msgspec.Struct, frozen=True, gc=False):
    """A line of the log as it is sent."""

    ply: int
    steps: int
    whole: bytes

    def without_steps(self) -> wire.Line:
        line = _decode_line(self.whole)
        line.steps = []
        return line


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
        audience = Audience(self._eyes_of(audience), audience.language)
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
            legal, texts = self._legal(audience)
            seat, seats = _number(audience.seat), self._seats(audience.language, yours, online)
            view = b"null" if self.table.position is None else b'"seat":%b,"legal":%b' % (seat, texts)
            pieces = self._form(audience, since).copy()
            pieces[1::2] = _FLAGS[host], seats, seat, view, legal, b"%d" % now, self._undo(audience)
            made = _kept(self._frames, key, b"".join(pieces))
        return made

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats of a person."""
        if who is None:
            return ()
        yours = self._yours.get(who)
        if yours is None:
            yours = self._yours[who] = tuple(self.table.seats_of(who))
        return yours

    def _form(self, audience: Audience, since: int) -> list[bytes]:
        """Return what is the same for all who see the same in one language; every second piece is to be filled in.

        No text of JSON has a zero byte, so that is where it is cut.
        """
        table, opened, gap = self.table, self.table.opened, _GAP
        key = (self._eyes_of(audience), audience.language, since)
        form = self._forms.get(key)
        if form is None:
            frame = wire.Frame(
                table=table.id,
                ply=table.ply,
                since=since,
                state=table.state,
                game=opened.game,
                ruleset=opened.ruleset,
                options=self._options,
                language=audience.language,
                host=gap,
                listed=opened.listed,
                seats=gap,
                seat=gap,
                to_act=table.to_act,
                view=self._view(audience),
                legal=gap,
                clock=wire.Clock(opened.clock, table.deadline(), gap),
                log=self._log(audience, since),
                chat=[line for line in table.chat if line.ply > since] if table.chatting else None,
                hints=opened.hints,
                undo=gap,
                result=_result(table.position, audience.language),
                shuffle=self._shuffle(),
                rematch=table.rematch,
                takes=self._takes(audience),
            )
            pieces = wire.encode(frame).split(b"\0")
            form = [b""] * (2 * len(pieces) - 1)
            form[::2] = pieces
            _kept(self._forms, key, form)
        return form

    def _eyes_of(self, audience: Audience) -> int | None:
        """Return the seat whose eyes an audience needs: where nothing is hidden, all see what a spectator sees."""
        return audience.seat if self.table.opened_game.hides else None

    # --- parts, each as it is sent

    def _seats(self, language: str, yours: tuple[int, ...], online: tuple[int, ...]) -> bytes:
        key = (language, yours, online)
        seats = self._seated.get(key)
        if seats is None:
            seats = _kept(self._seated, key, wire.encode(seat_infos(self.table, language, yours, online)))
        return seats

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

    def _view(self, audience: Audience) -> Any:
        """Return the view, with a gap for what depends on the seat even where nothing is hidden."""
        position = self.table.position
        if position is None:
            return _GAP
        if not self._setup:
            self._setup = wire.encode(position.setup.to_json())[:-1]
        if position.to_act == OVER:
            document = position.game.state_to_json(position.setup, position.state)
        else:
            document = self._eyes.document(position, audience.seat)
        return msgspec.Raw(b"%b,%b,\0}" % (self._setup, wire.encode(document)[1:-1]))

    def _takes(self, audience: Audience) -> list[list[int]]:
        """Return what the groups that an audience sees can take: a lay-down under way is nobody else's business."""
        position = self.table.position
        if position is None:
            return []
        view = self._eyes.view(position, self._eyes_of(audience))
        return view.game.takes(view.setup, view.state)

    def _log(self, audience: Audience, since: int) -> Any:
        """Return what happened after `since`. Whoever begins anew, or has missed too much, gets no steps."""
        lines = self.lines(audience)
        first = len(lines)
        while first > 0 and lines[first - 1].ply > since:
            first -= 1
        news = lines[first:]
        if since == 0 or sum(line.steps for line in news) > wire.STEPS_SENT:
            return [line.without_steps() for line in news]
        return [msgspec.Raw(line.whole) for line in news]

    def _undo(self, audience: Audience) -> bytes:
        table, seat = self.table, audience.seat
        can, why, _ = ("no", "", 0) if seat is None else table.undo_state(seat)
        if table.offer is None:
            return _undo_without_offer(can, why, audience.language)
        return _encoded_undo(can, why, audience.language, wire.UndoOffer(table.offer.seat, table.offer.waiting))

    def _shuffle(self) -> wire.Shuffle:
        shown = self.table.opened.secret if self.table.state == "over" else None
        return wire.Shuffle(self._commitment, self.table.entropies, shown)


def _kept(made: dict[Hashable, T], key: Hashable, what: T) -> T:
    """Keep what was made. Whoever asks again and again while nothing happens asks for something new each time."""
    if len(made) >= _MOST_KEPT:
        made.clear()
    made[key] = what
    return what


def _encoded_undo(can: Any, why: str, language: str, offer: wire.UndoOffer | None) -> bytes:
    return wire.encode(wire.UndoState(can, words_for(language)(why) if why else None, offer))


@functools.cache
def _undo_without_offer(can: str, why: str, language: str) -> bytes:
    return _encoded_undo(can, why, language, None)


def _number(seat: int | None) -> bytes:
    return b"null" if seat is None else b"%d" % seat


_GAP: Any = msgspec.Raw(b"\0")
_FLAGS = (b"false", b"true")
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
    was = eyes.document(step.before, audience.seat)
    now = eyes.document(step.after, audience.seat, step.before)
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
    if type(before) is dict and type(after) is dict:
        for key, now in after.items():
            was = before.get(key, _NOTHING)
            if was is not now and was != now:
                _find_changes(was, now, (*path, key), found)
        found += [wire.Change([*path, key]) for key in before if key not in after]
    elif _same_objects(before, after):
        for place, now in enumerate(after):
            was = before[place]
            if was is not now and was != now:
                _find_changes(was, now, (*path, place), found)
    else:
        found.append(wire.Change(list(path), after))


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
