"""Phase 10 Flip (Mattel): a rummy of ten phases for two to six, played with double-sided cards that all flip at once.

Source: the Brazilian rulebook; the deck is inferred, deck.csv. Rulings PF-01 to PF-62 in docs/rules/phase-10-flip.md.
Two players: about 1 kB of state. Hidden is which card is which, as far as a seat has not seen both faces.
"""

from __future__ import annotations

from verso.core.game import Game

GAME = Game(package=__name__, name="phase-10-flip", title="Phase 10 Flip", seats=range(2, 7))
