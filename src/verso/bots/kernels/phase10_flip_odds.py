"""Counting and drawing the ways to complete a view of Phase 10 Flip: kernel source, on top of the rules.

A card is a colour face and a wild face; `free` counts the cards not yet known by both. A card seen from one side is
`wanted` by that face. `ways` counts how the wanted cards can be chosen: those seen by their colour face one face after
the other, remembering only how many that takes from each wild face that others wait for; the rest is a product. That
number grows with the cards seen, so the work is bounded, and beyond the bound `draw_futures` has to do.
"""

from __future__ import annotations

from verso.bots.kernels.contract import Floats
from verso.bots.kernels.phase10_flip import can_be_hit, missing, with_card
from verso.core.contract import S, T, complete
from verso.core.rng import below
from verso.games.phase10_flip.rules import (
    CARDS,
    FACE_ONLY,
    FACES,
    NOTHING,
    WILD_FACES,
    groups_of,
)
from verso.games.phase10_flip.solver import Groups, Rows, can_lay

WILDS = FACES - WILD_FACES
LOW = 15  # wild faces whose counts fit into the first of two numbers, four bits each
NIBBLE = 15
MOST_STATES = 4096
INDEX = 4 * MOST_STATES
MOST_OPTIONS = 256
FAILED = -1.0

# Places in `counter`.
STAMP = 0  # of the entries of the index that are in use
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


# --- the ways to choose for one colour face


def options_of(free: list[int], wanted: list[int], face: int, options: list[list[int]], shares: Floats) -> int:
    """Write what the cards seen by a colour face can take, and in how many ways; return how many there are."""
    options[0][0] = 0
    options[0][1] = 0
    shares[0] = 1.0
    begin = 0
    end = 1
    for _ in range(wanted[face]):
        added = end
        for i in range(begin, end):
            for wild in range(WILDS):
                left = free[wild] - amount(options[i][0], options[i][1], wild)
                if left > 0:
                    low = options[i][0] + (1 << 4 * wild if wild < LOW else 0)
                    high = options[i][1] + (1 << 4 * (wild - LOW) if wild >= LOW else 0)
                    added = add_option(options, shares, end, added, low, high, shares[i] * left)
                    if added == NOTHING:
                        return NOTHING
        begin = end
        end = added
    return only_waited_for(wanted, options, shares, begin, end)


def add_option(
    options: list[list[int]], shares: Floats, first: int, count: int, low: int, high: int, share: float
) -> int:
    for i in range(first, count):
        if options[i][0] == low and options[i][1] == high:
            shares[i] += share
            return count
    if count >= MOST_OPTIONS:
        return NOTHING
    options[count][0] = low
    options[count][1] = high
    shares[count] = share
    return count + 1


def only_waited_for(wanted: list[int], options: list[list[int]], shares: Floats, begin: int, end: int) -> int:
    """Move the options to the front, without the wild faces that no card seen by its wild face waits for."""
    low = 0
    high = 0
    for wild in range(WILDS):
        if wanted[WILD_FACES + wild] > 0:
            if wild < LOW:
                low |= NIBBLE << 4 * wild
            else:
                high |= NIBBLE << 4 * (wild - LOW)
    count = 0
    for i in range(begin, end):
        count = add_option(options, shares, 0, count, options[i][0] & low, options[i][1] & high, shares[i])
    return count


# --- the ways to choose for all


def ways(
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
) -> float:
    """Count the ways to give every card seen from one side a card of its own; FAILED if that is too much work."""
    total = 1.0
    for wild in range(WILDS):
        last[wild] = last_taker(free, wanted, wild)
        if last[wild] == NOTHING:
            total *= falling(room[wild], wanted[WILD_FACES + wild])
    states[0][0][0] = 0
    states[0][0][1] = 0
    counts[0][0] = 1.0
    known = 1
    before = 0
    for face in range(WILD_FACES):
        if wanted[face] > 0:
            found = options_of(free[face], wanted, face, options, shares)
            counter[WORK_LEFT] -= known * max(1, found)
            if found == NOTHING or counter[WORK_LEFT] < 0:
                return FAILED
            known = follow(
                face, wanted, room, last, options, shares, found, states[before], counts[before], known,
                states[1 - before], counts[1 - before], index, counter,
            )  # fmt: skip
            if known == NOTHING:
                return FAILED
            before = 1 - before
    sum_of_ways = 0.0
    for i in range(known):
        sum_of_ways += counts[before][i]
    return total * sum_of_ways


