"""Installs the game of `examples/third-game` to a directory of its own, for tests that want to find it there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples/third-game"


def install(place: Path) -> None:
    """Build and install it without asking anybody, and without leaving anything beside its sources."""
    uv = Path(sys.executable).parent / "uv"
    command = [str(uv), "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--python", sys.executable, "--target", str(place), str(EXAMPLE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
