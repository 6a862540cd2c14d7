# The web page in English. What games and tables say stands in their own catalogues, and is not said here again.

title = Cards with two sides
skip = Skip to the table
main-menu = Main menu
to-start = To the first page
settings = Settings
language = Language
light = Appearance
theme-auto = As this device
theme-light = Day
theme-dark = Night
theme-contrast = High contrast
speed = Moving cards
speed-slow = Slow
speed-normal = Normal
speed-fast = Fast
speed-off = Off
sound = Sound
deck-counter = Show what is left in my deck
notifications = Tell me when it is my turn
more = More
go-on = Continue
close = Close
offline = This device is offline. Games wait for you on the server.
error-offline = The server cannot be reached. Check the connection and try again.
error-server = The server could not do that. Try again in a moment.
error-too-fast = That was too much at once. Wait a minute and try again.
error-limit = There are too many tables. Finish some of yours, or try again later.
error-name = A name has only characters that can be seen.
error-name-held = That name belongs to somebody who plays here. { $suggestion } is free.
error-too-many-reports = That is enough for today. Try again tomorrow.
error-text = Only characters that can be seen, please.
error-passkey = This passkey could not be checked. Try again.
error-passkey-unknown = This passkey is not known here. It may have been removed.
error-passkey-late = That took too long. Try again.
error-passkeys = You have enough passkeys. Remove one first.
error-passkey-place = Passkeys need https and a name in the address.
error-push-place = This server does not send to the push service of this browser.
error-pushes = Enough devices are told already. Turn one of them off first.
error-not-found = There is nothing at this address. The link may be incomplete.

guest-name = Guest
take-name = Be { $name }
your-name = Your name
way-bots = Play
way-solo = Solo
way-device = One device
way-friends = Invite friends
strength = Strength
strength-mixed = Mixed
you = You
swap = Somebody else
swap-more = Choose a face to seat somebody else.
swap-named = { $name }, { $strength }: somebody else instead
opponents-count = { $count ->
    [one] 1 opponent
   *[other] { $count } opponents
  }
fewer-opponents = One opponent fewer
more-opponents = One opponent more
about-minutes = About { $minutes } minutes
your-move = Your move
running-games = Running games
more-games = { $count ->
    [one] 1 more game is running
   *[other] { $count } more games are running
  }
learn = How it is played
my-games = My games
watch = Watch
rules = Rules
more-options = More options
players = Players
ruleset = Rules
clock = Time for each move
clock-choice = { $seconds ->
    [0] none
    [30] 30 seconds
    [60] one minute
    [300] five minutes
   *[other] one day
  }
listed-option = Anybody may watch
player-number = Player { $number }

no-table = This table is not here
no-table-more = The link may be incomplete, or the table has been cleared away.
connecting = Coming to the table…
lost = The connection is lost. Trying again; nothing you did is forgotten.
trouble-title = This table could not be opened
trouble-hello = The server did not recognise this visit. Reload the page.
trouble-too-many = Too many tables are open at once. Close other windows, or try again later.
trouble-too-fast = That was too much at once. The table will be opened again.
trouble-slow = This device could not keep up. The table will be opened again.
trouble-closing = You have signed out, here or on another device.
trouble-damaged = What is stored of this table cannot be read any more. Nothing has been deleted: whoever runs this server can look into it.
trouble-internal = Something went wrong on the server. The table will be opened again.
trouble-unreadable = This page and the server do not understand each other. Reload the page.
trouble-too-long = That was too long for the server. Reload the page.
bot-plays = A bot is playing for you.
take-over = Take over again
turn-number = Turn { $number }
your-turn = Your turn
hurry = Skip
hurry-key = Space
clock-grace = Time is up: a bot plays when this has run out too, if others wait
undo = Undo
undo-ask = Ask to undo
undo-asked = You asked to take back your last action. Waiting for { $names }.
undo-withdraw = Withdraw
agree = Agree
disagree = No
hint = Hint
hint-looking = Looking for the best move
hint-looks-further = looking further
hint-close = Close the hint

waiting-for-players = Who plays
seats = Seats
free-seat = Free seat
you-mark = (you)
sit-here = Sit here
stand-up = Stand up
remove-guest = Ask to leave
remove-guest-named = Ask to leave: { $name }
make-bot = Give it to a bot
make-open = Keep it free
start = Start
start-with-bots = Start, with bots on the free seats
name-first = What are you called? A name is needed before you sit down.
seats-count = { $count ->
    [one] 1 seat
   *[other] { $count } seats
  }
