"""What results of bots depend on, said so that it outlives refactorings.

A result of a match or of the benchmark is good as long as the rules have the same figures and the bots choose alike.
The first is a fingerprint of the setups. The second is a number that people raise: the tests compare choices of every
bot in many positions with golden ones (`tests/golden/choices-….json`), and name this file when they differ.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from verso.core.game import Json, Setup

BEHAVIOUR = 1
"""Raised whenever a bot of ours chooses otherwise than before; then `tests/golden/choices.py` writes new choices."""


def versions(setups: Iterable[Setup]) -> Json:
    """Return what results of these setups depend on."""
    figures = "/".join(setup.fingerprint for setup in setups)
    short = figures if len(figures) <= 16 else hashlib.sha256(figures.encode()).hexdigest()[:16]
    return {"figures": short, "behaviour": BEHAVIOUR}
