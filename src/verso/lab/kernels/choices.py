"""Whole games of light players of which some choices are kept, to be looked at: kernel source, on top of `whole.py`."""

from __future__ import annotations

from typing import Any, NamedTuple

from verso.bots.kernels.whole import Counted, Games, Luck, Room, Seated, has_luck, turn_of
from verso.core.contracts.rules import S, T, actor, apply, draw, redact
from verso.core.rng import below
from verso.core.spec import CHANCE, OVER


class Kept(NamedTuple):
    """Of each game some choices: what the seat could see, which it was, and what it did.

    `met` counts all choices of a game, `dice` says which are kept.
    """

    views: Any
    seats: Any
    actions: Any
    met: Any
    dice: Any


def keep_choices(games: Games, seated: Seated, luck: Luck, room: Room, counted: Counted, most: int, kept: Kept) -> int:
    """Play every game as `play_games` does and keep some choices; return how many wait for luck of further turns."""
    waiting = 0
    for i in range(len(games.states)):
        waiting += keep_of_game(games.states[i], games.tables[0], i, seated, luck, room, counted, most, kept)
    return waiting


def keep_of_game(
    s: S, t: T, number: int, seated: Seated, luck: Luck, room: Room, counted: Counted, most: int, kept: Kept
) -> int:
    is_new_choice = True
    while actor(s) != OVER and counted.plies[number] < most:
        if is_new_choice and not has_luck(s, number, luck, counted):
            return 1
        seat = actor(s)
        is_new_choice = seat != CHANCE
        if seat == CHANCE:
            action = draw(s, t, luck.streams[number], room.actions, room.weights)
        else:
            player = seated.who[number][seat]
            before = counted.decisions[number][player]
            action = turn_of(s, t, number, seat, seated, room, counted)
            if counted.decisions[number][player] > before:
                keep(s, t, number, seat, action, kept)
        apply(s, t, action)
        counted.plies[number] += 1
    return 0


def keep(s: S, t: T, number: int, seat: int, action: int, kept: Kept) -> None:
    """Keep a choice in place of an earlier one, so that in the end each of the game is as likely to be there."""
    place = kept.met[number]
    kept.met[number] += 1
    if place >= len(kept.actions[number]):
        place = below(kept.dice[number], kept.met[number])
    if place < len(kept.actions[number]):
        redact(s, t, seat, kept.views[number][place])
        kept.seats[number][place] = seat
        kept.actions[number][place] = action
