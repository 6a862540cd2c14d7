"""A server for the browser tests: real in everything, with light bots that move at once.

Every table is dealt from the same secret, so that a test meets the same game each time it is run. Other games:
VERSO_TEST_SECRET=any-text.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
import types

import uvicorn

from verso import bots
from verso.bots.bot import Budget, Choice
from verso.core.game import View
from verso.play.wire import Level
from verso.server import routes
from verso.server.app import create_app
from verso.server.settings import Settings
from verso.server.transport import OPTIONS


def choose(view: View, level: Level, seconds: float) -> Choice:
    """Play sensibly and at once."""
    return bots.make("greedy", view.game).choose(view, Budget(seconds))


def deal(size: int) -> bytes:
    """Return the secret of every table."""
    return hashlib.sha256(os.environ.get("VERSO_TEST_SECRET", "web").encode()).digest()[:size]


if __name__ == "__main__":
    vars(routes)["secrets"] = types.SimpleNamespace(token_bytes=deal, token_urlsafe=secrets.token_urlsafe)
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
    uvicorn.run(create_app(settings, chooser=choose), port=port, **OPTIONS)
