"""Position, View and their documents: what they promise beyond the laws."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import verso
from support import builder, chooser
from verso import CHANCE, IllegalAction, InvalidAction, InvalidPosition, InvalidRecord, InvalidSetup, Position, Rng
from verso.core.game import ActionError

DOCUMENT: dict[str, Any] = {
    "game": "flip-city",
    "ruleset": "standard",
    "options": {"office": False},
    "seats": 2,
    "to_act": 0,
    "phase": "play",
    "turn": {"number": 5, "cash": 0, "points": 0, "unhappy": 0, "limit": 2, "must_play": False},
    "supply": {"CS": 12, "HO": 12, "FA": 8, "CP": 8},
    "players": [
        {"top": ["RA"], "deck": {"AP": 1, "CS": 1}, "bottom": [], "discard": {"FA": 1}, "played": ["CP"]},
        {"top": ["HO"], "deck": {"RA": 4}, "bottom": [], "discard": {}, "played": []},
    ],
}
"""The example of the design."""


def test_the_example_of_the_design_is_read() -> None:
    position = Position.from_json(DOCUMENT)
    assert position.to_act == 0
    assert position.to_json() | DOCUMENT | {"turn": position.to_json()["turn"]} == position.to_json()
    assert Position.from_json(json.dumps(DOCUMENT)).to_json() == position.to_json()


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the document with one place changed; players.0.top is the top of the first player."""
    document: dict[str, Any] = json.loads(json.dumps(DOCUMENT))
    *keys, last = path.split(".")
    inner: Any = document
    for key in keys:
        inner = inner[int(key) if isinstance(inner, list) else key]
    inner[last] = value
    return document


REFUSED: list[tuple[str, Any, str]] = [
    ("game", 3, "game: must be the name of a game"),
    ("game", "chess", "game: there is no game 'chess'"),
    ("ruleset", None, "ruleset: must be a name"),
    ("ruleset", "house", "ruleset, options or seats: flip-city has no ruleset 'house'"),
    ("options", [], "options: must be an object"),
    ("options", {"office": 1}, "ruleset, options or seats: option office must be true or false"),
    ("options", {"dice": True}, "ruleset, options or seats: ruleset standard has no option 'dice'"),
    ("seats", 5, "ruleset, options or seats: ruleset standard is for 2 to 4 seats, not 5"),
    ("seats", True, "seats: must be a whole number"),
    ("cards", 1, "cards: must be an object"),
    ("cards", {"CP": {"cost": -1}}, "cards: cards: CP.cost: must be a whole number"),
    ("to_act", 2, "to_act: must be a whole number from -2 to 1"),
    ("to_act", 1.0, "to_act: must be a whole number from -2 to 1"),
    ("to_act", 1, r"players\[0\].played: it is the turn of seat 1"),
    ("to_act", -2, "result: must be given exactly when to_act is -2"),
    ("result", "points", "result: must be given exactly when to_act is -2"),
    ("phase", "sleep", "phase: must be play, remove or build"),
    ("phase", "remove", "phase: remove is a phase of the game alone"),
    ("awaiting", "top", "awaiting: is top, but the cards await nothing"),
    ("awaiting", "start", "awaiting: the start player is drawn by chance"),
    ("turn.cash", -1, "turn.cash: must be a whole number from 0"),
    ("turn.cash", 10**12, "turn.cash: must be a whole number from 0"),
    ("turn.number", 401, "turn.number: must be a whole number from 1 to 400"),
    ("turn.unhappy", 3, "turn.unhappy: is over the limit"),
    ("turn.must_play", 1, "turn.must_play: must be true or false"),
    ("turn.actions", 2, "turn.actions: must be a whole number from 0 to 1"),
    ("turn.luck", 1, "turn.luck: unknown key"),
    ("turn.seat", 1, r"players\[0\].played: it is the turn of seat 1"),
    ("supply", [], "supply: must be an object"),
    ("supply.CS", -1, "supply.CS: must be a whole number from 0 to 99"),
    ("supply.SM", 1, "supply.SM: is not a front of this game"),
    ("supply.RA", 1, "supply.RA: cannot be bought, so it cannot lie in the supply"),
    ("supply.CS", 17, "supply: 18 cards CS and SM are too many: the box has 16"),
    ("players", [], "players: must have 2 entries"),
    ("players", {}, "players: must be a list"),
    ("players.0.top", ["XX"], r"players\[0\].top\[0\]: is not a face: 'XX'"),
    ("players.0.top", [["RA"]], r"players\[0\].top\[0\]: is not a face"),
    ("players.0.top", ["RA"] * 13, r"players\[0\].top: has 13 entries; at most 12 are possible"),
    ("players.0.bottom", ["RA"] * 5, r"players\[0\].bottom: has 5 entries; at most 4 are possible"),
    ("players.0.deck", {"XX": 1}, r"players\[0\].deck.XX: is not a face"),
    ("players.0.deck", {"RA": -1}, r"players\[0\].deck.RA: must be a whole number from 0 to 99"),
    ("players.0.deck", {"RA": 21}, "players: 26 cards RA and AP are too many: the box has 20"),
    ("players.0.hand", [], r"players\[0\].hand: unknown key"),
    ("players.1.played", ["CS"], r"players\[1\].played: it is the turn of seat 0: nobody else has played cards"),
    ("colour", 1, "colour: unknown key"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSED, ids=[f"{path}={value!r}" for path, value, _ in REFUSED])
def test_a_bad_document_is_refused_by_its_key(path: str, value: Any, message: str) -> None:
    with pytest.raises(InvalidPosition, match=f"^{message}"):
        Position.from_json(changed(path, value))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "{", "NaN", '{"game": NaN}', '{"game": "flip-city", "game": "flip-city"}', "[" * 100_000],
)
def test_text_that_is_no_document(text: str) -> None:
    with pytest.raises(InvalidPosition, match=r"^document: "):
        Position.from_json(text)


