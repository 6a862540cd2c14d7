"""The rules of Flip City, once. The ids FC-nn are the rulings in docs/rules/flip-city.md.

Plain Python over a flat record of integers; `core/kernel.py` runs it as it stands or compiled. Cards are two faces:
kind k has its front at face 2k and its back at face 2k + 1. A deck is known cards on top and at the bottom, and the
counts of an unknown rest: which card comes next is decided when it is first seen (chance is an action).
"""

from __future__ import annotations

from typing import Annotated

from verso.core.contracts.rules import assign
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER, SEATS, Byte, Grid, Int, Record, Row, Seat, Short

KINDS = 10  # kinds of card a ruleset may have
FACES = 2 * KINDS
CARDS = 100  # cards in one game
KNOWN_TOP = 12  # cards of one deck known from the top; ruleset.py refuses cards that could need more
KNOWN_BOTTOM = 4
MOST_SEATS = 4
NOTHING = -1  # an empty place for a card
NEVER = 2_000_000_000  # a price that nobody can pay

# What an action number means: the first of each block, and the face, kind or seat added to it.
PLAY = 0
STOP = 1
SHUFFLE = 2
DONE = 3
RECYCLE = 4  # + face
BUY = RECYCLE + FACES  # + kind
FLIP = BUY + KINDS  # + face
FLIP_TO = FLIP + FACES  # + face * MOST_SEATS + seat
DEVELOP = FLIP_TO + FACES * MOST_SEATS  # + kind
REMOVE = DEVELOP + KINDS  # + kind
START = REMOVE + KINDS  # + seat; from here on the actions of chance
TOP = START + MOST_SEATS  # + face
BOTTOM = TOP + FACES  # + face
ACTIONS = BOTTOM + FACES
MAX_PLIES = 200_000  # far above 400 turns of every card played, recycled, flipped and shuffled

PHASE_PLAY = 0
PHASE_REMOVE = 1
PHASE_BUILD = 2

AWAIT_NOTHING = 0
AWAIT_START = 1
AWAIT_TOP = 2
AWAIT_BOTTOM = 3

RUNNING = 0
WON_BY_POINTS = 1
WON_BY_CARDS = 2
SUPPLY_EMPTY = 3
TRUNCATED = 4


class State(Record):
    """One game of Flip City, flat."""

    to_act: Seat  # a seat, CHANCE or OVER
    seat: Seat  # whose turn it is
    phase: Byte
    awaiting: Byte  # what chance decides next
    revealing: Seat  # whose deck chance decides about, or NOTHING
    bottom_pending: Byte  # a Factory's effect that waits for the top card to be revealed
    result: Byte
    turn: Short
    cash: Int
    points: Short
    unhappy: Short
    limit: Short
    must_play: Byte
    actions: Byte
    extra_buys: Short
    extra_flips: Short
    played_count: Byte
    played: Annotated[Row, "i1", CARDS]
    supply: Annotated[Row, "i1", KINDS]
    deck: Annotated[Grid, "i1", SEATS, FACES]  # the unknown rest, counted by face
    rest: Annotated[Row, "i1", SEATS]  # how many that are
    top: Annotated[Grid, "i1", SEATS, KNOWN_TOP]
    top_count: Annotated[Row, "i1", SEATS]
    bottom: Annotated[Grid, "i1", SEATS, KNOWN_BOTTOM]
    bottom_count: Annotated[Row, "i1", SEATS]
    discard: Annotated[Grid, "i1", SEATS, FACES]


