"""Exact odds of Phase 10 Flip: against enumeration of all completions, and against the sampler of views."""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest

import verso
from support import long
from verso import bots
from verso.core import kernel
from verso.core.game import LANGUAGES, InvalidSetup, Position, View
from verso.games.phase10_flip import counting as kernels
from verso.games.phase10_flip import odds, rules, solver
from verso.games.phase10_flip.odds import Completions, Phase10FlipOdds
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
    assert made.count(kernel.interpreted(GAME.rules, "verso.games.phase10_flip.policy", kernels.__name__))
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
    view = next(
        each for each in views(2, 12, 1) if each.state.step == rules.STEP_DRAW and not each.state.laid[each.seat or 0]
    )
    for language in LANGUAGES:
        assert "%" in odds.report(view, language)
    assert not re.search(r"\d\.\d", odds.report(view, "pt-BR"))
    found = odds.document(view)
    assert found["actions"]["draw"]["lays"]["chance"] == Phase10FlipOdds(view).drawing()
    assert found["actions"]["draw"]["lays"]["chance"] == pytest.approx(found["within"]["draw"][0]["chance"])
    assert len(found["within"]["draw"]) == 5
    assert set(found["after_flip"]) == {"holds", "lacks", "points"}
    assert [hand["seat"] for hand in found["hands"]] == [0, 1]


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


def agrees(chance: float, share: odds.Share) -> bool:
    """Say whether a frequency is within five standard errors of a chance."""
    return abs(share.chance - chance) <= 5 / 1.96 * share.margin


@pytest.mark.parametrize(("seats", "every"), [(2, 33), long(4, 49)])
def test_what_is_counted_is_what_completions_drawn_by_the_rules_give(seats: int, every: int) -> None:
    """Draws: kept one after the other. A flip: the own backs. `complete` knows nothing of how they are counted."""
    for view in views(seats, 5 * every, every):
        asked = Phase10FlipOdds(view, futures=FUTURES)
        futures = asked.futures
        for taking in (False, True) if view.state.discard_count else (False,):
            for number, share in enumerate(asked.within(taking=taking)[: odds.COUNTED_DRAWS]):
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
    asked = views(2, 60, 20)
    alone = [odds.document(view) for view in asked]
    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(odds.document, asked * 20))
    assert together == alone * 20


# --- what each action leads to


def hand_of(faces: list[int], tables: Any) -> Any:
    rows = (0, 0, 0, 0)
    for face in faces:
        rows = rules.with_card(rows, tables, face, 1)
    return rows


@pytest.mark.parametrize("each_group", [0, 1])
@pytest.mark.parametrize("side", [rules.COLOUR, rules.WILD])
def test_a_hand_is_short_of_as_many_cards_as_it_takes(side: int, each_group: int) -> None:
    """None, exactly when the solver can lay it; one, exactly when one more card is enough; and so two."""
    tables, draws = GAME.setup(2).tables, random.Random(side)
    engine = kernel.compiled(GAME.rules, "verso.games.phase10_flip.policy", kernels.__name__)
    first, end = (0, W) if side == rules.COLOUR else (W, rules.FACES)
    faces = [face for face in range(first, end) if not tables.marked[face]]
    met: Counter[int] = Counter()
    for number in range(240):
        phase, held = number % 10 + 1, draws.choice([3, 6, 8, 10])
        groups = rules.groups_of(tables, phase)
        stars = [face for face in faces if tables.value[face] == 0]
        hand = [draws.choice(stars if draws.random() < 0.2 else faces) for _ in range(held)]
        rows = hand_of(hand, tables)
        short = engine.short_of(rows, groups, side, each_group)
        lays = [engine.can_lay(rows, groups, each_group)]
        ones = [rules.with_card(rows, tables, face, 1) for face in faces]
        lays.append(any(engine.can_lay(each, groups, each_group) for each in ones))
        if short <= 2 and not lays[1]:
            twos = (rules.with_card(each, tables, face, 1) for each in ones for face in faces)
            lays.append(any(engine.can_lay(each, groups, each_group) for each in twos))
        assert lays == [count >= short for count in range(len(lays))], (hand, phase)
        met[min(short, 3)] += 1
    assert min(met.values()) > 10


