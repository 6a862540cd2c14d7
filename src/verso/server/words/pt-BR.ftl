# A página em português do Brasil. O que jogos e mesas dizem está nos catálogos deles, e não se repete aqui.

title = Cartas com frente e verso
skip = Ir para a mesa
main-menu = Menu principal
to-start = Página inicial
settings = Ajustes
language = Idioma
light = Luz
theme-auto = Como no aparelho
theme-light = Dia
theme-dark = Noite
theme-contrast = Alto contraste
speed = Movimento das cartas
speed-slow = Lento
speed-normal = Normal
speed-fast = Rápido
speed-off = Desligado
sound = Som
deck-counter = Mostrar o que resta no meu baralho
notifications = Avisar quando for a minha vez
more = Mais
close = Fechar
offline = Este aparelho está sem conexão. As partidas esperam por você no servidor.
error-offline = Não foi possível falar com o servidor. Verifique a conexão e tente de novo.
error-server = O servidor não conseguiu fazer isso. Tente de novo daqui a pouco.
error-too-fast = Foi demais de uma vez. Espere um minuto e tente de novo.
error-limit = Há mesas demais. Termine algumas das suas ou tente de novo mais tarde.
error-name = Um nome só tem caracteres que se podem ver.
error-not-found = Não há nada neste endereço. O link pode estar incompleto.

guest-name = Visitante
your-name = Seu nome
game-flip-city = Flip City
game-phase-10-flip = Phase 10 Flip
about-flip-city = Construa uma cidade carta por carta, vire as cartas para que fiquem melhores e pare antes que o povo perca a paciência.
about-phase-10-flip = Sequências e conjuntos com cartas de dois lados: todos veem o verso da sua mão, e uma carta pode virar a mesa inteira.
way-bots = Jogar contra robôs
way-solo = Solo
way-device = Neste aparelho
way-friends = Com amigos
learn = Como se joga
coming = Este servidor ainda não oferece este jogo.
my-games = Minhas partidas
watch = Assistir
rules = Regras
more-options = Mais opções
players = Jogadores
bot-level = Robôs
level-easy = fácil
level-medium = médio
level-hard = difícil
level-expert = especialista
ruleset = Regras
clock = Tempo por jogada
clock-choice = { $seconds ->
    [0] sem limite
    [30] 30 segundos
    [60] um minuto
    [300] cinco minutos
   *[other] um dia
  }
listed-option = Qualquer pessoa pode assistir
player-number = Jogador { $number }
seat-number = Lugar { $number }

no-table = Esta mesa não está aqui
no-table-more = O link pode estar incompleto, ou a mesa já foi desfeita.
connecting = Chegando à mesa…
lost = A conexão caiu. Tentando de novo; nada do que você fez se perdeu.
bot-plays = Um robô está jogando por você.
take-over = Voltar a jogar
turn-number = Turno { $number }
your-turn = Sua vez
undo = Desfazer
undo-ask = Pedir para desfazer
agree = Concordo
disagree = Não
hint = Dica

waiting-for-players = Quem joga
seats = Lugares
free-seat = Lugar livre
you-mark = (você)
sit-here = Sentar aqui
stand-up = Levantar
make-bot = Dar a um robô
make-open = Deixar livre
start = Começar
start-with-bots = Começar, com robôs nos lugares livres
invite = Envie este link
invite-more = Quem abrir pode se sentar ou assistir.
qr = QR code do link desta mesa
copy-link = Enviar ou copiar o link
copied = Copiado
copy-by-hand = Não foi possível copiar. Copie daqui:

log = O que aconteceu
reactions = Reações
say = Diga algo
chat-hide = Esconder a conversa
chat-show = Mostrar a conversa
chat-turn-off = Desligar para todos
chat-turn-on = Ligar para todos

