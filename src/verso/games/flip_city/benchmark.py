"""At which tables a bot is measured: seats, ruleset, deals, and who sits at the other seats in turn."""

from __future__ import annotations

_RUNGS = ("random", "published", "easy", "medium", "greedy")
TABLES = (
    (1, "solo", 100, ()),
    # The search of "hard" is compiled for each number of seats: it sits where two play, so that nobody waits for that.
    (2, "standard", 30, (*_RUNGS, "hard")),
    (3, "standard", 16, _RUNGS),
    (4, "standard", 10, _RUNGS),
)
