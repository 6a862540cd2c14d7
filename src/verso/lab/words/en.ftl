# The lab in English: what is said of every game.

lab-refused-unknown = there is no such figure
lab-refused-switch = it is on or off
lab-refused-choice = it is one of { $values }
lab-refused-number = a whole number from { $least } to { $most }
lab-refused-price = a whole number from { $least } to { $most }, or none
lab-busy-own = you have other comparisons going on: end one of them first
lab-busy-all = too much is being compared now: try again in a moment
lab-off = this server has no lab
lab-failed = the comparison could not be made
lab-no-retraining = only light players that learn can be retrained
lab-too-slow = games of this table take too long to be compared here

lab-players-light = light players
lab-players-search = players that search

lab-group-seats = Wins by seat
lab-about-seats = Counted by who acts first. In an even game each wins { $even }.
lab-group-length = Length
lab-about-length = Minutes are a guess: so many seconds for each kind of action, the same at both tables.
lab-group-endings = How games end
lab-about-endings = Shares of all games.
lab-group-fates = Lead and comebacks
lab-about-fates = The light player judges after each turn who leads. A comeback is a win by somebody who once stood at less than half an even chance.
lab-group-own = In the course of a game
lab-about-own = Counted over all games and players.
lab-group-plans = Wins by plan
lab-about-plans = What winners had most of. In an even game each plan wins { $even }.
lab-group-has = Who has what
lab-about-has = Share of players who got one in a game.
lab-group-uses = What is used
lab-about-uses = How many a player uses in a game.
lab-group-lift = What a card is worth
lab-about-lift = How much more often those win who have it, in points, among players of one game and with everything else they have held equal. It goes along with winning; it need not cause it: “doing without” shows that.
lab-group-skill = How much skill decides
lab-about-skill = One light player among careless ones, who make one choice in { $slips } blindly. Where only luck decides it wins { $even }.
lab-group-decisions = Choices that matter
lab-about-decisions = Choices in a game at which the other actions are surely worth less than the one taken, taken together, and what a blind choice costs. Measured by playing on, on few deals.
lab-group-searched = Light players beside players that search
lab-about-searched = Both play the edited table on the same deals: first light players, then players that search. Where they differ much, light players misplay the card, and their figures are to be taken with care.
lab-group-without = Doing without
lab-about-without = Wins of one player who alone never gets or does it, among others who may. With nothing lost it wins { $even }.
lab-group-nobody = If nobody gets or does it
lab-about-nobody = How long games are then.

lab-seat = { $place ->
    [1] First to act
    [2] Second
    [3] Third
    [4] Fourth
    [5] Fifth
   *[other] Sixth
  }
lab-plan-left = Plan: { $name }
lab-length = Actions, chance included
lab-minutes = Minutes, estimated
lab-decisions = Choices of each player
lab-leads = Changes of the lead
lab-comebacks = Games won from behind
lab-skill = One light player among careless ones
lab-matter = Choices that matter, in a game
lab-stake = Cost of a blind choice
lab-about-spread = Mean { $before } before, { $after } now.
lab-about-spread-known = Mean { $before } before, { $after } now ({ $low } to { $high }).

lab-headline-early = Too early to say
lab-headline-nothing = Nothing changes that { $deals } deals could show
lab-headline-unsure = No change is sure after { $deals } deals: wins by seat may still differ by up to { $points } points
lab-headline-longer = games get { $count } longer
lab-headline-shorter = games get { $count } shorter
lab-headline-first-more = acting first wins { $points } points more often
lab-headline-first-less = acting first wins { $points } points less often
lab-headline-wins = { $name }: { $before } of wins before, { $after } now
lab-headline-has = { $name }: { $before } of players got one before, { $after } now
lab-headline-own = { $name }: { $before } before, { $after } now
lab-headline-other = { $group }, { $name }: { $before } before, { $after } now

