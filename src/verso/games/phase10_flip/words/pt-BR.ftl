# Phase 10 Flip em português do Brasil. As cartas são femininas, como no manual: uma 7 vermelha.

colour-red = vermelha
colour-yellow = amarela
colour-green = verde
colour-blue = azul
face-colour = { $number } { $colour }
face-colour-star = Estrela { $colour }
face-wild = { $number } curinga
face-wild-star = Estrela curinga
face-flip = { $face } com o símbolo Virar
face-unknown = uma carta
side-colour = Colorido
side-wild = Curinga
which-of-them = a { $count }ª delas na sua mão

action-draw = Comprar da pilha de compras (a próxima carta mostra { $face })
action-draw-unseen = Comprar da pilha de compras
action-draw-shuffle = Embaralhar o descarte para formar uma nova pilha e comprar
action-take = Pegar { $face } do descarte
action-discard = Descartar { $face }
action-discard-flip = Descartar { $face }: tudo vira
action-place = Baixar { $face } { $kind }
action-place-star = Baixar { $face } como { $number } { $kind }
action-hit = Acrescentar { $face } ao grupo { $group } { $of } ({ $what })
action-hit-star = Acrescentar { $face } como { $number } ao grupo { $group } { $of } ({ $what })
action-lay = Baixar { $groups }
lay-group = { $shape }: { $cards }
lay-star = { $face } como { $number }
action-dealer = { $who } distribui as cartas
action-card = Aparece a carta #{ $card }: { $colour }, { $wild }

kind-run = na sequência
kind-set = no conjunto
group-run = sequência de { $low } a { $high }
group-run-colour = sequência { $colour } de { $low } a { $high }
group-set = conjunto de { $number }
shape-run = sequência de { $size }
shape-set = conjunto de { $size }
phase-join = { $first } + { $second }

who-you = você
who-seat = lugar { $seat }
subject-seat = O lugar { $seat }
of-seat = do lugar { $seat }
of-name = de { $name }
tell-dealer = { $who } distribuiu as cartas
tell-dealt-you = Você recebeu { $face }
tell-dealt = { $who } recebeu uma carta que mostrava { $face }
tell-dealt-unseen = { $who } recebeu uma carta
tell-start = { $face } iniciou a pilha de descarte
tell-top = A próxima carta da pilha de compras mostrou { $face }
tell-draw = comprou uma carta
tell-draw-seen = comprou { $face }
tell-shuffle = embaralhou o descarte para formar uma nova pilha de compras
tell-take = pegou { $face } do descarte
tell-discard = descartou { $face }
tell-lays = baixou a combinação { $phase }: { $cards }
tell-lays-unseen = baixou a combinação { $phase }
tell-hit = acrescentou { $face } ao grupo { $group } { $of }
tell-hit-as = acrescentou { $face } como { $number } ao grupo { $group } { $of }
tell-flip = Tudo virou para o lado { $side }
tell-out = saiu e encerrou a rodada { $round }
tell-points = { $points ->
    [0] { $who } marcou { $points } pontos
    [one] { $who } marcou { $points } ponto
   *[other] { $who } marcou { $points } pontos
  }
tell-replay = Empate: { $seats } tiveram de jogar de novo a última combinação

why-chance = agora decide o acaso, não um jogador
why-not-chance = agora nada depende do acaso
why-other-chance = não é isso que o acaso decide agora
why-not-in-pile = essa carta não está mais por decidir
why-no-such-seat = este jogo não tem esse lugar
why-draw-first = primeiro compre uma carta
why-drawn = você já comprou
why-nothing-to-draw = a pilha de compras está vazia e o descarte tem só uma carta: pegue essa
why-nothing-to-take = o descarte está vazio
why-no-such-card = sua mão não tem essa carta
why-must-lay = você tem de baixar a sua combinação, pois pode
why-laying = você está baixando a combinação: continue com a próxima carta
why-laid-already = sua combinação já está na mesa
why-cannot-lay = você não pode baixar a combinação { $phase } com estas cartas: { $groups }
why-cannot-place = com { $face } ali, a combinação não poderia ser completada
why-cannot-place-as = com { $face } como { $number } ali, a combinação não poderia ser completada
why-only-star = só a Estrela recebe um número
why-star-number = diga que número a Estrela representa
why-not-laid = baixe a sua combinação antes de acrescentar cartas a outras
why-last-card = a última carta tem de ser descartada
why-no-group = esse grupo não está na mesa
why-does-not-fit = { $face } não cabe neste grupo: { $what }

