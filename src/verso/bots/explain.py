"""Short reasons for choices, built from the numbers they rest on, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from verso.bots.bot import Told
from verso.core.game import LANGUAGES, Action, View
from verso.core.words import Words, catalogue

CATALOGUES = Path(__file__).parent / "words"


def words_for(language: str) -> Words:
    return catalogue(CATALOGUES, language)


Figures: TypeAlias = Mapping[str, str | int]


def in_words(
    view: View, message: str, figures: Figures, actions: Mapping[str, Action], win: float, margin: float
) -> Told:
    """Return a message in every language, with actions in that language's words, and the chance to win after it."""
    reasons = {}
    for language in LANGUAGES:
        named = {key: view.describe(action, language) for key, action in actions.items()}
        reasons[language] = words_for(language)(message, **figures, **named)
    return with_win(reasons, win, margin)


def with_win(reasons: Mapping[str, str], win: float, margin: float) -> Told:
    """Add the chance to win to a reason."""
    figures = between(win, margin)
    said = {language: words_for(language)("with-win", reason=reason, **figures) for language, reason in reasons.items()}
    return Told(said, win, margin)


def by_eye(view: View, action: Action, shares: Mapping[Action, float], win: float, margin: float) -> Told:
    """Say what the light policy would do after the action that it prefers."""
    others = {each: share for each, share in shares.items() if each != action}
    if not others:
        return in_words(view, "only-action", {}, {}, win, margin)
    runner_up = max(others, key=lambda each: others[each])
    return in_words(view, "by-eye", {}, {"next": runner_up}, win, margin)


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
