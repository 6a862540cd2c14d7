"""A live table: decides what is accepted and what it leads to, without any input or output of its own.

`decide` looks at a command and returns the entries it would lead to, or raises Refusal; it changes nothing. Whoever
stores the entries then calls `apply` with each. A table is the fold of its entries: `Table(entries)` rebuilds it
exactly. Time, identities and fresh randomness are given by the caller.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from verso.core.game import Action, AmbiguousAction, Game, IllegalAction, InvalidAction, Position, Setup, find_game
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, values_of
from verso.core.words import Words, catalogue
from verso.play import shuffle, wire
from verso.play.entry import (
    Acted,
    Answered,
    AnyEvent,
    Arranged,
    Asked,
    ChatTurned,
    Edited,
    EntropyAdded,
    Entry,
    Left,
    Opened,
    Rematched,
    Returned,
    Said,
    Sat,
    SeatState,
    Started,
    TakenOver,
    Undone,
)
from verso.play.wire import Level

MOST_ENTRIES = 60_000
MOST_CHAT = 1_000
MOST_UNDOS = 500
MOST_TURNED = 100
SLOW_CLOCK = 3_600
Since: TypeAlias = Mapping[int, int]
"""A time for each seat that something is true of."""
ALWAYS: Since = {}
"""With this many seconds for a move or more, nobody is expected to stay connected."""
_GUESSES = 8

Code = Literal[
    "stale", "invalid", "illegal", "ambiguous", "not-yours", "not-now", "taken", "invitation", "limit", "off", "busy"
]


_CATALOGUES = Path(__file__).parent / "words"


def words_for(language: str) -> Words:
    return catalogue(_CATALOGUES, language)


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """A command that changes nothing, with the sentence that says why."""

    def __init__(self, code: Code, say: str | Callable[[str], str], **values: str | int) -> None:
        super().__init__(code)
        self.code = code
        self._say = say
        self._values = values

    def words(self, language: str) -> str:
        if callable(self._say):
            return self._say(language)
        return words_for(language)(self._say, **self._values)

    def __str__(self) -> str:
        return self.words("en")


@dataclasses.dataclass(frozen=True)
class Person:
    """Whoever sends commands: an identity that the caller has made sure of."""

    id: str
    name: str


@dataclasses.dataclass(frozen=True)
class Fresh:
    """What only the outside world can give: a new table's name and secret."""

    table: str
    secret: bytes


@dataclasses.dataclass
class Decision:
    """Entries to be stored together, and those of a new table (a rematch) if there is one."""

    entries: list[Entry]
    opens: list[Entry] = dataclasses.field(default_factory=list)


class Move(Struct, frozen=True, gc=False):
    """Where in the game a seat's last command began, and whether a bot made it."""

    start: int
    seat: int
    bot: bool


class Step(NamedTuple):
    """One action, or an undo (None), with the positions before and after it."""

    before: Position
    action: Action | None
    after: Position


@dataclasses.dataclass
class Quiet:
    """A seat's action at a ply of the game; whether it told anybody anything is found out when it is asked for."""

    ply: int
    step: Step
    told: bool | None = None

    def reveals(self) -> bool:
        if self.told is None:
            assert self.step.action is not None
            self.told = reveals(self.step.before, self.step.action)
        return self.told


@dataclasses.dataclass
class Offer:
    seat: int
    to: int
    waiting: list[int]