def most_hits(s: Any, t: Any, faces: list[int]) -> int:
    """The most cards that can be laid on the table one after the other, by trying everything the rules allow."""

    @functools.cache
    def best(groups: tuple[tuple[int, int, int, int], ...], left: tuple[int, ...]) -> int:
        most = 0
        for number, (kind, low, high, colour) in enumerate(groups):
            for face in set(left):
                fits = t.colour_of[face] < 0 or colour < 0 or t.colour_of[face] == colour
                for end in (low,) if kind == rules.SET else (low - 1, high + 1):
                    if not fits or not 1 <= end <= 12 or t.value[face] not in (0, end):
                        continue
                    changed = (kind, low, high, colour)
                    if kind == rules.RUN:
                        runs = t.colour_of[face] if t.colour_of[face] >= 0 else colour
                        changed = (kind, min(low, end), max(high, end), runs)
                    rest = list(left)
                    rest.remove(face)
                    after = (*groups[:number], changed, *groups[number + 1 :])
                    most = max(most, 1 + best(after, tuple(rest)))
        return most

    groups = tuple(
        (s.kind[owner][group], s.low[owner][group], s.high[owner][group], s.colour[owner][group])
        for owner in range(t.seats)
        for group in range(s.group_count[owner])
    )
    return best(groups, tuple(sorted(faces)))


def test_the_cards_that_fit_the_table_are_as_many_as_can_be_laid() -> None:
    tables, draws, met = GAME.setup(3).tables, random.Random(4), Counter[int]()
    for number in range(300):
        s, side = GAME.new(3).state, number % 2
        for owner in range(draws.randrange(1, 3)):
            s.group_count[owner] = 2
            for group, kind in enumerate(draws.choice([(rules.RUN, rules.SET), (rules.RUN, rules.RUN)])):
                low = draws.randrange(1, 11)
                s.kind[owner][group], s.low[owner][group] = kind, low
                s.high[owner][group] = low + 1 if kind == rules.RUN else low
                s.colour[owner][group] = draws.choice([rules.NOTHING, 0, 1]) if kind == rules.RUN else rules.NOTHING
        first, end = (0, W) if side == rules.COLOUR else (W, rules.FACES)
        stars = [face for face in range(first, end) if tables.value[face] == 0]
        faces = [draws.choice(stars) if draws.random() < 0.15 else draws.randrange(first, end) for _ in range(5)]
        found = odds.hits(s, tables, faces, side)
        assert len(found) == most_hits(s, tables, faces), (faces, s.low, s.high, s.colour)
        met[len(found)] += 1
    assert len(met) >= 5


@pytest.mark.parametrize("seats", [2, long(3), long(6)])
def test_every_offered_action_of_a_game_has_its_odds(seats: int) -> None:
    for view in views(seats, 120, 7):
        told = odds.figures(view)
        assert list(told.actions) == [view.text(action) for action in view.legal]
        assert [hand.seat for hand in told.hands] == list(range(seats))
        for text, click in told.actions.items():
            chances = [each for each in (click.lays, click.hits, click.helps_next) if each is not None]
            assert all(0 <= each.chance <= 1 for each in chances)
            if text in ("draw", "take"):
                assert len(chances) == 1
                assert sum(each.chance for each in click.cards) == pytest.approx(1)
                assert sum(each.chance for each in click.cards if each.helps) == pytest.approx(chances[0].chance)
            assert click.goes_out == (click.points is not None and view.state.hand_count[view.seat or 0] == 1)


def frequencies(view: View, action: int, times: int) -> dict[str, float]:
    """How often an action leads to what, over completions of the view, by the rules alone."""
    rng, seat = verso.Rng("continuations"), view.seat or 0
    found: Counter[str] = Counter()
    for _ in range(times):
        position = view.sample(rng)
        laid = position.state.laid[seat] > 0
        drawn = {*position.state.hand[seat]}
        position.push(action)
        position.settle(rng)
        s, t = position.state, view.setup.tables
        if action in (rules.DRAW, rules.TAKE):
            (card,) = {*s.hand[seat]} - drawn
            found["lays"] += s.can_lay
            found["hits"] += laid and rules.can_be_hit(s, t, rules.face_of(s, t, card))
        elif position.to_act >= 0 and s.round == view.state.round:
            following, without, offered = position.to_act, position.copy(), position.copy()
            if rules.TAKE not in position.legal:
                continue
            offered.push(rules.TAKE)
            if s.laid[following]:
                top = rules.face_of(s, t, s.discard[s.discard_count - 1])
                found["helps_next"] += rules.can_be_hit(s, t, top)
            else:
                rows, groups = (
                    rules.rows_on(without.state, t, following, s.side),
                    rules.groups_of(t, s.phase[following]),
                )
                found["helps_next"] += offered.state.can_lay > 0 and not solver.can_lay(rows, groups, t.each_group)
            if s.side != view.state.side and not laid:
                rows, groups = rules.rows_on(s, t, seat, s.side), rules.groups_of(t, s.phase[seat])
                found["lays"] += solver.can_lay(rows, groups, t.each_group)
    return {key: count / times for key, count in found.items()}


CONTINUATIONS = 300
"""Of every action; a million altogether in the long run."""


