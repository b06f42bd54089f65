### Deutsch: die Regeln.

rules-texas = Die Turnierregeln: Partner gegenüber, fünf Karten auf der Hand. Ein Ass zieht 1 oder 11, eine 7 darf geteilt werden, eine 8 geht rückwärts; eine gelegte Karte ist gespielt.
rules-own-deck = Zwei Teams, jeder mit eigenen Karten und sechs auf der Hand. Neben der 7 darf auch eine 9 geteilt werden, jeder Teil vorwärts oder rückwärts.
rules-marbles-and-jokers = Zwei Teams, drei oder vier Kartenspiele gemischt, sieben auf der Hand. Ein Joker muss nicht gespielt werden; eine Murmel, deren Zahl nicht in ihre Bahn passt, geht noch einmal herum.
rules-joker-board = Allein oder in Teams, mit vielen Jokern. Ein Joker muss nur gespielt werden, solange nichts von dir im Spiel ist; geschlagene Partner können von IN-Feld zu IN-Feld weiterrücken.
rules-pegs-and-jokers = Drei bis acht Spieler an verbundenen Brettern. Eine 2 darf zwei Murmeln tauschen, eine 9 geht mit einer Murmel vorwärts und mit einer anderen rückwärts.

rule-title-setup = Aufbau
rule-title-cards = Karten
rule-title-bumping = Schlagen
rule-title-home = HOME
rule-title-must-play = Spielpflicht
rule-title-helping = Helfen
rule-title-winning = Gewinnen
label-ace = Ass
label-jack = Bube
label-queen = Dame
label-king = König
label-j-q-k = B D K
label-joker = Joker
rule-players = { $numbers } Spieler: { $teams }.
rule-alone = jeder für sich
rule-teams-opposite = { $teams } Teams zu { $size }, Partner sitzen gegenüber
rule-teams-other = { $teams } Teams zu { $size }, Partner ist jeder zweite Spieler
rule-marbles = Jeder hat { $count } Murmeln im START, alle ziehen im Uhrzeigersinn. Auf deiner Seite ist das 8. Feld dein OUT-Feld und das 3. dein IN-Feld, an dem die Bahn zu deinem HOME abzweigt.
rule-pile = Ein Nachziehstapel: { $decks }.
rule-pile-for = Ein Nachziehstapel ({ $numbers } Spieler): { $decks }.
rule-piles-own = Jeder hat einen eigenen Nachzieh- und Ablagestapel: { $decks }.
rule-piles-own-for = Jeder hat einen eigenen Nachzieh- und Ablagestapel ({ $numbers } Spieler): { $decks }.
rule-decks = { $packs ->
    [one] 1 Kartenspiel
   *[other] { $packs } Kartenspiele
} { $jokers ->
    [0] ohne Joker
    [one] mit 1 Joker
   *[other] mit { $jokers } Jokern
}{ $each ->
    [yes] {" "}je Spiel
   *[no] {""}
}, { $total } Karten
rule-half-decks = { $packs ->
    [one] 1 halbes Kartenspiel
   *[other] { $packs } halbe Kartenspiele
} { $jokers ->
    [0] ohne Joker
    [one] mit 1 Joker
   *[other] mit { $jokers } Jokern
}{ $each ->
    [yes] {" "}je Spiel
   *[no] {""}
}, { $total } Karten
rule-begins = Wer links vom Geber sitzt, beginnt, und es geht im Uhrzeigersinn.
rule-draw-first = { $count } Karten auf der Hand: Wer dran ist, zieht zuerst eine und spielt dann eine.
rule-draw-after = { $count } Karten auf der Hand: eine spielen, ziehen, dann eine nachziehen.
rule-forgot-two = Spielt der Nächste, bevor du nachgezogen hast, ziehst du zwei, aber erst nach deinem nächsten Zug.
rule-forgot-any = Vergessenes Nachziehen darf jederzeit nachgeholt werden.
rule-reshuffle = Ist der Nachziehstapel leer, werden die abgelegten Karten neu gemischt.
rule-ace = aus dem START auf dein OUT-Feld oder 1 vorwärts
rule-ace-11 = aus dem START auf dein OUT-Feld oder 1 oder 11 vorwärts
rule-two = 2 vorwärts
rule-two-swap = 2 vorwärts, oder tausche eine deiner Murmeln auf dem Ring mit einer anderen Farbe
rule-plain = so viele Felder vorwärts, wie die Karte sagt
rule-seven = 7 vorwärts, oder vorwärts aufgeteilt auf { $whose ->
    [team] zwei Murmeln deines Teams
   *[own] zwei deiner Murmeln
}{ rule-rest }
rule-rest = { $rest ->
    [yes] ; bringt die erste deine letzte Murmel heim, darf die zweite dem Partner gehören, dem du dann hilfst
   *[no] {""}
}
rule-eight = 8 RÜCKWÄRTS, eine Murmel
rule-nine-whole = 9 vorwärts{ $back ->
    [yes] {" "}oder 9 rückwärts
   *[no] {""}
}
rule-between = { $whose ->
    [team] zwei Murmeln deines Teams
   *[own] zwei deiner Murmeln
}, { $ways ->
    [any] jede vorwärts oder rückwärts
   *[each] eine vorwärts und die andere rückwärts
}, zusammen 9
rule-nine-split = { rule-nine-whole }, oder aufgeteilt auf { rule-between }{ rule-rest }
rule-nine-must = aufgeteilt auf { rule-between }; mit nur einer Murmel im Spiel { rule-nine-whole }{ rule-rest }
rule-face = aus dem START auf dein OUT-Feld oder { $count } vorwärts
rule-joker = deine Murmel, aus dem START oder vom Ring, nimmt den Platz einer anderen Farbe auf dem Ring ein{ $any ->
    [yes] , oder geht auf irgendein leeres Feld des Rings
   *[no] {""}
}{ $out ->
    [yes] ; oder aus dem START auf dein OUT-Feld
   *[no] {""}
}{ $swap ->
    [yes] ; vom Ring aus tauschen beide Murmeln die Plätze, und keine wird geschlagen
   *[no] {""}
}
rule-forfeit = Ein Teil einer 7 oder 9 darf eine Murmel vom Ring in ihre Bahn bringen; der Rest verfällt.
rule-whole = Immer die ganze Zahl der Karte.
rule-whole-otherwise = Sonst immer die ganze Zahl der Karte.
rule-pass = An fremden Murmeln darfst du vorbei. An deinen eigenen nie, und du landest auch nie auf ihnen.
rule-bump = Eine gegnerische Murmel, auf der du landest, muss zurück in ihren START.
rule-partner = Die Murmel eines Partners, auf der du landest, geht auf ihr IN-Feld.
rule-in-spot-illegal = Steht auf jenem IN-Feld schon eine Murmel deines Partners, ist der Zug nicht erlaubt.
rule-in-spot-start = Steht auf jenem IN-Feld schon eine Murmel deines Partners, geht eine von beiden in den START.
rule-in-spot-opponent = Eine gegnerische Murmel auf jenem IN-Feld geht in ihren START.
rule-chain = Eine andere Murmel deines Teams auf jenem IN-Feld geht auf ihr eigenes IN-Feld, und so fort.
rule-no-chain = Mit einer anderen Murmel deines Teams auf jenem IN-Feld ist der Zug nicht erlaubt.
rule-own-in-spot = Eine Murmel auf ihrem eigenen IN-Feld kann das eigene Team nicht schlagen.
rule-safe = Eine Murmel auf ihrem eigenen OUT-Feld ist sicher: Niemand landet auf ihr oder tauscht sie.
rule-exact = In die Bahn geht es mit genauer Zahl, und Murmeln in der Bahn überholen einander nicht.
rule-branch-free = Eine Murmel, deren Zahl passt, darf in ihre Bahn abbiegen oder auf dem Ring weitergehen.
rule-branch-forced = Eine Murmel, deren Zahl in ihre Bahn passt, muss abbiegen.
rule-go-round = Eine Murmel, deren Zahl zu groß ist, geht auf dem Ring weiter herum.
rule-wait = Eine Murmel, deren Zahl für ihre Bahn zu groß ist, wartet: Sie darf nicht an ihrem IN-Feld vorbei.
rule-no-back = Nichts geht rückwärts in eine Bahn oder in ihr zurück. In der Bahn ist eine Murmel sicher.
rule-discard-free = Du darfst immer eine Karte abwerfen, statt eine zu spielen.
rule-must = Kann eine deiner Karten eine Murmel bewegen, musst du so eine spielen, auch wenn es dir schadet.
rule-joker-only-play = Ein Joker zählt mit: Kann keine andere Karte ziehen, musst du ihn spielen.
rule-joker-nothing-in-play = Ein Joker zählt nur mit, solange alle deine Murmeln im START stehen: Sonst darfst du ihn behalten.
rule-joker-never = Ein Joker zählt nicht mit: Du darfst ihn spielen oder behalten und eine andere Karte abwerfen.
rule-none-can = Kann keine, wirf irgendeine Karte ab; das ist dein Zug.
rule-free-start = Beim { $count }. Abwerfen hintereinander, weil nichts geht, darfst du eine Murmel herausbringen.
rule-nobody-helps = Jeder spielt für sich: Niemand hilft.
rule-any-time = Du darfst die Murmeln deiner Partner von Anfang an ebenso ziehen wie deine eigenen.
rule-help-left = Sind alle deine Murmeln daheim, spielst du ab deinem nächsten Zug die deines Partners; bei mehreren die des nächsten zu deiner Linken, der noch nicht daheim ist.
rule-help-any = Sind alle deine Murmeln daheim, spielst du ab deinem nächsten Zug die irgendeines Partners.
rule-help-none = Sind alle deine Murmeln daheim, wirfst du ab deinem nächsten Zug nur noch ab: Niemand zieht Murmeln eines Partners.
rule-win-player = Wer zuerst alle { $count } Murmeln daheim hat, gewinnt, und das ganze Team mit ihm.
rule-win-team = Das Team, oder der Einzelne, das zuerst alle { $count } Murmeln von jedem daheim hat, gewinnt.

