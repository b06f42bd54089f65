### Nederlands: de pagina. Er wordt met "je" gesproken, zoals in het gezin.

hole-in-spot = IN-vak
hole-come-out = OUT-vak
hole-corner = hoek
hole-lane = HOME-baan
hole-start = START
light-illegal = dit is fout
light-put-back = zet hier een knikker terug
light-bump = hier hoort een geslagen knikker
light-choose = til op en zet terug om dit te kiezen
light-movable = met deze knikker kan gespeeld worden
light-target = hier kan een knikker heen
light-turn = deze plaats is aan de beurt
light-fault = deze sensor is niet te vertrouwen
light-win = gewonnen
light-carry-from = pak deze knikker
light-carry-to = zet de knikker hier
board = Vakken van het bord. Pijltjes gaan van vak naar vak, Enter pakt of zet een knikker, ? toont alle toetsen.
tray = Knikkers in een hand
home-label = { $who }: { $n } van { $of } thuis
way-out = breng een knikker uit
way-swap = ruil hem met die van een ander
way-bump = neem de plaats van een ander in
way-free = breng gratis een knikker uit
prompt-no-game = Begin een spel
more-no-game = Kies de regels en wie meespeelt.
more-over = Nog een spel?
prompt-lay = { $who }, leg een kaart
prompt-move = { $who }, verzet een knikker
prompt-lay-for-it = { $who }, leg nu de kaart erbij
more-lay-for-it = Er is een knikker verzet voor zijn kaart.
more-not-this = Zet hem terug en pak een andere.
more-no-play = Druk op OK om hem af te leggen.
prompt-made = { $who }, even geduld
prompt-exchange = { $who }, zet elke knikker op het vak van de andere
prompt-wrong = { $who }, er klopt iets niet
prompt-ask = { $who }, welke zet was het?
more-must-play = Verzet er een knikker mee.
prompt-deal = Geef { $who } kaart { $place }, dicht
prompt-machine-thinks = { $who } denkt na
prompt-far-waits = { $who } speelt aan een ander bord
prompt-others-turn = { $who } is aan de beurt
prompt-tap-card = { $who }, tik op een kaart
prompt-tap-discard = { $who }, geen kaart verzet een knikker
more-tap-discard = Tik op de kaart die je aflegt.
prompt-tap-marble = { $who }, tik op een knikker
prompt-tap-hole = { $who }, tik waar hij heen gaat
prompt-tap-rest = { $who }, tik op de knikker voor de rest
choose-must = { $card } verzet nu niets, en een kaart die een knikker verzet moet gespeeld worden: neem een verlichte.
choose-lesson = Deze beurt is voor de verlichte kaart.
prompt-new-game = Een nieuw spel beginnen?
more-new-game = Alle knikkers staan in START. OK: ja. Terug: nee.
prompt-menu = Wat is er?
more-menu = OK: de kaarten zijn geschud. Terug: dit spel beëindigen. Help: niets.
prompt-end-game = Dit spel beëindigen?
more-end-game = Help: niemand wint en een ander begint. OK: jouw kant geeft op. Terug: verder spelen.
more-give-up = OK: ja. Terug: verder spelen.
verdict-rule = Regel
verdict-why = Waarom?
verdict-read = Lees verder
read-title = De hele zin
why-title = Hoe de tafel het begreep
why-hint = Wat het bord zag en wat het nog kan betekenen; het waarschijnlijkste eerst.
why-none = De tafel heeft nu niets uit te leggen.
line-connecting = verbinden
line-up = live
line-down = De tafel is weg; opnieuw proberen
page-your-turn = ● Jij bent – { $text }
page-title = { $text } – jokerboard
skip = Naar het bord
places = Plekken
place-play = Spelen
place-game = Spel
place-rules = Regels
place-workshop = Werkplaats
say = Wat nu te doen
table = Het bord
faults = Storingen
cards = Een kaart leggen
buttons = De knoppen van de plaats aan beurt
score = Knikkers thuis
start-machines = Ik tegen computers
start-machines-more = Drie computers spelen met je en tegen je.
start-screen = Wij allemaal op dit scherm
start-screen-more = Elke hand blijft bedekt tot de speler kijkt.
start-phones = Ieder een telefoon
start-phones-more = Iedereen scant een code en ziet de eigen hand.
start-phones-how = Telefoons bereiken deze tafel als hij zo gestart is: jokerboard demo --listen 0.0.0.0
start-watch = Kijk naar gesimuleerde mensen
start-watch-more = Ze spelen vanzelf en maken fouten.
start-lesson = Voor het eerst? Leer het in vijf beurten
lesson-A = Alex
lesson-B = Bea
lesson-C = Cleo
lesson-D = Dan
more-lesson = Beurt { $turn } van { $of }
lesson-out-why = Alle knikkers beginnen in START. Een aas, boer, vrouw, heer of joker brengt er een uit, naar het OUT-vak.
lesson-count-why = Een getal verzet een knikker zoveel vakken met de klok mee, langs anderen maar nooit langs een eigen. Alleen de acht gaat terug.
lesson-bump-why = Een knikker die op die van een ander landt, stuurt hem terug naar START. Landen op die van je maat helpt je maat: hij gaat naar zijn IN-vak.
lesson-split-why = Een zeven mag over twee knikkers verdeeld worden: jij kiest hoe ver de eerste gaat, de andere gaat de rest.
lesson-joker-why = Een joker neemt de plaats in van een knikker van wie dan ook, zelfs vanuit START. Die knikker gaat terug naar START.
prompt-lesson-done = Dat is het spel
more-lesson-done = Wie met de maat alle tien knikkers in HOME heeft, wint. Erin gaat via het IN-vak, met een exact aantal. Speel nu.
join-text = Scan de code met een telefoon. Elke telefoon krijgt een plaats en een eigen hand.
join-free = vrij
join-taken = hier
join-machine = computer
join-here = Ik speel op dit scherm
join-machines = Computers nemen de vrije plaatsen
join-done = Naar het bord
join-title = Je speelt als { $who }
join-name = Je naam
join-do = Spelen
ok = OK
back = Terugnemen
back-answer = Terug
end-confirm = Nu beëindigen
end-undo = Verder spelen
undo = Ongedaan
nothing-ok = Er valt nu niets te bevestigen.
nothing-back = Er is nog geen zet om terug te nemen.
nothing-help = Leg eerst een kaart: dan verlicht Help wat die kan.
chart = Kaarten
chart-title = Wat de kaarten kunnen
pick-title = Welke?
help = Help
cancel = Annuleren
close = Sluiten
save = Opslaan
new-game = Nieuw spel
rematch = Revanche, plaatsen gedraaid
pair-device = Dit apparaat koppelen
this-device = Dit apparaat
names = Namen
give-up = Opgeven
watching = Je kijkt mee. Om te spelen koppel je dit apparaat, of open je het adres dat de terminal van de tafel toont.
take-back-title = De zet van { $who } terugnemen?
take-back-do = Terugnemen
take-back-play = Zet { $n }: { $text }
take-back-then = Dan gaan deze knikkers terug:
take-back-last = De laatste zet terugnemen?
discard-title = { $card } afleggen?
discard-do = Afleggen
abandon-title = Dit spel afbreken?
abandon-text = Het eindigt hier zonder winnaar. Wat gespeeld is blijft vastgelegd. Je kunt het een minuut lang ongedaan maken.
abandon-for-new = Het spel op het bord eindigt hier zonder winnaar en het nieuwe begint meteen. Dit kan niet ongedaan gemaakt worden.
abandon-begin = Beëindigen en beginnen
abandon-do = Afbreken
give-up-title = Opgeven?
give-up-text = Het spel eindigt als de maten het er ook mee eens zijn.
give-up-who = Speler
give-up-do = Vraag de maten
lay-card = { $card } leggen
hand-whose = Wiens kaarten heeft dit apparaat?
hand-look = { $who }: mijn kaarten bekijken
hand-hide = Bedekken
new-title = Een nieuw spel
new-begin = Beginnen
new-running = Het spel op het bord wordt afgebroken als er een nieuw begint; het verslag blijft.
new-abandon = Dit spel afbreken
new-rules = Regels
new-players = Spelers
new-player-count = { $n } spelers
new-cards = Kaarten
new-cards-dealt = De tafel deelt: geen kaarten nodig
new-cards-seat = Een kaartlezer bij elke plaats
new-cards-table = Eén kaartlezer voor de tafel
new-cards-none = Zonder kaarten gespeeld
new-mode = Manier
new-mode-play = Spel: vriendelijk, terugnemen mag
new-mode-referee = Scheidsrechter: een zet staat
new-mode-training = Oefenen: tips en terugnemen
new-people = Gesimuleerde mensen spelen alle plaatsen
house-title = Huisregels
word-on = ja
word-off = nee
word-published = zoals gepubliceerd
switch-default = { $word } (gepubliceerd)
names-title = Wie zit waar
names-legend = Namen
names-player = Wie speelt plaats { $seat }
level-person = een mens
level-easy = computer: makkelijk
level-steady = computer: degelijk
level-strong = computer: sterk
level-expert = computer: meester
names-label = Naam bij plaats { $seat }
device-seat = Mijn plaats
device-seat-none = Plaats A onderaan
device-seat-of = { $who } onderaan
device-plays = Ik speel
device-plays-none = Niemands kaarten
device-plays-of = De kaarten van { $who }
device-sleeps = Dit apparaat kan tijdens het spelen vanzelf donker worden: een browser houdt het alleen wakker voor een pagina via https, of op de tafel zelf.
device-sound = Geluiden: kaart, zet, slaan, iets fout, winst
houses-title = Met een ander bord spelen
houses-invite-text = Geef plaatsen aan een ander bord. Een nieuw spel begint en hier verschijnt een code voor dat bord.
houses-join-text = Of doe met de code mee aan het spel van een ander bord.
houses-seats = De plaatsen
houses-seats-example = B, D
houses-way-example = leeg: op dit netwerk
houses-way = Weg
houses-code = Code
houses-guide = Typ of plak de code bij het andere bord: Spel, Met een ander bord spelen, Meedoen. De camera van een telefoon toont de QR-code als tekst. Met het adres van de pagina van het andere bord opent de QR-code die pagina met de code ingevuld.
houses-page = Pagina van het andere bord, als je die weet
houses-page-example = http://ADRES:8080
houses-invite = Uitnodigen
houses-join = Meedoen
houses-withdraw = Intrekken
houses-asked = Het andere bord wordt gevraagd of het akkoord is.
houses-agree = Akkoord
houses-decline = Weigeren
houses-thumbs-up = Duim omhoog
houses-one-moment = Een moment, alsjeblieft
pair-text = Kijken mag iedereen. Om vanaf dit apparaat te spelen typ je de code die de pagina op de tafel zelf onder Spel toont.
pair-code-field = Code
pair-do = Koppelen
pair-picture = QR-code die nog een apparaat koppelt
pair-line = Nog een apparaat koppelt met deze QR-code of met deze code:
game-title = Het spel
game-none-yet = Geen spel
game-mode-referee = met een scheidsrechter
game-mode-training = oefenen
game-cards-table = één kaartlezer
game-cards-none = zonder kaarten
game-cards-dealt = kaarten gedeeld door de tafel
game-plays = Zetten
game-plays-none = Er is nog niets gespeeld.
game-step = Stap van het spel
game-step-of = Stap { $n } van { $of }
game-replay = Naspelen
game-first = Naar het begin
game-previous = Een stap terug
game-next = Een stap verder
game-last = Naar het einde
game-live = Terug naar het spel
game-autoplay = ▶ Afspelen
game-autoplay-stop = Stop
game-better = Beter: { $better }.
game-beginning = Het begin
game-amended = veranderd
game-taken-back = teruggenomen
game-keep = Het spel bewaren
game-share = Delen (één HTML-bestand)
game-record = Verslag
game-json = JSON
game-picture = Plaatje
game-print = Afdrukken
book-title = Het boek: alle spellen van deze tafel
book-reading = De bewaarde spellen worden gelezen …
book-none = Er is nog geen spel bewaard.
book-player = Speler
book-games = Spellen
book-won = Gewonnen
book-sent = Naar START gestuurd
book-closest = Spannendste einde
book-abandoned = zonder einde, { $plays } zetten
book-open = niet af, { $plays } zetten
book-export = Het boek opslaan
book-forget = { $name } vergeten
book-forget-title = { $name } vergeten?
book-forget-text = De naam verdwijnt uit het boek en de lijst, en latere spellen tellen weer mee. In het journaal, dat niet veranderd kan worden, blijft hij staan.
book-forget-do = De naam vergeten
shared-board = Het bord
stats-title = Statistiek
stats-player = Speler
stats-plays = Zetten
stats-out = Uit
stats-home = Thuis
stats-bumps = Geslagen
stats-bumped = Verloren
stats-discards = Afgelegd
stats-time = Tijd
stats-graph = Knikkers thuis over de zetten, één lijn per team
stats-play-count = { $n } zetten
end-hands = De kaarten die nog in de handen zijn
end-secret = Het delen is na te gaan: alle kaarten kwamen uit { $secret }, waarvan de SHA-256 sinds het begin in het verslag staat.
end-look = Het spel bekijken
rules-house = Huisregels
rules-changed = { $meaning }: { $ours } (gepubliceerd: { $theirs })
people-title = Gesimuleerde mensen
people-playing = spelen
people-paused = wachten
people-off = zijn weg
people-over = zijn klaar
people-play = Spelen
people-pause = Pauze
people-step = Stap
people-mistake = Een fout maken
people-by-hand = Met de hand
people-speed = Tempo
people-times = { $n }×
people-times-label = { $n } keer
readers-title = Kaartlezers
readers-suit = Kleur
readers-any = elke
readers-any-label = elke kleur
readers-place = Bij wiens lezer
readers-turn = aan beurt
readers-turn-label = bij de plaats aan beurt
readers-seat-label = bij plaats { $seat }
readers-lies-table = op de tafel
readers-lies-seat = voor { $who }
readers-take-off = Wegnemen
readers-take-off-table = { $card } van de lezer van de tafel nemen
readers-take-off-seat = { $card } van lezer { $seat } nemen
readers-shuffled = De kaarten zijn geschud
referee-title = Scheidsrechter
referee-label = De scheidsrechter beslist
referee-by = Beslist door
referee-by-none = de pagina
referee-why = Waarom
referee-let-stand = Zo laten staan
referee-take-back = De laatste zet terugnemen
workshop-by-hand = Mensen verzetten de knikkers
workshop-hint = Hier probeer je uit wat een bord hoort en gesimuleerde mensen doen. Alleen een gekoppeld apparaat kan dat.
tournament-follow = volgen
colour = { $seat ->
    [A] rode
    [B] blauwe
    [C] groene
    [D] gele
    [E] paarse
    [F] witte
    [G] turquoise
   *[H] zwarte
}
card-unknown = een kaart
hole-name-what = { $name }, { $what }
hole-empty = { $name }: leeg
hole-marble = { $name }: knikker van { $who }
hole-lit = { $label }; verlicht: { $light }
lens-start = START { $seat }
tray-marble = Knikker van { $who }, in een hand
tray-marble-from = Knikker van { $who }, uit { $from }, in een hand
way-on = ga { number } verder
way-back = ga { number } terug
way-split = splits de { number } over twee knikkers
prompt-over = { $count ->
    [0] Het spel eindigt zonder winnaar
    [one] { $names } wint!
   *[other] { $names } winnen!
}
prompt-play = { $who }, { $ways }
more-play = { $card }
prompt-place = { $who }, zet hem op { $holes }
prompt-place-part = { $who }, zet hem een deel verder
more-place = { $card }
more-place-parts = { $also ->
    [yes] Of op { $parts }
   *[no] Op { $parts }
}
more-place-many = { $also ->
    [yes] Of op { $parts }; een andere knikker gaat de rest.
   *[no] Op { $parts }; een andere knikker gaat de rest.
}
more-place-part = { $hole }, dan een andere knikker { number }
prompt-not-this = { $who }, deze knikker heeft geen zet met { a-card }
prompt-no-play = { $who } heeft geen zet met { a-card }
prompt-rest = { $done } van { $of }. Zet nu een andere knikker { number } verder
prompt-rest-back = { $done } van { $of }. Zet nu een andere knikker { number } terug
more-rest = { $who } splitst de { $of }.
more-rest-to = Naar { $holes }.
more-exchange = { $holes }
prompt-carry = Zet de knikker van { $whose } op { $holes }
prompt-carry-start = Zet de knikker van { $whose } in START ({ $holes })
prompt-carry-in-spot = Zet de knikker van { $whose } op het IN-vak { $holes }
prompt-mend = Zet { $marble } terug { $place }
mend-the = de knikker
mend-whose = de knikker van { $whose }
mend-at = de knikker op { $hole }
mend-at-start = de knikker in START
mend-to = op { $hole }
mend-to-start = in START
more-ask = Til de knikker op { $holes } op en zet hem terug.
prompt-must-play = { $who }, met { a-card } kan een zet
more-deal = Toon hem aan de lezer van die plaats en leg hem op plek { $place } van de { colour } hand.
more-deal-one-reader = Toon hem aan de lezer en leg hem op plek { $place } van de { colour } hand.
prompt-turn-over = Draai kaart { $place } van de { colour } hand om
prompt-turn-over-again = Leg de kaart van { $who } nog eens: { $card }
more-turn-over = Leg hem op de lezer.
more-turn-over-again = De zet ermee is teruggenomen.
plays-card = { $who } speelt { a-card }
discards-card = { $who } legt { a-card } af
carried = zet de knikker van { $from } naar { $to }
carried-of = zet de knikker van { $whose } van { $from } naar { $to }
carried-swap = ruil de knikkers op { $from } en { $to }
moved = een knikker gaat van { $from } naar { $to }
moved-of = de knikker van { $whose } gaat van { $from } naar { $to }
moved-swap = de knikkers op { $from } en { $to } wisselen van plaats
prompt-carry-legs = { $legs }
more-machine-carry = { plays-card }.
more-machine-plays = { $legs }.
more-far-carry = { $who } speelt { a-card } aan een ander bord.
more-far-plays = { $legs }.
more-tap-card = { $must ->
    [yes] Speel een verlichte: die kan een knikker verzetten.
   *[no] {""}
}
more-tap-marble = { $card }. Verlichte knikkers kunnen gaan.
more-tap-hole = { $card }. Of tik op een andere knikker.
more-tap-rest = { $card }, over twee knikkers gesplitst.
prompt-ended = { $count ->
    [0] Het spel is beëindigd
    [one] { $names } geeft op
   *[other] { $names } geven op
}
more-ended = { $count ->
    [0] Niemand wint. Na een minuut telt het.
   *[other] Na een minuut telt het.
}
prompt-give-up = { $who }, geef je op met { $by }?
prompt-give-up-alone = { $by }, geef je op?
take-back-marble = { $who }: van { $from } terug naar { $to }
discard-text = { $who } heeft geen zet met { a-card }. Wie hem legt, legt hem af en beëindigt de beurt.
lay-rank = { a-card } leggen
house-changed = { $n ->
    [0] zoals gepubliceerd
   *[other] ★ { $n } veranderd
}
names-hint = Plaats { $seat }
names-hint-with = Plaats { $seat }, met { $partners }
houses-picture = QR-code voor het bord met { $seats }
houses-code-line = Voor het bord met { $seats }, via { $via }:
houses-code-line-here = Voor het bord met { $seats }, op dit netwerk:
houses-there = { $count ->
    [one] { $seats } speelt aan een ander bord.
   *[other] { $seats } spelen aan een ander bord.
}
houses-joined = Dit bord speelt { $seats } in het spel van een ander bord.
book-apart = { $n ->
    [one] 1 knikker
   *[other] { $n } knikkers
}
book-game = Spel { $n }
book-game-when = Spel { $n }, { $when }
book-won-by = gewonnen door { $names }, { $plays } zetten
shared-heading = { $sides }, { $when }
end-title = { $count ->
    [0] Niemand heeft gewonnen
    [one] { $names } wint!
   *[other] { $names } winnen!
}
end-decided = Beslist door { $by }.
end-decided-why = Beslist door { $by }: { $text }.
tournament-round = Ronde { $round }, tafel { $table }
tournament-round-until = Ronde { $round }, tafel { $table }, tot { $until }
tournament-team = { $name } ({ $people })
lesson-out-card = Tik op je kaart ({ rank-name }): die brengt een knikker uit
lesson-out-marble = Tik op een knikker in je START
lesson-count-card = Tik op de { rank-name }, om { number } vakken te gaan
lesson-count-marble = Tik op je knikker op A8: hij gaat naar A14
lesson-bump-card = Tik op de { rank-name }: Bea’s knikker staat { number } vakken verder
lesson-bump-marble = Tik op je knikker op A14: hij landt op die van Bea
lesson-split-card = Tik op de { rank-name }: twee knikkers delen hem
lesson-split-marble = Tik op een verlichte knikker: hij gaat een deel van de zeven
lesson-split-hole = Tik op een verlicht vak, het eerste deel van de zeven
lesson-split-rest = Tik op de andere verlichte knikker voor de rest
lesson-joker-card = Tik op de { rank-name }
lesson-joker-marble = Tik op een knikker in je START: hij neemt de plaats van Dan in
keys-title = Toetsen op het bord
key-cards = 2 … 9, 0, 1, J, Q, K, X
key-cards-do = een kaart leggen (0 is de tien, 1 de aas, J de boer, Q de vrouw, K de heer, X een joker)
key-next = . en ,
key-next-do = naar de volgende en vorige knikker van de speler aan beurt; met een knikker in de hand naar de volgende plek ervoor
key-enter = Enter of spatie
key-enter-do = een knikker pakken of zetten
key-count = 1 … 9, 0
key-count-do = met een knikker in de hand: zoveel vakken verder (0 is tien); na − zoveel terug
key-along = ← →
key-along-do = een vak verder over de ring, een baan of een START
key-inward = ↑ ↓
key-inward-do = naar binnen naar de baan en START, en terug naar de ring
key-seat = A … H
key-seat-do = naar het OUT-vak van die plaats; Page Up en Down naar dat van de volgende
key-escape = Esc
key-escape-do = de knikker in de hand terugzetten
key-buttons = O, T, ?
key-buttons-do = OK; terugnemen; deze toetsen
link-silent = { $who } antwoordt niet.
link-not-done = { $who } heeft dat niet gedaan.
link-not-given = { $who } gaf geen antwoord ({ $name }).
link-table = De tafel
link-desk = De toernooileiding
analysis-title = Waar het spel kantelde
analysis-graph = De winstkans van elk team over de zetten
analysis-plays = { $n } zetten
analysis-means = Elk punt is het gemiddelde van een ronde zetten: een kans is zoals wie net gespeeld heeft haar ziet.
analysis-wait = Elke zet wordt gewogen …
analysis-no-hands = De handen zijn niet bekend, dus worden de zetten niet gewogen.
analysis-none = Geen zet kostte 3 % of meer.
analysis-costly = De duurste zetten
analysis-mistake = Zet { $action } kostte { $cost }: { $said }. Beter: { $instead }.
analysis-luck = { $names }: { $skill }; { $luck }.
skill-best = zonder dure keuze gespeeld
skill-good = goed gekozen, weinig verloren
skill-some = enkele kansen weggegeven
skill-many = veel kansen weggegeven
luck-neither = de kaarten hielpen geen kant
luck-helped-little = de kaarten hielpen een beetje
luck-helped-lot = de kaarten hielpen veel
luck-against-little = de kaarten zaten een beetje tegen
luck-against-lot = de kaarten zaten erg tegen
analysis-hint = De kaarten: alle winst en verlies aan kans die geen dure zet verklaart.
analysis-go = Tik op een punt van de lijn of op een zet om die op het bord te zien.
language-title = Taal
language-automatic = Zoals dit apparaat

device-plain = Groot en eenvoudig: grote letters, en lichten en kleuren in plaats van vaknummers
device-speaks = Voorlezen wat er te doen is
prompt-look = { $who }, bekijk je kaarten
more-look = Tik op de bedekte kaarten.
plain-marble = { $seat ->
    [A] de verlichte rode knikker
    [B] de verlichte blauwe knikker
    [C] de verlichte groene knikker
    [D] de verlichte gele knikker
    [E] de verlichte paarse knikker
    [F] de verlichte witte knikker
    [G] de verlichte turquoise knikker
    [H] de verlichte zwarte knikker
   *[none] de verlichte knikker
}
prompt-place-lit = { $who }, zet hem op een verlicht vak
more-lit = De lichten tonen waar.
more-ask-lit = Til een verlichte knikker op en zet hem terug.
prompt-carry-lit = Zet { $marble } op het verlichte vak
prompt-carry-lit-start = Zet { $marble } in zijn START
prompt-mend-lit = Zet { $marble } terug op het verlichte vak
more-trail = Het spoor op het bord toont het.
