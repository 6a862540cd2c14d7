"""The weights of the players of Phase 10 Flip: the light one's set by hand, the keener one's learned.

How easy a phase is on each side is the chance that ten dealt cards complete it, as simulated; how much a phase and a
point are worth between rounds was fitted to who won games of the light player. The network of the keener player is kept
in `keen.json`, one for each number of seats, and made by `bench/train_keen_phase10.py`.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core.game import Setup, View
from verso.core.layers import unpacked
from verso.games.phase10_flip import keen, policy

EASE = (
    (0.64, 0.97),
    (0.92, 0.99),
    (0.58, 0.72),
    (0.37, 0.92),
    (0.07, 0.73),
    (0.04, 0.60),
    (0.17, 0.58),
    (0.01, 0.49),
    (0.18, 0.28),
    (0.23, 0.77),
)
"""For each phase: on the colour side, on the wild side."""
STYLE = {
    policy.PER_PHASE: 0.59,
    policy.PER_PHASE_LATE: 0.16,
    policy.PER_POINT: 0.0104,
    policy.PER_POINT_FIXED: 0.03,
    policy.MISSING: 1.0,
    policy.TIDY: 0.12,
    policy.POINTS: 0.015,
    policy.FLIP: 1.0,
    policy.STAR: 0.75,
    policy.HEAT: 2.0,
}
KEEN = Path(__file__).parent / "keen.json"
ROOM = keen.WORK
DOUBT = 0.33
LONG_ROUND = 30
"""Turns of each seat after which a round drags; most are over after a third of that."""


def horizon(setup: Setup) -> int:
    return 1


@functools.lru_cache(maxsize=16)
def network_of(setup: Setup) -> NDArray[np.float64]:
    """Return the rows that the policy reads."""
    net = np.zeros((policy.ROWS, policy.WIDTH))
    for place, value in STYLE.items():
        net[0, place] = value
    for phase, sides in enumerate(EASE, start=1):
        net[policy.EASE : policy.EASE + 2, phase] = sides
    return net


def teachable(setup: Setup) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """How easy each phase is taken to be on each side, and what a phase, a point, a Flip card and a Star are worth."""
    net = network_of(setup).copy()
    phases = [(policy.EASE + side, phase) for side in range(2) for phase in range(1, setup.tables.last_phase + 1)]
    places = np.array(phases + [(0, place) for place in STYLE], dtype=np.int64)
    spread = np.maximum(0.3 * np.abs(net[tuple(places.T)]), 0.005)
    spread[: len(phases)] = 0.15
    return net, places, spread


def sighted_network_of(setup: Setup) -> NDArray[np.float64]:
    """Return the light player's rows for full states: it uses no backs there that its seat has not seen."""
    net = network_of(setup).copy()
    net[0, policy.BY_SIGHT] = 1
    return net


LAYERS = ("first", "second", "out")


def keen_weights(document: dict[str, Any]) -> dict[str, Any]:
    """Return the layers in a document of the keener player, by the number of seats."""
    return {seats: {name: unpacked(*layers[name]) for name in LAYERS} for seats, layers in document["layers"].items()}


def keen_rows(seats: int, layers: dict[str, Any]) -> NDArray[np.float64]:
    """Return the rows that the keener player reads."""
    rows = np.zeros((keen.KEEN_ROWS, keen.UNITS))
    rows[: keen.SEATED + seats * keen.OF_SEAT] = layers["first"]
    rows[keen.SECOND : keen.OUT, : keen.SECOND_UNITS] = layers["second"]
    rows[keen.OUT :, :seats] = layers["out"]
    return rows


@functools.lru_cache(maxsize=16)
def keen_network_of(setup: Setup) -> NDArray[np.float64]:
    """Return the network of the keener player, which always plays in full states."""
    return keen_rows(setup.seats, _keen()[str(setup.seats)])


@functools.cache
def _keen() -> dict[str, Any]:
    return keen_weights(json.loads(KEEN.read_text(encoding="utf-8")))


def drags(view: View) -> bool:
    """Say whether a round has lasted so long that two players may be taking each other's Flip cards for ever.

    Each of them is right to undo the flip of the other as long as it expects the other to do something else then.
    """
    return bool(view.state.turn > LONG_ROUND * view.setup.seats)
