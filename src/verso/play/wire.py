"""Every message between a client and a table, and every document of the HTTP interface: one declaration for all.

Decoding is strict: unknown fields, wrong types, numbers and texts out of bounds are refused with a sentence. The
JSON Schema, the OpenAPI and AsyncAPI documents and the web page's types are made from these classes. What they mean
is told with examples in docs/protocol.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from verso.core.contracts.parts import Moved
from verso.core.game import LANGUAGES
from verso.core.record import is_clean as is_clean

MOST_BYTES = 16_384
"""No message from a client is longer."""
LINES_SENT = 100
"""A frame tells at most this many lines of the log; the record has them all."""
STEPS_SENT = 64
"""A frame animates at most this many actions; a client that missed more jumps to the view."""
CHAT_SENT = 50
LEGAL_SENT = 1_000
SUGGESTIONS_SENT = 120
"""Whole moves that are told; a message of about fifty kilobytes."""
REACTIONS = ("👍", "👏", "😂", "😮", "😢", "🔥", "🤔", "🙏")
LEVELS = ("easy", "medium", "hard", "expert")


def whole(pattern: str) -> str:
    """Return a pattern that a text must match from its beginning to its very end, for Python and for JSON Schema.

    In Python alone a `$` also stands before a line break at the end of a text.
    """
    return rf"^{pattern}$(?!\n)"


SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Ply: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Key: TypeAlias = Annotated[
    str, Meta(pattern=whole(r"[A-Za-z0-9_-]{1,64}"), description="chosen by the client, once per command")
]
TableId: TypeAlias = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]{22}"))]
Code: TypeAlias = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]{22}"), description="good for one use")]
Token: TypeAlias = Annotated[
    str, Meta(pattern=whole(r"[A-Za-z0-9_-]{43}"), description="opens an identity; keep it secret")
]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24)]
ActionText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=400)]
if TYPE_CHECKING:
    Language: TypeAlias = str
else:
    Language = Literal[LANGUAGES]
Level: TypeAlias = Literal["easy", "medium", "hard", "expert"]
CharacterId: TypeAlias = Annotated[
    str, Meta(pattern=whole(r"[a-z-]{1,32}"), description="who a bot is: see GET /characters")
]
GameName: TypeAlias = Annotated[str, Meta(pattern=whole(r"[a-z0-9-]{1,32}"))]
Entropy: TypeAlias = Annotated[
    str, Meta(pattern=whole(r"([0-9a-f]{2}){1,32}"), description="hexadecimal, up to 32 bytes")
]

Options: TypeAlias = Annotated[
    dict[Annotated[str, Meta(max_length=32)], bool | int | str],
    Meta(max_length=16, description="only those that are not as the ruleset has them need be given"),
]
ClockSeconds: TypeAlias = Annotated[
    int, Meta(ge=0, le=604_800, description="seconds for each move; 0 for none; 86400 for a day")
]
Commitment: TypeAlias = Annotated[
    str, Meta(pattern=whole(r"[0-9a-f]{64}"), description="the SHA-256 of an entropy, hexadecimal")
]


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
    """Take a seat: an open one, or an invited one with its code. A page commits to its entropy with it.

    `ply` says what one has seen: nobody sits down to rules that were changed since.
    """

    key: Key
    seat: SeatNumber
    name: Name | None = None
    invitation: Code | None = None
    commitment: Commitment | None = None
    ply: Ply = 0


class Leave(Message, tag="leave"):
    """Give a seat up before the game; during it a bot plays on after a while until one is back."""

    key: Key
    seat: SeatNumber


class Back(Message, tag="back"):
    """Take the seat back from the bot that plays for it."""

    key: Key
    seat: SeatNumber


class Arrange(Message, tag="arrange"):
    """Before the game, its host makes a free or bot seat open, invited or a bot's: a character's, or of a level."""

    key: Key
    seat: SeatNumber
    kind: Literal["open", "invited", "bot"]
    level: Level = "medium"
    character: CharacterId | None = None


class ChangeRules(Message, tag="rules"):
    """Before the game, its host changes rules, options, clock or the number of seats; what is not given stays.

    Another ruleset begins with its own options. Seats come and go at the end. Whoever sits at the table agrees anew,
    with `agree`, or stands up.
    """

    key: Key
    ruleset: GameName | None = None
    options: Options = {}
    clock: ClockSeconds | None = None
    seats: Annotated[int, Meta(ge=1, le=6)] | None = None


class Agree(Message, tag="agree"):
    """Say that one plays: a rematch, or by rules that have changed since one sat down. `ply` says what one has seen."""

    key: Key
    ply: Ply
    seat: SeatNumber
    commitment: Commitment | None = None


class Resign(Message, tag="resign"):
    """Give the game up. With two seats the other wins; where other people play on, a bot takes the seat for good."""

    key: Key
    seat: SeatNumber


class Close(Message, tag="close"):
    """Delete the table with everything that it holds: its host, before the game or where nobody else has played."""

    key: Key


class Remove(Message, tag="remove"):
    """Before the game, its host asks a guest to leave. Their seat is free again; they do not sit down here again."""

    key: Key
    seat: SeatNumber


class Start(Message, tag="start"):
    """Begin; with `fill`, bots of this level take the seats that are free, or of people who are still awaited."""

    key: Key
    fill: bool = False
    level: Level = "medium"


class AddEntropy(Message, tag="entropy"):
    """Add one's own randomness to the shuffles, before the game begins, for all to see: `commit` protects better."""

    key: Key
    seat: SeatNumber
    value: Entropy


