"""The searching player: information-set Monte Carlo tree search over completions of a view.

The loop is compiled (`kernels/search.py`); this module prepares arrays, watches the clock, runs a tree on each thread
and puts their statistics together. With an iteration budget a choice depends on the seed, the view and what was
searched before in the same game, and on nothing else; with a time budget also on the machine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.bots.kernels import search as tree_search
from verso.bots.light import Eye, light
from verso.core import kernel
from verso.core.game import Action, Game, Setup, View
from verso.core.rng import Rng, seeded

CAPACITY = 200_000
CHUNK = 32
"""Iterations between two looks at the clock and at whether the choice is clear; a few milliseconds at most."""
CHUNK_OF_THREADS = 256
"""The same with several threads, which must find each other again after it."""
CLEAR = 4.0
"""A choice is clear when it is better than the runner-up by this many standard errors."""
ENOUGH = 96
"""Iterations before a choice can be called clear."""


@dataclasses.dataclass(frozen=True)
class Settings:
    """How the search goes about it. `horizon` is how far the clock moves before the light player's eye decides."""

    exploration: float = 0.7
    horizon: int | None = None
    daring: float = 0.0
    threads: int = 1
    reuse: bool = True
    stop_early: bool = True

    def __post_init__(self) -> None:
        for name in ("exploration", "daring"):
            if not isinstance(value := getattr(self, name), int | float) or not 0 <= value < math.inf:
                raise ValueError(f"{name} must be a number, 0 or more")
        for name in ("threads", "horizon"):
            value = getattr(self, name)
            if (type(value) is not int or value < 1) and (name, value) != ("horizon", None):
                raise ValueError(f"{name} must be a whole number, 1 or more")
        for name in ("reuse", "stop_early"):
            if type(getattr(self, name)) is not bool:
                raise ValueError(f"{name} must be true or false")


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What the search found out about one action: visits, mean return of the seat, standard error."""

    visits: int
    value: float
    error: float


def words_of(states: Any) -> Any:
    """Return the memory of states as rows of numbers, the widest that it can be divided into."""
    rows = states.view(np.uint8).reshape(len(states), -1)
    return rows.view(np.int32 if rows.shape[1] % 4 == 0 else np.int8)


def new_desk(setup: Setup, room: int) -> Any:
    """Return room for a thread that plays on from views; `room` is what the light policy calculates in."""
    size, seats = setup.game.action_count + 1, setup.seats
    scratch = np.zeros(4, kernel.dtype_of(setup.game.state_class, seats))
    desk: dict[str, Any] = {
        "path": np.zeros(tree_search.MOST_DEPTH + 1, np.int64),
        "scratch": scratch,
        "words": words_of(scratch),
        "work": np.zeros(room),
        "chances": np.zeros(size),
        **{name: np.zeros(seats) for name in ("worth", "luck", "mean")},
        "stream": np.zeros(1, np.int64),
        "actions": np.zeros(size, np.int64),
        "weights": np.zeros(size, np.int64),
    }
    return tree_search.Desk(**desk)


class _Thread:
    """A tree, and room for the thread that grows it."""

    def __init__(self, setup: Setup, room: int) -> None:
        seats = setup.seats
        tree: dict[str, Any] = {
            "filled": np.zeros(tree_search.FILLED, np.int64),
            "links": np.zeros((CAPACITY, tree_search.LINKS), np.int64),
            "sums": np.zeros((CAPACITY, seats)),
            "squares": np.zeros(CAPACITY),
            "priors": np.zeros(CAPACITY),
        }
        self.tree: Any = tree_search.Tree(**tree)
        self.desk = new_desk(setup, room)


class Search:
    """Chooses by search; `last` tells what the latest choice rested on."""

    name = "search"

    def __init__(self, game: Game, seed: int | str = 0, settings: Settings | None = None) -> None:
        self.game = game
        self.settings = settings or Settings()
        self.seed = seed
        self.iterations = 0
        self._light = light(game)
        self._engine = kernel.compiled(*self._light.modules(game, "verso.bots.kernels.search"))
        self._threads: list[_Thread] = []
        self._spare: list[_Thread] = []
        self._setup: Setup | None = None
        self._clock = -1

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how it is made: trees stay behind, and are grown anew."""
        return type(self), (self.game, self.seed, self.settings)

    def choose(self, view: View, budget: Budget) -> Choice:
        if len(view.legal) == 1:
            return Eye(self.game).only(view)
        found = self.search(view, budget)
        return self._choice(view, found)

    def search(self, view: View, budget: Budget) -> Mapping[Action, Estimate]:
        """Return an estimate for each legal action."""
        assert view.seat is not None
        array = kernel.to_array(view.state, view.setup.seats)
        self._prepare(view, array)
        horizon = self.settings.horizon or self._light.player.horizon(view.setup)
        until = self._clock + horizon
        net = self._light.player.network_of(view.setup)
        settings = np.array([self.settings.exploration, self.settings.daring])
        fixed = (array[0], view.setup.array, view.seat, net, settings, until)
        self._grow(fixed, budget)
        return self._estimates(view)

    def _choice(self, view: View, found: Mapping[Action, Estimate]) -> Choice:
        order = sorted(found, key=lambda each: (-found[each].visits, -found[each].value, each))
        odds: dict[Action, float] = {}
        if self._light.player.drags(view):
            place, shares = self._drawn([found[each].visits for each in order])
            odds = dict(zip(order, shares, strict=True))
            order.insert(0, order.pop(place))
        action, runner_up, seats = order[0], order[1], view.setup.seats
        wins = {each: explain.chance_to_win(found[each].value, seats) for each in order}
        margin = 1.96 * found[action].error * (0.5 if seats == 1 else (seats - 1) / seats)
        next_best = (runner_up, wins[runner_up]) if found[runner_up].visits else None
        return Choice(action, wins, lambda: explain.by_search(view, wins[action], margin, next_best), odds)

    def _drawn(self, visits: Sequence[int]) -> tuple[int, list[float]]:
        """Draw a place by visits, those hardly looked at left out: whoever does so does not walk in circles.

        Returns it and the odds of each.
        """
        weights = [max(0, each - sum(visits) // 20) for each in visits]
        if not any(weights):
            weights[0] = 1
        left = Rng(f"{self.seed}/{self._threads[0].desk.stream[0]}").below(sum(weights))
        place = next(place for place, weight in enumerate(itertools.accumulate(weights)) if left < weight)
        return place, [weight / sum(weights) for weight in weights]

    # --- trees

    def _prepare(self, view: View, array: Any) -> None:
        """Take over what earlier searches know of this view, or start afresh."""
        words = words_of(array)[0]
        seen = hashlib.blake2b(array.tobytes(), digest_size=8).hexdigest()
        clock = int(self._engine.clock(array[0]))
        threads = self.settings.threads
        if self._setup is not view.setup or not self._threads:
            self._setup = view.setup
            self._threads = [_Thread(view.setup, self._light.player.ROOM) for _ in range(threads)]
            self._spare = [_Thread(view.setup, self._light.player.ROOM) for _ in range(threads)]
            self._clock = -1
        key = int(self._engine.view_key(words))
        for number in range(threads):
            thread, spare = self._threads[number], self._spare[number]
            if self.settings.reuse and clock == self._clock and self._keep(thread.tree, spare.tree, key):
                self._threads[number], self._spare[number] = spare, thread
            else:
                thread.tree.filled[:] = 0
            self._threads[number].desk.stream[0] = seeded(f"{self.seed}/{seen}", number)
        self._clock = clock

    def _keep(self, tree: tree_search.Tree, spare: tree_search.Tree, key: int) -> bool:
        node = int(self._engine.find_key(tree, key))
        if node == tree_search.NONE:
            return False
        self._engine.keep_below(node, tree, spare)
        return True

    def _grow(self, fixed: tuple[Any, ...], budget: Budget) -> None:
        """Search in chunks until the budget is used up or the choice is clear."""
        limit = budget.iterations if budget.iterations is not None else 1 << 40
        if budget.iterations is None and budget.seconds is None:
            limit = 1000
        end = math.inf if budget.seconds is None else time.perf_counter() + budget.seconds
        threads = len(self._threads)
        calls: dict[int, list[Callable[[], Any]]] = {}
        done = self.iterations = 0
        with ThreadPoolExecutor(threads) as pool:
            while done < limit:
                each = max(1, min(CHUNK if threads == 1 else CHUNK_OF_THREADS, -(-(limit - done) // threads)))
                if each not in calls:
                    calls[each] = [self._engine.search.prepare(*fixed, each, *thread) for thread in self._grown()]
                list((map if threads == 1 else pool.map)(_call, calls[each]))
                done += each * threads
                if time.perf_counter() >= end or (self.settings.stop_early and self._is_clear(fixed[2], limit - done)):
                    break
        self.iterations = done

    def _grown(self) -> list[tuple[tree_search.Tree, Any]]:
        return [(thread.tree, thread.desk) for thread in self._threads]

    # --- what they found

    def trees(self) -> list[tree_search.Tree]:
        """Return the trees of the latest search, one of each thread."""
        return [thread.tree for thread in self._threads]

    def _estimates(self, view: View) -> dict[Action, Estimate]:
        found = self._children(view.seat or 0)
        return {action: found.get(action, Estimate(0, 0.0, 1.0)) for action in view.legal}

    def _children(self, seat: int) -> dict[Action, Estimate]:
        """Put together what all trees know of the root's actions."""
        sums: dict[Action, tuple[int, float, float]] = {}
        for tree in (thread.tree for thread in self._threads):
            child = int(tree.links[0, tree_search.CHILD])
            while child != tree_search.NONE:
                row = tree.links[child].tolist()
                visits, total, squares = sums.get(row[tree_search.ACTION], (0, 0.0, 0.0))
                visits += row[tree_search.VISITS]
                total += float(tree.sums[child, seat])
                sums[row[tree_search.ACTION]] = visits, total, squares + float(tree.squares[child])
                child = row[tree_search.SIBLING]
        return {action: _estimate(*each) for action, each in sums.items()}

    def _is_clear(self, seat: int, left: int) -> bool:
        found = sorted(self._children(seat).values(), key=lambda each: -each.visits)
        first, second = found[0], found[1]
        if first.visits - second.visits > left:
            return True
        if second.visits < 8:
            return first.visits >= 4 * ENOUGH
        error = math.hypot(first.error, second.error)
        return first.visits >= ENOUGH and first.value - second.value > CLEAR * error


def _call(prepared: Callable[[], Any]) -> None:
    prepared()


def _estimate(visits: int, total: float, squares: float) -> Estimate:
    if visits == 0:
        return Estimate(0, 0.0, 1.0)
    value = total / visits
    # A few equal returns prove little: never less than a spread of 0.1.
    variance = max(0.01, squares / visits - value**2)
    return Estimate(visits, value, math.sqrt(variance / visits))
