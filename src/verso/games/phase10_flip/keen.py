"""A keener player of Phase 10 Flip, who plays games on where values are measured: kernel source, on top of `policy.py`.

It lays and hits at once like the light player, and weighs more: what the next draw can be, by the back of the draw
pile; which cards to keep for groups on the table; what the next player was seen to hold; what a flip gives everybody,
by guesses where hands were not seen.
It uses nothing but what the seat whose turn it is has seen. Its weights were found by games against itself and the
light player (`bench/tune_keen.py`).
"""

from __future__ import annotations

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import assign
from verso.core.spec import OVER
from verso.games.phase10_flip.policy import EASE, choose_play, evaluate, missing, tidiness
from verso.games.phase10_flip.rules import (
    DISCARD,
    DRAW,
    GROUPS,
    HIT,
    LOW_END,
    MOST_SEATS,
    NOTHING,
    PLACE,
    RUN,
    STEP_DRAW,
    STEP_PLAY,
    TAKE,
    State,
    Tables,
    apply,
    can_be_hit,
    colour_fits,
    face_of,
    groups_of,
    has_seen,
    has_seen_hand,
    known_face,
    legal,
    next_player,
    number_at,
    rows_of,
    with_card,
)
from verso.games.phase10_flip.solver import Groups, Rows

WEIGHTS = 3  # the row of the network with them, after those of the light player
KEEN_ROWS = 4
KEEN_WIDTH = 40

# Places in it. Of a card to discard:
LACKING = 0  # for each card that the phase then lacks
NEIGHBOURS = 1  # what the rest is worth as pairs and neighbours
POINTS_SHED = 2
STAR_LOST = 3
NEAR_GROUP = 4  # the phase laid: it is near to a group on the table
IS_NEEDED = 5  # by the next player, as far as their cards were seen
IS_STAR = 6  # any player can use it
FITS_TABLE = 7  # where the next player has laid
STAYS_TIDY = 8  # a Flip card: the hand is not broken up
# A flip:
OWN_GAIN = 9
OTHERS_GAIN = 10
MOST_GAIN = 11  # of the one of the others who gains most
PHASE_LAID = 12  # what it is worth then
PRICE = 13
# The visible card or the draw pile:
TAKE_NEEDED = 14  # for each card that the phase then lacks less
TAKE_NEIGHBOURS = 15
TAKE_STAR = 16
TAKE_FLIP = 17
DRAW_HOPE = 18  # for the chance that the card drawn is of use
DRAW_ANYWAY = 19
LAID_FLIP = 20  # the same once the phase is laid
LAID_HOPE = 21
LAID_ANYWAY = 22
# Cards laid on the table, and what stays after a lay-down:
STAR_USED = 23
FITS_NEXT = 24  # a hit after which another card fits
CAN_HIT = 25  # a card left that can be laid on the table at once
HAS_FLIP = 26  # a Flip card left
# What hands hope for on each side:
GUESSED = 27  # + side: how far a hand that was not seen is judged by guesses, not by its phase
HOPE = 29  # + side * MOST_MISSING + cards missing
MOST_MISSING = 4

GUESSES = 3
ANY_CARD = 0.3
"""How likely a card of which nothing was seen is of use."""
WENT_OUT = 1e9
LONG_ROUND = 10
"""Turns of each seat after which nobody takes a card that is of no use by itself: two could do so for ever."""


# --- what was seen


def rows_seen(s: State, t: Tables, seat: int) -> tuple[Rows, int]:
    """Return what was seen of the active faces of another hand, and how many cards that is."""
    rows = (0, 0, 0, 0)
    count = 0
    for slot in range(s.hand_count[seat]):
        thread = s.hand[seat][slot]
        if has_seen(s, s.seat, thread, s.side):
            rows = with_card(rows, t, known_face(s, t, thread, s.side), 1)
            count += 1
    return rows, count


