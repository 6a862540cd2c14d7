"""The light players: a kernel policy with its learned weights, a game's own or the one that does anything legal.

`greedy` is nothing but that policy.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.core import general, kernel
from verso.core.contracts.parts import Player
from verso.core.game import Action, Game, Setup, View
from verso.core.rng import Rng


@dataclasses.dataclass(frozen=True)
class Light:
    """A game's light player: its kernels, by module, and what they play with."""

    module: str
    player: Player

    def modules(self, game: Game, *more: str) -> tuple[str, ...]:
        """Return the names to load the policy with: on top of the rules, with further kernel modules after it."""
        return (game.rules, self.module, *more)

    def keen_modules(self, game: Game, *more: str) -> tuple[str, ...]:
        """Return the same with the keener policy of games that have one: for playing on where values are measured."""
        return self.modules(game, part_or_stand_in(game, "keen"), *more)


def part_or_stand_in(game: Game, part: str) -> str:
    """Return the module of a kernel part of a game, or of what stands in for it."""
    return f"{game.package}.{part}" if game.has(part) else f"verso.bots.kernels.no_{part}"


NO_KEEN = "verso.bots.kernels.no_keen"
EVEN = "verso.bots.kernels.even"
"""The policy of games that bring none."""


def light(game: Game) -> Light:
    """Return the light player of a game."""
    return Light(f"{game.package}.policy" if game.has("policy") else EVEN, game.player or general)


class Eye:
    """Judges positions by the light policy alone, without search. Runs interpreted."""

    def __init__(self, game: Game) -> None:
        self._game, self.light = game, light(game)
        self.engine = kernel.interpreted(*self.light.modules(game, part_or_stand_in(game, "restraint")))
        self._setup: Setup | None = None
        self._net: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Eye, (self._game,)  # the rest is found again

    def net(self, setup: Setup) -> Any:
        if self._setup is not setup:
            self._setup, self._net = setup, self.light.player.network_of(setup).tolist()
        return self._net

    def win(self, view: View) -> tuple[float, float]:
        """Return the chance of the view's seat to win, and how far that may be off."""
        assert view.seat is not None
        seats = view.setup.seats
        out = [0.0] * seats
        self.engine.evaluate(view.state, view.setup.tables, self.net(view.setup), [0.0] * self.light.player.ROOM, out)
        return explain.chance_to_win(out[view.seat], seats), self.light.player.DOUBT

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
        work = [0.0] * self.eye.light.player.ROOM
        action = engine.policy(view.state, tables, net, work, self._rng.stream, buffer)
        count = engine.legal(view.state, tables, buffer)
        likely = [0.0] * count
        engine.priors(view.state, tables, net, work, buffer, count, likely)
        shares = dict(zip(buffer[:count], likely, strict=True))
        if len(view.legal) < count:  # of what it may do, some is ruled out: then what looks best of the rest
            shares = {each: shares[each] for each in view.legal}
            if action not in shares:
                allowed = list(view.legal)
                action = engine.instead(view.state, tables, net, work, allowed, len(allowed), buffer, likely)
        return self.chosen(view, action, shares)

    def chosen(self, view: View, action: Action, shares: Mapping[Action, float]) -> Choice:
        """Return the choice of an action, whether or not it is the one that looks best."""
        return Choice(action, shares, lambda: explain.by_eye(view, action, shares, *self.eye.win(view)))
