# What the odds say. A chance that was counted has one figure, one that was drawn the two ends of its interval.

odds-estimated = There is too much to count: all figures are estimates from drawn completions.
odds-actions = What each action leads to:
odds-action = { $action }: { $facts }
odds-lays = phase complete { $chance }
odds-hits = fits the table { $chance }
odds-holds = phase complete then { $chance }
odds-is = it is { $face }
odds-with = with { $faces }
odds-with-more = with { $faces } and { $more } more
odds-short = { $count ->
    [0] keeps the phase complete
    [one] leaves you { $count } card short
   *[other] leaves you { $count } cards short
  }
odds-costs = hand costs { $points }
odds-out = you go out
odds-flips = turns the table
odds-helps-next = helps seat { $seat }: { $chance }
odds-within = Phase in hand (or a card to lay on the table) within 1, 2, ... draws from the draw pile: { $chances }
odds-within-taking = The same with the visible discard as the first card: { $chances }
odds-hands = Every hand, and what a flip would do to it:
odds-hand = { $who }: { $facts }
odds-own = You
odds-seat = Seat { $seat }
odds-points = costs { $now } now, { $then } after a flip
odds-lays-flipped = lays at once after a flip
odds-may-lay-flipped = lays at once after a flip: { $chance }
odds-short-flipped = { $count ->
    [0] has all cards of the phase after a flip
    [one] { $count } card short after a flip
   *[other] { $count } cards short after a flip
  }
odds-hits-flipped = { $count ->
    [0] nothing to lay on the table after a flip
    [one] lays { $count } card on the table after a flip
   *[other] lays { $count } cards on the table after a flip
  }
