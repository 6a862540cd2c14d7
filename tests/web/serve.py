"""A server for the browser tests: real in everything, with light bots that move at once.

Every table is dealt from the same secret, so that a test meets the same game each time it is run. Other games:
VERSO_TEST_SECRET=any-text. A game that the page has no folder for is installed besides.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
import types
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import uvicorn

from verso import bots
from verso.bots import retrain, warm
from verso.bots.bot import Budget, Choice
from verso.core.game import Game, View
from verso.games import GROUP, _all
from verso.play.review import Figures, Reviewer
from verso.play.wire import Level
from verso.server import odds, reviews, routes
from verso.server.app import create_app
from verso.server.settings import load
from verso.server.transport import options


def choose(view: View, level: Level, seconds: float) -> Choice:
    """Play at once, and sensibly where the game has a player."""
    return bots.make("greedy" if view.game.player else "random", view.game).choose(view, Budget(seconds))


class SteadyReviewer(Reviewer):
    """Plays on so often from each position, however long that takes: a review is the same on every machine."""

    def grow(self, seconds: float | None = None, games: int | None = None) -> Iterator[Figures]:
        return super().grow(None, GAMES if len(self.course.moments) <= SHORT else 1)


IS_UNHURRIED = os.environ.get("VERSO_TESTS") == "long" or "VERSO_PICTURES" in os.environ
LESSONS = {"GENERATIONS": 2, "MINDS": 4, "BEST": 2, "TRIED": retrain.GAMES}
"""How little light players are taught, to see that they are."""
GAMES, SHORT = 64, 100
"""From each position of a short game so many that some decisions matter; of any other there is a review, and no more.

Every game that a test plays to its end asks for one.
"""


def install(name: str, place: str) -> None:
    """Let a game be found as if its package were installed."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    _all()[name] = EntryPoint(name, place, GROUP)


compiled, noted = odds._compiled, warm.are_odds_warm


async def compiled_for_two(game: str, seats: int) -> bool:
    """Let odds of two seats get ready, and where time does not matter those of others too."""
    return (IS_UNHURRIED or seats == 2) and await compiled(game, seats)


def noted_for_two(game: Game, seats: int) -> bool:
    """Say whether they are ready, whatever was compiled on this machine before."""
    return (IS_UNHURRIED or seats == 2) and noted(game, seats)


def deal(size: int) -> bytes:
    """Return the secret of every table."""
    return hashlib.sha256(os.environ.get("VERSO_TEST_SECRET", "web").encode()).digest()[:size]


if __name__ == "__main__":
    install("hidden-cards", "hidden:HIDDEN")
    vars(routes)["secrets"] = types.SimpleNamespace(token_bytes=deal, token_urlsafe=secrets.token_urlsafe)
    vars(retrain).update(LESSONS)
    vars(reviews)["Reviewer"] = SteadyReviewer
    vars(odds)["_compiled"] = compiled_for_two
    vars(warm)["are_odds_warm"] = noted_for_two
    port, database = int(sys.argv[1]), sys.argv[2]
    settings = load(port=port, database=database)
    kept_open = {"timeout_keep_alive": 3_600}  # or a request can meet the end of its connection
    uvicorn.run(create_app(settings, chooser=choose), port=port, **options(settings) | kept_open)
