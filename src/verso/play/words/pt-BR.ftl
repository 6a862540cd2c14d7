# O que as mesas dizem, em português do Brasil.

stale = a partida já andou: olhe a mesa de novo
future = a mesa ainda não chegou a esse lance
not-yours = esse lugar não é seu
no-seat = não há lugar { $seat } nesta mesa
not-open = a partida já começou
not-playing = não há partida em andamento
not-over = a partida ainda não acabou
not-your-turn = é o turno de { $name }
taken = já há alguém nesse lugar
no-character = não há ninguém com esse nome entre os robôs
known = quem criou a mesa sabe como esta partida começa: ela é só para os seus lugares e robôs
invitation = este lugar pede um convite válido
not-host = só quem criou a mesa pode fazer isso
removed = quem abriu a mesa pediu que você saia
no-guest = não há ninguém nesse lugar
name-held = o nome { $name } é de alguém que joga aqui: que tal { $suggestion }?
blocked-by-host = quem abriu esta mesa não joga com você
blocks-host = você bloqueou quem abriu esta mesa: desbloqueie primeiro, nas configurações
seats-free = ainda há lugares livres: espere ou preencha com robôs
nobody = primeiro alguém precisa se sentar à mesa
closed = esta mesa foi apagada
others-brought = as outras pessoas também vão jogar aqui, e a mesa é delas também: você pode sair do seu lugar
others-played = outras pessoas também jogaram aqui, e a partida é delas também: você pode desistir
somebody-awaited = alguém ainda não concordou: espere ou comece sem essa pessoa
rules-already = as regras já são essas
rules-often = as regras desta mesa já mudaram vezes demais: comece ou prepare outra
rules-changed-since = as regras mudaram desde que você olhou: veja de novo
agreed-already = você já disse isso
resigned = { $name } desistiu
resigned-won = { $name } desistiu: { $winner } vence
no-undo-offer = ninguém pediu para desfazer nada
undo-pending = já há um pedido para desfazer
undo-nothing = você não fez nada que possa ser desfeito
undo-revealed = algo foi revelado desde então, e não há ninguém para concordar
undo-often = não se pode desfazer mais nada nesta partida
undo-asked-once = você já pediu isso: pede-se uma vez por jogada
undo-late = você já desfez essa jogada antes, e o tempo para outra acabou
sat-often = você já se sentou aí vezes demais: escolha outro lugar ou crie outra mesa
left-often = você já saiu e voltou vezes demais nesta partida
arranged-often = esse lugar já foi mudado vezes demais: comece ou crie outra mesa
entropy-often = você já acrescentou acaso suficiente
sealed = a partida já vai começar
not-sealed = só depois que todos os lugares se comprometerem: espere a partida estar para começar
nothing-to-reveal = não há mais nada a revelar neste lugar
reveals-other = não foi com isso que este lugar se comprometeu
committed = este lugar já se comprometeu com a sua parte dos embaralhamentos
no-commitments = os embaralhamentos desta partida não aceitam compromissos
not-asked = você já respondeu, ou ninguém perguntou a você
chat-off = a conversa está desligada nesta mesa
chat-already = a conversa já está assim
chat-often = já se falou bastante nesta mesa: chega de mensagens
unclean = só caracteres visíveis, por favor
hints-off = as dicas estão desligadas nesta mesa
rematch-exists = a revanche já foi preparada
tables-now = mesas novas demais: espere um minuto
tables-today = hoje já se jogou e importou o bastante a partir da sua rede: tente mais tarde
tables-mine = você já tem mesas demais: termine algumas antes
tables-here = já há mesas demais a partir da sua rede: termine algumas antes
tables-every = há mesas demais agora: tente de novo mais tarde
too-long = já aconteceu coisa demais além do jogo nesta mesa: só a partida continua
not-away = nenhum robô joga neste lugar
bot-moves-first = o seu tempo para esta jogada acabou: o robô joga, e depois o lugar volta a ser seu
gone = quem você era não é mais conhecido aqui
one-question = uma pergunta de cada vez
busy = muita coisa ao mesmo tempo: tente de novo daqui a pouco
unavailable = o banco de dados não responde: tente de novo daqui a pouco
full = o disco do servidor está cheio: nada foi alterado; tente de novo mais tarde
not-now-action = isso não pode ser feito agora

push-turn = É o seu turno em { $game }.