class Commit(Message, tag="commit"):
    """Bind a seat to an entropy that is shown later, before the game begins."""

    key: Key
    seat: SeatNumber
    value: Commitment


class Reveal(Message, tag="reveal"):
    """Show the entropy that a seat is bound to, once all commitments are fixed (`shuffle.sealed`)."""

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
    """After the game: the same table once more. All are led to it by the frame, and it waits until they `agree`."""

    key: Key
    seat: SeatNumber


class Hint(Message, tag="hint"):
    """Ask what to do. Answered with `advice`; changes nothing. Asked `again`, it looks further than the time before."""

    key: Key
    seat: SeatNumber
    again: Annotated[int, Meta(ge=0, le=99)] = 0


class Why(Message, tag="why"):
    """Ask why an action is not legal now. Answered with `because`; changes nothing."""

    key: Key
    seat: SeatNumber
    action: ActionText


class Suggest(Message, tag="suggest"):
    """Ask for whole moves that the seat could make, and for what it still lacks for one.

    Answered with `suggestions`; changes nothing. Unlike a hint it is only what the rules say, so it is never off.
    """

    key: Key
    seat: SeatNumber


Command: TypeAlias = (
    Act
    | Sit
    | Leave
    | Back
    | Arrange
    | ChangeRules
    | Agree
    | Resign
    | Close
    | Remove
    | Start
    | AddEntropy
    | Commit
    | Reveal
    | Undo
    | Answer
    | Say
    | React
    | TurnChat
    | Rematch
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
    character: str | None = None
    bot: bool = False
    online: bool = False
    you: bool = False
    left: bool = False
    blocked: bool = False
    """Whether whoever looks blocks them."""
    awaited: Literal["come", "rules"] | None = None
    """Before the game: they have not come to the rematch yet, or not agreed to rules that changed."""


class LegalAction(Message):
    """One thing to do now: `text` to send, `words` to read, `parts` to lay out: a struct of the game's `ACTIONS`."""

    text: str
    words: str
    parts: Any


class Change(Message):
    """One value of the view that an action changed; the value is missing where the key has gone."""

    path: list[str | int]
    value: Any = msgspec.UNSET


class Clause(Message, gc=False):
    """What whoever acted did: a verb and the words that follow it. Without a verb, a sentence by itself."""

    verb: str
    words: str

    @property
    def text(self) -> str:
        return f"{self.verb} {self.words}".strip()


class Step(Message):
    """One action as this audience may know it. Applying `changes` to the view before gives the view after.

    `actor` is a seat, or -1 for chance. `text` and `parts` are null where the action itself may not be known. `moves`
    are the cards that this audience sees go from one place to another.
    """

    actor: int
    text: str | None
    parts: Any
    clauses: list[Clause]
    changes: list[Change]
    moves: list[Moved]
    marks: list[str] = []
    """What it is in the course of the game: a `turn` or a `round` ends, a `deal`, or a name of the game's own."""


class Line(Message):
    """One entry of the log in words; `steps` only for a client that says since when it has been looking.

    `played` is how many actions the game had after it, chance included. `marks` are those of its steps, and `folded` is
    what its clauses leave out: the cards that were dealt.
    """

    ply: int
    at: int
    kind: str
    seat: int | None
    played: int
    clauses: list[Clause]
    folded: list[str]
    marks: list[str]
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
    """All times are milliseconds since 1970 by the server's clock; `now` lets a client correct its own.

    So many seconds of grace after the deadline a bot takes over, where others wait.
    """

    seconds: int
    deadline: int | None
    now: int
    grace: int = 0


class Result(Message):
    winners: list[int]
    reason: str
    scores: list[int]
    truncated: bool
    details: dict[str, int]
    words: str


class Shuffle(Message):
    """The server's commitment, published before the game, and those of the seats; the secret only when it is over.

    See docs/shuffles.md.
    """

    commitment: str
    entropies: list[str | None]
    secret: str | None = None
    method: int = 1
    commitments: list[str | None] = []
    """What each seat is bound to; empty where seats cannot commit."""
    sealed: bool = False
    """Whether all commitments are fixed: now, and not before, entropies may be revealed."""
    deadline: int | None = None
    """Until when the start waits for what is to be committed to or revealed."""
    known: bool = False
    """Whether the game begins from a position that somebody knows, as a lesson does: that is no proof of anything."""


class Frame(Message, tag="frame", kw_only=True):
    """A table as one audience may see it at one ply: everything a client shows is derived from the newest frame.

    First comes what no move changes, then what a move changes for everybody, then what is about whoever looks.
    """

    table: str
    state: Literal["open", "playing", "over"]
    game: str
    ruleset: str
    options: dict[str, Any]
    own_cards: bool
    """Whether its host has changed cards, so that it is another game than the one of that name."""
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
    played: int
    """How many actions the game has had, chance included."""
    to_act: int | None
    """The seat to act; null while the table is open or the game is over."""
    log: list[Line]
    chat: list[ChatLine] | None
    """Null where chat is turned off."""
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


RefusalCode: TypeAlias = Literal[
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
    "name",
    "blocked",
]
"""Why a command was refused, for programs."""


class Refused(Message, tag="refused"):
    """The command has changed nothing; `code` for programs, `words` for people, and the table's current ply."""

    key: str
    code: RefusalCode
    words: str
    ply: int


class EqualAdvice(Message):
    """Another action that is as good as the one that is advised."""

    text: str
    words: str


class Advice(Message, tag="advice"):
    """What to do: the action that is rated best, why, and those that are `equal` to it as far as can be told.

    `grows`: asked again, it would look further.
    """

    key: str
    ply: int
    action: str
    words: str
    reason: str
    equal: list[EqualAdvice]
    grows: bool


class Because(Message, tag="because"):
    key: str
    words: str


class Suggestion(Message):
    """A whole move: `text` to send with `act`, `words` to read, and the parts of each action that it is made of."""

    text: str
    words: str
    actions: list[Any]


class Suggestions(Message, tag="suggestions"):
    """The best first. `details` is what else is known of them (`DETAILS` of its moves), null where it has none.

    `more`: there are more than are told.
    """

    key: str
    ply: int
    moves: list[Suggestion]
    details: Any = None
    more: bool = False


class Problem(Message, tag="problem"):
    """Something is wrong with the message or the connection itself; after a `fatal` one the server hangs up."""

    code: Literal[
        "unreadable", "hello", "unknown", "too-long", "too-fast", "too-many", "slow", "closing", "damaged", "internal"
    ]
    words: str
    fatal: bool = False


FromServer: TypeAlias = Frame | Done | Refused | Advice | Because | Suggestions | Problem


# --- documents of the HTTP interface


class Guest(Message):
    """Whoever wants to play gives a name, and that is all. Without one they get one."""

    name: Name | None = None
    language: Language = "en"


class Me(Message):
    id: str
    name: str
    language: Language


class Visitor(Message):
    """Who asks, or null where nobody is known by what came with the request."""

    me: Me | None


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
    character: CharacterId | None = None
    """For `bot`: who it is, with the level that goes with it. Without one, somebody of that level sits down."""
    name: Name | None = None
    commitment: Commitment | None = None
    """For `mine`: binds the seat to an entropy; the game then starts when it is revealed, or was not in time."""


class RecordMoment(Message):
    record: TableId
    ply: Annotated[int, Meta(ge=0, le=20_000)]
    seat: SeatNumber | None = None
    """What this seat could not see at that moment is drawn anew; without one all cards are what they were."""


class NewTable(Message):
    """How a table is set up. Seats without a plan are open; a table of `mine` and `bot` seats starts at once."""

    game: GameName
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=6)]
    ruleset: GameName | None = None
    options: Options = {}
    cards: dict[str, Any] | None = None
    listed: bool = False
    clock: ClockSeconds = 0
    chat: bool = True
    hints: bool = True
    wait: bool = False
    """Wait for the host's `start` even when nobody is awaited, for example to add entropy first."""
    position: dict[str, Any] | None = None
    """Begin from this position (only where the server is set to development); all seats must be `mine` or `bot`."""
    continues: RecordMoment | None = None
    """Begin from a moment of a finished game; all seats must be `mine` or `bot`."""
    lesson: Annotated[int, Meta(ge=1, le=99)] | None = None
    """Begin this chapter of the game's lesson, whose cards and shuffles are known; all seats must be `mine`."""


