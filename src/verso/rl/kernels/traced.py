"""Whole games of light players with everything that is kept of them: the loop of compiled datasets.

Built on `bots/kernels/whole.py`, whose players choose. Each game is played twice: first to count what there will be to
keep, then to write it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from verso.bots.kernels.whole import RANDOM, Games, Luck, Room, Seated, choose
from verso.core.contracts.observe import SEAT, observe
from verso.core.contracts.policy import evaluate, priors
from verso.core.contracts.rules import S, T, actor, apply, draw, legal, redact
from verso.core.contracts.spelling import spell
from verso.core.spec import CHANCE, OVER


class Sizes(NamedTuple):
    """How much each game gives: actions, decisions, and legal actions of all its decisions together."""

    actions: Any
    rows: Any
    values: Any


class Trace(NamedTuple):
    """Where it is written: every action, who acts, how it is spelled; of every decision a row; of each of its legal
    actions a value.

    `from_action`, `from_row` and `from_value` are the places of a game's first.
    """

    from_action: Any
    from_row: Any
    from_value: Any
    actions: Any
    actors: Any
    spellings: Any
    plies: Any
    seats: Any
    players: Any
    taken: Any
    counts: Any
    wins: Any
    observations: Any
    masks: Any
    values: Any


class Eye(NamedTuple):
    """How observations are written: where each field begins, and the first action of seats."""

    where: Any
    first: int


def count_games(games: Games, seated: Seated, luck: Luck, room: Room, sizes: Sizes, most: int) -> None:
    """Play every game and say how much it gives."""
    t = games.tables[0]
    for i in range(len(games.states)):
        s = games.states[i]
        while actor(s) != OVER and sizes.actions[i] < most:
            seat = actor(s)
            if seat == CHANCE:
                action = draw(s, t, luck.streams[i], room.actions, room.weights)
            else:
                count = legal(s, t, room.actions)
                sizes.rows[i] += 1
                sizes.values[i] += count
                action = act(s, t, i, seat, count, seated, room)
            apply(s, t, action)
            sizes.actions[i] += 1


def act(s: S, t: T, number: int, seat: int, count: int, seated: Seated, room: Room) -> int:
    """Return what a seat does, of the `count` actions that stand in the buffer."""
    if count == 1:
        return room.actions[0]  # type: ignore[no-any-return]
    return choose(s, t, number, seat, count, seated, room)


def trace_games(games: Games, seated: Seated, luck: Luck, room: Room, eye: Eye, trace: Trace, most: int) -> None:
    """Play every game and write what is kept of it."""
    t = games.tables[0]
    for i in range(len(games.states)):
        s = games.states[i]
        ply = 0
        row = trace.from_row[i]
        value = trace.from_value[i]
        while actor(s) != OVER and ply < most:
            seat = actor(s)
            if seat == CHANCE:
                action = draw(s, t, luck.streams[i], room.actions, room.weights)
            else:
                player = seated.who[i][seat]
                count = legal(s, t, room.actions)
                if len(room.seen) > 0:
                    redact(s, t, seat, room.seen[0])
                    keep(room.seen[0], t, seat, player, count, row, value, seated, room, eye, trace)
                else:
                    keep(s, t, seat, player, count, row, value, seated, room, eye, trace)
                action = act(s, t, i, seat, count, seated, room)
                trace.plies[row] = ply
                trace.seats[row] = seat
                trace.players[row] = player
                trace.taken[row] = action - eye.first
                row += 1
                value += count
            place = trace.from_action[i] + ply
            trace.actions[place] = action
            trace.actors[place] = seat
            trace.spellings[place] = spell(s, t, action)
            apply(s, t, action)
            ply += 1


def keep(
    seen: S,
    t: T,
    seat: int,
    player: int,
    count: int,
    row: int,
    value: int,
    seated: Seated,
    room: Room,
    eye: Eye,
    trace: Trace,
) -> None:
    """Write what a seat sees, what it may do, and what its player thinks of that."""
    observe(seen, t, seat, SEAT, eye.where, trace.observations[row])
    trace.counts[row] = count
    for i in range(count):
        action = room.actions[i] - eye.first
        trace.masks[row][action >> 3] |= 1 << (action & 7)
        trace.values[value + i] = 1.0 / count
        room.weights[i] = room.actions[i]
    if count > 1 and seated.kinds[player] != RANDOM:
        priors(seen, t, room.net, room.work, room.weights, count, room.likely)
        for i in range(count):
            trace.values[value + i] = room.likely[i]
    evaluate(seen, t, room.net, room.work, room.worth)
    seats = len(room.worth)
    if seats == 1:
        trace.wins[row] = (room.worth[seat] + 1) / 2
    else:
        trace.wins[row] = (room.worth[seat] * (seats - 1) + 1) / seats
