"""Exact odds of Flip City for the seat to act: what each offered action leads to, and what the turns to come can give.

    odds = of(position)
    odds.click(action)          what this very action leads to, and the cards that must be played after it
    odds.playing(3)             distribution of cash, points and cards when three more cards are played
    odds.best(cash=8)           best possible chance to end the play phase with at least 8 cash, and how to begin
    odds.best(points=8), odds.best(cards=True)
    odds.coming(seat)           the same for the next turn of a seat, as if it began now
    odds.drawn_turn(seat)       what such a turn gives as the light player would play it

The worst case is bounded: after `MOST_STATES` different positions `best` gives a range that the chance certainly lies
in (`exact` is then False). What is drawn comes with the half width of its 95% interval.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from verso.core import kernel
from verso.core.game import Action, InvalidSetup, Json, Language, Position, Setup, View
from verso.core.rng import seeded
from verso.core.words import Words
from verso.games.flip_city import counting as kernels
from verso.games.flip_city import player, policy, rules
from verso.games.flip_city.ruleset import FlipCitySetup
from verso.games.flip_city.words import words_for

MOST_STATES = 100_000
MOST_STATES_SHOWN = 30_000
"""For the figures of a table, of which there are several."""
MOST_STATES_AHEAD = 5_000
"""For the turns of others and for one's own next turn after each action, of which there are many to look at."""
FRONTIER = 20_000
TURNS = 1_000
"""So many turns are drawn, unless they take more than `MOST_STEPS` actions together."""
MOST_STEPS = 40_000
MOST_RECYCLED = 3
"""So many cards of one face are recycled before an action, to see what that changes."""
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
    after: Mapping[Action, tuple[float, float]]
    """The same range after each legal action."""

    @property
    def actions(self) -> Mapping[Action, float]:
        """The chance after each action at least, the best being what to begin with."""
        return {action: least for action, (least, _) in self.after.items()}


@dataclasses.dataclass(frozen=True)
class Drawn:
    """What drawn turns gave: how many were lost or reached a goal, and the cash of those not lost."""

    times: int
    lost: int
    reached: int
    cash: int
    cash_squared: int

    def share(self, count: int) -> tuple[float, float]:
        """Return a frequency with half the width of its 95% interval; one of 0 or all has the width it could have."""
        share = count / self.times
        return share, 1.96 * math.sqrt(max(share * (1 - share), 4 / self.times) / self.times)

    def mean_cash(self) -> tuple[float, float]:
        """Return the mean cash of the turns not lost, likewise."""
        kept = max(1, self.times - self.lost)
        mean = self.cash / kept
        return mean, 1.96 * math.sqrt(max(0.0, self.cash_squared / kept - mean * mean) / kept)


def check(view: View) -> None:
    """Raise InvalidSetup unless a seat is to act."""
    if view.to_act < 0:
        raise InvalidSetup("odds are for a seat that is to act")


def of(place: Position | View) -> FlipCityOdds:
    """Return the odds of the turn at hand."""
    return FlipCityOdds(_view(place))


def _view(place: Position | View) -> View:
    return place if isinstance(place, View) else place.view(place.to_act if place.to_act >= 0 else None)


class _Tables:
    """Arrays to calculate in, kept for one setup and one thread, and cleared for each question."""

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
        desk: dict[str, Any] = {
            "scratch": np.zeros(1, dtype),
            "stream": np.zeros(1, np.int64),
            "work": np.zeros(player.ROOM),
            "actions": np.zeros(size, np.int64),
            "weights": np.zeros(size, np.int64),
            "told": np.zeros(kernels.TOLD, np.int64),
        }
        self.desk: Any = kernels.Desk(**desk)
        self.walk: Any = kernels.Walk(**walk)
        self.steps: Any = kernels.Steps(**steps)

    def clear(self, most_states: int) -> None:
        self.walk.keys[:] = 0
        self.walk.tally[:] = 0
        self.walk.tally[kernels.MOST_STATES] = most_states
        self.steps.mass[:] = 0


