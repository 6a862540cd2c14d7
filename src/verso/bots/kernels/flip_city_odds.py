"""Exact odds of one turn of Flip City: kernel source, on top of the rules, which it never writes a second time.

`best_chance` is the chance to reach a goal with the best possible play, by a walk through all that may be done and may
happen in the rest of the turn, with a table of the positions met. Two things keep that small. A position is stripped
of what cannot matter to the goal (`strip`), so that positions reached in another order are one. And a recycling that
can wait is not tried before it is needed: it stays possible as long as the card lies in the discard pile.

`spread` follows a way of playing (so many cards, or the best towards a goal) and writes the distribution of what the
turn gives: step by step over all positions, equal ones merged.
"""

from __future__ import annotations

from verso.core.contract import S, T, assign
from verso.core.spec import CHANCE
from verso.games.flip_city.rules import (
    CARDS,
    FACES,
    PHASE_BUILD,
    PHASE_REMOVE,
    PLAY,
    RECYCLE,
    RUNNING,
    SHUFFLE,
    STOP,
    apply,
    chance,
    enough_cards_played,
    legal,
)

GOAL_CASH = 0
GOAL_POINTS = 1
GOAL_CARDS = 2

# Places in `count`: how the table stands.
STATES = 0
MOST_STATES = 1  # when so many positions are known, no more are looked into, and the answer is a range
CUT = 2  # whether that happened
COUNTERS = 3
DEEPEST = 300

# Places in a row of `frames`: how far the options of a position on the stack have been followed.
OPTIONS = 0
NEXT = 1
BY_CHANCE = 2
TOTAL = 3  # weight of the outcomes followed
ONE = 4  # the key of the position
TWO = 5
FRAME = 6

# Places in `mass`, the chances that `spread` writes.
BUST = 0
WON = 1
LOST_TRACK = 2
CASH_FROM = 3
MOST_CASH = 200
POINTS_FROM = CASH_FROM + MOST_CASH
MOST_POINTS = 100
CARDS_FROM = POINTS_FROM + MOST_POINTS
MASSES = CARDS_FROM + CARDS + 1


# --- positions


def mixed(key: int, word: int) -> int:
    key = (key ^ word) * 1099511628211 & 0x3FFFFFFFFFFFFFFF
    return key ^ (key >> 29)


def first_key(words: list[int]) -> int:
    key = 1469598103934665603
    for word in words:
        key = mixed(key, word)
    return key


def second_key(words: list[int]) -> int:
    key = 88172645463325252
    for word in words:
        key = mixed(key, word ^ 0x5BD1E995)
    return key


def reached(s: S, t: T, goal: int, amount: int) -> bool:
    if goal == GOAL_CASH:
        return s.cash >= amount  # type: ignore[no-any-return]
    if goal == GOAL_POINTS:
        return s.points >= amount  # type: ignore[no-any-return]
    return enough_cards_played(s, t)


def can_be_reached(s: S, t: T, goal: int, amount: int) -> bool:
    """Say whether everything together could be enough; if not, nothing more needs to be looked at."""
    seat = s.seat
    if goal == GOAL_POINTS:
        total = s.points
        for face in range(2 * t.kinds):
            held = s.deck[seat][face] + s.discard[seat][face]
            total += held * (max(t.points[face], t.points[face ^ 1]) + t.recycle_points[face])
        for i in range(s.top_count[seat]):
            total += t.points[s.top[seat][i]] + t.recycle_points[s.top[seat][i]]
        for i in range(s.bottom_count[seat]):
            total += t.points[s.bottom[seat][i]] + t.recycle_points[s.bottom[seat][i]]
        return total >= amount  # type: ignore[no-any-return]
    if goal == GOAL_CARDS:
        total = s.played_count + s.rest[seat] + s.top_count[seat] + s.bottom_count[seat]
        for face in range(2 * t.kinds):
            total += s.discard[seat][face]
        return total >= amount  # type: ignore[no-any-return]
    return True