def chance_of_draw(s: State, t: Tables, rows: Rows, groups: Groups, lacking: int) -> float:
    """Return how likely the next card of the draw pile is of use, by its face in sight: all cards with that face."""
    if s.draw_top == NOTHING or not has_seen(s, s.seat, s.draw_top, 1 - s.side):
        return ANY_CARD
    face = known_face(s, t, s.draw_top, 1 - s.side)
    useful = 0
    for i in range(t.count_with[face]):
        other = t.face[s.side][t.with_face[1 - s.side][t.first_with[face] + i]]
        if s.laid[s.seat] > 0:
            useful += 1 if can_be_hit(s, t, other) else 0
        elif missing(with_card(rows, t, other, 1), groups) < lacking:
            useful += 1
    return useful / t.count_with[face]


# --- flips


def hope_for(net: Net, side: int, left: int) -> float:
    """Return what it is worth to lack so many cards on a side."""
    return net[WEIGHTS][HOPE + side * MOST_MISSING + min(MOST_MISSING - 1, left)]  # type: ignore[no-any-return]


def guessed_rows(s: State, t: Tables, seat: int, side: int, without: int, guess: int) -> Rows:
    """Return a hand but for one slot on a side; unseen cards are any with their other face, by each guess others."""
    rows = (0, 0, 0, 0)
    for slot in range(s.hand_count[seat]):
        if slot == without:
            continue
        thread = s.hand[seat][slot]
        face = known_face(s, t, thread, side)
        if not has_seen(s, s.seat, thread, side):
            if not has_seen(s, s.seat, thread, 1 - side):
                continue
            other = known_face(s, t, thread, 1 - side)
            among = t.first_with[other] + (guess + slot) % t.count_with[other]
            face = t.face[side][t.with_face[1 - side][among]]
        rows = with_card(rows, t, face, 1)
    return rows


def hope_on(s: State, t: Tables, net: Net, seat: int, side: int, without: int) -> float:
    """Return the hope of a hand but for one slot on a side: by its cards if all were seen, else by guesses."""
    groups = groups_of(t, s.phase[seat])
    if has_seen_hand(s, s.seat, seat, side):
        return hope_for(net, side, missing(guessed_rows(s, t, seat, side, without, 0), groups))
    total = 0.0
    for guess in range(GUESSES):
        total += hope_for(net, side, missing(guessed_rows(s, t, seat, side, without, guess), groups))
    guessed = net[WEIGHTS][GUESSED + side]
    return guessed * total / GUESSES + (1.0 - guessed) * net[EASE + side][s.phase[seat]]  # type: ignore[no-any-return]


def worth_of_turning(s: State, t: Tables, net: Net, mine: float, without: int) -> float:
    """Return what a flip is worth to the seat whose turn it is; `mine` is its hope now, `without` the slot it gives."""
    seat = s.seat
    most = 0.0
    total = 0.0
    for other in range(t.seats):
        if other != seat and s.laid[other] == 0:
            gain = hope_on(s, t, net, other, 1 - s.side, NOTHING) - hope_on(s, t, net, other, s.side, NOTHING)
            total += gain
            most = max(most, gain)
    theirs = net[WEIGHTS][OTHERS_GAIN] * total + net[WEIGHTS][MOST_GAIN] * most
    if s.laid[seat] > 0:
        return net[WEIGHTS][PHASE_LAID] - theirs  # type: ignore[no-any-return]
    own = hope_on(s, t, net, seat, 1 - s.side, without) - mine
    return net[WEIGHTS][OWN_GAIN] * own - theirs - net[WEIGHTS][PRICE]  # type: ignore[no-any-return]


# --- what to do


