"""The rules of Phase 10 Flip, once. The ids PF-nn are the rulings in docs/rules/phase-10-flip.md.

Plain Python over a flat record of integers; `core/kernel.py` runs it as it stands or compiled.

A *card* is a number of the deck file. Which card it is, is decided by chance when its first face becomes visible;
until then it is one of the `pool`. From then on everybody at the table can follow it with their eyes, wherever it
goes, until it is shuffled: it is a *thread*, and piles, hands and groups hold threads. All of that is public. Hidden
is only `card`, which card a thread is: a seat knows it as far as it has `seen` the two faces.
"""

from __future__ import annotations

from typing import Annotated

from verso.core.contracts.rules import assign
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER, SEATS, UNKNOWN, Byte, Grid, Record, Row, Seat, Short
from verso.games.phase10_flip.solver import (
    BITS,
    COLOURS,
    HIGHEST,
    NUMBERS,
    ONES,
    Groups,
    Rows,
    can_finish_run,
    can_finish_set,
    can_lay,
    lay_downs,
    lowest_number,
    run_starts,
    set_numbers,
    with_row,
)

BUILT_ON = ("verso.games.phase10_flip.solver",)
"""Kernel modules whose functions this one calls."""

CARDS = 104
HAND_SIZE = 10  # PF-01
HELD = HAND_SIZE + 1  # the most cards a hand can have
MOST_SEATS = 6  # PF-01
GROUPS = 3  # the most groups of a phase
LAST_PHASE = 10
LAST_TURN = 1000  # PF-51
NOTHING = -1

# A face is a number: four colours of twelve numbers without and with a Flip mark, four colours' Stars; the same wild.
COLOUR_STARS = 2 * COLOURS * HIGHEST
WILD_FACES = COLOUR_STARS + COLOURS
WILD_STAR = WILD_FACES + 2 * HIGHEST
FACES = WILD_STAR + 1

COLOUR = 0  # PF-02
WILD = 1

# What an action number means: the first of each block, and what is added to it.
CARD = 0  # + card; these and the dealers are the actions of chance
DEALER = CARD + CARDS  # + seat
DRAW = DEALER + MOST_SEATS
TAKE = DRAW + 1
DISCARD = TAKE + 1  # + slot of the hand
PLACE = DISCARD + HELD  # + slot * NUMBERS + a Star's number, 0 for a number card
HIT = PLACE + HELD * NUMBERS  # + (slot * MOST_SEATS * GROUPS + owner * GROUPS + group) * 2 + end
ACTIONS = HIT + HELD * MOST_SEATS * GROUPS * 2
LOW_END = 0  # of a run; also any place in a set
HIGH_END = 1
# At most 56 rounds, one more than all seats but one need to come to the last phase, with the replay of a tie; each of
# up to 1,000 turns of 15 actions: drawing, three cards of chance, eleven cards to get rid of.
MAX_PLIES = 1_000_000

STEP_DRAW = 0
STEP_PLAY = 1

AWAIT_NOTHING = 0
AWAIT_DEALER = 1
AWAIT_CARD = 2
COUNTED = 3  # never of a position: hands lie open and are counted, between the last card and the next deal (PF-44)

FOR_NOTHING = 0
FOR_HAND = 1  # in the deal
FOR_DISCARD = 2  # the card that starts the discard pile
FOR_TOP = 3  # of the draw pile
FOR_PLAYER = 4  # drawn after a reshuffle

RUN = 1
SET = 2

RUNNING = 0
WON_BY_PHASES = 1
WON_BY_SCORE = 2
WON_BY_REPLAY = 3
WON_BY_ROUNDS = 4
TRUNCATED = 5

EVERYTHING = -2
"""The viewer of a full state; in a view it is the seat that looks, or UNKNOWN for a spectator."""


class State(Record):
    """One game of Phase 10 Flip, flat. Zones hold threads; `card`, `seen` and `born` tell about each thread."""

    to_act: Seat  # a seat, CHANCE or OVER
    seat: Seat  # whose turn it is; NOTHING before the dealer is known
    dealer: Seat
    viewer: Byte
    step: Byte
    side: Byte  # the active side
    awaiting: Byte
    awaited_for: Byte  # what the awaited card is for
    receiver: Seat  # who gets it in the deal, else NOTHING
    result: Byte
    can_lay: Byte  # the seat whose turn it is holds its phase; UNKNOWN in the views of others
    laying: Byte  # groups begun of the lay-down under way
    missing: Byte  # cards that the group begun last still needs
    placed: Byte  # cards of the lay-down under way
    slots: Annotated[Row, "i1", HELD]  # where in the hand each of them was taken from
    has_number: Byte  # the lay-down under way has a number card
    group_has_number: Byte
    round: Short
    turn: Short  # of this round
    shuffles: Byte  # of the draw pile in this round, modulo 128
    pool_count: Byte
    pool: Annotated[Row, "i1", CARDS]  # the cards not yet decided, rising
    draw_top: Byte
    draw_bottom: Byte
    discard_count: Byte
    discard: Annotated[Row, "i1", CARDS]  # the top card last
    hand_count: Annotated[Row, "i1", SEATS]
    hand: Annotated[Grid, "i1", SEATS, HELD]
    phase: Annotated[Row, "i1", SEATS]
    score: Annotated[Row, "i4", SEATS]
    laid: Annotated[Row, "i1", SEATS]
    tied: Byte  # how many replay a tie (PF-50)
    replaying: Annotated[Row, "i1", SEATS]  # and who
    winner: Annotated[Row, "i1", SEATS]
    group_count: Annotated[Row, "i1", SEATS]
    kind: Annotated[Grid, "i1", SEATS, GROUPS]
    low: Annotated[Grid, "i1", SEATS, GROUPS]  # the lowest number of a run, the number of a set
    high: Annotated[Grid, "i1", SEATS, GROUPS]
    colour: Annotated[Grid, "i1", SEATS, GROUPS]  # of a run, NOTHING if it has none (PF-24)
    table_count: Byte
    table: Annotated[Row, "i1", CARDS]  # threads in the order they were laid
    place: Annotated[
        Row, "i2", CARDS
    ]  # of each of them: owner * GROUPS + group, one bit for its side, four for its number
    free: Byte  # the lowest thread not in use
    card: Annotated[Row, "i1", CARDS]  # in a view also FACE_ONLY - face, or UNKNOWN
    seen: Annotated[Row, "i2", CARDS]  # for each seat two bits: its colour face, its wild face
    born: Annotated[Row, "i1", CARDS]  # `shuffles` when the thread began; NOTHING: not in use


