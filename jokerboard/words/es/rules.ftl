### Español: las reglas.

rules-texas = Las reglas de torneo: compañeros enfrente, cinco cartas en la mano. Un as mueve 1 u 11, un 7 se puede repartir, un 8 va hacia atrás; carta puesta, carta jugada.
rules-own-deck = Dos equipos, cada uno con su propia baraja y seis cartas en la mano. Además del 7 se puede repartir un 9, cada parte adelante o atrás.
rules-marbles-and-jokers = Dos equipos, tres o cuatro barajas mezcladas y siete cartas en la mano. Un comodín no es obligatorio; una canica cuya cuenta no cabe en su carril da otra vuelta.
rules-joker-board = En solitario o en equipos, con muchos comodines. Un comodín solo es obligatorio mientras no tengas nada en juego; los compañeros golpeados pueden encadenarse de casilla IN en casilla IN.
rules-pegs-and-jokers = De tres a ocho jugadores en tableros unidos. Un 2 puede cambiar dos canicas, un 9 va adelante con una canica y atrás con otra.

rule-title-setup = Preparación
rule-title-cards = Cartas
rule-title-bumping = Comer
rule-title-home = HOME
rule-title-must-play = Obligación de jugar
rule-title-helping = Ayudar
rule-title-winning = Ganar
label-ace = As
label-jack = Jota
label-queen = Reina
label-king = Rey
label-j-q-k = J Q K
label-joker = Comodín
rule-players = { $numbers } jugadores: { $teams }.
rule-alone = cada uno por su cuenta
rule-teams-opposite = { $teams } equipos de { $size }, los compañeros se sientan enfrente
rule-teams-other = { $teams } equipos de { $size }, los compañeros son uno de cada dos jugadores
rule-marbles = Cada jugador tiene { $count } canicas en START y todas van en el sentido del reloj. En tu lado, la 8.ª casilla es tu casilla OUT y la 3.ª tu casilla IN, donde sale el carril a tu HOME.
rule-pile = Un mazo para robar: { $decks }.
rule-pile-for = Un mazo para robar ({ $numbers } jugadores): { $decks }.
rule-piles-own = Cada uno tiene su propio mazo y sus descartes: { $decks }.
rule-piles-own-for = Cada uno tiene su propio mazo y sus descartes ({ $numbers } jugadores): { $decks }.
rule-decks = { $packs ->
    [one] 1 baraja
   *[other] { $packs } barajas
} { $jokers ->
    [0] sin comodines
    [one] con 1 comodín
   *[other] con { $jokers } comodines
}{ $each ->
    [yes] {" "}cada una
   *[no] {""}
}, { $total } cartas
rule-half-decks = { $packs ->
    [one] 1 media baraja
   *[other] { $packs } medias barajas
} { $jokers ->
    [0] sin comodines
    [one] con 1 comodín
   *[other] con { $jokers } comodines
}{ $each ->
    [yes] {" "}cada una
   *[no] {""}
}, { $total } cartas
rule-begins = Empieza el jugador a la izquierda de quien reparte, y se juega en el sentido del reloj.
rule-draw-first = { $count } cartas en la mano: en tu turno primero robas una y luego juegas una.
rule-draw-after = { $count } cartas en la mano: juega una, mueve y luego roba una.
rule-forgot-two = Si el siguiente juega antes de que robes, robas dos, pero solo tras tu próxima jugada.
rule-forgot-any = Un robo olvidado se puede hacer en cualquier momento.
rule-reshuffle = Cuando se acaba el mazo, se barajan los descartes para hacer otro.
rule-ace = de START a tu casilla OUT, o 1 adelante
rule-ace-11 = de START a tu casilla OUT, o 1 u 11 adelante
rule-two = 2 adelante
rule-two-swap = 2 adelante, o cambia una de tus canicas del anillo por una de otro color
rule-plain = adelante tantas casillas como dice la carta
rule-seven = 7 adelante, o repartido hacia delante entre { $whose ->
    [team] dos canicas de tu equipo
   *[own] dos de tus canicas
}{ rule-rest }
rule-rest = { $rest ->
    [yes] ; si la primera lleva a casa tu última canica, la segunda puede ser del compañero al que entonces ayudas
   *[no] {""}
}
rule-eight = 8 ATRÁS, una canica
rule-nine-whole = 9 adelante{ $back ->
    [yes] {" "}o 9 atrás
   *[no] {""}
}
rule-between = { $whose ->
    [team] dos canicas de tu equipo
   *[own] dos de tus canicas
}, { $ways ->
    [any] cada una adelante o atrás
   *[each] una adelante y la otra atrás
}, 9 en total
rule-nine-split = { rule-nine-whole }, o repartido entre { rule-between }{ rule-rest }
rule-nine-must = repartido entre { rule-between }; con una sola canica en juego { rule-nine-whole }{ rule-rest }
rule-face = de START a tu casilla OUT, o { $count } adelante
rule-joker = tu canica, de START o del anillo, ocupa el lugar de una de otro color en el anillo{ $any ->
    [yes] , o va a cualquier casilla vacía del anillo
   *[no] {""}
}{ $out ->
    [yes] ; o de START a tu casilla OUT
   *[no] {""}
}{ $swap ->
    [yes] ; desde el anillo las dos canicas cambian de lugar y ninguna se come
   *[no] {""}
}
rule-forfeit = Parte de un 7 o un 9 puede llevar una canica del anillo a su carril; el resto se pierde.
rule-whole = Siempre la cuenta entera de la carta.
rule-whole-otherwise = Si no, siempre la cuenta entera de la carta.
rule-pass = Puedes pasar a las canicas de otros. A las tuyas nunca las pasas ni caes sobre ellas.
rule-bump = La canica de un rival sobre la que caes vuelve a su START.
rule-partner = La canica de un compañero sobre la que caes va a su casilla IN.
rule-in-spot-illegal = Si tu compañero ya tiene una canica en esa casilla IN, la jugada no vale.
rule-in-spot-start = Si tu compañero ya tiene una canica en esa casilla IN, una de las dos va a START.
rule-in-spot-opponent = La canica de un rival en esa casilla IN va a su START.
rule-chain = Otra canica de tu equipo en esa casilla IN va a su propia casilla IN, y así sucesivamente.
rule-no-chain = Con otra canica de tu equipo en esa casilla IN la jugada no vale.
rule-own-in-spot = Su propio equipo no puede comer una canica en su casilla IN.
rule-safe = Una canica en su propia casilla OUT está a salvo: nadie cae sobre ella ni la cambia.
rule-exact = En el carril se entra con la cuenta exacta, y dentro las canicas no se adelantan.
rule-branch-free = Una canica cuya cuenta cabe puede entrar en su carril o seguir por el anillo.
rule-branch-forced = Una canica cuya cuenta cabe en su carril debe entrar.
rule-go-round = Una canica cuya cuenta es demasiado grande sigue dando la vuelta.
rule-wait = Una canica cuya cuenta es demasiado grande para su carril espera: no puede pasar de su casilla IN.
rule-no-back = Nada entra hacia atrás en un carril ni retrocede en él. En el carril una canica está a salvo.
rule-discard-free = Siempre puedes descartar una carta en vez de jugarla.
rule-must = Si una de tus cartas puede mover una canica, debes jugar una que pueda, aunque te perjudique.
rule-joker-only-play = Un comodín también cuenta: si ninguna otra carta puede mover, debes jugarlo.
rule-joker-nothing-in-play = Un comodín solo cuenta mientras todas tus canicas están en START: si no, puedes guardarlo.
rule-joker-never = Un comodín no cuenta: puedes jugarlo, o guardarlo y descartar otra carta.
rule-none-can = Si ninguna puede, descarta cualquiera; ese es tu turno.
rule-free-start = Al { $count }.º descarte seguido por no tener jugada puedes sacar una canica.
rule-nobody-helps = Cada uno juega por su cuenta: nadie ayuda.
rule-any-time = Puedes mover las canicas de tus compañeros igual que las tuyas, desde el principio.
rule-help-left = Cuando todas tus canicas están en casa, desde tu próximo turno juegas las de tu compañero; de varios, las del siguiente a tu izquierda que no esté en casa.
rule-help-any = Cuando todas tus canicas están en casa, desde tu próximo turno juegas las de cualquier compañero.
rule-help-none = Cuando todas tus canicas están en casa, desde tu próximo turno solo descartas: nadie mueve las canicas de un compañero.
rule-win-player = El primer jugador con sus { $count } canicas en casa gana, y con él todo su equipo.
rule-win-team = Gana el primer equipo, o jugador solo, con las { $count } canicas de todos en casa.

