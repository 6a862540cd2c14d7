"""A real cluster for tests: a scheduler and workers as processes of their own, on the loopback address."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

DEADLINE = 300
"""Seconds after which something that should have started has not."""


class Cluster:
    """A scheduler with two workers of one thread each. All end by themselves if nobody ends them."""

    def __init__(self, directory: Path, names: tuple[str, ...] = ("ana", "bia")) -> None:
        self._directory = directory
        self._log = (directory / "log").open("w", encoding="utf-8")
        file = directory / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file), "--idle-timeout", "300")
        self.address = str(self._read(file)["address"])
        self.workers = {name: self._worker(name) for name in names}

    def _worker(self, name: str) -> subprocess.Popen[bytes]:
        single = ("--no-nanny", "--nthreads", "1", "--death-timeout", "300")
        place = ("--local-directory", str(self._directory / name))
        return self._start("worker", self.address, "--name", name, *single, *place)

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        return subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--no-dashboard"],
            stdout=self._log,
            stderr=self._log,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )

    def _read(self, file: Path) -> dict[str, object]:
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            with contextlib.suppress(OSError, ValueError):
                return dict(json.loads(file.read_text(encoding="utf-8")))
            assert self.scheduler.poll() is None, "the scheduler ended"
            time.sleep(0.05)
        raise TimeoutError("the scheduler did not start")

    def kill(self, name: str) -> None:
        """End a worker as a power cut would."""
        self.workers[name].send_signal(signal.SIGKILL)
        self.workers[name].wait()

    def close(self) -> None:
        for process in (*self.workers.values(), self.scheduler):
            process.kill()
            process.wait()
        self._log.close()


@contextlib.contextmanager
def running(directory: Path, *names: str) -> Iterator[Cluster]:
    cluster = Cluster(directory, names)
    try:
        yield cluster
    finally:
        cluster.close()
