"""The command line. Data goes to stdout, everything else to stderr.

Exit codes: 0 done, 1 the answer is no or the input was refused (a sentence on stderr says why), 2 wrong usage,
130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from cyclopts import App

COMMANDS = {
    "play": ("verso.cli.play", "Play, line by line, against bots or alone; every action is saved."),
    "games": ("verso.cli.commands", "List the games, their rulesets, options and bots."),
    "cards": ("verso.cli.commands", "List every face with its figures, each marked with where it comes from."),
    "show": ("verso.cli.commands", "Show a position as a seat sees it."),
    "legal": ("verso.cli.commands", "List the legal actions, or with its odds what chance may bring."),
    "push": ("verso.cli.commands", "Carry out actions and print the new position, all or nothing."),
    "replay": ("verso.cli.commands", "Tell a recorded game in words and show the position it reached."),
    "perft": ("verso.cli.commands", "Count the sequences of actions from a position."),
    "sim": ("verso.cli.sim", "Play many games between bots: who wins, how long, what acting first is worth."),
    "serve": ("verso.cli.server", "Serve tables to players, over HTTP and WebSocket."),
    "backup": ("verso.cli.server", "Write everything a server keeps to a file, also while it serves."),
    "restore": ("verso.cli.server", "Fill an empty database from a backup."),
    "export-player": ("verso.cli.server", "Print everything a server keeps about one player."),
    "delete-player": ("verso.cli.server", "Make a server forget a player."),
    "verify": ("verso.cli.server", "Check the shuffles of a record without trusting the server."),
    "arena": ("verso.cli.arena", "Let bots play each other: equal deals, win rates, ratings, time."),
    "evaluate": ("verso.cli.evaluate", "Measure a bot: fixed deals, a fixed ladder of bots, a score to compare."),
    "dataset": ("verso.cli.dataset", "Write games of bots as Parquet files, for learning from them."),
    "odds": ("verso.cli.arena", "Tell the exact chances of the turn at hand."),
    "warmup": ("verso.cli.commands", "Compile the rules now, so that nothing waits for it later."),
}
"""Where each command is found, and what it does; its module is imported when the command is used."""


def application() -> App:
    """Return the command line as an object that can be called with arguments."""
    from cyclopts import App, Parameter

    import verso

    app = App(
        name="verso",
        help="Flip City and Phase 10 Flip: play them, look into them, simulate them. Unofficial.",
        version=verso.__version__,
        default_parameter=Parameter(negative=(), show_default=False),
        help_format="plaintext",
    )
    for order, (name, (module, about)) in enumerate(COMMANDS.items()):
        app.command(f"{module}:{name.replace('-', '_')}", name=name, help=about, sort_key=order)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):  # streams that a test put there
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return 141
    except KeyboardInterrupt:
        return 130
    return code


def _run(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    from verso.bots.workers import WorkersFailed
    from verso.cli.terminal import Refused, WrongUsage
    from verso.core.game import ActionError, InvalidCards, InvalidPosition, InvalidSetup
    from verso.core.record import InvalidRecord

    app = application()
    app.suppress_keyboard_interrupt = False
    if not arguments:
        arguments = ["--help"]
    try:
        code = app(arguments, print_error=False, exit_on_error=False, result_action="return_value")
    except (CycloptsError, WrongUsage) as error:
        message = str(error).replace("\n", " ").strip()
        _say(sys.stderr, f"verso: {message}\nverso --help, or verso COMMAND --help, tells what can be said.")
        return 2
    except (ActionError, InvalidCards, InvalidPosition, InvalidRecord, InvalidSetup, Refused, WorkersFailed) as error:
        _say(sys.stderr, f"verso: {error}")
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _say(sys.stderr, f"verso: {place}{error.strerror or error}")
        return 1
    return code if isinstance(code, int) else 0


def _say(stream: TextIO, text: str) -> None:
    stream.write(f"{text}\n")


def _forget_output() -> None:
    """Nobody reads what we write: give the interpreter a place to flush to when it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


__all__ = ["application", "main"]