def strip(s: S, t: T, goal: int, amount: int) -> None:
    """Forget what the rules of this turn and the goal never ask for again."""
    s.extra_buys = 0
    s.extra_flips = 0
    if goal != GOAL_CASH:
        s.cash = 0
    elif s.cash > amount:
        s.cash = amount
    if goal != GOAL_POINTS:
        s.points = 0
    elif s.points > amount:
        s.points = amount
    if goal == GOAL_CARDS:
        sort_played(s, t)
    elif s.played_count > 0:
        s.played_count = 1
        s.played[0] = 0
        for i in range(1, CARDS):
            s.played[i] = -1


def sort_played(s: S, t: T) -> None:
    """Of the cards played keep their number, and one that wins with enough of them."""
    for i in range(1, s.played_count):
        if t.win_with_cards[s.played[i]] > t.win_with_cards[s.played[0]]:
            s.played[0] = s.played[i]
    for i in range(1, s.played_count):
        s.played[i] = filler(t)
    if s.played_count > 0 and t.win_with_cards[s.played[0]] == 0:
        s.played[0] = filler(t)


def filler(t: T) -> int:
    for face in range(FACES):
        if t.win_with_cards[face] == 0:
            return face
    return 0


# --- which actions are worth looking at


def can_wait(s: S, t: T, face: int, may_stop: bool) -> bool:
    """Say whether recycling a face can be done later as well; it is tried when it can be of use."""
    seat = s.seat
    if s.top_count[seat] == 0:  # the next shuffle takes it away
        return False
    if t.recycle_to_top[face] > 0:
        return False
    if t.recycle_limit[face] > 0:
        return s.unhappy + t.unhappy[s.top[seat][0]] <= s.limit  # type: ignore[no-any-return]
    if t.recycle_unhappy[face] > 0:  # more unhappiness can be worth cash later
        for other in range(2 * t.kinds):
            if t.cash_per_unhappy[other] > 0:
                return False
    return not may_stop


def useful(s: S, t: T, goal: int, action: int, may_stop: bool) -> bool:
    if action < RECYCLE:
        return True
    face = action - RECYCLE
    if can_wait(s, t, face, may_stop):
        return False
    if s.top_count[s.seat] == 0 or t.recycle_to_top[face] > 0 or t.recycle_limit[face] > 0:
        return True
    if goal == GOAL_CASH:
        return t.recycle_cash[face] > 0 or t.recycle_unhappy[face] > 0  # type: ignore[no-any-return]
    return goal == GOAL_POINTS and t.recycle_points[face] > 0


# --- the best chance


def slot_of(keys: list[list[int]], one: int, two: int) -> int:
    """Return where a position is in the table, or the free place where it belongs."""
    mask = len(keys) - 1
    slot = one & mask
    while keys[slot][0] != 0 and (keys[slot][0] != one or keys[slot][1] != two):
        slot = (slot + 1) & mask
    return slot


def decided(s: S, t: T, goal: int, amount: int, turn: int) -> float:
    """Return the chance where nothing is left to be done or hoped for, otherwise -1."""
    if s.turn != turn or s.result != RUNNING:
        return 0.0
    if s.phase == PHASE_BUILD:
        return 1.0 if reached(s, t, goal, amount) else 0.0
    return -1.0 if can_be_reached(s, t, goal, amount) else 0.0


def worth_trying(s: S, t: T, goal: int, amount: int, actions: list[int]) -> int:
    """Write the actions worth a look, stopping left out, and return how many; none if stopping reaches the goal."""
    options = legal(s, t, actions)
    if s.phase == PHASE_REMOVE:
        return 1  # which card leaves the supply does not matter to this turn
    may_stop = False
    for i in range(options):
        may_stop = may_stop or actions[i] == STOP
    if may_stop and reached(s, t, goal, amount):
        return 0
    count = 0
    for i in range(options):
        action = actions[i]
        if action != STOP and useful(s, t, goal, action, may_stop):
            actions[count] = action
            count += 1
    return count


