"""What a seat sees of Phase 10 Flip, as one row of small numbers.

It is written from a redacted state, so that all that stands here is how things look; an oracle is shown a full state,
with both faces of every card.
"""

from __future__ import annotations

from verso.core.contracts.observe import PUBLIC, SEATS, Block, Field, Row, Where
from verso.core.spec import CHANCE, OVER, UNKNOWN
from verso.games.phase10_flip.rules import (
    ACTIONS,
    CARDS,
    COLOUR,
    DISCARD,
    DRAW,
    FACE_ONLY,
    FACES,
    GROUPS,
    HELD,
    HIT,
    LAST_PHASE,
    MOST_SEATS,
    NOTHING,
    PLACE,
    TAKE,
    TRUNCATED,
    WILD,
    WILD_FACES,
    State,
    Tables,
)
from verso.games.phase10_flip.solver import COLOURS, NUMBERS

MOST = 127
FACE = COLOURS + NUMBERS + 1  # a face: its colour one-hot (none: wild), its number one-hot (0: a Star), its Flip mark
CARD = 2 * FACE  # the active face, then the other one; all 0 where unknown
COUNTS = (COLOURS + 1) * NUMBERS + 2  # colour faces by colour and number, wild faces by number; marks on either side
GROUP = 8  # run, set; lowest number, highest number; colour of a run, one-hot

A_CARD = "the face that is active, then the other: colour one-hot, number one-hot (first a Star), Flip mark"
A_COUNT = (
    "faces known: 4 colours × (Star, 1 to 12), then wild (Star, 1 to 12), then Flip marks on colour and wild sides"
)

FIELDS = (
    Field("turn_of", (SEATS,), 1, "whose turn it is, one-hot"),
    Field("dealer", (SEATS,), 1, "who dealt, one-hot"),
    Field("chance_acts", (), 1, "1 while a card or the dealer is still to be decided"),
    Field("over", (), 1, "1 after the end"),
    Field("step", (2,), 1, "of the turn, one-hot: draw, play"),
    Field("side", (2,), 1, "the active side, one-hot: colour, wild"),
    Field("round", (), MOST, "number of the round"),
    Field("turn", (), MOST, "number of the turn in this round"),
    Field("draw_count", (), 104, "cards in the draw pile"),
    Field("discard_count", (), 104, "cards in the discard pile"),
    Field("can_lay", (), 1, "1 if the seat that looks can lay its phase now"),
    Field(
        "laying",
        (5,),
        11,
        "a lay-down of one's own: groups begun, cards missing, cards placed, has a number card, its last group has",
    ),
    Field("draw_top", (CARD,), 1, f"top of the draw pile, {A_CARD}"),
    Field("draw_bottom", (CARD,), 1, "bottom of the draw pile if it is known, likewise"),
    Field("discard_top", (CARD,), 1, "top of the discard pile, likewise"),
    Field("discard_bottom", (CARD,), 1, "bottom of the discard pile, which a flip brings up, likewise"),
    Field("discard", (COUNTS,), 20, f"the whole discard pile, {A_COUNT}"),
    Field("table", (COUNTS,), 20, "all cards laid, likewise"),
    Field("hand", (HELD, CARD), 1, "the cards of the seat that looks, in the order that actions count them"),
    Field("hands", (SEATS, COUNTS), 11, "what is known of each hand, counted like the discard pile"),
    Field("hand_count", (SEATS,), 11, "cards in each hand"),
    Field("phase", (SEATS, LAST_PHASE), 1, "phase of each seat, one-hot"),
    Field("sizes", (SEATS, 4), 5, "groups of that phase: sizes of its two runs and of its two sets"),
    Field("laid", (SEATS,), 1, "1 if the seat has laid its phase"),
    Field("score", (SEATS,), MOST, "points so far, in fives"),
    Field("replaying", (SEATS,), 1, "1 if the seat replays a tie"),
    Field(
        "groups", (SEATS, GROUPS, GROUP), 12, "groups on the table: run, set, lowest and highest number, colour one-hot"
    ),
)
(
    TURN_OF,
    DEALER,
    CHANCE_ACTS,
    IS_OVER,
    STEP,
    SIDE,
    ROUND,
    TURN,
    DRAW_COUNT,
    DISCARD_COUNT,
    CAN_LAY,
    LAYING,
    DRAW_TOP,
    DRAW_BOTTOM,
    DISCARD_TOP,
    DISCARD_BOTTOM,
    DISCARD_PILE,
    TABLE,
    HAND,
    HANDS,
    HAND_COUNT,
    PHASE,
    SIZES,
    LAID,
    SCORE,
    REPLAYING,
    GROUPS_LAID,
) = range(len(FIELDS))
LOOKS = len(FIELDS)  # + the number of a look: what `prepare` says about it

