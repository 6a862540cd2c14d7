"""A live table: decides what is accepted and what it leads to, without any input or output of its own.

`decide` looks at a command and returns the entries it would lead to, each with the steps of the game that it makes, or
raises Refusal; it changes nothing. Whoever stores the entries then calls `apply` with each. A table is the fold of its
entries: `Table(entries)` rebuilds it exactly. Time, identities and fresh randomness are given by the caller.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from verso.bots.characters import CHARACTERS, cast
from verso.core.game import (
    Action,
    ActionError,
    AmbiguousAction,
    Game,
    IllegalAction,
    InvalidAction,
    InvalidCards,
    InvalidSetup,
    Position,
    Setup,
    find_game,
)
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER, values_of
from verso.core.words import Words, catalogue
from verso.play import marks, shuffle, wire
from verso.play.entry import (
    Abandoned,
    Acted,
    Agreed,
    Answered,
    AnyEvent,
    Arranged,
    Asked,
    ChatTurned,
    Closed,
    Committed,
    Edited,
    EntropyAdded,
    Entry,
    Freed,
    Left,
    Opened,
    Rematched,
    Removed,
    Resigned,
    Returned,
    Revealed,
    RulesChanged,
    Said,
    Sat,
    Sealed,
    SeatState,
    Started,
    TakenOver,
    Undone,
)
from verso.play.names import told_apart
from verso.play.wire import Level

MOST_ASIDES = 20_000
"""Entries of a log that are neither moves nor follow from one, before it takes no more talk. What brings a game about,
sitting down first, has bounds for each person and seat, and no others: no crowd keeps anybody from playing."""
MOST_CHAT = 1_000
MOST_UNDOS = 500
MOST_TURNED = 100
MOST_LEFT = 100
MOST_SAT = 20
MOST_SAT_IN_CROWDS = 3
"""So often one person sits down, wherever, once the log takes no more talk: or a crowd could fill it for ever."""
MOST_ENTROPY = 20
MOST_ARRANGED = 100
MOST_REMOVED = 100
MOST_RULES = 100
"""How often each of these is done by one person for one seat in one game."""
SLOW_CLOCK = 3_600
Since: TypeAlias = Mapping[int, int]
"""A time for each seat that something is true of."""
ALWAYS: Since = {}
"""With this many seconds for a move or more, nobody is expected to stay connected."""
_GUESSES = 8

_CATALOGUES = Path(__file__).parent / "words"


def words_for(language: str) -> Words:
    return catalogue(_CATALOGUES, language)


def bot_name(seat: int, language: str) -> str:
    return words_for(language)("bot", number=seat + 1)


def character_name(character: str) -> str:
    """Return what a character is called; nothing for one that is not known, or not any more."""
    return CHARACTERS[character].name if character in CHARACTERS else ""


def called_in(language: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names that a record keeps as they are said in a language: in records bots have English names."""
    return told_apart(
        [bot_name(seat, language) if name == bot_name(seat, "en") else name for seat, name in enumerate(names)]
    )


def character_seat(level: Level, character: str | None, there: Iterable[str] = ()) -> SeatState:
    """Return a bot's seat: for a character who is named, or for one of a level who is not there yet."""
    found = CHARACTERS[character or cast(level, list(there))]
    return SeatState("bot", level=found.level, character=found.id)


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """A command that changes nothing, with the sentence that says why."""

    def __init__(self, code: wire.RefusalCode, say: str | Callable[[str], str], **values: str | int) -> None:
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
    is_gone: bool = False
    """Whether the rematch that there was has been deleted, so that it can be asked for again."""
    apart: frozenset[str] = frozenset()
    """Who is not brought along to a rematch: they and whoever asks for it do not play with each other."""


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


Happens: TypeAlias = AnyEvent | tuple[AnyEvent, list[Step]]
"""An event, together with the steps that it makes where it moves the game on."""


class Decided(NamedTuple):
    """An entry to be stored, and the steps it makes; None for an undo, whose steps are found when it is applied."""

    entry: Entry
    steps: Sequence[Step] | None


@dataclasses.dataclass
class Decision:
    """What is to be stored together: entries, and those of a new table (a rematch) if there is one."""

    made: list[Decided]
    opens: list[Entry] = dataclasses.field(default_factory=list)

    @property
    def entries(self) -> list[Entry]:
        return [each.entry for each in self.made]


@dataclasses.dataclass
class PlayedAction:
    """A seat's action at a ply of the game; whether it revealed anything is found out when it is asked for."""

    ply: int
    step: Step
    _reveals: bool | None = None

    def reveals(self) -> bool:
        if self._reveals is None:
            assert self.step.action is not None
            self._reveals = reveals(self.step.before, self.step.action)
        return self._reveals


class Mark(NamedTuple):
    """A position that the game went through, with the actions that followed chance last acting before it."""

    position: Position
    since_chance: list[PlayedAction]

    @property
    def ply(self) -> int:
        return self.position.ply


@dataclasses.dataclass
class Offer:
    seat: int
    to: int
    waiting: list[int]
    ply: int
    """When it was made: an answer to an earlier one is no answer to this."""