def look(
    stack: list[S],
    words: list[list[int]],
    level: int,
    t: T,
    goal: int,
    amount: int,
    turn: int,
    actions: list[list[int]],
    weights: list[list[int]],
    keys: list[list[int]],
    known: list[list[float]],
    count: list[int],
    frames: list[list[int]],
    values: list[list[float]],
) -> bool:
    """Write the chance of stack[level] to its values and return True if it is known at once; else its options."""
    s = stack[level]
    frame = frames[level]
    values[level][0] = decided(s, t, goal, amount, turn)
    values[level][1] = values[level][0]
    if values[level][0] >= 0.0:
        return True
    frame[BY_CHANCE] = 1 if s.to_act == CHANCE else 0
    if s.to_act == CHANCE:
        frame[OPTIONS] = chance(s, t, actions[level], weights[level])
    else:
        frame[OPTIONS] = worth_trying(s, t, goal, amount, actions[level])
        if frame[OPTIONS] == 0:
            values[level][0] = 1.0 if reached(s, t, goal, amount) else 0.0
            values[level][1] = values[level][0]
            return True
        strip(s, t, goal, amount)
        frame[ONE] = first_key(words[level])
        frame[TWO] = second_key(words[level])
        slot = slot_of(keys, frame[ONE], frame[TWO])
        if keys[slot][0] != 0:
            values[level][0] = known[slot][0]
            values[level][1] = known[slot][1]
            return True
        if count[STATES] >= count[MOST_STATES] or level + 3 >= len(stack):
            count[CUT] = 1
            values[level][0] = 0.0
            values[level][1] = 1.0
            return True
        count[STATES] += 1
    frame[NEXT] = 0
    frame[TOTAL] = 0
    values[level][0] = 0.0
    values[level][1] = 0.0
    return False


def take_in(level: int, weights: list[list[int]], frames: list[list[int]], values: list[list[float]]) -> None:
    """Take the chance after the option tried last into that of the position before it."""
    frame = frames[level]
    for end in range(2):
        after = values[level + 1][end]
        if frame[BY_CHANCE] > 0:
            values[level][end] += weights[level][frame[NEXT] - 1] * after
        else:
            values[level][end] = max(values[level][end], after)
    if frame[BY_CHANCE] > 0:
        frame[TOTAL] += weights[level][frame[NEXT] - 1]


def finish_looking(
    level: int, keys: list[list[int]], known: list[list[float]], frames: list[list[int]], values: list[list[float]]
) -> None:
    """All options have been tried: that of chance is a mean, what a player can have is kept in the table."""
    frame = frames[level]
    if frame[BY_CHANCE] > 0:
        values[level][0] /= frame[TOTAL]
        values[level][1] /= frame[TOTAL]
        return
    slot = slot_of(keys, frame[ONE], frame[TWO])
    keys[slot][0] = frame[ONE]
    keys[slot][1] = frame[TWO]
    known[slot][0] = values[level][0]
    known[slot][1] = values[level][1]


def best_chance(
    stack: list[S],
    words: list[list[int]],
    level: int,
    t: T,
    goal: int,
    amount: int,
    turn: int,
    actions: list[list[int]],
    weights: list[list[int]],
    keys: list[list[int]],
    known: list[list[float]],
    count: list[int],
    frames: list[list[int]],
    values: list[list[float]],
) -> None:
    """Write the least and the most that the best chance to reach the goal from stack[level] can be to its values.

    A walk with a stack of its own: what is compiled from a function that calls itself cannot be kept on disk.
    """
    base = level
    done = look(stack, words, level, t, goal, amount, turn, actions, weights, keys, known, count, frames, values)
    while not done or level > base:
        if done:
            level -= 1
            take_in(level, weights, frames, values)
        frame = frames[level]
        if frame[NEXT] == frame[OPTIONS]:
            finish_looking(level, keys, known, frames, values)
            done = True
        else:
            assign(stack[level + 1], stack[level])
            apply(stack[level + 1], t, actions[level][frame[NEXT]])
            frame[NEXT] += 1
            level += 1
            done = look(
                stack, words, level, t, goal, amount, turn, actions, weights, keys, known, count, frames, values
            )


