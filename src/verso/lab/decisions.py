"""How much choices matter: what it costs to choose blindly instead of as the light player does.

Of some deals the games of light players are played, and `LOOKED_AT` choices of each, drawn at random, stand for all of
that game. From what the seat could see, `PLAYED_ON` games are played on after each action that it had, all with the
same luck. A choice matters where the actions it did not take are surely worth less, taken together: the 95% interval of
the difference is above 0.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from verso.bots import many
from verso.bots.values import Valuer
from verso.core import kernel
from verso.core.game import Setup
from verso.core.rng import seeded
from verso.lab.kernels import choices
from verso.lab.study import LIGHT, Rows, Study

LOOKED_AT = 6
PLAYED_ON = 32
MOST_ACTIONS = 8
"""Of more actions than these, the one taken and some others, spread evenly, are looked at."""


@functools.lru_cache(maxsize=8)
def _valuer(setup: Setup, _thread: int) -> tuple[Valuer, Any]:
    """Return what plays on, and its room, which is large and for one thread alone."""
    valuer = Valuer(setup, "lab", keen=False)
    return valuer, valuer.desk()


def stakes(study: Study, setup: Setup, deals: Sequence[int]) -> Rows:
    """Return for each deal its choices, about how many of them matter, and what a blind choice costs."""
    kept = kept_choices(study, setup, deals)
    matter, cost = np.zeros(len(deals)), np.zeros(len(deals))
    for game in range(len(deals)):
        looked_at = min(int(kept.met[game]), LOOKED_AT)
        for place in range(looked_at):
            seat, action = int(kept.seats[game, place]), int(kept.actions[game, place])
            lost, error = _lost(setup, kept.views[game, place], seat, action)
            cost[game] += lost / looked_at
            matter[game] += (lost > 1.959964 * error) / looked_at
    one, chosen = np.ones(len(deals)), kept.met.astype(np.float64)
    ratios = {"games": (one, one), "chosen": (chosen, one), "matter": (chosen * matter, one)}
    return Rows(ratios | {"stake": (chosen * cost, chosen)}, np.zeros((len(deals), 1, 2)))


def kept_choices(study: Study, setup: Setup, deals: Sequence[int]) -> choices.Kept:
    """Play deals with light players, as all games of a study are played, and return some choices of each."""
    table = many.Table(setup, (LIGHT,) * setup.seats, by_turn=True)
    dealt = [many.Deal(f"{study.seed}/{number}") for number in deals]
    places = (len(deals), LOOKED_AT)
    kept = choices.Kept(
        np.zeros(places, kernel.dtype_of(setup.game.state_class, setup.seats)),
        np.zeros(places, np.int64),
        np.zeros(places, np.int64),
        np.zeros(len(deals), np.int64),
        np.array([[seeded(f"{study.seed}/{number}/looked at")] for number in deals], np.int64),
    )
    engine = kernel.compiled(*many.modules(setup.game, choices.__name__))
    many.play_through(table, dealt, functools.partial(_with, engine.keep_choices, kept))
    return kept


def _with(loop: Any, kept: choices.Kept, *arguments: Any) -> int:
    return int(loop(*arguments, kept))


def _lost(setup: Setup, view: Any, seat: int, action: int) -> tuple[float, float]:
    """Return what the other actions are worth less than the one taken, on average, and the standard error of that."""
    valuer, desk = _valuer(setup, threading.get_ident())
    buffer = np.zeros(setup.game.action_count + 1, np.int64)
    count = int(valuer.engine.legal(view, setup.array, buffer))
    others = [each for each in buffer[:count].tolist() if each != action]
    step = math.ceil(len(others) / (MOST_ACTIONS - 1))
    comparison = valuer.comparison(seat, (action, *others[::step]))
    valuer.compare(view, comparison, PLAYED_ON, desk)
    apart = [comparison.win(0) - comparison.win(option) for option in range(1, len(comparison.options))]
    errors = [comparison.error_apart(option) for option in range(1, len(comparison.options))]
    return sum(apart) / len(apart), sum(errors) / len(errors)  # as if they went together: rather too large