class Table:
    """The authority over one game and the people around it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: list[Entry] = []
        self.position: Position | None = None
        self.moves: list[Move] = []
        self.chat: list[wire.ChatLine] = []
        self.offer: Offer | None = None
        self.rematch: str | None = None
        self.removed: frozenset[str] = frozenset()
        """Whom the host has asked to leave: they do not sit down here again."""
        self.changed = 0
        """The ply of the last entry that changed the position: a command that answers an older ply is stale.

        What people do beside the game, such as asking for an undo, leaves everybody's moves as good as they were.
        """
        self.moved_at = 0
        self.keys: dict[tuple[str, str], int] = {}
        self._counts: Mapping[tuple[str, int, str], int] = {}
        """How often something has been done for a seat, and by whom."""
        self._asides = 0
        self._asked: Mapping[int, Move] = {}
        """The move of each seat that the others were last asked to take back."""
        self._taken_back: Mapping[tuple[int, int], int] = {}
        """When a seat first took back to a ply of the game."""
        self.latest: dict[int, Move] = {}
        """The last command of each seat that was not a bot's."""
        self._dice: shuffle.Dice | None = None
        self.sealed = False
        """Whether what the seats committed to for the shuffles is fixed."""
        self.abandoned = False
        self.closed = False
        """Whether the table has been deleted."""
        self.resigned: Mapping[int, str] = {}
        """What those were called who gave the game up, by seat."""
        self.given_up: int | None = None
        """The seat by whose giving up the game ended."""
        self._ruled_at = 0
        """The ply at which the rules were last changed: nobody agrees to others than they have seen."""
        self._waits_since: int | None = None
        """Since when the start waits for pages that commit or reveal."""
        self._since_chance: list[PlayedAction] = []
        """The newest actions, back to the last of chance: only they may have revealed nothing."""
        self._marks: Sequence[Mark] = ()
        for entry in entries:
            self.apply(entry)
        if not self.entries:
            raise ValueError("a table begins with the entry that opens it")

    @classmethod
    def open(cls, opened: Opened, now: int) -> list[Entry]:
        """Return the first entries of a new table: it starts at once where nobody is awaited."""
        entries = [Entry(1, now, opened, opened.host)]
        table = cls(entries)
        if table.is_ready() and not opened.wait and table.anybody():
            entries += table._decision(table.begins(), now, opened.host).entries
        return entries

    # --- looking

    @property
    def id(self) -> str:
        return self.opened.table

    @property
    def opened_game(self) -> Game:
        return find_game(self.opened.game)

    @property
    def is_known(self) -> bool:
        """Whether the host knows how the game begins, or even its shuffles: nobody else may be led to sit down."""
        return self.opened.position is not None and not self.opened.shared

    @property
    def commits(self) -> bool:
        """Whether seats commit to what they add to the shuffles."""
        return self.opened.method > 1 and self.opened.position is None

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def state(self) -> Literal["open", "playing", "over"]:
        if self.position is None:
            return "open"
        return "over" if self._is_ended or self.position.to_act == OVER else "playing"

    @property
    def _is_ended(self) -> bool:
        """Whether the game is over though its rules would let it go on."""
        return self.abandoned or self.closed or self.given_up is not None

    @property
    def to_act(self) -> int | None:
        to_act = OVER if self.position is None or self._is_ended else self.position.to_act
        return to_act if to_act >= 0 else None

    def name(self, seat: int, language: str = "en") -> str:
        found = self.seats[seat]
        return found.name or character_name(found.character) or bot_name(seat, language)

    def names(self, language: str) -> tuple[str, ...]:
        """Return what those at the table are called, by seat, two of one name told apart."""
        return told_apart([self.name(seat, language) for seat in range(len(self.seats))])

    def seats_of(self, who: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == "human" and seat.who == who]

    def may_start(self, who: str) -> bool:
        """Whether somebody may begin the game: the host, or anybody seated when the host has stood up."""
        return who == self.opened.host or bool(self.seats_of(who) and not self.seats_of(self.opened.host))

    def may_rematch(self, who: str) -> bool:
        """Whether somebody may ask for another game."""
        return self.state == "over" and bool(self.seats_of(who))

    def names_to_show(self, who: str, command: wire.Arrange | wire.ChangeRules | wire.Leave) -> list[str]:
        """Return the names that a host has given to seats and that others will see who may sit down now.

        Among themselves people may be called anything; nobody else is to be led to take them for somebody they know.
        """
        if who != self.opened.host or self.state != "open" or self._free():
            return []
        going = command.seat if isinstance(command, wire.Leave) else None
        given = [seat for number, seat in enumerate(self.seats) if number != going and seat.who in ("", who)]
        return list(dict.fromkeys(seat.name for seat in given if seat.name))

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

    def silent(self) -> list[int]:
        """Return the seats that committed to something for the shuffles and have not revealed it."""
        return [seat for seat, seal in enumerate(self.commitments) if seal is not None and self.entropies[seat] is None]

    def begins_at(self) -> int | None:
        """Return when the game begins though a page has not committed or revealed; None where none is waited for."""
        if self.position is not None or self._waits_since is None or self._is_ended:
            return None
        if self._free() or self._awaited_people():
            return None
        return self._waits_since + 1_000 * self.opened.patience

    def record(self) -> Record:
        """Return the game, which is over, with the secret of its shuffles."""
        assert self.position is not None
        assert self.state == "over"
        names = [self.name(number) for number in range(len(self.seats))]
        given_up = {} if self.given_up is None else {"resigned": str(self.given_up)}
        remarks = {"names": _json(names), **self._cast_remark(), **given_up} | shuffle.remarks(
            *self._parts(self.entropies)
        )
        return Record(self.position.setup, self.position.actions, self.position.origin, remarks)

    def _cast_remark(self) -> dict[str, str]:
        cast = [seat.character for seat in self.seats]
        return {"characters": _json(cast)} if any(cast) else {}

    # --- deciding

    def decide(
        self, person: Person, command: wire.Command, now: int, *, invited: bool = False, fresh: Fresh | None = None
    ) -> Decision:
        """Return what a person's command leads to, or raise Refusal. Nothing changes until it is applied."""
        if self.closed:
            raise Refusal("not-now", "closed")
        if self._is_crowded() and isinstance(command, _TALK):
            raise Refusal("limit", "too-long")
        if isinstance(command, wire.Rematch):
            assert fresh is not None
            event, opens = self._rematch(person, command, fresh, now)
            return self._decision([event], now, person.id, command.key, opens)
        if isinstance(command, wire.Sit):
            happens = self._sit(person, command, invited)
        elif isinstance(command, wire.Undo):
            happens = self._undo(person, command, now)
        else:
            happens = self._DECIDERS[type(command)](self, person, command)
        return self._decision(happens, now, person.id, command.key)

    def decide_bot(self, seat: int, ply: int, action: Action, now: int) -> Decision:
        """Return what a bot's choice for a seat leads to; stale if the game has gone on while it thought."""
        turn = self.bot_turn()
        if ply < self.changed or turn is None or turn[0] != seat:
            raise Refusal("stale", "stale")
        return self._decision([self._acted(seat, [action], bot=True)], now)

    def due(self, now: int, absent: Since, present: Since = ALWAYS) -> Decision | None:
        """Return the start or take-over that is due, if any. Before anybody can be late, nobody is looked at."""
        begins_at = self.begins_at()
        if begins_at is not None and now >= begins_at:
            return self._decision([self._started()] if self.sealed else self.begins(), now)
        number = self.to_act
        soonest = self.moved_at + 1_000 * (self.opened.clock or self.opened.idle)
        if number is None or (now < soonest and number not in absent and self.seats[number].left_at is None):
            return None
        at = self.due_at(absent, present)
        return None if at is None or now < at[0] else self._decision([TakenOver(number, at[1])], now)

    def abandon(self, before: int, now: int) -> Decision | None:
        """Return the end of a game at which nothing has happened since `before`: then its secret can be shown."""
        untouched = self.state == "playing" and self.entries[-1].at < before
        return self._decision([Abandoned()], now) if untouched else None

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

    def clock_jumped(self, now: int, by: int) -> None:
        """Let nobody be late because a clock has jumped, forward or back, by so much and to `now`."""

        def after_jump(at: int) -> int:
            was_before = at <= now - by if by > 0 else at > now
            return at + by if was_before else at

        self.moved_at = after_jump(self.moved_at)
        self._taken_back = {key: after_jump(at) for key, at in self._taken_back.items()}
        self._waits_since = None if self._waits_since is None else after_jump(self._waits_since)
        for seat in self.seats:
            seat.returned_at = after_jump(seat.returned_at) if seat.returned_at else 0
            seat.left_at = None if seat.left_at is None else after_jump(seat.left_at)

    def _waiting_for(self, number: int, absent: Since) -> list[int]:
        """Return a seat of each other person whom a seat keeps waiting: who plays, or looks on while a bot does."""
        found: dict[str, int] = {}
        for other, seat in enumerate(self.seats):
            if seat.kind == "human" and seat.who != self.seats[number].who and not (seat.away and other in absent):
                found.setdefault(seat.who, other)
        return list(found.values())

    def _decision(
        self, happens: Sequence[Happens], now: int, by: str = "", key: str = "", opens: Sequence[Entry] = ()
    ) -> Decision:
        """Return what happens as entries to be stored; the key stands in the last."""
        made = []
        for number, each in enumerate(happens, start=1):
            event, steps = each if isinstance(each, tuple) else (each, None)
            entry = Entry(self.ply + number, now, event, by, key if number == len(happens) else "")
            made.append(Decided(entry, steps))
        return Decision(made, list(opens))

    def awaits_person_after(self, decision: Decision) -> bool:
        """Whether a decision is one move and a person who is there is to act after it."""
        [*others, (entry, steps)] = decision.made
        if others or not steps or not isinstance(entry.event, Acted):
            return False
        to_act = steps[-1].after.to_act
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

    def _bound(self, kind: type[AnyEvent], seat: int, person: Person) -> None:
        """Refuse what somebody has done often enough in this game."""
        most, why = _MOST[kind]
        if self._counts.get((kind.__name__, seat, person.id), 0) >= most:
            raise Refusal("limit", why)

    def _is_crowded(self) -> bool:
        return self._asides >= MOST_ASIDES

    def _bound_in_crowds(self, person: Person) -> None:
        if self._is_crowded():
            times = [count for (kind, _, by), count in self._counts.items() if (kind, by) == (Sat.__name__, person.id)]
            if sum(times) >= MOST_SAT_IN_CROWDS:
                raise Refusal("limit", "sat-often")

    def _act(self, person: Person, command: wire.Act) -> Sequence[Happens]:
        seat = self._own(person, command.seat)
        self._fresh(command.ply)
        self._need("playing")
        if self.to_act != command.seat:
            assert self.to_act is not None
            turn = self.to_act
            raise Refusal(
                "not-now", lambda language: words_for(language)("not-your-turn", name=self.name(turn, language))
            )
        assert self.position is not None
        acted = self._acted(command.seat, self._read(self.position, command.seat, command.action))
        returning = seat.away or seat.left_at is not None
        return [Returned(command.seat), acted] if returning else [acted]

    def _acted(self, seat: int, actions: Sequence[Action], *, bot: bool = False) -> tuple[Acted, list[Step]]:
        """Return what a seat's actions lead to, chance included. The log keeps them as neutral texts."""
        assert self.position is not None
        position, steps = self.position, list[Step]()
        for action in actions:
            try:
                steps.append(_step(position, action))
            except IllegalAction:
                raise _illegal(position, seat, action) from None
            position = steps[-1].after
        steps += self._settle(position)
        return Acted(seat, _texts(steps), bot), steps

    def _read(self, position: Position, seat: int, text: str) -> list[Action]:
        """Read an action from what the seat may know, so that no error can tell it more."""
        view = position.look(seat)
        try:
            actions = list(position.game.notation.read(position.setup, view.state, text))
        except ActionError as error:
            sentence, code = str(error), next(code for kind, code in _CODES if isinstance(error, kind))
            raise Refusal(code, lambda _language: sentence) from None
        if actions[0] not in view.legal:
            raise _illegal(position, seat, actions[0])
        return actions

    def _parts(self, entropies: Sequence[str | None]) -> tuple[bytes, Sequence[str | None], list[str | None] | None]:
        """Return what the shuffles are made of, given what the seats have revealed."""
        return bytes.fromhex(self.opened.secret), entropies, self.commitments if self.opened.method > 1 else None

    def _settle(self, position: Position, entropies: Sequence[str | None] | None = None) -> list[Step]:
        """Return what chance does; before the game begins, with the entropies it is to begin with."""
        steps: list[Step] = []
        dice = self._dice or shuffle.Dice(*self._parts(entropies or self.entropies))
        if self.position is not None:
            self._dice = dice  # nobody adds entropy any more
        while position.to_act == CHANCE:
            steps.append(_step(position, dice.outcome(position)))
            position = steps[-1].after
        return steps

    def _sit(self, person: Person, command: wire.Sit, invited: bool) -> Sequence[Happens]:
        if command.seat >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=command.seat)
        self._need("open")
        if self.is_known and person.id != self.opened.host:
            raise Refusal("not-yours", "known")
        seat = self.seats[command.seat]
        if seat.kind not in ("open", "invited"):
            raise Refusal("taken", "taken")
        if seat.kind == "invited" and not invited:
            raise Refusal("invitation", "invitation")
        if person.id in self.removed:
            raise Refusal("not-yours", "removed")
        self._need_seen_rules(command.ply)
        self._bound(Sat, command.seat, person)
        self._bound_in_crowds(person)
        name = command.name or person.name
        if not wire.is_clean(name):
            raise Refusal("invalid", "unclean")
        seal = command.commitment if self.commits else None
        is_full = self._free() == [command.seat] and not self.opened.wait and not self._awaited_people()
        begins = self.begins(seals=seal is not None) if is_full else []
        return [Sat(command.seat, name, seal or ""), *begins]

    def _free(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind in ("open", "invited")]

    def begins(self, level: Level | None = None, *, seals: bool = False) -> Sequence[Happens]:
        """Return how the game begins: at once, or by fixing what somebody has committed to, which is revealed then.

        `seals` says that a commitment comes with the command that makes it begin.
        """
        return [Sealed(level, self._fillers(level))] if seals or self.silent() else [self._started(level)]

    def _fillers(self, level: Level | None) -> list[str]:
        """Return who takes the free seats."""
        there = [seat.character for seat in self.seats]
        if level is not None:
            for _ in self._free():
                there.append(cast(level, there))
        return there[len(self.seats) :]

    def _started(
        self, level: Level | None = None, entropies: Sequence[str | None] | None = None
    ) -> tuple[Started, list[Step]]:
        steps = self._settle(self._begin(), entropies)
        return Started(_texts(steps), level, self._fillers(level)), steps

    def _begin(self) -> Position:
        if self.opened.position is not None:
            return Position.from_json(self.opened.position)
        opened = self.opened
        options, cards = wire.encode(opened.options), wire.encode(opened.cards)
        return Position.start(_shared_setup(opened.game, len(opened.seats), opened.ruleset, options, cards))

    def _leave(self, person: Person, command: wire.Leave) -> Sequence[Happens]:
        seat = self._own(person, command.seat)
        if self.state == "over" or seat.left_at is not None:
            raise Refusal("not-now", "not-playing")
        self._bound(Left, command.seat, person)
        left = Left(command.seat)
        is_last = self.position is None and self.sealed and self._awaited() == [command.seat]
        return [left, self._started()] if is_last else [left]

    def _back(self, person: Person, command: wire.Back) -> Sequence[Happens]:
        seat = self._own(person, command.seat)
        self._need("playing")
        if not seat.away and seat.left_at is None:
            raise Refusal("not-now", "not-away")
        if seat.away and self.to_act == command.seat and seat.returned_at > self.moved_at:
            raise Refusal("not-now", "bot-moves-first")  # or coming back again and again would stall the table
        return [Returned(command.seat)]

    def _resign(self, person: Person, command: wire.Resign) -> Sequence[Happens]:
        """Give the game up: for two it is over, for more it goes on as long as other people play.

        Where one seat alone has not been given up it wins; where only bots are left, nobody plays it to its end.
        """
        self._own(person, command.seat)
        self._need("playing")
        others = [seat for number, seat in enumerate(self.seats) if number != command.seat]
        goes_on = len(others) > 1 and any(seat.kind == "human" for seat in others)
        character = cast("medium", [seat.character for seat in self.seats]) if goes_on else ""
        return [Resigned(command.seat, character)]

    def may_close(self, who: str) -> bool:
        """Whether somebody may delete the table: its host, before the game or where nobody else has played.

        A rematch is of all who are brought along, whoever was the first to ask for it.
        """
        if who != self.opened.host:
            return False
        sit = any(seat.kind == "human" and seat.who != who for seat in self.seats)
        if self.state == "open" and not self.sealed:
            return not (sit and self.opened.coming)
        return not sit and all(entry.by in ("", who) for entry in self.entries)

    def _close(self, person: Person, _command: wire.Close) -> Sequence[Happens]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if not self.may_close(person.id):
            raise Refusal("not-now", "others-played" if self.position is not None else "others-brought")
        return [Closed()]

    def _arrange(self, person: Person, command: wire.Arrange) -> Sequence[Happens]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if command.seat >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=command.seat)
        self._need_unsealed()
        if self.seats[command.seat].kind == "human":
            raise Refusal("taken", "taken")
        if self.is_known and command.kind != "bot":
            raise Refusal("not-now", "known")
        self._bound(Arranged, command.seat, person)
        fills = command.kind == "bot" and self._free() == [command.seat] and not self.opened.wait
        begins = self.begins() if fills and self.anybody() and not self._awaited_people() else []
        return [self._arranged(command), *begins]

    def _arranged(self, command: wire.Arrange) -> Arranged:
        if command.kind != "bot":
            return Arranged(command.seat, command.kind, command.level)
        if command.character is not None and command.character not in CHARACTERS:
            raise Refusal("invalid", "no-character")
        there = [seat.character for number, seat in enumerate(self.seats) if number != command.seat]
        seated = character_seat(command.level, command.character, there)
        return Arranged(command.seat, command.kind, seated.level, seated.character)

    def _remove(self, person: Person, command: wire.Remove) -> Sequence[Happens]:
        """A host asks a guest to leave, before the game only: in a game nobody is stopped by another."""
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if command.seat >= len(self.seats):
            raise Refusal("invalid", "no-seat", seat=command.seat)
        self._need_unsealed()
        seat = self.seats[command.seat]
        if seat.kind != "human" or seat.who == person.id:
            raise Refusal("not-now", "no-guest")
        self._bound(Removed, command.seat, person)
        return [Removed(command.seat)]

    def anybody(self) -> bool:
        return any(seat.kind == "human" for seat in self.seats)

    def _start(self, person: Person, command: wire.Start) -> Sequence[Happens]:
        self._need_unsealed()
        if not self.may_start(person.id):
            raise Refusal("not-yours", "not-host")
        if not self.anybody():
            raise Refusal("not-now", "nobody")
        if not command.fill and self._free():
            raise Refusal("not-now", "seats-free")
        awaited = self._awaited_people()
        if not command.fill and awaited:
            raise Refusal("not-now", "somebody-awaited")
        left = [Freed(seat) for seat in awaited]
        without = self._after_events(left)
        if not without.anybody():
            raise Refusal("not-now", "nobody")
        return [*left, *without.begins(command.level if command.fill else None)]

    # --- whom and what the start waits for

    def is_ready(self) -> bool:
        """Whether all seats are taken and everybody who is waited for has said, and committed to, what they must."""
        return not self._free() and not self._awaited_people() and not self._uncommitted()

    def _awaited_people(self) -> list[int]:
        """Return the seats of those who have not said yet that they play."""
        return [number for number, seat in enumerate(self.seats) if seat.awaited]

    def _after_events(self, events: Iterable[AnyEvent]) -> Table:
        """Return the table as it would be after events without steps."""
        table = self
        for event in events:
            table, _ = table.after(Entry(table.ply + 1, 0, event))
        return table

    def _change_rules(self, person: Person, command: wire.ChangeRules) -> Sequence[Happens]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        self._need_unsealed()
        if self.opened.position is not None:
            raise Refusal("not-now", "known")
        opened = self.opened
        seats = len(self.seats) if command.seats is None else command.seats
        clock = opened.clock if command.clock is None else command.clock
        if any(seat.kind == "human" for seat in self.seats[seats:]):
            raise Refusal("taken", "taken")
        self._bound(RulesChanged, -1, person)
        ruleset = command.ruleset or opened.ruleset
        try:
            options = self._options_for(ruleset, seats) | command.options
            setup = self.opened_game.setup_with(options, seats, ruleset, opened.cards)
        except (InvalidSetup, InvalidCards) as error:
            sentence = str(error)
            raise Refusal("invalid", lambda _language: sentence) from None
        now = self._begin().setup
        if (setup.fingerprint, setup.ruleset, seats, clock) == (now.fingerprint, now.ruleset, now.seats, opened.clock):
            raise Refusal("not-now", "rules-already")
        return [RulesChanged(setup.ruleset, dict(setup.options), clock, seats)]

    def _options_for(self, ruleset: str, seats: int) -> dict[str, Any]:
        """Return what of the options stays with a ruleset and so many seats; nothing with another ruleset."""
        if ruleset != self.opened.ruleset:
            return {}
        fitting = {option.name for option in self.opened_game.options(ruleset) if seats in option.seats}
        return {name: value for name, value in self.opened.options.items() if name in fitting}

    def _need_seen_rules(self, ply: int) -> None:
        """Let nobody play by rules that they have not seen."""
        if ply > self.ply:
            raise Refusal("invalid", "future")
        if ply < self._ruled_at:
            raise Refusal("stale", "rules-changed-since")

    def _agree(self, person: Person, command: wire.Agree) -> Sequence[Happens]:
        seat = self._own(person, command.seat)
        self._need_unsealed()
        self._need_seen_rules(command.ply)
        if not seat.awaited:
            raise Refusal("not-now", "agreed-already")
        self._bound(Agreed, command.seat, person)
        seal = command.commitment if self.commits and self.commitments[command.seat] is None else None
        agreed = Agreed(command.seat, seat.awaited, seal or "")
        after = self._after_events([agreed])
        return [agreed, *(after.begins() if after.is_ready() and not self.opened.wait else [])]

    # --- what the seats add to the shuffles

    def _need_unsealed(self) -> None:
        self._need("open")
        if self.sealed:
            raise Refusal("not-now", "sealed")

    def _entropy(self, person: Person, command: wire.AddEntropy) -> Sequence[Happens]:
        self._own(person, command.seat)
        self._need_unsealed()
        self._need_unbound(command.seat)
        self._bound(EntropyAdded, command.seat, person)
        return [EntropyAdded(command.seat, command.value)]

    def _commit(self, person: Person, command: wire.Commit) -> Sequence[Happens]:
        self._own(person, command.seat)
        self._need_unsealed()
        if not self.commits:
            raise Refusal("not-now", "no-commitments")
        self._need_unbound(command.seat)
        waits = self._waits_since is not None and not self._awaited_people() and not self._free()
        is_last = waits and self._uncommitted() == [command.seat]
        begins = self.begins(seals=True) if is_last else []
        return [Committed(command.seat, command.value), *begins]

    def _need_unbound(self, seat: int) -> None:
        """What a page has promised stands: another page of the same person must not make it look broken."""
        if self.commitments[seat] is not None and self.entropies[seat] is None:
            raise Refusal("not-now", "committed")

    def _uncommitted(self) -> list[int]:
        """Return the seats whose commitment the start of a rematch waits for."""
        seats = self.opened.awaits
        there = [seat for seat in seats if seat < len(self.seats) and self.seats[seat].kind == "human"]
        return [seat for seat in there if self.commitments[seat] is None]

    def _reveal(self, person: Person, command: wire.Reveal) -> Sequence[Happens]:
        self._own(person, command.seat)
        self._need("open")
        if not self.sealed or command.seat not in self.silent():
            raise Refusal("not-now", "nothing-to-reveal" if self.sealed else "not-sealed")
        if shuffle.sealed(command.value) != self.commitments[command.seat]:
            raise Refusal("invalid", "reveals-other")
        revealed = Revealed(command.seat, command.value)
        if self._awaited() not in ([], [command.seat]):
            return [revealed]
        entropies = self.entropies[:]
        entropies[command.seat] = command.value
        return [revealed, self._started(entropies=entropies)]

    def _awaited(self) -> list[int]:
        """Return the seats that are to reveal something and have not left."""
        return [seat for seat in self.silent() if self.seats[seat].left_at is None]

    def _say(self, person: Person, command: wire.Say | wire.React) -> Sequence[Happens]:
        self._own(person, command.seat)
        if not self.chatting:
            raise Refusal("off", "chat-off")
        self._bound(Said, command.seat, person)
        text = command.text if isinstance(command, wire.Say) else command.reaction
        if not wire.is_clean(text):
            raise Refusal("invalid", "unclean")
        return [Said(command.seat, text)]

    def _turn_chat(self, person: Person, command: wire.TurnChat) -> Sequence[Happens]:
        if person.id != self.opened.host:
            raise Refusal("not-yours", "not-host")
        if command.on == self.chatting:
            raise Refusal("not-now", "chat-already")
        self._bound(ChatTurned, -1, person)
        return [ChatTurned(command.on)]

    def _rematch(self, person: Person, command: wire.Rematch, fresh: Fresh, now: int) -> tuple[Rematched, list[Entry]]:
        self._own(person, command.seat)
        self._need("over")
        if self.rematch is not None and not fresh.is_gone:
            raise Refusal("not-now", "rematch-exists")
        seats = [
            SeatState("open")
            if seat.who in fresh.apart
            else SeatState(seat.kind, seat.who, seat.name, seat.level, character=seat.character)
            for seat in self.seats
        ]
        coming = [number for number, seat in enumerate(seats) if seat.kind == "human" and seat.who != person.id]
        wait = self.opened.wait and not coming  # it begins when all have come
        changes: dict[str, Any] = {
            "table": fresh.table,
            "coming": coming,
            "wait": wait,
            "host": person.id,
            "seats": seats,
            "secret": fresh.secret.hex(),
            "chat": self.chatting,
            "method": shuffle.METHODS[-1],
            "awaits": [] if wait else self._pages(),
        }
        opened = Opened(**{name: getattr(self.opened, name) for name in Opened.__struct_fields__} | changes)
        return Rematched(command.seat, fresh.table), Table.open(opened, now)

    def _pages(self) -> list[int]:
        """Return the seats of those who are here with a page that commits.

        Nobody is kept waiting for somebody who has left, nor for programs that do not commit.
        """
        seats = enumerate(zip(self.seats, self.commitments, strict=True))
        return [number for number, (seat, seal) in seats if seal and not seat.away and seat.left_at is None]

    # --- undo

    def undo_state(self, seat: int) -> tuple[Literal["free", "ask", "no"], str, int]:
        """Return whether a seat's last command can be taken back, why not, and to which ply of the game.

        Free until something was revealed, random, or another person moved; then the others are asked, once for each
        move. Where there are only bots to ask, nothing goes back past a reveal. A turn that has gone to another person
        is taken back from them once: or moving and taking back again and again would keep them from moving.
        """
        if self.state != "playing":
            return "no", "not-playing", 0
        last = self.latest.get(seat)
        if last is None:
            return "no", "undo-nothing", 0
        if self._counts.get((Undone.__name__, seat, ""), 0) >= MOST_UNDOS:
            return "no", "undo-often", 0
        who = self.seats[seat].who
        if not self._revealed_since(last.start):
            since = itertools.takewhile(lambda move: move is not last, reversed(self.moves))
            is_alone = all(move.bot or self.seats[move.seat].who == who for move in since)
            if is_alone and not (self._awaits_another(who) and (seat, last.start) in self._taken_back):
                return "free", "", last.start
        if self._asked.get(seat) is last:
            return "no", "undo-asked-once", last.start
        for each in self.seats:
            if each.kind == "human" and each.who != who and not each.away:
                return "ask", "", last.start
        return "no", "undo-revealed", last.start

    def _awaits_another(self, who: str) -> bool:
        seat = None if self.to_act is None else self.seats[self.to_act]
        return seat is not None and seat.kind == "human" and seat.who != who

    def _revealed_since(self, start: int) -> bool:
        """Whether chance acted or anybody learned anything but another's choice since a ply of the game."""
        assert self.position is not None
        if self.position.ply - start > len(self._since_chance):
            return True  # chance has acted since
        return any(each.reveals() for each in self._since_chance if each.ply >= start)

    def _note_steps(self, steps: Sequence[Step]) -> None:
        """Let the game have gone on by some steps."""
        for step in steps:
            played = PlayedAction(step.before.ply, step)
            self._since_chance = [] if step.before.to_act == CHANCE else [*self._since_chance, played]
            self.position = step.after
            self._marks = marks.with_mark(self._marks, Mark(step.after, self._since_chance))

    def _go_back(self, ply: int) -> None:
        """Let the game be at an earlier ply again, from the last mark before it: a long game takes no longer."""
        assert self.position is not None
        actions, self._marks = self.position.actions, marks.at_or_before(self._marks, ply)
        self.position, self._since_chance = self._marks[-1] if self._marks else (self._begin(), [])
        for action in actions[self.position.ply : ply]:
            self._note_steps([_step(self.position, action)])

    def _undo(self, person: Person, command: wire.Undo, now: int) -> Sequence[Happens]:
        self._own(person, command.seat)
        self._fresh(command.ply)
        self._need("playing")
        if self.offer is not None:
            raise Refusal("not-now", "undo-pending")
        can, why, to = self.undo_state(command.seat)
        if can == "no":
            raise Refusal("not-now", why)
        if can == "free" and self._keeps_waiting(command.seat, to, now):
            raise Refusal("not-now", "undo-late")
        return [Undone(command.seat, to) if can == "free" else Asked(command.seat, to)]

    def _keeps_waiting(self, seat: int, to: int, now: int) -> bool:
        """Whether a seat has taken back to a ply before and no time is left there, while others wait."""
        first = self._taken_back.get((seat, to))
        late = first is not None and now >= first + 1_000 * (self.opened.clock or self.opened.idle)
        return late and bool(self._waiting_for(seat, ALWAYS))

    def _answer(self, person: Person, command: wire.Answer) -> Sequence[Happens]:
        self._own(person, command.seat)
        self._fresh(command.ply)
        offer = self.offer
        if offer is None:
            raise Refusal("not-now", "no-undo-offer")
        if command.ply < offer.ply:
            raise Refusal("stale", "stale")
        mine = [seat for seat in offer.waiting if self.seats[seat].who == person.id]
        withdraws = self.seats[offer.seat].who == person.id and not command.agree
        if not mine and not withdraws:
            raise Refusal("not-now", "not-asked")
        events: list[Happens] = [Answered(command.seat, command.agree)]
        if command.agree and offer.waiting == mine:
            events.append(Undone(offer.seat, offer.to))
        return events

    _DECIDERS: ClassVar[dict[type, Callable[[Any, Person, Any], Sequence[Happens]]]] = {
        wire.Act: _act,
        wire.Leave: _leave,
        wire.Back: _back,
        wire.Arrange: _arrange,
        wire.ChangeRules: _change_rules,
        wire.Agree: _agree,
        wire.Resign: _resign,
        wire.Close: _close,
        wire.Remove: _remove,
        wire.Start: _start,
        wire.AddEntropy: _entropy,
        wire.Commit: _commit,
        wire.Reveal: _reveal,
        wire.Answer: _answer,
        wire.Say: _say,
        wire.React: _say,
        wire.TurnChat: _turn_chat,
    }

    # --- applying

    def after(self, entry: Entry, steps: Sequence[Step] | None = None) -> tuple[Table, Sequence[Step]]:
        """Return the table after an entry, leaving this one as it is: what is not yet stored must not be seen.

        Steps are given and returned as by `apply`.
        """
        made = self.copied()
        made.keys = self.keys.copy()
        return made, made.apply(entry, steps)

    def copied(self) -> Table:
        """Return the table as it is now, which may go on by itself, without what was answered to whom."""
        made = copy.copy(self)
        made.entries, made.moves, made.keys = self.entries[:], self.moves[:], {}
        made.seats = [copy.copy(seat) for seat in self.seats]
        made.entropies, made.commitments, made.latest = self.entropies[:], self.commitments[:], self.latest.copy()
        made.offer = copy.copy(self.offer)
        return made

    def apply(self, entry: Entry, steps: Sequence[Step] | None = None) -> Sequence[Step]:
        """Let an entry have happened, and return the steps it made. Entries come in order and without gaps.

        One that was decided here brings its steps with it; those of one that comes from the log are made anew.
        """
        if entry.ply != self.ply + 1:
            raise ValueError(f"entry {entry.ply} cannot follow ply {self.ply}")
        event = entry.event
        match event:
            case Acted() | Started():
                steps = self._apply_moves(event, steps)
            case Opened():
                self._apply_opened(event, entry.at)
            case Undone():
                steps = self._apply_undone(event, entry.at)
            case Asked() | Answered():
                self._apply_offer(event, entry.ply)
            case Said() | ChatTurned() | Rematched() | Edited() | Abandoned() | Closed():
                self._apply_aside(event, entry)
            case EntropyAdded() | Committed() | Revealed() | Sealed():
                self._apply_shuffle(event, entry.at)
            case _:
                self._apply_seat(event, entry)
        if isinstance(event, (Started, Acted, Undone)):
            self.changed = entry.ply
        if isinstance(event, (Started, Acted)):
            self.moved_at = entry.at
        if type(event) in _COUNTED:
            self._count(event, entry.by)
        self.entries.append(entry)
        if entry.key:
            self.keys[entry.by, entry.key] = entry.ply
        return steps or ()

    def _count(self, event: AnyEvent, by: str) -> None:
        is_undo = isinstance(event, Undone)  # whoever agreed to it last, it is the undo of the seat that asked
        key = type(event).__name__, getattr(event, "seat", -1), "" if is_undo else by
        self._counts = {**self._counts, key: self._counts.get(key, 0) + 1}  # `after` leaves the table as it is
        self._asides += not is_undo

    def _apply_opened(self, event: Opened, at: int) -> None:
        self.opened = event
        self.chatting = event.chat
        self.seats = [
            SeatState(seat.kind, seat.who, seat.name, seat.level, character=seat.character) for seat in event.seats
        ]
        for seat in event.coming:
            self.seats[seat].awaited = "come"
        self.entropies: list[str | None] = [None] * len(event.seats)
        self.commitments = [(seat.commitment or None) if self.commits else None for seat in event.seats]
        self._waits_since = at if event.awaits else None

    def _apply_around(self, event: AnyEvent, entry: Entry) -> None:
        match event:
            case RulesChanged():
                self._apply_rules(event, entry)
            case Agreed():
                self.seats[event.seat].awaited = ""
                if event.commitment:
                    self.entropies[event.seat], self.commitments[event.seat] = None, event.commitment
                self._waits_since = None if self._waits_since is None else entry.at
            case Freed():
                self._free_seat(event.seat)
            case Resigned():
                self._apply_resigned(event)
            case _:
                raise AssertionError(f"{event} is not about a seat")

    def _apply_rules(self, event: RulesChanged, entry: Entry) -> None:
        """Change the table as it was opened. Whoever else sits there has not agreed to it yet."""
        kept, added = self.seats[: event.seats], event.seats - len(self.seats)
        self.seats = [*kept, *(SeatState("open") for _ in range(added))]
        self.entropies = [*self.entropies[: event.seats], *[None] * added]
        self.commitments = [*self.commitments[: event.seats], *[None] * added]
        seats = [*self.opened.seats[: event.seats], *(SeatState("open") for _ in range(added))]
        self.opened = msgspec.structs.replace(
            self.opened, ruleset=event.ruleset, options=event.options, clock=event.clock, seats=seats
        )
        for seat in self.seats:
            if seat.kind == "human" and seat.who != entry.by:
                seat.awaited = seat.awaited or "rules"
        self._ruled_at = entry.ply

    def _apply_resigned(self, event: Resigned) -> None:
        self.resigned = {**self.resigned, event.seat: self.seats[event.seat].name}
        self.offer = None
        if event.character:
            self.seats[event.seat] = SeatState("bot", level="medium", character=event.character)
            self.latest = {seat: move for seat, move in self.latest.items() if seat != event.seat}
        else:
            self.given_up = event.seat

    def _apply_moves(self, event: Started | Acted, steps: Sequence[Step] | None) -> Sequence[Step]:
        if isinstance(event, Started):
            self._fill(event)
        self.position = position = self._begin() if self.position is None else self.position
        if steps is None:
            steps = list(_steps_of(event.moves, position))
        self._note_steps(steps)
        self.offer = None
        if isinstance(event, Acted):
            move = Move(position.ply, event.seat, event.bot)
            self.moves.append(move)
            if not event.bot:
                self.latest[event.seat] = move
        return steps

    def _fill(self, event: Started | Sealed) -> None:
        if event.level is not None:
            for seat, character in zip(self._free(), [*event.characters, *[""] * len(self.seats)], strict=False):
                self.seats[seat] = SeatState("bot", level=event.level, character=character)

    def _apply_undone(self, event: Undone, at: int) -> Sequence[Step]:
        """Go back. There is time for another move once for each ply, or acting and taking back would be endless time;
        and each time that the others agree.
        """
        assert self.position is not None
        before, is_agreed, place = self.position, self.offer is not None, (event.seat, event.to)
        self._taken_back = {place: at, **self._taken_back}
        self.moved_at = at if is_agreed else self._taken_back[place]
        self._go_back(event.to)
        self.moves = [move for move in self.moves if move.start < event.to]
        self.latest = {move.seat: move for move in self.moves if not move.bot}
        self.offer = None
        return [Step(before, None, self.position)]

    def _apply_aside(self, event: Said | ChatTurned | Rematched | Edited | Abandoned | Closed, entry: Entry) -> None:
        match event:
            case Said():
                line = wire.ChatLine(entry.ply, entry.at, event.seat, self.names("en")[event.seat], event.text)
                self.chat = [*self.chat[-wire.CHAT_SENT + 1 :], line]
            case ChatTurned():
                self.chatting = event.on
            case Rematched():
                self.rematch = event.table
            case Abandoned():
                self.abandoned, self.offer = True, None
            case Closed():
                self.closed = True

    def _apply_offer(self, event: Asked | Answered, ply: int) -> None:
        who = self.seats[event.seat].who
        if isinstance(event, Asked):
            self.offer = Offer(event.seat, event.to, self.others(who), ply)
            if event.seat in self.latest:
                self._asked = {**self._asked, event.seat: self.latest[event.seat]}
            return
        assert self.offer is not None
        self.offer.waiting = [seat for seat in self.offer.waiting if self.seats[seat].who != who]
        if not event.agree:
            self.offer = None

    def _apply_shuffle(self, event: EntropyAdded | Committed | Revealed | Sealed, at: int) -> None:
        match event:
            case Sealed():
                self._fill(event)
                self.sealed, self._waits_since = True, at
            case Committed():
                self.entropies[event.seat], self.commitments[event.seat] = None, event.value
            case Revealed():
                self.entropies[event.seat] = event.value
            case EntropyAdded():
                self.entropies[event.seat] = event.value
                self.commitments[event.seat] = shuffle.sealed(event.value) if self.commits else None

    def _apply_seat(self, event: AnyEvent, entry: Entry) -> None:
        match event:
            case Sat():
                freed: Literal["open", "invited"] = "invited" if self.seats[event.seat].kind == "invited" else "open"
                self.seats[event.seat] = SeatState("human", entry.by, event.name, freed=freed)
                self.commitments[event.seat] = event.commitment or None
            case Left() if self.position is None and not self.sealed:
                self._free_seat(event.seat)
            case Removed():
                self.removed = self.removed | {self.seats[event.seat].who}
                self._free_seat(event.seat)
            case Left():
                self.seats[event.seat].left_at = entry.at
            case Arranged():
                self.seats[event.seat] = SeatState(event.kind, level=event.level, character=event.character)
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
                self._apply_around(event, entry)

    def _free_seat(self, number: int) -> None:
        seat = self.seats[number]
        self.seats[number] = SeatState(seat.freed, was=seat.name)
        self.entropies[number] = self.commitments[number] = None


