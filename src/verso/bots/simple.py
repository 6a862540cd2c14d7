"""The player that knows nothing."""

from __future__ import annotations

from typing import ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice, Told
from verso.bots.light import Eye
from verso.core.game import Game, View
from verso.core.rng import Rng


class Random:
    """Any legal action, each as likely as the others."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._rng = Rng(f"random bot/{seed}")

    def choose(self, view: View, budget: Budget) -> Choice:
        share = 1 / len(view.legal)
        action = view.legal[self._rng.below(len(view.legal))]
        return Choice(action, dict.fromkeys(view.legal, share), lambda: _told(view))


def _told(view: View) -> Told:
    return explain.in_words(view, "any-action", {"count": len(view.legal)}, {}, *Eye(view.game).win(view))
