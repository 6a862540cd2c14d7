"""The rulings of docs/rules/flip-city.md, at least one test each, and the FAQ and examples of both rulebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import verso
from verso import CHANCE, OVER, AmbiguousAction, IllegalAction, InvalidAction, InvalidPosition, Position, Rng
from verso.games.flip_city.ruleset import FlipCitySetup

OTHER = {"top": ["HO"], "deck": {"RA": 2}, "discard": {"CS": 1}}
"""What the opponents have unless a test says otherwise."""


def place(
    *,
    mine: Mapping[str, Any],
    others: Sequence[Mapping[str, Any]] = (),
    seats: int = 2,
    ruleset: str = "standard",
    office: bool = False,
    **keys: Any,
) -> Position:
    """Set up seat 0 to act, with what it has and the keys of a position document that differ from a fresh turn."""
    players = [dict(mine), *(dict(other) for other in others)]
    players += [dict(OTHER) for _ in range(seats - len(players))]
    document: dict[str, Any] = {"game": "flip-city", "ruleset": ruleset, "seats": seats, "to_act": 0}
    if office:
        document["options"] = {"office": True}
    document |= {"players": players} | keys
    return Position.from_json({"supply": supply_for(document)} | document)


def supply_for(document: Mapping[str, Any]) -> dict[str, int]:
    """Return the supply of a new game, or what the box has left of it."""
    setup = verso.game("flip-city").setup(
        document["seats"], document["ruleset"], cards=document.get("cards"), **document.get("options", {})
    )
    assert isinstance(setup, FlipCitySetup)
    supply: dict[str, int] = Position.start(setup).to_json()["supply"]
    owned = Position.from_json({**document, "phase": "play", "turn": {}, "supply": {"CS": 1}})
    used = setup.game.notation.census(setup, owned.state)
    box = dict(zip(used, setup.box, strict=True))
    return {code: min(count, box[code] - used[code] + (code == "CS")) for code, count in supply.items()}


def push(position: Position, *texts: str) -> Position:
    for text in texts:
        position.push(text)
    return position


def legal(position: Position) -> set[str]:
    return {position.text(action) for action in position.legal}


def turn(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = position.to_json()["turn"]
    return found


def me(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = position.to_json()["players"][0]
    return found


def refused(position: Position, text: str) -> str:
    """Return the sentence with which an action is refused; nothing may have changed."""
    before = position.to_json()
    with pytest.raises(IllegalAction) as caught:
        position.push(text)
    assert position.to_json() == before
    return str(caught.value)


# --- set-up


@pytest.mark.parametrize("ruleset", ["standard", "papergames-2025", "tmg-2015"])
def test_fc_01_starting_decks(ruleset: str) -> None:
    position = verso.game("flip-city").new(2, ruleset)
    deck = {"RA": 4, "AP": 1, "CS": 1, "HO": 1, "FA": 1, "CP": 1}
    for player in position.to_json()["players"]:
        assert player == {"top": [], "deck": deck, "bottom": [], "discard": {}, "played": []}


def test_fc_01_starting_deck_to_the_letter_keeps_the_sides() -> None:
    position = verso.game("flip-city").new(3, "tmg-2015-text")
    sides = ("RA", "AP", "CS", "SM", "HO", "CH", "FA", "PP", "CP", "ST", "TC")
    for player in position.to_json()["players"]:
        assert player["deck"] == dict.fromkeys(sides, 1)


def test_fc_01_the_set_up_shuffle_makes_every_card_equally_likely_on_top() -> None:
    position = push(verso.game("flip-city").new(2), "start 0")
    odds = {position.text(action): chance for action, chance in position.odds().items()}
    assert {text: chance * 9 for text, chance in odds.items()} == {
        "top RA": 4,
        "top AP": 1,
        "top CS": 1,
        "top HO": 1,
        "top FA": 1,
        "top CP": 1,
    }


def test_fc_02_the_supply_shows_fronts_only() -> None:
    game = verso.game("flip-city")
    assert game.new(2).to_json()["supply"] == {"CS": 12, "HO": 12, "FA": 8, "CP": 8}
    assert game.new(2, office=True).to_json()["supply"] == {"CS": 12, "HO": 12, "FA": 8, "CP": 8, "OF": 10}
    text = game.new(2, "tmg-2015-text").to_json()["supply"]
    assert text == {"RA": 4, "CS": 12, "OF": 10, "HO": 12, "FA": 8, "CP": 8}
    with pytest.raises(InvalidPosition, match=r"supply\.SM: is not a front"):
        place(mine={"top": ["CS"]}, supply={"SM": 1})


def test_fc_03_the_start_player_is_drawn_and_play_goes_clockwise() -> None:
    position = verso.game("flip-city").new(3)
    assert position.to_act == CHANCE
    assert {position.text(action): float(chance * 3) for action, chance in position.odds().items()} == {
        "start 0": 1.0,
        "start 1": 1.0,
        "start 2": 1.0,
    }
    push(position, "start 2", "top CS", "top CS", "top CS")
    assert position.to_act == 2
    push(position, "play", "top CP", "stop", "done")
    assert (position.to_act, turn(position)["number"]) == (0, 2)


def test_fc_03_alone_nobody_is_drawn() -> None:
    position = verso.game("flip-city").new(1, "solo")
    assert legal(position) == {"top RA", "top AP", "top CS", "top HO", "top FA", "top CP"}


def test_fc_04_every_top_card_is_open_and_the_order_below_is_in_no_view() -> None:
    position = push(verso.game("flip-city").new(3), "start 1", "top RA", "top CS", "top HO")
    for seat in (0, 1, 2, None):
        players = position.view(seat).to_json()["players"]
        assert [player["top"] for player in players] == [["RA"], ["CS"], ["HO"]]
        assert all(sum(player["deck"].values()) == 8 for player in players)


def test_fc_04_the_next_top_card_is_revealed_as_soon_as_it_is_on_top() -> None:
    position = place(mine={"top": ["CS"], "deck": {"HO": 1, "RA": 3}})
    position.push("play")
    assert position.to_act == CHANCE
    assert {position.text(action): float(chance) for action, chance in position.odds().items()} == {
        "top RA": 0.75,
        "top HO": 0.25,
    }


def test_fc_04_piles_are_open_to_everybody() -> None:
    position = place(mine={"top": ["CS"], "discard": {"PP": 1, "CH": 2}, "played": ["FA"]})
    for seat in (0, 1, None):
        seen = position.view(seat).to_json()
        assert seen["players"][0]["discard"] == {"CH": 2, "PP": 1}
        assert seen["players"][0]["played"] == ["FA"]
        assert seen["supply"] == {"CS": 12, "HO": 12, "FA": 8, "CP": 8}


# --- Play Cards phase


def test_fc_10_a_card_gives_its_figures_at_once_and_lies_in_the_order_played() -> None:
    position = place(mine={"top": ["PP", "CP", "CS"]})
    push(position, "play")
    assert (turn(position)["cash"], turn(position)["points"], turn(position)["unhappy"]) == (2, 3, 1)
    push(position, "play", "play")
    assert (turn(position)["cash"], turn(position)["points"], turn(position)["unhappy"]) == (3, 5, 1)
    assert me(position)["played"] == ["PP", "CP", "CS"]


def test_fc_10_the_limit_is_checked_before_the_ability() -> None:
    """A Hospital that is one too many gives nothing and ends the turn, instead of raising anything first."""
    position = place(mine={"top": ["HO"], "played": ["AP", "AP"]}, turn={"cash": 2, "unhappy": 2})
    position.push("play")
    assert turn(position)["seat"] == 1
    church = place(mine={"top": ["CH", "RA"], "played": ["AP", "AP"]}, turn={"cash": 2, "unhappy": 2})
    push(church, "play", "play")
    assert (turn(church)["seat"], turn(church)["unhappy"], turn(church)["limit"]) == (0, 3, 3)


def test_fc_11_after_each_card_play_on_or_stop_knowing_the_top_card() -> None:
    position = place(mine={"top": ["CS"], "deck": {"FA": 1, "CP": 1}})
    push(position, "play", "top FA")
    assert legal(position) == {"play", "stop"}
    assert position.view(0).to_json()["players"][0]["top"] == ["FA"]
    push(position, "stop")
    assert position.to_json()["phase"] == "build"


def test_fc_12_one_card_must_be_played_before_stopping() -> None:
    position = place(mine={"top": ["CS", "CP"]})
    assert legal(position) == {"play"}
    assert refused(position, "stop") == "play at least one card before you stop"
    push(position, "play")
    assert legal(position) == {"play", "stop"}


def test_fc_12_also_after_a_shuffle_at_the_start_of_the_turn() -> None:
    position = place(mine={"discard": {"CS": 2}})
    push(position, "shuffle", "top CS")
    assert legal(position) == {"play"}


def test_fc_12_also_for_a_card_recycled_onto_an_empty_deck() -> None:
    position = place(mine={"discard": {"TC": 1}}, office=True)
    assert legal(position) == {"stop", "shuffle", "recycle TC"}
    push(position, "recycle TC")
    assert legal(position) == {"play"}


def test_fc_13_a_residential_area_on_top_must_be_played() -> None:
    position = place(mine={"top": ["RA", "CS"], "played": ["CS"]})
    assert legal(position) == {"play"}
    assert refused(position, "stop") == "Residential Area on top must be played"
    push(position, "play")
    assert legal(position) == {"play", "stop"}


def test_fc_13_also_after_a_reshuffle() -> None:
    position = place(mine={"played": ["CS"], "discard": {"RA": 1, "AP": 1}})
    push(position, "shuffle", "top RA")
    assert legal(position) == {"play"}
    other = place(mine={"played": ["CS"], "discard": {"RA": 1, "AP": 1}})
    push(other, "shuffle", "top AP")
    assert legal(other) == {"play", "stop"}


def test_fc_13_also_for_a_card_put_on_top_by_recycling() -> None:
    """With the Office made a card that must be played, a recycled Trade Center forces in the same way."""
    edits = {"OF": {"must_be_played": True}}
    position = place(mine={"top": ["CS"], "played": ["CS"], "discard": {"TC": 1}}, office=True, cards=edits)
    assert legal(position) == {"play", "stop", "recycle TC"}
    push(position, "recycle TC")
    assert legal(position) == {"play"}


def test_fc_13_a_recycled_office_shields_from_a_residential_area() -> None:
    position = place(mine={"top": ["RA"], "played": ["CS"], "discard": {"TC": 1}}, office=True)
    assert legal(position) == {"play", "recycle TC"}
    push(position, "recycle TC")
    assert legal(position) == {"play", "stop"}


def test_fc_14_after_a_mall_the_next_card_must_be_played() -> None:
    position = place(mine={"top": ["SM", "CS", "FA"]})
    push(position, "play")
    assert turn(position)["must_play"] is True
    assert legal(position) == {"play"}
    assert refused(position, "stop") == "the card played last makes you play the next one too"
    push(position, "play")
    assert turn(position)["must_play"] is False
    assert legal(position) == {"play", "stop"}


def test_fc_14_malls_chain() -> None:
    position = place(mine={"top": ["SM", "SM", "SM", "CS", "CS"]})
    for _ in range(3):
        push(position, "play")
        assert legal(position) == {"play"}
    push(position, "play")
    assert legal(position) == {"play", "stop"}


def test_fc_14_on_an_empty_deck_stop_or_shuffle_and_then_the_obligation_holds() -> None:
    mine = {"top": ["SM"], "discard": {"CS": 1, "FA": 1}}
    position = push(place(mine=mine), "play")
    assert legal(position) == {"stop", "shuffle"}
    push(position, "shuffle", "top CS")
    assert legal(position) == {"play"}
    stopped = push(place(mine=mine), "play", "stop")
    assert (stopped.to_json()["phase"], turn(stopped)["must_play"]) == ("build", False)


def test_fc_14_with_nothing_at_all_left_stopping_is_the_only_ending() -> None:
    position = push(place(mine={"top": ["SM"]}), "play")
    assert legal(position) == {"stop"}


def test_fc_14_recycling_does_not_fulfil_the_obligation() -> None:
    position = push(place(mine={"top": ["SM", "CS"], "discard": {"CH": 1}}), "play", "recycle CH")
    assert legal(position) == {"play"}


def test_fc_15_an_empty_deck_is_shuffled_anew_or_not() -> None:
    mine = {"top": ["CS"], "discard": {"AP": 1, "FA": 2}}
    position = push(place(mine=mine), "play")
    assert legal(position) == {"stop", "shuffle"}
    push(position, "shuffle")
    assert {position.text(action): float(chance * 3) for action, chance in position.odds().items()} == {
        "top AP": 1.0,
        "top FA": 2.0,
    }
    push(position, "top FA")
    assert legal(position) == {"play", "stop"}
    assert me(position) == {"top": ["FA"], "deck": {"AP": 1, "FA": 1}, "bottom": [], "discard": {}, "played": ["CS"]}


def test_fc_15_no_shuffle_while_the_deck_has_cards() -> None:
    position = place(mine={"top": ["CS"], "discard": {"AP": 1}})
    assert refused(position, "shuffle") == "you shuffle only when your deck is empty"


def test_fc_15_with_deck_and_discard_empty_only_stop() -> None:
    position = push(place(mine={"top": ["CS"]}), "play")
    assert legal(position) == {"stop"}
    assert refused(position, "shuffle") == "there is nothing in your discard pile to shuffle"
    assert refused(position, "play") == "your deck is empty"


def test_fc_16_a_turn_may_begin_with_an_empty_deck() -> None:
    position = place(mine={"discard": {"CS": 1}})
    assert legal(position) == {"stop", "shuffle"}
    push(position, "stop")
    assert legal(position) == {"done"}
    push(position, "done")
    assert turn(position)["seat"] == 1


def test_fc_17_two_unhappiness_are_borne_three_end_the_turn() -> None:
    position = place(mine={"top": ["RA", "RA", "RA", "RA"], "discard": {"CS": 1}})
    push(position, "play", "play")
    assert (turn(position)["seat"], turn(position)["unhappy"]) == (0, 2)
    push(position, "play")
    assert turn(position)["seat"] == 1
    assert position.to_act == 1
    assert me(position) == {"top": ["RA"], "deck": {}, "bottom": [], "discard": {"RA": 3, "CS": 1}, "played": []}


def test_fc_17_a_church_raises_the_limit_played_and_recycled() -> None:
    position = place(mine={"top": ["CH", "RA", "RA", "RA", "RA", "RA"], "discard": {"CH": 1}})
    push(position, "play", "recycle CH", "play", "play", "play", "play")
    assert (turn(position)["seat"], turn(position)["unhappy"], turn(position)["limit"]) == (0, 4, 4)
    push(position, "play")
    assert turn(position)["seat"] == 1


def test_fc_17_going_over_the_limit_ends_everything_at_once() -> None:
    mine = {"top": ["AP", "RA"], "played": ["AP", "PP"], "discard": {"CH": 1, "PP": 1}}
    position = push(place(mine=mine, turn={"cash": 20, "unhappy": 2, "points": 9}), "play")
    assert turn(position) == {
        "seat": 1,
        "number": 2,
        "cash": 0,
        "points": 0,
        "unhappy": 0,
        "limit": 2,
        "must_play": False,
        "actions": 1,
        "extra_buys": 0,
        "extra_flips": 0,
        "bottom_pending": False,
    }
    assert position.outcome() is None
    assert me(position)["discard"] == {"AP": 2, "CH": 1, "PP": 2}
    assert me(position)["top"] == ["RA"]


def test_fc_18_recycling_turns_a_card_of_the_discard_pile_over() -> None:
    mine = {"top": ["RA", "CS"], "discard": {"SM": 2, "CH": 1, "PP": 1}}
    position = place(mine=mine)
    assert legal(position) == {"play", "recycle SM", "recycle CH", "recycle PP"}
    push(position, "recycle SM", "recycle CH", "recycle PP", "recycle SM")
    found = turn(position)
    assert (found["cash"], found["limit"], found["points"], found["unhappy"]) == (2, 3, 1, 1)
    assert me(position)["discard"] == {"CS": 2, "HO": 1, "FA": 1}
    assert me(position)["played"] == []
    assert legal(position) == {"play"}


def test_fc_18_only_in_this_phase_only_recyclable_only_from_the_discard_pile() -> None:
    position = place(mine={"top": ["CS"], "played": ["SM"], "discard": {"ST": 1, "AP": 1, "CH": 1}})
    assert refused(position, "recycle SM") == "there is no Shopping Mall in your discard pile"
    assert refused(position, "recycle ST") == "Station cannot be recycled"
    push(position, "stop")
    assert "play phase" in refused(position, "recycle CH")


def test_fc_18_also_while_a_play_is_forced_and_on_an_empty_deck() -> None:
    position = push(place(mine={"top": ["SM", "RA"], "discard": {"SM": 1}}), "play")
    assert legal(position) == {"play", "recycle SM"}
    empty = push(place(mine={"top": ["CS"], "discard": {"SM": 1}}), "play")
    assert legal(empty) == {"stop", "shuffle", "recycle SM"}


def test_fc_19_unhappiness_from_recycling_counts_and_can_end_the_turn() -> None:
    mine = {"top": ["CS"], "played": ["AP"], "discard": {"PP": 2}}
    position = push(place(mine=mine, turn={"cash": 1, "unhappy": 1}), "recycle PP")
    assert (turn(position)["seat"], turn(position)["unhappy"]) == (0, 2)
    push(position, "recycle PP")
    assert turn(position)["seat"] == 1
    assert me(position) == {"top": ["CS"], "deck": {}, "bottom": [], "discard": {"FA": 2, "AP": 1}, "played": []}


def test_fc_20_a_recycled_trade_center_goes_on_top_as_an_office() -> None:
    mine = {"top": ["RA"], "deck": {"CS": 2}, "discard": {"TC": 2}}
    position = push(place(mine=mine, office=True), "recycle TC", "recycle TC")
    assert me(position)["top"] == ["OF", "OF", "RA"]
    assert me(position)["discard"] == {}
    push(position, "play", "play")
    assert (turn(position)["cash"], me(position)["top"]) == (6, ["RA"])


def test_fc_20_as_many_as_there_are_fit_on_top() -> None:
    position = place(mine={"top": ["RA"], "discard": {"TC": 10}}, office=True, supply={"CS": 1})
    push(position, *["recycle TC"] * 10)
    assert me(position)["top"] == ["OF"] * 10 + ["RA"]
    push(position, *["play"] * 11)
    assert turn(position)["cash"] == 31


def test_fc_21_a_hospital_counts_recycled_unhappiness_too() -> None:
    position = place(mine={"top": ["HO"], "discard": {"PP": 1}})
    push(position, "recycle PP", "play")
    assert turn(position)["cash"] == 1 + 2


def test_fc_22_a_factory_moves_the_bottom_card_to_the_discard_pile() -> None:
    position = place(mine={"top": ["FA"], "deck": {"RA": 1, "CS": 1, "HO": 1}})
    push(position, "play")
    assert legal(position) == {"top RA", "top CS", "top HO"}
    assert turn(position)["bottom_pending"] is True
    push(position, "top CS")
    assert position.to_json()["awaiting"] == "bottom"
    assert legal(position) == {"bottom RA", "bottom HO"}
    push(position, "bottom HO")
    assert me(position) == {"top": ["CS"], "deck": {"RA": 1}, "bottom": [], "discard": {"HO": 1}, "played": ["FA"]}


def test_fc_22_if_one_card_is_left_it_is_that_one() -> None:
    position = push(place(mine={"top": ["FA"], "deck": {"ST": 1}}), "play", "top ST")
    assert me(position) == {"top": [], "deck": {}, "bottom": [], "discard": {"ST": 1}, "played": ["FA"]}
    assert legal(position) == {"stop", "shuffle"}
    known = push(place(mine={"top": ["FA", "ST"]}), "play")
    assert me(known)["discard"] == {"ST": 1}


def test_fc_22_with_none_left_nothing_happens() -> None:
    position = push(place(mine={"top": ["FA"]}), "play")
    assert me(position)["discard"] == {}
    assert (position.to_act, turn(position)["bottom_pending"]) == (0, False)


def test_fc_22_a_known_bottom_card_is_the_one_that_moves() -> None:
    mine = {"top": ["FA", "CS"], "deck": {"RA": 2}, "bottom": ["HO", "CP"]}
    position = push(place(mine=mine), "play")
    assert me(position) == {
        "top": ["CS"],
        "deck": {"RA": 2},
        "bottom": ["HO"],
        "discard": {"CP": 1},
        "played": ["FA"],
    }


def test_fc_22_without_unknown_cards_the_lowest_known_one_moves() -> None:
    position = push(place(mine={"top": ["FA", "CS", "HO", "CP"]}), "play")
    assert (me(position)["top"], me(position)["discard"]) == (["CS", "HO"], {"CP": 1})


# --- Building phase


def building(cash: int, discard: Mapping[str, int] | None = None, **keys: Any) -> Position:
    """Set up a Building phase with cash."""
    state = {"cash": cash} | keys.pop("turn", {})
    played = keys.pop("played", ["CS"])
    return place(mine={"top": ["CS"], "played": played, "discard": discard or {}}, phase="build", turn=state, **keys)


def test_fc_30_one_action_or_none_and_then_done() -> None:
    position = building(4)
    assert legal(position) == {"done", "buy CS", "buy HO"}
    push(position, "buy CS")
    assert legal(position) == {"done"}
    assert refused(position, "buy CS") == "your action of this turn is used"
    push(position, "done")
    assert turn(position)["seat"] == 1
    assert turn(push(building(99), "done"))["seat"] == 1


def test_fc_31_a_bought_card_goes_to_the_discard_pile_front_up() -> None:
    position = push(building(7), "buy CP")
    assert turn(position)["cash"] == 0
    assert me(position)["discard"] == {"CP": 1}
    assert position.to_json()["supply"]["CP"] == 7


def test_fc_31_too_dear() -> None:
    assert refused(building(6), "buy CP") == "Central Park costs 7, you have 6"
    assert refused(building(99), "buy RA") == "Residential Area cannot be bought"
    with pytest.raises(InvalidAction, match="SM is a back; say its front, CS"):
        building(99).push("buy SM")


def test_fc_31_to_the_letter_residential_areas_cost_one() -> None:
    position = building(1, ruleset="tmg-2015-text")
    assert legal(position) == {"done", "buy RA"}
    assert me(push(position, "buy RA"))["discard"] == {"RA": 1}


@pytest.mark.parametrize(("face", "fee", "turned"), [("RA", 1, "AP"), ("CS", 3, "SM"), ("HO", 4, "CH")])
@pytest.mark.parametrize("office", [False, True])
def test_fc_32_a_flipped_card_stays_in_the_discard_pile(face: str, fee: int, turned: str, office: bool) -> None:
    position = push(building(fee, {face: 2}, office=office), f"flip {face}")
    assert me(position)["discard"] == {face: 1, turned: 1}
    assert turn(position)["cash"] == 0
    assert f"flip {face}" not in legal(building(fee - 1, {face: 2}))


@pytest.mark.parametrize(("face", "fee", "turned"), [("FA", 6, "PP"), ("CP", 5, "ST"), ("OF", 6, "TC")])
def test_fc_32_fees_of_the_dearer_cards(face: str, fee: int, turned: str) -> None:
    position = building(fee, {face: 1}, office=True, supply={"CS": 1})
    assert me(push(position, f"flip {face}"))["discard"] == {turned: 1}
    assert turn(position)["cash"] == 0


def test_fc_32_not_cards_played_this_turn_and_not_faces_without_a_fee() -> None:
    position = building(99, {"SM": 1, "ST": 1}, played=["RA"])
    assert refused(position, "flip RA") == "there is no Residential Area in your discard pile"
    assert refused(position, "flip SM") == "Shopping Mall has no flip fee"
    assert refused(position, "flip ST") == "Station has no flip fee"


def test_fc_33_develop_pays_cost_and_fee_and_gives_the_back() -> None:
    assert "develop CS" not in legal(building(4))
    position = push(building(5), "develop CS")
    assert turn(position)["cash"] == 0
    assert me(position)["discard"] == {"SM": 1}
    assert position.to_json()["supply"]["CS"] == 11
    assert legal(position) == {"done"}


@pytest.mark.parametrize(("face", "price"), [("CS", 5), ("HO", 8), ("FA", 11), ("CP", 12), ("OF", 12)])
def test_fc_33_prices(face: str, price: int) -> None:
    options: dict[str, Any] = {"office": True, "supply": {face: 1}}
    assert f"develop {face}" in legal(building(price, **options))
    assert f"develop {face}" not in legal(building(price - 1, **options))


def test_fc_33_to_the_letter_an_apartment_is_developed_for_two() -> None:
    position = push(building(2, ruleset="tmg-2015-text"), "develop RA")
    assert me(position)["discard"] == {"AP": 1}
    assert turn(position)["cash"] == 0


def test_fc_34_a_park_gives_one_more_buy_in_any_order() -> None:
    played = place(mine={"top": ["CP", "CP", "CS"]})
    push(played, "play", "play")
    assert turn(played)["extra_buys"] == 2
    position = building(20, turn={"extra_buys": 1})
    push(position, "buy CS")
    assert (turn(position)["extra_buys"], turn(position)["actions"], turn(position)["cash"]) == (0, 1, 18)
    push(position, "develop CS")
    assert legal(position) == {"done"}
    other = push(building(20, turn={"extra_buys": 1}), "develop CS", "buy CS")
    assert me(other)["discard"] == {"CS": 1, "SM": 1}
    assert legal(other) == {"done"}


def test_fc_34_additional_buys_do_not_flip_or_develop_and_cash_is_shared() -> None:
    position = building(7, {"RA": 1}, turn={"extra_buys": 2, "actions": 0})
    assert legal(position) == {"done", "buy CS", "buy HO", "buy FA", "buy CP"}
    push(position, "buy FA")
    assert legal(position) == {"done", "buy CS"}
    push(position, "buy CS")
    assert legal(position) == {"done"}
    assert turn(position)["cash"] == 0


def test_fc_35_a_station_flip_comes_first_and_costs_two_less() -> None:
    played = push(place(mine={"top": ["ST", "CS"]}), "play")
    assert turn(played)["extra_flips"] == 1
    position = building(8, {"FA": 2, "RA": 1}, turn={"extra_flips": 1})
    assert position.describe(position.parse("flip FA")) == "Flip Factory to Power Plant for 4"
    push(position, "flip FA")
    assert (turn(position)["cash"], turn(position)["extra_flips"], turn(position)["actions"]) == (4, 0, 1)
    assert "flip FA" not in legal(position)
    assert position.describe(position.parse("flip RA")) == "Flip Residential Area to Apartment for 1"
    push(position, "flip RA")
    assert (turn(position)["cash"], turn(position)["actions"]) == (3, 0)
    assert legal(position) == {"done"}


def test_fc_35_a_fee_is_at_least_nothing() -> None:
    position = building(0, {"RA": 1}, turn={"extra_flips": 1, "actions": 0})
    push(position, "flip RA")
    assert turn(position)["cash"] == 0
    assert me(position)["discard"] == {"AP": 1}


def test_fc_35_station_flips_neither_buy_nor_develop() -> None:
    position = building(99, {"RA": 1}, turn={"extra_flips": 1, "actions": 0})
    assert legal(position) == {"done", "flip RA"}


def test_fc_36_a_card_can_be_gained_and_flipped_in_the_same_phase() -> None:
    bought = push(building(9, turn={"extra_buys": 1}), "buy HO", "flip HO")
    assert me(bought)["discard"] == {"CH": 1}
    twice = push(building(7, {"RA": 1}, turn={"extra_flips": 1}), "flip RA")
    assert "flip AP>1" not in legal(twice)
    rich = push(building(8, {"RA": 1}, turn={"extra_flips": 1}), "flip RA", "flip AP")
    assert me(rich)["discard"] == {}
    developed = push(building(8, ruleset="tmg-2015-text", turn={"extra_flips": 1}), "develop RA", "flip AP")
    assert me(developed)["discard"] == {}


def test_fc_37_a_flipped_apartment_goes_to_an_opponent_as_residential_area() -> None:
    position = building(8, {"AP": 1})
    assert position.text(position.parse("flip AP")) == "flip AP>1"
    push(position, "flip AP")
    assert me(position)["discard"] == {}
    assert position.to_json()["players"][1]["discard"] == {"RA": 1, "CS": 1}


def test_fc_37_with_more_opponents_it_must_be_said_who() -> None:
    position = building(8, {"AP": 1}, seats=4)
    assert {text for text in legal(position) if "AP" in text} == {"flip AP>1", "flip AP>2", "flip AP>3"}
    with pytest.raises(AmbiguousAction, match=r"flip AP>1, flip AP>2 or flip AP>3"):
        position.push("flip AP")
    assert refused(position, "flip AP>0") == "you cannot give Apartment to yourself"
    push(position, "flip AP>2")
    assert [player["discard"] for player in position.to_json()["players"]] == [
        {},
        {"CS": 1},
        {"RA": 1, "CS": 1},
        {"CS": 1},
    ]


def test_fc_38_an_empty_pile_sells_nothing() -> None:
    position = building(99, supply={"CS": 1, "HO": 0})
    assert legal(position) == {"done", "buy CS", "develop CS"}
    assert refused(position, "buy HO") == "the supply has no Hospital left"
    assert refused(position, "develop HO") == "the supply has no Hospital left"


def test_fc_38_the_game_goes_on_with_an_empty_supply() -> None:
    position = building(99, supply={})
    assert legal(position) == {"done"}
    last = push(building(99, supply={"CS": 1}), "buy CS")
    assert last.outcome() is None
    assert turn(push(last, "done"))["seat"] == 1


def test_fc_39_nothing_carries_over() -> None:
    mine = {"top": ["CS"], "played": ["CH", "AP", "ST", "CP"]}
    gained = {"cash": 9, "points": 5, "unhappy": 1, "limit": 3, "extra_buys": 1, "extra_flips": 1, "actions": 0}
    position = push(place(mine=mine, phase="build", turn=gained), "done")
    found = turn(position)
    assert {key: found[key] for key in gained} == {
        "cash": 0,
        "points": 0,
        "unhappy": 0,
        "limit": 2,
        "extra_buys": 0,
        "extra_flips": 0,
        "actions": 1,
    }
    assert me(position)["discard"] == {"AP": 1, "CH": 1, "CP": 1, "ST": 1}


# --- victory


@pytest.mark.parametrize("points", [8, 9])
def test_fc_50_eight_points_win_at_the_end_of_the_building_phase(points: int) -> None:
    position = place(mine={"top": ["CS"], "played": ["CS"]}, turn={"points": points})
    push(position, "stop")
    assert position.outcome() is None
    push(position, "done")
    outcome = position.outcome()
    assert position.to_act == OVER
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores, outcome.truncated) == ((0,), "points", (1, 0), False)


def test_fc_50_seven_points_do_not() -> None:
    assert push(building(0, turn={"points": 7}), "done").outcome() is None


def test_fc_50_eighteen_cards_with_a_convenience_store_win() -> None:
    position = push(building(0, played=["CS"] + ["FA"] * 8 + ["CH"] * 9), "done")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "cards")


def test_fc_50_seventeen_cards_or_no_store_do_not() -> None:
    assert push(building(0, played=["CS"] + ["FA"] * 8 + ["CH"] * 8), "done").outcome() is None
    assert push(building(0, played=["SM"] + ["FA"] * 8 + ["CH"] * 9), "done").outcome() is None


def test_fc_50_recycled_cards_do_not_count_as_played() -> None:
    mine = {"top": ["FA"], "played": ["CS"] + ["FA"] * 7 + ["CH"] * 9, "discard": {"SM": 3}}
    position = push(place(mine=mine), "recycle SM", "recycle SM", "stop", "done")
    assert position.outcome() is None


def test_fc_50_with_both_the_result_says_points() -> None:
    position = push(building(0, played=["CS"] + ["FA"] * 8 + ["CH"] * 9, turn={"points": 8}), "done")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "points"


def test_fc_51_a_turn_over_the_limit_cannot_win() -> None:
    mine = {"top": ["PP"], "played": ["AP", "AP", "CS"] + ["FA"] * 6 + ["CH"] * 9}
    position = push(place(mine=mine, turn={"points": 9, "unhappy": 11, "limit": 11}), "play")
    assert position.outcome() is None
    assert turn(position)["seat"] == 1


def test_fc_52_a_game_without_a_winner_is_truncated_after_turn_400() -> None:
    position = push(building(0, turn={"number": 399}), "done")
    assert (position.outcome(), turn(position)["number"]) == (None, 400)
    last = push(building(0, turn={"number": 400}), "done")
    outcome = last.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.truncated) == ((), "truncated", True)
    assert me(last)["discard"] == {"CS": 1}


def test_fc_52_also_when_the_400th_turn_goes_over_the_limit_and_a_win_in_it_counts() -> None:
    bust = push(place(mine={"top": ["RA"], "played": ["AP"] * 2}, turn={"number": 400, "unhappy": 2}), "play")
    outcome = bust.outcome()
    assert outcome is not None
    assert outcome.truncated
    won = push(building(0, turn={"number": 400, "points": 8}), "done").outcome()
    assert won is not None
    assert (won.winners, won.truncated) == ((0,), False)


# --- alone


def alone(mine: Mapping[str, Any], **keys: Any) -> Position:
    return place(mine=mine, seats=1, ruleset=keys.pop("ruleset", "solo"), **keys)


def test_fc_60_alone_the_supply_has_four_of_each() -> None:
    game = verso.game("flip-city")
    for ruleset in ("solo", "papergames-2025", "tmg-2015"):
        assert game.new(1, ruleset).to_json()["supply"] == {"CS": 4, "HO": 4, "FA": 4, "CP": 4}
    for ruleset in ("solo", "tmg-2015"):
        supply = game.new(1, ruleset, office=True).to_json()["supply"]
        assert supply == {"CS": 4, "HO": 4, "FA": 4, "CP": 4, "OF": 4}


def test_fc_60_the_turn_comes_back_to_the_same_player() -> None:
    position = push(alone({"top": ["CS"], "deck": {"CS": 1}}), "play", "top CS", "stop", "done")
    assert (position.to_act, turn(position)["seat"], turn(position)["number"]) == (0, 0, 2)


def test_fc_61_each_shuffle_first_removes_a_supply_card() -> None:
    position = alone({"played": ["CS"], "discard": {"RA": 1, "SM": 1}}, supply={"CS": 1, "HO": 2})
    push(position, "shuffle")
    assert position.to_json()["phase"] == "remove"
    assert legal(position) == {"remove CS", "remove HO"}
    assert refused(position, "recycle SM") == "first remove a card from the supply"
    assert refused(position, "remove FA") == "the supply has no Factory left"
    push(position, "remove CS")
    assert position.to_json()["supply"]["CS"] == 0
    push(position, "top RA")
    assert (position.to_json()["phase"], me(position)["deck"]) == ("play", {"SM": 1})


def test_fc_61_not_at_set_up_and_never_with_others() -> None:
    position = verso.game("flip-city").new(1, "solo")
    push(position, "top CS")
    assert legal(position) == {"play"}
    others = push(place(mine={"played": ["CS"], "discard": {"AP": 1}}), "shuffle")
    assert legal(others) == {"top AP"}
    assert refused(place(mine={"top": ["CS"]}), "remove CS") == "only a game alone removes cards from the supply"


def test_fc_61_an_obligation_to_play_outlasts_the_removal() -> None:
    position = push(alone({"top": ["SM"], "discard": {"CS": 1}}), "play", "shuffle")
    assert Position.from_json(position.to_json()).to_json() == position.to_json()
    push(position, "remove HO", "top CS")
    assert legal(position) == {"play"}


def test_fc_62_victory_as_with_others() -> None:
    mine = {"top": ["CS"], "played": ["CS"]}
    position = push(alone(mine, phase="build", turn={"points": 8}), "done")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "points", (1,))
    cards = alone({"played": ["CS"] + ["FA"] * 8 + ["CH"] * 9}, phase="build", supply={"CP": 1})
    outcome = push(cards, "done").outcome()
    assert outcome is not None
    assert outcome.reason == "cards"


@pytest.mark.parametrize("action", ["buy CS", "develop CS"])
def test_fc_63_building_the_last_card_loses_even_a_winning_turn(action: str) -> None:
    mine = {"top": ["CS"], "played": ["CS"]}
    position = alone(mine, phase="build", turn={"points": 8, "cash": 9}, supply={"CS": 1})
    push(position, action)
    outcome = position.outcome()
    assert position.to_act == OVER
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((), "supply", (0,))


def test_fc_63_removing_the_last_card_loses() -> None:
    position = push(alone({"played": ["CS"], "discard": {"AP": 1}}, supply={"CP": 1}), "shuffle", "remove CP")
    assert position.to_act == OVER
    assert position.legal == ()
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "supply"


def test_fc_64_a_flipped_apartment_leaves_the_game() -> None:
    mine = {"top": ["CS"], "played": ["CS"], "discard": {"AP": 2}}
    position = alone(mine, phase="build", turn={"cash": 8})
    assert "flip AP" in legal(position)
    assert position.describe(position.parse("flip AP")) == "Flip Apartment for 8: it leaves the game"
    push(position, "flip AP")
    assert me(position)["discard"] == {"AP": 1}
    with pytest.raises(InvalidAction, match="goes to nobody"):
        position.push("flip AP>0")


def test_fc_65_the_office_alone() -> None:
    game = verso.game("flip-city")
    with pytest.raises(verso.InvalidSetup, match="does not allow the Office"):
        game.new(1, "papergames-2025", office=True)
    assert game.new(1, "tmg-2015", office=True).to_json()["supply"]["OF"] == 4
    assert game.new(1, "tmg-2015").to_json()["options"] == {"office": False}
    with pytest.raises(verso.InvalidSetup, match="no option 'office'"):
        game.new(2, "tmg-2015-text", office=True)


def test_fc_66_the_result_reports_turns_and_supply() -> None:
    mine = {"top": ["CS"], "played": ["CS"]}
    turns = {"points": 8, "number": 17}
    won = push(alone(mine, phase="build", turn=turns, supply={"CS": 3, "HO": 2}), "done")
    outcome = won.outcome()
    assert outcome is not None
    assert outcome.details == {"turns": 17, "supply": 5}
    words = won.game.words.describe_outcome(won.setup, won.state, "en")
    assert words == "seat 0 wins by points; turns taken 17, supply left 5"
    words = won.game.words.describe_outcome(won.setup, won.state, "pt-BR")
    assert words == "o lugar 0 vence por pontos; turnos jogados 17, estoque restante 5"
    lost = alone(mine, phase="build", turn={"cash": 2, "number": 9}, supply={"CS": 1})
    outcome = push(lost, "buy CS").outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.details) == ((), {"turns": 9, "supply": 0})


# --- the FAQ and the examples of both rulebooks


def test_faq_q1_hospitals() -> None:
    """The first Hospital gives 2 cash, the second 3 more, and so on."""
    position = place(mine={"top": ["CH", "HO", "HO", "HO"]})
    push(position, "play", "play")
    assert turn(position)["cash"] == 2
    push(position, "play")
    assert turn(position)["cash"] == 5
    push(position, "play")
    assert turn(position)["cash"] == 9


def test_faq_q2_limit_and_victory_at_the_same_time() -> None:
    """Over the limit with the winning card: the turn ends, and it is the next player's turn."""
    mine = {"top": ["PP"], "played": ["AP", "AP", "ST", "ST"]}
    position = push(place(mine=mine, turn={"cash": 2, "points": 6, "unhappy": 2}), "play")
    assert position.outcome() is None
    assert position.to_act == 1


