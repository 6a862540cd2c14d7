"""Law 7: the rules and their naive twin agree on many games, action by action."""

from __future__ import annotations

import collections
import random
from fractions import Fraction
from typing import Any

import pytest

from naive.flip_city import RULESETS, NaiveFlipCity
from support import POLICIES, VARIANTS, Policy, Variant, uniform
from verso.core.game import InvalidAction, Position, Setup
from verso.core.spec import CHANCE, OVER
from verso.games.flip_city import rules as fc

SNAPSHOT_EVERY = 29
"""The whole position is compared at each so many actions, in one game of ten at every action."""
GAMES: dict[str | int, int] = {"tmg-2015-text": 2800, 1: 1400, 2: 500, 3: 170, 4: 110}
"""How many games of a variant, by its ruleset or its seats: the longer they last, the fewer."""
COVERAGE = collections.Counter[tuple[str, str]]


class Twin(NaiveFlipCity):
    """The naive twin, which answers the same question about the same position only once."""

    def __init__(self, variant: Variant) -> None:
        self._known: dict[str, Any] = {}
        super().__init__(variant.ruleset, variant.seats, variant.office)

    def _awaiting(self) -> str | None:
        if "awaiting" not in self._known:
            self._known["awaiting"] = super()._awaiting()
        return self._known["awaiting"]  # type: ignore[no-any-return]

    def legal(self) -> list[str]:
        if "legal" not in self._known:
            self._known["legal"] = super().legal()
        return self._known["legal"]  # type: ignore[no-any-return]

    def apply(self, text: str) -> None:
        super().apply(text)
        self._known.clear()


class Match:
    """Plays games of one variant on both and compares them."""

    def __init__(self, variant: Variant, seed: str) -> None:
        self.variant = variant
        self.setup: Setup = variant.setup()
        self.texts = [self._text(action) for action in range(fc.ACTIONS)]
        self.rng = random.Random(f"{seed}/{variant.name}")
        self.coverage: COVERAGE = collections.Counter()
        self.buffers = [0] * (fc.ACTIONS + 1), [0] * (fc.ACTIONS + 1)

    def _text(self, action: int) -> str:
        try:
            return Position.start(self.setup).text(action)
        except InvalidAction:
            return f"no action {action}"

    def game(self, policy: Policy, every: int) -> None:
        position, twin = Position.start(self.setup), Twin(self.variant)
        s, apply, history = position.state, self.setup.rules.apply, 0
        while s.to_act != OVER:
            action = self._compare_actions(s, twin, policy)
            text = self.texts[action]
            self._note(s, text)
            apply(s, self.setup.tables, action)
            twin.apply(text)
            history += 1
            if history % every == 0:
                self._compare_documents(position, twin)
            self._compare_figures(s, twin)
        self._compare_documents(position, twin)
        self._compare_outcome(position, twin)

    def _compare_actions(self, s: Any, twin: Twin, policy: Policy) -> int:
        actions, weights = self.buffers
        tables, texts = self.setup.tables, self.texts
        assert twin.actor() == s.to_act
        if s.to_act == CHANCE:
            count = self.setup.rules.chance(s, tables, actions, weights)
            total = sum(weights[:count])
            odds = {texts[actions[i]]: Fraction(weights[i], total) for i in range(count)}
            assert odds == twin.odds()
            return self.rng.choices(actions[:count], weights[:count])[0]
        count = self.setup.rules.legal(s, tables, actions)
        legal = actions[:count]
        assert sorted([texts[action] for action in legal]) == twin.legal()
        return policy(s, tables, legal, self.rng)

    @staticmethod
    def _compare_figures(s: Any, twin: Twin) -> None:
        assert (s.seat, s.turn, s.cash, s.points, s.unhappy, s.limit, bool(s.must_play), s.played_count) == (
            twin.seat,
            twin.number,
            twin.cash,
            twin.points,
            twin.unhappy,
            twin.limit,
            twin.must_play,
            len(twin.players[twin.seat].played),
        )

    @staticmethod
    def _compare_documents(position: Position, twin: Twin) -> None:
        document = position.to_json()
        del document["result"]
        assert document["turn"].pop("bottom_pending") == twin.factory_waits
        expected = twin.snapshot()
        assert document.keys() == expected.keys()
        for key, value in expected.items():
            assert document[key] == value, key

    def _compare_outcome(self, position: Position, twin: Twin) -> None:
        outcome, expected = position.outcome(), twin.outcome()
        assert outcome is not None
        assert expected is not None
        assert (list(outcome.winners), outcome.reason, outcome.truncated, outcome.details["turns"]) == (
            expected["winners"],
            expected["reason"],
            expected["truncated"],
            expected["turns"],
        )
        self.coverage["ending", outcome.reason] += 1

    def _note(self, s: Any, text: str) -> None:
        """Count what happens, so that a policy that no longer gets somewhere is noticed."""
        verb, _, what = text.partition(" ")
        self.coverage["action", f"{verb} {what[:2]}" if verb != "start" else verb] += 1
        if verb == "recycle" and what == "PP" and s.unhappy == s.limit:
            self.coverage["case", "bust by recycling"] += 1
        if verb == "play":
            self._note_play(s)
        if s.must_play and verb in ("shuffle", "stop", "recycle"):
            self.coverage["case", f"{verb} while a play is forced"] += 1

    def _note_play(self, s: Any) -> None:
        code, unhappy = self._code(s.top[s.seat][0]), self.setup.tables.unhappy[s.top[s.seat][0]]
        bust = s.unhappy + unhappy > s.limit
        if bust:
            self.coverage["case", "bust by playing"] += 1
        if s.must_play and code == "SM":
            self.coverage["case", "Mall after Mall"] += 1
        if s.must_play and bust:
            self.coverage["case", "bust on the card after a Mall"] += 1
        if code == "FA":
            known, rest = s.top_count[s.seat] - 1, s.rest[s.seat]
            name = "none" if known + rest == 0 else "last" if known + rest == 1 else "more"
            self.coverage["case", f"Factory with {name} below{' a known card' if known else ''}"] += 1

    def _code(self, face: int) -> str:
        return self.texts[fc.TOP + face].removeprefix("top ")


