# Uma lanterna se escreve com o número do dia, uma barra e o número da noite.
ruleset-standard = Padrão
about-ruleset-standard = Cada um pendura quatro lanternas. Você vê o lado das suas lanternas que brilha agora, os outros veem o verso. Uma vez por partida você pode, em vez disso, virar a rua inteira. No fim vence quem tiver mais luz.
hang = pendurar a lanterna { $slot }, que mostra { $number }
turn = virar a rua
deal = sai a lanterna { $lantern }
hung = pendurou { $lantern }
turned = virou a rua
won = { $count ->
    [one] { $winners } vence com { $light } de luz
   *[other] { $winners } dividem a vitória com { $light } de luz cada
}
