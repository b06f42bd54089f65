### Deutsch: was auf dem Brett geschieht. Karten in drei Fällen: a-card (wer?), card-acc (wen?), card-dat (mit wem?).

a-card = { $rank ->
    [ace] ein Ass
    [two] eine Zwei
    [three] eine Drei
    [four] eine Vier
    [five] eine Fünf
    [six] eine Sechs
    [seven] eine Sieben
    [eight] eine Acht
    [nine] eine Neun
    [ten] eine Zehn
    [jack] ein Bube
    [queen] eine Dame
    [king] ein König
    [joker] ein Joker
    [this] diese Karte
    [several] { $cards }
   *[any] eine Karte
}
card-acc = { $rank ->
    [jack] einen Buben
    [king] einen König
    [joker] einen Joker
    [several] eine von diesen Karten ({ $cards })
   *[other] { a-card }
}
card-dat = { $rank ->
    [ace] einem Ass
    [two] einer Zwei
    [three] einer Drei
    [four] einer Vier
    [five] einer Fünf
    [six] einer Sechs
    [seven] einer Sieben
    [eight] einer Acht
    [nine] einer Neun
    [ten] einer Zehn
    [jack] einem Buben
    [queen] einer Dame
    [king] einem König
    [joker] einem Joker
    [this] dieser Karte
    [several] einer von diesen Karten ({ $cards })
   *[any] einer Karte
}
rank-name = { $rank ->
    [ace] Ass
    [two] Zwei
    [three] Drei
    [four] Vier
    [five] Fünf
    [six] Sechs
    [seven] Sieben
    [eight] Acht
    [nine] Neun
    [ten] Zehn
    [jack] Bube
    [queen] Dame
    [king] König
    [joker] Joker
   *[any] Karte
}
suit-name = { $suit ->
    [clubs] Kreuz
    [diamonds] Karo
    [hearts] Herz
   *[spades] Pik
}
card-name = { $suit ->
    [none] { rank-name }
   *[any] { suit-name }-{ rank-name }
}
number = { $n }
list-and = { $before } und { $last }
list-or = { $before } oder { $last }
list-before = { $first }, { $next }
seat = Platz { $seat }
machine-name = Computer { $letter }
start = START
trip = die Murmel von { $who } von { $source } nach { $target }
way-from-to = { $source } nach { $target }
way-exchanged = { $source } getauscht mit { $target }

play-discards = { $who } wirft { card-acc } ab
play-nothing = { $who } spielt in diesem Zug nichts
play-splits = { $who } teilt { card-acc }: { $ways }
play-exchanges = { $who } tauscht mit { card-dat } die Murmeln auf { $source } und { $target }
play-joker = { $who } setzt mit einem Joker eine Murmel auf { $target }
play-joker-of = { $who } setzt mit einem Joker die Murmel von { $owner } auf { $target }
play-out = { $who } bringt mit { card-dat } eine Murmel heraus
play-out-of = { $who } bringt mit { card-dat } die Murmel von { $owner } heraus
play-home = { $who } bringt mit { card-dat } eine Murmel heim
play-home-of = { $who } bringt mit { card-dat } die Murmel von { $owner } heim
play-moves = { $who } zieht mit { card-dat } eine Murmel von { $source } nach { $target }
play-moves-of = { $who } zieht mit { card-dat } die Murmel von { $owner } von { $source } nach { $target }
play-instead = { $play }, statt Zug { $n }
effects = { $play }; { $effects }
effect-in-spot = die Murmel von { $who } geht auf ihr IN-Feld
effect-start = die Murmel von { $who } geht in den START
effect-start-two = die Murmeln von { $one } und { $two } gehen in den START
discard = abwerfen
somebody = jemand

turn-of = { $who } ist am Zug
turn-of-then = { $who } ist am Zug
restored = Das Brett stimmt wieder.
offer-new-game = Alle Murmeln stehen im START. Ist das ein neues Spiel?
take-back-done = Zug { $n } ist zurückgenommen; { $turn }
game-final = Das Ergebnis steht fest. Nur ein Schiedsrichter kann das Spiel wieder öffnen.
game-drawn = Das Spiel ist zu Ende, und niemand hat gewonnen.
game-won = { $count ->
    [one] { $names } gewinnt das Spiel!
   *[other] { $names } gewinnen das Spiel!
}
decision = { $by } entscheidet: { $what }; { $turn }
decision-why = { $by } entscheidet: { $what } ({ $why }); { $turn }
decision-let-stand = es bleibt so stehen
decision-take-back = es wird zurückgenommen
decision-correct = das Brett wird richtiggestellt
which-play = { $who }, welcher Zug war das? Kurz anheben und zurückstellen: { $ways }.
which-way = { $hole } für { $way }
which-or = { $before }; oder { $last }
put-it-back = { $text } Stell sie zurück.
fault-over = Der Sensor von { $hole } stimmt wieder mit dem Brett überein.
fault-flickers = Der Sensor von { $hole } flackert; er bleibt außer Betracht, bis er wieder stimmt.
fault-sensor = Der Sensor von { $hole } zeigt nicht, was dort steht; er bleibt außer Betracht, bis er wieder stimmt.
fault-device = { $device } antwortet nicht; prüf den Stecker.

