"""Every fact that speaks for an action of Flip City, held against the rules themselves, move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

import verso
from forced import forced
from verso import bots
from verso.bots import Budget
from verso.core.game import Position
from verso.games.flip_city import facts, rules

GAME = verso.game("flip-city")
EDITED = {"CS": {"win_with_cards": 12}, "HO": {"unhappy": 2}, "PP": {"play_next": True, "recycle_cash": 2}}


def positions(seats: int, ruleset: str, cards: Any, seed: int) -> Iterator[Position]:
    player, rng = bots.make("greedy", GAME), verso.Rng(seed)
    position = GAME.new(seats, ruleset, cards=cards)
    for number in range(500):
        position.settle(rng)
        if position.to_act == verso.OVER:
            return
        if number % 3 == 0:
            yield position
        position.push(player.choose(position.view(position.to_act), Budget()).action)


def after(position: Position, *actions: int | str) -> Position:
    there = position.copy()
    for action in actions:
        there.push(action)
    return there


def city(position: Position, seat: int) -> Counter[str]:
    """All cards of a seat by the face that is up."""
    document = position.to_json()
    mine = document["players"][seat]
    cards = Counter(mine.get("deck", {})) + Counter(mine.get("discard", {}))
    return cards + Counter(mine.get("top", [])) + Counter(mine.get("bottom", [])) + Counter(mine.get("played", []))


def figure(position: Position, code: str, name: str) -> int:
    setup: Any = position.setup
    return int(getattr(setup.tables, name)[setup.cards.codes.index(code)])


def ended(position: Position, later: Position) -> bool:
    return later.state.turn != position.state.turn or later.to_act == verso.OVER


def next_cards(position: Position, action: int) -> tuple[int, int]:
    """How many of the cards that may come up after an action end the turn if what must be played is played."""
    there = after(position, action)
    while there.state.phase == rules.PHASE_REMOVE:
        there.push(there.legal[0])
    outcomes = [(there, 1)] if there.state.top_count[position.to_act] else []
    if there.to_act == verso.CHANCE and there.state.awaiting == rules.AWAIT_TOP:
        outcomes = [(after(there, each), weight) for each, weight in there.weights().items()]
    bad = 0
    for came, weight in outcomes:
        while came.to_act == verso.CHANCE:  # a Factory's bottom card: any will do
            came.push(came.legal[0])
        if rules.STOP not in came.legal and ended(position, after(came, rules.PLAY)):
            bad += weight
    return bad, sum(weight for _, weight in outcomes)


class Table:
    """A position, an action and what comes of it, to hold a fact against."""

    def __init__(self, position: Position, action: int, other: int | None) -> None:
        self.position, self.action, self.other = position, action, other
        self.s, self.seat, self.there = position.state, position.to_act, after(position, action)
        self.mine = position.to_json()["players"][self.seat]
        self.before, self.cards = city(position, self.seat), city(self.there, self.seat)

    def sums(self, cards: Counter[str], name: str) -> int:
        return sum(figure(self.position, each, name) * count for each, count in cards.items())

    def gain(self, name: str) -> int:
        return int(getattr(self.there.state, name)) - int(getattr(self.s, name))

    def next_cards(self) -> tuple[int, int]:
        legal = self.position.legal
        on = self.action if self.action in (rules.PLAY, rules.SHUFFLE) else None
        return next_cards(self.position, on if on is not None else rules.PLAY if rules.PLAY in legal else rules.SHUFFLE)

    def over(self, *first: int | str) -> Fraction:
        """The chance to go over the limit before one may stop again."""
        legal = self.position.legal
        on = self.action if self.action in (rules.PLAY, rules.SHUFFLE) else None
        going_on = on if on is not None else rules.PLAY if rules.PLAY in legal else rules.SHUFFLE
        return forced(after(self.position, *first), going_on)[0]

    def is_stake(self, told: Any) -> bool:
        return (self.s.cash, self.s.points) == (told["cash"], told["points"]) != (0, 0)

    def ends(self, told: Any) -> bool:
        """Whether there is a risk, of what is told, and whether what is said to take it away does so."""
        stake = (self.s.cash, self.s.points) == (told["cash"], told["points"])
        return stake and self.over() > 0 and (not told["saves"] or self.over(f"recycle {told['saves']}") == 0)

    def is_about(self, told: Any, chance: Fraction, cases: int) -> bool:
        if told["about"] == "no":
            return chance == Fraction(cases, told["total"])
        return abs(chance - Fraction(cases, 100)) <= Fraction(1, 100)

    def played_then(self) -> list[str]:
        setup: Any = self.position.setup
        s = self.there.state
        return [setup.code(face) for face in s.played[: s.played_count]]

    def wins(self) -> bool:
        if self.action == rules.PLAY and rules.STOP not in self.there.legal:
            return rules.has_won(self.there.state, self.there.setup.tables)  # what must be played comes first
        after_it = {rules.STOP: [rules.DONE], rules.DONE: []}.get(self.action, [rules.STOP, rules.DONE])
        return after(self.there, *after_it).to_act == verso.OVER

    def lost_by(self, *actions: int) -> bool:
        return ended(self.position, after(self.position, *actions))

    def needed(self, cards: Any) -> int:
        return min(number for each in cards if (number := figure(self.position, each, "win_with_cards")))

    def gift(self, told: Any, name: str) -> bool:
        """Whether the city of whoever gets a card has so much more of something."""
        before, then = (self.sums(city(each, told["seat"]), name) for each in (self.position, self.there))
        return bool(then == told["count"] > before)

    def other_brings(self, told: Any) -> bool:
        assert self.other is not None
        return (city(after(self.position, self.other), self.seat) - self.before)[told["card"]] == 1


CHECKS: dict[str, Callable[[Table, Any], Any]] = {
    "next-ends": lambda table, told: table.ends(told) and table.next_cards() == (told["bad"], told["total"]),
    "next-ends-costs": lambda table, told: table.ends(told) and table.next_cards() == (told["bad"], told["total"]),
    "next-surely": lambda table, told: table.ends(told) and table.over() == 1,
    "next-surely-costs": lambda table, told: table.ends(told) and table.over() == 1,
    "chain-ends": lambda table, told: table.ends(told) and table.is_about(told, table.over(), told["bad"]),
    "chain-ends-costs": lambda table, told: table.ends(told) and table.is_about(told, table.over(), told["bad"]),
    "next-safe": lambda table, told: table.over() == 0 and table.next_cards() == (0, told["total"]),
    "next-goes-on": lambda table, told: table.over() == 1 - Fraction(told["good"], told["total"]) > 0,
    "chain-goes-on": lambda table, told: table.is_about(told, 1 - table.over(), told["good"]),
    "recycled-safe": lambda table, told: table.over() > 0 == table.over(f"recycle {told['card']}"),
    "card-over": lambda table, told: table.mine["top"][0] == told["card"] and table.lost_by(rules.PLAY),
    "card-over-costs": lambda table, told: (
        table.mine["top"][0] == told["card"] and table.lost_by(rules.PLAY) and table.is_stake(told)
    ),
    "keeps": lambda table, told: table.is_stake(told),
    "can-build": lambda table, told: (
        told["cash"] == table.s.cash and table.position.parse(told["action"]) in table.there.legal
    ),
    "wins-points": lambda table, told: table.wins() and table.s.points == told["points"] >= told["goal"],
    "wins-cards": lambda table, told: table.wins() and len(table.mine["played"]) == told["cards"],
    "makes-points": lambda table, told: table.wins() and table.there.state.points == told["points"] >= told["goal"],
    "makes-cards": lambda table, told: table.wins() and table.there.state.played_count == told["cards"],
    "deck-empty": lambda table, told: rules.PLAY not in table.position.legal,
    "must": lambda table, told: rules.STOP not in table.position.legal and table.mine["top"][0] == told["card"],
    "shuffles": lambda table, told: sum(table.mine.get("discard", {}).values()) == told["cards"],
    "brings": lambda table, told: (told["cash"], told["points"]) == (table.gain("cash"), table.gain("points")),
    "recycle-cash": lambda table, told: told["count"] == table.there.state.cash > table.s.cash,
    "recycle-points": lambda table, told: told["count"] == table.there.state.points > table.s.points,
    "raises": lambda table, told: table.there.state.limit == told["limit"] > table.s.limit,
    "recycle-saves": lambda table, told: (
        table.lost_by(rules.PLAY)
        and not table.lost_by(table.action, rules.PLAY)
        and table.mine["top"][0] == told["next"]
    ),
    "recycle-top": lambda table, told: table.there.to_json()["players"][table.seat]["top"][0] == told["card"],
    "points-missing": lambda table, told: (
        told["points"] == table.there.state.points == table.position.setup.tables.points_to_win - told["missing"]
    ),
    "cards-missing": lambda table, told: (
        told["cards"] == table.there.state.played_count == table.needed(table.played_then()) - told["missing"]
    ),
    "removes": lambda table, told: table.there.to_json()["supply"].get(told["card"], 0) == told["left"],
    "city-points": lambda table, told: (
        table.sums(table.cards, "points") == told["points"] and (table.cards - table.before)[told["card"]] == 1
    ),
    "city-cards": lambda table, told: (table.cards.total(), table.needed(table.cards)) == (told["cards"], told["goal"]),
    "city-stays": lambda table, told: table.before.total() == told["cards"],
    "face-limit": lambda table, told: any(
        figure(table.position, told["card"], name) for name in ("raise_limit", "recycle_limit")
    ),
    "face-cash": lambda table, told: figure(table.position, told["card"], "cash") == told["cash"] > 0,
    "face-bottom": lambda table, told: figure(table.position, told["card"], "discard_bottom"),
    "fewer-unhappy": lambda table, told: (
        (table.sums(table.before, "unhappy"), table.sums(table.cards, "unhappy")) == (told["before"], told["after"])
    ),
    "fewer-forced": lambda table, told: (
        table.sums(table.before, "must_be_played") - 1 == table.sums(table.cards, "must_be_played") == told["left"]
    ),
    "given-forced": lambda table, told: table.gift(told, "must_be_played"),
    "given-unhappy": lambda table, told: table.gift(told, "unhappy"),
    "uses-all": lambda table, told: table.there.state.cash == 0 and table.s.cash == told["cash"],
    "leaves": lambda table, told: table.there.state.cash == told["cash"] > 0,
    "nothing-payable": lambda table, told: len(table.position.legal) == 1 and table.s.cash == told["cash"],
    "other-unhappy": lambda table, told: (
        table.other_brings(told) and figure(table.position, told["card"], "unhappy") == told["count"]
    ),
}
"""For each fact whether it is true, found by the rules and not as it was counted."""


@pytest.mark.parametrize(
    ("seats", "ruleset", "cards", "seed"),
    [(1, "solo", None, 1), (2, "standard", None, 2), (4, "standard", None, 3), (3, "standard", EDITED, 4)],
)
def test_every_fact_is_true(seats: int, ruleset: str, cards: Any, seed: int) -> None:
    met: Counter[str] = Counter()
    for position in positions(seats, ruleset, cards, seed):
        view = position.view(position.to_act)
        for place, action in enumerate(view.legal):
            other = view.legal[place - 1] if len(view.legal) > 1 else None
            table = Table(position, action, other)
            for fact in facts.facts(view, action, other):
                kind = fact.message.removeprefix("fact-")
                met[kind] += 1
                assert CHECKS[kind](table, fact.figures), (position.to_json(), view.text(action), fact)
            said = {fact.message for fact in facts.facts(view, action, other)}
            assert not said >= {"fact-can-build", "fact-keeps"}, view.text(action)  # what is built with is not kept
    assert len(met) > 14


def test_every_fact_has_its_check() -> None:
    said = {key for key in GAME.catalogue("en").messages if key.startswith("fact-")}
    assert said == {f"fact-{kind}" for kind in CHECKS}
