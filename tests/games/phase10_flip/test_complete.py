"""Completing a view of Phase 10 Flip: all ways that agree with it are equally likely, and any view is done in time."""

from __future__ import annotations

import collections
import dataclasses
import itertools
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import verso
from support import IS_LONG, often
from verso import CHANCE, OVER, Position, Rng
from verso.core import kernel
from verso.core.game import InvalidPosition, Setup, View
from verso.core.spec import UNKNOWN, blank
from verso.games.phase10_flip import complete, rules, ruleset
from verso.games.phase10_flip.ruleset import Card, Face, Phase10FlipSetup

GAME = verso.game("phase-10-flip")


@pytest.fixture
def only_swapping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no choice be kept, so that cards are swapped; small decks need few swaps."""
    let_swap(monkeypatch, swaps=60)


def let_swap(monkeypatch: pytest.MonkeyPatch, swaps: int) -> None:
    names = GAME.interpreted.complete.__globals__
    monkeypatch.setitem(names, "choose_by_colour", lambda view, t, out, work, stream: 0 not in work.settled)
    monkeypatch.setitem(names, "MOST_TRIES", 1)
    monkeypatch.setitem(names, "SWAPS", swaps)


# --- small decks, of which all ways are counted


def small_setup(deck: Sequence[Card], seats: int = 2) -> Setup:
    """Return a setup with a deck that no box has: small enough that all ways can be counted."""
    usual = GAME.setup(seats)
    assert isinstance(usual, Phase10FlipSetup)
    tables = ruleset._tables({}, usual.options, tuple(deck), seats)
    return dataclasses.replace(usual, tables=tables, deck=tuple(deck))


def small_deck(rng: random.Random, count: int, colours: int, wilds: int) -> list[Card]:
    return [Card(Face(0, rng.randrange(1, colours + 1), False), Face(None, rng.randrange(1, wilds + 1), False))
            for _ in range(count)]  # fmt: skip


def small_state(setup: Setup, rng: random.Random, followed: int, chances: Sequence[float]) -> Any:
    """Return a state with so many cards in the discard pile, of which seat 0 has seen neither, one or both faces."""
    s, t, engine = blank(rules.State, setup.seats), setup.tables, setup.rules
    engine.setup(s, t)
    s.dealer, s.seat, s.turn = 1, 0, 1
    for card in rng.sample(range(t.cards), followed):
        thread = engine.begin_thread(s, card)
        s.discard[s.discard_count] = thread
        s.discard_count += 1
        s.seen[thread] = rng.choices((0, 1, 2, 3), chances)[0]
    s.awaiting, s.awaited_for, s.to_act = rules.AWAIT_NOTHING, rules.FOR_NOTHING, 0
    return s


def ways(setup: Setup, view: Any) -> list[tuple[int, ...]]:
    """Return every way to give each thread of a view a card, as the cards' first equals: each is equally likely."""
    t, found = setup.tables, []
    threads = [thread for thread in range(rules.CARDS) if view.born[thread] != rules.NOTHING]
    for cards in itertools.permutations(range(t.cards), len(threads)):
        for thread, card in zip(threads, cards, strict=True):
            known_as = view.card[thread]
            if known_as >= 0:
                fits = t.same[card] == known_as
            elif known_as == UNKNOWN:
                fits = True
            else:
                fits = rules.FACE_ONLY - known_as in (t.face[0][card], t.face[1][card])
            if not fits:
                break
        else:
            found.append(tuple(t.same[card] for card in cards))
    return found


