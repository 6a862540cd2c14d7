"""Players that need no search: one that knows nothing, and those that play by a rule that a game brings along."""

from __future__ import annotations

from typing import ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice, Told
from verso.bots.light import Eye
from verso.core.contracts.parts import Yardstick
from verso.core.game import LANGUAGES, Game, View
from verso.core.rng import Rng


class Random:
    """Any legal action, each as likely as the others."""

    name: ClassVar[str] = "random"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._rng = Rng(f"random bot/{seed}")

    def choose(self, view: View, budget: Budget) -> Choice:
        shares = dict.fromkeys(view.legal, 1 / len(view.legal))
        action = view.legal[self._rng.below(len(view.legal))]
        return Choice(action, shares, lambda: _told(view), shares)


class Rule:
    """Plays by a game's own rule of thumb, to the letter."""

    def __init__(self, name: str, rule: Yardstick, game: Game, seed: int | str = 0) -> None:
        self.name = name
        self._rule = rule
        self._eye = Eye(game)

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            return self._eye.only(view)
        action = self._rule.choose(view)
        return Choice(action, {each: float(each == action) for each in view.legal}, lambda: self._told(view))

    def _told(self, view: View) -> Told:
        reasons = {language: self._rule.reason(view, language) for language in LANGUAGES}
        return Told(reasons, *self._eye.win(view))


def _told(view: View) -> Told:
    return explain.in_words("any-action", {"count": len(view.legal)}, *Eye(view.game).win(view))