def test_more_known_cards_than_there_are_places_for_are_refused() -> None:
    """Ten Offices may come on top of the known cards; there are twelve places."""
    player = {"top": ["RA", "CS"], "discard": {"TC": 1}}
    base = {"game": "flip-city", "seats": 2, "to_act": 0, "options": {"office": True}, "supply": {"OF": 9}}
    position = Position.from_json(base | {"players": [player, {"top": ["CS"]}]})
    position.push("recycle TC")
    for key in ("top", "bottom"):
        known = player | {key: ["RA", "CS", "HO"]}
        with pytest.raises(InvalidPosition, match=rf"^players\[0\].{key}: 3 known cards are too many with 10"):
            Position.from_json(base | {"players": [known, {"top": ["CS"]}]})
    fewer = base | {"supply": {"OF": 1}, "players": [player | {"top": ["RA"] * 10}, {"top": ["CS"]}]}
    Position.from_json(fewer).push("recycle TC")


def test_a_game_cannot_have_more_cards_than_a_state_holds() -> None:
    edits = {"CS": {"start": 10}, "HO": {"start": 5}, "CP": {"supply": 0}, "FA": {"supply": 0}}
    players = [{"top": ["RA"], "deck": {"RA": 18, "CS": 40}, "discard": {"HO": 20}}, {"top": ["RA"]}]
    with pytest.raises(InvalidPosition, match=r"^players: 1\d\d cards are too many for one game: at most 100"):
        Position.from_json({"game": "flip-city", "seats": 2, "to_act": 0, "cards": edits, "players": players})


@pytest.mark.parametrize("to_act", [0, CHANCE])
def test_groups_in_the_way_of_a_phase_still_to_be_laid_are_refused_whosever_turn_it_is(to_act: int) -> None:
    """Seat 1 has two groups on the table: with the two of its phase it would have more than fit."""
    groups = [{"owner": 1, "kind": "set", "cards": [{"card": card, "side": "colour", "value": 7}]} for card in (6, 19)]
    base: dict[str, Any] = {"game": "phase-10-flip", "seats": 2, "to_act": to_act, "turn": {"seat": 0}, "dealer": 1}
    base |= {"table": groups, "discard": [30], "awaited_for": None if to_act == 0 else "player"}
    base |= {"draw": {"top": [31]}} if to_act == 0 else {}
    hands = [{"hand": [2, 3]}, {"hand": [4, 5], "laid": True}]
    position = Position.from_json(base | {"players": hands})
    for _ in range(4):
        position.settle(Rng(position.ply))
        Position.from_json(position.to_json())
        position.push(position.legal[-1])
    with pytest.raises(InvalidPosition, match=r"^table: seat 1 has no room left for the groups of its phase"):
        Position.from_json(base | {"players": [hands[0], {"hand": [4, 5]}]})


def test_the_largest_figures_stay_the_same_compiled() -> None:
    """Whatever a document may say, cards on top of it still fit the integers of the state."""
    from verso.core import kernel

    turn = {"points": 10_000, "limit": 10_000, "unhappy": 10_000, "cash": 10_000, "number": 400}
    position = Position.from_json(DOCUMENT | {"turn": turn, "phase": "build"})
    array = kernel.to_array(position.state, 2)
    assert kernel.state_bytes(kernel.from_array(array[0], position.game.state_class), 2) == array.tobytes()
    most = int(np.iinfo(np.int16).max)
    assert most >= 10_000 + 200 * 99


def test_a_position_does_not_hang_on_the_document_it_was_read_from() -> None:
    document = json.loads(json.dumps(DOCUMENT))
    position = Position.from_json(document)
    position.push("play")
    position.settle(Rng(1))
    document["players"][0]["top"] = ["HO"]
    record = verso.Record.of(position)
    assert record.position().to_json() == position.to_json()
    assert verso.Record.from_text(record.to_text()).position().to_json() == position.to_json()


def test_a_copy_goes_its_own_way() -> None:
    position = Position.from_json(DOCUMENT)
    before, copy = position.to_json(), position.copy()
    copy.push("play")
    assert position.to_json() == before
    assert (position.ply, copy.ply) == (0, 1)


