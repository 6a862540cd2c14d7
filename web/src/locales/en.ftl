# The interface in English. What a game says about actions and cards comes from the game's own catalogue.

title = Cards with two sides
skip = Skip to the table
main-menu = Main menu
to-start = To the first page
settings = Settings
language = Language
light = Light
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
close = Close
offline = This device is offline. Games wait for you on the server.
error-offline = The server cannot be reached. Check the connection and try again.
error-server = The server could not do that. Try again in a moment.

guest-name = Guest
your-name = Your name
game-flip-city = Flip City
game-phase-10-flip = Phase 10 Flip
about-flip-city = Build a city one card at a time, turn cards over to make them better, and stop before people lose patience.
about-phase-10-flip = Runs and sets on cards with two sides: everybody sees the back of your hand, and one card can turn the whole table.
way-bots = Play against bots
way-solo = Solo
way-device = On this device
way-friends = With friends
learn = How it is played
coming = This server does not offer it yet.
my-games = My games
watch = Watch
rules = Rules
more-options = More options
players = Players
bot-level = Bots
level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
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
seat-number = Seat { $number }

no-table = This table is not here
no-table-more = The link may be incomplete, or the table has been cleared away.
connecting = Coming to the table…
lost = The connection is lost. Trying again; nothing you did is forgotten.
turn-number = Turn { $number }
your-turn = Your turn
undo = Undo
undo-ask = Ask to undo
undo-offer = { $name } would like to take back the last action.
agree = Agree
disagree = No
hint = Hint

waiting-for-players = Who plays
seats = Seats
free-seat = Free seat
you-mark = (you)
sit-here = Sit here
stand-up = Stand up
make-bot = Give it to a bot
make-open = Keep it free
start = Start
start-with-bots = Start, with bots on the free seats
invite = Send this link
invite-more = Whoever opens it can sit down or watch.
qr = QR code of this table's link
copy-link = Send or copy the link
copied = Copied

log = What happened
reactions = Reactions
say = Say something
chat-hide = Hide chat
chat-show = Show chat
chat-turn-off = Chat off for everybody
chat-turn-on = Chat on for everybody
chat-is-off = Chat is turned off at this table.

opponents = Opponents
playing-now = playing
away = away
top-of-deck = Top of the deck: { $card }. Look at both sides
deck-count = Deck { $count }
discard-count = Discard { $count }
discard-of = Discard pile of { $name }
card-times = { $count } × { $card }
street-of = The street of { $name }
street-empty = { $name } has not played a card yet
played-cards = Cards played this turn
cards-played = Cards played
cash = Cash
points = Points
unhappiness = Unhappiness
of = { $count } of { $most }
supply = Supply
supply-pile = { $card }, on its other side { $back }: { $count } left. Look at both sides
buy = Buy
develop = Develop
buy-price = Buy { $card } for { $price }, not now
develop-price = Develop { $card } to { $back } for { $price }, not now
remove = Remove
your-city = Your cards, { $name }
over = The game is over
turn-of = { $name } is playing
do-remove = Remove a card from the supply
do-build = Build, or end the turn
do-must-play = You must play on
do-empty = Your deck is empty
do-play = Play on, or stop
left-over = { $cash } cash · { $actions } { $actions ->
    [one] action
   *[other] actions
  } · { $buys } extra { $buys ->
    [one] Buy
   *[other] Buys
  } · { $flips } extra { $flips ->
    [one] Flip
   *[other] Flips
  }
still-in-deck = Still in the deck
both-sides = Both sides of the card
this-side = This side
other-side = Other side
card-cost = Build cost
card-fee = Flip fee

you-won = You win
won = { $name } wins
lost-alone = The city has lost
nobody-won = Nobody wins
reason-flip-city-points = Enough points in one turn. The windows light up.
reason-flip-city-cards = A street so long that it carries the game.
reason-flip-city-supply = The supply is empty.
reason-flip-city-truncated = The game went on for too long.
detail-turns = Turns
detail-supply = Supply left
rematch = Play again
replay = Replay
download = Download the record
look-at-table = Look at the table

my-records = Finished games
no-tables = There is nothing here yet.
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
awaits-you = your turn

replay-of = Replay
replay-first = To the start
replay-back = One step back
replay-play = Play
replay-pause = Pause
replay-forward = One step forward
replay-last = To the end
replay-step = Step { $ply } of { $plies }
replay-eyes = Seen by
replay-all = everybody (all faces)
replay-verified = The shuffles follow from the revealed secret.
replay-not-verified = The shuffles do not follow from the revealed secret.
replay-unproven = No secret was used for the shuffles.
continue-here = Continue from here against bots
copy-moment = Copy the link to this moment

rules-of = How { $game } is played
contents = Contents
all-cards = All cards
provenance = The card pictures of the rulebooks are lost: most figures come from public sources, some had to be reconstructed.
reconstructed-figures = Some figures of this card are reconstructed.