def last_taker(free: list[list[int]], wanted: list[int], wild: int) -> int:
    """Return the last colour face whose cards can take one of a wild face; NOTHING if none or nobody waits for it."""
    if wanted[WILD_FACES + wild] == 0:
        return NOTHING
    for face in range(WILD_FACES - 1, -1, -1):
        if wanted[face] > 0 and free[face][wild] > 0:
            return face
    return NOTHING


def follow(
    face: int,
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    found: int,
    states: list[list[int]],
    counts: Floats,
    known: int,
    after: list[list[int]],
    after_counts: Floats,
    index: list[list[int]],
    counter: list[int],
) -> int:
    """Take one colour face further; wild faces that nothing later takes from are settled and forgotten."""
    counter[STAMP] += 1
    count = 0
    for i in range(known):
        for j in range(found):
            low = states[i][0] + options[j][0]
            high = states[i][1] + options[j][1]
            weight = counts[i] * shares[j]
            for wild in range(WILDS):
                if last[wild] == face:
                    weight *= falling(room[wild] - amount(low, high, wild), wanted[WILD_FACES + wild])
                    if wild < LOW:
                        low &= ~(NIBBLE << 4 * wild)
                    else:
                        high &= ~(NIBBLE << 4 * (wild - LOW))
            if weight > 0.0:
                count = add_state(after, after_counts, count, low, high, weight, index, counter[STAMP])
                if count == NOTHING:
                    return NOTHING
    return count


def add_state(
    states: list[list[int]],
    counts: Floats,
    count: int,
    low: int,
    high: int,
    weight: float,
    index: list[list[int]],
    stamp: int,
) -> int:
    place = ((low ^ (low >> 29) ^ (high * 31) ^ (high >> 17)) * 2654435761 >> 7) & (INDEX - 1)
    while index[place][0] == stamp:
        i = index[place][1]
        if states[i][0] == low and states[i][1] == high:
            counts[i] += weight
            return count
        place = (place + 1) & (INDEX - 1)
    if count >= MOST_STATES:
        return NOTHING
    index[place][0] = stamp
    index[place][1] = count
    states[count][0] = low
    states[count][1] = high
    counts[count] = weight
    return count + 1


def count_all(
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
    behind: Floats,
    left: Floats,
) -> bool:
    """For each face seen write how likely each face is `behind` it, and what is `left` of each card, on average."""
    for colour in range(WILD_FACES):
        for wild in range(WILDS):
            left[colour][wild] = free[colour][wild]
    for face in range(FACES):
        if wanted[face] > 0:
            wanted[face] -= 1
            total = 0.0
            for other in range(WILDS if face < WILD_FACES else WILD_FACES):
                colour = face if face < WILD_FACES else other
                wild = other if face < WILD_FACES else face - WILD_FACES
                found = 0.0
                if free[colour][wild] > 0:
                    free[colour][wild] -= 1
                    room[wild] -= 1
                    found = ways(free, wanted, room, last, options, shares, states, counts, index, counter)
                    free[colour][wild] += 1
                    room[wild] += 1
                    if found == FAILED:
                        wanted[face] += 1
                        return False
                    found *= free[colour][wild]
                behind[face][other] = found
                total += found
            wanted[face] += 1
            for other in range(WILDS if face < WILD_FACES else WILD_FACES):
                behind[face][other] /= total
                if face < WILD_FACES:
                    left[face][other] -= wanted[face] * behind[face][other]
                else:
                    left[other][face - WILD_FACES] -= wanted[face] * behind[face][other]
    return True


# --- the next two or three cards together


