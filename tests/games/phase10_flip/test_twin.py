"""Law 7 for Phase 10 Flip: the rules and their naive twin agree on many whole games, action by action."""

from __future__ import annotations

import collections
import csv
import dataclasses
import itertools
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import verso
from naive import phase10_flip as naive
from naive.phase10_flip import NaivePhase10Flip
from verso.core.game import ActionError, Position, Setup
from verso.core.spec import CHANCE, OVER
from verso.games.phase10_flip import rules
from verso.games.phase10_flip.notation import hit_action, parts
from verso.games.phase10_flip.ruleset import HERE

with (HERE / "deck.csv").open(encoding="utf-8", newline="") as file:
    DECK = list(csv.DictReader(file))

SIDES = ("colour", "wild")
RECEIVERS = {"deal": "hand", "start": "discard", "top": "top", "draw": "player", None: None}
ODDS_COMPARED = 0.1
"""In so many of its actions the odds of chance are compared as fractions; that they are equal is checked always."""
TRIED_LAYS = 2
"""So many lay-downs, most of them wrong, are tried on both where one is possible."""
KNOWN_LAYS = 300
"""Of so many lay-downs that the twin finds first, one is chosen."""

LayDown = list[list[tuple[int, int]]]
"""For each group the physical cards, each with the number it stands for."""
Coverage = collections.Counter[str]


@dataclasses.dataclass(frozen=True)
class Case:
    """What is played, and how: how often somebody who can lay down does, and how often the discard is sensible."""

    ruleset: str
    seats: int
    options: dict[str, Any] = dataclasses.field(default_factory=dict)
    lays: float = 0.9
    hits: float = 0.9
    thinks: float = 0.9
    flips: float = 0.1
    tries: float = 1.0
    games: int = 1

    @property
    def name(self) -> str:
        return " ".join([self.ruleset, str(self.seats), *(f"{key}={value}" for key, value in self.options.items())])


class Twin(NaivePhase10Flip):
    """The naive twin, which answers the same question about the same position only once."""

    def __init__(self, case: Case) -> None:
        self._known: dict[str, Any] = {}
        super().__init__(DECK, case.seats, case.ruleset, **case.options)

    def legal(self) -> list[str]:
        if "legal" not in self._known:
            self._known["legal"] = super().legal()
        return self._known["legal"]  # type: ignore[no-any-return]

    def can_lay(self) -> bool:
        if "can_lay" not in self._known:
            self._known["can_lay"] = super().can_lay()
        return self._known["can_lay"]  # type: ignore[no-any-return]

    def apply(self, text: str) -> None:
        super().apply(text)
        self._known.clear()


