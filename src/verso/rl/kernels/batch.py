"""Many games side by side: the loop of `verso.rl.batch`, from one decision of an agent to the next.

Chance and the seats of rivals are settled inside. Tables and the fresh state come as arrays of one: to hand a single
record over from Python takes longer than a step. Every game has a stream of its own, so nothing depends on how the
games were divided among threads.
"""

from __future__ import annotations

from verso.core.contracts.observe import Row, cut_off
from verso.core.contracts.rules import S, T, actor, apply, assign, draw, legal, returns
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER
from verso.rl.kernels.contract import Ends, Games, Room, Shown, Wanted, rival
from verso.rl.kernels.many import observe_as

COUNT = 0  # in a row of `allowed`: how many actions are
FIRST = 1  # and after it which, rising
DEALS = 1000  # after so many games in a row that an agent had no part in, it will not have one in the next either


def go_on(s: S, t: T, stream: list[int], room: Room) -> None:
    """Let chance and rivals act until an agent is to act or the game is over."""
    while True:
        seat = actor(s)
        if seat == CHANCE:
            apply(s, t, draw(s, t, stream, room.actions, room.weights))
        elif seat != OVER and room.is_rival[seat] > 0:
            apply(s, t, rival(s, t, stream, room))
        else:
            return


def write_mask(s: S, t: T, first: int, actions: list[int], mask: Row, allowed: list[int]) -> None:
    """Write the legal actions as a mask for agents; and as a list, to check the answers with."""
    for i in range(len(mask)):
        mask[i] = False
    count = legal(s, t, actions) if actor(s) >= 0 else 0
    allowed[COUNT] = count
    for i in range(count):
        action = actions[i] - first
        mask[action] = True
        allowed[FIRST + i] = action


def look(games: Games, room: Room, wanted: Wanted, shown: Shown) -> None:
    """Write what the seat to act sees and may do in each game; of one that is over, what seat 0 sees."""
    t = games.tables[0]
    for i in range(len(games.states)):
        s = games.states[i]
        shown.to_act[i] = actor(s)
        write_mask(s, t, wanted.first, room.actions, shown.masks[i], shown.allowed[i])
        observe_as(s, t, max(0, actor(s)), wanted.kind, wanted.where, wanted.redacted, shown.rows[i])
    scale_rows(shown.rows, wanted.scale, shown.floats)


def scale_rows(rows: list[Row], scale: list[float], out: list[list[float]]) -> None:
    """Write the rows as floats from 0 to 1, if they are wanted: otherwise `out` has none."""
    for i in range(len(out)):
        scale_row(rows[i], scale, out[i])


def scale_row(row: Row, scale: list[float], out: list[float]) -> None:
    for i in range(len(scale)):
        out[i] = row[i] * scale[i]


def begin(games: Games, room: Room, number: int) -> None:
    """Begin a game anew. One that rivals end before an agent is asked is none for agents: another is dealt."""
    s = games.states[number]
    for _ in range(DEALS):
        assign(s, games.fresh[0])
        go_on(s, games.tables[0], games.streams[number], room)
        if actor(s) != OVER:
            return


def begin_games(games: Games, room: Room) -> None:
    for i in range(len(games.states)):
        begin(games, room, i)


def resume(games: Games, room: Room, wanted: Wanted, number: int) -> None:
    """Go on with a game whose state was put there from outside, up to where an agent is to act."""
    s = games.states[number]
    go_on(s, games.tables[0], games.streams[number], room)
    if actor(s) == OVER and wanted.begins_anew:
        begin(games, room, number)


def find_illegal(taken: list[int], allowed: list[list[int]], waits: Row) -> int:
    """Return the first game whose action is not allowed, or -1; games that are over or wait take any."""
    for i in range(len(taken)):
        count = 0 if waits[i] else allowed[i][COUNT]
        place = 0
        while place < count and allowed[i][FIRST + place] != taken[i]:
            place += 1
        if place == count and count > 0:
            return i
    return -1


def step_games(games: Games, room: Room, taken: list[int], wanted: Wanted, shown: Shown, ends: Ends) -> None:
    """Carry out an action in each game, which was checked before, and go on to the next decision."""
    t = games.tables[0]
    for i in range(len(games.states)):
        s = games.states[i]
        ends.terminated[i] = False
        ends.truncated[i] = False
        for seat in range(len(ends.rewards[i])):
            ends.rewards[i][seat] = 0.0
        if actor(s) == OVER or games.waits[i]:
            continue
        looking = actor(s) if ends.seat < 0 else ends.seat
        apply(s, t, taken[i] + wanted.first)
        go_on(s, t, games.streams[i], room)
        if actor(s) == OVER:
            returns(s, t, ends.rewards[i])
            observe_as(s, t, looking, wanted.kind, wanted.where, wanted.redacted, ends.finals[i])
            ends.truncated[i] = cut_off(s)
            ends.terminated[i] = not cut_off(s)
            if wanted.begins_anew:
                begin(games, room, i)
        shown.to_act[i] = actor(s)
        write_mask(s, t, wanted.first, room.actions, shown.masks[i], shown.allowed[i])
        observe_as(s, t, max(0, actor(s)), wanted.kind, wanted.where, wanted.redacted, shown.rows[i])
    scale_rows(shown.rows, wanted.scale, shown.floats)


def sample_actions(streams: list[list[int]], allowed: list[list[int]], out: list[int]) -> None:
    """Write a random legal action for each game that is not over."""
    for i in range(len(out)):
        count = allowed[i][COUNT]
        out[i] = allowed[i][FIRST + below(streams[i], count)] if count > 0 else 0
