"""Lantern Street: hang lanterns with a day side and a night side, and turn the street when it suits you."""

from __future__ import annotations

from verso.core.game import Game

GAME = Game(package=__name__, name="lantern-street", title="Lantern Street", seats=range(2, 5))
