# What the command line says to people. What belongs to a game stands in the game's own catalogue.

at-your-seat = you
at-seat = seat { $seat }
seat-bot = seat { $seat } ({ $bot })
chance = chance
dealt = { $count ->
    [one] 1 card came up
   *[other] { $count } cards came up
  }

play-welcome = { $title }, { $ruleset }. You are seat { $seat }; against you: { $others }.
play-welcome-alone = { $title }, { $ruleset }. You play alone.
play-welcome-shared = { $title }, { $ruleset }. { $seats } of you share this terminal.
play-hint = Type a number, an action or the beginning of one; help tells the rest.
play-resumed = Back in the game, after { $plies } actions.
play-choices = You can:
play-choices-seat = Seat { $seat } can:
play-only = There is only this; Enter does it:
play-more = ... and { $count } more; legal lists them all
play-suggested = Suggested: { $text }
play-not-understood = That is neither an action nor a command: { $text }. You can say a number from 1 to { $count }, an action as listed, or help.
play-no-number = There is no number { $number } in the list.
play-ambiguous = { $text } could be { $choices }. Say a little more.
play-not-now = Not now: { $reason }.
play-say-something = Say what you do: a number, an action, or help.
play-offer = There is an unfinished game, saved { $when }. Go on with it? [Y/n]
play-offer-yes = y
play-finished = You win.
play-finished-lost = You do not win this time.
play-record = The record of this game: { $path }
play-resume = Saved. Go on with: verso play --resume { $path }
play-not-saved = This could not be saved ({ $reason }). The game goes on; save FILE keeps it elsewhere.
play-lost-save = The last actions are not on disk. The record so far:
play-moved = Another program has changed { $old }, so this game is now kept in { $path }

undo-done = Taken back: { $action }.
undo-too-early = There is nothing to take back: the game has just begun.
undo-reveal = This cannot be taken back: something has been revealed since your last action.
undo-other = This cannot be taken back: somebody else has acted since your last action.

save-here = The game is saved after every action, in { $path }
save-copy = A copy is in { $path }
save-exists = { $path } exists already; choose another name.
save-failed = { $path } could not be written: { $reason }

odds-none = this game has no odds
card-no-list = this game does not list its cards
card-none = There is no card { $code }. There is { $codes }.
card-which = Which card? There is { $codes }.
log-empty = Nothing has happened yet.

help-actions = An action: its number, its text, or a beginning that fits only one. Capitals and spaces do not matter.
help-undo = take back your last action, as far as the last card revealed
help-table = show the whole table
help-legal = list all you can do
help-odds = what each action leads to, in exact chances
help-hint = what to do and why; once more, after a longer look
help-card = show both sides of a card
help-rules = the rules in a few lines
help-log = what happened lately, or the last N actions
help-save = where this game is saved; with a name, keep a copy there
help-record = print the game record
help-quit = leave; the game stays saved

cards-name = face
cards-marks = p printed in a rulebook, s from a public source, r reconstructed, e edited