PRIVATE = ("hand", "can_lay", "laying")
BLOCKS = (
    Block("draw", DRAW, 1, "draw from the draw pile"),
    Block("take", TAKE, 1, "take the top card of the discard pile"),
    Block("discard", DISCARD, PLACE - DISCARD, "+ slot: discard a card of the hand"),
    Block(
        "place",
        PLACE,
        HIT - PLACE,
        f"+ {NUMBERS} × slot + number: the next card of a lay-down; the number is a Star's, 0 for a number card",
    ),
    Block(
        "hit",
        HIT,
        ACTIONS - HIT,
        f"+ {MOST_SEATS * GROUPS * 2} × slot + {GROUPS * 2} × owner + 2 × group + end: add a card to a group of a seat "
        "(as numbered at the table); end 0 below a run or to a set, 1 above a run",
    ),
)
"""The actions of seats. Those of chance come before them and are not offered to agents."""


def cut_off(s: State) -> bool:
    return s.result == TRUNCATED  # PF-51


def observe(s: State, t: Tables, seat: int, kind: int, where: Where, out: Row) -> None:
    for i in range(len(out)):
        out[i] = 0
    observe_table(s, t, seat, where, out)
    observe_laying(s, where, out)
    observe_piles(s, where, out)
    write_marks(count_cards(s, s.table, s.table_count, where, out, where[TABLE]), out, where[TABLE])
    if kind != PUBLIC:  # nobody has shown a spectator a card of a hand
        observe_hands(s, t, seat, where, out)
    owner = seat
    for number in range(t.seats):
        observe_seat(s, t, owner, number, where, out)
        owner = owner + 1 if owner + 1 < t.seats else 0


def observe_table(s: State, t: Tables, first: int, where: Where, out: Row) -> None:
    """Write what everybody sees at a glance."""
    if s.seat != NOTHING:
        out[where[TURN_OF] + seats_after(t, first, s.seat)] = 1
    if s.dealer != NOTHING:
        out[where[DEALER] + seats_after(t, first, s.dealer)] = 1
    out[where[CHANCE_ACTS]] = 1 if s.to_act == CHANCE else 0
    out[where[IS_OVER]] = 1 if s.to_act == OVER else 0
    out[where[STEP] + s.step] = 1
    out[where[SIDE] + s.side] = 1
    out[where[ROUND]] = min(MOST, s.round)
    out[where[TURN]] = min(MOST, s.turn)
    top = 0 if s.draw_top == NOTHING else 1
    bottom = 0 if s.draw_bottom == NOTHING else 1
    out[where[DRAW_COUNT]] = s.pool_count + top + bottom
    out[where[DISCARD_COUNT]] = s.discard_count


def seats_after(t: Tables, first: int, seat: int) -> int:
    return seat - first if seat >= first else seat - first + t.seats


def observe_laying(s: State, where: Where, out: Row) -> None:
    out[where[CAN_LAY]] = max(0, s.can_lay)
    at = where[LAYING]
    out[at] = s.laying
    out[at + 1] = s.missing
    out[at + 2] = s.placed
    out[at + 3] = s.has_number
    out[at + 4] = s.group_has_number


def observe_piles(s: State, where: Where, out: Row) -> None:
    if s.draw_top != NOTHING:
        write_card(s, look_of(s, s.draw_top), where, out, where[DRAW_TOP])
    if s.draw_bottom != NOTHING:
        write_card(s, look_of(s, s.draw_bottom), where, out, where[DRAW_BOTTOM])
    if s.discard_count > 0:
        write_card(s, look_of(s, s.discard[s.discard_count - 1]), where, out, where[DISCARD_TOP])
        write_card(s, look_of(s, s.discard[0]), where, out, where[DISCARD_BOTTOM])
    marks = count_cards(s, s.discard, s.discard_count, where, out, where[DISCARD_PILE])
    write_marks(marks, out, where[DISCARD_PILE])


def observe_hands(s: State, t: Tables, seat: int, where: Where, out: Row) -> None:
    observe_own_hand(s, seat, where, out)
    owner = seat
    for number in range(1, t.seats):
        owner = owner + 1 if owner + 1 < t.seats else 0
        at = where[HANDS] + number * COUNTS
        write_marks(count_cards(s, s.hand[owner], s.hand_count[owner], where, out, at), out, at)


def observe_own_hand(s: State, seat: int, where: Where, out: Row) -> None:
    """Write the cards of a hand one by one, and count them in the same go."""
    marks = 0
    for slot in range(s.hand_count[seat]):
        look = look_of(s, s.hand[seat][slot])
        write_card(s, look, where, out, where[HAND] + slot * CARD)
        cells = where[LOOKS + look]
        count_card(cells, out, where[HANDS])
        marks += cells >> MARKS
    write_marks(marks, out, where[HANDS])