def best_chances(
    root: S,
    stack: list[S],
    words: list[list[int]],
    t: T,
    goal: int,
    amount: int,
    actions: list[list[int]],
    weights: list[list[int]],
    keys: list[list[int]],
    known: list[list[float]],
    count: list[int],
    frames: list[list[int]],
    values: list[list[float]],
    out: list[list[float]],
) -> None:
    """Write the least and the most of the best chance after each of the legal actions."""
    options = legal(root, t, actions[0])
    for i in range(options):
        assign(stack[1], root)
        apply(stack[1], t, actions[0][i])
        best_chance(
            stack, words, 1, t, goal, amount, root.turn, actions, weights, keys, known, count, frames, values
        )  # fmt: skip
        out[i][0] = values[1][0]
        out[i][1] = values[1][1]


# --- what the turn gives


def play_so_many(s: S, t: T, actions: list[int], options: int, target: int, shuffles: bool) -> int:
    """Play until so many cards are played and one may stop; a limit that would be broken is raised if it can be."""
    may_stop = False
    may_shuffle = False
    for i in range(options):
        may_stop = may_stop or actions[i] == STOP
        may_shuffle = may_shuffle or actions[i] == SHUFFLE
    if may_stop and s.played_count >= target:
        return STOP
    seat = s.seat
    if s.top_count[seat] == 0:
        return SHUFFLE if shuffles and may_shuffle else STOP
    if s.unhappy + t.unhappy[s.top[seat][0]] > s.limit:
        for i in range(t.recyclable_count):
            face = t.recyclable[i]
            if t.recycle_limit[face] > 0 and s.discard[seat][face] > 0:
                return RECYCLE + int(face)
    return PLAY


def play_best(
    s: S,
    stack: list[S],
    words: list[list[int]],
    t: T,
    goal: int,
    amount: int,
    turn: int,
    actions: list[list[int]],
    weights: list[list[int]],
    keys: list[list[int]],
    known: list[list[float]],
    count: list[int],
    frames: list[list[int]],
    values: list[list[float]],
) -> int:
    """Return the action with the best chance to reach the goal: stopping when it is reached or out of reach."""
    may_stop = False
    for i in range(legal(s, t, actions[0])):
        may_stop = may_stop or actions[0][i] == STOP
    best = STOP if may_stop else PLAY
    best_value = 0.0
    for i in range(worth_trying(s, t, goal, amount, actions[0])):
        assign(stack[1], s)
        apply(stack[1], t, actions[0][i])
        best_chance(stack, words, 1, t, goal, amount, turn, actions, weights, keys, known, count, frames, values)
        if values[1][0] > best_value + 1e-12:
            best = actions[0][i]
            best_value = values[1][0]
    return best


def order_played(s: S) -> None:
    """The order in which cards were played does not matter any more."""
    for i in range(1, s.played_count):
        face = s.played[i]
        j = i
        while j > 0 and s.played[j - 1] > face:
            s.played[j] = s.played[j - 1]
            j -= 1
        s.played[j] = face


