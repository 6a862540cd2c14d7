# A página em português do Brasil. O que jogos e mesas dizem está nos catálogos deles, e não se repete aqui.

title = Cartas com frente e verso
skip = Ir para a mesa
main-menu = Menu principal
to-start = Página inicial
settings = Ajustes
language = Idioma
light = Aparência
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
notifications = Avisar quando for o meu turno
more = Mais
go-on = Continuar
close = Fechar
offline = Este aparelho está sem conexão. As partidas esperam por você no servidor.
error-offline = Não foi possível falar com o servidor. Verifique a conexão e tente de novo.
error-server = O servidor não conseguiu fazer isso. Tente de novo daqui a pouco.
error-too-fast = Foi demais de uma vez. Espere um minuto e tente de novo.
error-limit = Há mesas demais. Termine algumas das suas ou tente de novo mais tarde.
error-name = Um nome só tem caracteres que se podem ver.
error-name-held = Esse nome é de alguém que joga aqui. { $suggestion } está livre.
error-too-many-reports = Por hoje chega. Tente de novo amanhã.
error-text = Só caracteres que se possam ver, por favor.
error-passkey = Não foi possível verificar esta chave de acesso. Tente de novo.
error-passkey-unknown = Esta chave de acesso não é conhecida aqui. Talvez tenha sido removida.
error-passkey-late = Demorou demais. Tente de novo.
error-passkeys = Você já tem chaves de acesso suficientes. Remova uma antes.
error-passkey-place = Chaves de acesso precisam de https e de um nome no endereço.
error-push-place = Este servidor não envia ao serviço de avisos deste navegador.
error-pushes = Já há aparelhos suficientes sendo avisados. Desative um deles antes.
error-not-found = Não há nada neste endereço. O link pode estar incompleto.

guest-name = Visitante
take-name = Usar { $name }
your-name = Seu nome
way-bots = Jogar
way-solo = Solo
way-device = Um só aparelho
way-friends = Chamar amigos
strength = Força
strength-mixed = Misto
you = Você
swap = Trocar
swap-more = Escolha um rosto para trocar de adversário.
swap-named = { $name }, { $strength }: trocar por outra pessoa
opponents-count = { $count ->
    [one] 1 adversário
   *[other] { $count } adversários
  }
fewer-opponents = Um adversário a menos
more-opponents = Um adversário a mais
about-minutes = Cerca de { $minutes } minutos
your-move = Seu turno
running-games = Partidas em andamento
more-games = { $count ->
    [one] Mais 1 partida em andamento
   *[other] Mais { $count } partidas em andamento
  }
learn = Como se joga
my-games = Minhas partidas
watch = Assistir
rules = Regras
more-options = Mais opções
players = Jogadores
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

no-table = Esta mesa não está aqui
no-table-more = O link pode estar incompleto, ou a mesa já foi desfeita.
connecting = Chegando à mesa…
lost = A conexão caiu. Tentando de novo; nada do que você fez se perdeu.
trouble-title = Não foi possível abrir esta mesa
trouble-hello = O servidor não reconheceu esta visita. Recarregue a página.
trouble-too-many = Há mesas demais abertas ao mesmo tempo. Feche outras janelas ou tente mais tarde.
trouble-too-fast = Foi demais de uma vez. A mesa será aberta de novo.
trouble-slow = Este aparelho não conseguiu acompanhar. A mesa será aberta de novo.
trouble-closing = Você saiu, aqui ou em outro aparelho.
trouble-damaged = O que está guardado desta mesa não pode mais ser lido. Nada foi apagado: quem cuida deste servidor pode verificar.
trouble-internal = Algo deu errado no servidor. A mesa será aberta de novo.
trouble-unreadable = Esta página e o servidor não se entendem. Recarregue a página.
trouble-too-long = Isso foi longo demais para o servidor. Recarregue a página.
bot-plays = Um robô está jogando por você.
take-over = Voltar a jogar
turn-number = Turno { $number }
your-turn = Seu turno
hurry = Pular
hurry-key = Espaço
clock-grace = O tempo acabou: quando este também acabar, joga um robô, se houver quem espere
undo = Desfazer
undo-ask = Pedir para desfazer
undo-asked = Você pediu para desfazer a sua última ação. Esperando por { $names }.
undo-withdraw = Retirar o pedido
agree = Concordo
disagree = Não
hint = Dica
hint-looking = Procurando a melhor jogada
hint-looks-further = procurando mais fundo
hint-close = Fechar a dica

