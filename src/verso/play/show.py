"""What an audience sees of a table: frames, the log in words, and the steps to animate.

This is the only way from a table to a client. Whatever depends on cards is made from the audience's own views, which
`redact` has passed; the log's own texts are shown only to the seat that acted, or in games that hide nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Iterator, Sequence
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


class Sight(NamedTuple):
    """What a seat may know of a position, also as a document without the keys of the setup, which must not change."""

    view: View
    document: Json


class Eyes:
    """How seats see positions, each made once: steps and frames of one moment share them.

    Where a game hides nothing, all seats share one too.
    """

    def __init__(self) -> None:
        self._sights: dict[Position, dict[int | None, Sight]] = {}

    def see(self, position: Position, seat: int | None, before: Position | None = None) -> Sight:
        """Return how a seat sees a position. It costs less where it has seen a position shortly before."""
        game, setup = position.game, position.setup
        eyes = seat if game.hides else None
        sights = self._sights.get(position)
        if sights is None:
            sights = self._sights[position] = {}
        sight = sights.get(eyes)
        if sight is None:
            view, known = position.look(eyes), None
            if before is not None and before in self._sights:
                known = self._sights[before].get(eyes)
            if known is None:
                document = game.state_to_json(setup, view.state)
            else:
                document = game.state_to_json_after(setup, view.state, known.view.state, known.document)
            sight = sights[eyes] = Sight(view, document)
        return sight

    def forget_all_but(self, position: Position | None) -> None:
        kept = None if position is None else self._sights.get(position)
        self._sights = {} if position is None or kept is None else {position: kept}


class Told(msgspec.Struct, frozen=True, gc=False):
    """A line of the log as it is sent."""

    ply: int
    steps: int
    whole: bytes

    def without_steps(self) -> wire.Line:
        line = _decode_line(self.whole)
        line.steps = []
        return line


class Legal(NamedTuple):
    """What a seat can do now, as it is sent: the texts alone, and the actions with their words."""

    texts: bytes
    actions: bytes


class Seated(NamedTuple):
    """What somebody sees of who sits where, as it is sent: up to what they can do, and all of it if that is nothing."""

    seats: bytes
    idle: bytes


class Show:
    """Tells one table, from one entry to the next.

    What is sent is put together from encoded parts, each made once a moment: a move is told to four seats for little
    more than to one.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told: dict[Audience, list[Told]] = {}
        self._foreseen: tuple[Entry | None, dict[Audience, Told | None]] = None, {}
        self._eyes = Eyes()
        self._settings: dict[str, bytes] = {}
        self._moments: dict[Hashable, bytes] = {}
        self._offered: dict[str, Legal] = {}
        self._seated: dict[Hashable, Seated] = {}
        self._yours: dict[str, tuple[int, ...]] = {}
        self._commitment = shuffle.commitment(bytes.fromhex(table.opened.secret))
        self._hides = table.opened_game.hides
        self._setup = b""

    def follow(self, table: Table) -> None:
        """Go on to the table as it is after one more entry."""
        entry = table.entries[-1]
        self.table, self._moments, self._offered = table, {}, {}
        if not isinstance(entry.event, Acted) or table.state != "playing":
            self._settings = {}
        if not isinstance(entry.event, _LEAVE_SEATS):
            self._seated, self._yours = {}, {}
        foreseen = self._foreseen[1] if self._foreseen[0] is entry else {}
        for audience, lines in self._told.items():
            told = foreseen.get(audience) or _told(table, entry, table.steps, audience, self._eyes)
            if told is not None:
                lines.append(told)
                if len(lines) > wire.LINES_SENT:
                    del lines[0]
        self._foreseen = None, {}
        self._eyes.forget_all_but(table.position)

    def foresee(self, move: Entry, steps: Sequence[table.Step]) -> None:
        """Put into words what a move will have led to, while it is being stored and its positions are at hand."""
        told = {audience: _told(self.table, move, steps, audience, self._eyes) for audience in self._told}
        self._foreseen = move, told

    def lines(self, audience: Audience) -> list[Told]:
        """Return the newest lines of the log, with all their steps."""
        audience = Audience(self._eyes_of(audience), audience.language)
        if audience not in self._told:
            self._told[audience] = list(_tell_again(self.table.entries, audience))
        return self._told[audience]

    def frame(self, audience: Audience, who: str | None, since: int, online: Sequence[int], now: int) -> wire.Frame:
        """Return a frame as an object, for whoever wants to look at it; what is sent is `encoded`."""
        made = wire.decode_server(self.encoded(audience, who, since, tuple(online), now))
        assert isinstance(made, wire.Frame)
        return made

    def encoded(self, audience: Audience, who: str | None, since: int, online: tuple[int, ...], now: int) -> bytes:
        """Return the table as an audience may see it, as it is sent; `who` marks its own seats.

        Whoever looks from a seat that is not theirs, or not any more, sees what a spectator sees.
        """
        seat, language = audience
        yours = self.seats_of(who)
        if seat is not None and seat not in yours:
            audience, seat = Audience(None, language), None
        return b'%b%b%b%b,"undo":%b}' % (
            self._setting(language),
            self._clock(now),
            self._moment(audience, since),
            self._person(seat, language, who, online),
            self._undo(seat, language),
        )

    def seats_of(self, who: str | None) -> tuple[int, ...]:
        """Return the seats of a person."""
        if who is None:
            return ()
        yours = self._yours.get(who)
        if yours is None:
            yours = self._yours[who] = tuple(self.table.seats_of(who))
        return yours

    def _eyes_of(self, audience: Audience) -> int | None:
        """Return the seat whose eyes an audience needs: where nothing is hidden, all see what a spectator sees."""
        return audience.seat if self._hides else None

    # --- parts of a frame as it is sent, in their order

    def _setting(self, language: wire.Language) -> bytes:
        """Return what no move changes, unless it ends the game."""
        setting = self._settings.get(language)
        if setting is None:
            table, opened = self.table, self.table.opened
            fields = {
                "type": "frame",
                "table": table.id,
                "state": table.state,
                "game": opened.game,
                "ruleset": opened.ruleset,
                "options": opened.options,
                "language": language,
                "listed": opened.listed,
                "hints": opened.hints,
                "result": _result(table.position, language),
                "shuffle": self._shuffle(),
                "rematch": table.rematch,
            }
            setting = self._settings[language] = wire.encode(fields)[:-1]
        return setting

    def _clock(self, now: int) -> bytes:
        seconds, deadline = self.table.opened.clock, _number(self.table.deadline())
        return b',"clock":{"seconds":%d,"deadline":%b,"now":%d}' % (seconds, deadline, now)

    def _moment(self, audience: Audience, since: int) -> bytes:
        """Return what is the same for all who see the same in one language, up to the view, open at its end."""
        key = (self._eyes_of(audience), audience.language, since)
        moment = self._moments.get(key)
        if moment is None:
            table, position = self.table, self.table.position
            plies = b',"ply":%d,"since":%d,"to_act":%b' % (table.ply, since, _number(table.to_act))
            news = b',"log":%b,"chat":%b' % (self._log(audience, since), self._chat(since))
            view = b"null" if position is None else self._view(position, audience)
            shown = b',"takes":%b,"view":%b' % (wire.encode(self._takes(audience)), view)
            moment = _kept(self._moments, key, b"".join((plies, news, shown)))
        return moment

    def _log(self, audience: Audience, since: int) -> bytes:
        """Return what happened after `since`. Whoever begins anew, or has missed too much, gets no steps."""
        lines = self.lines(audience)
        first = len(lines)
        while first > 0 and lines[first - 1].ply > since:
            first -= 1
        news = lines[first:]
        if since == 0 or sum([line.steps for line in news]) > wire.STEPS_SENT:
            return wire.encode([line.without_steps() for line in news])
        return b"[%b]" % b",".join([line.whole for line in news])

    def _chat(self, since: int) -> bytes:
        chat = self.table.chat
        if not self.table.chatting:
            return b"null"
        if not chat or chat[-1].ply <= since:
            return b"[]"
        return wire.encode([line for line in chat if line.ply > since])

    def _takes(self, audience: Audience) -> list[list[int]]:
        """Return what the groups that an audience sees can take: a lay-down under way is nobody else's business."""
        position = self.table.position
        if position is None:
            return []
        return position.game.takes(position.setup, self._eyes.see(position, audience.seat).view.state)

    def _view(self, position: Position, audience: Audience) -> bytes:
        """Return the view, open at its end for what depends on the seat even where nothing is hidden."""
        if not self._setup:
            self._setup = wire.encode(position.setup.to_json())[:-1]
        if position.to_act == OVER:
            document = position.game.state_to_json(position.setup, position.state)
        else:
            document = self._eyes.see(position, audience.seat).document
        return b"%b,%b" % (self._setup, wire.encode(document)[1:-1])

    def _person(self, seat: int | None, language: wire.Language, who: str | None, online: tuple[int, ...]) -> bytes:
        """Return what is about whoever looks: the end of their view, who sits where, and what they can do."""
        table, yours = self.table, self.seats_of(who)
        is_host = who == table.opened.host
        key = (seat, language, yours, online, is_host)
        seated = self._seated.get(key)
        if seated is None:
            infos = wire.encode(seat_infos(table, language, yours, online))
            roles = wire.encode({"host": is_host, "starts": who is not None and table.may_start(who)})[1:-1]
            seats = b',%b,"seats":%b,"seat":%b,"legal":' % (roles, infos, _number(seat))
            eyes = b"" if table.position is None else b',"seat":%b,"legal":[]}' % _number(seat)
            seated = _kept(self._seated, key, Seated(seats, b"%b%b[]" % (eyes, seats)))
        position = table.position
        if position is None or seat is None or position.to_act != seat:
            return seated.idle
        legal = self._legal(position, seat, language)
        return b',"seat":%d,"legal":%b}%b%b' % (seat, legal.texts, seated.seats, legal.actions)

    def _legal(self, position: Position, seat: int, language: wire.Language) -> Legal:
        """Return what the seat to act can do now."""
        legal = self._offered.get(language)
        if legal is None:
            view = self._eyes.see(position, seat).view if self._hides else position.look(seat)
            actions = view.legal[: wire.LEGAL_SENT]
            offers = [_offer(view.text(action), view.describe(action, language)) for action in actions]
            texts, in_words = b",".join([text for text, _ in offers]), b",".join([whole for _, whole in offers])
            legal = self._offered[language] = Legal(b"[%b]" % texts, b"[%b]" % in_words)
        return legal

    def _undo(self, seat: int | None, language: wire.Language) -> bytes:
        table = self.table
        can, why, _ = ("no", "", 0) if seat is None else table.undo_state(seat)
        if table.offer is None:
            return _undo_without_offer(can, why, language)
        return _encoded_undo(can, why, language, wire.UndoOffer(table.offer.seat, table.offer.waiting))

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


