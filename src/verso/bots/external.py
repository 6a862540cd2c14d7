"""Bots that are programs of their own: JSON lines over standard input and output. See docs/bots.md."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from typing import Any

from verso.bots.bot import BotFailed, Budget, Choice, Told
from verso.core.game import LANGUAGES, Game, View

PROTOCOL = 1
PATIENCE = 1.0
"""Seconds an answer may take beyond the time given, before the decision is forfeited."""
SECONDS = 1.0
"""What a choice may take, unless told otherwise."""
START = 10.0
"""Seconds to start and to answer the greeting, unless told otherwise."""
MOST_LINE = 1 << 20


class External:
    """Runs a command and asks it. What it gets wrong raises BotFailed; asked again, it is started anew if need be."""

    def __init__(self, game: Game, command: str, seed: int | str = 0, start: float = START) -> None:
        self.name = command
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("name the program that plays")
        if not 0 < start < math.inf:
            raise ValueError(f"start must be more than 0 seconds, not {start:g}")
        self.start = start
        self._seed = seed
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._game = game
        self._told: dict[str, Any] | None = None
        """The options of the game at hand, as they were sent last."""

    def choose(self, view: View, budget: Budget) -> Choice:
        return self._ask(view, SECONDS if budget.seconds is None else budget.seconds)

    def close(self) -> None:
        """End the program, and what it has started: a script that calls the bot is no bot itself."""
        if self._process is not None:
            _kill(self._process)
            self._process.wait()
            assert self._process.stdin is not None
            with contextlib.suppress(OSError):  # what was never read is flushed now, to nobody
                self._process.stdin.close()
            self._process = None

    def _ask(self, view: View, seconds: float) -> Choice:
        if self._process is None:
            self._start()
        self._tell_options(view, seconds)
        question = {"type": "choose", "view": view.to_json(), "time": seconds}
        answer = self._exchange(question, seconds + PATIENCE)
        text = answer.get("action")
        if not isinstance(text, str):
            raise BotFailed("the answer has no action")
        reason = str(answer.get("reason", ""))[:200]
        if (action := view.action_of(text)) is None:
            raise BotFailed(f"{text[:40]!r} is not a legal action")
        return Choice(action, tell=lambda: Told(dict.fromkeys(LANGUAGES, reason)))

    def _tell_options(self, view: View, seconds: float) -> None:
        """Say what is played and where the program sits, before the first choice and when that has changed."""
        setup = view.setup
        options: dict[str, Any] = {
            "type": "options",
            "ruleset": setup.ruleset,
            "options": dict(setup.options),
            "seats": setup.seats,
            "seat": view.seat,
        }
        if self._told != options:
            self._exchange(options, seconds + PATIENCE)
            self._told = options

    def _start(self) -> None:
        self._lines, self._told = queue.Queue(), None
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
                process_group=0,  # to be ended together; Windows has no such thing and leaves it out
            )
        except OSError as error:
            raise BotFailed(f"cannot be started: {error.strerror}") from None
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game.name}
        if self._exchange(hello, self.start).get("protocol") != PROTOCOL:
            self.close()
            raise BotFailed(f"does not speak protocol {PROTOCOL}")

    def _exchange(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line and wait for one; a program that dies or hangs is started anew for the next decision."""
        assert self._process is not None
        assert self._process.stdin is not None
        end = time.monotonic() + seconds
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            self.close()
            raise BotFailed(f"no answer within {seconds:g} s") from None
        except (OSError, ValueError):
            line = None
        if line is None:
            self.close()
            raise BotFailed("the program has ended")
        return _parsed(line)


def _kill(process: subprocess.Popen[str]) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:  # Windows
        process.kill()


def _read(stream: Any, lines: queue.Queue[str | None]) -> None:
    """Hand lines over from a thread, so that waiting for one can end.

    Nobody else may close the stream: that waits for reading to end, and whoever has left the program's group may hold
    the other side open.
    """
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(MOST_LINE):
            lines.put(line)
    lines.put(None)


def _parsed(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFailed("the answer is not JSON") from None
    if not isinstance(answer, dict):
        raise BotFailed("the answer is not an object")
    return answer
