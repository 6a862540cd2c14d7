"""The rules of Lantern Street.

There are 36 lanterns, one for each pair of a day number and a night number from 1 to 6. Everybody holds three. By day
you see the day numbers of your lanterns and others the night numbers, by night the other way round. On your turn you
hang a lantern, for all to see from both sides, and draw another one; or you turn the whole street, hands included,
which you may do once. When all have hung four, the most light wins: the sum of the numbers that shine then.

Actions: 0 to 2 hang the lantern in that slot, 3 turns the street, 4 + lantern: chance deals a lantern.
"""

from __future__ import annotations

from typing import Annotated

from verso.core.contracts.rules import assign
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER, SEATS, UNKNOWN, Byte, Grid, Most, Record, Row, Seat

NUMBERS, HAND, HUNG = 6, 3, 4
CARDS = NUMBERS * NUMBERS
HANG, TURN, DEAL = 0, HAND, HAND + 1
ACTIONS = DEAL + CARDS
MAX_PLIES = 4 * (HAND + 2 * HUNG + 1)
DAY, NIGHT = 0, 1
EMPTY = 0  # of a slot: numbers begin with 1


class State(Record):
    to_act: Seat
    turn: Seat  # of whom it is, also while chance deals
    side: Annotated[int, "i1", Most(NIGHT)]
    day: Annotated[Grid, "i1", SEATS, HAND, Most(NUMBERS)]
    night: Annotated[Grid, "i1", SEATS, HAND, Most(NUMBERS)]
    known: Annotated[Grid, "i1", SEATS, HAND, Most(1)]  # to all from both sides: turned since it was dealt
    hung_day: Annotated[Grid, "i1", SEATS, HUNG, Most(NUMBERS)]
    hung_night: Annotated[Grid, "i1", SEATS, HUNG, Most(NUMBERS)]
    hung: Annotated[Row, "i1", SEATS, Most(HUNG)]
    turned: Annotated[Row, "i1", SEATS, Most(1)]
    pile: Annotated[Row, "i1", CARDS, Most(1)]


class Tables(Record):
    seats: Byte


def setup(s: State, t: Tables) -> None:
    s.to_act, s.turn, s.side = CHANCE, 0, DAY
    for card in range(CARDS):
        s.pile[card] = 1


def actor(s: State) -> int:
    return s.to_act


def card_of(day: int, night: int) -> int:
    return (day - 1) * NUMBERS + night - 1


def legal(s: State, t: Tables, actions: list[int]) -> int:
    for slot in range(HAND):
        actions[slot] = HANG + slot
    if s.turned[s.to_act]:
        return HAND
    actions[HAND] = TURN
    return HAND + 1


def chance(s: State, t: Tables, actions: list[int], weights: list[int]) -> int:
    count = 0
    for card in range(CARDS):
        if s.pile[card]:
            actions[count], weights[count] = DEAL + card, 1
            count += 1
    return count


def apply(s: State, t: Tables, action: int) -> None:
    if action >= DEAL:
        deal(s, t, action - DEAL)
    elif action == TURN:
        s.turned[s.to_act] = 1
        s.side = NIGHT if s.side == DAY else DAY
        for seat in range(t.seats):
            for slot in range(HAND):
                s.known[seat][slot] = 1
        s.turn = s.to_act = next_seat(s, t)
    else:
        hang(s, t, action - HANG)


def next_empty(s: State, t: Tables) -> int:
    """Return the first slot without a lantern, counted through all hands, or UNKNOWN."""
    for place in range(t.seats * HAND):
        if s.day[place // HAND][place % HAND] == EMPTY:
            return place
    return UNKNOWN


def deal(s: State, t: Tables, card: int) -> None:
    place = next_empty(s, t)
    seat, slot = place // HAND, place % HAND
    s.pile[card] = 0
    s.day[seat][slot], s.night[seat][slot] = card // NUMBERS + 1, card % NUMBERS + 1
    if next_empty(s, t) == UNKNOWN:
        s.to_act = s.turn


def hang(s: State, t: Tables, slot: int) -> None:
    seat = s.to_act
    place = s.hung[seat]
    s.hung_day[seat][place], s.hung_night[seat][place] = s.day[seat][slot], s.night[seat][slot]
    s.day[seat][slot], s.night[seat][slot], s.known[seat][slot] = EMPTY, EMPTY, 0
    s.hung[seat] += 1
    s.turn = next_seat(s, t)
    s.to_act = OVER if s.turn == OVER else CHANCE


def next_seat(s: State, t: Tables) -> int:
    """Return who comes next among those who still have lanterns to hang."""
    for step in range(1, t.seats + 1):
        seat = (s.turn + step) % t.seats
        if s.hung[seat] < HUNG:
            return seat
    return OVER


def light(s: State, seat: int) -> int:
    total = 0
    for place in range(HUNG):
        total += s.hung_day[seat][place] if s.side == DAY else s.hung_night[seat][place]
    return total


def redact(s: State, t: Tables, seat: int, out: State) -> None:
    assign(out, s)
    for owner in range(t.seats):
        for slot in range(HAND):
            if s.day[owner][slot] != EMPTY and not s.known[owner][slot]:  # a watcher sees no side of it
                if seat == UNKNOWN or (owner == seat) == (s.side == NIGHT):
                    out.day[owner][slot] = UNKNOWN
                if seat == UNKNOWN or (owner == seat) == (s.side == DAY):
                    out.night[owner][slot] = UNKNOWN
    for card in range(CARDS):
        out.pile[card] = UNKNOWN


def complete(view: State, t: Tables, seat: int, stream: list[int], out: State) -> None:
    """Guess unknown numbers until no lantern is there twice: so all that can be are equally likely."""
    while not guess(view, t, stream, out):
        pass


def guess(view: State, t: Tables, stream: list[int], out: State) -> bool:
    assign(out, view)
    for card in range(CARDS):
        out.pile[card] = 1
    for seat in range(t.seats):
        for place in range(view.hung[seat]):
            out.pile[card_of(view.hung_day[seat][place], view.hung_night[seat][place])] = 0
        for slot in range(HAND):
            if view.day[seat][slot] == EMPTY:
                continue
            if view.day[seat][slot] == UNKNOWN:
                out.day[seat][slot] = 1 + below(stream, NUMBERS)
            if view.night[seat][slot] == UNKNOWN:
                out.night[seat][slot] = 1 + below(stream, NUMBERS)
            card = card_of(out.day[seat][slot], out.night[seat][slot])
            if out.pile[card] == 0:
                return False
            out.pile[card] = 0
    return True


def returns(s: State, t: Tables, out: list[float]) -> None:
    most, winners = 0, 0
    for seat in range(t.seats):
        most = max(most, light(s, seat))
    for seat in range(t.seats):
        winners += 1 if light(s, seat) == most else 0
    for seat in range(t.seats):
        share = 1.0 / winners if light(s, seat) == most else 0.0
        out[seat] = (share * t.seats - 1.0) / (t.seats - 1)
