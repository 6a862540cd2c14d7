# What can be counted and speaks for an action. Each is a clause that follows the action: "Discard red 9: ...".

fact-no-discard = there is no card on the discard pile
fact-take-fits = { $face } can be laid on the table at once
fact-take-adds = { $face } fits no group on the table and costs { $points } points in your hand
fact-discard-fits-not = { $face } on the discard pile fits no group on the table
fact-discard-changes-not = laying { $face } from the discard pile would leave your hand as it is
fact-discard-helps-not = with { $face } from the discard pile you would still be { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase
fact-phase-held = you hold your phase already
fact-draw-wanted = you are { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase
fact-take-completes = { $face } completes your phase
fact-take-helps = with { $face } you are { $after } { $after ->
    [one] card
   *[other] cards
  } short of your phase instead of { $before }
fact-take-fits-then = { $face } fits the table once your phase is laid
fact-take-back = you see what you get, and can discard { $face } again
fact-take-star = a Star stands for any number
fact-take-flip = { $face } lets you turn the table
fact-take-same = you are { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase with { $face } or without it
fact-lays = your phase is complete: { $cards } { $cards ->
    [one] card goes
   *[other] cards go
  } to the table and { $left ->
    [0] none is left
    [one] { $left } is left
   *[other] { $left } are left
  }
fact-others-down = { $count ->
    [one] another player has laid already
   *[other] { $count } others have laid already
  }
fact-goes-out = it is your last card: you go out
fact-rids = it takes { $points } points out of your hand and leaves { $left } { $left ->
    [one] card
   *[other] cards
  }
fact-fits-table = { $cards } of your cards fit the table one after the other
fact-fits-nothing-laid = it fits no group on the table
fact-fits-nothing = your phase does not need it, and it fits no group on the table
fact-fits-table-only = your phase does not need it
fact-least-short = you are { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase then, and no discard leaves you less
fact-short-then = you are { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase then
fact-other-short = without { $other } you would be { $short } short
fact-next-cannot = whoever plays after you cannot lay it on the table
fact-other-helps = { $other } would fit the table for whoever plays after you
fact-keeps-stars = it keeps your { $count ->
    [one] Star
   *[other] { $count } Stars
  }
fact-flip-none = { $others ->
    [one] the only other player who has not laid cannot
   *[other] none of the { $others } others who have not laid can
  } lay at once then
fact-flip-all = { $others ->
    [one] the only other player who has not laid can
   *[other] all { $others } others who have not laid can
  } lay at once then
fact-flip-some = { $count } of the { $others } others who have not laid can lay at once then
fact-flips = { $others ->
    [one] the other player has laid already
   *[other] all { $others } others have laid already
  }
