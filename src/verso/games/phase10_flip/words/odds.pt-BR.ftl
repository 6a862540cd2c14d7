# O que dizem as chances. Uma chance contada tem um número; uma sorteada, os dois extremos do seu intervalo.

odds-estimated = Há casos demais para contar: todos os números são estimativas de sorteios possíveis.
odds-actions = A que leva cada ação:
odds-action = { $action }: { $facts }
odds-lays = combinação completa { $chance }
odds-hits = encaixa na mesa { $chance }
odds-holds = combinação completa depois disso { $chance }
odds-is = é { $face }
odds-with = com { $faces }
odds-with-more = com { $faces } e mais { $more }
odds-short = { $count ->
    [0] mantém a combinação completa
    [one] deixa faltando { $count } carta
   *[other] deixa faltando { $count } cartas
  }
odds-costs = a mão custa { $points }
odds-out = você bate
odds-flips = vira a mesa
odds-helps-next = ajuda o lugar { $seat }: { $chance }
odds-within = Combinação na mão (ou uma carta para baixar na mesa) em 1, 2, ... compras da pilha: { $chances }
odds-within-taking = O mesmo com a carta visível do descarte como primeira: { $chances }
odds-hands = Cada mão, e o que uma virada faria com ela:
odds-hand = { $who }: { $facts }
odds-own = Você
odds-seat = Lugar { $seat }
odds-points = custa { $now } agora, { $then } depois de uma virada
odds-lays-flipped = baixa na hora depois de uma virada
odds-may-lay-flipped = baixa na hora depois de uma virada: { $chance }
odds-short-flipped = { $count ->
    [0] tem todas as cartas da combinação depois de uma virada
    [one] falta { $count } carta depois de uma virada
   *[other] faltam { $count } cartas depois de uma virada
  }
odds-hits-flipped = { $count ->
    [0] nada para baixar na mesa depois de uma virada
    [one] baixa { $count } carta na mesa depois de uma virada
   *[other] baixa { $count } cartas na mesa depois de uma virada
  }
