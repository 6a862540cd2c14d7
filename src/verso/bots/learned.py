"""What the light player of Flip City has learned: weights per card effect, and the network they make of a card table.

The weights are kept in `flip_city.json`, one set for games against others and one for playing alone, and
made by `bench/train_flip_city.py`. They say what an *effect* is worth (one cash, one unhappiness, must be played, ...),
not what a card is worth, so a setup with edited or new cards gets a network of its own.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.bots.kernels import flip_city
from verso.core.game import Setup, View
from verso.games.flip_city.rules import FACES, KINDS, PHASE_PLAY

Array = NDArray[np.float64]

FILE = Path(__file__).parent / "flip_city.json"
EFFECTS = (
    "cash",
    "points",
    "unhappy",
    "must_be_played",
    "play_next",
    "cash_per_unhappy",
    "raise_limit",
    "discard_bottom",
    "extra_buys",
    "extra_flips",
    "give_away",
    "win_with_cards",
    "recycle_cash",
    "recycle_points",
    "recycle_limit",
    "recycle_to_top",
)
SWITCHED = ("win_with_cards",)
"""Effects of which only the presence counts, not the size."""
ZONES = ("deck", "discard", "supply")
INPUTS = len(EFFECTS) + 1
TASTE = flip_city.HIDDEN - 1
"""The hidden unit that learns nothing: it holds the likes and dislikes of a particular player."""


def effects_of(tables: Any) -> Array:
    """Return one row for each face: 1 for the card itself, then its effects."""
    columns = [np.ones(FACES)]
    for name in EFFECTS:
        column = np.array(getattr(tables, name), dtype=float)
        columns.append((column > 0).astype(float) if name in SWITCHED else column)
    return np.stack(columns, axis=1)


def network(tables: Any, weights: dict[str, Any]) -> Array:
    """Return the rows that the policy reads, for one card table."""
    faces = effects_of(tables)
    learned = TASTE
    net = np.zeros((flip_city.ROWS, flip_city.HIDDEN))
    net[flip_city.DECK : flip_city.DECK + FACES, :learned] = faces @ np.array(weights["deck"])
    net[flip_city.DISCARD : flip_city.DISCARD + FACES, :learned] = faces @ np.array(weights["discard"])
    net[flip_city.SUPPLY : flip_city.SUPPLY + KINDS, :learned] = faces[::2] @ np.array(weights["supply"])
    net[flip_city.BIAS, :learned] = weights["bias"]
    net[flip_city.OUT, :learned] = weights["out"]
    net[flip_city.STYLE, : len(weights["style"])] = weights["style"]
    return net


@functools.cache
def _file() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=64)
def network_of(setup: Setup) -> Array:
    """Return the learned network for a setup, without the noise it learned with."""
    net = network(setup.tables, _file()["alone" if setup.seats == 1 else "others"])
    net[flip_city.STYLE, flip_city.NOISE] = 0
    return net


def risk(view: View) -> float | None:
    """Return the chance that playing (or shuffling) now goes over the limit before one may stop again."""
    s, t = view.state, view.setup.tables
    if s.phase != PHASE_PLAY or len(view.legal) < 2:
        return None
    if s.top_count[s.seat] == 0:
        return flip_city.shuffle_risk(s, t)
    return flip_city.play_risk(s, t, s.limit - s.unhappy + flip_city.slack(s, t, s.seat))
