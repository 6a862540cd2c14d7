"""Odds of Phase 10 Flip for the seat that looks: what each offered action leads to, what a flip does to every hand.

Every hidden card is one of those that agree with the faces the seat has seen, all complete ways equally likely. What
one hidden card is, is counted exactly (`counting.py`); so are the cards that help, the chance of the next card and of
the next three, and mean points. What many hidden cards are together (more draws; the phase behind one's own hand; what
somebody else could do with a discard) is drawn from all completions `FUTURES` times and comes with the half width of
its 95% interval.

The worst case is bounded: after `MOST_WORK` steps of counting the figures of single cards come from those futures too,
and `exact` says so.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
import numpy as np

from verso.core import kernel
from verso.core.game import InvalidSetup, Json, Language, View
from verso.core.rng import seeded
from verso.core.words import Words
from verso.games.phase10_flip import counting as kernels
from verso.games.phase10_flip import policy, rules
from verso.games.phase10_flip.notation import Word, code, parts
from verso.games.phase10_flip.rules import COLOUR, FACE_ONLY, FACES, NOTHING, WILD, WILD_FACES
from verso.games.phase10_flip.ruleset import Face
from verso.games.phase10_flip.solver import COLOURS, HIGHEST, NUMBERS, lay_downs
from verso.games.phase10_flip.words.cards import face_words, words_for

MOST_WORK = 500_000
FUTURES = 1_000
COUNTED_DRAWS = 3
"""Up to so many draws are counted; more are drawn."""
Kind: TypeAlias = tuple[int, int]
"""A kind of card: its colour face and its wild face."""


@functools.cache
def _engine() -> kernel.Engine:
    return kernel.compiled(rules.__name__, policy.__name__, kernels.__name__)


class _Desk(threading.local):
    """Where a thread counts, kept between its questions: several count at once, each what its seat may know."""

    def __init__(self) -> None:
        self.work = _make_work()


def _make_work() -> kernels.Work:
    states, options = kernels.MOST_STATES, kernels.MOST_OPTIONS
    arrays: dict[str, Any] = {
        "free": np.zeros((WILD_FACES, kernels.WILDS), np.int64),
        "wanted": np.zeros(FACES, np.int64),
        "room": np.zeros(kernels.WILDS, np.int64),
        "last": np.zeros(kernels.WILDS, np.int64),
        "options": np.zeros((options, 2), np.int64),
        "shares": np.zeros(options),
        "states": np.zeros((2, states, 2), np.int64),
        "counts": np.zeros((2, states)),
        "places": np.zeros((kernels.PLACES, 2), np.int64),
        "counter": np.zeros(kernels.COUNTERS, np.int64),
        "behind": np.zeros((FACES, WILD_FACES)),
        "left": np.zeros((WILD_FACES, kernels.WILDS)),
        "done": np.zeros(FACES, np.int64),
    }
    return kernels.Work(**arrays)


_desk = _Desk()


class Completions:
    """All ways to complete a view, counted: what a card is of which one face was seen, or none."""

    def __init__(self, free: Any, wanted: Any) -> None:
        """Take how many cards there are of each kind, and how many cards were seen by each face only."""
        self.free, self.wanted = free, wanted
        self._kinds: dict[int | None, dict[Kind, float]] = {}

    @classmethod
    def of(cls, view: View) -> Completions:
        s, t = view.state, view.setup.tables
        free, wanted = np.zeros((WILD_FACES, kernels.WILDS), np.int64), np.zeros(FACES, np.int64)
        for card in range(t.cards):
            free[t.face[COLOUR][card], t.face[WILD][card] - WILD_FACES] += 1
        for thread in range(rules.CARDS):
            card = s.card[thread]
            if s.born[thread] == NOTHING:
                continue
            if card >= 0:
                free[t.face[COLOUR][card], t.face[WILD][card] - WILD_FACES] -= 1
            elif card <= FACE_ONLY:
                wanted[FACE_ONLY - card] += 1
        return cls(free, wanted)

    def count(self, engine: kernel.Engine, most_work: int = MOST_WORK) -> bool:
        """Count; say whether that was possible with so much work."""
        work: Any = self.to_work(most_work)
        if not engine.count_all(work):
            return False
        self.behind, self.left = work.behind.copy(), work.left.copy()
        return True

    def to_work(self, most_work: int) -> kernels.Work:
        """Return what is to be counted, on arrays to count in."""
        work: Any = _desk.work
        work.free[:], work.wanted[:], work.room[:] = self.free, self.wanted, self.free.sum(axis=0)
        work.counter[kernels.WORK_LEFT] = most_work
        return _desk.work

    def estimate(self, behind: Any, tables: Any) -> None:
        """Use how often each card was behind each face (last: behind none) instead of counting."""
        self.behind, self.left = np.zeros((FACES, WILD_FACES)), np.zeros((WILD_FACES, kernels.WILDS))
        for card in range(tables.cards):
            colour, wild = tables.face[COLOUR][card], tables.face[WILD][card]
            self.left[colour, wild - WILD_FACES] += behind[FACES, card]
            self.behind[colour, wild - WILD_FACES] += behind[colour, card]
            self.behind[wild, colour] += behind[wild, card]
        totals = self.behind.sum(axis=1, keepdims=True)
        self.behind /= np.where(totals > 0, totals, 1)

    def kinds_behind(self, face: int | None) -> Mapping[Kind, float]:
        """Return what a card is of which this face was seen, or none at all, with the chance of each."""
        if face not in self._kinds:
            self._kinds[face] = self._read_kinds(face)
        return self._kinds[face]

    def _read_kinds(self, face: int | None) -> dict[Kind, float]:
        if face is None:
            total = max(1e-9, float(self.left.sum()))
            places = np.argwhere(self.left > 1e-9).tolist()
            return {(colour, WILD_FACES + wild): float(self.left[colour, wild]) / total for colour, wild in places}
        others = np.flatnonzero(self.behind[face] > 0).tolist()
        if face < WILD_FACES:
            return {(face, WILD_FACES + other): float(self.behind[face, other]) for other in others}
        return {(other, face): float(self.behind[face, other]) for other in others}


@dataclasses.dataclass(frozen=True)
class Share:
    """A chance, with half the width of its 95% interval: 0 when it was counted."""

    chance: float
    margin: float = 0.0


@dataclasses.dataclass(frozen=True)
class Points:
    """What a hand costs: exactly, or between two figures with a mean."""

    mean: float
    least: int
    most: int


@dataclasses.dataclass(frozen=True)
class Flip:
    """What a flip would do to one's own hand, whose backs one mostly does not know."""

    holds: Share
    """The phase, at once."""
    lacks: Mapping[int, Share]
    """So many cards of the phase."""
    points: Mapping[int, Share]
    """What the cards in hand would cost."""


