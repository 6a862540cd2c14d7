"""Games in which the keener player of Phase 10 Flip learns: kernel source, on top of its own (`train_keen_phase10.py`).

One seat of each game is its *observer*, and all is told by what that seat has seen. A position should say what the next
one says, and beside that what later plies of the same game were found to be off by, the later the less. Where the
observer is to choose, what the best action promises stands for the next one: where a position is learned from that says
so, turns are played out before a draw, with every card that may be drawn. After a choice that was not the best nothing
later counts.
"""

from __future__ import annotations

from typing import NamedTuple

from verso.core.contracts.policy import Floats, Net, policy
from verso.core.contracts.rules import S, actor, apply, assign, complete, draw, legal, redact, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER
from verso.games.phase10_flip.keen import (
    DRAWABLE,
    PROMISED,
    SHARES,
    UNSEEN,
    expect,
    keen_policy,
    look_around,
    weigh_draws,
)
from verso.games.phase10_flip.rules import CARDS, DRAW, STEP_DRAW, STEP_PLAY, TAKE, Tables

EXPLORING = 1000
LIGHT = -1
AMONG_DEALS = 6
"""So many times fewer positions are kept while cards are dealt: there are many, and all alike."""
SURE = 2
"""The observer laid something and goes on with its turn: the next position says all there is to say of this one."""
AMONG_LIGHT = 4
"""One game in so many has a light player in it: positions are met that the keener one would avoid."""


def shares_for(s: S, t: Tables, seat: int, net: Net, work: Floats, out: Floats) -> None:
    """Write what share of the win each player can expect by what a seat has seen, in turn order from it on."""
    if actor(s) == OVER:
        returns(s, t, out)
        for place in range(t.seats):
            work[place] = (1.0 + (t.seats - 1) * out[(seat + place) % t.seats]) / t.seats
        for place in range(t.seats):
            out[place] = work[place]
        return
    expect(s, t, seat, net, work)
    for place in range(t.seats):
        out[place] = work[SHARES + place]


class Lessons(NamedTuple):
    """What is kept of games: figures of positions, and what they should say."""

    figures: list[Floats]
    targets: list[Floats]


class Course(NamedTuple):
    """A game as it went: what was expected before each ply, what was promised for after it, and what was kept of it."""

    now: list[Floats]
    ahead: list[Floats]
    is_promised: list[int]  # or SURE
    is_off: list[int]  # the ply was not what the best player would have done
    row_of: list[int]


class Room(NamedTuple):
    """Room for playing and trying."""

    work: Floats
    spare: S
    drawn: S  # to play a turn out in
    actions: list[int]
    weights: list[int]
    turn: Floats  # what it promises every seat, from whose turn it is on
    after: Floats


def teaching_games(
    states: list[S],
    t: Tables,
    net: Net,
    light_net: Net,
    is_first: bool,
    room: Room,
    streams: list[list[int]],
    daring: int,
    every: int,
    trace: float,
    course: Course,
    lessons: Lessons,
    rests: Floats,
) -> int:
    """Play games to their end; keep one in `every` position, with its target. Return how many.

    With `is_first` the light player chooses, with `light_net`, and only who won is learned. `rests` are what the best
    actions of the observer of each game promised less what was expected before them, in all.
    """
    kept = 0
    for i in range(len(states)):
        s = states[i]
        observer = i % t.seats
        light_seat = i // AMONG_LIGHT % t.seats if i % AMONG_LIGHT == 0 else NOBODY
        steps = 0
        while actor(s) != OVER and steps < len(course.now) - 1:
            course.row_of[steps] = -1
            shares_for(s, t, observer, net, room.work, course.now[steps])
            among = every * (AMONG_DEALS if s.turn == 0 else 1)
            if below(streams[i], among) == 0 and kept < len(lessons.figures):
                for place in range(look_around(s, t, room.work, observer)):
                    lessons.figures[kept][place] = room.work[place]
                course.row_of[steps] = kept
                kept += 1
            is_light = is_first or actor(s) == light_seat
            play_step(s, t, net, light_net, is_light, observer, room, streams[i], daring, course, steps)
            if course.is_promised[steps] == 1:
                rests[i] += course.ahead[steps][0] - course.now[steps][0]
            steps += 1
        shares_for(s, t, observer, net, room.work, course.now[steps])
        write_targets(t, course, lessons, steps, is_first, trace)
    return kept


