"""Compiles the search for a game and a number of seats: `python -m verso.bots.warm NAME 2`, or its odds or values.

What it compiles stays on disk, so that whoever searches next in another process has it in a moment.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
from pathlib import Path

from verso import bots
from verso.core import kernel
from verso.core.game import Game, InvalidSetup, Position
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.games import game as find_game

WITH_PARENT = "--with-parent"
"""Ends as soon as the input does: see `lifeline`."""


def command(name: str, seats: int, what: str = "") -> list[str]:
    """Return how to compile in a process of its own, whose input is to be the lifeline."""
    return [sys.executable, "-m", "verso.bots.warm", name, str(seats), *([what] if what else []), WITH_PARENT]


@functools.cache
def lifeline() -> int:
    """Return what those read from who work for this process: nothing, until it ends, however it ends.

    Nobody else has the other end: what is not handed on by name is closed in other programs.
    """
    reading, _writing = os.pipe()
    return reading


def end_with_parent() -> None:
    """See to it that this process, whose input is the lifeline of another, does not outlive that."""

    def watch() -> None:
        with contextlib.suppress(OSError):
            os.read(sys.stdin.fileno(), 1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def first_choice(game: Game, seats: int) -> Position:
    """Return a position early in a game in which somebody really has to choose."""
    for ruleset in game.rulesets():
        try:
            position = game.new(seats, ruleset)
        except InvalidSetup:
            continue
        rng = Rng("warm")
        position.settle(rng)
        while len(position.legal) < 2:
            position.push(position.legal[0])
            position.settle(rng)
        return position
    raise InvalidSetup(f"{game.name} has no ruleset for {seats} seats")


def warm(name: str, seats: int) -> None:
    game = find_game(name)
    position = first_choice(game, seats)
    bot, view = bots.make("search", game), position.view(position.to_act)
    for _ in range(2):  # the second time, with a tree to take over
        bot.choose(view, bots.Budget(iterations=2))


MOMENTS = 150
"""Of a game, that odds are asked at: its parts may be counted in different ways."""


def are_odds_warm(game: Game, seats: int) -> bool:
    """Say whether all of that has been done before, by whatever process."""
    return _note(game, seats).exists()


def _note(game: Game, seats: int) -> Path:
    return kernel.note_of(game.rules, f"odds-{seats}")


def warm_odds(name: str, seats: int) -> None:
    """Compile exact odds as well, those of every part of a game; players do without them."""
    _count_through_a_game(name, seats)
    _note(find_game(name), seats).touch()


def _count_through_a_game(name: str, seats: int) -> None:
    position = first_choice(find_game(name), seats)
    odds, rng = position.game.odds, Rng("warm odds")
    for _ in range(MOMENTS):
        if odds is None or position.to_act == OVER:
            return
        view = position.view(position.to_act)
        with contextlib.suppress(InvalidSetup):  # a moment without odds
            odds.check(view)
            odds.document(view)
        position.push(position.legal[rng.below(len(position.legal))])
        position.settle(rng)


def warm_values(name: str, seats: int) -> None:
    """Compile what reviews measure with."""
    import numpy as np

    from verso.bots.values import Valuer
    from verso.core import kernel

    position = first_choice(find_game(name), seats)
    valuer, seat = Valuer(position.setup), position.to_act
    view, desk = kernel.to_array(position.view(seat).state, seats)[0], valuer.desk()
    valuer.play_on(view, seat, valuer.tally(), 1, desk)
    valuer.compare(view, valuer.comparison(seat, position.legal), 1, desk)
    if valuer.judges:
        valuer.promise(view, seat, desk)
        if valuer.foresees:
            valuer.best_promise(view, seat, desk, valuer.room_ahead())
        else:
            valuer.plans(view, seat, position.legal, desk, valuer.room_ahead())
    room, tables = kernel.to_array(position.state, seats, 2), position.setup.array
    valuer.engine.complete(view, tables, seat, np.array([1], np.int64), room[0])
    valuer.engine.apply(room[0], tables, position.legal[0])
    valuer.engine.redact(room[0], tables, seat, room[1])


def warm_luck(name: str, seats: int) -> None:
    """Compile what the luck of matches is measured with: of chance, and of a player who draws an action."""
    from verso.bots.adjusted import adjuster
    from verso.core.record import Record

    position = first_choice(find_game(name), seats)
    legal = position.legal
    drawn = {position.ply: dict.fromkeys(legal, 1 / len(legal))}
    position.push(legal[0])
    adjuster(position.setup).luck(Record.of(position), drawn=drawn)


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    if WITH_PARENT in sys.argv:
        sys.argv.remove(WITH_PARENT)
        end_with_parent()
    _, name, seats, *what = sys.argv
    {"": warm, "odds": warm_odds, "values": warm_values}["".join(what)](name, int(seats))
