"""Lessons: short games that are the same every time, played at real tables by the real rules.

A chapter is a position, shuffles that everybody knows, and the steps that the lesson asks for, from the `lessons.toml`
of a game. Whoever learns holds all seats of the table: the steps of the others are sent by the page too. What is said
at each step stands in the game's words.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from verso.core.game import ActionError, Game, InvalidSetup, Position
from verso.core.spec import CHANCE
from verso.games import game as find_game
from verso.games import games
from verso.play import wire
from verso.play.shuffle import Dice


@dataclasses.dataclass(frozen=True)
class Chapter:
    position: Mapping[str, Any]
    secret: str
    steps: tuple[tuple[int, str], ...]
    """The seat to act and what it does, one after the other; what is left to chance follows from the secret."""
    choices: Mapping[int, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    """What may be done instead at a step, by its number counted from 0."""


@functools.cache
def chapters_of(game: Game) -> tuple[Chapter, ...]:
    """Return the chapters of a game; none where it has no lesson."""
    file = resources.files(game.package) / "lessons.toml"
    if not file.is_file():
        return ()
    chapters = tomllib.loads(file.read_text(encoding="utf-8"))["chapters"]
    return tuple(
        Chapter(
            chapter["position"],
            hashlib.sha256(f"verso lesson {game.name} {number}".encode()).hexdigest(),
            tuple((seat, action) for seat, action, *_ in chapter["steps"]),
            {number: tuple(others) for number, (_, _, *others) in enumerate(chapter["steps"]) if others},
        )
        for number, chapter in enumerate(chapters, 1)
    )


def lessons() -> Mapping[str, tuple[Chapter, ...]]:
    """Return the chapters of every game that has any."""
    return {name: chapters for name in games() if (chapters := chapters_of(find_game(name)))}


def find(name: str, number: int) -> Chapter | None:
    """Return a chapter of a game, counted from 1."""
    try:
        chapters = chapters_of(find_game(name))
    except InvalidSetup:
        return None
    return chapters[number - 1] if 1 <= number <= len(chapters) else None


@functools.cache
def steps_of(game: Game) -> wire.Lessons:
    """Return the steps of every chapter as a page needs them."""
    return wire.Lessons([_steps(chapter) for chapter in chapters_of(game)])


def _steps(chapter: Chapter) -> list[wire.LessonStep]:
    """Play a chapter, because what an action is made of depends on the position it is done in."""
    position, found = Position.from_json(dict(chapter.position)), []
    dice = Dice(bytes.fromhex(chapter.secret), [None] * position.seats)
    for number, (seat, text) in enumerate(chapter.steps):
        _settle(position, dice)
        others = [_choice(chapter, position, number, other) for other in chapter.choices.get(number, ())]
        found.append(wire.LessonStep(seat, text, _done(position, text), others))
    return found


def _done(position: Position, text: str) -> list[Any]:
    """Do what a text says, and return the parts of the actions that it is made of."""
    parts = []
    for action in position.parse_all(text):
        parts.append(position.game.notation.action_parts(position.setup, position.state, action))
        position.push(action)
    return parts


def _choice(chapter: Chapter, position: Position, number: int, text: str) -> wire.LessonChoice:
    """Return what may be done instead at a step: the chapter ends with it unless its other steps can be done then."""
    there, dice = position.copy(), Dice(bytes.fromhex(chapter.secret), [None] * position.seats)
    actions = _done(there, text)
    try:
        for seat, following in chapter.steps[number + 1 :]:
            _settle(there, dice)
            if there.to_act != seat:
                return wire.LessonChoice(text, actions, ends=True)
            _done(there, following)
    except ActionError:
        return wire.LessonChoice(text, actions, ends=True)
    return wire.LessonChoice(text, actions, ends=False)


def _settle(position: Position, dice: Dice) -> None:
    while position.to_act == CHANCE:
        position.push(dice.outcome(position))
