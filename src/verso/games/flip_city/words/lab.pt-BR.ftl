# O laboratório de Flip City em português: seus números e o que se conta.

lab-cards = Cartas
lab-rules = Regras
lab-value = número
lab-limit = insatisfação permitida no turno
lab-points-to-win = pontos para vencer
lab-start = em cada baralho inicial
lab-supply = no estoque
lab-solo-supply = no estoque

lab-cost = preço para construir
lab-fee = preço para virar
lab-cash = moedas
lab-points = pontos
lab-unhappy = insatisfação
lab-must-be-played = tem de ser jogada quando está no topo
lab-play-next = a próxima carta também tem de ser jogada
lab-cash-per-unhappy = moedas por insatisfação
lab-raise-limit = aumenta o limite em
lab-discard-bottom = a carta do fundo é descartada
lab-extra-buys = compras adicionais
lab-extra-flips = viradas adicionais
lab-flip-discount = essas viradas custam menos
lab-give-away = vai para um adversário ao ser virada
lab-win-with-cards = vence com este número de cartas
lab-recycle-cash = moedas ao reciclar
lab-recycle-points = pontos ao reciclar
lab-recycle-unhappy = insatisfação ao reciclar
lab-recycle-limit = limite ao reciclar
lab-recycle-to-top = vai para o topo ao reciclar

lab-plan-cards = { $count } cartas
lab-plan-mixed = Misto
lab-measure-lost = Turnos perdidos por passar do limite

refused-recycling = { $card } e { $back } poderiam ser recicladas para sempre: só um lado da carta pode ser reciclável
refused-back-supply = o estoque só mostra frentes
refused-back-cost = um verso não pode ser comprado, só a frente
refused-discounts = todas as faces que dão viradas adicionais precisam dar o mesmo desconto
refused-cards = { $count } cartas são demais para uma partida: no máximo { $most }
refused-no-deck = um baralho inicial precisa de pelo menos uma carta
refused-no-supply = uma partida solo não pode começar com o estoque vazio
refused-unbought = uma carta sem preço não pode ficar no estoque
refused-to-top = cabem no máximo { $most } cartas que vão para o topo, e não { $count }

lab-length = Turnos, de todos os jogadores juntos
lab-length-count = { $count } turnos
lab-end-points = Por pontos
lab-end-cards = Por cartas
lab-end-supply = Estoque esgotado
lab-end-truncated = Interrompida
