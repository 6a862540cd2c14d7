# Flip City in English. Face names stand in cards.toml.

action-play = Play { $card }
action-play-unseen = Play the top card
action-stop = Stop and build
action-shuffle = Shuffle the discard pile into a new deck
action-done = End the turn
action-recycle = Recycle { $card }: { $gain }
action-buy = Buy { $card } for { $price }
action-flip = Flip { $card } to { $back } for { $price }
action-flip-to = Flip { $card } for { $price } and give it to seat { $seat } as { $back }
action-flip-to-name = Flip { $card } for { $price } and give it to { $name } as { $back }
action-flip-away = Flip { $card } for { $price }: it leaves the game
action-develop = Develop { $card } to { $back } for { $price }
action-remove = Remove { $card } from the game
action-start = Seat { $seat } starts
action-start-name = { $name } starts
action-top = { $card } comes up
action-bottom = { $card } goes from the bottom of the deck to the discard pile

gain-cash = +{ $count } cash
gain-points = +{ $count } { $count ->
    [one] point
   *[other] points
  }
gain-unhappy = +{ $count } unhappiness
gain-limit = limit +{ $count }
gain-to-top = goes on top of your deck as { $back }

why-chance = chance is to act, not a player
why-not-chance = nothing is left to chance now
why-phase-build = that is done in the play phase, and you are building
why-phase-play = first stop playing cards, then build
why-phase-remove = first remove a card from the supply
why-shuffle-first = a card is removed from the supply only when you shuffle
why-not-alone = only a game alone removes cards from the supply
why-must-be-played = { $card } on top must be played
why-play-next = the card played last makes you play the next one too
why-play-one = play at least one card before you stop
why-deck-empty = your deck is empty
why-deck-not-empty = you shuffle only when your deck is empty
why-nothing-to-shuffle = there is nothing in your discard pile to shuffle
why-not-in-discard = there is no { $card } in your discard pile
why-not-recyclable = { $card } cannot be recycled
why-no-fee = { $card } has no flip fee
why-no-cost = { $card } cannot be bought
why-pile-empty = the supply has no { $card } left
why-too-dear = { $card } costs { $price }, you have { $cash }
why-no-action = your action of this turn is used
why-no-such-card = this game has no such card
why-give = { $card } goes to an opponent: say to which seat
why-not-give = { $card } cannot be given to anybody
why-not-self = you cannot give { $card } to yourself
why-not-in-deck = there is no { $card } left in that deck
why-other-reveal = that is not what is to be revealed now

effect-must-be-played = While on top of your deck it must be played.
effect-play-next = When played: you must also play the next card.
effect-cash-per-unhappy = When played: +{ $count } cash for each unhappiness you have, its own included.
effect-raise-limit = When played: limit +{ $count } this turn.
effect-discard-bottom = When played: the bottom card of your deck goes to your discard pile.
effect-extra-buys = When played: { $count } additional { $count ->
    [one] Buy
   *[other] Buys
  } this turn.
effect-extra-flips = When played: { $count } additional { $count ->
    [one] Flip
   *[other] Flips
  } this turn, { $discount } cheaper.
effect-give-away = When flipped: it goes to the discard pile of an opponent you choose; alone, it leaves the game.
effect-win-with-cards = Victory: with this card and at least { $count } cards played this turn.
effect-recycle = Recycle: { $gain }.

short-must-be-played = Must be played.
short-play-next = Play the next card too.
short-cash-per-unhappy = +{ $count } cash for each unhappiness, its own included.
short-raise-limit = Limit +{ $count }.
short-discard-bottom = Bottom card goes to your discard.
short-extra-buys = +{ $count } { $count ->
    [one] Buy
   *[other] Buys
  } this turn.
short-extra-flips = +{ $count } { $count ->
    [one] Flip
   *[other] Flips
  } this turn, { $discount } cheaper.
short-give-away = When flipped: goes to an opponent.
short-give-away-alone = When flipped: leaves the game.
short-win-with-cards = Wins with { $count } cards played.

figure-cost = cost { $count }
figure-fee = flip { $count }
figure-cash = cash { $count }
figure-points = points { $count }
figure-unhappy = unhappiness { $count }

show-turn = Turn { $number }: { $who }
show-you = your turn
show-seat = seat { $seat }
show-phase-play = playing cards
show-phase-remove = removing a supply card
show-phase-build = building
show-counts = cash { $cash } | points { $points } | unhappiness { $unhappy } of { $limit } | cards played { $played }
show-left = actions { $actions } | additional Buys { $buys } | additional Flips { $flips }
show-played = played: { $cards }
show-supply = supply:
show-pile = { $count } x { $card } (buy { $cost })
show-pile-develop = { $count } x { $card } (buy { $cost }, develop to { $back } { $price })
show-player = seat { $seat }
show-player-you = seat { $seat } (you)
show-deck = deck { $count }
show-top = on top: { $face }
show-other-side = other side: { $face }
show-rest = still in the deck: { $cards }
show-discard = discard: { $cards }
show-none = nothing
show-won = seat { $seat } wins by { $reason }
show-won-name = { $name } wins by { $reason }
show-lost = lost: the supply is empty
show-truncated = no winner after { $turns } turns
reason-points = points
reason-cards = cards played
show-result = turns taken { $turns }, supply left { $supply }

told-play = played { $card }
told-stop = stopped
told-shuffle = shuffled the discard pile into a new deck
told-done = ended the turn
told-recycle = recycled { $card }: { $gain }
told-buy = bought { $card } for { $price }
told-flip = flipped { $card } to { $back } for { $price }
told-flip-to = flipped { $card } for { $price } and gave it to seat { $seat } as { $back }
told-flip-to-name = flipped { $card } for { $price } and gave it to { $name } as { $back }
told-flip-away = flipped { $card } out of the game for { $price }
told-develop = developed { $card } to { $back } for { $price }
told-remove = removed { $card } from the game
told-start = Seat { $seat } started
told-start-name = { $name } started
told-top = { $card } came up
told-bottom = { $card } went from the bottom of the deck to the discard pile
event-over-limit = went over the limit with unhappiness { $unhappy } of { $limit } and kept nothing

rules-turn = Play cards from the top of your deck, one at a time: each gives cash, points and unhappiness. With more than { $limit } unhappiness your turn ends at once, with nothing.
rules-build = Stop in time to build: buy a card, flip one in your discard pile, or develop one (buy it other side up). What you do not spend is gone.
rules-points = You win at the end of your turn with { $points } points in that turn
rules-cards = or with at least { $cards } cards played in it, { $card } among them
rules-start = The rulebook lets whoever last flipped a table begin; here chance decides.
rules-alone = Alone: each shuffle costs a card of the supply, and with the supply empty you lose.

label-cost = cost
label-fee = flip
label-cash = cash
label-points = points
label-unhappy = unhappy
label-start = start
label-supply = supply

ruleset-standard = Standard
about-ruleset-standard = Two to four players; the Office expansion can be added.
ruleset-solo = Alone
about-ruleset-solo = Alone against the shrinking supply.
ruleset-papergames-2025 = Brazilian edition
about-ruleset-papergames-2025 = The Brazilian edition: one to four players, alone never with the Office.
ruleset-tmg-2015 = English edition
about-ruleset-tmg-2015 = The English edition: one to four players, the Office also alone.
ruleset-tmg-2015-text = English rulebook to the letter
about-ruleset-tmg-2015-text = The lists of the English rulebook to the letter, although they cannot fit the box.
option-office = Office
help-office = Adds the cards of the Office expansion to the supply.
