"""The light players: for each game a kernel policy with its learned weights. `greedy` is nothing but that policy."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable
from typing import Any, ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.core import kernel
from verso.core.game import Game, InvalidSetup, Setup, View
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
    drags: Callable[[View], bool] = lambda view: False
    """Whether it has gone on for so long that the players may be walking in circles."""

    def modules(self, game: Game, *more: str) -> tuple[str, ...]:
        """Return the names to load the policy with: on top of the rules, with further kernel modules after it."""
        return (game.rules, self.module, *more)


def light(game: Game) -> Light:
    """Return the light policy of a game."""
    if game.name == "flip-city":
        learned = importlib.import_module("verso.bots.learned")
        room = learned.flip_city.HIDDEN
        return Light("verso.bots.kernels.flip_city", learned.network_of, room, learned.risk, lambda setup: setup.seats)
    if game.name == "phase-10-flip":
        judgement = importlib.import_module("verso.bots.judgement")
        module = "verso.bots.kernels.phase10_flip"
        return Light(module, judgement.network_of, judgement.ROOM, judgement.risk, lambda setup: 1, judgement.drags)
    raise InvalidSetup(f"{game.name} has no light player")


class Greedy:
    """Plays the light policy as it is: a learned eye for decks, counted risk, no search. Runs interpreted."""

    name: ClassVar[str] = "greedy"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._light = light(game)
        self._engine = kernel.interpreted(*self._light.modules(game))
        self._rng = Rng(f"greedy/{seed}")
        self._setup: Setup | None = None
        self._net: Any = None

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            reasons = explain.plainly("only-action")
            return Choice(view.legal[0], reason=reasons["en"], reasons=reasons)
        if self._setup is not view.setup:
            self._setup, self._net = view.setup, self._light.network(view.setup).tolist()
        buffer = [0] * (view.game.action_count + 1)
        work, tables = [0.0] * self._light.room, view.setup.tables
        action = self._engine.policy(view.state, tables, self._net, work, self._rng.stream, buffer)
        count = self._engine.legal(view.state, tables, buffer)
        likely = [0.0] * count
        self._engine.priors(view.state, tables, self._net, work, buffer, count, likely)
        shares = dict(zip(buffer[:count], likely, strict=True))
        reasons = explain.by_eye(view, action, shares)
        return Choice(action, shares, reasons["en"], reasons)