class _Futures:
    """What came of completing a view many times."""

    def __init__(self, view: View, engine: kernel.Engine, times: int) -> None:
        assert view.seat is not None
        self.times = times
        counts: dict[str, Any] = {
            "within": np.zeros((2, kernels.MOST_DRAWS), np.int64),
            "lacking": np.zeros(2 * rules.HELD, np.int64),
            "holding": np.zeros(1, np.int64),
            "costs": np.zeros(kernels.MOST_POINTS, np.int64),
            "behind": np.zeros((FACES + 1, rules.CARDS), np.int64),
        }
        self.counted: Any = kernels.Futures(**counts)
        array = kernel.to_array(view.state, view.setup.seats)
        scratch = np.zeros(1, kernel.dtype_of(view.game.state_class, view.setup.seats))
        stream = np.array([seeded("futures", int(array.view(np.uint8).sum()))], np.int64)
        engine.draw_futures(array[0], view.setup.array, view.seat, times, stream, scratch, self.counted)

    def share(self, count: int) -> Share:
        return _share_of(count, self.times)


def _share_of(count: int, times: int) -> Share:
    """Return a frequency; one of 0 or all is given the width it could still have."""
    chance = count / times
    return Share(chance, 1.96 * math.sqrt(max(chance * (1 - chance), 4 / times) / times))


def check(view: View) -> None:
    """Raise InvalidSetup unless a seat looks at a game under way."""
    if view.seat is None or view.state.result != rules.RUNNING or view.state.seat == NOTHING:
        raise InvalidSetup("odds are for a seat in a game under way")


