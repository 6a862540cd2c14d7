"""Observations: as their table says, from what a seat may know alone, the same interpreted and compiled."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import verso
from games.phase10_flip.test_information import hidden_elsewhere
from rl.twins import TWINS
from support import EVERY_VARIANT, PHASE_VARIANTS, PhaseVariant, Variant, phase_player, player_of
from verso import CHANCE, OVER, Position, Rng
from verso.core import kernel, testing
from verso.core.contracts import observe as contract
from verso.core.game import View
from verso.rl.layout import KINDS, Layout, kernel_of, layout_of

GAMES = verso.games()


def positions(variant: Variant | PhaseVariant, every: int, plies: int = 600) -> Iterator[Position]:
    """Yield positions of a sensible game."""
    position, choose, rng = Position.start(variant.setup()), player_of(variant, 1), Rng(1)
    while position.to_act != OVER and position.ply < plies:
        if position.ply % every == 0:
            yield position
        position.push(choose(position, rng))
    yield position


def lookers(position: Position) -> tuple[int | None, ...]:
    return (*range(position.seats), None)


# --- the table


@pytest.mark.parametrize("game", GAMES)
def test_fields_fill_the_row_in_the_order_of_the_table(game: str) -> None:
    module = importlib.import_module(kernel_of(verso.game(game)))
    for seats in verso.game(game).seats:
        layout = layout_of(verso.game(game).setup(seats, "solo" if seats == 1 else None))
        assert [field.name for field in layout.fields] == [field.name for field in module.FIELDS]
        assert [field.start for field in layout.fields] == [0, *(field.stop for field in layout.fields[:-1])]
        assert layout.size == sum(field.size for field in layout.fields) == len(layout.most) == len(layout.scale)
        assert all(0 < field.most <= 127 for field in layout.fields)


@pytest.mark.parametrize("game", GAMES)
def test_blocks_are_the_actions_of_seats_without_gaps(game: str) -> None:
    setup = verso.game(game).setup(2)
    layout = layout_of(setup)
    ends = [block.first + block.size for block in layout.blocks]
    assert [block.first for block in layout.blocks[1:]] == ends[:-1]
    position, rng = Position.start(setup), Rng(2)
    own = range(layout.first_action, layout.first_action + layout.actions)
    for _ in range(300):
        if position.to_act == CHANCE:
            assert not set(position.legal) & set(own)
            position.settle(rng)
        else:
            assert set(position.legal) <= set(own)
            assert np.flatnonzero(layout.mask(position.legal)).tolist() == [each - own[0] for each in position.legal]
            position.push(position.legal[rng.below(len(position.legal))])


@pytest.mark.parametrize("game", GAMES)
def test_a_name_of_a_block_begins_the_text_of_its_actions(game: str) -> None:
    setup = verso.game(game).setup(2)
    layout, position, rng = layout_of(setup), Position.start(setup), Rng(3)
    for _ in range(300):
        position.settle(rng)
        for action in position.legal:
            (block,) = [each for each in layout.blocks if each.first <= action < each.first + each.size]
            assert position.text(action).startswith(block.name.split()[0])
        position.push(position.legal[rng.below(len(position.legal))])


def test_unknown_names_are_refused_in_words() -> None:
    layout = layout_of(verso.game("flip-city").setup(2))
    with pytest.raises(KeyError, match="no field 'gold'; they have turn_of, "):
        layout.part(np.zeros(layout.size), "gold")
    with pytest.raises(verso.InvalidSetup, match="no observation 'all'; there is seat, public or oracle"):
        layout.observe(verso.game("flip-city").new(2), 0, "all")
    with pytest.raises(verso.InvalidSetup, match="needs a seat"):
        layout.observe(verso.game("flip-city").new(2))


# --- what is in it


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda variant: variant.name)
def test_an_observation_is_what_the_document_of_the_view_says(variant: Variant | PhaseVariant) -> None:
    layout = layout_of(variant.setup())
    for position in positions(variant, every=23):
        for seat in lookers(position):
            check_against_twin(layout, position, seat)


def check_against_twin(layout: Layout, position: Position, seat: int | None) -> None:
    view = position.view(seat)
    row = layout.observe(position, seat, "public" if seat is None else "seat")
    assert np.array_equal(row, layout.observe(view))
    assert (row >= 0).all()
    assert (row <= layout.most).all()
    expected = TWINS[layout.setup.game.name](view)
    assert list(expected) == [field.name for field in layout.fields]
    for name, value in expected.items():
        assert np.array_equal(layout.part(row, name), np.array(value)), (name, seat, position)


def test_a_lay_down_under_way_is_seen_by_nobody_else() -> None:
    looked = 0
    for position in positions(PHASE_VARIANTS[1], every=1):
        if position.state.placed:
            looked += 1
            layout = layout_of(position.setup)
            for seat in lookers(position):
                check_against_twin(layout, position, seat)
            laying, placed = position.state.seat, position.state.placed
            for seat in range(3):
                held = layout.part(layout.observe(position, seat), "hand_count")[(laying - seat) % 3]
                assert held == position.state.hand_count[laying] + (0 if seat == laying else placed)
    assert looked >= 5


def test_floats_are_shares_of_the_largest_value() -> None:
    layout = layout_of(verso.game("flip-city").setup(2))
    scaled = layout.scaled(layout.most)
    assert scaled.dtype == np.float32
    assert np.allclose(scaled, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_law_9_what_a_seat_cannot_see_changes_no_observation(seats: int) -> None:
    setup = verso.game("phase-10-flip").setup(seats, own_backs="shown" if seats == 3 else "hidden")
    layout, rng, position = layout_of(setup), random.Random(seats), Position.start(setup)
    choose, luck, told, others = phase_player(seats), Rng(seats), 0, 0

    def observe(view: View) -> bytes:
        return layout.observe(view).tobytes()

    for ply in range(300):
        if position.to_act == OVER:
            break
        if ply % 11 == 0:
            for seat in lookers(position):
                other, kind = hidden_elsewhere(position, seat, rng), "public" if seat is None else "seat"
                testing.check_same_for(position, other, seat, observe=[observe])
                assert np.array_equal(layout.observe(position, seat, kind), layout.observe(other, seat, kind))
                told += not np.array_equal(layout.observe(position, 0, "oracle"), layout.observe(other, 0, "oracle"))
                others += any(
                    not np.array_equal(layout.observe(position, each), layout.observe(other, each))
                    for each in range(seats)
                )
        position.push(choose(position, luck))
    assert told >= 20  # the positions did differ, and those who may know see it
    assert others >= 20


@pytest.mark.parametrize("variant", EVERY_VARIANT[::5], ids=lambda variant: variant.name)
def test_law_9_every_completion_of_a_view_is_observed_alike(variant: Variant | PhaseVariant) -> None:
    layout, rng = layout_of(variant.setup()), Rng(4)
    for position in positions(variant, every=31):
        for seat in range(position.seats):
            other = position.view(seat).sample(rng)
            assert np.array_equal(layout.observe(position, seat), layout.observe(other, seat))


def test_an_oracle_sees_every_face() -> None:
    for position in positions(PHASE_VARIANTS[0], every=9):
        layout = layout_of(position.setup)
        row = layout.observe(position, 1, "oracle")
        for number, owner in enumerate((1, 0)):
            held = position.state.hand_count[owner]
            counts = layout.part(row, "hands")[number]
            assert (counts[:52].sum(), counts[52:65].sum()) == (held, held)


# --- compiled


@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(each, id=each.name, marks=[] if each.seats == 2 else pytest.mark.long)
        for each in (Variant("standard", 2), Variant("solo", 1, office=True), PHASE_VARIANTS[0], PHASE_VARIANTS[2])
    ],
)
def test_compiled_and_interpreted_write_the_same(variant: Variant | PhaseVariant) -> None:
    setup = variant.setup()
    layout = layout_of(setup)
    found = [position.state.copy() for position in positions(variant, every=5)]
    states: Any = np.concatenate([kernel.to_array(state, setup.seats) for state in found])
    engine = kernel.compiled(setup.game.rules, kernel_of(setup.game), "verso.rl.kernels.many", check_bounds=True)
    tables = kernel.to_array(setup.tables, setup.seats)
    for kind in KINDS:
        for seat in range(setup.seats):
            out = np.full((len(states), layout.size), 99, dtype=np.int8)
            seats = np.full(len(states), seat)
            number = KINDS.index(kind)
            engine.observe_many(states, tables, seats, number, layout.where, layout.view_for(number), out)
            expected = [layout.observe(Position(setup, state), seat, kind) for state in found]
            assert np.array_equal(out, np.stack(expected))


def test_kinds_are_numbered_as_the_kernels_number_them() -> None:
    assert list(range(len(KINDS))) == [contract.SEAT, contract.PUBLIC, contract.ORACLE]