class Tables(Record):
    """Cards, ruleset and options as numbers. A price of NOTHING: cannot be bought or flipped at all."""

    seats: Byte
    kinds: Byte
    solo: Byte
    limit: Short
    points_to_win: Short
    last_turn: Short
    flip_discount: Byte
    start_deck: Annotated[Row, "i1", FACES]
    start_count: Byte
    start_supply: Annotated[Row, "i1", KINDS]
    cost: Annotated[Row, "i1", KINDS]
    least_cost: Int  # below this nothing can be bought, so nothing need be looked at
    least_develop_price: Int
    develop_price: Annotated[Row, "i4", KINDS]  # cost and fee together; NEVER where one is missing
    fee: Annotated[Row, "i1", FACES]
    cash: Annotated[Row, "i1", FACES]
    points: Annotated[Row, "i1", FACES]
    unhappy: Annotated[Row, "i1", FACES]
    must_be_played: Annotated[Row, "i1", FACES]
    play_next: Annotated[Row, "i1", FACES]
    cash_per_unhappy: Annotated[Row, "i1", FACES]
    raise_limit: Annotated[Row, "i1", FACES]
    discard_bottom: Annotated[Row, "i1", FACES]
    extra_buys: Annotated[Row, "i1", FACES]
    extra_flips: Annotated[Row, "i1", FACES]
    give_away: Annotated[Row, "i1", FACES]
    win_with_cards: Annotated[Row, "i1", FACES]
    recycle_cash: Annotated[Row, "i1", FACES]
    recycle_points: Annotated[Row, "i1", FACES]
    recycle_unhappy: Annotated[Row, "i1", FACES]
    recycle_limit: Annotated[Row, "i1", FACES]
    recycle_to_top: Annotated[Row, "i1", FACES]
    recyclable: Annotated[Row, "i1", FACES]  # the faces that can be recycled, recyclable_count of them
    recyclable_count: Byte
    flippable: Annotated[
        Row, "i1", FACES
    ]  # the faces that have a flip fee and stay with their owner, or leave the game
    flippable_count: Byte
    givable: Annotated[Row, "i1", FACES]  # the faces that have a flip fee and go to an opponent
    givable_count: Byte


# --- questions that players, words and documents ask as well


def other_side(face: int) -> int:
    return face ^ 1


def room(s: State) -> int:
    """How much more unhappiness the limit allows."""
    return s.limit - s.unhappy


def over_limit(s: State) -> bool:  # FC-17, FC-19
    return s.unhappy > s.limit


def unhappy_after_playing(s: State, t: Tables, face: int) -> int:  # FC-10
    return s.unhappy + t.unhappy[face]


def playing_busts(s: State, t: Tables, face: int) -> bool:
    """Say whether a card goes over the limit when it is played now (FC-17)."""
    return unhappy_after_playing(s, t, face) > s.limit


def unhappy_after_recycling(s: State, t: Tables, face: int) -> int:  # FC-19
    return s.unhappy + t.recycle_unhappy[face]


def limit_after_recycling(s: State, t: Tables, face: int) -> int:  # FC-17
    return s.limit + t.recycle_limit[face]


def recycling_busts(s: State, t: Tables, face: int) -> bool:
    """Say whether recycling a face goes over the limit now (FC-19)."""
    return unhappy_after_recycling(s, t, face) > limit_after_recycling(s, t, face)


def may_stop(s: State, t: Tables) -> bool:
    """Say whether the seat that plays cards may stop now."""
    if s.top_count[s.seat] == 0:
        return True  # FC-15, FC-16
    # FC-12, FC-13, FC-14
    return s.played_count > 0 and s.must_play == 0 and t.must_be_played[s.top[s.seat][0]] == 0


def may_shuffle(s: State) -> bool:  # FC-15
    return s.top_count[s.seat] == 0 and has_discard(s, s.seat)


def has_discard(s: State, seat: int) -> bool:
    for count in s.discard[seat]:
        if count > 0:
            return True
    return False


def deck_size(s: State, seat: int) -> int:
    return s.top_count[seat] + s.rest[seat] + s.bottom_count[seat]


def held(s: State, seat: int, face: int) -> int:
    """How many cards with this face up a seat has in all its zones."""
    count = s.deck[seat][face] + s.discard[seat][face]
    for i in range(s.top_count[seat]):
        count += s.top[seat][i] == face
    for i in range(s.bottom_count[seat]):
        count += s.bottom[seat][i] == face
    if seat == s.seat:
        for i in range(s.played_count):
            count += s.played[i] == face
    return count


def buys_left(s: State) -> int:  # FC-30, FC-34
    return s.actions + s.extra_buys


def flips_left(s: State) -> int:  # FC-30, FC-35
    return s.actions + s.extra_flips