opponents = Adversários
playing-now = jogando
away = fora
top-of-deck = Topo do baralho: { $card }. Ver os dois lados
deck-count = Baralho { $count }
discard-count = Descarte { $count }
discard-of = Descarte de { $name }
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
buy-price = Comprar { $card } por { $price }, agora não
develop-price = Desenvolver { $card } em { $back } por { $price }, agora não
remove = Remover
your-city = Suas cartas, { $name }
turn-of = { $name } está jogando
do-remove = Remova uma carta do estoque
do-build = Construa ou encerre o turno
do-must-play = Você tem de continuar
do-empty = Seu baralho acabou
do-play = Continue ou pare
left-over = { $cash } { $cash ->
    [1] moeda
   *[other] moedas
  } · { $actions } { $actions ->
    [1] ação
   *[other] ações
  } · { $buys } { $buys ->
    [1] Compra
   *[other] Compras
  } a mais · { $flips } { $flips ->
    [1] Virada
   *[other] Viradas
  } a mais
still-in-deck = Ainda no baralho
both-sides = Os dois lados da carta
this-side = Este lado
other-side = Outro lado
card-cost = Custo de construção
card-fee = Taxa para virar

you-won = Você venceu
won = { $name } venceu
lost-alone = A cidade perdeu
nobody-won = Ninguém venceu
reason-flip-city-points = Pontos de sobra em um só turno. As janelas se acendem.
reason-flip-city-cards = Uma rua tão longa que decide a partida.
reason-flip-city-supply = O estoque acabou.
reason-flip-city-truncated = A partida se estendeu demais.
detail-turns = Turnos
detail-supply = Estoque restante
rematch = Jogar de novo
replay = Rever
download = Baixar o registro
look-at-table = Olhar a mesa
show-end = Voltar ao resultado
rematch-there = A revanche está pronta e espera por você.
rematch-join = Entrar na revanche

my-records = Partidas terminadas
no-tables = Ainda não há nada aqui.
watch-title = Mesas para assistir
filters = Quais mesas
filter-game = Jogo
filter-all = Todos os jogos
filter-free = Só com lugar livre
no-such-tables = Nenhuma mesa é assim agora.
show-more = Mostrar mais
table-open = esperando jogadores
table-playing = em jogo
table-over = terminada

replay-of = Partida revista
replay-first = Para o início
replay-back = Um passo atrás
replay-play = Reproduzir
replay-pause = Pausar
replay-forward = Um passo à frente
replay-last = Para o fim
replay-step = Passo { $ply } de { $plies }
replay-eyes = Visto por
replay-all = todos (todas as faces)
replay-verified = Os embaralhamentos conferem com o segredo revelado.
replay-not-verified = Os embaralhamentos não conferem com o segredo revelado.
replay-unproven = Nenhum segredo foi usado nos embaralhamentos.
continue-here = Continuar daqui contra robôs
copy-moment = Copiar o link deste momento

rules-of = Como se joga { $game }
contents = Conteúdo
all-cards = Todas as cartas
provenance = As imagens das cartas dos manuais se perderam: a maioria dos números vem de fontes públicas, alguns tiveram de ser reconstruídos.
reconstructed-figures = Alguns números desta carta são reconstruídos.

kind-run = sequência
kind-set = conjunto
phase-number = Combinação { $number }
backs-of = O que se vê das { $count } cartas de { $name }
piles = Pilhas
draw-pile = Pilha de compras
discard-pile = Descarte
draw-count = Compras { $count }
round-number = Rodada { $number }
side-colour = Lado Colorido
side-wild = Lado Curinga
takes = aceita { $numbers }
groups = Grupos na mesa
no-groups = Ainda não há combinações na mesa.
your-hand = Sua mão
sorting = Ordenar a mão
sort-colour = Por cor
sort-number = Por número
sort-drawn = Como vieram
do-draw = Compre uma carta ou pegue o descarte
dealing = As cartas estão sendo distribuídas
do-lay = Baixe a sua combinação, carta por carta
do-hit = Acrescente cartas aos grupos ou descarte
do-lay-or-discard = Você pode baixar a sua combinação
do-discard = Escolha uma carta para descartar
choose-card = Escolha uma carta para ver aonde ela pode ir.
lay-for-me = Baixar a minha combinação
lay-rest = Baixar o resto
curtain = É a vez de { $name }
curtain-more = Passe o aparelho para { $name }. As cartas aparecem quando { $name } estiver a postos.
curtain-open = Sou { $name }
reason-phase-10-flip-phases = A última combinação está completa.
reason-phase-10-flip-score = Vários completaram a última combinação; decidem os pontos, quanto menos melhor.
reason-phase-10-flip-replay = Saiu primeiro na disputa do empate.
reason-phase-10-flip-rounds = Menos pontos depois de todas as rodadas.
reason-phase-10-flip-truncated = Uma rodada não teve fim.
standings = Classificação

