"""Characters: a name and a face for a level, the same for page and terminal."""

from __future__ import annotations

import pytest

import verso
from verso.bots import LEVELS, levels
from verso.bots.characters import CHARACTERS, cast
from verso.bots.levels import Glance, Thinker
from verso.bots.players import make_player
from verso.core.game import LANGUAGES, Language
from verso.play.table import words_for


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_temper_that_is_true_of_it(language: Language) -> None:
    tempers = [words_for(language)(f"temper-{level}") for level in LEVELS]
    assert len(set(tempers)) == len(LEVELS)
    easy, medium, hard, expert = levels.LEVELS.values()
    assert easy.iterations == medium.iterations == 0  # at a glance
    assert easy.slips >= 3 * medium.slips > 0  # often, and seldom
    assert hard.slips == expert.slips == 0  # nothing on a whim
    assert hard.seconds == 0.25
    assert expert.seconds is not None
    assert 0.8 <= expert.seconds < 1  # almost a second


def test_a_character_plays_as_its_level_does() -> None:
    bot = make_player("ada", verso.game("flip-city"), 1).bot
    assert isinstance(bot, (Glance, Thinker))
    assert bot.name == "expert"
