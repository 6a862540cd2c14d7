# O que dizem as chances, e jogadores que dizem por quê.

by-rule = a regra prática publicada, com { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } e { $unhappy } de insatisfação
odds-actions = Cada ação, com as cartas que devem ser jogadas depois dela e mais nada no meio:
odds-builds = O que cada ação deixa, e o próximo turno com ela (turnos sorteados: os dois extremos do intervalo):
odds-action = { $action }: { $facts }
odds-over = passa do limite { $over }%
odds-over-now = passa do limite com certeza
odds-first = { $over }% se antes fizer isto: { $action }
odds-first-times = { $over }% se antes fizer isto { $times } vezes: { $action }
odds-keeps = guarda { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }, { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
odds-wins = vence { $chance }%
odds-loses = leva a última carta do estoque: a partida está perdida
odds-leaves = deixa { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
odds-coming = próximo turno { $goals }, passa do limite { $over }%, moedas { $cash }
odds-win = Melhor chance de vencer neste turno: { $goals }
odds-rival = Lugar { $seat }, melhor chance de vencer num turno que começasse agora: { $goals }
odds-goal-points = { $amount } pontos { $chance }
odds-goal-number = { $amount } cartas { $chance }
odds-playing = Continuando, com Igrejas recicladas quando a carta visível passaria do limite, e depois só o obrigatório (médias dos turnos que não se perdem):
odds-line = mais { $count } { $count ->
    [one] carta
   *[other] cartas
  }: passa do limite { $bust }%, vence { $win }%, moedas { $cash }, pontos { $points }, cartas jogadas { $cards }
odds-best = Melhor chance neste turno, custe o que custar:
odds-goal-cash = pelo menos { $amount } moedas
odds-goal = { $goal }: { $chance }%; comece com: { $action }
odds-goal-range = { $goal }: entre { $chance }% e { $most }%; comece com: { $action }
odds-never = { $goal }: não neste turno