seat-fewer = One seat fewer
seat-more = One seat more
strength-of = Strength of { $name }
seat-not-come = has not come yet
seat-not-agreed = has not agreed to the new rules yet
start-without = Start without { $names }
lobby-rules = How it is played here
lobby-cards-changed = The host has changed some cards: here they are not as in the box.
lobby-rules-host = Only the host can change this. Whoever sits here is asked again when it changes.
lobby-changed = The host has changed how it is played here. Look at it, then agree or stand up.
lobby-agree = I agree
lobby-come = The rematch waits for you.
lobby-come-yes = I am in
lobby-come-no = Not this time
lobby-waits-players = Waiting for more players.
lobby-waits-host = The host begins the game.
lobby-waits-for = Waiting for { $names }.
this-table = This table
give-up = Give up
give-up-two = The other player wins, and the game is over.
give-up-alone = Only bots are left then: the game is over, and nobody wins.
give-up-more = A bot takes your seat for good, and the others play on. You cannot come back.
give-up-yes = Give up
give-up-no = Play on
close-table = Delete this table
close-table-more = The table and everything of it is deleted for good, its record too.
close-table-yes = Delete
close-table-no = Keep it
invite = Send this link
invite-more = Whoever opens it can sit down or watch.
qr = QR code of this table's link
copy-link = Send or copy the link
copied = Copied
copy-by-hand = It could not be copied. Copy it from here:

log-dealt = The cards were dealt
log = What happened
reactions = Reactions
say = Say something
chat-hide = Hide chat
chat-show = Show chat
chat-turn-off = Chat off for everybody
chat-turn-on = Chat on for everybody

push = Slow games
push-tell = Tell this device when it is my turn, also when the page is closed
push-more = For games with a day for each move, or without a clock, when you are not at the table.
push-offer = Shall this device tell you when it is your turn?
push-yes = Yes, tell me
push-no = Not now
push-denied = This browser does not let the page send notifications. Its settings can change that.
push-failed = This device could not be registered with its push service. Try again later.
push-impossible = This browser cannot be told anything while the page is closed.
push-done = This device will be told.

passkeys = Passkeys
passkeys-more = With a passkey you are yourself on any device, with your games and your name. Your device or password manager keeps it; no e-mail is needed.
passkeys-need-https = Passkeys need https and a name in the address. This page was opened without, so they cannot be used here.
passkeys-no-browser = This browser knows no passkeys.
passkey-make = Make a passkey
passkey-made = The passkey is made. “I have a passkey” brings you back on any device that has it.
passkey-of = Made on { $created }
passkey-used = last used on { $used }
passkey-remove = Remove
passkey-remove-named = Remove the passkey made on { $created }
passkey-open = I have a passkey
passkey-open-more = You then play here as who you are there.
passkey-cancelled = No passkey was used.
passkey-known = This device has a passkey for you already.

people = Players
people-open = Block or report
people-more = What somebody whom you block says is not shown to you, and neither of you sits down at a table of the other. Your game here goes on.
block = Block
block-named = Block { $name }
unblock = Unblock
unblock-named = Unblock { $name }
blocked-mark = (blocked)
blocked-people = People you block
blocked-nobody = You block nobody. At a table, “Block or report” is for that.
report = Report
report-named = Report { $name }
report-kind = What is it about
report-insult = Insults or threats
report-cheating = Cheating
report-stalling = Holding up the game on purpose
report-name = A name that offends
report-other = Something else
report-text = What happened (if you like)
report-send = Send to the host of the server
report-cancel = Cancel
report-sent = Thank you. The host of this server can read it; { $name } cannot.

opponents = Opponents
playing-now = playing
away = away
bot-stands-in = a bot stands in
your-cards = Your cards, { $name }
turn-of = { $name } is playing

position = The table
actions = What can be done
yes = yes
no = no
nothing = nothing
unknown-card = a card that cannot be seen
and-more = and { $count } more
in-short = In short

you-won = You win
won = { $name } wins
nobody-won = Nobody wins
rematch = Play again
replay = Replay
download = Download the record
look-at-table = Look at the table
show-end = Back to the result
rematch-there = The rematch is set up, and waits for you.
rematch-join = Join the rematch

my-records = Finished games
record-imported = brought here
no-tables = There is nothing here yet.
cards-changed = · with changed cards
watch-title = Tables to watch
filters = Which tables
filter-game = Game
filter-all = All games
filter-free = Only with a free seat
no-such-tables = No table is like that now.
show-more = Show more
table-open = waiting for players
table-playing = being played
table-over = over