waiting-for-players = Quem joga
seats = Lugares
free-seat = Lugar livre
you-mark = (você)
sit-here = Sentar aqui
stand-up = Levantar
remove-guest = Pedir que saia
remove-guest-named = Pedir que saia: { $name }
make-bot = Dar a um robô
make-open = Deixar livre
start = Começar
start-with-bots = Começar, com robôs nos lugares livres
name-first = Como você se chama? É preciso um nome antes de se sentar.
seats-count = { $count ->
    [one] 1 lugar
   *[other] { $count } lugares
  }
seat-fewer = Um lugar a menos
seat-more = Um lugar a mais
strength-of = Força de { $name }
seat-not-come = ainda não chegou
seat-not-agreed = ainda não concordou com as novas regras
start-without = Começar sem { $names }
lobby-rules = Como se joga aqui
lobby-cards-changed = Quem abriu a mesa mudou algumas cartas: aqui elas não são como na caixa.
lobby-rules-host = Só quem abriu a mesa pode mudar isto. Quem está sentado é consultado de novo quando algo muda.
lobby-changed = Quem abriu a mesa mudou como se joga aqui. Veja as mudanças e concorde, ou levante-se.
lobby-agree = Concordo
lobby-come = A revanche espera por você.
lobby-come-yes = Estou dentro
lobby-come-no = Desta vez não
lobby-waits-players = Esperando mais jogadores.
lobby-waits-host = Quem abriu a mesa começa a partida.
lobby-waits-for = Esperando por { $names }.
this-table = Esta mesa
give-up = Desistir
give-up-two = A outra pessoa vence, e a partida acaba.
give-up-alone = Só restam robôs: a partida acaba, e ninguém vence.
give-up-more = Um robô fica com o seu lugar até o fim, e os outros continuam. Não dá para voltar.
give-up-yes = Desistir
give-up-no = Continuar jogando
close-table = Apagar esta mesa
close-table-more = A mesa e tudo o que há nela são apagados para sempre, inclusive o registro da partida.
close-table-yes = Apagar
close-table-no = Manter
invite = Envie este link
invite-more = Quem abrir pode se sentar ou assistir.
qr = QR code do link desta mesa
copy-link = Enviar ou copiar o link
copied = Copiado
copy-by-hand = Não foi possível copiar. Copie daqui:

log-dealt = As cartas foram distribuídas
log = O que aconteceu
reactions = Reações
say = Diga algo
chat-hide = Esconder a conversa
chat-show = Mostrar a conversa
chat-turn-off = Desligar para todos
chat-turn-on = Ligar para todos

push = Partidas lentas
push-tell = Avisar neste aparelho quando for o meu turno, mesmo com a página fechada
push-more = Para partidas com um dia por jogada, ou sem relógio, quando você não está à mesa.
push-offer = Este aparelho deve avisar quando for o seu turno?
push-yes = Sim, avise
push-no = Agora não
push-denied = Este navegador não deixa a página enviar notificações. Isso pode ser mudado nas configurações dele.
push-failed = Não foi possível registrar este aparelho no serviço de avisos. Tente mais tarde.
push-impossible = Este navegador não recebe avisos com a página fechada.
push-done = Este aparelho será avisado.

passkeys = Chaves de acesso
passkeys-more = Com uma chave de acesso você é você em qualquer aparelho, com suas partidas e seu nome. Quem a guarda é o aparelho ou o gerenciador de senhas; nenhum e-mail é preciso.
passkeys-need-https = Chaves de acesso precisam de https e de um nome no endereço. Esta página foi aberta sem isso, então aqui elas não funcionam.
passkeys-no-browser = Este navegador não conhece chaves de acesso.
passkey-make = Criar uma chave de acesso
passkey-made = A chave de acesso está criada. “Tenho uma chave de acesso” traz você de volta em qualquer aparelho que a tenha.
passkey-of = Criada em { $created }
passkey-used = usada por último em { $used }
passkey-remove = Remover
passkey-remove-named = Remover a chave de acesso criada em { $created }
passkey-open = Tenho uma chave de acesso
passkey-open-more = A partir daí você joga aqui como quem você é lá.
passkey-cancelled = Nenhuma chave de acesso foi usada.
passkey-known = Este aparelho já tem uma chave de acesso sua.

