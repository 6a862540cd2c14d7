"""A light player of Flip City: a small learned judge of decks for building, counted risk for pushing one's luck.

Kernel source, like the rules. The judge is a network with one hidden layer over card counts: `strength` of a seat
from what is in its deck, what is in its discard pile, and the supply. One more card only adds a row to the hidden
layer, so comparing a dozen builds costs well under a microsecond. Its rows are made by `player.py` from weights per
card *effect*, so that edited cards are judged too.

Stopping follows the rule players know: count the chance that a play goes wrong before one may stop again (a chain of
Residential Areas, the card after a Shopping Mall), with Churches in the discard pile as slack, and compare it with
what there is to lose and to win. The thresholds are learned as well.
"""

from __future__ import annotations

from math import exp

from verso.core.contracts.policy import Floats, Net
from verso.core.rng import MASK, next_word
from verso.games.flip_city.rules import (
    BUY,
    DEVELOP,
    DONE,
    FACES,
    FLIP,
    FLIP_TO,
    KINDS,
    MOST_SEATS,
    NOTHING,
    PHASE_BUILD,
    PHASE_REMOVE,
    PLAY,
    RECYCLE,
    REMOVE,
    SHUFFLE,
    STOP,
    State,
    Tables,
    enough_points,
    has_won,
    leaves_game,
    legal,
    lost_after_taking,
    may_receive,
    may_shuffle,
    may_stop,
    other_side,
    playing_busts,
    points_missing,
    room,
)

HIDDEN = 24
# Rows of the network.
DECK = 0  # + face: a card in the deck
DISCARD = FACES  # + face: a card in the discard pile
SUPPLY = 2 * FACES  # + kind: a card in the supply
BIAS = SUPPLY + KINDS
OUT = BIAS + 1
STYLE = OUT + 1
ROWS = STYLE + 1

# Places in the row STYLE.
CONSTANT = 0  # of the strength; only matters alone
ORDER = 1  # + how many turns until it is the seat's turn
NOISE = 5  # how far a build may be misjudged
STOP_AT = 6  # + level of cash: stop when the risk is above this
SHUFFLE_AT = 11  # + level of cash
WIN_POINTS = 16  # extra risk taken when the points for the win are in the deck
WIN_POINTS_FAR = 17  # less of it, the more of those points are needed
WIN_CARDS = 18  # extra risk taken when the cards for the win are there
WIN_CARDS_FAR = 19  # less of it, the more unhappiness there is beyond the limit
GIFT = 20  # what an opponent's loss is worth
HEAT = 21  # how much of a preference a difference in strength makes
DOUBT = 22  # how far from the threshold a decision is clear
LEVELS = 5


def clock(s: State) -> int:
    return s.turn


# --- judging decks


def add_cards(net: Net, work: Floats, row: int, count: int) -> None:
    weights = net[row]
    for i in range(HIDDEN):
        work[i] += count * weights[i]


def look_at(s: State, t: Tables, net: Net, work: Floats, seat: int) -> None:
    """Fill the hidden layer with a seat's cards, those it has played counted as discarded."""
    for i in range(HIDDEN):
        work[i] = net[BIAS][i]
    for face in range(2 * t.kinds):
        if s.deck[seat][face] != 0:
            add_cards(net, work, DECK + face, s.deck[seat][face])
        if s.discard[seat][face] != 0:
            add_cards(net, work, DISCARD + face, s.discard[seat][face])
    for i in range(s.top_count[seat]):
        add_cards(net, work, DECK + s.top[seat][i], 1)
    for i in range(s.bottom_count[seat]):
        add_cards(net, work, DECK + s.bottom[seat][i], 1)
    for kind in range(t.kinds):
        if s.supply[kind] != 0:
            add_cards(net, work, SUPPLY + kind, s.supply[kind])
    if seat == s.seat:
        for i in range(s.played_count):
            add_cards(net, work, DISCARD + s.played[i], 1)


def judge(net: Net, work: Floats) -> float:
    total = net[STYLE][CONSTANT]
    for i in range(HIDDEN):
        total += net[OUT][i] * max(0.0, work[i])
    return float(total)


def judge_with(net: Net, work: Floats, gained: int, lost: int) -> float:
    """Judge the cards looked at with the card of one row more and that of another less."""
    more, less = net[gained], net[lost]
    total = net[STYLE][CONSTANT]
    for i in range(HIDDEN):
        total += net[OUT][i] * max(0.0, work[i] + more[i] - less[i])
    return float(total)


