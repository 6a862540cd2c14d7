"""Short reasons for choices, built from the numbers they rest on, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from verso.core.game import LANGUAGES, Action, View
from verso.core.words import Words, catalogue

CATALOGUES = Path(__file__).parent / "words"


def words_for(language: str) -> Words:
    return catalogue(CATALOGUES, language)


def plainly(message: str) -> dict[str, str]:
    """Return a message without figures in every language."""
    return {language: words_for(language)(message) for language in LANGUAGES}


def by_eye(view: View, action: Action, shares: Mapping[Action, float]) -> dict[str, str]:
    """Say how strongly the light policy prefers an action, and to what."""
    others = {each: share for each, share in shares.items() if each != action}
    said = {}
    for language in LANGUAGES:
        figures: dict[str, str | int] = {"share": percent(shares[action]), "action": view.describe(action, language)}
        message = "by-eye"
        if others:
            runner_up = max(others, key=lambda each: others[each])
            figures |= {"next": view.describe(runner_up, language), "nextshare": percent(others[runner_up])}
            message = "by-eye-next"
        said[language] = words_for(language)(message, **figures)
    return said


def by_search(
    view: View, win: float, margin: float, runner_up: tuple[Action, float] | None, risk: float | None
) -> dict[str, str]:
    """Say what the search expects: chance to win with its uncertainty, the runner-up, the risk at hand."""
    said = {}
    for language in LANGUAGES:
        say = words_for(language)
        figures: dict[str, str | int] = {"win": percent(win), "margin": percent(margin)}
        message = "by-search"
        if runner_up is not None:
            figures |= {"next": view.describe(runner_up[0], language), "nextwin": percent(runner_up[1])}
            message = "by-search-next"
        said[language] = say(message, **figures)
        if risk:
            said[language] = say("with-risk", reason=said[language], risk=percent(risk))
    return said


def percent(share: float) -> int:
    return round(100 * share)


def chance_to_win(value: float, seats: int) -> float:
    """Return the chance to win that a mean return stands for: 1 for the winner, -1 shared by the others."""
    if seats == 1:
        return (value + 1) / 2
    return (value * (seats - 1) + 1) / seats
