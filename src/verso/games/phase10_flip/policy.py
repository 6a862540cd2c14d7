"""A light player of Phase 10 Flip: counts the cards its phase still misses, lays at once, weighs a flip by phase.

Kernel source, like the rules. A hand is judged by `missing`, how many cards its phase lacks, and among equals by how
tidy it is (pairs, neighbours). A Flip mark is discarded or kept by what the other side would be worth: to the others
exactly, for their backs are in sight, to oneself by how easy the phase is on that side. Between rounds the chance to
win follows from phases and scores.
"""

from __future__ import annotations

from math import exp

from verso.core.contracts.policy import Floats, Net
from verso.games.phase10_flip.rules import (
    DISCARD,
    DRAW,
    HIT,
    NOTHING,
    PLACE,
    STEP_DRAW,
    TAKE,
    State,
    Tables,
    can_be_hit,
    face_of,
    groups_of,
    has_seen_hand,
    known_face,
    knows_hand,
    legal,
    rows_of,
    rows_on,
    with_card,
)
from verso.games.phase10_flip.solver import (
    BITS,
    COLOURS,
    FULL,
    HIGHEST,
    NUMBERS,
    Groups,
    Rows,
    how_many,
    numbers_in,
    with_row,
)

# Places in the first row of the network. The second and third hold, for each phase, how easy it is on each side.
PER_PHASE = 0
PER_PHASE_LATE = 1  # more for each phase already done
PER_POINT = 2
PER_POINT_FIXED = 3  # where points alone decide
ORDER = 4
MISSING = 5
TIDY = 6
POINTS = 7
FLIP = 8
STAR = 9
HEAT = 10
LAID = 11
BY_SIGHT = 12  # above zero: in a full state too, backs count only as far as the seat to act has seen them
WIDTH = 16
ROWS = 3
EASE = 1  # + side


def clock(s: State) -> int:
    return s.round


# --- judging hands


def best_window(row: int, length: int) -> int:
    """Return the lowest number of the run for which a row has the most cards, and how many: start * 16 + count."""
    present = numbers_in(row)
    found = present
    for step in range(1, length):
        found += present >> BITS * step
    best = 0
    start = 1
    for number in range(1, HIGHEST + 2 - length):
        count = found >> BITS * number & FULL
        if count > best:
            best = count
            start = number
    return start * 16 + best


def covered_by_sets(total: int, size: int, next_size: int) -> int:
    """Return how many cards of one or two sets these cards have."""
    if size == 0:
        return 0
    best = 0
    second = 0
    numbers = total >> BITS
    while numbers > 0:
        count = numbers & FULL
        if count > best:
            second = best
            best = count
        elif count > second:
            second = count
        numbers >>= BITS
    stars = total & FULL
    apart = min(best, max(size, next_size)) + min(second, min(size, next_size))
    same = min(best, size + next_size)
    return min(size + next_size, max(apart, same) + stars)


def covered(rows: Rows, groups: Groups) -> int:
    """Return how many of the cards of a phase a hand has: the best run of a colour, then what is left for the rest."""
    if groups[0] == 0:
        return covered_by_sets(rows[0] + rows[1] + rows[2] + rows[3], groups[2], groups[3])
    best = 0
    for colour in range(COLOURS):
        row = rows[colour]
        if row > 0 or colour == 0:
            best = max(best, covered_with(rows, groups, colour, row))
    return best


