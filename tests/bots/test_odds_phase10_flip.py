"""Exact odds of Phase 10 Flip: against enumeration of all completions, and against the sampler of views."""

from __future__ import annotations

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

import verso
from verso import bots
from verso.bots import odds, odds_phase10_flip
from verso.bots.kernels import phase10_flip_odds as kernels
from verso.bots.odds_phase10_flip import Completions, Phase10FlipOdds
from verso.core import kernel
from verso.core.game import LANGUAGES, InvalidSetup, View
from verso.games.phase10_flip import rules
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
    """Completions of a few cards, counted by the interpreted kernel."""
    cards, seen = np.zeros((W, kernels.WILDS), np.int64), np.zeros(rules.FACES, np.int64)
    for (colour, wild), count in free.items():
        cards[colour, wild - W] = count
    for face, count in wanted.items():
        seen[face] = count
    made = Completions(cards, seen)
    assert made.count(kernel.interpreted(GAME.rules, "verso.bots.kernels.phase10_flip", kernels.__name__))
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
        found = small(free, wanted).kinds_behind(face)
        assert found == pytest.approx({kind: float(share) for kind, share in enumerated(free, wanted, face).items()})


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
        assert sum(asked.completions.kinds_behind(None).values()) == pytest.approx(1)
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
    assert found["drawing"] == Phase10FlipOdds(view).drawing() == found["within"]["draw"][0]["chance"]
    assert len(found["within"]["draw"]) == 5
    assert set(found["after_flip"]) == {"holds", "lacks", "points"}
    assert [row["seat"] for row in found["seats"]] == [0, 1]


def test_too_many_ways_are_drawn_instead_of_counted() -> None:
    for view in views(2, 60, 20):
        counted, drawn = Phase10FlipOdds(view), Phase10FlipOdds(view, most_work=1, futures=20_000)
        assert counted.exact
        assert not drawn.exact
        assert drawn.drawing() == pytest.approx(counted.drawing(), abs=0.03)
        assert sum(drawn.outs().values()) == pytest.approx(sum(counted.outs().values()), abs=0.5)
        for number in range(5):
            assert drawn.within()[number].chance == pytest.approx(counted.within()[number].chance, abs=0.1)
        own = drawn.seat, 1 - view.state.side
        assert drawn.points(*own).mean == pytest.approx(counted.points(*own).mean, abs=1.5)


FUTURES = 40_000
"""Of each of ten views: with those of Flip City the odds are checked against a million continuations."""


def agrees(chance: float, share: odds_phase10_flip.Share) -> bool:
    """Say whether a frequency is within five standard errors of a chance."""
    return abs(share.chance - chance) <= 5 / 1.96 * share.margin


@pytest.mark.parametrize(("seats", "every"), [(2, 33), (4, 49)])
def test_what_is_counted_is_what_completions_drawn_by_the_rules_give(seats: int, every: int) -> None:
    """Draws: kept one after the other. A flip: the own backs. `complete` knows nothing of how they are counted."""
    for view in views(seats, 5 * every, every):
        asked = Phase10FlipOdds(view, futures=FUTURES)
        futures = asked.futures
        for taking in (False, True) if view.state.discard_count else (False,):
            for number, share in enumerate(asked.within(taking=taking)[: odds_phase10_flip.COUNTED_DRAWS]):
                assert share.margin == 0
                assert agrees(share.chance, futures.share(int(futures.counted.within[int(taking), number])))
        points = asked.points(asked.seat, 1 - view.state.side)
        flip = asked.flip()
        mean = sum(value * share.chance for value, share in flip.points.items())
        assert mean == pytest.approx(points.mean, abs=0.4)
        assert points.least <= min(flip.points) <= max(flip.points) <= points.most
        assert sum(share.chance for share in flip.lacks.values()) == pytest.approx(1)


def test_what_is_known_of_the_own_backs_is_used() -> None:
    position = GAME.new(2, own_backs="shown")
    position.settle(verso.Rng(3))
    asked = Phase10FlipOdds(position.view(position.to_act))
    flip = asked.flip()
    assert flip.holds.margin == 0
    assert flip.holds.chance in (0.0, 1.0)
    (cost,) = flip.points
    assert cost == asked.points(asked.seat, 1).least == asked.points(asked.seat, 1).most
    assert list(flip.lacks) == [asked.missing(asked.seat, 1)]


def test_a_spectator_has_no_odds() -> None:
    position = GAME.new(2)
    position.settle(verso.Rng(1))
    with pytest.raises(InvalidSetup, match="a seat in a game under way"):
        Phase10FlipOdds(position.view(None))


def test_several_threads_count_at_once_each_what_its_seat_may_know() -> None:
    """The server answers several seats at a time; figures of one mixed into another's would tell of hidden cards."""
    asked = views(3, 60, 20)
    alone = [odds_phase10_flip.document(view) for view in asked]
    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(odds_phase10_flip.document, asked * 20))
    assert together == alone * 20
