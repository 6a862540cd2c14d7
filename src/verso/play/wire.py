"""Every message between a client and a table, and every document of the HTTP interface: one declaration for all.

Decoding is strict: unknown fields, wrong types, numbers and texts out of bounds are refused with a sentence. The
JSON Schema, the OpenAPI and AsyncAPI documents and the web page's types are made from these classes. What they mean
is told with examples in docs/protocol.md.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from verso.core.record import is_line

MOST_BYTES = 16_384
"""No message from a client is longer."""
LINES_SENT = 100
"""A frame tells at most this many lines of the log; the record has them all."""
STEPS_SENT = 64
"""A frame animates at most this many actions; a client that missed more jumps to the view."""
CHAT_SENT = 50
LEGAL_SENT = 1_000
SUGGESTIONS_SENT = 8
REACTIONS = ("👍", "👏", "😂", "😮", "😢", "🔥", "🤔", "🙏")
LEVELS = ("easy", "medium", "hard", "expert")

SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Ply: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Key: TypeAlias = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="chosen by the client, once per command")
]
TableId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
Code: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$", description="good for one use")]
Token: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$", description="opens an identity; keep it secret")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
ActionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
Language: TypeAlias = Literal["en", "pt-BR"]
Level: TypeAlias = Literal["easy", "medium", "hard", "expert"]
GameName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$")]
Entropy: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){1,32}$", description="hexadecimal, up to 32 bytes")]


class Message(Struct, forbid_unknown_fields=True, gc=False):
    """Base of everything that is sent. A tagged message has its name in the field `type`.

    Messages are trees, so there are no cycles to be looked for among them.
    """


# --- from the client, over the socket


class Hello(Message, tag="hello"):
    """Must come first: who looks, in which language, from which seat's eyes, and what it has seen already."""

    language: Language = "en"
    token: Token | None = None
    seat: SeatNumber | None = None
    since: Ply = 0


class Look(Message, tag="look"):
    """See the table from another of one's own seats (hot-seat), or as a spectator; also changes the language."""

    seat: SeatNumber | None
    language: Language | None = None


class Act(Message, tag="act"):
    """Carry out an action, given as neutral text."""

    key: Key
    ply: Ply
    seat: SeatNumber
    action: ActionText


class Sit(Message, tag="sit"):
    """Take a seat: an open one, or an invited one with its code."""

    key: Key
    seat: SeatNumber
    name: Name | None = None
    invitation: Code | None = None


class Leave(Message, tag="leave"):
    """Give a seat up before the game; during it a bot plays on after a while until one is back."""

    key: Key
    seat: SeatNumber


class Back(Message, tag="back"):
    """Take the seat back from the bot that plays for it."""

    key: Key
    seat: SeatNumber


class Arrange(Message, tag="arrange"):
    """Before the game, its host makes a free or bot seat open, invited or a bot's."""

    key: Key
    seat: SeatNumber
    kind: Literal["open", "invited", "bot"]
    level: Level = "medium"


class Start(Message, tag="start"):
    """Begin; with `fill`, bots of this level take the seats that are still free."""

    key: Key
    fill: bool = False
    level: Level = "medium"


class AddEntropy(Message, tag="entropy"):
    """Add one's own randomness to the shuffles, before the game begins."""

    key: Key
    seat: SeatNumber
    value: Entropy


class Undo(Message, tag="undo"):
    """Take back the seat's last action: at once where that is free, otherwise the others are asked."""

    key: Key
    ply: Ply
    seat: SeatNumber


class Answer(Message, tag="answer"):
    """Agree or not to the undo that is asked for. Whoever asked for it withdraws it by not agreeing."""

    key: Key
    ply: Ply
    seat: SeatNumber
    agree: bool


class Say(Message, tag="say"):
    """A short message to everybody at the table."""

    key: Key
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class TurnChat(Message, tag="chat"):
    """The host turns chat on or off, at any time."""

    key: Key
    on: bool


class React(Message, tag="react"):
    key: Key
    seat: SeatNumber
    reaction: Literal["👍", "👏", "😂", "😮", "😢", "🔥", "🤔", "🙏"]


