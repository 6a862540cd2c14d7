"""The only registry of games."""

from __future__ import annotations

import functools

from verso.core.game import Game, InvalidSetup, joined, set_game_finder


@functools.cache
def _all() -> dict[str, Game]:
    from verso.games.flip_city import FlipCity
    from verso.games.phase10_flip import Phase10Flip

    return {made.name: made for made in (FlipCity(), Phase10Flip())}


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(_all())


def game(name: str) -> Game:
    """Return a game by name."""
    try:
        return _all()[name]
    except KeyError:
        raise InvalidSetup(f"there is no game {name!r}; there is {joined(games())}") from None


set_game_finder(game)
