"""Odds at a table: exact, only for one's own seat on its turn, and never where hints are off."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from serving import Guest
from verso.core.game import InvalidSetup, Position, find_game
from verso.server.odds import Counter


def test_odds_are_for_ones_own_seat_and_never_where_hints_are_off(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            seats = [{"kind": "mine"}, {"kind": "mine", "name": "Bo"}]
            made = await ana.ask("POST", "/tables", {"game": "phase-10-flip", "seats": seats})
            path = f"/tables/{made['table']}"
            turn = (await ana.ask("GET", path))["to_act"]
            found = await ana.ask("GET", f"{path}/odds", params={"seat": turn})
            assert found["ready"]
            assert 0 <= found["drawing"] <= 1
            own, other = found["seats"][turn], found["seats"][1 - turn]
            assert own["now"]["least"] == own["now"]["most"]  # one knows what one holds
            assert own["flipped"]["least"] < own["flipped"]["most"]  # but not what is on its back
            assert other["flipped"]["least"] == other["flipped"]["most"]
            assert (await ana.request("GET", f"{path}/odds", params={"seat": 1 - turn})).status_code == 409
            assert (await bia.request("GET", f"{path}/odds", params={"seat": turn})).status_code == 403
            rated = await ana.ask("POST", "/tables", {"game": "flip-city", "seats": seats, "hints": False})
            refused = await ana.request("GET", f"/tables/{rated['table']}/odds", params={"seat": 0})
            assert (refused.status_code, refused.json()["code"]) == (403, "off")

    asyncio.run(asyncio.wait_for(story(), 120))


def _playing(seats: int) -> Position:
    game = find_game("flip-city")
    position, chosen = Position.start(game.prepare(seats, "standard", {}, None)), random.Random(1)
    while position.to_act < 0:
        position.push(chosen.choice(list(position.legal)))
    return position


def test_the_counting_process_counts_and_comes_back_after_it_died() -> None:
    async def story() -> None:
        counter, position = Counter(), _playing(2)
        view = position.view(position.to_act)
        try:
            assert not (await counter.count(view, 7)).ready
            assert counter._preparing is not None
            await counter._preparing
            found = await counter.count(view, 7)
            assert found.ready
            assert found.goal == 8
            assert 0 <= (found.bust if found.bust is not None else -1) <= 1
            assert found.reach is not None
            assert found.reach_at_most is not None
            assert 0 <= found.reach <= found.reach_at_most <= 1
            assert counter._process is not None
            counter._process.kill()
            assert not (await counter.count(view, 7)).ready
        finally:
            await counter.close()

    asyncio.run(story())


def test_a_seat_that_builds_has_no_odds() -> None:
    position = _playing(2)
    while position.state.phase != 2:
        legal = [position.text(each) for each in position.legal] if position.to_act >= 0 else []
        position.push("stop" if "stop" in legal else position.legal[0])
    with pytest.raises(InvalidSetup, match="playing cards"):
        asyncio.run(Counter().count(position.view(position.to_act), 1))
