"""Whole games between light players, from the first action to the last: the loop of `verso.bots.many`.

Every player chooses from what its seat may know. Each has a stream of its own, as the bots have that play move by move,
and luck has another: so the games are the same, action by action.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from verso.bots.kernels.slips import Slips, drawn, slips_now
from verso.core.contracts.ends import ended
from verso.core.contracts.policy import Floats, Net, clock, evaluate, policy, priors
from verso.core.contracts.restraint import habits, instead
from verso.core.contracts.rules import S, T, actor, apply, draw, legal, redact
from verso.core.contracts.tally import tally
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER

RANDOM = 0
LIGHT = 1
CARELESS = 2
"""From this number on a kind is the light player that makes one choice in so many blindly.

Below 0 it is one that slips, so often in a hundred choices: a level that does not search.
"""


class Games(NamedTuple):
    """Games of one setup: their states and its tables, the first of an array; after it those of single players."""

    states: Any
    tables: Any


class Seated(NamedTuple):
    """Who plays: what kind of player each is, who sits at each seat of each game, and the streams they draw from.

    `barred` has a row for each player with a 1 for every action that it never takes, or no rows at all; `left` has the
    bits of its habits of which it has none. `tables` says by which tables each plays, its own or the common ones, 0.
    """

    kinds: Any
    who: Any
    streams: Any
    barred: Any
    left: Any
    tables: Any


class Luck(NamedTuple):
    """A stream of each game. With `turns` it begins anew at each turn: a row of starts for each deal.

    Turns are told apart by the clock of the game, or by counting plies.
    """

    streams: Any
    turns: Any
    deals: Any
    by_ply: bool


class Room(NamedTuple):
    """What the light policy plays with, and buffers.

    `seen` is room for a view, an array of none if nothing is hidden and nobody slips. `worth` is where leads are
    judged, an array of none if nobody asks who leads.
    """

    net: Any
    work: Any
    seen: Any
    actions: Any
    weights: Any
    likely: Any
    worth: Any
    slips: Slips


class Counted(NamedTuple):
    """What is counted of each game. `kinds` says of every action as what it counts; `acts` has a row for each player.

    `now` is the turn whose luck is being drawn, `leader` the seat that led last, -1 before there is one. `lowest` is
    the worst that each seat stood when leads were judged. `tallies` are rows for the game to count in, by player, of
    no width where nobody asks. `tables` are those of the player that acted last: what chance brings, it brings to it.
    """

    plies: Any
    first: Any
    decisions: Any
    kinds: Any
    acts: Any
    now: Any
    leader: Any
    lead_changes: Any
    lowest: Any
    tallies: Any
    tables: Any
    ends: Any


def play_games(games: Games, seated: Seated, luck: Luck, room: Room, counted: Counted, most: int) -> int:
    """Play every game to its end, or to `most` plies; return how many wait for the luck of further turns."""
    waiting = 0
    for i in range(len(games.states)):
        waiting += play_game(games.states[i], games.tables, i, seated, luck, room, counted, most)
    return waiting


def play_game(
    s: S, tables: Any, number: int, seated: Seated, luck: Luck, room: Room, counted: Counted, most: int
) -> int:
    """Play one game on, to its end; return 1 where it waits for the luck of further turns, else 0."""
    t = tables[0]
    is_new_choice = True
    while actor(s) != OVER and counted.plies[number] < most:
        if is_new_choice:
            if not has_luck(s, number, luck, counted):
                return 1
            if len(room.worth) > 0:
                count_lead(s, t, number, room, counted)
            is_new_choice = False
        seat = actor(s)
        if seat == CHANCE:
            action = draw(s, t, luck.streams[number], room.actions, room.weights)
        else:
            counted.tables[number] = seated.tables[seated.who[number][seat]]
            action = turn_of(s, tables[counted.tables[number]], number, seat, seated, room, counted)
            is_new_choice = True
        apply(s, tables[counted.tables[number]], action)
        counted.plies[number] += 1
    if actor(s) == OVER:
        ended(s, t, counted.ends[number])
    return 0


def has_luck(s: S, number: int, luck: Luck, counted: Counted) -> bool:
    """Begin the luck of a turn that is new; return whether there is any."""
    if len(luck.turns) == 0:
        return True
    now = counted.plies[number] if luck.by_ply else clock(s)
    if now != counted.now[number]:
        if now >= len(luck.turns[0]):
            return False
        luck.streams[number][0] = luck.turns[luck.deals[number]][now]
        counted.now[number] = now
    return True


def count_lead(s: S, t: T, number: int, room: Room, counted: Counted) -> None:
    """Judge who leads when a turn has ended, and count when it is another than before; whoever is level leads on."""
    now = clock(s)
    if now == counted.leader[number][1]:
        return
    counted.leader[number][1] = now
    evaluate(s, t, room.net, room.work, room.worth)
    leader = counted.leader[number][0]
    best = leader if leader >= 0 else 0
    for seat in range(len(room.worth)):
        counted.lowest[number][seat] = min(counted.lowest[number][seat], room.worth[seat])
        if room.worth[seat] > room.worth[best]:
            best = seat
    if leader < 0 and best == 0:
        for seat in range(1, len(room.worth)):
            if room.worth[seat] == room.worth[0]:
                return  # level from the first
    if leader >= 0 and best != leader:
        counted.lead_changes[number] += 1
    counted.leader[number][0] = best


def turn_of(s: S, t: T, number: int, seat: int, seated: Seated, room: Room, counted: Counted) -> int:
    """Let a seat choose, and count what it does."""
    player = seated.who[number][seat]
    if counted.first[number] < 0:
        counted.first[number] = seat
    count = options(s, t, player, seated, room)
    action = room.actions[0]
    if count > 1:
        counted.decisions[number][player] += 1
        action = choose(s, t, number, seat, count, seated, room)
    counted.acts[number][player][counted.kinds[action]] += 1
    if len(counted.tallies[number][player]) > 0:
        tally(s, t, seat, action, counted.tallies[number][player])
    return action  # type: ignore[no-any-return]


def options(s: S, t: T, player: int, seated: Seated, room: Room) -> int:
    """Write the actions that a player may take: the legal ones without those it leaves alone, unless none is left."""
    count = legal(s, t, room.actions)
    if len(seated.barred) == 0 or count == 1:
        return count
    kept = 0
    for i in range(count):
        action = room.actions[i]
        if seated.barred[player][action] == 0 and habits(s, t, action) & seated.left[player] == 0:
            room.actions[kept] = action
            kept += 1
    return kept if kept > 0 else count  # nothing was written over


def choose(s: S, t: T, number: int, seat: int, count: int, seated: Seated, room: Room) -> int:
    """Return which of several actions a player takes."""
    player = seated.who[number][seat]
    kind = seated.kinds[player]
    stream = seated.streams[number][player]
    if kind == RANDOM or (kind >= CARELESS and below(stream, kind) == 0):
        return room.actions[below(stream, count)]  # type: ignore[no-any-return]
    if len(room.seen) > 0:
        redact(s, t, seat, room.seen[0])
        action = light_choice(room.seen[0], t, count, stream, room)
        if kind < 0 and slips_now(room.slips, number, player, -kind):
            return slip(room.seen[0], t, count, room)
        return action
    return light_choice(s, t, count, stream, room)


def slip(seen: S, t: T, count: int, room: Room) -> int:
    """Return one of the actions that a player may take, drawn by how plausible each looks."""
    every = legal(seen, t, room.weights)
    priors(seen, t, room.net, room.work, room.weights, every, room.likely)
    place = 0
    for i in range(every):
        if place < count and room.weights[i] == room.actions[place]:
            room.likely[place] = room.likely[i]
            place += 1
    return drawn(room.actions, count, room.likely, room.weights, room.slips.stream)


def light_choice(seen: S, t: T, count: int, stream: list[int], room: Room) -> int:
    """Return what the light policy does; where it may not, what it does instead."""
    action = policy(seen, t, room.net, room.work, stream, room.weights)
    for i in range(count):
        if room.actions[i] == action:
            return action
    return instead(seen, t, room.net, room.work, room.actions, count, room.weights, room.likely)


def judge(seen: S, t: T, net: Net, work: Floats, worth: Floats, seat: int) -> float:
    """Return what the light policy expects the game to be worth to a seat."""
    evaluate(seen, t, net, work, worth)
    return float(worth[seat])
