"""The keener player of Flip City: legal everywhere, wins where it can, and better than the light one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import verso
from support import long
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.games.flip_city import keen, player, policy, rules

GAME = verso.game("flip-city")
MODULES = ("verso.games.flip_city.rules", policy.__name__, keen.__name__)


class Playing:
    """A player of one setup, interpreted: the keener one, or the light one."""

    def __init__(self, setup: Setup, *, keenly: bool = True) -> None:
        self.setup = setup
        self.engine = kernel.interpreted(*MODULES[: 3 if keenly else 2])
        self.net = (player.keen_network_of if keenly else player.network_of)(setup).tolist()
        self.work, self.stream, self.actions = [0.0] * player.ROOM, [1], [0] * (GAME.action_count + 1)
        self.spare = [Position.start(setup).state] if keenly else []

    def choose(self, position: Position) -> int:
        given = position.state, self.setup.tables, self.net, self.work
        choosing = self.engine.keen_policy if self.spare else self.engine.policy
        return int(choosing(*given, *self.spare, self.stream, self.actions))

    def shares(self, position: Position) -> list[float]:
        """Return what share of the win each seat is expected to have."""
        out = [0.0] * self.setup.seats
        self.engine.evaluate(position.state, self.setup.tables, self.net, self.work, out)
        return [(1 + (self.setup.seats - 1) * each) / self.setup.seats for each in out]


SETUPS: list[tuple[int, str, dict[str, Any]]] = [
    (2, "standard", {"office": True}),
    (4, "standard", {"cards": GAME.load_cards("[CS]\ncash = 2\n", "cards.toml")}),
    (1, "solo", {}),
]


@pytest.mark.parametrize(("seats", "ruleset", "options"), SETUPS)
def test_it_plays_every_setup_to_its_end(seats: int, ruleset: str, options: dict[str, Any]) -> None:
    position, rng = GAME.new(seats, ruleset, **options), verso.Rng(2)
    playing = Playing(position.setup)
    position.settle(rng)
    while position.to_act >= 0:
        action = playing.choose(position)
        assert action in position.legal
        if seats > 1 and position.state.phase == rules.PHASE_PLAY and rules.STOP in position.legal:
            assert action == rules.STOP or not rules.has_won(position.state, position.setup.tables)
        position.push(action)
        position.settle(rng)
    assert position.outcome() is not None
    assert position.ply > 50


def test_it_judges_every_moment_and_knows_a_won_turn() -> None:
    """In the middle of a turn too: the shares sum to 1, and eight points in the street are nearly the win."""
    position, rng = GAME.new(2), verso.Rng("moments")
    playing = Playing(position.setup)
    position.settle(rng)
    won = []
    while position.to_act >= 0:
        shares = playing.shares(position)
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= each <= 1 for each in shares)
        if rules.has_won(position.state, position.setup.tables) and rules.may_stop(
            position.state, position.setup.tables
        ):
            won.append(shares[position.to_act])
        position.push(playing.choose(position))
        position.settle(rng)
    assert won
    assert min(won) > 0.8


PILES = [((5, 3, 2), (1, 1, 0), 1), ((4, 1, 0), (2, 3, 1), 0), ((2, 2, 1), (5, 4, 1), 2), ((0, 0, 0), (3, 2, 1), 1)]


@pytest.mark.parametrize(("deck", "discard", "left"), PILES)
def test_the_chance_to_play_on_is_that_of_all_orders(
    deck: tuple[int, int, int], discard: tuple[int, int, int], left: int
) -> None:
    """Held against cards drawn in every order, deck first: calm ones, unhappy ones, ones that raise the limit."""
    other = piles_of((2, 0, 0), (0, 0, 0))
    document = {"game": "flip-city", "seats": 2, "to_act": 0, "supply": {}, "players": [piles_of(deck, discard), other]}
    position = Position.from_json(document)
    needed, work = 10, [0.0] * keen.WORK
    wanted = keen.Wanted(0, needed, keen.DRAWS)
    keen.look_at_draws(position.state, position.setup.tables, work, 0, left, False, wanted)
    for more in (*range(1, keen.DRAWS + 1), needed):
        place = keen.DRAWS if more == needed else more - 1
        assert work[place] == pytest.approx(stays(deck, discard, left, more), abs=2e-4), more


def piles_of(deck: tuple[int, int, int], discard: tuple[int, int, int]) -> dict[str, Any]:
    """Return a player with calm, unhappy and limit-raising cards in deck and discard pile, and none in sight."""
    named = ("CS", "HO", "CH")
    piles = [{face: count for face, count in zip(named, pile, strict=True) if count} for pile in (deck, discard)]
    return {"top": [], "deck": piles[0], "discard": piles[1]}


def stays(deck: tuple[int, ...], discard: tuple[int, ...], room: int, draws: int) -> float:
    if room < 0 or draws == 0:
        return float(room >= 0)
    if not any(deck):
        return stays(discard, (), room, draws) if any(discard) else 0.0
    total = 0.0
    for kind, change in enumerate((0, -1, 1)):
        if deck[kind]:
            rest = tuple(count - (place == kind) for place, count in enumerate(deck))
            total += deck[kind] / sum(deck) * stays(rest, discard, room + change, draws - 1)
    return total


def test_its_network_sees_an_edited_card_by_its_effects() -> None:
    """A front that has the effects of another one is seen as that one wherever cards count."""
    plain = GAME.setup(2)
    edited = GAME.setup(2, cards=GAME.load_cards("[CS]\ncash = 3\n", "cards.toml"))
    place = 2 * next(kind for kind in range(10) if plain.tables.cash[2 * kind] != edited.tables.cash[2 * kind])
    lenses = [player.keen_lens(each.tables, 2)[keen.PLAYED + place] for each in (plain, edited)]
    changed = lenses[1] - lenses[0]
    assert changed.any()
    assert np.flatnonzero(changed).tolist() == [1 + player.KEEN_EFFECTS.index("cash")]


@pytest.mark.parametrize("games", [long(300)])
def test_it_is_better_than_the_light_player(games: int) -> None:
    setup = GAME.setup(2)
    players = Playing(setup, keenly=False), Playing(setup)
    won = 0
    for number in range(games):
        position, rng, mine = Position.start(setup), verso.Rng("better", number // 2), number % 2
        position.settle(rng)
        while position.to_act >= 0:
            position.push(players[position.to_act == mine].choose(position))
            position.settle(rng)
        outcome = position.outcome()
        won += outcome is not None and mine in outcome.winners
    assert won > 0.68 * games
