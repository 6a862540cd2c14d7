"""What tests share: variants of both games, and ways of playing them that end games sooner than chance does."""

from __future__ import annotations

import dataclasses
import itertools
import os
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import verso
from verso.bots.bot import Choice
from verso.bots.explain import between
from verso.core.game import LANGUAGES, Position, Setup, View
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER
from verso.core.telling import Clause
from verso.games.flip_city import rules as fc
from verso.games.phase10_flip import rules as pf

IS_LONG = os.environ.get("VERSO_TESTS") == "long"
"""Whether time does not matter (make test-long)."""


def often(count: int) -> int:
    """Return how many examples to try: all of them where time does not matter, else a quarter."""
    return count if IS_LONG else (count + 3) // 4


def long(*values: Any) -> Any:
    """Return a set of parameters for `make test-long` only, as what is compiled for more than two seats is."""
    return pytest.param(*values, marks=pytest.mark.long)


@dataclasses.dataclass(frozen=True)
class Variant:
    """A ruleset of Flip City with a number of seats, with or without the Office."""

    ruleset: str
    seats: int
    office: bool = False

    @property
    def name(self) -> str:
        return f"{self.ruleset}-{self.seats}" + ("-office" if self.office else "")

    def setup(self) -> Setup:
        options: dict[str, Any] = {"office": True} if self.office else {}
        return verso.game("flip-city").setup(self.seats, self.ruleset, **options)


def flip_city_variants() -> list[Variant]:
    """Every ruleset with every number of seats and with the Office where it may be chosen."""
    game, found = verso.game("flip-city"), []
    for ruleset in game.rulesets():
        for seats in game.seats:
            for office in (False, True):
                variant = Variant(ruleset, seats, office)
                try:
                    variant.setup()
                except verso.InvalidSetup:
                    continue
                found.append(variant)
    return found


VARIANTS = flip_city_variants()


@dataclasses.dataclass(frozen=True)
class PhaseVariant:
    """A ruleset of Phase 10 Flip with a number of seats and options."""

    ruleset: str
    seats: int
    options: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def name(self) -> str:
        options = [key if value is True else f"{key}-{value}" for key, value in self.options.items()]
        return "-".join(["phase-10", self.ruleset, str(self.seats), *options])

    def setup(self) -> Setup:
        return verso.game("phase-10-flip").setup(self.seats, self.ruleset, **self.options)


PHASE_VARIANTS = [
    PhaseVariant("standard", 2, {"phases": 2}),
    PhaseVariant("standard", 3, {"phases": 1, "force_lay": True}),
    PhaseVariant("standard", 4, {"phases": 1, "own_backs": "shown"}),
    PhaseVariant("standard", 5, {"phases": 1, "min_numbers": "group"}),
    PhaseVariant("standard", 6, {"phases": 1, "require_final_discard": True, "flip_on_going_out": False}),
    PhaseVariant("pt-br-text", 2, {"phases": 1}),
    PhaseVariant("fixed-rounds", 2, {"phases": 2, "winner_score": 5}),
    PhaseVariant("short", 2),
]
"""Every ruleset, number of seats and option at least once; few phases, so that games are short."""
EVERY_VARIANT: list[Variant | PhaseVariant] = [*VARIANTS, *PHASE_VARIANTS]

Policy = Callable[[Any, Any, Sequence[int], random.Random], int]
"""Chooses one of the legal actions (never of chance) from the state and the tables."""


def builder(state: Any, tables: Any, legal: Sequence[int], rng: random.Random) -> int:
    """Play on while the top card is safe, then build towards 8 points; now and then do anything."""
    return _choose(state, tables, legal, rng, wants_cards=False)


def hoarder(state: Any, tables: Any, legal: Sequence[int], rng: random.Random) -> int:
    """Buy many harmless cards and shuffle whenever possible, towards 18 cards; alone this empties the supply."""
    return _choose(state, tables, legal, rng, wants_cards=True)


def _choose(state: Any, tables: Any, legal: Sequence[int], rng: random.Random, wants_cards: bool) -> int:
    if rng.random() < 0.03 or state.phase == fc.PHASE_REMOVE:
        return rng.choice(legal)
    won = state.points >= 8 or fc.enough_cards_played(state, tables)
    if state.phase == fc.PHASE_BUILD:
        return fc.DONE if won or len(legal) == 1 else _build(tables, legal, rng, wants_cards)
    return _play(state, tables, legal, rng, won, wants_cards)


def _play(state: Any, tables: Any, legal: Sequence[int], rng: random.Random, won: bool, wants_cards: bool) -> int:
    recycling = [action for action in legal if action >= fc.RECYCLE]
    if state.top_count[state.seat] == 0:
        slack = state.limit - state.unhappy
        if fc.SHUFFLE in legal and not won and (slack > 0 or wants_cards) and rng.random() < 0.9:
            return fc.SHUFFLE
        return fc.STOP
    if won and fc.STOP in legal:
        return fc.STOP
    bust = state.unhappy + tables.unhappy[state.top[state.seat][0]] > state.limit
    if recycling and (rng.random() < 0.03 or (bust and fc.STOP not in legal)):
        return rng.choice(recycling)
    return fc.STOP if bust and fc.STOP in legal else fc.PLAY


def _build(tables: Any, legal: Sequence[int], rng: random.Random, wants_cards: bool) -> int:
    return max(legal[1:], key=lambda action: _gain(tables, action, wants_cards) + 2 * rng.random())


