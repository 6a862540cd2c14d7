"""Who sits behind the levels: characters with a name and a face, five for each level, the same everywhere.

A character is a name and a face for a level, and nothing more: all of one level play alike, and have the temper that
the words of the level tell (`temper-...` in play/words). Its face is said in parts
that a page draws, so that one added here needs no drawing of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

LevelName: TypeAlias = Literal["easy", "medium", "hard", "expert"]


@dataclasses.dataclass(frozen=True)
class Face:
    """What a face is drawn from. No two characters have the same `hair` and `wears`, so colours are never needed."""

    hair: str
    wears: tuple[str, ...]
    skin: int
    """From 1, light, to 5, dark."""
    shade: int
    """Of the hair: 1 black, 2 brown, 3 red, 4 fair, 5 grey."""


@dataclasses.dataclass(frozen=True)
class Character:
    id: str
    name: str
    level: LevelName
    face: Face


def _of(level: LevelName, **faces: tuple[str, tuple[str, ...], int, int]) -> dict[str, Character]:
    return {each: Character(each, each.capitalize(), level, Face(*parts)) for each, parts in faces.items()}


CHARACTERS: Mapping[str, Character] = {
    **_of(
        "easy",
        pip=("cap", ("freckles",), 1, 3),
        lia=("pigtails", (), 3, 2),
        bento=("curls", (), 4, 1),
        nina=("beanie", (), 1, 4),
        tom=("spikes", (), 2, 4),
    ),
    **_of(
        "medium",
        otto=("fringe", ("moustache",), 2, 2),
        rosa=("sun-hat", ("earrings",), 4, 1),
        nuno=("cropped", ("beard",), 3, 1),
        tilda=("long", (), 1, 5),
        ivo=("bald", ("glasses",), 2, 5),
    ),
    **_of(
        "hard",
        mara=("parted", ("glasses",), 4, 1),
        kai=("quiff", ("headband",), 3, 1),
        dora=("braids", (), 1, 3),
        vito=("bald", ("beard",), 4, 2),
        jo=("bob", ("headphones",), 2, 2),
    ),
    **_of(
        "expert",
        ada=("bun", ("earrings",), 5, 1),
        leon=("afro", ("glasses",), 5, 1),
        samira=("headscarf", (), 3, 1),
        amar=("turban", ("beard",), 4, 1),
        yara=("waves", ("eyepatch",), 3, 2),
    ),
}
"""By their names in commands and records, weakest first."""


def cast(level: str, there: Collection[str] = ()) -> str:
    """Return a character of a level, one who is not there yet as long as there is one."""
    known = [each.id for each in CHARACTERS.values() if each.level == level]
    return next((each for each in known if each not in there), known[0])
