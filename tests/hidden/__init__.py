"""A tiny game with hidden cards, for tests of everything that must not tell them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from verso.core.game import Game, set_game_finder
from verso.games import game as find_shipped

HIDDEN = Game(package=__name__, name="hidden-cards", title="Hidden Cards", seats=range(2, 5))


def _find(name: str) -> Game:
    return HIDDEN if name == HIDDEN.name else find_shipped(name)


@contextlib.contextmanager
def hidden_game() -> Iterator[Game]:
    """Make the game findable for a while."""
    set_game_finder(_find)
    try:
        yield HIDDEN
    finally:
        set_game_finder(find_shipped)
