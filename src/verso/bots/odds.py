"""Exact odds for the seat to act, not by sampling. Flip City: what the rest of this turn can give.

    odds = of(position)
    odds.next_card()            chance that the next card, and whatever it forces, goes over the limit
    odds.playing(3)             distribution of cash, points and cards when three more cards are played
    odds.best(cash=8)           best possible chance to end the play phase with at least 8 cash, and how to begin
    odds.best(points=8), odds.best(cards=True)

The worst case is bounded: after `MOST_STATES` different positions `best` gives a range that the chance certainly lies
in (`exact` is then False).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verso.bots import explain, odds_phase10_flip
from verso.bots.kernels import flip_city_odds as kernels
from verso.core import kernel
from verso.core.game import Action, InvalidSetup, Json, Language, Position, Setup, View
from verso.games.flip_city import rules

MOST_STATES = 100_000
FRONTIER = 20_000
NO_GOAL = kernels.Goal(kernels.GOAL_CASH, 0)


@dataclasses.dataclass(frozen=True)
class Distribution:
    """What a turn gives: chances of each amount of cash, points and cards played when it ends by stopping."""

    bust: float
    win: float
    cash: Mapping[int, float]
    points: Mapping[int, float]
    cards: Mapping[int, float]
    lost_track: float
    """The chance of what was not followed because there was too much of it; 0 in practice."""

    def at_least(self, zone: str, amount: int) -> float:
        """Return the chance of at least so much `cash`, `points` or `cards`."""
        chances: Mapping[int, float] = getattr(self, zone)
        return sum(share for value, share in chances.items() if value >= amount)


@dataclasses.dataclass(frozen=True)
class Best:
    """The best chance to reach a goal this turn, as a range that is a single number unless `exact` is False."""

    chance: float
    at_most: float
    exact: bool
    states: int
    actions: Mapping[Action, float]
    """The chance after each action that is worth a look, the best being what to begin with."""


def of(place: Position | View) -> FlipCityOdds:
    """Return the odds of the turn at hand."""
    view = _view(place)
    if view.game.name != "flip-city":
        raise InvalidSetup(f"{view.game.name} has odds of its own: see odds_phase10_flip")
    return FlipCityOdds(view)


def _view(place: Position | View) -> View:
    return place if isinstance(place, View) else place.view(place.to_act if place.to_act >= 0 else None)


class _Tables:
    """Arrays to calculate in, kept for one setup and cleared for each question."""

    def __init__(self, setup: Setup) -> None:
        size, depth = setup.game.action_count + 1, kernels.DEEPEST
        dtype = kernel.dtype_of(setup.game.state_class, setup.seats)
        stack, slots = np.zeros(depth, dtype), 1 << (2 * MOST_STATES).bit_length()
        walk: dict[str, Any] = {
            "stack": stack,
            "words": stack.view(np.uint8).reshape(depth, -1).view(np.int32),
            "actions": np.zeros((depth, size), np.int64),
            "weights": np.zeros((depth, size), np.int64),
            "frames": np.zeros((depth, kernels.FRAME), np.int64),
            "values": np.zeros((depth, 2)),
            "keys": np.zeros((slots, 2), np.int64),
            "known": np.zeros((slots, 2)),
            "tally": np.zeros(kernels.COUNTERS, np.int64),
        }
        steps: dict[str, Any] = {
            "before": np.zeros(FRONTIER, dtype),
            "before_shares": np.zeros(FRONTIER),
            "after": np.zeros(FRONTIER, dtype),
            "shares": np.zeros(FRONTIER),
            "places": np.zeros((1 << (2 * FRONTIER).bit_length(), 3), np.int64),
            "size": np.zeros(1, np.int64),
            "mass": np.zeros(kernels.MASSES),
        }
        self.walk: Any = kernels.Walk(**walk)
        self.steps: Any = kernels.Steps(**steps)

    def clear(self, most_states: int) -> None:
        self.walk.keys[:] = 0
        self.walk.tally[:] = 0
        self.walk.tally[kernels.MOST_STATES] = most_states
        self.steps.mass[:] = 0


@functools.lru_cache(maxsize=4)
def _tables(setup: Setup) -> _Tables:
    return _Tables(setup)


class FlipCityOdds:
    """The odds of the play phase at hand."""

    def __init__(self, view: View, most_states: int = MOST_STATES) -> None:
        if view.state.phase != rules.PHASE_PLAY or view.to_act < 0:
            raise InvalidSetup("odds are for a seat that is playing cards")
        self.view = view
        self.setup = view.setup
        self.most_states = min(most_states, MOST_STATES)
        self._engine = _engine(view.game.rules)
        self._array = kernel.to_array(view.state, view.setup.seats)

    def next_card(self) -> float:
        """Return the chance that playing on now ends over the limit before one may stop again.

        A Church in the discard pile is recycled where that helps. On an empty deck: the same after a shuffle.
        """
        return self.playing(1, shuffle=self.view.state.top_count[self.view.state.seat] == 0).bust

    def playing(self, cards: int, *, shuffle: bool = False) -> Distribution:
        """Return what the turn gives when so many more cards are played, and then no more than must be.

        Churches are recycled when the visible card would go over the limit. On an empty deck the turn ends, unless
        shuffling is wanted.
        """
        return self._spread(NO_GOAL, self.view.state.played_count + cards, shuffle=shuffle)

    def best(self, *, cash: int | None = None, points: int | None = None, cards: bool = False) -> Best:
        """Return the best chance to end the play phase with a goal reached."""
        goal = self._read_goal(cash, points, cards=cards)
        tables, found = self._cleared_tables(), np.zeros((len(self.view.legal), 2))
        self._engine.best_chances(self._array[0], tables.walk, self.setup.array, goal, found)
        least, most = (float(each) for each in found.max(axis=0))
        after = {action: float(low) for action, low in zip(self.view.legal, found[:, 0], strict=True)}
        return Best(least, most, not tables.walk.tally[kernels.CUT], int(tables.walk.tally[kernels.STATES]), after)

    def best_spread(self, *, cash: int | None = None, points: int | None = None, cards: bool = False) -> Distribution:
        """Return what the turn gives when it is played in the best way towards a goal."""
        return self._spread(self._read_goal(cash, points, cards=cards), -1, shuffle=True)

    def _read_goal(self, cash: int | None, points: int | None, *, cards: bool) -> kernels.Goal:
        if (cash is not None) + (points is not None) + cards != 1:
            raise ValueError("name one goal: cash, points or cards")
        if cash is not None:
            return kernels.Goal(kernels.GOAL_CASH, cash)
        if points is not None:
            return kernels.Goal(kernels.GOAL_POINTS, points)
        needed = [count for count in self.setup.tables.win_with_cards if count > 0]
        return kernels.Goal(kernels.GOAL_CARDS, min(needed, default=rules.CARDS))

    def _cleared_tables(self) -> _Tables:
        tables = _tables(self.setup)
        tables.clear(self.most_states)
        return tables

    def _spread(self, goal: kernels.Goal, target: int, *, shuffle: bool) -> Distribution:
        tables = self._cleared_tables()
        tables.steps.before[0] = self._array[0]
        self._engine.spread(tables.walk, self.setup.array, goal, target, shuffle, tables.steps)
        return _distribution(tables.steps.mass)


@functools.cache
def _engine(rules_module: str) -> kernel.Engine:
    return kernel.compiled(rules_module, "verso.bots.kernels.flip_city_odds")


def _distribution(mass: NDArray[np.float64]) -> Distribution:
    def part(first: int, size: int) -> dict[int, float]:
        return {value: float(share) for value, share in enumerate(mass[first : first + size]) if share > 0}

    return Distribution(
        bust=float(mass[kernels.BUST]),
        win=float(mass[kernels.WON]),
        cash=part(kernels.CASH_FROM, kernels.MOST_CASH),
        points=part(kernels.POINTS_FROM, kernels.MOST_POINTS),
        cards=part(kernels.CARDS_FROM, rules.CARDS + 1),
        lost_track=float(mass[kernels.LOST_TRACK]),
    )


# --- for people and programs


GOALS: Mapping[str, Mapping[str, Any]] = {
    "cash 5": {"cash": 5},
    "cash 8": {"cash": 8},
    "cash 12": {"cash": 12},
    "points": {},
    "cards": {"cards": True},
}
MORE = 4
"""For up to so many more cards the distribution is told."""


def document(place: Position | View) -> Json:
    """Return all odds of the turn at hand as one document: what `verso odds` prints with --json."""
    if place.game.name == "phase-10-flip":
        return odds_phase10_flip.document(_view(place))
    odds = of(place)
    return {
        "next_card_busts": odds.next_card(),
        "playing": {str(cards): _as_json(odds.playing(cards)) for cards in range(1, MORE + 1)},
        "best": {name: _best_as_json(odds, name) for name in GOALS},
    }


def _best(odds: FlipCityOdds, name: str) -> Best:
    goal = GOALS[name]
    return odds.best(**goal) if goal else odds.best(points=odds.setup.tables.points_to_win)


def _best_as_json(odds: FlipCityOdds, name: str) -> Json:
    found = _best(odds, name)
    after = {odds.view.text(action): chance for action, chance in found.actions.items()}
    return {"chance": found.chance, "at_most": found.at_most, "exact": found.exact, "after": after}


def _as_json(distribution: Distribution) -> Json:
    return {
        "bust": distribution.bust,
        "win": distribution.win,
        **{zone: {str(key): share for key, share in getattr(distribution, zone).items()} for zone in _ZONES},
    }


_ZONES = ("cash", "points", "cards")


def report(place: Position | View, language: Language = "en") -> str:
    """Return the odds of the turn at hand as plain text: what `verso odds` prints."""
    if place.game.name == "phase-10-flip":
        return odds_phase10_flip.report(_view(place), language)
    odds, say = of(place), explain.words_for(language)
    lines = [say("odds-next", risk=_percent(odds.next_card())), say("odds-playing")]
    for cards in range(1, MORE + 1):
        found = odds.playing(cards)
        stopped = 1 - found.bust
        figures: dict[str, str | int] = {zone: _mean(getattr(found, zone), stopped) for zone in _ZONES}
        figures |= {"count": cards, "bust": _percent(found.bust), "win": _percent(found.win)}
        lines.append(say("odds-line", **figures))
    lines.append(say("odds-best"))
    for name in GOALS:
        best = _best(odds, name)
        zone, _, amount = name.partition(" ")
        goal = say(f"odds-goal-{zone}", amount=amount or str(odds.setup.tables.points_to_win))
        begin = max(best.actions, key=lambda action: best.actions[action])
        figures = {"goal": goal, "chance": _percent(best.chance), "most": _percent(best.at_most)}
        if best.chance == 0.0 and best.exact:
            lines.append(say("odds-never", goal=goal))
        else:
            message = "odds-goal" if best.exact else "odds-goal-range"
            lines.append(say(message, action=odds.view.describe(begin, language), **figures))
    return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _mean(chances: Mapping[int, float], total: float) -> str:
    return f"{sum(value * share for value, share in chances.items()) / total:.1f}" if total > 0 else "–"
