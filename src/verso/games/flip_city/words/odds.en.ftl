# What the odds say, and players who can say why.

by-rule = the published rule of thumb, with { $cash } cash and { $unhappy } unhappiness
odds-actions = Each action, with the cards that must be played after it and nothing else in between:
odds-builds = What each action leaves, and the next turn with it (drawn turns: both ends of the interval):
odds-action = { $action }: { $facts }
odds-over = over the limit { $over }%
odds-over-now = over the limit for certain
odds-first = { $over }% if you first do this: { $action }
odds-first-times = { $over }% if you first do this { $times } times: { $action }
odds-keeps = keeps cash { $cash }, points { $points }
odds-wins = wins { $chance }%
odds-loses = takes the last card of the supply: the game is lost
odds-leaves = leaves cash { $cash }
odds-coming = next turn { $goals }, over the limit { $over }%, cash { $cash }
odds-win = Best chance to win this turn: { $goals }
odds-rival = Seat { $seat }, best chance to win by a turn that began now: { $goals }
odds-goal-points = { $amount } points { $chance }
odds-goal-number = { $amount } cards { $chance }
odds-playing = Playing on with Churches recycled where the visible card would go over, and then no more than must be (means are of turns that are not lost):
odds-line = { $count } more { $count ->
    [one] card
   *[other] cards
  }: over the limit { $bust }%, wins { $win }%, cash { $cash }, points { $points }, cards played { $cards }
odds-best = Best chance, whatever it takes this turn:
odds-goal-cash = at least { $amount } cash
odds-goal = { $goal }: { $chance }%; begin with: { $action }
odds-goal-range = { $goal }: between { $chance }% and { $most }%; begin with: { $action }
odds-never = { $goal }: not this turn