FACE_ONLY = -2
"""In a view, FACE_ONLY - face is a card of which only that face was seen."""


class Tables(Record):
    """Deck, phases, ruleset and options as numbers."""

    seats: Byte
    cards: Byte
    last_phase: Byte
    fixed_rounds: Byte
    force_lay: Byte
    each_group: Annotated[int, "i8"]  # what the solver gets is wide, so that it compiles once
    require_final_discard: Byte
    flip_on_going_out: Byte
    own_backs: Byte
    winner_score: Short
    everyone: Short  # the bits of all seats for the colour face
    face: Annotated[Grid, "i1", 2, CARDS]
    same: Annotated[Row, "i1", CARDS]  # the lowest card with the same two faces
    known_as: Annotated[Row, "i1", 4 * CARDS]  # + 4 * card + the faces seen of it, as bits: what a view says of it
    value: Annotated[Row, "i8", FACES]  # 0: a Star
    row: Annotated[Row, "i8", FACES]  # of the solver
    colour_of: Annotated[Row, "i1", FACES]  # NOTHING: wild
    unit: Annotated[Row, "i8", FACES]  # one card of it, in its row
    units: Annotated[Grid, "i8", FACES, COLOURS]  # the same with nothing in the other rows
    marked: Annotated[Row, "i1", FACES]  # with a Flip symbol
    points: Annotated[Row, "i1", FACES]
    with_face: Annotated[Grid, "i1", 2, CARDS]  # the cards in the order of their faces on this side
    first_with: Annotated[Row, "i1", FACES]  # where in that order a face begins
    count_with: Annotated[Row, "i1", FACES]
    groups: Annotated[Grid, "i8", LAST_PHASE + 2, 4]  # the sizes of each phase's two runs and two sets
    group_counts: Annotated[Row, "i1", LAST_PHASE + 2]


# --- set-up


def setup(s: State, t: Tables) -> None:
    s.viewer = EVERYTHING
    s.round = 1
    s.dealer = NOTHING
    for seat in range(t.seats):
        s.phase[seat] = 1
    for i in range(HELD):
        s.slots[i] = NOTHING
    gather_cards(s, t)
    s.awaiting = AWAIT_DEALER  # PF-06
    s.receiver = NOTHING
    s.to_act = CHANCE


def gather_cards(s: State, t: Tables) -> None:
    """Gather all cards and shuffle them: no card is decided any more (PF-43)."""
    for i in range(CARDS):
        s.pool[i] = i if i < t.cards else NOTHING
        s.discard[i] = NOTHING
        s.table[i] = NOTHING
        s.place[i] = NOTHING
        s.card[i] = NOTHING
        s.seen[i] = 0
        s.born[i] = NOTHING
    s.pool_count = t.cards
    s.draw_top = NOTHING
    s.draw_bottom = NOTHING
    s.discard_count = 0
    s.table_count = 0
    s.free = 0
    s.shuffles = 0
    s.side = COLOUR  # PF-02
    s.step = STEP_DRAW
    s.seat = NOTHING
    s.turn = 0
    for seat in range(t.seats):
        s.hand_count[seat] = 0
        s.laid[seat] = 0
        s.group_count[seat] = 0
        for i in range(HELD):
            s.hand[seat][i] = NOTHING
        for group in range(GROUPS):
            clear_group(s, seat, group)


def clear_group(s: State, owner: int, group: int) -> None:
    s.kind[owner][group] = 0
    s.low[owner][group] = 0
    s.high[owner][group] = 0
    s.colour[owner][group] = NOTHING


def actor(s: State) -> int:
    return s.to_act


def next_player(s: State, t: Tables, seat: int) -> int:
    """Return the first seat clockwise that plays in this round: all do, or the tied ones (PF-50)."""
    following = seat
    while True:
        following = following + 1 if following + 1 < t.seats else 0
        if s.tied == 0 or s.replaying[following] > 0:
            return following


