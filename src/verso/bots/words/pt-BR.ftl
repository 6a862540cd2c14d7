# O que os robôs dizem de suas escolhas.

only-action = não há outra ação possível
by-rule = a regra prática publicada, com { $cash } de dinheiro e { $unhappy } de infelicidade
any-action = qualquer das { $count } ações permitidas
by-eye = parece a melhor à primeira vista: { $share }% para { $action }, { $next } { $nextshare }%
by-search = vence cerca de { $win }% (±{ $margin })
by-search-next = vence cerca de { $win }% (±{ $margin }); { $next } { $nextwin }%
with-win = { $reason }; vence cerca de { $win }% (±{ $margin })
with-risk = { $reason }; chance de passar do limite antes de poder parar: { $risk }%

odds-next = Chance de passar do limite antes de poder parar, se continuar agora: { $risk }%
odds-playing = Continuando, e depois só o obrigatório (médias das rodadas que não se perdem):
odds-line = mais { $count } { $count ->
    [one] carta
   *[other] cartas
  }: passa do limite { $bust }%, vence { $win }%, dinheiro { $cash }, pontos { $points }, cartas jogadas { $cards }
odds-best = Melhor chance nesta rodada, custe o que custar:
odds-goal-cash = pelo menos { $amount } de dinheiro
odds-goal-points = { $amount } pontos
odds-goal-cards = cartas jogadas suficientes para vencer
odds-goal = { $goal }: { $chance }%; comece com: { $action }
odds-goal-range = { $goal }: entre { $chance }% e { $most }%; comece com: { $action }
odds-never = { $goal }: não nesta rodada

odds-draw = A próxima carta da pilha de compras ajuda na hora: { $chance }%; cartas que ajudam ainda por comprar, em média: { $outs }
odds-take-yes = A carta visível do descarte ajuda na hora.
odds-take-no = A carta visível do descarte não ajuda na hora.
odds-estimated = Há casos demais para contar: todos os números são estimativas de sorteios possíveis.
odds-within = Combinação na mão (ou uma carta para baixar na mesa) em 1, 2, ... compras da pilha: { $chances }
odds-within-taking = O mesmo com a carta visível do descarte como primeira: { $chances }
odds-flip = Se tudo virasse, você teria sua combinação: { $holds }; o mais provável é faltar { $count ->
    [0] nada
    [one] { $count } carta
   *[other] { $count } cartas
  } ({ $share }%)
odds-points = Lugar { $seat }: as cartas na mão custam { $now } agora, { $then } se tudo virasse
odds-missing = Lugar { $seat }: { $count ->
    [0] teria a combinação se tudo virasse
    [one] faltaria { $count } carta se tudo virasse
   *[other] faltariam { $count } cartas se tudo virasse
  }