suit-r = red
suit-y = yellow
suit-g = green
suit-b = blue
suit-wild = wild
face-number = { $suit } { $number }
face-star = { $suit } Star
face-flip = { $face }, with the Flip mark
face-unknown = a card nobody can see
group-run = run of { $size }
group-set = set of { $size }
kind-run = run
kind-set = set
phase-number = Phase { $number }
phase-down = phase is down
score = { $points ->
    [one] 1 point
   *[other] { $points } points
  }
backs-of = What one sees of the { $count } cards of { $name }
piles = Piles
draw-pile = Draw pile
discard-pile = Discard pile
draw-count = Draw { $count }
round-number = Round { $number }
side-colour = Colour side
side-wild = Wild side
groups = Groups on the table
no-groups = No phase is on the table yet.
your-hand = Your hand
sorting = Sort the hand
sort-colour = By colour
sort-number = By number
sort-drawn = As drawn
do-draw = Draw a card, or take the discard
do-lay = Lay your phase, card by card
do-hit = Add cards to groups, or discard
do-lay-or-discard = You can lay your phase
do-discard = Choose a card to discard
lay-for-me = Lay my phase
lay-rest = Lay the rest
curtain = It is the turn of { $name }
curtain-more = Pass the device to { $name }. Cards are shown when { $name } is ready.
curtain-open = I am { $name }
reason-phase-10-flip-phases = The last phase is complete.
reason-phase-10-flip-score = Several completed the last phase; the fewest points decide.
reason-phase-10-flip-replay = First to go out in the replay of the tie.
reason-phase-10-flip-rounds = The fewest points after all rounds.
reason-phase-10-flip-truncated = A round had no end.
standings = Standings

learn-by-playing = Learn by playing
coach = Your teacher
coach-rule = Read the rule
coach-off = I know how it goes
tip-over = That was a whole game. Play again, or look at it once more in the replay.
tip-wait = Watch what the others do: everything on the table is open.
tip-first = Your turn begins with a card from the top of your deck. Play it: its coins, medals and clouds count at once.
tip-forced = This one has to be played, like it or not. The line under the button says why.
tip-go-on = You see the next card before you decide. More cards mean more coins, and more clouds. Two clouds are fine, three end the turn.
tip-limit = The sky is full: one more cloud ends your turn with nothing. Look at what is left in your deck before you go on.
tip-shuffle = Your deck is empty. Stop and build, or shuffle your discard pile and go on playing.
tip-build = Time to build. Buy a card, flip one of your discards to its night side, or develop: both at once. Everything shows its price.
tip-done = Nothing more to build. End the turn; your cards go to your discard pile.
tip-remove = Alone, the supply runs away: each shuffle costs one of its cards. Give away one that you can do without.
tip-draw = Take one card: unseen from the draw pile, whose back you can read, or the open one from the discard pile.
tip-lay = You hold your whole phase. Lay it now, or keep the others guessing.
tip-laying = Card by card: those that are lifted fit next. A Star asks for its number.
tip-hit = Your phase is down. Get rid of cards by adding them to any group on the table.
tip-discard = End your turn with a discard. A card with turning arrows turns the whole table over.

show-odds = Show odds
odds = Odds
odds-bust = Going on ends over the limit
odds-bust-more = The exact chance to go over the limit before you may stop again
odds-reach = { $points } points this turn
odds-reach-more = The exact chance if everything is done for it
react-good = Well done
react-applause = Applause
react-laugh = That is funny
react-wow = Surprising
react-sad = A pity
react-fire = On fire
react-hm = Thinking
react-thanks = Thank you

other-ways = All { $count } ways to lay it
wanted = One of these completes your phase:
flip-guess = If the table turned over now
flip-guess-more = From what you may see: the backs of other hands, not of your own.
guess-now = Points now
guess-then = Turned over
guess-missing = Cards missing then
guess-laid = phase is down
odds-about = about { $mean } ({ $least }–{ $most })
odds-draw = The next card helps at once: { $chance }.
odds-take-yes = The open card helps.
odds-take-no = The open card does not.