def start_deal(s: State, t: Tables) -> None:
    s.seat = next_player(s, t, s.dealer)  # PF-06
    await_dealt(s, t)


def next_to_be_dealt(s: State, t: Tables) -> int:
    """Return who gets the next card of the deal: one at a time, first left of the dealer; NOTHING after the last."""
    first = next_player(s, t, s.dealer)
    chosen = first
    seat = next_player(s, t, first)
    while seat != first:
        if s.hand_count[seat] < s.hand_count[chosen]:
            chosen = seat
        seat = next_player(s, t, seat)
    return chosen if s.hand_count[chosen] < HAND_SIZE else NOTHING


# --- what may be done


def legal(s: State, t: Tables, actions: list[int]) -> int:
    if s.step == STEP_DRAW:
        return legal_draws(s, actions)
    count = 0
    held = s.hand_count[s.seat]
    if s.laying == 0 and (s.can_lay == 0 or t.force_lay == 0):  # PF-11, PF-13
        for slot in range(held):
            actions[slot] = DISCARD + slot
        count = held
    if s.can_lay > 0 or s.laying > 0:
        count = legal_places(s, t, actions, count)
    if s.laid[s.seat] > 0 and held > t.require_final_discard:  # PF-12, PF-14
        count = legal_hits(s, t, actions, count)
    return count


def legal_draws(s: State, actions: list[int]) -> int:
    """Drawing needs a card in the draw pile or two in the discard pile (PF-10, PF-15)."""
    count = 0
    if s.draw_top != NOTHING or s.discard_count > 1:
        actions[0] = DRAW
        count = 1
    if s.discard_count > 0:
        actions[count] = TAKE
        count += 1
    return count


def legal_places(s: State, t: Tables, actions: list[int], count: int) -> int:
    """List the cards that may come next in a lay-down: those with which it can still be completed."""
    rows = rows_of(s, t, s.seat)
    sizes = t.groups[s.phase[s.seat]]
    begins = s.laying == 0 or s.missing == 0
    index = group_index(sizes, s.laying if begins else s.laying - 1)
    missing = sizes[index] if begins else s.missing
    later = rows[0] + rows[1] + rows[2] + rows[3]
    for slot in range(s.hand_count[s.seat]):
        face = face_of(s, t, s.hand[s.seat][slot])
        later -= t.unit[face]
        numbers = numbers_open_to(s, t, rows, slot, face, index, missing, begins)
        while numbers > 0:
            number = lowest_number(numbers)
            numbers -= 1 << BITS * number
            if may_place(s, t, rows, later, face, number, index, missing - 1, begins):
                actions[count] = PLACE + slot * NUMBERS + (0 if t.value[face] > 0 else number)
                count += 1
    return count


def numbers_open_to(
    s: State, t: Tables, rows: Rows, slot: int, face: int, index: int, missing: int, begins: bool
) -> int:
    """Return the numbers for which a card fits the group that is begun or comes next, in the form of a row.

    A run is laid in rising numbers and a set in the order of the hand, so that there is one way to lay it.
    """
    value = t.value[face]
    row = t.row[face]
    own = ONES if value == 0 else 1 << BITS * value  # PF-20, PF-22
    if begins:
        if index > 1:
            return own & set_numbers(rows[0] + rows[1] + rows[2] + rows[3], missing)
        if value > 0:
            return own & run_starts(rows[row], missing)
        return run_starts(rows[row] - 1, missing - 1) >> BITS & ONES
    group = s.group_count[s.seat] - 1
    if index > 1:
        return own & 1 << BITS * s.low[s.seat][group] if slot >= s.slots[s.placed - 1] else 0
    if s.side == COLOUR and row != s.colour[s.seat][group]:
        return 0
    return own & 1 << BITS * (s.high[s.seat][group] + 1)


def may_place(
    s: State, t: Tables, rows: Rows, later: int, face: int, number: int, index: int, missing: int, begins: bool
) -> bool:
    """Can the lay-down be completed after this card, which fits for this number, comes next? (PF-11, PF-26)

    `later` are the cards after it in the hand, in one row.
    """
    sizes = t.groups[s.phase[s.seat]]
    is_number = 1 if t.value[face] > 0 else 0
    group_has_number = is_number if begins else s.group_has_number | is_number
    has_number = s.has_number | is_number
    row = t.row[face]
    if index < 2:
        left = with_row(rows, row, rows[row] - t.unit[face])
        groups = (missing, sizes[1] if index == 0 else 0, sizes[2], sizes[3])
        return can_finish_run(left, groups, row, number, group_has_number, has_number, t.each_group)
    total = rows[0] + rows[1] + rows[2] + rows[3] - t.unit[face]
    next_size = sizes[3] if index == 2 else 0
    return can_finish_set(total, later, number, missing, next_size, group_has_number, has_number, t.each_group)


def group_index(sizes: list[int], number: int) -> int:
    """Return which of the four sizes of a phase belongs to its group of this number: runs come first."""
    runs = (1 if sizes[0] > 0 else 0) + (1 if sizes[1] > 0 else 0)
    return number if number < runs else 2 + number - runs


