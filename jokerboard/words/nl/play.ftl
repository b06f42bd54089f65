### Nederlands: wat er op het bord gebeurt. START en HOME heten zoals op het bord.

a-card = { $rank ->
    [ace] een aas
    [two] een twee
    [three] een drie
    [four] een vier
    [five] een vijf
    [six] een zes
    [seven] een zeven
    [eight] een acht
    [nine] een negen
    [ten] een tien
    [jack] een boer
    [queen] een vrouw
    [king] een heer
    [joker] een joker
    [this] deze kaart
    [several] { $cards }
   *[any] een kaart
}
rank-name = { $rank ->
    [ace] aas
    [two] twee
    [three] drie
    [four] vier
    [five] vijf
    [six] zes
    [seven] zeven
    [eight] acht
    [nine] negen
    [ten] tien
    [jack] boer
    [queen] vrouw
    [king] heer
    [joker] joker
   *[any] kaart
}
suit-name = { $suit ->
    [clubs] klaveren
    [diamonds] ruiten
    [hearts] harten
   *[spades] schoppen
}
card-name = { $suit ->
    [none] { rank-name }
   *[any] { suit-name } { rank-name }
}
number = { $n }
list-and = { $before } en { $last }
list-or = { $before } of { $last }
list-before = { $first }, { $next }
seat = Plaats { $seat }
machine-name = Computer { $letter }
start = START
trip = de knikker van { $who } van { $source } naar { $target }
way-from-to = { $source } naar { $target }
way-exchanged = { $source } geruild met { $target }

play-discards = { $who } legt { a-card } af
play-nothing = { $who } speelt deze beurt niets
play-splits = { $who } splitst { a-card }: { $ways }
play-exchanges = { $who } ruilt de knikkers op { $source } en { $target } met { a-card }
play-joker = { $who } zet een knikker op { $target } met een joker
play-joker-of = { $who } zet de knikker van { $owner } op { $target } met een joker
play-out = { $who } brengt een knikker uit met { a-card }
play-out-of = { $who } brengt de knikker van { $owner } uit met { a-card }
play-home = { $who } brengt een knikker thuis met { a-card }
play-home-of = { $who } brengt de knikker van { $owner } thuis met { a-card }
play-moves = { $who } zet een knikker van { $source } naar { $target } met { a-card }
play-moves-of = { $who } zet de knikker van { $owner } van { $source } naar { $target } met { a-card }
play-instead = { $play }, in plaats van zet { $n }
effects = { $play }; { $effects }
effect-in-spot = de knikker van { $who } gaat naar zijn IN-vak
effect-start = de knikker van { $who } gaat naar START
effect-start-two = de knikkers van { $one } en { $two } gaan naar START
discard = afleggen
somebody = iemand

turn-of = { $who } is aan de beurt
turn-of-then = { $who } is aan de beurt
restored = Het bord klopt weer.
offer-new-game = Alle knikkers staan in START. Is dit een nieuw spel?
take-back-done = Zet { $n } is teruggenomen; { $turn }
game-final = De uitslag staat vast. Alleen een scheidsrechter kan het spel heropenen.
game-drawn = Het spel is afgelopen en niemand heeft gewonnen.
game-won = { $count ->
    [one] { $names } wint het spel!
   *[other] { $names } winnen het spel!
}
decision = { $by } beslist: { $what }; { $turn }
decision-why = { $by } beslist: { $what } ({ $why }); { $turn }
decision-let-stand = het blijft zo staan
decision-take-back = het wordt teruggenomen
decision-correct = het bord wordt rechtgezet
which-play = { $who }, welke zet was het? Til op en zet terug: { $ways }.
which-way = { $hole } voor { $way }
which-or = { $before }; of { $last }
put-it-back = { $text } Zet hem terug.
fault-over = De sensor van { $hole } klopt weer met het bord.
fault-flickers = De sensor van { $hole } flikkert; hij telt niet mee tot hij weer klopt.
fault-sensor = De sensor van { $hole } toont niet wat daar staat; hij telt niet mee tot hij weer klopt.
fault-device = { $device } antwoordt niet; kijk naar de stekker.

