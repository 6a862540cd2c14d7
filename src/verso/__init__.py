"""Verso: card games whose cards have two playable sides.

>>> import verso
>>> position = verso.game(verso.games()[0]).new(seats=2)
"""

from verso.core.game import (
    AmbiguousAction,
    IllegalAction,
    InvalidAction,
    InvalidCards,
    InvalidPosition,
    InvalidSetup,
    Outcome,
    Position,
    View,
)
from verso.core.record import InvalidRecord, Record
from verso.core.rng import Rng
from verso.core.spec import CHANCE, OVER
from verso.games import game, games

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "AmbiguousAction",
    "IllegalAction",
    "InvalidAction",
    "InvalidCards",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSetup",
    "Outcome",
    "Position",
    "Record",
    "Rng",
    "View",
    "game",
    "games",
]
