"""Exact odds of Phase 10 Flip for the seat that looks: outs, the next card, what a flip would do, points at risk.

Every hidden card is one of those that agree with the faces the seat has seen, all complete ways equally likely. That
is counted, not sampled. Cards are edges between colour faces and wild faces; a card seen from one side is an edge at
that face, not yet known which. Few cards share a colour face, so the ways to choose for the cards seen by their colour
are followed one face after the other, remembering only how many cards that takes from each wild face that others wait
for; the rest is a product of falling factorials.

The worst case is bounded: with more than `MOST_STATES` such counts at a time `InvalidSetup` says so.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from verso.bots import explain
from verso.bots.kernels.phase10_flip import can_be_hit, missing, with_card
from verso.core.game import InvalidSetup, Json, Language, View
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.rules import COLOUR, FACE_ONLY, NOTHING, WILD, WILD_FACES
from verso.games.phase10_flip.solver import can_lay

MOST_STATES = 200_000
Kind: TypeAlias = tuple[int, int]
"""A kind of card: its colour face and its wild face."""


class Completions:
    """All ways to complete a view, counted."""

    def __init__(self, view: View) -> None:
        s, t = view.state, view.setup.tables
        self.free: Counter[Kind] = Counter((t.face[COLOUR][card], t.face[WILD][card]) for card in range(t.cards))
        self.wanted: Counter[int] = Counter()
        """How many cards of each face were seen from that side only."""
        for thread in range(rules.CARDS):
            if s.born[thread] == NOTHING:
                continue
            card = s.card[thread]
            if card >= 0:
                self.free[t.face[COLOUR][card], t.face[WILD][card]] -= 1
            elif card <= FACE_ONLY:
                self.wanted[FACE_ONLY - card] += 1

    def kinds_with(self, face: int) -> list[Kind]:
        side = WILD if face >= WILD_FACES else COLOUR
        return [kind for kind, count in self.free.items() if count > 0 and kind[side] == face]

    @functools.cache  # noqa: B019 - lives as long as the question
    def kinds_behind(self, face: int | None) -> Mapping[Kind, Fraction]:
        """Return what a card is of which this face was seen, or none at all, with the chance of each."""
        if face is None:
            return self._unseen()
        weights: dict[Kind, int] = {}
        self.wanted[face] -= 1
        for kind in self.kinds_with(face):
            count = self.free[kind]
            self.free[kind] -= 1
            weights[kind] = count * self._ways()
            self.free[kind] += 1
        self.wanted[face] += 1
        total = sum(weights.values())
        return {kind: Fraction(weight, total) for kind, weight in weights.items() if weight}

    def _unseen(self) -> Mapping[Kind, Fraction]:
        """A card nobody has seen: every free card less what the cards seen from one side take of it, on average."""
        left = {kind: Fraction(count) for kind, count in self.free.items()}
        for face, count in self.wanted.items():
            if count:
                for kind, share in self.kinds_behind(face).items():
                    left[kind] -= count * share
        total = sum(left.values())
        return {kind: share / total for kind, share in left.items() if share > 0}

    def _ways(self) -> int:
        """Count the ways to give every card seen from one side a card of its own."""
        room: Counter[int] = Counter()
        for kind, count in self.free.items():
            room[kind[1]] += count
        waiting = {face for face, count in self.wanted.items() if count and face >= WILD_FACES}
        faces = sorted(face for face, count in self.wanted.items() if count and face < WILD_FACES)
        options = [self._options(face, waiting) for face in faces]
        last = {wild: number for number, each in enumerate(options) for taken in each for wild in taken}
        states: dict[tuple[tuple[int, int], ...], int] = {(): 1}
        for number, each in enumerate(options):
            states = self._follow(states, each, {wild for wild in last if last[wild] == number}, room)
        untouched = [wild for wild in waiting if wild not in last]
        product = math.prod(math.perm(room[wild], self.wanted[wild]) for wild in untouched)
        return product * sum(states.values())

    def _options(self, face: int, waiting: set[int]) -> dict[tuple[int, ...], int]:
        """Return what cards seen by a colour face can take from the wild faces that matter, and in how many ways."""
        found: dict[tuple[int, ...], int] = {(): 1}
        for _ in range(self.wanted[face]):
            after: dict[tuple[int, ...], int] = defaultdict(int)
            for taken, ways in found.items():
                for kind in self.kinds_with(face):
                    left = self.free[kind] - taken.count(kind[1])
                    if left > 0:
                        after[tuple(sorted((*taken, kind[1])))] += ways * left
            found = after
        shown: dict[tuple[int, ...], int] = defaultdict(int)
        for taken, ways in found.items():
            shown[tuple(wild for wild in taken if wild in waiting)] += ways
        return shown

    def _follow(
        self,
        states: Mapping[tuple[tuple[int, int], ...], int],
        options: Mapping[tuple[int, ...], int],
        over: set[int],
        room: Mapping[int, int],
    ) -> dict[tuple[tuple[int, int], ...], int]:
        """Take one colour face further; wild faces that nothing later takes from are settled and forgotten."""
        after: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
        for state, ways in states.items():
            for taken, more in options.items():
                counts = Counter(dict(state))
                counts.update(taken)
                weight = ways * more
                for wild in over:
                    weight *= math.perm(max(0, room[wild] - counts.pop(wild, 0)), self.wanted[wild])
                if weight:
                    after[tuple(sorted(counts.items()))] += weight
        if len(after) > MOST_STATES:
            raise InvalidSetup(f"there are more than {MOST_STATES} ways to follow: too many for exact odds")
        return after


@dataclasses.dataclass(frozen=True)
class Points:
    """What a hand costs: exactly, or between two figures with a mean."""

    mean: float
    least: int
    most: int


class Phase10FlipOdds:
    """The odds as one seat sees them."""

    def __init__(self, view: View) -> None:
        if view.seat is None or view.state.result != rules.RUNNING or view.state.seat == NOTHING:
            raise InvalidSetup("odds are for a seat in a game under way")
        self.view = view
        self.seat = view.seat
        self.s, self.t = view.state, view.setup.tables
        self.completions = Completions(view)

    # --- the next card

    def completes(self, face: int) -> bool:
        """Say whether one card more with this active face makes the phase; once it is laid, whether it can be hit."""
        if self.s.laid[self.seat]:
            return can_be_hit(self.s, self.t, face)
        rows = with_card(self._rows(self.s.side), self.t, face, 1)
        return can_lay(rows, rules.groups_of(self.t, self.s.phase[self.seat]), self.t.each_group)

    def outs(self) -> dict[int, float]:
        """Return the active faces that help at once, with how many of them are still to be drawn, on average."""
        unseen, left = self.completions.kinds_behind(None), self.s.pool_count
        found: dict[int, float] = defaultdict(float)
        for kind, share in unseen.items():
            if self.completes(kind[self.s.side]):
                found[kind[self.s.side]] += float(share * left)
        return dict(found)

    def taking(self) -> bool | None:
        """Say whether the visible card of the discard pile helps at once; None without one."""
        if self.s.discard_count == 0:
            return None
        return self.completes(self._face(self.s.discard[self.s.discard_count - 1], self.s.side) or 0)

    def drawing(self) -> float:
        """Return the chance that the next card of the draw pile helps at once; its back is in sight."""
        thread = self.s.draw_top
        kinds = self.completions.kinds_behind(None) if thread == NOTHING else self._kinds(thread)
        return float(sum(share for kind, share in kinds.items() if self.completes(kind[self.s.side])))

    # --- flips and points

    def points(self, seat: int, side: int) -> Points:
        """Return what a seat's hand costs on a side."""
        mean, least, most = Fraction(0), 0, 0
        for i in range(self.s.hand_count[seat]):
            kinds = self._kinds(self.s.hand[seat][i])
            costs = {kind: int(self.t.points[kind[side]]) for kind in kinds}
            mean += sum(share * costs[kind] for kind, share in kinds.items())
            least, most = least + min(costs.values()), most + max(costs.values())
        return Points(float(mean), least, most)

    def missing(self, seat: int, side: int) -> int | None:
        """Return how many cards a seat lacks for its phase on a side; None where its faces are not all known."""
        rows = self._rows(side, seat)
        return None if rows is None else missing(rows, rules.groups_of(self.t, self.s.phase[seat]))

    def _kinds(self, thread: int) -> Mapping[Kind, Fraction]:
        card = self.s.card[thread]
        if card >= 0:
            return {(self.t.face[COLOUR][card], self.t.face[WILD][card]): Fraction(1)}
        return self.completions.kinds_behind(FACE_ONLY - card if card <= FACE_ONLY else None)

    def _face(self, thread: int, side: int) -> int | None:
        faces = {kind[side] for kind in self._kinds(thread)}
        return faces.pop() if len(faces) == 1 else None

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
    text = view.game
    return {
        "game": text.name,
        "drawing": odds.drawing(),
        "taking": odds.taking(),
        "outs": {str(face): count for face, count in sorted(odds.outs().items())},
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
    yield say("odds-draw", chance=f"{100 * odds.drawing():.1f}", outs=f"{sum(odds.outs().values()):.1f}")
    taking = odds.taking()
    if taking is not None:
        yield say("odds-take-yes" if taking else "odds-take-no")
    for seat in range(odds.view.setup.seats):
        now, then = (_points(odds.points(seat, side)) for side in (odds.s.side, 1 - odds.s.side))
        yield say("odds-points", seat=seat, now=now, then=then)
        lacks = odds.missing(seat, 1 - odds.s.side)
        if lacks is not None and not odds.s.laid[seat]:
            yield say("odds-missing", seat=seat, count=lacks)


def _points(points: Points) -> str:
    return str(points.least) if points.least == points.most else f"{points.mean:.1f} ({points.least}–{points.most})"