wrong-come-out-safe = De knikker van { $who } is veilig op het eigen OUT-vak { $hole }.
wrong-stands-on-in-spot = De knikker van { $who } mag niet op { $spot } staan: dat is het IN-vak waar de knikker van { $owner } heen zou gaan.
wrong-in-spot-not-free = De knikker van { $who } mag niet op { $partner } in { $hole } landen: het IN-vak { $spot } van { $owner } is niet vrij.
wrong-lands-on-own = De knikker van { $who } mag niet op de eigen kleur in { $hole } landen.
wrong-passes-own = De knikker van { $who } mag op weg naar { $target } niet langs de eigen kleur in { $hole }.
wrong-must-turn-home = De knikker van { $who } moet bij { $spot } HOME in; het aantal brengt hem op { $hole }.
wrong-past-in-spot = De knikker van { $who } mag niet voorbij het IN-vak { $spot } met een aantal dat niet in HOME past.
wrong-moved-back = Een knikker in HOME gaat alleen verder naar binnen, niet { $trip }.
wrong-backs-home = Niemand gaat achteruit HOME in: de knikker van { $who } blijft op de ring en gaat niet naar { $hole }.
wrong-game-won = Het spel is gewonnen: er wordt niets meer gespeeld.
wrong-where-it-was = De knikker van { $who } staat in { $hole }, waar hij al stond.
wrong-none-there = In { $hole } stond geen knikker van { $who }.
wrong-into-start = De knikker van { $who } ging van { $hole } naar START, en niets stuurt hem daarheen.
wrong-no-exchange = { a-card } ruilt geen knikkers.
wrong-exchange = { a-card } ruilt jouw knikker op de ring met een andere kleur, niet { $holes }.
wrong-only-own = { $who } speelt nu alleen met eigen knikkers, niet { $trip }.
wrong-only-nobodys = { $who } speelt nu met geen enkele knikker, ook niet { $trip }.
wrong-only-theirs = { $who } speelt nu alleen met knikkers van { $owners }, niet { $trip }.
wrong-brings-none-out = { a-card } brengt geen knikker uit START.
wrong-too-many = { a-card } verzet hoogstens { $most } van je knikkers, geen { $count }.
wrong-no-card-so-many = Geen kaart verzet deze { $count } knikkers zo.
wrong-joker-in-home = Een joker verzet geen knikker in HOME; de knikker van { $who } blijft in { $hole }.
wrong-joker-needs-marble = Een joker gaat op een knikker van een andere kleur op de ring; in { $hole } staat er geen.
wrong-joker-exchanges = Een joker ruilt hier de twee knikkers; de andere hoort op { $hole }.
wrong-must-split = { a-card } moet hier over twee knikkers gesplitst worden.
wrong-come-out-only = De knikker van { $who } komt uit START op het OUT-vak { $hole } en niet verder.
wrong-too-much-for-home = { a-card } is te veel voor HOME; de knikker van { $who } kan niet in { $hole } stoppen.
wrong-way-forward = { a-card } gaat vooruit; { $trip } is achteruit.
wrong-way-backward = { a-card } gaat achteruit; { $trip } is vooruit.
wrong-exchange-other = Bij het ruilen gaat de knikker van { $who } van { $source } naar { $target }.
wrong-no-card = Geen kaart brengt { $trip }.
wrong-other-home = Verkeerde HOME: { $trip }. Een knikker gaat alleen de eigen in.
wrong-count = { a-card } gaat { $moves } { $most ->
    [1] vak
   *[other] vakken
}{ $way ->
    [back] {" "}achteruit
   *[on] {""}
}; de knikker van { $who } ging { number }{ $went ->
    [back] {" "}terug
   *[on] {""}
}, van { $source } naar { $target }.
wrong-split-sum = De twee delen zijn samen { $total }; { $trips } niet.
wrong-split-forward = Beide delen gaan vooruit; { $trips } niet.
wrong-split-both-ways = Eén deel gaat vooruit en het andere achteruit; { $trips } niet.
wrong-split = { $trips } zijn niet de twee delen van deze kaart.
wrong-half-a-split = { $trip } is maar een deel; een andere knikker gaat de overige { number }.
wrong-legs = Zo geschreven is dit geen zet.
wrong-must-play = { a-card } kan gespeeld worden; { $who } moet die spelen en niet afleggen.
wrong-must-play-card = { $card } kan gespeeld worden, dus dat moet; Help laat zien waar.
wrong-board-differs = Het bord is niet zoals in het spel.
wrong-play-stands = Die zet staat; gelegd is gespeeld. Een scheidsrechter kan hem terugnemen.
wrong-seen-twice = { $card } is al gespeeld en is er maar één keer tot het volgende schudden.
wrong-not-shown = Het bord laat niet zien hoe dit gespeeld is; zet de verlichte knikker terug en speel opnieuw.
wrong-bumped = Een geslagen knikker staat in { $hole }; hij hoort { $place ->
    [start] in de START van { $who }
   *[in-spot] op het IN-vak van { $who }
}.
wrong-disturbed = Meerdere knikkers staan verkeerd; volg de lichten en zet ze één voor één terug.
wrong-tag = Label { $tag } is geen kaart van dit spel; leg een andere, of leer hem de kaart.
wrong-laid-already = { $who } heeft al een kaart gelegd: { $card }. Gelegd is gespeeld.
wrong-turn = { $turn } is aan de beurt, niet { $who }; { $card } wacht.
wrong-final = Het spel staat vast. Alleen een beslissing met een reden heropent het.
wrong-machine-discards = Dat is niet de zet van de computer; verzet niets, zoals de lichten tonen.
wrong-machines-play = Dat is niet de zet van de computer; zet { $ways }, zoals de lichten tonen.

