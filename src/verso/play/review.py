"""Looks at a game again: who was how likely to win after every action, what was luck, and what choices cost.

Values come from views alone. The series of a seat is measured from what that seat could see at each moment, completed
anew, and never from what happened later: cutting a record short changes nothing before the cut. Chance and choices are
put to account ply by ply, in whole hundredths of a win point, so that the account of a seat adds up to its result to
the last digit. What neighbouring estimates contradict each other by is an entry of its own.

docs/design.md says why it is counted like this.
"""

from __future__ import annotations

import functools
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any

import msgspec
import numpy as np

from verso.bots.explain import chance_to_win
from verso.bots.kernels.values import NO_ACTION
from verso.bots.values import MOST_OUTCOMES, Comparison, Tally, Valuer
from verso.core import kernel
from verso.core.record import Record
from verso.core.spec import CHANCE, OVER
from verso.core.threads import Threads
from verso.play.wire import HundredthPoints, Label

CERTAIN = 10_000
SMALL, BLUNDER = 200, 600
"""A loss below the first is small, from the second on a blunder."""
PASSES = (1, 4, 16, 64, 256, 1024, 4096, 16384)
"""Games from each position after each look at the whole record."""
STEP = 256
"""Games between two looks at the clock."""
LOOKS = 10
"""Time is shared out so that a look at the whole record takes at most such a part of it: one cut short is lost."""
COMPLETIONS = 4
"""Of a view, that must agree on what is seen after an action for it to have told nothing."""
VERSION = 8
SECONDS = 12.0
COUNTED_FROM = 16
"""Games from each position that must be wanted for turns to be counted exactly: it takes seconds."""


class DecisionFigures(msgspec.Struct, frozen=True, gc=False):
    """A choice: the actions looked at, the one that was done first, and what they are worth to whoever chose."""

    ply: int
    seat: int
    actions: list[int]
    wins: list[HundredthPoints]
    margins: list[HundredthPoints]
    close: list[bool]
    games: list[int]
    best: int
    loss: HundredthPoints
    low: HundredthPoints
    high: HundredthPoints
    label: Label
    mattered: bool


class SeatFigures(msgspec.Struct, frozen=True, gc=False):
    """The game as one seat could know it: chances of all seats ply by ply, and its account, entry by entry."""

    wins: list[list[HundredthPoints]]
    margins: list[list[HundredthPoints]]
    luck: list[HundredthPoints]
    own: list[HundredthPoints]
    others: list[HundredthPoints]
    rest: list[HundredthPoints]


class Figures(msgspec.Struct, frozen=True, gc=False):
    """All figures of a review, without a word in any language: what is kept."""

    version: int
    plies: int
    over: bool
    progress: float
    games: int
    turns: list[tuple[int, int]]
    seats: list[SeatFigures]
    decisions: list[DecisionFigures]


encode_figures = msgspec.json.Encoder().encode
decode_figures = msgspec.json.Decoder(Figures).decode


_Series = tuple[list[list[HundredthPoints]], list[list[HundredthPoints]]]
"""Chances to win of every seat ply by ply, and how sure each is."""


_Counted = tuple[Tally | Comparison, Any]
"""What a position, or each choice in it, promises every seat."""
_Count = Callable[[Any, Any], Iterator[_Counted]]


class Moment:
    """A position on the way: who acts, what was done, and what else could have been done or have happened.

    `drawn` is how often chance has acted since the clock showed what it shows.
    """

    __slots__ = ("action", "actor", "clock", "drawn", "options", "weights")

    def __init__(
        self, actor: int, action: int, options: Sequence[int], weights: Sequence[int], clock: int, drawn: int
    ) -> None:
        self.actor, self.action, self.options, self.weights = actor, action, options, weights
        self.clock, self.drawn = clock, drawn

    @property
    def is_forced(self) -> bool:
        return len(self.options) == 1


