"""Card files: a new card plays without code, and a bad file is refused with file, key and reason."""

from __future__ import annotations

from typing import Any

import pytest

import verso
from support import builder, chooser, hoarder
from verso import InvalidCards, Position
from verso.core import testing
from verso.games.flip_city import ruleset
from verso.games.flip_city import words as text
from verso.games.flip_city.ruleset import FlipCitySetup

LIBRARY = """
[LI]
back = "UN"
name = { en = "Library", pt-BR = "Biblioteca" }
cost = 3
fee = 2
cash = 1
raise_limit = 1
supply = 6

[UN]
name = { en = "University", pt-BR = "Universidade" }
points = 2
cash_per_unhappy = 2
recycle_cash = 2
recycle_points = 1
"""


def load(source: str, file: str = "my-box.toml") -> Any:
    return verso.game("flip-city").load_cards(source, file)


def with_library(**keys: Any) -> Position:
    document = {"game": "flip-city", "seats": 2, "to_act": 0, "cards": load(LIBRARY)}
    return Position.from_json(document | keys)


def push(position: Position, *texts: str) -> Position:
    for each in texts:
        position.push(each)
    return position


def legal(position: Position) -> set[str]:
    return {position.text(action) for action in position.legal}


# --- a card made of known effects


def test_a_new_card_lies_in_the_supply() -> None:
    position = verso.game("flip-city").new(2, cards=load(LIBRARY))
    assert position.to_json()["supply"] == {"CS": 12, "HO": 12, "FA": 8, "CP": 8, "LI": 6}


def test_without_a_count_there_are_eight_and_alone_four() -> None:
    edits = load(LIBRARY.replace("supply = 6\n", ""))
    game = verso.game("flip-city")
    assert game.new(2, cards=edits).to_json()["supply"]["LI"] == 8
    assert game.new(1, "solo", cards=edits).to_json()["supply"]["LI"] == 4


def test_a_new_card_is_bought_flipped_and_developed() -> None:
    players: list[dict[str, Any]] = [{"top": ["CS"], "played": ["CS"]}, {"top": ["CS"]}]
    position = with_library(phase="build", turn={"cash": 5, "extra_buys": 1}, players=players)
    assert {"buy LI", "develop LI"} <= legal(position)
    push(position, "buy LI", "flip LI")
    assert position.to_json()["players"][0]["discard"] == {"UN": 1}
    assert position.to_json()["turn"]["cash"] == 0
    developed = push(with_library(phase="build", turn={"cash": 5}, players=players), "develop LI")
    assert developed.to_json()["players"][0]["discard"] == {"UN": 1}


def test_a_new_card_is_played_and_recycled() -> None:
    players: list[dict[str, Any]] = [{"top": ["LI", "RA", "UN"], "discard": {"UN": 1}}, {"top": ["CS"]}]
    position = push(with_library(players=players, supply={"CS": 1, "LI": 2}), "play", "play", "play")
    turn = position.to_json()["turn"]
    assert (turn["cash"], turn["points"], turn["limit"], turn["unhappy"]) == (1 + 1 + 2, 2, 3, 1)
    push(position, "recycle UN")
    turn = position.to_json()["turn"]
    assert (turn["cash"], turn["points"]) == (6, 3)
    assert position.to_json()["players"][0]["discard"] == {"LI": 1}


def test_a_new_card_has_words() -> None:
    players: list[dict[str, Any]] = [{"top": ["LI"], "discard": {"UN": 1}}, {"top": ["CS"]}]
    position = with_library(players=players, supply={"CS": 1, "LI": 2})
    assert position.describe(position.parse("play")) == "Play Library"
    recycling = position.parse("recycle UN")
    assert position.describe(recycling) == "Recycle University: +2 cash, +1 point"
    assert position.describe(recycling, "pt-BR") == "Reciclar Universidade: +2 moedas, +1 ponto"
    assert "LI Library" in position.view(0).show()
    setup = position.setup
    assert isinstance(setup, FlipCitySetup)
    assert text.effects(setup, setup.cards.index["LI"], "en") == ["When played: limit +1 this turn."]


def test_a_game_with_a_new_card_keeps_the_laws() -> None:
    game = verso.game("flip-city")
    for seats, name in ((2, "standard"), (1, "solo")):
        setup = game.setup(seats, name, cards=load(LIBRARY))
        testing.check_laws(setup, games=1, seed=1, every=25, choose=chooser(hoarder if seats == 1 else builder, 1))


def test_a_new_card_needs_no_new_compilation() -> None:
    setup = verso.game("flip-city").setup(2, cards=load(LIBRARY))
    testing.check_laws(setup, games=1, seed=1, engine="compiled", every=25, choose=chooser(builder, 1))


