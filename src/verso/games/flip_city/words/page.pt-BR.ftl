# O que só a página diz de Flip City.

about = Construa uma cidade carta por carta, vire as cartas para que fiquem melhores e pare antes que o povo perca a paciência.
tagline = Arrisque a sorte, vire as suas cartas.
quick-cards = Cartas
quick-base = Básicas
quick-office = Com Escritório
top-of-deck = Topo do baralho: { $card }. Ver os dois lados
deck-count = Baralho { $count }
discard-count = Descarte { $count }
card-times = { $count } × { $card }
street-of = A rua de { $name }
street-empty = { $name } ainda não jogou cartas
played-cards = Cartas jogadas neste turno
cards-played = Cartas jogadas
cash = Moedas
points = Pontos
unhappiness = Insatisfação
of = { $count } de { $most }
supply = Estoque
supply-pile = { $card }, no outro lado { $back }: restam { $count }. Ver os dois lados
buy = Comprar
develop = Desenvolver
buy-price = Comprar { $card } por { $price }
develop-price = Desenvolver { $card } em { $back } por { $price }
remove = Remover
do-remove = Remova uma carta do estoque
do-build = Construa ou encerre o turno
do-done = Nada ao alcance
do-must-play = Você precisa continuar
do-lost = Passou do limite: o turno se perdeu
do-empty = Seu baralho acabou
do-play = Continue ou pare
do-win = Este turno vence
still-in-deck = Ainda no baralho
both-sides = Os dois lados da carta
this-side = Este lado
other-side = Outro lado
card-cost = Custo de construção
card-fee = Taxa para virar
odds-bust = Risco de estourar
odds-reach = { $points } pontos
lost-alone = A cidade perdeu
ending-points = Pontos suficientes em um só turno. As janelas se acendem.
ending-cards = Uma rua tão longa que decide a partida.
ending-supply = O estoque acabou.
ending-truncated = A partida se estendeu demais.
detail-turns = Turnos
detail-supply = Estoque restante
provenance = As imagens das cartas dos manuais se perderam: a maioria dos números vem de fontes públicas, alguns tiveram de ser reconstruídos.
reconstructed-figures = Alguns números desta carta são reconstruídos.
tip-first = O seu turno começa com uma carta do topo do baralho. Jogue: moedas, medalhas e nuvens contam na hora.
tip-forced = Esta tem de ser jogada, queira ou não. A linha embaixo do botão diz por quê.
tip-go-on = Você vê a próxima carta antes de decidir. Mais cartas dão mais moedas, e mais nuvens. Duas nuvens passam, três acabam com o turno.
tip-limit = O céu está cheio: mais uma nuvem e o turno acaba sem nada. Veja o que resta no baralho antes de continuar.
tip-shuffle = Seu baralho acabou. Pare e construa, ou embaralhe o descarte e continue.
tip-build = Hora de construir. Compre uma carta, vire um dos seus descartes para o lado da noite, ou desenvolva: os dois de uma vez. Tudo mostra o seu preço.
tip-done = Nada mais a construir. Encerre o turno; suas cartas vão para o descarte.
tip-remove = Quando você joga só, o estoque foge: cada embaralhada custa uma carta dele. Abra mão de uma que não faça falta.
your-discard = Seu descarte
discard = Descarte
recycle = Reciclar
recycles-later = recicla em jogo
flip = Virar { $price }
give-away = Dar { $price }
peek = Ver de perto a cidade de { $name }
give-to = Dar a { $name }
give-whom = Quem recebe { $card }? Ela vira { $back }.
cancel = Cancelar
nothing-there = Ainda não há nada
left-in-supply = restam { $count }
short = { $count ->
    [1] falta 1 moeda
   *[other] faltam { $count } moedas
  }
short-seen = { $count ->
    [1] falta 1
   *[other] faltam { $count }
  }
leaves = sobram { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
means-action = { $count ->
    [1] 1 ação
   *[other] { $count } ações
  }
means-buys = +{ $count } { $count ->
    [1] Compra
   *[other] Compras
  }
means-flips = +{ $count } { $count ->
    [1] Virada
   *[other] Viradas
  }
win-points = { $points } pontos: encerrar o turno e vencer
win-cards = { $cards } cartas: encerrar o turno e vencer
click-over = de estourar antes de poder parar
click-over-now = Isto passa do limite: o turno se perde
click-must-over = de vir { $card }, que tem de ser jogada: estoura
click-must = { $chance } de vir { $card }, que tem de ser jogada
click-first = { $chance } se antes: { $action }
click-loses = Isto leva a última carta do estoque: a partida se perde
click-keeps = Guarda { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
about-figure = cerca de { $figure }
win-by-going-on = Vencer continuando: { $ways }
win-way-points = pontos { $chance }
win-way-cards = cartas { $chance }
moment-lost = { $name } passa do limite
moment-lost-more = Insatisfação { $unhappy }, limite { $limit }.
moment-lost-what = Perde: { $points } { $points ->
    [1] ponto
   *[other] pontos
  }, { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }.
past-turn = { $cards } { $cards ->
    [1] carta
   *[other] cartas
  }, { $points } { $points ->
    [1] ponto
   *[other] pontos
  }, { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
past-lost = Passou do limite com { $cards } { $cards ->
    [1] carta
   *[other] cartas
  }: perdeu { $points } { $points ->
    [1] ponto
   *[other] pontos
  }, { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  }
did-buy = comprou { $card }
did-develop = desenvolveu { $card } em { $back }
did-flip = virou { $card } para { $back }
did-give = deu { $back } a { $name }
did-recycle = reciclou { $card }
did-remove = removeu { $card }
did-nothing = não construiu
did-times = { $sentence } ×{ $count }
tell-next = Contar o último turno do próximo jogador
no-turn-yet = Ainda sem turno
best-turn = Melhor turno até agora
city-of = A cidade de { $name }
first-to-win = Quem vence primeiro
goals = { $points } pontos num turno, ou { $cards } cartas. Os rostos ficam no melhor turno; quem joga, neste.
goals-points = { $points } pontos num turno. Os rostos ficam no melhor turno; quem joga, neste.
track-points = Pontos num turno
track-cards = Cartas num turno
track-you-best = melhor { $best }
track-you = agora { $now }, melhor { $best }
track-of-best = { $name }: no melhor turno { $best } de { $most }
track-of = { $name }: { $now } de { $most }, no melhor turno { $best }
supply-clock = O estoque é o seu relógio: { $count } { $count ->
    [1] carta
   *[other] cartas
  }
supply-last = Última carta: tirá-la perde a partida
rival = { $name } pode vencer no próximo turno: { $chance }
rival-ways = por pontos { $points }, por cartas { $cards }
turn-by-turn = Turno a turno
turn-lost = passou do limite
turn-row = { $cards } { $cards ->
    [1] carta
   *[other] cartas
  }, { $points } { $points ->
    [1] ponto
   *[other] pontos
  }
key-cards = cartas
key-points = pontos
next-turn = Seu próximo turno
next-as-it-is = como está
next-with = com { $card }
odds-cards = { $cards } cartas
give-has = tem { $count } × { $card }
moment-next = Próxima carta
moment-below = { $count ->
    [one] { $count } carta abaixo dela
   *[other] { $count } cartas abaixo dela
  }

mark-lost = limite estourado
mark-flip = cartas viradas
end-cards = cartas, { $most } para vencer
end-points = pontos, { $most } para vencer
end-city = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
  }
end-best = Melhor turno: { $points } { $points ->
    [1] ponto
   *[other] pontos
  }, { $cards } { $cards ->
    [1] carta
   *[other] cartas
  }
