"""Exact odds of one turn of Flip City: kernel source, on top of the rules, which it never writes a second time.

`best_chance` is the chance to reach a goal with the best possible play, by a walk through all that may be done and may
happen in the rest of the turn, with a table of the positions met. Two things keep that small. A position is stripped
of what cannot matter to the goal (`strip`), so that positions reached in another order are one. And a recycling that
can wait is not tried before it is needed: it stays possible as long as the card lies in the discard pile.

`spread` follows a way of playing (so many cards, one action and only what it forces, or the best towards a goal) and
writes the distribution of what the turn gives: step by step over all positions, equal ones merged.

`draw_turns` plays a turn many times as the light player would, for what is too much to follow through.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net
from verso.core.contracts.rules import S, T, assign
from verso.core.spec import CHANCE
from verso.games.flip_city.policy import policy, recycle_for_safety, recycle_for_win
from verso.games.flip_city.rules import (
    CARDS,
    FACES,
    NOTHING,
    PHASE_BUILD,
    PHASE_REMOVE,
    PLAY,
    RECYCLE,
    SHUFFLE,
    STOP,
    apply,
    begin_turn,
    chance,
    deck_size,
    draw,
    enough_cards_played,
    has_won,
    legal,
    may_shuffle,
    may_stop,
    other_side,
    playing_busts,
    reveal,
    turn_ended,
)

GOAL_CASH = 0
GOAL_POINTS = 1
GOAL_CARDS = 2

# Places in `tally`: how the table stands.
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


# Places in `told`, what `draw_turns` counts.
TIMES = 0
LOST = 1
REACHED = 2
CASH = 3
CASH_SQUARED = 4
STEPS = 5
TOLD = 6

# How `spread` plays, where it is not so many cards.
BEST = -1
FORCED = -2  # one action, then only what must be played: nothing is recycled in between


class Goal(NamedTuple):
    """What is to be reached: so much cash or so many points, or so many cards with one that wins with them."""

    kind: int
    amount: int


class Walk(NamedTuple):
    """Room to walk in: positions on a stack with what follows from each, and the table of the positions met."""

    stack: list[S]
    words: list[list[int]]  # the memory of the stack, as numbers
    actions: list[list[int]]
    weights: list[list[int]]
    frames: list[list[int]]
    values: list[list[float]]
    keys: list[list[int]]
    known: list[list[float]]
    tally: list[int]


class Steps(NamedTuple):
    """The positions before and after a step of `spread`, with their shares of the chance, and what has come of it."""

    before: list[S]
    before_shares: list[float]
    after: list[S]
    shares: list[float]
    places: list[list[int]]
    size: list[int]
    mass: list[float]


class Desk(NamedTuple):
    """Room to play drawn turns in, and what came of them."""

    scratch: list[S]
    stream: list[int]
    work: Floats
    actions: list[int]
    weights: list[int]
    told: list[int]


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


def reached(s: S, t: T, goal: Goal) -> bool:
    if goal.kind == GOAL_CASH:
        return s.cash >= goal.amount  # type: ignore[no-any-return]
    if goal.kind == GOAL_POINTS:
        return s.points >= goal.amount  # type: ignore[no-any-return]
    return enough_cards_played(s, t)


def can_be_reached(s: S, t: T, goal: Goal) -> bool:
    """Say whether everything together could be enough; if not, nothing more needs to be looked at."""
    if goal.kind == GOAL_POINTS:
        return points_can_be(s, t, goal.amount)
    return goal.kind == GOAL_CASH or cards_can_be(s, t, goal.amount)


def points_can_be(s: S, t: T, amount: int) -> bool:
    seat = s.seat
    total = s.points
    for face in range(2 * t.kinds):
        held = s.deck[seat][face] + s.discard[seat][face]
        total += held * (max(t.points[face], t.points[other_side(face)]) + t.recycle_points[face])
    for i in range(s.top_count[seat]):
        total += t.points[s.top[seat][i]] + t.recycle_points[s.top[seat][i]]
    for i in range(s.bottom_count[seat]):
        total += t.points[s.bottom[seat][i]] + t.recycle_points[s.bottom[seat][i]]
    return total >= amount  # type: ignore[no-any-return]


def cards_can_be(s: S, t: T, amount: int) -> bool:
    total = s.played_count + deck_size(s, s.seat)
    for face in range(2 * t.kinds):
        total += s.discard[s.seat][face]
    return total >= amount  # type: ignore[no-any-return]


def strip(s: S, t: T, goal: Goal) -> None:
    """Forget what the rules of this turn and the goal never ask for again."""
    s.extra_buys = 0
    s.extra_flips = 0
    if goal.kind != GOAL_CASH:
        s.cash = 0
    elif s.cash > goal.amount:
        s.cash = goal.amount
    if goal.kind != GOAL_POINTS:
        s.points = 0
    elif s.points > goal.amount:
        s.points = goal.amount
    if goal.kind == GOAL_CARDS:
        sort_played(s, t)
    elif s.played_count > 0:
        s.played_count = 1
        s.played[0] = 0
        for i in range(1, CARDS):
            s.played[i] = -1


def sort_played(s: S, t: T) -> None:
    """Of the cards played keep their number, and of those that win with enough of them the one that asks for least."""
    for i in range(1, s.played_count):
        if wins_before(t, s.played[i], s.played[0]):
            s.played[0] = s.played[i]
    for i in range(1, s.played_count):
        s.played[i] = filler(t)
    if s.played_count > 0 and t.win_with_cards[s.played[0]] == 0:
        s.played[0] = filler(t)


def wins_before(t: T, face: int, other: int) -> bool:
    """Say whether a face wins with fewer cards than another one, or the other not at all."""
    cards = t.win_with_cards[face]
    others = t.win_with_cards[other]
    return cards > 0 and (others == 0 or cards < others)  # type: ignore[no-any-return]


def filler(t: T) -> int:
    for face in range(FACES):
        if t.win_with_cards[face] == 0:
            return face
    return 0


# --- which actions are worth looking at


def can_wait(s: S, t: T, face: int) -> bool:
    """Say whether recycling a face can be done later as well; it is tried when it can be of use."""
    seat = s.seat
    if s.top_count[seat] == 0:  # the next shuffle takes it away
        return False
    if t.recycle_to_top[face] > 0:
        return False
    if t.recycle_limit[face] > 0:
        return not playing_busts(s, t, s.top[seat][0])
    if t.recycle_unhappy[face] > 0:  # more unhappiness can be worth cash later
        for other in range(2 * t.kinds):
            if t.cash_per_unhappy[other] > 0:
                return False
    return not may_stop(s, t)


def useful(s: S, t: T, goal: Goal, action: int) -> bool:
    if action < RECYCLE:
        return True
    face = action - RECYCLE
    if can_wait(s, t, face):
        return False
    if s.top_count[s.seat] == 0 or t.recycle_to_top[face] > 0 or t.recycle_limit[face] > 0:
        return True
    if goal.kind == GOAL_CASH:
        return t.recycle_cash[face] > 0 or t.recycle_unhappy[face] > 0  # type: ignore[no-any-return]
    return goal.kind == GOAL_POINTS and t.recycle_points[face] > 0


# --- the best chance


def slot_of(keys: list[list[int]], one: int, two: int) -> int:
    """Return where a position is in the table, or the free place where it belongs."""
    mask = len(keys) - 1
    slot = one & mask
    while keys[slot][0] != 0 and (keys[slot][0] != one or keys[slot][1] != two):
        slot = (slot + 1) & mask
    return slot


def decided(s: S, t: T, goal: Goal, turn: int) -> float:
    """Return the chance where nothing is left to be done or hoped for, otherwise -1."""
    if turn_ended(s, turn):
        return 0.0
    if s.phase == PHASE_BUILD:
        return 1.0 if reached(s, t, goal) else 0.0
    return -1.0 if can_be_reached(s, t, goal) else 0.0


def worth_trying(s: S, t: T, goal: Goal, actions: list[int]) -> int:
    """Write the actions worth a look, stopping left out, and return how many; none if stopping reaches the goal."""
    options = legal(s, t, actions)
    if s.phase == PHASE_REMOVE:
        return 1  # which card leaves the supply does not matter to this turn
    if may_stop(s, t) and reached(s, t, goal):
        return 0
    count = 0
    for i in range(options):
        action = actions[i]
        if action != STOP and useful(s, t, goal, action):
            actions[count] = action
            count += 1
    return count


def look(w: Walk, level: int, t: T, goal: Goal, turn: int) -> bool:
    """Write the chance of stack[level] to its values and return True if it is known at once; else its options."""
    s = w.stack[level]
    frame = w.frames[level]
    value = decided(s, t, goal, turn)
    if value >= 0.0:
        return set_values(w, level, value, value)
    frame[BY_CHANCE] = 1 if s.to_act == CHANCE else 0
    if s.to_act == CHANCE:
        frame[OPTIONS] = chance(s, t, w.actions[level], w.weights[level])
    else:
        frame[OPTIONS] = worth_trying(s, t, goal, w.actions[level])
        if frame[OPTIONS] == 0:
            value = 1.0 if reached(s, t, goal) else 0.0
            return set_values(w, level, value, value)
        strip(s, t, goal)
        frame[ONE] = first_key(w.words[level])
        frame[TWO] = second_key(w.words[level])
        slot = slot_of(w.keys, frame[ONE], frame[TWO])
        if w.keys[slot][0] != 0:
            return set_values(w, level, w.known[slot][0], w.known[slot][1])
        if w.tally[STATES] >= w.tally[MOST_STATES] or level + 3 >= len(w.stack):
            w.tally[CUT] = 1
            return set_values(w, level, 0.0, 1.0)
        w.tally[STATES] += 1
    frame[NEXT] = 0
    frame[TOTAL] = 0
    set_values(w, level, 0.0, 0.0)
    return False


def set_values(w: Walk, level: int, least: float, most: float) -> bool:
    w.values[level][0] = least
    w.values[level][1] = most
    return True


def take_in(w: Walk, level: int) -> None:
    """Take the chance after the option tried last into that of the position before it."""
    frame = w.frames[level]
    value = w.values[level]
    weight = w.weights[level][frame[NEXT] - 1] if frame[BY_CHANCE] > 0 else 0
    for end in range(2):
        after = w.values[level + 1][end]
        value[end] = value[end] + weight * after if frame[BY_CHANCE] > 0 else max(value[end], after)
    frame[TOTAL] += weight


def finish_looking(w: Walk, level: int) -> None:
    """All options have been tried: that of chance is a mean, what a player can have is kept in the table."""
    frame = w.frames[level]
    value = w.values[level]
    if frame[BY_CHANCE] > 0:
        value[0] /= frame[TOTAL]
        value[1] /= frame[TOTAL]
        return
    slot = slot_of(w.keys, frame[ONE], frame[TWO])
    w.keys[slot][0] = frame[ONE]
    w.keys[slot][1] = frame[TWO]
    w.known[slot][0] = value[0]
    w.known[slot][1] = value[1]


def best_chance(w: Walk, base: int, t: T, goal: Goal, turn: int) -> None:
    """Write the least and the most that the best chance to reach the goal from stack[base] can be to its values.

    A walk with a stack of its own: the deepest turns are longer than a stack of calls should be.
    """
    level = base
    done = look(w, level, t, goal, turn)
    while not done or level > base:
        if done:
            level -= 1
            take_in(w, level)
        frame = w.frames[level]
        if frame[NEXT] == frame[OPTIONS]:
            finish_looking(w, level)
            done = True
        else:
            go(w, level, t, w.actions[level][frame[NEXT]])
            frame[NEXT] += 1
            level += 1
            done = look(w, level, t, goal, turn)


def go(w: Walk, level: int, t: T, action: int) -> None:
    """Put the position after an action on the stack."""
    assign(w.stack[level + 1], w.stack[level])
    apply(w.stack[level + 1], t, action)


def best_chances(root: S, w: Walk, t: T, goal: Goal, out: list[list[float]]) -> None:
    """Write the least and the most of the best chance after each of the legal actions."""
    assign(w.stack[0], root)
    for i in range(legal(root, t, w.actions[0])):
        go(w, 0, t, w.actions[0][i])
        best_chance(w, 1, t, goal, root.turn)
        out[i][0] = w.values[1][0]
        out[i][1] = w.values[1][1]


def best_of_turn(root: S, w: Walk, t: T, goal: Goal, out: list[float]) -> None:
    """Write the least and the most that the best chance from here can be."""
    assign(w.stack[0], root)
    best_chance(w, 0, t, goal, root.turn)
    out[0] = w.values[0][0]
    out[1] = w.values[0][1]


def begin_turn_of(s: S, t: T, seat: int) -> None:
    """Make it the beginning of a seat's turn: the street of whoever is playing is cleared, as at the end of a turn."""
    for i in range(s.played_count):
        s.discard[s.seat][s.played[i]] += 1
        s.played[i] = NOTHING
    s.played_count = 0
    begin_turn(s, t, seat)
    reveal(s, t)


