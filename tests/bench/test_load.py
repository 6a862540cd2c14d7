"""The load test tells what a server does apart from what the host of the machine does to it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from .scripts import ROOT, loaded


@pytest.fixture(scope="module")
def load() -> ModuleType:
    return loaded("load")


def watched(load: ModuleType, seconds: int, **stolen: float) -> object:
    """Return what was seen of a host that took some seconds of the second core, each share in its second."""
    host, taken = load.Host(), 0.0
    for tenth in range(10 * seconds + 1):
        host.seen.append((100 + tenth / 10, [7, 7 + round(taken * load.TICKS)]))
        taken += stolen.get(f"s{tenth // 10}", 0.0) / 10
    return host


def frames(slow: dict[int, float], seconds: int = 10) -> list[tuple[float, float]]:
    """Return a hundred frames a second, each with how long it took and when it came; 10 ms but for the slow seconds."""
    return [(slow.get(second, 0.01), 100 + second + part / 100) for second in range(seconds) for part in range(100)]


def test_seconds_that_the_host_took_and_those_after_them_are_told_apart(
    load: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    host = watched(load, 10, s2=0.2, s7=0.01)
    assert host.disturbed() == {102, 103}  # type: ignore[attr-defined]
    assert load.idle_percentile(frames({2: 0.2, 3: 0.1}), host) == 0.01
    assert "p99 10.0 ms in the other 8 of 10 seconds" in capsys.readouterr().out


def test_what_is_slow_while_the_host_takes_nothing_counts(load: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert load.idle_percentile(frames({5: 0.2}), watched(load, 10, s2=0.2)) == 0.2
    capsys.readouterr()
    assert load.idle_percentile(frames({5: 0.2}), watched(load, 10)) == 0.2
    assert capsys.readouterr().out == ""


def test_where_hardly_a_second_was_idle_all_count(load: ModuleType) -> None:
    host = watched(load, 10, s0=0.5, s2=0.5, s4=0.5)
    assert load.idle_percentile(frames({0: 0.2, 1: 0.2}), host) == 0.2


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="needs Linux, as the load test does")
def test_this_machine_can_be_watched(load: ModuleType) -> None:
    with load.Host() as host:
        pass
    assert len(host.seen) == 1
    assert all(stolen >= 0 for stolen in host.seen[0][1])


def test_a_small_load_is_carried_and_nothing_is_lost() -> None:
    """Real clients at a real server; how fast it was is not judged here."""
    options = ["--only", "sqlite", "--no-knee", "--tables", "3", "--rate", "20", "--seconds", "1"]
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "load.py", *options], capture_output=True, text=True, timeout=300
    )
    assert "3 tables, 12 people and connections" in done.stdout, done.stderr
    counts = [int(each) for each in re.findall(r"\d+", done.stdout.splitlines()[-1])]
    moves, *lost = counts[0], counts[1], counts[2], counts[4]
    assert moves > 5
    assert lost == [0, 0, 0], done.stdout
