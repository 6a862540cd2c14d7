"""A new effect is a column, a row and a sentence in each language: everything else follows from the row."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Annotated, Any

import pytest

import verso
from verso.core.game import LANGUAGES
from verso.core.spec import Row
from verso.games.flip_city import player, ruleset, words
from verso.games.flip_city.rules import FACES, Tables
from verso.games.flip_city.ruleset import Effect, FlipCitySetup

ROOT = Path(__file__).parents[3]


class MoreTables(Tables):
    """The tables with the columns of two effects that there are not yet."""

    cash_per_card: Annotated[Row, "i1", FACES]
    recycle_twice: Annotated[Row, "i1", FACES]


@pytest.fixture
def more_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ruleset, "Tables", MoreTables)
    monkeypatch.setitem(ruleset.EFFECTS, "cash_per_card", Effect(5, "Cash for each card played."))
    monkeypatch.setitem(ruleset.EFFECTS, "recycle_twice", Effect(None, "It can be recycled twice."))
    for language in LANGUAGES:
        messages: Any = words.words_for(language).messages
        monkeypatch.setitem(messages, "effect-cash-per-card", language + ": { $count } for each card.")
        monkeypatch.setitem(messages, "gain-twice", "2 x")


def setup(source: str) -> FlipCitySetup:
    game = verso.game("flip-city")
    made = game.setup(2, cards=game.load_cards(source, "box.toml"))
    assert isinstance(made, FlipCitySetup)
    return made


@pytest.mark.usefixtures("more_effects")
def test_a_new_effect_is_read_checked_and_told() -> None:
    made = setup("[CP]\ncash_per_card = 3\n[SM]\nrecycle_twice = true\n")
    park, mall = made.cards.index["CP"], made.cards.index["SM"]
    assert made.tables.cash_per_card == [3 if face == park else 0 for face in range(FACES)]
    assert made.tables.recycle_twice[mall] == 1
    sheet = words.card_sheet(made).faces
    assert sheet["CP"].effects == {
        "en": ["When played: 1 additional Buy this turn.", "en: 3 for each card."],
        "pt-BR": ["Ao jogar: 1 Compra adicional neste turno.", "pt-BR: 3 for each card."],
    }
    assert sheet["SM"].effects["en"][-1] == "Recycle: +1 cash, 2 x."
    assert sheet["CP"].short["en"] == "+1 Buy this turn. en: 3 for each card."  # what has no short form is told whole
    abilities = words.card_rows(made, "en")[park]["abilities"]
    assert abilities[-1]["figures"] == [{"key": "cash_per_card", "value": 3, "from": "edited"}]
    with pytest.raises(verso.InvalidCards, match=r"CP\.cash_per_card: must be a whole number from 0 to 5"):
        setup("[CP]\ncash_per_card = 6\n")
    with pytest.raises(verso.InvalidCards, match=r"SM\.recycle_twice: must be true or false"):
        setup("[SM]\nrecycle_twice = 2\n")


def test_small_cards_say_the_same_in_few_words() -> None:
    game = verso.game("flip-city")
    for seats, ruleset_name, given in ((2, "standard", "goes to an opponent"), (1, "solo", "leaves the game")):
        made = game.setup(seats, ruleset=ruleset_name)
        assert isinstance(made, FlipCitySetup)
        for code, face in words.card_sheet(made).faces.items():
            for language in LANGUAGES:
                assert bool(face.short[language]) == bool(face.effects[language]), code
                assert len(face.short[language]) <= 60, code
        sheet = words.card_sheet(made).faces
        assert sheet["AP"].short["en"] == f"When flipped: {given}."
        assert sheet["ST"].short["pt-BR"] == "+1 Virada neste turno, 2 mais barata."


@pytest.mark.usefixtures("more_effects")
def test_a_new_effect_is_documented() -> None:
    table = runpy.run_path(str(ROOT / "docs" / "generate.py"))["GENERATORS"]["flip-city-flags"]()
    assert "| `cash_per_card` | 0 to 5 | Cash for each card played. | – |\n" in table
    assert "| `recycle_twice` | `true`, `false` | It can be recycled twice. | – |\n" in table


@pytest.mark.usefixtures("more_effects")
def test_the_light_player_plays_on_without_an_opinion_of_a_new_effect() -> None:
    plain, new = setup(""), setup("[CP]\ncash_per_card = 3\n")
    assert (player.network_of(plain) == player.network_of(new)).all()


def test_fingerprints_and_records_stay_valid_when_an_effect_is_added(request: pytest.FixtureRequest) -> None:
    game = verso.game("flip-city")
    position = game.new(2)
    position.settle(verso.Rng(1))
    text, before = verso.Record.of(position).to_text(), position.setup.fingerprint
    request.getfixturevalue("more_effects")
    assert game.setup(2).fingerprint == before
    assert setup("[CP]\ncash_per_card = 0\n").fingerprint == before
    assert setup("[CP]\ncash_per_card = 1\n").fingerprint != before
    assert verso.Record.from_text(text).position().to_json() == position.to_json()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_its_sentence(language: str) -> None:
    for key, effect in ruleset.EFFECTS.items():
        if key in words.FIGURES:
            message = f"figure-{key}"
        elif key.startswith(ruleset.RECYCLING):
            message = f"gain-{key.removeprefix(ruleset.RECYCLING).replace('_', '-')}"
        else:
            message = f"effect-{(effect.told_with or key).replace('_', '-')}"
        assert message in words.words_for(language).messages, key
        assert hasattr(setup("").tables, key), key


def test_what_0_1_0_hashed_is_still_there() -> None:
    assert set(ruleset.EFFECTS_OF_0_1_0) <= set(ruleset.EFFECTS)
