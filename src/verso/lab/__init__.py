"""The lab: change a figure of a game and see what it does to the game.

    from verso.lab import Study, compare

    study = Study(game.setup(2), game.setup(2, cards=edits), games=10_000, seed=7)
    for report in compare(study):
        ...                       # it grows: each has all games so far

Both tables meet the same deals. `report` holds figures by key; `verso.lab.words` says them in a language.
"""

from __future__ import annotations

from verso.lab.compare import compare, last
from verso.lab.report import Report
from verso.lab.study import Study

__all__ = ["Report", "Study", "compare", "last"]