class Invitation(Message):
    seat: int
    code: str


class PasskeyChallenge(Message):
    """What `navigator.credentials` is to be given: the WebAuthn options, with bytes as base64url."""

    options: dict[str, Any]


class PasskeyAnswer(Message):
    """What `navigator.credentials` gave: the credential as WebAuthn writes it in JSON, with bytes as base64url."""

    credential: dict[str, Any]


class Passkey(Message):
    passkey: str
    place: str
    """The name of the site it is for."""
    created: int
    used: int | None = None


class PasskeyList(Message):
    passkeys: list[Passkey]


class PushKey(Message):
    """The public key by which push services know this server: base64url, for `applicationServerKey`."""

    key: str


PushPlace: TypeAlias = Annotated[
    str, Meta(pattern=whole("[!-~]{1,1000}"), description="an address of a push service: printable ASCII, no spaces")
]


class PushDevice(Message):
    """A device to be told, as `PushSubscription` of its browser says; bytes as base64url."""

    endpoint: PushPlace
    p256dh: Annotated[str, Meta(pattern=whole("[A-Za-z0-9_-]{87}"))]
    auth: Annotated[str, Meta(pattern=whole("[A-Za-z0-9_-]{22}"))]
    language: Language = "en"


class PushEndpoint(Message):
    endpoint: PushPlace


