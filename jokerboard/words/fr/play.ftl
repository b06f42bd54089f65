### Français : ce qui se passe sur le plateau. START et HOME s'appellent comme sur le plateau.

a-card = { $rank ->
    [ace] un as
    [two] un deux
    [three] un trois
    [four] un quatre
    [five] un cinq
    [six] un six
    [seven] un sept
    [eight] un huit
    [nine] un neuf
    [ten] un dix
    [jack] un valet
    [queen] une dame
    [king] un roi
    [joker] un joker
    [this] cette carte
    [several] { $cards }
   *[any] une carte
}
rank-name = { $rank ->
    [ace] as
    [two] deux
    [three] trois
    [four] quatre
    [five] cinq
    [six] six
    [seven] sept
    [eight] huit
    [nine] neuf
    [ten] dix
    [jack] valet
    [queen] dame
    [king] roi
    [joker] joker
   *[any] carte
}
suit-name = { $suit ->
    [clubs] trèfle
    [diamonds] carreau
    [hearts] cœur
   *[spades] pique
}
card-name = { $suit ->
    [none] { rank-name }
   *[any] { rank-name } de { suit-name }
}
number = { $n }
list-and = { $before } et { $last }
list-or = { $before } ou { $last }
list-before = { $first }, { $next }
seat = Place { $seat }
machine-name = Ordinateur { $letter }
start = START
trip = la bille de { $who } de { $source } à { $target }
way-from-to = { $source } à { $target }
way-exchanged = { $source } échangée avec { $target }

play-discards = { $who } défausse { a-card }
play-nothing = { $who } ne joue rien à ce tour
play-splits = { $who } partage { a-card } : { $ways }
play-exchanges = { $who } échange les billes de { $source } et { $target } avec { a-card }
play-joker = { $who } pose une bille en { $target } avec un joker
play-joker-of = { $who } pose la bille de { $owner } en { $target } avec un joker
play-out = { $who } sort une bille avec { a-card }
play-out-of = { $who } sort la bille de { $owner } avec { a-card }
play-home = { $who } rentre une bille avec { a-card }
play-home-of = { $who } rentre la bille de { $owner } avec { a-card }
play-moves = { $who } avance une bille de { $source } à { $target } avec { a-card }
play-moves-of = { $who } avance la bille de { $owner } de { $source } à { $target } avec { a-card }
play-instead = { $play }, au lieu du coup { $n }
effects = { $play } ; { $effects }
effect-in-spot = la bille de { $who } va à sa case IN
effect-start = la bille de { $who } va au START
effect-start-two = les billes de { $one } et { $two } vont au START
discard = une défausse
somebody = quelqu’un

turn-of = C’est à { $who } de jouer
turn-of-then = c’est à { $who } de jouer
restored = Le plateau est de nouveau juste.
offer-new-game = Toutes les billes sont au START. Est-ce une nouvelle partie ?
take-back-done = Le coup { $n } est repris ; { $turn }
game-final = Le résultat est définitif. Seul un arbitre peut rouvrir la partie.
game-drawn = La partie se termine et personne ne l’a gagnée.
game-won = { $count ->
    [one] { $names } gagne la partie !
   *[other] { $names } gagnent la partie !
}
decision = { $by } décide : { $what } ; { $turn }
decision-why = { $by } décide : { $what } ({ $why }) ; { $turn }
decision-let-stand = le coup reste
decision-take-back = le coup est repris
decision-correct = le plateau est remis en ordre
which-play = { $who }, quel était ce coup ? Soulève et repose { $ways }.
which-way = { $hole } pour { $way }
which-or = { $before } ; ou { $last }
put-it-back = { $text } Remets-la à sa place.
fault-over = Le capteur de { $hole } est de nouveau d’accord avec le plateau.
fault-flickers = Le capteur de { $hole } clignote ; il ne compte plus jusqu’à ce qu’il soit de nouveau juste.
fault-sensor = Le capteur de { $hole } ne montre pas ce qui s’y trouve ; il ne compte plus jusqu’à ce qu’il soit de nouveau juste.
fault-device = { $device } ne répond pas ; vérifie son branchement.

