"""Games in which the keener player of Flip City learns: kernel source, on top of its own (`train_keen.py`).

What is drawn towards what: a position should say what the exact mean over the outcomes of chance, or the best action,
promises after it, and beside that what later plies of the same game were found to be off by, the later the less. Chance
is nowhere drawn from alone, so its noise does not enter. After a choice made to explore nothing later counts. Where a
turn begins all that is found within it counts, and less of what is found in later turns.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net, clock
from verso.core.contracts.rules import actor, apply, assign, chance, draw, legal
from verso.core.rng import MASK, below, next_word
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city.keen import SHARES, begins_turn, expect, look_around
from verso.games.flip_city.policy import policy
from verso.games.flip_city.rules import AWAIT_START, DONE, PHASE_BUILD, STOP, State, Tables, has_won, may_stop, was_won

OUT_OF = 1000
AMONG_LIGHT = 3
"""One game in so many has a light player in it: positions are met that the keener one would avoid."""


def shares_after(s: State, t: Tables, net: Net, work: Floats, out: Floats) -> None:
    """Write what share of the win each seat can expect, in the order of seats."""
    if actor(s) == OVER:
        for seat in range(t.seats):
            out[seat] = 1.0 / t.seats
            if was_won(s):
                out[seat] = 1.0 if seat == s.seat else 0.0
        return
    expect(s, t, net, work)
    for seat in range(t.seats):
        out[seat] = work[SHARES + (seat - s.seat) % t.seats]


class Exploring(NamedTuple):
    """How far somebody misjudges actions in order to meet other positions, by which stream, and what is chosen then."""

    heat: float
    stream: list[int]
    chosen: list[int]


def best_action(
    s: State,
    t: Tables,
    net: Net,
    work: Floats,
    spare: State,
    actions: list[int],
    count: int,
    out: Floats,
    best: Floats,
    exploring: Exploring,
) -> int:
    """Return the action that is expected to be best for whoever's turn it is, and write what it promises all seats.

    `exploring.chosen[0]` is what somebody takes who misjudges each action by chance, the more the higher the heat.
    """
    found = -1
    only = -1
    most = -1e9
    if has_won(s, t):
        if s.phase == PHASE_BUILD:
            only = DONE
        elif may_stop(s, t):
            only = STOP
    for i in range(count):
        if only >= 0 and actions[i] != only:
            continue
        assign(spare, s)
        apply(spare, t, actions[i])
        shares_after(spare, t, net, work, out)
        if found < 0 or out[s.seat] > best[s.seat]:
            found = actions[i]
            for seat in range(t.seats):
                best[seat] = out[seat]
        if exploring.heat > 0.0:
            misjudged = out[s.seat] - exploring.heat * log(-log((next_word(exploring.stream) + 0.5) / (MASK + 1.0)))
            if misjudged > most:
                most = misjudged
                exploring.chosen[0] = actions[i]
    if exploring.heat == 0.0:
        exploring.chosen[0] = found
    return found


class Lessons(NamedTuple):
    """What is kept of games: figures of positions, whose turn it is there, and what they should say."""

    figures: list[Floats]
    whose: list[int]
    begins: list[int]
    targets: list[Floats]


class Course(NamedTuple):
    """A game as it went: what was expected before each ply, what its outcomes promised, and what was kept of it.

    `whole` is room for what a beginning of a turn should have said.
    """

    now: list[Floats]
    ahead: list[Floats]
    explored: list[int]
    row_of: list[int]
    turns: list[int]
    whole: Floats


def mean_of_chance(
    s: State,
    t: Tables,
    net: Net,
    work: Floats,
    spare: State,
    actions: list[int],
    weights: list[int],
    out: Floats,
    mean: Floats,
) -> None:
    """Write what chance promises all seats: the exact mean over its odds."""
    count = chance(s, t, actions, weights)
    total = 0
    for i in range(count):
        total += weights[i]
    for seat in range(t.seats):
        mean[seat] = 0.0
    for i in range(count):
        assign(spare, s)
        apply(spare, t, actions[i])
        shares_after(spare, t, net, work, out)
        for seat in range(t.seats):
            mean[seat] += out[seat] * weights[i] / total


def teaching_games(
    states: list[State],
    t: Tables,
    net: Net,
    light_net: Net,
    is_first: bool,
    work: Floats,
    spare: State,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    daring: int,
    heats: Floats,
    chosen: list[int],
    every: int,
    trace: float,
    later_turns: float,
    out: Floats,
    course: Course,
    lessons: Lessons,
    rests: Floats,
) -> int:
    """Play games to their end; keep one in `every` position, with its target. Return how many.

    With `is_first` the light player chooses, with `light_net`, and only who won is learned. `rests` are what
    expectations before and after all plies of each game contradict each other by, for the first seat.
    """
    kept = 0
    for i in range(len(states)):
        s = states[i]
        heat = 0.0
        light_seat = i // AMONG_LIGHT % t.seats if i % AMONG_LIGHT == 0 else -1
        steps = 0
        while actor(s) != OVER and steps < len(course.now) - 1:
            shares_after(s, t, net, work, course.now[steps])
            course.explored[steps] = 0
            course.row_of[steps] = -1
            course.turns[steps] = clock(s)
            is_first_ply = steps == 0 or course.turns[steps - 1] != clock(s)
            if is_first_ply:
                heat = heats[below(streams[i], len(heats))]
            wanted = below(streams[i], every) == 0
            if is_first_ply and heat == 0.0:
                wanted = True
            if wanted and s.awaiting != AWAIT_START and kept < len(lessons.whose):
                keep_position(s, t, work, lessons, kept)
                course.row_of[steps] = kept
                kept += 1
            if actor(s) == CHANCE:
                mean_of_chance(s, t, net, work, spare, actions, weights, out, course.ahead[steps])
                action = draw(s, t, streams[i], actions, weights)
            else:
                count = legal(s, t, actions)
                exploring = Exploring(heat, streams[i], chosen)
                best = best_action(s, t, net, work, spare, actions, count, out, course.ahead[steps], exploring)
                action = chosen[0]
                if is_first or s.seat == light_seat:
                    action = policy(s, t, light_net, work, streams[i], actions)
                if below(streams[i], OUT_OF) < daring:
                    count = legal(s, t, actions)
                    action = actions[below(streams[i], count)]
                course.explored[steps] = 1 if action != best else 0
            apply(s, t, action)
            rests[i] += course.ahead[steps][0] - course.now[steps][0]
            steps += 1
        shares_after(s, t, net, work, course.now[steps])
        write_targets(t, course, lessons, steps, out, is_first, trace, later_turns)
    return kept


def keep_position(s: State, t: Tables, work: Floats, lessons: Lessons, row: int) -> None:
    lessons.begins[row] = 1 if begins_turn(s, t) else 0
    for place in range(look_around(s, t, work)):
        lessons.figures[row][place] = work[place]
    lessons.whose[row] = s.seat


def write_targets(
    t: Tables,
    course: Course,
    lessons: Lessons,
    steps: int,
    aim: Floats,
    is_first: bool,
    trace: float,
    later_turns: float,
) -> None:
    """Go back from the end and write what each position that was kept should have said.

    Where a turn begins all that was found within it counts, but less of what was found in later ones.
    """
    whole = course.whole
    for seat in range(t.seats):
        aim[seat] = course.now[steps][seat]
        whole[seat] = aim[seat]
    for step in range(steps - 1, -1, -1):
        kept = 0.0 if course.explored[step] == 1 else trace
        kept_whole = 0.0 if course.explored[step] == 1 else 1.0
        if step + 1 < steps and course.turns[step + 1] != course.turns[step]:
            kept_whole *= later_turns
            kept = min(kept, later_turns)
        row = course.row_of[step]
        for seat in range(t.seats):
            if not is_first:
                aim[seat] = course.ahead[step][seat] + kept * (aim[seat] - course.now[step + 1][seat])
                whole[seat] = course.ahead[step][seat] + kept_whole * (whole[seat] - course.now[step + 1][seat])
            if row >= 0:
                begins = lessons.begins[row] > 0
                lessons.targets[row][(seat - lessons.whose[row]) % t.seats] = whole[seat] if begins else aim[seat]


def matches_with_light(
    states: list[State],
    t: Tables,
    net: Net,
    light_net: Net,
    keen_seat: list[int],
    work: Floats,
    spare: State,
    streams: list[list[int]],
    actions: list[int],
    weights: list[int],
    out: Floats,
    best: Floats,
    won: list[int],
) -> None:
    """Play games of one keener player among light ones; write who won."""
    for i in range(len(states)):
        s = states[i]
        while actor(s) != OVER:
            if actor(s) == CHANCE:
                action = draw(s, t, streams[i], actions, weights)
            elif s.seat != keen_seat[i]:
                action = policy(s, t, light_net, work, streams[i], actions)
            else:
                count = legal(s, t, actions)
                action = actions[0]
                if count > 1:
                    exploring = Exploring(0.0, streams[i], won[i : i + 1])
                    action = best_action(s, t, net, work, spare, actions, count, out, best, exploring)
            apply(s, t, action)
        won[i] = s.seat if was_won(s) else -1
