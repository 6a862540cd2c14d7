# O que as mesas dizem, em português do Brasil.

stale = a partida já andou: olhe a mesa de novo
future = a mesa ainda não chegou a esse lance
not-yours = esse lugar não é seu
no-seat = não há lugar { $seat } nesta mesa
not-open = a partida já começou
not-playing = não há partida em andamento
not-over = a partida ainda não acabou
not-your-turn = é a vez de { $name }
taken = já há alguém nesse lugar
invitation = este lugar pede um convite válido
not-host = só quem criou a mesa pode fazer isso
seats-free = ainda há lugares livres: espere ou preencha com robôs
nobody = primeiro alguém precisa se sentar à mesa
no-undo-offer = ninguém pediu para desfazer nada
undo-pending = já há um pedido para desfazer
undo-nothing = você não fez nada que possa ser desfeito
undo-revealed = algo foi revelado desde então, e não há ninguém para concordar
undo-often = não se pode desfazer mais nada nesta partida
not-asked = você já respondeu, ou ninguém perguntou a você
chat-off = a conversa está desligada nesta mesa
chat-already = a conversa já está assim
chat-often = já se falou bastante nesta mesa: chega de mensagens
unclean = só caracteres visíveis, por favor
hints-off = as dicas estão desligadas nesta mesa
rematch-exists = a revanche já foi preparada
too-long = o registro desta mesa está cheio
not-away = nenhum robô joga neste lugar
bot-moves-first = o seu tempo para esta jogada acabou: o robô joga, e depois o lugar volta a ser seu
gone = quem você era não é mais conhecido aqui
one-question = uma pergunta de cada vez
busy = muita coisa ao mesmo tempo: tente de novo daqui a pouco
not-now-action = isso não pode ser feito agora

line-created = { $name } prepara a mesa
line-sat = { $name } se senta
line-left = { $name } sai
line-arranged = Lugar { $seat }: { $kind ->
    [open] aberto a todos
    [invited] com convite
   *[bot] um robô
  }
line-entropy = { $name } acrescenta seu próprio acaso
line-started = A partida começa
line-asked = { $name } gostaria de desfazer a última ação
line-answered = { $name } { $agree ->
    [yes] concorda
   *[no] não concorda
  }
line-undone = { $name } desfaz a última ação
line-taken-over = Um robô joga por { $name }{ $reason ->
    [time] : o tempo acabou
   *[other] : ausente
  }
line-returned = { $name } voltou
line-chat-turned = A conversa foi { $on ->
    [yes] ligada
   *[no] desligada
  }
line-rematched = { $name } prepara a revanche
bot = Robô { $number }