def test_faq_q3_empty_supply() -> None:
    """You simply cannot buy any cards; flipping goes on."""
    position = building(99, {"RA": 1}, supply={})
    assert legal(position) == {"done", "flip RA"}


def test_faq_q4_examining_the_discard_pile() -> None:
    """At any time: also while somebody else, or chance, acts."""
    position = place(mine={"top": ["CS"], "deck": {"RA": 2}, "discard": {"SM": 1, "RA": 2}})
    push(position, "play")
    assert position.to_act == CHANCE
    assert position.view(0).to_json()["players"][0]["discard"] == {"RA": 2, "SM": 1}
    assert "RA 2, SM 1" in position.view(0).show()


@pytest.mark.parametrize("ruleset", ["tmg-2015", "papergames-2025"])
def test_example_of_both_rulebooks_a_mall_gives_two_cash_and_a_point(ruleset: str) -> None:
    position = push(place(mine={"top": ["SM", "CS"]}, ruleset=ruleset), "play")
    assert (turn(position)["cash"], turn(position)["points"], turn(position)["unhappy"]) == (2, 1, 0)


def test_rulebooks_a_residential_area_left_on_top_is_not_played_over_the_limit() -> None:
    position = push(place(mine={"top": ["RA", "RA"], "played": ["AP", "AP"]}, turn={"unhappy": 2}), "play")
    assert position.to_act == 1
    assert me(position)["top"] == ["RA"]