# --- what the turn gives


def play_so_many(s: S, t: T, target: int, shuffles: bool) -> int:
    """Play until so many cards are played and one may stop; a limit that would be broken is raised if it can be."""
    if s.played_count >= target and may_stop(s, t):
        return STOP
    seat = s.seat
    if s.top_count[seat] == 0:
        return SHUFFLE if shuffles and may_shuffle(s) else STOP
    if playing_busts(s, t, s.top[seat][0]):
        for i in range(t.recyclable_count):
            face = t.recyclable[i]
            if t.recycle_limit[face] > 0 and s.discard[seat][face] > 0:
                return RECYCLE + int(face)
    return PLAY


def play_best(s: S, w: Walk, t: T, goal: Goal) -> int:
    """Return the action with the best chance to reach the goal: stopping when it is reached or out of reach."""
    best = STOP if may_stop(s, t) else PLAY
    best_value = 0.0
    assign(w.stack[0], s)
    for i in range(worth_trying(s, t, goal, w.actions[0])):
        go(w, 0, t, w.actions[0][i])
        best_chance(w, 1, t, goal, s.turn)
        if w.values[1][0] > best_value + 1e-12:
            best = w.actions[0][i]
            best_value = w.values[1][0]
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


def put_away(s: S, words: list[int], share: float, t: T, turn: int, steps: Steps) -> None:
    """Put a position, with its share of the chance, among those after this step, or into the results."""
    mass = steps.mass
    if turn_ended(s, turn):
        mass[BUST] += share
    elif s.phase == PHASE_BUILD:
        mass[CASH_FROM + min(s.cash, MOST_CASH - 1)] += share
        mass[POINTS_FROM + min(s.points, MOST_POINTS - 1)] += share
        mass[CARDS_FROM + s.played_count] += share
        if has_won(s, t):
            mass[WON] += share
    else:
        order_played(s)
        place = place_among(s, first_key(words), second_key(words), steps)
        if place == len(steps.after):
            mass[LOST_TRACK] += share
        else:
            steps.shares[place] += share


