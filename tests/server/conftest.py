"""Servers for tests: the same suite on SQLite with one process and on PostgreSQL with two."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import find_postgres, new_database, postgres, processes


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


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    if request.param == "sqlite":
        database, count = str(tmp_path_factory.mktemp("sqlite") / "verso.db"), 1
    else:
        database, count = new_database(request.getfixturevalue("postgres_server")), 2
    with processes(count, database) as started:
        yield Service(request.param, [process.address for process in started], database)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind, for servers in this process."""
    if request.param == "sqlite":
        return str(tmp_path / "verso.db")
    return new_database(request.getfixturevalue("postgres_server"))
