# O que só a página diz de Phase 10 Flip.

about = Sequências e conjuntos com cartas de dois lados: todos veem o verso da sua mão, e uma carta pode virar a mesa inteira.
tagline = Todos veem os seus versos. Uma carta vira a mesa.
quick-length = Duração
quick-1 = 1 combinação
quick-5 = 5 combinações
quick-10 = 10 combinações
name-run = sequência
name-set = conjunto
name-side-colour = Lado Colorido
name-side-wild = Lado Curinga
phase-number = Combinação { $number }
hand-of = As { $count } cartas de { $name }
backs-of = O que se vê das { $count } cartas de { $name }
piles = Pilhas
draw-pile = Pilha de compras
discard-pile = Descarte
draw-count = Compras { $count }
discard-count = Descarte { $count }
round-number = Rodada { $number }
takes = aceita { $numbers }
groups = Grupos na mesa
no-groups = Ainda não há combinações na mesa.
your-hand = Sua mão
sorting = Ordenar a mão
sort-colour = Por cor
sort-number = Por número
sort-hand = Do meu jeito
do-draw = Compre uma carta ou pegue o descarte
dealing = As cartas estão sendo distribuídas
do-lay = Baixe carta por carta
do-hit = Acrescente cartas ou descarte
do-lay-or-discard = Você pode baixar a sua combinação
do-discard = Escolha uma carta para descartar
choose-card = Escolha uma carta para ver aonde ela pode ir.
lay-for-me = Baixar a minha combinação
lay-rest = Baixar o resto
other-ways = Todas as { $count } maneiras de baixá-la
wanted = Uma destas completa a sua combinação:
wanted-short = Completa:
next-card-helps = A próxima carta ajuda na hora: { $chance }.
under-figure = menos de { $figure }
over-figure = mais de { $figure }
about-figure = cerca de { $figure }
chances-soon = As chances estão sendo preparadas e já aparecem.
discard-helps-next = { $name } pode usar: { $chance }
discard-flip-lays = Aí você baixa: { $chance }
after-flip-may-lay = Se virar: baixa, { $chance }
open-card-helps = A carta à vista ajuda.
open-card-helps-not = A carta à vista não ajuda.
ending-phases = A última combinação está completa.
ending-score = Vários completaram a última combinação; decidem os pontos, quanto menos melhor.
ending-replay = Saiu primeiro na disputa do empate.
ending-rounds = Menos pontos depois de todas as rodadas.
ending-truncated = Uma rodada não teve fim.
standings = Classificação
chart = Pontos depois de cada rodada
chart-more = Marca cheia: uma combinação foi completada naquela rodada.
chart-table = Rodada por rodada
round = Rodada
tip-draw = Pegue uma carta: às cegas da pilha de compras, cujo verso você pode ler, ou a que está à vista no descarte.
tip-lay = Você tem a combinação inteira na mão. Baixe agora, ou deixe os outros na dúvida.
tip-laying = Carta por carta: as que estão levantadas cabem agora. Uma Estrela pergunta o seu número.
tip-hit = A sua combinação está na mesa. Livre-se de cartas acrescentando-as a qualquer grupo.
tip-discard = Termine o turno com um descarte. Uma carta com setas girando vira a mesa inteira.
after-flip-lays = Se virar: baixa na hora
after-flip-short = Se virar: { $count ->
    [one] falta uma carta
   *[other] faltam { $count } cartas
  }
after-flip-hits = Se virar: { $count ->
    [0] nenhuma carta encaixa
    [one] encaixa uma carta
   *[other] encaixa { $count } cartas
  }
down-short = na mesa
lays-short = baixa
hits-short = encaixa { $count }
short-short = { $count ->
    [one] falta 1
   *[other] faltam { $count }
  }
seen-short = Vistas
holds-flip-short = carta que vira
seen-of = Vistas na mão
holds-flip = tem carta que vira
since-your-turn = Desde o seu turno
did-draw = comprou uma carta
did-take = pegou { $face }
did-lay = baixou a combinação { $phase }
did-add = acrescentou { $count ->
    [one] uma carta
   *[other] { $count } cartas
  }
did-discard = descartou { $face }
sum-before = antes
sum-round = rodada
sum-total = total
peek = Ver de perto as cartas de { $name }
can-be = No outro lado pode ter:
is-surely = Você já viu o outro lado:
with-back = no verso { $face }
just-drawn = nova
turns-table = Descartada, vira a mesa inteira
fits = { $name ->
    [you] { $kind ->
        [run] sua sequência
       *[set] seu conjunto
      }
   *[other] { $kind ->
        [run] { $name }: sequência
       *[set] { $name }: conjunto
      }
  }
as-number = como { $number }
draw-short = Comprar
take-short = Pegar { $face }
choose-pile = Clique numa pilha.
choose-group = Clique num grupo que a aceite.
another-way = Outro jeito ({ $count })
more-ways = Mais { $count } jeitos
still-more-ways = Há ainda outros jeitos: baixe carta por carta.
numbers-red = { $numbers } vermelhas
numbers-yellow = { $numbers } amarelas
numbers-green = { $numbers } verdes
numbers-blue = { $numbers } azuis
lay-short = Baixar { $groups }
phases-of-all = A combinação de cada um
goes-out = { $name } sai
you-go-out = Você sai
round-over = A rodada { $round } acabou
round-over-more = A rodada { $round } acabou, depois de { $turn ->
    [one] um turno
   *[other] { $turn } turnos
  }.
round-last = A última carta foi { $face }.
round-last-flipped = A última carta, { $face }, virou a mesa antes da contagem dos pontos.
round-finished = combinação { $phase } feita, a última
round-goes-on = combinação { $phase } feita, segue para a { $next }
round-repeats = repete a combinação { $phase }
nothing-to-count = Sem cartas. Nada a contar.
left-in-hand = Cartas que sobraram na mão
next-round = Próxima rodada
next-round-soon = sozinha em { $seconds } s
moment-hand = Mão de { $name }

mark-flip = viradas
mark-laid = combinações baixadas
end-laid = Rodada { $round }: combinação { $phase } baixada
end-not-laid = Rodada { $round }: combinação { $phase } não baixada