replay-of = Replay
replay-first = To the start
replay-back = One step back
replay-play = Play
replay-pause = Pause
replay-forward = One step forward
replay-last = To the end
replay-turn-back = Turn before
replay-turn-on = Next turn
replay-turn = Turn { $turn } of { $turns }
replay-marks = Moments
mark-round = rounds
replay-step = Step { $ply } of { $plies }
replay-eyes = Seen by
replay-all = everybody (all faces)
continue-here = Continue from here against bots
copy-moment = Copy the link to this moment

rules-of = How { $game } is played
contents = Contents

curtain = It is the turn of { $name }
curtain-more = Pass the device to { $name }. Cards are shown when { $name } is ready.
curtain-open = I am { $name }

learn-by-playing = Learn by playing
coach = Your teacher
coach-rule = Read the rule
coach-off = I know how it goes
tip-over = That was a whole game. Play again, or look at it once more in the replay.
tip-wait = Watch what the others do: everything on the table is open.

show-odds = Show odds
react-good = Well done
react-applause = Applause
react-laugh = That is funny
react-wow = Surprising
react-sad = A pity
react-fire = On fire
react-hm = Thinking
react-thanks = Thank you

shuffles = Were the shuffles fair?
shuffles-more = Commitments and secret
shuffles-check = Each commitment was fixed before the first card: it is the SHA-256 of what was revealed later. Every shuffle follows from the secret and from what the players added. This page knows no rules and takes the chances from the server; “verso verify” knows them and checks the downloaded record alone.
commitment = Commitment
secret = Secret
entropy = Added by { $name }
entropy-commitment = Commitment of { $name }
proof-checking = This page is checking the shuffles …
proof-right = Checked by this page: the shuffles were fair.
proof-right-more = { $chances ->
    [one] What was left to chance follows
   *[other] All { $chances } chances follow
  } from numbers that the server and the players had fixed before the game, this page’s own among them.
proof-silent = { $name } did not reveal their part in time, so it was left out.
proof-unknown = This page cannot check the shuffles.
proof-unknown-crypto = Browsers allow no cryptography on a page that came by plain http. Download the record and check it with “verso verify”.
proof-unknown-stranger = What was promised before the game is known only to browsers that were at the table then. This one was not: it finds that the record agrees with itself, which proves little. If you played on another device, open the game there, and its page can check it.
proof-unknown-silent = The part of this page did not arrive in time, so it was left out. The record agrees with itself, which proves little.
proof-unknown-old = The game was set up before pages took part in the shuffles. The record agrees with itself, which proves little.
proof-unknown-known = The game began from a position that was known, which says nothing about shuffles.
proof-unknown-imported = This game was brought here, and nobody here has seen it played.
proof-unknown-secret = The record has no secret of its shuffles.
proof-unknown-unread = The server did not answer what is needed for it.
proof-again = Check again
proof-wrong = The shuffles are not what was promised.
proof-wrong-commitment = The server shows another commitment than before the game.
proof-wrong-secret = The secret is not the one that the server had committed to.
proof-wrong-missing = The server does not show its secret.
proof-wrong-seats = The commitments of the players are not those from before the game.
proof-wrong-own = What this page put in was changed or left out.
proof-wrong-entropy = What { $name } put in is not what they had committed to.
proof-wrong-chance = At step { $step } chance did not do what follows from the secret.
proof-wrong-shown = After step { $step } the record differs from what this page was shown in the game.
proof-step = Look at step { $step }
proof-command = To check it without this page and this server, download the record and run this:
shuffling = The shuffles are being made …

rated-option = Rated game: no hints and no odds
device-names = Names on this device

show-tips = Tips while playing
lesson = Lesson
teacher = Teacher
lesson-chapter = Chapter { $chapter } of { $chapters }
lesson-progress = Steps of this chapter
lesson-leave = Leave the lesson
lesson-next = Next chapter
lesson-again = Once more
lesson-play = Play a real game

review = Review
review-begins = The game is being looked at
review-grows = { $games ->
    [0] First estimates, looking closer
    [one] Looking closer: { $games } game played on from each position so far
   *[other] Looking closer: { $games } games played on from each position so far
  }
review-progress = How far the review has come
review-turn-column = Turn
review-options = What could be done
review-options-chance = chance to win, 95% interval
review-range = { $low } to { $high }
review-your-move = what was done
review-more-options = { $count ->
    [one] { $count } more
   *[other] { $count } more
  }