class Course:
    """A record played through once: its moments, and what each seat could see of every position."""

    def __init__(self, record: Record, engine: kernel.Engine) -> None:
        self.setup, self.record = record.setup, record
        self.open = not self.setup.game.hides
        position = record.start()
        seats, size = self.setup.seats, len(record.actions) + 1
        states: Any = np.zeros(size, kernel.dtype_of(self.setup.game.state_class, seats))
        self.moments: list[Moment] = []
        for ply, action in enumerate(record.actions):
            states[ply] = kernel.to_array(position.state, seats)[0]
            weights = position.weights() if position.to_act == CHANCE else {}
            legal, clock = position.legal, int(engine.clock(states[ply]))
            drawn = self._drawn(clock)
            self.moments.append(Moment(position.to_act, action, legal, list(weights.values()), clock, drawn))
            position.push(action)
        states[size - 1] = kernel.to_array(position.state, seats)[0]
        self.over = position.to_act == OVER
        self.end = position
        self.views = [states] if self.open else [self._views(states, engine, seat) for seat in range(seats)]

    def _drawn(self, clock: int) -> int:
        """Return how often chance has acted in this tick of the clock, after the moments that are known by now."""
        if not self.moments or self.moments[-1].clock != clock:
            return 0
        last = self.moments[-1]
        return last.drawn + (last.actor == CHANCE)

    def _views(self, states: Any, engine: kernel.Engine, seat: int) -> Any:
        views = np.zeros_like(states)
        for ply in range(len(states)):
            engine.redact(states[ply], self.setup.array, seat, views[ply])
        return views

    def result(self) -> list[float]:
        """Return what the end was worth to every seat, as a chance to win."""
        returns = [0.0] * self.setup.seats
        self.setup.rules.returns(self.end.state, self.setup.tables, returns)
        return [chance_to_win(value, self.setup.seats) for value in returns]

    def turns(self) -> list[tuple[int, int]]:
        """Return the first ply of every turn, and whose it is."""
        found: list[tuple[int, int]] = []
        now: tuple[int, int] | None = None
        for ply, moment in enumerate(self.moments):
            if moment.actor >= 0 and now != (now := (moment.actor, moment.clock)):
                found.append((ply, moment.actor))
        return found


