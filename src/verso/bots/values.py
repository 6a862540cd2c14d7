"""What positions and choices are worth, measured by playing on from completed views.

A value is a mean over games that the keener player of a game, or its light one, plays on from completions of one view,
until the horizon; there its judgement stands for the rest. The games are numbered, and number 17 has the same luck
wherever it is played, so that positions and choices next to each other differ by what they are and not by their luck.
Where the player judges every moment, that promise counts as some games more; where nothing is hidden, turns are counted
exactly, and the luck of each game is taken off.
Everything here depends on the view that is given and on the seed alone.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import threading
from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.bots.explain import chance_to_win
from verso.bots.ismcts import new_desk, words_of
from verso.bots.kernels.ahead import Ahead
from verso.bots.kernels.values import NO_ACTION, Sums
from verso.bots.light import NO_KEEN, light
from verso.core import kernel
from verso.core.game import Action, Game, Setup
from verso.core.rng import seeded

Floats = NDArray[np.float64]

Z = 1.959964
LEAST_SPREAD = 0.1
"""A few equal returns prove little: their spread is never taken for less."""
SPREAD, SPREAD_APART = 0.5, 0.3
"""How far games of one position differ, and games after two of its actions: about so far in both games."""
KNOWN = 8
"""Where there is a promise that counts as this many games: so early figures claim no more than is known."""
MOST_OUTCOMES = 32
"""Outcomes of chance that are told apart, where it is for all completions the same ones."""
STREAMS_MADE = 1024
PROMISED = 8
"""Completions in which an action is tried whose promise may depend on what was hidden."""
LONGEST_TURN = 200
"""Actions of a turn that are looked ahead at, chance included."""
MOST_KEPT, MOST_PLANNED = 1 << 18, 1 << 12
"""Moments of a turn that are kept while it is looked at, with chance and without: a few turns have more."""
SURE, UNSURE = 4, 48
"""Completions in which a turn is thought through, if nothing new is seen before it ends and if something is.

Of the latter two seats have so many; more seats share them, since each has more to look at while somebody waits.
"""
ENOUGH = 48
"""Games after an action before anything is said against it, where nothing is promised of it."""


@dataclasses.dataclass(frozen=True)
class Tuning:
    """How far games are played on, in horizons of the light player, and how bold the judgement is made there.

    `trust` is how many games the judgement of a moment counts as, where the player who plays on judges every moment.
    """

    horizons: int = 1
    sharpness: float = 1.0
    trust: int = 0


def tuning_of(setup: Setup) -> Tuning:
    """Return what `make calibrate` found for a game and a number of seats; of other games nothing is known."""
    known = _calibration(setup.game)
    found = known.get("values", {}).get(str(setup.seats)) or known.get("values", {}).get("others")
    return Tuning(**found) if found else Tuning()


@functools.cache
def _calibration(game: Game) -> dict[str, Any]:
    return calibration(game)


def calibration(game: Game) -> dict[str, Any]:
    """Return the figures in the game's `calibration.json`, or none where it has no such file."""
    file = home_of(game) / "calibration.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def home_of(game: Game) -> Path:
    """Return the folder of a game."""
    import importlib

    return Path(str(importlib.import_module(game.package).__file__)).parent


class Tally:
    """What the games from one position came to, for every seat; `trust` as in `Tuning`."""

    def __init__(self, seats: int, trust: int = 0) -> None:
        self.games, self.trust = 0, trust
        self.sums = Sums(np.zeros(seats), np.zeros(seats))
        self.promise: Floats | None = None

    def win(self, seat: int) -> float:
        """Return the chance of a seat to win."""
        promise = None if self.promise is None else float(self.promise[seat])
        return _win(float(self.sums.worth[seat]), promise, self.games, self.trust, len(self.sums.worth))

    def margin(self, seat: int) -> float:
        """Return half the width of the 95% interval."""
        worth, squares = float(self.sums.worth[seat]), float(self.sums.squares[seat])
        trust = 0 if self.promise is None else self.trust
        return Z * _spread(worth, squares, self.games, trust) * _scale(len(self.sums.worth))