hint-no-play = Deze kaart heeft geen zet.
hint-no-choice = Er valt nu niets te kiezen.
hint-discard = Tip: leg { a-card } af: { $why }.
hint-play = Tip: { $play }: { $why }.
hint-none = Tip: geen kaart kan gespeeld worden; leg er een af.
hint-any = Tip: je kunt elke kaart spelen. Leg er een; twee keer Help toont er dan een goede zet mee.
hint-cards = Tip: je kunt { $cards } spelen. Leg er een; twee keer Help toont er dan een goede zet mee.
why-only = iets anders kan niet
why-wins = dit wint het spel
why-best = geen andere zet lijkt beter
why-keeps-better = de kaarten die overblijven zijn meer waard
why-sends = dit stuurt { $who } terug naar START
why-home = { $count ->
    [1] dit brengt een knikker thuis
   *[2] dit brengt twee knikkers thuis
}
why-pushes = dit stuurt { $who } naar het IN-vak
why-out = dit brengt een knikker meer op de ring
why-clears = dit maakt de weg uit START vrij
why-exit = { a-card } kan daarna een knikker uitbrengen
why-safe = dit is veilig voor { $cards }
why-reaches = { a-card } zou { $who } daarna naar START kunnen sturen
why-fits = { a-card } zou daarna een knikker thuis kunnen brengen
why-keeps = dit bewaart { a-card } voor later
why-in-spot = dit bereikt het IN-vak
why-farthest = geen andere zet wint meer vakken
why-farther = dit wint meer vakken dan { a-card }

saw-nothing = Er is nog niets gespeeld.
saw-discard = { $who } speelt niets.
saw-way = Het bord zag { $facts }, dus ging de knikker van { $who } van { $source } naar { $target }.
saw-empty = { $hole } leeg
saw-full = { $hole } bezet
saw-full-later = { $hole } { $seconds } s later bezet
saw-taken = { $hole } was { $seconds } s leeg, dus werd daar de knikker van { $who } weggenomen.
saw-elsewhere = De knikker van { $who } staat in { $hole } en hoort daar niet.
saw-in-hand = De knikker van { $who } uit { $hole } is in een hand.
explain-as-likely = Bijna even waarschijnlijk.
explain-less-likely = Minder waarschijnlijk.
explain-hardly = Nauwelijks mogelijk.
explain-doubt = Dat zou betekenen: { $what }.
explain-doubt-at = Dat zou betekenen: { $what } ({ $hole }).
explain-not = Deze tafel kan niet uitleggen wat hij zegt.

