"""A keener player of Flip City, who plays games on where values are measured: kernel source, on top of `policy.py`.

It tries every action and takes the one after which a network expects the most. One network says for any position
within a turn what share of the win each seat can expect, another for those in which a turn begins. They have learned
that from their own games (`bench/train_keen.py`): what was expected after an action was drawn towards what was expected
after the next ones, and towards who won. Cards they know by their effects alone, so edited ones are played too. Alone
the light player plays on: a game alone has another aim.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import assign
from verso.core.network import Layers, feed, share_out
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
    PHASE_PLAY,
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

BUILT_ON = ("verso.core.network",)

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
WIN_SLACK = FIGURES + 18  # that chance if Churches are recycled
STAYS_NOW = FIGURES + 19  # + cards: chance to play one more, two more, … without going over the limit
DRAWS = 8
SEATED = STAYS_NOW + DRAWS

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
WIN_NEXT_SLACK = CARDS_LEFT + 6  # the same if Churches are recycled
STAYS_NEXT = CARDS_LEFT + 7  # + cards: chance to play one card, two, … in the next turn
OF_SEAT = STAYS_NEXT + DRAWS
INPUTS = SEATED + MOST_SEATS * OF_SEAT

# Its layers, as rows: one for each input, one for each unit of the first layer, one for each of the second.
UNITS = 160
SECOND_UNITS = 32
SECOND = INPUTS  # + unit of the first layer; the last row of each layer is what is always added
OUT = SECOND + UNITS + 1
NETWORK_ROWS = OUT + SECOND_UNITS + 1
BEGINNINGS = NETWORK_ROWS  # the first row of a second network, which is asked where a turn begins
KEEN_ROWS = 2 * NETWORK_ROWS

# Places in `work`.
FIRST_LAYER = INPUTS
SECOND_LAYER = FIRST_LAYER + UNITS
SHARES = SECOND_LAYER + SECOND_UNITS
DRAWN = FIRST_LAYER  # + unhappy cards * RAISING + cards that raise the limit: how likely they are to have come
UNHAPPY = 12
RAISING = 8
WORK = SHARES + MOST_SEATS


# --- what it looks at


class Wanted(NamedTuple):
    """For how many cards it is to be written how likely they are played, and where."""

    first: int  # place of the chance for one card; NOTHING: only all that win are asked for
    needed: int
    win: int  # place of the chance for so many


def look_at_draws(s: State, t: Tables, work: Floats, seat: int, left: int, next_turn: bool, wanted: Wanted) -> None:
    """Write how likely a seat plays more and more cards; `left` is how much unhappiness the limit allows.

    Counted as if any card could be stopped before: first what is left of the deck, then the discard pile, to which in
    the next turn belongs what is played in this one.
    """
    if wanted.needed == 0:
        work[wanted.win] = 1.0
    top = s.top_count[seat]
    for i in range(top):
        left -= t.unhappy[s.top[seat][i]]
        if left < 0:
            return
        left += t.raise_limit[s.top[seat][i]]
        write_chance(work, wanted, i + 1, 1.0)
    cards, unhappy, raising = counted(s.deck[seat], t)
    chance = look_at_pile(work, wanted, top, 1.0, left, cards, unhappy, raising)
    left += raising - unhappy
    before = top + cards
    cards, unhappy, raising = counted(s.discard[seat], t)
    if next_turn:
        cards += s.played_count
        for i in range(s.played_count):
            unhappy += 1 if t.unhappy[s.played[i]] > 0 else 0
            raising += 1 if t.raise_limit[s.played[i]] > 0 else 0
    look_at_pile(work, wanted, before, chance, left, cards, unhappy, raising)


def counted(pile: list[int], t: Tables) -> tuple[int, int, int]:
    """Return how many cards there are, how many of them are unhappy, and how many raise the limit."""
    cards = 0
    unhappy = 0
    raising = 0
    for face in range(2 * t.kinds):
        if pile[face] > 0:
            cards += pile[face]
            if t.unhappy[face] > 0:
                unhappy += pile[face]
            elif t.raise_limit[face] > 0:
                raising += pile[face]
    return cards, unhappy, raising


def write_chance(work: Floats, wanted: Wanted, cards: int, chance: float) -> None:
    if cards == wanted.needed:
        work[wanted.win] = chance
    if wanted.first != NOTHING and cards <= DRAWS:
        work[wanted.first + cards - 1] = chance


def look_at_pile(
    work: Floats, wanted: Wanted, before: int, chance: float, left: int, cards: int, unhappy: int, raising: int
) -> float:
    """Go on with the cards of a pile, drawn one by one; return how likely all of them are played.

    `before` cards were played with this chance, and leave so much room.
    """
    last = min(cards, max(wanted.needed, DRAWS if wanted.first != NOTHING else 0) - before)
    if last <= 0 or chance == 0.0:
        return chance
    most_bad = min(UNHAPPY - 1, unhappy)
    most_good = min(RAISING - 1, raising)
    for bad in range(most_bad + 1):
        for good in range(most_good + 1):
            work[DRAWN + bad * RAISING + good] = 0.0
    work[DRAWN] = chance
    for drawn in range(last):
        undrawn = cards - drawn
        total = 0.0
        for bad in range(min(most_bad, drawn + 1), -1, -1):
            for good in range(min(most_good, drawn + 1 - bad), -1, -1):
                place = DRAWN + bad * RAISING + good
                found = work[place] * max(0, undrawn - (unhappy - bad) - (raising - good))
                if bad > 0:
                    found += work[place - RAISING] * (unhappy - bad + 1)
                if good > 0:
                    found += work[place - 1] * (raising - good + 1)
                work[place] = found / undrawn if bad <= left + good else 0.0
                total += work[place]
        write_chance(work, wanted, before + drawn + 1, total)
        if total < 1e-4:
            return 0.0
        chance = total
    return chance


def cards_missing(s: State, t: Tables, seat: int) -> int:
    """Return how many cards a seat must play in a turn to win by them, or NOTHING where none of its cards does that."""
    least = NOTHING
    for face in range(2 * t.kinds):
        cards = t.win_with_cards[face]
        if cards > 0 and (least == NOTHING or cards < least) and held(s, seat, face) > 0:
            least = cards
    return least


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
    needed = cards_missing(s, t, seat)
    is_next = seat == s.seat and s.played_count > 0
    look_at_draws(s, t, work, seat, t.limit, is_next, Wanted(first + STAYS_NEXT, needed, first + WIN_NEXT))
    extra = slack(s, t, seat)
    work[first + WIN_NEXT_SLACK] = work[first + WIN_NEXT]
    if extra > 0 and needed > 0 and work[first + WIN_NEXT] < 1.0:
        wanted = Wanted(NOTHING, needed, first + WIN_NEXT_SLACK)
        look_at_draws(s, t, work, seat, t.limit + extra, is_next, wanted)


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
    needed = cards_missing(s, t, seat)
    if needed > 0:
        needed = max(0, needed - s.played_count)
    look_at_draws(s, t, work, seat, left, False, Wanted(STAYS_NOW, needed, WIN_NOW))
    work[WIN_SLACK] = work[WIN_NOW]
    if extra > 0 and needed > 0 and work[WIN_NOW] < 1.0:
        look_at_draws(s, t, work, seat, left + extra, False, Wanted(NOTHING, needed, WIN_SLACK))


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


def begins_turn(s: State, t: Tables) -> bool:
    """Say whether nothing has been done in a turn yet."""
    if s.phase != PHASE_PLAY or s.played_count > 0:
        return False
    return s.cash == 0 and s.points == 0 and s.unhappy == 0 and s.limit == t.limit


def expect(s: State, t: Tables, net: Net, work: Floats) -> None:
    """Write what share of the win each seat can expect to `work`, from whose turn it is on in turn order."""
    if s.awaiting == AWAIT_START:  # all have the same cards, and nobody is the first yet
        for distance in range(t.seats):
            work[SHARES + distance] = 1.0 / t.seats
        return
    count = look_around(s, t, work)
    first = BEGINNINGS if begins_turn(s, t) else 0
    feed(net, first, Layers(INPUTS, UNITS, SECOND_UNITS), work, count, t.seats)
    share_out(work, SHARES, t.seats)


def expect_after(s: State, t: Tables, net: Net, work: Floats, seat: int) -> float:
    """Return what share of the win a seat can expect in a position, which may be the end."""
    if s.to_act != OVER:
        expect(s, t, net, work)
        return work[SHARES + (seat - s.seat) % t.seats]  # type: ignore[no-any-return]
    if was_won(s):
        return 1.0 if s.seat == seat else 0.0
    return 1.0 / t.seats


def judge(s: State, t: Tables, seat: int, net: Net, work: Floats, out: Floats) -> None:
    evaluate(s, t, net, work, out)  # everybody knows the same


def judges(t: Tables) -> bool:
    return t.seats > 1


def is_sure(s: State, t: Tables) -> bool:
    return False  # what comes next is chance, and is counted


def forget(s: State, t: Tables) -> None:
    """Put the cards played in order: nothing depends on which of them came first."""
    for i in range(1, s.played_count):
        face = s.played[i]
        place = i
        while place > 0 and s.played[place - 1] > face:
            s.played[place] = s.played[place - 1]
            place -= 1
        s.played[place] = face


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