class Match:
    """Plays games of one case on both and compares them."""

    def __init__(self, case: Case, seed: str) -> None:
        self.case = case
        self.setup: Setup = verso.game("phase-10-flip").setup(case.seats, case.ruleset, **case.options)
        self.rng = random.Random(f"{seed}/{case.name}/{case.lays}")
        self.coverage: Coverage = collections.Counter()
        self.buffers = [0] * (rules.ACTIONS + 1), [0] * (rules.ACTIONS + 1)

    def game(self, every: int) -> None:
        self.position, self.twin = Position.start(self.setup), Twin(self.case)
        s = self.s = self.position.state
        count = 0
        while s.to_act != OVER:
            self._step()
            self._compare_figures()
            count += 1
            if count % every == 0:
                self._compare_documents()
        assert self.twin.actor() == OVER
        assert self.twin.legal() == []
        self._compare_documents()
        self._compare_outcome()

    # --- one action

    def _step(self) -> None:
        actions, weights = self.buffers
        s, t, engine, twin = self.s, self.setup.tables, self.setup.rules, self.twin
        assert twin.actor() == s.to_act
        if s.to_act == CHANCE:
            count = engine.chance(s, t, actions, weights)
            if self.rng.random() < ODDS_COMPARED:
                total = sum(weights[:count])
                odds = {self._text(actions[i]): Fraction(weights[i], total) for i in range(count)}
                assert odds == twin.odds()
            assert weights[:count] == [1] * count
            assert sorted([self._text(action) for action in actions[:count]]) == twin.legal()
            self._apply(self.rng.choice(actions[:count]))
            return
        legal = actions[: engine.legal(s, t, actions)]
        places = [action for action in legal if parts(action).verb == "place"]
        texts = {action: self._text(action) for action in legal if action not in places}
        assert sorted([*texts.values(), *(["lay"] if places else [])]) == twin.legal()
        if places and self.rng.random() < self.case.tries:
            self._try_lays()
        hits = [action for action in texts if action >= rules.HIT]
        discards = [action for action in texts if rules.DISCARD <= action < rules.PLACE]
        if places and (not texts or self.rng.random() < self.case.lays):
            self.coverage["forced to lay"] += not discards
            self._lay()
        elif hits and (not discards or self.rng.random() < self.case.hits):
            self._note_hit(action := self.rng.choice(hits))
            self._apply(action)
        elif discards:
            self._apply(self._choose_discard(discards))
        else:
            self.coverage["only a take is possible"] += list(texts.values()) == ["take"]
            self._apply(self.rng.choice(list(texts)))

    def _apply(self, action: int) -> None:
        text = self._text(action)
        s, verb = self.s, parts(action).verb
        before = (s.side, s.shuffles, s.round, s.seat, s.hand_count[s.seat] if s.seat >= 0 else 0)
        flips = verb == "discard" and bool(self.setup.tables.marked[self._face(action)])
        self.setup.rules.apply(s, self.setup.tables, action)
        self.twin.apply(text)
        self._note(verb, flips, *before)

    def _text(self, action: int) -> str:
        """Return the twin's text for any action but those of a lay-down."""
        what, s = parts(action), self.s
        if what.verb == "card":
            return f"card #{what.card}"
        if what.slot == rules.NOTHING:
            return f"dealer {what.seat}" if what.verb == "dealer" else what.verb
        card = s.card[s.hand[s.seat][what.slot]]
        if what.verb == "discard":
            return f"discard #{card}"
        group = [each for each in self.twin.table if each.owner == what.seat][what.group]
        numbers = [number for _, _, number in group.cards]
        number = numbers[0] if group.kind == "set" else (min(numbers) - 1, max(numbers) + 1)[what.end]
        star = f"={number}" if self.twin.active(card)[2] == "*" else ""
        return f"hit #{card}{star} > {what.seat}.{what.group}"

    def _face(self, action: int) -> int:
        s = self.s
        face: int = self.setup.tables.face[s.side][s.card[s.hand[s.seat][parts(action).slot]]]
        return face

    def _choose_discard(self, discards: Sequence[int]) -> int:
        """Mostly a card that goes with few others, now and then one that flips, or any."""
        flipping = [action for action in discards if self.setup.tables.marked[self._face(action)]]
        if flipping and self.rng.random() < self.case.flips:
            return self.rng.choice(flipping)
        if self.rng.random() >= self.case.thinks:
            return self.rng.choice(discards)
        faces = [self.twin.active(self.s.card[thread]) for thread in self.s.hand[self.s.seat][: len(discards)]]
        phase = naive.PHASES[min(self.s.phase[self.s.seat], 10)]
        runs = sum(size for kind, size in phase if kind == "run")

        def company(mine: naive.Face) -> float:
            if mine[2] == "*":
                return 99.0
            together = 0.0
            for other in faces:
                if other is not mine and other[2] != "*":
                    near = abs(int(other[2]) - int(mine[2]))
                    together += 1.0 * (near == 0) + 0.3 * runs * (0 < near <= 2 and other[1] == mine[1])
            return together + 0.5 * self.rng.random()

        return min(discards, key=lambda action: company(faces[action - rules.DISCARD]))

    # --- lay-downs

    def _lay(self) -> None:
        """Lay down, half of the times card by card, the others as one text; the twin always as one text."""
        if self.rng.random() < 0.5:
            laid = self._lay_card_by_card()
            self.coverage["laid card by card"] += 1
        else:
            laid = self._lay_of_twin()
            self.position.push(self._engine_lay(laid))
            assert self.s is self.position.state
            self.coverage["laid as one text"] += 1
        text = self._twin_lay(laid)
        assert self.twin.is_lay_down(text), text
        seat, whole = self.twin.actor(), sum(map(len, laid))
        if len(self.twin.hand[seat]) == whole:
            self.coverage["out by laying"] += 1
        for group in laid:
            stars = sum(self.twin.active(card)[2] == "*" for card, _ in group)
            self.coverage[f"laid with {min(stars, 2)} Stars"] += 1
            self.coverage["laid a group of Stars"] += stars == len(group)
        self.coverage[f"laid phase {self.twin.phase[seat]} {self.twin.side}"] += 1
        self.twin.apply(text)

    def _lay_card_by_card(self) -> LayDown:
        s, t, engine, actions = self.s, self.setup.tables, self.setup.rules, self.buffers[0]
        seat = s.seat
        laid: LayDown = [[] for _ in naive.PHASES[s.phase[seat]]]
        sizes = [size for _, size in naive.PHASES[s.phase[seat]]]
        for group, size in enumerate(sizes):
            for _ in range(size):
                legal = actions[: engine.legal(s, t, actions)]
                places = [action for action in legal if parts(action).verb == "place"]
                assert places, "a lay-down has come to a dead end"
                action = self.rng.choice(places)
                what = parts(action)
                card = s.card[s.hand[seat][what.slot]]
                value = self.twin.active(card)[2]
                assert (value == "*") == (what.number > 0)
                laid[group].append((card, what.number if value == "*" else int(value)))
                engine.apply(s, t, action)
        return laid

    def _lay_of_twin(self) -> LayDown:
        seat = self.twin.actor()
        hand = sorted(self.twin.hand[seat])
        faces = [self.twin.active(card) for card in hand]
        found = naive.each_lay_down(faces, self.twin.phase_groups(seat), self.twin.options["min_numbers"])
        chosen = self.rng.choice(list(itertools.islice(found, KNOWN_LAYS)))
        return [[(hand[slot], number) for slot, number in group] for group in chosen]

    def _twin_lay(self, laid: LayDown) -> str:
        groups = []
        for (kind, _), group in zip(naive.PHASES[self.twin.phase[self.twin.actor()]], laid, strict=True):
            ordered = sorted(group, key=lambda pair: pair[1] if kind == "run" else pair[0])
            words = [f"#{card}" + (f"={number}" if self._is_star(card) else "") for card, number in ordered]
            groups.append(" ".join(words))
        return "lay " + " / ".join(groups)

    def _engine_lay(self, laid: LayDown) -> str:
        return "lay " + " / ".join(
            " ".join(self._word(card) + (f"={number}" if self._is_star(card) else "") for card, number in group)
            for group in laid
        )

    def _is_star(self, card: int) -> bool:
        return self.twin.active(card)[2] == "*"

    def _word(self, card: int) -> str:
        """Return a card of the hand as the player names it: by its look, and which of those that look the same."""
        s = self.s
        hand = [s.card[thread] for thread in s.hand[s.seat][: s.hand_count[s.seat]]]
        looks = [(*self.twin.active(each), self.twin.marked[each, self.twin.side]) for each in hand]
        place = hand.index(card)
        _, colour, value, marked = looks[place]
        count = looks[: place + 1].count(looks[place])
        return f"{colour[0] if colour else ''}{value}{'!' if marked else ''}:{count}"

    def _try_lays(self) -> None:
        """Change something in a lay-down and let both say whether it still is one."""
        for _ in range(TRIED_LAYS):
            laid = self._lay_of_twin()
            hand = sorted(self.twin.hand[self.twin.actor()])
            for _ in range(self.rng.randrange(1, 3)):
                group = self.rng.choice(laid)
                place = self.rng.randrange(len(group))
                card, number = group[place]
                match self.rng.randrange(3):
                    case 0:
                        card = self.rng.choice(hand)
                    case 1:
                        number = self.rng.randrange(1, 13)
                    case _:
                        other = self.rng.choice(laid)
                        at = self.rng.randrange(len(other))
                        (card, number), other[at] = other[at], (card, number)
                value = self.twin.active(card)[2]
                group[place] = (card, number if value == "*" else int(value))
            if len({card for group in laid for card, _ in group}) < sum(map(len, laid)):
                continue  # the twin would have the same card twice, and the texts of looks cannot say that
            expected = self.twin.is_lay_down(self._twin_lay(laid))
            tried = self.position.copy()
            try:
                tried.push(self._engine_lay(laid))
            except ActionError:
                accepted = False
            else:
                accepted = True
            assert accepted == expected, self._engine_lay(laid)
            self.coverage[f"lay-down {'accepted' if accepted else 'refused'} by both"] += 1

    # --- comparing

    def _compare_figures(self) -> None:
        s, twin = self.s, self.twin
        names = ("draw", "play")
        assert (s.seat, s.turn, names[s.step], s.side == rules.WILD, s.round, s.dealer) == (
            -1 if twin.turn_seat is None else twin.turn_seat,
            twin.turn_number,
            twin.step,
            twin.side == "wild",
            twin.round,
            -1 if twin.dealer is None else twin.dealer,
        )

    def _compare_documents(self) -> None:
        document = self.position.to_json()
        assert document.pop("awaited_for") == RECEIVERS[self.twin.receiver]
        assert document.pop("laying") is None
        result = document.pop("result")
        assert result == (self.twin.result["reason"] if self.twin.result else None)
        determined = {entry["card"] for entry in document.pop("seen")}
        assert determined == set(self.twin.all_cards) - self.twin.unknown
        del document["shuffles"]
        for player in document["players"]:
            player["hand"].sort()
        expected = self.twin.snapshot()
        for group in (*document["table"], *expected["table"]):
            if group["kind"] == "set":  # the rules keep the order of the hand, the twin the order of the deck
                group["cards"].sort(key=lambda laid: laid["card"])
        assert document.keys() == expected.keys()
        for key, value in expected.items():
            assert document[key] == value, key
        for owner in range(self.case.seats):
            self._compare_groups(owner)

    def _compare_groups(self, owner: int) -> None:
        """What the rules keep of each group, to answer fast, is what its cards say."""
        own = [group for group in self.twin.table if group.owner == owner]
        s = self.s
        assert s.group_count[owner] == len(own)
        for index, group in enumerate(own):
            numbers = [number for _, _, number in group.cards]
            assert (s.low[owner][index], s.high[owner][index]) == (min(numbers), max(numbers))
            assert s.kind[owner][index] == (rules.RUN if group.kind == "run" else rules.SET)

    def _compare_outcome(self) -> None:
        outcome, expected = self.position.outcome(), self.twin.outcome()
        assert outcome is not None
        assert expected is not None
        assert (list(outcome.winners), list(outcome.scores), outcome.truncated, outcome.reason) == (
            expected["winners"],
            expected["scores"],
            expected["truncated"],
            expected["reason"],
        )
        self.coverage[f"ending {outcome.reason}"] += 1
        self.coverage["ending shared"] += len(outcome.winners) > 1

    # --- what has happened

    def _note(self, verb: str, flips: bool, side: int, shuffles: int, number: int, seat: int, held: int) -> None:
        s = self.s
        self.coverage[verb] += 1
        same_round = s.round == number
        self.coverage["flip"] += same_round and s.side != side
        self.coverage["flip back to colour"] += same_round and side == rules.WILD and s.side == rules.COLOUR
        self.coverage["reshuffle"] += same_round and s.shuffles != shuffles
        went_out = verb in ("discard", "hit") and held == 1
        self.coverage[f"out by {verb}"] += went_out
        self.coverage["out with a flip"] += went_out and flips
        self.coverage["tie replayed"] += not same_round and any(s.replaying)
        self.coverage["tie of three"] += not same_round and sum(s.replaying) > 2
        self.coverage["card known at the bottom"] += s.draw_bottom != rules.NOTHING
        self.coverage["second round"] += s.round > 1

    def _note_hit(self, action: int) -> None:
        what, s = parts(action), self.s
        group = [each for each in self.twin.table if each.owner == what.seat][what.group]
        sides = {side for _, side, _ in group.cards}
        side = self.twin.side
        self.coverage["hit on another's group"] += what.seat != s.seat
        self.coverage[f"{side} card on a {'mixed' if len(sides) > 1 else min(sides)} {group.kind}"] += 1
        if group.kind == "run" and side == "colour" and self.twin.run_colour(group) is None:
            self.coverage["wild run takes a colour"] += 1
        if group.kind == "run" and side == "wild" and self.twin.run_colour(group) is not None:
            self.coverage["wild card on a run with a colour"] += 1
        self.coverage["hit with a Star"] += self._is_star(s.card[s.hand[s.seat][what.slot]])
        assert action == hit_action(what.slot, what.seat, what.group, what.end)