class Reviewer:
    """Reviews one record: `grow` plays on from its positions, `figures` says what is known by now."""

    def __init__(self, record: Record, *, seed: int | str = "review", threads: int = 2) -> None:
        self.valuer = Valuer(record.setup, seed)
        self.course = Course(record, self.valuer.engine)
        self._threads = Threads(threads)
        self._desks: SimpleQueue[Any] = SimpleQueue()
        for _ in range(self._threads.count):
            self._desks.put(self.valuer.desk())
        self._tallies = [self._observed(views) for views in self.course.views]
        self._outcomes = self._chances() if self.course.open else {}
        self._first = 0 if self.valuer.judges else PASSES[1]
        self._ahead: SimpleQueue[Any] = SimpleQueue()
        self._is_promised, self._is_counted = False, not self.valuer.judges
        self._comparisons = self._decisions()
        self._telling = {ply for ply, moment in enumerate(self.course.moments) if self._tells(ply, moment)}
        self.progress = 0.0
        self._stopped = False

    def stop(self) -> None:
        """Let `grow` end soon."""
        self._stopped = True

    def _observed(self, views: Any) -> list[Tally]:
        """Return a tally for every position, the same where nothing changes for whoever looks."""
        moments = self.course.moments
        tallies: list[Tally] = []
        for ply in range(len(views) - 1, -1, -1):
            same = bool(tallies) and (
                (self.course.open and moments[ply].is_forced) or views[ply].tobytes() == views[ply + 1].tobytes()
            )
            if same and not (ply + 1 == len(moments) and self.course.over):
                tallies.append(tallies[-1])
                continue
            tallies.append(self.valuer.tally())
        return tallies[::-1]

    def _chances(self) -> dict[int, list[Tally]]:
        """Return a tally for every outcome that chance could have had; what came is looked at like all the others."""
        found = {}
        for ply, moment in enumerate(self.course.moments):
            if moment.actor == CHANCE and 1 < len(moment.options) <= MOST_OUTCOMES:
                after = self._tallies[0][ply + 1]
                found[ply] = [after if each == moment.action else self.valuer.tally() for each in moment.options]
        return found

    def _decisions(self) -> dict[int, Comparison]:
        found = {}
        for ply, moment in enumerate(self.course.moments):
            if moment.actor >= 0 and not moment.is_forced:
                others = [action for action in moment.options if action != moment.action]
                found[ply] = self.valuer.comparison(moment.actor, [moment.action, *others])
        return found

    def _tells(self, ply: int, moment: Moment) -> bool:
        """Say whether an action showed whoever did it something that they could not know: then that is luck."""
        if self.course.open or moment.actor < 0:
            return False
        engine, tables, views = self.valuer.engine, self.course.setup.array, self.course.views[moment.actor]
        room, after = np.zeros_like(views[:2]), views[ply + 1].tobytes()
        for number in self.valuer.streams(0, COMPLETIONS):
            engine.complete(views[ply], tables, moment.actor, np.array([number], np.int64), room[0])
            engine.apply(room[0], tables, moment.action)
            engine.redact(room[0], tables, moment.actor, room[1])
            if room[1].tobytes() != after:
                return True
        return False

    # --- measuring

    def grow(self, seconds: float | None = SECONDS, games: int | None = None) -> Iterator[Figures]:
        """Play on from all positions, more and more often, and tell what is known after each look at the record.

        With a number of games alone the figures are the same on every machine. With none turns are counted, where that
        can be done, and nothing is played on.
        """
        began = time.perf_counter()
        end = math.inf if seconds is None else began + seconds
        wanted, last, figures = 0, PASSES[-1] if games is None else games, None
        for ask in self._promises(counts=seconds is not None or last == 0 or last >= COUNTED_FROM):
            ask(end)
            if seconds is not None:
                self.progress = min(1.0, (time.perf_counter() - began) / max(seconds, 1e-9))
                figures = self.figures()
                yield figures
                if self.progress == 1.0 or self._stopped:
                    return
        if last == 0:
            self.progress = 1.0
            yield self.figures()
        while wanted < last:
            wanted = self._next(wanted, last, time.perf_counter() - began, seconds)
            work = (*self._value_work(wanted, end), *self._chance_work(wanted, end), *self._choice_work(wanted, end))
            self._threads.run(work)
            now = time.perf_counter()
            is_last = wanted == last or now >= end or self._stopped
            spent = 0.0 if seconds is None else (now - began) / max(seconds, 1e-9)
            self.progress = 1.0 if is_last else min(0.99, max(spent, wanted / last))
            if figures is None or self._is_even(wanted):
                figures = self.figures()
            else:  # a look that was cut short: positions known unequally well would contradict each other
                figures = msgspec.structs.replace(figures, progress=1.0)
            yield figures
            if is_last:
                return

    def _next(self, done: int, last: int, spent: float, seconds: float | None) -> int:
        """Return how many games are to be known after the next look."""
        following = next((each for each in PASSES if each > done and each >= self._first), last)
        if seconds is not None and done:
            following = min(following, done + max(1, int(done * seconds / LOOKS / max(spent, 1e-9))))
        return min(following, last)

    def _is_even(self, wanted: int) -> bool:
        """Say whether all positions and choices were looked at as often as wanted."""
        over = self.course.over
        known = (tally.games >= wanted for each in self._tallies for tally in each[: len(each) - over])
        outcomes = (tally for each in self._outcomes.values() for tally in each if not self._is_end(tally))
        others = all(tally.games >= wanted for tally in outcomes)
        return all(known) and others and all(found.games[0] >= wanted for found in self._comparisons.values())

    def _promises(self, *, counts: bool) -> Iterator[Callable[[float], None]]:
        """Yield ways to value everything before any game is played on, first at a glance, then by counting turns."""
        if self.valuer.judges and not self._is_promised:
            self._is_promised = True
            yield self._ask_promises
        if counts and not self._is_counted:
            yield self._count_turns

    def _ask_promises(self, end: float) -> None:
        """Ask once for everything, however late it is."""
        self._threads.run([*self._promise_work()])

    def _promise_work(self) -> Iterator[Callable[[], None]]:
        """Yield what is to be done for first promises: of positions, of outcomes of chance and of choices."""
        for seat, (views, tallies) in enumerate(zip(self.course.views, self._tallies, strict=True)):
            last = {id(tally): ply for ply, tally in enumerate(tallies[: len(tallies) - self.course.over])}
            for ply in last.values():
                yield self._promise_piece(views[ply], seat, tallies[ply])
        for _, tally, after in self._other_outcomes():
            yield self._promise_piece(after, 0, tally)
        for ply, comparison in self._comparisons.items():
            yield self._promises_piece(self.course.views[self._viewer(comparison.seat)][ply], comparison)

    def _promise_piece(self, view: Any, seat: int, tally: Tally) -> Callable[[], None]:
        def piece() -> None:
            desk = self._desks.get()
            tally.promise = self.valuer.promise(view, seat, desk)
            self._desks.put(desk)

        return piece

    def _promises_piece(self, view: Any, comparison: Comparison) -> Callable[[], None]:
        def piece() -> None:
            desk, seat = self._desks.get(), comparison.seat
            found = [self.valuer.promise(view, seat, desk, option) for option in comparison.options]
            comparison.promises = np.stack(found)
            self._desks.put(desk)

        return piece

    def _other_outcomes(self) -> Iterator[tuple[int, Tally, Any]]:
        """Yield the ply, what is known and the state of all outcomes of chance that did not come."""
        for ply, tallies in self._outcomes.items():
            moment = self.course.moments[ply]
            for option, tally in zip(moment.options, tallies, strict=True):
                if option != moment.action:
                    yield ply, tally, self._after(ply, option)

    def _after(self, ply: int, action: int) -> Any:
        """Return the state after an action, where nothing is hidden.

        A copy would have anything at all between its fields, and moments are known by their whole memory.
        """
        after = np.zeros_like(self.course.views[0][:1])[0]
        self.valuer.engine.assign(after, self.course.views[0][ply])
        self.valuer.engine.apply(after, self.course.setup.array, action)
        return after

    def _count_turns(self, end: float) -> None:
        """Count turns exactly, as far as can be seen from each position; if time is up before that nothing changes."""
        self._is_counted = True
        turns = self._turns_in_sight() if self.course.open else self._turns_thought_through()
        found = self._threads.run([self._turn_piece(count, end) for count in turns])
        if self._is_too_late(end):
            return
        for each, promises in itertools.chain.from_iterable(found):
            if isinstance(each, Comparison):
                each.promises = promises
            else:
                each.promise = promises

    def _turn_piece(self, count: _Count, end: float) -> Callable[[], list[_Counted]]:
        def piece() -> list[_Counted]:
            if self._is_too_late(end):
                return []
            desk = self._desks.get()
            ahead = self.valuer.room_ahead() if self._ahead.empty() else self._ahead.get()
            found = list(count(desk, ahead))
            self._ahead.put(ahead)
            self._desks.put(desk)
            return found

        return piece

    def _turns_in_sight(self) -> Iterator[_Count]:
        """Yield what counts each turn where nothing is hidden: of its positions, outcomes of chance and choices."""
        tallies, moments, views = self._tallies[0], self.course.moments, self.course.views[0]
        last = {id(tally): ply for ply, tally in enumerate(tallies[: len(moments)])}
        turns: dict[int, list[tuple[Tally | Comparison, list[Any]]]] = {}
        others: dict[int, list[tuple[Tally, Any]]] = {}
        for ply, tally, after in self._other_outcomes():
            others.setdefault(ply, []).append((tally, after))
        for ply in reversed(range(len(moments))):  # so that what can follow is found before what it follows
            asked = turns.setdefault(moments[ply].clock, [])
            asked.extend((tally, [after]) for tally, after in others.get(ply, ()))
            if comparison := self._comparisons.get(ply):
                asked.append((comparison, [self._after(ply, option) for option in comparison.options]))
            if last[id(tallies[ply])] == ply:
                asked.append((tallies[ply], [views[ply]]))
        for tick, asked in turns.items():
            yield functools.partial(self._count_turn, tick, asked)

    def _count_turn(
        self, tick: int, asked: Sequence[tuple[Tally | Comparison, list[Any]]], desk: Any, ahead: Any
    ) -> Iterator[_Counted]:
        self.valuer.engine.begin_looking(ahead)
        for each, states in asked:
            promises = np.stack([self.valuer.promise_ahead(state, desk, ahead, tick) for state in states])
            yield each, promises if isinstance(each, Comparison) else promises[0]

    def _turns_thought_through(self) -> Iterator[_Count]:
        """Yield what thinks each turn through to its end, as far as whoever plays it can be sure of what comes.

        That goes for the moments in which chance turns up a card after an action of theirs as well.
        """
        before: Moment | None = None
        for ply, moment in enumerate(self.course.moments):
            if moment.actor != CHANCE:
                before = moment
                yield functools.partial(self._think_through, ply, moment.actor, (moment.action,))
            elif before and before.clock == moment.clock:
                yield functools.partial(self._think_through, ply, before.actor, (NO_ACTION,))

    def _think_through(self, ply: int, seat: int, options: Sequence[int], desk: Any, ahead: Any) -> Iterator[_Counted]:
        comparison = self._comparisons.get(ply)
        options = comparison.options if comparison else options
        promises, is_sure = self.valuer.plans(self.course.views[seat][ply], seat, options, desk, ahead)
        if comparison:
            yield comparison, promises
        if is_sure:
            yield self._tallies[seat][ply], promises[int(np.argmax(promises[:, seat]))]

    def _value_work(self, wanted: int, end: float) -> Iterator[Callable[[], None]]:
        """Yield what is to be done for positions; those in which a seat chose are known from what it compared."""
        done = {id(self._before(ply)) for ply in self._comparisons}
        for seat, (views, tallies) in enumerate(zip(self.course.views, self._tallies, strict=True)):
            for ply in range(len(tallies) - self.course.over):
                if id(tallies[ply]) not in done:
                    done.add(id(tallies[ply]))
                    drawn = self.course.moments[ply].drawn if ply < len(self.course.moments) else 0
                    yield self._value_piece(views[ply], seat, tallies[ply], drawn, wanted, end)

    def _chance_work(self, wanted: int, end: float) -> Iterator[Callable[[], None]]:
        """Yield what is to be done for outcomes of chance that did not come."""
        for ply, tally, after in self._other_outcomes():
            moment = self.course.moments[ply]
            drawn = moment.drawn + 1 if self.valuer.engine.clock(after) == moment.clock else 0
            yield self._value_piece(after, 0, tally, drawn, wanted, end)

    def _is_end(self, tally: Tally) -> bool:
        """Say whether this is what is known of the end of a game that is over: nothing is played on from there."""
        return self.course.over and tally is self._tallies[0][-1]

    def _value_piece(
        self, view: Any, seat: int, tally: Tally, drawn: int, wanted: int, end: float
    ) -> Callable[[], None]:
        def piece() -> None:
            desk = self._desks.get()
            while tally.games < wanted and not self._is_late(end, tally.games):
                self.valuer.play_on(view, seat, tally, min(STEP, wanted - tally.games), desk, drawn)
            self._desks.put(desk)

        return piece

    def _choice_work(self, wanted: int, end: float) -> Iterator[Callable[[], None]]:
        fed = set[int]()
        for ply, comparison in self._comparisons.items():
            views, before = self.course.views[self._viewer(comparison.seat)], self._before(ply)
            if id(before) in fed:
                before = self.valuer.tally()
            fed.add(id(before))
            yield self._choice_piece(views[ply], comparison, before, self.course.moments[ply].drawn, wanted, end)

    def _choice_piece(
        self, view: Any, comparison: Comparison, before: Tally, drawn: int, wanted: int, end: float
    ) -> Callable[[], None]:
        def piece() -> None:
            desk = self._desks.get()
            while (done := int(comparison.games[0])) < wanted and not self._is_late(end, done):
                self.valuer.compare(view, comparison, min(STEP, wanted - done), desk, before, drawn)
            self._desks.put(desk)

        return piece

    def _before(self, ply: int) -> Tally:
        """Return what is known of a position to whoever chooses in it."""
        return self._tallies[self._viewer(self.course.moments[ply].actor)][ply]

    def _is_late(self, end: float, games: int) -> bool:
        """Say whether to stop playing on. Everything is looked at a first time."""
        return games >= self._first and self._is_too_late(end)

    def _is_too_late(self, end: float) -> bool:
        """Say whether time is up or nobody waits any more."""
        return self._stopped or time.perf_counter() >= end

    # --- what it comes to

    def figures(self) -> Figures:
        """Return what is known by now."""
        decisions = {ply: _decision(ply, found) for ply, found in self._comparisons.items()}
        seats = self.course.setup.seats
        seen = [self._seen(viewer) for viewer in range(len(self._tallies))]
        played = {id(tally): tally.games for tallies in self._tallies for tally in tallies if tally.games}
        return Figures(
            version=VERSION,
            plies=len(self.course.moments),
            over=self.course.over,
            progress=round(self.progress, 3),
            games=round(sum(played.values()) / max(1, len(played))),
            turns=self.course.turns(),
            seats=[self._seat(seat, seen, decisions) for seat in range(seats)],
            decisions=list(decisions.values()),
        )

    def _seen(self, viewer: int) -> _Series:
        """Return the chances of every seat to win ply by ply, as a seat could know them, and how sure they are."""
        tallies, seats = self._tallies[viewer], range(self.course.setup.seats)
        wins = [[_points(tally.win(each)) for tally in tallies] for each in seats]
        margins = [[_points(tally.margin(each)) for tally in tallies] for each in seats]
        if self.course.over:
            for each, result in enumerate(self.course.result()):
                wins[each][-1], margins[each][-1] = _points(result), 0
        return wins, margins

    def _seat(self, seat: int, seen: Sequence[_Series], decisions: dict[int, DecisionFigures]) -> SeatFigures:
        wins, margins = seen[self._viewer(seat)]
        account = [self._entry(ply, seat, seen, decisions.get(ply)) for ply in range(len(self.course.moments))]
        luck, own, others, rest = ([entry[place] for entry in account] for place in range(4))
        return SeatFigures(wins, margins, luck, own, others, rest)

    def _viewer(self, seat: int) -> int:
        """Return whose series a seat has: where all is open there is one for all."""
        return 0 if self.course.open else seat

    def _entry(
        self, ply: int, seat: int, seen: Sequence[_Series], decision: DecisionFigures | None
    ) -> tuple[int, int, int, int]:
        """Put the change of a seat's chance to win with one ply to account: luck, own and others' choices, the rest.

        A choice changes what whoever chose could see coming; what it changes besides for others is what it told them,
        and so their luck.
        """
        mine, moment = seen[self._viewer(seat)][0][seat], self.course.moments[ply]
        change = mine[ply + 1] - mine[ply]
        if moment.actor == CHANCE:
            luck = change if moment.is_forced or not self.course.open else self._luck(ply, seat, mine)
            return luck, 0, 0, change - luck
        cost = 0 if decision is None else self._cost(ply, seat, decision)
        chosen = seen[self._viewer(moment.actor)][0][seat]
        after = chosen[ply + 1]
        if ply in self._telling:  # what the action showed whoever did it is luck, for all
            after = _points(self._comparisons[ply].win(0, seat)) if decision else chosen[ply]
        rest = after - chosen[ply] - cost
        luck = change - cost - rest
        return (luck, cost, 0, rest) if moment.actor == seat else (luck, 0, cost, rest)

    def _luck(self, ply: int, seat: int, wins: Sequence[int]) -> int:
        """Return the value after an outcome of chance, less the mean over its exact odds."""
        if ply not in self._outcomes:
            return wins[ply + 1] - wins[ply]
        moment = self.course.moments[ply]
        after = wins[ply + 1] / CERTAIN  # of what came, which may be the end
        values = [
            after if option == moment.action else tally.win(seat)
            for option, tally in zip(moment.options, self._outcomes[ply], strict=True)
        ]
        total = sum(moment.weights)
        mean = math.fsum(weight * value for weight, value in zip(moment.weights, values, strict=True)) / total
        return wins[ply + 1] - _points(mean)

    def _cost(self, ply: int, seat: int, decision: DecisionFigures) -> int:
        """Return what a choice gave or took a seat, against the best for whoever chose.

        The best is what whoever plays on would have done, unless something else is surely better than what was done.
        Where games differ by all their luck only that counts: of noise, what is below zero would be taken for a cost.
        """
        found, before = self._comparisons[ply], self._before(ply)
        if decision.loss > 0:
            best, mine = found.win(decision.best, seat), -decision.loss
        elif not self.valuer.foresees:
            return 0
        else:
            best = before.win(seat)
            mine = min(0, _points(found.win(0)) - _points(before.win(decision.seat)))
        if mine == 0:
            return 0
        return mine if seat == decision.seat else _points(found.win(0, seat)) - _points(best)


