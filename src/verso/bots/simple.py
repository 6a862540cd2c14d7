"""The player that knows nothing."""

from __future__ import annotations

from typing import ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.core.game import Game, View
from verso.core.rng import Rng


class Random:
    """Any legal action, each as likely as the others."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._rng = Rng(f"random bot/{seed}")

    def choose(self, view: View, budget: Budget) -> Choice:
        reasons = explain.plainly("any-action")
        return Choice(view.legal[self._rng.below(len(view.legal))], reason=reasons["en"], reasons=reasons)
