"""Parts of actions, views and moves of Flip City: on whole games, nothing is missing and nothing is made up."""

from __future__ import annotations

import collections
import itertools
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

import verso
from support import VARIANTS, Variant, player_of
from verso import OVER, Position, Rng
from verso.core.contracts.parts import Moved, Place
from verso.core.game import Action
from verso.games.flip_city import notation
from verso.games.flip_city.rules import ACTIONS, TOP

FLIP_CITY = verso.game("flip-city").notation
MOST_PLIES = 1500
Pile = tuple[str, int | None, str | int | None]
Zones = collections.Counter[tuple[Pile, str]]


class Step(typing.NamedTuple):
    before: Position
    action: Action
    after: Position


def steps(variant: Variant, seed: int) -> Iterator[Step]:
    """Play a whole game, or its beginning where it will not end."""
    position, choose, rng = Position.start(variant.setup()), player_of(variant, seed), Rng(seed)
    for _ in range(MOST_PLIES):
        if position.to_act == OVER:
            return
        before, action = position.copy(), choose(position, rng)
        position.push(action)
        yield Step(before, action, position)


# --- parts


def parts_of(position: Position, text: str) -> Any:
    return msgspec.to_builtins(FLIP_CITY.action_parts(position.setup, position.state, position.parse(text)))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("play", {"do": "play"}),
        ("stop", {"do": "stop"}),
        ("shuffle", {"do": "shuffle"}),
        ("done", {"do": "done"}),
        ("recycle SM", {"do": "recycle", "face": "SM", "turned": "CS"}),
        ("buy CS", {"do": "buy", "face": "CS"}),
        ("develop HO", {"do": "develop", "face": "HO", "turned": "CH"}),
        ("flip RA", {"do": "flip", "face": "RA", "turned": "AP", "to": None}),
        ("flip AP>2", {"do": "flip", "face": "AP", "turned": "RA", "to": 2}),
        ("remove FA", {"do": "remove", "face": "FA"}),
        ("start 2", {"do": "start", "seat": 2}),
        ("top CP", {"do": "top", "face": "CP"}),
        ("bottom CP", {"do": "bottom", "face": "CP"}),
    ],
)
def test_an_action_says_what_it_does_with_which_card(text: str, parts: dict[str, Any]) -> None:
    assert parts_of(verso.game("flip-city").new(3), text) == parts


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_action_that_has_a_text_has_parts_of_its_own(variant: Variant) -> None:
    position, found, count = Position.start(variant.setup()), set(), 0
    for action in range(ACTIONS):
        try:
            text = position.text(action)
        except verso.InvalidAction:
            with pytest.raises(verso.InvalidAction):
                FLIP_CITY.action_parts(position.setup, position.state, action)
            continue
        parts = FLIP_CITY.action_parts(position.setup, position.state, action)
        encoded = msgspec.json.encode(parts)
        assert msgspec.json.decode(encoded, type=notation.ACTIONS, strict=True) == parts
        assert text.split(" ")[0] == parts.__struct_config__.tag
        found.add(encoded)
        count += 1
    assert len(found) == count


# --- views


def strictly(struct: type[Any]) -> type[Any]:
    """Return a struct that also refuses keys it does not declare, in itself and in all that it holds."""
    fields = [(field.name, _strictly(field.type), field.default) for field in msgspec.structs.fields(struct)]
    return msgspec.defstruct(struct.__name__, fields, forbid_unknown_fields=True)


