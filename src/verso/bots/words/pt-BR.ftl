# O que os robôs dizem de suas escolhas.

only-action = não há outra ação possível
any-action = qualquer das { $count } ações permitidas
line = depois, { $actions }
quoted = “{ $action }”
looked-best = é o que mais vence na busca
equal = { $others } { $count ->
    [1] é igualmente bom
   *[other] são igualmente bons
  }
equal-more = { $others } e mais { $more } são igualmente bons
by-eye = parece a melhor à primeira vista, antes de { $next }
by-search = vence de { $low } a { $high } de 100 partidas
by-search-next = vence de { $low } a { $high } de 100 partidas; { $next }, cerca de { $nextwin }