def place_among(s: S, one: int, two: int, steps: Steps) -> int:
    """Return where a position is among those after this step, a place of its own if it is new; the end if none is."""
    slot = slot_of(steps.places, one, two)
    if steps.places[slot][0] == 0:
        place = steps.size[0]
        if place == len(steps.after):
            return place
        steps.places[slot][0] = one
        steps.places[slot][1] = two
        steps.places[slot][2] = place
        assign(steps.after[place], s)
        steps.shares[place] = 0.0
        steps.size[0] += 1
    return steps.places[slot][2]


def waits_for_chance(s: S, turn: int) -> bool:
    return not turn_ended(s, turn) and s.phase != PHASE_BUILD and s.to_act == CHANCE


def arrive(w: Walk, share: float, t: T, turn: int, steps: Steps) -> None:
    """Follow stack[0] through all that chance may bring, and put away what comes of it."""
    w.values[0][0] = share
    level = 0
    fresh = True
    while level >= 0:
        frame = w.frames[level]
        if fresh:
            frame[OPTIONS] = 0
            frame[NEXT] = 0
            frame[TOTAL] = 0
            if waits_for_chance(w.stack[level], turn):
                frame[OPTIONS] = chance(w.stack[level], t, w.actions[level], w.weights[level])
            else:
                put_away(w.stack[level], w.words[level], w.values[level][0], t, turn, steps)
            for i in range(frame[OPTIONS]):
                frame[TOTAL] += w.weights[level][i]
        fresh = frame[NEXT] < frame[OPTIONS]
        if fresh:
            go(w, level, t, w.actions[level][frame[NEXT]])
            w.values[level + 1][0] = w.values[level][0] * w.weights[level][frame[NEXT]] / frame[TOTAL]
            frame[NEXT] += 1
        level += 1 if fresh else -1


