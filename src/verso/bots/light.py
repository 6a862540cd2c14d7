"""The light players: for each game a kernel policy with its learned weights. `greedy` is nothing but that policy."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.core import kernel
from verso.core.game import Action, Game, InvalidSetup, Setup, View
from verso.core.rng import Rng


@dataclasses.dataclass(frozen=True)
class Light:
    """A game's light policy: its kernel module, its weights for a setup, and the room it needs to calculate in."""

    module: str
    network: Callable[[Setup], Any]
    room: int
    risk: Callable[[View], float | None]
    """The chance that going on costs the turn, where that is the question at hand."""
    horizon: Callable[[Setup], int]
    """How far the clock moves before search trusts the policy's judgement: a turn of each seat, a round."""
    doubt: float
    """How far its judgement of the chance to win is off, in 95 of 100 positions, from what search finds."""
    drags: Callable[[View], bool] = lambda view: False
    """Whether it has gone on for so long that the players may be walking in circles."""

    def modules(self, game: Game, *more: str) -> tuple[str, ...]:
        """Return the names to load the policy with: on top of the rules, with further kernel modules after it."""
        return (game.rules, self.module, *more)


def light(game: Game) -> Light:
    """Return the light policy of a game."""
    if game.name == "flip-city":
        learned = importlib.import_module("verso.bots.learned")
        return Light(
            module="verso.bots.kernels.flip_city",
            network=learned.network_of,
            room=learned.flip_city.HIDDEN,
            risk=learned.risk,
            horizon=lambda setup: setup.seats,
            doubt=0.28,
        )
    if game.name == "phase-10-flip":
        judgement = importlib.import_module("verso.bots.judgement")
        return Light(
            module="verso.bots.kernels.phase10_flip",
            network=judgement.network_of,
            room=judgement.ROOM,
            risk=judgement.risk,
            horizon=lambda setup: 1,
            doubt=0.33,
            drags=judgement.drags,
        )
    raise InvalidSetup(f"{game.name} has no light player")


class Eye:
    """Judges positions by the light policy alone, without search. Runs interpreted."""

    def __init__(self, game: Game) -> None:
        self.light = light(game)
        self.engine = kernel.interpreted(*self.light.modules(game))
        self._setup: Setup | None = None
        self._net: Any = None

    def net(self, setup: Setup) -> Any:
        if self._setup is not setup:
            self._setup, self._net = setup, self.light.network(setup).tolist()
        return self._net

    def win(self, view: View) -> tuple[float, float]:
        """Return the chance of the view's seat to win, and how far that may be off."""
        assert view.seat is not None
        seats = view.setup.seats
        out = [0.0] * seats
        self.engine.evaluate(view.state, view.setup.tables, self.net(view.setup), [0.0] * self.light.room, out)
        return explain.chance_to_win(out[view.seat], seats), self.light.doubt

    def only(self, view: View) -> Choice:
        """Choose where there is nothing to choose."""
        action = view.legal[0]
        return Choice(action, {action: 1.0}, lambda: explain.by_eye(view, action, {action: 1.0}, *self.win(view)))


class Greedy:
    """Plays the light policy as it is: a learned eye for decks, counted risk, no search. Runs interpreted."""

    name: ClassVar[str] = "greedy"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self.eye = Eye(game)
        self._rng = Rng(f"greedy/{seed}")

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            return self.eye.only(view)
        engine, net, tables = self.eye.engine, self.eye.net(view.setup), view.setup.tables
        buffer = [0] * (view.game.action_count + 1)
        work = [0.0] * self.eye.light.room
        action = engine.policy(view.state, tables, net, work, self._rng.stream, buffer)
        count = engine.legal(view.state, tables, buffer)
        likely = [0.0] * count
        engine.priors(view.state, tables, net, work, buffer, count, likely)
        return self.chosen(view, action, dict(zip(buffer[:count], likely, strict=True)))

    def chosen(self, view: View, action: Action, shares: Mapping[Action, float]) -> Choice:
        """Return the choice of an action, whether or not it is the one that looks best."""
        return Choice(action, shares, lambda: explain.by_eye(view, action, shares, *self.eye.win(view)))