class Table:
    """The authority over one game and the people around it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: list[Entry] = []
        self.position: Position | None = None
        self.moves: list[Move] = []
        self.steps: list[Step] = []
        self.chat: list[wire.ChatLine] = []
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.changed = 0
        """The ply of the last entry that changed the game: a command that answers an older ply is stale."""
        self.moved_at = 0
        self.keys: dict[tuple[str, str], int] = {}
        self._said = self._turned = 0
        self._undone = 0
        self.latest: dict[int, Move] = {}
        """The last command of each seat that was not a bot's."""
        self._prepared: tuple[AnyEvent, list[Step]] | None = None
        self._dice: shuffle.Dice | None = None
        self._quiet: list[Quiet] = []
        """The newest actions, back to the last of chance: only they may have told nobody anything."""
        for entry in entries:
            self.apply(entry)
        if not self.entries:
            raise ValueError("a table begins with the entry that opens it")

    @classmethod
    def open(cls, opened: Opened, now: int) -> list[Entry]:
        """Return the first entries of a new table: it starts at once where nobody is awaited."""
        entries = [Entry(1, now, opened, opened.host)]
        table = cls(entries)
        nobody_awaited = all(seat.kind in ("human", "bot") for seat in opened.seats)
        if nobody_awaited and not opened.wait and table._anybody():
            entries += table._entries(table._started(), now, opened.host)
        return entries

    # --- looking

    @property
    def id(self) -> str:
        return self.opened.table

    @property
    def opened_game(self) -> Game:
        return find_game(self.opened.game)

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> Literal["open", "playing", "over"]:
        if self.position is None:
            return "open"
        return "over" if self.position.to_act == OVER else "playing"

    @property
    def to_act(self) -> int | None:
        to_act = OVER if self.position is None else self.position.to_act
        return to_act if to_act >= 0 else None

    def name(self, seat: int, language: str = "en") -> str:
        return self.seats[seat].name or words_for(language)("bot", number=seat + 1)

    def seats_of(self, who: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human" and seat.who == who]

    def may_start(self, who: str) -> bool:
        """Whether somebody may begin the game: the host, or anybody seated when the host has stood up."""
        return who == self.opened.host or bool(self.seats_of(who) and not self.seats_of(self.opened.host))

    def answered(self, who: str, key: str) -> int | None:
        """Return the ply a command with this key led to, if it was carried out before."""
        return self.keys.get((who, key)) if key else None

    def others(self, who: str) -> list[int]:
        """Return one seat of each other person who is playing now."""
        found: dict[str, int] = {}
        for number, seat in enumerate(self.seats):
            if seat.kind == "human" and seat.who != who and not seat.away:
                found.setdefault(seat.who, number)
        return list(found.values())

    def bot_turn(self) -> tuple[int, Level] | None:
        """Return the seat and level if a bot is to act."""
        if self.to_act is None:
            return None
        seat = self.seats[self.to_act]
        return (self.to_act, seat.level) if seat.kind == "bot" or seat.away else None

    def deadline(self) -> int | None:
        """Return when the seat to act runs out of time."""
        if self.to_act is None or not self.opened.clock or self.bot_turn():
            return None
        return self.moved_at + 1_000 * self.opened.clock

    def record(self) -> Record:
        """Return the finished game, with the secret of its shuffles."""
        assert self.position is not None
        assert self.position.to_act == OVER
        names = [self.name(number) for number in range(len(self.seats))]
        remarks = {"names": _json(names)} | shuffle.remarks(bytes.fromhex(self.opened.secret), self.entropies)
        return Record(self.position.setup, self.position.actions, self.position.origin, remarks)

    # --- deciding

    def decide(
        self, person: Person, command: wire.Command, now: int, *, invited: bool = False, fresh: Fresh | None = None
    ) -> Decision:
        """Return what a person's command leads to, or raise Refusal. Nothing changes until it is applied."""
        if self.ply > MOST_ENTRIES:
            raise Refusal("limit", "too-long")
        if isinstance(command, wire.Rematch):
            assert fresh is not None
            events, opens = self._rematch(person, command, fresh, now)
        elif isinstance(command, wire.Sit):
            events, opens = self._sit(person, command, invited), []
        else:
            events, opens = self._DECIDERS[type(command)](self, person, command), []
        return Decision(self._entries(events, now, person.id, command.key), opens)

    def decide_bot(self, seat: int, ply: int, action: Action, now: int) -> Decision:
        """Return what a bot's choice for a seat leads to; stale if the game has gone on while it thought."""
        turn = self.bot_turn()
        if ply < self.changed or turn is None or turn[0] != seat:
            raise Refusal("stale", "stale")
        assert self.position is not None
        text = self.position.text(action)
        return Decision(self._entries([self._acted(seat, text, bot=True)], now))

    def due(self, now: int, absent: Since, present: Since = ALWAYS) -> Decision | None:
        """Return the take-over that is due, if any. Before anybody can be late, nobody is looked at."""
        number = self.to_act
        soonest = self.moved_at + 1_000 * (self.opened.clock or self.opened.idle)
        if number is None or (now < soonest and number not in absent and self.seats[number].left_at is None):
            return None
        at = self.due_at(absent, present)
        return None if at is None or now < at[0] else Decision(self._entries([TakenOver(number, at[1])], now))

    def due_at(self, absent: Since, present: Since = ALWAYS) -> tuple[int, Literal["time", "left", "absent"]] | None:
        """Return when a bot takes over from the seat to act, if nothing happens before.

        `absent` tells since when a seat has not been connected, `present` since when it has. A clock runs whoever is
        there. Otherwise there is a hurry only while somebody else is connected and waits, and as long as that.
        """
        number = self.to_act
        if number is None or self.bot_turn():
            return None
        seat, opened, grace = self.seats[number], self.opened, 1_000 * self.opened.grace
        others = self._waiting_for(number, absent)
        waiting = [present.get(other, 0) for other in others if other not in absent]
        when: list[tuple[int, Literal["time", "left", "absent"]]] = []
        if opened.clock and others:
            when.append((max(self.moved_at + 1_000 * opened.clock, seat.returned_at) + grace, "time"))
        elif waiting:
            since = max(self.moved_at, min(waiting))
            when.append((max(since + 1_000 * opened.idle, seat.returned_at) + grace, "time"))
        if waiting and seat.left_at is not None:
            when.append((seat.left_at + grace, "left"))
        if waiting and number in absent and opened.clock < SLOW_CLOCK:
            when.append((absent[number] + grace, "absent"))
        return min(when, default=None)

    def _waiting_for(self, number: int, absent: Since) -> list[int]:
        """Return a seat of each other person whom a seat keeps waiting: who plays, or looks on while a bot does."""
        found: dict[str, int] = {}
        for other, seat in enumerate(self.seats):
            if seat.kind == "human" and seat.who != self.seats[number].who and not (seat.away and other in absent):
                found.setdefault(seat.who, other)
        return list(found.values())

    def _entries(self, events: list[AnyEvent], now: int, by: str = "", key: str = "") -> list[Entry]:
        entries = [Entry(self.ply + number, now, event, by) for number, event in enumerate(events, start=1)]
        entries[-1].key = key
        return entries

    def steps_of(self, move: Entry) -> list[Step]:
        """Return what a move that was just decided will lead to; nothing for any other entry."""
        if self._prepared is None or self._prepared[0] is not move.event or not isinstance(move.event, Acted):
            return []
        return self._prepared[1]

    def awaits_person_after(self, entries: Sequence[Entry]) -> bool:
        """Whether entries just decided are one move and a person who is there is to act after it."""
        steps = self.steps_of(entries[0]) if len(entries) == 1 else []
        to_act = steps[-1].after.to_act if steps else OVER
        return to_act >= 0 and self.seats[to_act].kind == "human" and not self.seats[to_act].away

    def _own(self, person: Person, number: int) -> SeatState:
        if number >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=number)
        seat = self.seats[number]
        if seat.kind != "human" or seat.who != person.id:
            raise Refusal("not-yours", "not-yours")
        return seat

    def _need(self, state: Literal["open", "playing", "over"]) -> None:
        if self.state != state:
            raise Refusal("not-now", {"open": "not-open", "playing": "not-playing", "over": "not-over"}[state])

    def _fresh(self, ply: int) -> None:
        if ply < self.changed:
            raise Refusal("stale", "stale")
        if ply > self.ply:
            raise Refusal("invalid", "future")

    def _act(self, person: Person, command: wire.Act) -> list[AnyEvent]:
        seat = self._own(person, command.seat)
        self._fresh(command.ply)
        self._need("playing")
        if self.to_act != command.seat:
            assert self.to_act is not None
            turn = self.to_act
            raise Refusal(
                "not-now", lambda language: words_for(language)("not-your-turn", name=self.name(turn, language))
            )
        acted = self._acted(command.seat, command.action)
        returning = seat.away or seat.left_at is not None
        return [Returned(command.seat), acted] if returning else [acted]

    def _acted(self, seat: int, text: str, *, bot: bool = False) -> Acted:
        assert self.position is not None
        position, steps = self.position, list[Step]()
        for action in self._read(position, seat, text):
            try:
                steps.append(_step(position, action))
            except IllegalAction:
                raise _illegal(position, seat, action) from None
            position = steps[-1].after
        steps += self._settle(position)
        event = Acted(seat, _texts(steps), bot)
        self._prepared = event, steps
        return event

    def _read(self, position: Position, seat: int, text: str) -> list[Action]:
        """Read an action from what the seat may know, so that no error can tell it more."""
        view = position.look(seat)
        try:
            actions = list(position.game.read(position.setup, view.state, text))
        except (InvalidAction, AmbiguousAction) as error:
            code: Code = "invalid" if isinstance(error, InvalidAction) else "ambiguous"
            sentence = str(error)
            raise Refusal(code, lambda _language: sentence) from None
        if actions[0] not in view.legal:
            raise _illegal(position, seat, actions[0])
        return actions

    def _settle(self, position: Position) -> list[Step]:
        steps: list[Step] = []
        dice = self._dice or shuffle.Dice(bytes.fromhex(self.opened.secret), self.entropies)
        if self.position is not None:
            self._dice = dice  # nobody adds entropy any more
        while position.to_act == CHANCE:
            steps.append(_step(position, dice.outcome(position)))
            position = steps[-1].after
        return steps

    def _sit(self, person: Person, command: wire.Sit, invited: bool) -> list[AnyEvent]:
        if command.seat >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=command.seat)
        self._need("open")
        seat = self.seats[command.seat]
        if seat.kind not in ("open", "invited"):
            raise Refusal("taken", "taken")
        if seat.kind == "invited" and not invited:
            raise Refusal("invitation", "invitation")
        name = command.name or person.name
        if not wire.is_clean(name):
            raise Refusal("invalid", "unclean")
        free = [number for number, each in enumerate(self.seats) if each.kind in ("open", "invited")]
        return [Sat(command.seat, name), *(self._started() if free == [command.seat] and not self.opened.wait else [])]

    def _started(self, level: Level | None = None) -> list[AnyEvent]:
        steps = self._settle(self._begin())
        event = Started(_texts(steps), level)
        self._prepared = event, steps
        return [event]

    def _begin(self) -> Position:
        if self.opened.position is not None:
            return Position.from_json(self.opened.position)
        opened = self.opened
        options, cards = wire.encode(opened.options), wire.encode(opened.cards)
        return Position.start(_shared_setup(opened.game, len(opened.seats), opened.ruleset, options, cards))

    def _leave(self, person: Person, command: wire.Leave) -> list[AnyEvent]:
        seat = self._own(person, command.seat)
        if self.state == "over" or seat.left_at is not None:
            raise Refusal("not-now", "not-playing")
        return [Left(command.seat)]

    def _back(self, person: Person, command: wire.Back) -> list[AnyEvent]:
        seat = self._own(person, command.seat)
        self._need("playing")
        if not seat.away and seat.left_at is None:
            raise Refusal("not-now", "not-away")
        if seat.away and self.to_act == command.seat and seat.returned_at > self.moved_at:
            raise Refusal("not-now", "bot-moves-first")  # or coming back again and again would stall the table
        return [Returned(command.seat)]

    def _arrange(self, person: Person, command: wire.Arrange) -> list[AnyEvent]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if command.seat >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=command.seat)
        self._need("open")
        if self.seats[command.seat].kind == "human":
            raise Refusal("taken", "taken")
        free = [number for number, each in enumerate(self.seats) if each.kind in ("open", "invited")]
        fills = command.kind == "bot" and free == [command.seat] and not self.opened.wait
        begins = self._started() if fills and self._anybody() else []
        return [Arranged(command.seat, command.kind, command.level), *begins]

    def _anybody(self) -> bool:
        return any(seat.kind == "human" for seat in self.seats)

    def _start(self, person: Person, command: wire.Start) -> list[AnyEvent]:
        self._need("open")
        if not self.may_start(person.id):
            raise Refusal("not-yours", "not-host")
        if not self._anybody():
            raise Refusal("not-now", "nobody")
        if not command.fill and any(seat.kind in ("open", "invited") for seat in self.seats):
            raise Refusal("not-now", "seats-free")
        return self._started(command.level if command.fill else None)

    def _entropy(self, person: Person, command: wire.AddEntropy) -> list[AnyEvent]:
        self._own(person, command.seat)
        self._need("open")
        return [EntropyAdded(command.seat, command.value)]

    def _say(self, person: Person, command: wire.Say | wire.React) -> list[AnyEvent]:
        self._own(person, command.seat)
        if not self.chatting:
            raise Refusal("off", "chat-off")
        if self._said >= MOST_CHAT:
            raise Refusal("limit", "chat-often")
        text = command.text if isinstance(command, wire.Say) else command.reaction
        if not wire.is_clean(text):
            raise Refusal("invalid", "unclean")
        return [Said(command.seat, text)]

    def _turn_chat(self, person: Person, command: wire.TurnChat) -> list[AnyEvent]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if command.on == self.chatting:
            raise Refusal("not-now", "chat-already")
        if self._turned >= MOST_TURNED:
            raise Refusal("limit", "chat-often")
        return [ChatTurned(command.on)]

    def _rematch(
        self, person: Person, command: wire.Rematch, fresh: Fresh, now: int
    ) -> tuple[list[AnyEvent], list[Entry]]:
        self._own(person, command.seat)
        self._need("over")
        if self.rematch is not None:
            raise Refusal("not-now", "rematch-exists")
        seats = [SeatState(seat.kind, seat.who, seat.name, seat.level) for seat in self.seats]
        changes: dict[str, Any] = {
            "table": fresh.table,
            "host": person.id,
            "seats": seats,
            "secret": fresh.secret.hex(),
            "chat": self.chatting,
        }
        opened = Opened(**{name: getattr(self.opened, name) for name in Opened.__struct_fields__} | changes)
        return [Rematched(command.seat, fresh.table)], Table.open(opened, now)

    # --- undo

    def undo_state(self, seat: int) -> tuple[Literal["free", "ask", "no"], str, int]:
        """Return whether a seat's last command can be taken back, why not, and to which ply of the game.

        Free until something was revealed, random, or another person moved; then the others are asked. Where there
        are only bots to ask, nothing goes back past a reveal.
        """
        if self.position is None or self.position.to_act == OVER:
            return "no", "not-playing", 0
        last = self.latest.get(seat)
        if last is None:
            return "no", "undo-nothing", 0
        if self._undone >= MOST_UNDOS:
            return "no", "undo-often", 0
        who = self.seats[seat].who
        if not self._revealed_since(last.start):
            since = itertools.takewhile(lambda move: move is not last, reversed(self.moves))
            if all(move.bot or self.seats[move.seat].who == who for move in since):
                return "free", "", last.start
        for each in self.seats:
            if each.kind == "human" and each.who != who and not each.away:
                return "ask", "", last.start
        return "no", "undo-revealed", last.start

    def _revealed_since(self, start: int) -> bool:
        """Whether chance acted or anybody learned anything but another's choice since a ply of the game."""
        assert self.position is not None
        if self.position.ply - start > len(self._quiet):
            return True  # chance has acted since
        return any(each.reveals() for each in self._quiet if each.ply >= start)

    def _note_quiet(self, ply: int, steps: Sequence[Step]) -> None:
        for number, step in enumerate(steps, start=ply):
            self._quiet = [] if step.before.to_act == CHANCE else [*self._quiet, Quiet(number, step)]

    def _replayed(self, ply: int) -> list[Step]:
        """Return the game up to a ply as the steps since chance last acted, or the last one."""
        assert self.position is not None
        position, steps = self._begin(), list[Step]()
        for action in self.position.actions[:ply]:
            if position.to_act == CHANCE:
                steps = []
            steps.append(_step(position, action))
            position = steps[-1].after
        return steps

    def _undo(self, person: Person, command: wire.Undo) -> list[AnyEvent]:
        self._own(person, command.seat)
        self._fresh(command.ply)
        self._need("playing")
        if self.offer is not None:
            raise Refusal("not-now", "undo-pending")
        can, why, to = self.undo_state(command.seat)
        if can == "no":
            raise Refusal("not-now", why)
        return [Undone(command.seat, to) if can == "free" else Asked(command.seat, to)]

    def _answer(self, person: Person, command: wire.Answer) -> list[AnyEvent]:
        self._own(person, command.seat)
        self._fresh(command.ply)
        offer = self.offer
        if offer is None:
            raise Refusal("not-now", "no-undo-offer")
        mine = [seat for seat in offer.waiting if self.seats[seat].who == person.id]
        withdraws = self.seats[offer.seat].who == person.id and not command.agree
        if not mine and not withdraws:
            raise Refusal("not-now", "not-asked")
        events: list[AnyEvent] = [Answered(command.seat, command.agree)]
        if command.agree and offer.waiting == mine:
            events.append(Undone(offer.seat, offer.to))
        return events

    _DECIDERS: ClassVar[dict[type, Callable[[Any, Person, Any], list[AnyEvent]]]] = {
        wire.Act: _act,
        wire.Leave: _leave,
        wire.Back: _back,
        wire.Arrange: _arrange,
        wire.Start: _start,
        wire.AddEntropy: _entropy,
        wire.Undo: _undo,
        wire.Answer: _answer,
        wire.Say: _say,
        wire.React: _say,
        wire.TurnChat: _turn_chat,
    }

    # --- applying

    def after(self, entry: Entry) -> Table:
        """Return the table after an entry, leaving this one as it is: what is not yet stored must not be seen."""
        made = copy.copy(self)
        made.entries, made.moves = self.entries[:], self.moves[:]
        made.seats = [copy.copy(seat) for seat in self.seats]
        made.entropies, made.keys, made.latest = self.entropies[:], self.keys.copy(), self.latest.copy()
        made.offer = copy.copy(self.offer)
        made.apply(entry)
        return made

    def apply(self, entry: Entry) -> None:
        """Let an entry have happened. Entries come from `decide` or from the log, in order and without gaps."""
        if entry.ply != self.ply + 1:
            raise ValueError(f"entry {entry.ply} cannot follow ply {self.ply}")
        event, self.steps = entry.event, []
        match event:
            case Acted() | Started():
                self._apply_moves(event)
            case Opened():
                self._apply_opened(event)
            case Undone():
                self._apply_undone(event)
            case Asked():
                who = self.seats[event.seat].who
                self.offer = Offer(event.seat, event.to, self.others(who))
            case Answered():
                self._apply_answered(event)
            case Said() | ChatTurned() | Rematched() | Edited():
                self._apply_aside(event, entry)
            case _:
                self._apply_seat(event, entry)
        if isinstance(event, (Started, Acted, Undone, Asked, Answered)):
            self.changed = entry.ply
        if isinstance(event, (Started, Acted, Undone)):
            self.moved_at = entry.at
        self.entries.append(entry)
        if entry.key:
            self.keys[entry.by, entry.key] = entry.ply

    def _apply_opened(self, event: Opened) -> None:
        self.opened = event
        self.chatting = event.chat
        self.seats = [SeatState(seat.kind, seat.who, seat.name, seat.level) for seat in event.seats]
        self.entropies: list[str | None] = [None] * len(event.seats)

    def _apply_moves(self, event: Started | Acted) -> None:
        if isinstance(event, Started):
            self._fill(event.level)
        position = self._begin() if self.position is None else self.position
        start = position.ply
        if self._prepared is not None and self._prepared[0] is event:
            self.steps = self._prepared[1]
        else:
            for text in event.moves:
                [action] = position.game.read(position.setup, position.state, text)
                self.steps.append(_step(position, action))
                position = self.steps[-1].after
        self.position = self.steps[-1].after if self.steps else position
        self._note_quiet(start, self.steps)
        self._prepared = None
        self.offer = None
        if isinstance(event, Acted):
            move = Move(start, event.seat, event.bot)
            self.moves.append(move)
            if not event.bot:
                self.latest[event.seat] = move

    def _fill(self, level: Level | None) -> None:
        for seat in self.seats:
            if level is not None and seat.kind in ("open", "invited"):
                seat.kind, seat.level = "bot", level

    def _apply_undone(self, event: Undone) -> None:
        assert self.position is not None
        before, steps = self.position, self._replayed(event.to)
        self.position = steps[-1].after if steps else self._begin()
        self.steps = [Step(before, None, self.position)]
        self._quiet = []
        self._note_quiet(event.to - len(steps), steps)
        self.moves = [move for move in self.moves if move.start < event.to]
        self.latest = {move.seat: move for move in self.moves if not move.bot}
        self.offer = None
        self._undone += 1

    def _apply_aside(self, event: Said | ChatTurned | Rematched | Edited, entry: Entry) -> None:
        match event:
            case Said():
                self._said += 1
                line = wire.ChatLine(entry.ply, entry.at, event.seat, self.name(event.seat), event.text)
                self.chat = [*self.chat[-wire.CHAT_SENT + 1 :], line]
            case ChatTurned():
                self.chatting = event.on
                self._turned += 1
            case Rematched():
                self.rematch = event.table

    def _apply_answered(self, event: Answered) -> None:
        assert self.offer is not None
        who = self.seats[event.seat].who
        self.offer.waiting = [seat for seat in self.offer.waiting if self.seats[seat].who != who]
        if not event.agree:
            self.offer = None

    def _apply_seat(self, event: AnyEvent, entry: Entry) -> None:
        match event:
            case Sat():
                freed: Literal["open", "invited"] = "invited" if self.seats[event.seat].kind == "invited" else "open"
                self.seats[event.seat] = SeatState("human", entry.by, event.name, freed=freed)
            case Left() if self.position is None:
                self.seats[event.seat] = SeatState(self.seats[event.seat].freed)
                self.entropies[event.seat] = None
            case Left():
                self.seats[event.seat].left_at = entry.at
            case Arranged():
                self.seats[event.seat] = SeatState(event.kind, level=event.level)
            case EntropyAdded():
                self.entropies[event.seat] = event.value
            case TakenOver():
                self.seats[event.seat].away = True
                if self.offer is not None and event.seat in self.offer.waiting:
                    self.offer = None
            case Returned():
                seat = self.seats[event.seat]
                seat.away, seat.left_at = False, None
                if seat.returned_at <= self.moved_at:  # the first time since the last move: there is time to act
                    seat.returned_at = entry.at
            case _:
                raise AssertionError(f"{event} is not about a seat")


