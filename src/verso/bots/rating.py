"""Figures about results: Wilson intervals for shares, and ratings with uncertainty (Weng and Lin, 2011).

The ratings are those of OpenSkill's Bradley-Terry model with full pairing, for players without teams.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

MEAN = 25.0
SIGMA = MEAN / 3
BETA = SIGMA / 2
KAPPA = 1e-4


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95% interval for a share of wins."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding must not leave the share outside


@dataclasses.dataclass
class Rating:
    """A player's strength as a bell curve."""

    mean: float = MEAN
    sigma: float = SIGMA


def update(ratings: Sequence[Rating], ranks: Sequence[int]) -> None:
    """Take one game into account; the lowest rank has won, equal ranks are a draw."""
    changes = []
    for i, one in enumerate(ratings):
        omega = delta = 0.0
        for j, other in enumerate(ratings):
            if i == j:
                continue
            spread = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * BETA**2)
            expected = 1 / (1 + math.exp((other.mean - one.mean) / spread))
            score = 1.0 if ranks[i] < ranks[j] else 0.5 if ranks[i] == ranks[j] else 0.0
            omega += one.sigma**2 / spread * (score - expected)
            delta += one.sigma / spread * (one.sigma / spread) ** 2 * expected * (1 - expected)
        changes.append((omega, delta))
    for rating, (omega, delta) in zip(ratings, changes, strict=True):
        rating.mean += omega
        rating.sigma *= math.sqrt(max(1 - delta, KAPPA))
