"""The rules of a tiny game with hidden cards, for tests: each seat is dealt one card, looks, and shows or keeps it.

Actions: 0 show, 1 keep, 2 swap with the stock (a chance that only the own seat sees); 10 + card: chance deals a card.
After everybody has shown or kept, the highest shown card wins; nobody shown, nobody wins.
"""

from __future__ import annotations

from typing import Annotated

from verso.core.contracts.rules import assign
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER, SEATS, UNKNOWN, Byte, Record, Row, Seat

CARDS = 12
SHOW, KEEP, SWAP, DEAL = 0, 1, 2, 10
ACTIONS = DEAL + CARDS
MAX_PLIES = 64
NONE = -2  # no card yet; UNKNOWN is a card one cannot see


class State(Record):
    to_act: Seat
    dealing: Seat
    turn: Seat
    hand: Annotated[Row, "i1", SEATS]
    shown: Annotated[Row, "i1", SEATS]
    decided: Annotated[Row, "i1", SEATS]
    swapped: Annotated[Row, "i1", SEATS]
    stock: Annotated[Row, "i1", CARDS]
    left: Byte


class Tables(Record):
    seats: Byte


def setup(s: State, t: Tables) -> None:
    s.to_act, s.dealing, s.turn, s.left = CHANCE, 0, 0, CARDS
    for seat in range(t.seats):
        s.hand[seat] = NONE
    for card in range(CARDS):
        s.stock[card] = 1


def actor(s: State) -> int:
    return s.to_act


def legal(s: State, t: Tables, actions: list[int]) -> int:
    actions[0], actions[1] = SHOW, KEEP
    if s.swapped[s.to_act]:
        return 2
    actions[2] = SWAP
    return 3


def chance(s: State, t: Tables, actions: list[int], weights: list[int]) -> int:
    count = 0
    for card in range(CARDS):
        if s.stock[card]:
            actions[count], weights[count] = DEAL + card, 1
            count += 1
    return count


def apply(s: State, t: Tables, action: int) -> None:
    if action >= DEAL:
        seat = s.dealing
        s.hand[seat] = action - DEAL
        s.stock[action - DEAL] = 0
        s.left -= 1
        if s.turn == seat and s.swapped[seat]:
            s.to_act = seat
        else:
            s.dealing += 1
            s.to_act = CHANCE if s.dealing < t.seats else 0
        return
    seat = s.to_act
    if action == SWAP:
        s.swapped[seat] = 1
        s.dealing = seat
        s.to_act = CHANCE
        return
    s.shown[seat] = 1 if action == SHOW else 0
    s.decided[seat] = 1
    s.turn += 1
    s.to_act = s.turn if s.turn < t.seats else OVER


def redact(s: State, t: Tables, seat: int, out: State) -> None:
    assign(out, s)
    for other in range(t.seats):
        if other != seat and not s.shown[other] and s.hand[other] != NONE:
            out.hand[other] = UNKNOWN
    for card in range(CARDS):
        out.stock[card] = UNKNOWN


def complete(view: State, t: Tables, seat: int, stream: list[int], out: State) -> None:
    assign(out, view)
    gone = [0] * CARDS
    for other in range(t.seats):
        if view.hand[other] >= 0:
            gone[view.hand[other]] = 1
    for other in range(t.seats):
        if view.hand[other] == UNKNOWN:
            card = below(stream, CARDS)
            while gone[card]:
                card = below(stream, CARDS)
            gone[card] = 1
            out.hand[other] = card
    for card in range(CARDS):
        out.stock[card] = 1 - gone[card]


def returns(s: State, t: Tables, out: list[float]) -> None:
    for seat in range(t.seats):
        out[seat] = 0.0
