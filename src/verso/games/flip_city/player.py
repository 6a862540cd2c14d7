"""What the light player of Flip City has learned: weights per card effect, and the network they make of a card table.

The weights are kept in `weights.json`, one set for games against others and one for playing alone, and
made by `bench/train_flip_city.py`. They say what an *effect* is worth (one cash, one unhappiness, must be played, ...),
not what a card is worth, so a setup with edited or new cards gets a network of its own. Each set names the effects it
knows; of an effect that came later it has no opinion until it is trained again.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.core.game import Setup
from verso.core.layers import unpacked
from verso.games.flip_city import keen, policy
from verso.games.flip_city.rules import FACES, KINDS

Array = NDArray[np.float64]

FILE = Path(__file__).parent / "weights.json"
KEEN = Path(__file__).parent / "keen.json"
SWITCHED = ("win_with_cards",)
"""Effects of which only the presence counts, not the size."""
ZONES = ("deck", "discard", "supply")
TASTE = policy.HIDDEN - 1
"""The hidden unit that learns nothing: it holds the likes and dislikes of a particular player."""


FAR = 100.0
"""More than all likes and dislikes of a deck together."""
ROOM = max(keen.WORK, policy.HIDDEN)
DOUBT = 0.28


def horizon(setup: Setup) -> int:
    return setup.seats


def effects_of(tables: Any, names: Sequence[str]) -> Array:
    """Return one row for each face: 1 for the card itself, then these effects of it."""
    columns = [np.ones(FACES)]
    for name in names:
        column = np.array(getattr(tables, name), dtype=float)
        columns.append((column > 0).astype(float) if name in SWITCHED else column)
    return np.stack(columns, axis=1)


def network(tables: Any, weights: dict[str, Any]) -> Array:
    """Return the rows that the policy reads, for one card table."""
    faces = effects_of(tables, weights["effects"])
    learned = TASTE
    net = np.zeros((policy.ROWS, policy.HIDDEN))
    net[policy.DECK : policy.DECK + FACES, :learned] = faces @ np.array(weights["deck"])
    net[policy.DISCARD : policy.DISCARD + FACES, :learned] = faces @ np.array(weights["discard"])
    net[policy.SUPPLY : policy.SUPPLY + KINDS, :learned] = faces[::2] @ np.array(weights["supply"])
    net[policy.BIAS, :learned] = weights["bias"]
    net[policy.OUT, :learned] = weights["out"]
    net[policy.STYLE, : len(weights["style"])] = weights["style"]
    return net


@functools.cache
def _file() -> dict[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=64)
def network_of(setup: Setup) -> Array:
    """Return the learned network for a setup, without the noise it learned with."""
    net = network(setup.tables, _file()["alone" if setup.seats == 1 else "others"])
    net[policy.STYLE, policy.NOISE] = 0
    return net


def teachable(setup: Any) -> tuple[Array, NDArray[np.int64], Array]:
    """What each face is worth besides what its effects are, and the thresholds of the row STYLE.

    The unit of a player's own taste is held far from zero, so that it adds up likes and dislikes as they are.
    """
    net = network_of(setup).copy()
    net[policy.BIAS, TASTE], net[policy.OUT, TASTE] = FAR, 1.0
    net[policy.STYLE, policy.CONSTANT] -= FAR
    faces = [(zone + face, TASTE) for zone in (policy.DECK, policy.DISCARD) for face in range(len(setup.cards.faces))]
    style = [(policy.STYLE, place) for place in range(policy.STOP_AT, policy.GIFT + 1)]
    places = np.array(faces + style, dtype=np.int64)
    spread = np.concatenate(
        [np.full(len(faces), 0.4), np.maximum(0.25 * np.abs(net[tuple(places.T)][len(faces) :]), 0.05)]
    )
    return net, places, spread


LAYERS = ("first", "second", "out")


NETWORKS = ("within", "beginning")
"""The keener player has two: one judges moments within a turn, the other those in which one begins."""


@functools.cache
def _keen() -> dict[str, Any]:
    return keen_weights(json.loads(KEEN.read_text(encoding="utf-8")))


def keen_weights(document: dict[str, Any]) -> dict[str, Any]:
    """Return the layers in a document of the keener player, by the number of seats and by network."""
    return {
        seats: {each: {name: unpacked(*networks[each][name]) for name in LAYERS} for each in NETWORKS}
        for seats, networks in document["networks"].items()
    }


KEEN_EFFECTS = (
    "cash", "points", "unhappy", "must_be_played", "play_next", "cash_per_unhappy", "raise_limit", "discard_bottom",
    "extra_buys", "extra_flips", "give_away", "win_with_cards", "recycle_cash", "recycle_points", "recycle_limit",
    "recycle_to_top",
)  # fmt: skip
"""What the keener player knows of a card."""


def keen_lens(tables: Any, seats: int) -> Array:
    """Return what its network sees of its figures: cards by their effects, one row for each figure."""
    faces = effects_of(tables, KEEN_EFFECTS)
    fronts, backs, turned = faces[::2], faces[1::2], faces[np.arange(FACES) ^ 1]
    cards = [(keen.PLAYED, faces), (keen.SUPPLY, fronts), (keen.CAN_BUY, fronts), (keen.CAN_DEVELOP, backs)]
    cards.append((keen.CAN_FLIP, turned))
    for distance in range(seats):
        of_seat = keen.SEATED + distance * keen.OF_SEAT
        cards += [(of_seat + zone, faces) for zone in (keen.DECK, keen.TOP, keen.DISCARD)]
    size, place, columns = keen.SEATED + seats * keen.OF_SEAT, 0, list[Array]()
    for first, effects in cards:
        seen = np.zeros((size, effects.shape[1]))
        seen[first : first + len(effects)] = effects
        columns += [np.eye(size)[:, place:first], seen]
        place = first + len(effects)
    return np.concatenate([*columns, np.eye(size)[:, place:]], axis=1)


def keen_rows(setup: Setup, networks: dict[str, Any]) -> Array:
    """Return the rows that the keener player reads, for one card table."""
    rows = np.zeros((keen.KEEN_ROWS, keen.UNITS))
    lens = keen_lens(setup.tables, setup.seats)
    for number, name in enumerate(NETWORKS):
        layers, part = networks[name], rows[number * keen.NETWORK_ROWS :]
        part[: len(lens)] = lens @ np.array(layers["first"], float)
        part[keen.SECOND : keen.OUT, : keen.SECOND_UNITS] = layers["second"]
        part[keen.OUT : keen.NETWORK_ROWS, : setup.seats] = layers["out"]
    return rows


@functools.lru_cache(maxsize=64)
def keen_network_of(setup: Setup) -> Array:
    """Return the network of the keener player; alone the light one plays."""
    return network_of(setup) if setup.seats == 1 else keen_rows(setup, _keen()[str(setup.seats)])
