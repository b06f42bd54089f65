### Deutsch: die Seite. Gesprochen wird mit "du", wie in der Familie.

hole-in-spot = IN-Feld
hole-come-out = OUT-Feld
hole-corner = Ecke
hole-lane = HOME-Bahn
hole-start = START
light-illegal = das ist falsch
light-put-back = hierher eine Murmel zurückstellen
light-bump = hierher gehört eine geschlagene Murmel
light-choose = anheben und zurückstellen, um das zu wählen
light-movable = diese Murmel kann ziehen
light-target = hierher kann eine Murmel
light-turn = dieser Platz ist am Zug
light-fault = diesem Sensor ist nicht zu trauen
light-win = gewonnen
light-carry-from = trag diese Murmel
light-carry-to = trag die Murmel hierher
board = Felder des Bretts. Pfeiltasten gehen von Feld zu Feld, Enter hebt oder setzt eine Murmel, ? zeigt alle Tasten.
tray = Murmeln in einer Hand
home-label = { $who }: { $n } von { $of } daheim
way-out = bring eine Murmel heraus
way-swap = tausche sie mit einer anderen
way-bump = nimm den Platz einer anderen ein
way-free = bring eine Murmel frei heraus
prompt-no-game = Beginn ein Spiel
more-no-game = Wähl die Regeln und wer mitspielt.
more-over = Noch ein Spiel?
prompt-lay = { $who }, leg eine Karte
prompt-move = { $who }, zieh eine Murmel
prompt-lay-for-it = { $who }, leg jetzt die Karte dazu
more-lay-for-it = Eine Murmel wurde vor ihrer Karte bewegt.
more-not-this = Stell sie zurück und nimm eine andere.
more-no-play = Drück OK, um sie abzuwerfen.
prompt-made = { $who }, einen Moment
prompt-exchange = { $who }, stell jede Murmel auf das Feld der anderen
prompt-wrong = { $who }, etwas stimmt nicht
prompt-ask = { $who }, welcher Zug war das?
more-must-play = Zieh eine Murmel damit.
prompt-deal = Gib { $who } Karte { $place }, verdeckt
prompt-machine-thinks = { $who } überlegt
prompt-far-waits = { $who } spielt an einem anderen Brett
prompt-others-turn = { $who } ist am Zug
prompt-tap-card = { $who }, tipp auf eine Karte
prompt-tap-discard = { $who }, keine Karte lässt sich spielen
more-tap-discard = Tipp auf die, die du abwirfst.
prompt-tap-marble = { $who }, tipp auf eine Murmel
prompt-tap-hole = { $who }, tipp auf das Ziel
prompt-tap-rest = { $who }, tipp auf die Murmel für den Rest
choose-must = { $card } bewegt jetzt nichts, und eine Karte, die eine Murmel bewegt, muss gespielt werden: Nimm eine, die leuchtet.
choose-lesson = In diesem Zug ist die leuchtende Karte dran.
prompt-new-game = Ein neues Spiel beginnen?
more-new-game = Alle Murmeln stehen im START. OK: ja. Zurück: nein.
prompt-menu = Was gibt es?
more-menu = OK: Die Karten wurden gemischt. Zurück: dieses Spiel beenden. Hilfe: nichts.
prompt-end-game = Dieses Spiel beenden?
more-end-game = Hilfe: Niemand gewinnt, und ein neues beginnt. OK: Deine Seite gibt auf. Zurück: weiterspielen.
more-give-up = OK: ja. Zurück: weiterspielen.
verdict-rule = Regel
verdict-why = Warum?
verdict-read = Weiterlesen
read-title = Der ganze Satz
why-title = Wie der Tisch das verstanden hat
why-hint = Was das Brett gesehen hat und was es sonst heißen könnte; das Wahrscheinlichste zuerst.
why-none = Der Tisch hat gerade nichts zu erklären.
line-connecting = verbinde
line-up = live
line-down = Der Tisch ist nicht erreichbar; neuer Versuch läuft
page-your-turn = ● Du bist dran – { $text }
page-title = { $text } – jokerboard
skip = Zum Brett
places = Bereiche
place-play = Spielen
place-game = Spiel
place-rules = Regeln
place-workshop = Werkstatt
say = Was jetzt zu tun ist
table = Das Brett
faults = Störungen
cards = Eine Karte legen
buttons = Die Knöpfe des Platzes am Zug
score = Murmeln daheim
start-machines = Ich gegen Computer
start-machines-more = Drei Computer spielen mit dir und gegen dich.
start-screen = Wir alle an diesem Bildschirm
start-screen-more = Jede Hand bleibt verdeckt, bis ihr Spieler hinsieht.
start-phones = Jeder mit seinem Handy
start-phones-more = Alle scannen einen Code und sehen ihre eigene Hand.
start-phones-how = Handys erreichen diesen Tisch, wenn er so gestartet wird: jokerboard demo --listen 0.0.0.0
start-watch = Simulierten Leuten zusehen
start-watch-more = Sie spielen von allein und machen Fehler.
start-lesson = Zum ersten Mal? In fünf Zügen lernen
lesson-A = Alex
lesson-B = Bea
lesson-C = Cleo
lesson-D = Dan
more-lesson = Zug { $turn } von { $of }
lesson-out-why = Alle Murmeln beginnen im START. Ein Ass, ein Bube, eine Dame, ein König oder ein Joker bringt eine heraus, auf das OUT-Feld.
lesson-count-why = Eine Zahl bewegt eine Murmel so viele Felder im Uhrzeigersinn weiter, an anderen vorbei, aber nie an einer eigenen. Nur die Acht geht zurück.
lesson-bump-why = Landet eine Murmel auf der eines anderen, muss die zurück in ihren START. Auf der Murmel deines Partners zu landen hilft ihm: Sie geht auf ihr IN-Feld.
lesson-split-why = Eine Sieben dürfen sich zwei Murmeln teilen: Du wählst, wie weit die erste geht, die andere geht den Rest.
lesson-joker-why = Ein Joker nimmt den Platz irgendeiner fremden Murmel ein, sogar aus dem START. Diese Murmel muss zurück in ihren START.
prompt-lesson-done = Das ist das Spiel
more-lesson-done = Es gewinnt, wer mit dem Partner alle zehn Murmeln ins HOME bringt. Hinein geht es am IN-Feld, mit genauer Zahl. Jetzt spiel.
join-text = Scanne den Code mit einem Handy. Jedes Handy bekommt einen Platz und eine eigene Hand.
join-free = frei
join-taken = da
join-machine = Computer
join-here = Ich spiele an diesem Bildschirm
join-machines = Computer nehmen die freien Plätze
join-done = Zum Brett
join-title = Du spielst { $who }
join-name = Dein Name
join-do = Spielen
ok = OK
back = Zurücknehmen
back-answer = Zurück
end-confirm = Jetzt beenden
end-undo = Weiterspielen
undo = Zurück
nothing-ok = Es gibt gerade nichts zu bestätigen.
nothing-back = Es gibt noch keinen Zug zurückzunehmen.
nothing-help = Leg erst eine Karte: Dann zeigt Hilfe mit Lichtern, was sie kann.
chart = Karten
chart-title = Was die Karten können
pick-title = Welche?
help = Hilfe
cancel = Abbrechen
close = Schließen
save = Speichern
new-game = Neues Spiel
rematch = Revanche, Plätze getauscht
pair-device = Dieses Gerät koppeln
this-device = Dieses Gerät
names = Namen
give-up = Aufgeben
watching = Du siehst zu. Um mitzuspielen, kopple dieses Gerät oder öffne die Adresse, die das Terminal des Tisches zeigt.
take-back-title = Den Zug von { $who } zurücknehmen?
take-back-do = Zurücknehmen
take-back-play = Zug { $n }: { $text }
take-back-then = Dann gehen diese Murmeln zurück:
take-back-last = Den letzten Zug zurücknehmen?
discard-title = { $card } abwerfen?
discard-do = Abwerfen
abandon-title = Dieses Spiel abbrechen?
abandon-text = Es endet hier ohne Gewinner. Was gespielt wurde, bleibt aufgezeichnet. Eine Minute lang kannst du es rückgängig machen.
abandon-for-new = Das Spiel auf dem Brett endet hier ohne Gewinner, und das neue beginnt sofort. Das lässt sich nicht rückgängig machen.
abandon-begin = Beenden und beginnen
abandon-do = Abbrechen
give-up-title = Aufgeben?
give-up-text = Das Spiel endet, wenn die Partner zustimmen.
give-up-who = Spieler
give-up-do = Partner fragen
lay-card = { $card } legen
hand-whose = Wessen Karten hält dieses Gerät?
hand-look = { $who }: meine Karten ansehen
hand-hide = Verdecken
new-title = Ein neues Spiel
new-begin = Beginnen
new-running = Das Spiel auf dem Brett wird abgebrochen, wenn ein neues beginnt; seine Aufzeichnung bleibt.
new-abandon = Dieses Spiel abbrechen
new-rules = Regeln
new-players = Spieler
new-player-count = { $n } Spieler
new-cards = Karten
new-cards-dealt = Der Tisch gibt: keine Karten nötig
new-cards-seat = Ein Kartenleser an jedem Platz
new-cards-table = Ein Kartenleser für den Tisch
new-cards-none = Ohne Karten gespielt
new-mode = Spielart
new-mode-play = Spiel: freundlich, Zurücknehmen erlaubt
new-mode-referee = Schiedsrichter: ein Zug gilt
new-mode-training = Training: Tipps und Zurücknehmen
new-people = Simulierte Leute spielen alle Plätze
house-title = Hausregeln
word-on = ja
word-off = nein
word-published = wie veröffentlicht
switch-default = { $word } (veröffentlicht)
names-title = Wer sitzt wo
names-legend = Namen
names-player = Wer spielt Platz { $seat }
level-person = ein Mensch
level-easy = Computer: leicht
level-steady = Computer: solide
level-strong = Computer: stark
level-expert = Computer: Meister
names-label = Name an Platz { $seat }
device-seat = Mein Platz
device-seat-none = Platz A unten
device-seat-of = { $who } unten
device-plays = Ich spiele
device-plays-none = Niemandes Karten
device-plays-of = Karten von { $who }
device-sleeps = Dieses Gerät kann beim Spielen von selbst dunkel werden: Ein Browser hält es nur bei einer Seite über https wach, oder am Tisch selbst.
device-sound = Töne: Karte, Zug, Schlagen, Fehler, Sieg
houses-title = Mit einem anderen Brett spielen
houses-invite-text = Gib Plätze an ein anderes Brett. Ein neues Spiel beginnt, und hier erscheint ein Code für jenes Brett.
houses-join-text = Oder tritt mit dem Code eines anderen Bretts dessen Spiel bei.
houses-seats = Seine Plätze
houses-seats-example = B, D
houses-way-example = leer: in diesem Netz
houses-way = Weg
houses-code = Code
houses-guide = Am anderen Brett den Code eintippen oder einfügen: Spiel, Mit einem anderen Brett spielen, Beitreten. Eine Handykamera zeigt den QR-Code als Text. Mit der Adresse der Seite des anderen Bretts öffnet der QR-Code diese Seite mit ausgefülltem Code.
houses-page = Seite des anderen Bretts, falls bekannt
houses-page-example = http://ADRESSE:8080
houses-invite = Einladen
houses-join = Beitreten
houses-withdraw = Zurückziehen
houses-asked = Das andere Brett wird gefragt, ob es zustimmt.
houses-agree = Zustimmen
houses-decline = Ablehnen
houses-thumbs-up = Daumen hoch
houses-one-moment = Einen Moment, bitte
pair-text = Zusehen darf jeder. Um von diesem Gerät zu spielen, tipp den Code ein, den die Seite am Tisch selbst unter Spiel zeigt.
pair-code-field = Code
pair-do = Koppeln
pair-picture = QR-Code, der ein weiteres Gerät koppelt
pair-line = Ein weiteres Gerät koppelt sich mit diesem QR-Code oder mit diesem Code:
game-title = Das Spiel
game-none-yet = Kein Spiel
game-mode-referee = mit Schiedsrichter
game-mode-training = Training
game-cards-table = ein Kartenleser
game-cards-none = ohne Karten
game-cards-dealt = der Tisch gibt die Karten
game-plays = Züge
game-plays-none = Es wurde noch nichts gespielt.
game-step = Schritt des Spiels
game-step-of = Schritt { $n } von { $of }
game-replay = Nachspielen
game-first = Zum Anfang
game-previous = Einen Schritt zurück
game-next = Einen Schritt weiter
game-last = Zum Ende
game-live = Zurück zum Spiel
game-autoplay = ▶ Durchspielen
game-autoplay-stop = Halt
game-better = Besser: { $better }.
game-beginning = Der Anfang
game-amended = geändert
game-taken-back = zurückgenommen
game-keep = Das Spiel aufheben
game-share = Teilen (eine HTML-Datei)
game-record = Aufzeichnung
game-json = JSON
game-picture = Bild
game-print = Drucken
book-title = Das Buch: alle Spiele dieses Tisches
book-reading = Die aufgehobenen Spiele werden gelesen …
book-none = Noch ist kein Spiel aufgehoben.
book-player = Spieler
book-games = Spiele
book-won = Gewonnen
book-sent = Heimgeschickt
book-closest = Knappstes Ende
book-abandoned = ohne Ende, { $plays } Züge
book-open = nicht zu Ende, { $plays } Züge
book-export = Das Buch speichern
book-forget = { $name } vergessen
book-forget-title = { $name } vergessen?
book-forget-text = Der Name verschwindet aus dem Buch und der Liste der Spiele, und spätere Spiele zählen wieder. Im Journal, das sich nicht ändern lässt, steht er weiterhin.
book-forget-do = Den Namen vergessen
shared-board = Das Brett
stats-title = Statistik
stats-player = Spieler
stats-plays = Züge
stats-out = Heraus
stats-home = Heim
stats-bumps = Geschlagen
stats-bumped = Verloren
stats-discards = Abgeworfen
stats-time = Zeit
stats-graph = Murmeln daheim über die Züge, eine Linie je Team
stats-play-count = { $n } Züge
end-hands = Die Karten, die noch in den Händen sind
end-secret = Das Geben lässt sich prüfen: Alle Karten kamen aus { $secret }; den SHA-256 davon enthält die Aufzeichnung seit Spielbeginn.
end-look = Das Spiel ansehen
rules-house = Hausregeln
rules-changed = { $meaning }: { $ours } (veröffentlicht: { $theirs })
people-title = Simulierte Leute
people-playing = spielen
people-paused = warten
people-off = sind weg
people-over = sind fertig
people-play = Spielen
people-pause = Pause
people-step = Schritt
people-mistake = Einen Fehler machen
people-by-hand = Von Hand
people-speed = Tempo
people-times = { $n }×
people-times-label = { $n }-mal
readers-title = Kartenleser
readers-suit = Farbe
readers-any = jede
readers-any-label = jede Farbe
readers-place = An wessen Leser
readers-turn = am Zug
readers-turn-label = am Platz, der am Zug ist
readers-seat-label = an Platz { $seat }
readers-lies-table = auf dem Tisch
readers-lies-seat = vor { $who }
readers-take-off = Wegnehmen
readers-take-off-table = { $card } vom Leser des Tisches nehmen
readers-take-off-seat = { $card } von Leser { $seat } nehmen
readers-shuffled = Die Karten wurden gemischt
referee-title = Schiedsrichter
referee-label = Der Schiedsrichter entscheidet
referee-by = Entschieden von
referee-by-none = die Seite
referee-why = Warum
referee-let-stand = So stehen lassen
referee-take-back = Den letzten Zug zurücknehmen
workshop-by-hand = Menschen tragen die Murmeln
workshop-hint = Hier probierst du aus, was ein Brett hört und was simulierte Leute tun. Das kann nur ein gekoppeltes Gerät.
tournament-follow = verfolgen
colour = { $seat ->
    [A] roten
    [B] blauen
    [C] grünen
    [D] gelben
    [E] violetten
    [F] weißen
    [G] türkisen
   *[H] schwarzen
}
card-unknown = eine Karte
hole-name-what = { $name }, { $what }
hole-empty = { $name }: leer
hole-marble = { $name }: Murmel von { $who }
hole-lit = { $label }; leuchtet: { $light }
lens-start = START { $seat }
tray-marble = Murmel von { $who }, in einer Hand
tray-marble-from = Murmel von { $who }, aus { $from }, in einer Hand
way-on = { number } weiter
way-back = { number } zurück
way-split = teile die { number } auf zwei Murmeln auf
prompt-over = { $count ->
    [0] Das Spiel endet ohne Gewinner
    [one] { $names } gewinnt!
   *[other] { $names } gewinnen!
}
prompt-play = { $who }, { $ways }
more-play = { $card }
prompt-place = { $who }, setz sie auf { $holes }
prompt-place-part = { $who }, zieh sie einen Teil davon
more-place = { $card }
more-place-parts = { $also ->
    [yes] Oder auf { $parts }
   *[no] Auf { $parts }
}
more-place-many = { $also ->
    [yes] Oder auf { $parts }; eine andere Murmel zieht den Rest.
   *[no] Auf { $parts }; eine andere Murmel zieht den Rest.
}
more-place-part = { $hole }, dann eine andere Murmel { number }
prompt-not-this = { $who }, für diese Murmel geht mit { card-dat } kein Zug
prompt-no-play = { $who }, mit { card-dat } geht kein Zug
prompt-rest = { $done } von { $of }. Zieh jetzt eine andere Murmel { number } weiter
prompt-rest-back = { $done } von { $of }. Zieh jetzt eine andere Murmel { number } zurück
more-rest = { $who } teilt die { $of }.
more-rest-to = Auf { $holes }.
more-exchange = { $holes }
prompt-carry = Trag die Murmel von { $whose } nach { $holes }
prompt-carry-start = Trag die Murmel von { $whose } in den START ({ $holes })
prompt-carry-in-spot = Trag die Murmel von { $whose } auf das IN-Feld { $holes }
prompt-mend = Stell { $marble } zurück { $place }
mend-the = die Murmel
mend-whose = die Murmel von { $whose }
mend-at = die Murmel auf { $hole }
mend-at-start = die Murmel im START
mend-to = auf { $hole }
mend-to-start = in den START
more-ask = Heb kurz die Murmel auf { $holes } an und stell sie zurück.
prompt-must-play = { $who }, mit { card-dat } geht ein Zug
more-deal = Zeig sie dem Leser jenes Platzes und leg sie dann auf Stelle { $place } der { colour } Hand.
more-deal-one-reader = Zeig sie dem Leser und leg sie dann auf Stelle { $place } der { colour } Hand.
prompt-turn-over = Dreh Karte { $place } der { colour } Hand um
prompt-turn-over-again = Leg die Karte von { $who } noch einmal: { $card }
more-turn-over = Leg sie auf den Leser.
more-turn-over-again = Der Zug damit wurde zurückgenommen.
plays-card = { $who } spielt { card-acc }
discards-card = { $who } wirft { card-acc } ab
carried = trag die Murmel von { $from } nach { $to }
carried-of = trag die Murmel von { $whose } von { $from } nach { $to }
carried-swap = tausche die Murmeln auf { $from } und { $to }
moved = eine Murmel geht von { $from } nach { $to }
moved-of = die Murmel von { $whose } geht von { $from } nach { $to }
moved-swap = die Murmeln auf { $from } und { $to } tauschen die Plätze
prompt-carry-legs = { $legs }
more-machine-carry = { plays-card }.
more-machine-plays = { $legs }.
more-far-carry = { $who } spielt an einem anderen Brett { card-acc }.
more-far-plays = { $legs }.
more-tap-card = { $must ->
    [yes] Spiel eine, die leuchtet: Sie kann eine Murmel bewegen.
   *[no] {""}
}
more-tap-marble = { $card }. Leuchtende Murmeln können ziehen.
more-tap-hole = { $card }. Oder tipp auf eine andere Murmel.
more-tap-rest = { $card }, auf zwei Murmeln aufgeteilt.
prompt-ended = { $count ->
    [0] Das Spiel ist beendet
    [one] { $names } gibt auf
   *[other] { $names } geben auf
}
more-ended = { $count ->
    [0] Niemand gewinnt. Nach einer Minute gilt es.
   *[other] Nach einer Minute gilt es.
}
prompt-give-up = { $who }, gibst du mit { $by } auf?
prompt-give-up-alone = { $by }, gibst du auf?
take-back-marble = { $who }: von { $from } zurück nach { $to }
discard-text = { $who }, mit { card-dat } geht kein Zug. Wird sie gelegt, ist sie abgeworfen und der Zug zu Ende.
lay-rank = { card-acc } legen
house-changed = { $n ->
    [0] wie veröffentlicht
   *[other] ★ { $n } geändert
}
names-hint = Platz { $seat }
names-hint-with = Platz { $seat }, mit { $partners }
houses-picture = QR-Code für das Brett mit { $seats }
houses-code-line = Für das Brett mit { $seats }, über { $via }:
houses-code-line-here = Für das Brett mit { $seats }, in diesem Netz:
houses-there = { $count ->
    [one] { $seats } spielt an einem anderen Brett.
   *[other] { $seats } spielen an einem anderen Brett.
}
houses-joined = Dieses Brett spielt { $seats } im Spiel eines anderen Bretts.
book-apart = { $n ->
    [one] 1 Murmel
   *[other] { $n } Murmeln
}
book-game = Spiel { $n }
book-game-when = Spiel { $n }, { $when }
book-won-by = gewonnen von { $names }, { $plays } Züge
shared-heading = { $sides }, { $when }
end-title = { $count ->
    [0] Niemand hat gewonnen
    [one] { $names } gewinnt!
   *[other] { $names } gewinnen!
}
end-decided = Entschieden von { $by }.
end-decided-why = Entschieden von { $by }: { $text }.
tournament-round = Runde { $round }, Tisch { $table }
tournament-round-until = Runde { $round }, Tisch { $table }, bis { $until }
tournament-team = { $name } ({ $people })
lesson-out-card = Tipp auf deine Karte ({ rank-name }): Sie bringt eine Murmel heraus
lesson-out-marble = Tipp auf eine Murmel in deinem START
lesson-count-card = Tipp auf die { rank-name }, um { number } Felder zu ziehen
lesson-count-marble = Tipp auf deine Murmel auf A8: Sie geht nach A14
lesson-bump-card = Tipp auf die { rank-name }: Beas Murmel ist { number } Felder voraus
lesson-bump-marble = Tipp auf deine Murmel auf A14: Sie landet auf der von Bea
lesson-split-card = Tipp auf die { rank-name }: Zwei Murmeln teilen sie sich
lesson-split-marble = Tipp auf eine leuchtende Murmel: Sie geht einen Teil der Sieben
lesson-split-hole = Tipp auf ein leuchtendes Feld, den ersten Teil der Sieben
lesson-split-rest = Tipp auf die andere leuchtende Murmel für den Rest
lesson-joker-card = Tipp auf deine Karte: { rank-name }
lesson-joker-marble = Tipp auf eine Murmel in deinem START: Sie nimmt Dans Platz ein
keys-title = Tasten auf dem Brett
key-cards = 2 … 9, 0, 1, J, Q, K, X
key-cards-do = eine Karte legen (0 ist die Zehn, 1 das Ass, J der Bube, Q die Dame, X ein Joker)
key-next = . und ,
key-next-do = zur nächsten und vorigen Murmel des Spielers am Zug; mit einer Murmel in der Hand zum nächsten Feld für sie
key-enter = Enter oder Leertaste
key-enter-do = eine Murmel heben oder setzen
key-count = 1 … 9, 0
key-count-do = mit einer Murmel in der Hand: so viele Felder weiter (0 ist zehn); nach − so viele zurück
key-along = ← →
key-along-do = ein Feld weiter auf dem Ring, einer Bahn oder einem START
key-inward = ↑ ↓
key-inward-do = nach innen zur Bahn und zum START und zurück zum Ring
key-seat = A … H
key-seat-do = zum OUT-Feld jenes Platzes; Bild auf und ab zu dem des nächsten
key-escape = Esc
key-escape-do = die Murmel in der Hand zurückstellen
key-buttons = O, T, ?
key-buttons-do = OK; zurücknehmen; diese Tasten
link-silent = { $who } antwortet nicht.
link-not-done = { $who } hat das nicht getan.
link-not-given = { $who } hat nicht geantwortet ({ $name }).
link-table = Der Tisch
link-desk = Die Turnierleitung
analysis-title = Wo sich das Spiel entschied
analysis-graph = Gewinnchance jedes Teams über die Züge
analysis-plays = { $n } Züge
analysis-means = Jeder Punkt ist das Mittel einer Runde von Zügen: Eine Chance gilt aus Sicht dessen, der gerade gespielt hat.
analysis-wait = Jeder Zug wird bewertet …
analysis-no-hands = Die Hände sind nicht bekannt, deshalb werden Züge nicht bewertet.
analysis-none = Kein Zug kostete 3 % oder mehr.
analysis-costly = Die teuersten Züge
analysis-mistake = Zug { $action } kostete { $cost }: { $said }. Besser: { $instead }.
analysis-luck = { $names }: { $skill }; { $luck }.
skill-best = ohne einen teuren Fehler gespielt
skill-good = gut gewählt, wenig verloren
skill-some = einige Chancen verschenkt
skill-many = viele Chancen verschenkt
luck-neither = die Karten halfen keiner Seite
luck-helped-little = die Karten halfen ein wenig
luck-helped-lot = die Karten halfen sehr
luck-against-little = die Karten waren ein wenig dagegen
luck-against-lot = die Karten waren sehr dagegen
analysis-hint = Die Karten: alle Gewinne und Verluste an Gewinnchance, die kein teurer Zug erklärt.
analysis-go = Tipp auf einen Punkt der Kurve oder einen Zug, um ihn auf dem Brett zu sehen.
language-title = Sprache
language-automatic = Wie dieses Gerät

device-plain = Groß und einfach: große Schrift, Lichter und Farben statt Feldnummern
device-speaks = Vorlesen, was zu tun ist
prompt-look = { $who }, sieh dir deine Karten an
more-look = Tipp auf die verdeckten Karten.
plain-marble = { $seat ->
    [A] die leuchtende rote Murmel
    [B] die leuchtende blaue Murmel
    [C] die leuchtende grüne Murmel
    [D] die leuchtende gelbe Murmel
    [E] die leuchtende violette Murmel
    [F] die leuchtende weiße Murmel
    [G] die leuchtende türkise Murmel
    [H] die leuchtende schwarze Murmel
   *[none] die leuchtende Murmel
}
prompt-place-lit = { $who }, setz sie auf ein leuchtendes Feld
more-lit = Die Lichter zeigen, wohin.
more-ask-lit = Heb eine leuchtende Murmel kurz an und stell sie zurück.
prompt-carry-lit = Trag { $marble } auf das leuchtende Feld
prompt-carry-lit-start = Trag { $marble } in ihren START
prompt-mend-lit = Stell { $marble } auf das leuchtende Feld zurück
more-trail = Die Spur auf dem Brett zeigt es.