def played(variants: list[Variant], seed: str, share: float) -> COVERAGE:
    coverage: COVERAGE = collections.Counter()
    for variant in variants:
        match = Match(variant, seed)
        count = round(GAMES.get(variant.ruleset, GAMES[variant.seats]) * share)
        for number in range(count):
            match.game(POLICIES[number % len(POLICIES)], 1 if number % 10 == 3 else SNAPSHOT_EVERY)
        match.game(uniform, SNAPSHOT_EVERY)
        coverage["games", variant.name] += count + 1
        coverage += match.coverage
    return coverage


PLAIN = ("play ", "stop ", "shuffle ", "done ")
FRONTS = ("CS", "HO", "FA", "CP", "OF")
CASES = (
    "bust by playing",
    "bust by recycling",
    "bust on the card after a Mall",
    "Mall after Mall",
    "recycle while a play is forced",
    "shuffle while a play is forced",
    "stop while a play is forced",
    "Factory with more below",
    "Factory with last below",
    "Factory with none below",
)


def expected_coverage(ruleset: str) -> set[tuple[str, str]]:
    """What games of a ruleset must have come across; the policies are too weak if they have not."""
    alone = ruleset in ("solo", "papergames-2025", "tmg-2015")
    letter = ruleset == "tmg-2015-text"
    fronts = (*FRONTS, "RA") if letter else FRONTS
    actions = [*PLAIN, *(f"recycle {code}" for code in ("SM", "CH", "PP", "TC"))]
    actions += [f"{verb} {code}" for verb in ("buy", "develop") for code in fronts]
    actions += [f"flip {code}" for code in (*FRONTS, "RA", "AP")]
    actions += [f"top {code}" for code in (*FRONTS, "RA", "AP", "SM", "CH", "PP", "ST", "TC")]
    actions += [f"bottom {code}" for code in (*FRONTS, "RA", "AP", "SM", "CH", "PP", "ST")]
    endings = ["points"]
    if ruleset != "solo":
        actions.append("start")
        endings += ["truncated"] if letter else ["truncated", "cards"]
    if alone:
        actions += [f"remove {code}" for code in FRONTS if code != "OF" or ruleset != "papergames-2025"]
        endings.append("supply")
    return {
        *(("action", action) for action in actions),
        *(("ending", ending) for ending in endings),
        *(("case", case) for case in CASES),
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rules_and_twin_agree_on_some_games(ruleset: str) -> None:
    coverage = played([variant for variant in VARIANTS if variant.ruleset == ruleset], "twin", share=0.06)
    missed = sorted(expected_coverage(ruleset) - set(coverage))
    assert len(missed) <= len(expected_coverage(ruleset)) // 5, missed


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_rules_and_twin_agree(ruleset: str) -> None:
    coverage = played([variant for variant in VARIANTS if variant.ruleset == ruleset], "twin", share=1.0)
    assert sorted(expected_coverage(ruleset) - set(coverage)) == []


def test_twenty_thousand_games_are_played() -> None:
    assert sum(GAMES.get(variant.ruleset, GAMES[variant.seats]) for variant in VARIANTS) >= 20_000
    assert {variant.ruleset for variant in VARIANTS} == set(RULESETS)
    assert len(VARIANTS) == 26


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_rules_and_twin_agree_on_many_more_games(variant: Variant) -> None:
    played([variant], "long", share=10.0)
    match = Match(variant, "long uniform")
    for _ in range(30):
        match.game(uniform, every=1)