switch-ace-11 = un as mueve también 11
switch-face-values-11-12-13 = J, Q, K mueven 11, 12, 13 en vez de 10
switch-two-swap = un 2 puede cambiar una canica del anillo por una de otro color
switch-nine-mode = cómo se reparte un 9: no, una parte adelante y otra atrás, cada parte como se quiera, o es obligatorio (una y una) salvo con una sola canica en juego
switch-nine-unsplit-backward = un 9 entero también puede ir atrás
switch-seven-scope = de quién son las canicas que mueve un 7 repartido
switch-nine-scope = de quién son las canicas que mueve un 9 repartido
switch-seven-remainder-to-partner = lo que sobra de un 7 cuya primera parte lleva a casa la última canica va al compañero ayudado
switch-nine-remainder-to-partner = lo mismo para un 9, en la otra dirección
switch-partial-7-9-forfeit = parte de un 7 o un 9 puede llevar una canica del anillo a su carril, el resto se pierde
switch-play-for-partner-any-time = las canicas de los compañeros se pueden mover desde el principio
switch-joker-forced = cuándo hay que jugar un comodín posible en vez de descartar
switch-joker-comes-out = un comodín puede simplemente sacar una canica a su casilla OUT
switch-joker-any-hole = un comodín puede ir a cualquier casilla vacía del anillo
switch-joker-true-swap = un comodín desde el anillo cambia las dos canicas
switch-in-spot-same-colour = un compañero iría a una casilla IN con su propio color: prohibido, o una de las dos va a START
switch-in-spot-chain = otra canica del equipo en esa casilla IN sigue a la suya, o la jugada está prohibida
switch-start-hole-safe = sobre una canica en su propia casilla OUT no se puede caer ni cambiarla
switch-home-branch = entrar en el carril cuando la cuenta cabe
switch-home-overshoot = una canica cuya cuenta no cabe sigue dando la vuelta, o no puede pasar de su casilla IN
switch-help-order = a quién ayuda quien ha terminado
switch-win-condition = todo el equipo en casa, o su primer jugador
switch-team-layout = dos equipos alternos, parejas enfrente, o cada uno solo; números impares y dos juegan siempre solos
switch-marbles-per-player = canicas de cada jugador, todas en el carril para estar en casa
switch-hand-size = cartas en la mano
switch-draw-first = robar antes de jugar, no después
switch-forgot-draw-penalty = un robo olvidado se hace tras la próxima jugada
switch-draw-pile = un mazo para la mesa, o uno por jugador
switch-decks = barajas en la mesa, o de cada mazo
switch-decks-per-player = las barajas cuentan por jugador, mezcladas
switch-half-deck = media baraja: las cartas de un color y un comodín
switch-jokers = comodines en cada baraja
switch-free-start-after = tras tantos descartes seguidos, una salida gratis
switch-discard-free = se puede descartar aunque una carta tenga jugada
word-none = no
word-one-each-way = una y una
word-any-way = como se quiera
word-must = obligatorio
word-own = propias
word-team = del equipo
word-never = nunca
word-nothing-in-play = si no hay nada en juego
word-only-play = si es la única jugada
word-illegal = prohibido
word-one-to-start = una a START
word-chain = en cadena
word-free = libre
word-forced = obligado
word-go-round = otra vuelta
word-wait = esperar
word-left = izquierda
word-any = cualquiera
word-player = jugador
word-two-teams = dos equipos
word-pairs = parejas
word-alone = solos
word-shared = común
