# O que os robôs dizem de suas escolhas.

only-action = não há outra ação possível
by-rule = a regra prática publicada
any-action = qualquer ação permitida
by-eye = parece a melhor à primeira vista: { $share }% para { $action }
by-eye-next = parece a melhor à primeira vista: { $share }% para { $action }, { $next } { $nextshare }%
by-search = vence cerca de { $win }% (±{ $margin })
by-search-next = vence cerca de { $win }% (±{ $margin }); { $next } { $nextwin }%
with-risk = { $reason }; chance de passar do limite antes de poder parar: { $risk }%

odds-next = Chance de passar do limite antes de poder parar, se continuar agora: { $risk }%
odds-playing = Continuando, e depois só o obrigatório (médias das rodadas que não se perdem):
odds-line = mais { $count } { $count -> [one] carta *[other] cartas }: passa do limite { $bust }%, vence { $win }%, dinheiro { $cash }, pontos { $points }, cartas jogadas { $cards }
odds-best = Melhor chance nesta rodada, custe o que custar:
odds-goal-cash = pelo menos { $amount } de dinheiro
odds-goal-points = { $amount } pontos
odds-goal-cards = cartas jogadas suficientes para vencer
odds-goal = { $goal }: { $chance }%; comece com: { $action }
odds-goal-range = { $goal }: entre { $chance }% e { $most }%; comece com: { $action }
odds-never = { $goal }: não nesta rodada
