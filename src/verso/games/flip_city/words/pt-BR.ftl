# Flip City em português do Brasil. Os nomes das faces estão em cards.toml.

action-play = Jogar { $card }
action-play-unseen = Jogar a carta do topo
action-stop = Parar e construir
action-shuffle = Embaralhar o descarte para formar um novo baralho
action-done = Encerrar o turno
action-recycle = Reciclar { $card }: { $gain }
action-buy = Comprar { $card } por { $price }
action-flip = Virar { $card } para { $back } por { $price }
action-flip-to = Virar { $card } por { $price } e dar ao lugar { $seat } como { $back }
action-flip-to-name = Virar { $card } por { $price } e dar a { $name } como { $back }
action-flip-away = Virar { $card } por { $price }: sai do jogo
action-develop = Desenvolver { $card } em { $back } por { $price }
action-remove = Remover { $card } do jogo
action-start = O lugar { $seat } começa
action-start-name = { $name } começa
action-top = Aparece { $card }
action-bottom = { $card } vai do fundo do baralho para o descarte

gain-cash = +{ $count } { $count ->
    [one] moeda
   *[other] moedas
  }
gain-points = +{ $count } { $count ->
    [one] ponto
   *[other] pontos
  }
gain-unhappy = +{ $count } de insatisfação
gain-limit = limite +{ $count }
gain-to-top = vai para o topo do seu baralho como { $back }

why-chance = agora decide o acaso, não um jogador
why-not-chance = agora nada depende do acaso
why-phase-build = isso se faz na fase de jogar cartas, e você está construindo
why-phase-play = primeiro pare de jogar cartas, depois construa
why-phase-remove = primeiro remova uma carta do estoque
why-shuffle-first = só se remove uma carta do estoque ao embaralhar
why-not-alone = só no jogo solo se removem cartas do estoque
why-must-be-played = { $card } no topo tem de ser jogada
why-play-next = a última carta jogada obriga você a jogar também a próxima
why-play-one = jogue pelo menos uma carta antes de parar
why-deck-empty = seu baralho está vazio
why-deck-not-empty = só se embaralha com o baralho vazio
why-nothing-to-shuffle = não há nada no seu descarte para embaralhar
why-not-in-discard = não há { $card } no seu descarte
why-not-recyclable = { $card } não pode ser reciclada
why-no-fee = { $card } não tem taxa para virar
why-no-cost = { $card } não pode ser comprada
why-pile-empty = não resta { $card } no estoque
why-too-dear = { $card } custa { $price } e você tem { $cash }
why-no-action = sua ação deste turno já foi usada
why-no-such-card = este jogo não tem essa carta
why-give = { $card } vai para um adversário: diga qual lugar
why-not-give = { $card } não pode ser dada a ninguém
why-not-self = você não pode dar { $card } a si mesmo
why-not-in-deck = não resta { $card } nesse baralho
why-other-reveal = não é isso que se revela agora

effect-must-be-played = No topo do seu baralho, tem de ser jogada.
effect-play-next = Ao jogar: você também tem de jogar a próxima carta.
effect-cash-per-unhappy = Ao jogar: +{ $count } { $count ->
    [one] moeda
   *[other] moedas
  } por insatisfação que você tiver, contando a dele.
effect-raise-limit = Ao jogar: limite +{ $count } neste turno.
effect-discard-bottom = Ao jogar: a carta do fundo do seu baralho vai para o descarte.
effect-extra-buys = Ao jogar: { $count } { $count ->
    [one] Compra adicional
   *[other] Compras adicionais
  } neste turno.
effect-extra-flips = Ao jogar: { $count } { $count ->
    [one] Virada adicional
   *[other] Viradas adicionais
  } neste turno, { $discount } mais barata.
effect-give-away = Ao virar: vai para o descarte de um adversário à sua escolha; no jogo solo, sai do jogo.
effect-win-with-cards = Vitória: com esta carta e pelo menos { $count } cartas jogadas neste turno.
effect-recycle = Reciclar: { $gain }.

short-must-be-played = Tem de ser jogada.
short-play-next = Jogue também a próxima.
short-cash-per-unhappy = +{ $count } { $count ->
    [one] moeda
   *[other] moedas
  } por insatisfação, contando a dele.
short-raise-limit = Limite +{ $count }.
short-discard-bottom = A carta do fundo vai para o descarte.
short-extra-buys = +{ $count } { $count ->
    [one] Compra
   *[other] Compras
  } neste turno.
