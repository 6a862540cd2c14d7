"""`tally`, optional: what a game counts of what players do, for loops that play very many games.

The kernel is called with every action of a seat, before it is carried out, and adds to a row of whole numbers that is
that player's for the whole game. `columns` names the places of the row, for a setup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from verso.core.contracts.rules import S, T

if TYPE_CHECKING:
    from verso.core.game import Setup


class Tally(Protocol):
    """What the part supplies beside the kernel `tally`."""

    tally: Any

    def columns(self, setup: Setup) -> Sequence[str]:
        """Return what is counted in each place of the row."""


def tally(s: S, t: T, seat: int, action: int, out: list[int]) -> None:
    """Count what a seat is about to do."""
    raise NotImplementedError
