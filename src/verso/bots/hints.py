"""Hints: what to do, found by search, and why, in counted facts of the game.

An adviser that is asked again about the same view goes on with what it has searched, so that its hint grows. The action
that it names is the one that it rates best; those that it cannot tell from it are called equally good. The reason is
made of facts that the game counts (`facts`); where it counts one or none, the line of play that follows is named too.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

from verso.bots import explain
from verso.bots.bot import Budget, Choice
from verso.bots.explain import FACTS_SAID, facts_for, facts_of, said_of
from verso.bots.ismcts import Estimate, Search, Settings
from verso.bots.kernels import search as tree_search
from verso.core.contracts.parts import Fact
from verso.core.game import LANGUAGES, Action, Game, Language, Position, View
from verso.core.rng import Rng

LOOKED_AT = 0.25
"""An action is rated when it was looked at this often, as a share of the one looked at most."""
NOISE = 1.96
"""Two ratings are told apart when they differ by so many standard errors."""
EQUALS_SAID = 3
LINE_SAID = 3
"""So many equally good actions and actions that follow are said."""


@dataclasses.dataclass(frozen=True)
class Hint:
    """What to do and why. `equals` are as good, as far as can be told; `values` are the chances to win it expects."""

    action: Action
    equals: tuple[Action, ...]
    values: Mapping[Action, float]
    iterations: int
    facts: tuple[Fact, ...]
    reasons: Mapping[Language, str]
    counted: bool
    """Whether the reason is made of counted facts."""


class Adviser:
    """Advises on one view after another; on the same one it looks further each time."""

    name = "hint"

    def __init__(self, game: Game, seed: int | str = 0) -> None:
        self._search = Search(game, seed, Settings(stop_early=False))

    def advise(self, view: View, budget: Budget) -> Hint:
        """Return a hint for the seat to act, which looks."""
        if len(view.legal) == 1:
            reasons = {language: explain.words_for(language)("only-action") for language in LANGUAGES}
            return Hint(view.legal[0], (), {view.legal[0]: 1.0}, 0, (), reasons, counted=True)
        found = self._search.search(view, budget)
        rated = ratings(found)
        best, *others = in_order(view, rated)
        equals = tuple(each for each in others if not _worse(rated[each], rated[best]))
        values = {each: explain.chance_to_win(rated[each].value, view.setup.seats) for each in rated}
        runner_up = next((each for each in others if each not in equals), None)
        if runner_up is None:
            unrated = [each for each in view.legal if each not in rated]
            runner_up = max(unrated, key=lambda each: found[each].visits, default=(*equals, None)[0])
        facts = tuple(facts_for(view, best, runner_up))
        line = self._line(view, best) if len(facts) < FACTS_SAID else []
        reasons = {language: _reason(view, equals, facts, line, language) for language in LANGUAGES}
        visits = sum(each.visits for each in found.values())
        return Hint(best, equals, values, visits, facts, reasons, counted=bool(facts))

    def _line(self, view: View, action: Action) -> list[Mapping[Language, str]]:
        """Return what the search expects the seat to do after an action, in words, as far as it is its own turn.

        Where a card comes that it does not know, it cannot tell what it will do with it: the line ends there.
        """
        position, links = view.sample(Rng("line")), self._search.trees()[0].links
        node, found = 0, list[Mapping[Language, str]]()
        while len(found) < LINE_SAID:
            ways = {int(links[child][tree_search.ACTION]): child for child in _children(links, node)}
            if action not in ways:
                break
            node = ways[action]
            position.push(action)
            while position.to_act == view.seat and len(position.legal) == 1:  # the tree has no node without a choice
                found.append(_described(position, position.legal[0]))
                position.push(position.legal[0])
            if position.to_act != view.seat:
                break
            visited = sorted(_children(links, node), key=lambda child: -int(links[child][tree_search.VISITS]))
            likely = [int(links[child][tree_search.ACTION]) for child in visited]
            following = next((each for each in likely if each in position.legal), None)
            if following is None:
                break
            found.append(_described(position, following))
            action = following
        return found[:LINE_SAID]


def _described(position: Position, action: Action) -> dict[Language, str]:
    return {language: position.describe(action, language) for language in LANGUAGES}


def by_eye(view: View, choice: Choice) -> Hint:
    """Return the hint of a player that does not search: its choice, and what speaks for it."""
    others = [each for each in choice.values if each != choice.action]
    facts = tuple(facts_for(view, choice.action, max(others, key=lambda each: choice.values[each], default=None)))
    reasons = {language: _reason(view, (), facts, (), language) for language in LANGUAGES}
    return Hint(choice.action, (), {}, 0, facts, reasons, counted=bool(facts))


def _children(links: list[list[int]], node: int) -> list[int]:
    found = []
    child = int(links[node][tree_search.CHILD])
    while child != tree_search.NONE:
        found.append(child)
        child = int(links[child][tree_search.SIBLING])
    return found


def ratings(found: Mapping[Action, Estimate]) -> dict[Action, Estimate]:
    """Return the actions that were looked at often enough to be rated."""
    most = max(each.visits for each in found.values())
    return {action: each for action, each in found.items() if each.visits >= max(1, LOOKED_AT * most)}


def in_order(view: View, rated: Mapping[Action, Estimate]) -> list[Action]:
    """Return actions, the best first; of several that win as surely, one that is seen to win."""
    best = max(each.value for each in rated.values())

    def decides(action: Action) -> bool:
        return rated[action].value == best and any(fact.decides for fact in facts_of(view, action, None))

    return sorted(rated, key=lambda each: (-rated[each].value, not decides(each), each))


def _worse(one: Estimate, best: Estimate) -> bool:
    """Say whether an action is worse than another beyond the noise."""
    return best.value - one.value > NOISE * math.hypot(one.error, best.error)


def counted_reason(view: View, action: Action, other: Action | None, language: Language) -> str | None:
    """Return what speaks for an action as a sentence of counted facts; None where the game counts nothing of it."""
    told = "; ".join(said_of(view, facts_of(view, action, other)[:FACTS_SAID], language))
    return f"{told[0].upper()}{told[1:]}." if told else None


def _reason(
    view: View,
    equals: Sequence[Action],
    facts: Sequence[Fact],
    line: Sequence[Mapping[Language, str]],
    language: Language,
) -> str:
    say = explain.words_for(language)
    clauses = said_of(view, facts[:FACTS_SAID], language)
    if line:
        clauses.append(say("line", actions=", ".join(say("quoted", action=each[language]) for each in line)))
    if not clauses:
        clauses.append(say("looked-best"))
    if equals:
        named = [say("quoted", action=view.describe(each, language)) for each in equals[:EQUALS_SAID]]
        more = len(equals) - len(named)
        message = "equal-more" if more else "equal"
        clauses.append(say(message, others=", ".join(named), count=len(named), more=more))
    return "; ".join(clauses)
