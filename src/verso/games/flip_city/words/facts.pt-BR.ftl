# O que se pode contar e fala a favor de uma ação. Cada um é uma oração que segue a ação: "Parar e construir: ...".

fact-removes = { $left ->
    [0] era a última { $card } do estoque
   *[other] ficam { $left } de { $card } no estoque
  }
fact-wins-points = você tem { $points } pontos, e { $goal } vencem
fact-wins-cards = você jogou { $cards } cartas, e isso vence
fact-card-over = { $card } levaria a { $unhappy } de insatisfação, acima do limite de { $limit }
fact-next-ends = { $bad } das { $total } cartas que podem vir a seguir acabariam com o seu turno
fact-next-safe = { $total ->
    [1] a carta que vem a seguir não acaba com o seu turno
   *[other] nenhuma das { $total } cartas que podem vir a seguir acaba com o seu turno
  }
fact-costs = isso custaria { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } e { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
fact-can-build = com { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } você pode fazer isto: { $action }
fact-deck-empty = o seu baralho acabou
fact-keeps = você fica com { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } e { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
fact-shuffles = { $cards } { $cards ->
    [1] carta volta
   *[other] cartas voltam
  } para o seu baralho
fact-must = { $card } tem de ser jogada
fact-brings-both = { $card } traz { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } e { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
fact-brings-cash = { $card } traz { $count } { $count ->
    [1] moeda
   *[other] moedas
  }
fact-brings-points = { $card } traz { $count } { $count ->
    [1] ponto
   *[other] pontos
  }
fact-raises = o limite passa a { $limit }
fact-points-missing = mais { $missing } { $missing ->
    [1] ponto vence
   *[other] pontos vencem
  }
fact-cards-missing = mais { $missing } { $missing ->
    [1] carta vence
   *[other] cartas vencem
  }
fact-recycle-wins = isso dá { $points } pontos, e { $goal } vencem
fact-recycle-saves = sem isso, { $next } passa do limite
fact-recycle-top = { $card } fica então no topo
fact-recycle-cash = traz { $count } { $count ->
    [1] moeda
   *[other] moedas
  }
fact-recycle-points = traz { $count } { $count ->
    [1] ponto
   *[other] pontos
  }
fact-city-points = com { $card } a sua cidade tem { $points } pontos, e { $goal } num turno vencem
fact-city-cards = a sua cidade fica com { $cards } cartas, e { $goal } jogadas num turno vencem
fact-face-limit = { $card } aumenta o limite de um turno
fact-face-cash = { $card } traz { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } sempre que é jogada
fact-face-bottom = { $card } traz de volta mais cedo a carta de baixo do seu baralho
fact-fewer-unhappy = a sua cidade fica com { $after } de insatisfação em vez de { $before }
fact-fewer-forced = { $left ->
    [0] nenhuma carta precisa mais ser jogada
    [1] só { $left } carta ainda precisa ser jogada
   *[other] { $left } cartas ainda precisam ser jogadas, uma a menos
  }
fact-given = um adversário a recebe como { $card }
fact-uses-all = usa { $cash ->
    [1] a sua única moeda
   *[other] todas as suas { $cash } moedas
  }
fact-leaves = sobram { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
fact-nothing-payable = com { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } não há mais nada a fazer
fact-other-unhappy = { $card } traria { $count } de insatisfação sempre que é jogada
fact-city-stays = a sua cidade fica com { $cards } cartas