people = Jogadores
people-open = Bloquear ou denunciar
people-more = O que diz quem você bloqueia não aparece para você, e nenhum dos dois se senta a uma mesa do outro. A partida daqui continua.
block = Bloquear
block-named = Bloquear { $name }
unblock = Desbloquear
unblock-named = Desbloquear { $name }
blocked-mark = (bloqueado)
blocked-people = Pessoas que você bloqueia
blocked-nobody = Você não bloqueia ninguém. Na mesa, “Bloquear ou denunciar” serve para isso.
report = Denunciar
report-named = Denunciar { $name }
report-kind = Do que se trata
report-insult = Insultos ou ameaças
report-cheating = Trapaça
report-stalling = Atrasar a partida de propósito
report-name = Um nome ofensivo
report-other = Outra coisa
report-text = O que aconteceu (se quiser contar)
report-send = Enviar a quem cuida do servidor
report-cancel = Cancelar
report-sent = Obrigado. Quem cuida deste servidor pode ler; { $name } não.

opponents = Adversários
playing-now = jogando
away = fora
bot-stands-in = um robô joga no lugar
your-cards = Suas cartas, { $name }
turn-of = { $name } está jogando

position = A mesa
actions = O que se pode fazer
yes = sim
no = não
nothing = nada
unknown-card = uma carta que não se vê
and-more = e mais { $count }
in-short = Em poucas palavras

you-won = Você venceu
won = { $name } venceu
nobody-won = Ninguém venceu
rematch = Jogar de novo
replay = Rever
download = Baixar o registro
look-at-table = Olhar a mesa
show-end = Voltar ao resultado
rematch-there = A revanche está pronta e espera por você.
rematch-join = Entrar na revanche

my-records = Partidas terminadas
record-imported = trazida para cá
no-tables = Ainda não há nada aqui.
cards-changed = · com cartas modificadas
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
replay-turn-back = Turno anterior
replay-turn-on = Próximo turno
replay-turn = Turno { $turn } de { $turns }
replay-marks = Momentos
mark-round = rodadas
replay-step = Passo { $ply } de { $plies }
replay-eyes = Visto por
replay-all = todos (todas as faces)
continue-here = Continuar daqui contra robôs
copy-moment = Copiar o link deste momento

rules-of = Como se joga { $game }
contents = Conteúdo

curtain = É o turno de { $name }
curtain-more = Passe o aparelho para { $name }. As cartas aparecem quando { $name } estiver a postos.
curtain-open = Sou { $name }

learn-by-playing = Aprender jogando
coach = Seu professor
coach-rule = Ler a regra
coach-off = Já sei como é
tip-over = Foi uma partida inteira. Jogue de novo, ou reveja tudo com calma.
tip-wait = Observe o que os outros fazem: tudo na mesa está à vista.

show-odds = Mostrar chances
react-good = Muito bem
react-applause = Aplausos
react-laugh = Engraçado
react-wow = Que surpresa
react-sad = Que pena
react-fire = Está pegando fogo
react-hm = Pensando
react-thanks = Obrigado

shuffles = Os embaralhamentos foram honestos?
shuffles-more = Compromissos e segredo
shuffles-check = Cada compromisso foi fixado antes da primeira carta: é o SHA-256 do que foi revelado depois. Cada embaralhamento decorre do segredo e do que os jogadores acrescentaram. Esta página não conhece as regras e recebe os sorteios do servidor; “verso verify” as conhece e confere sozinho o registro baixado.
commitment = Compromisso
secret = Segredo
entropy = Acrescentado por { $name }
entropy-commitment = Compromisso de { $name }
proof-checking = Esta página está conferindo os embaralhamentos …
proof-right = Conferido por esta página: os embaralhamentos foram honestos.
proof-right-more = { $chances ->
    [one] O que coube ao acaso decorre
   *[other] Todos os { $chances } sorteios decorrem
  } de números que o servidor e os jogadores fixaram antes da partida, entre eles o desta página.
