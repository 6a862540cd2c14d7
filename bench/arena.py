"""Play the matches that the strength of the bots is stated by, and print their tables.

    python bench/arena.py [NAME ...] [--jobs N] [--deals N]

Results are kept in bench/results/NAME.jsonl; a match that is there already is not played again, one that was
interrupted goes on. Budgets are iterations, so the figures do not depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from verso.bots.arena import Match, run, standings, table

RESULTS = Path(__file__).parent / "results"
EXPERT = "expert:iterations=500"
HARD = "hard:iterations=50"


def flip_city(*players: str, deals: int = 500) -> Match:
    return Match("flip-city", players, deals, seed="results", ruleset="solo" if len(players) == 1 else "standard")


MATCHES = {
    "flip-city-expert-published": flip_city(EXPERT, "published"),
    "flip-city-hard-published": flip_city(HARD, "published"),
    "flip-city-expert-medium": flip_city(EXPERT, "medium"),
    "flip-city-solo-published": flip_city("published", deals=1000),
    "flip-city-solo-expert": flip_city(EXPERT, deals=1000),
    "flip-city-medium-easy": flip_city("medium", "easy"),
    "flip-city-hard-medium": flip_city(HARD, "medium"),
    "flip-city-expert-hard": flip_city(EXPERT, HARD),
    "flip-city-curve-30": flip_city("search:iterations=30", "greedy", deals=150),
    "flip-city-curve-100": flip_city("search:iterations=100", "greedy", deals=150),
    "flip-city-curve-300": flip_city("search:iterations=300", "greedy", deals=150),
    "flip-city-curve-1000": flip_city("search:iterations=1000", "greedy", deals=150),
    "flip-city-curve-3000": flip_city("search:iterations=3000", "greedy", deals=150),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deals", type=int, help="play no more than this many deals of each")
    options = parser.parse_args()
    for name in options.names or MATCHES:
        match = MATCHES[name]
        began = time.perf_counter()

        def progress(done: int, total: int, name: str = name, began: float = began) -> None:
            if done % 50 == 0:
                print(f"{name}: {done} of {total}, {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)

        if options.deals is not None:
            match = Match(match.game, match.players, min(match.deals, options.deals), match.seed, match.ruleset)
        games = run(match, RESULTS / f"{name}.jsonl", options.jobs, progress)
        print(f"\n{name}\n{table(standings(match, games))}", flush=True)


if __name__ == "__main__":
    main()
