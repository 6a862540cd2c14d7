# O que a linha de comando diz às pessoas. O que é de um jogo está no catálogo do próprio jogo.

at-your-seat = você
at-seat = lugar { $seat }
seat-bot = lugar { $seat } ({ $bot })
chance = acaso
dealt = { $count ->
    [one] 1 carta apareceu
   *[other] { $count } cartas apareceram
  }

play-welcome = { $title }, { $ruleset }. Você é o lugar { $seat }; contra você: { $others }.
play-welcome-alone = { $title }, { $ruleset }. Você joga sozinho.
play-welcome-shared = { $title }, { $ruleset }. { $seats } pessoas dividem este terminal.
play-hint = Digite um número, uma ação ou o começo dela; help conta o resto.
play-resumed = De volta à partida, depois de { $plies } ações.
play-choices = Você pode:
play-choices-seat = O lugar { $seat } pode:
play-only = Só há isto; Enter faz:
play-more = ... e mais { $count }; legal lista tudo
play-suggested = Sugestão: { $text }
play-not-understood = Isso não é ação nem comando: { $text }. Diga um número de 1 a { $count }, uma ação da lista, ou help.
play-no-number = Não há número { $number } na lista.
play-ambiguous = { $text } pode ser { $choices }. Diga um pouco mais.
play-not-now = Agora não: { $reason }.
play-say-something = Diga o que você faz: um número, uma ação, ou help.
play-offer = Há uma partida inacabada, salva em { $when }. Continuar? [S/n]
play-offer-yes = s
play-finished = Você venceu.
play-finished-lost = Desta vez você não venceu.
play-record = O registro desta partida: { $path }
play-resume = Salva. Continue com: verso play --resume { $path }
play-not-saved = Não foi possível salvar ({ $reason }). A partida continua; save ARQUIVO guarda uma cópia em outro lugar.
play-lost-save = As últimas ações não estão no disco. O registro até aqui:
play-moved = Outro programa mudou { $old }, por isso esta partida agora fica em { $path }

undo-done = Desfeito: { $action }.
undo-too-early = Não há nada a desfazer: a partida acabou de começar.
undo-reveal = Isto não pode ser desfeito: algo foi revelado depois da sua última ação.
undo-other = Isto não pode ser desfeito: outra pessoa agiu depois da sua última ação.

save-here = A partida é salva depois de cada ação, em { $path }
save-copy = Uma cópia está em { $path }
save-exists = { $path } já existe; escolha outro nome.
save-failed = Não foi possível escrever { $path }: { $reason }

odds-none = este jogo não tem chances
card-no-list = este jogo não lista as suas cartas
card-none = Não há carta { $code }. Há { $codes }.
card-which = Qual carta? Há { $codes }.
log-empty = Ainda não aconteceu nada.

help-actions = Uma ação: o número, o texto, ou um começo que sirva só a uma. Maiúsculas e espaços não importam.
help-undo = desfaz sua última ação, até a última carta revelada
help-table = mostra a mesa inteira
help-legal = lista tudo o que você pode fazer
help-odds = a que leva cada ação, em chances exatas
help-hint = o que fazer e por quê; de novo, depois de olhar mais fundo
help-card = mostra os dois lados de uma carta
help-rules = as regras em poucas linhas
help-log = o que aconteceu há pouco, ou as últimas N ações
help-save = onde a partida está salva; com um nome, guarda uma cópia lá
help-record = mostra o registro da partida
help-quit = sai; a partida fica salva

cards-name = face
cards-marks = p impresso num manual, s de fonte pública, r reconstruído, e editado