proof-silent = { $name } não revelou a sua parte a tempo, e ela ficou de fora.
proof-unknown = Esta página não pode conferir os embaralhamentos.
proof-unknown-crypto = Os navegadores não permitem criptografia em páginas que vêm por http simples. Baixe o registro e confira com “verso verify”.
proof-unknown-stranger = Só os navegadores que estavam à mesa antes da partida sabem o que foi prometido. Este não estava: ele vê que o registro concorda consigo mesmo, o que prova pouco. Se você jogou em outro aparelho, abra a partida nele, e a página de lá pode conferir.
proof-unknown-silent = A parte desta página não chegou a tempo e ficou de fora. O registro concorda consigo mesmo, o que prova pouco.
proof-unknown-old = A partida foi criada antes de as páginas participarem dos embaralhamentos. O registro concorda consigo mesmo, o que prova pouco.
proof-unknown-known = A partida começou de uma posição conhecida, o que nada diz sobre embaralhamentos.
proof-unknown-imported = Esta partida foi trazida para cá, e ninguém aqui a viu ser jogada.
proof-unknown-secret = O registro não tem o segredo dos embaralhamentos.
proof-unknown-unread = O servidor não respondeu o que é preciso para isso.
proof-again = Conferir de novo
proof-wrong = Os embaralhamentos não são o que foi prometido.
proof-wrong-commitment = O servidor mostra um compromisso diferente do de antes da partida.
proof-wrong-secret = O segredo não é aquele com que o servidor se comprometeu.
proof-wrong-missing = O servidor não mostra o seu segredo.
proof-wrong-seats = Os compromissos dos jogadores não são os de antes da partida.
proof-wrong-own = O que esta página acrescentou foi mudado ou ficou de fora.
proof-wrong-entropy = O que { $name } acrescentou não é aquilo com que se comprometeu.
proof-wrong-chance = No passo { $step } o acaso não fez o que decorre do segredo.
proof-wrong-shown = Depois do passo { $step } o registro difere do que foi mostrado a esta página durante a partida.
proof-step = Ver o passo { $step }
proof-command = Para conferir sem esta página e sem este servidor, baixe o registro e execute:
shuffling = Os embaralhamentos estão sendo preparados …

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

review = Análise
review-begins = A partida está sendo analisada
review-grows = { $games ->
    [0] Primeiras estimativas, olhando mais de perto
    [one] Olhando mais de perto: { $games } partida jogada de cada posição até agora
   *[other] Olhando mais de perto: { $games } partidas jogadas de cada posição até agora
  }
review-progress = Até onde a análise chegou
review-turn-column = Turno
review-options = O que dava para fazer
review-options-chance = chance de vencer, intervalo de 95%
review-range = { $low } a { $high }
review-your-move = o que foi feito
review-more-options = { $count ->
    [one] Mais { $count }
   *[other] Mais { $count }
  }
review-only-mistakes = Só os erros
review-count = { $count } de { $all } decisões
review-also = Também marcados
review-marks = Momentos marcados
review-moment-luckiest = a maior sorte
review-moment-unluckiest = o maior azar
review-moment-costliest = a escolha mais cara
review-moment-turning = a virada
review-before = antes
review-after = depois
end-course = Como foi
end-holdings = No fim
review-win-chance = chance de vencer
review-watch = Assistir
review-retry = Tentar de novo daqui
review-line = Ver como continuou

lab = Laboratório
lab-invites = Mude um valor e veja o que acontece com o jogo
lab-figures = Valores
lab-results = O que acontece com o jogo
lab-games = Jogos do laboratório
lab-no-game = Esse jogo não existe aqui.
lab-bad-link = Este link não traz uma variante que se possa ler. O que se vê é o jogo original.
lab-as-shipped = Original
lab-unnamed = Sua variante
lab-name = Nome da variante
lab-changed = { $count ->
    [0] Nenhum valor mudado
    [one] { $count } valor mudado
   *[other] { $count } valores mudados
  }
