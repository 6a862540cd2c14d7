"""A keener player of Flip City, who plays games on where values are measured: kernel source, on top of `policy.py`.

It judges decks and builds as the light player does, with weights of its own. Whether to go on or to stop it knows
better: a small network has learned by how many win points going on is better, from what both came to when games were
played on (`bench/train_keen.py`). The network looks at figures of the moment, such as the counted risk and what the
turn's money can build; cards it knows by their effects alone, so edited ones are played too. Before a turn ends it
recycles for cash if the card is worth no more. Alone the light player plays on: a game alone has thresholds of its own.
"""

from __future__ import annotations

from math import exp

from verso.core.contracts.policy import Floats, Net
from verso.games.flip_city.policy import (
    DISCARD,
    HIDDEN,
    ORDER,
    ROWS,
    STYLE,
    SUPPLY,
    choose_build,
    choose_play,
    drawn_risk,
    judge,
    judge_with,
    judge_without,
    look_at,
    play_risk,
    recycle_for_safety,
    recycle_for_win,
    slack,
    strength,
)
from verso.games.flip_city.rules import (
    NOTHING,
    PHASE_BUILD,
    PHASE_REMOVE,
    PLAY,
    RECYCLE,
    SHUFFLE,
    STOP,
    State,
    Tables,
    flip_price,
    has_won,
    held,
    legal,
    may_shuffle,
    may_stop,
    other_side,
    points_missing,
    room,
)

# What the network looks at, from this place of `work` on.
SEEN = HIDDEN
ALWAYS = 0  # one, always
CASH = 1
MISSING = 2  # points to the win
ROOM_LEFT = 3  # of the limit
SLACK = 4
PLAYED = 5
DECK_LEFT = 6
DISCARDED = 7
TOP_CASH = 8
TOP_UNHAPPY = 9
TOP_POINTS = 10
TOP_LINKED = 11
TOP_RAISES = 12
RISK = 13
RISK_SLACK = 14  # if Churches are recycled
LOSS = 15  # what the build that can be paid now is worth
GAIN_SOON = 16  # how much better the build is with two cash more
GAIN_LATER = 17  # with five
RISKED = 18  # RISK * LOSS
RISKED_SLACK = 19
PILE_CASH = 20  # of a card that comes, on average
PILE_UNHAPPY = 21
PILE_FORCED = 22
POINTS_THERE = 23  # in the cards that can come
POINTS_DO = 24  # they are enough
CARDS_DO = 25  # there are enough cards for the other way to win
CARDS_TO_GO = 26
BEYOND = 27  # unhappiness of all cards beyond the limit
SHARE = 28  # of the win, as the decks are judged
SHARE_LEFT = 29  # what a win at once would add
GAIN = 30  # of the cards that can come, if nothing goes wrong
GAIN_NEXT = 31  # how much better the build is with one cash more
FEATURES = 32

# Rows of its two networks, for going on with cards and with a shuffle. Each ends with a row that weighs what is hidden.
GOING_ON = ROWS
SHUFFLING = GOING_ON + FEATURES + 1
KEEN_ROWS = SHUFFLING + FEATURES + 1

COSTS_NEXT = 1
COSTS_SOON = 2
COSTS_LATER = 5
UNITS = SEEN + FEATURES  # place of the hidden layer in `work`
WORK = UNITS + HIDDEN


# --- what money can build


def note_build(work: Floats, price: int, cash: int, worth: float) -> None:
    """Keep the best build that cash pays, now, soon and later."""
    if price <= cash:
        work[SEEN + LOSS] = max(work[SEEN + LOSS], worth)
    if price <= cash + COSTS_NEXT:
        work[SEEN + GAIN_NEXT] = max(work[SEEN + GAIN_NEXT], worth)
    if price <= cash + COSTS_SOON:
        work[SEEN + GAIN_SOON] = max(work[SEEN + GAIN_SOON], worth)
    if price <= cash + COSTS_LATER:
        work[SEEN + GAIN_LATER] = max(work[SEEN + GAIN_LATER], worth)


