"""Every figure of the lab against a slow count of stored games, and compiled games against those move by move."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import verso
from verso import bots
from verso.bots import many
from verso.bots.bot import Budget
from verso.core.game import Position, Setup
from verso.core.record import Record
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.lab.stepped import play_stepped
from verso.lab.study import LIGHT, Study, counted
from verso.play.simulate import actions_named

DEALS = range(12)
SEED = "slow"


@functools.cache
def setup_of(game: str) -> Setup:
    if game == "flip-city":
        return verso.game(game).setup(2, cards={"FA": {"cost": 4}})
    return verso.game(game).setup(2, cards={"phases": {"1": ["run 3", "set 2"]}}, phases=2)


@functools.cache
def stored(game: str) -> list[Record]:
    """Play the deals with light players, move by move; luck begins anew with each turn."""
    setup, found = setup_of(game), []
    for deal in DEALS:
        players = [bots.make("greedy", setup.game, f"{SEED}/{deal}/0/{seat}") for seat in range(setup.seats)]
        position, rng, now = Position.start(setup), Rng(0), None
        while position.to_act != OVER:
            if now != (now := clock(position)):
                rng = Rng(f"{SEED}/{deal}", now)
            position.settle(rng)
            if position.to_act == OVER:
                break
            view = position.view(position.to_act)
            position.push(players[position.to_act].choose(view, Budget()).action)
        found.append(Record.of(position))
    return found


def clock(position: Position) -> int:
    """Flip City counts turns, Phase 10 Flip rounds and turns, as their policies do."""
    from verso.bots.arena import _clock

    return _clock(position.game)(position)


@functools.cache
def figures(game: str) -> dict[str, float]:
    setup = setup_of(game)
    study = Study(setup, setup, games=len(DEALS), seed=SEED)
    rows = counted(study, study.sides[1], DEALS, LIGHT)
    return {key: float(above.sum() / below.sum()) for key, (above, below) in rows.ratios.items() if below.sum()}


def told(record: Record) -> tuple[Any, list[tuple[Position, int]]]:
    """Return how a game ended, and every action of a seat with the position before it."""
    position, acts = record.start(), []
    for action in record.actions:
        if position.to_act >= 0:
            acts.append((position.copy(), action))
        position.push(action)
    return position.outcome(), acts


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_wins_length_endings_and_choices(game: str) -> None:
    seats, wins, ends, lengths, choices = setup_of(game).seats, dict[str, float](), Counter[str](), 0, 0
    for record in stored(game):
        outcome, acts = told(record)
        first = acts[0][0].to_act
        for winner in outcome.winners:
            key = f"seat:{(winner - first) % seats + 1}"
            wins[key] = wins.get(key, 0.0) + 1 / len(outcome.winners)
        ends[f"end:{outcome.reason}"] += 1
        lengths += outcome.details["turns" if game == "flip-city" else "rounds"]
        choices += sum(len(position.legal) > 1 for position, _ in acts)
    found, games = figures(game), len(DEALS)
    assert {key: found[key] * games for key in found if key.startswith("seat:")} == pytest.approx(
        {f"seat:{place + 1}": wins.get(f"seat:{place + 1}", 0.0) for place in range(seats)}
    )
    assert {key: found[key] * games for key in ends} == pytest.approx(dict(ends))
    assert found["length"] * games == pytest.approx(lengths)
    assert found["decisions"] * games * seats == pytest.approx(choices)


def test_cards_lost_turns_and_plans_of_flip_city() -> None:
    setup, players, lost, turns = setup_of("flip-city"), 0, 0, 0
    got, plans = Counter[str](), Counter[str]()
    for record in stored("flip-city"):
        outcome, acts = told(record)
        had: list[set[str]] = [set() for _ in range(setup.seats)]
        worth: list[Counter[str]] = [Counter() for _ in range(setup.seats)]
        for position, action in acts:
            verb, *names = position.text(action).split()
            after = position.copy()
            after.push(action)
            over = after.state.turn != position.state.turn or after.to_act == OVER
            turns += over
            lost += over and verb != "done"
            if verb in ("buy", "develop", "flip") and ">" not in names[0]:
                face = names[0] if verb == "buy" else other(setup, names[0])
                had[position.to_act].add(face)
                worth[position.to_act][face] += points(setup, face)
        players += setup.seats
        got.update(name for each in had for name in each)
        for winner in outcome.winners:
            plans[plan(outcome.reason, worth[winner])] += 1
    found = figures("flip-city")
    shares = {key: found[key] * players for key in found if key.startswith("has:")}
    assert shares == pytest.approx({key: got[key.removeprefix("has:")] for key in shares})
    assert found["measure:lost:share"] == pytest.approx(lost / turns)
    followed = {key: found[key] * len(DEALS) for key in found if key.startswith("plan:")}
    assert followed == pytest.approx({key: plans[key.removeprefix("plan:")] for key in followed})


def other(setup: Any, name: str) -> str:
    face = setup.cards.index[name]
    return str(setup.code(face + 1 - 2 * (face % 2)))


def points(setup: Any, name: str) -> int:
    face = setup.cards.index[name]
    return int(setup.tables.points[face] + setup.tables.recycle_points[face])


def plan(reason: str, worth: Mapping[str, int]) -> str:
    if reason == "cards":
        return "cards"
    best = max(worth.values(), default=0)
    leading = [name for name, value in worth.items() if value == best > 0 and 2 * value > sum(worth.values())]
    return leading[0] if leading else "mixed"


def test_cards_flips_and_laid_phases_of_phase_10_flip() -> None:
    used, counts, rounds = Counter[str](), Counter[str](), 0
    for record in stored("phase-10-flip"):
        outcome, acts = told(record)
        rounds += outcome.details["rounds"]
        for position, action in acts:
            state, seat = position.state, position.to_act
            verb = position.text(action).split()[0]
            counts[verb] += 1
            after = position.copy()
            after.push(action)
            if verb in ("place", "hit"):
                kept = Counter(state.hand[seat][: state.hand_count[seat]])
                if after.state.round == state.round and after.to_act != OVER:
                    kept -= Counter(after.state.hand[seat][: after.state.hand_count[seat]])
                [thread] = kept  # what has left the hand
                face = position.setup.tables.face[state.side][state.card[thread]]
                used[str(position.setup.tables.value[face] or "star")] += 1
            counts["laid"] += verb == "place" and not state.laying
            counts["flips"] += after.state.round == state.round and after.state.side != state.side
    found, seats = figures("phase-10-flip"), 2
    uses = {key: found[key] * len(DEALS) * seats for key in found if key.startswith("uses:")}
    assert uses == pytest.approx({key: used[key.removeprefix("uses:")] for key in uses})
    assert found["measure:laid:share"] == pytest.approx(counts["laid"] / (rounds * seats))
    assert found["measure:taken:share"] == pytest.approx(counts["take"] / (counts["take"] + counts["draw"]))
    assert found["measure:flips:number"] * rounds >= counts["flips"]  # one that ends a round does not show any more


@pytest.mark.parametrize("game", ["flip-city", "phase-10-flip"])
def test_games_move_by_move_are_counted_like_compiled_ones(game: str) -> None:
    """Leads, comebacks and tallies too: both ways must find the same in every array."""
    setup = setup_of(game)
    barred = {0: actions_named(setup, "buy CS" if game == "flip-city" else "take")}
    table = many.Table(setup, ("greedy",) * setup.seats, barred, by_turn=True, leads=True, tallies=True)
    deals = [many.Deal(f"{SEED}/{number}") for number in range(4)]
    compiled, stepped = many.play(table, deals), play_stepped(table, "greedy", deals)
    for name in ("wins", "scores", "truncated", "plies", "first", "decisions", "acts", "lead_changes", "tallies"):
        assert np.array_equal(getattr(compiled, name), getattr(stepped, name)), name
    assert np.allclose(compiled.lowest, stepped.lowest)
    assert compiled.reasons == stepped.reasons
    assert {key: each.tolist() for key, each in compiled.details.items()} == {
        key: each.tolist() for key, each in stepped.details.items()
    }
