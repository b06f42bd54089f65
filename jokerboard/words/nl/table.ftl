### Nederlands: wat een tafel antwoordt en meldt.

failed = De dienst is hierop vastgelopen; het logboek zegt meer.
codes-too-many = Te veel foute codes; wacht een minuut en probeer opnieuw.
watchers-too-many = Te veel mensen bekijken deze pagina; probeer het later.
deal-over = het spel is afgelopen; er worden geen kaarten meer gelegd
deal-not-in-turn = { $turn } is aan de beurt; { $who } legt nu geen kaart
deal-not-held = { $who } heeft die kaart niet ({ $card }); kies er een uit de hand
deal-laid = { $who } heeft al een kaart gelegd; speel die
deal-must-play = { $who } moet een kaart leggen waarmee een zet kan; met deze kan het niet: { $card }
machine-no-reader-now = de computer bij { $letter } kan zijn kaarten niet kennen: geen lezer leest ze; begin een spel waarin de tafel deelt, of gebruik kaartlezers
machine-cannot-play = De computer kan niet spelen: { $why }.
machine-asks = { $who } is een computer; hij vraagt zelf om zijn kaart.
machine-card-unknown = Label { $tag } is geen kaart van dit spel; neem een andere voor plek { $place }.
machine-card-not-taken = De kaart is niet aangenomen: { $why }.
machine-card-played = Deze kaart is sinds het schudden al gespeeld; neem een andere voor plek { $place }.
machine-card-dealt = Deze kaart ligt al op plek { $there } van { $who }; neem een andere voor plek { $place }.
machine-card-turn-over = Dat is een andere kaart; leg hem weer dicht en draai plek { $place } om.
machine-card-not-the-one = Dat is een andere kaart; leg hem weer dicht en draai de kaart om die hij eerder legde.
refused-not-your-seat = Deze zet telt niet: { $who } speelt aan een ander bord. Zet de knikkers terug.
refused-not-in-turn = Deze zet telt niet: { $who } was niet aan de beurt. Zet de knikkers terug.
refused-not-legal = Het andere bord kan deze zet niet aannemen: daar mag hij niet. Zet de knikkers terug.
refused-not-held = Deze zet telt niet: { $who } heeft die kaart niet. Zet de knikkers terug.
refused-must-play = Deze zet telt niet: { $who } heeft een kaart die gespeeld moet worden.
refused-declined = Het andere bord was niet akkoord. Zet de knikkers terug zoals de lichten tonen.
refused-not-a-change = Het andere bord is verdergegaan. Zet de knikkers terug zoals de lichten tonen.
refused-too-many = Deze zet is te vaak veranderd. Zet de knikkers terug zoals de lichten tonen.
taken-back = Het andere bord nam een zet terug. Zet de knikkers terug zoals de lichten tonen.
elsewhere = { $who } speelt aan een ander bord; deze kaart is niet aangenomen.
question = Het andere bord wil { $plays } terugnemen. Akkoord?
asked = Het andere bord wordt gevraagd of het akkoord is.
signal-thumbs-up = { $who }: duim omhoog.
signal-one-moment = { $who } vraagt om een moment.
link-none = Het andere bord heeft nog niet geantwoord.
link-lost = Van het andere bord is al { $time } niets gehoord. Speel verder; alles wordt gestuurd als het terug is.
link-obstacle = Er is al { $time } geen weg naar het andere bord: { $why }. Speel verder; er wordt opnieuw geprobeerd.
link-away = van het andere bord is niets te horen; speel verder, alles wordt gestuurd als het terug is
error-withdrawn = de code van dit spel is ingetrokken; vraag het andere bord om een nieuwe
error-no-game = het andere bord heeft nu geen spel voor deze code
error-abandoned = het andere bord heeft het spel zonder winnaar beëindigd
question-no-winner = Het andere bord wil het spel zonder winnaar beëindigen. Akkoord?
question-give-up = Het andere bord wil opgeven: { $text } Akkoord?
end-asked = Het andere bord wordt gevraagd het spel te beëindigen; tot het akkoord is, gaat het spel door.
end-declined = Het andere bord was niet akkoord met het einde; het spel gaat door.
end-host-decides = over het einde beslist de tafel die deze uitnodigde
host-invites = deze tafel heeft andere borden uitgenodigd; trek eerst hun codes in
signal-not-here = niemand aan deze tafel speelt plaats { $seat } van een spel met een ander bord
game-cannot-begin = het spel van het andere bord kan hier niet beginnen: { $why }
seat-nobody = In dit spel zit niemand bij { $letter }.
seat-none-free = Elke plaats van dit spel heeft al een apparaat.
seat-elsewhere = { $name } speelt op een ander apparaat; geef de plaats daar vrij, of neem hem op de tafel zelf onder Spel, Dit apparaat.
seat-machine = Voor { $name } speelt een computer; niemand ziet zijn hand. Om daar te spelen laat je mensen de plaats overnemen (Spel, Namen).
game-none = Er is geen spel op het bord; begin er eerst een.
order-no-game = er is geen spel op het bord
order-over = het spel is afgelopen
names-no-game = er is geen spel om spelers van te noemen
machine-no-game = er is geen spel om in mee te spelen
game-shuffled = De kaarten zijn geschud.
game-over-already = het spel is afgelopen; niemand hoeft op te geven
game-goes-on = Het spel gaat door.
game-paused = het spel is gepauzeerd; laat het eerst doorgaan, zodat naar het bord gekeken wordt
game-abandoned = Het spel is afgebroken; het verslag blijft.
card-no-play = Deze kaart heeft geen zet: wie hem legt, legt hem af en beëindigt de beurt.
board-real = Dit bord is echt: verzet de knikkers met je handen.
menu-what = Wat is er? OK: de kaarten zijn geschud; Terug: dit spel beëindigen; Help: niets.
menu-sure = Dit spel beëindigen? Help: niemand wint en een ander begint; OK: jouw kant geeft op; Terug: nee.
give-up-alone = Geeft { $who } op? OK: ja; Terug: nee.
give-up-impossible = { $place } kan niet opgeven: dat kan alleen op een plaats van een spel met twee kanten
not-now = Nu niet: { $why }.
deal-lost = de gedeelde kaarten van dit spel zijn verloren; leg papieren kaarten of begin een nieuw spel
machine-none = er speelt geen computer bij { $letter }
machine-plays = Voor { $who } speelt vanaf nu een computer ({ $level }).
machine-left-before = mensen namen in dit spel al eens over van de computer van { $who } en zagen de hand; hij speelt door tot het einde
order-round-begins = Ronde { $round } begint.
desk-back = de toernooileiding is er weer
disk-slow = de schijf is traag: de laatste zet wordt gemeld zodra hij bewaard is
disk-not-taken = Dit is gedaan, maar de schijf heeft het nog niet bewaard; kijk naar de schijf.
disk-refuses = het verslag wordt niet bewaard, en tot dan wordt niets gemeld: { $why }
disk-forgets = spellen gaan verloren bij het uitzetten: { $state } staat alleen in het geheugen ({ $kind })
wait-disk = er kan niets bewaard worden, dus wordt er nog niet gespeeld: { $why }
wait-board = het bord is er niet, dus wordt er nog niet gespeeld: { $why }
stumbled = de tafel struikelde over een eigen fout; start hem opnieuw om verder te gaan
device-sounds = de zoemer klinkt weer
device-shines = de lichten branden weer
device-reader = lezer { $reader }
device-unknown-tags = Lezer { $reader } toont het ene onbekende nummer na het andere: houd telefoons en bankpassen er vandaan
device-trouble = { $text }.
device-missed = { $text }. Deze beurt wordt misschien verkeerd beoordeeld: vergelijk de knikkers met de pagina.
pair-code = Om vanaf een ander apparaat te spelen koppel je het met code { $code }.
pair-wrong = Dat is niet de code die de pagina van de tafel nu toont.
pair-no-need = Een pagina op de tafel zelf hoeft niet gekoppeld te worden.
pair-own-page = Alleen de pagina op de tafel zelf toont de code om te koppelen.
watching-seat = Je kijkt mee. Om aan deze tafel te spelen koppel je met de code die zijn pagina toont.
watching-pair = Je kijkt mee. Om deze tafel te bedienen koppel je met de code die zijn pagina toont.
watching-key = Je kijkt mee. Om deze tafel te bedienen open je het adres met de sleutel die zijn terminal toont.
games-none = Deze tafel bewaart geen spel { $number }.
games-running = Dit spel wordt nog gespeeld; bekijk het als het afgelopen is.
analysis-not-over = Het spel is niet afgelopen; de analyse zou verborgen kaarten verraden.
houses-no-code = er is geen bord met die naam uitgenodigd
houses-no-page = { $page } is geen adres van de pagina van een tafel; het lijkt op http://192.168.1.7:8080
plays = { $count ->
    [one] de laatste zet
   *[other] de laatste { $count } zetten
}
seat-not-there = er zit niemand bij { $letter }; de plaatsen van dit spel zijn { $seats }
menu-ended = Het spel is beëindigd en niemand wint. Terug: toch verder spelen; OK: dat klopt. Na een minuut telt het.
menu-given-up = { $ended }. Terug: toch verder spelen; OK: dat klopt. Na een minuut telt het.
give-up-consent = { $who } wil opgeven. { $asked }: akkoord? OK: ja; Terug: nee.
give-up-given = { $count ->
    [one] { $who } geeft op
   *[other] { $who } geven op
}
machine-left = Voor { $who } spelen vanaf nu mensen.
machine-left-dealt = Voor { $who } spelen vanaf nu mensen, die de hand van die plaats zien.
order-seated = Ronde { $round } aan tafel { $table }: { $teams }.
order-seated-alone = Ronde { $round } aan tafel { $table }.
against = { $before } tegen { $last }
order-penalty = Een straf voor { $who }{ $points ->
    [0] {""}
    [one] , 1 punt
   *[other] , { $points } punten
}.
order-penalty-why = Een straf voor { $who }{ $points ->
    [0] {""}
    [one] , 1 punt
   *[other] , { $points } punten
}: { $why }.
desk-away = De toernooileiding hoort niets van deze tafel: { $why }{ $waiting ->
    [0] {""}
    [one] ; 1 regel wacht
   *[other] ; { $waiting } regels wachten
}.
shared-title = { $names }, { $begun }
shared-title-nobody = Jokers and Marbles, { $begun }
span-days = { $n ->
    [one] 1 dag
   *[other] { $n } dagen
}
span-hours = { $n ->
    [one] 1 uur
   *[other] { $n } uur
}
span-minutes = { $n ->
    [one] 1 minuut
   *[other] { $n } minuten
}
span-seconds = { $n ->
    [one] 1 seconde
   *[other] { $n } seconden
}
