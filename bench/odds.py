"""Measures exact odds: how long a question takes along games of light players, in the median and at worst.

python bench/odds.py [--games 3]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import verso
from verso import bots
from verso.core.game import View
from verso.games.flip_city import odds, rules
from verso.games.phase10_flip import odds as phase_10_flip_odds

Figure = tuple[str, float, float | None, str, bool]
"""What, ours, theirs, the goal, and whether it is reached: a line of bench/run.py."""


def views(game: str, seats: int, games: int) -> Iterator[View]:
    """Every fifth view with something to choose, of games between light players."""
    found = verso.game(game)
    for number in range(games):
        position, rng, player = found.new(seats), verso.Rng(number), bots.make("greedy", found)
        while True:
            position.settle(rng)
            if position.to_act == verso.OVER:
                break
            view = position.view(position.to_act)
            if position.ply % 5 == 0 and len(view.legal) > 1:
                yield view
            position.push(player.choose(view, bots.Budget()).action)


def flip_city_questions(view: View) -> Iterator[Callable[[], Any]]:
    yield lambda: odds.figures(view)
    asked = odds.of(view)
    if view.state.phase != rules.PHASE_PLAY:
        return
    yield asked.next_card
    yield lambda: asked.playing(3)
    for goal in odds.GOALS.values():
        yield lambda goal=goal: asked.best(**(goal or {"points": asked.setup.tables.points_to_win}))


def phase_10_flip_questions(view: View) -> Iterator[Callable[[], Any]]:
    yield lambda: phase_10_flip_odds.document(view)


QUESTIONS = {"flip-city": flip_city_questions, "phase-10-flip": phase_10_flip_questions}


def milliseconds(game: str, seats: int, games: int) -> list[float]:
    """Time every question by the processor time it took; the first ones load compiled code and do not count."""
    found: list[float] = []
    for number, view in enumerate(views(game, seats, games)):
        for ask in QUESTIONS[game](view):
            began = time.process_time()
            ask()
            if number > 2:
                found.append(1000 * (time.process_time() - began))
    return found


def figures(games: list[str], times: int) -> list[Figure]:
    lines: list[Figure] = []
    for game in games:
        for seats in (2, 4, 6) if game == "phase-10-flip" else (2, 4):
            found = milliseconds(game, seats, times)
            middle, worst = statistics.median(found), max(found)
            what = f"{game}: odds, {seats} seats, {len(found)} questions"
            lines.append((f"{what}, median ms", middle, None, "< 10", middle < 10))
            lines.append((f"{what}, worst ms", worst, None, "reported", True))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    for what, ours, _, goal, reached in figures(list(QUESTIONS), options.games):
        print(f"{what:<70}{ours:10.2f}  {goal:<10} {'reached' if reached else 'NOT REACHED'}")


if __name__ == "__main__":
    main()
