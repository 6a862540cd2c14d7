"""What chance did to the players of a game, for figures of wins without their luck (after AIVAT, 2018).

At every chance after the first action of a player, games are played on from what came and from what could have come;
the one less the mean of the others, by their odds, is luck. On average that is nothing, whatever the values are worth,
so a part of it may be taken away from results without making them wrong on average (`statistics.without_luck`). It is
counted from the first action on because figures are told by who acts first, which chance has decided by then.

It takes as long as some hundred thousand actions of light players: far more than a game of theirs, so more of those
are played instead. It pays where players think long about each game.
"""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np

from verso.bots.explain import chance_to_win
from verso.bots.ismcts import Search
from verso.bots.players import Player
from verso.bots.values import Valuer
from verso.core import kernel
from verso.core.game import Setup
from verso.core.record import Record
from verso.core.rng import seeded
from verso.core.spec import CHANCE

LONG = 1_000
"""Iterations for a choice from which on players think long."""
MOST_OUTCOMES = 12
"""Of more outcomes than these so many are drawn by their odds, evenly spread; fewer are all looked at."""


def pays(setup: Setup, player: Player) -> bool:
    """Say whether luck is measured in games of a player: where the game says so, and the player thinks long."""
    iterations = player.budget.iterations
    return playing_on(setup) > 0 and isinstance(player.bot, Search) and iterations is not None and iterations >= LONG


def playing_on(setup: Setup) -> int:
    """Return how many games are played on after each outcome, 0 where a game has found that it does not pay."""
    laboratory: Any = setup.game.part("laboratory")
    return 0 if laboratory is None or not setup.game.has("policy") else laboratory.PLAYED_ON


def measured(record: Record, seed: str) -> list[float]:
    """Return by how much chance raised the chance to win of every seat after the first action."""
    meter, position, worth = meter_of(record.setup, threading.get_ident()), record.start(), np.zeros(record.setup.seats)
    dice, begun = np.array([seeded(f"luck/{seed}")], np.int64), False
    for action in record.actions:
        begun = begun or position.to_act >= 0
        if begun and position.to_act == CHANCE and len(position.legal) > 1:
            meter.add(kernel.to_array(position.state, record.setup.seats)[0], action, dice, worth)
        position.push(action)
    even = chance_to_win(0.0, record.setup.seats)
    return [chance_to_win(float(each), record.setup.seats) - even for each in worth]


class Meter:
    """Measures luck at the tables of one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.valuer = Valuer(setup, "luck", modules=("verso.bots.kernels.luck",), keen=False)
        self.desk, self.streams = self.valuer.desk(), self.valuer.streams(0, playing_on(setup))
        self.after = np.zeros(1, kernel.dtype_of(setup.game.state_class, setup.seats))
        self.outcomes, self.weights = np.zeros((2, setup.game.action_count + 1), np.int64)

    def add(self, state: Any, action: int, dice: Any, worth: Any) -> None:
        valuer = self.valuer
        valuer.engine.luck(
            state, self.setup.array, valuer.net, action, self.streams, valuer.until(state), MOST_OUTCOMES, dice,
            self.desk, self.after[0], self.weights, self.outcomes, worth,
        )  # fmt: skip


@functools.lru_cache(maxsize=8)
def meter_of(setup: Setup, _thread: int = 0) -> Meter:
    """Return what measures luck in one thread; its room is not for several."""
    return Meter(setup)