chart = Points after each round
chart-more = A filled mark: a phase was completed in that round.
chart-table = Round by round
round = Round
shuffles = Were the shuffles fair?
shuffles-more = Commitment and secret
shuffles-check = The commitment was published before the first card: it is the SHA-256 of the secret, and every shuffle follows from the secret. “verso verify” checks the downloaded record without this server.
commitment = Commitment
secret = Secret
entropy = Added by { $name }

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
lesson-flip-city-1-1 = This is your deck, with its top card face up. Play the Convenience Store: its coin counts at once.
lesson-flip-city-1-2 = A building stands in your street, and a Residential Area comes up. On top of a deck it must be played, like it or not. It brings a coin, and a cloud of unhappiness.
lesson-flip-city-1-3 = Now you are free: go on or stop. A Hospital pays one coin for each cloud over your street, its own included. Play it.
lesson-flip-city-1-4 = Five coins, and two clouds: people put up with no more than two. The Apartment you see next would bring the third, and a turn over the limit ends with nothing. Stop and build.
lesson-flip-city-1-5 = Building time: one action, five coins. Buy the Factory from the supply.
lesson-flip-city-1-6 = It lies in your discard pile and comes back when you shuffle. Coins cannot be saved, so there is nothing more to do: end the turn.
lesson-flip-city-1-7 = Your street went to the discard pile, and the next player begins. That is a whole turn: play cards, stop, build.
lesson-flip-city-2-1 = Another day, another deck. A Residential Area is on top, so there is no choice. Play it.
lesson-flip-city-2-2 = One cloud. The Convenience Store is harmless: play it, and hope for something better below.
lesson-flip-city-2-3 = A Residential Area again. It must be played: the sky is full after it.
lesson-flip-city-2-4 = And a third one. It has to be played too, and that is one cloud too many. Play it and watch the sky.
lesson-flip-city-2-5 = The turn is over on the spot: nothing is built, and all played cards go to your discard pile. That is why one looks at what is left in the deck before going on.
lesson-flip-city-3-1 = Every card has another side. Begin with the Central Park: two medals, and one more Buy when you build.
lesson-flip-city-3-2 = Medals are points. Eight of them in one turn win the game. Go on with the Convenience Store.
lesson-flip-city-3-3 = The Residential Area has to be played: a coin and a cloud.
lesson-flip-city-3-4 = A Hospital again: with two clouds it pays three coins. Play it.
lesson-flip-city-3-5 = Five coins and a full sky. Stop and build.
lesson-flip-city-3-6 = A Convenience Store waits in your discard pile. For its flip fee of three it turns over to its night side, a Shopping Mall: flip it.
lesson-flip-city-3-7 = The park gave you one more Buy, and two coins are left: buy a Convenience Store. (Develop does both at once: it buys a card and turns it over.)
lesson-flip-city-3-8 = Well spent. End the turn.
lesson-flip-city-3-9 = The Mall stays turned, and gives a point each time it comes up. Cities grow up by turning cards over.
lesson-flip-city-4-1 = Many turns later your deck has grown up. A Station is worth three points: play it.
lesson-flip-city-4-2 = A Power Plant: three more points, at the price of a cloud. Play it.
lesson-flip-city-4-3 = Six points. The Central Park brings the two that are missing.
lesson-flip-city-4-4 = Eight points. Whoever ends a turn with them wins; going on could still spoil it. Stop.
lesson-flip-city-4-5 = Nothing has to be built any more. End the turn.
lesson-flip-city-4-6 = You win, and the windows light up. (There is another way: eighteen cards played in one turn, a Convenience Store among them.) Now play for real.
lesson-phase-10-flip-1-1 = Ten cards, and you see one side of each: the colour side. The others see the other side of your cards, as you see theirs above, and that of the next card of the draw pile. Draw a card.
lesson-phase-10-flip-1-2 = Phase 1 asks for two runs of two: consecutive numbers of one colour. Red 3 and 4, blue 7 and 8: you hold it. Lay your phase.
lesson-phase-10-flip-1-3 = Your phase is down. From now on you may add cards to any group on the table: the blue 9 fits behind the blue 8.
lesson-phase-10-flip-1-4 = A turn ends with a discard. The green 8 has turning arrows, the Flip mark. Discard it and see.
lesson-phase-10-flip-1-5 = Everything has turned over: the piles and every hand. The wild side counts now, where numbers have any colour. Groups on the table stay as they are. Your teacher draws…
lesson-phase-10-flip-1-6 = …and discards. Notice how you now see the colour side of the teacher's cards.
lesson-phase-10-flip-1-7 = Your turn, on the wild side. Draw a card.
lesson-phase-10-flip-1-8 = A wild-side 2 has any colour, so it fits before the red 3. Add it.
lesson-phase-10-flip-1-9 = End your turn: discard the 1. The side stays as it is until the next Flip mark is discarded.
lesson-phase-10-flip-1-10 = That was a turn on each side. A Star stands for any number, and you say which when you lay it.
lesson-phase-10-flip-2-1 = Late in a round: your phase is down and two cards are left. The open red 5 of the discard pile fits your red run. Take it.
lesson-phase-10-flip-2-2 = Add it behind the red 4.
lesson-phase-10-flip-2-3 = And the blue 9 behind the blue 8.
lesson-phase-10-flip-2-4 = One card is left. Discard it, and you have gone out.
lesson-phase-10-flip-2-5 = The round is over. The teacher's cards count as points, and few points are good. You laid your phase, so you go on to phase 2; whoever did not tries theirs again. Whoever first completes phase 10 wins.
takes = takes { $numbers }
