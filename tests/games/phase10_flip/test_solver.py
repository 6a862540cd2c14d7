"""The solver of Phase 10 Flip against brute force: can this hand lay this phase, and in which ways?"""

from __future__ import annotations

import collections
import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import verso
from naive import phase10_flip as naive
from verso.core.game import Setup
from verso.core.spec import blank
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.ruleset import COLOUR_NAMES, SIDES, all_faces
from verso.games.phase10_flip.solver import NUMBERS

HANDS = 52_000
"""For so many hands existence is compared with brute force."""
ENUMERATED = 4_000
"""For so many of them all lay-downs are."""
MOST_LAY_DOWNS = 1_500
"""A hand with more ways than that, look-alikes counted, is not enumerated."""
WALKED = 500
"""For so many hands every way through the small actions is gone."""
MOST_STARS = {2: 6, 3: 4, 4: 3, 5: 2}
"""With more Stars, by the longest run of a phase, brute force takes too long."""
SETUPS: dict[str, Setup] = {
    min_numbers: verso.game("phase-10-flip").setup(2, min_numbers=min_numbers) for min_numbers in ("phase", "group")
}
FACES = {side: [SETUPS["phase"].tables.face[side][card] for card in range(rules.CARDS)] for side in (0, 1)}
STARS = {side: [card for card in range(rules.CARDS) if all_faces()[FACES[side][card]].value == 0] for side in (0, 1)}


class Question(NamedTuple):
    """A hand as cards of the deck, the side that is active, and what it shall make."""

    cards: tuple[int, ...]
    side: int
    phase: int
    min_numbers: str

    @property
    def looks(self) -> list[int]:
        return [FACES[self.side][card] for card in self.cards]

    @property
    def faces(self) -> list[naive.Face]:
        """The hand as the twin sees it, which knows nothing of Flip marks."""
        found: list[naive.Face] = []
        for look in self.looks:
            face = all_faces()[look]
            colour = None if face.colour is None else COLOUR_NAMES[face.colour]
            found.append((SIDES[self.side], colour, face.value or "*"))
        return found

    @property
    def setup(self) -> Setup:
        return SETUPS[self.min_numbers]


def each_by_brute_force(question: Question) -> Iterator[naive.LayDown]:
    return naive.each_lay_down(question.faces, naive.PHASES[question.phase], question.min_numbers)


def cards_for(rng: random.Random, side: int, phase: int) -> list[int]:
    """Return cards that make a phase, or nearly: Stars stand for some numbers, and now and then nothing fits."""
    deck = list(range(rules.CARDS))
    rng.shuffle(deck)
    chosen: list[int] = []

    def take(colour: int | None, value: int) -> None:
        star = rng.random() < 0.2
        for card in deck:
            face = all_faces()[FACES[side][card]]
            fits = colour is None or face.colour is None or face.colour == colour
            if fits and (face.value == 0 if star else face.value == value) and card not in chosen:
                chosen.append(card)
                return

    for kind, size in naive.PHASES[phase]:
        colour, first = rng.randrange(4), rng.randrange(1, 13 - (size if kind == "run" else 0) + 1)
        for step in range(size):
            take(colour if kind == "run" else None, min(12, first + step) if kind == "run" else min(12, first))
    return chosen


def question(rng: random.Random, sizes: tuple[int, ...]) -> Question:
    side, phase = rng.randrange(2), rng.randrange(1, 11)
    needed = sum(size for _, size in naive.PHASES[phase])
    size = max(rng.choice(sizes), rng.choice((needed - 1, needed, needed)))
    kept: list[int] = []
    if rng.random() < 0.6:
        kept = cards_for(rng, side, phase)
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            if kept:
                kept.pop(rng.randrange(len(kept)))
    elif rng.random() < 0.3:  # many Stars: with one number card or none at all
        kept = rng.sample(STARS[side], rng.randrange(2, 7))
    rest = [card for card in range(rules.CARDS) if card not in kept]
    cards = kept + rng.sample(rest, max(0, size - len(kept)))
    rng.shuffle(cards)
    most = MOST_STARS[max(size for kind, size in naive.PHASES[phase] if kind == "run")]
    for star in [card for card in cards if card in STARS[side]][most:]:
        cards[cards.index(star)] = rng.choice([card for card in rest if card not in cards and card not in STARS[side]])
    return Question(tuple(cards[:11]), side, phase, rng.choice(("phase", "group")))


