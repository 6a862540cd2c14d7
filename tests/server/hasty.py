"""A server with a fault on purpose: it acknowledges before it has committed, which test_kill.py must notice."""

from __future__ import annotations

import time
from typing import Any

from verso.server.commands import serve
from verso.server.settings import load
from verso.server.sqlite import SqliteBackend, run_jobs, tell

_commit = SqliteBackend._commit


def _tell_first(self: SqliteBackend, connection: Any, jobs: list[Any]) -> None:
    connection.execute("begin immediate")
    run_jobs(connection, jobs)
    tell(jobs)
    time.sleep(0.5)  # longer than it takes to notice and to kill, on a slow machine too
    connection.execute("commit")


if __name__ == "__main__":
    SqliteBackend._commit = _tell_first  # type: ignore[method-assign]
    serve(load())