lab-undo = Desfazer
lab-back = Voltar aos valores originais
lab-differs = O que muda
lab-legend = Clique em um valor e digite, ou use as setas. Preenchido: mudado. Tracejado: reconstruído, ninguém conhece o valor impresso.
lab-ability = Habilidade
lab-more = todos os valores
lab-not-in-play = fora do jogo
lab-whole = um número inteiro
lab-no-price = –
lab-was = { $value } no original
source-printed = impresso na carta
source-sourced = de uma fonte
source-reconstructed = reconstruído
lab-players = Quem joga
lab-games-each = Distribuições, jogadas nas duas mesas
lab-searched = Comparar com jogadores que buscam
lab-retrain = Ensinar antes esta mesa aos jogadores leves
lab-retrain-about = Eles jogam entre si por cerca de um minuto antes da primeira distribuição. O relatório diz se isso os tornou melhores.
lab-learning = Os jogadores leves aprendem esta mesa: { $percent }%
lab-never = E se ninguém conseguir ou fizer isto? Todos os números são jogados assim.
lab-nobody = Ninguém consegue nem faz
lab-within = Encerrar antes, com as vitórias por lugar conhecidas a
lab-within-never = não, todas
lab-alone = Medir o que é ficar sem cada uma: um jogador só, e todos
lab-begins = As primeiras partidas estão sendo jogadas …
lab-deals = { $deals } de { $total } distribuições
lab-deals-ended = encerrado após { $deals } de { $total } distribuições
lab-intervals = intervalos de 95%
lab-progress = Distribuições jogadas
lab-legend-shipped = no original
lab-legend-edited = na variante
lab-legend-sure = Certo, mesmo com todos os valores juntos
lab-legend-sure-short = mudança certa
lab-how-to-read = Como ler isto
lab-command = O que repete isto:
lab-play = Jogar esta variante
lab-friends = Jogar com amigos
lab-share = Compartilhar
lab-shared = O link foi copiado. Ele leva todos os valores.
lab-report = Relatório
lab-again = Tentar de novo
lab-tune = Ajustar
lab-tune-about = Diga como o jogo deve ser, quais números podem mudar e até onde. Jogadores leves experimentam mesas com as mesmas distribuições; o que se propõe chega mais perto e diz o que muda.
lab-tune-wishes = Como o jogo deve ser
lab-tune-figure = Número
lab-tune-every = Cada um de “{ $name }”
lab-tune-how = Como
lab-tune-between = entre
lab-tune-like = igual a
lab-tune-other = Outro número
lab-tune-least = no mínimo
lab-tune-most = no máximo
lab-tune-and = e
lab-tune-to = a
lab-tune-remove = Tirar
lab-tune-add-wish = Acrescentar um desejo
lab-tune-moves = Quais números podem mudar, e até onde
lab-tune-add-move = Acrescentar um número que pode mudar
lab-tune-trials = Mesas a experimentar
lab-tune-search = Procurar mesas
lab-tune-stop = Parar
lab-tune-begins = As primeiras mesas estão sendo experimentadas …
lab-tune-tried = { $tried } de { $trials } mesas experimentadas
lab-tune-all = { $tried } mesas experimentadas: todas as vizinhas das melhores estão entre elas
lab-tune-measuring = Todas experimentadas. As propostas estão sendo medidas com outras distribuições …
lab-tune-progress = Mesas experimentadas
lab-tune-front = O que se achou, primeiro o que muda menos
lab-tune-now = A mesa como está
lab-tune-unmeasured = Ainda não medida com outras distribuições.
lab-tune-cost = { $steps ->
    [one] { $steps } passo de mudança
   *[other] { $steps } passos de mudança
}
lab-tune-met = cumpre os desejos
lab-tune-missed = fica a { $miss } dos desejos
lab-tune-steps = Um número que anda um é um passo de mudança. Um desejo fica a uma unidade quando uma parte está a cinco pontos dele, ou outro número a um vigésimo; menos de um ao todo conta como cumprido.
lab-tune-try = Experimentar
lab-tune-taken = Estes números estão agora na mesa. Desfazer os tira.
lab-tune-none = Nada do que foi experimentado chega mais perto dos desejos.