def put_away(
    s: S,
    words: list[int],
    share: float,
    t: T,
    turn: int,
    places: list[list[int]],
    after: list[S],
    shares: list[float],
    size: list[int],
    mass: list[float],
) -> None:
    """Put a position, with its share of the chance, among those after this step, or into the results."""
    if s.turn != turn or s.result != RUNNING:
        mass[BUST] += share
    elif s.phase == PHASE_BUILD:
        mass[CASH_FROM + min(s.cash, MOST_CASH - 1)] += share
        mass[POINTS_FROM + min(s.points, MOST_POINTS - 1)] += share
        mass[CARDS_FROM + s.played_count] += share
        if s.points >= t.points_to_win or enough_cards_played(s, t):
            mass[WON] += share
    else:
        order_played(s)
        one, two = first_key(words), second_key(words)
        slot = slot_of(places, one, two)
        if places[slot][0] == 0:
            if size[0] >= len(after):
                mass[LOST_TRACK] += share
                return
            places[slot][0] = one
            places[slot][1] = two
            places[slot][2] = size[0]
            assign(after[size[0]], s)
            shares[size[0]] = 0.0
            size[0] += 1
        shares[places[slot][2]] += share


def waits_for_chance(s: S, turn: int) -> bool:
    return s.turn == turn and s.result == RUNNING and s.phase != PHASE_BUILD and s.to_act == CHANCE  # type: ignore[no-any-return]


def arrive(
    stack: list[S],
    words: list[list[int]],
    share: float,
    t: T,
    turn: int,
    actions: list[list[int]],
    weights: list[list[int]],
    frames: list[list[int]],
    values: list[list[float]],
    places: list[list[int]],
    after: list[S],
    shares: list[float],
    size: list[int],
    mass: list[float],
) -> None:
    """Follow stack[0] through all that chance may bring, and put away what comes of it."""
    values[0][0] = share
    level = 0
    fresh = True
    while level >= 0:
        frame = frames[level]
        if fresh and not waits_for_chance(stack[level], turn):
            put_away(stack[level], words[level], values[level][0], t, turn, places, after, shares, size, mass)
            frame[OPTIONS] = 0
            frame[NEXT] = 0
        elif fresh:
            frame[OPTIONS] = chance(stack[level], t, actions[level], weights[level])
            frame[NEXT] = 0
            frame[TOTAL] = 0
            for i in range(frame[OPTIONS]):
                frame[TOTAL] += weights[level][i]
        fresh = frame[NEXT] < frame[OPTIONS]
        if fresh:
            assign(stack[level + 1], stack[level])
            apply(stack[level + 1], t, actions[level][frame[NEXT]])
            values[level + 1][0] = values[level][0] * weights[level][frame[NEXT]] / frame[TOTAL]
            frame[NEXT] += 1
        level += 1 if fresh else -1


def spread(
    stack: list[S],
    words: list[list[int]],
    t: T,
    goal: int,
    amount: int,
    target: int,
    shuffles: bool,
    actions: list[list[int]],
    weights: list[list[int]],
    keys: list[list[int]],
    known: list[list[float]],
    count: list[int],
    frames: list[list[int]],
    values: list[list[float]],
    places: list[list[int]],
    before: list[S],
    before_shares: list[float],
    after: list[S],
    shares: list[float],
    size: list[int],
    mass: list[float],
) -> None:
    """Write what the turn gives from before[0] on: playing until `target` cards if that is not negative, or the
    best way towards the goal.
    """
    turn = before[0].turn
    before_shares[0] = 1.0
    left = 1
    while left > 0:
        size[0] = 0
        for i in range(len(places)):
            places[i][0] = 0
        for i in range(left):
            options = legal(before[i], t, actions[0])
            if before[i].phase == PHASE_REMOVE:
                action = actions[0][0]
            elif target >= 0:
                action = play_so_many(before[i], t, actions[0], options, target, shuffles)
            else:
                action = play_best(
                    before[i], stack, words, t, goal, amount, turn, actions, weights, keys, known, count, frames, values
                )  # fmt: skip
            assign(stack[0], before[i])
            apply(stack[0], t, action)
            arrive(
                stack, words, before_shares[i], t, turn, actions, weights, frames, values, places, after, shares, size,
                mass,
            )  # fmt: skip
        left = size[0]
        for i in range(left):
            assign(before[i], after[i])
            before_shares[i] = shares[i]
