"""A server for the browser tests: real in everything, with light bots that move at once."""

from __future__ import annotations

import sys
import time

import uvicorn

from verso.bots.bot import Budget, Choice
from verso.bots.simple import FlipCityGreedy, Random
from verso.core.game import View
from verso.play.wire import Level
from verso.server.app import create_app
from verso.server.settings import Settings


def choose(view: View, level: Level, seconds: float) -> Choice:
    """Play sensibly where something sensible is known."""
    if view.game.name == "flip-city":
        return FlipCityGreedy(view.game).choose(view, Budget(seconds))
    useful = [action for action in view.legal if view.text(action).startswith(("place ", "hit "))]
    return Choice(useful[0]) if useful else Random(view.game, time.time_ns()).choose(view, Budget(seconds))


if __name__ == "__main__":
    port, database = int(sys.argv[1]), sys.argv[2]
    settings = Settings(
        port=port,
        database=database,
        bot_pause=0.0,
        development=True,
        log_level="warning",
        guests_per_minute=1_000.0,
        tables_per_minute=1_000.0,
        requests_per_second=1_000.0,
        messages_per_second=1_000.0,
    )
    uvicorn.run(
        create_app(settings, chooser=choose), host="127.0.0.1", port=port, ws="websockets-sansio", log_level="warning"
    )
