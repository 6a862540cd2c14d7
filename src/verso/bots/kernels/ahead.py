"""What a turn is worth to whoever plays it best, counted exactly: kernel source, on top of `values.py`.

Of actions the best for whoever acts counts, outcomes of chance count by their odds; where the turn is over what the
policy judges stands for the rest. Where something is hidden this goes as far as a seat can be sure of: through its own
actions, as long as nothing new is seen between them. What was found of a moment is kept under a key made of its
whole record, so that each moment is looked at once, however it came about.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.bots.kernels.search import Desk, view_key
from verso.bots.kernels.values import NO_ACTION, judged_for, judged_now
from verso.core.contracts.policy import Floats, Net, clock, forget, is_sure
from verso.core.contracts.rules import S, T, actor, apply, assign, chance, complete, draw, legal
from verso.core.spec import CHANCE, OVER

FULL, CROWDED = 0.75, 0.9
"""Of the table: what does not fit any more is judged as it stands, but what is asked for is kept for longer."""
EMPTY = 0
ALL = -1
"""Nothing is hidden, and everybody's actions are looked at."""
MOST_SETTLED = 4
"""Actions of chance between an action and the next of the same seat."""


class Ahead(NamedTuple):
    """Room to look ahead in: for each step a state with its numbers, and the table of what was found."""

    states: list[S]
    words: list[list[int]]  # the memory of `states`, as numbers
    actions: list[list[int]]
    weights: list[list[int]]
    worth: list[Floats]
    keys: list[int]
    found: list[Floats]
    filled: list[int]  # how many moments are kept


def look_ahead(t: T, net: Net, work: Floats, sharpness: float, ahead: Ahead, step: int, tick: int, seat: int) -> None:
    """Write what the moment in a step's state is worth to every seat; the state may change.

    With a seat it is looked at from there, and only its own actions are; with ALL nothing is hidden. The first step is
    looked at also where the table is full: so a moment never contradicts what was found of those after it.
    """
    s = ahead.states[step]
    worth = ahead.worth[step]
    count = follow_to_a_choice(s, t, ahead, step, tick, seat)
    forget(s, t)
    key = view_key(ahead.words[step]) + 1
    place = place_of_key(ahead.keys, key)
    if ahead.keys[place] == key:
        copy_worth(ahead.found[place], worth)
        return
    if count == 0 or step + 1 == len(ahead.states) or (step > 0 and is_full(ahead)):
        if seat == ALL:
            judged_now(s, t, net, work, sharpness, worth)
        else:
            judged_for(s, t, seat, net, work, sharpness, worth)
    else:
        for i in range(count):
            assign(ahead.states[step + 1], s)
            apply(ahead.states[step + 1], t, ahead.actions[step][i])
            look_ahead(t, net, work, sharpness, ahead, step + 1, tick, seat)
            add_worth_of(actor(s), ahead.worth[step + 1], ahead.weights[step], i, worth)
        if actor(s) == CHANCE:
            divide_by_all(ahead.weights[step], count, worth)
    if not is_full(ahead) or (step == 0 and ahead.filled[0] < CROWDED * len(ahead.keys)):
        place = place_of_key(ahead.keys, key)  # others may have come to where it was
        ahead.keys[place] = key
        ahead.filled[0] += 1
        copy_worth(worth, ahead.found[place])


def follow_to_a_choice(s: S, t: T, ahead: Ahead, step: int, tick: int, seat: int) -> int:
    """Go on while there is one thing that can follow; list what can then, or nothing where the look ends."""
    while actor(s) != OVER and clock(s) == tick and (seat == ALL or actor(s) == seat):
        count = what_can_follow(s, t, ahead, step)
        if count > 1:
            return count
        apply(s, t, ahead.actions[step][0])
    return 0


def is_full(ahead: Ahead) -> bool:
    return bool(ahead.filled[0] >= FULL * len(ahead.keys))