wrong-come-out-safe = Die Murmel von { $who } ist auf ihrem eigenen OUT-Feld { $hole } sicher.
wrong-stands-on-in-spot = Die Murmel von { $who } darf nicht auf { $spot } stehen: Das ist das IN-Feld, auf das die Murmel von { $owner } käme.
wrong-in-spot-not-free = Die Murmel von { $who } darf nicht auf { $partner } in { $hole } landen: Das IN-Feld { $spot } von { $owner } ist nicht frei.
wrong-lands-on-own = Die Murmel von { $who } darf nicht auf der eigenen Farbe in { $hole } landen.
wrong-passes-own = Die Murmel von { $who } darf auf dem Weg nach { $target } nicht an der eigenen Farbe in { $hole } vorbei.
wrong-must-turn-home = Die Murmel von { $who } muss bei { $spot } ins HOME abbiegen; die Zahl bringt sie auf { $hole }.
wrong-past-in-spot = Die Murmel von { $who } darf nicht über ihr IN-Feld { $spot } hinaus, wenn die Zahl nicht in ihr HOME passt.
wrong-moved-back = Eine Murmel im HOME geht nur weiter hinein, nicht { $trip }.
wrong-backs-home = Niemand zieht rückwärts ins HOME: Die Murmel von { $who } bleibt auf dem Ring und geht nicht nach { $hole }.
wrong-game-won = Das Spiel ist gewonnen: Es wird nichts mehr gespielt.
wrong-where-it-was = Die Murmel von { $who } steht in { $hole }, wo sie schon war.
wrong-none-there = In { $hole } stand keine Murmel von { $who }.
wrong-into-start = Die Murmel von { $who } ist von { $hole } in den START gekommen, und nichts schickt sie dorthin.
wrong-no-exchange = { a-card } tauscht keine Murmeln.
wrong-exchange = { a-card } tauscht deine Murmel auf dem Ring mit einer anderen Farbe, nicht { $holes }.
wrong-only-own = { $who } zieht jetzt nur die eigenen Murmeln, nicht { $trip }.
wrong-only-nobodys = { $who } zieht jetzt keine Murmel, nicht { $trip }.
wrong-only-theirs = { $who } zieht jetzt nur Murmeln von { $owners }, nicht { $trip }.
wrong-brings-none-out = { a-card } bringt keine Murmel aus dem START.
wrong-too-many = { a-card } zieht höchstens { $most } deiner Murmeln, nicht { $count }.
wrong-no-card-so-many = Keine Karte zieht diese { $count } Murmeln so.
wrong-joker-in-home = Ein Joker zieht keine Murmel im HOME; die Murmel von { $who } bleibt in { $hole }.
wrong-joker-needs-marble = Ein Joker geht auf eine Murmel anderer Farbe auf dem Ring; in { $hole } ist keine.
wrong-joker-exchanges = Ein Joker tauscht hier die beiden Murmeln; die andere gehört auf { $hole }.
wrong-must-split = { a-card } muss hier auf zwei Murmeln aufgeteilt werden.
wrong-come-out-only = Die Murmel von { $who } kommt aus dem START auf ihr OUT-Feld { $hole } und nicht weiter.
wrong-too-much-for-home = { a-card } ist zu viel für das HOME; die Murmel von { $who } kann nicht in { $hole } anhalten.
wrong-way-forward = { a-card } geht vorwärts; { $trip } ist rückwärts.
wrong-way-backward = { a-card } geht rückwärts; { $trip } ist vorwärts.
wrong-exchange-other = Beim Tauschen kommt die Murmel von { $who } von { $source } nach { $target }.
wrong-no-card = Keine Karte bringt { $trip }.
wrong-other-home = Falsches HOME: { $trip }. Eine Murmel geht nur in ihr eigenes.
wrong-count = { a-card } zieht { $moves } { $most ->
    [1] Feld
   *[other] Felder
}{ $way ->
    [back] {" "}rückwärts
   *[on] {""}
}; die Murmel von { $who } ging { number }{ $went ->
    [back] {" "}zurück
   *[on] {" "}weit
}, von { $source } nach { $target }.
wrong-split-sum = Die beiden Teile ergeben zusammen { $total }; { $trips } tun das nicht.
wrong-split-forward = Beide Teile gehen vorwärts; { $trips } tun das nicht.
wrong-split-both-ways = Ein Teil geht vorwärts, der andere rückwärts; { $trips } tun das nicht.
wrong-split = { $trips } sind nicht die beiden Teile dieser Karte.
wrong-half-a-split = { $trip } ist nur ein Teil; eine andere Murmel zieht die übrigen { number }.
wrong-legs = So geschrieben ist das kein Zug.
wrong-must-play = { a-card } kann gespielt werden; { $who } muss sie spielen und darf sie nicht abwerfen.
wrong-must-play-card = { $card } kann gespielt werden und muss es auch; Hilfe zeigt, wo.
wrong-board-differs = Das Brett ist anders als im Spiel.
wrong-play-stands = Dieser Zug gilt; eine gelegte Karte ist gespielt. Ein Schiedsrichter kann ihn zurücknehmen.
wrong-seen-twice = { $card } wurde schon gespielt und gibt es bis zum nächsten Mischen nur einmal.
wrong-not-shown = Das Brett zeigt nicht, wie gespielt wurde; stell die leuchtende Murmel zurück und spiel noch einmal.
wrong-bumped = Eine geschlagene Murmel steht in { $hole }; sie gehört { $place ->
    [start] in den START von { $who }
   *[in-spot] auf das IN-Feld von { $who }
}.
wrong-disturbed = Mehrere Murmeln stehen falsch; folge den Lichtern und stell eine nach der anderen zurück.
wrong-tag = Die Marke { $tag } ist keine Karte dieses Spiels; leg eine andere oder lern sie an.
wrong-laid-already = { $who } hat schon eine Karte gelegt: { $card }. Eine gelegte Karte ist gespielt.
wrong-turn = { $turn } ist am Zug, nicht { $who }; { $card } wartet.
wrong-final = Das Spiel steht fest. Nur eine begründete Entscheidung öffnet es wieder.
wrong-machine-discards = Das ist nicht der Zug des Computers; zieh nichts, wie die Lichter zeigen.
wrong-machines-play = Das ist nicht der Zug des Computers; zieh { $ways }, wie die Lichter zeigen.