def judge_without(net: Net, work: Floats, lost: int) -> float:
    less = net[lost]
    total = net[STYLE][CONSTANT]
    for i in range(HIDDEN):
        total += net[OUT][i] * max(0.0, work[i] - less[i])
    return float(total)


def strength(s: State, t: Tables, net: Net, work: Floats, seat: int) -> float:
    look_at(s, t, net, work, seat)
    return judge(net, work)


def evaluate(s: State, t: Tables, net: Net, work: Floats, out: Floats) -> None:
    """Share the win among the seats by strength and turn order; alone, win or lose."""
    if t.seats == 1:
        out[0] = 2.0 / (1.0 + exp(-strength(s, t, net, work, 0))) - 1.0
        return
    total = 0.0
    for seat in range(t.seats):
        distance = (seat - s.seat) % t.seats
        out[seat] = exp(strength(s, t, net, work, seat) + net[STYLE][ORDER + distance])
        total += out[seat]
    for seat in range(t.seats):
        share = out[seat] / total
        out[seat] = share - (1.0 - share) / (t.seats - 1)


# --- building


def worth(s: State, t: Tables, net: Net, work: Floats, action: int) -> float:
    """Return the own strength after a build (or a removal from the supply); the cards have been looked at."""
    if action < FLIP:
        kind = action - BUY
        return judge_with(net, work, DISCARD + 2 * kind, SUPPLY + kind)
    if action < FLIP_TO:
        face = action - FLIP
        if leaves_game(t, face):
            return judge_without(net, work, DISCARD + face)
        return judge_with(net, work, DISCARD + other_side(face), DISCARD + face)
    if action < DEVELOP:
        face = (action - FLIP_TO) // MOST_SEATS
        return judge_without(net, work, DISCARD + face) + net[STYLE][GIFT]  # type: ignore[no-any-return]
    if action < REMOVE:
        kind = action - DEVELOP
        return judge_with(net, work, DISCARD + 2 * kind + 1, SUPPLY + kind)
    return judge_without(net, work, SUPPLY + action - REMOVE)


def noise(net: Net, stream: list[int]) -> float:
    if net[STYLE][NOISE] == 0.0:
        return 0.0
    return net[STYLE][NOISE] * (next_word(stream) / MASK)  # type: ignore[no-any-return]


def choose_build(s: State, t: Tables, net: Net, work: Floats, stream: list[int], actions: list[int], count: int) -> int:
    if s.phase == PHASE_BUILD and has_won(s, t):
        return DONE
    look_at(s, t, net, work, s.seat)
    best = actions[0]
    best_worth = -1e9
    for i in range(count):
        action = actions[i]
        value = judge(net, work) if action == DONE else worth(s, t, net, work, action)
        value += noise(net, stream)
        if empties_supply(s, t, action):
            value = -1e8
        if value > best_worth:
            best = action
            best_worth = value
    if FLIP_TO <= best < DEVELOP:
        return give_to_strongest(s, t, net, work, best)
    return best


def empties_supply(s: State, t: Tables, action: int) -> bool:
    """Say whether an action takes the last card of the supply, which loses a game alone (FC-63)."""
    if action == DONE or FLIP <= action < DEVELOP:
        return False
    return lost_after_taking(s, t, 1)


def give_to_strongest(s: State, t: Tables, net: Net, work: Floats, action: int) -> int:
    """Send the gift to the opponent who stands best."""
    face = (action - FLIP_TO) // MOST_SEATS
    best = NOTHING
    best_strength = -1e9
    for seat in range(t.seats):
        if may_receive(s, seat):
            found = strength(s, t, net, work, seat)
            if found > best_strength:
                best = seat
                best_strength = found
    return FLIP_TO + face * MOST_SEATS + best


# --- counting risk


def chain_risk(must: int, rest: int, room: int) -> float:
    """Chance that more forced unhappy cards follow each other than there is room for."""
    risk = 1.0
    for i in range(room + 1):
        if must <= i or rest <= i:
            return 0.0
        risk *= (must - i) / (rest - i)
    return risk


def next_risk(s: State, t: Tables, seat: int, room: int, forced: bool) -> float:
    """Chance to go over the limit before one may stop, when the next card comes from the unknown rest of the deck."""
    rest = s.rest[seat]
    if rest == 0:
        return 0.0
    return drawn_risk(s.deck[seat], rest, t, room, forced)


