"""At which tables a bot is measured: seats, ruleset, deals, and who sits at the other seats in turn."""

from __future__ import annotations

_RUNGS = ("random", "easy", "medium", "greedy")
TABLES = (
    (2, "standard", 16, (*_RUNGS, "hard")),
    (3, "standard", 8, _RUNGS),
    (4, "standard", 6, _RUNGS),
    (5, "standard", 4, _RUNGS),
    (6, "standard", 4, _RUNGS),
)
