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
invitation = this seat needs a valid invitation
not-host = only the host can do that
seats-free = there are still free seats: wait, or fill them with bots
nobody = somebody must sit at the table first
no-undo-offer = nobody asks to take anything back
undo-pending = an undo is being asked for already
undo-nothing = you have not done anything that could be taken back
undo-revealed = something has been revealed since, and nobody is here to agree
undo-often = no more can be taken back in this game
not-asked = you have answered already, or were not asked
chat-off = chat is turned off at this table
chat-already = chat is like that already
chat-often = this table has heard enough: no more messages
unclean = only characters that can be seen, please
hints-off = hints are turned off at this table
rematch-exists = the rematch has been set up already
too-long = this table's log is full
not-away = no bot plays for this seat
bot-moves-first = your time for this move is over: the bot makes it, then the seat is yours again
gone = whoever you were is not known here any more
one-question = one question at a time
busy = too much at once: try again in a moment
not-now-action = that cannot be done now

line-created = { $name } sets up the table
line-sat = { $name } sits down
line-left = { $name } leaves
line-arranged = Seat { $seat }: { $kind ->
    [open] open to everybody
    [invited] by invitation
   *[bot] a bot
  }
line-entropy = { $name } adds randomness of their own
line-started = The game begins
line-asked = { $name } would like to take back the last action
line-answered = { $name } { $agree ->
    [yes] agrees
   *[no] does not agree
  }
line-undone = { $name } takes back the last action
line-taken-over = A bot plays for { $name }{ $reason ->
    [time] : out of time
   *[other] : not here
  }
line-returned = { $name } is back
line-chat-turned = Chat is turned { $on ->
    [yes] on
   *[no] off
  }
line-rematched = { $name } sets up a rematch
bot = Bot { $number }