def test_a_changed_figure_is_played_and_marked_as_edited() -> None:
    setup = verso.game("flip-city").setup(2, cards=load("[CP]\ncost = 3\n"))
    assert isinstance(setup, FlipCitySetup)
    park = setup.cards.faces[setup.cards.index["CP"]]
    assert (park.figures["cost"].value, park.figures["cost"].source) == (3, "edited")
    assert park.figures["fee"].source == "sourced"
    position = Position.from_json(
        {"game": "flip-city", "seats": 2, "to_act": 0, "phase": "build", "turn": {"cash": 3}, "cards": setup.edits}
        | {"players": [{"top": ["CS"]}, {"top": ["CS"]}]}
    )
    assert "buy CP" in legal(position)


def test_a_figure_can_say_where_it_comes_from() -> None:
    setup = verso.game("flip-city").setup(2, cards=load('[CP]\ncost = { value = 3, from = "printed" }\n'))
    assert isinstance(setup, FlipCitySetup)
    assert setup.cards.faces[setup.cards.index["CP"]].figures["cost"].source == "printed"


def test_a_price_can_be_taken_away() -> None:
    setup = verso.game("flip-city").setup(2, cards=load('[RA]\nfee = "none"\n'))
    position = Position.from_json(
        {"game": "flip-city", "seats": 2, "to_act": 0, "phase": "build", "turn": {"cash": 9}, "cards": setup.edits}
        | {"players": [{"top": ["CS"], "discard": {"RA": 1}}, {"top": ["CS"]}]}
    )
    assert "flip RA" not in legal(position)


def test_two_sets_of_cards_live_side_by_side() -> None:
    game = verso.game("flip-city")
    plain, edited = game.setup(2), game.setup(2, cards=load("[CP]\npoints = 9\n"))
    assert plain.fingerprint != edited.fingerprint
    assert plain.fingerprint == game.setup(2).fingerprint
    assert plain.tables.points != edited.tables.points


def test_edits_travel_with_documents_and_records() -> None:
    position = verso.game("flip-city").new(2, cards=load(LIBRARY))
    position.settle(verso.Rng(1))
    again = Position.from_json(position.to_json())
    assert again.setup.fingerprint == position.setup.fingerprint
    record = verso.Record.from_text(verso.Record.of(position).to_text())
    assert record.setup.fingerprint == position.setup.fingerprint


def test_every_shipped_figure_says_where_it_comes_from() -> None:
    for face in ruleset.printed_cards():
        assert set(face.names) == {"en", "pt-BR"}
        for key, figure in face.figures.items():
            assert figure.source in ruleset.PROVENANCE, (face.code, key)


def test_the_box_of_86_cards() -> None:
    setup = verso.game("flip-city").setup(4, office=True)
    assert isinstance(setup, FlipCitySetup)
    assert sum(setup.box) == 36 + 50
    assert dict(zip(("RA", "CS", "HO", "FA", "CP", "OF"), setup.box, strict=True)) == {
        "RA": 20,
        "CS": 16,
        "HO": 16,
        "FA": 12,
        "CP": 12,
        "OF": 10,
    }


@pytest.mark.parametrize(
    "edits",
    [{"OF": {"solo_supply": 4}}, {"CS": {"supply": 0}}, {"CP": {"solo_supply": 20}}, {"CP": {"solo_supply": 2}}],
)
def test_the_box_holds_what_a_solo_game_begins_with(edits: dict[str, Any]) -> None:
    position = verso.game("flip-city").new(1, "solo", cards=edits)
    for _ in range(60):
        position.settle(verso.Rng(position.ply))
        document = position.to_json()
        assert Position.from_json(document).to_json() == document
        if position.to_act == verso.OVER:
            break
        position.push(position.legal[0])
    with pytest.raises(verso.InvalidPosition, match="are too many: the box has"):
        Position.from_json(verso.game("flip-city").new(1, "solo", cards=edits).to_json() | {"supply": {"CP": 50}})


# --- refusals