line-created = { $name } preparou a mesa
line-sat = { $name } sentou-se
line-left = { $name } saiu
line-removed = Quem abriu a mesa pediu que { $name } saísse
line-arranged = Lugar { $number }: { $kind ->
    [open] aberto a todos
    [invited] com convite
   *[bot] um robô
  }
line-rules = Quem abriu a mesa mudou as regras, o relógio ou os lugares
line-agreed = { $to ->
    [come] { $name } chegou
   *[rules] { $name } concordou com as regras
  }
line-freed = A partida começou sem { $name }
line-resigned = { $name } desistiu
line-resigned-on = { $name } desistiu: { $instead } continua no lugar
line-entropy = { $name } acrescentou seu próprio acaso
line-started = A partida começou
line-same = { $names }: joga uma pessoa só
line-silent = { $name } não revelou a tempo a sua parte dos embaralhamentos: ela não conta
line-abandoned = Ninguém jogou por muito tempo: a partida terminou sem resultado, e o segredo dos embaralhamentos foi mostrado
line-asked = { $name } gostaria de desfazer a última ação
line-answered = { $name } { $agree ->
    [yes] concordou
   *[no] não concordou
  }
line-undone = { $name } desfez a última ação
line-taken-over = Um robô assumiu por { $name }{ $reason ->
    [time] : o tempo acabou
   *[other] : ausente
  }
line-returned = { $name } voltou
line-chat-turned = A conversa foi { $on ->
    [yes] ligada
   *[no] desligada
  }
line-rematched = { $name } preparou a revanche
guest = Visitante { $number }
bot = Robô { $number }
level-easy = Gentil
level-medium = Firme
level-hard = Sagaz
level-expert = Mestre
temper-easy = Decide num relance e muitas vezes arrisca algo que só parecia bom.
temper-medium = Também decide num relance, mas com olho treinado, e raramente escorrega.
temper-hard = Pensa à frente um instante antes de cada jogada, no máximo um quarto de segundo. Não joga por capricho.
temper-expert = Pensa à frente quase um segundo antes de cada jogada e perdoa pouco.

review-title = Análise
review-turn = turno { $turn }
review-turn-of = { $name }, turno { $turn }
review-turns = { $count ->
    [one] { $count } turno
   *[other] { $count } turnos
  }
review-points = { $points ->
    [one] { $points } ponto
   *[other] { $points } pontos
  }
review-deal = As cartas saíram assim
review-luckiest = Sorte de { $worth }. { $what }
review-unluckiest = Azar, menos { $worth }. { $what }
review-costliest = “{ $done }” custou { $worth }; “{ $best }” era melhor
review-turning = Daqui em diante { $name } ficou na frente. { $what }
review-turning-swing = A maior mudança do jogo, { $worth }. { $what }
review-chance = Chance de vencer
review-seen-by = pelo que { $name } podia saber
review-account = Sorte e escolhas
review-start = Início
review-luck = Sorte
review-own = Escolhas próprias
review-others = Escolhas dos outros
review-rest = Resto das estimativas
review-result = Resultado
review-moments = O que decidiu
review-mistakes = Escolhas que custaram algo
review-no-mistakes = Não se sabe de nenhuma escolha que tenha custado algo.
review-other-decisions = { $count ->
    [0] Não houve outras decisões.
    [1] A outra decisão foi a melhor encontrada, ou parelha demais para dizer.
   *[other] As outras { $count } decisões foram as melhores encontradas, ou parelhas demais para dizer.
  }
review-mean-loss = { $name } perdeu { $loss } pontos em cada uma das { $count } decisões que importavam
review-plays-like = mais ou menos como { $bot ->
    [random] quem joga ao acaso
    [easy] quem joga no nível { level-easy }
    [medium] quem joga no nível { level-medium }
    [hard] quem joga no nível { level-hard }
    [expert] quem joga no nível { level-expert }
   *[other] o robô { $bot }
  }
review-label-equal = iguais
review-label-best = melhor encontrada
review-label-close = parelho demais para dizer
review-label-small = pequeno
review-label-mistake = erro
review-label-blunder = erro grave
review-done = feito
review-interval = intervalo de 95%: { $low } a { $high }
review-games = { $games ->
    [0] Estimado sem jogar adiante
    [1] { $games } partida jogada a partir de cada posição
   *[other] { $games } partidas jogadas a partir de cada posição
  }
review-unfinished = O jogo não foi até o fim: a última estimativa vale como resultado.
review-how = Os valores são chances de vencer pelo que o lugar podia ver, obtidas contando os turnos, julgando e jogando adiante; as escolhas são comparadas com a melhor encontrada.
