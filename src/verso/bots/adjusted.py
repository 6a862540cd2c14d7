"""Results without their luck: what chance did to each seat of a game is measured and subtracted (after AIVAT, 2018).

Chance favours nobody on average, whatever its values are measured by. So the mean of adjusted results is that of the
plain ones, but they spread less, and fewer games say as much. An action that one of our bots drew by odds that it tells
(`Choice.drawn`) is chance as well: a slip of *easy* is its bad luck, and how often it slips is its strength. The values
are those of the light player, who plays on from the full state: nobody who plays sees them.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from verso.bots.values import Tuning, Valuer
from verso.core import kernel
from verso.core.game import Action, Position, Setup
from verso.core.record import Record
from verso.core.rng import seeded
from verso.core.spec import CHANCE

GAMES = 96
"""Played on after each outcome."""
HORIZONS = 2
"""How far. What a result keeps of its luck is by how much values before and after a turn contradict each other: the
light player plays most like those who are measured, and the later its judgement stands for the rest, the better."""
DRAWS = 12
"""More outcomes than these are not all looked at."""
FINENESS = 1 << 30
"""Odds of drawn actions are whole numbers that add up to this."""
Drawn = Mapping[int, Mapping[Action, float]]
"""By ply, the odds of actions that were drawn."""


class Adjuster:
    """Measures the luck in games of one setup."""

    def __init__(self, setup: Setup, games: int = GAMES) -> None:
        self.setup = setup
        self.valuer = Valuer(setup, "luck", Tuning(HORIZONS), ("verso.bots.kernels.luck",), keen=False)
        self._desk = self.valuer.desk()
        size = setup.game.action_count + 1
        self._room = np.zeros(1, kernel.dtype_of(setup.game.state_class, setup.seats))
        self._buffers = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._streams = self.valuer.streams(0, games)

    def luck(self, record: Record, seed: int | str = 0, drawn: Drawn | None = None) -> list[float]:
        """Return by how much chance raised the chance to win of every seat, all its outcomes together.

        `drawn` are the actions of players that were drawn; what became of those is luck too.
        """
        position, worth = record.start(), np.zeros(self.setup.seats)
        dice = np.array([seeded(f"luck/{seed}", 0)], np.int64)
        for action in record.actions:
            odds = (drawn or {}).get(position.ply)
            if position.to_act == CHANCE and len(position.legal) > 1:
                self._add(position, action, dice, worth, None)
            elif odds is not None and len(odds) > 1:
                self._add(position, action, dice, worth, odds)
            position.push(action)
        scale = 0.5 if self.setup.seats == 1 else (self.setup.seats - 1) / self.setup.seats
        return [scale * float(each) for each in worth]

    def _add(
        self, position: Position, action: Action, dice: Any, worth: Any, odds: Mapping[Action, float] | None
    ) -> None:
        """Add what one outcome of chance was worth, or one action that was drawn by odds."""
        state = kernel.to_array(position.state, self.setup.seats)[0]
        valuer, (weights, outcomes) = self.valuer, self._buffers
        drawn = (state, self.setup.array, valuer.net, action, self._streams, valuer.until(state), DRAWS, dice)
        room = self._desk, self._room[0]
        if odds is None:
            valuer.engine.luck(*drawn, *room, weights, outcomes, worth)
            return
        for place, (each, share) in enumerate(odds.items()):
            outcomes[place], weights[place] = each, round(FINENESS * share)
        valuer.engine.luck_of_draw(*drawn, *room, len(odds), weights, outcomes, worth)


@functools.lru_cache(maxsize=4)
def adjuster(setup: Setup, games: int = GAMES) -> Adjuster:
    """Return what measures the luck of a setup; made once, since its room is large."""
    return Adjuster(setup, games)


@dataclasses.dataclass(frozen=True)
class Adjusted:
    """A mean of adjusted results with its 95% interval, and how many plain games would say as much as one."""

    share: float
    low: float
    high: float
    worth: float


def summed(plain: Sequence[float], luck: Sequence[float], groups: Sequence[Any]) -> Adjusted | None:
    """Return the mean of results without their luck; results of one group (the games of a deal) go together.

    None with fewer than two groups: their spread cannot be known.
    """
    if len(set(groups)) < 2:
        return None
    adjusted = without_luck(plain, luck, groups)
    mean = math.fsum(adjusted) / len(adjusted)
    error = math.sqrt(_variance_of_mean(adjusted, groups))
    before, after = _variance(plain), _variance(adjusted)
    return Adjusted(mean, mean - 1.959964 * error, mean + 1.959964 * error, before / after if after > 0 else 1.0)


def without_luck(plain: Sequence[float], luck: Sequence[float], groups: Sequence[Any]) -> list[float]:
    """Return results less a part of their luck: as much of it as makes them spread least.

    Values that are measured by few games, or by players unlike those who played, are luck of their own; then a part
    says more than the whole. For a group the part is found in all others, so that it knows nothing of the luck that it
    is taken of, and results stay right on average.
    """
    numbers = {name: number for number, name in enumerate(dict.fromkeys(groups))}
    place, won, lucky = np.array([numbers[each] for each in groups]), np.array(plain), np.array(luck)
    parts = np.stack([np.ones(len(won)), won, lucky, won * lucky, lucky * lucky], axis=1)
    sums = np.zeros((len(numbers), parts.shape[1]))
    np.add.at(sums, place, parts)
    count, sum_won, sum_lucky, product, square = (sums.sum(axis=0) - sums).T
    together, spread = product - sum_won * sum_lucky / count, square - sum_lucky**2 / count
    part = np.clip(np.divide(together, spread, out=np.zeros(len(numbers)), where=spread > 1e-12), 0.0, 1.0)
    return list(won - part[place] * lucky)


def told_saving(games: int, worth: float) -> str:
    """Say how many games were saved by measuring luck: so many more with it would say as much."""
    saved = round(games * (worth - 1))
    return f"a game without luck says as much as {worth:.1f} with it, so {games} saved {max(0, saved)}"


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)


def _variance_of_mean(values: Sequence[float], groups: Sequence[Any]) -> float:
    """Return the variance of the mean, from how much the sums of whole groups differ."""
    mean, sums = math.fsum(values) / len(values), dict[Any, float]()
    for value, group in zip(values, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + value - mean
    spread = math.fsum(each**2 for each in sums.values()) * len(sums) / (len(sums) - 1)
    return spread / len(values) ** 2