class Phase10FlipOdds:
    """The odds as one seat sees them."""

    def __init__(self, view: View, most_work: int = MOST_WORK, futures: int = FUTURES) -> None:
        check(view)
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.s, self.t = view.state, view.setup.tables
        self._times, self._most_work = futures, most_work
        self._engine = _engine()
        self.completions = Completions.of(view)
        self.exact = self.completions.count(self._engine, most_work)
        """Whether what single cards are was counted."""
        if not self.exact:
            self.completions.estimate(self.futures.counted.behind, self.t)

    @functools.cached_property
    def futures(self) -> _Futures:
        return _Futures(self.view, self._engine, self._times)

    # --- the next cards

    def completes(self, face: int) -> bool:
        """Say whether one card more with this active face makes the phase; once it is laid, whether it can be hit."""
        if self.s.laid[self.seat]:
            return rules.can_be_hit(self.s, self.t, face)
        rows = rules.with_card(self._rows_now, self.t, face, 1)
        return kernels.could_lay(self.s, self.t, self.seat, rows, self.s.hand_count[self.seat] + 1)

    @functools.cached_property
    def _rows_now(self) -> Any:
        return self._rows(self.s.side)

    @functools.cached_property
    def _helpful(self) -> set[int]:
        """The active faces that help at once."""
        first, end = (0, WILD_FACES) if self.s.side == COLOUR else (WILD_FACES, FACES)
        alike: dict[tuple[int, int], bool] = {}  # the Flip mark makes no difference
        for face in range(first, end):
            look = self.t.value[face], self.t.colour_of[face]
            if look not in alike:
                alike[look] = self.completes(face)
        return {face for face in range(first, end) if alike[self.t.value[face], self.t.colour_of[face]]}

    def outs(self) -> dict[int, float]:
        """Return the active faces that help at once, with how many of them are still to be drawn, on average."""
        left = self.s.pool_count
        found: dict[int, float] = defaultdict(float)
        for kind, share in self.completions.kinds_behind(None).items():
            if kind[self.s.side] in self._helpful:
                found[kind[self.s.side]] += share * left
        if self.s.draw_top != NOTHING:
            for kind, share in self._kinds(self.s.draw_top).items():
                if kind[self.s.side] in self._helpful:
                    found[kind[self.s.side]] += share
        return dict(found)

    def taking(self) -> bool | None:
        """Say whether the visible card of the discard pile helps at once; None without one."""
        if self.s.discard_count == 0:
            return None
        return self.discard_face() in self._helpful

    def drawing(self) -> float:
        """Return the chance that the next card of the draw pile helps at once; its back is in sight."""
        return min(1.0, sum(share for face, share in self.next_faces().items() if face in self._helpful))

    def next_faces(self) -> dict[int, float]:
        """Return what the active face of the next card of the draw pile is, with the chance of each.

        On an empty draw pile any card of the discard pile but its top card comes, for they are shuffled (PF-15).
        """
        s = self.s
        if s.draw_top != NOTHING:
            threads: Sequence[int | None] = [s.draw_top]
        else:
            threads = [None] if s.pool_count else s.discard[: max(0, s.discard_count - 1)]
        found: dict[int, float] = defaultdict(float)
        for thread in threads:
            kinds = self.completions.kinds_behind(None) if thread is None else self._kinds(thread)
            for kind, share in kinds.items():
                found[kind[s.side]] += share / len(threads)
        return dict(found)

    def within(self, *, taking: bool = False) -> list[Share]:
        """Return the chance to hold the phase after 1, 2, ... cards from the draw pile, all of them kept.

        With `taking` the first card is the visible one of the discard pile. Once the phase is laid: the chance that one
        of those cards can be laid on the table.
        """
        return [self._within(number, taking) for number in range(1, kernels.MOST_DRAWS + 1)]

    def _within(self, number: int, taking: bool) -> Share:
        if number <= COUNTED_DRAWS and self.exact:
            chance = self._counted(number - 1, self.discard_face()) if taking else self._counted(number, NOTHING)
            if chance != kernels.FAILED:
                return Share(min(1.0, max(0.0, chance)))
        return self.futures.share(int(self.futures.counted.within[int(taking), number - 1]))

    def _counted(self, draws: int, taken: int) -> float:
        work = self.completions.to_work(self._most_work)
        return float(self._engine.chance_within(self._array[0], self.view.setup.array, self.seat, taken, draws, work))

    @functools.cached_property
    def _array(self) -> Any:
        return kernel.to_array(self.s, self.view.setup.seats)

    def discard_face(self) -> int:
        """Return the active face of the discard pile's top card, NOTHING without one."""
        if self.s.discard_count == 0:
            return NOTHING
        return int(rules.face_of(self.s, self.t, self.s.discard[self.s.discard_count - 1]))

    # --- flips and points

    def points(self, seat: int, side: int, without: int = NOTHING) -> Points:
        """Return what a seat's hand costs on a side, perhaps without the card of one slot."""
        mean, least, most = 0.0, 0, 0
        for i in range(self.s.hand_count[seat]):
            if i == without:
                continue
            kinds = self._kinds(self.s.hand[seat][i])
            costs = {kind: int(self.t.points[kind[side]]) for kind in kinds}
            mean += sum(share * costs[kind] for kind, share in kinds.items())
            least, most = least + min(costs.values()), most + max(costs.values())
        return Points(min(max(mean, least), most), least, most)

    def missing(self, seat: int, side: int) -> int | None:
        """Return how many cards a seat lacks for its phase on a side; None where its faces are not all known."""
        rows = self._rows(side, seat)
        return None if rows is None else self.short_of(rows, seat, side)

    def short_of(self, rows: Any, seat: int, side: int) -> int:
        """Return how many cards these lack for a seat's phase: the fewest with which it could be laid."""
        groups = rules.groups_of(self.t, self.s.phase[seat])
        return int(self._engine.short_of(rows, groups, side, self.t.each_group))

    def flip(self) -> Flip:
        """Return what a flip would do to one's own hand."""
        told = self.futures

        def shares(counts: Any) -> dict[int, Share]:
            return {int(value): self._sure_or(told.share(int(counts[value]))) for value in np.flatnonzero(counts)}

        return Flip(
            self._sure_or(told.share(int(told.counted.holding[0]))),
            shares(told.counted.lacking),
            shares(told.counted.costs),
        )

    def lays_flipped(self, seat: int) -> Share | None:
        """Return the chance that a hand as it is would hold its phase after a flip; None once it is laid."""
        if self.s.laid[seat]:
            return None
        rows = self._rows(1 - self.s.side, seat)
        if rows is not None:
            held = self.s.hand_count[seat] + (self.s.step == rules.STEP_DRAW or seat != self.s.seat)
            return Share(float(kernels.could_lay(self.s, self.t, seat, rows, held)))
        return self.futures.share(int(self.futures.counted.holding[0])) if seat == self.seat else None

    def hits_flipped(self, seat: int) -> list[int] | None:
        """Return the cards of a hand, as slots, that could be laid on the table after a flip, one after the other.

        None before its phase is laid, and where its faces are not known.
        """
        faces = [self._face(self.s.hand[seat][slot], 1 - self.s.side) for slot in range(self.s.hand_count[seat])]
        if not self.s.laid[seat] or None in faces:
            return None
        return hits(self.s, self.t, [face for face in faces if face is not None], 1 - self.s.side)

    def laid_flipped(self, seat: int) -> list[int]:
        """Return the cards of a hand, as slots, with which it would lay its phase after a flip; or none."""
        rows = self._rows(1 - self.s.side, seat)
        if self.s.laid[seat] or rows is None or self.short_of(rows, seat, 1 - self.s.side) > 0:
            return []
        faces = [self._face(self.s.hand[seat][slot], 1 - self.s.side) for slot in range(self.s.hand_count[seat])]
        looks = [face for face in faces if face is not None]
        return one_lay_down(self.t, looks, rules.groups_of(self.t, self.s.phase[seat]))

    # --- discards

    @functools.cached_property
    def _discards(self) -> kernels.Discards:
        """What comes of discarding each card, drawn."""
        counts: dict[str, Any] = {name: np.zeros(rules.HELD, np.int64) for name in ("helped", "holding")}
        told, array = kernels.Discards(**counts), self._array
        scratch = np.zeros(2, kernel.dtype_of(self.view.game.state_class, self.view.setup.seats))
        stream = np.array([seeded("discards", int(array.view(np.uint8).sum()))], np.int64)
        self._engine.draw_discards(array[0], self.view.setup.array, self.seat, self._times, stream, scratch, told)
        return told

    def helps_next(self, slot: int) -> Share:
        """Return the chance that the next player can use what lies on the discard pile after this discard.

        To lay a phase that could not be laid without it; or, once that is laid, to lay the card on the table.
        """
        s, t = self.s, self.t
        following, flips = rules.next_player(s, t, self.seat), self.flips(slot)
        side = 1 - s.side if flips else s.side
        top = s.discard[0] if flips and s.discard_count else s.hand[self.seat][slot]
        face, rows = self._face(top, side), self._rows(side, following)
        if face is None or (rows is None and not s.laid[following]):
            return self._share(int(self._discards.helped[slot]))
        if s.laid[following]:
            return Share(float(rules.can_be_hit(s, t, face)))
        held, more = s.hand_count[following] + 1, rules.with_card(rows, t, face, 1)
        could = [kernels.could_lay(s, t, following, each, held) for each in (more, rows)]
        return Share(float(could[0] and not could[1]))

    def holds_after(self, slot: int) -> Share:
        """Return the chance to hold the phase after a discard that flips, before the next card is drawn."""
        side = 1 - self.s.side
        faces = [self._face(self.s.hand[self.seat][i], side) for i in range(self.s.hand_count[self.seat]) if i != slot]
        if None in faces:
            return self._share(int(self._discards.holding[slot]))
        rows = (0, 0, 0, 0)
        for face in faces:
            rows = rules.with_card(rows, self.t, face, 1)  # type: ignore[arg-type]
        return Share(float(kernels.could_lay(self.s, self.t, self.seat, rows, len(faces) + 1)))

    def flips(self, slot: int) -> bool:
        """Say whether discarding a card turns the table."""
        return rules.turns_over(self.s, self.t, slot)

    def _share(self, count: int) -> Share:
        return _share_of(count, self._times)

    def _sure_or(self, share: Share) -> Share:
        """Return a chance without a margin when the own backs are all known."""
        known = self.missing(self.seat, 1 - self.s.side) is not None
        return Share(share.chance) if known else share

    def _kinds(self, thread: int) -> Mapping[Kind, float]:
        card = self.s.card[thread]
        if card >= 0:
            return {(self.t.face[COLOUR][card], self.t.face[WILD][card]): 1.0}
        return self.completions.kinds_behind(FACE_ONLY - card if card <= FACE_ONLY else None)

    def _face(self, thread: int, side: int) -> int | None:
        face = rules.known_face(self.s, self.t, thread, side)
        if face != NOTHING:
            return face
        faces = {kind[side] for kind in self._kinds(thread)}
        return faces.pop() if len(faces) == 1 and self.exact else None

    def rows_without(self, slot: int, side: int) -> Any:
        """Return the own hand on a side without the card of a slot, as the solver wants it; None if it is not known."""
        return self._rows(side, without=slot)

    def helps(self, face: int) -> bool:
        """Say whether a card with this active face helps at once, as `completes` does."""
        return face in self._helpful

    def estimated(self, chance: float) -> Share:
        """Return a chance that was not counted but drawn, with its margin."""
        return _share_of(round(chance * self._times), self._times)

    def _rows(self, side: int, seat: int | None = None, without: int = NOTHING) -> Any:
        rows = (0, 0, 0, 0)
        holder = self.seat if seat is None else seat
        for i in range(self.s.hand_count[holder]):
            if i == without:
                continue
            face = self._face(self.s.hand[holder][i], side)
            if face is None:
                return None
            rows = rules.with_card(rows, self.t, face, 1)
        return rows


