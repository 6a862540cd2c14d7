"""The light opponents: always legal, honest, and greedy clearly better than chance."""

from __future__ import annotations

import itertools

import pytest

import verso
from verso import bots
from verso.bots.bot import Budget
from verso.core.game import InvalidSetup, Position, Setup
from verso.play.simulate import Plan, play_range, report, simulate, wilson

GAME = verso.game("flip-city")
BUDGET = Budget()


def all_setups() -> list[Setup]:
    found = []
    for ruleset, seats, office in itertools.product(GAME.rulesets(), GAME.seats, (False, True)):
        try:
            found.append(GAME.setup(seats, ruleset, office=True) if office else GAME.setup(seats, ruleset))
        except InvalidSetup:
            continue
    return found


def name_of(setup: Setup) -> str:
    return f"{setup.ruleset}-{setup.seats}-{setup.options.get('office', '')}"


def play(setup: Setup, names: list[str], seed: int, most: int = 10_000) -> Position:
    """Play a game, checking that every choice is legal and the same from every state that looks the same."""
    rng, other = verso.Rng(seed), verso.Rng(seed + 1000)
    players = [bots.make(name, GAME, seed) for name in names]
    shadows = [bots.make(name, GAME, seed) for name in names]
    position = Position.start(setup)
    position.settle(rng)
    while position.to_act >= 0 and position.ply < most:
        seat = position.to_act
        view = position.view(seat)
        choice = players[seat].choose(view, BUDGET)
        assert choice.action in view.legal
        assert choice == shadows[seat].choose(view.sample(other).view(seat), BUDGET)  # law 9
        position.push(choice.action)
        position.settle(rng)
    return position


@pytest.mark.parametrize("setup", all_setups(), ids=name_of)
@pytest.mark.parametrize("name", ["random", "greedy", "published", "easy", "medium"])
def test_choices_are_legal_and_depend_on_the_view_alone(setup: Setup, name: str) -> None:
    play(setup, [name] * setup.seats, seed=3, most=600)


def test_greedy_beats_random() -> None:
    plan = Plan.of(GAME.setup(2), ["greedy", "random"], seed=1)
    assert simulate(plan, 40).wins[0] >= 38


def test_greedy_wins_in_about_as_many_turns_as_people() -> None:
    found = report(plan := Plan.of(GAME.setup(2), ["greedy"], seed=2), simulate(plan, 40))
    assert 20 <= found["lengths"]["turns"]["median"] <= 50  # both seats counted together
    assert found["truncated"] == 0


def test_greedy_never_takes_the_last_card_of_a_solo_supply() -> None:
    plan = Plan.of(GAME.setup(1, "solo"), ["greedy"], seed=5)
    assert simulate(plan, 60).wins[0] > 0


def test_greedy_plays_cards_it_has_never_seen() -> None:
    edits = GAME.load_cards(
        '[ZO]\nback = "ZZ"\nname = "Zoo"\ncost = 3\nfee = 2\ncash = 2\n[ZZ]\nname = "Safari"\npoints = 3\n', "zoo.toml"
    )
    assert play(GAME.setup(2, cards=edits), ["greedy", "greedy"], seed=8).outcome() is not None


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(InvalidSetup, match="no bot 'genius'; it has random, greedy"):
        bots.make("genius", GAME)


def test_a_single_choice_needs_no_thought() -> None:
    position = GAME.new(2)
    position.settle(verso.Rng(1))
    view = position.view(position.to_act)
    assert len(view.legal) == 1
    assert bots.make("greedy", GAME).choose(view, BUDGET).action == view.legal[0]


# --- simulation


def test_simulation_depends_on_the_seed_alone() -> None:
    plan = Plan.of(GAME.setup(3), ["greedy", "random"], seed="here")
    whole = simulate(plan, 7, chunk=3)
    assert whole == simulate(plan, 7, chunk=1)
    assert play_range(plan, 0, 7) == [*play_range(plan, 0, 2), *play_range(plan, 2, 7)]
    assert plan.bots == ("greedy", "random", "greedy")
    assert whole != simulate(Plan.of(GAME.setup(3), ["greedy", "random"], seed="there"), 7)


def test_simulation_tells_its_progress() -> None:
    told: list[int] = []
    simulate(Plan.of(GAME.setup(2), ["greedy"], seed=1), 5, progress=told.append, chunk=2)
    assert told == [2, 2, 1]


@pytest.mark.parametrize("names", [[], ["greedy"] * 3, ["genius"]])
def test_a_plan_that_cannot_be_seated_is_refused(names: list[str]) -> None:
    with pytest.raises(InvalidSetup):
        Plan.of(GAME.setup(2), names, seed=1)


def test_wilson_interval() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # Wilson 1927, 95%
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)
