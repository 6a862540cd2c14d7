"""Measures the lab: how soon a comparison says something, and how long one takes with all its figures.

python bench/laboratory.py [--game flip-city] [--light 10000] [--expert 200] [--retrain]

Pairs of games are played on all cores, as `verso lab` does. Beside light players, played compiled, stand the same
players move by move: fewer pairs, counted by the second. Seconds of the processor are told besides, for all cores
together: on a machine that does other things they say more. Both sorts are also ended early, once wins by seat are
known to `CLOSE`; `--retrain` teaches light players the edited tables as well, which takes a minute.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any

import verso
from verso.bots import retrain, workers
from verso.lab import compare, last
from verso.lab.study import Study

Figure = tuple[str, float, float | None, str, bool]
"""What, ours, theirs, the goal, and whether it is reached: a line of bench/run.py."""
EDITS: dict[str, dict[str, Any]] = {
    "flip-city": {"PP": {"points": 4}},
    "phase-10-flip": {"points": {"star": 30}},
}
CONFIRMED = "flip-city"
"""The game whose comparison is confirmed by games of `expert`: one of ten phases takes an expert minutes."""
CLOSE = {"greedy": 0.02, "expert": 0.15}
"""How well wins by seat are known where a comparison by these players is ended early."""
STEPPED = 20
"""Pairs that are played move by move."""


def study_of(game: str, pairs: int, players: str, **more: Any) -> Study:
    found = verso.game(game)
    return Study(found.setup(2), found.setup(2, cards=EDITS[game]), games=pairs, seed="bench", players=players, **more)


def compared(game: str, pairs: int, players: str, pool: Any, **more: Any) -> tuple[float, float]:
    """Return after how many seconds the first figures of an edited table are there, and all of them."""
    began = time.perf_counter()
    first = None
    for _ in compare(study_of(game, pairs, players, **more), pool):
        first = first or time.perf_counter() - began
    return first or 0.0, time.perf_counter() - began


def ended_early(game: str, pairs: int, players: str, pool: Any, **more: Any) -> tuple[float, int]:
    """Return the seconds of a comparison that ends once wins by seat are known well enough, and its pairs."""
    report = last(compare(study_of(game, pairs, players, within=CLOSE[players], **more), pool))
    return report.seconds, report.deals


def retrained(game: str, pool: Any) -> tuple[float, retrain.Taught]:
    """Return the seconds of teaching light players an edited table, and what came of it."""
    setup = study_of(game, 1, "greedy").edited
    retrain.prepare(setup)
    *_, taught = retrain.retraining(setup, "bench", pool)
    assert isinstance(taught, retrain.Taught)
    return taught.seconds, taught


def processor_seconds(game: str, pairs: int, players: str, **more: Any) -> float:
    """Return what a comparison takes of a processor, whatever else goes on: it is played once more, here."""
    last(compare(study_of(game, 2, players, **more)))  # what it needs is read or compiled
    began = time.process_time()
    last(compare(study_of(game, pairs, players, **more)))
    return time.process_time() - began


def figures(games: Sequence[str], light: int = 10_000, expert: int = 200) -> list[Figure]:
    """Return the lines of a benchmark for these games."""
    cores = os.cpu_count() or 1
    lines: list[Figure] = []
    pool = workers.processes(cores)
    try:
        for game in (each for each in games if each in EDITS):
            compared(game, 50 * cores, "greedy", pool)  # every process has read or compiled what it needs
            first, whole = compared(game, light, "greedy", pool)
            _, stepped = compared(game, STEPPED, "greedy:iterations=1", pool, skill=False, decisions=False)
            what = f"{game}: lab, {light:,} pairs of light players"
            lines.append((f"{what}, pairs/s beside move by move", light / whole, STEPPED / stepped, "reported", True))
            lines.append((f"{what}, seconds to the first figures", first, None, "< 1", first < 1))
            lines.append((f"{what}, seconds in all", whole, None, "< 5", whole < 5))
            seconds, pairs = ended_early(game, light, "greedy", pool)
            what = f"{game}: lab, ended with wins by seat known to {100 * CLOSE['greedy']:.0f} points"
            lines.append((f"{what}, pairs", pairs, None, "reported", True))
            lines.append((f"{what}, seconds", seconds, None, "reported", True))
            what = f"{game}: lab, {light:,} pairs of light players"
            spent = processor_seconds(game, light, "greedy")
            lines.append((f"{what}, processor seconds", spent, None, "< 10", spent < 10))
            if expert and game == CONFIRMED:
                _, whole = compared(game, expert, "expert", pool, skill=False, decisions=False)
                what = f"{game}: lab, {expert} pairs of expert"
                lines.append((f"{what}, seconds", whole, None, "< 120", whole < 120))
                seconds, pairs = ended_early(game, expert, "expert", pool, skill=False, decisions=False)
                early = f"{game}: lab, expert ended with {100 * CLOSE['expert']:.0f} points"
                lines.append((f"{early}, pairs", pairs, None, "reported", True))
                lines.append((f"{early}, seconds", seconds, None, "reported", True))
                some = max(2, expert // 20)
                spent = processor_seconds(game, some, "expert", skill=False, decisions=False) * expert / some
                lines.append((f"{what}, processor seconds, by {some} of them", spent, None, "< 240", spent < 240))
    finally:
        workers.end(pool)
    return lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=tuple(EDITS))
    parser.add_argument("--light", type=int, default=10_000)
    parser.add_argument("--expert", type=int, default=200)
    parser.add_argument("--retrain", action="store_true")
    options = parser.parse_args()
    for what, mine, theirs, goal, is_reached in figures(options.game or list(EDITS), options.light, options.expert):
        beside = f" {mine / theirs:8.1f}x" if theirs else ""
        print(f"{what:<72}{mine:12,.2f}{beside}  {goal} {'reached' if is_reached else 'NOT REACHED'}")
    for game in (options.game or list(EDITS)) if options.retrain else ():
        pool = workers.processes(os.cpu_count() or 1)
        try:
            seconds, taught = retrained(game, pool)
        finally:
            workers.end(pool)
        wins = f"wins {taught.share:.1%} ({taught.low:.1%} to {taught.high:.1%}) among players as they were"
        print(f"{game}: {taught.games:,} games of teaching in {seconds:.1f} s; one that was taught {wins}")
