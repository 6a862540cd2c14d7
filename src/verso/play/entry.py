"""What a table's log is made of. A table is the fold of its entries: whatever is not in them is not so.

The log is the server's own and holds the secret of the shuffles; what people see of it passes through `show`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from verso.play.wire import Level


class SeatState(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Who has a seat. `who` is an identity; `away` says that a bot plays for it until it is back."""

    kind: Literal["open", "invited", "human", "bot"]
    who: str = ""
    name: str = ""
    level: Level = "medium"
    away: bool = False
    left_at: int | None = None
    returned_at: int = 0
    """When it came back, the first time since somebody moved."""
    freed: Literal["open", "invited"] = "open"
    """What the seat becomes when its person leaves before the game."""
    commitment: str = ""
    """Only where a table is opened: what its person committed to for the shuffles."""
    was: str = ""
    """The name of whoever left it before the game, as long as it is free."""
    awaited: Literal["", "come", "rules"] = ""
    """Before the game: what its person has still to say, that they come to a rematch, or agree to other rules."""
    character: str = ""
    """Who the bot is; tables from before there were characters have bots without."""


class Event(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of what can happen at a table; the tag is also the `kind` of a line of the log.

    Logs are most of a server's memory. Nothing in an entry leads back to it, so nobody need look through them for
    cycles.
    """


class Opened(Event, tag="created"):
    """A table was created, and the server bound itself to a secret."""

    table: str
    host: str
    game: str
    ruleset: str
    options: dict[str, Any]
    seats: list[SeatState]
    secret: str
    cards: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    shared: bool = False
    """Whether others may sit down though the position is known: only where the server is set to development."""
    listed: bool = False
    clock: int = 0
    chat: bool = True
    hints: bool = True
    wait: bool = False
    grace: int = 30
    idle: int = 600
    method: int = 1
    """How the shuffles are made; see docs/shuffles.md."""
    patience: int = 10
    """Seconds that the start waits for what pages commit to and reveal."""
    awaits: list[int] = []
    """In a rematch, the seats whose pages committed in the game before: their new commitments are waited for."""
    coming: list[int] = []
    """In a rematch, the seats whose people are waited for until they say that they play."""


class Sat(Event, tag="sat"):
    seat: int
    name: str
    commitment: str = ""


class Left(Event, tag="left"):
    seat: int


class Removed(Event, tag="removed"):
    """Before the game, its host asked a guest to leave."""

    seat: int


class Arranged(Event, tag="arranged"):
    seat: int
    kind: Literal["open", "invited", "bot"]
    level: Level
    character: str = ""


class RulesChanged(Event, tag="rules"):
    """Before the game, its host changed rules, clock or the number of seats: whoever sits there agrees anew."""

    ruleset: str
    options: dict[str, Any]
    clock: int
    seats: int


class Agreed(Event, tag="agreed"):
    """Somebody plays who was waited for."""

    seat: int
    to: Literal["come", "rules"]
    commitment: str = ""


class Freed(Event, tag="freed"):
    """The game begins without somebody who was waited for: their seat is free."""

    seat: int


class Resigned(Event, tag="resigned"):
    """Somebody gave the game up. With a character the game goes on, and the seat is theirs; without, it is over."""

    seat: int
    character: str = ""


class EntropyAdded(Event, tag="entropy"):
    seat: int
    value: str


class Committed(Event, tag="committed"):
    """A seat is bound to an entropy that nobody else knows yet."""

    seat: int
    value: str


class Sealed(Event, tag="sealed"):
    """Nobody sits, leaves or commits any more; bots of one level fill free seats. Now entropies are revealed."""

    level: Level | None = None
    characters: list[str] = []
    """Who those bots are, by the order of their seats."""


class Revealed(Event, tag="revealed"):
    seat: int
    value: str


class Started(Event, tag="started"):
    """The game begins; bots of one level fill free seats. `moves` are what chance brought first."""

    moves: list[str]
    level: Level | None = None
    characters: list[str] = []


class Acted(Event, tag="acted"):
    """A seat's action or actions, and what chance brought of them, as neutral texts."""

    seat: int
    moves: list[str]
    bot: bool = False


class Asked(Event, tag="asked"):
    """A seat asks the others to take back everything after game ply `to`."""

    seat: int
    to: int


class Answered(Event, tag="answered"):
    seat: int
    agree: bool


class Undone(Event, tag="undone"):
    seat: int
    to: int


class TakenOver(Event, tag="taken-over"):
    seat: int
    reason: Literal["time", "left", "absent"]


class Returned(Event, tag="returned"):
    seat: int


class Said(Event, tag="said"):
    seat: int
    text: str


class ChatTurned(Event, tag="chat-turned"):
    """The host turned chat on or off."""

    on: bool


class Edited(Event, tag="edited"):
    """Earlier entries have been changed, so that somebody is forgotten: whoever has read the log reads it anew."""


class Rematched(Event, tag="rematched"):
    seat: int
    table: str


class Abandoned(Event, tag="abandoned"):
    """Nobody has played on for long: the game is over without a result, and the secret is shown."""


class Closed(Event, tag="closed"):
    """The table was deleted: this is all that is left of its log."""


AnyEvent = (
    Opened
    | Sat
    | Left
    | Removed
    | Arranged
    | RulesChanged
    | Agreed
    | Freed
    | Resigned
    | EntropyAdded
    | Committed
    | Sealed
    | Revealed
    | Started
    | Acted
    | Asked
    | Answered
    | Undone
    | TakenOver
    | Returned
    | Said
    | Rematched
    | ChatTurned
    | Edited
    | Abandoned
    | Closed
)


class Entry(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One line of the log. The key stands in the last entry that a command led to."""

    ply: int
    at: int
    event: AnyEvent
    by: str = ""
    key: str = ""


encode_entry = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(Entry).decode