def legal_hits(s: State, t: Tables, actions: list[int], count: int) -> int:  # PF-12, PF-25
    wanted = 0
    for owner in range(t.seats):
        for group in range(s.group_count[owner]):
            wanted |= wanted_by(s, owner, group)
    for slot in range(s.hand_count[s.seat]):
        face = face_of(s, t, s.hand[s.seat][slot])
        value = t.value[face]
        if wanted >> value & 1:
            first = HIT + slot * (MOST_SEATS * GROUPS * 2)
            for owner in range(t.seats):
                for group in range(s.group_count[owner]):
                    if wanted_by(s, owner, group) >> value & 1 and colour_fits(s, t, face, owner, group):
                        count = legal_ends(s, owner, group, value, actions, count, first)
    return count


def number_at(s: State, owner: int, group: int, end: int) -> int:
    """Return the number that a card gets at an end of a group, NOTHING where it has no such end (PF-23, PF-25)."""
    if s.kind[owner][group] == SET:
        return s.low[owner][group] if end == LOW_END else NOTHING
    number = s.low[owner][group] - 1 if end == LOW_END else s.high[owner][group] + 1
    return number if 1 <= number <= HIGHEST else NOTHING


def wanted_by(s: State, owner: int, group: int) -> int:
    """Return the numbers that a group can take, as bits; bit 0 is for Stars (PF-20)."""
    wanted = 0
    for end in range(2):
        number = number_at(s, owner, group, end)
        if number != NOTHING:
            wanted |= 1 << number | 1
    return wanted


def can_be_hit(s: State, t: Tables, face: int) -> bool:
    """Does a card with this face fit any group on the table? (PF-12)"""
    for owner in range(t.seats):
        if fits_group_of(s, t, face, owner):
            return True
    return False


def fits_group_of(s: State, t: Tables, face: int, owner: int) -> bool:
    for group in range(s.group_count[owner]):
        if wanted_by(s, owner, group) >> t.value[face] & 1 and colour_fits(s, t, face, owner, group):
            return True
    return False


def colour_fits(s: State, t: Tables, face: int, owner: int, group: int) -> bool:  # PF-24
    colour = t.colour_of[face]
    fixed = s.colour[owner][group]
    return colour < 0 or fixed < 0 or colour == fixed


def legal_ends(s: State, owner: int, group: int, value: int, actions: list[int], count: int, first: int) -> int:
    """List the ends of a group that a card fits; a Star (value 0) has the choice (PF-20)."""
    for end in range(2):
        number = number_at(s, owner, group, end)
        if number != NOTHING and (value == 0 or value == number):
            actions[count] = first + (owner * GROUPS + group) * 2 + end
            count += 1
    return count


# --- cards


def face_of(s: State, t: Tables, thread: int) -> int:
    """Return the active face of a card in the hand of the seat to act; in a view perhaps the only one known."""
    card = s.card[thread]
    return t.face[s.side][card] if card >= 0 else FACE_ONLY - card


def known_face(s: State, t: Tables, thread: int, side: int) -> int:
    """Return a card's face on a side, NOTHING where this state, a view, does not know it."""
    card = s.card[thread]
    if card >= 0:
        return t.face[side][card]
    if card <= FACE_ONLY and (FACE_ONLY - card >= WILD_FACES) == (side == WILD):
        return FACE_ONLY - card
    return NOTHING


def rows_of(s: State, t: Tables, seat: int) -> Rows:
    """Return the hand of the seat to act as the solver wants it: the same as `rows_on`, and twice as fast."""
    hand = s.hand[seat]
    first = 0
    second = 0
    third = 0
    fourth = 0
    for slot in range(s.hand_count[seat]):
        unit = t.units[face_of(s, t, hand[slot])]
        first += unit[0]
        second += unit[1]
        third += unit[2]
        fourth += unit[3]
    return (first, second, third, fourth)


def with_card(rows: Rows, t: Tables, face: int, sign: int) -> Rows:
    """Return a hand with a card more, or with one less if the sign is -1."""
    unit = t.units[face]
    return (
        rows[0] + sign * unit[0],
        rows[1] + sign * unit[1],
        rows[2] + sign * unit[2],
        rows[3] + sign * unit[3],
    )


def knows_hand(s: State, t: Tables, seat: int, side: int) -> bool:
    """Does this state, a view, know the faces of a whole hand on a side?"""
    for slot in range(s.hand_count[seat]):
        if known_face(s, t, s.hand[seat][slot], side) == NOTHING:
            return False
    return True


def rows_on(s: State, t: Tables, seat: int, side: int) -> Rows:
    """Return a hand that is known on a side as the solver wants it."""
    rows = (0, 0, 0, 0)
    for slot in range(s.hand_count[seat]):
        rows = with_card(rows, t, known_face(s, t, s.hand[seat][slot], side), 1)
    return rows


def groups_of(t: Tables, phase: int) -> Groups:
    sizes = t.groups[phase]
    return (sizes[0], sizes[1], sizes[2], sizes[3])


def all_lay_downs(s: State, t: Tables, looks: list[int], out: list[list[int]]) -> int:
    """Write all lay-downs of the seat whose turn it is, as actions, and return how many; `looks` is for working."""
    if s.can_lay <= 0 or s.laying > 0:
        return 0
    held = s.hand_count[s.seat]
    for slot in range(held):
        looks[slot] = face_of(s, t, s.hand[s.seat][slot])
    return lay_downs(looks, held, t, groups_of(t, s.phase[s.seat]), PLACE, out)


