### Français : les règles.

rules-texas = Les règles de tournoi : partenaires face à face, cinq cartes en main. Un as avance de 1 ou 11, un 7 peut se partager, un 8 recule ; carte posée, carte jouée.
rules-own-deck = Deux équipes, chacun ses cartes et six en main. Un 9 peut se partager comme un 7, chaque part en avant ou en arrière.
rules-marbles-and-jokers = Deux équipes, trois ou quatre jeux mélangés et sept cartes en main. Un joker n’est pas obligatoire ; une bille dont le compte n’entre pas dans son couloir refait un tour.
rules-joker-board = Seul ou en équipes, avec beaucoup de jokers. Un joker n’est obligatoire que si rien à toi n’est en jeu ; les partenaires poussés peuvent s’enchaîner de case IN en case IN.
rules-pegs-and-jokers = De trois à huit joueurs sur des plateaux reliés. Un 2 peut échanger deux billes, un 9 avance avec une bille et recule avec une autre.

rule-title-setup = Mise en place
rule-title-cards = Cartes
rule-title-bumping = Prendre
rule-title-home = HOME
rule-title-must-play = Obligation de jouer
rule-title-helping = Aider
rule-title-winning = Gagner
label-ace = As
label-jack = Valet
label-queen = Dame
label-king = Roi
label-j-q-k = V D R
label-joker = Joker
rule-players = { $numbers } joueurs : { $teams }.
rule-alone = chacun pour soi
rule-teams-opposite = { $teams } équipes de { $size }, les partenaires sont face à face
rule-teams-other = { $teams } équipes de { $size }, les partenaires sont un joueur sur deux
rule-marbles = Chacun a { $count } billes au START, et toutes vont dans le sens des aiguilles. De ton côté, la 8e case est ta case OUT, la 3e ta case IN, où part le couloir vers ton HOME.
rule-pile = Une pioche : { $decks }.
rule-pile-for = Une pioche ({ $numbers } joueurs) : { $decks }.
rule-piles-own = Chacun a sa pioche et sa défausse : { $decks }.
rule-piles-own-for = Chacun a sa pioche et sa défausse ({ $numbers } joueurs) : { $decks }.
rule-decks = { $packs ->
    [one] { $packs } jeu de cartes
   *[other] { $packs } jeux de cartes
} { $jokers ->
    [0] sans joker
    [one] avec 1 joker
   *[other] avec { $jokers } jokers
}{ $each ->
    [yes] {" "}chacun
   *[no] {""}
}, { $total } cartes
rule-half-decks = { $packs ->
    [one] { $packs } demi-jeu de cartes
   *[other] { $packs } demi-jeux de cartes
} { $jokers ->
    [0] sans joker
    [one] avec 1 joker
   *[other] avec { $jokers } jokers
}{ $each ->
    [yes] {" "}chacun
   *[no] {""}
}, { $total } cartes
rule-begins = Le joueur à gauche du donneur commence, et on joue dans le sens des aiguilles.
rule-draw-first = { $count } cartes en main : à ton tour, pioche d’abord une carte, puis joues-en une.
rule-draw-after = { $count } cartes en main : joues-en une, avance, puis pioche.
rule-forgot-two = Si le suivant joue avant que tu pioches, tu en pioches deux, mais seulement après ton coup suivant.
rule-forgot-any = Une pioche oubliée peut se faire à tout moment.
rule-reshuffle = Quand la pioche est vide, on mélange les défausses pour en faire une nouvelle.
rule-ace = du START à ta case OUT, ou 1 en avant
rule-ace-11 = du START à ta case OUT, ou 1 ou 11 en avant
rule-two = 2 en avant
rule-two-swap = 2 en avant, ou échange une de tes billes de l’anneau avec une autre couleur
rule-plain = en avant d’autant de cases que dit la carte
rule-seven = 7 en avant, ou partagé en avant entre { $whose ->
    [team] deux billes de ton équipe
   *[own] deux de tes billes
}{ rule-rest }
rule-rest = { $rest ->
    [yes] {" "}; si la première rentre ta dernière bille, la seconde peut être celle du partenaire que tu aides alors
   *[no] {""}
}
rule-eight = 8 EN ARRIÈRE, une bille
rule-nine-whole = 9 en avant{ $back ->
    [yes] {" "}ou 9 en arrière
   *[no] {""}
}
rule-between = { $whose ->
    [team] deux billes de ton équipe
   *[own] deux de tes billes
}, { $ways ->
    [any] chacune en avant ou en arrière
   *[each] l’une en avant et l’autre en arrière
}, 9 en tout
rule-nine-split = { rule-nine-whole }, ou partagé entre { rule-between }{ rule-rest }
rule-nine-must = partagé entre { rule-between } ; avec une seule bille en jeu { rule-nine-whole }{ rule-rest }
rule-face = du START à ta case OUT, ou { $count } en avant
rule-joker = ta bille, du START ou de l’anneau, prend la place d’une autre couleur sur l’anneau{ $any ->
    [yes] , ou va sur n’importe quelle case vide de l’anneau
   *[no] {""}
}{ $out ->
    [yes] {" "}; ou du START à ta case OUT
   *[no] {""}
}{ $swap ->
    [yes] {" "}; depuis l’anneau, les deux billes échangent leurs places et aucune n’est prise
   *[no] {""}
}
rule-forfeit = Une part d’un 7 ou d’un 9 peut mener une bille de l’anneau dans son couloir ; le reste est perdu.
rule-whole = Toujours le compte entier de la carte.
rule-whole-otherwise = Sinon toujours le compte entier de la carte.
rule-pass = Tu peux dépasser les billes des autres. Les tiennes, tu ne les dépasses jamais, et tu ne tombes pas dessus.
rule-bump = La bille d’un adversaire sur laquelle tu tombes retourne à son START.
rule-partner = La bille d’un partenaire sur laquelle tu tombes va à sa case IN.
rule-in-spot-illegal = Si ton partenaire a déjà une bille sur cette case IN, le coup n’est pas permis.
rule-in-spot-start = Si ton partenaire a déjà une bille sur cette case IN, l’une des deux va au START.
rule-in-spot-opponent = La bille d’un adversaire sur cette case IN va à son START.
rule-chain = Une autre bille de ton équipe sur cette case IN va à sa propre case IN, et ainsi de suite.
rule-no-chain = Avec une autre bille de ton équipe sur cette case IN, le coup n’est pas permis.
rule-own-in-spot = Une bille sur sa propre case IN ne peut pas être prise par sa propre équipe.
rule-safe = Une bille sur sa propre case OUT est à l’abri : personne ne tombe dessus ni ne l’échange.
rule-exact = On entre dans le couloir avec un compte exact, et les billes ne s’y dépassent pas.
rule-branch-free = Une bille dont le compte tombe juste peut entrer dans son couloir ou continuer sur l’anneau.
rule-branch-forced = Une bille dont le compte tombe juste doit entrer dans son couloir.
rule-go-round = Une bille dont le compte est trop grand continue autour de l’anneau.
rule-wait = Une bille dont le compte est trop grand pour son couloir attend : elle ne dépasse pas sa case IN.
rule-no-back = Rien n’entre en arrière dans un couloir ni n’y recule. Dans le couloir une bille est à l’abri.
rule-discard-free = Tu peux toujours défausser une carte au lieu d’en jouer une.
rule-must = Si une de tes cartes peut avancer une bille, tu dois en jouer une qui le peut, même à ton détriment.
rule-joker-only-play = Un joker compte aussi : si aucune autre carte ne peut, tu dois le jouer.
rule-joker-nothing-in-play = Un joker ne compte que si toutes tes billes sont au START : sinon tu peux le garder.
rule-joker-never = Un joker ne compte pas : tu peux le jouer, ou le garder et défausser une autre carte.
rule-none-can = Si aucune ne peut, défausse une carte ; c’est ton tour.
rule-free-start = À la { $count }e défausse de suite faute de coup, tu peux sortir une bille.
rule-nobody-helps = Chacun joue pour soi : personne n’aide.
rule-any-time = Tu peux avancer les billes de tes partenaires comme les tiennes, dès le début.
rule-help-left = Quand toutes tes billes sont rentrées, dès ton tour suivant tu joues celles de ton partenaire ; s’il y en a plusieurs, celles du premier à ta gauche qui n’a pas fini.
rule-help-any = Quand toutes tes billes sont rentrées, dès ton tour suivant tu joues celles d’un partenaire quelconque.
rule-help-none = Quand toutes tes billes sont rentrées, dès ton tour suivant tu ne fais que défausser : personne n’avance les billes d’un partenaire.
rule-win-player = Le premier joueur dont les { $count } billes sont rentrées gagne, et toute son équipe avec lui.
rule-win-team = La première équipe, ou le joueur seul, dont les { $count } billes de chacun sont rentrées gagne.

