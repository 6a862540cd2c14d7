# What only the page says of Phase 10 Flip.

about = Runs and sets on cards with two sides: everybody sees the back of your hand, and one card can turn the whole table.
tagline = Everybody sees your backs. One card turns the table.
quick-length = Length
quick-1 = 1 phase
quick-5 = 5 phases
quick-10 = 10 phases
name-run = run
name-set = set
name-side-colour = Colour side
name-side-wild = Wild side
phase-number = Phase { $number }
hand-of = The { $count } cards of { $name }
backs-of = What one sees of the { $count } cards of { $name }
piles = Piles
draw-pile = Draw pile
discard-pile = Discard pile
draw-count = Draw { $count }
discard-count = Discard { $count }
round-number = Round { $number }
takes = takes { $numbers }
groups = Groups on the table
no-groups = No phase is on the table yet.
your-hand = Your hand
sorting = Sort the hand
sort-colour = By colour
sort-number = By number
sort-hand = As I like
do-draw = Draw a card, or take the discard
dealing = The cards are being dealt
do-lay = Lay your phase, card by card
do-hit = Add cards to groups, or discard
do-lay-or-discard = You can lay your phase
do-discard = Choose a card to discard
choose-card = Choose a card to see where it can go.
lay-for-me = Lay my phase
lay-rest = Lay the rest
other-ways = All { $count } ways to lay it
wanted = One of these completes your phase:
wanted-short = Completes it:
next-card-helps = The next card helps at once: { $chance }.
under-figure = under { $figure }
over-figure = over { $figure }
about-figure = about { $figure }
chances-soon = Chances are being prepared; they come by themselves.
discard-helps-next = { $name } can use it: { $chance }
discard-flip-lays = You can lay then: { $chance }
after-flip-may-lay = After a flip: lays, { $chance }
open-card-helps = The open card helps.
open-card-helps-not = The open card does not.
ending-phases = The last phase is complete.
ending-score = Several completed the last phase; the fewest points decide.
ending-replay = First to go out in the replay of the tie.
ending-rounds = The fewest points after all rounds.
ending-truncated = A round had no end.
standings = Standings
chart = Points after each round
chart-more = A filled mark: a phase was completed in that round.
chart-table = Round by round
round = Round
tip-draw = Take one card: unseen from the draw pile, whose back you can read, or the open one from the discard pile.
tip-lay = You hold your whole phase. Lay it now, or keep the others guessing.
tip-laying = Card by card: those that are lifted fit next. A Star asks for its number.
tip-hit = Your phase is down. Get rid of cards by adding them to any group on the table.
tip-discard = End your turn with a discard. A card with turning arrows turns the whole table over.
after-flip-lays = After a flip: lays at once
after-flip-short = After a flip: { $count ->
    [one] one card short
   *[other] { $count } cards short
  }
after-flip-hits = After a flip: { $count ->
    [0] no card fits
    [one] hits once
    [2] hits twice
   *[other] hits { $count } times
  }
down-short = down
lays-short = lays
hits-short = hits { $count }
short-short = { $count } short
seen-short = Seen
holds-flip-short = Flip card
seen-of = Seen in hand
holds-flip = holds a Flip card
since-your-turn = Since your turn
did-draw = drew a card
did-take = took { $face }
did-lay = laid phase { $phase }
did-add = added { $count ->
    [one] a card
   *[other] { $count } cards
  }
did-discard = discarded { $face }
sum-before = before
sum-round = round
sum-total = total
peek = Look closely at the cards of { $name }
can-be = Can have on its other side:
is-surely = You have seen its other side:
with-back = on its back { $face }
just-drawn = drawn
turns-table = Discarded, it turns the whole table over
fits = { $name ->
    [you] your { $kind ->
        [run] run
       *[set] set
      }
   *[other] { $name }: { $kind ->
        [run] run
       *[set] set
      }
  }
as-number = as { $number }
draw-short = Draw
take-short = Take { $face }
choose-pile = Click a pile.
choose-group = Click a group that takes it.
another-way = Another way ({ $count })
more-ways = { $count } more ways
still-more-ways = There are still more ways: lay it card by card.
numbers-red = red { $numbers }
numbers-yellow = yellow { $numbers }
numbers-green = green { $numbers }
numbers-blue = blue { $numbers }
lay-short = Lay { $groups }
phases-of-all = Everybody's phase
goes-out = { $name } goes out
you-go-out = You go out
round-over = Round { $round } is over
round-over-more = Round { $round } is over, after { $turn ->
    [one] one turn
   *[other] { $turn } turns
  }.
round-last = The last card was { $face }.
round-last-flipped = The last card, { $face }, turned the table before the points were counted.
round-finished = phase { $phase } done, the last one
round-goes-on = phase { $phase } done, on to { $next }
round-repeats = repeats phase { $phase }
nothing-to-count = Out of cards. Nothing to count.
left-in-hand = Cards left in hand
next-round = Next round
next-round-soon = by itself in { $seconds } s
moment-hand = Hand of { $name }

mark-flip = flips
mark-laid = phases laid
end-laid = Round { $round }: phase { $phase } laid
end-not-laid = Round { $round }: phase { $phase } not laid