def choose_source(s: State, t: Tables, net: Net, actions: list[int]) -> int:
    """Take the visible card or draw."""
    if s.discard_count == 0 or actions[0] == TAKE:
        return actions[0]
    face = known_face(s, t, s.discard[s.discard_count - 1], s.side)
    if face == NOTHING:
        return actions[0]
    weights = net[WEIGHTS]
    rows = rows_of(s, t, s.seat)
    groups = groups_of(t, s.phase[s.seat])
    is_laid = s.laid[s.seat] > 0
    lacking = 0 if is_laid else missing(rows, groups)
    turning = 0.0
    if t.marked[face] > 0 and s.turn <= LONG_ROUND * t.seats:
        turning = max(0.0, worth_of_turning(s, t, net, 0.0 if is_laid else hope_for(net, s.side, lacking), NOTHING))
    hope = chance_of_draw(s, t, rows, groups, lacking)
    if is_laid:
        take = (1.0 if can_be_hit(s, t, face) else 0.0) + weights[LAID_FLIP] * turning
        if take == 0.0 and s.turn > LONG_ROUND * t.seats:
            return DRAW
        return TAKE if take > weights[LAID_HOPE] * hope + weights[LAID_ANYWAY] else DRAW
    more = with_card(rows, t, face, 1)
    gained = lacking - missing(more, groups)
    if gained == 0 and s.turn > LONG_ROUND * t.seats:
        return DRAW
    take = weights[TAKE_NEEDED] * gained + weights[TAKE_FLIP] * turning
    take += weights[TAKE_NEIGHBOURS] * (tidiness(more, groups) - tidiness(rows, groups))
    if t.value[face] == 0:
        take += weights[TAKE_STAR]
    return TAKE if take > weights[DRAW_HOPE] * hope + weights[DRAW_ANYWAY] else DRAW


def nearness(s: State, t: Tables, face: int) -> float:
    """Return how near a card is to the groups on the table: 1 for one number between it and the end of a run."""
    value = t.value[face]
    best = 0.0
    for owner in range(t.seats):
        for group in range(s.group_count[owner]):
            if s.kind[owner][group] == RUN and colour_fits(s, t, face, owner, group):
                gap = max(s.low[owner][group] - value, value - s.high[owner][group])
                if gap > 1:
                    best = max(best, 1.0 / (gap - 1))
    return best


def score_for_discard(
    s: State, t: Tables, net: Net, face: int, rows: Rows, groups: Groups, following: int, theirs: Rows, lacking: int
) -> float:
    """Return how good it is to discard a card, but for what its Flip mark does.

    `theirs` are the cards seen in the hand of the next player, who lacks so many more.
    """
    weights = net[WEIGHTS]
    score = weights[POINTS_SHED] * t.points[face]
    if s.laid[s.seat] > 0:
        score -= weights[NEAR_GROUP] * nearness(s, t, face)
    else:
        left = with_card(rows, t, face, -1)
        score += weights[NEIGHBOURS] * tidiness(left, groups) - weights[LACKING] * missing(left, groups)
        if t.value[face] == 0:
            score -= weights[STAR_LOST]
        if s.laid[following] > 0 and can_be_hit(s, t, face):
            score -= weights[FITS_TABLE]
    if s.laid[following] == 0 and t.marked[face] == 0:
        if t.value[face] == 0:
            score -= weights[IS_STAR]
        elif lacking >= 0:
            wanted = missing(with_card(theirs, t, face, 1), groups_of(t, s.phase[following])) < lacking
            score -= weights[IS_NEEDED] if wanted else 0.0
    return score  # type: ignore[no-any-return]


def score_for_flip(s: State, t: Tables, net: Net, face: int, slot: int, now: int) -> float:
    """Return how good it is to discard a Flip card: what it was to the hand on this side is no longer asked for."""
    weights = net[WEIGHTS]
    score = weights[POINTS_SHED] * t.points[face]
    if s.laid[s.seat] > 0:
        return score + worth_of_turning(s, t, net, 0.0, slot)  # type: ignore[no-any-return]
    score += weights[STAYS_TIDY] - weights[LACKING] * now
    return score + worth_of_turning(s, t, net, hope_for(net, s.side, now), slot)  # type: ignore[no-any-return]


def choose_discard(s: State, t: Tables, net: Net, actions: list[int], count: int) -> int:
    seat = s.seat
    groups = groups_of(t, s.phase[seat])
    rows = rows_of(s, t, seat)
    following = next_player(s, t, seat)
    theirs, known = rows_seen(s, t, following)
    lacking = NOTHING
    if known > 0 and s.laid[following] == 0:
        lacking = missing(theirs, groups_of(t, s.phase[following]))
    now = missing(rows, groups)
    best = actions[0]
    most = -1e9
    for i in range(count):
        if not DISCARD <= actions[i] < PLACE:
            continue
        slot = actions[i] - DISCARD
        face = face_of(s, t, s.hand[seat][slot])
        if t.marked[face] > 0 and s.hand_count[seat] > 1:
            score = score_for_flip(s, t, net, face, slot, now)
        else:
            score = score_for_discard(s, t, net, face, rows, groups, following, theirs, lacking)
        if score > most:
            best = actions[i]
            most = score
    return best


