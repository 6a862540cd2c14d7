# O que se pode contar e fala a favor de uma ação. Cada um é uma oração que segue a ação: "Parar e construir: ...".

fact-removes = { $left ->
    [0] era a última carta { $card } do estoque
    [1] fica 1 carta { $card } no estoque
   *[other] ficam { $left } cartas { $card } no estoque
  }
fact-wins-points = você tem { $points } pontos, e { $goal } vencem
fact-wins-cards = você jogou { $cards } cartas, e isso vence
fact-card-over = { $card } levaria a { $unhappy } de insatisfação, acima do limite de { $limit }
fact-card-over-costs = { $card } levaria a { $unhappy } de insatisfação, acima do limite de { $limit }, e custaria { $amount }
fact-next-ends = { $bad } das { $total } cartas que podem vir a seguir { $bad ->
    [1] acabaria
   *[other] acabariam
  } com o seu turno{ $unless }
fact-next-ends-costs = { $bad } das { $total } cartas que podem vir a seguir { $bad ->
    [1] acabaria
   *[other] acabariam
  } com o seu turno e com { $amount }{ $unless }
fact-next-surely = qualquer carta que venha a seguir acabaria com o seu turno{ $unless }
fact-next-surely-costs = qualquer carta que venha a seguir acabaria com o seu turno e com { $amount }{ $unless }
fact-chain-ends = cartas obrigatórias acabariam com o seu turno { in-cases }{ $unless }
fact-chain-ends-costs = cartas obrigatórias acabariam com o seu turno e com { $amount } { in-cases }{ $unless }
in-cases = { $about ->
    [yes] em cerca de { $bad } de { $total } casos
   *[other] em { $bad } de { $total } casos
  }
unless-recycled = , a menos que você recicle { $card }
fact-next-safe = { $total ->
    [1] a carta que vem a seguir não acaba com o seu turno
   *[other] nenhuma das { $total } cartas que podem vir a seguir acaba com o seu turno
  }
fact-next-goes-on = { $good } das { $total } cartas que podem vir a seguir não { $good ->
    [1] acaba
   *[other] acabam
  } com o seu turno
fact-chain-goes-on = { $about ->
    [yes] em cerca de { $good } de { $total } casos nenhuma carta obrigatória acaba com o seu turno
   *[other] em { $good } de { $total } casos nenhuma carta obrigatória acaba com o seu turno
  }
amount-cash = { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
amount-points = { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
amount-both = { amount-cash } e { amount-points }
fact-can-build = com { amount-cash } você pode { $action }
fact-deck-empty = o seu baralho acabou
fact-keeps = você fica com { $amount }
fact-recycled-safe = se você reciclar { $card }, nenhuma carta obrigatória acaba com o seu turno
fact-shuffles = { $cards } { $cards ->
    [1] carta volta
   *[other] cartas voltam
  } para o seu baralho
fact-must = é preciso jogar { $card }
fact-brings = traz { $amount }
fact-raises = o limite passa a { $limit }
fact-points-missing = isso dá { amount-points }, e mais { $missing } { $missing ->
    [1] vence
   *[other] vencem
  }
fact-cards-missing = é a carta { $cards } deste turno, e mais { $missing } { $missing ->
    [1] vence
   *[other] vencem
  }
fact-makes-points = isso dá { $points } pontos, e { $goal } vencem
fact-makes-cards = é a carta { $cards } deste turno, e tantas vencem
fact-recycle-saves = sem isso, { $next } passa do limite
fact-recycle-top = { $card } fica então no topo
fact-recycle-cash = você fica com { $count } { $count ->
    [1] moeda
   *[other] moedas
  }
fact-recycle-points = você fica com { $count } { $count ->
    [1] ponto
   *[other] pontos
  }
fact-city-points = com { $card } a sua cidade tem { $points } pontos, e { $goal } num turno vencem
fact-city-cards = a sua cidade fica com { $cards } cartas, e { $goal } jogadas num turno vencem
fact-face-limit = { $card } aumenta o limite de um turno
fact-face-cash = { $card } traz { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } sempre que entra em jogo
fact-face-bottom = { $card } traz de volta mais cedo a carta de baixo do seu baralho
fact-fewer-unhappy = a sua cidade fica com { $after } de insatisfação em vez de { $before }
fact-fewer-forced = { $left ->
    [0] nenhuma carta sua é mais obrigatória
    [1] só { $left } carta sua ainda é obrigatória
   *[other] { $left } das suas cartas ainda são obrigatórias, uma a menos
  }
fact-given-forced = { $count ->
    [1] uma carta desse adversário precisa ser jogada então
   *[other] { $count } cartas desse adversário precisam ser jogadas então
  }
fact-given-unhappy = a cidade desse adversário fica com { $count } de insatisfação
fact-uses-all = usa { $cash ->
    [1] a sua única moeda
   *[other] todas as suas { $cash } moedas
  }
fact-leaves = { $cash ->
    [1] sobra { $cash } moeda
   *[other] sobram { $cash } moedas
  }
fact-nothing-payable = com { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } não há mais nada a fazer
fact-other-unhappy = { $card } traria { $count } de insatisfação sempre que entrasse em jogo
fact-city-stays = a sua cidade fica com { $cards } cartas