def _points(chance: float) -> HundredthPoints:
    return round(CERTAIN * chance)


def _decision(ply: int, found: Comparison) -> DecisionFigures:
    options = range(len(found.options))
    best = found.best()
    _, low, high = found.loss()
    close = [found.is_close(option) for option in options]
    mattered = not all(close)
    loss = max(0, _points(found.win(best)) - _points(found.win(0)))
    return DecisionFigures(
        ply=ply,
        seat=found.seat,
        actions=list(found.options),
        wins=[_points(found.win(option)) for option in options],
        margins=[_points(found.margin(option)) for option in options],
        close=close,
        games=[int(each) for each in found.games],
        best=best,
        loss=loss if low > 0 else 0,
        low=max(0, _points(low)) if low > 0 else 0,
        high=_points(high),
        label=_label(loss, mistaken=low > 0, best=best == 0, mattered=mattered),
        mattered=mattered,
    )


def _label(loss: int, *, mistaken: bool, best: bool, mattered: bool) -> Label:
    if mistaken and loss > 0:
        return "small" if loss < SMALL else "mistake" if loss < BLUNDER else "blunder"
    if not mattered:
        return "equal"
    return "best" if best else "close"


def reviewed(record: Record, games: int, *, seed: int | str = "review", threads: int = 1) -> Figures:
    """Review a record with so many games from each position, or none: the same figures on every machine."""
    *_, figures = Reviewer(record, seed=seed, threads=threads).grow(seconds=None, games=games)
    return figures


def account_of(figures: Figures, seat: int) -> dict[str, int]:
    """Return the sums of a seat's account."""
    found = figures.seats[seat]
    sums = {name: sum(getattr(found, name)) for name in ("luck", "own", "others", "rest")}
    return {"start": found.wins[seat][0], **sums, "result": found.wins[seat][-1]}


def runs_of_chance(course_actors: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last ply of each stretch in which chance alone acted."""
    ply = 0
    for by_chance, stretch in itertools.groupby(course_actors, lambda actor: actor == CHANCE):
        length = len(list(stretch))
        if by_chance:
            yield ply, ply + length - 1
        ply += length
