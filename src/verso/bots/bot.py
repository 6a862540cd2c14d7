"""What a bot is: something that chooses an action from a view, within a budget, and can say why."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Mapping
from typing import Protocol

from verso.core.game import Action, Language, View


@dataclasses.dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one choice: seconds, iterations, or whichever is used up first.

    With neither, a bot thinks as long as its level does. With no time at all it still takes the shortest look it can.
    """

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 <= self.seconds < math.inf:  # nor is NaN a time
            raise ValueError(f"seconds must be 0 or more, not {self.seconds:g}")
        if self.iterations is not None and self.iterations < 1:
            raise ValueError(f"iterations must be 1 or more, not {self.iterations}")


@dataclasses.dataclass(frozen=True, slots=True)
class Told:
    """What a bot says of a choice: a short reason in every language, and the chance to win it expects.

    `margin` is half the width of the 95% interval of `win`.
    """

    reasons: Mapping[Language, str] = dataclasses.field(default_factory=dict)
    win: float | None = None
    margin: float | None = None


@dataclasses.dataclass(frozen=True)
class Choice:
    """What a bot chose, what it thinks of the alternatives (higher is better), and what it says of it when asked."""

    action: Action
    values: Mapping[Action, float] = dataclasses.field(default_factory=dict)
    tell: Callable[[], Told] = dataclasses.field(default=Told, compare=False, repr=False)
    drawn: Mapping[Action, float] = dataclasses.field(default_factory=dict, compare=False, repr=False)
    """The odds by which the action was drawn, empty where it was not: results without luck are without it too."""

    @functools.cached_property
    def told(self) -> Told:
        return self.tell()

    @property
    def reasons(self) -> Mapping[Language, str]:
        """Why, in a few words, in every language."""
        return self.told.reasons

    @property
    def reason(self) -> str:
        """Why, in English."""
        return self.told.reasons.get("en", "")

    @property
    def win(self) -> float | None:
        """The estimated chance to win."""
        return self.told.win

    @property
    def margin(self) -> float | None:
        """Half the width of the 95% interval of `win`."""
        return self.told.margin


class BotFailed(RuntimeError):  # noqa: N818 - said to a person, without "Error"
    """A bot did not answer, or with something that is no legal action; the message says which, and what it did."""


class Bot(Protocol):
    """Chooses for a seat. It gets a view, so it cannot know more than the seat may know."""

    name: str

    def choose(self, view: View, budget: Budget) -> Choice:
        """Return one of `view.legal`, of which there is at least one.

        Bots of your own may also return the number of an action, or its text.
        """
        ...