ONE_PHASE: dict[int, int] = {2: 300, 3: 160, 4: 100, 5: 60, 6: 40}
"""How many games of one phase are played with each of the options below, by seats."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"winner_score": 5},
    {"winner_score": 10, "flip_on_going_out": False},
    {"force_lay": True, "own_backs": "shown"},
    {"require_final_discard": True},
    {"require_final_discard": True, "force_lay": True, "min_numbers": "group"},
    {"min_numbers": "group", "flip_on_going_out": False},
)


def cases(seats: int) -> list[Case]:
    """Return what is played with so many seats: the fewer phases a game has, the more games."""
    few = max(1, 12 // seats)
    found = [Case("standard", seats, {"phases": 1, **options}, games=ONE_PHASE[seats]) for options in OPTIONS]
    found += [Case("standard", seats, {"phases": 2, **options}, games=2 * few) for options in OPTIONS]
    found += [
        Case("pt-br-text", seats, {"phases": 1}, games=10 * few),
        Case("pt-br-text", seats, {"phases": 3}, games=2 * few),
        Case("fixed-rounds", seats, {"phases": 1, "winner_score": 15}, games=10 * few),
        Case("fixed-rounds", seats, {"phases": 2}, games=4 * few),
        Case("fixed-rounds", seats, {"min_numbers": "group"}, games=few // 2 + 1),
        Case("short", seats, {}, games=few),
        Case("standard", seats, {}, games=few // 3 + 1),
        # Nobody thinks: long rounds, in which the draw pile runs out.
        Case("standard", seats, {"phases": 1}, lays=0.004, hits=0.2, thinks=0.0, tries=0.05, games=few // 2 + 1),
        Case("standard", seats, {"phases": 1}, lays=0.9, flips=1.0, games=3 * few),
    ]
    if seats in (2, 6):  # nobody ever lays down
        found.append(Case("standard", seats, {"phases": 1}, lays=0.0, tries=0.01))
    return found


def played(match_cases: list[Case], seed: str, share: float = 1.0) -> Coverage:
    coverage: Coverage = collections.Counter()
    for case in match_cases:
        match = Match(case, seed)
        for number in range(round(case.games * share)):
            match.game(every=1 if number % 20 == 3 else 29)
            coverage["games"] += 1
        coverage.update(match.coverage)
    return coverage


EXPECTED = {
    **{f"laid phase {phase} {side}": 1 for phase in range(1, 6) for side in ("colour", "wild")},
    **{f"laid with {stars} Stars": 20 for stars in range(3)},
    **{f"{one} card on a {other} {kind}": 5 for one in SIDES for other in (*SIDES, "mixed") for kind in ("run", "set")},
    "laid a group of Stars": 1,
    "laid card by card": 100,
    "laid as one text": 100,
    "lay-down accepted by both": 50,
    "lay-down refused by both": 100,
    "forced to lay": 20,
    "flip": 200,
    "flip back to colour": 50,
    "card known at the bottom": 500,
    "reshuffle": 2,
    "hit on another's group": 300,
    "hit with a Star": 50,
    "wild run takes a colour": 20,
    "wild card on a run with a colour": 100,
    "out by hit": 20,
    "out by discard": 100,
    "out with a flip": 5,
    "tie replayed": 2,
    "second round": 1000,
    "ending phases": 1,
    "ending score": 50,
    "ending replay": 2,
    "ending rounds": 20,
    "ending shared": 2,
}
"""How often each thing must have happened with every number of seats; the play is too weak if it has not."""


@pytest.mark.parametrize("seats", range(2, 7))
def test_rules_and_twin_agree_on_some_games(seats: int) -> None:
    coverage = played([case for case in cases(seats) if case.games >= 5], "twin", share=0.1)
    missed = sorted(what for what in EXPECTED if coverage[what] == 0)
    assert len(missed) <= len(EXPECTED) // 3, missed


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_rules_and_twin_agree(seats: int) -> None:
    coverage = played(cases(seats), "twin")
    assert coverage["games"] == sum(case.games for case in cases(seats))
    assert {what: coverage[what] for what, least in EXPECTED.items() if coverage[what] < least} == {}
    assert coverage["ending truncated"] >= (1 if seats in (2, 6) else 0)


def test_five_thousand_games_are_played_of_all_rulesets_and_options() -> None:
    every = [case for seats in range(2, 7) for case in cases(seats)]
    assert sum(case.games for case in every) >= 5_000
    assert {case.ruleset for case in every} == set(naive.RULESETS) == set(verso.game("phase-10-flip").rulesets())
    varied = {key for case in every for key in case.options}
    assert varied == set(naive.ALLOWED) - {"reshuffle"}  # which has one value only


@pytest.mark.long
@pytest.mark.parametrize("seats", range(2, 7))
def test_rules_and_twin_agree_on_many_more_games(seats: int) -> None:
    played(cases(seats), "long", share=5.0)
    played([dataclasses.replace(case, tries=0.1) for case in cases(seats) if case.lays == 0.0], "long", share=5.0)
