### Nederlands: de regels.

rules-texas = De toernooiregels: maten tegenover elkaar, vijf kaarten in de hand. Een aas gaat 1 of 11, een 7 mag gesplitst worden, een 8 gaat achteruit; gelegd is gespeeld.
rules-own-deck = Twee teams, ieder een eigen spel kaarten en zes in de hand. Naast de 7 mag ook een 9 gesplitst worden, elk deel vooruit of achteruit.
rules-marbles-and-jokers = Twee teams, drie of vier spellen door elkaar geschud en zeven kaarten in de hand. Een joker hoeft niet gespeeld te worden; een knikker waarvan het aantal niet in zijn baan past gaat nog eens rond.
rules-joker-board = Alleen of in teams, met veel jokers. Een joker moet alleen gespeeld worden zolang niets van jou in het spel is; geraakte maten kunnen van IN-vak naar IN-vak doorschuiven.
rules-pegs-and-jokers = Drie tot acht spelers aan gekoppelde borden. Een 2 mag twee knikkers ruilen, een 9 gaat met één knikker vooruit en met een andere achteruit.

rule-title-setup = Opzet
rule-title-cards = Kaarten
rule-title-bumping = Slaan
rule-title-home = HOME
rule-title-must-play = Speelplicht
rule-title-helping = Helpen
rule-title-winning = Winnen
label-ace = Aas
label-jack = Boer
label-queen = Vrouw
label-king = Heer
label-j-q-k = B V H
label-joker = Joker
rule-players = { $numbers } spelers: { $teams }.
rule-alone = ieder voor zich
rule-teams-opposite = { $teams } teams van { $size }, maten zitten tegenover elkaar
rule-teams-other = { $teams } teams van { $size }, maten zijn om en om
rule-marbles = Ieder heeft { $count } knikkers in START, en alle gaan met de klok mee. Aan jouw kant is het 8e vak je OUT-vak en het 3e je IN-vak, waar de baan naar je HOME aftakt.
rule-pile = Eén trekstapel: { $decks }.
rule-pile-for = Eén trekstapel ({ $numbers } spelers): { $decks }.
rule-piles-own = Ieder heeft een eigen trekstapel en aflegstapel: { $decks }.
rule-piles-own-for = Ieder heeft een eigen trekstapel en aflegstapel ({ $numbers } spelers): { $decks }.
rule-decks = { $packs ->
    [one] 1 spel kaarten
   *[other] { $packs } spellen kaarten
} { $jokers ->
    [0] zonder jokers
    [one] met 1 joker
   *[other] met { $jokers } jokers
}{ $each ->
    [yes] {" "}elk
   *[no] {""}
}, { $total } kaarten
rule-half-decks = { $packs ->
    [one] 1 half spel kaarten
   *[other] { $packs } halve spellen kaarten
} { $jokers ->
    [0] zonder jokers
    [one] met 1 joker
   *[other] met { $jokers } jokers
}{ $each ->
    [yes] {" "}elk
   *[no] {""}
}, { $total } kaarten
rule-begins = De speler links van de deler begint, en het spel gaat met de klok mee.
rule-draw-first = { $count } kaarten in de hand: trek in je beurt eerst een kaart en speel er dan een.
rule-draw-after = { $count } kaarten in de hand: speel er een, verzet, en trek er dan een.
rule-forgot-two = Speelt de volgende voor je getrokken hebt, dan trek je er twee, maar pas na je volgende zet.
rule-forgot-any = Vergeten te trekken mag op elk moment ingehaald worden.
rule-reshuffle = Is de trekstapel leeg, dan worden de afgelegde kaarten opnieuw geschud.
rule-ace = uit START op je OUT-vak, of 1 vooruit
rule-ace-11 = uit START op je OUT-vak, of 1 of 11 vooruit
rule-two = 2 vooruit
rule-two-swap = 2 vooruit, of ruil een van je knikkers op de ring met een andere kleur
rule-plain = zoveel vakken vooruit als de kaart zegt
rule-seven = 7 vooruit, of vooruit gesplitst over { $whose ->
    [team] twee knikkers van je team
   *[own] twee van je knikkers
}{ rule-rest }
rule-rest = { $rest ->
    [yes] ; brengt de eerste je laatste knikker thuis, dan mag de tweede van de maat zijn die je dan helpt
   *[no] {""}
}
rule-eight = 8 ACHTERUIT, één knikker
rule-nine-whole = 9 vooruit{ $back ->
    [yes] {" "}of 9 achteruit
   *[no] {""}
}
rule-between = { $whose ->
    [team] twee knikkers van je team
   *[own] twee van je knikkers
}, { $ways ->
    [any] elk vooruit of achteruit
   *[each] één vooruit en de andere achteruit
}, samen 9
rule-nine-split = { rule-nine-whole }, of gesplitst over { rule-between }{ rule-rest }
rule-nine-must = gesplitst over { rule-between }; met maar één knikker in het spel { rule-nine-whole }{ rule-rest }
rule-face = uit START op je OUT-vak, of { $count } vooruit
rule-joker = je knikker, uit START of van de ring, neemt de plaats in van een andere kleur op de ring{ $any ->
    [yes] , of gaat naar een leeg vak van de ring
   *[no] {""}
}{ $out ->
    [yes] ; of uit START op je OUT-vak
   *[no] {""}
}{ $swap ->
    [yes] ; vanaf de ring wisselen beide knikkers van plaats en wordt niemand geslagen
   *[no] {""}
}
rule-forfeit = Een deel van een 7 of 9 mag een knikker van de ring zijn baan in brengen; de rest vervalt.
rule-whole = Altijd het hele aantal van de kaart.
rule-whole-otherwise = Anders altijd het hele aantal van de kaart.
rule-pass = Langs knikkers van anderen mag je. Langs je eigen nooit, en je landt er ook niet op.
rule-bump = Een knikker van een tegenstander waarop je landt gaat terug naar START.
rule-partner = Een knikker van een maat waarop je landt gaat naar zijn IN-vak.
rule-in-spot-illegal = Staat er op dat IN-vak al een knikker van je maat, dan mag de zet niet.
rule-in-spot-start = Staat er op dat IN-vak al een knikker van je maat, dan gaat een van de twee naar START.
rule-in-spot-opponent = Een knikker van een tegenstander op dat IN-vak gaat naar START.
rule-chain = Een andere knikker van je team op dat IN-vak gaat naar zijn eigen IN-vak, enzovoort.
rule-no-chain = Met een andere knikker van je team op dat IN-vak mag de zet niet.
rule-own-in-spot = Een knikker op zijn eigen IN-vak kan door het eigen team niet geslagen worden.
rule-safe = Een knikker op zijn eigen OUT-vak is veilig: niemand landt erop of ruilt hem.
rule-exact = De baan in gaat met een exact aantal, en knikkers in de baan halen elkaar niet in.
rule-branch-free = Een knikker waarvan het aantal past mag zijn baan in of verder over de ring.
rule-branch-forced = Een knikker waarvan het aantal in zijn baan past moet erin.
rule-go-round = Een knikker waarvan het aantal te groot is gaat verder rond.
rule-wait = Een knikker waarvan het aantal te groot is voor zijn baan wacht: hij mag niet voorbij zijn IN-vak.
rule-no-back = Niets gaat achteruit een baan in of erin terug. In de baan is een knikker veilig.
rule-discard-free = Je mag altijd een kaart afleggen in plaats van er een te spelen.
rule-must = Kan een van je kaarten een knikker verzetten, dan moet je zo'n kaart spelen, ook als het je schaadt.
rule-joker-only-play = Een joker telt mee: kan geen andere kaart, dan moet je hem spelen.
rule-joker-nothing-in-play = Een joker telt alleen mee zolang al je knikkers in START staan: anders mag je hem houden.
rule-joker-never = Een joker telt niet mee: je mag hem spelen, of houden en een andere kaart afleggen.
rule-none-can = Kan er geen, leg dan een kaart af; dat is je beurt.
rule-free-start = Bij de { $count }e keer afleggen op rij omdat er geen zet is mag je een knikker uitbrengen.
rule-nobody-helps = Ieder speelt voor zich: niemand helpt.
rule-any-time = Je mag de knikkers van je maten vanaf het begin verzetten, net als je eigen.
rule-help-left = Zijn al je knikkers thuis, dan speel je vanaf je volgende beurt die van je maat; bij meerdere die van de eerste links van je die nog niet thuis is.
rule-help-any = Zijn al je knikkers thuis, dan speel je vanaf je volgende beurt die van een van je maten.
rule-help-none = Zijn al je knikkers thuis, dan leg je vanaf je volgende beurt alleen af: niemand verzet knikkers van een maat.
rule-win-player = De eerste speler met alle { $count } knikkers thuis wint, en zijn hele team ook.
rule-win-team = Het eerste team, of de speler alleen, met alle { $count } knikkers van iedereen thuis wint.

