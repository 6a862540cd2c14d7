# Como se joga Flip City, para se ler: `section-…` é um título, e `section-…-1`, `-2`, … o que se diz embaixo.

section-goal = Do que se trata
section-goal-1 = Você constrói uma cidade com um pequeno baralho só seu. Cada carta tem dois lados, e virar cartas é o que faz a cidade crescer.
section-goal-2 = Você vence no fim do seu turno se nele fez 8 pontos, ou se jogou 18 cartas com uma Loja de Conveniência entre elas.

section-setup = Antes do primeiro turno
section-setup-1 = Todos começam com as mesmas nove cartas: quatro Áreas Residenciais, um Apartamento, uma Loja de Conveniência, um Hospital, uma Fábrica e um Parque. Cada baralho é embaralhado; cada carta mantém o seu lado.
section-setup-2 = A carta do topo de cada baralho fica à vista de todos. O que está embaixo ninguém sabe, nem o dono. Descartes, a rua e o estoque podem ser olhados a qualquer momento.
section-setup-3 = Quem começa fica por conta do acaso. (Numa mesa de verdade: quem virou uma por último.)

section-play = Jogar cartas
section-play-1 = Jogue cartas do topo do seu baralho, uma por uma. Cada uma dá na hora as suas moedas, pontos e insatisfação, e depois faz o que diz.
section-play-2 = Depois de cada carta decida: a próxima, ou parar e construir. Você vê a próxima carta antes de decidir. Enquanto houver cartas no baralho, é preciso jogar pelo menos uma.
section-play-3 = Uma Área Residencial no topo do seu baralho tem de ser jogada. Depois de um Shopping Center você tem de jogar mais uma carta.
section-play-4 = Quando o baralho acabar, pare, ou embaralhe o seu descarte para formar um novo e continue.

section-unhappiness = Insatisfação
section-unhappiness-1 = O povo aguenta 2 de insatisfação por turno, e mais 1 por Igreja jogada ou reciclada nele. Passou disso, o turno acaba na hora: nada se constrói, nada se vence, e as cartas jogadas vão para o seu descarte.
section-unhappiness-2 = Um Hospital paga uma moeda por insatisfação que você tiver quando ele é jogado, contando a dele.

section-recycle = Reciclar
section-recycle-1 = Enquanto joga cartas, você pode virar cartas recicláveis do seu descarte, quantas quiser, e receber o que elas dão. Elas ficam no descarte, do outro lado.

section-build = Construir
section-build-1 = Ao parar, você tem uma ação: Comprar uma carta do estoque, Virar uma carta do seu descarte pagando a taxa, ou Desenvolver: comprar e virar de uma vez. Também pode não fazer nada.
section-build-2 = O que você ganha vai para o descarte. As cartas jogadas neste turno ainda não estão lá, por isso não podem ser viradas agora.
section-build-3 = Um Parque jogado neste turno dá mais uma Compra; uma Estação, mais uma Virada, mais barata. As moedas servem para tudo, e o que sobrar se perde.
section-build-4 = Um Apartamento virado torna-se uma Área Residencial no descarte de um adversário à sua escolha.

section-solo = Sozinho
section-solo-1 = O estoque começa com quatro de cada carta. Cada vez que embaralhar, primeiro remova uma carta do estoque. Quando o estoque acabar você perdeu, seja qual for o motivo. Um Apartamento virado sai do jogo.

section-cards = Todas as cartas