class _Desk(threading.local):
    """Where a thread counts, kept between its questions: several count at once."""

    def __init__(self) -> None:
        self.tables = functools.lru_cache(maxsize=2)(_Tables)


_desk = _Desk()


class FlipCityOdds:
    """The odds of the turn at hand, and of the turns to come."""

    def __init__(self, view: View, most_states: int = MOST_STATES) -> None:
        check(view)
        self.view = view
        self.setup = view.setup
        self.most_states = min(most_states, MOST_STATES)
        self._engine = _engine()
        self._array = kernel.to_array(view.state, view.setup.seats)

    # --- the turn at hand

    def click(self, action: Action, *, first: Action | None = None, times: int = 1) -> Distribution:
        """Return what an action leads to, and the cards that must be played after it: nothing is recycled in between.

        `first` is a recycling that is done so many times before it.
        """
        array = self._array
        if first is not None:
            state = self.view.state.copy()
            for _ in range(times):
                self.setup.rules.apply(state, self.setup.tables, first)
            array = kernel.to_array(state, self.setup.seats)
        return self._spread(NO_GOAL, kernels.FORCED, shuffle=False, first=action, array=array)

    def next_card(self) -> float:
        """Return the chance that playing on now ends over the limit before one may stop again, nothing recycled.

        On an empty deck: the same after a shuffle.
        """
        legal = self.view.legal
        on = next((action for action in (rules.PLAY, rules.SHUFFLE) if action in legal), rules.STOP)
        return self.click(on).bust

    def playing(self, cards: int, *, shuffle: bool = False) -> Distribution:
        """Return what the turn gives when so many more cards are played, and then no more than must be.

        Churches are recycled when the visible card would go over the limit. On an empty deck the turn ends, unless
        shuffling is wanted.
        """
        return self._spread(NO_GOAL, self.view.state.played_count + cards, shuffle=shuffle)

    def best(self, *, cash: int | None = None, points: int | None = None, cards: bool = False) -> Best:
        """Return the best chance to end the play phase with a goal reached."""
        goal = self._read_goal(cash, points, cards=cards)
        tables, found = self._cleared_tables(self.most_states), np.zeros((len(self.view.legal), 2))
        self._engine.best_chances(self._array[0], tables.walk, self.setup.array, goal, found)
        least, most = (float(each) for each in found.max(axis=0))
        after = {action: (float(low), float(high)) for action, (low, high) in zip(self.view.legal, found, strict=True)}
        return Best(least, most, not tables.walk.tally[kernels.CUT], int(tables.walk.tally[kernels.STATES]), after)

    def best_spread(self, *, cash: int | None = None, points: int | None = None, cards: bool = False) -> Distribution:
        """Return what the turn gives when it is played in the best way towards a goal."""
        return self._spread(self._read_goal(cash, points, cards=cards), kernels.BEST, shuffle=True)

    # --- turns to come

    def coming(
        self, seat: int, *, after: Action | None = None, points: int | None = None, cards: bool = False
    ) -> tuple[float, float]:
        """Return between what the best chance of a seat lies to reach a goal in a turn that begins now.

        `after` is an action of the seat to act that is done before. What others do until then is not foreseen: they
        can give cards away, and that is all that would change it.
        """
        tables, found = self._cleared_tables(min(self.most_states, MOST_STATES_AHEAD)), np.zeros(2)
        goal = self._read_goal(None, points, cards=cards)
        self._engine.best_of_turn(self._begun(seat, after)[0], tables.walk, self.setup.array, goal, found)
        return float(found[0]), float(found[1])

    def drawn_turn(
        self, seat: int, *, after: Action | None = None, points: int | None = None, cards: bool = False
    ) -> Drawn:
        """Return what drawn turns of a seat give that begin now: towards a goal, or as the light player would play."""
        goal = NO_GOAL if points is None and not cards else self._read_goal(None, points, cards=cards)
        return self._draw(self._begun(seat, after), goal)

    def drawn_after(self, action: Action, *, points: int | None = None, cards: bool = False) -> Drawn:
        """Return what drawn ends of this turn give after an action of the play phase, towards a goal."""
        state = self.view.state.copy()
        self.setup.rules.apply(state, self.setup.tables, action)
        return self._draw(
            kernel.to_array(state, self.setup.seats), self._read_goal(None, points, cards=cards), self.view.state.turn
        )

    def _draw(self, array: Any, goal: kernels.Goal, turn: int | None = None) -> Drawn:
        """Draw turns; their luck is the same whatever was done before, so that actions can be compared."""
        if turn is not None and int(array[0]["turn"]) != turn:
            return Drawn(1, 1, 0, 0, 0)
        desk = _desk.tables(self.setup).desk
        seen = hashlib.blake2b(self._array.tobytes(), digest_size=8).hexdigest()
        desk.told[:], desk.stream[0] = 0, seeded(f"turns/{seen}", int(array[0]["seat"]))
        network = player.network_of(self.setup)
        self._engine.draw_turns(array[0], self.setup.array, goal, network, TURNS, MOST_STEPS, desk)
        return Drawn(
            *(
                int(desk.told[place])
                for place in (kernels.TIMES, kernels.LOST, kernels.REACHED, kernels.CASH, kernels.CASH_SQUARED)
            )
        )

    def _begun(self, seat: int, after: Action | None) -> Any:
        """Return the position in which a turn of a seat begins now, in place of the turn at hand."""
        state = self.view.state.copy()
        if after is not None:
            self.setup.rules.apply(state, self.setup.tables, after)
        kernels.begin_turn_of(state, self.setup.tables, seat)
        return kernel.to_array(state, self.setup.seats)

    # --- asking the kernels

    def _read_goal(self, cash: int | None, points: int | None, *, cards: bool) -> kernels.Goal:
        if (cash is not None) + (points is not None) + cards != 1:
            raise ValueError("name one goal: cash, points or cards")
        if cash is not None:
            return kernels.Goal(kernels.GOAL_CASH, cash)
        if points is not None:
            return kernels.Goal(kernels.GOAL_POINTS, points)
        return kernels.Goal(kernels.GOAL_CARDS, rules.cards_to_win(self.setup.tables) or rules.CARDS)

    def _cleared_tables(self, most_states: int) -> _Tables:
        tables = _desk.tables(self.setup)
        tables.clear(most_states)
        return tables

    def _spread(
        self, goal: kernels.Goal, target: int, *, shuffle: bool, first: Action = rules.NOTHING, array: Any = None
    ) -> Distribution:
        tables = self._cleared_tables(self.most_states)
        tables.steps.before[0] = (self._array if array is None else array)[0]
        self._engine.spread(tables.walk, self.setup.array, goal, target, shuffle, first, tables.steps)
        return _distribution(tables.steps.mass)


