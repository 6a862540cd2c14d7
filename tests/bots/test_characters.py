"""Characters: a name and a face for a level, the same for page and terminal."""

from __future__ import annotations

import pytest

import verso
from verso.bots import LEVELS
from verso.bots.characters import CHARACTERS, cast
from verso.bots.levels import Glance, Thinker
from verso.bots.players import make_player


def test_every_level_has_a_character_for_each_opponent_and_no_two_look_alike() -> None:
    assert [each.level for each in CHARACTERS.values()] == [level for level in LEVELS for _ in range(5)]
    assert len({(each.face.hair, each.face.wears) for each in CHARACTERS.values()}) == len(CHARACTERS)
    assert len({each.name for each in CHARACTERS.values()}) == len(CHARACTERS)


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_is_there_is_not_cast_again(level: str) -> None:
    there = list[str]()
    for _ in range(5):
        there.append(cast(level, there))
    assert len(set(there)) == 5
    assert {CHARACTERS[each].level for each in there} == {level}
    assert cast(level, there) == there[0]  # all are there: somebody comes twice


def test_a_character_plays_as_its_level_does() -> None:
    bot = make_player("ada", verso.game("flip-city"), 1).bot
    assert isinstance(bot, (Glance, Thinker))
    assert bot.name == "expert"
