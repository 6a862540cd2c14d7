"""Chains of cards that can be laid one after another: counted as a search through the rules themselves finds them."""

from __future__ import annotations

from typing import Any

import pytest

import verso
from verso.core import kernel
from verso.core.game import Position
from verso.games.phase10_flip import chains, keen, player, policy, rules
from verso.games.phase10_flip.solver import COLOURS, HIGHEST

GAME = verso.game("phase-10-flip")
ENGINE = kernel.interpreted("verso.games.phase10_flip.rules", policy.__name__, keen.__name__)
Known = dict[tuple[Any, ...], int]


def playing(rng: verso.Rng, *, laid: bool, held: int, **options: Any) -> Position:
    """Return a position of two in which a seat has drawn: any cards, and any groups on the table."""
    position = GAME.new(2, **options)
    position.settle(rng)
    s, t = position.state, position.setup.tables
    s.step, s.side, s.laid[s.seat] = rules.STEP_PLAY, rng.below(2), int(laid)
    s.phase[s.seat] = 1 + rng.below(rules.LAST_PHASE)
    s.hand_count[s.seat] = held
    for slot in range(rules.HELD):
        s.hand[s.seat][slot] = slot if slot < held else rules.NOTHING
        s.card[slot] = rng.below(rules.CARDS)
    for owner in range(2):
        s.group_count[owner] = rng.below(rules.GROUPS + 1) if laid or owner != s.seat else 0
        for group in range(s.group_count[owner]):
            put_group(s, rng, owner, group)
    s.can_lay = int(ENGINE.holds_phase(s, t))
    return position


def put_group(s: Any, rng: verso.Rng, owner: int, group: int) -> None:
    s.low[owner][group] = 1 + rng.below(HIGHEST)
    s.kind[owner][group] = rules.SET if rng.below(3) == 0 else rules.RUN
    s.colour[owner][group] = rules.NOTHING
    if s.kind[owner][group] == rules.RUN:
        s.high[owner][group] = min(HIGHEST, s.low[owner][group] + rng.below(5))
        s.colour[owner][group] = rng.below(COLOURS + 1) - 1


def fewest_left(position: Position, known: Known) -> int:
    """Return how many cards the seat has left after the best of all it can lay on the table, one by one."""
    s, t = position.state, position.setup.tables
    seat, groups = s.seat, range(rules.GROUPS)
    faces = sorted(ENGINE.face_of(s, t, thread) for thread in s.hand[seat][: s.hand_count[seat]])
    table = [(s.kind[o][g], s.low[o][g], s.high[o][g], s.colour[o][g]) for o in range(t.seats) for g in groups]
    key = (*faces, s.laid[seat], s.laying, s.missing, *table)
    if key not in known:
        known[key] = s.hand_count[seat] + s.placed
        for action in position.legal:
            if action >= rules.PLACE:
                after = position.copy()
                after.push(action)
                is_out = after.state.round != s.round or after.to_act == verso.OVER
                known[key] = min(known[key], 0 if is_out else fewest_left(after, known))
    return known[key]


@pytest.mark.parametrize("held", [2, 4, 6])
def test_the_longest_chain_is_found(held: int) -> None:
    rng, longer = verso.Rng("chains", held), 0
    for _ in range(150):
        position = playing(rng, laid=True, held=held)
        s, t = position.state, position.setup.tables
        rows = ENGINE.rows_of(s, t, s.seat)
        found = chains.stuck(rows, chains.ends_on_table(s, t, s.side))
        assert found == fewest_left(position, {}), position.to_json()
        fitting = sum(ENGINE.can_be_hit(s, t, ENGINE.face_of(s, t, each)) for each in s.hand[s.seat][:held])
        longer += found < held - fitting
    assert longer > 5


def test_a_phase_is_laid_so_that_most_fits_after_it() -> None:
    rng, met, none = verso.Rng("laying"), 0, 0
    while met < 50:
        position = playing(rng, laid=False, held=rules.HELD)
        s, t = position.state, position.setup.tables
        rows, groups = ENGINE.rows_of(s, t, s.seat), ENGINE.groups_of(t, s.phase[s.seat])
        found = chains.left_after_laying(rows, groups, 0, chains.ends_on_table(s, t, s.side))
        if s.can_lay > 0:
            met += 1
            assert found == fewest_left(position, {}), position.to_json()
        elif not ENGINE.can_lay(rows, groups, t.each_group):
            none += 1
            assert found == chains.NOT_LAID
    assert none > 5


def to_draw(rng: verso.Rng, *, laid: bool) -> Position:
    """Return a position in which a seat has nearly laid all its cards, or its phase, and is to draw."""
    position = playing(rng, laid=laid, held=3 if laid else rules.HAND_SIZE)
    s = position.state
    s.step, s.can_lay = rules.STEP_DRAW, 0
    for thread in range(rules.CARDS):
        s.seen[thread] = 0
    for slot in range(s.hand_count[s.seat]):
        ENGINE.show_in_hand(s, position.setup.tables, s.seat, s.hand[s.seat][slot])
    ENGINE.show_inactive(s, position.setup.tables, s.draw_top)
    return position


def after(position: Position, action: int, card: int | None = None) -> int:
    """Return how many cards are left after drawing one and laying all that can be; NOT_LAID without the phase."""
    drawn = position.copy()
    if card is not None:
        drawn.state.card[drawn.state.draw_top] = card
    drawn.push(action)
    drawn.settle(verso.Rng("next"))
    s = drawn.state
    return fewest_left(drawn, {}) if s.laid[s.seat] or s.can_lay else chains.NOT_LAID


def fewest_now(position: Position) -> int:
    """Return how many cards would be left if all were laid before drawing."""
    s, t = position.state, position.setup.tables
    return int(ENGINE.left_of(s, t, s.seat, ENGINE.rows_of(s, t, s.seat), chains.ends_on_table(s, t, s.side)))


@pytest.mark.parametrize("laid", [True, False])
def test_what_a_turn_can_come_to_is_counted_over_the_cards_that_may_be_drawn(laid: bool) -> None:
    rng, told = verso.Rng("turn", int(laid)), set[float]()
    for _ in range(25):
        position = to_draw(rng, laid=laid)
        s, t = position.state, position.setup.tables
        net, work = player.keen_network_of(position.setup).tolist(), [0.0] * player.ROOM
        ENGINE.expect(s, t, s.seat, net, work)
        back, side = t.face[1 - s.side][s.card[s.draw_top]], 1 - s.side
        cards = [card for card in range(rules.CARDS) if t.face[side][card] == back]
        left = [after(position, rules.DRAW, card) for card in cards]
        first = keen.OWN_TURN + laid * keen.OF_TURN
        assert work[first] == pytest.approx(sum(0 <= each <= 1 for each in left) / len(cards))
        assert work[first + 1] == pytest.approx(sum(each >= 0 for each in left) / len(cards))
        taken = after(position, rules.TAKE)
        assert work[first + 3 : first + 5] == [0 <= taken <= 1, taken >= 0]
        kept = sum(max(0, each - 1) for each in left) / len(cards)
        assert 4 * work[first + 2] == pytest.approx(kept)
        goes_out = max(work[first], work[first + 3], 0 <= fewest_now(position) <= 1)
        assert work[keen.SEATED + keen.ENDS + keen.GOES_ON] == goes_out
        told.add(work[first + 2])
    assert len(told) > 3