# --- cards that fit


MOST_TRIED = 2_000
"""Ways to lay cards on runs that are looked at; beyond them the best of those seen is told."""


def hits(s: Any, t: Any, faces: Sequence[int], side: int) -> list[int]:
    """Return which of these cards, as places, can be laid on the groups of the table one after the other: the most.

    Runs are taken one after the other, each longer by every number of cards that there are cards for, Stars in the
    gaps; what is left goes to the sets that take it.
    """
    runs, sets = [], set()
    for owner in range(t.seats):
        for group in range(s.group_count[owner]):
            if s.kind[owner][group] == rules.SET:
                sets.add(s.low[owner][group])
            else:
                runs.append((s.low[owner][group], s.high[owner][group], s.colour[owner][group]))
    return sorted(_Runs(t, faces, side, sets).most(tuple(runs), frozenset(range(len(faces)))))


class _Runs:
    """Looks for the most cards that runs can take."""

    def __init__(self, t: Any, faces: Sequence[int], side: int, sets: set[int]) -> None:
        self.t, self.faces, self.side, self.tried = t, faces, side, 0
        self.fit_sets = {0, *sets} if sets else set()

    def most(self, runs: tuple[tuple[int, int, int], ...], left: frozenset[int]) -> frozenset[int]:
        if not runs:
            return frozenset(place for place in left if self.t.value[self.faces[place]] in self.fit_sets)
        best, seen = frozenset[int](), set[frozenset[int]]()
        for taken in self._longer(runs[0], left):
            self.tried += 1
            if taken not in seen:
                best = max(best, taken | self.most(runs[1:], left - taken), key=len)
                seen.add(taken)
            if self.tried > MOST_TRIED:  # then the first way is looked at for each run, and no other
                break
        return best

    def _longer(self, run: tuple[int, int, int], left: frozenset[int]) -> Iterator[frozenset[int]]:
        """Go through the cards that a run can take at its two ends, the most first; of one colour (PF-24)."""
        low, high, fixed = run
        open_to_all = self.side == WILD or fixed != NOTHING
        for colour in (fixed if self.side == COLOUR else NOTHING,) if open_to_all else range(COLOURS):
            down = [self._extended(range(low - 1, low - 1 - count, -1), colour, left) for count in range(low)]
            for taken in reversed([each for each in down if each is not None]):
                rest = left - taken
                room = range(HIGHEST - high + 1)
                up = [self._extended(range(high + 1, high + 1 + count), colour, rest) for count in room]
                yield from (taken | more for more in reversed(up) if more is not None)

    def _extended(self, numbers: Iterable[int], colour: int, left: frozenset[int]) -> frozenset[int] | None:
        """Return cards for these numbers, a Star where there is no other; None where there is none at all."""
        taken: frozenset[int] = frozenset()
        for number in numbers:
            fitting = [
                place
                for place in sorted(left - taken)
                if self.t.value[self.faces[place]] in (0, number)
                and (colour == NOTHING or self.t.colour_of[self.faces[place]] == colour)
            ]
            if not fitting:
                return None
            taken |= {max(fitting, key=lambda place: self.t.value[self.faces[place]])}
        return taken