learn-by-playing = Aprender jogando
coach = Seu professor
coach-rule = Ler a regra
coach-off = Já sei como é
tip-over = Foi uma partida inteira. Jogue de novo, ou reveja tudo com calma.
tip-wait = Observe o que os outros fazem: tudo na mesa está à vista.
tip-first = O seu turno começa com uma carta do topo do baralho. Jogue: moedas, medalhas e nuvens contam na hora.
tip-forced = Esta tem de ser jogada, queira ou não. A linha embaixo do botão diz por quê.
tip-go-on = Você vê a próxima carta antes de decidir. Mais cartas dão mais moedas, e mais nuvens. Duas nuvens passam, três acabam com o turno.
tip-limit = O céu está cheio: mais uma nuvem e o turno acaba sem nada. Veja o que resta no baralho antes de continuar.
tip-shuffle = Seu baralho acabou. Pare e construa, ou embaralhe o descarte e continue.
tip-build = Hora de construir. Compre uma carta, vire um dos seus descartes para o lado da noite, ou desenvolva: os dois de uma vez. Tudo mostra o seu preço.
tip-done = Nada mais a construir. Encerre o turno; suas cartas vão para o descarte.
tip-remove = Sozinho, o estoque foge: cada embaralhada custa uma carta dele. Abra mão de uma que não faça falta.
tip-draw = Pegue uma carta: às cegas da pilha de compras, cujo verso você pode ler, ou a que está à vista no descarte.
tip-lay = Você tem a combinação inteira na mão. Baixe agora, ou deixe os outros na dúvida.
tip-laying = Carta por carta: as que estão levantadas cabem agora. Uma Estrela pergunta o seu número.
tip-hit = A sua combinação está na mesa. Livre-se de cartas acrescentando-as a qualquer grupo.
tip-discard = Termine o turno com um descarte. Uma carta com setas girando vira a mesa inteira.

show-odds = Mostrar chances
odds = Chances
odds-bust = Continuar passa do limite
odds-bust-more = A chance exata de passar do limite antes de poder parar de novo
odds-reach = { $points } pontos neste turno
odds-reach-more = A chance exata se tudo for feito para isso
react-good = Muito bem
react-applause = Aplausos
react-laugh = Engraçado
react-wow = Que surpresa
react-sad = Que pena
react-fire = Está pegando fogo
react-hm = Pensando
react-thanks = Obrigado

other-ways = Todas as { $count } maneiras de baixá-la
wanted = Uma destas completa a sua combinação:
flip-guess = Se a mesa virasse agora
flip-guess-more = Pelo que você pode ver: o verso da mão dos outros, não o da sua.
guess-now = Pontos agora
guess-then = Virada
guess-missing = Cartas que faltariam
odds-about = cerca de { $mean } ({ $least }–{ $most })
odds-draw = A próxima carta ajuda na hora: { $chance }.
odds-take-yes = A carta à vista ajuda.
odds-take-no = A carta à vista não ajuda.

chart = Pontos depois de cada rodada
chart-more = Marca cheia: uma combinação foi completada naquela rodada.
chart-table = Rodada por rodada
round = Rodada
shuffles = Os embaralhamentos foram honestos?
shuffles-more = Compromisso e segredo
shuffles-check = O compromisso foi publicado antes da primeira carta: é o SHA-256 do segredo, e cada embaralhamento decorre do segredo. “verso verify” confere o registro baixado sem este servidor.
commitment = Compromisso
secret = Segredo
entropy = Acrescentado por { $name }

rated-option = Partida valendo: sem dicas nem chances
device-names = Nomes neste aparelho