def flip_price(s: State, t: Tables, face: int) -> int:
    """What the next Flip of this face costs: a Station's Flip comes first, and cheaper (FC-35)."""
    if s.extra_flips > 0:
        return max(0, t.fee[face] - t.flip_discount)
    return t.fee[face]


def is_given(t: Tables, face: int) -> bool:
    """Say whether a face goes to an opponent when it is flipped (FC-37)."""
    return t.give_away[face] > 0 and t.seats > 1


def leaves_game(t: Tables, face: int) -> bool:
    """Say whether a face is removed from the game when it is flipped (FC-64)."""
    return t.give_away[face] > 0 and t.seats == 1


def may_receive(s: State, seat: int) -> bool:  # FC-37
    return seat != s.seat


def points_missing(s: State, t: Tables) -> int:
    """How many points this turn lacks to win."""
    return max(0, t.points_to_win - s.points)


def enough_points(s: State, t: Tables) -> bool:  # FC-50
    return s.points >= t.points_to_win


def cards_to_win(t: Tables) -> int:
    """Return how many cards played win, with the right one among them; 0 where no card says so (FC-50)."""
    least = 0
    for cards in t.win_with_cards:
        if cards > 0 and (least == 0 or cards < least):
            least = cards
    return least


def enough_cards_played(s: State, t: Tables) -> bool:  # FC-50
    for i in range(s.played_count):
        cards = t.win_with_cards[s.played[i]]
        if 0 < cards <= s.played_count:
            return True
    return False


def has_won(s: State, t: Tables) -> bool:
    """Say whether the turn wins if its Building phase ends now (FC-50)."""
    return enough_points(s, t) or enough_cards_played(s, t)


def was_won(s: State) -> bool:
    """Say whether the game is over and the seat whose turn it was has won."""
    return s.result == WON_BY_POINTS or s.result == WON_BY_CARDS


def supply_left(s: State) -> int:
    left = 0
    for count in s.supply:
        left += count
    return left


def lost_after_taking(s: State, t: Tables, cards: int) -> bool:
    """Say whether a game alone is lost once so many more cards are taken from the supply (FC-63)."""
    return t.solo > 0 and supply_left(s) == cards


def turn_ended(s: State, turn: int) -> bool:
    """Say whether a turn is over, for whatever reason."""
    return s.turn != turn or s.result != RUNNING


# --- set-up


def setup(s: State, t: Tables) -> None:
    for i in range(CARDS):
        s.played[i] = NOTHING
    for kind in range(KINDS):
        s.supply[kind] = t.start_supply[kind]  # FC-02, FC-60
    for seat in range(t.seats):  # FC-01
        for face in range(FACES):
            s.deck[seat][face] = t.start_deck[face]
        s.rest[seat] = t.start_count
        for i in range(KNOWN_TOP):
            s.top[seat][i] = NOTHING
        for i in range(KNOWN_BOTTOM):
            s.bottom[seat][i] = NOTHING
    begin_turn(s, t, 0)
    s.revealing = NOTHING
    if t.seats > 1:  # FC-03
        s.awaiting = AWAIT_START
        s.to_act = CHANCE
    else:
        reveal(s, t)


def begin_turn(s: State, t: Tables, seat: int) -> None:
    s.seat = seat
    s.turn += 1
    s.phase = PHASE_PLAY
    s.cash = 0  # FC-39
    s.points = 0
    s.unhappy = 0
    s.limit = t.limit  # FC-17
    s.must_play = 0
    s.actions = 1
    s.extra_buys = 0
    s.extra_flips = 0
    s.to_act = seat


def actor(s: State) -> int:
    return s.to_act


# --- what may be done


def legal(s: State, t: Tables, actions: list[int]) -> int:
    if s.phase == PHASE_BUILD:
        return legal_in_build(s, t, actions)
    if s.phase == PHASE_REMOVE:
        return legal_in_remove(s, t, actions)
    return legal_in_play(s, t, actions)