hint-no-play = Mit dieser Karte geht kein Zug.
hint-no-choice = Es gibt gerade nichts zu wählen.
hint-discard = Tipp: Wirf { card-acc } ab: { $why }.
hint-play = Tipp: { $play }: { $why }.
hint-none = Tipp: Keine Karte lässt sich spielen; wirf eine ab.
hint-any = Tipp: Du kannst jede Karte spielen. Leg eine; zweimal Hilfe zeigt dann einen guten Zug damit.
hint-cards = Tipp: Du kannst { $cards } spielen. Leg eine; zweimal Hilfe zeigt dann einen guten Zug damit.
why-only = etwas anderes geht nicht
why-wins = das gewinnt das Spiel
why-best = kein anderer Zug sieht besser aus
why-keeps-better = die übrigen Karten sind mehr wert
why-sends = das schickt { $who } zurück in den START
why-home = { $count ->
    [1] das bringt eine Murmel heim
   *[2] das bringt zwei Murmeln heim
}
why-pushes = das schickt { $who } auf das IN-Feld
why-out = das bringt eine Murmel mehr auf den Ring
why-clears = das macht den Weg aus dem START frei
why-exit = { a-card } kann danach eine Murmel herausbringen
why-safe = das ist sicher vor { $cards }
why-reaches = { a-card } könnte { $who } danach in den START schicken
why-fits = { a-card } könnte danach eine Murmel heimbringen
why-keeps = das hebt { card-acc } für später auf
why-in-spot = das erreicht das IN-Feld
why-farthest = kein anderer Zug gewinnt mehr Felder
why-farther = das gewinnt mehr Felder als { a-card }

saw-nothing = Es wurde noch nichts gespielt.
saw-discard = { $who } spielt nichts.
saw-way = Das Brett sah { $facts }, also ging die Murmel von { $who } von { $source } nach { $target }.
saw-empty = { $hole } leer
saw-full = { $hole } besetzt
saw-full-later = { $hole } { $seconds } s später besetzt
saw-taken = { $hole } war { $seconds } s leer, also wurde die Murmel von { $who } von dort weggenommen.
saw-elsewhere = Die Murmel von { $who } steht in { $hole } und gehört nicht dorthin.
saw-in-hand = Die Murmel von { $who } aus { $hole } ist in einer Hand.
explain-as-likely = Fast ebenso wahrscheinlich.
explain-less-likely = Weniger wahrscheinlich.
explain-hardly = Kaum möglich.
explain-doubt = Das würde heißen: { $what }.
explain-doubt-at = Das würde heißen: { $what } ({ $hole }).
explain-not = Dieser Tisch kann nicht erklären, was er sagt.

