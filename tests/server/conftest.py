"""Servers for tests: the same suite on SQLite with one process and on PostgreSQL with two."""

from __future__ import annotations

import dataclasses
import gc
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import find_postgres, new_database, postgres, processes


@pytest.fixture(autouse=True)
def process_as_it_was() -> Iterator[None]:
    """What `verso serve` sets up for a process of its own, and a test in this one, ends with the test."""
    loggers = [logging.getLogger(name) for name in ("verso", "uvicorn", "asyncpg")]
    kept = [(logger, logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    yield
    for logger, handlers, level, propagate in kept:
        logger.handlers[:], logger.propagate = handlers, propagate
        logger.setLevel(level)
    gc.set_threshold(*threshold)
    sys.setswitchinterval(interval)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if find_postgres() is None:
        pytest.skip("PostgreSQL is not installed: scripts/postgres installs it")
    with postgres() as address:
        yield address


@dataclasses.dataclass
class Service:
    """Running servers that share one database."""

    kind: str
    addresses: list[str]
    database: str


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    yield from _service("sqlite", str(tmp_path_factory.mktemp("sqlite") / "verso.db"), 1)


@pytest.fixture(scope="session")
def on_postgres(postgres_server: str) -> Iterator[Service]:
    yield from _service("postgres", new_database(postgres_server), 2)


def _service(kind: str, database: str, count: int) -> Iterator[Service]:
    with processes(count, database) as started:
        yield Service(kind, [process.address for process in started], database)


@pytest.fixture(params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest) -> Service:
    """Servers of each kind. Both run until all tests are done, in whichever order these come."""
    found: Service = request.getfixturevalue(f"on_{request.param}")
    return found


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, for servers in this process."""
    if request.param == "sqlite":
        return str(tmp_path / "verso.db")
    return new_database(request.getfixturevalue("postgres_server"))
