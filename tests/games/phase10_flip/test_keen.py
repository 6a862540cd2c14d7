"""The keener player of Phase 10 Flip: legal everywhere, sees what its seat has seen, better than the light one."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import verso
from support import long
from verso.core import kernel
from verso.core.game import Position, Setup
from verso.games.phase10_flip import keen, player, policy, rules

GAME = verso.game("phase-10-flip")
MODULES = ("verso.games.phase10_flip.rules", policy.__name__, keen.__name__)
SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("standard", 2, {}),
    ("standard", 3, {"own_backs": "shown", "require_final_discard": True}),
    ("short", 6, {"force_lay": True, "min_numbers": "group"}),
    ("fixed-rounds", 2, {"phases": 3, "flip_on_going_out": False}),
]


class Playing:
    """A player of one setup, interpreted: the keener one, or the light one, which plays by sight too."""

    def __init__(self, setup: Setup, *, keenly: bool = True) -> None:
        self.setup, self.keenly = setup, keenly
        self.engine = kernel.interpreted(*MODULES)
        self.net = (player.keen_network_of if keenly else player.sighted_network_of)(setup).tolist()
        self.work, self.stream, self.actions = [0.0] * player.ROOM, [1], [0] * (GAME.action_count + 1)
        self.spare = Position.start(setup).state

    def expected(self, position: Position, seat: int) -> list[float]:
        """Return what share of the win each player can expect by what a seat has seen, from that seat on."""
        self.engine.expect(position.state, self.setup.tables, seat, self.net, self.work)
        return self.work[keen.SHARES : keen.SHARES + self.setup.seats]

    def choose(self, position: Position) -> int:
        given = position.state, self.setup.tables, self.net, self.work
        if self.keenly:
            return int(self.engine.keen_policy(*given, self.spare, self.stream, self.actions))
        return int(self.engine.policy(*given, self.stream, self.actions))


@pytest.mark.parametrize(("ruleset", "seats", "options"), SETUPS)
def test_it_plays_every_setup_to_its_end(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Also against itself, where two could take each other's Flip cards for ever."""
    position, rng = GAME.new(seats, ruleset, **options), verso.Rng(2)
    playing = Playing(position.setup)
    position.settle(rng)
    while position.to_act >= 0:
        before = position.to_json()
        action = playing.choose(position)
        assert action in position.legal
        assert position.to_json() == before  # trying actions leaves no trace
        position.push(action)
        position.settle(rng)
    outcome = position.outcome()
    assert outcome is not None
    assert not outcome.truncated


def test_it_uses_nothing_that_its_seat_has_not_seen() -> None:
    """Law 9: full states that the seat to act cannot tell apart get the same choice, whatever there is to choose."""
    position, rng = GAME.new(3), verso.Rng("sight")
    playing = Playing(position.setup)
    position.settle(rng)
    compared = dict.fromkeys(("draw", "discard", "place", "hit"), 0)
    while min(compared.values()) < 12:
        view = position.view(position.to_act)
        action = playing.choose(position)
        if len(view.legal) > 1:
            twins = [view.sample(verso.Rng("twin", number)) for number in range(3)]
            assert {playing.choose(twin) for twin in twins} == {action}
            kinds = ("draw", rules.DISCARD), ("discard", rules.PLACE), ("place", rules.HIT), ("hit", rules.ACTIONS)
            compared[next(kind for kind, end in kinds if action < end)] += 1
        position.push(action)
        position.settle(rng)
        if position.to_act == verso.OVER:
            position = GAME.new(3)
            position.settle(rng)


def moments(seats: int, ruleset: str, seed: str, **options: Any) -> Iterator[Position]:
    """Play a game of the light player and yield all its positions, also while chance is to act."""
    position, rng = GAME.new(seats, ruleset, **options), verso.Rng(seed)
    playing = Playing(position.setup, keenly=False)
    while position.to_act != verso.OVER:
        yield position
        if position.to_act == verso.CHANCE:
            outcomes = list(position.weights())  # all equally likely
            position.push(outcomes[rng.below(len(outcomes))])
        else:
            position.push(playing.choose(position))


