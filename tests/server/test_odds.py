"""Odds at a table: exact, only for one's own seat on its turn, and never where hints are off."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from serving import Guest, run
from verso.bots import warm
from verso.core import kernel
from verso.core.game import InvalidSetup, Position, find_game
from verso.play import wire
from verso.server import odds
from verso.server.limits import behalf
from verso.server.odds import Counter
from verso.server.records import Reading


def test_odds_are_for_ones_own_seat_and_never_where_hints_are_off(service: Any) -> None:
    async def story() -> None:
        async with Guest(*service.addresses) as ana, Guest(*service.addresses) as bia:
            await ana.arrive("Ana")
            await bia.arrive("Bia")
            seats = [{"kind": "mine"}, {"kind": "mine", "name": "Bo"}]
            made = await ana.ask("POST", "/tables", {"game": "phase-10-flip", "seats": seats})
            path = f"/tables/{made['table']}"
            turn = (await ana.ask("GET", path))["to_act"]
            while not (found := await ana.ask("GET", f"{path}/odds", params={"seat": turn}))["ready"]:
                await asyncio.sleep(0.1)
            figures = found["figures"]
            offered = {each["text"] for each in (await ana.ask("GET", path, params={"seat": turn}))["legal"]}
            assert set(figures["actions"]) == offered
            assert 0 <= figures["actions"]["draw"]["lays"]["chance"] <= 1
            own, other = figures["hands"][turn], figures["hands"][1 - turn]
            assert own["points"]["least"] == own["points"]["most"]  # one knows what one holds
            assert own["flipped"]["short"] is None  # but not what is on its back
            assert other["flipped"]["points"]["least"] == other["flipped"]["points"]["most"]
            assert (await ana.request("GET", f"{path}/odds", params={"seat": 1 - turn})).status_code == 409
            now = {"seat": 1 - turn, "ply": found["ply"]}
            assert (await ana.request("GET", f"{path}/odds", params=now)).status_code == 409
            passed = await ana.ask("GET", f"{path}/odds", params={"seat": turn, "ply": 0})
            assert passed == {"ply": found["ply"], "ready": True, "figures": None}
            assert (await bia.request("GET", f"{path}/odds", params={"seat": turn})).status_code == 403
            rated = await ana.ask("POST", "/tables", {"game": "flip-city", "seats": seats, "hints": False})
            refused = await ana.request("GET", f"/tables/{rated['table']}/odds", params={"seat": 0})
            assert (refused.status_code, refused.json()["code"]) == (403, "off")

    run(story())


def _playing(seats: int) -> Position:
    game = find_game("flip-city")
    position, chosen = game.new(seats, "standard"), random.Random(1)
    while position.to_act < 0:
        position.push(chosen.choice(list(position.legal)))
    return position


def test_odds_are_counted_once_they_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "are_odds_warm", lambda game, seats: False)

    async def story() -> None:
        counter, position = Counter(Reading(1)), _playing(2)
        view = position.view(position.to_act)
        try:
            assert await counter.count(view, 7) == wire.Odds(7, ready=False, figures=None)
            await asyncio.gather(*counter._compiling.values())
            found = await counter.count(view, 7)
            assert found.ready
            assert (found.figures.goal.points, found.figures.goal.cards) == (8, 18)
            assert set(found.figures.actions) == {position.text(action) for action in position.legal}
            assert 0 <= found.figures.win.points.least <= found.figures.win.points.most <= 1
        finally:
            await counter.close()

    asyncio.run(story())


def test_what_was_compiled_once_is_counted_with_at_once_also_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(game: str, seats: int) -> bool:
        raise AssertionError("nothing is to be compiled")

    if not warm.are_odds_warm(find_game("flip-city"), 2):
        warm.warm_odds("flip-city", 2)
    monkeypatch.setattr(odds, "_compiled", never)

    async def story() -> None:
        counter, position = Counter(Reading(1)), _playing(2)
        try:
            assert (await counter.count(position.view(position.to_act), 7)).ready
        finally:
            await counter.close()

    asyncio.run(story())


def test_odds_are_noted_as_compiled_for_one_number_of_seats_and_these_sources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(warm, "_count_through_a_game", lambda name, seats: None)
    monkeypatch.setattr(kernel, "cache_directory", lambda: tmp_path)
    kernel.note_of.cache_clear()
    city, phase = find_game("flip-city"), find_game("phase-10-flip")
    try:
        warm.warm_odds("flip-city", 3)
        assert [warm.are_odds_warm(city, seats) for seats in (2, 3, 4)] == [False, True, False]
        assert not warm.are_odds_warm(phase, 3)
        monkeypatch.setattr(kernel, "_hash_of", lambda names: "other")
        kernel.note_of.cache_clear()
        assert not warm.are_odds_warm(city, 3)
    finally:
        kernel.note_of.cache_clear()


def test_odds_are_compiled_one_at_a_time_by_address_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compilers take much memory: whoever asks for all numbers of seats at once has one of them at a time."""
    begun, may_end = list[int](), asyncio.Queue[bool]()

    async def compile_one(game: str, seats: int) -> bool:
        begun.append(seats)
        if await may_end.get():
            raise OSError("no memory")
        return True

    monkeypatch.setattr(odds, "_compiled", compile_one)
    monkeypatch.setattr(warm, "are_odds_warm", lambda game, seats: False)

    async def story() -> None:
        counter = Counter(Reading(1))

        async def ask(address: str, seats: int) -> bool:
            behalf.set(address)
            position = _playing(seats)
            return (await counter.count(position.view(position.to_act), 1)).ready

        for address, seats in (("crowd", 4), ("crowd", 3), ("stranger", 2)):
            assert not await asyncio.create_task(ask(address, seats))
        for failed in (True, False, False):
            await may_end.put(failed)
        await asyncio.gather(*counter._compiling.values())
        assert begun == [4, 2, 3]
        await asyncio.create_task(ask("crowd", 4))  # what failed is tried again
        await may_end.put(False)
        await asyncio.gather(*counter._compiling.values())
        assert begun[3:] == [4]
        await counter.close()

    run(story())


def test_nobody_has_odds_while_chance_is_to_act() -> None:
    with pytest.raises(InvalidSetup, match="a seat that is to act"):
        asyncio.run(Counter(Reading(1)).count(find_game("flip-city").new(2).view(0), 1))