def test_rulebooks_the_church_raises_the_limit_in_the_turn_it_is_played_or_recycled() -> None:
    played = push(place(mine={"top": ["CH", "CS"]}), "play")
    recycled = push(place(mine={"top": ["CS"], "discard": {"CH": 1}}), "recycle CH")
    assert turn(played)["limit"] == turn(recycled)["limit"] == 3


def test_rulebooks_cards_played_are_not_yet_in_the_discard_pile() -> None:
    position = place(mine={"top": ["RA"], "deck": {"CS": 1}})
    push(position, "play", "top CS", "stop")
    assert "flip RA" not in legal(position)


def test_rulebooks_eight_points_or_a_store_and_eighteen_cards_are_the_victory_conditions() -> None:
    for setup in (verso.game("flip-city").setup(2, name) for name in ("standard", "tmg-2015", "papergames-2025")):
        assert setup.tables.points_to_win == 8
        assert max(setup.tables.win_with_cards) == 18


def test_papergames_recycling_icons() -> None:
    """Top of the deck, limit +1, 1 cash, 1 point, 1 unhappiness."""
    mine = {"top": ["CS"], "discard": {"TC": 1, "CH": 1, "SM": 1, "PP": 1}}
    position = place(mine=mine, office=True, ruleset="papergames-2025")
    push(position, "recycle TC", "recycle CH", "recycle SM", "recycle PP")
    found = turn(position)
    assert (found["limit"], found["cash"], found["points"], found["unhappy"]) == (3, 1, 1, 1)
    assert me(position) == {
        "top": ["OF", "CS"],
        "deck": {},
        "bottom": [],
        "discard": {"CS": 1, "HO": 1, "FA": 1},
        "played": [],
    }


def test_rulebooks_a_whole_first_turn() -> None:
    """Play Cards, then Build, then the player on the left."""
    position = verso.game("flip-city").new(2)
    push(position, "start 0", "top RA", "top CS", "play", "top CS", "play", "top FA", "play", "top RA", "bottom AP")
    push(position, "play", "top HO", "stop")
    assert turn(position)["cash"] == 1 + 1 + 2 + 1
    push(position, "buy FA", "done")
    assert me(position)["discard"] == {"RA": 2, "AP": 1, "CS": 1, "FA": 2}
    assert position.to_act == 1


def test_chance_is_settled_from_an_explicit_stream_only() -> None:
    game = verso.game("flip-city")
    first, second = game.new(4), game.new(4)
    assert first.settle(Rng(5)) == second.settle(Rng(5))
    assert first.to_json() == second.to_json()
