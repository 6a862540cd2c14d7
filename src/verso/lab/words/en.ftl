# The lab in English: what is said of every game.

refused-unknown = there is no such figure
refused-switch = it is on or off
refused-choice = it is one of { $values }
refused-number = a whole number from { $least } to { $most }
refused-price = a whole number from { $least } to { $most }, or none

players-light = light players
players-search = players that search

group-seats = Wins by seat
about-seats = Counted by who acts first. In an even game each wins { $even }.
group-length = Length
about-length = Minutes are a guess: so many seconds for each kind of action, the same at both tables.
group-endings = How games end
about-endings = Shares of all games.
group-fates = Lead and comebacks
about-fates = The light player judges after each turn who leads. A comeback is a win by somebody who once stood at less than half an even chance.
group-own = In the course of a game
about-own = Counted over all games and players.
group-plans = Wins by plan
about-plans = What winners had most of. In an even game each plan wins { $even }.
group-has = Who has what
about-has = Share of players who got one in a game.
group-uses = What is used
about-uses = How many a player uses in a game.
group-lift = What a card is worth
about-lift = How much more often those win who have it, in points, among players of one game and with everything else they have held equal. It goes along with winning; it need not cause it: “doing without” shows that.
group-skill = How much skill decides
about-skill = One light player among careless ones, who make one choice in { $slips } blindly. Where only luck decides it wins { $even }.
group-decisions = Choices that matter
about-decisions = Choices in a game at which the other actions are surely worth less than the one taken, taken together, and what a blind choice costs. Measured by playing on, on few deals.
group-searched = Light players beside players that search
about-searched = Both play the edited table on the same deals: first light players, then players that search. Where they differ much, light players misplay the card, and their figures are to be taken with care.
group-without = Doing without
about-without = Wins of one player who alone never gets it, among others who may. With nothing lost it wins { $even }.
group-nobody = If nobody gets it
about-nobody = How long games are then.

seat = { $place ->
    [1] First to act
    [2] Second
    [3] Third
    [4] Fourth
    [5] Fifth
   *[other] Sixth
  }
length = Actions, chance included
minutes = Minutes, estimated
decisions = Choices of each player
leads = Changes of the lead
comebacks = Games won from behind
skill = One light player among careless ones
matter = Choices that matter, in a game
stake = Cost of a blind choice
spread-length = Length of games
about-spread = Mean { $before } before, { $after } now ({ $low } to { $high }).

headline-early = Too early to say
headline-nothing = Nothing changes that { $deals } deals could show
headline-longer = games get { $count } longer
headline-shorter = games get { $count } shorter
headline-first-more = acting first wins { $points } points more often
headline-first-less = acting first wins { $points } points less often
headline-plan-more = { $name } wins more
headline-plan-less = { $name } wins less
headline-has-more = { $name } is got more often
headline-has-less = { $name } is got less often
headline-own-more = { $name }: { $before } before, { $after } now
headline-own-less = { $name }: { $before } before, { $after } now

note-light = Judged by light players: they read what cards do, also edited ones, but do not look ahead. Players that search may make more of a card.
note-search = Judged by players that search ({ $players }).
note-pairs = Both tables met the same { $deals } deals.
note-worth = A pair of games on the same deal says as much of who wins by seat as { $worth } on different deals: they did the work of { $games }.
note-intervals = Every interval is a 95% interval for itself. What is counted are deals, not games or players.
note-corrected = { $count } changes are looked at together. Those marked sure are so after Holm’s correction: all of them taken together are wrong in at most 5 of 100 such reports. Looking at it while it grows is not corrected for.
note-never = At the edited table nobody gets: { $names }.
note-stopped = It was ended before all { $total } deals were played.

points = points
sure = sure
shipped = as shipped
edited = as edited
change = change

html-title = The lab: { $title }
html-differs = What differs
html-figure = figure
html-same = Both tables have the same figures and options.
html-repeat = What repeats this
html-version = Verso { $version }, behaviour { $behaviour } of its bots, seed { $seed }, { $deals } deals, { $seconds } s.
html-interval = 95% interval
