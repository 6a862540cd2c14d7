card-cost = Build cost
card-fee = Flip fee
