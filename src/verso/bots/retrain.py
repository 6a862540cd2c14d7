"""Teaching the light player a table on which cards are others: a minute of games against itself.

What a game lets be taught are places of its network (`player.teachable`). Many minds that differ there a little play
one seat each against the mind as it was, on the same deals; the next mind lies where the best of them were (the
cross-entropy method). What came of it is then tried on games of its own, and believed only where it surely wins more.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.bots import explain, workers
from verso.bots.light import light
from verso.core import kernel
from verso.core.game import InvalidSetup, Position, Setup
from verso.core.rng import seeded

Floats = NDArray[np.float64]
GENERATIONS, MINDS, BEST = 16, 48, 12
GAMES = 400
"""Of each mind, in each generation."""
TRIED = 4_000
"""Games of what was learned, beside what was known before."""
AT_ONCE = 2
"""Minds of a piece of work."""


@dataclasses.dataclass(frozen=True, eq=False)
class Taught:
    """What came of it: the network, what one such player wins among players as they were, and what it took."""

    net: Floats | None
    """None where what was learned is not surely better."""
    share: float
    low: float
    high: float
    games: int
    seconds: float


def retraining(setup: Setup, seed: int | str, executor: Executor | None = None) -> Iterator[float | Taught]:
    """Teach the light player a table: yield how much of it is done, then what came of it.

    The same seed gives the same, whoever plays.
    """
    began = time.monotonic()
    net, places, spread = light(setup.game).player.teachable(setup)
    if not len(places):
        raise InvalidSetup(f"the light player of {setup.game.title} learns nothing: it cannot be retrained")
    rng = np.random.default_rng(seeded(f"{seed}/retrain"))
    mean = net[tuple(places.T)].copy()
    for generation in range(GENERATIONS):
        yield generation / GENERATIONS
        minds = mean + spread * rng.normal(size=(MINDS, len(places)))
        minds[0] = mean
        got = _played(setup, net, places, minds, f"{seed}/{generation}", executor)
        best = minds[np.argsort(got.mean(axis=1), kind="stable")[-BEST:]]
        mean = 0.4 * mean + 0.6 * best.mean(axis=0)
        spread = np.maximum(0.7 * spread + 0.3 * best.std(axis=0), 0.1 * spread)
    learned = net.copy()
    learned[tuple(places.T)] = mean
    tries = [
        _played(setup, net, places, mean[None], f"{seed}/tried/{part}", executor) for part in range(TRIED // GAMES)
    ]
    seats = setup.seats
    shares = np.array([explain.chance_to_win(float(each), seats) for each in np.concatenate(tries, axis=1)[0]])
    share, half = float(shares.mean()), 1.959964 * float(shares.std(ddof=1)) / math.sqrt(len(shares))
    games, seconds = GENERATIONS * MINDS * GAMES + len(shares), round(time.monotonic() - began, 1)
    is_better = share - half > 1 / seats
    yield Taught(learned if is_better else None, share, share - half, share + half, games, seconds)


def prepare(setup: Setup) -> None:
    """Compile what retraining plays with; nothing where a light player learns nothing."""
    net, places, _ = light(setup.game).player.teachable(setup)
    if len(places):
        _returns(setup, np.stack([net, net]), np.zeros((1, setup.seats), np.int64), "prepared")


def _played(setup: Setup, net: Floats, places: Any, minds: Floats, seed: str, executor: Executor | None) -> Floats:
    """Return what each mind got in each of its games."""
    pieces = [(setup, net, places, minds[at : at + AT_ONCE], seed, at) for at in range(0, len(minds), AT_ONCE)]
    found = dict(workers.finished(executor, _scores, pieces))
    return np.concatenate([found[at] for at in sorted(found)])


def _scores(setup: Setup, net: Floats, places: Any, minds: Floats, seed: str, at: int) -> tuple[int, Floats]:
    """Play some minds: each goes round the seats, all others are as they were."""
    mine, rows = np.arange(GAMES) % setup.seats, np.arange(GAMES)
    who = np.zeros((GAMES, setup.seats), np.int64)
    who[rows, mine] = 1
    found = []
    for mind in minds:
        other = net.copy()
        other[tuple(places.T)] = mind
        found.append(_returns(setup, np.stack([net, other]), who, seed)[rows, mine])
    return at, np.stack(found)


def _returns(setup: Setup, nets: Floats, who: Any, seed: str) -> Floats:
    own, games, size = light(setup.game), len(who), setup.game.action_count + 1
    engine = kernel.compiled(*own.modules(setup.game, "verso.bots.kernels.taught"))
    out = np.zeros((games, setup.seats))
    engine.fair_contests(
        kernel.to_array(Position.start(setup).state, setup.seats, games),
        setup.array,
        nets,
        who,
        np.zeros(own.player.ROOM),
        np.array([[seeded(seed, number)] for number in range(games)], dtype=np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(int(setup.game.hides), kernel.dtype_of(setup.game.state_class, setup.seats)),
        setup.game.max_plies,
        out,
    )
    return out
