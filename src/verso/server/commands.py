"""What the command line does with a server: serve, back up, restore, export and delete a player, verify a record."""

from __future__ import annotations

import dataclasses
import os

from verso.server.settings import Settings


def serve(settings: Settings) -> None:
    """Serve until asked to stop. Several workers share the port; each is a process of its own."""
    import uvicorn

    from verso.server.app import create_app, set_up_logging
    from verso.server.transport import OPTIONS

    set_up_logging(settings.log_level)
    options = OPTIONS | {"host": settings.host, "port": settings.port}
    if settings.workers == 1:
        uvicorn.run(create_app(settings), **options)
        return
    os.environ.update(to_environment(settings))
    uvicorn.run("verso.server.app:from_environment", factory=True, workers=settings.workers, **options)


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the settings as variables for another process."""
    variables = {}
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        variables[f"VERSO_{field.name.upper()}"] = ",".join(value) if isinstance(value, tuple) else str(value)
    return variables
