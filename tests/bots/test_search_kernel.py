"""The search itself, interpreted: both games, every number of seats, without anything compiled."""

from __future__ import annotations

import pytest

import verso
from verso import bots
from verso.bots.kernels import search as tree_search
from verso.bots.light import light
from verso.core import kernel
from verso.core.game import Position, View
from verso.core.rng import seeded
from verso.core.spec import blank

ROOM = 3000
ITERATIONS = 25
SETUPS = [
    ("flip-city", "solo", 1),
    ("flip-city", "standard", 2),
    ("flip-city", "standard", 4),
    ("flip-city", "tmg-2015-text", 3),
    ("phase-10-flip", "standard", 2),
    ("phase-10-flip", "standard", 6),
    ("phase-10-flip", "fixed-rounds", 3),
]


class Grown:
    """A tree grown by the interpreted search."""

    def __init__(self, view: View, seed: int, capacity: int = ROOM) -> None:
        setup, player = view.setup, light(view.game)
        self.engine = kernel.interpreted(*player.modules(view.game, tree_search.__name__))
        seats, size = setup.seats, view.game.action_count + 1
        links = [[0] * tree_search.LINKS for _ in range(capacity)]
        sums = [[0.0] * seats for _ in range(capacity)]
        filled, squares, expected = [0] * tree_search.FILLED, [0.0] * capacity, [0.0] * capacity
        self.tree = tree_search.Tree(filled, links, sums, squares, expected)
        scratch = [blank(view.game.state_class, seats) for _ in range(2)]
        until = self.engine.clock(view.state) + player.player.horizon(setup)
        net = player.player.network_of(setup).tolist()
        fixed = (view.state, setup.tables, view.seat, net, [0.7, 0.1], until, ITERATIONS)
        path, work, chances = [0] * (tree_search.MOST_DEPTH + 1), [0.0] * player.player.ROOM, [0.0] * size
        worth, luck, mean = ([0.0] * seats for _ in range(3))
        floats = work, chances, worth, luck, mean
        desk = tree_search.Desk(path, scratch, [[0], [0]], *floats, [seeded(seed)], [0] * size, [0] * size)
        self.engine.search(*fixed, self.tree, desk)

    def children(self) -> dict[int, tuple[int, list[float]]]:
        found, child = {}, self.tree.links[0][tree_search.CHILD]
        while child != tree_search.NONE:
            row = self.tree.links[child]
            found[row[tree_search.ACTION]] = row[tree_search.VISITS], self.tree.sums[child]
            child = row[tree_search.SIBLING]
        return found


def a_choice(game: str, ruleset: str, seats: int, plies: int) -> View:
    """A view with something to choose, some way into a game of light players."""
    found = verso.game(game)
    position, rng, player = found.new(seats, ruleset), verso.Rng(seats), bots.make("greedy", found)
    while True:
        position.settle(rng)
        view = position.view(position.to_act)
        if position.ply > plies and len(view.legal) > 1:
            return view
        position.push(player.choose(view, bots.Budget()).action)


@pytest.mark.parametrize(("game", "ruleset", "seats"), SETUPS)
def test_the_tree_holds_legal_actions_and_bounded_returns(game: str, ruleset: str, seats: int) -> None:
    view = a_choice(game, ruleset, seats, plies=8 if ruleset == "tmg-2015-text" else 70)  # such games can be short
    found = Grown(view, 1).children()
    assert set(found) == set(view.legal)
    assert sum(visits for visits, _ in found.values()) == ITERATIONS
    for visits, sums in found.values():
        assert all(abs(total) <= visits + 1e-9 for total in sums)
        if seats > 1:
            assert sum(sums) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("game", "ruleset", "seats"), SETUPS[-3:])
def test_the_tree_rests_on_the_view_alone(game: str, ruleset: str, seats: int) -> None:
    """Law 9, where much is hidden: another position with the same view grows the same tree."""
    view = a_choice(game, ruleset, seats, plies=70)
    assert view.seat is not None
    same = view.sample(verso.Rng("another")).view(view.seat)
    assert Grown(view, 3).children() == Grown(same, 3).children()


def test_a_full_tree_goes_on_without_growing() -> None:
    view = a_choice("flip-city", "standard", 2, plies=70)
    grown = Grown(view, 1, capacity=12)
    assert grown.tree.filled[tree_search.NODES] <= 12
    assert grown.tree.links[0][tree_search.VISITS] == ITERATIONS


def test_positions_are_not_changed_by_searching_them() -> None:
    view = a_choice("phase-10-flip", "standard", 2, plies=70)
    before = view.to_json()
    Grown(view, 2)
    assert view.to_json() == before
    assert isinstance(view.sample(verso.Rng(1)), Position)