review-only-mistakes = Only mistakes
review-count = { $count } of { $all } decisions
review-also = Also marked
review-marks = Marked moments
review-moment-luckiest = the luckiest
review-moment-unluckiest = the unluckiest
review-moment-costliest = the costliest choice
review-moment-turning = the turning point
review-before = earlier
review-after = later
end-course = How it went
end-holdings = In the end
review-win-chance = win chance
review-watch = Watch
review-retry = Retry from here
review-line = Show how it went on

lab = Lab
lab-invites = Change a figure and see what becomes of the game
lab-figures = Figures
lab-results = What becomes of the game
lab-games = Games of the lab
lab-no-game = There is no such game here.
lab-bad-link = This link carries no variant that can be read. What is shown is the game as shipped.
lab-as-shipped = As shipped
lab-unnamed = Your variant
lab-name = Name of the variant
lab-changed = { $count ->
    [0] No figure changed
    [one] { $count } figure changed
   *[other] { $count } figures changed
  }
lab-undo = Undo
lab-back = Back to the shipped figures
lab-differs = What differs
lab-legend = Click a figure and type, or use the arrow keys. Filled: changed. Dashed: reconstructed, nobody knows the printed figure.
lab-ability = Ability
lab-more = all figures
lab-not-in-play = not in play
lab-whole = a whole number
lab-no-price = –
lab-was = { $value } as shipped
source-printed = printed on the card
source-sourced = from a source
source-reconstructed = reconstructed
lab-players = Who plays
lab-games-each = Deals, each played at both tables
lab-searched = Compare with players that search
lab-retrain = Teach light players this table first
lab-retrain-about = They play themselves for about a minute before the first deal. The report says whether that made them better.
lab-learning = Light players learn this table: { $percent }%
lab-never = What if nobody gets or does it? All figures are played so.
lab-nobody = Nobody gets or does
lab-within = End early, with wins by seat known to
lab-within-never = no, all deals
lab-alone = Measure doing without each of them: one player alone, and all
lab-begins = The first games are being played …
lab-deals = { $deals } of { $total } deals
lab-deals-ended = ended after { $deals } of { $total } deals
lab-intervals = 95% intervals
lab-progress = Deals played
lab-legend-shipped = as shipped
lab-legend-edited = as edited
lab-legend-sure = Sure, also with all figures taken together
lab-legend-sure-short = sure change
lab-how-to-read = How to read this
lab-command = What repeats this:
lab-play = Play this variant
lab-friends = Play it with friends
lab-share = Share
lab-shared = The link is copied. It carries every figure.
lab-report = Report
lab-again = Try again
lab-tune = Tune
lab-tune-about = Say what the game should be like, and which figures may move and how far. Tables are tried by light players on the same deals; what is proposed comes nearer, and says what it changes.
lab-tune-wishes = What the game should be like
lab-tune-figure = Figure
lab-tune-every = Each of “{ $name }”
lab-tune-how = How
lab-tune-between = between
lab-tune-like = like
lab-tune-other = Another figure
lab-tune-least = at least
lab-tune-most = at most
lab-tune-and = and
lab-tune-to = to
lab-tune-remove = Remove
lab-tune-add-wish = Add a wish
lab-tune-moves = Which figures may move, and how far
lab-tune-add-move = Add a figure that may move
lab-tune-trials = Tables to try
lab-tune-search = Look for tables
lab-tune-stop = Stop
lab-tune-begins = The first tables are being tried …
lab-tune-tried = { $tried } of { $trials } tables tried
lab-tune-all = { $tried } tables tried: all next to the best ones are among them
lab-tune-measuring = All tried. The proposals are being measured on other deals …
lab-tune-progress = Tables tried
lab-tune-front = What was found, the least changed first
lab-tune-now = The table as it is
lab-tune-unmeasured = Not yet measured on other deals.
lab-tune-cost = { $steps ->
    [one] { $steps } step of change
   *[other] { $steps } steps of change
}
lab-tune-met = meets the wishes
lab-tune-missed = misses the wishes by { $miss }
lab-tune-steps = A figure moved by one is one step of change. A wish is missed by one where a share is five points off, or another figure a twentieth; less than one in all counts as met.
lab-tune-try = Try it
lab-tune-taken = These figures are in the table now. Undo takes them back.
lab-tune-none = Nothing that was tried comes nearer to the wishes.
