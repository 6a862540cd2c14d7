"""Writes what the tables of docs/speed.md are made of to bench/results/speed.json; then `make docs` writes the tables.

    python bench/speed.py

Beside it stand the versions and the machine that the figures were found with, and how busy it was.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path

import simulation
import threads

KEPT = Path(__file__).parent / "results" / "speed.json"


def main() -> None:
    document = {
        "versions": {"Python": platform.python_version(), **{each: version(each) for each in ("numba", "numpy")}},
        "machine": {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()},
        "games": simulation.figures(),
        "threads": threads.figures(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }
    KEPT.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    sys.stderr.write(f"{KEPT}\n")


if __name__ == "__main__":
    main()