class PushPayload(Message):
    """What a device is told, encrypted for it."""

    body: str
    table: str
    language: Language


class Report(Message):
    """What somebody tells the host of the server about another player."""

    kind: Literal["insult", "cheating", "stalling", "name", "other"]
    text: Annotated[str, Meta(max_length=500)] = ""


class Block(Message):
    """Somebody whom one blocks, by the name they had then."""

    block: str
    name: str
    since: int


class BlockList(Message):
    blocks: list[Block]


class Odds(Message):
    """Exact odds for a seat on its turn, from what it may know. Not `ready`: ask again in a few seconds.

    `figures` is a struct of the game's own (`FIGURES` of its odds); null while they are not ready, and for a moment
    that has passed. Its `actions` are what each offered action leads to, by the `text` that it has among the legal
    actions of the frame.
    """

    ply: int
    ready: bool = True
    figures: Any = None


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
    own_cards: bool = False
    """Whether its host has changed cards."""
    your_turn: bool = False
    may_close: bool = False
    """Whether whoever asks may delete it."""


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
    imported: bool = False
    """Whether somebody brought it here: who played it, and how, is then only what it says of itself."""
    characters: list[str | None] = []
    """Which bot had which seat; empty where the record tells nothing of that."""


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
    """Whether the shuffles follow from the revealed secret; null where none was used or the record was imported."""
    imported: bool = False
    characters: list[str | None] = []


class Chance(Message):
    """What chance could do at a ply: the numbers of the actions, rising, with whole weights, and which one it was."""

    ply: int
    actions: list[int]
    weights: list[int]
    happened: int


class Chances(Message):
    """The chances of a finished game from `ply` on, to be checked by whoever does not know the rules.

    There is more to ask for from `next` on, unless that is null.
    """

    record: str
    plies: int
    shuffle: Shuffle | None
    chances: list[Chance]
    next: int | None
    imported: bool = False


HundredthPoints: TypeAlias = Annotated[int, Meta(description="hundredths of a win point: 10,000 is a certain win")]
Label: TypeAlias = Literal["equal", "best", "close", "small", "mistake", "blunder"]
MomentKind: TypeAlias = Literal["luckiest", "unluckiest", "costliest", "turning"]


class ReviewedTurn(Message):
    """A turn: its first ply, and whose it was."""

    ply: int
    seat: int


class ReviewedOption(Message):
    """Something that the seat could do, and its chance to win after it with the 95% interval."""

    text: str
    words: str
    win: HundredthPoints
    low: HundredthPoints
    high: HundredthPoints
    done: bool
    best: bool
    """Whether it is the best that was found."""
    close: bool
    """Whether it cannot be told from the best: their intervals overlap."""
    games: int
    """How many games were played on after it."""
    reason: str | None = None
    parts: Any = None


