"""Exact odds of Phase 10 Flip: against enumeration of all completions, and against the sampler of views."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

import verso
from verso import bots
from verso.bots import odds, odds_phase10_flip
from verso.bots.odds_phase10_flip import Completions, Phase10FlipOdds
from verso.core.game import LANGUAGES, InvalidSetup, View
from verso.games.phase10_flip.rules import WILD_FACES

GAME = verso.game("phase-10-flip")
W = WILD_FACES


def views(seats: int, plies: int, every: int) -> list[View]:
    position, rng, player = GAME.new(seats), verso.Rng(seats), bots.make("greedy", GAME)
    found = []
    for number in range(plies):
        position.settle(rng)
        view = position.view(position.to_act)
        if number % every == every - 1:
            found.append(view)
        position.push(player.choose(view, bots.Budget()).action)
    return found


def small(free: dict[tuple[int, int], int], wanted: dict[int, int]) -> Completions:
    made = Completions.__new__(Completions)
    made.free, made.wanted = Counter(free), Counter(wanted)
    return made


def enumerated(free: dict[tuple[int, int], int], wanted: dict[int, int], face: int) -> dict[tuple[int, int], Fraction]:
    """Give every thread a card in every possible way, and count what the first thread with the face got."""
    cards = [kind for kind, count in free.items() for _ in range(count)]
    threads = [face, *(Counter(wanted) - Counter([face])).elements()]
    found: Counter[tuple[int, int]] = Counter()
    for given in itertools.permutations(range(len(cards)), len(threads)):
        if all(thread in cards[card] for thread, card in zip(threads, given, strict=True)):
            found[cards[given[0]]] += 1
    return {kind: Fraction(count, found.total()) for kind, count in found.items()}


SMALL = [
    ({(0, W): 1, (0, W + 1): 1, (1, W): 1, (1, W + 2): 1, (2, W + 1): 2}, {0: 1, W: 1, W + 1: 1}),
    ({(0, W): 2, (0, W + 1): 1, (1, W): 1, (2, W): 1, (3, W + 1): 1}, {0: 2, 1: 1, W: 1}),
    ({(0, W): 1, (1, W): 1, (2, W): 1, (0, W + 1): 1, (1, W + 1): 1, (3, W + 3): 1}, {0: 1, 1: 1, W: 2}),
    ({(0, W): 1, (0, W + 1): 1, (1, W + 1): 1, (1, W + 2): 1, (2, W + 2): 1, (2, W): 1}, {0: 1, 1: 1, 2: 1, W: 1}),
]


@pytest.mark.parametrize(("free", "wanted"), SMALL)
def test_chances_are_those_of_all_completions(free: dict[tuple[int, int], int], wanted: dict[int, int]) -> None:
    for face in wanted:
        assert small(free, wanted).kinds_behind(face) == enumerated(free, wanted, face)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_sampler_of_views_agrees(seats: int) -> None:
    for view in views(seats, 60, 20):
        asked, thread, tables = Phase10FlipOdds(view), view.state.draw_top, view.setup.tables
        drawn: Counter[tuple[int, int]] = Counter()
        rng = verso.Rng("sampler")
        for _ in range(500):
            card = view.sample(rng).state.card[thread]
            drawn[tables.face[0][card], tables.face[1][card]] += 1
        exact = asked._kinds(thread)
        assert set(drawn) <= set(exact)
        for kind, share in exact.items():
            assert drawn[kind] / 500 == pytest.approx(float(share), abs=0.1)


def test_chances_add_up_and_points_lie_between_their_bounds() -> None:
    for view in views(4, 50, 12):
        asked = Phase10FlipOdds(view)
        assert 0 <= asked.drawing() <= 1
        assert sum(asked.completions.kinds_behind(None).values()) == 1
        for seat in range(4):
            for side in (0, 1):
                points = asked.points(seat, side)
                assert points.least <= points.mean <= points.most
        own, other = asked.seat, (asked.seat + 1) % 4
        assert asked.points(own, view.state.side).least == asked.points(own, view.state.side).most
        backs = asked.points(other, 1 - view.state.side)
        assert backs.least == backs.most  # the backs of others are in sight
        assert asked.missing(other, 1 - view.state.side) is not None


def test_odds_are_told_in_words_and_as_a_document() -> None:
    (view,) = views(2, 10, 10)
    for language in LANGUAGES:
        assert "%" in odds.report(view, language)
    found = odds.document(view)
    assert found["drawing"] == Phase10FlipOdds(view).drawing()
    assert [row["seat"] for row in found["seats"]] == [0, 1]


def test_too_many_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_phase10_flip, "MOST_STATES", 1)
    seen = views(3, 60, 10)
    with pytest.raises(InvalidSetup, match="too many for exact odds"):
        [odds.document(view) for view in seen]


def test_a_spectator_has_no_odds() -> None:
    position = GAME.new(2)
    position.settle(verso.Rng(1))
    with pytest.raises(InvalidSetup, match="a seat in a game under way"):
        Phase10FlipOdds(position.view(None))