marble-some = eine Murmel
marble-of-hole = die Murmel von { $hole }
marble-from = die Murmel von { $who } aus { $hole }
marble-way = die Murmel von { $who } ({ $source } nach { $target })
reading-times = { $text } ({ $n }-mal)
reading-played = ein Zug ist vollständig
reading-choice = es ist einer von mehreren Zügen mit dieser Karte
reading-not-yet = der Zug ist vielleicht noch nicht zu Ende
reading-rare = nur ein Joker, den niemand sah, erklärt den Zug
reading-reopened = der Zug davor ist noch nicht zu Ende
reading-reopened-late = die nächste Karte lag schon da
reading-passed = eine Karte wird nicht gespielt
reading-repeated = eine noch einmal gelesene Karte ist eine zweite gleiche
reading-adjusted = { $marble } geht zurück, wo sie stand
reading-kept = { $marble } war lange in einer Hand, bevor sie zurückging
reading-amidst = eine andere Murmel, mit der sie getauscht werden kann, ist inzwischen angehoben
reading-touched = { $marble } wurde nur gestreift
reading-alone = keine Hand war in der Nähe, als { $marble } gestreift wurde
reading-snatched = { $marble } kommt, wo eben eine andere weggenommen wurde
reading-blinked = { $marble } kommt, wo eine andere nur einen Augenblick weg war
reading-sleeve = eher streifte ein Ärmel dieses Feld
reading-quick = { $marble } geht schneller als eine Hand
reading-overtaken = { $marble } überholt eine, die gerade das Feld daneben verließ
reading-slid = { $marble } war auf zwei Feldern zugleich zu sehen
reading-owed-astray = { $marble } wurde geschlagen und geht, wohin sie nicht gehört
reading-lagging = { $marble } war lange auf zwei Feldern zu sehen
reading-felt = das Feld spürte die Murmel daneben
reading-ghost = das Feld füllt sich, und niemand hatte eine Murmel
reading-vanished = das Feld leert sich, und niemand weiß, wessen Murmel dort stand
reading-swapped = { $marble } nimmt den Platz einer anderen ihrer Farbe ein
reading-strayed = { $marble } wird abgesetzt, wohin sie nicht gehört
reading-overstepped = { $marble } geht, wohin die Karte sie nicht bringt
reading-unasked = { $marble } wird bewegt, bevor ihre Karte gelesen ist
reading-ahead = { $marble } war schon angehoben, bevor der Zug begann
reading-eager = { $marble } wurde vor Beginn des Zuges angehoben und dann geschlagen
reading-held = ein Zug ist unfertig, während sich nichts bewegt
reading-early = eine Karte liegt, bevor sie dran ist
reading-faulty = der Sensor ist gestört, und nur diese Deutung braucht das
reading-faulty-shown = der Sensor ist gestört, wie eine Murmel aus dem Nichts zeigt
reading-one-more = es gibt keine Murmeln mehr, also ist ein Sensor gestört
reading-setback = eine Murmel geht ungesehen zurück, und die Karte bringt eine andere voran
reading-astray = die Karte liegt am Leser eines anderen Platzes
reading-overruled = ein Mensch hat anders entschieden
reading-lively = ein verdächtiger Sensor ändert sich
reading-hidden = ein verdächtiger Sensor übersieht eine Murmel
reading-lifted = eine Murmel des Platzes am Zug ist in einer Hand
reading-on-its-way = eine Murmel ist unterwegs
reading-part = ein Teil eines Zuges ist gemacht
reading-some-part = ein Teil irgendeines Zuges ist gemacht
reading-perhaps = eine Murmel steht, wohin eine Karte sie bringen könnte
reading-strolling = ein Joker nimmt eine Murmel mit
reading-mistaken = eine Murmel steht, wohin die Karte sie nicht bringt
reading-beyond = kein Zug der Karte tut beides
reading-bumped = eine geschlagene Murmel steht, wo sie nicht hingehört
reading-foreign = eine Murmel eines anderen Platzes steht, wo sie nicht hingehört
reading-put-away = eine Murmel ist im START, bevor sie geschlagen ist
reading-meddled = eine Murmel eines anderen Platzes ist in einer Hand
reading-put-away-first = eine Murmel ist im START, und nichts, was sie schlägt, wurde berührt
reading-overlaps = eine Murmel wird schon mit der nächsten Karte gespielt
reading-strange = eine Murmel steht im START oder in der Bahn eines anderen Platzes
