"""Batches of environments beside those of another version of Verso: prints ratios, above 1 where this one is faster.

    git worktree add ../before COMMIT
    python bench/against.py ../before            both games, two seats, one core
    python bench/against.py ../before --game phase-10-flip --rounds 9

Both take turns in processes of their own, which keep what they compiled apart; the best round of each counts, because
whatever else a machine does only makes a round slower. Observations and masks are made at every step.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAMES = ("flip-city", "phase-10-flip")
GAME_COUNT = 512
PROGRAM = """
import sys, time
from verso.rl import batch

env, best, end = batch.make(sys.argv[1], {count}, 2, seed=1, threads=1), 0.0, time.perf_counter() + float(sys.argv[2])
for _ in range(300):  # past the deal: games are then in all stages
    env.step(env.sample())
while time.perf_counter() < end:
    began = time.perf_counter()
    for _ in range(10):
        env.step(env.sample())
    best = max(best, 10 * {count} / (time.perf_counter() - began))
print(best)
"""


def steps(sources: Path, cache: str, game: str, seconds: float) -> float:
    """Return the steps a second of the best moment of a version in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(sources), "VERSO_CACHE_DIR": cache}
    command = [sys.executable, "-c", PROGRAM.format(count=GAME_COUNT), game, str(seconds)]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description="Batches beside those of another version; see bench/against.py.")
    parser.add_argument("other", type=Path, help="a working tree of the other version")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each round of each version")
    options = parser.parse_args()
    versions = {"this": HERE.parent / "src", "other": options.other.resolve() / "src"}
    if not (versions["other"] / "verso").is_dir():
        parser.error(f"{options.other} is no working tree of Verso")
    with tempfile.TemporaryDirectory() as home:
        for game in [options.game] if options.game else GAMES:
            best = dict.fromkeys(versions, 0.0)
            for _ in range(options.rounds):
                for name, sources in versions.items():
                    found = steps(sources, f"{home}/{name}", game, options.seconds)
                    best[name] = max(best[name], found)
            ratio = best["this"] / best["other"]
            print(f"{game}: {ratio:.2f} of the steps a second of the other version", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