def legal_in_play(s: State, t: Tables, actions: list[int]) -> int:
    seat = s.seat
    count = 0
    if s.top_count[seat] > 0:
        actions[0] = PLAY
        count = 1
        if may_stop(s, t):
            actions[1] = STOP
            count = 2
    else:  # FC-15, FC-16
        actions[0] = STOP
        count = 1
        if has_discard(s, seat):
            actions[1] = SHUFFLE
            count = 2
    discard = s.discard[seat]
    for i in range(t.recyclable_count):  # FC-18
        face = t.recyclable[i]
        actions[count] = RECYCLE + face  # written first, then counted if it holds: no branch to mispredict
        if discard[face] > 0:
            count += 1
    return count


def legal_in_remove(s: State, t: Tables, actions: list[int]) -> int:
    count = 0
    for kind in range(t.kinds):  # FC-61
        if s.supply[kind] > 0:
            actions[count] = REMOVE + kind
            count += 1
    return count


def legal_in_build(s: State, t: Tables, actions: list[int]) -> int:
    actions[0] = DONE  # FC-30
    count = 1
    cash = s.cash
    if buys_left(s) > 0 and cash >= t.least_cost:
        for kind in range(t.kinds):  # FC-31, FC-38
            actions[count] = BUY + kind
            if (s.supply[kind] > 0) & (t.cost[kind] <= cash):
                count += 1
    if flips_left(s) > 0:
        count = legal_flips(s, t, actions, count)
    if s.actions > 0 and cash >= t.least_develop_price:
        for kind in range(t.kinds):  # FC-33
            actions[count] = DEVELOP + kind
            if (s.supply[kind] > 0) & (t.develop_price[kind] <= cash):
                count += 1
    return count


def legal_flips(s: State, t: Tables, actions: list[int], count: int) -> int:
    discard = s.discard[s.seat]
    for i in range(t.flippable_count):  # FC-32
        face = t.flippable[i]
        actions[count] = FLIP + face
        if (discard[face] > 0) & (flip_price(s, t, face) <= s.cash):
            count += 1
    for i in range(t.givable_count):  # FC-37
        face = t.givable[i]
        if discard[face] > 0 and flip_price(s, t, face) <= s.cash:
            for receiver in range(t.seats):
                actions[count] = FLIP_TO + face * MOST_SEATS + receiver
                if may_receive(s, receiver):
                    count += 1
    return count


# --- doing it


def apply(s: State, t: Tables, action: int) -> None:
    if action < RECYCLE:
        apply_plain(s, t, action)
    elif action < BUY:
        recycle(s, t, action - RECYCLE)
    elif action < FLIP:
        buy(s, t, action - BUY)
    elif action < FLIP_TO:
        flip(s, t, action - FLIP, NOTHING)
    elif action < DEVELOP:
        flip(s, t, (action - FLIP_TO) // MOST_SEATS, (action - FLIP_TO) % MOST_SEATS)
    elif action < REMOVE:
        develop(s, t, action - DEVELOP)
    elif action < START:
        remove(s, t, action - REMOVE)
    elif action < TOP:
        s.seat = action - START
        reveal(s, t)
    elif action < BOTTOM:
        see_top(s, t, action - TOP)
    else:
        see_bottom(s, t, action - BOTTOM)


def apply_plain(s: State, t: Tables, action: int) -> None:
    if action == PLAY:
        play(s, t)
    elif action == STOP:
        s.must_play = 0
        s.phase = PHASE_BUILD
    elif action == SHUFFLE:
        if t.solo > 0:
            s.phase = PHASE_REMOVE  # FC-61
        else:
            shuffle(s, t)
    else:
        done(s, t)


def play(s: State, t: Tables) -> None:  # FC-10
    face = take_top(s, s.seat)
    s.played[s.played_count] = face
    s.played_count += 1
    s.must_play = 0
    s.cash += t.cash[face]
    s.points += t.points[face]
    s.unhappy = unhappy_after_playing(s, t, face)
    if over_limit(s):
        bust(s, t)
        return
    s.cash += t.cash_per_unhappy[face] * s.unhappy  # FC-21
    s.limit += t.raise_limit[face]
    s.must_play = t.play_next[face]  # FC-14
    s.extra_buys += t.extra_buys[face]
    s.extra_flips += t.extra_flips[face]
    s.bottom_pending = t.discard_bottom[face]
    reveal(s, t)


def recycle(s: State, t: Tables, face: int) -> None:  # FC-18
    seat = s.seat
    turned = other_side(face)
    s.discard[seat][face] -= 1
    if t.recycle_to_top[face] > 0:
        put_on_top(s, seat, turned)  # FC-20
    else:
        s.discard[seat][turned] += 1
    s.cash += t.recycle_cash[face]
    s.points += t.recycle_points[face]
    s.limit = limit_after_recycling(s, t, face)
    s.unhappy = unhappy_after_recycling(s, t, face)
    if over_limit(s):
        bust(s, t)


def bust(s: State, t: Tables) -> None:  # FC-17, FC-51
    s.must_play = 0
    end_turn(s, t)


def shuffle(s: State, t: Tables) -> None:  # FC-15
    seat = s.seat
    for face in range(2 * t.kinds):
        count = s.discard[seat][face]
        s.deck[seat][face] += count
        s.rest[seat] += count
        s.discard[seat][face] = 0
    s.phase = PHASE_PLAY
    reveal(s, t)


def remove(s: State, t: Tables, kind: int) -> None:  # FC-61
    take_from_supply(s, t, kind)
    if s.result == RUNNING:
        shuffle(s, t)


def take_from_supply(s: State, t: Tables, kind: int) -> None:
    s.supply[kind] -= 1
    if lost_after_taking(s, t, 0):
        s.result = SUPPLY_EMPTY
        s.to_act = OVER


def buy(s: State, t: Tables, kind: int) -> None:  # FC-31
    s.cash -= t.cost[kind]
    if s.extra_buys > 0:  # FC-34
        s.extra_buys -= 1
    else:
        s.actions -= 1
    s.discard[s.seat][2 * kind] += 1
    take_from_supply(s, t, kind)


def develop(s: State, t: Tables, kind: int) -> None:  # FC-33
    s.cash -= t.develop_price[kind]
    s.actions -= 1
    s.discard[s.seat][2 * kind + 1] += 1
    take_from_supply(s, t, kind)


def flip(s: State, t: Tables, face: int, receiver: int) -> None:  # FC-32
    s.cash -= flip_price(s, t, face)
    if s.extra_flips > 0:  # FC-35
        s.extra_flips -= 1
    else:
        s.actions -= 1
    s.discard[s.seat][face] -= 1
    if receiver != NOTHING:
        s.discard[receiver][other_side(face)] += 1  # FC-37
    elif not leaves_game(t, face):
        s.discard[s.seat][other_side(face)] += 1


def done(s: State, t: Tables) -> None:  # FC-30, FC-50
    if enough_points(s, t):
        s.result = WON_BY_POINTS
        s.to_act = OVER
    elif enough_cards_played(s, t):
        s.result = WON_BY_CARDS
        s.to_act = OVER
    else:
        end_turn(s, t)


def end_turn(s: State, t: Tables) -> None:
    seat = s.seat
    for i in range(s.played_count):
        s.discard[seat][s.played[i]] += 1
        s.played[i] = NOTHING
    s.played_count = 0
    if s.turn >= t.last_turn:  # FC-52
        s.result = TRUNCATED
        s.to_act = OVER
        return
    begin_turn(s, t, (seat + 1) % t.seats)
    reveal(s, t)


# --- decks


def take_top(s: State, seat: int) -> int:
    top = s.top[seat]
    face = top[0]
    left = s.top_count[seat] - 1
    for i in range(left):
        top[i] = top[i + 1]
    top[left] = NOTHING
    s.top_count[seat] = left
    return face


def put_on_top(s: State, seat: int, face: int) -> None:
    top = s.top[seat]
    count = s.top_count[seat]
    for i in range(count, 0, -1):
        top[i] = top[i - 1]
    top[0] = face
    s.top_count[seat] = count + 1


def take_bottom(s: State, seat: int) -> int:
    """Take the lowest card of a deck of which every card is known, or of which the lowest is."""
    if s.bottom_count[seat] > 0:
        left = s.bottom_count[seat] - 1
        face = s.bottom[seat][left]
        s.bottom[seat][left] = NOTHING
        s.bottom_count[seat] = left
    else:
        left = s.top_count[seat] - 1
        face = s.top[seat][left]
        s.top[seat][left] = NOTHING
        s.top_count[seat] = left
    return face


def reveal(s: State, t: Tables) -> None:
    """Ask chance for whatever card is now to be seen; with none, the player acts. Every top is open (FC-04)."""
    for seat in range(t.seats):
        if s.top_count[seat] == 0:
            if s.rest[seat] > 0:
                s.awaiting = AWAIT_TOP
                s.revealing = seat
                s.to_act = CHANCE
                return
            if s.bottom_count[seat] > 0:
                raise_known_bottom(s, seat)
    if s.bottom_pending > 0:  # FC-22
        seat = s.seat
        if s.bottom_count[seat] == 0 and s.rest[seat] > 0:
            s.awaiting = AWAIT_BOTTOM
            s.revealing = seat
            s.to_act = CHANCE
            return
        s.bottom_pending = 0
        if s.top_count[seat] > 0:
            face = take_bottom(s, seat)
            s.discard[seat][face] += 1
    s.awaiting = AWAIT_NOTHING
    s.revealing = NOTHING
    s.to_act = s.seat


def raise_known_bottom(s: State, seat: int) -> None:
    """With nothing above them, the cards known at the bottom are the cards known on top."""
    for i in range(s.bottom_count[seat]):
        s.top[seat][i] = s.bottom[seat][i]
        s.bottom[seat][i] = NOTHING
    s.top_count[seat] = s.bottom_count[seat]
    s.bottom_count[seat] = 0


# --- chance


def chance(s: State, t: Tables, actions: list[int], weights: list[int]) -> int:
    if s.awaiting == AWAIT_START:
        for seat in range(t.seats):
            actions[seat] = START + seat
            weights[seat] = 1
        return t.seats
    first = TOP if s.awaiting == AWAIT_TOP else BOTTOM
    deck = s.deck[s.revealing]
    count = 0
    for face in range(2 * t.kinds):
        if deck[face] > 0:
            actions[count] = first + face
            weights[count] = deck[face]
            count += 1
    return count


def draw(s: State, t: Tables, stream: list[int], actions: list[int], weights: list[int]) -> int:
    """Draw one of the unknown cards, without listing the outcomes first."""
    if s.awaiting == AWAIT_START:
        return START + below(stream, t.seats)
    chosen = below(stream, s.rest[s.revealing])
    deck = s.deck[s.revealing]
    face = 0
    passed = 0
    for i in range(2 * t.kinds):  # to the end, without a branch to mispredict
        passed += deck[i]
        if passed <= chosen:
            face += 1
    return face + (TOP if s.awaiting == AWAIT_TOP else BOTTOM)


def see_top(s: State, t: Tables, face: int) -> None:
    seat = s.revealing
    s.deck[seat][face] -= 1
    s.rest[seat] -= 1
    s.top[seat][0] = face
    s.top_count[seat] = 1
    reveal(s, t)


def see_bottom(s: State, t: Tables, face: int) -> None:  # FC-22
    seat = s.revealing
    s.deck[seat][face] -= 1
    s.rest[seat] -= 1
    s.discard[seat][face] += 1
    s.bottom_pending = 0
    reveal(s, t)


# --- information and results


def redact(s: State, t: Tables, seat: int, out: State) -> None:
    """Nothing in the state is hidden from anybody: what nobody has seen is not in it (FC-04)."""
    assign(out, s)


def complete(view: State, t: Tables, seat: int, stream: list[int], out: State) -> None:
    assign(out, view)


def returns(s: State, t: Tables, out: list[float]) -> None:
    """A winner gets 1 and shares the loss of 1 among the others; alone it is 1 or -1; truncated is 0 for all."""
    for seat in range(t.seats):
        out[seat] = 0.0
    if s.result == SUPPLY_EMPTY:
        out[0] = -1.0
    elif was_won(s):
        for seat in range(t.seats):
            out[seat] = -1.0 / max(1, t.seats - 1)
        out[s.seat] = 1.0
