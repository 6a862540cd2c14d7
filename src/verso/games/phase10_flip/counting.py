"""Counting and drawing the ways to complete a view of Phase 10 Flip: kernel source, on top of the rules.

A card is a colour face and a wild face; `free` counts the cards not yet known by both. A card seen from one side is
`wanted` by that face. `ways` counts how the wanted cards can be chosen: those seen by their colour face one face after
the other, remembering only how many that takes from each wild face that others wait for; the rest is a product. That
number grows with the cards seen, so the work is bounded, and beyond the bound `draw_futures` has to do.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.core.contracts.policy import Floats
from verso.core.contracts.rules import S, T, assign, complete
from verso.core.rng import below
from verso.core.spec import OVER
from verso.games.phase10_flip.policy import covered_by_sets
from verso.games.phase10_flip.rules import (
    CARDS,
    COLOUR,
    DISCARD,
    FACE_ONLY,
    FACES,
    NOTHING,
    WILD_FACES,
    apply,
    can_be_hit,
    face_of,
    groups_of,
    hand_points,
    leaves_enough,
    rows_of,
    rows_on,
    with_card,
)
from verso.games.phase10_flip.solver import (
    BITS,
    COLOURS,
    FULL,
    HIGHEST,
    Groups,
    Rows,
    can_lay,
    how_many,
    numbers_in,
    places,
    with_row,
)

WILDS = FACES - WILD_FACES
LOW = 15  # wild faces whose counts fit into the first of two numbers, four bits each
NIBBLE = 15
MOST_STATES = 4096
PLACES = 4 * MOST_STATES
MOST_OPTIONS = 256
FAILED = -1.0

# Places in `counter`.
STAMP = 0  # of the places that are in use
WORK_LEFT = 1
COUNTERS = 2

# What `draw_futures` counts.
MOST_DRAWS = 5
MOST_POINTS = 400


def falling(n: int, k: int) -> float:
    """Return n * (n - 1) * ... of k factors: ways to choose k of n one after the other."""
    product = 1.0
    for i in range(k):
        product *= max(0, n - i)
    return product


def amount(low: int, high: int, wild: int) -> int:
    """Return how many cards of a wild face two numbers hold."""
    return low >> 4 * wild & NIBBLE if wild < LOW else high >> 4 * (wild - LOW) & NIBBLE


class Futures(NamedTuple):
    """What `draw_futures` counts."""

    within: list[
        list[int]
    ]  # the phase held after so many draws; in the second row with the visible discard taken first
    lacking: list[int]  # after a flip: so many cards of the phase
    holding: list[int]  # after a flip: the phase
    costs: list[int]  # after a flip: what the hand costs
    behind: list[list[int]]  # how often a card seen by a face (in the last row: by none) was which card


class Discards(NamedTuple):
    """What `draw_discards` counts, for each slot of the hand."""

    helped: list[int]  # the next player can lay the phase with what lies on top then, and could not without it; or hit
    holding: list[int]  # the own hand holds its phase then


class Work(NamedTuple):
    """What is counted, and room to count in."""

    free: list[list[int]]  # cards of each colour face and wild face that are not known by both
    wanted: list[int]  # cards seen by each face alone
    room: list[int]  # free cards of each wild face
    last: list[int]
    options: list[list[int]]  # what the cards seen by one colour face take, and its `shares` of the ways
    shares: Floats
    states: list[list[list[int]]]  # what has been taken, before and after a colour face, with the `counts` of ways
    counts: Floats
    places: list[list[int]]
    counter: list[int]
    behind: Floats
    left: Floats
    done: list[int]


# --- the ways to choose for one colour face


def options_of(w: Work, face: int) -> int:
    """Write what the cards seen by a colour face can take, and in how many ways; return how many there are."""
    w.options[0][0] = 0
    w.options[0][1] = 0
    w.shares[0] = 1.0
    begin = 0
    end = 1
    for _ in range(w.wanted[face]):
        added = end
        for i in range(begin, end):
            for wild in range(WILDS):
                left = w.free[face][wild] - amount(w.options[i][0], w.options[i][1], wild)
                if left > 0:
                    low = w.options[i][0] + (1 << 4 * wild if wild < LOW else 0)
                    high = w.options[i][1] + (1 << 4 * (wild - LOW) if wild >= LOW else 0)
                    added = add_option(w, end, added, low, high, w.shares[i] * left)
                    if added == NOTHING:
                        return NOTHING
        begin = end
        end = added
    return only_waited_for(w, begin, end)


def add_option(w: Work, first: int, count: int, low: int, high: int, share: float) -> int:
    for i in range(first, count):
        if w.options[i][0] == low and w.options[i][1] == high:
            w.shares[i] += share
            return count
    if count >= MOST_OPTIONS:
        return NOTHING
    w.options[count][0] = low
    w.options[count][1] = high
    w.shares[count] = share
    return count + 1


def only_waited_for(w: Work, begin: int, end: int) -> int:
    """Move the options to the front, without the wild faces that no card seen by its wild face waits for."""
    low = 0
    high = 0
    for wild in range(WILDS):
        if w.wanted[WILD_FACES + wild] > 0:
            if wild < LOW:
                low |= NIBBLE << 4 * wild
            else:
                high |= NIBBLE << 4 * (wild - LOW)
    count = 0
    for i in range(begin, end):
        count = add_option(w, 0, count, w.options[i][0] & low, w.options[i][1] & high, w.shares[i])
    return count


# --- the ways to choose for all


def ways(w: Work) -> float:
    """Count the ways to give every card seen from one side a card of its own; FAILED if that is too much work."""
    total = 1.0
    for wild in range(WILDS):
        w.last[wild] = last_taker(w, wild)
        if w.last[wild] == NOTHING:
            total *= falling(w.room[wild], w.wanted[WILD_FACES + wild])
    w.states[0][0][0] = 0
    w.states[0][0][1] = 0
    w.counts[0][0] = 1.0
    known = 1
    before = 0
    for face in range(WILD_FACES):
        if w.wanted[face] > 0:
            found = options_of(w, face)
            w.counter[WORK_LEFT] -= known * max(1, found)
            if found == NOTHING or w.counter[WORK_LEFT] < 0:
                return FAILED
            known = follow(w, face, before, known, found)
            if known == NOTHING:
                return FAILED
            before = 1 - before
    sum_of_ways = 0.0
    for i in range(known):
        sum_of_ways += w.counts[before][i]
    return total * sum_of_ways


def last_taker(w: Work, wild: int) -> int:
    """Return the last colour face whose cards can take one of a wild face; NOTHING if none or nobody waits for it."""
    if w.wanted[WILD_FACES + wild] == 0:
        return NOTHING
    for face in range(WILD_FACES - 1, -1, -1):
        if w.wanted[face] > 0 and w.free[face][wild] > 0:
            return face
    return NOTHING


def follow(w: Work, face: int, before: int, known: int, found: int) -> int:
    """Take one colour face further; wild faces that nothing later takes from are settled and forgotten."""
    w.counter[STAMP] += 1
    count = 0
    for i in range(known):
        for j in range(found):
            low = w.states[before][i][0] + w.options[j][0]
            high = w.states[before][i][1] + w.options[j][1]
            weight = w.counts[before][i] * w.shares[j]
            for wild in range(WILDS):
                if w.last[wild] == face:
                    weight *= falling(w.room[wild] - amount(low, high, wild), w.wanted[WILD_FACES + wild])
                    if wild < LOW:
                        low &= ~(NIBBLE << 4 * wild)
                    else:
                        high &= ~(NIBBLE << 4 * (wild - LOW))
            if weight > 0.0:
                count = add_state(w, 1 - before, count, low, high, weight)
                if count == NOTHING:
                    return NOTHING
    return count


def add_state(w: Work, after: int, count: int, low: int, high: int, weight: float) -> int:
    states = w.states[after]
    stamp = w.counter[STAMP]
    place = ((low ^ (low >> 29) ^ (high * 31) ^ (high >> 17)) * 2654435761 >> 7) & (PLACES - 1)
    while w.places[place][0] == stamp:
        i = w.places[place][1]
        if states[i][0] == low and states[i][1] == high:
            w.counts[after][i] += weight
            return count
        place = (place + 1) & (PLACES - 1)
    if count >= MOST_STATES:
        return NOTHING
    w.places[place][0] = stamp
    w.places[place][1] = count
    states[count][0] = low
    states[count][1] = high
    w.counts[after][count] = weight
    return count + 1


def count_all(w: Work) -> bool:
    """For each face seen write how likely each face is `behind` it, and what is `left` of each card, on average."""
    for colour in range(WILD_FACES):
        for wild in range(WILDS):
            w.left[colour][wild] = w.free[colour][wild]
    for face in range(FACES):
        if w.wanted[face] > 0:
            w.wanted[face] -= 1
            total = 0.0
            for other in range(WILDS if face < WILD_FACES else WILD_FACES):
                colour = face if face < WILD_FACES else other
                wild = other if face < WILD_FACES else face - WILD_FACES
                found = 0.0
                if w.free[colour][wild] > 0:
                    found = ways_without(w, colour, wild)
                    if found == FAILED:
                        w.wanted[face] += 1
                        return False
                    found *= w.free[colour][wild]
                w.behind[face][other] = found
                total += found
            w.wanted[face] += 1
            for other in range(WILDS if face < WILD_FACES else WILD_FACES):
                w.behind[face][other] /= total
                if face < WILD_FACES:
                    w.left[face][other] -= w.wanted[face] * w.behind[face][other]
                else:
                    w.left[other][face - WILD_FACES] -= w.wanted[face] * w.behind[face][other]
    return True


def ways_without(w: Work, colour: int, wild: int) -> float:
    """Count the ways when one card of these two faces is known."""
    w.free[colour][wild] -= 1
    w.room[wild] -= 1
    found = ways(w)
    w.free[colour][wild] += 1
    w.room[wild] += 1
    return found


# --- the next two or three cards together


def chance_within(s: S, t: T, seat: int, taken: int, draws: int, w: Work) -> float:
    """Return the chance that a hand with the next `draws` cards of the draw pile holds the phase; FAILED if too hard.

    A card not seen at all that turns out to have a face is one more card that was seen by that face, so `ways` counts
    it. The first card may be known by its back; one or two more are counted. `taken` is the face of a card taken from
    the discard pile before, or NOTHING.
    """
    if s.pool_count < draws:
        return FAILED
    groups = groups_of(t, s.phase[seat])
    rows = rows_of(s, t, seat)
    if taken != NOTHING:
        rows = with_card(rows, t, taken, 1)
        if helps(s, t, seat, rows, groups, taken):
            return 1.0
    if draws == 0:
        return 0.0
    known = NOTHING if s.draw_top == NOTHING else s.card[s.draw_top]
    back = FACE_ONLY - known if known <= FACE_ONLY else NOTHING
    if known >= 0:
        face = t.face[s.side][known]
        rows = with_card(rows, t, face, 1)
        if helps(s, t, seat, rows, groups, face):
            return 1.0
    if back != NOTHING:
        return chance_with_back(s, t, seat, rows, groups, back, draws, w)
    unseen = draws - 1 if known >= 0 else draws
    if unseen > 2:
        return FAILED
    found = chance_of_unseen(s, t, seat, rows, groups, unseen, w)
    total = ways(w)
    return FAILED if found == FAILED or total == FAILED else found / total


def chance_with_back(s: S, t: T, seat: int, rows: Rows, groups: Groups, back: int, draws: int, w: Work) -> float:
    """Return the same when the first card is known by its back: for each card it can be."""
    found = 0.0
    total = 0.0
    w.wanted[back] -= 1
    for other in range(WILDS if back < WILD_FACES else WILD_FACES):
        colour = back if back < WILD_FACES else other
        wild = other if back < WILD_FACES else back - WILD_FACES
        cards = w.free[colour][wild]
        if cards > 0 and found != FAILED:
            face = colour if s.side == 0 else WILD_FACES + wild
            with_top = with_card(rows, t, face, 1)
            w.free[colour][wild] -= 1
            w.room[wild] -= 1
            weight = ways(w)
            made = weight
            if weight > 0.0 and not helps(s, t, seat, with_top, groups, face):
                made = chance_of_unseen(s, t, seat, with_top, groups, draws - 1, w)
            w.free[colour][wild] += 1
            w.room[wild] += 1
            if weight == FAILED or made == FAILED:
                found = FAILED
            else:
                found += cards * made
                total += cards * weight
    w.wanted[back] += 1
    return FAILED if found == FAILED else found / total


def chance_of_unseen(s: S, t: T, seat: int, rows: Rows, groups: Groups, unseen: int, w: Work) -> float:
    """Return the share of the ways in which up to two cards not seen at all make the phase; FAILED if too hard.

    `done` marks the faces that make it alone. Of two cards one may do so, or both together.
    """
    if unseen == 0:
        return 0.0
    cards = 0
    for wild in range(WILDS):
        cards += w.room[wild] - w.wanted[WILD_FACES + wild]
    for colour in range(WILD_FACES):
        cards -= w.wanted[colour]
    first = 0 if s.side == 0 else WILD_FACES
    end = WILD_FACES if s.side == 0 else FACES
    found = 0.0
    for face in range(first, end):
        w.done[face] = NOTHING
        if is_left(w, face):
            w.done[face] = 1 if helps(s, t, seat, with_card(rows, t, face, 1), groups, face) else 0
            if w.done[face] == 1 and cards > 0:
                w.wanted[face] += 1
                one = ways(w)
                w.wanted[face] -= 1
                if one == FAILED:
                    return FAILED
                found += one * min(unseen, cards) / cards
    if unseen == 1 or cards < 2:
        return found
    both = ways_of_two(s, t, seat, rows, groups, w)
    return FAILED if w.counter[WORK_LEFT] < 0 else found + both / (cards * (cards - 1))


def ways_of_two(s: S, t: T, seat: int, rows: Rows, groups: Groups, w: Work) -> float:
    """Return the ways in which two cards make the phase that neither makes alone, less those counted twice."""
    first = 0 if s.side == 0 else WILD_FACES
    end = WILD_FACES if s.side == 0 else FACES
    found = 0.0
    for face in range(first, end):
        for other in range(face, end):
            if w.done[face] == NOTHING or w.done[face] != w.done[other]:
                continue
            if w.done[face] == 1 or makes_together(s, t, seat, rows, groups, face, other):
                w.wanted[face] += 1
                w.wanted[other] += 1
                two = ways(w)
                w.wanted[face] -= 1
                w.wanted[other] -= 1
                if two == FAILED:
                    w.counter[WORK_LEFT] = -1
                    return 0.0
                found += (-two if w.done[face] == 1 else two) * (1 if face == other else 2)
    return found


def is_left(w: Work, face: int) -> bool:
    """Say whether any card with this face is not known by both faces."""
    if face >= WILD_FACES:
        return w.room[face - WILD_FACES] > 0
    for wild in range(WILDS):
        if w.free[face][wild] > 0:
            return True
    return False


def makes_together(s: S, t: T, seat: int, rows: Rows, groups: Groups, face: int, other: int) -> bool:
    if s.laid[seat] > 0:
        return False
    both = with_card(with_card(rows, t, face, 1), t, other, 1)
    return can_lay(both, groups, t.each_group)


# --- futures drawn from all completions


def drawn_card(s: S, number: int, stream: list[int]) -> int:
    """Return the next card of the draw pile, NOTHING after the last: the top, then any of the pool, then the bottom."""
    first = 0
    if s.draw_top != NOTHING:
        if number == 0:
            return s.card[s.draw_top]  # type: ignore[no-any-return]
        first = 1
    place = number - first
    if place < s.pool_count:
        other = place + below(stream, s.pool_count - place)
        card = s.pool[other]
        s.pool[other] = s.pool[place]
        s.pool[place] = card
        return card  # type: ignore[no-any-return]
    if place == s.pool_count and s.draw_bottom != NOTHING and s.draw_bottom != s.draw_top:
        return s.card[s.draw_bottom]  # type: ignore[no-any-return]
    return NOTHING


def helps(s: S, t: T, seat: int, rows: Rows, groups: Groups, face: int) -> bool:
    """Say whether a hand that has just got a card holds its phase now; once that is laid, whether it can be hit."""
    if s.laid[seat] > 0:
        return can_be_hit(s, t, face)
    return can_lay(rows, groups, t.each_group)


def count_draws(s: S, t: T, seat: int, stream: list[int], within: list[list[int]]) -> None:
    """Draw card after card, keeping all, and count after how many the phase is held: at once, or with the discard."""
    groups = groups_of(t, s.phase[seat])
    rows = rows_on(s, t, seat, s.side)
    taken = rows
    held = s.laid[seat] == 0 and can_lay(rows, groups, t.each_group)
    with_taken = held
    if s.discard_count > 0:
        face = t.face[s.side][s.card[s.discard[s.discard_count - 1]]]
        taken = with_card(rows, t, face, 1)
        with_taken = held or helps(s, t, seat, taken, groups, face)
    for number in range(MOST_DRAWS):
        if with_taken:
            within[1][number] += 1
        if not held or not with_taken:
            card = drawn_card(s, number, stream)
            if card != NOTHING:
                face = t.face[s.side][card]
                rows = with_card(rows, t, face, 1)
                taken = with_card(taken, t, face, 1)
                held = held or helps(s, t, seat, rows, groups, face)
                with_taken = with_taken or helps(s, t, seat, taken, groups, face)
        if held:
            within[0][number] += 1


def draw_futures(view: S, t: T, seat: int, times: int, stream: list[int], scratch: list[S], told: Futures) -> None:
    """Complete the view so many times, each way as likely as the others, and count what comes of it."""
    s = scratch[0]
    groups = groups_of(t, view.phase[seat])
    for _ in range(times):
        complete(view, t, seat, stream, s)
        rows = rows_on(s, t, seat, 1 - s.side)
        told.lacking[short_of(rows, groups, 1 - s.side, t.each_group)] += 1
        if can_lay(rows, groups, t.each_group):
            told.holding[0] += 1
        told.costs[min(MOST_POINTS - 1, hand_points(s, t, seat, 1 - s.side))] += 1
        for thread in range(CARDS):
            if view.card[thread] <= FACE_ONLY and view.born[thread] != NOTHING:
                told.behind[FACE_ONLY - view.card[thread]][s.card[thread]] += 1
        for i in range(s.pool_count):
            told.behind[FACES][s.pool[i]] += 1
        count_draws(s, t, seat, stream, told.within)


# --- discards


def could_lay(s: S, t: T, seat: int, rows: Rows, held: int) -> bool:
    """Say whether a hand of so many cards could lay its phase, as `holds_phase` of the rules does on its turn."""
    groups = groups_of(t, s.phase[seat])
    return leaves_enough(t, groups, held) and can_lay(rows, groups, t.each_group)


def is_helped(s: S, t: T, seat: int) -> bool:
    """Say whether the card on top of the discard pile helps a seat that draws now: nothing in this state is hidden."""
    if s.discard_count == 0:
        return False
    face = face_of(s, t, s.discard[s.discard_count - 1])
    if s.laid[seat] > 0:
        return can_be_hit(s, t, face)
    rows = rows_of(s, t, seat)
    held = s.hand_count[seat] + 1
    return could_lay(s, t, seat, with_card(rows, t, face, 1), held) and not could_lay(s, t, seat, rows, held)


def draw_discards(view: S, t: T, seat: int, times: int, stream: list[int], scratch: list[S], told: Discards) -> None:
    """Complete the view so many times and discard each card of the hand: count whom that helps."""
    s = scratch[0]
    after = scratch[1]
    for _ in range(times):
        complete(view, t, seat, stream, s)
        for slot in range(s.hand_count[seat]):
            assign(after, s)
            apply(after, t, DISCARD + slot)
            if after.to_act == OVER or after.round != s.round:
                continue
            if is_helped(after, t, after.seat):
                told.helped[slot] += 1
            if after.laid[seat] == 0 and could_lay(after, t, seat, rows_of(after, t, seat), after.hand_count[seat] + 1):
                told.holding[slot] += 1


# --- cards short of a phase


def short_of(rows: Rows, groups: Groups, side: int, each_group: int) -> int:
    """Return how many cards a hand lacks for a phase: the fewest with which it could be laid."""
    total = groups[0] + groups[1] + groups[2] + groups[3]
    best = total
    colours = COLOURS if side == COLOUR else 1
    for colour in range(colours if groups[0] > 0 else 1):
        for start in range(1, HIGHEST + 2 - groups[0] if groups[0] > 0 else 2):
            for other in range(colours if groups[1] > 0 else 1):
                for second in range(1, HIGHEST + 2 - groups[1] if groups[1] > 0 else 2):
                    best = min(best, short_with_runs(rows, groups, colour, start, other, second, each_group))
                    if best == 0:
                        return 0
    return best


def short_with_runs(
    rows: Rows, groups: Groups, colour: int, start: int, other: int, second: int, each_group: int
) -> int:
    """Return the same with runs of these colours from these numbers on, and the best sets beside them."""
    plan = (colour, start, other, second)
    if each_group == 0:
        return short_beside_runs(rows, groups, plan)
    best = groups[0] + groups[1] + groups[2] + groups[3]
    for number in range(1, HIGHEST + 1 if groups[2] > 0 else 2):
        for next_number in range(1, HIGHEST + 1 if groups[3] > 0 else 2):
            for spared in range(2):
                best = min(best, short_with(rows, groups, plan, number, next_number, spared > 0, each_group))
    return best


def short_beside_runs(rows: Rows, groups: Groups, plan: tuple[int, int, int, int]) -> int:
    """Return the same where not every group needs a number card: then the sets of the most cards are the best."""
    first = numbers_in(rows[plan[0]]) & places(groups[0]) << BITS * plan[1]
    left = with_row(rows, plan[0], rows[plan[0]] - first)
    then = numbers_in(left[plan[2]]) & places(groups[1]) << BITS * plan[3] if groups[1] > 0 else 0
    left = with_row(left, plan[2], left[plan[2]] - then)
    cards = left[0] + left[1] + left[2] + left[3]
    in_first = how_many(first)
    in_second = how_many(then)
    in_sets = covered_by_sets(cards >> BITS << BITS, groups[2], groups[3])
    stars = run_stars(left, groups, plan, in_first, in_second, 0)
    stars += min((cards & FULL) - stars, groups[2] + groups[3] - in_sets)
    numbers = in_first + in_second + in_sets
    total = groups[0] + groups[1] + groups[2] + groups[3]
    return total - numbers - (min(stars, total - 1) if numbers == 0 else stars)


def short_with(
    rows: Rows, groups: Groups, plan: tuple[int, int, int, int], number: int, next_number: int, spared: bool, each: int
) -> int:
    """Return the same with sets of these numbers too. With `spared` runs leave the sets' numbers alone.

    Runs take their numbers before sets do, and Stars of their colour: a set takes any Star. A group without a number
    card of its own has room for one, where it needs one (PF-21).
    """
    kept = (1 << BITS * number | 1 << BITS * next_number) if spared else 0
    first = numbers_in(rows[plan[0]]) & places(groups[0]) << BITS * plan[1] & ~kept
    left = with_row(rows, plan[0], rows[plan[0]] - first)
    then = numbers_in(left[plan[2]]) & places(groups[1]) << BITS * plan[3] & ~kept if groups[1] > 0 else 0
    left = with_row(left, plan[2], left[plan[2]] - then)
    cards = left[0] + left[1] + left[2] + left[3]
    in_first = how_many(first)
    in_second = how_many(then)
    in_set = min(groups[2], cards >> BITS * number & FULL)
    same = in_set if next_number == number else 0
    in_next = min(groups[3], (cards >> BITS * next_number & FULL) - same)
    numbers = in_first + in_second + in_set + in_next
    stars = run_stars(left, groups, plan, in_first, in_second, each)
    loose = (cards & FULL) - stars
    needed = room_for_stars(groups[2], in_set, each) + room_for_stars(groups[3], in_next, each)
    stars += min(loose, needed)
    total = groups[0] + groups[1] + groups[2] + groups[3]
    return total - numbers - (min(stars, total - 1) if numbers == 0 else stars)


def room_for_stars(size: int, numbers: int, each_group: int) -> int:
    """Return how many Stars a group can take beside its numbers."""
    return max(0, size - 1) if numbers == 0 and each_group > 0 else size - numbers


def run_stars(left: Rows, groups: Groups, plan: tuple[int, int, int, int], first: int, second: int, each: int) -> int:
    """Return how many Stars the runs take, each of its own colour."""
    one = room_for_stars(groups[0], first, each)
    two = room_for_stars(groups[1], second, each) if groups[1] > 0 else 0
    held = left[plan[0]] & FULL
    if groups[1] == 0:
        return min(held, one)
    if plan[0] == plan[2]:
        return min(held, one + two)
    return min(held, one) + min(left[plan[2]] & FULL, two)