switch-ace-11 = ein Ass zieht auch 11
switch-face-values-11-12-13 = Bube, Dame, König ziehen 11, 12, 13 statt 10
switch-two-swap = eine 2 darf eine Murmel auf dem Ring mit einer anderen Farbe tauschen
switch-nine-mode = wie eine 9 geteilt wird: gar nicht, ein Teil vorwärts und einer zurück, jeder Teil beliebig, oder sie muss (einer vor, einer zurück), außer nur eine Murmel ist im Spiel
switch-nine-unsplit-backward = eine ganze 9 darf auch rückwärts gehen
switch-seven-scope = wessen Murmeln eine geteilte 7 ziehen darf
switch-nine-scope = wessen Murmeln eine geteilte 9 ziehen darf
switch-seven-remainder-to-partner = bringt der erste Teil einer 7 die letzte Murmel heim, geht der Rest an den Partner, dem man hilft
switch-nine-remainder-to-partner = dasselbe für eine 9, in die andere Richtung
switch-partial-7-9-forfeit = ein Teil einer 7 oder 9 darf eine Murmel vom Ring in ihre Bahn bringen, der Rest verfällt
switch-play-for-partner-any-time = Murmeln der Partner dürfen von Anfang an gezogen werden
switch-joker-forced = wann ein spielbarer Joker gespielt werden muss, statt eine Karte abzuwerfen
switch-joker-comes-out = ein Joker darf einfach eine Murmel auf ihr OUT-Feld bringen
switch-joker-any-hole = ein Joker darf auch auf jedes leere Feld des Rings
switch-joker-true-swap = ein Joker vom Ring tauscht die beiden Murmeln
switch-in-spot-same-colour = ein Partner käme auf ein IN-Feld mit eigener Farbe: verboten, oder eine von beiden geht in den START
switch-in-spot-chain = eine andere Murmel des Teams auf jenem IN-Feld geht auf ihr eigenes weiter, oder der Zug ist verboten
switch-start-hole-safe = auf einer Murmel auf ihrem eigenen OUT-Feld kann niemand landen oder sie tauschen
switch-home-branch = in die Bahn abbiegen, wenn die Zahl passt
switch-home-overshoot = eine Murmel, deren Zahl nicht in ihre Bahn passt, geht weiter herum oder darf nicht an ihrem IN-Feld vorbei
switch-help-order = wem hilft, wer fertig ist
switch-win-condition = das ganze Team ist daheim, oder sein erster Spieler
switch-team-layout = zwei Teams abwechselnd, Paare gegenüber, oder jeder für sich; ungerade Zahlen und zwei spielen immer einzeln
switch-marbles-per-player = Murmeln je Spieler, alle müssen in die Bahn
switch-hand-size = Karten auf der Hand
switch-draw-first = vor dem Spielen ziehen, nicht danach
switch-forgot-draw-penalty = vergessenes Nachziehen wird nach dem nächsten Zug nachgeholt
switch-draw-pile = ein Stapel für den Tisch oder einer je Spieler
switch-decks = Kartenspiele am Tisch oder je Stapel
switch-decks-per-player = die Zahl der Kartenspiele gilt je Spieler, zusammen gemischt
switch-half-deck = halbes Kartenspiel: die Karten einer Farbe und ein Joker
switch-jokers = Joker in jedem Kartenspiel
switch-free-start-after = freier Start nach so vielen Abwürfen hintereinander
switch-discard-free = man darf abwerfen, obwohl eine Karte geht
word-none = nicht
word-one-each-way = einer vor, einer zurück
word-any-way = beliebig
word-must = muss
word-own = eigene
word-team = Team
word-never = nie
word-nothing-in-play = wenn nichts im Spiel ist
word-only-play = wenn nur er geht
word-illegal = verboten
word-one-to-start = eine in den START
word-chain = Kette
word-free = frei
word-forced = Pflicht
word-go-round = herum
word-wait = warten
word-left = links
word-any = irgendwer
word-player = Spieler
word-two-teams = zwei Teams
word-pairs = Paare
word-alone = einzeln
word-shared = gemeinsam
