# O que os robôs dizem de suas escolhas.

only-action = não há outra ação possível
any-action = qualquer das { $count } ações permitidas
line = depois: { $actions }
looked-best = é o que mais vence na busca
equal = { $others } { $count ->
    [1] é igualmente bom
   *[other] são igualmente bons
  }
equal-more = { $others } e mais { $more } são igualmente bons
by-eye = parece a melhor à primeira vista: { $share }% para { $action }, { $next } { $nextshare }%
by-search = vence cerca de { $win }% (±{ $margin })
by-search-next = vence cerca de { $win }% (±{ $margin }); { $next } { $nextwin }%
with-win = { $reason }; vence cerca de { $win }% (±{ $margin })
