# What only the page says of Flip City.

about = Build a city one card at a time, turn cards over to make them better, and stop before people lose patience.
tagline = Push your luck, turn your cards over.
quick-cards = Cards
quick-base = Base
quick-office = With Office
top-of-deck = Top of the deck: { $card }. Look at both sides
deck-count = Deck { $count }
discard-count = Discard { $count }
card-times = { $count } × { $card }
street-of = The street of { $name }
street-empty = { $name } has not played a card yet
played-cards = Cards played this turn
cards-played = Cards played
cash = Cash
points = Points
unhappiness = Unhappiness
of = { $count } of { $most }
supply = Supply
supply-pile = { $card }, on its other side { $back }: { $count } left. Look at both sides
buy = Buy
develop = Develop
buy-price = Buy { $card } for { $price }
develop-price = Develop { $card } to { $back } for { $price }
remove = Remove
do-remove = Remove a card from the supply
do-build = Build, or end the turn
do-done = Nothing within reach
do-must-play = You must play on
do-lost = Over the limit: the turn is lost
do-empty = Your deck is empty
do-play = Play on, or stop
do-win = This turn wins
still-in-deck = Still in the deck
both-sides = Both sides of the card
this-side = This side
other-side = Other side
card-cost = Build cost
card-fee = Flip fee
odds-bust = Over the limit
odds-reach = { $points } points
lost-alone = The city has lost
ending-points = Enough points in one turn. The windows light up.
ending-cards = A street so long that it carries the game.
ending-supply = The supply is empty.
ending-truncated = The game went on for too long.
detail-turns = Turns
detail-supply = Supply left
provenance = The card pictures of the rulebooks are lost: most figures come from public sources, some had to be reconstructed.
reconstructed-figures = Some figures of this card are reconstructed.
tip-first = Your turn begins with a card from the top of your deck. Play it: its coins, medals and clouds count at once.
tip-forced = This one has to be played, like it or not. The line under the button says why.
tip-go-on = You see the next card before you decide. More cards mean more coins, and more clouds. Two clouds are fine, three end the turn.
tip-limit = The sky is full: one more cloud ends your turn with nothing. Look at what is left in your deck before you go on.
tip-shuffle = Your deck is empty. Stop and build, or shuffle your discard pile and go on playing.
tip-build = Time to build. Buy a card, flip one of your discards to its night side, or develop: both at once. Everything shows its price.
tip-done = Nothing more to build. End the turn; your cards go to your discard pile.
tip-remove = Alone, the supply runs away: each shuffle costs one of its cards. Give away one that you can do without.
your-discard = Your discard
discard = Discard
recycle = Recycle
recycles-later = recycles in play
flip = Flip { $price }
give-away = Give { $price }
peek = Look closely at the city of { $name }
give-to = Give to { $name }
give-whom = Who gets the { $card }? It becomes { $back }.
cancel = Cancel
nothing-there = Nothing there yet
left-in-supply = { $count } left
short = { $count } { $count ->
    [one] coin
   *[other] coins
  } short
short-seen = { $count } { $count ->
    [one] coin
   *[other] coins
  } short
leaves = leaves { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
means-action = { $count ->
    [one] 1 action
   *[other] { $count } actions
  }
means-buys = +{ $count } { $count ->
    [one] Buy
   *[other] Buys
  }
means-flips = +{ $count } { $count ->
    [one] Flip
   *[other] Flips
  }
win-points = { $points } points: end the turn and win
win-cards = { $cards } cards: end the turn and win
click-over = over the limit before you may stop
click-over-now = This goes over the limit: the turn is lost
click-must-over = that { $card } follows and must be played: over the limit
click-must = { $chance } that { $card } follows and must be played
click-first = { $chance } if first: { $action }
click-loses = This takes the last card of the supply: the game is lost
click-keeps = Keeps { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
about-figure = about { $figure }
win-by-going-on = To win by playing on: { $ways }
win-way-points = points { $chance }
win-way-cards = cards { $chance }
moment-lost = { $name } goes over the limit
moment-lost-more = Unhappiness { $unhappy }, limit { $limit }.
moment-lost-what = Lost: { $points } { $points ->
    [one] point
   *[other] points
  }, { $cash } { $cash ->
    [one] coin
   *[other] coins
  }.
past-turn = { $cards } { $cards ->
    [one] card
   *[other] cards
  }, { $points } { $points ->
    [one] point
   *[other] points
  }, { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
past-lost = Over the limit after { $cards } { $cards ->
    [one] card
   *[other] cards
  }: lost { $points } { $points ->
    [one] point
   *[other] points
  }, { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
did-buy = bought { $card }
did-develop = developed { $card } to { $back }
did-flip = flipped { $card } to { $back }
did-give = gave { $back } to { $name }
did-recycle = recycled { $card }
did-remove = removed { $card }
did-nothing = built nothing
did-times = { $sentence } ×{ $count }
tell-next = Tell the last turn of the next player
no-turn-yet = No turn yet
best-turn = Best turn so far
city-of = The city of { $name }
first-to-win = First to win
goals = { $points } points in one turn, or { $cards } cards. Faces stand at their best turn; whoever plays, at this one.
goals-points = { $points } points in one turn. Faces stand at their best turn; whoever plays, at this one.
track-points = Points in a turn
track-cards = Cards in a turn
track-you-best = best { $best }
track-you = now { $now }, best { $best }
track-of-best = { $name }: at best { $best } of { $most }
track-of = { $name }: { $now } of { $most }, at best { $best }
supply-clock = The supply is your clock: { $count } { $count ->
    [one] card
   *[other] cards
  } left
supply-last = Last card: taking it loses the game
rival = { $name } can win next turn: { $chance }
rival-ways = by points { $points }, by cards { $cards }
turn-by-turn = Turn by turn
turn-lost = over the limit
turn-row = { $cards } { $cards ->
    [one] card
   *[other] cards
  }, { $points } { $points ->
    [one] point
   *[other] points
  }
key-cards = cards
key-points = points
next-turn = Your next turn
next-as-it-is = as it is
next-with = with { $card }
odds-cards = { $cards } cards
give-has = has { $count } × { $card }
moment-next = Next card
moment-below = { $count ->
    [one] { $count } card below it
   *[other] { $count } cards below it
  }

mark-lost = over the limit
mark-flip = flips
end-cards = cards, { $most } to win
end-points = points, { $most } to win
end-city = { $count ->
    [one] 1 card
   *[other] { $count } cards
  }
end-best = Best turn: { $points } { $points ->
    [one] point
   *[other] points
  }, { $cards } { $cards ->
    [one] card
   *[other] cards
  }
