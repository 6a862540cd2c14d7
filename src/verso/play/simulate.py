"""Plays many games between bots. Each game depends on the seed and its own number alone, so it does not matter who
plays which games: the result is the same on one process, on many, or on any other `concurrent.futures.Executor`.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
import json
import math
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from verso import bots
from verso.bots import workers
from verso.bots.bot import Budget
from verso.core.game import InvalidSetup, Position, Setup, find_game
from verso.core.rng import Rng


@dataclasses.dataclass(frozen=True)
class Plan:
    """What is played: a setup as JSON text (so that it can travel), a bot for each seat, a seed."""

    setup: str
    bots: tuple[str, ...]
    seed: int | str
    budget: Budget = dataclasses.field(default_factory=Budget)

    @classmethod
    def of(cls, setup: Setup, names: Sequence[str], seed: int | str, budget: Budget | None = None) -> Plan:
        """Return the plan of a setup; fewer names than seats are repeated in turn."""
        if not names:
            raise InvalidSetup("no bots are named")
        if len(names) > setup.seats:
            raise InvalidSetup(f"{len(names)} bots are too many for {setup.seats} seats")
        for name in names:
            bots.make(name, setup.game)
        seated = tuple(itertools.islice(itertools.cycle(names), setup.seats))
        return cls(json.dumps(setup.to_json()), seated, seed, budget or Budget())


@dataclasses.dataclass(frozen=True)
class Result:
    """How one game ended. Bots go round the seats from game to game; here they are numbered as in the plan."""

    number: int
    winners: tuple[int, ...]
    """The bots that won."""
    turns_of_winners: tuple[int, ...]
    """The same, numbered by who acted first in this game."""
    reason: str
    truncated: bool
    plies: int
    details: dict[str, int]


@functools.lru_cache(maxsize=8)
def _setup(text: str) -> Setup:
    document = json.loads(text)
    game = find_game(document["game"])
    return game.prepare(document["seats"], document["ruleset"], document["options"], document.get("cards"))


def play_one(plan: Plan, number: int) -> Result:
    """Play game `number` of a plan to its end."""
    setup = _setup(plan.setup)
    seats, game = setup.seats, setup.game
    bot_at = [(seat - number) % seats for seat in range(seats)]
    players = [bots.make(plan.bots[bot], game, f"{plan.seed}/{number}/{bot}") for bot in bot_at]
    rng = Rng(f"{plan.seed}", number)
    position = Position.start(setup)
    position.settle(rng)
    first = max(position.to_act, 0)
    while position.to_act >= 0 and position.ply < game.max_plies:
        seat = position.to_act
        position.push(players[seat].choose(position.view(seat), plan.budget).action)
        position.settle(rng)
    outcome = position.outcome()
    if outcome is None:
        return Result(number, (), (), "truncated", True, position.ply, {})
    return Result(
        number,
        tuple(bot_at[seat] for seat in outcome.winners),
        tuple((seat - first) % seats for seat in outcome.winners),
        outcome.reason,
        outcome.truncated,
        position.ply,
        dict(outcome.details),
    )


def play_range(plan: Plan, first: int, last: int) -> list[Result]:
    """Play the games from `first` up to, not including, `last`."""
    return [play_one(plan, number) for number in range(first, last)]


def simulate(
    plan: Plan,
    games: int,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
    chunk: int = 10,
) -> list[Result]:
    """Play all games, here or on an executor, and return their results in order."""
    told = progress or (lambda count: None)
    work = ((plan, first, min(first + chunk, games)) for first in range(0, games, chunk))
    results: list[Result] = []
    for part in workers.finished(executor, play_range, work):
        results += part
        told(len(part))
    return sorted(results, key=lambda result: result.number)


# --- what it amounts to


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """Return Wilson's confidence interval of a share, at 95% unless told otherwise."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, centre - half), min(1.0, centre + half)


def report(plan: Plan, results: Sequence[Result]) -> dict[str, Any]:
    """Return winners, seat advantage and lengths as one document."""
    games = len(results)
    setup: dict[str, Any] = json.loads(plan.setup)
    by_bot = collections.Counter(bot for result in results for bot in result.winners)
    by_turn = collections.Counter(turn for result in results for turn in result.turns_of_winners)
    lengths = {"plies": [result.plies for result in results]}
    for result in results:
        for key, value in result.details.items():
            lengths.setdefault(key, []).append(value)
    return setup | {
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": games,
        "wins": [{"bot": bot} | _share(by_bot[number], games) for number, bot in enumerate(plan.bots)],
        "wins_by_order": [{"order": turn + 1} | _share(by_turn[turn], games) for turn in range(setup["seats"])],
        "reasons": dict(sorted(collections.Counter(result.reason for result in results).items())),
        "truncated": sum(result.truncated for result in results),
        "lengths": {key: _spread(values) for key, values in lengths.items()},
    }


def _share(wins: int, games: int) -> dict[str, Any]:
    low, high = wilson(wins, games)
    return {"wins": wins, "share": wins / games, "low": low, "high": high}


def _spread(values: list[int]) -> dict[str, float]:
    return {
        "least": min(values),
        "median": statistics.median(values),
        "mean": statistics.fmean(values),
        "most": max(values),
    }