switch-ace-11 = un as avance aussi de 11
switch-face-values-11-12-13 = valet, dame, roi avancent de 11, 12, 13 au lieu de 10
switch-two-swap = un 2 peut échanger une bille de l’anneau avec une autre couleur
switch-nine-mode = comment un 9 se partage : pas, une part en avant et une en arrière, chaque part au choix, ou obligatoire (une et une) sauf avec une seule bille en jeu
switch-nine-unsplit-backward = un 9 entier peut aussi reculer
switch-seven-scope = à qui sont les billes d’un 7 partagé
switch-nine-scope = à qui sont les billes d’un 9 partagé
switch-seven-remainder-to-partner = le reste d’un 7 dont la première part rentre la dernière bille va au partenaire aidé
switch-nine-remainder-to-partner = de même pour un 9, dans l’autre sens
switch-partial-7-9-forfeit = une part d’un 7 ou d’un 9 peut mener une bille de l’anneau dans son couloir, le reste est perdu
switch-play-for-partner-any-time = les billes des partenaires peuvent avancer dès le début
switch-joker-forced = quand un joker jouable doit être joué au lieu de défausser
switch-joker-comes-out = un joker peut simplement sortir une bille sur sa case OUT
switch-joker-any-hole = un joker peut aussi aller sur une case vide de l’anneau
switch-joker-true-swap = un joker depuis l’anneau échange les deux billes
switch-in-spot-same-colour = un partenaire irait à une case IN de sa couleur : interdit, ou l’une des deux va au START
switch-in-spot-chain = une autre bille de l’équipe sur cette case IN va à la sienne, ou le coup est interdit
switch-start-hole-safe = on ne peut ni tomber sur une bille sur sa propre case OUT ni l’échanger
switch-home-branch = entrer dans le couloir quand le compte tombe juste
switch-home-overshoot = une bille dont le compte n’entre pas continue autour, ou ne dépasse pas sa case IN
switch-help-order = qui aide un joueur qui a fini
switch-win-condition = toute l’équipe est rentrée, ou son premier joueur
switch-team-layout = deux équipes alternées, paires face à face, ou chacun seul ; les nombres impairs et deux jouent toujours seuls
switch-marbles-per-player = billes de chaque joueur, toutes dans le couloir pour être rentré
switch-hand-size = cartes en main
switch-draw-first = piocher avant de jouer, pas après
switch-forgot-draw-penalty = une pioche oubliée se fait après le coup suivant
switch-draw-pile = une pioche pour la table, ou une par joueur
switch-decks = jeux de cartes à la table, ou par pioche
switch-decks-per-player = le nombre de jeux compte par joueur, mélangés ensemble
switch-half-deck = un demi-jeu : les cartes d’une couleur et un joker
switch-jokers = jokers dans chaque jeu
switch-free-start-after = après tant de défausses de suite, une sortie gratuite
switch-discard-free = on peut défausser même si une carte se joue
word-none = pas
word-one-each-way = une et une
word-any-way = au choix
word-must = obligatoire
word-own = les siennes
word-team = de l’équipe
word-never = jamais
word-nothing-in-play = si rien n’est en jeu
word-only-play = si lui seul se joue
word-illegal = interdit
word-one-to-start = une au START
word-chain = en chaîne
word-free = libre
word-forced = obligé
word-go-round = un tour de plus
word-wait = attendre
word-left = à gauche
word-any = n’importe qui
word-player = joueur
word-two-teams = deux équipes
word-pairs = paires
word-alone = seuls
word-shared = commune
