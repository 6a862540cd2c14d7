"""What the command line does with a server: serve, back up, restore, export and delete a player, verify a record."""

from __future__ import annotations

import dataclasses
import os

from verso.play import wire
from verso.server.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until asked to stop. Several workers share the port; each is a process of its own."""
    import uvicorn

    from verso.server.app import create_app, set_up_logging

    set_up_logging(settings.log_level)
    options = {
        "host": settings.host,
        "port": settings.port,
        "ws": "websockets-sansio",
        "ws_max_size": wire.MOST_BYTES,
        "ws_max_queue": 8,
        "ws_per_message_deflate": False,
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": 5,
        "proxy_headers": False,
    }
    if settings.workers == 1:
        uvicorn.run(create_app(settings), **options)  # type: ignore[arg-type]
        return
    os.environ.update(to_environment(settings))
    uvicorn.run("verso.server.app:from_environment", factory=True, workers=settings.workers, **options)  # type: ignore[arg-type]


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the settings as variables for another process."""
    variables = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        variables[f"VERSO_{field.name.upper()}"] = ",".join(value) if isinstance(value, tuple) else str(value)
    return variables