class Rematch(Message, tag="rematch"):
    """After the game: the same table once more. All are led to it by the frame."""

    key: Key
    seat: SeatNumber


class Hint(Message, tag="hint"):
    """Ask what an expert would do. Answered with `advice`; changes nothing."""

    key: Key
    seat: SeatNumber


class Why(Message, tag="why"):
    """Ask why an action is not legal now. Answered with `because`; changes nothing."""

    key: Key
    seat: SeatNumber
    action: ActionText


class Suggest(Message, tag="suggest"):
    """Ask for whole moves that the seat could make: in Phase 10 Flip ways to lay the phase, and what would complete it.

    Answered with `suggestions`; changes nothing. Unlike a hint it is only what the rules say, so it is never off.
    """

    key: Key
    seat: SeatNumber


Command: TypeAlias = (
    Act | Sit | Leave | Back | Arrange | Start | AddEntropy | Undo | Answer | Say | React | TurnChat | Rematch
)
"""What changes a table. The first answer to a key is the answer to every repetition of it."""
Question: TypeAlias = Hint | Why | Suggest
FromClient: TypeAlias = Hello | Look | Command | Question


# --- to the client, over the socket


class SeatInfo(Message):
    """Who sits where. `bot` is set when a bot plays the seat now, its own or one it has taken over."""

    seat: int
    kind: Literal["open", "invited", "human", "bot"]
    name: str | None = None
    level: Level | None = None
    bot: bool = False
    online: bool = False
    you: bool = False
    left: bool = False


class LegalAction(Message):
    """One thing to do now: `text` to send, `verb` and `arguments` to lay out, `words` to read."""

    text: str
    verb: str
    arguments: list[str]
    words: str


class Change(Message):
    """One value of the view that an action changed; the value is missing where the key has gone."""

    path: list[str | int]
    value: Any = msgspec.UNSET


class Step(Message):
    """One action as this audience may know it. Applying `changes` to the view before gives the view after.

    `actor` is a seat, or -1 for chance. `text` is null where the action itself may not be known.
    """

    actor: int
    text: str | None
    words: list[str]
    changes: list[Change]


class Line(Message):
    """One entry of the log in words; `steps` only for a client that says since when it has been looking."""

    ply: int
    at: int
    kind: str
    seat: int | None
    words: list[str]
    steps: list[Step] = []


class ChatLine(Message):
    ply: int
    at: int
    seat: int
    name: str
    text: str


class UndoOffer(Message):
    seat: int
    waiting: list[int]


class UndoState(Message):
    """Whether the seat that looks could take back its last action: freely, by asking, or not (and why not)."""

    can: Literal["free", "ask", "no"]
    why: str | None = None
    offer: UndoOffer | None = None


class Clock(Message):
    """All times are milliseconds since 1970 by the server's clock; `now` lets a client correct its own."""

    seconds: int
    deadline: int | None
    now: int


class Result(Message):
    winners: list[int]
    reason: str
    scores: list[int]
    truncated: bool
    details: dict[str, int]
    words: str


class Shuffle(Message):
    """The commitment published before the game; the secret only when it is over. See docs/shuffles.md."""

    commitment: str
    entropies: list[str | None]
    secret: str | None = None


class Frame(Message, tag="frame", kw_only=True):
    """A table as one audience may see it at one ply: everything a client shows is derived from the newest frame.

    First comes what no move changes, then what a move changes for everybody, then what is about whoever looks.
    """

    table: str
    state: Literal["open", "playing", "over"]
    game: str
    ruleset: str
    options: dict[str, Any]
    language: Language
    listed: bool
    hints: bool
    result: Result | None
    shuffle: Shuffle
    rematch: str | None = None
    """The table of the rematch."""
    clock: Clock
    ply: int
    since: int
    to_act: int | None
    """The seat to act; null while the table is open or the game is over."""
    log: list[Line]
    chat: list[ChatLine] | None
    """Null where chat is turned off."""
    takes: list[list[int]] = []
    """The numbers that each group can still take, for the groups of the view and in their order."""
    view: dict[str, Any] | None
    host: bool
    starts: bool
    """Whether they may begin the game: the host, or anybody seated when the host has stood up."""
    seats: list[SeatInfo]
    seat: int | None
    """The seat whose eyes this frame is seen from; null for a spectator."""
    legal: list[LegalAction]
    undo: UndoState