wrong-come-out-safe = La bille de { $who } est à l’abri sur sa propre case OUT { $hole }.
wrong-stands-on-in-spot = La bille de { $who } ne peut pas être en { $spot } : c’est la case IN où irait la bille de { $owner }.
wrong-in-spot-not-free = La bille de { $who } ne peut pas tomber sur { $partner } en { $hole } : la case IN { $spot } de { $owner } n’est pas libre.
wrong-lands-on-own = La bille de { $who } ne peut pas tomber sur sa propre couleur en { $hole }.
wrong-passes-own = La bille de { $who } ne peut pas dépasser sa propre couleur en { $hole } pour aller à { $target }.
wrong-must-turn-home = La bille de { $who } doit entrer dans son HOME à { $spot }, où le compte la mène en { $hole }.
wrong-past-in-spot = La bille de { $who } ne peut pas dépasser sa case IN { $spot } avec un compte qui ne tient pas dans son HOME.
wrong-moved-back = Une bille dans HOME ne va que plus loin vers l’intérieur, pas { $trip }.
wrong-backs-home = Personne n’entre dans HOME à reculons : la bille de { $who } reste sur l’anneau et ne va pas en { $hole }.
wrong-game-won = La partie est gagnée : on ne joue plus rien.
wrong-where-it-was = La bille de { $who } est en { $hole }, où elle était déjà.
wrong-none-there = Il n’y avait pas de bille de { $who } en { $hole }.
wrong-into-start = La bille de { $who } est allée de { $hole } au START, et rien ne l’y envoie.
wrong-no-exchange = { a-card } n’échange pas de billes.
wrong-exchange = { a-card } échange ta bille de l’anneau avec une autre couleur, pas { $holes }.
wrong-only-own = { $who } ne joue maintenant que ses propres billes, pas { $trip }.
wrong-only-nobodys = { $who } ne joue maintenant aucune bille, pas non plus { $trip }.
wrong-only-theirs = { $who } ne joue maintenant que les billes de { $owners }, pas { $trip }.
wrong-brings-none-out = { a-card } ne sort pas de bille du START.
wrong-too-many = { a-card } avance au plus { $most } de tes billes, pas { $count }.
wrong-no-card-so-many = Aucune carte n’avance ainsi ces { $count } billes.
wrong-joker-in-home = Un joker ne bouge pas une bille dans HOME ; la bille de { $who } reste en { $hole }.
wrong-joker-needs-marble = Un joker va sur une bille d’une autre couleur de l’anneau ; il n’y en a pas en { $hole }.
wrong-joker-exchanges = Ici un joker échange les deux billes ; l’autre va en { $hole }.
wrong-must-split = { a-card } doit ici être partagé entre deux billes.
wrong-come-out-only = La bille de { $who } sort du START sur sa case OUT { $hole } et pas plus loin.
wrong-too-much-for-home = { a-card }, c’est trop pour HOME : la bille de { $who } ne peut pas s’arrêter en { $hole }.
wrong-way-forward = { a-card } va en avant ; { $trip }, c’est en arrière.
wrong-way-backward = { a-card } va en arrière ; { $trip }, c’est en avant.
wrong-exchange-other = Pour échanger, la bille de { $who } va de { $source } à { $target }.
wrong-no-card = Aucune carte ne mène { $trip }.
wrong-other-home = Mauvais HOME : { $trip }. Une bille n’entre que dans le sien.
wrong-count = { a-card } avance de { $moves } { $most ->
    [1] case
   *[other] cases
}{ $way ->
    [back] {" "}en arrière
   *[on] {""}
} ; la bille de { $who } a fait { number }{ $went ->
    [back] {" "}en arrière
   *[on] {""}
}, de { $source } à { $target }.
wrong-split-sum = Les deux parts font { $total } ; pas { $trips }.
wrong-split-forward = Les deux parts vont en avant ; pas { $trips }.
wrong-split-both-ways = Une part va en avant et l’autre en arrière ; pas { $trips }.
wrong-split = { $trips } ne sont pas les deux parts de cette carte.
wrong-half-a-split = { $trip }, ce n’est qu’une part ; une autre bille fait les { number } qui restent.
wrong-legs = Écrit ainsi, ce n’est pas un coup.
wrong-must-play = { a-card } peut se jouer ; { $who } doit le jouer et non le défausser.
wrong-must-play-card = La carte { $card } peut se jouer, donc il le faut ; Aide montre où.
wrong-board-differs = Le plateau n’est pas comme dans la partie.
wrong-play-stands = Ce coup compte ; carte posée, carte jouée. Un arbitre peut le reprendre.
wrong-seen-twice = La carte { $card } a déjà été jouée et il n’y en a qu’une jusqu’au prochain mélange.
wrong-not-shown = Le plateau ne montre pas comment cela a été joué ; remets la bille éclairée et rejoue.
wrong-bumped = Une bille prise est en { $hole } ; elle va { $place ->
    [start] au START de { $who }
   *[in-spot] sur la case IN de { $who }
}.
wrong-disturbed = Plusieurs billes sont déplacées ; suis les lumières et remets-les une à une.
wrong-tag = L’étiquette { $tag } n’est pas une carte de ce jeu ; pose une autre, ou apprends-lui la carte.
wrong-laid-already = { $who } a déjà posé une carte : { $card }. Carte posée, carte jouée.
wrong-turn = C’est à { $turn }, pas à { $who } ; la carte { $card } attend.
wrong-final = La partie est définitive. Seule une décision motivée la rouvre.
wrong-machine-discards = Ce n’est pas le coup de l’ordinateur ; ne déplace rien, comme le montrent les lumières.
wrong-machines-play = Ce n’est pas le coup de l’ordinateur ; déplace { $ways }, comme le montrent les lumières.

