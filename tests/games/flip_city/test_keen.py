"""The keener player of Flip City: legal everywhere, wins where it can, and better than the light one."""

from __future__ import annotations

from typing import Any

import pytest

import verso
from support import long
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.games.flip_city import keen, player, policy, rules

GAME = verso.game("flip-city")
MODULES = ("verso.games.flip_city.rules", policy.__name__, keen.__name__)


class Playing:
    """A policy of one setup, interpreted."""

    def __init__(self, setup: Setup, *, keenly: bool = True) -> None:
        self.setup = setup
        self.engine = kernel.interpreted(*MODULES[: 3 if keenly else 2])
        self.net = (player.keen_network_of if keenly else player.network_of)(setup).tolist()
        self.room = [0.0] * player.ROOM, [1], [0] * (GAME.action_count + 1)

    def choose(self, position: Position) -> int:
        return int(self.engine.policy(position.state, self.setup.tables, self.net, *self.room))


SETUPS: list[tuple[int, str, dict[str, Any]]] = [
    (2, "standard", {"office": True}),
    (4, "standard", {"cards": GAME.load_cards("[CS]\ncash = 2\n", "cards.toml")}),
    (1, "solo", {}),
]


@pytest.mark.parametrize(("seats", "ruleset", "options"), SETUPS)
def test_it_plays_every_setup_to_its_end(seats: int, ruleset: str, options: dict[str, Any]) -> None:
    position, rng = GAME.new(seats, ruleset, **options), verso.Rng(2)
    playing = Playing(position.setup)
    recycled = 0
    position.settle(rng)
    while position.to_act >= 0:
        action = playing.choose(position)
        assert action in position.legal
        if seats > 1 and position.state.phase == rules.PHASE_PLAY and rules.STOP in position.legal:
            assert action == rules.STOP or not rules.has_won(position.state, position.setup.tables)
        recycled += rules.RECYCLE <= action < rules.BUY
        position.push(action)
        position.settle(rng)
    assert position.outcome() is not None
    assert position.ply > 50


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
    assert won > 0.6 * games
