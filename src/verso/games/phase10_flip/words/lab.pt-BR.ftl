# O laboratório de Phase 10 Flip em português: seus números e o que se conta.

lab-phases = Fases
lab-phase = Fase { $number }
lab-no-group = nenhum
lab-group = Grupo { $number }
lab-points = Pontos na mão
lab-points-low = Números de 1 a 9
lab-points-high = Números de 10 a 12
lab-points-star = Estrelas
lab-deck = Baralho
lab-value = número
lab-colour = Cor
lab-colour-value = No lado colorido
lab-colour-flip = Virar no lado colorido
lab-wild-value = No lado curinga
lab-wild-flip = Virar no lado curinga
lab-number = { $number }
lab-star = Estrela
lab-card = { $colour }, { $wild } no verso

lab-habit-taking = Comprar do descarte
lab-habit-stars = Estrelas nas combinações
lab-habit-flipping = Descartar cartas que viram tudo
lab-habit-hitting-others = Acrescentar a grupos dos outros
lab-habit-laying-wild = Baixar no lado curinga
lab-left-number = Cartas com { $number }
lab-measure-laid = Rodadas em que um jogador baixa a combinação
lab-measure-flips = Viradas por rodada
lab-measure-turns = Turnos de um jogador por rodada
lab-measure-taken = Compras do descarte
lab-measure-score = Pontos de um jogador por rodada

lab-length = Rodadas
lab-length-count = { $count } rodadas
lab-end-phases = Um só completa todas as combinações
lab-end-score = Vários completam: menos pontos
lab-end-replay = Empate jogado de novo
lab-end-rounds = Todas as rodadas foram jogadas
lab-end-truncated = Interrompida

refused-two-flips = uma carta tem o símbolo Virar em no máximo um lado
refused-same-number = a carta tem o número { $number } nos dois lados
refused-star-flip = uma Estrela nunca tem o símbolo Virar
refused-groups = uma combinação são duas sequências, ou uma sequência e até dois conjuntos depois dela
refused-sizes = uma sequência tem de 2 a 5 cartas, um conjunto de 2 a 4
refused-too-many = uma combinação tem no máximo 10 cartas, tantas quantas são dadas