def _strictly(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return strictly(kind)
    if typing.get_origin(kind) is list:
        return list[_strictly(typing.get_args(kind)[0])]  # type: ignore[misc]
    return kind


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_whatever_is_shown_is_as_declared(variant: Variant) -> None:
    declared = strictly(notation.VIEW)
    for _, _, position in steps(variant, 3):
        for seat in (None, 0):
            document = FLIP_CITY.shown(position.setup, position.view(seat).state)
            made = msgspec.convert(document, declared, strict=True)
            assert msgspec.to_builtins(made) == document | {"story": None}


def shown(ruleset: str = "standard", **document: Any) -> dict[str, Any]:
    position = Position.from_json({"game": "flip-city", "ruleset": ruleset, "to_act": 0} | document)
    return FLIP_CITY.shown(position.setup, position.state)


def test_a_view_says_by_what_the_turn_wins() -> None:
    street = {"top": ["HO"], "played": ["CP"]}
    for points, wins in ((7, None), (8, "points")):
        assert shown(seats=2, turn={"points": points}, players=[street, {}])["wins"] == wins
    many = {"top": ["HO"], "played": ["CS"] * 12 + ["FA"] * 6}
    assert shown(seats=2, supply={}, players=[many, {}])["wins"] == "cards"


def test_a_view_says_what_the_next_flip_costs() -> None:
    discard = {"top": ["HO"], "discard": {"CS": 1, "SM": 1, "AP": 1}, "played": ["ST"]}
    costs = {
        flips: shown(seats=2, phase="build", turn={"extra_flips": flips}, players=[discard, {}])["prices"]
        for flips in (0, 1)
    }
    assert costs[0] == {code: price + 2 for code, price in costs[1].items()}
    assert set(costs[0]) == {"CS", "AP"}
    assert shown(seats=2, players=[discard, {}])["prices"] == {}


def test_a_view_says_when_the_next_card_of_the_supply_loses() -> None:
    for left, last in ((2, False), (1, True)):
        assert shown("solo", seats=1, supply={"CS": left}, players=[{"top": ["HO"]}])["last_card"] is last
    assert shown(seats=2, supply={"CS": 1})["last_card"] is False


@pytest.mark.parametrize("change", [{"more": 1}, {"players": [{"hand": []}]}, {"to_act": "0"}, {"phase": "draw"}])
def test_a_document_that_is_not_as_declared_is_noticed(change: dict[str, Any]) -> None:
    position = verso.game("flip-city").new(2)
    document = FLIP_CITY.shown(position.setup, position.state)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(document | change, strictly(notation.VIEW), strict=True)


# --- moves


def zones_of(position: Position) -> Zones:
    """Count the faces in every place that a card can move from or to."""
    document, found = position.to_json(), Zones()
    for code, count in document["supply"].items():
        found[("supply", None, code), code] += count
    for seat, player in enumerate(document["players"]):
        for code in player["top"] + player["bottom"]:
            found[("deck", seat, None), code] += 1
        for zone in ("deck", "discard"):
            for code, count in player[zone].items():
                found[(zone, seat, None), code] += count
        for index, code in enumerate(player["played"]):
            found[("played", seat, index), code] += 1
    return +found


def pile(place: Place) -> Pile:
    return place.zone, place.seat, place.key


def carried_out(zones: Zones, moves: Sequence[Moved]) -> Zones:
    """Move the cards; each must lie where it is said to come from, and must not stay as it was."""
    zones = zones.copy()
    for move in moves:
        assert move.face is not None
        assert (move.source, move.face) != (move.target, move.turned or move.face)
        assert zones[pile(move.source), move.face] > 0
        zones[pile(move.source), move.face] -= 1
        if move.target.zone != "away":
            zones[pile(move.target), move.turned or move.face] += 1
    return +zones


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_moves_are_all_that_changes_the_zones_and_nothing_else(variant: Variant) -> None:
    for before, action, after in itertools.chain(steps(variant, 0), steps(variant, 1)):
        moves = FLIP_CITY.moved(before.view(None), action, after.view(None))
        assert carried_out(zones_of(before), moves) == zones_of(after), before.text(action)
        leaving = [move for move in moves if move.target.zone == "away"]
        assert len(leaving) == sum(FLIP_CITY.leaving(before.setup, before.state, action).values())
        if action >= TOP and before.text(action).startswith("top") and not before.state.bottom_pending:
            assert moves == []  # the card that comes up was on the deck before


def told(position: Position, text: str) -> list[Any]:
    before, action = position.view(None), position.parse(text)
    position.push(action)
    return msgspec.to_builtins(FLIP_CITY.moved(before, action, position.view(None)))  # type: ignore[no-any-return]


def place(seats: int = 2, ruleset: str = "standard", **keys: Any) -> Position:
    return Position.from_json({"game": "flip-city", "ruleset": ruleset, "seats": seats, "to_act": 0} | keys)


OTHER = {"top": ["HO"]}


def test_a_turn_over_the_limit_gathers_the_street() -> None:
    position = place(turn={"unhappy": 2}, players=[{"top": ["RA", "CS"], "played": ["AP", "HO"]}, OTHER])
    street = {"zone": "played", "seat": 0}
    discard = {"zone": "discard", "seat": 0}
    assert told(position, "play") == [
        {"from": {"zone": "deck", "seat": 0}, "to": street | {"key": 2}, "face": "RA"},
        {"from": street | {"key": 0}, "to": discard, "face": "AP"},
        {"from": street | {"key": 1}, "to": discard, "face": "HO"},
        {"from": street | {"key": 2}, "to": discard, "face": "RA"},
    ]


def test_a_turn_that_wins_leaves_the_street() -> None:
    position = place(phase="build", turn={"points": 8}, players=[{"top": ["CS"], "played": ["ST", "ST"]}, OTHER])
    assert told(position, "done") == []


def test_what_a_factory_takes_from_below_moves_when_it_is_known() -> None:
    players = [{"top": ["FA"], "deck": {"CS": 1}, "bottom": ["HO"]}, OTHER]
    position = place(players=players)
    street = {"zone": "played", "seat": 0, "key": 0}
    deck, discard = {"zone": "deck", "seat": 0}, {"zone": "discard", "seat": 0}
    assert told(position, "play") == [{"from": deck, "to": street, "face": "FA"}]
    assert told(position, "top CS") == [{"from": deck, "to": discard, "face": "HO"}]


def test_cards_are_bought_turned_given_and_removed() -> None:
    turn = {"cash": 40, "extra_buys": 1, "extra_flips": 3}
    position = place(phase="build", turn=turn, players=[{"top": ["CS"], "discard": {"RA": 1, "AP": 1}}, OTHER])
    mine, theirs = {"zone": "discard", "seat": 0}, {"zone": "discard", "seat": 1}
    assert told(position, "buy CS") == [{"from": {"zone": "supply", "key": "CS"}, "to": mine, "face": "CS"}]
    assert told(position, "flip RA") == [{"from": mine, "to": mine, "face": "RA", "turned": "AP"}]
    assert told(position, "flip AP") == [{"from": mine, "to": theirs, "face": "AP", "turned": "RA"}]
    assert told(position, "develop HO") == [
        {"from": {"zone": "supply", "key": "HO"}, "to": mine, "face": "HO", "turned": "CH"}
    ]


def test_alone_a_shuffle_takes_a_card_away_and_brings_the_discard_pile_back() -> None:
    position = place(1, "solo", players=[{"played": ["CS"], "discard": {"RA": 2}}])
    assert told(position, "shuffle") == []
    card = {"from": {"zone": "discard", "seat": 0}, "to": {"zone": "deck", "seat": 0}, "face": "RA"}
    removed = {"from": {"zone": "supply", "key": "HO"}, "to": {"zone": "away"}, "face": "HO"}
    assert told(position, "remove HO") == [removed, card, card]


# --- the course of a game


@pytest.mark.parametrize("variant", VARIANTS[:4], ids=lambda variant: variant.name)
def test_marks_are_the_turns_the_losses_and_the_flips(variant: Variant) -> None:
    counted, expected = collections.Counter[str](), collections.Counter[str]()
    for before, action, after in steps(variant, 3):
        found = FLIP_CITY.marks(before.view(None), action, after.view(None))
        counted.update(found)
        verb, ended = before.text(action).split()[0], "turn" in found
        assert ended == (after.to_act == OVER or after.state.turn > before.state.turn)
        expected["flip"] += verb == "flip"
        expected["deal"] += verb in ("top", "bottom")
        expected["lost"] += ended and verb in ("play", "recycle")
        expected["turn"] += ended
    assert counted == expected
    assert all(expected.values())