def drawn_risk(deck: list[int], rest: int, t: Tables, room: int, forced: bool) -> float:
    must = 0
    unhappy = 0
    linked = 0
    for face in range(2 * t.kinds):
        if deck[face] > 0:
            if t.unhappy[face] > 0:
                unhappy += deck[face]
                if t.must_be_played[face] > 0:
                    must += deck[face]
            elif t.play_next[face] > 0:
                linked += deck[face]
    if not forced:
        return chain_risk(must, rest, room)
    if rest == 1:
        return 1.0 if unhappy > 0 and room < 1 else 0.0
    if room < 1:  # any unhappy card is one too many, also behind a further Mall
        return (unhappy + linked * unhappy / (rest - 1)) / rest
    optional = unhappy - must
    calm = rest - unhappy
    risk = optional * chain_risk(must, rest - 1, room - 1) + calm * chain_risk(must, rest - 1, room)
    if must > 0:
        risk += must * chain_risk(must - 1, rest - 1, room - 1)
    return risk / rest


def slack(s: State, t: Tables, seat: int) -> int:
    """How far the limit can still be raised by recycling."""
    total = 0
    for i in range(t.recyclable_count):
        face = t.recyclable[i]
        total += t.recycle_limit[face] * s.discard[seat][face]
    return total


def play_risk(s: State, t: Tables, room: int) -> float:
    """Chance that playing now goes over the limit before one may stop again; `room` is what the limit leaves."""
    seat = s.seat
    for i in range(s.top_count[seat]):
        face = s.top[seat][i]
        if i > 0 and t.must_be_played[face] == 0 and t.play_next[s.top[seat][i - 1]] == 0:
            return 0.0
        room -= t.unhappy[face]
        if room < 0:
            return 1.0
        room += t.raise_limit[face]
    last = s.top[seat][s.top_count[seat] - 1]
    return next_risk(s, t, seat, room, t.play_next[last] > 0)


def shuffle_risk(s: State, t: Tables) -> float:
    seat = s.seat
    rest = 0
    for face in range(2 * t.kinds):
        rest += s.discard[seat][face]
    forced = s.must_play > 0 or s.played_count == 0
    return drawn_risk(s.discard[seat], rest, t, room(s), forced)


# --- pushing one's luck


def cash_level(cash: int) -> int:
    """Levels at which there is more to lose: below 2, 5, 8, 12, and from there on."""
    if cash < 5:
        return 0 if cash < 2 else 1
    if cash < 8:
        return 2
    return 3 if cash < 12 else 4


def daring(s: State, t: Tables, net: Net) -> float:
    """Extra risk worth taking because this turn may win."""
    seat = s.seat
    points = 0
    cards = 0
    unhappy = 0
    churches = 0
    makes_win = False
    goal = 99
    for face in range(2 * t.kinds):
        deck = s.deck[seat][face]
        points += deck * t.points[face]
        both = deck + s.discard[seat][face]
        cards += both
        unhappy += both * t.unhappy[face]
        churches += both * max(t.raise_limit[face], t.recycle_limit[face])
        if t.win_with_cards[face] > 0 and both > 0:
            makes_win = True
            goal = t.win_with_cards[face]
    for i in range(s.top_count[seat]):
        face = s.top[seat][i]
        points += t.points[face]
        cards += 1
        unhappy += t.unhappy[face]
        churches += t.raise_limit[face]
        if t.win_with_cards[face] > 0:
            makes_win = True
            goal = t.win_with_cards[face]
    for i in range(s.played_count):
        if t.win_with_cards[s.played[i]] > 0:
            makes_win = True
            goal = t.win_with_cards[s.played[i]]
    extra = 0.0
    needed = t.points_to_win - s.points
    if points >= needed:
        extra = max(0.0, net[STYLE][WIN_POINTS] - net[STYLE][WIN_POINTS_FAR] * needed / max(1, points))
    if makes_win and s.played_count + cards >= goal:
        beyond = max(0, unhappy + s.unhappy - s.limit - churches)
        extra = max(extra, net[STYLE][WIN_CARDS] - net[STYLE][WIN_CARDS_FAR] * beyond)
    return extra