def _win(worth: float, promise: float | None, games: int, trust: int, seats: int) -> float:
    """Return the chance to win by so many games and by what was promised, if that counts as so many."""
    if promise is None:
        mean = worth / games if games else 0.0
    else:
        mean = promise if games == 0 else promise + (worth - games * promise) / (games + trust)
    return min(1.0, max(0.0, chance_to_win(mean, seats)))


def _spread(total: float, squares: float, games: int, trust: int) -> float:
    """Return the standard error of a mean, if what was promised tells as much as so many games."""
    if games + trust == 0:
        return 1.0
    return math.sqrt(_variance(total, squares, games, trust, SPREAD, LEAST_SPREAD) / (games + trust))


def _variance(total: float, squares: float, games: int, trust: int, spread: float, least: float) -> float:
    """Return how far games differ: never less than the least, or drawn towards how far they do elsewhere."""
    found = 0.0 if games == 0 else max(0.0, squares / games - (total / games) ** 2)
    return (games * found + KNOWN * spread**2) / (games + KNOWN) if trust else max(least**2, found)


def _scale(seats: int) -> float:
    """Return by how much a chance to win rises with a return."""
    return 0.5 if seats == 1 else (seats - 1) / seats


class Comparison:
    """What the games after each of several actions came to. The first is the one that was done."""

    def __init__(self, seats: int, seat: int, options: Sequence[Action], trust: int = 0) -> None:
        self.seat, self.trust = seat, trust
        self.options = tuple(options)
        self.games = np.zeros(len(options), np.int64)
        self.sums = np.zeros((len(options), seats))
        self.promises: Floats | None = None
        self.squares = np.zeros(len(options))
        self.apart = np.zeros(len(options))

    def win(self, option: int, seat: int | None = None) -> float:
        seat = self.seat if seat is None else seat
        promise = None if self.promises is None else float(self.promises[option][seat])
        return _win(float(self.sums[option][seat]), promise, int(self.games[option]), self.trust, self.sums.shape[1])

    def margin(self, option: int) -> float:
        """Return half the width of the 95% interval of an action's chance to win."""
        total, games = float(self.sums[option][self.seat]), int(self.games[option])
        return Z * _spread(total, float(self.squares[option]), games, self._trusted()) * _scale(self.sums.shape[1])

    def _trusted(self) -> int:
        """Return how many games a promise counts as, if there is one."""
        return 0 if self.promises is None else self.trust

    def _tells(self, option: int) -> bool:
        """Say whether enough is known of an action to say something against it: a promise says how sure it is."""
        return self._trusted() > 0 or bool(self.games[option] >= ENOUGH)

    def error_apart(self, option: int) -> float:
        """Return the standard error of by how much an action is better than the one that was done."""
        games, trust = int(self.games[option]), self._trusted()
        if games + trust == 0:
            return 1.0
        means = self.sums[[option, 0], self.seat] / np.maximum(1, self.games[[option, 0]])
        total = games * float(means[0] - means[1])
        scale = _scale(self.sums.shape[1])
        least = LEAST_SPREAD / 4 / scale
        variance = _variance(total, float(self.apart[option]), games, trust, SPREAD_APART, least)
        return scale * math.sqrt(variance / (games + trust))

    def best(self) -> int:
        """Return the action with the highest value of those looked at as often as the one that was done."""
        full = [option for option in range(len(self.options)) if self.games[option] == self.games[0]]
        return max(full, key=lambda option: (self.win(option), -option))

    def loss(self) -> tuple[float, float, float]:
        """Return by how much the best action is better than the one done, and the 95% interval of that.

        The best of many looks better than it is, so the interval is as wide as it must be for all of them together.
        """
        best = self.best()
        lost = self.win(best) - self.win(0)
        reach = _reach(len(self.options) - 1) * self.error_apart(best)
        if best == 0 or not self._tells(0):
            return 0.0, 0.0, reach
        return lost, lost - reach, lost + reach

    def is_close(self, option: int) -> bool:
        """Say whether an action cannot be told from the best one."""
        best = self.best()
        if option == best or not self._tells(option):
            return True
        error = math.hypot(self.error_apart(option), self.error_apart(best)) if option else self.error_apart(best)
        return self.win(best) - self.win(option) <= _reach(len(self.options) - 1) * error

    def contenders(self) -> list[int]:
        """Return the actions worth playing on: the one done first, then those that may be the best."""
        if self.games[0] == 0:
            return list(range(len(self.options)))
        running = [option for option in range(1, len(self.options)) if self.games[option] == self.games[0]]
        return [0, *(option for option in running if self.is_close(option))]


