# O que os robôs dizem de suas escolhas.

only-action = não há outra ação possível
by-rule = a regra prática publicada
any-action = qualquer ação permitida
by-eye = parece a melhor à primeira vista: { $share }% para { $action }
by-eye-next = parece a melhor à primeira vista: { $share }% para { $action }, { $next } { $nextshare }%
by-search = vence cerca de { $win }% (±{ $margin })
by-search-next = vence cerca de { $win }% (±{ $margin }); { $next } { $nextwin }%
with-risk = { $reason }; chance de passar do limite antes de poder parar: { $risk }%