def fits_after(s: State, t: Tables, slot: int, owner: int, group: int, number: int, end: int) -> bool:
    """Does another card of the hand fit the end of a run once a card with this number is there?"""
    following = number - 1 if end == LOW_END else number + 1
    for other in range(s.hand_count[s.seat]):
        if other != slot:
            face = face_of(s, t, s.hand[s.seat][other])
            if t.value[face] == following and colour_fits(s, t, face, owner, group):
                return True
    return False


def score_for_hit(s: State, t: Tables, net: Net, hit: int) -> float:
    slot, where = hit // (MOST_SEATS * GROUPS * 2), hit % (MOST_SEATS * GROUPS * 2)
    owner, group, end = where // (GROUPS * 2), where // 2 % GROUPS, where % 2
    score = 0.0
    if t.value[face_of(s, t, s.hand[s.seat][slot])] == 0:
        score -= net[WEIGHTS][STAR_USED]
    if s.kind[owner][group] == RUN and fits_after(s, t, slot, owner, group, number_at(s, owner, group, end), end):
        score += net[WEIGHTS][FITS_NEXT]
    return score


def choose_hit(s: State, t: Tables, net: Net, actions: list[int], count: int) -> int:
    """Number cards before Stars, and where another card fits next."""
    best = actions[count - 1]
    most = -1e9
    for i in range(count):
        if actions[i] >= HIT:
            score = score_for_hit(s, t, net, actions[i] - HIT)
            if score > most:
                best = actions[i]
                most = score
    return best


def left_after(s: State, t: Tables, net: Net, work: Floats, spare: State, action: int, actions: list[int]) -> float:
    """Return how good the hand is that is left once the phase is laid, beginning with an action."""
    assign(spare, s)
    apply(spare, t, action)
    while spare.laying > 0 and spare.seat == s.seat and spare.round == s.round:
        count = legal(spare, t, actions)
        apply(spare, t, choose_play(spare, t, net, work, actions, count))
    if spare.to_act == OVER or spare.round != s.round:
        return WENT_OUT
    score = 0.0
    for slot in range(spare.hand_count[s.seat]):
        face = face_of(spare, t, spare.hand[s.seat][slot])
        if can_be_hit(spare, t, face):
            score += net[WEIGHTS][CAN_HIT]
        if t.marked[face] > 0:
            score += net[WEIGHTS][HAS_FLIP]
    return score


def choose_place(s: State, t: Tables, net: Net, work: Floats, spare: State, actions: list[int], count: int) -> int:
    """Lay the phase so that what is left is good; of equally good ways the light player's."""
    best = choose_play(s, t, net, work, actions, count)
    most = left_after(s, t, net, work, spare, best, actions)
    for i in range(count):
        count = legal(s, t, actions)  # trying an action writes there
        action = actions[i]
        if action >= PLACE and action != best:
            left = left_after(s, t, net, work, spare, action, actions)
            if left > most:
                best = action
                most = left
    return best


def keen_policy(
    s: State, t: Tables, net: Net, work: Floats, spare: State, stream: list[int], actions: list[int]
) -> int:
    count = legal(s, t, actions)
    if count == 1:
        return actions[0]
    if s.step == STEP_DRAW:
        return choose_source(s, t, net, actions)
    if actions[count - 1] >= HIT:
        return choose_hit(s, t, net, actions, count)
    if actions[count - 1] >= PLACE:
        return choose_place(s, t, net, work, spare, actions, count)
    return choose_discard(s, t, net, actions, count)


def judges(t: Tables) -> bool:
    return False


def judge(s: State, t: Tables, seat: int, net: Net, work: Floats, out: Floats) -> None:
    evaluate(s, t, net, work, out)


def foresees(t: Tables) -> bool:
    return False


def forget(s: State, t: Tables) -> None:
    """Take every moment for another."""


def is_sure(s: State, t: Tables) -> bool:
    """Say whether a card has been drawn: then nothing new is seen until one is discarded."""
    return s.step == STEP_PLAY