def reveals(position: Position, action: Action) -> bool:
    """Whether an action tells anybody anything besides that it was chosen.

    Chance always does. Otherwise it does if somebody has been shown more than before; where the game does not count
    that, if somebody, guessing what it cannot see, would not foresee what it sees after the action.
    """
    if position.to_act == CHANCE:
        return True
    if not position.game.hides:
        return False
    after = position.copy()
    after.push(action)
    known = position.game.facts(position.setup, position.state)
    if known is not None:
        return (position.game.facts(after.setup, after.state) or 0) > known
    for seat in range(position.seats):
        seen = values_of(after.view(seat).state)
        for guess in range(_GUESSES if seat != position.to_act else 0):
            imagined = position.view(seat).sample(Rng(f"reveals/{position.ply}/{seat}", guess))
            if action not in imagined.legal:
                return True
            imagined.push(action)
            if values_of(imagined.view(seat).state) != seen:
                return True
    return False


@functools.lru_cache(maxsize=100)
def _shared_setup(game: str, seats: int, ruleset: str, options: bytes, cards: bytes) -> Setup:
    """Return the setup that all tables with the same rules share."""
    return find_game(game).prepare(seats, ruleset, wire.decode_any(options), wire.decode_any(cards))


def _step(position: Position, action: Action) -> Step:
    after = position.copy()
    after.push(action)
    return Step(position, action, after)


def _texts(steps: list[Step]) -> list[str]:
    return [before.game.text(before.setup, before.state, action) for before, action, _ in steps if action is not None]


def _illegal(position: Position, seat: int, action: Action) -> Refusal:
    """Say why an action is not legal, from what the seat may know."""
    view = position.view(seat)

    def say(language: str) -> str:
        if not 0 <= action < position.game.action_count or view.to_act != seat:
            return words_for(language)("not-now-action")
        return position.game.why_not(position.setup, view.state, action, language)

    return Refusal("illegal", say)


def _json(value: Any) -> str:
    return wire.encode(value).decode()