def can_follow(view: View, action: Action, first: Action, times: int = 1) -> bool:
    """Say whether an action can be done after a recycling: that may end the turn, or lay a card on an empty deck."""
    state, tables = view.state.copy(), view.setup.tables
    for _ in range(times):
        rules.apply(state, tables, first)
    actions = [0] * (view.game.action_count + 1)
    return not rules.turn_ended(state, view.state.turn) and action in actions[: rules.legal(state, tables, actions)]


@functools.cache
def _engine() -> kernel.Engine:
    return kernel.compiled(rules.__name__, policy.__name__, kernels.__name__)


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


class Chance(msgspec.Struct, frozen=True):
    """The best chance of something: between two figures, which are the same where it was counted through.

    Where there is too much to count, turns are drawn that go for it as well as they easily can: then `sampled` is true
    and the figures are the ends of the 95% interval. The best play can do a little better than those turns.
    """

    least: float
    most: float
    sampled: bool


class Sampled(msgspec.Struct, frozen=True):
    """A mean over turns drawn by chance, with half the width of its 95% interval."""

    mean: float
    margin: float


class Winning(msgspec.Struct, frozen=True):
    """The best chance to win by a turn: with enough points, with enough cards played, and either way.

    `cards` is null where no card wins by the number of cards played. One play can go for both, so `either` is at least
    the better of the two and at most their sum.
    """

    points: Chance
    cards: Chance | None
    either: Chance