def _gain(tables: Any, action: int, wants_cards: bool) -> float:
    if action >= fc.DEVELOP:
        return _worth(tables, 2 * (action - fc.DEVELOP) + 1) + wants_cards
    if action >= fc.FLIP_TO:
        return 4.0
    if action >= fc.FLIP:
        face = action - fc.FLIP
        return 5.0 if tables.give_away[face] else _worth(tables, face ^ 1) - _worth(tables, face)
    return _worth(tables, 2 * (action - fc.BUY)) + 4 * wants_cards


def _worth(tables: Any, face: int) -> float:
    """Roughly what a face is good for."""
    good: float = 2.0 * tables.points[face] + 4.0 * tables.raise_limit[face] + 0.4 * tables.cash[face]
    bad: float = 2.5 * tables.unhappy[face] + tables.must_be_played[face]
    return good - bad


def uniform(state: Any, tables: Any, legal: Sequence[int], rng: random.Random) -> int:
    """Do anything that is legal."""
    return rng.choice(legal)


POLICIES: tuple[Policy, ...] = (builder, hoarder)


def rummy(state: Any, tables: Any, legal: Sequence[int], rng: random.Random) -> int:
    """Play Phase 10 Flip: lay and hit where possible, keep what goes together; now and then do anything."""
    if rng.random() < 0.05 or state.step == pf.STEP_DRAW:
        return rng.choice(legal)
    places = [action for action in legal if pf.PLACE <= action < pf.HIT]
    hits = [action for action in legal if action >= pf.HIT]
    if places or hits:
        return rng.choice(places or hits)
    faces = [pf.face_of(state, tables, thread) for thread in state.hand[state.seat][: state.hand_count[state.seat]]]
    flipping = [slot for slot, face in enumerate(faces) if tables.marked[face]]
    if flipping and rng.random() < 0.3:
        return pf.DISCARD + rng.choice(flipping)
    return min(legal, key=lambda action: _company(tables, faces, action - pf.DISCARD) + rng.random())


def _company(tables: Any, faces: Sequence[int], slot: int) -> float:
    """Roughly how well a card goes with the others of a hand."""
    mine, together = faces[slot], 0.0
    if tables.value[mine] == 0:
        return 99.0
    for other in (*faces[:slot], *faces[slot + 1 :]):
        near = abs(tables.value[other] - tables.value[mine])
        together += 2.0 * (near == 0) + (0 < near <= 2 and tables.row[other] == tables.row[mine])
    return together


def chooser(policy: Policy, seed: int) -> Callable[[Position, Rng], int]:
    """Make of a policy what the laws take: chance by its odds, the seats by the policy."""
    source = random.Random(seed)

    def choose(position: Position, rng: Rng) -> int:
        if position.to_act == CHANCE:
            weights = position.weights()
            return source.choices(list(weights), list(weights.values()))[0]
        return policy(position.state, position.setup.tables, position.legal, source)

    return choose


def phase_player(seed: int) -> Callable[[Position, Rng], int]:
    return chooser(rummy, seed)


def player_of(variant: Variant | PhaseVariant, seed: int) -> Callable[[Position, Rng], int]:
    """Return somebody who plays this variant sensibly; in Flip City in one of two ways."""
    if isinstance(variant, PhaseVariant):
        return chooser(rummy, seed)
    return chooser(POLICIES[seed % len(POLICIES)], seed)


def play_on(position: Position, plies: int, rng: Rng) -> None:
    """Play with random actions, at most so many."""
    for _ in range(plies):
        if position.to_act == OVER:
            return
        position.settle(rng)
        if position.to_act != OVER:
            position.push(position.legal[rng.below(len(position.legal))])


def says_why(view: View, choice: Choice) -> None:
    """Values of the alternatives, a chance to win with its uncertainty, and a reason in every language.

    Whoever searched says the chance; at a glance nobody knows enough of it to say it.
    """
    assert set(choice.values) == set(view.legal)
    assert choice.win is not None
    assert choice.margin is not None
    assert 0 <= choice.win <= 1
    assert 0 < choice.margin < 1
    assert choice.reason == choice.reasons["en"]
    assert set(choice.reasons) == set(LANGUAGES)
    assert not any(re.search(r"[%±{}]", reason) or not reason for reason in choice.reasons.values())
    ends = [f"{end} " for end in between(choice.win, choice.margin).values()]
    if "of 100 games" in choice.reason:
        assert all(end in reason for reason in choice.reasons.values() for end in ends)
    assert choice.reasons["en"] != choice.reasons["pt-BR"]


def tells_clauses_of_whoever_acts(position: Position, choose: Callable[[Position, Rng], int], plies: int) -> int:
    """Play on, and see that clauses and sentences are told apart in every language; return how many clauses there were.

    What a seat did is a clause, which begins small since a name comes before it; everything else is a sentence.
    """
    names, rng, clauses = ("Ana", "Bia", "Caio", "Dora"), Rng("clauses"), 0
    for _ in range(plies):
        if position.to_act == OVER:
            break
        action, after, actor = choose(position, rng), position.copy(), position.to_act
        after.push(action)
        for seat, language in itertools.product((0, None), LANGUAGES):
            told = position.game.words.tell(position.view(seat), action, after.view(seat), language, names)
            assert [isinstance(each, Clause) for each in told] == [each[:1].islower() for each in told], told
            assert actor == CHANCE or not told or isinstance(told[0], Clause), told
            clauses += sum(isinstance(each, Clause) for each in told)
        position = after
    return clauses
