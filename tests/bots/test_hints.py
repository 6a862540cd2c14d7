"""Hints: the best rated action, equals called equal, reasons that are counted and true, from one's own view alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

import verso
from support import long
from verso import bots
from verso.bots import Budget, hints
from verso.bots.bot import Choice
from verso.bots.hints import Adviser
from verso.bots.ismcts import Estimate
from verso.core.game import LANGUAGES, Position, View

LOOK = Budget(iterations=150)
GAMES = [("flip-city", 1, "solo"), ("flip-city", 2, "standard"), ("flip-city", 4, "standard")]
GAMES += [("phase-10-flip", 2, "standard"), ("phase-10-flip", 6, "standard")]
SEARCHED = [each if each[1] == 2 else long(*each) for each in GAMES]


def choices(name: str, seats: int, ruleset: str, *, every: int, most: int, seed: int = 1) -> Iterator[Position]:
    """Decisions of games of light players, with more than one thing to do."""
    game = verso.game(name)
    player, rng, position, number = bots.make("greedy", game), verso.Rng(seed), game.new(seats, ruleset), 0
    for _ in range(most):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        view = position.view(position.to_act)
        if len(view.legal) > 1:
            number += 1
            if number % every == 0:
                yield position
        position.push(player.choose(view, Budget()).action)


@pytest.mark.parametrize(("name", "seats", "ruleset"), SEARCHED)
def test_nine_of_ten_hints_say_what_can_be_counted_and_none_is_below_another(
    name: str, seats: int, ruleset: str
) -> None:
    adviser, counted, total = Adviser(verso.game(name), 1), 0, 0
    for position in choices(name, seats, ruleset, every=11, most=330):
        view = position.view(position.to_act)
        hint = adviser.advise(view, LOOK)
        total, counted = total + 1, counted + hint.counted
        assert hint.action in view.legal
        assert hint.values[hint.action] == max(hint.values.values())
        assert all(hint.values[each] <= hint.values[hint.action] for each in hint.equals)
        for language in LANGUAGES:
            assert hint.reasons[language]
            assert not re.search(r"[%±]", hint.reasons[language])
    assert total >= 6
    assert counted >= 0.9 * total


def test_actions_that_noise_cannot_tell_apart_are_called_equal() -> None:
    found = {
        1: Estimate(400, 0.30, 0.03),
        2: Estimate(350, 0.28, 0.03),
        3: Estimate(300, 0.10, 0.03),
        4: Estimate(9, 0.9, 0.3),
    }
    rated = hints.ratings(found)
    assert set(rated) == {1, 2, 3}  # the fourth was hardly looked at
    assert not hints._worse(rated[2], rated[1])
    assert hints._worse(rated[3], rated[1])


def test_of_two_sure_wins_the_one_that_is_seen_is_advised() -> None:
    """Eighteen cards lie there, and no card that may come ends the turn: to play on would win as surely, but later."""
    played = ["CS", "CH", "FA", "CS", "CH", "FA"] * 3
    me = {"top": ["FA"], "deck": {"CS": 2}, "discard": {"RA": 3}, "played": played}
    document = {"game": "flip-city", "seats": 2, "to_act": 0, "phase": "play", "turn": {"number": 9, "limit": 6}}
    document |= {"supply": {"CS": 4, "HO": 8, "FA": 4, "CP": 4}, "players": [me, {"top": ["HO"], "deck": {"RA": 2}}]}
    view = Position.from_json(document).view(0)
    tied = dict.fromkeys(view.legal, Estimate(100, 1.0, 0.0))
    assert view.text(sorted(tied)[0]) == "play"
    assert view.text(hints.in_order(view, tied)[0]) == "stop"
    ahead = tied | {action: Estimate(100, 0.9, 0.0) for action in view.legal if view.text(action) == "stop"}
    assert view.text(hints.in_order(view, ahead)[0]) == "play"


@pytest.mark.parametrize("name", ["flip-city", "phase-10-flip"])
def test_no_hint_says_what_speaks_against_it(name: str) -> None:
    game, met = verso.game(name), 0
    assert game.facts is not None
    for position in choices(name, 2, "standard", every=4, most=200, seed=3):
        view = position.view(position.to_act)
        for action in view.legal[:8]:
            against = {fact for fact in map(repr, game.facts.facts(view, action, None)) if "against=True" in fact}
            choice = Choice(action, dict.fromkeys(view.legal, 0.0))
            said = set(map(repr, hints.by_eye(view, choice).facts))
            met += bool(against)
            assert not said & against
    assert (met > 10) == (name == "phase-10-flip")


@pytest.mark.long
def test_two_equal_actions_are_both_named() -> None:
    """Two Apartments to give away to either of two opponents who have the same."""
    position = Position.from_json(
        {
            "game": "flip-city",
            "seats": 3,
            "to_act": 0,
            "phase": "build",
            "turn": {"number": 1, "cash": 8},
            "supply": {"CS": 8, "HO": 8, "FA": 4, "CP": 4},
            "players": [
                {"top": ["CS"], "deck": {"RA": 2}, "discard": {"AP": 1}},
                *({"top": ["HO"], "deck": {"RA": 2}, "discard": {}} for _ in range(2)),
            ],
        }
    )
    view = position.view(0)
    hint = Adviser(verso.game("flip-city"), 4).advise(view, Budget(iterations=600))
    gifts = {"flip AP to 1", "flip AP to 2"}
    texts = [view.text(each) for each in (hint.action, *hint.equals)]
    assert gifts <= set(texts) or not gifts & set(texts)


def test_asked_again_it_looks_further() -> None:
    position = next(choices("flip-city", 2, "standard", every=5, most=100))
    view, adviser = position.view(position.to_act), Adviser(verso.game("flip-city"), 1)
    looks = [adviser.advise(view, Budget(iterations=64)).iterations for _ in range(3)]
    assert looks[0] < looks[1] < looks[2]


def test_a_hint_knows_no_more_than_its_seat() -> None:
    """Two tables that differ only in what the seat cannot see get the same hint, to the byte (law 9)."""
    for position in choices("phase-10-flip", 2, "standard", every=9, most=60):
        view = position.view(position.to_act)
        told = set()
        for number in range(3):
            other = view.sample(verso.Rng(number)).view(view.seat)
            hint = Adviser(verso.game("phase-10-flip"), 1).advise(other, Budget(iterations=40))
            told.add(repr((hint.action, hint.equals, hint.facts, hint.reasons)))
        assert len(told) == 1


def test_a_game_that_counts_nothing_gets_the_line_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = verso.game("flip-city")
    monkeypatch.setitem(vars(game), "facts", None)
    said: Counter[bool] = Counter()
    for position in choices("flip-city", 2, "standard", every=9, most=120):
        view = position.view(position.to_act)
        hint = Adviser(game, 1).advise(view, LOOK)
        assert not hint.counted
        assert re.match("then “|it wins most often", hint.reasons["en"])
        said[hint.reasons["en"].startswith("then “")] += 1
    assert said[True] >= 3


def views_with_hints(name: str, seats: int, ruleset: str) -> Iterator[tuple[View, int, int | None]]:
    """Every legal action of some positions, with another one beside it."""
    for position in choices(name, seats, ruleset, every=6, most=300, seed=5):
        view = position.view(position.to_act)
        for place, action in enumerate(view.legal[:12]):
            yield view, action, view.legal[place - 1]


@pytest.mark.parametrize(("name", "seats", "ruleset"), GAMES)
def test_every_fact_can_be_said_in_every_language(name: str, seats: int, ruleset: str) -> None:
    game = verso.game(name)
    assert game.facts is not None
    kinds = set()
    for view, action, other in views_with_hints(name, seats, ruleset):
        for fact in game.facts.facts(view, action, other):
            kinds.add(fact.message)
            for language in LANGUAGES:
                said = game.facts.say_fact(view, fact, language)
                assert said
                assert not re.search(r"[{}%±!]", said)
    assert len(kinds) > 8
