"""The light players of Phase 10 Flip: legal everywhere, honest, and better than chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import verso
from support import says_why
from verso import bots
from verso.bots import Budget, arena
from verso.core.game import Position, View
from verso.games.phase10_flip import player, rules
from verso.games.phase10_flip import policy as light

GAME = verso.game("phase-10-flip")
PLAIN = ("random", "greedy", "easy", "medium")
SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("standard", 2, {}),
    ("standard", 6, {}),
    ("standard", 3, {"own_backs": "shown", "require_final_discard": True}),
    ("standard", 4, {"force_lay": True, "min_numbers": "group"}),
    ("short", 3, {}),
    ("fixed-rounds", 2, {}),
    ("pt-br-text", 5, {}),
]


@pytest.mark.parametrize(("ruleset", "seats", "options"), SETUPS)
def test_every_choice_is_legal_and_rests_on_the_view_alone(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Law 9: positions that look the same to a seat get the same choice from it."""
    position = GAME.new(seats, ruleset, **options)
    rng, other = verso.Rng(3), verso.Rng(4)
    players = {name: bots.make(name, GAME, 1) for name in PLAIN}
    shadows = {name: bots.make(name, GAME, 1) for name in PLAIN}
    for number in range(60):
        position.settle(rng)
        seat = position.to_act
        if seat == verso.OVER:
            break
        view = position.view(seat)
        same = view.sample(other).view(seat)
        for name in PLAIN:
            choice = players[name].choose(view, Budget())
            assert choice.action in view.legal
            says_why(view, choice)
            assert choice == shadows[name].choose(same, Budget()), (number, name)
        position.push(players["greedy"].choose(view, Budget()).action)


def searched(plies: int, every: int) -> Iterator[View]:
    """Views of a game of light players with something to choose."""
    position, rng, player = GAME.new(2), verso.Rng(8), bots.make("greedy", GAME)
    for number in range(plies):
        position.settle(rng)
        view = position.view(position.to_act)
        if number % every == 0 and len(view.legal) > 1:
            yield view
        position.push(player.choose(view, Budget()).action)


@pytest.mark.parametrize(
    "name", ["hard", *(pytest.param(each, marks=pytest.mark.long) for each in ("search", "expert"))]
)
def test_search_is_honest_and_depends_on_its_seed_alone(name: str) -> None:
    """Law 9, and the same iterations and seed give the same choice with the same values; all of it is said why."""
    budget = Budget(iterations=48)
    for view in searched(200, 11):
        assert view.seat is not None
        another = view.sample(verso.Rng("another"))
        read = Position.from_json(another.to_json())
        first, second, third = (
            bots.make(name, GAME, seed=4).choose(each, budget)
            for each in (view, another.view(view.seat), read.view(view.seat))
        )
        assert first.action in view.legal
        assert first == second == third
        assert first.told == second.told == third.told
        says_why(view, first)
        other = bots.make(name, GAME, seed=5).choose(view, budget)
        assert set(other.values) == set(first.values)


def test_players_that_walk_in_circles_try_something_else() -> None:
    """In a round that has lasted very long actions are drawn by how much they were looked at."""
    view = next(view for view in searched(200, 1) if view.state.step == rules.STEP_DRAW and len(view.legal) == 2)
    assert not player.drags(view)
    usual = {bots.make("search", GAME, seed).choose(view, Budget(iterations=64)).action for seed in range(8)}
    document = view.sample(verso.Rng(1)).to_json()
    document["turn"]["number"] = player.LONG_ROUND * 2 + 1
    late = Position.from_json(document).view(view.seat)
    assert player.drags(late)
    found = {bots.make("search", GAME, seed).choose(late, Budget(iterations=64)).action for seed in range(40)}
    assert len(usual) == 1
    assert len(found) == 2


def test_greedy_beats_random() -> None:
    match = arena.Match("phase-10-flip", ("greedy", "random"), 2, seed=1, ruleset="short", options={"phases": 2})
    games = arena.run(match)
    assert sum(game["winners"] == [0] for game in games) == 4


@pytest.mark.parametrize(
    ("numbers", "stars", "groups", "wanted"),
    [
        ((3, 4, 5), 0, (3, 0, 2, 0), 2),
        ((3, 5, 9, 9), 1, (3, 0, 2, 0), 0),
        ((1, 2, 7), 0, (2, 2, 0, 0), 1),
        ((8, 8, 8, 2), 0, (0, 0, 4, 0), 1),
        ((1, 1, 2, 3, 5, 5), 0, (3, 0, 2, 2), 1),
    ],
)
def test_missing_cards_are_counted(
    numbers: tuple[int, ...], stars: int, groups: tuple[int, int, int, int], wanted: int
) -> None:
    row = stars + sum(1 << 4 * number for number in numbers)
    assert light.missing((row, 0, 0, 0), groups) == wanted


def test_a_phase_in_hand_is_laid_at_once() -> None:
    position, rng = GAME.new(2), verso.Rng(1)
    player = bots.make("greedy", GAME)
    laid = 0
    for _ in range(200):
        position.settle(rng)
        if position.to_act == verso.OVER or laid > 2:
            break
        view = position.view(position.to_act)
        action = player.choose(view, Budget()).action
        if position.state.can_lay > 0:
            assert position.text(action).startswith("place") or "lay" in position.text(action)
            laid += 1
        position.push(action)
    assert laid > 2


def test_the_share_of_a_win_follows_phases() -> None:
    document = GAME.new(2).to_json()
    position = Position.from_json(document)
    net = player.network_of(position.setup).tolist()
    out = [0.0, 0.0]
    position.state.phase[0] = 4
    light.evaluate(position.state, position.setup.tables, net, [], out)
    assert out[0] > 0 > out[1]
    assert sum(out) == pytest.approx(0)


def chosen(position: Position, net: Any) -> int:
    """Return what the policy does in a full state."""
    room = [0.0] * player.ROOM, [1], [0] * (GAME.action_count + 1)
    return light.policy(position.state, position.setup.tables, net, *room)


def test_games_are_played_on_without_backs_that_nobody_has_seen() -> None:
    """Full states that the seat to act cannot tell apart get the same choice; the plain weights tell some apart."""
    position, rng, greedy = GAME.new(2), verso.Rng(8), bots.make("greedy", GAME)
    sighted, plain = (find(position.setup).tolist() for find in (player.sighted_network_of, player.network_of))
    told_apart = compared = 0
    while compared < 150:
        position.settle(rng)
        view = position.view(position.to_act)
        if len(view.legal) > 1 and not view.legal[0] < rules.DISCARD:
            twins = [view.sample(verso.Rng("twin", number)) for number in range(3)]
            assert len({chosen(twin, sighted) for twin in twins}) == 1
            assert chosen(twins[0], sighted) == greedy.choose(view, Budget()).action
            told_apart += len({chosen(twin, plain) for twin in twins}) > 1
            compared += 1
        position.push(greedy.choose(view, Budget()).action)
    assert told_apart > 0
