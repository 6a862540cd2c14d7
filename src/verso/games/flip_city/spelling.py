"""What texts of actions say in Flip City: the same in every position. Kernel source, like the rules."""

from __future__ import annotations

from verso.games.flip_city.notation.actions import text_of
from verso.games.flip_city.rules import State, Tables
from verso.games.flip_city.ruleset import FlipCitySetup


def spell(s: State, t: Tables, action: int) -> int:
    return action


def spelled(setup: FlipCitySetup, number: int) -> str:
    return text_of(setup, number)