def chance_within(
    s: S,
    t: T,
    seat: int,
    taken: int,
    draws: int,
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
    done: list[int],
) -> float:
    """Return the chance that a hand with the next `draws` cards of the draw pile holds the phase; FAILED if too hard.

    A card not seen at all that turns out to have a face is one more card that was seen by that face, so `ways` counts
    it. The first card may be known by its back; one or two more are counted. `taken` is the face of a card taken from
    the discard pile before, or NOTHING.
    """
    if s.pool_count < draws:
        return FAILED
    groups = groups_of(t, s.phase[seat])
    rows = rows_now(s, t, seat)
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
        return chance_with_back(
            s, t, seat, rows, groups, back, draws, free, wanted, room, last, options, shares, states, counts, index,
            counter, done,
        )  # fmt: skip
    unseen = draws - 1 if known >= 0 else draws
    if unseen > 2:
        return FAILED
    found = chance_of_unseen(
        s, t, seat, rows, groups, unseen, free, wanted, room, last, options, shares, states, counts, index, counter,
        done,
    )  # fmt: skip
    total = ways(free, wanted, room, last, options, shares, states, counts, index, counter)
    return FAILED if found == FAILED or total == FAILED else found / total


def chance_with_back(
    s: S,
    t: T,
    seat: int,
    rows: Rows,
    groups: Groups,
    back: int,
    draws: int,
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
    done: list[int],
) -> float:
    """Return the same when the first card is known by its back: for each card it can be."""
    found = 0.0
    total = 0.0
    wanted[back] -= 1
    for other in range(WILDS if back < WILD_FACES else WILD_FACES):
        colour = back if back < WILD_FACES else other
        wild = other if back < WILD_FACES else back - WILD_FACES
        cards = free[colour][wild]
        if cards > 0 and found != FAILED:
            face = colour if s.side == 0 else WILD_FACES + wild
            with_top = with_card(rows, t, face, 1)
            free[colour][wild] -= 1
            room[wild] -= 1
            weight = ways(free, wanted, room, last, options, shares, states, counts, index, counter)
            made = weight
            if weight > 0.0 and not helps(s, t, seat, with_top, groups, face):
                made = chance_of_unseen(
                    s, t, seat, with_top, groups, draws - 1, free, wanted, room, last, options, shares, states, counts,
                    index, counter, done,
                )  # fmt: skip
            free[colour][wild] += 1
            room[wild] += 1
            if weight == FAILED or made == FAILED:
                found = FAILED
            else:
                found += cards * made
                total += cards * weight
    wanted[back] += 1
    return FAILED if found == FAILED else found / total


def rows_now(s: S, t: T, seat: int) -> Rows:
    """Return a hand whose active faces are known, as the solver wants it."""
    rows = (0, 0, 0, 0)
    for i in range(s.hand_count[seat]):
        card = s.card[s.hand[seat][i]]
        rows = with_card(rows, t, t.face[s.side][card] if card >= 0 else FACE_ONLY - card, 1)
    return rows


def chance_of_unseen(
    s: S,
    t: T,
    seat: int,
    rows: Rows,
    groups: Groups,
    unseen: int,
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
    done: list[int],
) -> float:
    """Return the share of the ways in which up to two cards not seen at all make the phase; FAILED if too hard.

    `done` marks the faces that make it alone. Of two cards one may do so, or both together.
    """
    if unseen == 0:
        return 0.0
    cards = 0
    for wild in range(WILDS):
        cards += room[wild] - wanted[WILD_FACES + wild]
    for colour in range(WILD_FACES):
        cards -= wanted[colour]
    first = 0 if s.side == 0 else WILD_FACES
    end = WILD_FACES if s.side == 0 else FACES
    found = 0.0
    for face in range(first, end):
        done[face] = NOTHING
        if is_left(free, room, face):
            done[face] = 1 if helps(s, t, seat, with_card(rows, t, face, 1), groups, face) else 0
            if done[face] == 1 and cards > 0:
                wanted[face] += 1
                one = ways(free, wanted, room, last, options, shares, states, counts, index, counter)
                wanted[face] -= 1
                if one == FAILED:
                    return FAILED
                found += one * min(unseen, cards) / cards
    if unseen == 1 or cards < 2:
        return found
    both = ways_of_two(
        s, t, seat, rows, groups, free, wanted, room, last, options, shares, states, counts, index, counter, done,
    )  # fmt: skip
    return FAILED if counter[WORK_LEFT] < 0 else found + both / (cards * (cards - 1))


