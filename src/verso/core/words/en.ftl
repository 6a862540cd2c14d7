# What is said of every game.

seat = Seat { $number }
game-over = the game is over
not-legal = that cannot be done now
somebody-acts = { $name } has acted

decimal-mark = .
zero-counts-as = other
