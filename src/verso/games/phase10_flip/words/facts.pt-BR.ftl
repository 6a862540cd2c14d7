# O que se pode contar e fala a favor de uma ação. Cada um é uma oração que segue a ação: "Descartar 9 vermelha: ...".

fact-no-discard = não há carta no descarte
fact-take-fits = { $face } pode ser baixada na mesa na hora
fact-take-adds = { $face } não encaixa em nenhum grupo da mesa e custa { $points } pontos na sua mão
fact-discard-fits-not = { $face } no descarte não encaixa em nenhum grupo da mesa
fact-discard-changes-not = baixar { $face } do descarte deixaria a sua mão como está
fact-discard-helps-not = com { $face } do descarte ainda { $short ->
    [1] faltaria { $short } carta
   *[other] faltariam { $short } cartas
  } para a sua combinação
fact-phase-held = você já tem a sua combinação
fact-draw-wanted = { $short ->
    [1] falta { $short } carta
   *[other] faltam { $short } cartas
  } para a sua combinação
fact-take-completes = { $face } completa a sua combinação
fact-take-helps = com { $face } { $after ->
    [1] falta { $after } carta
   *[other] faltam { $after } cartas
  } para a sua combinação em vez de { $before }
fact-take-fits-then = { $face } encaixa na mesa depois que você baixar a sua combinação
fact-take-back = você vê o que recebe e pode descartar { $face } de novo
fact-take-star = uma Estrela vale por qualquer número
fact-take-flip = { $face } permite virar a mesa
fact-take-same = com { $face } ou sem ela, { $short ->
    [1] falta { $short } carta
   *[other] faltam { $short } cartas
  } para a sua combinação
fact-lays = a sua combinação está completa: { $cards } { $cards ->
    [1] carta vai
   *[other] cartas vão
  } para a mesa e { $left ->
    [0] nenhuma sobra
    [1] sobra { $left }
   *[other] sobram { $left }
  }
fact-others-down = { $count ->
    [1] outro jogador já baixou
   *[other] { $count } outros já baixaram
  }
fact-goes-out = é a sua última carta: você bate
fact-rids = tira { $points } pontos da sua mão e deixa { $left } { $left ->
    [1] carta
   *[other] cartas
  }
fact-fits-table = { $cards } das suas cartas encaixam na mesa, uma após a outra
fact-fits-nothing-laid = não encaixa em nenhum grupo da mesa
fact-fits-nothing = a sua combinação não precisa dela, e ela não encaixa em nenhum grupo da mesa
fact-fits-table-only = a sua combinação não precisa dela
fact-least-short = { $short ->
    [1] falta então { $short } carta
   *[other] faltam então { $short } cartas
  } para a sua combinação, e nenhum descarte deixa faltar menos
fact-short-then = { $short ->
    [1] falta então { $short } carta
   *[other] faltam então { $short } cartas
  } para a sua combinação
fact-other-short = sem { $other } { $short ->
    [1] faltaria { $short }
   *[other] faltariam { $short }
  }
fact-next-cannot = quem joga depois de você não pode baixá-la na mesa
fact-other-helps = { $other } encaixaria na mesa para quem joga depois de você
fact-keeps-stars = mantém { $count ->
    [1] a sua Estrela
   *[other] as suas { $count } Estrelas
  }
fact-flip-none = { $others ->
    [1] o único outro jogador que ainda não baixou não pode
   *[other] nenhum dos outros { $others } que ainda não baixaram pode
  } baixar na hora
fact-flip-all = { $others ->
    [1] o único outro jogador que ainda não baixou pode
   *[other] todos os outros { $others } que ainda não baixaram podem
  } baixar na hora
fact-flip-some = { $count } dos { $others } que ainda não baixaram { $count ->
    [1] pode
   *[other] podem
  } baixar na hora
fact-flips = { $others ->
    [1] o outro jogador já baixou
   *[other] os outros { $others } já baixaram
  }