class Gain(msgspec.Struct, frozen=True):
    """What an action itself brings, at once."""

    cash: int
    points: int
    unhappy: int
    limit: int
    cards: int
    """Cards played."""


class Stake(msgspec.Struct, frozen=True):
    """What this turn has brought so far: what stopping keeps, and what going over the limit costs."""

    cash: int
    points: int
    cards: int
    buys: int
    """Additional Buys."""
    flips: int
    """Additional Flips."""


class First(msgspec.Struct, frozen=True):
    """An offered action that makes another one safer when it is done so many times before it."""

    action: str
    times: int
    over: float
    """The chance to go over the limit then."""


class Must(msgspec.Struct, frozen=True):
    """A card that may come up next and would have to be played, with the chance of it."""

    face: str
    chance: float


class Left(msgspec.Struct, frozen=True):
    """What is left to build with after an action."""

    cash: int
    actions: int
    buys: int
    flips: int


class Coming(msgspec.Struct, frozen=True):
    """One's own next turn, with the cards as they will be: the best chance to win by it, and how it goes mostly.

    `over` and `cash` are of drawn turns, played as the light player would: how many of them go over the limit, and what
    the others have to build with.
    """

    win: Winning
    over: Sampled
    cash: Sampled


class Click(msgspec.Struct, frozen=True, kw_only=True):
    """What one offered action leads to, nothing else being done in between."""

    over_now: bool
    """This action itself goes over the limit, for certain."""
    over: float
    """The chance to go over the limit before one may stop again: by this action and the cards that must be played."""
    wins: float
    """The chance that the turn is won when one stops then; ending a turn that has won: 1."""
    loses: bool
    """It takes the last card of the supply, which loses a game alone."""
    gives: Gain | None
    """What it brings at once; null where that is nothing, or where it goes over the limit."""
    must: list[Must]
    """What may come up after it and would have to be played, the likeliest first."""
    first: First | None
    """What would make it safer."""
    win: Winning | None
    """The best chance to win this turn that is left after it."""
    leaves: Left | None
    """What there is to build with after it, in the build phase."""
    coming: Coming | None
    """One's own next turn with what it builds."""


_NOTHING = Click(
    over_now=False, over=0.0, wins=0.0, loses=False, gives=None, must=[], first=None, win=None, leaves=None, coming=None
)
"""An action that leads to nothing."""
_click = functools.partial(msgspec.structs.replace, _NOTHING)


class Goal(msgspec.Struct, frozen=True):
    """What wins a turn; `cards` is null where no card wins by the number of cards played."""

    points: int
    cards: int | None


class Rival(msgspec.Struct, frozen=True):
    """An opponent's next turn, from what everybody sees, as if it began now."""

    seat: int
    win: Winning


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """`actions`: by the text of each offered action, what it leads to. `win`: the best chance to win this turn.

    `stake` is what this turn has brought so far. `coming` is the next turn as it is, while one builds.
    """

    actions: dict[str, Click]
    goal: Goal
    stake: Stake
    win: Winning
    coming: Coming | None
    rivals: list[Rival]


FIGURES = Figures


def figures(view: View) -> Figures:
    """Return the figures for the seat to act."""
    return _Telling(view).figures()