show-tips = Dicas durante a partida
lesson = Aula
teacher = Professor
lesson-chapter = Capítulo { $chapter } de { $chapters }
lesson-progress = Passos deste capítulo
lesson-leave = Sair da aula
lesson-next = Próximo capítulo
lesson-again = Mais uma vez
lesson-play = Jogar de verdade
lesson-flip-city-1-1 = Este é o seu baralho, com a carta do topo à vista. Jogue a Loja de Conveniência: a moeda dela vale na hora.
lesson-flip-city-1-2 = Há um prédio na sua rua, e aparece uma Área Residencial. No topo do baralho ela tem de ser jogada, querendo ou não. Traz uma moeda e uma nuvem de insatisfação.
lesson-flip-city-1-3 = Agora você escolhe: continuar ou parar. Um Hospital paga uma moeda por nuvem sobre a sua rua, contando a dele. Jogue-o.
lesson-flip-city-1-4 = Cinco moedas e duas nuvens: o povo não aguenta mais do que duas. O Apartamento que aparece em seguida traria a terceira, e um turno que passa do limite acaba sem nada. Pare e construa.
lesson-flip-city-1-5 = Hora de construir: uma ação, cinco moedas. Compre a Fábrica do estoque.
lesson-flip-city-1-6 = Ela está no seu descarte e volta quando você embaralhar. Moedas não se guardam, então não há mais nada a fazer: encerre o turno.
lesson-flip-city-1-7 = A sua rua foi para o descarte, e começa o próximo jogador. Um turno é isso: jogar cartas, parar, construir.
lesson-flip-city-2-1 = Outro dia, outro baralho. Há uma Área Residencial no topo, então não há escolha. Jogue-a.
lesson-flip-city-2-2 = Uma nuvem. A Loja de Conveniência não faz mal: jogue-a e torça por algo melhor embaixo.
lesson-flip-city-2-3 = De novo uma Área Residencial. Ela tem de ser jogada, e com ela o céu fica cheio.
lesson-flip-city-2-4 = E uma terceira. Também tem de ser jogada, e é uma nuvem a mais. Jogue-a e olhe o céu.
lesson-flip-city-2-5 = O turno acabou na hora: nada se constrói, e as cartas jogadas vão para o descarte. Por isso se olha o que resta no baralho antes de continuar.
lesson-flip-city-3-1 = Toda carta tem outro lado. Comece pelo Parque: duas medalhas e mais uma Compra na hora de construir.
lesson-flip-city-3-2 = Medalhas são pontos. Oito num só turno vencem a partida. Continue com a Loja de Conveniência.
lesson-flip-city-3-3 = A Área Residencial tem de ser jogada: uma moeda e uma nuvem.
lesson-flip-city-3-4 = De novo um Hospital: com duas nuvens ele paga três moedas. Jogue-o.
lesson-flip-city-3-5 = Cinco moedas e o céu cheio. Pare e construa.
lesson-flip-city-3-6 = Há uma Loja de Conveniência no seu descarte. Por uma taxa de três ela vira para o lado da noite, um Shopping Center: vire-a.
lesson-flip-city-3-7 = O Parque deu mais uma Compra, e sobram duas moedas: compre uma Loja de Conveniência.
lesson-flip-city-3-8 = Bem gasto. Encerre o turno.
lesson-flip-city-3-9 = O Shopping fica virado e dá um ponto cada vez que aparece. É virando cartas que a cidade cresce.
lesson-flip-city-4-1 = Mais adiante na partida: no seu baralho resta uma só carta, uma Loja de Conveniência. Jogue-a.
lesson-flip-city-4-2 = O baralho acabou. Antes de continuar: o Shopping Center no seu descarte pode ser reciclado. Ele volta para o lado do dia, uma Loja de Conveniência, e paga uma moeda na hora. Recicle-o.
lesson-flip-city-4-3 = Agora você poderia parar com duas moedas, ou embaralhar o descarte para formar um novo baralho e continuar. As cartas da sua rua ficam onde estão. Embaralhe.
lesson-flip-city-4-4 = Aparece um Hospital. Ainda não há nuvens, e ele paga pela que traz. Jogue-o.
lesson-flip-city-4-5 = Uma Área Residencial: tem de ser jogada. Mais uma moeda, mais uma nuvem.
lesson-flip-city-4-6 = Cinco moedas, e o Apartamento no topo seria uma nuvem a mais. Pare e construa.
lesson-flip-city-4-7 = Desenvolver é comprar uma carta e virá-la de uma vez, pagando juntos o custo e a taxa. A Loja de Conveniência custa dois e mais três: desenvolva-a em Shopping Center.
lesson-flip-city-4-8 = Ela está no seu descarte com o lado da noite para cima. Desenvolver gasta a sua única ação: encerre o turno.
lesson-flip-city-4-9 = Embaralhar, reciclar, desenvolver: agora você conhece todas as jogadas. Falta um capítulo: como vencer.
lesson-flip-city-5-1 = Muitos turnos depois, o seu baralho cresceu. Uma Estação vale três pontos: jogue-a.
lesson-flip-city-5-2 = Uma Usina: mais três pontos, ao preço de uma nuvem. Jogue-a.
lesson-flip-city-5-3 = Seis pontos. O Parque traz os dois que faltam.
lesson-flip-city-5-4 = Oito pontos. Quem encerra um turno com eles vence; continuar ainda poderia estragar tudo. Pare.
lesson-flip-city-5-5 = Não é preciso construir mais nada. Encerre o turno.
lesson-flip-city-5-6 = Você venceu, e as janelas se acendem. (Há outro caminho: dezoito cartas jogadas num só turno, com uma Loja de Conveniência entre elas.) Agora jogue de verdade.
lesson-phase-10-flip-1-1 = Dez cartas, e você vê um lado de cada: o Colorido. Os outros veem o verso das suas cartas, como você vê o das deles em cima, e o da próxima carta da pilha de compras. Compre uma carta.
lesson-phase-10-flip-1-2 = A combinação 1 pede duas sequências de duas: números seguidos de uma cor. 3 e 4 vermelhas, 7 e 8 azuis: você tem tudo. Baixe a sua combinação.
lesson-phase-10-flip-1-3 = A sua combinação está na mesa. De agora em diante você pode acrescentar cartas a qualquer grupo: a 9 azul entra depois da 8 azul.
lesson-phase-10-flip-1-4 = Um turno termina com um descarte. A 8 verde tem setas que giram, o símbolo Virar. Descarte-a e veja.
lesson-phase-10-flip-1-5 = Tudo virou: as pilhas e todas as mãos. Agora vale o lado Curinga, em que os números têm qualquer cor. Os grupos na mesa ficam como estão. O professor compra…
lesson-phase-10-flip-1-6 = …e descarta. Repare que agora você vê o lado Colorido das cartas dele.
lesson-phase-10-flip-1-7 = A sua vez, no lado Curinga. Compre uma carta.
lesson-phase-10-flip-1-8 = Uma 2 do lado Curinga tem qualquer cor, por isso entra antes da 3 vermelha. Acrescente-a.
lesson-phase-10-flip-1-9 = Termine o turno: descarte a 1. O lado fica como está até ser descartado o próximo símbolo Virar.
lesson-phase-10-flip-1-10 = Foi um turno de cada lado. Uma Estrela vale qualquer número, e você diz qual ao baixá-la.
lesson-phase-10-flip-2-1 = Fim de rodada: a sua combinação está na mesa e restam duas cartas. A 5 vermelha à vista no descarte entra na sua sequência vermelha. Pegue-a.
lesson-phase-10-flip-2-2 = Acrescente-a depois da 4 vermelha.
lesson-phase-10-flip-2-3 = E a 9 azul depois da 8 azul.
lesson-phase-10-flip-2-4 = Resta uma carta. Descarte-a e você sai.
lesson-phase-10-flip-2-5 = A rodada acabou. As cartas do professor contam pontos, e poucos pontos é bom. Você baixou a sua combinação e passa à combinação 2; quem não baixou tenta a sua de novo. Vence quem completar primeiro a combinação 10.