NOBODY = -9


def play_step(
    s: S,
    t: Tables,
    net: Net,
    light_net: Net,
    is_light: bool,
    observer: int,
    room: Room,
    stream: list[int],
    daring: int,
    course: Course,
    step: int,
) -> None:
    """Play one ply, and write what the best action of the observer promised."""
    course.is_promised[step] = 0
    course.is_off[step] = 0
    seat = actor(s)
    if seat == CHANCE:
        apply(s, t, draw(s, t, stream, room.actions, room.weights))
        return
    action = keen_policy(s, t, net, room.work, room.spare, stream, room.actions)
    best = action
    if seat == observer and room.work[PROMISED] >= 0.0:
        course.is_promised[step] = 1
        is_learned = course.row_of[step] >= 0 or (step > 0 and course.row_of[step - 1] >= 0)
        if s.step == STEP_DRAW and is_learned:
            think_through(s, t, net, room, stream, action)
        for place in range(t.seats):
            course.ahead[step][place] = room.work[PROMISED + place]
    if is_light:
        action = policy(s, t, light_net, room.work, stream, room.actions)
    if below(stream, EXPLORING) < daring:
        action = room.actions[below(stream, legal(s, t, room.actions))]
    course.is_off[step] = 1 if action != best else 0
    was_playing = seat == observer and s.step == STEP_PLAY
    apply(s, t, action)
    if was_playing and actor(s) == seat and s.step == STEP_PLAY and course.is_off[step] == 0:
        course.is_promised[step] = SURE


def think_through(s: S, t: Tables, net: Net, room: Room, stream: list[int], first: int) -> None:
    """Write what a turn promises that begins with a draw and is played out, to where the policy writes its promise.

    From the pile that is the mean over the cards that its top may be. What else could be drawn is left out: the better
    of two means that are off by luck would be too good.
    """
    for place in range(t.seats):
        room.turn[place] = 0.0
    weigh_draws(s, t, room.work, s.seat)
    total = room.work[DRAWABLE]
    if total == 0.0:
        return
    back = t.face[1 - s.side][s.card[s.draw_top]]
    for card in range(CARDS):
        has_back = t.same[card] == card and t.face[1 - s.side][card] == back
        room.weights[card] = int(room.work[UNSEEN + card]) if has_back and first == DRAW else 0
    if first == TAKE:
        assign(room.drawn, s)
        add_turn_after(s.seat, t, net, room, stream, TAKE, 1.0)
    for card in range(CARDS):
        if room.weights[card] > 0:
            assign(room.drawn, s)
            room.drawn.card[s.draw_top] = card
            add_turn_after(s.seat, t, net, room, stream, DRAW, room.weights[card] / total)
    for place in range(t.seats):
        room.work[PROMISED + place] = room.turn[place]


def add_turn_after(seat: int, t: Tables, net: Net, room: Room, stream: list[int], first: int, weight: float) -> None:
    """Add what a seat's best discard promises after a draw, once all is laid that can be; or what its end is worth.

    Whichever card comes to the top of the draw pile then: any one, since there are many draws to learn from.
    """
    s = room.drawn
    tick = s.round
    apply(s, t, first)
    while actor(s) == CHANCE:
        apply(s, t, draw(s, t, stream, room.actions, room.weights))
    while actor(s) == seat and s.round == tick:
        action = keen_policy(s, t, net, room.work, room.spare, stream, room.actions)
        if room.work[PROMISED] >= 0.0:
            for place in range(t.seats):
                room.turn[place] += weight * room.work[PROMISED + place]
            return
        apply(s, t, action)
    shares_for(s, t, seat, net, room.work, room.after)
    for place in range(t.seats):
        room.turn[place] += weight * room.after[place]


