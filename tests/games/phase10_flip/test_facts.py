"""Every fact that speaks for an action of Phase 10 Flip, held against the rules themselves, move by move."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import verso
from verso import bots
from verso.bots import Budget
from verso.core.game import Position
from verso.games.phase10_flip import facts, rules, solver
from verso.games.phase10_flip.notation import code

GAME = verso.game("phase-10-flip")


def positions(seats: int, seed: int, **options: Any) -> Iterator[Position]:
    player, rng, position = bots.make("greedy", GAME), verso.Rng(seed), GAME.new(seats, **options)
    for number in range(260):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        if number % 4 == 0:
            yield position
        position.push(player.choose(position.view(position.to_act), Budget()).action)


class Table:
    """A position with all faces, an action and what comes of it, to hold a fact against."""

    def __init__(self, position: Position, action: int, other: int | None) -> None:
        self.position, self.action, self.other = position, action, other
        self.s, self.t, self.seat = position.state, position.setup.tables, position.to_act
        self.there = position.copy()
        self.there.push(action)
        self.hand = self.faces(position, self.seat)

    def faces(self, position: Position, seat: int, side: int | None = None) -> list[int]:
        s = position.state
        shown = s.side if side is None else side
        return [self.t.face[shown][s.card[thread]] for thread in s.hand[seat][: s.hand_count[seat]]]

    def lays(self, faces: list[int], seat: int | None = None) -> bool:
        rows = (0, 0, 0, 0)
        for face in faces:
            rows = rules.with_card(rows, self.t, face, 1)
        groups = rules.groups_of(self.t, self.s.phase[self.seat if seat is None else seat])
        return bool(solver.can_lay(rows, groups, self.t.each_group))

    def is_short(self, faces: list[int], short: int) -> bool:
        """Whether so many cards are lacking: that many are enough and one fewer is not; three and more are believed."""
        if short > 2:
            return not self.lays(faces)
        side = [face for face in sorted(set(self.t.face[self.s.side][: self.t.cards])) if not self.t.marked[face]]

        def enough(count: int) -> bool:
            added = itertools.combinations_with_replacement(side, count)
            return any(self.lays([*faces, *more]) for more in added)

        return enough(short) and (short == 0 or not enough(short - 1))

    @property
    def top(self) -> int:
        return int(self.t.face[self.s.side][self.s.card[self.s.discard[self.s.discard_count - 1]]])

    @property
    def chosen(self) -> int:
        """The face of the card that is discarded."""
        return self.hand[self.action - rules.DISCARD]

    def without(self, action: int | None) -> list[int]:
        assert action is not None
        slot = action - rules.DISCARD
        return self.hand[:slot] + self.hand[slot + 1 :]

    def hands_left(self) -> list[list[int]]:
        """The hands that each discard would leave."""
        return [self.hand[:slot] + self.hand[slot + 1 :] for slot in range(len(self.hand))]

    def can_give_back(self, face: str) -> bool:
        """Whether the card that was taken can be discarded as it came, with nothing flipped."""
        there, s = self.there.copy(), self.there.state
        slot = s.hand[self.seat][: s.hand_count[self.seat]].index(self.s.discard[self.s.discard_count - 1])
        assert face == code(self.top)
        if rules.DISCARD + slot not in there.legal:  # a phase that is laid comes first, if one lays it
            return False
        there.push(rules.DISCARD + slot)
        return bool(there.state.round != self.s.round or there.state.side == self.s.side)

    def fits(self, face: int) -> bool:
        return bool(rules.can_be_hit(self.s, self.t, face))

    def points_gone(self, position: Position) -> int:
        return sum(int(self.t.points[face]) for face in self.hand) - sum(
            int(self.t.points[face]) for face in self.faces(position, self.seat, self.s.side)
        )

    def rids(self, told: Any) -> bool:
        left = [] if self.there.state.round != self.s.round else self.faces(self.there, self.seat, self.s.side)
        return (self.points_gone(self.there), len(left)) == (told["points"], told["left"])

    def most_hits(self) -> int:
        """The most cards of the hand that the rules let be laid on the table, one after the other."""
        state = self.s.copy()
        state.step, state.can_lay = rules.STEP_PLAY, 0

        def best(s: Any, depth: int) -> int:
            actions = [0] * (GAME.action_count + 1)
            most = 0
            for action in actions[: rules.legal_hits(s, self.t, actions, 0)]:
                there = s.copy()
                rules.hit(there, self.t, *divmod(action - rules.HIT, rules.MOST_SEATS * rules.GROUPS * 2))
                most = max(most, 1 + (best(there, depth + 1) if there.round == s.round and depth < 3 else 0))
            return most

        return best(state, 0)

    def waiting(self) -> list[int]:
        return [seat for seat in range(self.t.seats) if seat != self.seat and not self.s.laid[seat]]

    def ready_after_a_flip(self) -> int:
        return sum(self.lays(self.faces(self.position, seat, 1 - self.s.side), seat) for seat in self.waiting())

    def flips(self) -> bool:
        return bool(self.there.state.side != self.s.side)


CHECKS: dict[str, Callable[[Table, Any], Any]] = {
    "no-discard": lambda table, told: table.s.discard_count == 0,
    "take-fits": lambda table, told: code(table.top) == told["face"] and table.fits(table.top),
    "take-adds": lambda table, told: not table.fits(table.top) and table.t.points[table.top] == told["points"],
    "discard-fits-not": lambda table, told: code(table.top) == told["face"] and not table.fits(table.top),
    "discard-changes-not": lambda table, told: (
        table.s.laid[table.seat] and table.fits(table.top) and code(table.top) == told["face"]
    ),
    "discard-helps-not": lambda table, told: all(
        table.is_short(hand, told["short"]) for hand in (table.hand, [*table.hand, table.top])
    ),
    "draw-wanted": lambda table, told: table.is_short(table.hand, told["short"]),
    "phase-held": lambda table, told: table.lays(table.hand),
    "take-fits-then": lambda table, told: (
        table.lays(table.hand) and code(table.top) == told["face"] and table.fits(table.top)
    ),
    "take-back": lambda table, told: table.can_give_back(told["face"]),
    "take-completes": lambda table, told: table.lays([*table.hand, table.top]) and not table.lays(table.hand),
    "take-helps": lambda table, told: (
        table.is_short(table.hand, told["before"]) and table.is_short([*table.hand, table.top], told["after"])
    ),
    "take-star": lambda table, told: table.t.value[table.top] == 0,
    "take-flip": lambda table, told: table.t.marked[table.top] and code(table.top) == told["face"],
    "take-same": lambda table, told: all(
        table.is_short(hand, told["short"]) for hand in (table.hand, [*table.hand, table.top])
    ),
    "lays": lambda table, told: (
        told["cards"] + table.s.placed == sum(rules.groups_of(table.t, table.s.phase[table.seat]))
        and told["left"] + told["cards"] == len(table.hand)
    ),
    "others-down": lambda table, told: table.t.seats - 1 - len(table.waiting()) == told["count"],
    "goes-out": lambda table, told: table.there.state.round != table.s.round or table.there.to_act == verso.OVER,
    "rids": lambda table, told: table.rids(told),
    "fits-table": lambda table, told: min(4, told["cards"]) == table.most_hits(),
    "fits-nothing-laid": lambda table, told: not table.fits(table.chosen) and table.s.laid[table.seat],
    "fits-nothing": lambda table, told: (
        not table.fits(table.chosen)
        and all(table.is_short(hand, told["short"]) for hand in (table.hand, table.without(table.action)))
    ),
    "fits-table-only": lambda table, told: all(
        table.is_short(hand, told["short"]) for hand in (table.hand, table.without(table.action))
    ),
    "least-short": lambda table, told: (
        table.is_short(table.without(table.action), told["short"])
        and all(not table.is_short(hand, told["short"] - 1) for hand in table.hands_left())
    ),
    "short-then": lambda table, told: table.is_short(table.without(table.action), told["short"]),
    "other-short": lambda table, told: table.is_short(table.without(table.other), told["short"]),
    "next-cannot": lambda table, told: table.there.state.seat == told["seat"] and not table.fits(table.chosen),
    "other-helps": lambda table, told: table.fits(table.hand[(table.other or 0) - rules.DISCARD]),
    "keeps-stars": lambda table, told: (
        sum(table.t.value[face] == 0 for face in table.without(table.action)) == told["count"] > 0
    ),
    "flip-none": lambda table, told: (
        table.flips() and (table.ready_after_a_flip(), len(table.waiting())) == (0, told["others"])
    ),
    "flip-all": lambda table, told: (
        table.flips() and table.ready_after_a_flip() == told["others"] == len(table.waiting())
    ),
    "flip-some": lambda table, told: (
        table.flips() and (table.ready_after_a_flip(), len(table.waiting())) == (told["count"], told["others"])
    ),
    "flips": lambda table, told: table.flips() and not table.waiting() and told["others"] == table.t.seats - 1,
}
"""For each fact whether it is true, found by the rules with all faces open and not as it was counted."""
AGAINST = {"take-adds", "take-same", "short-then", "flip-all", "flip-some"}
"""Facts that speak against an action: no hint gives them as its reason."""


@pytest.mark.parametrize(
    ("seats", "seed", "options"), [(2, 1, {}), (4, 2, {}), (6, 3, {}), (3, 4, {"min_numbers": "group"})]
)
def test_every_fact_is_true(seats: int, seed: int, options: dict[str, Any]) -> None:
    met: Counter[str] = Counter()
    for position in positions(seats, seed, **options):
        view = position.view(position.to_act)
        for place, action in enumerate(view.legal[:14]):
            other = view.legal[place - 1] if len(view.legal) > 1 else None
            table = Table(position, action, other)
            for fact in facts.facts(view, action, other):
                kind = fact.message.removeprefix("fact-")
                met[kind] += 1
                assert CHECKS[kind](table, fact.figures), (view.show(), view.text(action), fact)
                assert fact.against == (kind in AGAINST), kind
    assert len(met) > 12


def test_every_fact_has_its_check() -> None:
    said = {key for key in GAME.catalogue("en").messages if key.startswith("fact-")}
    assert said == {f"fact-{kind}" for kind in CHECKS}
