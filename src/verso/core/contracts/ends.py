"""`ends`, optional: how a finished game ended, as one row of whole numbers, for loops that play very many games.

The row has the number of the reason, whether the game was cut off, for each seat whether it has won, for each seat its
score, and then the details, in this order. `REASONS` names the numbers and `DETAILS` the details. A game that leaves
this out is asked `notation.outcome` about each game that was played, which takes longer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from verso.core.contracts.rules import S, T

REASON = 0
CUT_OFF = 1
WINNERS = 2
"""The place of the first seat's; those of the others follow, and then the scores."""


class Ends(Protocol):
    """What the part supplies beside the kernel `ended`."""

    REASONS: Mapping[int, str]
    DETAILS: Sequence[str]
    ended: Any


def ended(s: S, t: T, out: list[int]) -> None:
    """Write the row of a game that is over."""
    raise NotImplementedError


def width(part: Ends | None, seats: int) -> int:
    """Return how many numbers the row has."""
    return WINNERS + 2 * seats + (0 if part is None else len(part.DETAILS))
