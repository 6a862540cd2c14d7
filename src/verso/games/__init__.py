"""Finds games: whatever is installed under the entry point group `verso.games`, ours too."""

from __future__ import annotations

import functools
from importlib import metadata

from verso.core.game import Game, InvalidSetup, joined, set_game_finder

GROUP = "verso.games"


@functools.cache
def _all() -> dict[str, metadata.EntryPoint]:
    """Return the entry points by the name of the game, our own first and then by name."""

    def order(each: metadata.EntryPoint) -> tuple[bool, str]:
        return not each.value.startswith(f"{__name__}."), each.name

    found: dict[str, metadata.EntryPoint] = {}
    for each in sorted(metadata.entry_points(group=GROUP), key=order):
        found.setdefault(each.name, each)  # nobody takes the place of a game of ours
    return found


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_all())


@functools.cache
def _load(name: str) -> Game:
    try:
        made = _all()[name].load()
    except (ImportError, AttributeError) as error:
        raise InvalidSetup(f"the installed game {name!r} cannot be loaded: {error}") from error
    if not isinstance(made, Game) or made.name != name:
        raise InvalidSetup(f"the installed game {name!r} is not a game of that name: see docs/adding-a-game.md")
    return made


def game(name: str) -> Game:
    """Return a game by name."""
    if name not in _all():
        raise InvalidSetup(f"there is no game {name!r}; there is {joined(games())}")
    return _load(name)


set_game_finder(game)