class _Telling:
    """Puts figures together, each question asked once."""

    def __init__(self, view: View) -> None:
        self.view, self.s, self.t = view, view.state, view.setup.tables
        self.odds = FlipCityOdds(view, MOST_STATES_SHOWN)
        self.goal = Goal(int(self.t.points_to_win), rules.cards_to_win(self.t) or None)
        self._seen: dict[str, Coming] = {}

    def figures(self) -> Figures:
        s = self.s
        playing = s.phase == rules.PHASE_PLAY
        after = self._after_each() if playing else {}
        return Figures(
            actions={
                self.view.text(action): self._play(action, after[action]) if playing else self._build(action)
                for action in self.view.legal
            },
            goal=self.goal,
            stake=Stake(s.cash, s.points, s.played_count, s.extra_buys, s.extra_flips),
            win=_best_of(after.values()) if playing else self._sure_win(s),
            coming=self._coming(None) if s.phase == rules.PHASE_BUILD else None,
            rivals=[Rival(seat, self._turn_of(seat)) for seat in range(self.view.setup.seats) if seat != s.seat],
        )

    # --- while cards are played

    def _after_each(self) -> dict[Action, Winning]:
        """Return the best chance to win this turn after each action."""
        goals: tuple[_Goal, ...] = ({"points": self.goal.points}, {"cards": True})
        asked = [self.odds.best(**goal) for goal in goals]

        def chance(action: Action, best: Best, goal: _Goal) -> Chance:
            return _chance(*best.after[action], lambda: self.odds.drawn_after(action, **goal))

        return {
            action: self._winning(*(chance(action, *each) for each in zip(asked, goals, strict=True)))
            for action in self.view.legal
        }

    def _winning(self, points: Chance, cards: Chance) -> Winning:
        least, most = max(points.least, cards.least), min(1.0, points.most + cards.most)
        either = Chance(least, most, points.sampled or cards.sampled)
        return Winning(points, cards if self.goal.cards else None, either)

    def _play(self, action: Action, win: Winning) -> Click:
        state = self.s.copy()
        self.view.setup.rules.apply(state, self.t, action)
        if action == rules.SHUFFLE and rules.lost_after_taking(self.s, self.t, 1):
            return _click(loses=True, win=win)
        found = self.odds.click(action)
        over_now = rules.turn_ended(state, self.s.turn)
        return _click(
            over_now=over_now,
            over=_share(found.bust),
            wins=_share(found.win),
            gives=None if over_now or action in (rules.STOP, rules.SHUFFLE) else _gain(self.s, state),
            must=[] if over_now else self._must(state),
            first=self._first(action, found.bust),
            win=win,
        )

    def _must(self, state: Any) -> list[Must]:
        """Return what may lie on top of the deck now and would have to be played."""
        seat = self.s.seat
        if state.awaiting == rules.AWAIT_TOP:
            counts = {face: count / state.rest[seat] for face, count in enumerate(state.deck[seat]) if count}
        else:
            counts = dict.fromkeys(state.top[seat][: min(1, state.top_count[seat])], 1.0)
        playing = state.phase == rules.PHASE_PLAY
        forced = [face for face in counts if playing and (state.must_play or self.t.must_be_played[face])]
        assert isinstance(self.view.setup, FlipCitySetup)
        found = [Must(self.view.setup.code(face), counts[face]) for face in forced]
        return sorted(found, key=lambda each: (-each.chance, each.face))

    def _first(self, action: Action, over: float) -> First | None:
        """Return the recycling before an action that takes most of its risk away, with the fewest cards."""
        if action not in (rules.PLAY, rules.SHUFFLE) or over < _LEAST:
            return None
        best: First | None = None
        for other in self.view.legal:
            held = self.s.discard[self.s.seat][other - rules.RECYCLE] if other >= rules.RECYCLE else 0
            for times in range(1, min(held, MOST_RECYCLED) + 1):
                if not can_follow(self.view, action, other, times):
                    break
                risk = self.odds.click(action, first=other, times=times).bust
                if risk < (over if best is None else best.over) - _LEAST:
                    best = First(self.view.text(other), times, _share(risk))
        return best

    # --- while one builds

    def _build(self, action: Action) -> Click:
        state = self.s.copy()
        if action == rules.DONE:
            won = rules.has_won(state, self.t)
            return _click(wins=float(won), coming=None if won else self._coming(None))
        self.view.setup.rules.apply(state, self.t, action)
        loses = state.result == rules.SUPPLY_EMPTY
        if self.s.phase == rules.PHASE_REMOVE:
            return _click(loses=loses)
        leaves = Left(state.cash, state.actions, state.extra_buys, state.extra_flips)
        return _click(loses=loses, leaves=leaves, coming=None if loses else self._coming(action))

    def _coming(self, action: Action | None) -> Coming:
        """Return one's own next turn after an action; who gets a card that is given away does not matter to it."""
        state, seat = self.s.copy(), self.s.seat
        if action is not None:
            self.view.setup.rules.apply(state, self.t, action)
        key = repr((state.discard[seat], state.deck[seat]))
        if key not in self._seen:
            drawn = self.odds.drawn_turn(seat, after=action)
            over, cash = Sampled(*drawn.share(drawn.lost)), Sampled(*drawn.mean_cash())
            self._seen[key] = Coming(self._turn_of(seat, action), over, cash)
        return self._seen[key]

    def _turn_of(self, seat: int, after: Action | None = None) -> Winning:
        """Return the best chance to win by a turn of a seat that begins now."""

        def chance(**goal: Any) -> Chance:
            found = self.odds.coming(seat, after=after, **goal)
            return _chance(*found, lambda: self.odds.drawn_turn(seat, after=after, **goal))

        return self._winning(chance(points=self.goal.points), chance(cards=True))

    def _sure_win(self, s: Any) -> Winning:
        points, cards = float(rules.enough_points(s, self.t)), float(rules.enough_cards_played(s, self.t))
        return self._winning(*(Chance(each, each, sampled=False) for each in (points, cards)))