CARD = '[ZZ]\nback = "YY"\nname = "New"\ncost = 1\n[YY]\nname = "Back"\n'
REFUSED = {
    "[CP\n": r"my-box\.toml: not valid TOML: .*line 1",
    "[CP]\ncost = 1\ncost = 2\n": r"my-box\.toml: not valid TOML: ",
    "cp = 3\n": r"my-box\.toml: cp: a face's code is a capital letter",
    "[cp]\ncost = 1\n": r"my-box\.toml: cp: a face's code is a capital letter",
    "CP = 3\n": r"my-box\.toml: CP: must be a table of figures",
    "[XX]\ncost = 1\n": r"my-box\.toml: XX: is no face of this game, and no new front names it",
    "[CP]\ncolour = 1\n": r"my-box\.toml: CP\.colour: unknown key; a face can have back, name, ",
    "[CP]\ncost = -1\n": r"my-box\.toml: CP\.cost: must be a whole number from 0 to 99",
    "[CP]\ncost = 100\n": r"my-box\.toml: CP\.cost: must be a whole number from 0 to 99",
    "[CP]\ncost = 1.5\n": r"my-box\.toml: CP\.cost: must be a whole number from 0 to 99",
    "[CP]\ncost = true\n": r"my-box\.toml: CP\.cost: must be a whole number from 0 to 99",
    '[CP]\ncost = "7"\n': r"my-box\.toml: CP\.cost: must be a whole number from 0 to 99",
    '[CP]\npoints = "none"\n': r"my-box\.toml: CP\.points: must be a whole number from 0 to 99",
    "[CP]\nunhappy = 10\n": r"my-box\.toml: CP\.unhappy: must be a whole number from 0 to 9",
    "[CP]\nstart = 100\n": r"my-box\.toml: CP\.start: must be a whole number from 0 to 99",
    "[CP]\nplay_next = 1\n": r"my-box\.toml: CP\.play_next: must be true or false",
    "[CP]\ncost = { value = 7 }\n": r"my-box\.toml: CP\.cost: must be a figure, or a table with value and from",
    '[CP]\ncost = { value = 7, from = "me" }\n': r"my-box\.toml: CP\.cost\.from: must be printed, sourced or reconst",
    "[CP]\nname = 3\n": r"my-box\.toml: CP\.name: must be a name, or a table with a name for en and pt-BR",
    '[CP]\nname = { en = "Park" }\n': r"my-box\.toml: CP\.name: must be a name, or a table",
    '[CP]\nname = ""\n': r"my-box\.toml: CP\.name: a name is 1 to 30 printable characters",
    '[CP]\nname = "a\\nb"\n': r"my-box\.toml: CP\.name: a name is 1 to 30 printable characters",
    '[CP]\nname = "a\u0301\u0301\u0301\u0301"\n': r"my-box\.toml: CP\.name: a name is 1 to 30 printable characters",
    f'[CP]\nname = "{"x" * 31}"\n': r"my-box\.toml: CP\.name: a name is 1 to 30 printable characters",
    '[CP]\nback = "SM"\n': r"my-box\.toml: CP\.back: CP is on a card already, and its other side cannot change",
    '[ZZ]\nback = "YY"\nname = "New"\n': r"my-box\.toml: ZZ\.back: must be the code of a face with a table of its own",
    "[ZZ]\nback = 3\n": r"my-box\.toml: ZZ\.back: must be the code of a face",
    '[ZZ]\nback = "CS"\nname = "New"\n[CS]\ncash = 1\n': r"my-box\.toml: ZZ\.back: CS is on another card already",
    '[ZZ]\nback = "YY"\nname = "New"\n[YY]\ncash = 1\n': r"my-box\.toml: YY\.name: a new face needs a name",
    "[CS]\nrecycle_cash = 1\n": r"my-box\.toml: CS: could be recycled for ever: SM can be recycled too",
    "[SM]\nsupply = 1\n": r"my-box\.toml: SM\.supply: the supply shows fronts only",
    "[SM]\ncost = 1\n": r"my-box\.toml: SM\.cost: a back cannot be bought, only its front can",
    "[CP]\nextra_flips = 1\nflip_discount = 5\n": r"my-box\.toml: flip_discount: all faces that give additional Flips",
}


@pytest.mark.parametrize("source", REFUSED, ids=[repr(source) for source in REFUSED])
def test_a_bad_file_is_refused_with_file_key_and_reason(source: str) -> None:
    with pytest.raises(InvalidCards, match=f"^{REFUSED[source]}"):
        load(source)


def test_too_many_kinds() -> None:
    source = "".join(CARD.replace("ZZ", f"A{number}").replace("YY", f"B{number}") for number in range(5))
    with pytest.raises(InvalidCards, match=r"A4: a game has at most 10 kinds of card"):
        load(source)


SIZES = {
    "[CS]\nsupply = 99\n": "cards are too many for one game: at most 100",
    "".join(f"[{code}]\nstart = 0\n" for code in ("RA", "AP", "CS", "HO", "FA", "CP")): "needs at least one card",
    '[CP]\ncost = "none"\n': r"CP\.supply: a card without a cost cannot lie in the supply",
    "[CS]\nrecycle_to_top = true\n[SM]\nrecycle_cash = 0\n": r"recycle_to_top: at most 11 such cards fit one game",
}


@pytest.mark.parametrize("source", SIZES, ids=[repr(source) for source in SIZES])
def test_what_does_not_fit_a_game_is_refused_when_it_is_set_up(source: str) -> None:
    with pytest.raises(InvalidCards, match=f"^cards: .*({SIZES[source]})"):
        verso.game("flip-city").setup(2, cards=load(source))


def test_a_solo_game_needs_a_supply() -> None:
    source = "".join(f"[{code}]\nsolo_supply = 0\n" for code in ("CS", "HO", "FA", "CP"))
    with pytest.raises(InvalidCards, match="cannot begin with an empty supply"):
        verso.game("flip-city").setup(1, "solo", cards=load(source))


def test_nothing_of_a_bad_file_is_used() -> None:
    game = verso.game("flip-city")
    before = game.setup(2).fingerprint
    with pytest.raises(InvalidCards):
        load("[CS]\ncost = 1\n[HO]\ncost = -1\n")
    with pytest.raises(InvalidCards):
        game.setup(2, cards={"CS": {"cost": 1}, "HO": {"cost": -1}})
    assert game.setup(2).fingerprint == before
    assert game.setup(2).tables.cost[1] == 2