def _number(value: int | None) -> bytes:
    return b"null" if value is None else b"%d" % value


@functools.lru_cache(maxsize=10_000)
def _offer(text: str, words: str) -> tuple[bytes, bytes]:
    """Return the text of an action, and the action with its words: the same are offered again and again."""
    verb, *arguments = text.split(" ")
    return wire.encode(text), wire.encode(wire.LegalAction(text, verb, arguments, words))


_LEAVE_SEATS = (Acted, Said, Asked, Answered, Undone, ChatTurned)
"""Whatever else happens may change who sits where."""


_decode_line = msgspec.json.Decoder(wire.Line).decode


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


def _tell_again(entries: Sequence[Entry], audience: Audience) -> Iterator[Told]:
    """Fold the log once more and tell its newest lines."""
    again, first, eyes = Table(entries[:1]), len(entries) - wire.LINES_SENT, Eyes()
    for entry in entries:
        if entry.ply > 1:
            again.apply(entry)
        if entry.ply > first and (told := _told(again, entry, again.steps, audience, eyes)) is not None:
            yield told


def _told(around: Table, entry: Entry, made: Sequence[table.Step], audience: Audience, eyes: Eyes) -> Told | None:
    """Return an entry and the steps it made in words, with the table around it; None where there is nothing to say."""
    event = entry.event
    if isinstance(event, (Said, Edited)):
        return None
    kind = str(event.__struct_config__.tag)
    seat = getattr(event, "seat", None)
    steps = [_table_step(step, audience, eyes) for step in made]
    words = [sentence for step in steps for sentence in step.words]
    if kind != "acted":
        words.insert(0, _sentence(around, event, seat, audience.language))
    return Told(entry.ply, len(steps), wire.encode(wire.Line(entry.ply, entry.at, kind, seat, words, steps)))


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
    (before, action, after), (seat, language) = step, audience
    was, now = eyes.see(before, seat), eyes.see(after, seat, before)
    actor, game, changes = before.to_act, before.game, _changes(was.document, now.document)
    if action is None:
        return wire.Step(actor, None, [], changes)
    known = not game.hides or (actor == seat and actor >= 0)
    text = game.text(before.setup, before.state, action) if known else None
    return wire.Step(actor, text, game.tell(was.view, action, now.view, language), changes)


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
    return position.setup.to_json() | Eyes().see(position, seat).document