def chi_square_is_fine(counts: collections.Counter[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> bool:
    """Is the difference one that comes up by chance in all but one of a million cases? (Wilson and Hilferty)"""
    square = sum((counts[way] - mean) ** 2 / mean for way, mean in expected.items())
    freedom = len(expected) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 4.75 * (2 / (9 * freedom)) ** 0.5) ** 3
    return bool(square <= limit)


def check_complete(setup: Setup, s: Any, seat: int | None, samples: int, seed: int) -> bool:
    """Sample completions of a view and compare with all ways; say whether there was a choice at all."""
    view, full = blank(rules.State, setup.seats), blank(rules.State, setup.seats)
    looking = UNKNOWN if seat is None else seat
    setup.rules.redact(s, setup.tables, looking, view)
    every = ways(setup, view)
    truth = tuple(setup.tables.same[s.card[i]] for i in range(rules.CARDS) if s.born[i] != rules.NOTHING)
    assert truth in every
    likely = collections.Counter(every)
    if not 2 <= len(likely) <= 150:
        return False
    stream, counts = Rng(seed).stream, collections.Counter[tuple[int, ...]]()
    for _ in range(samples):
        setup.rules.complete(view, setup.tables, looking, stream, full)
        threads = [thread for thread in range(rules.CARDS) if full.born[thread] != rules.NOTHING]
        cards = [full.card[thread] for thread in threads]
        assert sorted([*cards, *full.pool[: full.pool_count]]) == list(range(setup.tables.cards))
        counts[tuple(setup.tables.same[card] for card in cards)] += 1
    assert set(counts) <= set(likely), "a completion that does not agree with the view"
    expected = {way: samples * weight / len(every) for way, weight in likely.items()}
    assert chi_square_is_fine(counts, expected), (view.card, counts, expected)
    return True


@pytest.mark.parametrize("part", range(3))
def test_complete_has_the_right_probabilities(part: int) -> None:
    """Small decks with few faces, so that the choices of some threads weigh on those of others."""
    rng, done = random.Random(f"complete {part}"), 0
    while done < 8:
        deck = small_deck(rng, rng.randrange(5, 8), colours=rng.randrange(1, 4), wilds=rng.randrange(2, 4))
        setup = small_setup(deck)
        s = small_state(setup, rng, rng.randrange(3, min(6, len(deck))), (1, 4, 4, 1))
        done += check_complete(setup, s, 0, samples=1500, seed=rng.randrange(1000))


def test_complete_weighs_a_choice_by_what_it_leaves_to_the_others() -> None:
    """Cards a1, a2, b2, c2: a card with colour a, two cards with wild 2; 6 ways with a1 for the first, 2 with a2."""
    deck = [Card(Face(0, colour, False), Face(None, wild, False)) for colour, wild in ((1, 5), (1, 6), (2, 6), (3, 6))]
    setup = small_setup(deck)
    s = small_state(setup, random.Random(1), 0, (1, 0, 0, 0))
    for card, seen in ((0, 1), (2, 2), (3, 2)):
        thread = setup.rules.begin_thread(s, card)
        s.discard[s.discard_count] = thread
        s.discard_count += 1
        s.seen[thread] = seen
    view, full, stream = blank(rules.State, 2), blank(rules.State, 2), Rng(1).stream
    setup.rules.redact(s, setup.tables, 0, view)
    counts: collections.Counter[int] = collections.Counter()
    for _ in range(4000):
        setup.rules.complete(view, setup.tables, 0, stream, full)
        counts[full.card[0]] += 1
    assert sorted(collections.Counter(way[0] for way in ways(setup, view)).items()) == [(0, 6), (1, 2)]
    assert set(counts) == {0, 1}
    assert 2850 <= counts[0] <= 3150


def test_complete_after_flips_and_for_spectators() -> None:
    """A small deck is played with: drawn, discarded, flipped; every view on the way is completed."""
    rng, checked = random.Random("flips"), collections.Counter[str]()
    while min(checked[what] for what in ("flipped", "spectator", "seat")) < 4:
        deck = [
            Card(
                Face(rng.randrange(2), rng.randrange(1, 3), rng.random() < 0.4), Face(None, rng.randrange(1, 4), False)
            )
            for _ in range(7)
        ]
        setup = small_setup(deck)
        s = small_state(setup, rng, 0, (1, 0, 0, 0))
        engine, t = setup.rules, setup.tables
        for seat in (0, 0, 1, 1):
            engine.put_in_hand(s, t, seat, engine.begin_thread(s, s.pool[rng.randrange(s.pool_count)]))
        s.awaiting, s.awaited_for, s.to_act = rules.AWAIT_CARD, rules.FOR_DISCARD, CHANCE
        buffer = [0] * (rules.ACTIONS + 1)
        for _ in range(rng.randrange(4, 9)):
            if s.to_act == CHANCE:
                action = engine.draw(s, t, Rng(rng.randrange(10**6)).stream, buffer, buffer[:])
            else:
                action = rng.choice(buffer[: engine.legal(s, t, buffer)])
            engine.apply(s, t, action)
            if s.round > 1 or s.to_act == OVER:
                break
        if s.round > 1 or s.to_act == OVER:
            continue
        for viewer in (0, 1, None):
            if check_complete(setup, s, viewer, samples=1200, seed=rng.randrange(1000)):
                checked["spectator" if viewer is None else "seat"] += 1
                checked["flipped"] += s.side == rules.WILD


# --- the other way, where choosing comes to no end


@pytest.mark.usefixtures("only_swapping")
def test_swapping_has_the_right_probabilities() -> None:
    rng, done = random.Random("swapping"), 0
    while done < 8:
        deck = small_deck(rng, rng.randrange(5, 8), colours=rng.randrange(1, 4), wilds=rng.randrange(2, 4))
        setup = small_setup(deck)
        s = small_state(setup, rng, rng.randrange(3, len(deck) + 1), (1, 4, 4, 1))
        done += check_complete(setup, s, 0, samples=1500, seed=rng.randrange(1000))


@pytest.mark.usefixtures("only_swapping")
@pytest.mark.parametrize("spare", [0, 1])
def test_cards_are_passed_on_in_a_circle(spare: int) -> None:
    """Each of four cards is seen from one side, and no card is left: two ways, in which no card stays where it is."""
    pairs = [(1, 5), (2, 5), (2, 6), (1, 6)] + [(3, 7)] * spare
    setup = small_setup([Card(Face(0, colour, False), Face(None, wild, False)) for colour, wild in pairs])
    s = small_state(setup, random.Random(1), 0, (1, 0, 0, 0))
    for card, seen in ((0, 1), (1, 2), (2, 1), (3, 2)):
        thread = setup.rules.begin_thread(s, card)
        s.discard[s.discard_count] = thread
        s.discard_count += 1
        s.seen[thread] = seen
    assert check_complete(setup, s, 0, samples=1500, seed=1)


def test_both_ways_agree_where_all_ways_cannot_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the cards of a game under way are, thread by thread, drawn in the one way and in the other."""
    position = GAME.new(2)
    position.settle(Rng(5))
    for _ in range(40):
        position.push(position.legal[-1] if position.to_act == CHANCE else position.legal[0])
        position.settle(Rng(position.ply))
    view, samples = position.view(position.to_act), 400
    counted = []
    for swaps in (False, True):
        if swaps:
            let_swap(monkeypatch, swaps=150)
        rng, counts = Rng(int(swaps)), collections.Counter[tuple[int, int]]()
        for _ in range(samples):
            cards = view.sample(rng).state.card
            counts.update((i, cards[i]) for i in range(rules.CARDS) if view.state.card[i] <= rules.FACE_ONLY)
        counted.append(counts)
    pairs = [(counted[0][each], counted[1][each]) for each in {*counted[0], *counted[1]}]
    square = sum((one - two) ** 2 / (one + two) for one, two in pairs)
    assert len(pairs) >= 40
    assert square <= len(pairs) + 6 * (2 * len(pairs)) ** 0.5


# --- any document


def crowded() -> View:
    """All hands and 60 discards: hardly a card is left to spare, and a choice is never kept."""
    ids = [(i * 37) % 104 for i in range(104)]
    document = {
        "game": "phase-10-flip",
        "seats": 4,
        "to_act": 0,
        "dealer": 3,
        "discard": ids[40:100],
        "draw": {"top": [ids[100]]},
        "players": [{"hand": ids[10 * seat : 10 * seat + 10]} for seat in range(4)],
    }
    return Position.from_json(document).view(0)


class Steps:
    """Counts how often a card is looked for, and how often all are chosen: what completing a view takes is made of."""

    MOST = complete.MOST_TRIES * rules.CARDS + complete.SWAPS * complete.LONGEST + 2 * rules.CARDS

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken = self.tries = 0
        names = GAME.interpreted.complete.__globals__
        look, choose, choose_once = names["any_with_face"], names["choose"], names["choose_by_colour"]

        def counting(*arguments: Any) -> Any:
            self.taken += 1
            assert self.taken <= self.MOST, "completing a view comes to no end"
            return look(*arguments)

        def beginning(*arguments: Any) -> Any:
            self.tries = 0
            return choose(*arguments)

        def trying(*arguments: Any) -> Any:
            self.tries += 1
            assert self.tries <= complete.MOST_TRIES, "a choice is tried for ever"
            return choose_once(*arguments)

        for name, instead in (("any_with_face", counting), ("choose", beginning), ("choose_by_colour", trying)):
            monkeypatch.setitem(names, name, instead)


def check_sample(view: View, seed: int) -> None:
    """Law 1, and the same compiled from the same random numbers, where that is compiled every day."""
    rng = Rng(seed)
    sampled = view.sample(rng)
    seats, setup = view.setup.seats, view.setup
    assert kernel.state_bytes(sampled.view(view.seat).state, seats) == kernel.state_bytes(view.state, seats)
    if seats > 2 and not IS_LONG:
        return
    array = kernel.to_array(view.state, seats)
    full, stream = np.zeros(1, array.dtype), np.array(Rng(seed).stream, dtype=np.int64)
    looking = UNKNOWN if view.seat is None else view.seat
    GAME.compiled(check_bounds=True).complete(array[0], setup.array, looking, stream, full[0])
    assert full.tobytes() == kernel.state_bytes(sampled.state, seats)
    assert stream.tolist() == rng.stream


def test_a_view_with_hardly_a_card_to_spare_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, view = Steps(monkeypatch), crowded()
    for seed in range(3):
        check_sample(view, seed)
    assert steps.taken > 3 * complete.SWAPS  # it was by swapping


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Any cards anywhere, seen by anybody; not every one is accepted."""
    seats = draw(st.integers(2, 6)) if IS_LONG else 2  # each is compiled apart
    cards = draw(st.permutations(range(rules.CARDS)))
    hands = [draw(st.integers(1, 10)) for _ in range(seats)]
    left = iter(cards)
    players = [{"hand": list(itertools.islice(left, count))} for count in hands]
    discard = list(itertools.islice(left, draw(st.integers(1, 104 - sum(hands)))))
    document = {"game": "phase-10-flip", "seats": seats, "to_act": 0, "dealer": 1, "players": players}
    document |= {"discard": discard, "side": draw(st.sampled_from(["colour", "wild"]))}
    document["draw"] = {end: list(itertools.islice(left, draw(st.integers(0, 1)))) for end in ("top", "bottom")}
    if draw(st.booleans()):  # what the discards showed before they came to lie there
        by = st.lists(st.sampled_from(["none", "colour", "wild"]), min_size=seats, max_size=seats)
        shown = discard[1 : 1 + draw(st.integers(0, 40))]
        document["seen"] = [{"card": card, "id": number, "by": draw(by)} for number, card in enumerate(shown)]
    return document


@settings(max_examples=often(30), deadline=None)
@given(document=documents(), seed=st.integers(0, 10**6))
def test_every_document_that_is_accepted_is_completed_in_time(document: dict[str, Any], seed: int) -> None:
    try:
        position = Position.from_json(document)
    except InvalidPosition:
        reject()
    with pytest.MonkeyPatch.context() as patch:
        for seat in (0, position.seats - 1, None):
            steps = Steps(patch)
            check_sample(position.view(seat), seed)
            assert steps.taken <= Steps.MOST
