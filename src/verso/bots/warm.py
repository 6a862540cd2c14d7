"""Compiles the search for a game and a number of seats: `python -m verso.bots.warm flip-city 2`.

What it compiles stays on disk, so that whoever searches next in another process has it in a moment.
"""

from __future__ import annotations

import os
import sys

from verso import bots
from verso.core.game import Game, InvalidSetup, Position
from verso.core.rng import Rng
from verso.games import game as find_game


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
    bots.make("search", game).choose(position.view(position.to_act), bots.Budget(iterations=2))


def warm_odds(name: str, seats: int) -> None:
    """Compile exact odds as well; players do without them."""
    from verso.bots import odds

    odds.document(first_choice(find_game(name), seats))


if __name__ == "__main__":
    os.nice(10)
    warm(sys.argv[1], int(sys.argv[2]))