def take_from_hand(s: State, seat: int, slot: int) -> int:
    hand = s.hand[seat]
    thread = hand[slot]
    left = s.hand_count[seat] - 1
    for i in range(slot, left):
        hand[i] = hand[i + 1]
    hand[left] = NOTHING
    s.hand_count[seat] = left
    return thread


def put_in_hand(s: State, t: Tables, seat: int, thread: int) -> None:
    s.hand[seat][s.hand_count[seat]] = thread
    s.hand_count[seat] += 1
    show_in_hand(s, t, seat, thread)


def put_on_table(s: State, thread: int, owner: int, group: int, number: int, end: int) -> None:
    """Put a card to the others of its group: under all of them or on top. A new group lies after all others."""
    key = owner * GROUPS + group
    at = s.table_count
    while at > 0 and s.place[at - 1] >> 5 != key:
        at -= 1
    if at == 0:
        at = s.table_count
    while end == LOW_END and at > 0 and s.place[at - 1] >> 5 == key:
        at -= 1
    for i in range(s.table_count, at, -1):
        s.table[i] = s.table[i - 1]
        s.place[i] = s.place[i - 1]
    s.table[at] = thread
    s.place[at] = key << 5 | s.side << 4 | number
    s.table_count += 1


# --- who sees what: everyone the inactive faces of other hands and of the next draw (PF-03, PF-05)


def show_active(s: State, t: Tables, thread: int) -> None:
    """Let everyone see the active face: of the discard pile's top card, of a card laid."""
    s.seen[thread] |= t.everyone << s.side


def show_inactive(s: State, t: Tables, thread: int) -> None:
    s.seen[thread] |= t.everyone << 1 - s.side


def show_in_hand(s: State, t: Tables, seat: int, thread: int) -> None:
    own = 1 << 2 * seat
    s.seen[thread] |= (t.everyone - own) << 1 - s.side | own << s.side | (t.own_backs * own) << 1 - s.side


# --- doing it


def apply(s: State, t: Tables, action: int) -> None:
    if goes_out(s, t, action):
        end_round(s, t)


