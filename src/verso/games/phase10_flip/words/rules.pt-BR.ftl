# Como se joga Phase 10 Flip, para se ler: `section-…` é um título, e `section-…-1`, `-2`, … o que se diz embaixo.

section-goal = Do que se trata
section-goal-1 = Dez combinações, uma depois da outra, cada uma de sequências e conjuntos. Vence quem completar a décima primeiro; se forem vários na mesma rodada, quem tiver menos pontos.
section-goal-2 = Cada carta tem dois lados: o lado Colorido e o lado Curinga. Você joga com o lado que está virado para você, e os outros veem o outro.

section-see = O que se vê
section-see-1 = Você vê o lado ativo das suas cartas. Da mão dos outros, e da próxima carta a comprar, você vê o lado que não está ativo. Ler os versos é metade do jogo.

section-turn = Um turno
section-turn-1 = Compre a próxima carta ou pegue a do topo do descarte. Baixe a sua combinação se puder e quiser, toda de uma vez. Com a combinação na mesa, acrescente cartas a qualquer grupo. Termine descartando uma carta.
section-turn-2 = Se a sua mão ficar vazia, você sai e a rodada acaba.

section-groups = Sequências, conjuntos e Estrelas
section-groups-1 = Uma sequência são números seguidos de uma cor; um conjunto são cartas do mesmo número de quaisquer cores. As sequências vão de 1 a 12 e não dão a volta.
section-groups-2 = Uma Estrela do lado Colorido é qualquer número da sua cor; uma do lado Curinga, qualquer número de qualquer cor; um número do lado Curinga tem qualquer cor. Diga o número da Estrela ao baixá-la: ele fica. Uma combinação precisa de pelo menos uma carta de número.
section-groups-3 = Uma sequência só de cartas do lado Curinga recebe a cor da primeira carta colorida que entrar.

section-flip = A virada
section-flip-1 = Descarte uma carta com o símbolo Virar e tudo se vira: o descarte, a pilha de compras e todas as mãos. Os grupos na mesa ficam como estão. O novo lado vale até o próximo símbolo descartado.
section-flip-2 = Se você sair com uma carta dessas, as mãos contam pelo novo lado.

section-phases = As combinações

section-score = Pontos
section-score-1 = As cartas que ficam na mão contam pelo lado ativo: de 1 a 9 cinco pontos, de 10 a 12 dez, uma Estrela vinte. Poucos pontos é bom. Quem baixou a combinação passa à seguinte; os outros tentam a sua de novo.
