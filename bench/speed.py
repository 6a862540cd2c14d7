"""Writes what the tables of docs/speed.md are made of to bench/results/speed.json; then `make docs` writes the tables.

    sh bench/setup.sh && python bench/speed.py

Beside it stand the versions and the machine that the figures were found with, when, and how busy it was. All figures
are of one run; without the peers that `bench/setup.sh` installs there is none.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import run
import simulation
import threads

KEPT = Path(__file__).parent / "results" / "speed.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="of each figure that has a peer")
    parser.add_argument("--seconds", type=float, default=1.0, help="timed seconds for each of them and round")
    options = parser.parse_args()
    if not run.PEER_PYTHON.exists():
        sys.exit(f"{run.PEER_PYTHON} is not there: sh bench/setup.sh installs the peers")
    document = {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "versions": {"Python": platform.python_version(), **{each: version(each) for each in ("numba", "numpy")}},
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "games": simulation.figures(),
        "threads": threads.figures(),
        "beside": run.beside(options.rounds, options.seconds),
        "load": round(os.getloadavg()[1], 1) if hasattr(os, "getloadavg") else None,
    }
    KEPT.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    sys.stderr.write(f"{KEPT}\n")


if __name__ == "__main__":
    main()
