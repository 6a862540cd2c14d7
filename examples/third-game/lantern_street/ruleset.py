"""The one ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lantern_street import rules
from verso.core.game import Game, InvalidSetup, Setup, joined
from verso.core.spec import blank


def ruleset_names() -> tuple[str, ...]:
    return ("standard",)


def prepare(
    game: Game, seats: int | None, ruleset: str, options: Mapping[str, Any], edits: Mapping[str, Any] | None
) -> Setup:
    count = game.seats[0] if seats is None else seats
    if ruleset not in ruleset_names():
        raise InvalidSetup(f"{game.name} has no ruleset {ruleset!r}; it has {joined(ruleset_names())}")
    if count not in game.seats:
        raise InvalidSetup(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} seats, not {count}")
    if options or edits:
        raise InvalidSetup(f"{game.name} has no options, and its lanterns cannot be changed")
    tables = blank(rules.Tables, count)
    tables.seats = count
    return Setup(game, ruleset, count, {}, {}, tables)
