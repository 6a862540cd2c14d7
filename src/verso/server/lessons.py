"""Lessons: short games that are the same every time, played at real tables by the real rules.

A chapter is a position, shuffles that everybody knows, and the steps that the lesson asks for. Whoever learns holds all
seats of the table: the steps of the others are sent by the page too. What is said at each step stands with the page.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


@dataclasses.dataclass(frozen=True)
class Chapter:
    position: Mapping[str, Any]
    secret: str
    steps: tuple[tuple[int, str], ...]
    """The seat to act and what it does, one after the other; what is left to chance follows from the secret."""


@functools.cache
def lessons() -> Mapping[str, tuple[Chapter, ...]]:
    """Return the chapters of every game."""
    file = Path(__file__).parent / "lessons.json"
    return {
        game: tuple(
            Chapter(
                chapter["position"],
                hashlib.sha256(f"verso lesson {game} {number}".encode()).hexdigest(),
                tuple((seat, action) for seat, action in chapter["steps"]),
            )
            for number, chapter in enumerate(chapters, 1)
        )
        for game, chapters in json.loads(file.read_text(encoding="utf-8")).items()
    }


def find(game: str, number: int) -> Chapter | None:
    """Return a chapter, counted from 1."""
    chapters = lessons().get(game, ())
    return chapters[number - 1] if 1 <= number <= len(chapters) else None
