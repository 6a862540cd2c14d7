# The lab of Phase 10 Flip in English: its figures and what is counted.

lab-phases = Phases
lab-phase = Phase { $number }
lab-no-group = none
lab-group = Group { $number }
lab-points = Points in a hand
lab-points-low = Numbers 1 to 9
lab-points-high = Numbers 10 to 12
lab-points-star = Stars
lab-deck = Deck
lab-value = figure
lab-colour = Colour
lab-colour-value = On the colour side
lab-colour-flip = Flip on the colour side
lab-wild-value = On the wild side
lab-wild-flip = Flip on the wild side
lab-number = { $number }
lab-star = Star
lab-card = { $colour }, { $wild } on the back

lab-habit-taking = Taking from the discard pile
lab-habit-stars = Stars in phases
lab-habit-flipping = Discarding cards that flip
lab-habit-hitting-others = Adding to groups of others
lab-habit-laying-wild = Laying on the wild side
lab-left-number = Cards with { $number }
lab-measure-laid = Rounds in which a player lays the phase
lab-measure-flips = Flips in a round
lab-measure-turns = Turns of a player in a round
lab-measure-taken = Draws from the discard pile
lab-measure-score = Points of a player in a round

lab-length = Rounds
lab-length-count = { $count } rounds
lab-end-phases = One alone finishes all phases
lab-end-score = Several finish: fewest points
lab-end-replay = A tie played again
lab-end-rounds = All rounds are played
lab-end-truncated = Cut off

refused-two-flips = a card has the Flip symbol on one side at most
refused-same-number = the card has the number { $number } on both sides
refused-star-flip = a Star never has the Flip symbol
refused-groups = a phase is two runs, or a run and up to two sets after it
refused-sizes = a run has 2 to 5 cards, a set 2 to 4
refused-too-many = a phase has at most 10 cards, as many as are dealt