def should_go_on(s: State, t: Tables, net: Net) -> float:
    """Return by how much the risk worth taking exceeds the risk of playing (or shuffling) now."""
    level = cash_level(s.cash)
    if s.top_count[s.seat] > 0:
        risk = play_risk(s, t, room(s) + slack(s, t, s.seat))
        allowed = net[STYLE][STOP_AT + level]
    elif s.played_count == 0:
        return 1.0
    elif lost_after_taking(s, t, 1):  # FC-61: shuffling takes the last card of the supply
        return -1.0
    else:
        risk = shuffle_risk(s, t)
        allowed = net[STYLE][SHUFFLE_AT + level]
    if risk == 0.0:
        return 1.0
    if allowed < risk < 1.0:
        allowed += daring(s, t, net)
    return allowed - risk  # type: ignore[no-any-return]


def recycle_for_win(s: State, t: Tables) -> int:
    """Return the recycling of points that leads to the win at once, or NOTHING."""
    if enough_points(s, t):
        return NOTHING
    discard = s.discard[s.seat]
    for i in range(t.recyclable_count):
        face = t.recyclable[i]
        if t.recycle_points[face] > 0 and discard[face] > 0:
            times = (points_missing(s, t) + t.recycle_points[face] - 1) // t.recycle_points[face]
            if times <= discard[face] and times * t.recycle_unhappy[face] <= room(s):
                return RECYCLE + face
    return NOTHING


def recycle_for_safety(s: State, t: Tables) -> int:
    """Return the recycling that keeps the visible card from going over the limit, or NOTHING."""
    seat = s.seat
    if s.top_count[seat] == 0 or not playing_busts(s, t, s.top[seat][0]):
        return NOTHING
    shield = NOTHING
    for i in range(t.recyclable_count):
        face = t.recyclable[i]
        if s.discard[seat][face] > 0:
            if t.recycle_limit[face] > 0:
                return RECYCLE + face
            if t.recycle_to_top[face] > 0:
                shield = RECYCLE + face
    return shield


def choose_play(s: State, t: Tables, net: Net) -> int:
    if may_stop(s, t):
        if has_won(s, t):
            return STOP
        winning = recycle_for_win(s, t)
        if winning != NOTHING:
            return winning
        if should_go_on(s, t, net) < 0.0:
            return STOP
        if s.top_count[s.seat] == 0:
            return SHUFFLE if may_shuffle(s) else STOP
    safety = recycle_for_safety(s, t)
    return PLAY if safety == NOTHING else safety


def policy(s: State, t: Tables, net: Net, work: Floats, stream: list[int], actions: list[int]) -> int:
    count = legal(s, t, actions)
    if count == 1:
        return actions[0]
    if s.phase == PHASE_BUILD or s.phase == PHASE_REMOVE:
        return choose_build(s, t, net, work, stream, actions, count)
    return choose_play(s, t, net)


# --- how likely each action is to be right, for search


def priors(s: State, t: Tables, net: Net, work: Floats, actions: list[int], count: int, out: Floats) -> None:
    if s.phase == PHASE_BUILD or s.phase == PHASE_REMOVE:
        build_priors(s, t, net, work, actions, count, out)
    else:
        play_priors(s, t, net, actions, count, out)
    total = 0.0
    for i in range(count):
        total += out[i]
    for i in range(count):
        out[i] /= total


def build_priors(s: State, t: Tables, net: Net, work: Floats, actions: list[int], count: int, out: Floats) -> None:
    won = s.phase == PHASE_BUILD and has_won(s, t)
    look_at(s, t, net, work, s.seat)
    best = -1e9
    for i in range(count):
        out[i] = judge(net, work) if actions[i] == DONE else worth(s, t, net, work, actions[i])
        if empties_supply(s, t, actions[i]):
            out[i] = -1e8
        best = max(best, out[i])
    for i in range(count):
        if won:
            out[i] = 1.0 if actions[i] == DONE else 0.0
        else:
            out[i] = exp((out[i] - best) * net[STYLE][HEAT])


def play_priors(s: State, t: Tables, net: Net, actions: list[int], count: int, out: Floats) -> None:
    """The light player's own choice gets the most; its doubt decides how much stopping or going on gets besides."""
    chosen = choose_play(s, t, net)
    go_on = 1.0 / (1.0 + exp(-should_go_on(s, t, net) / net[STYLE][DOUBT]))
    for i in range(count):
        if actions[i] == STOP:
            out[i] = 1.0 - go_on
        elif actions[i] >= RECYCLE:
            out[i] = 0.02
        else:
            out[i] = go_on
        if actions[i] == chosen:
            out[i] += 1.0
        out[i] += 0.01