def covered_with(rows: Rows, groups: Groups, colour: int, row: int) -> int:
    """Return the same with the first run in this colour."""
    length = groups[0]
    window = best_window(row, length)
    start = window // 16
    count = window % 16
    used = numbers_in(row) & (((1 << BITS * length) - 1) // FULL) << BITS * start
    stars = min(row & FULL, length - count)
    left = with_row(rows, colour, row - used - stars)
    found = count + stars
    if groups[1] > 0:
        second = 0
        for other in range(COLOURS):
            found_there = best_window(left[other], groups[1]) % 16
            second = max(second, min(groups[1], found_there + (left[other] & FULL)))
        return found + second
    return found + covered_by_sets(left[0] + left[1] + left[2] + left[3], groups[2], groups[3])


def missing(rows: Rows, groups: Groups) -> int:
    return groups[0] + groups[1] + groups[2] + groups[3] - covered(rows, groups)


def tidiness(rows: Rows, groups: Groups) -> float:
    """Return how many neighbours (for runs) and pairs (for sets) a hand has."""
    total = 0.0
    if groups[0] > 0:
        for colour in range(COLOURS):
            present = numbers_in(rows[colour])
            total += how_many(present & present >> BITS) + 0.5 * how_many(present & present >> 2 * BITS)
    if groups[2] > 0:
        numbers = (rows[0] + rows[1] + rows[2] + rows[3]) >> BITS
        while numbers > 0:
            count = numbers & FULL
            total += 0.5 * count * (count - 1)
            numbers >>= BITS
    return total


# --- flips


def hope(net: Net, left: int) -> float:
    """Return the chance to lay soon with so many cards missing."""
    if left == 0:
        return 1.0
    return 0.6 if left == 1 else 0.3 if left == 2 else 0.12


def hope_after_flip(s: State, t: Tables, net: Net, seat: int) -> float:
    """Return the hope of a seat on the other side: of its cards if they are known, otherwise that of its phase."""
    side = 1 - s.side
    if not knows_hand(s, t, seat, side) or (net[0][BY_SIGHT] > 0.0 and not has_seen_hand(s, s.seat, seat, side)):
        return net[EASE + side][s.phase[seat]]  # type: ignore[no-any-return]
    return hope(net, missing(rows_on(s, t, seat, side), groups_of(t, s.phase[seat])))


def worth_of_flip(s: State, t: Tables, net: Net, mine: float) -> float:
    """Return what a flip gains the seat whose turn it is over the most dangerous other; `mine` is its hope now."""
    seat = s.seat
    gain = 0.0
    if s.laid[seat] == 0:
        gain = hope_after_flip(s, t, net, seat) - mine
    worst = -1.0
    for other in range(t.seats):
        if other != seat and s.laid[other] == 0:
            theirs = hope_after_flip(s, t, net, other) - net[EASE + s.side][s.phase[other]]
            worst = max(worst, theirs)
    return gain - max(worst, -0.5)


# --- what to do


def choose_draw(s: State, t: Tables, actions: list[int], count: int) -> int:
    """Take the visible card if it brings the phase nearer or can be laid on the table; otherwise draw."""
    if s.discard_count == 0 or actions[0] == TAKE:
        return actions[0]
    face = known_face(s, t, s.discard[s.discard_count - 1], s.side)
    if face == NOTHING:
        return actions[0]
    if s.laid[s.seat] > 0:
        return TAKE if can_be_hit(s, t, face) else DRAW
    groups = groups_of(t, s.phase[s.seat])
    rows = rows_of(s, t, s.seat)
    return TAKE if missing(with_card(rows, t, face, 1), groups) < missing(rows, groups) else DRAW


def score_discards(s: State, t: Tables, net: Net, actions: list[int], count: int, out: Floats) -> None:
    """Write how good each discard is; other actions get nothing."""
    seat = s.seat
    groups = groups_of(t, s.phase[seat])
    rows = rows_of(s, t, seat)
    flip = 0.0
    flip_known = False
    for i in range(count):
        out[i] = -1e9
        if DISCARD <= actions[i] < PLACE:
            face = face_of(s, t, s.hand[seat][actions[i] - DISCARD])
            score = net[0][POINTS] * t.points[face]
            if s.laid[seat] == 0:
                left = with_card(rows, t, face, -1)
                score += net[0][TIDY] * tidiness(left, groups) - net[0][MISSING] * missing(left, groups)
            if t.value[face] == 0:
                score -= net[0][STAR]
            if t.marked[face] > 0 and s.hand_count[seat] > 1:
                if not flip_known:
                    mine = hope(net, missing(rows, groups)) if s.laid[seat] == 0 else 0.0
                    flip = worth_of_flip(s, t, net, mine)
                    flip_known = True
                score += net[0][FLIP] * flip
            out[i] = score


def choose_play(s: State, t: Tables, net: Net, work: Floats, actions: list[int], count: int) -> int:
    """Lay the phase at once, number cards before Stars; then hit; then discard."""
    last = actions[count - 1]
    if last >= HIT:
        for i in range(count):
            if actions[i] >= HIT:
                return actions[i]
    if last >= PLACE:
        for i in range(count):
            if actions[i] >= PLACE and (actions[i] - PLACE) % NUMBERS == 0:
                return actions[i]
        return last
    score_discards(s, t, net, actions, count, work)
    best = 0
    for i in range(1, count):
        if work[i] > work[best]:
            best = i
    return actions[best]


def policy(s: State, t: Tables, net: Net, work: Floats, stream: list[int], actions: list[int]) -> int:
    count = legal(s, t, actions)
    if count == 1:
        return actions[0]
    if s.step == STEP_DRAW:
        return choose_draw(s, t, actions, count)
    return choose_play(s, t, net, work, actions, count)


def priors(s: State, t: Tables, net: Net, work: Floats, actions: list[int], count: int, out: Floats) -> None:
    if s.step == STEP_DRAW:
        chosen = choose_draw(s, t, actions, count)
        for i in range(count):
            out[i] = 3.0 if actions[i] == chosen else 1.0
    elif actions[count - 1] >= PLACE:
        chosen = choose_play(s, t, net, work, actions, count)
        for i in range(count):
            out[i] = 0.02 if actions[i] < PLACE else 4.0 if actions[i] == chosen else 0.3
    else:
        score_discards(s, t, net, actions, count, out)
        best = -1e9
        for i in range(count):
            best = max(best, out[i])
        for i in range(count):
            out[i] = exp((out[i] - best) * net[0][HEAT]) + 0.01
    total = 0.0
    for i in range(count):
        total += out[i]
    for i in range(count):
        out[i] /= total


# --- between rounds


def standing(s: State, t: Tables, net: Net, seat: int) -> float:
    if t.fixed_rounds > 0:
        return -net[0][PER_POINT_FIXED] * s.score[seat]  # type: ignore[no-any-return]
    done = s.phase[seat] - 1
    left = t.last_phase - done
    near = net[0][PER_PHASE_LATE] * max(0, 4 - left)
    return net[0][PER_PHASE] * done + near * done - net[0][PER_POINT] * s.score[seat]  # type: ignore[no-any-return]


def evaluate(s: State, t: Tables, net: Net, work: Floats, out: Floats) -> None:
    """Share the win among the seats by phases and scores."""
    best = -1e9
    for seat in range(t.seats):
        out[seat] = standing(s, t, net, seat)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(t.seats):
        out[seat] = exp(out[seat] - best)
        total += out[seat]
    for seat in range(t.seats):
        share = out[seat] / total
        out[seat] = share - (1.0 - share) / (t.seats - 1)