marble-some = een knikker
marble-of-hole = de knikker van { $hole }
marble-from = de knikker van { $who } uit { $hole }
marble-way = de knikker van { $who } ({ $source } naar { $target })
reading-times = { $text } ({ $n } keer)
reading-played = een zet is compleet
reading-choice = het is een van meerdere zetten met die kaart
reading-not-yet = de zet is misschien nog niet af
reading-rare = alleen een joker die niemand zag verklaart de zet
reading-reopened = de vorige zet is nog niet af
reading-reopened-late = de volgende kaart lag er al
reading-passed = een kaart wordt niet gespeeld
reading-repeated = een opnieuw gelezen kaart is een tweede dezelfde
reading-adjusted = { $marble } gaat terug naar waar hij stond
reading-kept = { $marble } was lang in een hand voor hij terugging
reading-amidst = een andere knikker waarmee geruild kan worden is intussen opgetild
reading-touched = { $marble } werd alleen aangeraakt
reading-alone = er was geen hand in de buurt toen { $marble } werd aangeraakt
reading-snatched = { $marble } komt waar net een andere is weggegaan
reading-blinked = { $marble } komt waar een andere maar even weg was
reading-sleeve = eerder raakte een mouw dat vak
reading-quick = { $marble } gaat sneller dan een hand
reading-overtaken = { $marble } haalt er een in die net het vak ernaast verliet
reading-slid = { $marble } was in twee vakken tegelijk te zien
reading-owed-astray = { $marble } werd geslagen en gaat waar hij niet hoort
reading-lagging = { $marble } was lang in twee vakken te zien
reading-felt = het vak voelde de knikker ernaast
reading-ghost = het vak raakt bezet en niemand had een knikker
reading-vanished = het vak raakt leeg en niemand weet wiens knikker daar stond
reading-swapped = { $marble } neemt de plaats in van een andere van zijn kleur
reading-strayed = { $marble } wordt neergezet waar hij niet hoort
reading-overstepped = { $marble } gaat waar de kaart hem niet brengt
reading-unasked = { $marble } wordt verzet voor zijn kaart gelezen is
reading-ahead = { $marble } was al opgetild voor de beurt begon
reading-eager = { $marble } werd voor de beurt opgetild en daarna geslagen
reading-held = een zet is niet af terwijl niets beweegt
reading-early = een kaart ligt er voor haar beurt
reading-faulty = de sensor is defect, en alleen deze lezing heeft dat nodig
reading-faulty-shown = de sensor is defect, zoals een knikker uit het niets toont
reading-one-more = er zijn niet meer knikkers, dus is een sensor defect
reading-setback = een knikker gaat ongezien terug en de kaart brengt een andere vooruit
reading-astray = de kaart ligt bij de lezer van een andere plaats
reading-overruled = een mens heeft anders beslist
reading-lively = een verdachte sensor verandert
reading-hidden = een verdachte sensor ziet een knikker niet
reading-lifted = een knikker van de plaats aan beurt is in een hand
reading-on-its-way = een knikker is onderweg
reading-part = een deel van een zet is gedaan
reading-some-part = een deel van een of andere zet is gedaan
reading-perhaps = een knikker staat waar een kaart hem kan brengen
reading-strolling = een joker neemt een knikker mee
reading-mistaken = een knikker staat waar de kaart hem niet brengt
reading-beyond = geen zet van de kaart doet beide
reading-bumped = een geslagen knikker staat waar hij niet hoort
reading-foreign = een knikker van een andere plaats staat waar hij niet hoort
reading-put-away = een knikker is in START voor hij geslagen is
reading-meddled = een knikker van een andere plaats is in een hand
reading-put-away-first = een knikker is in START, en niets wat hem slaat is aangeraakt
reading-overlaps = een knikker wordt al met de volgende kaart gespeeld
reading-strange = een knikker staat in de START of baan van een andere plaats