@pytest.mark.parametrize("action", [-1, 10**6, 2**70])
def test_numbers_that_are_no_actions(action: int) -> None:
    position = Position.from_json(DOCUMENT)
    for function in (position.push, position.text, position.describe, position.why_not):
        with pytest.raises(InvalidAction, match=rf"there is no action number {action}$"):
            function(action)


def test_numbers_of_cards_and_seats_that_this_game_has_not() -> None:
    """Every number up to the last has a text and words, or is refused as what it is."""
    position, known = Position.from_json(DOCUMENT), 0
    for action in range(position.game.action_count):
        try:
            text = position.text(action)
        except InvalidAction as error:
            with pytest.raises(InvalidAction, match=str(error)):
                position.describe(action)
        else:
            known += 1
            assert position.describe(action, "en")
            assert position.describe(action, "pt-BR")
            if "flip" not in text:
                assert position.parse(text) == action
        if action not in position.legal:
            assert position.why_not(action, "en") != position.why_not(action, "pt-BR")
            with pytest.raises(IllegalAction):
                position.push(action)
    assert known > 60


def test_integers_of_other_types_are_taken_and_truth_is_not() -> None:
    position = Position.from_json(DOCUMENT)
    with pytest.raises(InvalidAction, match="True is not an action"):
        position.push(True)
    action: Any = np.int64(position.parse("play"))
    position.push(action)
    assert position.actions == (0,)
    assert type(position.actions[0]) is int


def test_every_illegal_action_has_a_reason_in_every_phase_and_language() -> None:
    """Along a game, nothing is refused without a sentence in both languages."""
    position = verso.game("flip-city").new(1, "solo", office=True)
    choose, rng, seen = chooser(builder, 5), Rng(5), set()
    for _ in range(250):
        for action in range(0, position.game.action_count, 3):
            if action not in position.legal:
                seen.add(position.why_not(action, "en"))
                assert position.why_not(action, "pt-BR")
        if not position.legal:
            break
        position.push(choose(position, rng))
    assert len(seen) > 15


def test_nothing_is_left_to_chance_when_a_seat_acts() -> None:
    with pytest.raises(IllegalAction, match="nothing is left to chance now"):
        Position.from_json(DOCUMENT).odds()
    assert Position.from_json(DOCUMENT).settle(Rng(1)) == []


def test_a_view_belongs_to_a_seat() -> None:
    position = Position.from_json(DOCUMENT)
    assert position.view(0).legal == position.legal
    assert position.view(1).legal == position.view(None).legal == ()
    assert position.view(1).to_json()["seat"] == 1
    assert position.view(0).to_json()["legal"] == ["play"]
    for seat in (2, -1):
        with pytest.raises(InvalidSetup, match=f"there is no seat {seat} in a game of 2"):
            position.view(seat)


def test_a_tensor_counts_seats_from_the_one_that_looks() -> None:
    """Two players in mirrored positions get the same numbers."""
    mirrored = changed("players", DOCUMENT["players"][::-1]) | {"to_act": 1}
    one, other = Position.from_json(DOCUMENT), Position.from_json(mirrored)
    assert one.view(0).tensor().tolist() == other.view(1).tensor().tolist()
    assert one.view(0).tensor().tolist() != one.view(1).tensor().tolist()
    assert one.view(0).tensor().dtype == np.float32


def test_a_record_can_be_replayed_to_any_ply() -> None:
    position = verso.game("flip-city").new(2)
    choose, rng = chooser(builder, 6), Rng(6)
    documents = [position.to_json()]
    for _ in range(40):
        position.push(choose(position, rng))
        documents.append(position.to_json())
    record = verso.Record.of(position, event="test")
    game = position.game
    assert [game.replay(record, ply).to_json() for ply in range(41)] == documents
    for ply in (41, -1):
        with pytest.raises(IndexError, match=f"there is no ply {ply}: the record has 40"):
            record.position(ply)


@pytest.mark.parametrize("remark", ["a\ttab", "\x1b[2J", "a\u2028b", "\u202eabc"])
def test_a_remark_that_does_not_show_as_itself_is_neither_written_nor_read(remark: str) -> None:
    position = verso.game("flip-city").new(2)
    with pytest.raises(ValueError, match="remark event must be printable text on one line"):
        verso.Record.of(position, event=remark)
    text = verso.Record.of(position, event="x").to_text().replace("event x", f"event {remark}")
    with pytest.raises(InvalidRecord, match=r"^line 7: remark event must be printable text on one line"):
        verso.Record.from_text(text)


@pytest.mark.parametrize("remark", ["Zoë e João", "👩\u200d💻", "a\u00a0b"])
def test_what_can_be_read_as_a_remark_can_be_written_again(remark: str) -> None:
    remarks = {"names": remark, "cls": "a class", "self": "oneself"}
    text = verso.Record.of(verso.game("flip-city").new(2), **remarks).to_text()
    record = verso.Record.from_text(text)
    assert record.remarks == remarks
    assert verso.Record.of(record.position(), **record.remarks).to_text() == text


def test_the_three_errors_are_one_kind() -> None:
    position = Position.from_json(DOCUMENT)
    for text in ("dance", "buy CS", "flip AP>7"):
        with pytest.raises(ActionError):
            position.push(text)