class ReviewedDecision(Message):
    """A choice among several actions; `ply` is the position it was made in, and how many actions came before it."""

    ply: int
    turn: int
    seat: int
    label: Label
    """`equal`: nothing to be lost; `best`; `close`: cannot be told from the best; the others by what they cost."""
    loss: HundredthPoints
    low: HundredthPoints
    high: HundredthPoints
    mattered: bool
    """Whether something could be lost by it."""
    options: list[ReviewedOption]
    """The best first; what was done is always among them."""


class ReviewedMoment(Message):
    """One of the moments that decided: `ply` is the position before it, `after` the one after it."""

    kind: MomentKind
    ply: int
    after: int
    turn: int
    seat: int | None
    """Who chose; null where chance did."""
    change: HundredthPoints
    """Of the chance to win of the seat that is reviewed."""
    words: str


class SeatAccount(Message):
    """Why a seat won or lost: `start + luck + own + others + rest` is `result`, to the last hundredth."""

    seat: int
    name: str
    start: HundredthPoints
    luck: HundredthPoints
    own: HundredthPoints
    """What its own choices cost, measured against the best found: never above 0."""
    others: HundredthPoints
    """What the choices of others gave or took, measured against their best."""
    rest: HundredthPoints
    """By how much the estimates of neighbouring positions contradict each other."""
    result: HundredthPoints
    decisions: int
    mattered: int
    mistakes: int
    mean_loss: float | None
    """Hundredths of a point for each decision that mattered; null where there was none."""
    plays_like: str | None
    """The bot on our ladder that loses as much, or null where none was measured."""


class Review(Message, kw_only=True):
    """A finished game looked at again, through the eyes of one seat; it grows from coarse to fine."""

    record: str | None
    game: str
    ruleset: str
    names: list[str]
    characters: list[str | None] = []
    seat: SeatNumber
    plies: int
    over: bool
    """Whether the game came to its end; of one given up, the last estimate stands for the result."""
    result: Result | None
    progress: float
    """From 0 to 1; at 1 the figures do not change any more."""
    games: int
    """How many games were played on from each position, on average."""
    turns: list[ReviewedTurn]
    wins: list[list[HundredthPoints]]
    """For every seat its chance to win after each ply, from 0 on, as the seat that is reviewed could know it."""
    margins: list[list[HundredthPoints]]
    """Half the widths of their 95% intervals."""
    luck: list[HundredthPoints]
    """What chance did to the reviewed seat, ply by ply."""
    accounts: list[SeatAccount]
    decisions: list[ReviewedDecision]
    moments: list[ReviewedMoment]


class FaceParts(Message):
    """What a character's face is drawn from; what a page does not know it leaves out."""

    hair: str
    wears: list[str]
    skin: int
    shade: int


class Character(Message):
    """A name and a face for a level. All of one level play alike."""

    character: str
    name: str
    level: Level
    face: FaceParts


class CharacterList(Message):
    characters: list[Character]


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
    about: str
    """One sentence, in the language that was asked for."""
    hides: bool
    """Whether a seat may know something that another may not."""
    odds: bool
    """Whether it has exact odds to show."""
    chapters: int
    """Of its lesson; 0 where it has none."""


class GameList(Message):
    games: list[GameInfo]


class GameWords(Message):
    """All that is said of a game in one language: its messages as Fluent source, and its rules in a few lines."""

    language: Language
    text: str
    summary: str


class LessonChoice(Message):
    """What may be done instead of what a lesson asks for; where it `ends` the chapter, its other steps are left out."""

    text: str
    actions: list[Any]
    ends: bool


class LessonStep(Message):
    """What a lesson asks a seat to do: `text` to send, and the parts of each action that it is made of."""

    seat: int
    text: str
    actions: list[Any]
    choices: list[LessonChoice] = []
    """What may be done as well: then it is the learner who chooses."""


class Lessons(Message):
    """The steps of each chapter of a game's lesson. What is said at each is a message `lesson-CHAPTER-STEP`.

    `lesson-CHAPTER-STEP-NUMBER` is said instead after the choice of that number (2 is the first of `choices`) at the
    step before, and `lesson-CHAPTER-STEP-then` when a step is done, before the next is asked for.
    """

    chapters: list[list[LessonStep]]


class Failure(Message, omit_defaults=True):
    """What every refusal over HTTP looks like. Where a name is held by somebody else, another is suggested."""

    code: str
    words: str
    suggestion: str | None = None


decode_client = msgspec.json.Decoder(FromClient).decode
decode_server = msgspec.json.Decoder(FromServer).decode
decode_any = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode
