"""A keener player of Flip City, who plays games on where values are measured: kernel source, on top of `policy.py`.

It tries every action and takes the one after which a network expects the most. The network says for any position,
within a turn too, what share of the win each seat can expect. It has learned that from its own games
(`bench/train_keen.py`): what it expected after an action was drawn towards what it expected after the next ones, and
towards who won. Cards it knows by their effects alone, so edited ones are played too. Alone the light player plays on:
a game alone has another aim.
"""

from __future__ import annotations

from math import exp

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import assign
from verso.core.spec import OVER
from verso.games.flip_city.policy import next_risk, play_risk, policy, slack, strength
from verso.games.flip_city.rules import (
    AWAIT_START,
    DONE,
    FACES,
    KINDS,
    MOST_SEATS,
    NOTHING,
    PHASE_BUILD,
    PLAY,
    STOP,
    State,
    Tables,
    apply,
    buys_left,
    flip_price,
    flips_left,
    has_won,
    held,
    legal,
    may_stop,
    points_missing,
    room,
    was_won,
)

# What the network looks at, in this order; a figure each.
PLAYED = 0  # + face
SUPPLY = PLAYED + FACES  # + kind
CAN_BUY = SUPPLY + KINDS  # + kind: the cash is there
CAN_DEVELOP = CAN_BUY + KINDS  # + kind
CAN_FLIP = CAN_DEVELOP + KINDS  # + face
ROOM_IS = CAN_FLIP + FACES  # + how much unhappiness the limit still allows
MOST_ROOM = 5
MISSING_IS = ROOM_IS + MOST_ROOM + 1  # + points that the win lacks
MOST_MISSING = 8
FIGURES = MISSING_IS + MOST_MISSING + 1
ALWAYS = FIGURES  # one, always
BUILDING = FIGURES + 1
CASH = FIGURES + 2
CASH_SQUARED = FIGURES + 3
MUST_PLAY = FIGURES + 4
MAY_STOP = FIGURES + 5
BUYS = FIGURES + 6
FLIPS = FIGURES + 7
IN_STREET = FIGURES + 8  # cards played
IN_STREET_SQUARED = FIGURES + 9
HAS_WON = FIGURES + 10
SLACK = FIGURES + 11
RISK = FIGURES + 12  # of going on
RISK_SLACK = FIGURES + 13  # if Churches are recycled
FORCED_RISK = FIGURES + 14  # of going on where one must
TOP_OPEN = FIGURES + 15  # the own deck has a card in sight
WIN_NOW = FIGURES + 16  # chance to play all cards that win without going over the limit
BOTTOM_DUE = FIGURES + 17  # the lowest card is about to be discarded
SEATED = FIGURES + 18

# Of each seat, from whose turn it is on in turn order.
DECK = 0  # + face, but for the first card in sight
TOP = DECK + FACES  # + face
DISCARD = TOP + FACES  # + face
CARDS_LEFT = DISCARD + FACES
DISCARDED = CARDS_LEFT + 1
CASH_A_CARD = CARDS_LEFT + 2  # of those left
UNHAPPY_A_CARD = CARDS_LEFT + 3
FORCED_A_CARD = CARDS_LEFT + 4
WIN_NEXT = CARDS_LEFT + 5  # chance to play all cards that win in the next turn
OF_SEAT = CARDS_LEFT + 6
INPUTS = SEATED + MOST_SEATS * OF_SEAT

# Its layers, as rows: one for each input, one for each unit of the first layer, one for each of the second.
UNITS = 96
SECOND_UNITS = 24
SECOND = INPUTS  # + unit of the first layer; the last row of each layer is what is always added
OUT = SECOND + UNITS + 1
KEEN_ROWS = OUT + SECOND_UNITS + 1

# Places in `work`.
FIRST_LAYER = INPUTS
SECOND_LAYER = FIRST_LAYER + UNITS
SHARES = SECOND_LAYER + SECOND_UNITS
DRAWN = FIRST_LAYER  # + unhappy cards * RAISING + cards that raise the limit: how likely they are to have come
UNHAPPY = 12
RAISING = 8
WORK = SHARES + MOST_SEATS


# --- what it looks at


def chance_of_cards(s: State, t: Tables, work: Floats, seat: int, left: int, more: int) -> float:
    """Return how likely a seat can play so many more cards; `left` is how much unhappiness the limit allows.

    Counted as if any card could be stopped before, and exact as long as the deck lasts. Where it does not, cards come
    from deck and discard pile together.
    """
    for i in range(min(more, s.top_count[seat])):
        left -= t.unhappy[s.top[seat][i]]
        if left < 0:
            return 0.0
        left += t.raise_limit[s.top[seat][i]]
    more -= s.top_count[seat]
    if more <= 0:
        return 1.0
    is_short = more > s.rest[seat]
    cards = 0
    unhappy = 0
    raising = 0
    for face in range(2 * t.kinds):
        count = s.deck[seat][face]
        if is_short:
            count += s.discard[seat][face]
        cards += count
        if t.unhappy[face] > 0:
            unhappy += count
        elif t.raise_limit[face] > 0:
            raising += count
    if more > cards:
        return 0.0
    return chance_to_stay(work, cards, unhappy, raising, left, more)


def chance_to_stay(work: Floats, cards: int, unhappy: int, raising: int, left: int, more: int) -> float:
    """Return how likely so many cards, drawn one by one, never go over the limit."""
    for i in range(UNHAPPY * RAISING):
        work[DRAWN + i] = 0.0
    work[DRAWN] = 1.0
    for drawn in range(more):
        undrawn = cards - drawn
        for bad in range(min(UNHAPPY - 1, min(unhappy, drawn + 1)), -1, -1):
            for good in range(min(RAISING - 1, min(raising, drawn + 1 - bad)), -1, -1):
                place = DRAWN + bad * RAISING + good
                chance = work[place] * max(0, undrawn - (unhappy - bad) - (raising - good))
                if bad > 0:
                    chance += work[place - RAISING] * (unhappy - bad + 1)
                if good > 0:
                    chance += work[place - 1] * (raising - good + 1)
                work[place] = chance / undrawn if bad <= left + good else 0.0
    total = 0.0
    for i in range(UNHAPPY * RAISING):
        total += work[DRAWN + i]
    return total


def cards_missing(s: State, t: Tables, seat: int) -> int:
    """Return how many more cards a seat must play to win by them, or NOTHING where none of its cards does that."""
    least = NOTHING
    for face in range(2 * t.kinds):
        cards = t.win_with_cards[face]
        if cards > 0 and (least == NOTHING or cards < least) and held(s, seat, face) > 0:
            least = cards
    if least == NOTHING or seat != s.seat:
        return least
    return max(0, least - s.played_count)


def look_at_seat(s: State, t: Tables, work: Floats, seat: int, first: int) -> None:
    """Write what a seat has in its deck and its discard pile, from a place on."""
    left = 0
    cash = 0
    unhappy = 0
    forced = 0
    discarded = 0
    deck = s.deck[seat]
    for face in range(2 * t.kinds):
        if deck[face] > 0:
            left += deck[face]
            cash += deck[face] * t.cash[face]
            unhappy += deck[face] * t.unhappy[face]
            forced += deck[face] * t.must_be_played[face]
            work[first + DECK + face] = deck[face]
        if s.discard[seat][face] > 0:
            discarded += s.discard[seat][face]
            work[first + DISCARD + face] = s.discard[seat][face]
    if left > 0:
        work[first + CASH_A_CARD] = cash / left
        work[first + UNHAPPY_A_CARD] = unhappy / left
        work[first + FORCED_A_CARD] = forced / left
    if s.top_count[seat] > 0:
        work[first + TOP + s.top[seat][0]] = 1.0
    for i in range(1, s.top_count[seat]):
        work[first + DECK + s.top[seat][i]] += 1.0
    for i in range(s.bottom_count[seat]):
        work[first + DECK + s.bottom[seat][i]] += 1.0
    work[first + CARDS_LEFT] = left / 10.0
    work[first + DISCARDED] = discarded / 10.0
    if seat != s.seat:
        more = cards_missing(s, t, seat)
        if 0 < more <= left + discarded + s.top_count[seat]:
            work[first + WIN_NEXT] = chance_of_cards(s, t, work, seat, t.limit + slack(s, t, seat), more)


def look_at_builds(s: State, t: Tables, work: Floats) -> None:
    """Write what the cash of the turn can pay."""
    for kind in range(t.kinds):
        work[SUPPLY + kind] = s.supply[kind]
        if s.supply[kind] > 0 and buys_left(s) > 0 and t.cost[kind] <= s.cash:
            work[CAN_BUY + kind] = 1.0
            if s.actions > 0 and t.develop_price[kind] <= s.cash:
                work[CAN_DEVELOP + kind] = 1.0
    if flips_left(s) == 0:
        return
    for i in range(t.flippable_count):
        face = t.flippable[i]
        if s.discard[s.seat][face] > 0 and flip_price(s, t, face) <= s.cash:
            work[CAN_FLIP + face] = 1.0
    for i in range(t.givable_count):
        face = t.givable[i]
        if s.discard[s.seat][face] > 0 and flip_price(s, t, face) <= s.cash:
            work[CAN_FLIP + face] = 1.0


def look_at_risk(s: State, t: Tables, work: Floats) -> None:
    """Write how likely going on goes over the limit before one may stop again."""
    seat = s.seat
    left = room(s)
    extra = slack(s, t, seat)
    work[SLACK] = min(extra, 3)
    if s.top_count[seat] > 0:
        risk = play_risk(s, t, left)
        work[TOP_OPEN] = 1.0
        work[RISK] = risk
        work[RISK_SLACK] = play_risk(s, t, left + extra) if extra > 0 else risk
    else:
        risk = next_risk(s, t, seat, left, s.must_play > 0)
        work[RISK] = risk
        work[RISK_SLACK] = next_risk(s, t, seat, left + extra, s.must_play > 0) if extra > 0 else risk
    if may_stop(s, t):
        work[MAY_STOP] = 1.0
    else:
        work[FORCED_RISK] = risk
    more = cards_missing(s, t, seat)
    if more > 0:
        work[WIN_NOW] = chance_of_cards(s, t, work, seat, left + extra, more)