def one_lay_down(t: Any, looks: Sequence[int], groups: Any) -> list[int]:
    """Return the cards, as places, of one way to lay a phase with these faces."""
    out = [[NOTHING] * rules.HELD for _ in range(2)]
    lay_downs(list(looks), len(looks), t, groups, rules.PLACE, out)
    left = list(range(len(looks)))
    return sorted(left.pop((action - rules.PLACE) // NUMBERS) for action in out[0] if action != NOTHING)


# --- for people and programs


class Chance(msgspec.Struct, frozen=True):
    """A chance with half the width of its 95% interval: 0 where it was counted, more where it was drawn."""

    chance: float
    margin: float


class MayBe(msgspec.Struct, frozen=True):
    """What a card may be, its active face, with the chance of it, and whether it helps at once."""

    face: str
    chance: float
    helps: bool


class HandPoints(msgspec.Struct, frozen=True):
    """What the cards of a hand cost: on average over what they may be, at least and at most."""

    mean: float
    least: int
    most: int


class Flipped(msgspec.Struct, frozen=True, kw_only=True):
    """A hand after a flip, as far as the seat that asks can know. Null is not known, or not a question any more."""

    points: HandPoints
    short: int | None
    """Cards that it would lack for its phase."""
    lays: Chance | None
    """The chance that it could lay its phase at once; null once it is laid."""
    hits: int | None
    """How many of its cards could be laid on the table, one after the other; null before its phase is laid."""
    cards: list[int]
    """The cards, by their `id`, that do so: one way to lay the phase, or those to be laid on the table."""


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's hand now and after a flip, as far as the seat that asks can know. `short` null is not known."""

    seat: int
    points: HandPoints
    short: int | None
    flipped: Flipped


class Click(msgspec.Struct, frozen=True, kw_only=True):
    """What one offered action leads to.

    Drawing and taking: `lays`, the chance that the phase can be laid then, or once it is laid `hits`, that the card can
    be laid on the table; `cards`, what the card may be. All others: `short`, the cards still lacking, `points`, what
    the hand costs then, and whether it `goes_out`. Discards: `flips`; `helps_next`, the chance that `next`, the seat
    that plays then, can use what lies on the discard pile; where it flips `lays`, the chance to hold the phase then.
    """

    lays: Chance | None
    hits: Chance | None
    cards: list[MayBe]
    short: int | None
    points: HandPoints | None
    goes_out: bool
    flips: bool
    next: int | None
    helps_next: Chance | None


_NOTHING = Click(
    lays=None,
    hits=None,
    cards=[],
    short=None,
    points=None,
    goes_out=False,
    flips=False,
    next=None,
    helps_next=None,
)
"""An action that leads to nothing."""


class Figures(msgspec.Struct, frozen=True):
    """`actions`: by the text of each offered action, what it leads to. `hands`: what is known of every hand."""

    actions: dict[str, Click]
    hands: list[Hand]
    exact: bool
    """Whether what single cards are was counted; if not, it was drawn."""


FIGURES = Figures


def figures(view: View) -> Figures:
    """Return the odds that a table shows."""
    odds = Phase10FlipOdds(view)
    actions = {view.text(action): _click(odds, action) for action in view.legal}
    return Figures(actions, [_hand(odds, seat) for seat in range(view.setup.seats)], odds.exact)


def _click(odds: Phase10FlipOdds, action: int) -> Click:
    if action in (rules.DRAW, rules.TAKE):
        return _draw(odds, action)
    state = odds.s.copy()
    seat, slot = odds.seat, parts(action).slot
    rules.take_from_hand(state, seat, slot)
    goes_out = state.hand_count[seat] == 0
    flips = action < rules.PLACE and odds.flips(slot)
    side = 1 - odds.s.side if flips else odds.s.side
    rows = odds.rows_without(slot, side)
    figures: dict[str, Any] = {
        "goes_out": goes_out,
        "points": _hand_points(odds.points(seat, side, without=slot)),
        "short": None if rows is None or odds.s.laid[seat] or odds.s.laying else odds.short_of(rows, seat, side),
    }
    if action < rules.PLACE and not goes_out:
        figures |= {"next": int(rules.next_player(odds.s, odds.t, seat)), "helps_next": _chance(odds.helps_next(slot))}
        if flips and not odds.s.laid[seat]:
            figures["lays"] = _chance(odds.holds_after(slot))
    return msgspec.structs.replace(_NOTHING, flips=flips, **figures)


def _draw(odds: Phase10FlipOdds, action: int) -> Click:
    """Return what drawing from one of the piles leads to."""
    s = odds.s
    if action == rules.TAKE:
        faces, margin = {odds.discard_face(): 1.0}, 0.0
    else:
        faces = odds.next_faces()
        margin = 0.0 if odds.exact else odds.estimated(odds.drawing()).margin
    helps = sum(share for face, share in faces.items() if odds.helps(face))
    found = Chance(min(1.0, helps), margin)
    ordered = sorted(faces.items(), key=lambda each: (-each[1], each[0]))
    cards = [MayBe(code(face), share, odds.helps(face)) for face, share in ordered]
    return msgspec.structs.replace(_NOTHING, cards=cards, **{"hits" if s.laid[odds.seat] else "lays": found})


def _hand(odds: Phase10FlipOdds, seat: int) -> Hand:
    s, now, then = odds.s, odds.s.side, 1 - odds.s.side
    lays, hit = odds.lays_flipped(seat), odds.hits_flipped(seat)
    slots = odds.laid_flipped(seat) if hit is None else hit
    laid = s.laid[seat] > 0
    flipped = Flipped(
        points=_hand_points(odds.points(seat, then)),
        short=None if laid else odds.missing(seat, then),
        lays=None if lays is None else _chance(lays),
        hits=None if hit is None else len(hit),
        cards=[int(s.hand[seat][slot]) for slot in slots],
    )
    short = None if laid else odds.missing(seat, now)
    return Hand(seat=seat, points=_hand_points(odds.points(seat, now)), short=short, flipped=flipped)


def _chance(share: Share) -> Chance:
    return Chance(share.chance, share.margin)


def _hand_points(points: Points) -> HandPoints:
    return HandPoints(points.mean, points.least, points.most)


def document(view: View) -> Json:
    """Return the odds as one document."""
    odds = Phase10FlipOdds(view)
    flip = odds.flip()
    told: Json = msgspec.to_builtins(figures(view))
    return told | {
        "outs": {code(face): count for face, count in sorted(odds.outs().items())},
        "within": {
            "draw": [dataclasses.asdict(share) for share in odds.within()],
            "take": [dataclasses.asdict(share) for share in odds.within(taking=True)] if odds.s.discard_count else None,
        },
        "after_flip": {
            "holds": dataclasses.asdict(flip.holds),
            "lacks": {str(count): dataclasses.asdict(share) for count, share in flip.lacks.items()},
            "points": {str(points): dataclasses.asdict(share) for points, share in flip.points.items()},
        },
    }


def report(view: View, language: Language) -> str:
    """Return the odds as plain text."""
    return "\n".join(_lines(Phase10FlipOdds(view), view, language))


def _lines(odds: Phase10FlipOdds, view: View, language: Language) -> Iterator[str]:
    say, told = words_for(language), figures(view)
    if not odds.exact:
        yield say("odds-estimated")
    yield say("odds-actions")
    for action in view.legal:
        click = told.actions[view.text(action)]
        yield say("odds-action", action=view.describe(action, language), facts="; ".join(_facts(click, say)))
    yield say("odds-within", chances=", ".join(_percent(share, say) for share in odds.within()))
    if odds.taking() is False:
        yield say("odds-within-taking", chances=", ".join(_percent(share, say) for share in odds.within(taking=True)))
    yield say("odds-hands")
    for hand in told.hands:
        whose = say("odds-own") if hand.seat == view.seat else say("odds-seat", seat=hand.seat)
        yield say("odds-hand", who=whose, facts="; ".join(_hand_facts(hand, say)))


def _facts(click: Click, say: Words) -> Iterator[str]:
    """Say what an action leads to."""
    if click.flips:
        yield say("odds-flips")
    for message, chance in (("odds-lays", click.lays), ("odds-hits", click.hits)):
        if chance is not None:
            yield say("odds-holds" if click.flips else message, chance=_percent(chance, say))
    if len(click.cards) == 1:
        yield say("odds-is", face=_face_words(click.cards[0].face, say))
    helping = [_face_words(each.face, say) for each in click.cards if each.helps]
    if len(click.cards) > 1 and helping:
        more = len(helping) - MOST_NAMED
        named = ", ".join(helping[:MOST_NAMED])
        yield say("odds-with-more", faces=named, more=more) if more > 0 else say("odds-with", faces=named)
    if click.short is not None:
        yield say("odds-short", count=click.short)
    if click.points is not None:
        yield say("odds-out") if click.goes_out else say("odds-costs", points=_points(click.points, say))
    if click.helps_next is not None and click.next is not None:
        yield say("odds-helps-next", seat=click.next, chance=_percent(click.helps_next, say))


def _hand_facts(hand: Hand, say: Words) -> Iterator[str]:
    yield say("odds-points", now=_points(hand.points, say), then=_points(hand.flipped.points, say))
    flipped = hand.flipped
    if flipped.lays is not None and flipped.lays.chance == 1.0 and flipped.lays.margin == 0:
        yield say("odds-lays-flipped")
    elif flipped.lays is not None and flipped.short is None:
        yield say("odds-may-lay-flipped", chance=_percent(flipped.lays, say))
    elif flipped.short is not None:
        yield say("odds-short-flipped", count=flipped.short)
    if flipped.hits is not None:
        yield say("odds-hits-flipped", count=flipped.hits)


def _face_words(text: str, say: Words) -> str:
    word = Word.read(text)
    return face_words(Face(word.colour, word.value or 0, word.flip).number, say)


MOST_NAMED = 8
"""So many faces are named one by one."""


def _percent(share: Share | Chance, say: Words) -> str:
    """Return a chance as it was counted, or the interval of one that was drawn."""
    if share.margin == 0:
        return f"{say.decimal(100 * share.chance)}%"
    low, high = max(0.0, share.chance - share.margin), min(1.0, share.chance + share.margin)
    return f"{100 * low:.0f}–{100 * high:.0f}%"


def _points(points: Points | HandPoints, say: Words) -> str:
    if points.least == points.most:
        return str(points.least)
    return f"{say.decimal(points.mean)} ({points.least}–{points.most})"