_Goal = dict[str, Any]
_LEAST = 1e-9
"""Chances that differ by less are the same, but for rounding."""
_NARROW = 0.02
"""A range that is no wider says enough."""


def _chance(least: float, most: float, draw: Callable[[], Drawn]) -> Chance:
    """Return a range as it is if it is narrow, otherwise the interval of drawn turns as far as it lies within."""
    if most - least < _NARROW:
        return Chance(_share(least), _share(most), sampled=False)
    drawn = draw()
    share, margin = drawn.share(drawn.reached)
    low = min(most, max(least, share - margin))
    return Chance(_share(low), _share(max(low, min(most, share + margin))), sampled=True)


def _share(chance: float) -> float:
    return min(1.0, max(0.0, chance))


def _gain(before: Any, after: Any) -> Gain:
    names = ("cash", "points", "unhappy", "limit", "played_count")
    return Gain(*(getattr(after, name) - getattr(before, name) for name in names))


def _best_of(winning: Iterable[Winning]) -> Winning:
    """Return the best that can be begun with, each way to win for itself."""
    every = list(winning)

    def best(chances: list[Chance]) -> Chance:
        sampled = any(each.sampled for each in chances)
        return Chance(max(each.least for each in chances), max(each.most for each in chances), sampled)

    cards = [each.cards for each in every if each.cards is not None]
    return Winning(
        best([each.points for each in every]), best(cards) if cards else None, best([each.either for each in every])
    )


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
    view = _view(place)
    told: Json = msgspec.to_builtins(figures(view))
    if view.state.phase == rules.PHASE_PLAY:
        odds = FlipCityOdds(view)
        told["playing"] = {str(cards): _as_json(odds.playing(cards)) for cards in range(1, MORE + 1)}
        told["best"] = {name: _best_as_json(odds, name) for name in GOALS}
    return told


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
    view = _view(place)
    return "\n".join(_lines(view, figures(view), words_for(language), language))


