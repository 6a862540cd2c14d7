"""Locks between processes, as files: the operating system releases them when whoever holds one ends, however it ends.

SQLite is asked to lock, and nothing is ever written: it comes with Python and does this alike on every system.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


class Locked(Exception):  # noqa: N818 - not always an error: who meets it decides
    """Somebody else holds the lock."""


@contextlib.contextmanager
def held(path: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold the lock of this name; whoever waits for it longer than `patience` seconds gets `Locked`.

    An OSError says that there can be no lock, as in some directories of other machines.
    """
    import sqlite3  # here, for almost nobody ever needs it

    try:
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise OSError(f"{path} cannot be locked: {error}") from None
    with contextlib.closing(connection):
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise Locked(str(path)) from None
            raise OSError(f"{path} cannot be locked: {error}") from None
        yield


@contextlib.contextmanager
def held_if_possible(path: Path, patience: float) -> Iterator[None]:
    """Hold the lock if it can be had; otherwise go on without: for work that may be done twice, if need be."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(Locked, OSError):
            stack.enter_context(held(path, patience))
        yield
