"""What Flip City says: names where there are names, and the cards as a page shows them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import verso
from support import VARIANTS, Variant
from verso import Position
from verso.core.game import LANGUAGES
from verso.games.flip_city import words
from verso.games.flip_city.ruleset import FlipCitySetup

NAMES = ("Ana", "{ $card }", "Zé")
"""Somebody may be called like a placeholder: names are never looked into."""


def place(**keys: Any) -> Position:
    players: list[dict[str, Any]] = [{"top": ["CS"], "discard": {"AP": 1}}, {"top": ["CS"]}, {"top": ["CS"]}]
    document: dict[str, Any] = {"game": "flip-city", "seats": 3, "to_act": 0, "phase": "build", "players": players}
    return Position.from_json(document | {"turn": {"cash": 8}} | keys)


def said(position: Position, text: str, language: str) -> list[str]:
    """Return what is offered of an action, and then what is told of it."""
    action = position.parse(text)
    assert isinstance(position.setup, FlipCitySetup)
    offered = words.describe(position.setup, position.state, action, language, NAMES)
    after = position.copy()
    after.push(action)
    assert position.describe(action, language) == words.describe(position.setup, position.state, action, language)
    return [offered, *words.tell(position.view(None), action, after.view(None), language, NAMES)]


def test_a_gift_names_who_gets_it() -> None:
    assert said(place(), "flip AP>1", "en") == [
        "Flip Apartment for 8 and give it to { $card } as Residential Area",
        "flipped Apartment for 8 and gave it to { $card } as Residential Area",
    ]
    assert said(place(), "flip AP>2", "pt-BR") == [
        "Virar Apartamento por 8 e dar a Zé como Área Residencial",
        "virou Apartamento por 8 e deu a Zé como Área Residencial",
    ]
    position = place()
    assert position.describe(position.parse("flip AP>2")) == (
        "Flip Apartment for 8 and give it to seat 2 as Residential Area"
    )


def test_the_start_names_who_begins() -> None:
    position = verso.game("flip-city").new(3)
    assert said(position, "start 2", "en") == ["Zé starts", "Zé started"]
    assert said(position, "start 0", "pt-BR") == ["Ana começa", "Ana começou"]
    assert position.describe(position.parse("start 2")) == "Seat 2 starts"


def test_names_change_nothing_where_nobody_is_named() -> None:
    position = place(phase="play", turn={"unhappy": 2}, players=[{"top": ["RA"]}, {"top": ["CS"]}, {"top": ["CS"]}])
    assert said(position, "play", "en") == [
        "Play Residential Area",
        "played Residential Area",
        "went over the limit with unhappiness 3 of 2 and kept nothing",
    ]


def test_the_result_names_who_won() -> None:
    position = place(turn={"points": 8})
    position.push("done")
    assert isinstance(position.setup, FlipCitySetup)
    results = [
        words.describe_outcome(position.setup, position.state, language, names)
        for language in LANGUAGES
        for names in (None, NAMES)
    ]
    assert [result.split(";")[0] for result in results] == [
        "seat 0 wins by points",
        "Ana wins by points",
        "o lugar 0 vence por pontos",
        "Ana vence por pontos",
    ]


# --- the sheet of the cards


def sheet_of(setup: Any) -> dict[str, Any]:
    sheet = words.card_sheet(setup)
    encoded = msgspec.json.encode(sheet)
    assert msgspec.json.decode(encoded, type=words.SHEET, strict=True) == sheet
    return msgspec.json.decode(encoded)  # type: ignore[no-any-return]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_sheet_has_the_figures_that_are_played_with(variant: Variant) -> None:
    setup = variant.setup()
    assert isinstance(setup, FlipCitySetup)
    sheet, t = sheet_of(setup), setup.tables
    assert list(sheet["faces"]) == list(setup.cards.codes)
    assert sheet["goals"] == {"points": t.points_to_win, "cards": 18}
    for number, face in enumerate(sheet["faces"].values()):
        assert face["other"] == setup.code(number ^ 1)
        assert face["front"] == (number % 2 == 0)
        assert set(face["name"]) == set(face["effects"]) == set(LANGUAGES)
        assert face["fee"] == (None if t.fee[number] < 0 else t.fee[number])
        cost = t.cost[number // 2] if number % 2 == 0 else -1
        assert face["cost"] == (None if cost < 0 else cost)
        assert [face[key] for key in ("cash", "points", "unhappy")] == [
            column[number] for column in (t.cash, t.points, t.unhappy)
        ]


def test_the_sheet_of_edited_cards_says_what_they_do_now() -> None:
    source = """
[CP]
cost = 3
points = 0
extra_buys = 2
[RA]
fee = "none"
[CS]
win_with_cards = 0
[LI]
back = "UN"
name = "Library"
cost = 3
[UN]
name = { en = "University", pt-BR = "Universidade" }
raise_limit = 2
"""
    game = verso.game("flip-city")
    sheet = sheet_of(game.setup(2, cards=game.load_cards(source, "box.toml")))
    park, area, library, university = (sheet["faces"][code] for code in ("CP", "RA", "LI", "UN"))
    assert (park["cost"], park["points"], park["from"]["cost"], park["from"]["fee"]) == (3, 0, "edited", "sourced")
    assert park["effects"] == {
        "en": ["When played: 2 additional Buys this turn."],
        "pt-BR": ["Ao jogar: 2 Compras adicionais neste turno."],
    }
    assert area["fee"] is None
    assert (library["other"], library["front"], library["name"]) == ("UN", True, dict.fromkeys(LANGUAGES, "Library"))
    assert university["effects"]["en"] == ["When played: limit +2 this turn."]
    assert (university["other"], university["front"], university["cost"]) == ("LI", False, None)
    assert sheet["goals"] == {"points": 8, "cards": 0}