lab-note-light = Judged by light players: they read what cards do, also edited ones, but do not look ahead. Players that search may make more of a card.
lab-note-retrained = The light players of the edited table were taught on it first, by { $games } games ({ $seconds } s). One of them among players as they were wins { $wins }, where { $even } would be even, so they play and judge the edited table. Choices that matter and players that search are judged as before.
lab-note-retrained-vainly = Teaching light players the edited table by { $games } games ({ $seconds } s) made them not surely better: one of them among players as they were wins { $wins }, where { $even } would be even. So players as they were play and judge.
lab-note-misplayed = Light players misplay what is edited here. Players that search do surely otherwise: { $names }. Take the figures of light players with care, or let players that search play all games.
lab-misplayed-one = { $name }, { $light } of light players, { $search } of those that search
lab-note-played-alike = On { $deals } deals players that search got no card surely and much more or less often than light ones.
lab-note-others = Judged by games of { $players }.
lab-note-pairs = Both tables met the same { $deals } deals.
lab-note-worth = A pair of games on the same deal says as much of who wins by seat as { $worth } on different deals: they did the work of { $games }.
lab-note-luck = Chance was measured at every draw and taken away from wins by seat, which leaves them right on average. Of their change, a pair without its luck says as much as { $gain } with it: { $deals } deals did the work of { $games }.
lab-note-intervals = Every interval is a 95% interval for itself. What is counted are deals, not games or players.
lab-note-corrected = { $count } { $count ->
    [one] change is
   *[other] changes are
  } looked at together. Those marked sure are so after Holm’s correction: all of them taken together are wrong in at most 5 of 100 such reports. Looking at it while it grows is not corrected for.
lab-note-never = At the edited table nobody gets or does this: { $names }. Choices that matter are not measured then.
lab-note-stopped = It was ended before all { $total } deals were played.

lab-points = points
lab-sure = sure
lab-shipped = as shipped
lab-edited = as edited
lab-change = change

lab-html-title = The lab: { $title }
lab-html-differs = What differs
lab-html-figure = figure
lab-html-nobody = Nobody gets or does this
lab-html-plot = beside each other
lab-html-table = The same as a table
lab-html-same = Both tables have the same figures and options.
lab-html-repeat = What repeats this
lab-html-version = Verso { $version }, behaviour { $behaviour } of its bots, seed { $seed }, { $deals } deals, { $seconds } s.
lab-html-interval = 95% interval
lab-html-played = { $ruleset }, { $seats } { $seats ->
    [one] player
   *[other] players
  }, { $deals } deals, each played at both tables.
lab-html-deals = { $deals } deals
lab-html-read = How to read this report

lab-tune-start = Where the search began:
lab-tune-proposal = { $changes } ({ $steps } { $steps ->
    [one] step
   *[other] steps
  })
lab-tune-nothing = nothing changed
tuned-met = Meets the wishes, to { $miss } steps of five points, or a twentieth of a figure.
tuned-missed = Misses the wishes by { $miss } steps of five points, or a twentieth of a figure.
tuned-nothing = Nothing that was tried comes nearer to the wishes.
lab-tune-deals = All trials met the same { $games } deals. What is proposed was measured again on { $again } others, and so was the table that the search began from.
lab-tune-chance = Trials were chosen at random, then next to the best ones: the optimiser optuna is not installed here.
lab-tune-stopped = It was ended after { $tried } of { $trials } trials.

lab-wish-none = say at least one wish, and one figure that may move
lab-wish-form = “{ $text }”: a wish is FIGURE=VALUE, FIGURE=LEAST..MOST or FIGURE=FIGURE
lab-wish-value = “{ $text }”: { $value } is no number, no two numbers and no figure
lab-wish-above = { $key }: { $least } is above { $most }
lab-wish-bounds = “{ $text }”: say FIELD=LEAST..MOST
lab-wish-outside = { $field } can move between { $least } and { $most }
lab-wish-no-field = there is no figure { $field } that could move; there is { $fields }, …
lab-wish-still = { $field } is no number that could move
lab-wish-no-figure = there is no figure { $key } to wish about; there is { $figures }
