"""Odds of Phase 10 Flip for the seat that looks: outs, the next cards, what a flip would do, points at risk.

Every hidden card is one of those that agree with the faces the seat has seen, all complete ways equally likely. What
one hidden card is, is counted exactly (`kernels/phase10_flip_odds.py`); so are outs, the chance of the next card and of
the next three, and mean points. What many hidden cards are together (more draws; the phase behind one's own hand) is
drawn from all completions `FUTURES` times and comes with the half width of its 95% interval.

The worst case is bounded: after `MOST_WORK` steps of counting the figures of single cards come from those futures too,
and `exact` says so.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from verso.bots import explain
from verso.bots.kernels import phase10_flip_odds as kernels
from verso.bots.kernels.phase10_flip import can_be_hit, missing, with_card
from verso.core import kernel
from verso.core.game import InvalidSetup, Json, Language, View
from verso.core.rng import seeded
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation import code
from verso.games.phase10_flip.rules import COLOUR, FACE_ONLY, FACES, NOTHING, WILD, WILD_FACES
from verso.games.phase10_flip.solver import can_lay

MOST_WORK = 500_000
FUTURES = 1_000
COUNTED_DRAWS = 3
"""Up to so many draws are counted; more are drawn."""
Kind: TypeAlias = tuple[int, int]
"""A kind of card: its colour face and its wild face."""


@functools.cache
def _engine(rules_module: str) -> kernel.Engine:
    return kernel.compiled(rules_module, "verso.bots.kernels.phase10_flip", kernels.__name__)


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
        """Return a frequency; one of 0 or all is given the width it could still have."""
        chance = count / self.times
        spread = math.sqrt(max(chance * (1 - chance), 1 / self.times) / self.times)
        return Share(chance, 1.96 * spread)


class Phase10FlipOdds:
    """The odds as one seat sees them."""

    def __init__(self, view: View, most_work: int = MOST_WORK, futures: int = FUTURES) -> None:
        if view.seat is None or view.state.result != rules.RUNNING or view.state.seat == NOTHING:
            raise InvalidSetup("odds are for a seat in a game under way")
        self.view = view
        self.seat = view.seat
        self.s, self.t = view.state, view.setup.tables
        self._times, self._most_work = futures, most_work
        self._engine = _engine(view.game.rules)
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
            return can_be_hit(self.s, self.t, face)
        rows = with_card(self._rows_now, self.t, face, 1)
        return can_lay(rows, rules.groups_of(self.t, self.s.phase[self.seat]), self.t.each_group)

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
        return self._discard_face() in self._helpful

    def drawing(self) -> float:
        """Return the chance that the next card of the draw pile helps at once; its back is in sight."""
        thread = self.s.draw_top
        kinds = self.completions.kinds_behind(None) if thread == NOTHING else self._kinds(thread)
        return min(1.0, sum(share for kind, share in kinds.items() if kind[self.s.side] in self._helpful))

    def within(self, *, taking: bool = False) -> list[Share]:
        """Return the chance to hold the phase after 1, 2, ... cards from the draw pile, all of them kept.

        With `taking` the first card is the visible one of the discard pile. Once the phase is laid: the chance that one
        of those cards can be laid on the table.
        """
        return [self._within(number, taking) for number in range(1, kernels.MOST_DRAWS + 1)]

    def _within(self, number: int, taking: bool) -> Share:
        if number <= COUNTED_DRAWS and self.exact:
            chance = self._counted(number - 1, self._discard_face()) if taking else self._counted(number, NOTHING)
            if chance != kernels.FAILED:
                return Share(min(1.0, max(0.0, chance)))
        return self.futures.share(int(self.futures.counted.within[int(taking), number - 1]))

    def _counted(self, draws: int, taken: int) -> float:
        work = self.completions.to_work(self._most_work)
        return float(self._engine.chance_within(self._array[0], self.view.setup.array, self.seat, taken, draws, work))

    @functools.cached_property
    def _array(self) -> Any:
        return kernel.to_array(self.s, self.view.setup.seats)

    def _discard_face(self) -> int:
        if self.s.discard_count == 0:
            return NOTHING
        return int(rules.face_of(self.s, self.t, self.s.discard[self.s.discard_count - 1]))

    # --- flips and points

    def points(self, seat: int, side: int) -> Points:
        """Return what a seat's hand costs on a side."""
        mean, least, most = 0.0, 0, 0
        for i in range(self.s.hand_count[seat]):
            kinds = self._kinds(self.s.hand[seat][i])
            costs = {kind: int(self.t.points[kind[side]]) for kind in kinds}
            mean += sum(share * costs[kind] for kind, share in kinds.items())
            least, most = least + min(costs.values()), most + max(costs.values())
        return Points(min(max(mean, least), most), least, most)

    def missing(self, seat: int, side: int) -> int | None:
        """Return how many cards a seat lacks for its phase on a side; None where its faces are not all known."""
        rows = self._rows(side, seat)
        return None if rows is None else missing(rows, rules.groups_of(self.t, self.s.phase[seat]))

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
        card = self.s.card[thread]
        if card >= 0:
            return int(self.t.face[side][card])
        if card <= FACE_ONLY and (FACE_ONLY - card >= WILD_FACES) == (side == WILD):
            return FACE_ONLY - int(card)
        faces = {kind[side] for kind in self._kinds(thread)}
        return faces.pop() if len(faces) == 1 and self.exact else None

    def _rows(self, side: int, seat: int | None = None) -> Any:
        rows = (0, 0, 0, 0)
        holder = self.seat if seat is None else seat
        for i in range(self.s.hand_count[holder]):
            face = self._face(self.s.hand[holder][i], side)
            if face is None:
                return None
            rows = with_card(rows, self.t, face, 1)
        return rows