def spread(w: Walk, t: T, goal: Goal, target: int, shuffles: bool, first: int, steps: Steps) -> None:
    """Write what the turn gives from before[0] on: playing until `target` cards if that is not negative, else BEST,
    the best way towards the goal, or FORCED. `first` is the action to begin with, or NOTHING.
    """
    turn = steps.before[0].turn
    steps.before_shares[0] = 1.0
    left = 1
    while left > 0:
        steps.size[0] = 0
        for i in range(len(steps.places)):
            steps.places[i][0] = 0
        for i in range(left):
            action = first if first != NOTHING else next_step(steps.before[i], w, t, goal, target, shuffles)
            assign(w.stack[0], steps.before[i])
            apply(w.stack[0], t, action)
            arrive(w, steps.before_shares[i], t, turn, steps)
        first = NOTHING
        left = steps.size[0]
        for i in range(left):
            assign(steps.before[i], steps.after[i])
            steps.before_shares[i] = steps.shares[i]


def next_step(s: S, w: Walk, t: T, goal: Goal, target: int, shuffles: bool) -> int:
    if s.phase == PHASE_REMOVE:
        legal(s, t, w.actions[0])
        return w.actions[0][0]
    if target == FORCED:
        return STOP if may_stop(s, t) else PLAY
    if target == BEST:
        return play_best(s, w, t, goal)
    return play_so_many(s, t, target, shuffles)


