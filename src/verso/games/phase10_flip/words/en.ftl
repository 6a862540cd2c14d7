# Phase 10 Flip in English.

colour-red = red
colour-yellow = yellow
colour-green = green
colour-blue = blue
face-colour = { $colour } { $number }
face-colour-star = { $colour } Star
face-wild = wild { $number }
face-wild-star = wild Star
face-flip = { $face } with the Flip symbol
face-unknown = a card
side-colour = colour
side-wild = wild
which-of-them = number { $count } of those in your hand

action-draw = Draw from the draw pile (its next card shows { $face })
action-draw-unseen = Draw from the draw pile
action-draw-shuffle = Shuffle the discard pile into a new draw pile and draw
action-take = Take { $face } from the discard pile
action-discard = Discard { $face }
action-discard-flip = Discard { $face }: everything flips
action-place = Lay { $face } in the { $kind }
action-place-star = Lay { $face } as { $number } in the { $kind }
action-hit = Add { $face } to group { $group } { $of }, the { $what }
action-hit-star = Add { $face } as { $number } to group { $group } { $of }, the { $what }
action-lay = Lay { $groups }
lay-group = { $shape }: { $cards }
lay-star = { $face } as { $number }
action-dealer = { $who } deals
action-card = Card #{ $card } comes up: { $colour }, { $wild }

kind-run = run
kind-set = set
group-run = run { $low } to { $high }
group-run-colour = { $colour } run { $low } to { $high }
group-set = set of { $number }s
shape-run = run of { $size }
shape-set = set of { $size }
phase-join = { $first } + { $second }

who-you = you
who-seat = seat { $seat }
subject-seat = Seat { $seat }
of-seat = of seat { $seat }
of-name = of { $name }
tell-dealer = { $who } dealt
tell-dealt-you = You were dealt { $face }
tell-dealt = { $who } was dealt a card that showed { $face }
tell-dealt-unseen = { $who } was dealt a card
tell-start = { $face } started the discard pile
tell-top = The next card of the draw pile showed { $face }
tell-draw = drew a card
tell-draw-seen = drew { $face }
tell-shuffle = shuffled the discard pile into a new draw pile
tell-take = took { $face } from the discard pile
tell-discard = discarded { $face }
tell-lays = laid phase { $phase }: { $cards }
tell-lays-unseen = laid phase { $phase }
tell-hit = added { $face } to group { $group } { $of }
tell-hit-as = added { $face } as { $number } to group { $group } { $of }
tell-flip = Everything flipped: the { $side } side came up
tell-out = went out and ended round { $round }
tell-points = { $points ->
    [one] { $who } scored 1 point
   *[other] { $who } scored { $points } points
  }
tell-replay = A tie: { $seats } had to replay the last phase

why-chance = chance is to act, not a player
why-not-chance = nothing is left to chance now
why-other-chance = that is not what chance decides now
why-not-in-pile = that card is not left to be decided
why-no-such-seat = this game has no such seat
why-draw-first = first draw a card
why-drawn = you have drawn already
why-nothing-to-draw = the draw pile is empty, and there is only one card in the discard pile: take it
why-nothing-to-take = the discard pile is empty
why-no-such-card = your hand has no such card
why-must-lay = you must lay your phase, because you can
why-laying = a lay-down is under way: place its next card
why-laid-already = your phase is down already
why-cannot-lay = you cannot lay phase { $phase } with these cards: { $groups }
why-cannot-place = with { $face } there, the phase could not be completed
why-cannot-place-as = with { $face } as { $number } there, the phase could not be completed
why-only-star = only a Star is given a number
why-star-number = say which number the Star stands for
why-not-laid = lay your phase before you add cards to groups
why-last-card = the last card must be discarded
why-no-group = there is no such group on the table
why-does-not-fit = { $face } does not fit the { $what }

