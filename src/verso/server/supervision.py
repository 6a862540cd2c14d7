"""The parent of several workers: starts another where one has ended, and is patient with one that is held up."""

from __future__ import annotations

import functools
import logging
import time
from typing import Any

from uvicorn.supervisors import Multiprocess

log = logging.getLogger("verso.server")
WORKER_SECONDS = 60.0
"""A worker that lives and does not answer for so long hangs, and is ended. A busy machine holds one up for seconds, and
the five that the library waits would end the connections of everybody at it."""


class Workers(Multiprocess):
    """The library's own, but that it does not wait for an answer: whoever stops the server must not wait either."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._asked: dict[int, float] = {}
        """Since when each worker has been asked whether it is there, and has not answered."""

    def keep_subprocess_alive(self) -> None:
        before = [process.pid for process in self.processes]
        for process in self.processes:
            process.ping = functools.partial(self._answers, process)  # type: ignore[method-assign]
        super().keep_subprocess_alive()
        if [process.pid for process in self.processes] != before:
            log.warning("a worker ended or did not answer, and another takes its place")

    def _answers(self, process: Any, _timeout: float = 0.0) -> bool:
        """Whether a worker has answered, or may still."""
        try:
            while process.parent_conn.poll():
                process.parent_conn.recv()
                self._asked.pop(process.pid, None)
            if process.pid not in self._asked:
                process.parent_conn.send(b"ping")
                self._asked[process.pid] = time.monotonic()
        except (OSError, EOFError):
            return False
        return time.monotonic() - self._asked[process.pid] < WORKER_SECONDS