switch-ace-11 = een aas gaat ook 11
switch-face-values-11-12-13 = boer, vrouw, heer gaan 11, 12, 13 in plaats van 10
switch-two-swap = een 2 mag een knikker op de ring ruilen met een andere kleur
switch-nine-mode = hoe een 9 splitst: niet, een deel vooruit en een terug, elk deel naar keuze, of hij moet (een en een) tenzij er maar één knikker in het spel is
switch-nine-unsplit-backward = een hele 9 mag ook achteruit
switch-seven-scope = wiens knikkers een gesplitste 7 mag verzetten
switch-nine-scope = wiens knikkers een gesplitste 9 mag verzetten
switch-seven-remainder-to-partner = brengt het eerste deel van een 7 de laatste knikker thuis, dan gaat de rest naar de geholpen maat
switch-nine-remainder-to-partner = hetzelfde voor een 9, in de andere richting
switch-partial-7-9-forfeit = een deel van een 7 of 9 mag een knikker van de ring zijn baan in brengen, de rest vervalt
switch-play-for-partner-any-time = knikkers van maten mogen vanaf het begin verzet worden
switch-joker-forced = wanneer een speelbare joker gespeeld moet worden in plaats van een kaart af te leggen
switch-joker-comes-out = een joker mag gewoon een knikker op zijn OUT-vak brengen
switch-joker-any-hole = een joker mag ook naar elk leeg vak van de ring
switch-joker-true-swap = een joker vanaf de ring ruilt de twee knikkers
switch-in-spot-same-colour = een maat zou naar een IN-vak met de eigen kleur gaan: verboden, of een van de twee gaat naar START
switch-in-spot-chain = een andere knikker van het team op dat IN-vak gaat door naar zijn eigen, of de zet is verboden
switch-start-hole-safe = op een knikker op zijn eigen OUT-vak kan niemand landen of hem ruilen
switch-home-branch = de baan in als het aantal past
switch-home-overshoot = een knikker waarvan het aantal niet past gaat verder rond, of mag niet voorbij zijn IN-vak
switch-help-order = wie een speler helpt die klaar is
switch-win-condition = het hele team is thuis, of zijn eerste speler
switch-team-layout = twee teams om en om, paren tegenover elkaar, of ieder alleen; oneven aantallen en twee spelen altijd alleen
switch-marbles-per-player = knikkers van elke speler, alle in de baan om thuis te zijn
switch-hand-size = kaarten in een hand
switch-draw-first = trekken voor het spelen, niet erna
switch-forgot-draw-penalty = vergeten te trekken wordt na de volgende zet ingehaald
switch-draw-pile = één stapel voor de tafel, of één per speler
switch-decks = spellen kaarten op tafel, of per stapel
switch-decks-per-player = het aantal spellen geldt per speler, samen geschud
switch-half-deck = een half spel: de kaarten van één kleur en één joker
switch-jokers = jokers in elk spel
switch-free-start-after = na zoveel keer afleggen op rij een vrije start
switch-discard-free = een speler mag afleggen hoewel een kaart kan
word-none = niet
word-one-each-way = een en een
word-any-way = naar keuze
word-must = moet
word-own = eigen
word-team = team
word-never = nooit
word-nothing-in-play = als niets in het spel is
word-only-play = als alleen hij kan
word-illegal = verboden
word-one-to-start = een naar START
word-chain = door
word-free = vrij
word-forced = verplicht
word-go-round = rond
word-wait = wachten
word-left = links
word-any = wie dan ook
word-player = speler
word-two-teams = twee teams
word-pairs = paren
word-alone = alleen
word-shared = samen
