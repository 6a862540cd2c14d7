# What bots say about their choices.

only-action = nothing else can be done
any-action = any of { $count } legal actions
line = then: { $actions }
looked-best = it wins most often in the search
equal = { $others } { $count ->
    [one] is
   *[other] are
  } as good
equal-more = { $others } and { $more } more are as good
by-eye = looks best at a glance: { $share }% for { $action }, { $next } { $nextshare }%
by-search = wins about { $win }% (±{ $margin })
by-search-next = wins about { $win }% (±{ $margin }); { $next } { $nextwin }%
with-win = { $reason }; wins about { $win }% (±{ $margin })
