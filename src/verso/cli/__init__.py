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
    "play": (
        "play",
        "Play, line by line, against bots or alone; every action is saved.",
        "{game} --bots expert",
    ),
    "games": ("commands", "List the games, their rulesets, options and bots.", "--json"),
    "cards": ("commands", "List every face with its figures, each marked with where it comes from.", "{game}"),
    "new": ("commands", "Print the position that a game begins with, for the commands below.", "{game} --seed 7"),
    "show": ("commands", "Show a position as a seat sees it.", "position.json --seat 1"),
    "legal": ("commands", "List the legal actions, or with its odds what chance may bring.", "position.json"),
    "push": (
        "commands",
        "Carry out actions and print the new position, all or nothing.",
        "position.json play stop",
    ),
    "replay": ("commands", "Tell a recorded game in words and show the position it reached.", "game.verso --ply 5"),
    "review": ("review", "Look at a game again: luck, choices, and what decided it.", "game.verso"),
    "perft": ("commands", "Count the sequences of actions from a position.", "{game} --seats 2 --depth 4"),
    "sim": (
        "sim",
        "Play many games between bots: who wins, how long, what acting first is worth.",
        "{game} --bots greedy,random --seed 7",
    ),
    "lab": (
        "lab",
        "Compare edited cards or options with the shipped ones, on the same deals.",
        "{game} --cards my-cards.toml --out report.html",
    ),
    "tune": (
        "lab",
        "Look for figures that make a game as one wishes.",
        "{game} --wish seat:1=50% --may FIGURE=3..8",
    ),
    "serve": ("server", "Serve tables to players, over HTTP and WebSocket.", "--port 8400"),
    "backup": ("server", "Write everything a server keeps to a file, also while it serves.", "everything.jsonl"),
    "restore": ("server", "Fill an empty database from a backup.", "everything.jsonl"),
    "export-player": ("server", "Print everything a server keeps about one player.", "PLAYER"),
    "delete-player": ("server", "Make a server forget a player.", "PLAYER"),
    "reports": ("server", "Print what players have reported about others.", "--json"),
    "verify": ("server", "Check the shuffles of a record without trusting the server.", "game.verso"),
    "arena": (
        "arena",
        "Let bots play each other: equal deals, win rates, ratings, time.",
        "{game} greedy search:iterations=50 --deals 20",
    ),
    "evaluate": (
        "evaluate",
        "Measure a bot: fixed deals, a fixed ladder of bots, a score to compare.",
        "greedy --deals 2",
    ),
    "dataset": (
        "dataset",
        "Write games of bots as Parquet files, for learning from them.",
        "{game} --games 10000 --out data/first",
    ),
    "odds": ("arena", "Tell the exact chances of the turn at hand.", "position.json"),
    "warmup": ("commands", "Compile the rules now, so that nothing waits for it later.", "{game} --rules"),
    "completion": ("commands", "Print what makes a shell complete commands and options.", "bash"),
}
"""Which module of this package each command is in, what it does, and an example of what is said after it."""


def application() -> App:
    """Return the command line as an object that can be called with arguments."""
    from cyclopts import App, Parameter

    import verso

    app = App(
        name="verso",
        help=f"{_titles()}: play them, look into them, simulate them. Unofficial.",
        version=verso.__version__,
        default_parameter=Parameter(negative=(), show_default=False),
        help_format="plaintext",
    )
    for order, (name, (module, about, example)) in enumerate(COMMANDS.items()):
        told = f"{about}\n\nExample: verso {name} {example.format(game=verso.games()[0])}"
        app.command(f"verso.cli.{module}:{name.replace('-', '_')}", name=name, help=told, sort_key=order)
    return app


def _titles() -> str:
    """Return what the installed games are called; one that cannot be loaded says so where it is used."""
    import verso

    titles = []
    for name in verso.games():
        with contextlib.suppress(verso.InvalidSetup):
            titles.append(verso.game(name).title)
    return " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))


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

    from verso.bots.bot import BotFailed
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
    except (
        ActionError,
        BotFailed,
        InvalidCards,
        InvalidPosition,
        InvalidRecord,
        InvalidSetup,
        Refused,
        WorkersFailed,
    ) as error:
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