class Done(Message, tag="done"):
    """The command has been carried out and is stored for good. `again` marks the repeated answer to a repeated key."""

    key: str
    ply: int
    again: bool = False


class Refused(Message, tag="refused"):
    """The command has changed nothing; `code` for programs, `words` for people, and the table's current ply."""

    key: str
    code: Literal[
        "stale",
        "invalid",
        "illegal",
        "ambiguous",
        "not-yours",
        "not-now",
        "taken",
        "invitation",
        "limit",
        "off",
        "busy",
    ]
    words: str
    ply: int


class Advice(Message, tag="advice"):
    key: str
    ply: int
    action: str
    words: str
    reason: str


class Because(Message, tag="because"):
    key: str
    words: str


class Suggestion(Message):
    """A whole move: `text` to send with `act`, `words` to read."""

    text: str
    words: str


class Suggestions(Message, tag="suggestions"):
    """The best first. `complete` says that the seat holds all it needs; otherwise any one face of `wanted` would do."""

    key: str
    ply: int
    moves: list[Suggestion]
    complete: bool
    wanted: list[str]
    """Faces as they stand in the view: `r7`, `y*`, `12`."""


class Problem(Message, tag="problem"):
    """Something is wrong with the message or the connection itself; after a `fatal` one the server hangs up."""

    code: Literal["unreadable", "hello", "unknown", "too-long", "too-fast", "too-many", "slow", "closing", "internal"]
    words: str
    fatal: bool = False


FromServer: TypeAlias = Frame | Done | Refused | Advice | Because | Suggestions | Problem


# --- documents of the HTTP interface


class Guest(Message):
    """Whoever wants to play gives a name, and that is all."""

    name: Name
    language: Language = "en"


class Me(Message):
    id: str
    name: str
    language: Language


class Welcome(Message):
    """A new identity, or one opened on another device. The token is also set as a cookie; it is shown only once."""

    id: str
    name: str
    language: Language
    token: str


class Renamed(Message):
    name: Name | None = None
    language: Language | None = None


class OneTimeCode(Message):
    """A code good for one use: to bring an identity to another device, or somebody to an invited seat."""

    code: str
    expires: int


class UseCode(Message):
    code: Code


class SeatPlan(Message):
    """`mine` seats are the creator's: one, or several on a hot-seat table."""

    kind: Literal["mine", "open", "invited", "bot"]
    level: Level = "medium"
    name: Name | None = None


class RecordMoment(Message):
    record: TableId
    ply: Annotated[int, Meta(ge=0, le=20_000)]


class NewTable(Message):
    """How a table is set up. Seats without a plan are open; a table of `mine` and `bot` seats starts at once."""

    game: GameName
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=6)]
    ruleset: GameName | None = None
    options: Annotated[dict[Annotated[str, Meta(max_length=32)], bool | int | str], Meta(max_length=16)] = {}
    cards: dict[str, Any] | None = None
    listed: bool = False
    clock: Annotated[int, Meta(ge=0, le=604_800, description="seconds for each move; 0 for none; 86400 for a day")] = 0
    chat: bool = True
    hints: bool = True
    wait: bool = False
    """Wait for the host's `start` even when nobody is awaited, for example to add entropy first."""
    position: dict[str, Any] | None = None
    """Begin from this position (only where the server is set to development)."""
    continues: RecordMoment | None = None
    """Begin from a moment of a finished game."""
    lesson: Annotated[int, Meta(ge=1, le=99)] | None = None
    """Begin this chapter of the game's lesson, whose cards and shuffles are known; all seats must be `mine`."""


class Invitation(Message):
    seat: int
    code: str


