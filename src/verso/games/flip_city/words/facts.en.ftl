# What can be counted and speaks for an action. Each is a clause that follows the action: "Stop and build: ...".

fact-removes = { $left ->
    [0] it was the last { $card } of the supply
   *[other] { $left } of { $card } stay in the supply
  }
fact-wins-points = you have { $points } points, and { $goal } win
fact-wins-cards = you have played { $cards } cards, and that wins
fact-card-over = { $card } would make { $unhappy } unhappiness, over the limit of { $limit }
fact-next-ends = { $bad } of the { $total } cards that may come up next would end your turn
fact-next-safe = { $total ->
    [one] the card that comes up next does not end your turn
   *[other] none of the { $total } cards that may come up next ends your turn
  }
fact-costs = that would cost { $cash } { $cash ->
    [one] coin
   *[other] coins
  } and { $points } { $points ->
    [one] point
   *[other] points
  }
fact-can-build = with { $cash } { $cash ->
    [one] coin
   *[other] coins
  } you can do this: { $action }
fact-deck-empty = your deck is used up
fact-keeps = you keep { $cash } { $cash ->
    [one] coin
   *[other] coins
  } and { $points } { $points ->
    [one] point
   *[other] points
  }
fact-shuffles = { $cards } { $cards ->
    [one] card comes
   *[other] cards come
  } back into your deck
fact-must = { $card } has to be played
fact-brings-both = { $card } brings { $cash } { $cash ->
    [one] coin
   *[other] coins
  } and { $points } { $points ->
    [one] point
   *[other] points
  }
fact-brings-cash = { $card } brings { $count } { $count ->
    [one] coin
   *[other] coins
  }
fact-brings-points = { $card } brings { $count } { $count ->
    [one] point
   *[other] points
  }
fact-raises = the limit is { $limit } then
fact-points-missing = { $missing } more { $missing ->
    [one] point wins
   *[other] points win
  }
fact-cards-missing = { $missing } more { $missing ->
    [one] card wins
   *[other] cards win
  }
fact-recycle-wins = that makes { $points } points, and { $goal } win
fact-recycle-saves = without it { $next } goes over the limit
fact-recycle-top = { $card } lies on top then
fact-recycle-cash = it brings { $count } { $count ->
    [one] coin
   *[other] coins
  }
fact-recycle-points = it brings { $count } { $count ->
    [one] point
   *[other] points
  }
fact-city-points = with { $card } your city has { $points } points, and { $goal } in one turn win
fact-city-cards = your city has { $cards } cards then, and { $goal } played in one turn win
fact-face-limit = { $card } raises the limit of a turn
fact-face-cash = { $card } brings { $cash } { $cash ->
    [one] coin
   *[other] coins
  } whenever it is played
fact-face-bottom = { $card } brings the bottom card of your deck back sooner
fact-fewer-unhappy = your city has { $after } unhappiness then instead of { $before }
fact-fewer-forced = { $left ->
    [0] no card has to be played any more
    [one] only { $left } card has to be played then
   *[other] { $left } cards have to be played then, one fewer
  }
fact-given = an opponent gets it as { $card }
fact-uses-all = it uses all of your { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
fact-leaves = it leaves { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
fact-nothing-payable = with { $cash } { $cash ->
    [one] coin
   *[other] coins
  } there is nothing else to do
fact-other-unhappy = { $card } would bring { $count } unhappiness whenever it is played
fact-city-stays = your city stays at { $cards } cards
