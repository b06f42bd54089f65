### Français : la page. On se tutoie, comme en famille.

hole-in-spot = case IN
hole-come-out = case OUT
hole-corner = coin
hole-lane = couloir HOME
hole-start = START
light-illegal = c’est faux
light-put-back = remets une bille ici
light-bump = ici va une bille prise
light-choose = soulève et repose pour choisir ceci
light-movable = cette bille peut jouer
light-target = une bille peut aller ici
light-turn = c’est le tour de cette place
light-fault = ce capteur n’est pas fiable
light-win = gagné
light-carry-from = porte cette bille
light-carry-to = porte la bille ici
board = Cases du plateau. Les flèches vont de case en case, Entrée soulève ou pose une bille, ? montre toutes les touches.
tray = Billes dans une main
home-label = { $who } : { $n } sur { $of } à la maison
way-out = sors une bille
way-swap = échange-la avec celle d’un autre
way-bump = prends la place d’une autre bille
way-free = sors une bille gratuitement
prompt-no-game = Commence une partie
more-no-game = Choisis les règles et qui joue.
more-over = Encore une partie ?
prompt-lay = { $who }, pose une carte
prompt-move = { $who }, avance une bille
prompt-lay-for-it = { $who }, pose maintenant la carte
more-lay-for-it = Une bille a été déplacée avant sa carte.
more-not-this = Remets-la et prends-en une autre.
more-no-play = Appuie sur OK pour la défausser.
prompt-made = { $who }, un instant
prompt-exchange = { $who }, pose chaque bille sur la case de l’autre
prompt-wrong = { $who }, quelque chose ne va pas
prompt-ask = { $who }, quel était ce coup ?
more-must-play = Avance une bille avec.
prompt-deal = Donne à { $who } la carte { $place }, face cachée
prompt-machine-thinks = { $who } réfléchit
prompt-far-waits = { $who } joue sur un autre plateau
prompt-others-turn = C’est à { $who } de jouer
prompt-tap-card = { $who }, touche une carte
prompt-tap-discard = { $who }, aucune carte n’avance une bille
more-tap-discard = Touche celle que tu défausses.
prompt-tap-marble = { $who }, touche une bille
prompt-tap-hole = { $who }, touche où elle va
prompt-tap-rest = { $who }, touche la bille pour le reste
choose-must = La carte { $card } n’avance rien, et il faut jouer une carte qui avance une bille : prends-en une éclairée.
choose-lesson = Ce tour est pour la carte éclairée.
prompt-new-game = Commencer une nouvelle partie ?
more-new-game = Toutes les billes sont au START. OK : oui. Retour : non.
prompt-menu = Que se passe-t-il ?
more-menu = OK : les cartes ont été mélangées. Retour : finir cette partie. Aide : rien.
prompt-end-game = Finir cette partie ?
more-end-game = Aide : personne ne gagne et une autre commence. OK : ton camp abandonne. Retour : continuer.
more-give-up = OK : oui. Retour : continuer.
verdict-rule = Règle
verdict-why = Pourquoi ?
verdict-read = Lire la suite
read-title = La phrase entière
why-title = Comment la table l’a compris
why-hint = Ce que le plateau a vu, et ce que cela pourrait vouloir dire d’autre ; le plus probable d’abord.
why-none = La table n’a rien à expliquer maintenant.
line-connecting = connexion
line-up = en direct
line-down = La table ne répond plus ; nouvel essai
page-your-turn = ● À toi – { $text }
page-title = { $text } – jokerboard
skip = Au plateau
places = Endroits
place-play = Jouer
place-game = Partie
place-rules = Règles
place-workshop = Atelier
say = Que faire maintenant
table = Le plateau
faults = Pannes
cards = Poser une carte
buttons = Les boutons de la place qui joue
score = Billes à la maison
start-machines = Moi contre des ordinateurs
start-machines-more = Trois ordinateurs jouent avec toi et contre toi.
start-screen = Nous tous sur cet écran
start-screen-more = Chaque main reste couverte jusqu’à ce que son joueur regarde.
start-phones = Chacun son téléphone
start-phones-more = Tout le monde scanne un code et voit sa propre main.
start-phones-how = Les téléphones atteignent cette table si elle est lancée avec : jokerboard demo --listen 0.0.0.0
start-watch = Regarder des joueurs simulés
start-watch-more = Ils jouent tout seuls et font des erreurs.
start-lesson = Première fois ? Apprends en cinq tours
lesson-A = Alex
lesson-B = Bea
lesson-C = Cleo
lesson-D = Dan
more-lesson = Tour { $turn } sur { $of }
lesson-out-why = Toutes les billes commencent au START. Un as, un valet, une dame, un roi ou un joker en sort une, sur la case OUT.
lesson-count-why = Un nombre avance une bille d’autant de cases dans le sens des aiguilles, au-delà des autres mais jamais d’une des tiennes. Seul le huit recule.
lesson-bump-why = Une bille qui tombe sur celle d’un autre la renvoie à son START. Tomber sur celle de ton partenaire l’aide : elle va à sa case IN.
lesson-split-why = Un sept peut se partager entre deux billes : tu choisis de combien avance la première, l’autre fait le reste.
lesson-joker-why = Un joker prend la place de la bille de n’importe qui, même depuis le START. Cette bille retourne à son START.
prompt-lesson-done = Voilà le jeu
more-lesson-done = Les cinq billes de toi et de ton partenaire dans HOME, et c’est gagné. On y entre par la case IN, avec un compte exact. Joue maintenant.
join-text = Scanne le code avec un téléphone. Chaque téléphone reçoit une place et une main à lui.
join-free = libre
join-taken = ici
join-machine = ordinateur
join-here = Je joue sur cet écran
join-machines = Les ordinateurs prennent les places libres
join-done = Au plateau
join-title = Tu joues { $who }
join-name = Ton nom
join-do = Jouer
ok = OK
back = Reprendre
back-answer = Retour
end-confirm = Finir maintenant
end-undo = Continuer
undo = Annuler
nothing-ok = Il n’y a rien à confirmer maintenant.
nothing-back = Il n’y a pas encore de coup à reprendre.
nothing-help = Pose d’abord une carte : Aide éclaire alors ce qu’elle peut faire.
chart = Cartes
chart-title = Ce que peuvent les cartes
pick-title = Laquelle ?
help = Aide
cancel = Annuler
close = Fermer
save = Enregistrer
new-game = Nouvelle partie
rematch = Revanche, places tournées
pair-device = Associer cet appareil
this-device = Cet appareil
names = Noms
give-up = Abandonner
watching = Tu regardes. Pour jouer, associe cet appareil, ou ouvre l’adresse que montre le terminal de la table.
take-back-title = Reprendre le coup de { $who } ?
take-back-do = Le reprendre
take-back-play = Coup { $n } : { $text }
take-back-then = Alors ces billes reviennent :
take-back-last = Reprendre le dernier coup ?
discard-title = Défausser { $card } ?
discard-do = Défausser
abandon-title = Abandonner cette partie ?
abandon-text = Elle se termine ici sans gagnant. Ce qui a été joué reste noté. Tu peux l’annuler pendant une minute.
abandon-for-new = La partie du plateau se termine ici sans gagnant et la nouvelle commence aussitôt. Cela ne peut pas être annulé.
abandon-begin = Finir et commencer
abandon-do = L’abandonner
give-up-title = Abandonner ?
give-up-text = La partie se termine quand les partenaires sont d’accord aussi.
give-up-who = Joueur
give-up-do = Demander aux partenaires
lay-card = Poser { $card }
hand-whose = À qui sont les cartes de cet appareil ?
hand-look = { $who } : voir mes cartes
hand-hide = Couvrir
new-title = Une nouvelle partie
new-begin = Commencer
new-running = La partie du plateau est abandonnée quand une nouvelle commence ; son relevé reste.
new-abandon = Abandonner cette partie
new-rules = Règles
new-players = Joueurs
new-player-count = { $n } joueurs
new-cards = Cartes
new-cards-dealt = Données par la table : pas besoin de cartes
new-cards-seat = Un lecteur de cartes à chaque place
new-cards-table = Un lecteur de cartes pour la table
new-cards-none = Sans cartes
new-mode = Mode
new-mode-play = Jeu : amical, on peut reprendre
new-mode-referee = Arbitre : un coup compte
new-mode-training = Entraînement : conseils et reprises
new-people = Des joueurs simulés jouent toutes les places
house-title = Règles maison
word-on = oui
word-off = non
word-published = comme publié
switch-default = { $word } (publié)
names-title = Qui est assis où
names-legend = Noms
names-player = Qui joue la place { $seat }
level-person = une personne
level-easy = ordinateur : facile
level-steady = ordinateur : solide
level-strong = ordinateur : fort
level-expert = ordinateur : expert
names-label = Nom à la place { $seat }
device-seat = Ma place
device-seat-none = Place A en bas
device-seat-of = { $who } en bas
device-plays = Je joue
device-plays-none = Les cartes de personne
device-plays-of = Les cartes de { $who }
device-sleeps = Cet appareil peut s’éteindre tout seul pendant le jeu : un navigateur ne le garde éveillé que pour une page en https, ou sur la table même.
device-sound = Sons : carte, coup, prise, erreur, victoire
houses-title = Jouer avec un autre plateau
houses-invite-text = Donne des places à un autre plateau. Une nouvelle partie commence, et un code pour ce plateau s’affiche ici.
houses-join-text = Ou rejoins la partie d’un autre plateau avec son code.
houses-seats = Ses places
houses-seats-example = B, D
houses-way-example = vide : sur ce réseau
houses-way = Voie
houses-code = Code
houses-guide = À l’autre plateau, tape ou colle le code : Partie, Jouer avec un autre plateau, Rejoindre. L’appareil photo d’un téléphone montre le code QR comme texte. Avec l’adresse de la page de l’autre plateau, le code QR ouvre cette page avec le code rempli.
houses-page = Page de l’autre plateau, si tu la connais
houses-page-example = http://ADRESSE:8080
houses-invite = Inviter
houses-join = Rejoindre
houses-withdraw = Retirer
houses-asked = On demande à l’autre plateau s’il est d’accord.
houses-agree = D’accord
houses-decline = Refuser
houses-thumbs-up = Pouce levé
houses-one-moment = Un instant, s’il te plaît
pair-text = Regarder est libre. Pour jouer depuis cet appareil, tape le code que la page sur la table même montre sous Partie.
pair-code-field = Code
pair-do = Associer
pair-picture = Code QR qui associe un autre appareil
pair-line = Un autre appareil s’associe avec ce code QR ou avec ce code :
game-title = La partie
game-none-yet = Aucune partie
game-mode-referee = avec arbitre
game-mode-training = entraînement
game-cards-table = un lecteur de cartes
game-cards-none = sans cartes
game-cards-dealt = cartes données par la table
game-plays = Coups
game-plays-none = Rien n’a encore été joué.
game-step = Étape de la partie
game-step-of = Étape { $n } sur { $of }
game-replay = Revoir
game-first = Au début
game-previous = Une étape en arrière
game-next = Une étape en avant
game-last = À la fin
game-live = Retour à la partie
game-autoplay = ▶ Tout revoir
game-autoplay-stop = Arrêter
game-better = Mieux : { $better }.
game-beginning = Le début
game-amended = changé
game-taken-back = repris
game-keep = Garder la partie
game-share = Partager (un fichier HTML)
game-record = Relevé
game-json = JSON
game-picture = Image
game-print = Imprimer
book-title = Le livre : toutes les parties de cette table
book-reading = Les parties gardées sont lues …
book-none = Aucune partie n’est encore gardée.
book-player = Joueur
book-games = Parties
book-won = Gagnées
book-sent = Renvoyées
book-closest = Fin la plus serrée
book-abandoned = sans fin, { $plays } coups
book-open = pas finie, { $plays } coups
book-export = Enregistrer le livre
book-forget = Oublier { $name }
book-forget-title = Oublier { $name } ?
book-forget-text = Le nom quitte le livre et la liste des parties, et les parties suivantes comptent de nouveau. Le journal, qui ne peut pas être changé, le garde.
book-forget-do = Oublier le nom
shared-board = Le plateau
stats-title = Statistiques
stats-player = Joueur
stats-plays = Coups
stats-out = Sorties
stats-home = Rentrées
stats-bumps = Prises
stats-bumped = Perdues
stats-discards = Défausses
stats-time = Temps
stats-graph = Billes à la maison au fil des coups, une ligne par équipe
stats-play-count = { $n } coups
end-hands = Les cartes restées dans les mains
end-secret = La donne se vérifie : toutes les cartes viennent de { $secret }, dont le relevé contient le SHA-256 depuis le début.
end-look = Voir la partie
rules-house = Règles maison
rules-changed = { $meaning } : { $ours } (publié : { $theirs })
people-title = Joueurs simulés
people-playing = jouent
people-paused = attendent
people-off = sont partis
people-over = ont fini
people-play = Jouer
people-pause = Pause
people-step = Étape
people-mistake = Faire une erreur
people-by-hand = À la main
people-speed = Vitesse
people-times = { $n }×
people-times-label = { $n } fois
readers-title = Lecteurs de cartes
readers-suit = Couleur
readers-any = toutes
readers-any-label = n’importe quelle couleur
readers-place = Au lecteur de
readers-turn = du tour
readers-turn-label = à la place dont c’est le tour
readers-seat-label = à la place { $seat }
readers-lies-table = sur la table
readers-lies-seat = devant { $who }
readers-take-off = Enlever
readers-take-off-table = Enlever { $card } du lecteur de la table
readers-take-off-seat = Enlever { $card } du lecteur { $seat }
readers-shuffled = Les cartes ont été mélangées
referee-title = Arbitre
referee-label = L’arbitre décide
referee-by = Décidé par
referee-by-none = la page
referee-why = Pourquoi
referee-let-stand = Laisser ainsi
referee-take-back = Reprendre le dernier coup
workshop-by-hand = Les gens portent les billes
workshop-hint = Ici tu essaies ce qu’un plateau entend et ce que font les joueurs simulés. Seul un appareil associé le peut.
tournament-follow = suivre
colour = { $seat ->
    [A] rouge
    [B] bleue
    [C] verte
    [D] jaune
    [E] violette
    [F] blanche
    [G] turquoise
   *[H] noire
}
card-unknown = une carte
hole-name-what = { $name }, { $what }
hole-empty = { $name } : vide
hole-marble = { $name } : bille de { $who }
hole-lit = { $label } ; éclairée : { $light }
lens-start = START { $seat }
tray-marble = Bille de { $who }, dans une main
tray-marble-from = Bille de { $who }, de { $from }, dans une main
way-on = avance de { number }
way-back = recule de { number }
way-split = partage le { number } entre deux billes
prompt-over = { $count ->
    [0] La partie se termine sans gagnant
    [one] { $names } gagne !
   *[other] { $names } gagnent !
}
prompt-play = { $who }, { $ways }
more-play = { $card }
prompt-place = { $who }, pose-la en { $holes }
prompt-place-part = { $who }, avance-la d’une part
more-place = { $card }
more-place-parts = { $also ->
    [yes] Ou en { $parts }
   *[no] En { $parts }
}
more-place-many = { $also ->
    [yes] Ou en { $parts } ; une autre bille fait le reste.
   *[no] En { $parts } ; une autre bille fait le reste.
}
more-place-part = { $hole }, puis une autre bille { number }
prompt-not-this = { $who }, cette bille n’a pas de coup avec { a-card }
prompt-no-play = { $who } n’a pas de coup avec { a-card }
prompt-rest = { $done } sur { $of }. Avance maintenant une autre bille de { number }
prompt-rest-back = { $done } sur { $of }. Recule maintenant une autre bille de { number }
more-rest = { $who } partage le { $of }.
more-rest-to = En { $holes }.
more-exchange = { $holes }
prompt-carry = Porte la bille de { $whose } en { $holes }
prompt-carry-start = Porte la bille de { $whose } au START ({ $holes })
prompt-carry-in-spot = Porte la bille de { $whose } à la case IN { $holes }
prompt-mend = Remets { $marble } { $place }
mend-the = la bille
mend-whose = la bille de { $whose }
mend-at = la bille qui est en { $hole }
mend-at-start = la bille qui est au START
mend-to = en { $hole }
mend-to-start = au START
more-ask = Soulève et repose la bille en { $holes }.
prompt-must-play = { $who }, { a-card } a un coup
more-deal = Montre-la au lecteur de cette place, puis mets-la à l’endroit { $place } de la main { colour }.
more-deal-one-reader = Montre-la au lecteur, puis mets-la à l’endroit { $place } de la main { colour }.
prompt-turn-over = Retourne la carte { $place } de la main { colour }
prompt-turn-over-again = Pose encore la carte de { $who } : { $card }
more-turn-over = Pose-la sur le lecteur.
more-turn-over-again = Son coup a été repris.
plays-card = { $who } joue { a-card }
discards-card = { $who } défausse { a-card }
carried = porte la bille de { $from } à { $to }
carried-of = porte la bille de { $whose } de { $from } à { $to }
carried-swap = échange les billes de { $from } et { $to }
moved = une bille va de { $from } à { $to }
moved-of = la bille de { $whose } va de { $from } à { $to }
moved-swap = les billes de { $from } et { $to } échangent leurs places
prompt-carry-legs = { $legs }
more-machine-carry = { plays-card }.
more-machine-plays = { $legs }.
more-far-carry = { $who } joue { a-card } sur un autre plateau.
more-far-plays = { $legs }.
more-tap-card = { $must ->
    [yes] Joue une carte éclairée : elle peut avancer une bille.
   *[no] {""}
}
more-tap-marble = { $card }. Les billes éclairées peuvent jouer.
more-tap-hole = { $card }. Ou touche une autre bille.
more-tap-rest = { $card }, partagé entre deux billes.
prompt-ended = { $count ->
    [0] La partie est finie
    [one] { $names } abandonne
   *[other] { $names } abandonnent
}
more-ended = { $count ->
    [0] Personne ne gagne. Cela compte après une minute.
   *[other] Cela compte après une minute.
}
prompt-give-up = { $who }, abandonnes-tu avec { $by } ?
prompt-give-up-alone = { $by }, abandonnes-tu ?
take-back-marble = { $who } : de { $from }, retour en { $to }
discard-text = { $who } n’a pas de coup avec { a-card }. La poser la défausse et termine le tour.
lay-rank = Poser { a-card }
house-changed = { $n ->
    [0] comme publié
    [one] ★ 1 changée
   *[other] ★ { $n } changées
}
names-hint = Place { $seat }
names-hint-with = Place { $seat }, avec { $partners }
houses-picture = Code QR pour le plateau avec { $seats }
houses-code-line = Pour le plateau avec { $seats }, par { $via } :
houses-code-line-here = Pour le plateau avec { $seats }, sur ce réseau :
houses-there = { $count ->
    [one] { $seats } joue sur un autre plateau.
   *[other] { $seats } jouent sur un autre plateau.
}
houses-joined = Ce plateau joue { $seats } dans la partie d’un autre plateau.
book-apart = { $n ->
    [one] { $n } bille
   *[other] { $n } billes
}
book-game = Partie { $n }
book-game-when = Partie { $n }, { $when }
book-won-by = gagnée par { $names }, { $plays } coups
shared-heading = { $sides }, { $when }
end-title = { $count ->
    [0] Personne n’a gagné
    [one] { $names } gagne !
   *[other] { $names } gagnent !
}
end-decided = Décidé par { $by }.
end-decided-why = Décidé par { $by } : { $text }.
tournament-round = Ronde { $round }, table { $table }
tournament-round-until = Ronde { $round }, table { $table }, jusqu’à { $until }
tournament-team = { $name } ({ $people })
lesson-out-card = Touche ta carte ({ rank-name }) : elle sort une bille
lesson-out-marble = Touche une bille dans ton START
lesson-count-card = Touche le { rank-name }, pour avancer de { number } cases
lesson-count-marble = Touche ta bille en A8 : elle va en A14
lesson-bump-card = Touche le { rank-name } : la bille de Bea est { number } cases devant
lesson-bump-marble = Touche ta bille en A14 : elle tombe sur celle de Bea
lesson-split-card = Touche le { rank-name } : deux billes le partagent
lesson-split-marble = Touche une bille éclairée : elle fait une part du sept
lesson-split-hole = Touche une case éclairée, la première part du sept
lesson-split-rest = Touche l’autre bille éclairée pour le reste
lesson-joker-card = Touche le { rank-name }
lesson-joker-marble = Touche une bille dans ton START : elle prend la place de celle de Dan
keys-title = Touches sur le plateau
key-cards = 2 … 9, 0, 1, J, Q, K, X
key-cards-do = poser une carte (0 est le dix, 1 l’as, J le valet, Q la dame, K le roi, X un joker)
key-next = . et ,
key-next-do = à la bille suivante et précédente du joueur dont c’est le tour ; avec une bille en main, à la case suivante pour elle
key-enter = Entrée ou Espace
key-enter-do = soulever ou poser une bille
key-count = 1 … 9, 0
key-count-do = avec une bille en main : autant de cases en avant (0 est dix) ; après − autant en arrière
key-along = ← →
key-along-do = une case plus loin sur l’anneau, un couloir ou un START
key-inward = ↑ ↓
key-inward-do = vers l’intérieur au couloir et au START, et retour à l’anneau
key-seat = A … H
key-seat-do = à la case OUT de cette place ; Page haut et bas à celle de la suivante
key-escape = Échap
key-escape-do = remettre la bille qui est en main
key-buttons = O, T, ?
key-buttons-do = OK ; reprendre ; ces touches
link-silent = { $who } ne répond pas.
link-not-done = { $who } ne l’a pas fait.
link-not-given = { $who } n’a pas donné de réponse ({ $name }).
link-table = La table
link-desk = La direction du tournoi
analysis-title = Où la partie a basculé
analysis-graph = Les chances de gagner de chaque équipe au fil des coups
analysis-plays = { $n } coups
analysis-means = Chaque point est la moyenne d’un tour de coups : la chance est vue par le joueur qui vient de jouer.
analysis-wait = Chaque coup est pesé …
analysis-no-hands = Les mains ne sont pas connues, donc les coups ne sont pas pesés.
analysis-none = Aucun coup n’a coûté 3 % ou plus.
analysis-costly = Les coups qui ont coûté le plus
analysis-mistake = Le coup { $action } a coûté { $cost } : { $said }. Mieux : { $instead }.
analysis-luck = { $names } : { $skill } ; { $luck }.
skill-best = joué sans choix coûteux
skill-good = bien choisi, peu perdu
skill-some = quelques chances offertes
skill-many = beaucoup de chances offertes
luck-neither = les cartes n’ont aidé personne
luck-helped-little = les cartes ont un peu aidé
luck-helped-lot = les cartes ont beaucoup aidé
luck-against-little = les cartes étaient un peu contre
luck-against-lot = les cartes étaient très contre
analysis-hint = Les cartes : tous les gains et pertes de chance qu’aucun coup coûteux n’explique.
analysis-go = Touche un point de la courbe, ou un coup, pour le voir sur le plateau.
language-title = Langue
language-automatic = Comme cet appareil

device-plain = Grand et simple : gros caractères, lumières et couleurs au lieu des numéros de case
device-speaks = Lire à voix haute ce qu’il faut faire
prompt-look = { $who }, regarde tes cartes
more-look = Touche les cartes couvertes.
plain-marble = { $seat ->
    [A] la bille rouge éclairée
    [B] la bille bleue éclairée
    [C] la bille verte éclairée
    [D] la bille jaune éclairée
    [E] la bille violette éclairée
    [F] la bille blanche éclairée
    [G] la bille turquoise éclairée
    [H] la bille noire éclairée
   *[none] la bille éclairée
}
prompt-place-lit = { $who }, pose-la sur une case éclairée
more-lit = Les lumières montrent où.
more-ask-lit = Soulève et repose une bille éclairée.
prompt-carry-lit = Porte { $marble } sur la case éclairée
prompt-carry-lit-start = Porte { $marble } à son START
prompt-mend-lit = Remets { $marble } sur la case éclairée
more-trail = La trace sur le plateau le montre.