hint-no-play = Cette carte n’a pas de coup.
hint-no-choice = Il n’y a rien à choisir maintenant.
hint-discard = Conseil : défausse { a-card } : { $why }.
hint-play = Conseil : { $play } : { $why }.
hint-none = Conseil : aucune carte ne se joue ; défausses-en une.
hint-any = Conseil : tu peux jouer n’importe quelle carte. Poses-en une ; Aide deux fois montre alors un bon coup.
hint-cards = Conseil : tu peux jouer { $cards }. Poses-en une ; Aide deux fois montre alors un bon coup.
why-only = rien d’autre n’est possible
why-wins = cela gagne la partie
why-best = aucun autre coup ne semble meilleur
why-keeps-better = les cartes qui restent valent plus
why-sends = cela renvoie { $who } au START
why-home = { $count ->
    [1] cela rentre une bille
   *[2] cela rentre deux billes
}
why-pushes = cela envoie { $who } à la case IN
why-out = cela met une bille de plus sur l’anneau
why-clears = cela libère la sortie du START
why-exit = { a-card } peut ensuite sortir une bille
why-safe = c’est à l’abri de ces cartes : { $cards }
why-reaches = { a-card } pourrait ensuite renvoyer { $who } au START
why-fits = { a-card } pourrait ensuite rentrer une bille
why-keeps = cela garde { a-card } pour plus tard
why-in-spot = cela atteint la case IN
why-farthest = aucun autre coup ne gagne plus de cases
why-farther = cela gagne plus de cases que { a-card }

saw-nothing = Rien n’a encore été joué.
saw-discard = { $who } ne joue rien.
saw-way = Le plateau a vu { $facts }, donc la bille de { $who } est allée de { $source } à { $target }.
saw-empty = { $hole } vide
saw-full = { $hole } occupée
saw-full-later = { $hole } occupée { $seconds } s plus tard
saw-taken = { $hole } était vide { $seconds } s, donc la bille de { $who } en a été retirée.
saw-elsewhere = La bille de { $who } est en { $hole } et n’a rien à y faire.
saw-in-hand = La bille de { $who } de { $hole } est dans une main.
explain-as-likely = Presque aussi probable.
explain-less-likely = Moins probable.
explain-hardly = À peine possible.
explain-doubt = Cela voudrait dire : { $what }.
explain-doubt-at = Cela voudrait dire : { $what } ({ $hole }).
explain-not = Cette table ne peut pas expliquer ce qu’elle dit.

