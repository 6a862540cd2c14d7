# O laboratório em português do Brasil: o que se diz de todo jogo.

lab-refused-unknown = esse número não existe
lab-refused-switch = só pode estar ligado ou desligado
lab-refused-choice = precisa ser um destes: { $values }
lab-refused-number = um número inteiro de { $least } a { $most }
lab-refused-price = um número inteiro de { $least } a { $most }, ou nenhum
lab-busy-own = você já tem outras comparações em andamento: encerre uma delas antes
lab-busy-all = há comparações demais agora: tente de novo daqui a pouco
lab-off = este servidor não tem laboratório
lab-failed = não foi possível fazer a comparação
lab-no-retraining = só jogadores leves que aprendem podem ser ensinados
lab-too-slow = as partidas desta mesa demoram demais para serem comparadas aqui

lab-players-light = jogadores leves
lab-players-search = jogadores que buscam

lab-group-seats = Vitórias por lugar
lab-about-seats = Contadas por quem age primeiro. Num jogo equilibrado, cada um vence { $even }.
lab-group-length = Duração
lab-about-length = Os minutos são uma estimativa: tantos segundos para cada tipo de ação, iguais nas duas mesas.
lab-group-endings = Como as partidas terminam
lab-about-endings = Partes de todas as partidas.
lab-group-fates = Liderança e viradas
lab-about-fates = O jogador leve julga, depois de cada turno, quem está na frente. Uma virada é a vitória de quem já esteve com menos da metade de uma chance igual.
lab-group-own = Durante a partida
lab-about-own = Contado em todas as partidas e todos os jogadores.
lab-group-plans = Vitórias por plano
lab-about-plans = O que os vencedores mais tinham. Num jogo equilibrado, cada plano vence { $even }.
lab-group-has = Quem tem o quê
lab-about-has = Parte dos jogadores que conseguiram uma na partida.
lab-group-uses = O que se usa
lab-about-uses = Quantas um jogador usa numa partida.
lab-group-lift = Quanto vale uma carta
lab-about-lift = Quanto mais vencem os que a têm, em pontos, entre jogadores da mesma partida e com tudo o mais que eles têm mantido igual. Anda junto com a vitória, mas não precisa ser a causa: isso se vê em “ficar sem”.
lab-group-skill = Quanto a habilidade decide
lab-about-skill = Um jogador leve entre jogadores descuidados, que fazem às cegas uma escolha em cada { $slips }. Onde só a sorte decide, ele vence { $even }.
lab-group-decisions = Escolhas que importam
lab-about-decisions = Escolhas de uma partida em que as outras ações, juntas, certamente valem menos que a escolhida, e quanto custa escolher às cegas. Medido jogando adiante, em poucas partidas.
lab-group-searched = Jogadores leves ao lado de jogadores que buscam
lab-about-searched = Os dois jogam a mesa editada com as mesmas distribuições: primeiro jogadores leves, depois jogadores que buscam. Onde diferem muito, os leves jogam mal a carta, e os números deles pedem cuidado.
lab-group-without = Ficar sem
lab-about-without = Vitórias de um jogador que é o único a nunca conseguir ou fazer isso. Se nada se perde, ele vence { $even }.
lab-group-nobody = Se ninguém a consegue ou faz
lab-about-nobody = Quanto duram então as partidas.

lab-seat = { $place ->
    [1] Primeiro a agir
    [2] Segundo
    [3] Terceiro
    [4] Quarto
    [5] Quinto
   *[other] Sexto
  }
lab-plan-left = Plano: { $name }
lab-length = Ações, incluindo o acaso
lab-minutes = Minutos, estimados
lab-decisions = Escolhas de cada jogador
lab-leads = Trocas de liderança
lab-comebacks = Partidas vencidas de virada
lab-skill = Um jogador leve entre descuidados
lab-matter = Escolhas que importam, por partida
lab-stake = Custo de uma escolha às cegas
lab-about-spread = Média de { $before } antes, { $after } agora.
lab-about-spread-known = Média de { $before } antes, { $after } agora ({ $low } a { $high }).

lab-headline-early = Ainda é cedo para dizer
lab-headline-nothing = Nada muda que { $deals } distribuições pudessem mostrar
lab-headline-unsure = Nenhuma mudança é certa depois de { $deals } distribuições: as vitórias por lugar ainda podem diferir em até { $points } pontos
lab-headline-longer = as partidas ficam { $count } mais longas
lab-headline-shorter = as partidas ficam { $count } mais curtas
lab-headline-first-more = quem age primeiro vence { $points } pontos a mais
lab-headline-first-less = quem age primeiro vence { $points } pontos a menos
lab-headline-wins = { $name }: { $before } das vitórias antes, { $after } agora
lab-headline-has = { $name }: com { $before } dos jogadores antes, com { $after } agora
lab-headline-own = { $name }: { $before } antes, { $after } agora
lab-headline-other = { $group }, { $name }: { $before } antes, { $after } agora

