"""Opponents. `names` tells which a game has, `make` makes one; both import only what they need."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from verso.bots.bot import Bot, Budget, Choice
from verso.core.game import InvalidSetup, joined

if TYPE_CHECKING:
    from verso.core.contracts.parts import Yardstick
    from verso.core.game import Game

__all__ = ["Bot", "Budget", "Choice", "make", "names"]

LEVELS = ("easy", "medium", "hard", "expert")
"""The players for people, weakest first."""
_PLAYERS = {
    "random": "verso.bots.simple:Random",
    "greedy": "verso.bots.light:Greedy",
    "search": "verso.bots.ismcts:Search",
}
"""Where a bot is found. A bot's class is called with the game and a seed."""


def _known(game: Game) -> dict[str, str]:
    levels = dict.fromkeys(LEVELS, "verso.bots.levels:make_level")
    yardsticks = dict.fromkeys(_yardsticks(game), "verso.bots.simple:Rule")
    return _PLAYERS | yardsticks | levels


def _yardsticks(game: Game) -> Mapping[str, Yardstick]:
    """Return the players that the game itself brings along."""
    part = game.part("yardstick")
    return {} if part is None else part.PLAYERS


def names(game: Game) -> tuple[str, ...]:
    """Return the bots that play a game, the strongest last."""
    return tuple(_known(game))


def make(name: str, game: Game, seed: int | str = 0) -> Bot:
    """Return a bot by name. Its own random choices, if it makes any, come from the seed alone."""
    known = _known(game)
    if name not in known:
        raise InvalidSetup(f"{game.name} has no bot {name!r}; it has {joined(known)}")
    module, _, kind = known[name].partition(":")
    made: Callable[..., Any] = getattr(importlib.import_module(module), kind)
    if name in _yardsticks(game):
        made = functools.partial(made, name, _yardsticks(game)[name])
    if name in LEVELS:
        made = functools.partial(made, name)
    bot: Bot = made(game, seed)
    return bot