marble-some = une bille
marble-of-hole = la bille de { $hole }
marble-from = la bille de { $who } de { $hole }
marble-way = la bille de { $who } ({ $source } à { $target })
reading-times = { $text } ({ $n } fois)
reading-played = un coup est complet
reading-choice = c’est un coup parmi plusieurs de cette carte
reading-not-yet = le coup n’est peut-être pas terminé
reading-rare = seul un joker que personne n’a vu explique le coup
reading-reopened = le coup d’avant n’est pas terminé
reading-reopened-late = la carte suivante était déjà là
reading-passed = une carte n’est pas jouée
reading-repeated = une carte relue en est une autre pareille
reading-adjusted = { $marble } retourne où elle était
reading-kept = { $marble } était longtemps dans une main avant de revenir
reading-amidst = une autre bille avec laquelle elle peut être échangée est soulevée entre-temps
reading-touched = { $marble } a seulement été frôlée
reading-alone = aucune main n’était à côté quand { $marble } a été frôlée
reading-snatched = { $marble } arrive où une autre vient de partir
reading-blinked = { $marble } arrive où une autre n’a manqué qu’un instant
reading-sleeve = plutôt une manche a frôlé cette case
reading-quick = { $marble } va plus vite qu’une main
reading-overtaken = { $marble } dépasse une bille qui vient de quitter la case voisine
reading-slid = { $marble } a été vue dans deux cases à la fois
reading-owed-astray = { $marble } a été prise et va où elle ne doit pas
reading-lagging = { $marble } a été vue longtemps dans deux cases
reading-felt = la case a senti la bille voisine
reading-ghost = la case se remplit et personne n’avait de bille
reading-vanished = la case se vide et personne ne sait à qui était la bille
reading-swapped = { $marble } prend la place d’une autre de sa couleur
reading-strayed = { $marble } est posée où elle ne doit pas
reading-overstepped = { $marble } va où la carte ne la mène pas
reading-unasked = { $marble } bouge avant que sa carte soit lue
reading-ahead = { $marble } était déjà soulevée avant le tour
reading-eager = { $marble } a été soulevée avant le tour, puis prise
reading-held = un coup est inachevé alors que rien ne bouge
reading-early = une carte est posée avant son tour
reading-faulty = le capteur est en panne, et seule cette lecture en a besoin
reading-faulty-shown = le capteur est en panne, comme le montre une bille de nulle part
reading-one-more = il n’y a pas plus de billes, donc un capteur est en panne
reading-setback = une bille revient sans être vue, et la carte en avance une autre
reading-astray = la carte est au lecteur d’une autre place
reading-overruled = une personne en a décidé autrement
reading-lively = un capteur suspect change
reading-hidden = un capteur suspect ne voit pas une bille
reading-lifted = une bille de la place dont c’est le tour est dans une main
reading-on-its-way = une bille est en route
reading-part = une partie d’un coup est faite
reading-some-part = une partie d’un coup quelconque est faite
reading-perhaps = une bille est où une carte pourrait la mener
reading-strolling = un joker emporte une bille
reading-mistaken = une bille est où la carte ne la mène pas
reading-beyond = aucun coup de la carte ne fait les deux
reading-bumped = une bille prise est où elle ne doit pas
reading-foreign = une bille d’une autre place est où elle ne doit pas
reading-put-away = une bille est au START avant d’être prise
reading-meddled = une bille d’une autre place est dans une main
reading-put-away-first = une bille est au START et rien de ce qui la prend n’a été touché
reading-overlaps = une bille est déjà jouée avec la carte suivante
reading-strange = une bille est dans le START ou le couloir d’une autre place