def observe_seat(s: State, t: Tables, owner: int, number: int, where: Where, out: Row) -> None:
    out[where[HAND_COUNT] + number] = s.hand_count[owner]
    phase = min(s.phase[owner], LAST_PHASE)
    out[where[PHASE] + number * LAST_PHASE + phase - 1] = 1
    for i in range(4):
        out[where[SIZES] + number * 4 + i] = t.groups[phase][i]
    out[where[LAID] + number] = s.laid[owner]
    out[where[SCORE] + number] = min(MOST, s.score[owner] // 5)
    out[where[REPLAYING] + number] = s.replaying[owner]
    for group in range(s.group_count[owner]):
        at = where[GROUPS_LAID] + (number * GROUPS + group) * GROUP
        out[at + s.kind[owner][group] - 1] = 1
        out[at + 2] = s.low[owner][group]
        out[at + 3] = s.high[owner][group]
        if s.colour[owner][group] != NOTHING:
            out[at + 4 + s.colour[owner][group]] = 1


# --- cards

# A look: what is known of a card, in the order of the numbers that stand for it in a view. First come those of which
# one face is known, then that of a card of which nothing is, then the cards. A look has two forms, which `prepare` puts
# after the fields:
# - where it is counted, as one number: a cell for each face, and its Flip marks. A face that is not known is counted
#   where the marks will be written afterwards;
# - how it is shown, for each side that may be active: the numbers of a card's field, eight of them in one word.
COLOUR_CELL = 0
WILD_CELL = 8
MARKS = 32  # of the colour face, and from bit WILD_MARKS on of the wild one
WILD_MARKS = 16
EIGHTS = (0, 8, 16, 24, CARD - 8)  # where the words of a card begin; the last two share some numbers
WORDS = len(EIGHTS)

FIRST_CARD = FACES - FACE_ONLY - 1
ALL_LOOKS = FIRST_CARD + CARDS
PICTURES = LOOKS + ALL_LOOKS


def prepare(t: Tables) -> list[int]:
    looks = [(face, NOTHING) if face < WILD_FACES else (NOTHING, face) for face in reversed(range(FACES))]
    looks += [(NOTHING, NOTHING)] * (UNKNOWN - FACE_ONLY)
    looks += [(t.face[COLOUR][card], t.face[WILD][card]) for card in range(CARDS)]
    pictures = [picture(t, *(faces if side == COLOUR else faces[::-1])) for faces in looks for side in (COLOUR, WILD)]
    return [counted(t, *faces) for faces in looks] + [word for each in pictures for word in each]


def counted(t: Tables, colour: int, wild: int) -> int:
    """Return where a card is counted of which these faces are known."""
    parts = {COLOUR_CELL: COUNTS - 2, WILD_CELL: COUNTS - 1}
    if colour != NOTHING:
        parts[COLOUR_CELL] = t.colour_of[colour] * NUMBERS + t.value[colour]
        parts[MARKS] = t.marked[colour]
    if wild != NOTHING:
        parts[WILD_CELL] = COLOURS * NUMBERS + t.value[wild]
        parts[MARKS + WILD_MARKS] = t.marked[wild]
    return sum(value << place for place, value in parts.items())


def picture(t: Tables, *faces: int) -> list[int]:
    """Return a card as it is shown, with these faces, the active one first."""
    shown = [0] * CARD
    for first, face in zip((0, FACE), faces, strict=True):
        if face != NOTHING:
            if t.colour_of[face] >= 0:
                shown[first + t.colour_of[face]] = 1
            shown[first + COLOURS + t.value[face]] = 1
            shown[first + FACE - 1] = t.marked[face]
    return [int.from_bytes(bytes(shown[at : at + 8]), "little") for at in EIGHTS]


def look_of(s: State, thread: int) -> int:
    """Return the number of the look that a card has."""
    return s.card[thread] + FIRST_CARD


def write_card(s: State, look: int, where: Where, out: Row, at: int) -> None:
    first = PICTURES + (2 * look + s.side) * WORDS
    write_eight(where[first], out, at + EIGHTS[0])
    write_eight(where[first + 1], out, at + EIGHTS[1])
    write_eight(where[first + 2], out, at + EIGHTS[2])
    write_eight(where[first + 3], out, at + EIGHTS[3])
    write_eight(where[first + 4], out, at + EIGHTS[4])


def write_eight(numbers: int, out: Row, at: int) -> None:
    """Write eight small numbers that are put together in one. Spelled out, it is compiled to a single store."""
    out[at] = numbers & 255
    out[at + 1] = numbers >> 8 & 255
    out[at + 2] = numbers >> 16 & 255
    out[at + 3] = numbers >> 24 & 255
    out[at + 4] = numbers >> 32 & 255
    out[at + 5] = numbers >> 40 & 255
    out[at + 6] = numbers >> 48 & 255
    out[at + 7] = numbers >> 56 & 255


def count_cards(s: State, zone: list[int], count: int, where: Where, out: Row, at: int) -> int:
    """Count the faces known of these cards, and return the marks on them."""
    marks = 0
    for i in range(count):
        cells = where[LOOKS + look_of(s, zone[i])]
        count_card(cells, out, at)
        marks += cells >> MARKS
    return marks


def count_card(cells: int, out: Row, at: int) -> None:
    out[at + (cells & 255)] += 1
    out[at + (cells >> WILD_CELL & 255)] += 1


def write_marks(marks: int, out: Row, at: int) -> None:
    out[at + COUNTS - 2] = marks & (1 << WILD_MARKS) - 1
    out[at + COUNTS - 1] = marks >> WILD_MARKS