# --- for people and programs


def document(view: View) -> Json:
    """Return the odds as one document."""
    odds = Phase10FlipOdds(view)
    now, then = odds.s.side, 1 - odds.s.side
    flip = odds.flip()
    return {
        "game": view.game.name,
        "exact": odds.exact,
        "drawing": odds.drawing(),
        "taking": odds.taking(),
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
        "seats": [
            {
                "seat": seat,
                "points": dataclasses.asdict(odds.points(seat, now)),
                "points_after_flip": dataclasses.asdict(odds.points(seat, then)),
                "missing": odds.missing(seat, now),
                "missing_after_flip": odds.missing(seat, then),
            }
            for seat in range(view.setup.seats)
        ],
    }


def report(view: View, language: Language) -> str:
    """Return the odds as plain text."""
    return "\n".join(_lines(Phase10FlipOdds(view), explain.words_for(language)))


def _lines(odds: Phase10FlipOdds, say: Any) -> Iterator[str]:
    if not odds.exact:
        yield say("odds-estimated")
    yield say("odds-draw", chance=f"{100 * odds.drawing():.1f}", outs=f"{sum(odds.outs().values()):.1f}")
    taking = odds.taking()
    if taking is not None:
        yield say("odds-take-yes" if taking else "odds-take-no")
    yield say("odds-within", chances=_chances(odds.within()))
    if taking is False:
        yield say("odds-within-taking", chances=_chances(odds.within(taking=True)))
    if not odds.s.laid[odds.seat]:
        flip = odds.flip()
        likely = max(flip.lacks, key=lambda count: flip.lacks[count].chance)
        figures = {"count": likely, "share": round(100 * flip.lacks[likely].chance)}
        yield say("odds-flip", holds=_chances([flip.holds]), **figures)
    for seat in range(odds.view.setup.seats):
        now, then = (_points(odds.points(seat, side)) for side in (odds.s.side, 1 - odds.s.side))
        yield say("odds-points", seat=seat, now=now, then=then)
        lacks = odds.missing(seat, 1 - odds.s.side)
        if seat != odds.seat and lacks is not None and not odds.s.laid[seat]:
            yield say("odds-missing", seat=seat, count=lacks)


def _chances(shares: Sequence[Share]) -> str:
    return ", ".join(
        f"{100 * share.chance:.1f}%" if share.margin == 0 else f"{100 * share.chance:.0f}% ±{100 * share.margin:.0f}"
        for share in shares
    )


def _points(points: Points) -> str:
    return str(points.least) if points.least == points.most else f"{points.mean:.1f} ({points.least}–{points.most})"