def check_against_continuations(view: View, times: int) -> int:
    told, made = odds.figures(view), 0
    for action in view.legal:
        if action >= rules.PLACE:
            continue
        click, found = told.actions[view.text(action)], frequencies(view, action, times)
        made += times
        for key in ("lays", "hits", "helps_next"):
            chance = getattr(click, key)
            if chance is not None:
                error = math.sqrt(chance.chance * (1 - chance.chance) / times)
                allowed = 5 * error + 5 / 1.96 * chance.margin + 1e-9
                assert abs(found.get(key, 0.0) - chance.chance) <= allowed, (view.text(action), key)
    return made


@pytest.mark.parametrize("seats", [2, long(4)])
def test_actions_lead_to_what_continuations_of_the_rules_lead_to(seats: int) -> None:
    for view in views(seats, 190, 37):
        check_against_continuations(view, CONTINUATIONS)


def test_the_card_after_a_reshuffle_is_one_of_the_discard_pile() -> None:
    """With the draw pile empty the discards but the top one are shuffled, and one of them comes."""
    seen = 0
    for view in views(2, 60, 9):
        position = view.sample(verso.Rng(2))
        s = position.state
        if s.step != rules.STEP_DRAW:
            continue
        while s.pool_count:  # all that is left of the draw pile goes under the discard pile
            thread = rules.begin_thread(s, s.pool[0])
            s.discard[1 : s.discard_count + 1] = s.discard[: s.discard_count]
            s.discard[0], s.discard_count = thread, s.discard_count + 1
        s.discard[1 : s.discard_count + 1], s.discard[0] = s.discard[: s.discard_count], s.draw_top
        s.discard_count, s.draw_top = s.discard_count + 1, rules.NOTHING
        looking = Position(view.setup, s).view(view.seat)
        assert rules.DRAW in looking.legal
        check_against_continuations(looking, CONTINUATIONS)
        seen += 1
    assert seen >= 2


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_actions_lead_to_what_a_million_continuations_lead_to(seats: int) -> None:
    """A third of a million of each number of seats, over positions of every kind."""
    made = 0
    for view in itertools.cycle(views(seats, 400, 23)):
        made += check_against_continuations(view, 3_000)
        if made >= 333_334:
            break


@pytest.mark.parametrize("seats", [2, long(6)])
def test_what_a_seat_cannot_see_makes_no_difference_to_its_odds(seats: int) -> None:
    """Tables that look the same to a seat give it the same odds, to the byte (law 9)."""
    for view in views(seats, 60, 19):
        told = {msgspec.json.encode(odds.figures(view.sample(verso.Rng(n)).view(view.seat))) for n in range(3)}
        assert told == {msgspec.json.encode(odds.figures(view))}


def runs_of_wilds(count: int) -> tuple[Position, list[int]]:
    """Return a game after a flip with so many runs that have no colour, and a hand of which nothing fits any."""
    t = GAME.setup(6).tables
    colour, wild = ([t.value[t.face[side][card]] for card in range(rules.CARDS)] for side in (0, 1))
    left = list(range(rules.CARDS))

    def take(fits: Any) -> int:
        return left.pop(next(place for place, card in enumerate(left) if fits(card)))

    hand = [take(lambda card: colour[card] in (11, 12) and wild[card]) for _ in range(4)]
    table = []
    for number in range(count):
        low = 1 + number % 7
        cards = [{"card": take(lambda card, value=low + each: wild[card] == value)} for each in (0, 1)]
        laid = [each | {"side": "wild", "value": low + place} for place, each in enumerate(cards)]
        table.append({"owner": number // 2, "kind": "run", "cards": laid})
    players = [{"hand": hand, "laid": True}, *({"hand": [left.pop()], "laid": True} for _ in range(5))]
    document = {"game": "phase-10-flip", "seats": 6, "to_act": 0, "dealer": 5, "side": "colour", "step": "play"}
    document |= {"players": players, "table": table, "turn": {"seat": 0, "number": 20}, "discard": [left.pop()]}
    return Position.from_json(document), [t.face[0][card] for card in hand]


def test_looking_for_cards_that_runs_take_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run without a colour may get any of four, and where nothing fits, no way is better than another."""
    position, faces = runs_of_wilds(12)
    looked, look = 0, odds._Runs._extended

    def counted(self: Any, *given: Any) -> Any:
        nonlocal looked
        looked += 1
        assert looked < 20 * odds.MOST_TRIED, "it comes to no end"
        return look(self, *given)

    monkeypatch.setattr(odds._Runs, "_extended", counted)
    assert odds.hits(position.state, position.setup.tables, faces, rules.COLOUR) == []
    stars = [rules.COLOUR_STARS + number % 4 for number in range(10)]
    assert len(odds.hits(position.state, position.setup.tables, stars, rules.COLOUR)) == 10
