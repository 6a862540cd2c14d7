"""What a bot is: something that chooses an action from a view, within a budget, and can say why."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Protocol

from verso.core.game import Action, Language, View


@dataclasses.dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one choice: seconds, iterations, or whichever is used up first.

    With neither, a bot thinks as long as its level does.
    """

    seconds: float | None = None
    iterations: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """What a bot chose, what it thinks of the alternatives (higher is better), and why, in a few words."""

    action: Action
    values: Mapping[Action, float] = dataclasses.field(default_factory=dict)
    reason: str = ""
    """In English; `reasons` has every language."""
    reasons: Mapping[Language, str] = dataclasses.field(default_factory=dict)
    win: float | None = None
    """The estimated chance to win, for bots that estimate one, with half of its 95% interval in `margin`."""
    margin: float | None = None


class Bot(Protocol):
    """Chooses for a seat. It gets a view, so it cannot know more than the seat may know."""

    name: str

    def choose(self, view: View, budget: Budget) -> Choice:
        """Return one of `view.legal`, of which there is at least one."""
        ...
