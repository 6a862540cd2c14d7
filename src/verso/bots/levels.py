"""Four levels for people, the same in every game: how long each thinks, and how often it slips.

The low levels are meant to play like people who are learning, not like a strong player who throws games. *easy* and
*medium* go by the light policy's eye and sometimes take another action that looked plausible, *easy* often; *hard*
and *expert* search. In a game without a light policy there is nothing to go by: there all four search, *easy* very
little.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from typing import Any

from verso.bots.bot import Budget, Choice
from verso.bots.ismcts import Search
from verso.bots.kernels.slips import OUT_OF, plausible
from verso.bots.light import Greedy
from verso.core.game import Action, Game, View
from verso.core.rng import Rng
from verso.core.spec import values_of


@dataclasses.dataclass(frozen=True)
class Level:
    """`slips` is how often, out of 100 choices, the action is drawn by plausibility instead of being the best."""

    slips: int = 0
    iterations: int = 0
    seconds: float | None = None
    """None: as long as the iterations take."""

    def within(self, budget: Budget) -> Budget:
        """Return how much this level thinks when it may think so much: no longer than its habit."""
        if budget.iterations is not None:
            return budget
        bounds = [each for each in (self.seconds, budget.seconds) if each is not None]
        return Budget(min(bounds, default=None), self.iterations)


LEVELS: Mapping[str, Level] = {
    "easy": Level(slips=50),
    "medium": Level(slips=12),
    "hard": Level(iterations=50, seconds=0.25),
    "expert": Level(iterations=10_000, seconds=0.95),  # with what comes before and after, less than a second
}
UNTAUGHT: Mapping[str, Level] = {
    **LEVELS,
    "easy": Level(iterations=4),
    "medium": Level(iterations=32),
    "hard": Level(iterations=400, seconds=0.25),
}
"""The levels in games that bring no light policy."""


class Glance:
    """A level that does not search."""

    def __init__(self, game: Game, seed: int | str, name: str) -> None:
        self.name = name
        self.level = LEVELS[name]
        self.seed = seed
        self._greedy = Greedy(game, seed)

    def choose(self, view: View, budget: Budget) -> Choice:
        best = self._greedy.choose(view, budget)
        if len(view.legal) == 1:
            return best
        # Drawn from the view itself, so that the same view always gets the same answer; `kernels/slips.py` does alike.
        seen = hashlib.blake2b(repr(values_of(view.state)).encode(), digest_size=8).hexdigest()
        rng = Rng(f"{self.name}/{self.seed}/{seen}")
        weights = _plausible(best.values)
        action = _drawn(weights, rng) if rng.below(OUT_OF) < self.level.slips else best.action
        found = self._greedy.chosen(view, action, best.values)
        return dataclasses.replace(found, drawn=self._odds(best.action, weights))

    def _odds(self, best: Action, weights: Mapping[Action, int]) -> dict[Action, float]:
        """Return how likely it was to do what."""
        slips, total = self.level.slips / OUT_OF, sum(weights.values())
        return {action: slips * weight / total + (1 - slips) * (action == best) for action, weight in weights.items()}


def _plausible(shares: Mapping[Action, float]) -> dict[Action, int]:
    """Return by what weights actions are drawn; where none is plausible, it is the first."""
    scaled = {action: plausible(share) for action, share in shares.items()}
    return scaled if any(scaled.values()) else {action: int(place == 0) for place, action in enumerate(shares)}


def _drawn(weights: Mapping[Action, int], rng: Rng) -> Action:
    left = rng.below(sum(weights.values()))
    for action, weight in weights.items():
        left -= weight
        if left < 0:
            return action
    raise AssertionError("the weights are not what they add up to")


class Thinker(Search):
    """A level that searches, as long as its budget says unless another is given."""

    def __init__(self, game: Game, seed: int | str, name: str) -> None:
        super().__init__(game, seed)
        self.name = name
        self.level = _levels_of(game)[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return Thinker, (self.game, self.seed, self.name)

    def choose(self, view: View, budget: Budget) -> Choice:
        return super().choose(view, self.level.within(budget))


def _levels_of(game: Game) -> Mapping[str, Level]:
    return LEVELS if game.has("policy") else UNTAUGHT


def make_level(name: str, game: Game, seed: int | str = 0) -> Glance | Thinker:
    kind = Thinker if _levels_of(game)[name].iterations else Glance
    return kind(game, seed, name)
