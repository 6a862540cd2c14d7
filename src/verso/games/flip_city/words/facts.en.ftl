# What can be counted and speaks for an action. Each is a clause that follows the action: "Stop and build: ...".

fact-removes = { $left ->
    [0] it was the last { $card } of the supply
   *[other] { $left } of { $card } stay in the supply
  }
fact-wins-points = you have { $points } points, and { $goal } win
fact-wins-cards = you have played { $cards } cards, and that wins
fact-card-over = { $card } would make { $unhappy } unhappiness, over the limit of { $limit }
fact-card-over-costs = { $card } would make { $unhappy } unhappiness, over the limit of { $limit }, and cost { $amount }
fact-next-ends = { $bad } of the { $total } cards that may come up next would end your turn{ $unless }
fact-next-ends-costs = { $bad } of the { $total } cards that may come up next would end your turn and cost { $amount }{ $unless }
fact-next-surely = whichever card comes up next would end your turn{ $unless }
fact-next-surely-costs = whichever card comes up next would end your turn and cost { $amount }{ $unless }
fact-chain-ends = cards that must be played would end your turn { in-cases }{ $unless }
fact-chain-ends-costs = cards that must be played would end your turn { in-cases } and cost { $amount }{ $unless }
in-cases = { $about ->
    [yes] in about { $bad } of { $total } cases
   *[other] in { $bad } of { $total } cases
  }
unless-recycled = , unless you recycle { $card }
fact-next-safe = { $total ->
    [one] the card that comes up next does not end your turn
   *[other] none of the { $total } cards that may come up next ends your turn
  }
fact-next-goes-on = { $good ->
    [one] 1 of the { $total } cards that may come up next does not end your turn
   *[other] { $good } of the { $total } cards that may come up next do not end your turn
  }
fact-chain-goes-on = { $about ->
    [yes] in about { $good } of { $total } cases no card that must be played ends your turn
   *[other] in { $good } of { $total } cases no card that must be played ends your turn
  }
amount-cash = { $cash } { $cash ->
    [one] coin
   *[other] coins
  }
amount-points = { $points } { $points ->
    [one] point
   *[other] points
  }
amount-both = { amount-cash } and { amount-points }
fact-can-build = with { amount-cash } you can { $action }
fact-deck-empty = your deck is used up
fact-keeps = you keep { $amount }
fact-recycled-safe = once you recycle { $card }, no card that must be played ends your turn
fact-shuffles = { $cards } { $cards ->
    [one] card comes
   *[other] cards come
  } back into your deck
fact-must = { $card } has to be played
fact-brings = it brings { $amount }
fact-raises = the limit is { $limit } then
fact-points-missing = that makes { amount-points }, and { $missing } more { $missing ->
    [one] wins
   *[other] win
  }
fact-cards-missing = that is card { $cards } of this turn, and { $missing } more { $missing ->
    [one] wins
   *[other] win
  }
fact-makes-points = that makes { $points } points, and { $goal } win
fact-makes-cards = that is card { $cards } of this turn, and so many win
fact-recycle-saves = without it { $next } goes over the limit
fact-recycle-top = { $card } lies on top then
fact-recycle-cash = you have { $count } { $count ->
    [one] coin
   *[other] coins
  } then
fact-recycle-points = you have { $count } { $count ->
    [one] point
   *[other] points
  } then
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
    [0] no card of yours has to be played any more
    [one] only { $left } card of yours has to be played then
   *[other] { $left } of your cards have to be played then, one fewer
  }
fact-given-forced = { $count ->
    [one] one card of that opponent has to be played then
   *[other] { $count } cards of that opponent have to be played then
  }
fact-given-unhappy = the city of that opponent has { $count } unhappiness then
fact-uses-all = it uses { $cash ->
    [one] your only coin
   *[other] all of your { $cash } coins
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
