### Deutsch: was ein Tisch antwortet und meldet.

failed = Der Dienst ist daran gescheitert; sein Protokoll sagt mehr.
codes-too-many = Zu viele falsche Codes; warte eine Minute und versuch es noch einmal.
watchers-too-many = Zu viele sehen diese Seite an; versuch es später noch einmal.
deal-over = das Spiel ist zu Ende; es werden keine Karten mehr gelegt
deal-not-in-turn = { $turn } ist am Zug; { $who } legt jetzt keine Karte
deal-not-held = { $who } hat diese Karte nicht ({ $card }); wähl eine von der Hand
deal-laid = { $who } hat schon eine Karte gelegt; spiel sie
deal-must-play = { $who } muss eine Karte legen, mit der ein Zug geht; mit dieser geht keiner: { $card }
machine-no-reader-now = der Computer an { $letter } kann seine Karten nicht kennen: Kein Leser liest sie; beginn ein Spiel, bei dem der Tisch gibt, oder nimm Kartenleser
machine-cannot-play = Der Computer kann nicht spielen: { $why }.
machine-asks = { $who } ist ein Computer; er verlangt seine Karte selbst.
machine-card-unknown = Die Marke { $tag } ist keine Karte dieses Spiels; nimm eine andere für Stelle { $place }.
machine-card-not-taken = Die Karte wurde nicht angenommen: { $why }.
machine-card-played = Diese Karte wurde seit dem letzten Mischen schon gespielt; nimm eine andere für Stelle { $place }.
machine-card-dealt = Diese Karte liegt schon auf Stelle { $there } von { $who }; nimm eine andere für Stelle { $place }.
machine-card-turn-over = Das ist eine andere Karte; dreh sie wieder um und deck Stelle { $place } auf.
machine-card-not-the-one = Das ist eine andere Karte; dreh sie wieder um und deck die auf, die er vorher gelegt hat.
refused-not-your-seat = Dieser Zug zählt nicht: { $who } spielt an einem anderen Brett. Stell die Murmeln zurück.
refused-not-in-turn = Dieser Zug zählt nicht: { $who } war nicht am Zug. Stell die Murmeln zurück.
refused-not-legal = Das andere Brett kann diesen Zug nicht annehmen: Dort ist er nicht erlaubt. Stell die Murmeln zurück.
refused-not-held = Dieser Zug zählt nicht: { $who } hat diese Karte nicht. Stell die Murmeln zurück.
refused-must-play = Dieser Zug zählt nicht: { $who } hat eine Karte, die gespielt werden muss.
refused-declined = Das andere Brett war nicht einverstanden. Stell die Murmeln zurück, wie die Lichter zeigen.
refused-not-a-change = Das andere Brett hat weitergespielt. Stell die Murmeln zurück, wie die Lichter zeigen.
refused-too-many = Dieser Zug wurde zu oft geändert. Stell die Murmeln zurück, wie die Lichter zeigen.
taken-back = Das andere Brett hat einen Zug zurückgenommen. Stell die Murmeln zurück, wie die Lichter zeigen.
elsewhere = { $who } spielt an einem anderen Brett; diese Karte wurde nicht angenommen.
question = Das andere Brett möchte { $plays } zurücknehmen. Einverstanden?
asked = Das andere Brett wird gefragt, ob es zustimmt.
signal-thumbs-up = { $who }: Daumen hoch.
signal-one-moment = { $who } bittet um einen Moment.
link-none = Das andere Brett hat noch nicht geantwortet.
link-lost = Vom anderen Brett ist seit { $time } nichts zu hören. Spielt weiter; alles wird gesendet, sobald es wieder da ist.
link-obstacle = Seit { $time } gibt es keinen Weg zum anderen Brett: { $why }. Spielt weiter; es wird wieder versucht.
link-away = vom anderen Brett ist nichts zu hören; spielt weiter, alles wird gesendet, sobald es wieder da ist
error-withdrawn = der Code dieses Spiels wurde zurückgezogen; bitte das andere Brett um einen neuen
error-no-game = das andere Brett hat zu diesem Code gerade kein Spiel
error-abandoned = das andere Brett hat das Spiel ohne Gewinner beendet
question-no-winner = Das andere Brett möchte das Spiel ohne Gewinner beenden. Einverstanden?
question-give-up = Das andere Brett möchte aufgeben: { $text } Einverstanden?
end-asked = Das andere Brett wird gebeten, das Spiel zu beenden; bis es zustimmt, geht das Spiel weiter.
end-declined = Das andere Brett war mit dem Ende nicht einverstanden; das Spiel geht weiter.
end-host-decides = über das Ende entscheidet der Tisch, der diesen eingeladen hat
host-invites = dieser Tisch hat andere Bretter eingeladen; zieh zuerst ihre Codes zurück
signal-not-here = an diesem Tisch spielt niemand Platz { $seat } eines Spiels mit einem anderen Brett
game-cannot-begin = das Spiel des anderen Bretts kann hier nicht beginnen: { $why }
seat-nobody = In diesem Spiel sitzt niemand an { $letter }.
seat-none-free = Jeder Platz dieses Spiels hat schon ein Gerät.
seat-elsewhere = { $name } spielt auf einem anderen Gerät; gib den Platz dort frei, oder nimm ihn am Tisch selbst unter Spiel, Dieses Gerät.
seat-machine = Für { $name } spielt ein Computer; niemand sieht seine Hand. Um dort zu spielen, lass Menschen den Platz übernehmen (Spiel, Namen).
game-none = Auf dem Brett ist kein Spiel; beginn zuerst eines.
order-no-game = auf dem Brett ist kein Spiel
order-over = das Spiel ist zu Ende
names-no-game = es gibt kein Spiel, dessen Spieler man benennen könnte
machine-no-game = es gibt kein Spiel zum Mitspielen
game-shuffled = Die Karten wurden gemischt.
game-over-already = das Spiel ist zu Ende; niemand muss aufgeben
game-goes-on = Das Spiel geht weiter.
game-paused = das Spiel ist angehalten; lass es erst weitergehen, damit das Brett beachtet wird
game-abandoned = Das Spiel ist abgebrochen; seine Aufzeichnung bleibt.
card-no-play = Mit dieser Karte geht kein Zug: Wird sie gelegt, ist sie abgeworfen und der Zug zu Ende.
board-real = Dieses Brett ist ein echtes: Beweg seine Murmeln mit den Händen.
menu-what = Was gibt es? OK: Die Karten wurden gemischt; Zurück: dieses Spiel beenden; Hilfe: nichts.
menu-sure = Dieses Spiel beenden? Hilfe: Niemand gewinnt, und ein neues beginnt; OK: Deine Seite gibt auf; Zurück: nein.
give-up-alone = Gibt { $who } auf? OK: ja; Zurück: nein.
give-up-impossible = { $place } kann nicht aufgeben: Das geht nur an einem Platz eines Spiels mit zwei Seiten
not-now = Jetzt nicht: { $why }.
deal-lost = die gegebenen Karten dieses Spiels sind verloren; legt Papierkarten oder beginnt ein neues Spiel
machine-none = an { $letter } spielt kein Computer
machine-plays = Für { $who } spielt ab jetzt ein Computer ({ $level }).
machine-left-before = für { $who } haben in diesem Spiel schon einmal Menschen übernommen und die Hand gesehen; der Computer spielt bis zum Ende
order-round-begins = Runde { $round } beginnt.
desk-back = die Turnierleitung ist wieder da
disk-slow = der Speicher ist langsam: Der letzte Zug wird gemeldet, sobald er gesichert ist
disk-not-taken = Das ist getan, aber der Speicher hat es noch nicht gesichert; sieh nach dem Speicher.
disk-refuses = die Aufzeichnung wird nicht gesichert, und bis dahin wird nichts gemeldet: { $why }
disk-forgets = die Spiele gehen beim Ausschalten verloren: { $state } liegt nur im Arbeitsspeicher ({ $kind })
wait-disk = nichts kann gesichert werden, deshalb wird noch nicht gespielt: { $why }
wait-board = das Brett ist nicht da, deshalb wird noch nicht gespielt: { $why }
stumbled = der Tisch ist über einen eigenen Fehler gestolpert; starte ihn neu, um weiterzuspielen
device-sounds = der Summer tönt wieder
device-shines = die Lichter leuchten wieder
device-reader = Leser { $reader }
device-unknown-tags = Leser { $reader } zeigt eine unbekannte Nummer nach der anderen: Halt Handys und Bankkarten von ihm fern
device-trouble = { $text }.
device-missed = { $text }. Dieser Zug wird vielleicht falsch beurteilt: Vergleich die Murmeln mit der Seite.
pair-code = Um von einem anderen Gerät zu spielen, kopple es mit dem Code { $code }.
pair-wrong = Das ist nicht der Code, den die Seite am Tisch jetzt zeigt.
pair-no-need = Eine Seite am Tisch selbst muss nicht gekoppelt werden.
pair-own-page = Nur die Seite am Tisch selbst zeigt den Code zum Koppeln.
watching-seat = Du siehst zu. Um mitzuspielen, kopple dich mit dem Code, den die Seite am Tisch zeigt.
watching-pair = Du siehst zu. Um diesen Tisch zu bedienen, kopple dich mit dem Code, den die Seite am Tisch zeigt.
watching-key = Du siehst zu. Um diesen Tisch zu bedienen, öffne die Adresse mit dem Schlüssel, die sein Terminal zeigt.
games-none = Dieser Tisch hat kein Spiel { $number } aufgehoben.
games-running = Dieses Spiel läuft noch; sieh es dir an, wenn es zu Ende ist.
analysis-not-over = Das Spiel ist noch nicht zu Ende; die Auswertung würde verdeckte Karten verraten.
houses-no-code = unter diesem Namen wurde kein Brett eingeladen
houses-no-page = { $page } ist keine Adresse der Seite eines Tisches; sie sieht aus wie http://192.168.1.7:8080
plays = { $count ->
    [one] den letzten Zug
   *[other] die letzten { $count } Züge
}
seat-not-there = niemand sitzt an { $letter }; die Plätze dieses Spiels sind { $seats }
menu-ended = Das Spiel ist beendet, und niemand gewinnt. Zurück: doch weiterspielen; OK: stimmt. Nach einer Minute gilt es.
menu-given-up = { $ended }. Zurück: doch weiterspielen; OK: stimmt. Nach einer Minute gilt es.
give-up-consent = { $who } möchte aufgeben. { $asked }: einverstanden? OK: ja; Zurück: nein.
give-up-given = { $count ->
    [one] { $who } gibt auf
   *[other] { $who } geben auf
}
machine-left = Für { $who } spielen ab jetzt Menschen.
machine-left-dealt = Für { $who } spielen ab jetzt Menschen und sehen die Hand dieses Platzes.
order-seated = Runde { $round } an Tisch { $table }: { $teams }.
order-seated-alone = Runde { $round } an Tisch { $table }.
against = { $before } gegen { $last }
order-penalty = Eine Strafe für { $who }{ $points ->
    [0] {""}
    [one] , 1 Punkt
   *[other] , { $points } Punkte
}.
order-penalty-why = Eine Strafe für { $who }{ $points ->
    [0] {""}
    [one] , 1 Punkt
   *[other] , { $points } Punkte
}: { $why }.
desk-away = Die Turnierleitung hört nichts von diesem Tisch: { $why }{ $waiting ->
    [0] {""}
    [one] ; 1 Eintrag wartet
   *[other] ; { $waiting } Einträge warten
}.
shared-title = { $names }, { $begun }
shared-title-nobody = Jokers and Marbles, { $begun }
span-days = { $n ->
    [one] einem Tag
   *[other] { $n } Tagen
}
span-hours = { $n ->
    [one] einer Stunde
   *[other] { $n } Stunden
}
span-minutes = { $n ->
    [one] einer Minute
   *[other] { $n } Minuten
}
span-seconds = { $n ->
    [one] einer Sekunde
   *[other] { $n } Sekunden
}
