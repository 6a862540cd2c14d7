"""What a table keeps in sight of Phase 10 Flip: the last turn of each seat, as everybody saw it."""

from __future__ import annotations

from verso.core.game import Json, Position
from verso.core.rng import Rng
from verso.games.phase10_flip import notation
from verso.server.lessons import lessons


def told(position: Position, *texts: str) -> Json:
    """Carry out actions, settle chance, and return the story of them."""
    memory: Json = {}
    for text in texts:
        whole = position.copy()
        whole.push(text)
        for action in whole.actions[position.ply :]:
            before = position.look(None)
            position.push(action)
            memory = notation.remembered(before, action, position.look(None), memory)
        position.settle(Rng(1))
    return dict(memory["story"])


def chapter(number: int) -> Position:
    return Position.from_json(dict(lessons()["phase-10-flip"][number - 1].position))


def test_a_turn_is_told_as_everybody_saw_it() -> None:
    position = chapter(1)
    number = position.state.turn
    story = told(position, "draw", "lay r3 r4 / b7 b8", "discard g8!")
    assert story["round"] == 1
    turn = {"number": number, "took": None, "laid": 1, "added": 0, "discarded": "g8!"}  # as it was before all turned
    assert story["last"] == [turn, None]


def test_cards_added_and_taken_are_told_and_a_round_forgets() -> None:
    story = told(chapter(5), "take", "hit r5 > 0.0", "hit b9 > 0.1")
    [mine, _] = story["last"]
    assert (mine["took"], mine["added"], mine["discarded"]) == ("r5", 2, None)
    position = chapter(5)
    told(position, "take", "hit r5 > 0.0", "hit b9 > 0.1", "discard y11")
    assert position.state.round == 2
    while position.state.turn == 0:
        position.settle(Rng(1))
    after = position.copy()
    after.push("draw")
    action = after.actions[position.ply]
    found = notation.remembered(position.look(None), action, after.look(None), {"story": {"round": 1, "last": []}})
    assert [each and each["added"] for each in found["story"]["last"]].count(0) == 1