def rows_of(question: Question) -> tuple[int, ...]:
    rows, t = [0, 0, 0, 0], question.setup.tables
    for look in question.looks:
        rows[t.row[look]] += t.unit[look]
    return tuple(rows)


def can_lay(question: Question, engine: Any = None) -> bool:
    t = question.setup.tables
    engine = engine or question.setup.rules
    return bool(engine.can_lay(rows_of(question), rules.groups_of(t, question.phase), t.each_group))


def test_can_lay_agrees_with_brute_force_on_some_hands() -> None:
    rng = random.Random("some hands")
    for _ in range(HANDS // 10):
        asked = question(rng, (4, 5, 6, 7, 8, 9, 10, 11, 11))
        assert can_lay(asked) == (next(each_by_brute_force(asked), None) is not None), asked


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_can_lay_agrees_with_brute_force(part: int) -> None:
    rng = random.Random(f"solver {part}")
    found: collections.Counter[tuple[int, int, str, bool]] = collections.Counter()
    sizes: collections.Counter[int] = collections.Counter()
    for _ in range(HANDS // 4):
        asked = question(rng, (4, 5, 6, 7, 8, 9, 10, 11, 11))
        expected = next(each_by_brute_force(asked), None) is not None
        assert can_lay(asked) == expected, asked
        found[asked.side, asked.phase, asked.min_numbers, expected] += 1
        sizes[len(asked.cards)] += 1
    # Both answers come up for both sides, all phases and both kinds of min_numbers.
    assert len(found) == 2 * 10 * 2 * 2
    assert min(found.values()) >= 5, found.most_common()[-5:]
    assert sizes[11] >= HANDS // 4 // 10


def test_where_a_number_card_in_each_group_matters() -> None:
    """Hands that can lay if the phase has a number card and cannot if every group needs one are among them."""
    rng, differing = random.Random("groups"), 0
    for _ in range(12_000):
        asked = question(rng, (7, 8, 9))
        answers = [can_lay(asked._replace(min_numbers=each)) for each in ("phase", "group")]
        assert answers in ([True, True], [True, False], [False, False])
        differing += answers == [True, False]
    assert differing >= 40


# --- all lay-downs

LaidLooks = tuple[tuple[tuple[int, int], ...], ...]
"""A lay-down by the looks of its cards: for each group looks and numbers, in order."""


def by_looks(looks: list[int], laid: naive.LayDown) -> LaidLooks:
    return tuple(tuple(sorted((looks[slot], number) for slot, number in group)) for group in laid)


def laid_by(question: Question, actions: list[int]) -> naive.LayDown:
    """Return what a sequence of small actions lays, by places in the hand as it was before the first."""
    hand = list(range(len(question.cards)))
    placed = []
    for action in actions:
        slot, number = divmod(action - rules.PLACE, NUMBERS)
        card = hand.pop(slot)
        value = question.setup.tables.value[question.looks[card]]
        assert (number > 0) == (value == 0)
        placed.append((card, number or value))
    groups = []
    for kind, size in naive.PHASES[question.phase]:
        group, placed = placed[:size], placed[size:]
        groups.append(tuple(sorted(group, key=lambda pair: pair[1] if kind == "run" else pair[0])))
    assert placed == []
    return tuple(groups)


@pytest.mark.parametrize("share", [0.1, pytest.param(1.0, marks=pytest.mark.long)])
def test_all_lay_downs_agree_with_brute_force(share: float) -> None:
    rng, compared, alike = random.Random("enumeration"), 0, 0
    seen: collections.Counter[tuple[int, int]] = collections.Counter()
    out = [[0] * rules.HELD for _ in range(MOST_LAY_DOWNS + 2)]
    while compared < share * ENUMERATED:
        asked = question(rng, (5, 6, 7, 8, 9))
        expected = list(itertools.islice(each_by_brute_force(asked), MOST_LAY_DOWNS + 1))
        if not expected or len(expected) > MOST_LAY_DOWNS:
            continue
        t = asked.setup.tables
        groups = rules.groups_of(t, asked.phase)
        count = asked.setup.rules.lay_downs(asked.looks, len(asked.cards), t, groups, rules.PLACE, out)
        found = [laid_by(asked, [action for action in row if action >= 0]) for row in out[:count]]
        assert set(found) <= set(expected), asked
        looks = [by_looks(asked.looks, laid) for laid in found]
        assert len(set(looks)) == len(looks), "a lay-down is listed twice"
        assert set(looks) == {by_looks(asked.looks, laid) for laid in expected}, asked
        compared += 1
        alike += len(looks) < len(expected)
        seen[asked.side, asked.phase] += 1
    assert alike >= share * ENUMERATED // 20  # look-alikes were among them
    assert len(seen) == 20


def test_a_full_list_leaves_the_rest_out() -> None:
    rng = random.Random("full list")
    while True:
        asked = question(rng, (9,))
        if len(list(itertools.islice(each_by_brute_force(asked), 60))) == 60:
            break
    t, most = asked.setup.tables, 5
    arguments = asked.looks, len(asked.cards), t, rules.groups_of(t, asked.phase), rules.PLACE
    whole = [[0] * rules.HELD for _ in range(2_000)]
    part = [[0] * rules.HELD for _ in range(most + 1)]
    assert asked.setup.rules.lay_downs(*arguments, whole) > most
    assert asked.setup.rules.lay_downs(*arguments, part) == most
    assert part[:most] == whole[:most]


# --- group by group and card by card


def state_of(question: Question) -> Any:
    """Return a state in which seat 0 has drawn and holds the hand."""
    s = blank(rules.State, 2)
    engine, t = question.setup.rules, question.setup.tables
    engine.setup(s, t)
    s.dealer, s.seat, s.turn, s.side, s.phase[0] = 1, 0, 1, question.side, question.phase
    for card in question.cards:
        engine.put_in_hand(s, t, 0, engine.begin_thread(s, card))
    engine.start_play(s, t)
    engine.await_card(s, rules.FOR_TOP)
    s.awaiting, s.awaited_for, s.to_act = rules.AWAIT_NOTHING, rules.FOR_NOTHING, 0
    return s


def walk(question: Question, s: Any, done: list[int]) -> Iterator[list[int]]:
    """Go every way through the small actions of a lay-down; every way must lead to its end."""
    engine, t = question.setup.rules, question.setup.tables
    buffer = [0] * (rules.ACTIONS + 1)
    legal = buffer[: engine.legal(s, t, buffer)]
    places = [action for action in legal if rules.PLACE <= action < rules.HIT]
    assert places, f"a dead end after {done} of {question}"
    assert done == [] or places == legal
    for action in places:
        after = s.copy()
        engine.apply(after, t, action)
        if after.laid[0] or after.round > 1:
            yield [*done, action]
        else:
            yield from walk(question, after, [*done, action])


def test_small_actions_lead_to_every_lay_down_once_and_never_to_a_dead_end() -> None:
    rng, compared = random.Random("walk"), 0
    phases: collections.Counter[tuple[int, str]] = collections.Counter()
    while compared < WALKED:
        asked = question(rng, (5, 6, 7, 8))
        expected = list(itertools.islice(each_by_brute_force(asked), 61))
        if not expected:
            assert state_of(asked).can_lay == 0
            continue
        if len(expected) > 60:
            continue
        ways = [laid_by(asked, actions) for actions in walk(asked, state_of(asked), [])]
        assert len(set(ways)) == len(ways), "two ways lead to the same lay-down"
        assert set(ways) == set(expected), asked
        compared += 1
        phases[asked.phase, asked.min_numbers] += 1
    assert len(phases) == 20


def test_compiled_solver_answers_alike() -> None:
    rng = random.Random("compiled")
    engine = verso.game("phase-10-flip").compiled()
    for _ in range(3_000):
        asked = question(rng, (4, 6, 8, 10, 11, 11))
        assert can_lay(asked, engine) == can_lay(asked), asked
