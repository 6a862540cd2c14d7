# What bots say about their choices.

only-action = nothing else can be done
any-action = any of { $count } legal actions
line = then { $actions }
quoted = “{ $action }”
looked-best = it wins most often in the search
equal = { $others } { $count ->
    [one] is
   *[other] are
  } as good
equal-more = { $others } and { $more } more are as good
by-eye = looks best at a glance, before { $next }
by-search = wins { $low } to { $high } of 100 games
by-search-next = wins { $low } to { $high } of 100 games, { $next } about { $nextwin }