class HandPoints(Message):
    """What the cards of a hand cost: on average over what they may be, at least and at most."""

    mean: float
    least: int
    most: int


class SeatOdds(Message):
    """A hand of Phase 10 Flip now and after a flip, as far as the seat that asks can know. Null is not known."""

    seat: int
    now: HandPoints
    flipped: HandPoints
    missing: int | None
    missing_flipped: int | None


class Odds(Message):
    """Exact odds for a seat on its turn, from what it may know. Not `ready`: ask again in a few seconds.

    Flip City: `bust`, the chance to go over the limit before one may stop again, and `reach`, the best chance of
    `goal` points this turn. Phase 10 Flip: `drawing`, the chance that the next card helps at once, whether `taking`
    does, and what is known of all hands.
    """

    ply: int
    ready: bool = True
    bust: float | None = None
    goal: int | None = None
    reach: float | None = None
    reach_at_most: float | None = None
    """More than `reach` where there is too much to count it exactly."""
    drawing: float | None = None
    taking: bool | None = None
    seats: list[SeatOdds] = []


class Created(Message):
    table: str
    invitations: list[Invitation]


class TableSummary(Message):
    table: str
    game: str
    ruleset: str
    state: Literal["open", "playing", "over"]
    seats: list[SeatInfo]
    clock: int
    changed: int
    your_turn: bool = False


class TableList(Message):
    tables: list[TableSummary]
    more: bool = False


class Answered(Message):
    """The answer to a command sent over HTTP: what the socket would have said, and the frame after it."""

    answer: Done | Refused | Advice | Because | Suggestions
    frame: Frame | None = None


class RecordSummary(Message):
    record: str
    game: str
    ruleset: str
    names: list[str]
    winners: list[int]
    words: str
    finished: int
    plies: int


class RecordList(Message):
    records: list[RecordSummary]
    more: bool = False


class RecordText(Message):
    """A record as text, to be imported."""

    text: Annotated[str, Meta(min_length=1, max_length=1_000_000)]
    listed: bool = False


class Replay(Message):
    """A finished game from one seat's eyes, or with all faces: the view at `ply`, and the steps that follow."""

    record: str
    game: str
    ruleset: str
    names: list[str]
    seat: int | None
    ply: int
    plies: int
    view: dict[str, Any]
    steps: list[Step]
    result: Result | None
    shuffle: Shuffle | None
    verified: bool | None
    """Whether the shuffles follow from the revealed secret; null where none was used."""


class OptionValue(Message):
    """One of the names that an option can have."""

    value: str
    title: str


class OptionInfo(Message):
    """A field to show: a switch (true or false), a number from `least` to `most`, or a choice among `values`."""

    name: str
    type: Literal["switch", "number", "choice"]
    title: str
    help: str
    default: bool | int | str
    seats: list[int]
    """With how many seats it can be set; with any other it is left out."""
    least: int | None = None
    most: int | None = None
    values: list[OptionValue] = []


class RulesetInfo(Message):
    name: str
    title: str
    about: str
    seats: list[int]
    options: list[OptionInfo]


class GameInfo(Message):
    name: str
    title: str
    seats: list[int]
    rulesets: list[RulesetInfo]
    levels: list[Level]


class GameList(Message):
    games: list[GameInfo]


class Failure(Message):
    """What every refusal over HTTP looks like."""

    code: str
    words: str


decode_client = msgspec.json.Decoder(FromClient).decode
decode_server = msgspec.json.Decoder(FromServer).decode
decode_any = msgspec.json.Decoder().decode
decode_entropies = msgspec.json.Decoder(list[str | None]).decode
encode = msgspec.json.Encoder().encode


def is_clean(text: str) -> bool:
    """Whether a name or message shows as itself, has something to see, and no space at its ends."""
    kinds = {unicodedata.category(character) for character in text}
    can_be_seen = (
        any(kind[0] in "LNPS" for kind in kinds) and kinds.isdisjoint(("Co", "Cn")) and _BLANK.isdisjoint(text)
    )
    return not text or (text == text.strip() and is_line(text) and can_be_seen)


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that look like nothing at all."""
