# The lab of Flip City in English: its figures and what is counted.

lab-cards = Cards
lab-rules = Rules
lab-value = figure
lab-limit = unhappiness allowed in a turn
lab-points-to-win = points to win
lab-start = in each starting deck
lab-supply = in the supply
lab-solo-supply = in the supply

lab-cost = price to build
lab-fee = price to flip
lab-cash = cash
lab-points = points
lab-unhappy = unhappiness
lab-must-be-played = must be played when on top
lab-play-next = the next card must be played too
lab-cash-per-unhappy = cash for each unhappiness
lab-raise-limit = raises the limit by
lab-discard-bottom = the bottom card is discarded
lab-extra-buys = additional Buys
lab-extra-flips = additional Flips
lab-flip-discount = those Flips are cheaper by
lab-give-away = goes to an opponent when flipped
lab-win-with-cards = wins with so many cards
lab-recycle-cash = cash when recycled
lab-recycle-points = points when recycled
lab-recycle-unhappy = unhappiness when recycled
lab-recycle-limit = limit when recycled
lab-recycle-to-top = goes on top when recycled

lab-plan-cards = { $count } cards
lab-plan-mixed = Mixed
lab-measure-lost = Turns lost over the limit

refused-recycling = { $card } and { $back } could be recycled for ever: only one side of a card can be
refused-back-supply = the supply shows fronts only
refused-back-cost = a back cannot be bought, only its front can
refused-discounts = all faces that give additional Flips must give the same discount
refused-cards = { $count } cards are too many for one game: at most { $most }
refused-no-deck = a starting deck needs at least one card
refused-no-supply = a game alone cannot begin with an empty supply
refused-unbought = a card without a price cannot lie in the supply
refused-to-top = at most { $most } cards that go on top fit one game, not { $count }

lab-length = Turns, of all players together
lab-length-count = { $count } turns
lab-end-points = By points
lab-end-cards = By cards
lab-end-supply = Supply used up
lab-end-truncated = Cut off
