### Français : ce qu'une table répond et signale.

failed = Le service a échoué là-dessus ; son journal en dit plus.
codes-too-many = Trop de codes faux ; attends une minute et essaie encore.
watchers-too-many = Trop de monde regarde cette page ; essaie plus tard.
deal-over = la partie est finie ; on ne pose plus de cartes
deal-not-in-turn = c’est à { $turn } ; { $who } ne pose pas de carte maintenant
deal-not-held = { $who } n’a pas cette carte ({ $card }) ; choisis-en une de la main
deal-laid = { $who } a déjà posé une carte ; joue-la
deal-must-play = { $who } doit poser une carte qui a un coup ; celle-ci n’en a pas : { $card }
machine-no-reader-now = l’ordinateur de { $letter } ne peut pas connaître ses cartes : aucun lecteur ne les lit ; commence une partie où la table donne, ou utilise des lecteurs
machine-cannot-play = L’ordinateur ne peut pas jouer : { $why }.
machine-asks = { $who } est un ordinateur ; il demande lui-même sa carte.
machine-card-unknown = L’étiquette { $tag } n’est pas une carte de ce jeu ; prends-en une autre pour l’endroit { $place }.
machine-card-not-taken = La carte n’a pas été acceptée : { $why }.
machine-card-played = Cette carte a déjà été jouée depuis le mélange ; prends-en une autre pour l’endroit { $place }.
machine-card-dealt = Cette carte est déjà à l’endroit { $there } de { $who } ; prends-en une autre pour l’endroit { $place }.
machine-card-turn-over = C’est une autre carte ; remets-la face cachée et retourne l’endroit { $place }.
machine-card-not-the-one = C’est une autre carte ; remets-la face cachée et retourne celle qu’il a posée avant.
refused-not-your-seat = Ce coup ne compte pas : { $who } joue sur un autre plateau. Remets les billes.
refused-not-in-turn = Ce coup ne compte pas : ce n’était pas à { $who }. Remets les billes.
refused-not-legal = L’autre plateau ne peut pas prendre ce coup : il n’y est pas permis. Remets les billes.
refused-not-held = Ce coup ne compte pas : { $who } n’a pas cette carte. Remets les billes.
refused-must-play = Ce coup ne compte pas : { $who } a une carte qui doit être jouée.
refused-declined = L’autre plateau n’était pas d’accord. Remets les billes comme le montrent les lumières.
refused-not-a-change = L’autre plateau a continué. Remets les billes comme le montrent les lumières.
refused-too-many = Ce coup a été changé trop souvent. Remets les billes comme le montrent les lumières.
taken-back = L’autre plateau a repris un coup. Remets les billes comme le montrent les lumières.
elsewhere = { $who } joue sur un autre plateau ; cette carte n’a pas été acceptée.
question = L’autre plateau veut reprendre { $plays }. D’accord ?
asked = On demande à l’autre plateau s’il est d’accord.
signal-thumbs-up = { $who } : pouce levé.
signal-one-moment = { $who } demande un instant.
link-none = L’autre plateau n’a pas encore répondu.
link-lost = Aucune nouvelle de l’autre plateau depuis { $time }. Continuez ; tout est envoyé quand il revient.
link-obstacle = Pas de voie vers l’autre plateau depuis { $time } : { $why }. Continuez ; on essaie encore.
link-away = aucune nouvelle de l’autre plateau ; continuez, tout est envoyé quand il revient
error-withdrawn = le code de cette partie a été retiré ; demande un nouveau à l’autre plateau
error-no-game = l’autre plateau n’a pas de partie pour ce code en ce moment
error-abandoned = l’autre plateau a fini la partie sans gagnant
question-no-winner = L’autre plateau veut finir la partie sans gagnant. D’accord ?
question-give-up = L’autre plateau veut abandonner : { $text } D’accord ?
end-asked = On demande à l’autre plateau de finir la partie ; elle continue jusqu’à son accord.
end-declined = L’autre plateau n’a pas accepté de finir la partie ; elle continue.
end-host-decides = la table qui a invité celle-ci décide de la fin
host-invites = cette table a invité d’autres plateaux ; retire d’abord leurs codes
signal-not-here = personne à cette table ne joue la place { $seat } d’une partie avec un autre plateau
game-cannot-begin = la partie de l’autre plateau ne peut pas commencer ici : { $why }
seat-nobody = Personne n’est assis en { $letter } dans cette partie.
seat-none-free = Chaque place de cette partie a déjà son appareil.
seat-elsewhere = { $name } joue sur un autre appareil ; quitte la place là-bas, ou prends-la sur la table même, sous Partie, Cet appareil.
seat-machine = Un ordinateur joue pour { $name } ; personne ne voit sa main. Pour y jouer, laisse des personnes prendre la place (Partie, Noms).
game-none = Il n’y a pas de partie sur le plateau ; commences-en une.
order-no-game = il n’y a pas de partie sur le plateau
order-over = la partie est finie
names-no-game = il n’y a pas de partie dont nommer les joueurs
machine-no-game = il n’y a pas de partie où jouer
game-shuffled = Les cartes ont été mélangées.
game-over-already = la partie est finie ; personne n’a besoin d’abandonner
game-goes-on = La partie continue.
game-paused = la partie est en pause ; laisse-la d’abord continuer, pour que le plateau soit regardé
game-abandoned = La partie est abandonnée ; son relevé est gardé.
card-no-play = Cette carte n’a pas de coup : la poser la défausse et termine le tour.
board-real = Ce plateau est un vrai : déplace ses billes à la main.
menu-what = Que se passe-t-il ? OK : les cartes ont été mélangées ; Retour : finir cette partie ; Aide : rien.
menu-sure = Finir cette partie ? Aide : personne ne gagne et une autre commence ; OK : ton camp abandonne ; Retour : non.
give-up-alone = { $who } abandonne ? OK : oui ; Retour : non.
give-up-impossible = { $place } ne peut pas abandonner : il faut une place d’une partie à deux camps
not-now = Pas maintenant : { $why }.
deal-lost = les cartes données de cette partie sont perdues ; posez des cartes en papier ou commencez une autre partie
machine-none = aucun ordinateur ne joue en { $letter }
machine-plays = Un ordinateur joue pour { $who } à partir de maintenant ({ $level }).
machine-left-before = dans cette partie, des personnes ont déjà remplacé l’ordinateur de { $who } et vu sa main ; il joue jusqu’à la fin
order-round-begins = La ronde { $round } commence.
desk-back = la direction du tournoi est de retour
disk-slow = le disque est lent : le dernier coup est annoncé dès qu’il est enregistré
disk-not-taken = C’est fait, mais le disque ne l’a pas encore enregistré ; regarde le disque.
disk-refuses = le relevé n’est pas enregistré, et rien n’est annoncé d’ici là : { $why }
disk-forgets = les parties se perdent à l’arrêt : { $state } n’est qu’en mémoire ({ $kind })
wait-disk = rien ne peut être enregistré, donc on ne joue pas encore : { $why }
wait-board = le plateau n’est pas là, donc on ne joue pas encore : { $why }
stumbled = la table a trébuché sur une erreur à elle ; relance-la pour continuer
device-sounds = le vibreur sonne de nouveau
device-shines = les lumières brillent de nouveau
device-reader = lecteur { $reader }
device-unknown-tags = Le lecteur { $reader } montre un numéro inconnu après l’autre : éloigne les téléphones et les cartes de banque
device-trouble = { $text }.
device-missed = { $text }. Ce tour risque d’être mal jugé : compare les billes avec la page.
pair-code = Pour jouer depuis un autre appareil, associe-le avec le code { $code }.
pair-wrong = Ce n’est pas le code que montre maintenant la page de la table.
pair-no-need = Une page sur la table même n’a pas besoin d’être associée.
pair-own-page = Seule la page sur la table même montre le code pour associer.
watching-seat = Tu regardes. Pour jouer à cette table, associe-toi avec le code que montre sa page.
watching-pair = Tu regardes. Pour commander cette table, associe-toi avec le code que montre sa page.
watching-key = Tu regardes. Pour commander cette table, ouvre l’adresse avec la clé que montre son terminal.
games-none = Cette table ne garde pas de partie { $number }.
games-running = Cette partie se joue encore ; regarde-la quand elle sera finie.
analysis-not-over = La partie n’est pas finie ; son analyse trahirait des cartes cachées.
houses-no-code = aucun plateau n’a été invité sous ce nom
houses-no-page = { $page } n’est pas l’adresse d’une page de table ; elle ressemble à http://192.168.1.7:8080
plays = { $count ->
    [one] le dernier coup
   *[other] les { $count } derniers coups
}
seat-not-there = personne n’est assis en { $letter } ; les places de cette partie sont { $seats }
menu-ended = La partie est finie et personne ne gagne. Retour : continuer quand même ; OK : c’est juste. Cela compte après une minute.
menu-given-up = { $ended }. Retour : continuer quand même ; OK : c’est juste. Cela compte après une minute.
give-up-consent = { $who } veut abandonner. { $asked } : d’accord ? OK : oui ; Retour : non.
give-up-given = { $count ->
    [one] { $who } abandonne
   *[other] { $who } abandonnent
}
machine-left = Des personnes jouent pour { $who } à partir de maintenant.
machine-left-dealt = Des personnes jouent pour { $who } à partir de maintenant et voient la main de cette place.
order-seated = Ronde { $round } à la table { $table } : { $teams }.
order-seated-alone = Ronde { $round } à la table { $table }.
against = { $before } contre { $last }
order-penalty = Une pénalité pour { $who }{ $points ->
    [0] {""}
    [one] , 1 point
   *[other] , { $points } points
}.
order-penalty-why = Une pénalité pour { $who }{ $points ->
    [0] {""}
    [one] , 1 point
   *[other] , { $points } points
} : { $why }.
desk-away = La direction du tournoi n’entend rien de cette table : { $why }{ $waiting ->
    [0] {""}
    [one] {" "}; 1 relevé attend
   *[other] {" "}; { $waiting } relevés attendent
}.
shared-title = { $names }, { $begun }
shared-title-nobody = Jokers and Marbles, { $begun }
span-days = { $n ->
    [one] 1 jour
   *[other] { $n } jours
}
span-hours = { $n ->
    [one] 1 heure
   *[other] { $n } heures
}
span-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
span-seconds = { $n ->
    [one] 1 seconde
   *[other] { $n } secondes
}
