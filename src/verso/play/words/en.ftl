# What tables say, in English.

stale = the game has gone on since: look at the table again
future = the table has not come to that ply yet
not-yours = that seat is not yours
no-seat = there is no seat { $seat } at this table
not-open = the game has begun already
not-playing = the game is not being played
not-over = the game is not over yet
not-your-turn = it is the turn of { $name }
taken = somebody sits there already
no-character = there is nobody of that name among the bots
known = its host knows how this game begins: it is for their own seats and bots
invitation = this seat needs a valid invitation
not-host = only the host can do that
removed = the host has asked you to leave this table
no-guest = no guest sits there
name-held = the name { $name } belongs to somebody who plays here: how about { $suggestion }?
blocked-by-host = the host of this table does not play with you
blocks-host = you block the host of this table: unblock them first, in the settings
seats-free = there are still free seats: wait, or fill them with bots
nobody = somebody must sit at the table first
closed = this table has been deleted
others-brought = the others are to play here too, and it is their table as well: you can leave your seat
others-played = others have played here too, and it is their game as well: you can give up
somebody-awaited = somebody has not agreed yet: wait, or begin without them
rules-already = the rules are like that already
rules-often = the rules of this table have changed often enough: begin, or set up another
rules-changed-since = the rules have changed since you looked: look at them again
agreed-already = you have said so already
resigned = { $name } gave up
resigned-won = { $name } gave up: { $winner } wins
no-undo-offer = nobody asks to take anything back
undo-pending = an undo is being asked for already
undo-nothing = you have not done anything that could be taken back
undo-revealed = something has been revealed since, and nobody is here to agree
undo-often = no more can be taken back in this game
undo-asked-once = you have asked for that once: it is asked once for each move
undo-late = you have taken this back before, and the time for another move is over
sat-often = you have sat down there often enough: take another seat, or set up another table
left-often = you have come and gone often enough in this game
arranged-often = that seat has been arranged often enough: begin, or set up another table
entropy-often = you have added enough randomness
sealed = the game is about to begin
not-sealed = not before all seats have committed: wait until the game is about to begin
nothing-to-reveal = there is nothing left to reveal for this seat
reveals-other = that is not what this seat committed to
committed = this seat is bound to its part of the shuffles already
no-commitments = the shuffles of this game are not for commitments
not-asked = you have answered already, or were not asked
chat-off = chat is turned off at this table
chat-already = chat is like that already
chat-often = this table has heard enough: no more messages
unclean = only characters that can be seen, please
hints-off = hints are turned off at this table
rematch-exists = the rematch has been set up already
tables-now = too many new tables: wait a minute
tables-today = enough has been played and imported from your network today: try again later
tables-mine = you have too many tables already: finish some first
tables-here = there are too many tables from your network already: finish some first
tables-every = there are too many tables now: try again later
too-long = too much has happened beside the game at this table: only the game goes on
not-away = no bot plays for this seat
bot-moves-first = your time for this move is over: the bot makes it, then the seat is yours again
gone = whoever you were is not known here any more
one-question = one question at a time
busy = too much at once: try again in a moment
unavailable = the database does not answer: try again in a moment
full = the server has no room left on its disk: nothing was changed; try again later
not-now-action = that cannot be done now

push-turn = It is your turn in { $game }.

line-created = { $name } set up the table
line-sat = { $name } sat down
line-left = { $name } left
line-removed = The host asked { $name } to leave
line-arranged = Seat { $number }: { $kind ->
    [open] open to everybody
    [invited] by invitation
   *[bot] a bot
  }
line-rules = The host changed the rules, the clock or the seats
line-agreed = { $to ->
    [come] { $name } came
   *[rules] { $name } agreed to the rules
  }
line-freed = The game began without { $name }
line-resigned = { $name } gave up
line-resigned-on = { $name } gave up: { $instead } plays on
line-entropy = { $name } added randomness of their own
line-started = The game began
line-same = One person plays { $names }
line-silent = { $name } did not reveal their part of the shuffles in time: it counts for nothing
line-abandoned = Nobody played on for long: the game ended without a result, and the secret of its shuffles was shown
line-asked = { $name } would like to take back the last action
line-answered = { $name } { $agree ->
    [yes] agreed
   *[no] did not agree
  }
line-undone = { $name } took back the last action
line-taken-over = A bot took over for { $name }{ $reason ->
    [time] : out of time
   *[other] : not here
  }
line-returned = { $name } came back
line-chat-turned = Chat was turned { $on ->
    [yes] on
   *[no] off
  }
line-rematched = { $name } set up a rematch
guest = Guest { $number }
bot = Bot { $number }
level-easy = Gentle
level-medium = Steady
level-hard = Sharp
level-expert = Master
temper-easy = Decides at a glance, and often tries something that only looked good.
temper-medium = Decides at a glance too, with a practised eye, and seldom slips.
temper-hard = Looks ahead for a moment before each move, a quarter of a second at most. Does nothing on a whim.
temper-expert = Looks ahead for almost a second before each move, and forgives little.

review-title = Review
review-turn = turn { $turn }
review-turn-of = { $name }, turn { $turn }
review-turns = { $count ->
    [one] { $count } turn
   *[other] { $count } turns
  }
review-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
review-deal = The cards fell as they did
review-luckiest = Lucky, worth { $worth }: { $what }
review-unluckiest = Unlucky, { $worth } lost: { $what }
review-costliest = “{ $done }” cost { $worth }; “{ $best }” was better
review-turning = From here on { $name } was ahead: { $what }
review-turning-swing = The largest change of the game, { $worth }: { $what }
review-chance = Chance to win
review-seen-by = as { $name } could know it
review-account = Luck and choices
review-start = Start
review-luck = Luck
review-own = Own choices
review-others = Others' choices
review-rest = Rest of the estimates
review-result = Result
review-moments = What decided it
review-mistakes = Choices that cost something
review-no-mistakes = No choice is known to have cost anything.
review-other-decisions = { $count ->
    [0] There were no other decisions.
    [one] The other decision was the best found, or too close to call.
   *[other] The other { $count } decisions were the best found, or too close to call.
  }
review-mean-loss = { $name } lost { $loss } points for each of { $count } decisions that mattered
review-plays-like = about as { $bot ->
    [random] somebody who acts at random does
    [easy] { level-easy } players do
    [medium] { level-medium } players do
    [hard] { level-hard } players do
    [expert] { level-expert } players do
   *[other] the bot { $bot } does
  }
review-label-equal = equal
review-label-best = best found
review-label-close = too close to call
review-label-small = small
review-label-mistake = mistake
review-label-blunder = blunder
review-done = done
review-interval = 95% interval { $low } to { $high }
review-games = { $games ->
    [0] Estimated without playing on
    [one] { $games } game played on from each position
   *[other] { $games } games played on from each position
  }
review-unfinished = The game was not played to its end: the last estimate stands for the result.
review-how = Values are win chances from what the seat could see, made by counting turns out, by judging and by playing on; choices are measured against the best found.
