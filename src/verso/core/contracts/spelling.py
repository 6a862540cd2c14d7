"""`spelling`, optional: what the text of an action says, as one number, for loops that write down very many games.

The text of an action may depend on the position: which cards are in a hand, how groups lie. The kernel puts all of that
into one number while it plays, and `spelled` makes the text of it. A game that leaves this out has its records played
once more move by move, which takes longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from verso.core.contracts.rules import S, T

if TYPE_CHECKING:
    from verso.core.game import Setup


class Spelling(Protocol):
    """What the part supplies beside the kernel `spell`."""

    spell: Any

    def spelled(self, setup: Setup, number: int) -> str:
        """Return the neutral text of an action of which the kernel says this number."""


def spell(s: S, t: T, action: int) -> int:
    """Return all that the text of a legal action says as a number, before the action is carried out."""
    raise NotImplementedError
