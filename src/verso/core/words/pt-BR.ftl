# O que se diz de todos os jogos.

seat = Lugar { $number }
game-over = a partida acabou
not-legal = isso não pode ser feito agora
somebody-acts = { $name } jogou

decimal-mark = ,
zero-counts-as = one
