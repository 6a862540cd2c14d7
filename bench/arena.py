"""Play the matches that the strength of the bots is stated by, and print their tables.

    python bench/arena.py [NAME ...] [--jobs N] [--deals N] [--report]

Results are kept in bench/results/NAME.jsonl; a match that is there already is not played again, one that was
interrupted goes on. Budgets are iterations, so the figures do not depend on the machine. With --report nothing is
played, and what there is becomes the table of docs/bots.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from verso.bots.arena import Match, run, standings, table

RESULTS = Path(__file__).parent / "results"
EXPERT = "expert:iterations=300"
HARD = "hard:iterations=50"
EXPERT_AT_PHASES = "expert:iterations=100"
EXPERT_AMONG_MANY = "expert:iterations=150"
EXPERT_OVER_CHANCE = "expert:iterations=30"
EXPERT_OVER_HARD = "expert:iterations=300"
CURVE = (10, 30, 100, 300, 1000, 3000)


def flip_city(*players: str, deals: int = 500) -> Match:
    return Match("flip-city", players, deals, seed="results", ruleset="solo" if len(players) == 1 else "standard")


def phase_10_flip(*players: str, deals: int = 500) -> Match:
    return Match("phase-10-flip", players, deals, seed="results", ruleset="standard")


MATCHES = {
    "flip-city-expert-published": flip_city(EXPERT, "published"),
    "flip-city-hard-published": flip_city(HARD, "published"),
    "flip-city-expert-medium": flip_city(EXPERT, "medium"),
    "flip-city-solo-published": flip_city("published", deals=1000),
    "flip-city-solo-expert": flip_city(EXPERT, deals=1000),
    "phase-10-flip-expert-greedy": phase_10_flip(EXPERT_AT_PHASES, "greedy"),
    "phase-10-flip-expert-random": phase_10_flip(EXPERT_OVER_CHANCE, "random"),
    "phase-10-flip-expert-three-greedy": phase_10_flip(EXPERT_AMONG_MANY, "greedy", "greedy", "greedy", deals=250),
    "phase-10-flip-expert-three-greedy-50": phase_10_flip("expert:iterations=50", *["greedy"] * 3, deals=50),
    "flip-city-medium-easy": flip_city("medium", "easy"),
    "flip-city-hard-medium": flip_city(HARD, "medium"),
    "flip-city-expert-hard": flip_city(EXPERT, HARD),
    "phase-10-flip-medium-easy": phase_10_flip("medium", "easy"),
    "phase-10-flip-hard-medium": phase_10_flip(HARD, "medium"),
    "phase-10-flip-expert-hard": phase_10_flip(EXPERT_OVER_HARD, HARD),
    **{
        f"flip-city-curve-{iterations}": flip_city(f"search:iterations={iterations}", "greedy", deals=150)
        for iterations in CURVE
    },
    **{
        f"phase-10-flip-curve-{iterations}": phase_10_flip(f"search:iterations={iterations}", HARD, deals=75)
        for iterations in CURVE
    },
}


def report(names: Iterable[str]) -> str:
    """Return what the results there are say of the first player of each match, as a Markdown table."""
    lines = ["| match | games | wins | 95% interval | ms a choice |", "|---|---|---|---|---|"]
    for name in names:
        file = RESULTS / f"{name}.jsonl"
        if file.exists():
            games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
            first = standings(MATCHES[name], games)[0]
            interval = f"{first.low:.1%} – {first.high:.1%}"
            lines.append(f"| {name} | {len(games)} | {first.share:.1%} | {interval} | {first.milliseconds:.1f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deals", type=int, help="play no more than this many deals of each")
    parser.add_argument("--report", action="store_true", help="play nothing")
    options = parser.parse_args()
    if options.report:
        print(report(options.names or MATCHES))
        return
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
