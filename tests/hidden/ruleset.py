"""The one ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hidden import rules
from verso.core.game import Game, Setup
from verso.core.spec import blank


def ruleset_names() -> tuple[str, ...]:
    return ("standard",)


def prepare(
    game: Game, seats: int | None, ruleset: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
) -> Setup:
    count = seats or 2
    tables = blank(rules.Tables, count)
    tables.seats = count
    return Setup(game, ruleset, count, options, edits or {}, tables)