short-extra-flips = +{ $count } { $count ->
    [one] Virada
   *[other] Viradas
  } neste turno, { $discount } mais barata.
short-give-away = Ao virar: vai para um adversário.
short-give-away-alone = Ao virar: sai do jogo.
short-win-with-cards = Vence com { $count } cartas jogadas.

figure-cost = custo { $count }
figure-fee = virar { $count }
figure-cash = moedas { $count }
figure-points = pontos { $count }
figure-unhappy = insatisfação { $count }

show-turn = Turno { $number }: { $who }
show-you = você
show-seat = lugar { $seat }
show-phase-play = jogando cartas
show-phase-remove = removendo uma carta do estoque
show-phase-build = construindo
show-counts = moedas { $cash } | pontos { $points } | insatisfação { $unhappy } de { $limit } | cartas jogadas { $played }
show-left = ações { $actions } | Compras adicionais { $buys } | Viradas adicionais { $flips }
show-played = jogadas: { $cards }
show-supply = estoque:
show-pile = { $count } x { $card } (comprar { $cost })
show-pile-develop = { $count } x { $card } (comprar { $cost }, desenvolver em { $back } { $price })
show-player = lugar { $seat }
show-player-you = lugar { $seat } (você)
show-deck = baralho { $count }
show-top = no topo: { $face }
show-other-side = outro lado: { $face }
show-rest = ainda no baralho: { $cards }
show-discard = descarte: { $cards }
show-none = nada
show-won = o lugar { $seat } vence por { $reason }
show-won-name = { $name } vence por { $reason }
show-lost = derrota: o estoque acabou
show-truncated = sem vencedor após { $turns } turnos
reason-points = pontos
reason-cards = cartas jogadas
show-result = turnos jogados { $turns }, estoque restante { $supply }

told-play = jogou { $card }
told-stop = parou
told-shuffle = embaralhou o descarte para formar um novo baralho
told-done = encerrou o turno
told-recycle = reciclou { $card }: { $gain }
told-buy = comprou { $card } por { $price }
told-flip = virou { $card } para { $back } por { $price }
told-flip-to = virou { $card } por { $price } e deu ao lugar { $seat } como { $back }
told-flip-to-name = virou { $card } por { $price } e deu a { $name } como { $back }
told-flip-away = virou { $card } por { $price } e tirou do jogo
told-develop = desenvolveu { $card } em { $back } por { $price }
told-remove = removeu { $card } do jogo
told-start = O lugar { $seat } começou
told-start-name = { $name } começou
told-top = Apareceu { $card }
told-bottom = { $card } foi do fundo do baralho para o descarte
event-over-limit = estourou o limite com insatisfação { $unhappy } de { $limit } e ficou sem nada

rules-turn = Jogue cartas do topo do seu baralho, uma de cada vez: cada uma dá moedas, pontos e insatisfação. Com mais de { $limit } de insatisfação seu turno acaba na hora, sem nada.
rules-build = Pare a tempo de construir: compre uma carta, vire uma do seu descarte ou desenvolva uma (compre já do outro lado). O que não for gasto se perde.
rules-points = Você vence no fim do seu turno com { $points } pontos nesse turno
rules-cards = ou com pelo menos { $cards } cartas jogadas nele, { $card } entre elas
rules-start = O manual deixa começar quem virou uma mesa por último; aqui o acaso decide.
rules-alone = Sozinho: cada vez que embaralha custa uma carta do estoque, e com o estoque vazio você perde.

label-cost = custo
label-fee = virar
label-cash = moedas
label-points = pontos
label-unhappy = insatisf.
label-start = início
label-supply = estoque

ruleset-standard = Padrão
about-ruleset-standard = De dois a quatro jogadores; a expansão Escritório pode ser usada.
ruleset-solo = Sozinho
about-ruleset-solo = Sozinho contra o estoque que encolhe.
ruleset-papergames-2025 = Edição brasileira
about-ruleset-papergames-2025 = A edição brasileira: de um a quatro jogadores, sozinho nunca com o Escritório.
ruleset-tmg-2015 = Edição em inglês
about-ruleset-tmg-2015 = A edição em inglês: de um a quatro jogadores, o Escritório também sozinho.
ruleset-tmg-2015-text = Manual em inglês ao pé da letra
about-ruleset-tmg-2015-text = As listas do manual em inglês ao pé da letra, embora não caibam na caixa.
option-office = Escritório
help-office = Acrescenta as cartas da expansão Escritório ao estoque.
