"""Measures results without luck: whether they are right on average, and how many games they save.

python bench/luck.py [--game flip-city] [--players greedy medium] [--games 300] [--playouts 96] [--jobs 1]
                     [--results FILE]

Every game is played, and its luck measured: chance, and the actions that our bots drew. Two things are printed of the
first player. `share` is its results, plain and without luck, and the mean of what was called luck with its interval:
that must hold 0, which says far more than that the intervals of both shares meet. `variance` is how many times less
adjusted results spread, with an interval from samples of these games, and how many games that saves.

With fewer `--playouts` the first is as true as with many, and takes a fraction of the time: 10,000 games with 4 take
about 12 minutes of one core. Results spread more than they need to then.
With `--results` a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from verso.bots import arena
from verso.bots.adjusted import GAMES, summed, told_saving, without_luck
from verso.core.game import Json

Z = 1.959964
RESAMPLED = 400
WANTED = {"flip-city": 4.1}
"""How many times less results must spread; of the other game it is told."""


def measured(games: Sequence[Json], deals: int) -> tuple[list[float], list[float], list[int]]:
    """Return what the first player won, by how much luck raised it, and the deal of each game."""
    won = [(0 in game["winners"]) / len(game["winners"]) if game["winners"] else 0.0 for game in games]
    assert len({game["deal"] for game in games}) == deals
    return won, [game["luck"][0] for game in games], [game["deal"] for game in games]


def variance_cut(won: Sequence[float], adjusted: Sequence[float]) -> float:
    after = statistics.variance(adjusted)
    return statistics.variance(won) / after if after > 0 else math.nan


def interval_of_cut(won: Sequence[float], adjusted: Sequence[float]) -> tuple[float, float]:
    """Return between what the cut lies in 95 of 100 samples of as many games, drawn from these."""
    rng, pairs = random.Random(0), list(zip(won, adjusted, strict=True))
    found = sorted(variance_cut(*zip(*rng.choices(pairs, k=len(pairs)), strict=True)) for _ in range(RESAMPLED))
    return found[RESAMPLED // 40], found[-RESAMPLED // 40]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="flip-city")
    parser.add_argument("--players", nargs="+", default=["greedy", "medium"])
    parser.add_argument("--games", type=int, default=300, help="each deal is played once for every rotation of seats")
    parser.add_argument("--playouts", type=int, default=GAMES, help="games played on after each outcome")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="luck")
    parser.add_argument("--results", type=Path, help="a file for the games")
    options = parser.parse_args()
    deals = -(-options.games // len(options.players))
    match = arena.Match(
        options.game, tuple(options.players), deals, options.seed, adjusted=True, playouts=options.playouts
    )
    began = time.perf_counter()
    games = arena.run(match, options.results, options.jobs)
    seconds = time.perf_counter() - began
    won, luck, groups = measured(games, deals)
    plain, without = summed(won, [0.0] * len(won), groups), summed(won, luck, groups)
    chance = summed(luck, [0.0] * len(luck), groups)
    assert plain is not None
    assert without is not None
    assert chance is not None
    print(f"{options.game}, {' against '.join(options.players)}: {len(games)} games, {options.playouts} playouts")
    print(f"share     plain {plain.share:.2%} ({plain.low:.2%} – {plain.high:.2%})")
    print(f"          without luck {without.share:.2%} ({without.low:.2%} – {without.high:.2%})")
    lucky = [f"{100 * each:+.2f}" for each in (chance.share, chance.low, chance.high)]
    print(f"          luck on average {lucky[0]} points ({lucky[1]} – {lucky[2]})")
    adjusted = without_luck(won, luck, groups)
    cut, (low, high) = variance_cut(won, adjusted), interval_of_cut(won, adjusted)
    print(f"variance  {cut:.2f} times less ({low:.2f} – {high:.2f}): {told_saving(len(games), cut)}")
    print(f"time      {seconds:.0f} s with {options.jobs} processes")
    right = chance.low <= 0 <= chance.high and plain.low <= without.share <= plain.high
    print(f"right on average: {'yes' if right else 'NO'}")
    if options.game in WANTED and options.playouts >= GAMES:
        reached = cut >= WANTED[options.game]
        print(f"variance at least {WANTED[options.game]} times less: {'reached' if reached else 'NOT REACHED'}")
    sys.exit(0 if right and not math.isnan(cut) else 1)


if __name__ == "__main__":
    main()