@functools.cache
def _reach(count: int) -> float:
    """Return how many standard errors an interval spans to hold for so many comparisons at once."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, count))


class Valuer:
    """Plays on from views of one setup. Has no room of its own, so that several threads may use one."""

    def __init__(
        self,
        setup: Setup,
        seed: int | str = "values",
        tuning: Tuning | None = None,
        modules: Sequence[str] = (),
        *,
        keen: bool = True,
    ) -> None:
        """Without `keen` the light player plays on, also where the game has a better one."""
        self.setup = setup
        self.tuning = tuning or tuning_of(setup)
        self._light = light(setup.game)
        names = ("verso.bots.kernels.search", "verso.bots.kernels.values", "verso.bots.kernels.ahead", *modules)
        player = self._light.player
        if keen:
            loaded = self._light.keen_modules(setup.game, *names)
            self.net = player.keen_network_of(setup)
        else:
            loaded = self._light.modules(setup.game, NO_KEEN, *names)
            self.net = player.network_of(setup)
        self.engine = kernel.compiled(*loaded)
        plain = kernel.interpreted(*loaded)
        self.judges, self.foresees = bool(plain.judges(setup.tables)), bool(plain.foresees(setup.tables))
        """Whether whoever plays on judges every moment, so that a few games say much; and whether nothing is hidden."""
        self.trust = self.tuning.trust if self.judges else 0
        self._seed = seed
        self._streams: Any = np.zeros(0, np.int64)
        self._adding = threading.Lock()

    def desk(self) -> Any:
        """Return room for one thread."""
        return new_desk(self.setup, self._light.player.ROOM)

    def room_ahead(self, kept: int | None = None) -> Ahead:
        """Return room for one thread to look ahead in: at whole turns with chance, or at what a seat can be sure of.

        `kept` is how many moments there is room for, a power of two.
        """
        kept = kept or (MOST_KEPT if self.foresees else MOST_PLANNED)
        states = np.zeros(LONGEST_TURN, kernel.dtype_of(self.setup.game.state_class, self.setup.seats))
        size, seats = self.setup.game.action_count + 1, self.setup.seats
        room: dict[str, Any] = {
            "states": states,
            "words": words_of(states),
            "actions": np.zeros((LONGEST_TURN, size), np.int64),
            "weights": np.zeros((LONGEST_TURN, size), np.int64),
            "worth": np.zeros((LONGEST_TURN, seats)),
            "keys": np.zeros(kept, np.int64),
            "found": np.zeros((kept, seats)),
            "filled": np.zeros(1, np.int64),
        }
        return Ahead(**room)

    def streams(self, first: int, count: int) -> Any:
        """Return the luck of some of the numbered games."""
        with self._adding:
            while len(self._streams) < first + count:
                made = range(len(self._streams), len(self._streams) + STREAMS_MADE)
                self._streams = np.append(self._streams, [seeded(self._seed, number) for number in made])
        return self._streams[first : first + count]

    def tally(self) -> Tally:
        """Return room for what is found of a position."""
        return Tally(self.setup.seats, self.trust)

    def comparison(self, seat: int, options: Sequence[Action]) -> Comparison:
        """Return room for what is found of the actions of a seat, the first of which was done."""
        return Comparison(self.setup.seats, seat, options, self.trust)

    def promise(self, view: Any, seat: int, desk: Any, action: Action = NO_ACTION) -> Floats:
        """Return what every seat is promised as a seat sees it, after an action of it unless none is given."""
        out, count = np.zeros(self.setup.seats), PROMISED if action != NO_ACTION and self.setup.game.hides else 1
        streams, sharpness = self.streams(0, count), self.tuning.sharpness
        self.engine.promised(view, self.setup.array, seat, self.net, streams, action, sharpness, desk, out)
        return out

    def promise_ahead(self, state: Any, desk: Any, ahead: Ahead, tick: int) -> Floats:
        """Return what the turn of this tick promises every seat if it is played best; nothing may be hidden."""
        out = np.zeros(self.setup.seats)
        arguments = (state, self.setup.array, self.net, desk.work, self.tuning.sharpness, ahead, tick, out)
        self.engine.worth_ahead(*arguments)
        return out

    def plans(self, view: Any, seat: int, options: Sequence[Action], desk: Any, ahead: Ahead) -> tuple[Floats, bool]:
        """Return what each action promises every seat if the turn is played out, and whether that is sure."""
        is_sure = bool(self.engine.is_sure(view, self.setup.array))
        completions = SURE if is_sure else UNSURE // (self.setup.seats - 1)
        out, streams = np.zeros((len(options), self.setup.seats)), self.streams(0, completions)
        arguments = (view, self.setup.array, seat, self.net, streams, np.array(options, np.int64))
        self.engine.plan(*arguments, self.tuning.sharpness, desk, ahead, out)
        return out, is_sure

    def best_promise(self, view: Any, seat: int, desk: Any, ahead: Ahead | None) -> Floats | None:
        """Return the most that can be said of a view without playing on; room to look ahead is only needed for that."""
        if not self.judges:
            return None
        if not self.foresees or ahead is None:
            return self.promise(view, seat, desk)
        self.engine.begin_looking(ahead)
        return self.promise_ahead(view, desk, ahead, int(self.engine.clock(view)))

    def play_on(self, view: Any, seat: int, tally: Tally, games: int, desk: Any, drawn: int = 0) -> None:
        """Play so many more games from a view (a row of an array) and add what they come to.

        `drawn` is how often chance has acted in this tick of the clock: games from next to each other then go on alike.
        """
        arguments = (view, self.setup.array, seat, self.net, self.streams(tally.games, games), tally.games, drawn)
        self.engine.value_of(*arguments, self.until(view), self.tuning.sharpness, desk, tally.sums)
        tally.games += games

    def compare(
        self, view: Any, comparison: Comparison, games: int, desk: Any, before: Tally | None = None, drawn: int = 0
    ) -> None:
        """Play so many more games after each action that may be the best; `drawn` is that of `play_on`.

        `before` is what is known of the view itself: the games after the action of whoever plays on are its games.
        """
        before = before or self.tally()
        chosen = comparison.contenders()
        first = int(comparison.games[0])
        options = np.array([comparison.options[option] for option in chosen], np.int64)
        sums = np.zeros((len(chosen), self.setup.seats))
        squares, apart = np.zeros((2, len(chosen)))
        arguments = (view, self.setup.array, comparison.seat, self.net, self.streams(first, games), first, drawn)
        limits = self.until(view), self.tuning.sharpness
        self.engine.compare(*arguments, options, *limits, desk, sums, squares, apart, before.sums)
        before.games += games
        comparison.games[chosen] += games
        comparison.sums[chosen] += sums
        comparison.squares[chosen] += squares
        comparison.apart[chosen] += apart

    def until(self, view: Any) -> int:
        """Return how far the clock goes in games that are played on from a view: on to a full round of horizons.

        So it is always the same seat's turn where the judgement stands for the rest. What that seat gains by being the
        next to move is hard to judge; like this it is misjudged in the same way before and after a turn.
        """
        step = self._light.player.horizon(self.setup)
        return -(-(int(self.engine.clock(view)) + self.tuning.horizons * step) // step) * step
