"""Turns that are counted exactly: as by hand, whatever room there is, and of one mind with themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import verso
from verso.bots.values import Valuer
from verso.core import kernel
from verso.core.game import Position
from verso.core.spec import CHANCE, OVER

FEW = [
    {"top": ["RA"], "deck": {"CS": 1, "CH": 1}, "discard": {"HO": 1}},
    {"top": ["SM"], "deck": {"RA": 2}, "discard": {"CH": 1, "CS": 1}},
    {"top": ["FA"], "deck": {"AP": 1, "CS": 2}, "discard": {"CP": 1}},
    {"top": ["CS"], "deck": {"RA": 1}, "discard": {"SM": 1, "PP": 1}, "played": ["CP"]},
]


def positions() -> list[Position]:
    """Positions with few cards, so that their turns can be counted by hand."""
    other = {"top": ["CS"], "deck": {"CS": 6, "RA": 3, "CH": 3, "FA": 1}, "discard": {"CP": 1, "CS": 1}}
    document = {"game": "flip-city", "seats": 2, "to_act": 0, "supply": {"HO": 3, "FA": 2, "CP": 1}}
    return [Position.from_json(document | {"players": [player, other]}) for player in FEW]


def by_hand(position: Position, valuer: Valuer, turn: int, desk: Any) -> Any:
    """Count a turn by nothing but positions and their odds, the judgement of the valuer standing for what follows."""
    seats, out = position.setup.seats, np.zeros(position.setup.seats)
    if position.to_act == OVER or position.state.turn != turn:
        state = kernel.to_array(position.state, seats)[0]
        valuer.engine.judged_now(state, valuer.setup.array, valuer.net, desk.work, valuer.tuning.sharpness, out)
        return out
    following = {}
    for action in position.legal:
        after = position.copy()
        after.push(action)
        following[action] = by_hand(after, valuer, turn, desk)
    if position.to_act == CHANCE:
        odds = position.odds()
        return sum(float(odds[action]) * worth for action, worth in following.items())
    return max(following.values(), key=lambda worth: float(worth[position.to_act]))


@pytest.mark.parametrize("number", range(len(FEW)))
def test_a_turn_is_worth_what_is_counted_by_hand(number: int) -> None:
    position = positions()[number]
    valuer = Valuer(position.setup)
    desk, ahead, tick = valuer.desk(), valuer.room_ahead(), position.state.turn
    state = kernel.to_array(position.state, 2)[0]
    before = state.tobytes()
    valuer.engine.begin_looking(ahead)
    found = valuer.promise_ahead(state, desk, ahead, tick)
    assert state.tobytes() == before
    assert found == pytest.approx(by_hand(position, valuer, tick, desk), abs=1e-9)
    assert int(ahead.filled[0]) > 5
    assert valuer.promise_ahead(state, desk, ahead, tick) == pytest.approx(found, abs=0)  # as it was kept


def test_with_little_room_a_turn_is_judged_where_it_ends() -> None:
    """A table that is full and a turn of very many actions end the look, and nothing else happens."""
    position = verso.game("flip-city").new(2)
    position.settle(verso.Rng("room"))
    valuer = Valuer(position.setup)
    desk, room = valuer.desk(), valuer.room_ahead()
    state = kernel.to_array(position.state, 2)[0]
    small = room._replace(keys=room.keys[:256], found=room.found[:256])
    short = room._replace(states=room.states[:6], words=room.words[:6])
    worth = []
    for ahead in (room, small, short):
        valuer.engine.begin_looking(ahead)
        worth.append(valuer.promise_ahead(state, desk, ahead, position.state.turn))
        assert int(ahead.filled[0]) <= 0.75 * len(ahead.keys) + 1  # and what was asked for
    assert len({each.tobytes() for each in worth}) == 3
    assert all(each.sum() == pytest.approx(0) and abs(each).max() < 1 for each in worth)