def what_can_follow(s: S, t: T, ahead: Ahead, step: int) -> int:
    """List outcomes of chance with their weights, or actions; return how many there are."""
    if actor(s) == CHANCE:
        return chance(s, t, ahead.actions[step], ahead.weights[step])
    return legal(s, t, ahead.actions[step])


def add_worth_of(who: int, found: Floats, weights: list[int], i: int, worth: Floats) -> None:
    """Add what the i-th outcome of chance is worth, by its weight; or keep what the best action is worth to a seat."""
    if who == CHANCE:
        for seat in range(len(worth)):
            worth[seat] = weights[i] * found[seat] + (worth[seat] if i > 0 else 0.0)
    elif i == 0 or found[who] > worth[who]:
        copy_worth(found, worth)


def divide_by_all(weights: list[int], count: int, worth: Floats) -> None:
    total = 0
    for i in range(count):
        total += weights[i]
    for seat in range(len(worth)):
        worth[seat] /= total


def copy_worth(worth: Floats, out: Floats) -> None:
    for seat in range(len(worth)):
        out[seat] = worth[seat]


def place_of_key(keys: list[int], key: int) -> int:
    """Return where a key is or would be put: the table's length is a power of two."""
    place = key & (len(keys) - 1)
    while keys[place] != EMPTY and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    return place


def begin_looking(ahead: Ahead) -> None:
    """Forget all that was found: of another turn, nothing would be met again."""
    for place in range(len(ahead.keys)):
        ahead.keys[place] = EMPTY
    ahead.filled[0] = 0


def worth_ahead(s: S, t: T, net: Net, work: Floats, sharpness: float, ahead: Ahead, tick: int, out: Floats) -> None:
    """Write what a moment is worth to every seat, looked at to the end of the turn of this tick."""
    assign(ahead.states[0], s)
    look_ahead(t, net, work, sharpness, ahead, 0, tick, ALL)
    copy_worth(ahead.worth[0], out)


def plan(
    view: S,
    t: T,
    seat: int,
    net: Net,
    streams: list[int],
    options: list[int],
    sharpness: float,
    desk: Desk,
    ahead: Ahead,
    out: list[Floats],
) -> None:
    """Write what each of some actions of a seat promises if it plays its turn out as well as it can be sure of.

    NO_ACTION stands for what its turn promises while chance acts in it. These are means over as many
    completions of its view as there are streams: what an action shows differs by what was hidden.
    """
    for j in range(len(options)):
        for each in range(len(out[j])):
            out[j][each] = 0.0
    for i in range(len(streams)):
        begin_looking(ahead)
        desk.stream[0] = streams[i]
        complete(view, t, seat, desk.stream, desk.scratch[1])
        begun = desk.stream[0]
        for j in range(len(options)):
            desk.stream[0] = begun  # chance goes on alike after each of them
            assign(desk.scratch[0], desk.scratch[1])
            if options[j] != NO_ACTION:
                apply(desk.scratch[0], t, options[j])
            write_plan(t, seat, net, sharpness, desk, ahead, clock(view))
            for each in range(len(out[j])):
                out[j][each] += desk.worth[each] / len(streams)


def write_plan(t: T, seat: int, net: Net, sharpness: float, desk: Desk, ahead: Ahead, tick: int) -> None:
    """Write what the moment in the first place of the desk promises a seat that plays its turn out from there."""
    s = ahead.states[0]
    assign(s, desk.scratch[0])
    settled = 0
    while actor(s) == CHANCE and clock(s) == tick and settled < MOST_SETTLED:
        apply(s, t, draw(s, t, desk.stream, desk.actions, desk.weights))
        settled += 1
    if actor(s) == seat and clock(s) == tick and is_sure(s, t):
        look_ahead(t, net, desk.work, sharpness, ahead, 0, tick, seat)
        copy_worth(ahead.worth[0], desk.worth)
    else:
        judged_for(desk.scratch[0], t, seat, net, desk.work, sharpness, desk.worth)