lab-note-light = Julgado por jogadores leves: eles leem o que as cartas fazem, também as editadas, mas não olham adiante. Jogadores que buscam podem tirar mais de uma carta.
lab-note-retrained = Os jogadores leves da mesa editada aprenderam nela antes, em { $games } partidas ({ $seconds } s). Um deles entre jogadores como eram vence { $wins }, onde o equilíbrio seria { $even }; por isso são eles que jogam e julgam a mesa editada. As escolhas que importam e os jogadores que buscam são julgados como antes.
lab-note-retrained-vainly = Ensinar a mesa editada aos jogadores leves em { $games } partidas ({ $seconds } s) não os tornou certamente melhores: um deles entre jogadores como eram vence { $wins }, onde o equilíbrio seria { $even }. Por isso jogam e julgam os jogadores como eram.
lab-note-misplayed = Jogadores leves jogam mal o que foi editado aqui. Jogadores que buscam certamente fazem outra coisa: { $names }. Tome os números dos jogadores leves com cuidado, ou deixe jogadores que buscam jogarem todas as partidas.
lab-misplayed-one = { $name }, { $light } entre os leves, { $search } entre os que buscam
lab-note-played-alike = Em { $deals } distribuições, jogadores que buscam não conseguiram nenhuma carta certamente muito mais ou muito menos que os leves.
lab-note-others = Julgado por partidas de { $players }.
lab-note-pairs = As duas mesas receberam as mesmas { $deals } distribuições.
lab-note-worth = Um par de partidas com a mesma distribuição diz tanto sobre as vitórias por lugar quanto { $worth } com distribuições diferentes: elas fizeram o trabalho de { $games }.
lab-note-luck = O acaso foi medido a cada compra e descontado das vitórias por lugar, que em média continuam corretas. Sobre a mudança delas, um par sem a sua sorte diz tanto quanto { $gain } com ela: { $deals } distribuições fizeram o trabalho de { $games }.
lab-note-intervals = Cada intervalo é de 95% por si só. O que se conta são distribuições, não partidas nem jogadores.
lab-note-corrected = { $count } { $count ->
    [one] mudança é vista
   *[other] mudanças são vistas
  } em conjunto. As marcadas como certas o são após a correção de Holm: todas juntas erram em no máximo 5 de 100 relatórios assim. Olhar enquanto o relatório cresce não é corrigido.
lab-note-never = Na mesa editada ninguém consegue nem faz isto: { $names }. Escolhas que importam não são medidas nesse caso.
lab-note-stopped = Foi encerrado antes de todas as { $total } distribuições.

lab-points = pontos
lab-sure = certa
lab-shipped = como publicado
lab-edited = como editado
lab-change = mudança

lab-html-title = O laboratório: { $title }
lab-html-differs = O que difere
lab-html-figure = número
lab-html-nobody = Ninguém consegue nem faz isto
lab-html-plot = lado a lado
lab-html-table = O mesmo em tabela
lab-html-same = As duas mesas têm os mesmos números e opções.
lab-html-repeat = O que repete isto
lab-html-version = Verso { $version }, comportamento { $behaviour } dos bots, semente { $seed }, { $deals } distribuições, { $seconds } s.
lab-html-played = { $ruleset }, { $seats } { $seats ->
    [one] jogador
   *[other] jogadores
  }, { $deals } distribuições, cada uma jogada nas duas mesas.
lab-html-deals = { $deals } distribuições
lab-html-read = Como ler este relatório
lab-html-interval = intervalo de 95%

lab-tune-start = Onde a procura começou:
lab-tune-proposal = { $changes } ({ $steps } { $steps ->
    [one] passo
   *[other] passos
  })
lab-tune-nothing = nada mudado
tuned-met = Cumpre os desejos, a { $miss } passos de cinco pontos, ou de um vigésimo do número.
tuned-missed = Fica a { $miss } passos dos desejos, cada um de cinco pontos, ou de um vigésimo do número.
tuned-nothing = Nada do que foi tentado chega mais perto dos desejos.
lab-tune-deals = Todas as tentativas receberam as mesmas { $games } distribuições. O que se propõe foi medido de novo em outras { $again }, assim como a mesa de onde a procura partiu.
lab-tune-chance = As tentativas foram sorteadas e depois feitas ao lado das melhores: o otimizador optuna não está instalado aqui.
lab-tune-stopped = Foi encerrada depois de { $tried } de { $trials } tentativas.

lab-wish-none = diga ao menos um desejo e um número que possa mudar
lab-wish-form = “{ $text }”: um desejo é NÚMERO=VALOR, NÚMERO=MÍNIMO..MÁXIMO ou NÚMERO=NÚMERO
lab-wish-value = “{ $text }”: { $value } não é um valor, nem dois, nem outro número do relatório
lab-wish-above = { $key }: { $least } é maior que { $most }
lab-wish-bounds = “{ $text }”: diga CAMPO=MÍNIMO..MÁXIMO
lab-wish-outside = { $field } pode ir de { $least } a { $most }
lab-wish-no-field = não existe um número { $field } que possa mudar; existem { $fields }, …
lab-wish-still = { $field } não é um número que possa mudar
lab-wish-no-figure = não há um número { $key } para desejar; há { $figures }
