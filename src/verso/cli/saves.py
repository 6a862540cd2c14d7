"""Where games at the terminal are kept. A save is a game record; on disk it is always a whole one, old or new."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import time
from collections.abc import Iterator
from pathlib import Path

from verso.cli.terminal import Refused, read_text
from verso.core.record import InvalidRecord, Record

SUFFIX = ".verso"
_STALE = 60.0


def directory() -> Path:
    """Return the directory of saved games, which need not exist."""
    root = os.environ.get("XDG_STATE_HOME")
    return (Path(root) if root else Path.home() / ".local" / "state") / "verso"


def new_path(game: str) -> Path:
    """Return a name for a new game that no file has yet."""
    moment = dt.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    return free_path(directory() / f"{game}-{moment}{SUFFIX}")


def free_path(path: Path) -> Path:
    """Return a path, with a number added if there is such a file."""
    found, number = path, 2
    while found.exists():
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return found


def read(path: Path) -> Record:
    """Read a saved game; what is wrong with a damaged one is said with its line, and the file stays as it is."""
    try:
        return Record.from_text(read_text(str(path)))
    except InvalidRecord as error:
        raise Refused(f"{path}: {error}. The file is left as it is") from None


def unfinished(game: str) -> Iterator[Path]:
    """Yield the saved games that have no result yet, the one played last first."""
    dated = []
    for path in directory().glob(f"{game}-*{SUFFIX}"):
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime, path))
    for _, path in sorted(dated, reverse=True):
        with contextlib.suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
            header = file.read(20_000).split("\n\n", 1)[0].split("\n")
            if "result null" in header and f"game {game}" in header:
                yield path


class ChangedElsewhere(Exception):  # noqa: N818
    """The file on disk is not the one this program wrote last: another one plays the same game."""


class Save:
    """One file that holds one game. `write` returns only when the disk has it."""

    def __init__(self, path: Path, expected: str | None = None) -> None:
        self.path = path
        self._expected = expected
        """What the file must contain before it is written again; None if there must be none."""

    def write(self, text: str) -> None:
        """Replace the file by a new whole one; an interruption at any moment leaves the old or the new."""
        self._check()
        write_durably(self.path, text)
        self._expected = text

    def _check(self) -> None:
        try:
            found = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return  # removed meanwhile: writing it again loses nothing
        except UnicodeDecodeError:
            found = ""
        if found != self._expected:
            raise ChangedElsewhere


def write_durably(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    _forget_stale(path)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_directory(path.parent)


def _sync_directory(path: Path) -> None:
    with contextlib.suppress(OSError):  # some systems cannot; the file itself is safe
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _forget_stale(path: Path) -> None:
    """Remove what a killed process left half-written beside this file."""
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _STALE:
                left.unlink()
