"""Locks between processes: held by one, free when it ends, however it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from verso.core.locking import Locked, held, held_if_possible

HOLD = """
import sys; from pathlib import Path; from verso.core.locking import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_held_by_one_and_can_be_had_again(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    for _ in range(2):
        with held(path), pytest.raises(Locked), held(path):
            pass
    assert path.read_bytes() == b""


def test_a_process_that_is_killed_holds_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(Locked), held(tmp_path / "lock"):
            pass
        process.kill()
    with held(tmp_path / "lock"):
        pass


def test_what_can_be_done_twice_goes_on_without_the_lock(tmp_path: Path) -> None:
    done = []
    with held(tmp_path / "lock"), held_if_possible(tmp_path / "lock", patience=0.0):
        done.append("locked")
    with held_if_possible(tmp_path / "nowhere" / "lock", patience=0.0):
        done.append("no directory")
    assert done == ["locked", "no directory"]


def test_where_there_can_be_no_lock_an_error_says_so(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("something else altogether" * 50)
    for path in (tmp_path / "nowhere" / "lock", tmp_path / "text"):
        with pytest.raises(OSError, match="cannot be locked"), held(path):
            pass


def test_errors_of_the_work_come_through(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), held_if_possible(tmp_path / "lock", patience=0.0):
        raise ZeroDivisionError
    with held(tmp_path / "lock"):
        pass
