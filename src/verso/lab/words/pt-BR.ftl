# O laboratório em português do Brasil: o que se diz de todo jogo.

refused-unknown = esse número não existe
refused-switch = só pode estar ligado ou desligado
refused-choice = precisa ser um destes: { $values }
refused-number = um número inteiro de { $least } a { $most }
refused-price = um número inteiro de { $least } a { $most }, ou nenhum

players-light = jogadores leves
players-search = jogadores que buscam

group-seats = Vitórias por lugar
about-seats = Contadas por quem age primeiro. Num jogo equilibrado, cada um vence { $even }.
group-length = Duração
about-length = Os minutos são uma estimativa: tantos segundos para cada tipo de ação, iguais nas duas mesas.
group-endings = Como as partidas terminam
about-endings = Partes de todas as partidas.
group-fates = Liderança e viradas
about-fates = O jogador leve julga, depois de cada turno, quem está na frente. Uma virada é a vitória de quem já esteve com menos da metade de uma chance igual.
group-own = Durante a partida
about-own = Contado em todas as partidas e todos os jogadores.
group-plans = Vitórias por plano
about-plans = O que os vencedores mais tinham. Num jogo equilibrado, cada plano vence { $even }.
group-has = Quem tem o quê
about-has = Parte dos jogadores que conseguiram uma na partida.
group-uses = O que se usa
about-uses = Quantas um jogador usa numa partida.
group-lift = Quanto vale uma carta
about-lift = Quanto mais vencem os que a têm, em pontos, entre jogadores da mesma partida e com tudo o mais que eles têm mantido igual. Anda junto com a vitória, mas não precisa ser a causa: isso se vê em “ficar sem”.
group-skill = Quanto a habilidade decide
about-skill = Um jogador leve entre jogadores descuidados, que fazem às cegas uma escolha em cada { $slips }. Onde só a sorte decide, ele vence { $even }.
group-decisions = Escolhas que importam
about-decisions = Escolhas de uma partida em que as outras ações, juntas, certamente valem menos que a escolhida, e quanto custa escolher às cegas. Medido jogando adiante, em poucas partidas.
group-searched = Jogadores leves ao lado de jogadores que buscam
about-searched = Os dois jogam a mesa editada com as mesmas distribuições: primeiro jogadores leves, depois jogadores que buscam. Onde diferem muito, os leves jogam mal a carta, e os números deles pedem cuidado.
group-without = Ficar sem
about-without = Vitórias de um jogador que é o único a nunca consegui-la. Se nada se perde, ele vence { $even }.
group-nobody = Se ninguém a consegue
about-nobody = Quanto duram então as partidas.

seat = { $place ->
    [1] Primeiro a agir
    [2] Segundo
    [3] Terceiro
    [4] Quarto
    [5] Quinto
   *[other] Sexto
  }
length = Ações, incluindo o acaso
minutes = Minutos, estimados
decisions = Escolhas de cada jogador
leads = Trocas de liderança
comebacks = Partidas vencidas de virada
skill = Um jogador leve entre descuidados
matter = Escolhas que importam, por partida
stake = Custo de uma escolha às cegas
spread-length = Duração das partidas
about-spread = Média de { $before } antes, { $after } agora ({ $low } a { $high }).

headline-early = Ainda é cedo para dizer
headline-nothing = Nada muda que { $deals } distribuições pudessem mostrar
headline-longer = as partidas ficam { $count } mais longas
headline-shorter = as partidas ficam { $count } mais curtas
headline-first-more = quem age primeiro vence { $points } pontos a mais
headline-first-less = quem age primeiro vence { $points } pontos a menos
headline-plan-more = { $name } vence mais
headline-plan-less = { $name } vence menos
headline-has-more = { $name } aparece mais
headline-has-less = { $name } aparece menos
headline-own-more = { $name }: { $before } antes, { $after } agora
headline-own-less = { $name }: { $before } antes, { $after } agora

note-light = Julgado por jogadores leves: eles leem o que as cartas fazem, também as editadas, mas não olham adiante. Jogadores que buscam podem tirar mais de uma carta.
note-search = Julgado por jogadores que buscam ({ $players }).
note-pairs = As duas mesas receberam as mesmas { $deals } distribuições.
note-worth = Um par de partidas com a mesma distribuição diz tanto sobre as vitórias por lugar quanto { $worth } com distribuições diferentes: elas fizeram o trabalho de { $games }.
note-intervals = Cada intervalo é de 95% por si só. O que se conta são distribuições, não partidas nem jogadores.
note-corrected = { $count } mudanças são vistas em conjunto. As marcadas como certas o são após a correção de Holm: todas juntas erram em no máximo 5 de 100 relatórios assim. Olhar enquanto o relatório cresce não é corrigido.
note-never = Na mesa editada ninguém consegue: { $names }.
note-stopped = Foi encerrado antes de todas as { $total } distribuições.

points = pontos
sure = certa
shipped = como publicado
edited = como editado
change = mudança

html-title = O laboratório: { $title }
html-differs = O que difere
html-figure = número
html-same = As duas mesas têm os mesmos números e opções.
html-repeat = O que repete isto
html-version = Verso { $version }, comportamento { $behaviour } dos bots, semente { $seed }, { $deals } distribuições, { $seconds } s.
html-interval = intervalo de 95%