def look_at_builds(s: State, t: Tables, net: Net, work: Floats) -> float:
    """Write what money is worth in strength: what can be paid, how much more soon and later. Return the strength."""
    look_at(s, t, net, work, s.seat)
    plain = judge(net, work)
    cash = s.cash
    most = cash + COSTS_LATER
    work[SEEN + LOSS] = plain
    work[SEEN + GAIN_NEXT] = plain
    work[SEEN + GAIN_SOON] = plain
    work[SEEN + GAIN_LATER] = plain
    for kind in range(t.kinds):
        if s.supply[kind] > 0 and t.cost[kind] <= most:
            note_build(work, t.cost[kind], cash, judge_with(net, work, DISCARD + 2 * kind, SUPPLY + kind))
            if t.develop_price[kind] <= most:
                worth = judge_with(net, work, DISCARD + 2 * kind + 1, SUPPLY + kind)
                note_build(work, t.develop_price[kind], cash, worth)
    discard = s.discard[s.seat]
    for i in range(t.flippable_count):
        face = t.flippable[i]
        if discard[face] > 0 and flip_price(s, t, face) <= most:
            worth = judge_with(net, work, DISCARD + other_side(face), DISCARD + face)
            note_build(work, flip_price(s, t, face), cash, worth)
    for i in range(t.givable_count):
        face = t.givable[i]
        if discard[face] > 0 and flip_price(s, t, face) <= most:
            note_build(work, flip_price(s, t, face), cash, judge_without(net, work, DISCARD + face))
    work[SEEN + GAIN_LATER] -= work[SEEN + LOSS]
    work[SEEN + GAIN_SOON] -= work[SEEN + LOSS]
    work[SEEN + GAIN_NEXT] -= work[SEEN + LOSS]
    work[SEEN + LOSS] -= plain
    return plain


def share_of(s: State, t: Tables, net: Net, work: Floats, mine: float) -> float:
    """Return the share of the win of whoever's turn it is, with a strength, as if the turn were over."""
    own = exp(mine + net[STYLE][ORDER + t.seats - 1])
    total = own
    for seat in range(t.seats):
        if seat != s.seat:
            distance = (seat - s.seat - 1) % t.seats
            total += exp(strength(s, t, net, work, seat) + net[STYLE][ORDER + distance])
    return own / total


# --- what may come


def cards_to_win(s: State, t: Tables) -> int:
    """Return how many cards win this turn by a card that is played or may come, 0 without one."""
    for face in range(2 * t.kinds):
        if t.win_with_cards[face] > 0 and held(s, s.seat, face) > 0:
            return t.win_with_cards[face]
    return 0


def look_at_cards(s: State, t: Tables, work: Floats, pile: list[int]) -> None:
    """Write what the cards of a pile are like that may come next, and what all that can come would do."""
    seat = s.seat
    count = 0
    cash = 0
    unhappy = 0
    forced = 0
    points = 0
    lifts = 0
    others = 0
    others_unhappy = 0
    discard = s.discard[seat]
    for face in range(2 * t.kinds):
        there = pile[face]
        if there > 0:
            count += there
            cash += there * t.cash[face]
            unhappy += there * t.unhappy[face]
            forced += there * t.must_be_played[face]
            points += there * t.points[face]
            lifts += there * t.raise_limit[face]
        if discard[face] > 0:
            others += discard[face]
            others_unhappy += discard[face] * t.unhappy[face]
            lifts += discard[face] * t.recycle_limit[face]
    if count > 0:
        work[SEEN + PILE_CASH] = cash / count
        work[SEEN + PILE_UNHAPPY] = unhappy / count
        work[SEEN + PILE_FORCED] = forced / count
    in_sight = s.top_count[seat] + s.bottom_count[seat]
    for i in range(in_sight):
        face = s.top[seat][i] if i < s.top_count[seat] else s.bottom[seat][i - s.top_count[seat]]
        points += t.points[face]
        unhappy += t.unhappy[face]
        cash += t.cash[face]
        lifts += t.raise_limit[face]
    work[SEEN + DECK_LEFT] = (count + in_sight) / 10.0
    work[SEEN + GAIN] = cash / 10.0
    work[SEEN + POINTS_THERE] = points / 8.0
    if points >= points_missing(s, t):
        work[SEEN + POINTS_DO] = 1.0
    if s.top_count[seat] > 0:  # with none the pile is what was discarded
        count += others
        unhappy += others_unhappy
    work[SEEN + DISCARDED] = others / 10.0
    goal = cards_to_win(s, t)
    if goal > 0 and s.played_count + count + in_sight >= goal:
        work[SEEN + CARDS_DO] = 1.0
        work[SEEN + CARDS_TO_GO] = (goal - s.played_count) / 10.0
    work[SEEN + BEYOND] = max(-3, min(6, unhappy - room(s) - lifts)) / 3.0


def look_at_top(s: State, t: Tables, work: Floats) -> None:
    face = s.top[s.seat][0]
    work[SEEN + TOP_CASH] = t.cash[face] + t.cash_per_unhappy[face] * (s.unhappy + t.unhappy[face])
    work[SEEN + TOP_UNHAPPY] = t.unhappy[face]
    work[SEEN + TOP_POINTS] = t.points[face]
    work[SEEN + TOP_LINKED] = t.play_next[face]
    work[SEEN + TOP_RAISES] = t.raise_limit[face]


