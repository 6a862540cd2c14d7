# How Phase 10 Flip is played, for people to read: `section-…` is a title, and `section-…-1`, `-2`, … what is said below it.

section-goal = What it is about
section-goal-1 = Ten phases, one after the other, each a different combination of runs and sets. Whoever first completes the tenth wins; if several do in the same round, the one with the fewest points.
section-goal-2 = Every card has two sides: a colour side and a wild side. You play with the side that faces you, and everybody else sees the other one.

section-see = What you see
section-see-1 = You see the active side of your own cards. Of everybody else's hand, and of the next card to be drawn, you see the side that is not active. Reading backs is half the game.

section-turn = A turn
section-turn-1 = Draw the next card or take the top of the discard pile. Lay down your phase if you can and wish, all of it at once. Once your phase lies, add cards to any group on the table. End by discarding a card.
section-turn-2 = If your hand is empty after adding or discarding, you have gone out and the round ends.

section-groups = Runs, sets and Stars
section-groups-1 = A run is consecutive numbers of one colour; a set is cards of the same number in any colours. Runs go from 1 to 12 and do not go round.
section-groups-2 = A colour-side Star is any number of its own colour; a wild-side Star any number of any colour; a wild-side number has any colour. Say a Star's number when you lay it: it stays. A phase needs at least one number card.
section-groups-3 = A run made of wild-side cards only takes its colour from the first colour-side card that joins it.

section-flip = The flip
section-flip-1 = Discard a card with the flip mark and everything turns over: the discard pile, the draw pile and every hand. Groups on the table stay as they are. The new side is in play until the next flip mark is discarded.
section-flip-2 = If you go out with such a card, hands are counted on the new side.

section-phases = The phases

section-score = Points
section-score-1 = Cards left in your hand count on the active side: 1 to 9 five points, 10 to 12 ten, a Star twenty. Few points are good. Whoever laid the phase goes on to the next one; the others try theirs again.
