# What bots say about their choices.

only-action = nothing else can be done
by-rule = the published rule of thumb, with { $cash } cash and { $unhappy } unhappiness
any-action = any of { $count } legal actions
by-eye = looks best at a glance: { $share }% for { $action }, { $next } { $nextshare }%
by-search = wins about { $win }% (±{ $margin })
by-search-next = wins about { $win }% (±{ $margin }); { $next } { $nextwin }%
with-win = { $reason }; wins about { $win }% (±{ $margin })
with-risk = { $reason }; chance to go over the limit before you may stop again: { $risk }%

odds-next = Chance to go over the limit before you may stop again, if you go on now: { $risk }%
odds-playing = Playing on, and then no more than must be (means are of turns that are not lost):
odds-line = { $count } more { $count ->
    [one] card
   *[other] cards
  }: over the limit { $bust }%, wins { $win }%, cash { $cash }, points { $points }, cards played { $cards }
odds-best = Best chance, whatever it takes this turn:
odds-goal-cash = at least { $amount } cash
odds-goal-points = { $amount } points
odds-goal-cards = enough cards played to win
odds-goal = { $goal }: { $chance }%; begin with: { $action }
odds-goal-range = { $goal }: between { $chance }% and { $most }%; begin with: { $action }
odds-never = { $goal }: not this turn

odds-draw = The next card of the draw pile helps at once: { $chance }%; cards that do, still to be drawn on average: { $outs }
odds-take-yes = The visible card of the discard pile helps at once.
odds-take-no = The visible card of the discard pile does not help at once.
odds-estimated = There is too much to count: all figures are estimates from drawn completions.
odds-within = Phase in hand (or a card to lay on the table) within 1, 2, ... draws from the draw pile: { $chances }
odds-within-taking = The same with the visible discard as the first card: { $chances }
odds-flip = After a flip you would hold your phase: { $holds }; most likely you would miss { $count ->
    [0] nothing
    [one] { $count } card
   *[other] { $count } cards
  } ({ $share }%)
odds-points = Seat { $seat }: cards in hand cost { $now } now, { $then } after a flip
odds-missing = Seat { $seat }: { $count ->
    [0] would hold the phase after a flip
    [one] would miss { $count } card after a flip
   *[other] would miss { $count } cards after a flip
  }
