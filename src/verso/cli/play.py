"""`verso play`: sits a person down at a table, new or saved."""

from __future__ import annotations

import contextlib
import datetime as dt
import itertools
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import verso
from verso.bots import LEVELS
from verso.bots.characters import cast
from verso.bots.players import listed, make_player
from verso.cli import saves
from verso.cli.session import PERSON, Ask, Session, Table, seated
from verso.cli.terminal import (
    Choices,
    GameName,
    Lang,
    Players,
    Refused,
    Screen,
    Seed,
    WrongUsage,
    language_of,
    new_seed,
    note,
    words_for,
)
from verso.core.game import Game, Position, joined
from verso.core.record import Record


def play(
    game: GameName | None = None,
    /,
    *,
    choices: Choices | None = None,
    bots: Annotated[
        Players,
        Parameter(
            name=("--bots", "--opponent"),
            help="The others, as `verso arena` names them, or person to share the keyboard; several with commas. "
            "Default: greedy, or medium in a game that has none.",
        ),
    ] = (),
    seat: Annotated[int, Parameter(show_default=True, help="Your seat, from 0.")] = 0,
    seed: Seed = None,
    save: Annotated[Path | None, Parameter(help="Keep the game in this file.")] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with a saved game.")] = None,
    new: Annotated[bool, Parameter(help="Begin a new game without asking about an unfinished one.")] = False,
    lang: Lang = None,
) -> int:
    """Play, line by line, against bots or alone. Every action is saved; nothing you type can lose the game."""
    language = language_of(lang)
    chosen = choices or Choices()
    plain = not (chosen.given or bots or seat or save or new)
    if resume is not None:
        if game is not None or not plain:
            raise WrongUsage("--resume goes on with a game as it was set up; only --seed and --lang go with it")
        return _resume(resume, seed, language)
    if game is None:
        raise WrongUsage(f"say which game: {joined(verso.games())}")
    found = verso.game(game)
    if plain and seed is None and (unfinished := _offer(found, language)) is not None:
        return _resume(unfinished, seed, language)
    return _begin(found, chosen, listed(bots), seat, seed, save, language)


def _begin(
    game: Game, choices: Choices, names: list[str], seat: int, seed: int | None, save: Path | None, language: str
) -> int:
    position = Position.start(choices.setup(game))
    if not 0 <= seat < position.seats:
        raise Refused(f"there is no seat {seat}: the seats are 0 to {position.seats - 1}")
    players = _players(game, position.seats, names, seat)
    path = save or saves.new_path(game.name)
    if path.exists():
        raise Refused(f"{path} exists already: go on with it by --resume, or choose another name")
    begun = dt.datetime.now().astimezone().isoformat(timespec="seconds")
    table = Table(players, new_seed() if seed is None else seed, {"begun": begun})
    return _sit_down(position, table, saves.Save(path), language)


def _players(game: Game, seats: int, named: list[str], seat: int) -> tuple[str, ...]:
    names = named or ["greedy" if game.has("policy") else "medium"]
    for name in names:
        if name != PERSON:
            make_player(name, game, 0)  # refused now rather than in the middle
    if len(names) > max(seats - 1, 1):
        raise Refused(f"{len(names)} opponents are too many for {seats} seats")
    others = itertools.cycle(names)
    return tuple(_with_characters([PERSON if each == seat else next(others) for each in range(seats)]))


def _with_characters(players: list[str]) -> list[str]:
    """Return the players with a character for each that is only called by a level."""
    found = list[str]()
    for name in players:
        found.append(cast(name, [*players, *found]) if name in LEVELS else name)
    return found


def _resume(path: Path, seed: int | None, language: str) -> int:
    record = saves.read(path)
    players = seated(record, str(path))
    position = record.position()
    if position.outcome() is not None:
        words = position.game.words.describe_outcome(position.setup, position.state, language)
        raise Refused(f"{path}: this game is over: {words}. `verso replay` tells it")
    remarks = {key: value for key, value in record.remarks.items() if key != "players"}
    table = Table(players, new_seed() if seed is None else seed, remarks)
    return _sit_down(position, table, saves.Save(path, expected=_as_written(path)), language)


def _as_written(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _sit_down(position: Position, table: Table, save: saves.Save, language: str) -> int:
    session = Session(
        position,
        table,
        save,
        ask=_ask_terminal(),
        screen=Screen(sys.stdout),
        notes=Screen(sys.stderr),
        language=language,
    )
    return session.run()


def _ask_terminal() -> Ask:
    """Return what asks for a line: with editing on a terminal, echoing where the input is a file."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - its presence gives `input` line editing
        return input

    def ask(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        sys.stdout.write(f"{prompt}{line}")
        return line

    return ask


def _offer(game: Game, language: str) -> Path | None:
    """Offer to go on with the game played last; only a person at a terminal is asked."""
    for path in saves.unfinished(game.name):
        try:
            record: Record = saves.read(path)
            seated(record, str(path))
        except (Refused, OSError) as error:
            note(f"verso: {error}")
            continue
        if not sys.stdin.isatty():
            note(f"verso: an unfinished game is in {path}")
            return None
        say = words_for(language)
        saved = dt.datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        answer = input(say("play-offer", when=saved.strftime("%Y-%m-%d %H:%M")) + " ").strip().lower()
        return path if answer == "" or answer.startswith((say("play-offer-yes"), "y")) else None
    return None