show-round = Round { $round }, turn { $turn }: { $who }, { $step }
show-dealing = Round { $round }: the cards are dealt
show-over = The game is over
show-step-draw = drawing a card
show-step-play = playing
show-step-laying = laying the phase
show-you = your turn
show-seat = seat { $seat }
show-side = { $side } side active
show-draw = draw pile { $count }
show-draw-top = draw pile { $count }, the next card shows { $face }
show-discard = discard pile { $count }, on top { $face }
show-discard-empty = discard pile empty
show-table = on the table:
show-group = { $place }  { $what }: { $cards }
show-group-takes = { $place }  { $what }: { $cards } (takes { $takes })
show-takes-star = a Star
show-player = seat { $seat }
show-player-you = seat { $seat } (you)
show-phase = phase { $phase }: { $groups }
show-phase-laid = phase { $phase } is down
show-finished = all phases done
show-points = { $points ->
    [one] 1 point
   *[other] { $points } points
  }
show-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
  }
show-backs = they show: { $cards }
show-hand-colour = by colour: { $cards }
show-hand-number = by number: { $cards }
show-behind = behind them: { $cards }
show-outs = would complete your phase: { $cards }
show-holds = you hold your phase
show-can-lay = you can lay your phase: { $text }

outcome-phases = { $who } completed the last phase and wins
outcome-score = { $who } wins with the lowest total of those who completed the last phase
outcome-replay = { $who } goes out first in the replay of the tie and wins
outcome-rounds = { $who } wins with the lowest total
outcome-rounds-shared = { $who } share the win with the lowest total
outcome-truncated = no winner: a round had no end after { $turns } turns
outcome-totals = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
  }, totals { $scores }
and = { $first } and { $second }

rules-phase = Each round you try to lay your phase, all of it at once from your hand: runs are consecutive numbers of one colour, sets are the same number. There are { $phases } phases, in order; who has laid moves on.
rules-turn = In your turn draw one card (from the draw pile, or the top of the discard pile), lay and add cards if you can, then discard one. With your phase down you may add cards to any group on the table.
rules-flip = Discarding a card with the Flip symbol (!) turns over all piles and all hands: play goes on with the other side. You see the other side of everybody's cards but your own.
rules-star = A Star (*) stands for any number: in its own colour on the colour side, in any colour on the wild side, where all cards fit any colour.
rules-score = Whoever gets rid of all cards ends the round with { $winner }; the others count what they hold: 1–9 five points, 10–12 ten, a Star twenty. Low is good.
rules-win = The first to complete the last phase wins; of several, the one with the lowest total.
rules-win-rounds = After { $phases } rounds the lowest total wins; everybody moves on to the next phase each round.
rules-winner-points = { $count ->
    [one] 1 point
   *[other] { $count } points
  }

label-points = points
label-cards = cards
ability-flip = Discarding it flips the piles and all hands.
ability-star-colour = Stands for any number in its own colour.
ability-star-wild = Stands for any number in any colour.
ability-wild = Has any colour.

ruleset-standard = Standard
about-ruleset-standard = Ten phases, two to six players.
ruleset-fixed-rounds = Fixed rounds
about-ruleset-fixed-rounds = Ten rounds; everybody moves on to the next phase each round, and the lowest total wins.
ruleset-pt-br-text = Brazilian rulebook to the letter
about-ruleset-pt-br-text = The Brazilian rulebook to the letter: whoever goes out scores ten.
ruleset-short = Short game
about-ruleset-short = A shorter game: as many phases as the players choose, here five.
option-flip-on-going-out = Flip on going out
help-flip-on-going-out = Whoever goes out with a Flip symbol flips everything before the points are counted.
option-force-lay = Phases must be laid
help-force-lay = Whoever can lay their phase must do so before discarding.
option-min-numbers = Numbers among the Stars
help-min-numbers = How many numbers there must be besides Stars.
value-min-numbers-phase = one in the phase
value-min-numbers-group = one in each group
option-own-backs = Backs of your own cards
help-own-backs = Whether you also see the other side of the cards in your own hand.
value-own-backs-hidden = hidden
value-own-backs-shown = shown
option-phases = Phases
help-phases = How many phases are played.
option-require-final-discard = Discard to go out
help-require-final-discard = The last card in hand must be discarded, not laid or added.
option-reshuffle = New draw pile
help-reshuffle = What happens when the draw pile is used up.
value-reshuffle-keep-top = the top discard stays, the others are shuffled
option-winner-score = Points for going out
help-winner-score = What whoever goes out scores for the round.
