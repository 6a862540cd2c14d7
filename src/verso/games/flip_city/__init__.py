"""Flip City (Chen, Chih-Fan, 2014): a push-your-luck deck-builder for one to four with double-sided cards.

Sources: the English (2015) and Brazilian (2025) rulebooks; figures as marked in cards.toml. Rulings FC-01 to FC-66 in
docs/rules/flip-city.md. Two players: 256 bytes of state. No hidden information but the order of the decks.
"""

from __future__ import annotations

from verso.core.game import Game

GAME = Game(package=__name__, name="flip-city", title="Flip City", seats=range(1, 5), hides=False)
