"""What was told of actions, put together by turns."""

from __future__ import annotations

import pytest

from support import PHASE_VARIANTS, PhaseVariant, Variant, player_of, tells_clauses_of_whoever_acts
from verso.core.game import Position
from verso.core.spec import CHANCE
from verso.core.telling import Clause, Told, Turn, as_sentence, as_text, by_turn


def test_clauses_follow_each_other_and_a_verb_is_said_once() -> None:
    done = [Clause(each) for each in ("played A", "played B", "stopped", "stopped", "bought C for 5")]
    assert as_text(done) == "played A, B, stopped, stopped, bought C for 5"
    assert as_text([Clause("discarded 9"), "Everything flipped", Clause("drew 3")]) == (
        "discarded 9. Everything flipped. drew 3"
    )
    assert as_text(["ana began", "ana waited"]) == "ana began. ana waited"  # a sentence, though a name begins it small
    assert as_text([]) == ""
    assert as_sentence([Clause("comprou A"), Clause("comprou B")], "Ana") == "Ana comprou A, B"
    assert as_sentence(["keep"], "Ana") == "Ana: keep"


@pytest.mark.parametrize(
    "variant", [Variant("standard", 2, office=True), PHASE_VARIANTS[1]], ids=lambda each: each.name
)
def test_games_tell_what_whoever_acted_did_as_clauses(variant: Variant | PhaseVariant) -> None:
    start = Position.start(variant.setup())
    assert tells_clauses_of_whoever_acts(start, player_of(variant, 0), plies=300) > 150


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
