# What can be counted and speaks for an action. Each is a clause that follows the action: "Discard red 9: ...".

fact-no-discard = there is no card on the discard pile
fact-take-fits = { $face } can be laid on the table at once
fact-take-adds = { $face } costs { $points } points in your hand
fact-discard-fits-not = { $face } on the discard pile fits no group on the table
fact-discard-helps-not = { $face } on the discard pile leaves you as many cards short as before: { $short }
fact-draw-wanted = you are { $short } { $short ->
    [one] card
   *[other] cards
  } short of your phase
fact-leaves-flip = { $face } stays on the discard pile, for whoever wants to turn the table
fact-take-completes = { $face } completes your phase
fact-take-helps = with { $face } you are { $after } { $after ->
    [one] card
   *[other] cards
  } short of your phase instead of { $before }
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
fact-others-down = { $count } { $count ->
    [one] other has
   *[other] others have
  } laid already
fact-goes-out = it is your last card: you go out
fact-rids = it takes { $points } points out of your hand and leaves { $left } { $left ->
    [one] card
   *[other] cards
  }
fact-fits-table = { $cards } of your cards fit the table one after the other
fact-fits-nothing-laid = it fits no group on the table
fact-fits-nothing = it fits none of your groups nor any on the table
fact-fits-table-only = it fits none of your groups
fact-least-short = you are { $short } { $short ->
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
fact-flip-none = it turns the table, and { $others ->
    [one] the other who has not laid cannot
   *[other] none of the { $others } who have not laid can
  } lay at once then
fact-flip-some = it turns the table, and { $count } of the { $others } who have not laid can lay at once then
fact-flips = it turns the table
