"""What a table keeps in sight: what each card gave this time, the last turn of each seat, and every turn."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import verso
from verso.core.game import Json, Position, View
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city import notation


def told(position: Position, *actions: int | str) -> tuple[Json, Position]:
    """Carry out actions and return the story of them."""
    memory: Json = {}
    for text in actions:
        action = position.parse(text) if isinstance(text, str) else text
        before, position = position, position.copy()
        position.push(action)
        was, now = (View(each.setup, None, each.state) for each in (before, position))
        memory = notation.remembered(was, action, now, memory)
    return memory.get("story", {}), position


def at(**changes: Any) -> Position:
    """Return a position of two seats in which seat 0 plays a known deck."""
    player = {"top": ["HO"], "deck": {}, "bottom": [], "discard": {}, "played": []} | changes
    other = {"top": ["CS"], "deck": {"RA": 4}, "bottom": [], "discard": {}, "played": []}
    return Position.from_json(
        {"game": "flip-city", "ruleset": "standard", "seats": 2, "to_act": 0, "players": [player, other]}
    )


def test_a_hospital_gives_what_it_gave_this_time() -> None:
    story, _ = told(at(top=["RA", "HO", "CH"]), "play", "play", "play")
    assert story["gave"] == [[1, 0, 1, 0], [3, 0, 1, 0], [0, 0, 0, 1]]


def test_a_lost_turn_says_what_was_lost() -> None:
    story, position = told(at(top=["CP", "RA", "HO", "RA"]), "play", "play", "play", "play")
    assert position.state.seat == 1
    past = story["last"][0]
    assert (past["lost"], past["points"], past["cash"]) == ([3, 2], 2, 4)
    assert past["played"] == ["CP", "RA", "HO", "RA"]
    assert past["gave"][-1] == [1, 0, 1, 0]
    assert story["turns"] == [[0, 4, 2, 1, 0]]
    assert story["gave"] == []


def test_what_was_built_is_told_with_the_turn() -> None:
    story, _ = told(at(top=["HO", "CP"], discard={"CH": 1, "AP": 1}), "play", "recycle CH")
    assert story["did"] == [{"do": "recycle", "face": "CH", "turned": "HO"}]
    story, position = told(at(top=["FA", "CS", "HO"]), "play", "stop", "buy CS", "done")
    past = story["last"][0]
    assert past["did"] == [{"do": "buy", "face": "CS"}]
    assert (past["cash"], past["lost"], past["number"]) == (2, None, 1)
    assert story["last"][1] is None
    assert position.state.seat == 1


@pytest.mark.parametrize("seats", [1, 4])
def test_the_story_of_whole_games_is_what_the_page_is_told(seats: int) -> None:
    chosen = random.Random(seats)
    position = verso.game("flip-city").new(seats, "solo" if seats == 1 else "standard")
    actions: list[int] = []
    beginning = position.copy()
    while position.to_act != OVER and len(actions) < 1_500:
        if position.to_act == CHANCE:
            odds = position.odds()
            action = chosen.choices(list(odds), [float(share) for share in odds.values()])[0]
        else:
            action = chosen.choice(position.legal)
        actions.append(action)
        position.push(action)
        if len(actions) % 97 == 0:
            story, _ = told(beginning.copy(), *actions)
            s = position.state
            msgspec.convert(position.game.notation.shown(position.setup, s) | {"story": story}, notation.VIEW)
            assert len(story["gave"]) == s.played_count
            assert len(story["turns"]) == s.turn - 1
            assert sum(row[2] for row in story["gave"]) <= s.unhappy
            assert sum(row[3] for row in story["gave"]) <= s.limit - position.setup.tables.limit
            newest = {row[0]: row for row in story["turns"]}
            for seat, past in enumerate(story["last"]):
                row = newest.get(seat)
                flips = sum(did["do"] == "flip" for did in past["did"]) if past else 0
                lost = int(past is not None and past["lost"] is not None)
                assert row == (past and [seat, len(past["played"]), past["points"], lost, flips])
