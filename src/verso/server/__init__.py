"""The server: tables over HTTP and WebSocket, on SQLite or PostgreSQL. `create_app` makes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from verso.server.settings import Settings


def create_app(settings: Settings | None = None) -> Starlette:
    """Return the ASGI application for these settings, or for those of the environment."""
    from verso.server.app import create_app as create

    return create(settings)
