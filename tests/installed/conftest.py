"""Tests of a game that is installed beside Verso: `tests/test_third_game.py` installs it and runs them."""

from __future__ import annotations

import verso

collect_ignore_glob = [] if "lantern-street" in verso.games() else ["test_*.py"]
