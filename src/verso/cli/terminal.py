"""What all commands share: the language, reading files, choosing a setup, and text that fits the terminal."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
import textwrap
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

from cyclopts import Parameter

import verso
from verso.core.game import LANGUAGES, Game, Position, Setup
from verso.core.words import Words, catalogue

MOST_DIGITS = 9
"""No number that a person types for us has more."""
WIDEST = 100
"""Sentences are not set wider than this, however wide the terminal."""

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

    Language = str
else:
    Language = Literal[LANGUAGES]


# --- what a shell completes (`verso completion`)


def _games(_: CompletionContext) -> tuple[str, ...]:
    return verso.games()


def _named(context: CompletionContext) -> Iterator[Game]:
    """Return the game that is named before what is being typed, or all games."""
    named = context.get("game")
    for name in verso.games():
        if named is None or named.raw in (None, name):
            yield verso.game(name)


def _rulesets(context: CompletionContext) -> Iterator[str]:
    for game in _named(context):
        yield from game.rulesets()


def _bots(context: CompletionContext) -> dict[str, str]:
    from verso import bots

    return dict.fromkeys((name for game in _named(context) for name in bots.names(game)), "")


# --- arguments and options

GameName = Annotated[str, Parameter(help="A game, as `verso games` lists them.", completer=_games)]
Lang = Annotated[Language | None, Parameter(help="Language of what people read; default: your locale's.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print JSON, for programs.")]
Seed = Annotated[int | None, Parameter(help="Makes chance repeatable; default: a new one each time.")]
Players = Annotated[
    tuple[str, ...],
    Parameter(
        help="Who plays: expert, search:iterations=300, 'import MODULE:NAME', 'external COMMAND'; several with commas, "
        "or said again. Default: greedy.",
        completer=_bots,
    ),
]
Substitute = Annotated[
    str | None,
    Parameter(help="A bot that chooses where another fails; default: nobody, and the command ends.", completer=_bots),
]
PositionFile = Annotated[Path, Parameter(help="A position as JSON: a file, or - for stdin.", allow_leading_hyphen=True)]
RecordFile = Annotated[Path, Parameter(help="A game record: a file, or - for stdin.", allow_leading_hyphen=True)]
BOT = Parameter(completer=_bots)
"""Of what names one bot or more."""


class Refused(ValueError):  # noqa: N818 - said to a person, without "Error"
    """Something was refused; the message is a sentence for a person."""


class WrongUsage(ValueError):  # noqa: N818
    """The arguments do not go together."""


@Parameter(name="*")
@dataclasses.dataclass(frozen=True)
class Choices:
    """How a game is set up."""

    ruleset: Annotated[
        str | None,
        Parameter(help="One of those that `verso games` lists; default: the first.", completer=_rulesets),
    ] = None
    seats: Annotated[int | None, Parameter(help="How many play; default: as few as the ruleset allows.")] = None
    option: Annotated[tuple[str, ...], Parameter(help="NAME=VALUE, such as office=on; can be repeated.")] = ()
    cards: Annotated[Path | None, Parameter(help="A file that changes or adds cards; default: as shipped.")] = None

    @property
    def given(self) -> bool:
        return self != Choices()

    def setup(self, game: Game) -> Setup:
        edits = None
        if self.cards is not None:
            edits = game.load_cards(read_text(str(self.cards)), str(self.cards))
        options: dict[str, Any] = {}
        for name, value in map(read_option, self.option):
            if name in options:
                raise WrongUsage(f"--option {name}: it is given twice")
            options[name] = value
        return game.setup_with(options, self.seats, self.ruleset, edits)


@Parameter(name="*")
@dataclasses.dataclass(frozen=True)
class Workers:
    """Who plays the games. Results do not depend on it."""

    jobs: Annotated[int | None, Parameter(help="How many processes; default: one.")] = None
    cluster: Annotated[str | None, Parameter(help="Machines of a Dask cluster instead: tcp://HOST:PORT.")] = None

    @contextlib.contextmanager
    def opened(self) -> Iterator[Executor | None]:
        from verso.bots import workers

        if self.jobs is not None and self.cluster is not None:
            raise WrongUsage("--jobs and --cluster: say one of them")
        if self.jobs is not None and self.jobs < 1:
            raise WrongUsage("--jobs must be at least 1")
        with workers.opened(self.jobs or 1, self.cluster) as executor:
            yield executor


def read_option(text: str) -> tuple[str, Any]:
    """Return the name and the value of `name=value`."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise WrongUsage(f"--option {text}: say NAME=VALUE, such as office=on")
    switches = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if value.lower() in switches:
        return name, switches[value.lower()]
    if value.isdecimal() and len(value) > MOST_DIGITS:
        raise WrongUsage(f"--option {name}: a number of {len(value)} digits is too long")
    return name, int(value) if value.isdecimal() else value


def option_text(options: Mapping[str, Any]) -> str:
    def shown(value: Any) -> Any:
        return ("on" if value else "off") if isinstance(value, bool) else value

    return ", ".join(f"{name}={shown(value)}" for name, value in options.items())


def read_text(file: str | Path) -> str:
    """Return the text of a file, or of stdin for `-`."""
    place = str(file)
    if place.startswith("-") and place != "-":
        raise WrongUsage(f"unknown option {place}")
    data = sys.stdin.buffer.read() if place == "-" else Path(place).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"{called(file)}: line {line}: not UTF-8 text") from None


def read_position(file: str | Path) -> Position:
    try:
        return Position.from_json(read_text(file))
    except verso.InvalidPosition as error:
        raise Refused(f"{called(file)}: {error}") from None


def called(file: str | Path) -> str:
    """Return what a file is called in messages."""
    return "stdin" if str(file) == "-" else str(file)


def print_json(document: Any) -> None:
    print_line(json.dumps(document, ensure_ascii=False, indent=2))


def print_line(text: str = "") -> None:
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """Tell a person something that is not the answer."""
    sys.stderr.write(f"{text}\n")


def new_seed() -> int:
    return int.from_bytes(os.urandom(6), "big")


# --- words


def language_of(chosen: str | None) -> str:
    """Return the language asked for, or the locale's if we have it, or English."""
    if chosen:
        return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            spoken = (each for each in LANGUAGES if value.lower().startswith(each.partition("-")[0].lower()))
            return next(spoken, LANGUAGES[0])
    return LANGUAGES[0]


def words_for(language: str) -> Words:
    return catalogue(Path(__file__).parent / "words", language)


# --- text that fits


def fold(text: str, width: int) -> list[str]:
    """Break a line so that it fits, what follows indented a little more than its beginning."""
    if len(text) <= width:
        return [text]
    lead = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(
        text.strip(),
        width,
        initial_indent=lead,
        subsequent_indent=f"{lead}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


class Screen:
    """A stream for people: lines that fit, in colour where that is wanted and possible."""

    def __init__(self, file: TextIO | None = None, width: int | None = None) -> None:
        from rich.console import Console

        self._console = Console(file=file or sys.stdout, width=width, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        return max(40, min(self._console.width, WIDEST))

    def line(self, text: str = "", style: str | None = None) -> None:
        for part in fold(text, self.width):
            self._console.print(part, style=style, soft_wrap=True)

    def whole(self, text: str) -> None:
        """Print a line that must stay one, whatever its length: a command or a path to be copied."""
        self._console.print(text, soft_wrap=True)

    def paragraph(self, text: str, style: str | None = None) -> None:
        for each in text.split("\n"):
            self.line(each, style)

    def flush(self) -> None:
        self._console.file.flush()