def look_around(s: State, t: Tables, net: Net, work: Floats) -> None:
    """Write all that the network looks at."""
    seat = s.seat
    for i in range(FEATURES):
        work[SEEN + i] = 0.0
    left = room(s)
    extra = slack(s, t, seat)
    if s.top_count[seat] > 0:
        look_at_cards(s, t, work, s.deck[seat])
        look_at_top(s, t, work)
        risk = play_risk(s, t, left)
        risk_slack = play_risk(s, t, left + extra) if extra > 0 else risk
    else:
        look_at_cards(s, t, work, s.discard[seat])
        count = int(10.0 * work[SEEN + DISCARDED] + 0.5)
        risk = drawn_risk(s.discard[seat], count, t, left, s.must_play > 0 or s.played_count == 0)
        risk_slack = risk
    mine = look_at_builds(s, t, net, work) + work[SEEN + LOSS]
    share = share_of(s, t, net, work, mine)
    work[SEEN + ALWAYS] = 1.0
    work[SEEN + CASH] = s.cash / 10.0
    work[SEEN + MISSING] = points_missing(s, t) / 8.0
    work[SEEN + ROOM_LEFT] = min(left, 6) / 3.0
    work[SEEN + SLACK] = min(extra, 3)
    work[SEEN + PLAYED] = s.played_count / 10.0
    work[SEEN + RISK] = risk
    work[SEEN + RISK_SLACK] = risk_slack
    work[SEEN + RISKED] = risk * work[SEEN + LOSS]
    work[SEEN + RISKED_SLACK] = risk_slack * work[SEEN + LOSS]
    work[SEEN + SHARE] = share
    work[SEEN + SHARE_LEFT] = (1.0 - risk_slack) * (1.0 - share)


# --- going on, and recycling for cash


def gain_of_going_on(s: State, t: Tables, net: Net, work: Floats) -> float:
    """Return by how much going on is expected to be better than stopping, in shares of a win."""
    look_around(s, t, net, work)
    first = GOING_ON if s.top_count[s.seat] > 0 else SHUFFLING
    for i in range(HIDDEN):
        work[UNITS + i] = 0.0
    for feature in range(FEATURES):
        value = work[SEEN + feature]
        if value != 0.0:
            weights = net[first + feature]
            for i in range(HIDDEN):
                work[UNITS + i] += value * weights[i]
    out = net[first + FEATURES]
    total = 0.0
    for i in range(HIDDEN):
        total += out[i] * max(0.0, work[UNITS + i])
    return total


def recycle_for_money(s: State, t: Tables, net: Net, work: Floats, builds: bool) -> int:
    """Return the recycling for cash that is worth more than the card loses by it, or NOTHING.

    Cash counts where the turn is about to build with it.
    """
    discard = s.discard[s.seat]
    is_seen = False
    plain = 0.0
    for i in range(t.recyclable_count):
        face = t.recyclable[i]
        if discard[face] > 0 and t.recycle_cash[face] > 0 and t.recycle_unhappy[face] + t.recycle_to_top[face] == 0:
            if not is_seen:
                plain = look_at_builds(s, t, net, work)
                is_seen = True
            gain = judge_with(net, work, DISCARD + other_side(face), DISCARD + face) - plain
            if builds:
                gain += work[SEEN + GAIN_NEXT]
            if gain > 0.0:
                return RECYCLE + face
    return NOTHING


def after_recycling(s: State, t: Tables, net: Net, work: Floats, action: int) -> int:
    """Return an action that ends the turn or empties the discard pile, or what is to be recycled before it."""
    money = recycle_for_money(s, t, net, work, action == STOP)
    return action if money == NOTHING else money


def choose_keenly(s: State, t: Tables, net: Net, work: Floats) -> int:
    """Do as the light player where nothing is risked or nothing can be chosen; otherwise as the network says."""
    if not may_stop(s, t) or has_won(s, t):
        return choose_play(s, t, net)
    winning = recycle_for_win(s, t)
    if winning != NOTHING:
        return winning
    has_top = s.top_count[s.seat] > 0
    if not has_top and (s.played_count == 0 or not may_shuffle(s)):
        return after_recycling(s, t, net, work, SHUFFLE if may_shuffle(s) else STOP)
    if has_top and play_risk(s, t, room(s)) == 0.0:
        return PLAY
    if gain_of_going_on(s, t, net, work) < 0.0:
        return after_recycling(s, t, net, work, STOP)
    if not has_top:
        return after_recycling(s, t, net, work, SHUFFLE)
    safety = recycle_for_safety(s, t)
    return PLAY if safety == NOTHING else safety


def policy(s: State, t: Tables, net: Net, work: Floats, stream: list[int], actions: list[int]) -> int:
    count = legal(s, t, actions)
    if count == 1:
        return actions[0]
    if s.phase == PHASE_BUILD or s.phase == PHASE_REMOVE:
        return choose_build(s, t, net, work, stream, actions, count)
    if t.seats == 1:
        return choose_play(s, t, net)
    return choose_keenly(s, t, net, work)