show-round = Rodada { $round }, turno { $turn }: { $who }, { $step }
show-dealing = Rodada { $round }: as cartas são distribuídas
show-over = A partida acabou
show-step-draw = comprando uma carta
show-step-play = jogando
show-step-laying = baixando a combinação
show-you = você
show-seat = lugar { $seat }
show-side = vale o lado { $side }
show-draw = pilha de compras { $count }
show-draw-top = pilha de compras { $count }, a próxima carta mostra { $face }
show-discard = descarte { $count }, no topo { $face }
show-discard-empty = descarte vazio
show-table = na mesa:
show-group = { $place }  { $what }: { $cards }
show-group-takes = { $place }  { $what }: { $cards } (cabe { $takes })
show-takes-star = uma Estrela
show-player = lugar { $seat }
show-player-you = lugar { $seat } (você)
show-phase = combinação { $phase }: { $groups }
show-phase-laid = combinação { $phase } na mesa
show-finished = todas as combinações feitas
show-points = { $points ->
    [0] { $points } pontos
    [one] { $points } ponto
   *[other] { $points } pontos
  }
show-cards = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
  }
show-backs = mostram: { $cards }
show-hand-colour = por cor: { $cards }
show-hand-number = por número: { $cards }
show-behind = no verso delas: { $cards }
show-outs = completaria a sua combinação: { $cards }
show-holds = você tem a sua combinação na mão
show-can-lay = você pode baixar a combinação: { $text }

outcome-phases = { $who } completou a última combinação e vence
outcome-score = { $who } vence com o menor total entre os que completaram a última combinação
outcome-replay = { $who } sai primeiro no desempate e vence
outcome-rounds = { $who } vence com o menor total
outcome-rounds-shared = { $who } dividem a vitória com o menor total
outcome-truncated = sem vencedor: uma rodada não teve fim após { $turns } turnos
outcome-totals = { $rounds ->
    [one] { $rounds } rodada
   *[other] { $rounds } rodadas
  }, totais { $scores }
and = { $first } e { $second }

rules-phase = A cada rodada você tenta baixar a sua combinação, inteira e de uma vez, com cartas da mão: sequências são números seguidos da mesma cor, conjuntos são cartas de mesmo número. São { $phases } combinações, em ordem; quem baixou passa à próxima.
rules-turn = No seu turno compre uma carta (da pilha de compras ou o topo do descarte), baixe e acrescente cartas se puder e descarte uma. Com a combinação na mesa você pode acrescentar cartas a qualquer grupo.
rules-flip = Descartar uma carta com o símbolo Virar (!) vira todas as pilhas e todas as mãos: joga-se com o outro lado. Você vê o outro lado das cartas de todos, menos das suas.
rules-star = A Estrela (*) vale qualquer número: da própria cor no lado Colorido, de qualquer cor no lado Curinga, onde toda carta vale qualquer cor.
rules-score = Quem fica sem cartas encerra a rodada com { $winner }; os outros contam o que têm na mão: 1–9 cinco pontos, 10–12 dez, a Estrela vinte. Quanto menos, melhor.
rules-win = Vence quem primeiro completa a última combinação; entre vários, o de menor total.
rules-win-rounds = Após { $phases } rodadas vence o menor total; a cada rodada todos passam à próxima combinação.
rules-winner-points = { $count ->
    [one] { $count } ponto
   *[other] { $count } pontos
  }

label-points = pontos
label-cards = cartas
ability-flip = Descartada, vira as pilhas e todas as mãos.
ability-star-colour = Vale qualquer número da própria cor.
ability-star-wild = Vale qualquer número de qualquer cor.
ability-wild = Vale qualquer cor.

ruleset-standard = Padrão
about-ruleset-standard = Dez combinações, de dois a seis jogadores.
ruleset-fixed-rounds = Rodadas fixas
about-ruleset-fixed-rounds = Dez rodadas; todos passam à próxima combinação a cada rodada e vence o menor total.
ruleset-pt-br-text = Manual brasileiro ao pé da letra
about-ruleset-pt-br-text = O manual brasileiro ao pé da letra: quem sai marca dez.
ruleset-short = Partida curta
about-ruleset-short = Uma partida mais curta: tantas combinações quantas os jogadores quiserem, aqui cinco.
option-flip-on-going-out = Virar ao sair
help-flip-on-going-out = Quem sai com o símbolo Virar vira tudo antes da contagem dos pontos.
option-force-lay = Baixar é obrigatório
help-force-lay = Quem pode baixar a combinação tem de baixá-la antes de descartar.
option-min-numbers = Números entre as Estrelas
help-min-numbers = Quantos números são precisos além das Estrelas.
value-min-numbers-phase = um na combinação
value-min-numbers-group = um em cada grupo
option-own-backs = Versos das suas cartas
help-own-backs = Se você também vê o outro lado das cartas da sua mão.
value-own-backs-hidden = ocultos
value-own-backs-shown = à vista
option-phases = Combinações
help-phases = Quantas combinações se jogam.
option-require-final-discard = Descartar para sair
help-require-final-discard = A última carta da mão tem de ser descartada, não baixada nem acrescentada.
option-reshuffle = Nova pilha de compras
help-reshuffle = O que acontece quando a pilha de compras acaba.
value-reshuffle-keep-top = a carta do topo do descarte fica, as outras são embaralhadas
option-winner-score = Pontos de quem sai
help-winner-score = Quanto marca na rodada quem sai.
