"""Measure our own bots with the benchmark; docs/generate.py makes the table of docs/benchmark.md from the results.

    python bench/evaluate.py [BOT ...] [--jobs N] [--changed RUNG]

Results are kept in bench/results/verso-eval-1. Those of other figures or another behaviour are replaced, those that
are complete are kept, and a run that was interrupted goes on. All five bots take about fifteen minutes on one
core. If a change can have changed one rung of the ladder only, --changed RUNG plays the games against it again and
keeps the others.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from verso.bots import evaluate, workers

RESULTS = Path(__file__).parent / "results" / evaluate.BENCHMARK
BOTS = ("random", "easy", "medium", "greedy", "published")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=BOTS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--changed", metavar="RUNG", help="keep results of other sources against all other rungs")
    options = parser.parse_args()
    with workers.opened(options.jobs) as executor:
        for bot in options.bots:
            chosen, path = evaluate.Evaluation.of(bot), RESULTS / f"{bot}.jsonl"
            if path.exists() and evaluate.read(path)[0] != chosen.header():
                kept = [
                    line for line in evaluate.read(path)[1] if options.changed and line["against"] != options.changed
                ]
                write(path, chosen, kept)
            lines = evaluate.run(chosen, path, executor)
            write(path, chosen, lines)
            print(evaluate.text(evaluate.report(chosen.header(), lines)), end="\n\n", flush=True)


def write(path: Path, chosen: evaluate.Evaluation, lines: list[dict[str, Any]]) -> None:
    """Write the lines once more in their order, so that two runs give the same file."""
    documents = [chosen.header(), *lines]
    path.write_text("".join(f"{json.dumps(each)}\n" for each in documents), encoding="utf-8")


if __name__ == "__main__":
    main()