def ways_of_two(
    s: S,
    t: T,
    seat: int,
    rows: Rows,
    groups: Groups,
    free: list[list[int]],
    wanted: list[int],
    room: list[int],
    last: list[int],
    options: list[list[int]],
    shares: Floats,
    states: list[list[list[int]]],
    counts: Floats,
    index: list[list[int]],
    counter: list[int],
    done: list[int],
) -> float:
    """Return the ways in which two cards make the phase that neither makes alone, less those counted twice."""
    first = 0 if s.side == 0 else WILD_FACES
    end = WILD_FACES if s.side == 0 else FACES
    found = 0.0
    for face in range(first, end):
        for other in range(face, end):
            if done[face] == NOTHING or done[face] != done[other]:
                continue
            if done[face] == 1 or makes_together(s, t, seat, rows, groups, face, other):
                wanted[face] += 1
                wanted[other] += 1
                two = ways(free, wanted, room, last, options, shares, states, counts, index, counter)
                wanted[face] -= 1
                wanted[other] -= 1
                if two == FAILED:
                    counter[WORK_LEFT] = -1
                    return 0.0
                found += (-two if done[face] == 1 else two) * (1 if face == other else 2)
    return found


def is_left(free: list[list[int]], room: list[int], face: int) -> bool:
    """Say whether any card with this face is not known by both faces."""
    if face >= WILD_FACES:
        return room[face - WILD_FACES] > 0
    for wild in range(WILDS):
        if free[face][wild] > 0:
            return True
    return False


def makes_together(s: S, t: T, seat: int, rows: Rows, groups: Groups, face: int, other: int) -> bool:
    if s.laid[seat] > 0:
        return False
    both = with_card(with_card(rows, t, face, 1), t, other, 1)
    return can_lay(both, groups, t.each_group)


# --- futures drawn from all completions


def rows_on(s: S, t: T, seat: int, side: int) -> Rows:
    rows = (0, 0, 0, 0)
    for i in range(s.hand_count[seat]):
        rows = with_card(rows, t, t.face[side][s.card[s.hand[seat][i]]], 1)
    return rows


def cost_on(s: S, t: T, seat: int, side: int) -> int:
    total = 0
    for i in range(s.hand_count[seat]):
        total += t.points[t.face[side][s.card[s.hand[seat][i]]]]
    return total


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


def draw_futures(
    view: S,
    t: T,
    seat: int,
    times: int,
    stream: list[int],
    scratch: list[S],
    within: list[list[int]],
    lacking: list[int],
    holding: list[int],
    costs: list[int],
    behind: list[list[int]],
) -> None:
    """Complete the view so many times, each way as likely as the others, and count what comes of it.

    `within`: the phase held after so many draws, and with the visible discard taken first. After a flip: `lacking`
    so many cards, `holding` the phase, `costs` of the hand. `behind`: how often a card seen by a face (the last row:
    by none) was which card.
    """
    s = scratch[0]
    groups = groups_of(t, view.phase[seat])
    for _ in range(times):
        complete(view, t, seat, stream, s)
        rows = rows_on(s, t, seat, 1 - s.side)
        lacking[missing(rows, groups)] += 1
        if can_lay(rows, groups, t.each_group):
            holding[0] += 1
        costs[min(MOST_POINTS - 1, cost_on(s, t, seat, 1 - s.side))] += 1
        for thread in range(CARDS):
            if view.card[thread] <= FACE_ONLY and view.born[thread] != NOTHING:
                behind[FACE_ONLY - view.card[thread]][s.card[thread]] += 1
        for i in range(s.pool_count):
            behind[FACES][s.pool[i]] += 1
        count_draws(s, t, seat, stream, within)
