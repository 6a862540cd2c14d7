"""What others ask the rules of Flip City agrees with what the rules then do, on whole games."""

from __future__ import annotations

import collections
from typing import Any

import pytest

from support import VARIANTS, Variant, player_of
from verso import OVER, Position, Rng
from verso.core.spec import CHANCE
from verso.games.flip_city import rules
from verso.games.flip_city.rules import BUY, DEVELOP, DONE, FLIP, FLIP_TO, PLAY, RECYCLE, SHUFFLE, STOP

MOST_PLIES = 1000
Seen = collections.Counter[tuple[str, bool]]


def check_play_phase(position: Position, seen: Seen) -> None:
    s, t = position.state, position.setup.tables
    for name, answer, action in (
        ("may_stop", rules.may_stop(s, t), STOP),
        ("may_shuffle", rules.may_shuffle(s), SHUFFLE),
        ("deck_size", rules.deck_size(s, s.seat) > 0, PLAY),
    ):
        assert bool(answer) == (action in position.legal), name
        seen[name, bool(answer)] += 1


def check_build_phase(position: Position) -> None:
    s, t, legal = position.state, position.setup.tables, position.legal
    assert rules.buys_left(s) > 0 or not any(BUY <= action < FLIP for action in legal)
    assert rules.flips_left(s) > 0 or not any(FLIP <= action < DEVELOP for action in legal)
    for face in range(2 * t.kinds):
        to = [seat for seat in range(t.seats) if FLIP_TO + face * rules.MOST_SEATS + seat in legal]
        if to:
            assert rules.is_given(t, face)
            assert to == [seat for seat in range(t.seats) if rules.may_receive(s, seat)]
        if FLIP + face in legal:
            assert not rules.is_given(t, face)


def check_after(position: Position, action: int, before: Any, seen: Seen) -> None:
    """Compare what was said of an action before it with what came of it."""
    s, t = position.state, position.setup.tables
    ended = rules.turn_ended(s, before.turn)
    if action == PLAY:
        busts = rules.playing_busts(before, t, before.top[before.seat][0])
    elif RECYCLE <= action < BUY:
        face = action - RECYCLE
        unhappy = rules.unhappy_after_recycling(before, t, face)
        busts = unhappy > rules.limit_after_recycling(before, t, face)
    elif action == DONE:
        won = rules.has_won(before, t)
        assert (s.to_act == OVER and rules.was_won(s)) == won
        seen["has_won", bool(won)] += 1
        return
    else:
        return
    assert ended == busts
    seen["over_limit", bool(busts)] += 1


def check_cards(position: Position) -> None:
    s, t = position.state, position.setup.tables
    assert rules.room(s) >= 0 or s.to_act == OVER
    assert not rules.lost_after_taking(s, t, 0) or s.result == rules.SUPPLY_EMPTY
    owned = [rules.held(s, seat, face) for seat in range(t.seats) for face in range(2 * t.kinds)]
    assert sum(owned) + rules.supply_left(s) == sum(position.game.notation.census(position.setup, s).values())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_answers_agree_with_what_happens(variant: Variant) -> None:
    seen: Seen = collections.Counter()
    for seed in (0, 1):
        position, choose, rng = Position.start(variant.setup()), player_of(variant, seed), Rng(seed)
        while position.to_act != OVER and position.ply < MOST_PLIES:
            if position.to_act != CHANCE and position.state.phase == rules.PHASE_PLAY:
                check_play_phase(position, seen)
            elif position.to_act != CHANCE and position.state.phase == rules.PHASE_BUILD:
                check_build_phase(position)
            before, action = position.state.copy(), choose(position, rng)
            position.push(action)
            check_after(position, action, before, seen)
            check_cards(position)
    if variant.ruleset != "tmg-2015-text":  # with those decks a game is over before all of it has happened
        asked = ("may_stop", "may_shuffle", "deck_size", "over_limit")
        assert [name for name in asked if not (seen[name, True] and seen[name, False])] == []
