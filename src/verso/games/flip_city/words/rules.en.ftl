# How Flip City is played, for people to read: `section-…` is a title, and `section-…-1`, `-2`, … what is said below it.

section-goal = What it is about
section-goal-1 = You build a city from a small deck of your own. Every card has two sides, and turning cards over is how a city grows up.
section-goal-2 = You win at the end of your turn if that turn brought 8 points, or if you played 18 cards in it with a Convenience Store among them.

section-setup = Before the first turn
section-setup-1 = Everybody begins with the same nine cards: four Residential Areas, an Apartment, a Convenience Store, a Hospital, a Factory and a Central Park. Each deck is shuffled; each card keeps its side.
section-setup-2 = The top card of every deck lies open to everybody. What is below it nobody knows, not even its owner. Discard piles, the street and the supply can be looked at at any time.
section-setup-3 = Who starts is left to chance. (At a real table: whoever was last to flip one.)

section-play = Playing cards
section-play-1 = Play cards from the top of your deck, one after the other. Each gives its cash, its points and its unhappiness at once, and then does what it says.
section-play-2 = After each card decide: the next one, or stop and build. You see the next card before you decide. At least one card must be played while your deck has any.
section-play-3 = A Residential Area on top of your deck must be played. After a Shopping Mall you must play one more card.
section-play-4 = When your deck is empty, stop, or shuffle your discard pile into a new deck and go on.

section-unhappiness = Unhappiness
section-unhappiness-1 = People put up with 2 unhappiness a turn, and with one more for each Church played or recycled in it. Go over that and the turn ends on the spot: nothing is built, nothing is won, and your played cards go to your discard pile.
section-unhappiness-2 = A Hospital pays one coin for each unhappiness you have when it is played, its own included.

section-recycle = Recycling
section-recycle-1 = While you play cards you may turn over cards in your discard pile that can be recycled, as many as you like, and take what they give. They stay in the discard pile on their other side.

section-build = Building
section-build-1 = When you stop you have one action: Buy a card from the supply, Flip a card in your discard pile for its fee, or Develop: buy a card and flip it in one go. You may also do nothing.
section-build-2 = What you get goes to your discard pile. Cards you played this turn are not there yet, so they cannot be flipped now.
section-build-3 = A Central Park played this turn gives one more Buy, a Station one more Flip that is cheaper. Cash is shared between all of it, and what you do not spend is gone.
section-build-4 = An Apartment you flip becomes a Residential Area in the discard pile of an opponent you choose.

section-solo = Alone
section-solo-1 = The supply begins with four of each card. Each time you shuffle, you first remove a card from the supply. When the supply is empty you have lost, whatever emptied it. A flipped Apartment leaves the game.

section-cards = All cards
