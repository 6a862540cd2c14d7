# What bots say about their choices.

only-action = nothing else can be done
by-rule = the published rule of thumb
any-action = any legal action
by-eye = looks best at a glance: { $share }% for { $action }
by-eye-next = looks best at a glance: { $share }% for { $action }, { $next } { $nextshare }%
by-search = wins about { $win }% (±{ $margin })
by-search-next = wins about { $win }% (±{ $margin }); { $next } { $nextwin }%
with-risk = { $reason }; chance to go over the limit before you may stop again: { $risk }%