def _lines(view: View, told: Figures, say: Words, language: Language) -> Iterator[str]:
    playing = view.state.phase == rules.PHASE_PLAY
    yield say("odds-actions" if playing else "odds-builds")
    for action in view.legal:
        facts = "; ".join(_facts(view, told, told.actions[view.text(action)], action, say, language))
        yield say("odds-action", action=view.describe(action, language), facts=facts)
    if playing:
        yield say("odds-win", goals=_goals(told.win, told.goal, say))
        yield from _distributions(FlipCityOdds(view, MOST_STATES_SHOWN), say, language)
    for rival in told.rivals:
        yield say("odds-rival", seat=rival.seat, goals=_goals(rival.win, told.goal, say))


def _facts(view: View, told: Figures, click: Click, action: Action, say: Words, language: Language) -> Iterator[str]:
    """Say what an action leads to."""
    if click.loses:
        yield say("odds-loses")
        return
    if click.win is not None:
        if action == rules.STOP:
            yield say("odds-keeps", cash=told.stake.cash, points=told.stake.points)
        else:
            yield say("odds-over-now") if click.over_now else say("odds-over", over=_percent(click.over, say))
        if click.first is not None:
            other = view.describe(view.game.notation.read(view.setup, view.state, click.first.action)[0], language)
            message = "odds-first" if click.first.times == 1 else "odds-first-times"
            yield say(message, over=_percent(click.first.over, say), times=click.first.times, action=other)
    if click.wins > 0:
        yield say("odds-wins", chance=_percent(click.wins, say))
    if click.leaves is not None:
        yield say("odds-leaves", cash=click.leaves.cash)
    if click.coming is not None:
        coming = click.coming
        yield say(
            "odds-coming",
            goals=_goals(coming.win, told.goal, say),
            over=_interval(coming.over, 100, say),
            cash=_interval(coming.cash, 1, say),
        )


def _goals(win: Winning, goal: Goal, say: Words) -> str:
    named = [(win.points, "odds-goal-points", goal.points), (win.cards, "odds-goal-number", goal.cards or 0)]
    return ", ".join(
        say(message, amount=amount, chance=_range(chance, say)) for chance, message, amount in named if chance
    )


def _range(chance: Chance, say: Words) -> str:
    low, high = _percent(chance.least, say), _percent(chance.most, say)
    return f"{low}%" if low == high else f"{low}–{high}%"


def _interval(found: Sampled, scale: int, say: Words) -> str:
    low, high = (max(0.0, scale * (found.mean + sign * found.margin)) for sign in (-1, 1))
    return f"{low:.0f}–{high:.0f}" if scale == 100 else f"{say.decimal(low)}–{say.decimal(high)}"


def _distributions(odds: FlipCityOdds, say: Words, language: Language) -> Iterator[str]:
    yield say("odds-playing")
    for cards in range(1, MORE + 1):
        found = odds.playing(cards)
        figures: dict[str, str | int] = {zone: _mean(getattr(found, zone), 1 - found.bust, say) for zone in _ZONES}
        figures |= {"count": cards, "bust": _percent(found.bust, say), "win": _percent(found.win, say)}
        yield say("odds-line", **figures)
    yield say("odds-best")
    for name in GOALS:
        if GOALS[name].get("cash"):
            best = _best(odds, name)
            goal = say("odds-goal-cash", amount=GOALS[name]["cash"])
            begin = max(best.actions, key=lambda action: best.actions[action])
            figures = {"goal": goal, "chance": _percent(best.chance, say), "most": _percent(best.at_most, say)}
            if best.chance == 0.0 and best.exact:
                yield say("odds-never", goal=goal)
            else:
                message = "odds-goal" if best.exact else "odds-goal-range"
                yield say(message, action=odds.view.describe(begin, language), **figures)


def _percent(share: float, say: Words) -> str:
    return say.decimal(100 * share)


def _mean(chances: Mapping[int, float], total: float, say: Words) -> str:
    return say.decimal(sum(value * share for value, share in chances.items()) / total) if total > 0 else "–"