def goes_out(s: State, t: Tables, action: int) -> bool:
    """Do what an action does but for the end of a round, and say whether it is the end (PF-14)."""
    if action < DEALER:
        decide_card(s, t, action - CARD)
        return False
    if action < DRAW:
        s.dealer = action - DEALER
        start_deal(s, t)
        return False
    if action == DRAW:
        draw_card(s, t)
        return False
    if action == TAKE:
        take_discard(s, t)
        return False
    if action < PLACE:
        return discard(s, t, action - DISCARD)
    if action < HIT:
        return place(s, t, (action - PLACE) // NUMBERS, (action - PLACE) % NUMBERS)
    return hit(s, t, (action - HIT) // (MOST_SEATS * GROUPS * 2), (action - HIT) % (MOST_SEATS * GROUPS * 2))


def draw_card(s: State, t: Tables) -> None:  # PF-10
    if s.draw_top == NOTHING:
        reshuffle(s)
        await_card(s, FOR_PLAYER)
        return
    put_in_hand(s, t, s.seat, s.draw_top)
    s.draw_top = NOTHING
    start_play(s, t)
    reveal(s, t)


def take_discard(s: State, t: Tables) -> None:  # PF-10
    s.discard_count -= 1
    put_in_hand(s, t, s.seat, s.discard[s.discard_count])
    s.discard[s.discard_count] = NOTHING
    if s.discard_count > 0:
        show_active(s, t, s.discard[s.discard_count - 1])
    start_play(s, t)


def start_play(s: State, t: Tables) -> None:
    s.step = STEP_PLAY
    s.can_lay = 1 if holds_phase(s, t) else 0


def holds_phase(s: State, t: Tables) -> bool:
    """Can the seat whose turn it is lay its phase now? (PF-11, PF-14)"""
    phase = s.phase[s.seat]
    if s.laid[s.seat] > 0 or s.laying > 0 or s.group_count[s.seat] + t.group_counts[phase] > GROUPS:
        return False  # the last only in a position set up with groups of a seat that has not laid
    groups = groups_of(t, phase)
    return leaves_enough(t, groups, s.hand_count[s.seat]) and can_lay(rows_of(s, t, s.seat), groups, t.each_group)


def leaves_enough(t: Tables, groups: Groups, held: int) -> bool:
    """Are enough of so many cards left once these groups are laid? (PF-14)"""
    return held - groups[0] - groups[1] - groups[2] - groups[3] >= t.require_final_discard


def place(s: State, t: Tables, slot: int, declared: int) -> bool:  # PF-11, PF-22
    seat = s.seat
    thread = take_from_hand(s, seat, slot)
    face = face_of(s, t, thread)
    number = declared if declared > 0 else t.value[face]
    sizes = t.groups[s.phase[seat]]
    if s.laying == 0 or s.missing == 0:
        index = group_index(sizes, s.laying)
        s.missing = sizes[index]
        s.laying += 1
        s.group_count[seat] += 1
        group = s.group_count[seat] - 1
        s.kind[seat][group] = RUN if index < 2 else SET
        s.low[seat][group] = number
        s.group_has_number = 0
    group = s.group_count[seat] - 1
    s.high[seat][group] = number
    if s.kind[seat][group] == RUN and s.side == COLOUR:
        s.colour[seat][group] = t.colour_of[face]  # PF-24
    if declared == 0:
        s.has_number = 1
        s.group_has_number = 1
    put_on_table(s, thread, seat, group, number, HIGH_END)
    s.slots[s.placed] = slot
    s.placed += 1
    s.missing -= 1
    s.can_lay = 0
    if s.missing == 0 and size_of(sizes, s.laying) == 0:
        for i in range(s.table_count - s.placed, s.table_count):
            show_active(s, t, s.table[i])
        s.laid[seat] = 1
        end_laying(s)
        return s.hand_count[seat] == 0  # PF-14
    return False


def size_of(sizes: list[int], number: int) -> int:
    """Return the size of a phase's group of this number, 0 if it has no such group."""
    index = group_index(sizes, number)
    return sizes[index] if index < 4 else 0


def end_laying(s: State) -> None:
    for i in range(s.placed):
        s.slots[i] = NOTHING
    s.placed = 0
    s.laying = 0
    s.missing = 0
    s.has_number = 0
    s.group_has_number = 0


def undo_laying(s: State) -> None:
    """Put the cards of an unfinished lay-down back into the hand, each where it was."""
    hand = s.hand[s.seat]
    for i in range(s.placed - 1, -1, -1):
        s.table_count -= 1
        for slot in range(s.hand_count[s.seat], s.slots[i], -1):
            hand[slot] = hand[slot - 1]
        hand[s.slots[i]] = s.table[s.table_count]
        s.hand_count[s.seat] += 1
        s.table[s.table_count] = NOTHING
        s.place[s.table_count] = NOTHING
    for i in range(s.laying):
        s.group_count[s.seat] -= 1
        clear_group(s, s.seat, s.group_count[s.seat])
    end_laying(s)


def hit(s: State, t: Tables, slot: int, where: int) -> bool:  # PF-12
    owner = where // (GROUPS * 2)
    group = where // 2 % GROUPS
    thread = take_from_hand(s, s.seat, slot)
    number = s.low[owner][group]
    end = HIGH_END
    if s.kind[owner][group] == RUN:  # PF-25
        end = where % 2
        if end == LOW_END:
            number -= 1
            s.low[owner][group] = number
        else:
            number = s.high[owner][group] + 1
            s.high[owner][group] = number
        if s.side == COLOUR:
            s.colour[owner][group] = t.colour_of[face_of(s, t, thread)]  # PF-24
    put_on_table(s, thread, owner, group, number, end)
    show_active(s, t, thread)
    return s.hand_count[s.seat] == 0  # PF-14


def turns_over(s: State, t: Tables, slot: int) -> bool:
    """Does discarding a card of the seat whose turn it is turn everything over? (PF-30, PF-33)"""
    if t.marked[face_of(s, t, s.hand[s.seat][slot])] == 0:
        return False
    return s.hand_count[s.seat] > 1 or t.flip_on_going_out > 0


def discard(s: State, t: Tables, slot: int) -> bool:  # PF-13
    flips = turns_over(s, t, slot)
    thread = take_from_hand(s, s.seat, slot)
    s.discard[s.discard_count] = thread
    s.discard_count += 1
    show_active(s, t, thread)
    s.can_lay = 0
    if flips:
        flip(s, t)
    if s.hand_count[s.seat] == 0:  # PF-14
        return True
    if s.turn >= LAST_TURN:  # PF-51
        s.result = TRUNCATED
        s.to_act = OVER
        return False
    s.turn += 1
    s.seat = next_player(s, t, s.seat)
    s.step = STEP_DRAW
    reveal(s, t)
    return False


def flip(s: State, t: Tables) -> None:  # PF-30; no mark that this brings up acts (PF-31)
    for i in range(s.discard_count // 2):
        other = s.discard_count - 1 - i
        thread = s.discard[i]
        s.discard[i] = s.discard[other]
        s.discard[other] = thread
    thread = s.draw_top
    s.draw_top = s.draw_bottom
    s.draw_bottom = thread
    s.side = 1 - s.side  # PF-32
    show_active(s, t, s.discard[s.discard_count - 1])
    if s.draw_top != NOTHING:
        show_inactive(s, t, s.draw_top)
    raise_bottom(s, t)
    for seat in range(t.seats):
        for i in range(s.hand_count[seat]):
            show_in_hand(s, t, seat, s.hand[seat][i])


# --- the draw pile


def raise_bottom(s: State, t: Tables) -> None:
    """With nothing above it, the card known at the bottom is the top card."""
    if s.draw_top == NOTHING and s.pool_count == 0 and s.draw_bottom != NOTHING:
        s.draw_top = s.draw_bottom
        s.draw_bottom = NOTHING
        show_inactive(s, t, s.draw_top)


def reveal(s: State, t: Tables) -> None:
    """Ask chance for the top of the draw pile if it is not known; otherwise the player acts (PF-03)."""
    raise_bottom(s, t)
    if s.draw_top == NOTHING and s.pool_count > 0:
        await_card(s, FOR_TOP)
    else:
        s.awaiting = AWAIT_NOTHING
        s.awaited_for = FOR_NOTHING
        s.to_act = s.seat


def await_card(s: State, purpose: int) -> None:
    s.awaiting = AWAIT_CARD
    s.awaited_for = purpose
    s.to_act = CHANCE


def await_dealt(s: State, t: Tables) -> None:
    s.receiver = next_to_be_dealt(s, t)
    await_card(s, FOR_DISCARD if s.receiver == NOTHING else FOR_HAND)


def reshuffle(s: State) -> None:
    """Shuffle all of the discard pile but its top card into a new draw pile: nobody can follow them (PF-15)."""
    last = s.discard_count - 1
    for i in range(last):
        thread = s.discard[i]
        put_in_pool(s, s.card[thread])
        s.card[thread] = NOTHING
        s.seen[thread] = 0
        s.born[thread] = NOTHING
        if thread < s.free:
            s.free = thread
    s.discard[0] = s.discard[last]
    for i in range(1, last + 1):
        s.discard[i] = NOTHING
    s.discard_count = 1
    s.shuffles = (s.shuffles + 1) % 128


def put_in_pool(s: State, card: int) -> None:
    i = s.pool_count
    while i > 0 and s.pool[i - 1] > card:
        s.pool[i] = s.pool[i - 1]
        i -= 1
    s.pool[i] = card
    s.pool_count += 1


# --- chance


def chance(s: State, t: Tables, actions: list[int], weights: list[int]) -> int:
    if s.awaiting == AWAIT_DEALER:  # PF-06
        for seat in range(t.seats):
            actions[seat] = DEALER + seat
            weights[seat] = 1
        return t.seats
    for i in range(s.pool_count):
        actions[i] = CARD + s.pool[i]
        weights[i] = 1
    return s.pool_count


def draw(s: State, t: Tables, stream: list[int], actions: list[int], weights: list[int]) -> int:
    """Draw without listing the outcomes first."""
    if s.awaiting == AWAIT_DEALER:
        return DEALER + below(stream, t.seats)
    return CARD + s.pool[below(stream, s.pool_count)]


def decide_card(s: State, t: Tables, card: int) -> None:
    purpose = s.awaited_for
    thread = begin_thread(s, card)
    if purpose == FOR_HAND:  # PF-01
        put_in_hand(s, t, s.receiver, thread)
        await_dealt(s, t)
        return
    show_inactive(s, t, thread)
    if purpose == FOR_DISCARD:  # PF-04
        s.discard[0] = thread
        s.discard_count = 1
        show_active(s, t, thread)
        s.turn = 1
    elif purpose == FOR_TOP:
        s.draw_top = thread
    else:  # PF-15
        put_in_hand(s, t, s.seat, thread)
        start_play(s, t)
    reveal(s, t)


def begin_thread(s: State, card: int) -> int:
    """Take a card out of the pool; from now on it can be followed."""
    low = 0
    high = s.pool_count - 1
    while low < high:
        middle = (low + high) // 2
        if s.pool[middle] < card:
            low = middle + 1
        else:
            high = middle
    s.pool_count -= 1
    close_gap(s.pool, low, s.pool_count)
    thread = s.free
    s.card[thread] = card
    s.born[thread] = s.shuffles
    find_free(s, thread + 1)
    return thread


def close_gap(row: list[int], gap: int, last: int) -> None:
    """Move everything after a gap one place down; four at a time, for most of a deal's time goes here."""
    i = gap
    while i + 4 <= last:
        row[i] = row[i + 1]
        row[i + 1] = row[i + 2]
        row[i + 2] = row[i + 3]
        row[i + 3] = row[i + 4]
        i += 4
    while i < last:
        row[i] = row[i + 1]
        i += 1
    row[last] = NOTHING


def find_free(s: State, thread: int) -> None:
    while thread < CARDS and s.born[thread] != NOTHING:
        thread += 1
    s.free = thread


# --- the end of a round and of the game


def end_round(s: State, t: Tables) -> None:
    """The seat whose turn it is has gone out (PF-14)."""
    if s.tied > 0:  # PF-50: scores no longer matter
        s.winner[s.seat] = 1
        finish(s, WON_BY_REPLAY)
        return
    for seat in range(t.seats):
        s.score[seat] += t.winner_score if seat == s.seat else hand_points(s, t, seat, s.side)  # PF-42
    if t.fixed_rounds > 0:
        end_fixed_round(s, t)
        return
    finishers = 0
    for seat in range(t.seats):
        s.phase[seat] = phase_after(s, t, seat)
        if s.phase[seat] > t.last_phase:
            s.winner[seat] = 1
            finishers += 1
    if finishers > 1:
        finishers = keep_lowest(s, t)
        if finishers > 1:
            replay_last_phase(s, t)
        else:
            finish(s, WON_BY_SCORE)
    elif finishers == 1:  # PF-50
        finish(s, WON_BY_PHASES)
    else:
        next_round(s, t)


def phase_after(s: State, t: Tables, seat: int) -> int:
    """Return a seat's phase after the round that has ended: beyond the last where it is done (PF-40, PF-60)."""
    return s.round + 1 if t.fixed_rounds > 0 else s.phase[seat] + s.laid[seat]


def lay_open(s: State, t: Tables) -> None:
    """Let everybody see all hands, on the side on which they are counted (PF-44)."""
    for seat in range(t.seats):
        for i in range(s.hand_count[seat]):
            show_active(s, t, s.hand[seat][i])
    s.awaiting = COUNTED
    s.to_act = CHANCE


def hand_points(s: State, t: Tables, seat: int, side: int) -> int:  # PF-41
    points = 0
    for i in range(s.hand_count[seat]):
        points += t.points[t.face[side][s.card[s.hand[seat][i]]]]
    return points


def end_fixed_round(s: State, t: Tables) -> None:  # PF-60
    if s.round < t.last_phase:
        next_round(s, t)
        for seat in range(t.seats):
            s.phase[seat] = s.round
        return
    for seat in range(t.seats):
        s.winner[seat] = 1
    keep_lowest(s, t)
    finish(s, WON_BY_ROUNDS)


def keep_lowest(s: State, t: Tables) -> int:
    """Keep as winners those with the lowest total of them, and return how many they are (PF-50, PF-60)."""
    lowest = -1
    for seat in range(t.seats):
        if s.winner[seat] > 0 and (lowest < 0 or s.score[seat] < lowest):
            lowest = s.score[seat]
    count = 0
    for seat in range(t.seats):
        if s.score[seat] > lowest:
            s.winner[seat] = 0
        count += s.winner[seat]
    return count


def replay_last_phase(s: State, t: Tables) -> None:  # PF-50
    for seat in range(t.seats):
        if s.winner[seat] > 0:
            s.replaying[seat] = 1
            s.tied += 1
            s.phase[seat] = t.last_phase
        s.winner[seat] = 0
    next_round(s, t)


def next_round(s: State, t: Tables) -> None:  # PF-43
    s.round += 1
    s.dealer = (s.dealer + 1) % t.seats
    gather_cards(s, t)
    start_deal(s, t)


def finish(s: State, result: int) -> None:
    s.result = result
    s.to_act = OVER


def returns(s: State, t: Tables, out: list[float]) -> None:
    """A winner gets 1 from the others, who share the loss; winners who share win less; truncated is 0 for all."""
    winners = 0
    for seat in range(t.seats):
        winners += s.winner[seat]
    for seat in range(t.seats):
        if winners == 0:
            out[seat] = 0.0
        elif s.winner[seat] > 0:
            out[seat] = (t.seats - winners) / (winners * (t.seats - 1))
        else:
            out[seat] = -1.0 / (t.seats - 1)


# --- information


def redact(s: State, t: Tables, seat: int, out: State) -> None:
    """Hide which card a thread is, as far as the seat has not seen its faces, and what is left in the pool."""
    assign(out, s)
    out.viewer = seat
    if seat != s.seat:
        if s.laying > 0:
            undo_laying(out)  # a phase is laid all at once (PF-11): until it is complete nobody else sees any of it
        out.can_lay = UNKNOWN
    for i in range(s.pool_count):
        out.pool[i] = UNKNOWN
    if seat == UNKNOWN:
        hide_from_spectators(s, t, out)
    else:
        hide_from_seat(s, t, seat, out)


def hide_from_seat(s: State, t: Tables, seat: int, out: State) -> None:
    """Leave of each card what the seat has seen: written out, since environments do it at every step."""
    left, thread = t.cards - s.pool_count, 0  # so many cards are threads
    while left > 0:
        if s.born[thread] != NOTHING:
            left -= 1
            out.card[thread] = t.known_as[4 * s.card[thread] + (s.seen[thread] >> 2 * seat & 3)]
        thread += 1


def hide_from_spectators(s: State, t: Tables, out: State) -> None:
    """Leave of each card what all seats have seen, and of those in a hand nothing until they are counted."""
    for thread in range(CARDS):
        if s.born[thread] != NOTHING:
            out.card[thread] = t.known_as[4 * s.card[thread] + faces_seen(s, t, UNKNOWN, thread)]
    if s.awaiting != COUNTED:  # a spectator must not be able to tell what is in a hand
        for holder in range(t.seats):
            for i in range(out.hand_count[holder]):
                out.card[out.hand[holder][i]] = UNKNOWN


def has_seen(s: State, seat: int, thread: int, side: int) -> bool:
    """Has a seat seen the face of a card on a side?"""
    return s.seen[thread] >> 2 * seat + side & 1 > 0


def has_seen_hand(s: State, seat: int, holder: int, side: int) -> bool:
    """Has a seat seen the faces of a whole hand on a side?"""
    for slot in range(s.hand_count[holder]):
        if not has_seen(s, seat, s.hand[holder][slot], side):
            return False
    return True


def faces_seen(s: State, t: Tables, seat: int, thread: int) -> int:
    """Return the faces a seat has seen, as bits; a spectator knows what every seat knows."""
    seen = s.seen[thread]
    if seat != UNKNOWN:
        return seen >> 2 * seat & 3
    faces = 1 if seen & t.everyone == t.everyone else 0
    return faces | (2 if seen >> 1 & t.everyone == t.everyone else 0)