# --- turns drawn


def go_for(s: S, t: T, goal: Goal) -> int:
    """Play on until the goal is reached, recycling only what keeps the visible card from going over the limit or wins.

    Nearly the best towards a goal: without it stopping is worth nothing, and what can wait is done as late as it can.
    """
    if may_stop(s, t) and reached(s, t, goal):
        return STOP
    recycled = recycle_for_win(s, t) if goal.kind == GOAL_POINTS else NOTHING
    if recycled == NOTHING:
        recycled = recycle_for_safety(s, t)
    if recycled != NOTHING:
        return recycled
    if s.top_count[s.seat] > 0:
        return PLAY
    return SHUFFLE if may_shuffle(s) else STOP


def draw_turns(root: S, t: T, goal: Goal, net: Net, times: int, most_steps: int, desk: Desk) -> None:
    """Play the turn at hand up to so many times and steps and count what it gives: towards the goal if it is not one
    of cash, otherwise as the light player would.
    """
    s = desk.scratch[0]
    told = desk.told
    while told[TIMES] < times and told[STEPS] < most_steps:
        assign(s, root)
        while not turn_ended(s, root.turn) and s.phase != PHASE_BUILD:
            if s.to_act == CHANCE:
                action = draw(s, t, desk.stream, desk.actions, desk.weights)
            elif goal.kind == GOAL_CASH or s.phase == PHASE_REMOVE:
                action = policy(s, t, net, desk.work, desk.stream, desk.actions)
            else:
                action = go_for(s, t, goal)
            apply(s, t, action)
            told[STEPS] += 1
        told[TIMES] += 1
        if turn_ended(s, root.turn):
            told[LOST] += 1
        else:
            told[CASH] += s.cash
            told[CASH_SQUARED] += s.cash * s.cash
            if reached(s, t, goal):
                told[REACHED] += 1
