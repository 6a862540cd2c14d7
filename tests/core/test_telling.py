"""What was told of actions, put together by turns."""

from __future__ import annotations

from verso.core.spec import CHANCE
from verso.core.telling import Told, Turn, as_sentence, as_text, by_turn


def test_clauses_follow_each_other_and_a_verb_is_said_once() -> None:
    assert as_text(["played A", "played B", "stopped", "bought C for 5"]) == "played A, B, stopped, bought C for 5"
    assert (
        as_text(["discarded 9", "Everything flipped", "drew a card"]) == "discarded 9. Everything flipped. drew a card"
    )
    assert as_text(["stopped", "stopped"]) == "stopped, stopped"
    assert as_text([]) == ""
    assert as_sentence(["comprou A", "comprou B"], "Ana") == "Ana comprou A, B"
    assert as_sentence(["Keep"], "Ana") == "Ana: Keep"


def test_a_turn_ends_where_the_game_says_so_and_chance_belongs_to_the_turn_before() -> None:
    told = [
        Told(1, CHANCE, ["Ana dealt"], []),
        Told(2, CHANCE, ["a card"], ["deal"]),
        Told(3, 0, ["drew"], []),
        Told(4, 0, ["discarded"], ["turn"]),
        Told(5, CHANCE, ["one came up"], ["deal"]),
        Told(6, 0, ["drew again"], ["turn", "round"]),
        Told(7, CHANCE, ["Bia dealt"], []),
        Told(8, 1, ["drew"], []),
    ]
    assert list(by_turn(told)) == [
        Turn(1, CHANCE, ["Ana dealt"], ["a card"], new_deal=True),
        Turn(3, 0, ["drew", "discarded"], ["one came up"]),
        Turn(6, 0, ["drew again", "Bia dealt"], [], new_deal=True),
        Turn(8, 1, ["drew"], []),
    ]
    assert list(by_turn([])) == []
