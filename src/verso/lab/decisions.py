"""How much choices matter: what it costs to choose blindly instead of as the light player does.

Of some deals a game of light players is played, and of its choices some are looked at, every `EVERY`-th. From what the
seat could see, `PLAYED_ON` games are played on after each action that it had, all with the same luck. A choice matters
where the actions it did not take are surely worth less, taken together: the 95% interval of the difference is above 0.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from verso.bots import make
from verso.bots.bot import Bot, Budget
from verso.bots.values import Comparison, Valuer
from verso.core import kernel
from verso.core.game import Position, Setup, View
from verso.core.rng import Rng
from verso.core.spec import OVER
from verso.lab.study import Rows, Study

EVERY = 8
PLAYED_ON = 32
MOST_ACTIONS = 8
"""Of more actions than these, the one taken and some others, spread evenly, are looked at."""


@functools.lru_cache(maxsize=4)
def _valuer(setup: Setup) -> tuple[Valuer, Any]:
    """Return what plays on, and its room, which is large."""
    valuer = Valuer(setup, "lab")
    return valuer, valuer.desk()


def stakes(study: Study, setup: Setup, deals: Sequence[int]) -> Rows:
    """Return for each deal the choices that were looked at, those that matter, and what a blind choice costs."""
    looked, matter, cost, chosen = (np.zeros(len(deals)) for _ in range(4))
    for place, deal in enumerate(deals):
        for number, (view, action) in enumerate(_choices(study, setup, deal)):
            chosen[place] += 1
            if number % EVERY == deal % EVERY:
                lost, error = _lost(setup, view, action)
                looked[place] += 1
                cost[place] += lost
                matter[place] += lost > 1.959964 * error
    one = np.ones(len(deals))
    ratios = {"games": (one, one), "chosen": (chosen, one), "matter": (matter, looked), "stake": (cost, looked)}
    return Rows(ratios, np.zeros((len(deals), 1, 2)))


def _choices(study: Study, setup: Setup, deal: int) -> list[tuple[View, int]]:
    """Play a deal with light players and return what each saw that had to choose, and what it did."""
    rng = Rng(f"{study.seed}/{deal}")
    players: list[Bot] = [make("greedy", setup.game, f"{study.seed}/{deal}/{seat}") for seat in range(setup.seats)]
    position, found = Position.start(setup), []
    while position.to_act != OVER and position.ply < setup.game.max_plies:
        position.settle(rng)
        if position.to_act == OVER:
            break
        view = position.view(position.to_act)
        action = players[position.to_act].choose(view, Budget()).action
        if len(view.legal) > 1:
            found.append((view, action))
        position.push(action)
    return found


def _lost(setup: Setup, view: View, action: int) -> tuple[float, float]:
    """Return what the other actions are worth less than the one taken, on average, and the standard error of that."""
    assert view.seat is not None
    valuer, desk = _valuer(setup)
    others = [each for each in view.legal if each != action]
    step = math.ceil(len(others) / (MOST_ACTIONS - 1))
    comparison = Comparison(setup.seats, view.seat, (action, *others[::step]))
    state = kernel.to_array(view.state, setup.seats)[0]
    valuer.compare(state, comparison, PLAYED_ON, desk)
    apart = [comparison.win(0) - comparison.win(option) for option in range(1, len(comparison.options))]
    errors = [comparison.error_apart(option) for option in range(1, len(comparison.options))]
    return sum(apart) / len(apart), sum(errors) / len(errors)  # as if they went together: rather too large