def look_at_turn(s: State, t: Tables, work: Floats) -> None:
    """Write where the turn stands."""
    for i in range(s.played_count):
        work[PLAYED + s.played[i]] += 1.0
    work[ROOM_IS + max(0, min(MOST_ROOM, room(s)))] = 1.0
    work[MISSING_IS + min(MOST_MISSING, points_missing(s, t))] = 1.0
    work[ALWAYS] = 1.0
    work[BOTTOM_DUE] = s.bottom_pending
    work[CASH] = s.cash / 10.0
    work[CASH_SQUARED] = s.cash * s.cash / 100.0
    work[IN_STREET] = s.played_count / 10.0
    work[IN_STREET_SQUARED] = s.played_count * s.played_count / 100.0
    work[BUYS] = buys_left(s)
    work[FLIPS] = flips_left(s)
    if has_won(s, t):
        work[HAS_WON] = 1.0
    if s.phase == PHASE_BUILD:
        work[BUILDING] = 1.0
    else:
        work[MUST_PLAY] = s.must_play
        look_at_risk(s, t, work)


def look_around(s: State, t: Tables, work: Floats) -> int:
    """Write all that the network looks at; return how many figures that are with so many seats."""
    count = SEATED + t.seats * OF_SEAT
    for i in range(count):
        work[i] = 0.0
    look_at_turn(s, t, work)
    look_at_builds(s, t, work)
    for distance in range(t.seats):
        look_at_seat(s, t, work, (s.seat + distance) % t.seats, SEATED + distance * OF_SEAT)
    return count


# --- what it expects


def expect(s: State, t: Tables, net: Net, work: Floats) -> None:
    """Write what share of the win each seat can expect to `work`, from whose turn it is on in turn order."""
    if s.awaiting == AWAIT_START:  # all have the same cards, and nobody is the first yet
        for distance in range(t.seats):
            work[SHARES + distance] = 1.0 / t.seats
        return
    count = look_around(s, t, work)
    for i in range(UNITS):
        work[FIRST_LAYER + i] = 0.0
    for place in range(count):
        figure = work[place]
        if figure != 0.0:
            weights = net[place]
            for i in range(UNITS):
                work[FIRST_LAYER + i] += figure * weights[i]
    for i in range(SECOND_UNITS):
        work[SECOND_LAYER + i] = net[SECOND + UNITS][i]
    for unit in range(UNITS):
        figure = work[FIRST_LAYER + unit]
        if figure > 0.0:
            weights = net[SECOND + unit]
            for i in range(SECOND_UNITS):
                work[SECOND_LAYER + i] += figure * weights[i]
    share_out(t, net, work)


def share_out(t: Tables, net: Net, work: Floats) -> None:
    """Write the shares that the second layer comes to; they sum to 1."""
    most = -1e9
    for distance in range(t.seats):
        total = net[OUT + SECOND_UNITS][distance]
        for i in range(SECOND_UNITS):
            total += max(0.0, work[SECOND_LAYER + i]) * net[OUT + i][distance]
        work[SHARES + distance] = total
        most = max(most, total)
    whole = 0.0
    for distance in range(t.seats):
        work[SHARES + distance] = exp(work[SHARES + distance] - most)
        whole += work[SHARES + distance]
    for distance in range(t.seats):
        work[SHARES + distance] /= whole


def expect_after(s: State, t: Tables, net: Net, work: Floats, seat: int) -> float:
    """Return what share of the win a seat can expect in a position, which may be the end."""
    if s.to_act != OVER:
        expect(s, t, net, work)
        return work[SHARES + (seat - s.seat) % t.seats]  # type: ignore[no-any-return]
    if was_won(s):
        return 1.0 if s.seat == seat else 0.0
    return 1.0 / t.seats


def evaluate(s: State, t: Tables, net: Net, work: Floats, out: Floats) -> None:
    if t.seats == 1:
        out[0] = 2.0 / (1.0 + exp(-strength(s, t, net, work, 0))) - 1.0
        return
    expect(s, t, net, work)
    for seat in range(t.seats):
        share = work[SHARES + (seat - s.seat) % t.seats]
        out[seat] = share - (1.0 - share) / (t.seats - 1)


def foresees(t: Tables) -> bool:
    return t.seats > 1


# --- choosing


def keen_policy(
    s: State, t: Tables, net: Net, work: Floats, spare: State, stream: list[int], actions: list[int]
) -> int:
    if t.seats == 1:
        return policy(s, t, net, work, stream, actions)
    count = legal(s, t, actions)
    if count == 1:
        return actions[0]
    if has_won(s, t):
        if s.phase == PHASE_BUILD:
            return DONE
        if may_stop(s, t):
            return STOP
    best = PLAY
    most = -1.0
    for i in range(count):
        assign(spare, s)
        apply(spare, t, actions[i])
        share = expect_after(spare, t, net, work, s.seat)
        if share > most:
            best = actions[i]
            most = share
    return best