_TALK = (wire.AddEntropy, wire.Say, wire.React, wire.TurnChat)
"""What people do beside the game, and could do without."""
_MOST: dict[type, tuple[int, str]] = {
    Sat: (MOST_SAT, "sat-often"),
    Left: (MOST_LEFT, "left-often"),
    Arranged: (MOST_ARRANGED, "arranged-often"),
    Removed: (MOST_REMOVED, "arranged-often"),
    RulesChanged: (MOST_RULES, "rules-often"),
    Agreed: (MOST_RULES, "rules-often"),
    EntropyAdded: (MOST_ENTROPY, "entropy-often"),
    Said: (MOST_CHAT, "chat-often"),
    ChatTurned: (MOST_TURNED, "chat-often"),
}
_COUNTED = frozenset((*_MOST, Undone, Committed))


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
    known = position.game.notation.revealed(position.setup, position.state)
    if known is not None:
        return (position.game.notation.revealed(after.setup, after.state) or 0) > known
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
    return find_game(game).setup_with(wire.decode_any(options), seats, ruleset, wire.decode_any(cards))


def _step(position: Position, action: Action) -> Step:
    after = position.copy()
    after.push(action)
    return Step(position, action, after)


def _steps_of(texts: Iterable[str], position: Position) -> Iterator[Step]:
    """Read the actions of an entry of the log, one after the other."""
    for text in texts:
        [action] = position.game.notation.read(position.setup, position.state, text)
        step = _step(position, action)
        position = step.after
        yield step


def _texts(steps: list[Step]) -> list[str]:
    return [before.text(action) for before, action, _ in steps if action is not None]


def _illegal(position: Position, seat: int, action: Action) -> Refusal:
    """Say why an action is not legal, from what the seat may know."""
    view = position.view(seat)

    def say(language: str) -> str:
        if not 0 <= action < position.game.action_count or view.to_act != seat:
            return words_for(language)("not-now-action")
        return position.game.words.why_not(position.setup, view.state, action, language)

    return Refusal("illegal", say)


_CODES: tuple[tuple[type[ActionError], wire.RefusalCode], ...] = (
    (InvalidAction, "invalid"),
    (AmbiguousAction, "ambiguous"),
    (ActionError, "illegal"),
)


def _json(value: Any) -> str:
    return wire.encode(value).decode()