def kind_of(state: Any) -> str:
    """Say at what kind of moment a game is."""
    if state.to_act == verso.CHANCE:
        return f"chance {state.awaited_for}"
    return "laying" if state.laying > 0 else f"step {state.step}" + (" laid" if state.laid[state.seat] else "")


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"own_backs": "shown"})])
def test_what_it_expects_goes_by_what_a_seat_has_seen(seats: int, options: dict[str, Any]) -> None:
    """Law 9 at every kind of moment, for every seat: the same numbers, bit by bit, however its view is completed."""
    met = collections.Counter[tuple[str, bool]]()
    for position in moments(seats, "standard", "expects", **options):
        playing = Playing(position.setup)
        for seat in range(seats):
            kind = kind_of(position.state), position.state.seat == seat
            met[kind] += 1
            if met[kind] <= 4:
                view = position.view(seat)
                shares = playing.expected(position, seat)
                assert sum(shares) == pytest.approx(1)
                assert min(shares) >= 0
                for number in range(3):
                    assert playing.expected(view.sample(verso.Rng("twin", number)), seat) == shares
    wanted = ("chance 0", "chance 1", "chance 2", "chance 3", "step 0", "step 1", "step 1 laid", "laying")
    assert {kind for kind, _ in met} >= set(wanted)


def test_what_it_expects_looks_at_no_card_unseen() -> None:
    """A view says as much as the full state: whatever it leaves out is not asked for."""
    for number, position in enumerate(moments(2, "standard", "views")):
        playing = Playing(position.setup)
        if number % 17 == 0:
            for seat in range(2):
                playing.engine.expect(position.view(seat).state, playing.setup.tables, seat, playing.net, playing.work)
                seen = playing.work[keen.SHARES : keen.SHARES + 2]
                assert seen == playing.expected(position, seat)


@pytest.mark.parametrize("games", [long(200)])
def test_it_is_better_than_the_light_player(games: int) -> None:
    """Both see what their seat has seen, and no more. Compiled, for a game takes seconds otherwise."""
    setup, engine = GAME.setup(2), kernel.compiled(*MODULES)
    nets = player.sighted_network_of(setup), player.keen_network_of(setup)
    start = Position.start(setup).state
    room, spare = np.zeros(player.ROOM), kernel.to_array(start, 2)[0]
    stream, actions = np.ones(1, np.int64), np.zeros(GAME.action_count + 1, np.int64)
    won = 0
    for number in range(games):
        position, rng, mine = Position.start(setup), verso.Rng("better", number // 2), number % 2
        position.settle(rng)
        while position.to_act >= 0:
            given = kernel.to_array(position.state, 2)[0], setup.array
            if position.to_act == mine:
                action = engine.keen_policy(*given, nets[1], room, spare, stream, actions)
            else:
                action = engine.policy(*given, nets[0], room, stream, actions)
            position.push(int(action))
            position.settle(rng)
        outcome = position.outcome()
        won += outcome is not None and mine in outcome.winners
    assert won > 0.8 * games


@pytest.mark.parametrize(
    ("ruleset", "tied"), [("standard", False), ("standard", True), ("short", False), ("fixed-rounds", False)]
)
def test_what_going_out_comes_to_is_what_the_rules_make_of_it(ruleset: str, tied: bool) -> None:
    rng, met = verso.Rng("ending"), collections.Counter[int]()
    for _ in range(80):
        position = GAME.new(3, ruleset)
        position.settle(rng)
        s, t = position.state, position.setup.tables
        for seat in range(3):
            s.phase[seat] = t.last_phase - rng.below(2)
            s.laid[seat], s.score[seat] = rng.below(2), 5 * rng.below(20)
            s.replaying[seat] = int(tied)
        s.tied = 3 if tied else 0
        s.round = t.last_phase - rng.below(2)
        s.step, s.laid[s.seat], s.hand_count[s.seat] = rules.STEP_PLAY, 1, 1
        holder, what = s.seat, keen.ending(s, t, s.seat)
        position.push(rules.DISCARD)
        outcome, met[what] = position.outcome(), met[what] + 1
        winners = outcome.winners if outcome else [seat for seat in range(3) if position.state.replaying[seat]]
        if what == keen.WINS:
            assert list(winners) == [holder]
        elif what == keen.LOSES:
            assert winners
            assert holder not in winners
        else:
            assert bool(winners) == (what == keen.COUNTS)
    assert len(met) == (1 if tied else 2 if ruleset == "fixed-rounds" else 4)