def write_targets(t: Tables, course: Course, lessons: Lessons, steps: int, is_first: bool, trace: float) -> None:
    """Go back from the end and write what each position that was kept should have said."""
    for place in range(t.seats):
        aim = course.now[steps][place]
        following = aim  # what the next position is known to be worth
        for step in range(steps - 1, -1, -1):
            known = course.now[step][place]
            if course.is_promised[step] == 1:
                known = course.ahead[step][place]
            elif course.is_promised[step] == SURE:
                known = following
            if not is_first:
                later = aim - following
                if course.is_off[step] == 1:  # what the best action promised, and where nothing is known nothing new
                    aim = known
                elif course.is_promised[step] == 1:
                    aim = known + trace * later
                elif course.is_promised[step] == 0:
                    aim = following + trace * later
            following = known
            if course.row_of[step] >= 0:
                lessons.targets[course.row_of[step]][place] = aim


def contradictions(
    states: list[S],
    t: Tables,
    net: Net,
    by_choice: bool,
    room: Room,
    view: S,
    twin: S,
    streams: list[list[int]],
    twins: int,
    out: Floats,
    rests: list[Floats],
) -> None:
    """Play games and add up by how much each position says else than what can come next says on average.

    What can come next is what the observer cannot tell apart: `twins` completions of its view, and the same number once
    more, so that a game has two sums that are off by different luck. Its own best actions need no completions. With
    `by_choice` a moment of an own choice is worth what the best action promises, not what is expected of the moment.
    """
    for i in range(len(states)):
        s = states[i]
        observer = i % t.seats
        while actor(s) != OVER:
            now = worth_for(s, t, observer, net, by_choice, room, streams[i], out)
            action = -1
            is_promised = False
            if actor(s) != CHANCE:
                action = keen_policy(s, t, net, room.work, room.spare, streams[i], room.actions)
                is_promised = not by_choice and actor(s) == observer and room.work[PROMISED] >= 0.0
            promise = room.work[PROMISED]
            for half in range(2):
                if is_promised:
                    rests[i][half] += promise - now
                    rests[i][2 + half] += promise - now
                else:
                    ahead = mean_ahead(s, t, observer, net, by_choice, room, view, twin, streams[i], twins, out)
                    rests[i][half] += ahead - now
            if action < 0:
                action = draw(s, t, streams[i], room.actions, room.weights)
            apply(s, t, action)


def worth_for(
    s: S, t: Tables, observer: int, net: Net, by_choice: bool, room: Room, stream: list[int], out: Floats
) -> float:
    """Return what share of the win the observer can expect."""
    if by_choice and actor(s) == observer:
        keen_policy(s, t, net, room.work, room.spare, stream, room.actions)
        if room.work[PROMISED] >= 0.0:
            return room.work[PROMISED]  # type: ignore[no-any-return]
    shares_for(s, t, observer, net, room.work, out)
    return out[0]  # type: ignore[no-any-return]


def mean_ahead(
    s: S,
    t: Tables,
    observer: int,
    net: Net,
    by_choice: bool,
    room: Room,
    view: S,
    twin: S,
    stream: list[int],
    twins: int,
    out: Floats,
) -> float:
    """Return what the observer can expect after the next ply, on average over completions of its view."""
    redact(s, t, observer, view)
    total = 0.0
    for _ in range(twins):
        complete(view, t, observer, stream, twin)
        if actor(twin) == CHANCE:
            apply(twin, t, draw(twin, t, stream, room.actions, room.weights))
        else:
            apply(twin, t, keen_policy(twin, t, net, room.work, room.spare, stream, room.actions))
        total += worth_for(twin, t, observer, net, by_choice, room, stream, out)
    return total / twins


def keen_matches(
    states: list[S],
    t: Tables,
    nets: list[Net],
    light_net: Net,
    who: list[list[int]],
    room: Room,
    streams: list[list[int]],
    most: int,
    out: list[Floats],
) -> None:
    """Play each game to its end, seat k of game i with nets[who[i][k]] or as the light player; write its returns."""
    for i in range(len(states)):
        s = states[i]
        plies = 0
        while actor(s) != OVER and plies < most:
            seat = actor(s)
            if seat == CHANCE:
                action = draw(s, t, streams[i], room.actions, room.weights)
            elif who[i][seat] == LIGHT:
                action = policy(s, t, light_net, room.work, streams[i], room.actions)
            else:
                action = keen_policy(s, t, nets[who[i][seat]], room.work, room.spare, streams[i], room.actions)
            apply(s, t, action)
            plies += 1
        if actor(s) == OVER:
            returns(s, t, out[i])
