# A lantern is written as its day number, a slash, its night number.
ruleset-standard = Standard
about-ruleset-standard = Hang four lanterns each. You see the side of your lanterns that shines now, the others see the back. Once in a game you may turn the whole street instead. The most light at the end wins.
hang = hang lantern { $slot }, which shows { $number }
turn = turn the street
deal = lantern { $lantern } is dealt
hung = hung { $lantern }
turned = turned the street
won = { $count ->
    [one] { $winners } wins with { $light } light
   *[other] { $winners } share the win with { $light } light each
}
