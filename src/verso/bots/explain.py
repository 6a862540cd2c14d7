"""Short reasons for choices, built from the numbers they rest on, in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from verso.bots.bot import Told
from verso.core.contracts.parts import Fact
from verso.core.game import LANGUAGES, Action, Language, View
from verso.core.words import Words, catalogue

CATALOGUES = Path(__file__).parent / "words"
FACTS_SAID = 2
"""So many facts are said."""


def words_for(language: str) -> Words:
    return catalogue(CATALOGUES, language)


Figures: TypeAlias = Mapping[str, str | int]


def in_words(message: str, figures: Figures, win: float, margin: float) -> Told:
    """Return a message in every language, and beside it the chance to win."""
    return Told({language: words_for(language)(message, **figures) for language in LANGUAGES}, win, margin)


def by_eye(view: View, action: Action, shares: Mapping[Action, float], win: float, margin: float) -> Told:
    """Say what speaks for an action that was chosen at a glance, which knows too little of winning to speak of it.

    That is what the game counts, or else what would come next.
    """
    others = {each: share for each, share in shares.items() if each != action}
    if not others:
        return in_words("only-action", {}, win, margin)
    runner_up = max(others, key=lambda each: others[each])
    facts = facts_for(view, action, runner_up)[:FACTS_SAID]
    reasons = {}
    for language in LANGUAGES:
        glance = words_for(language)("by-eye", next=view.describe(runner_up, language))
        reasons[language] = "; ".join(said_of(view, facts, language)) or glance
    return Told(reasons, win, margin)


def facts_of(view: View, action: Action, other: Action | None) -> Sequence[Fact]:
    """Return what the game counts of an action; nothing where it counts nothing."""
    return () if view.game.facts is None else view.game.facts.facts(view, action, other)


def facts_for(view: View, action: Action, other: Action | None) -> list[Fact]:
    """Return what the game counts that speaks for an action, and not what speaks against it."""
    return [fact for fact in facts_of(view, action, other) if not fact.against]


def said_of(view: View, facts: Sequence[Fact], language: Language) -> list[str]:
    """Return facts of the game of a view in words."""
    return [] if view.game.facts is None else [view.game.facts.say_fact(view, fact, language) for fact in facts]


def by_search(view: View, win: float, margin: float, runner_up: tuple[Action, float] | None) -> Told:
    """Say what the search expects: in how many games it wins, and the runner-up."""
    said = {}
    for language in LANGUAGES:
        say = words_for(language)
        figures: dict[str, str | int] = {**between(win, margin)}
        message = "by-search"
        if runner_up is not None:
            figures |= {"next": view.describe(runner_up[0], language), "nextwin": percent(runner_up[1])}
            message = "by-search-next"
        said[language] = say(message, **figures)
    return Told(said, win, margin)


def between(win: float, margin: float) -> dict[str, int]:
    """Return the ends of what a chance to win may be, as games out of 100."""
    return {"low": percent(max(0.0, win - margin)), "high": percent(min(1.0, win + margin))}


def percent(share: float) -> int:
    return round(100 * share)


def chance_to_win(value: float, seats: int) -> float:
    """Return the chance to win that a mean return stands for: 1 for the winner, -1 shared by the others."""
    if seats == 1:
        return (value + 1) / 2
    return (value * (seats - 1) + 1) / seats
