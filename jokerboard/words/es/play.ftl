### Español: lo que pasa en el tablero. Canica: la bola. START y HOME se llaman como en el tablero.

a-card = { $rank ->
    [ace] un as
    [two] un dos
    [three] un tres
    [four] un cuatro
    [five] un cinco
    [six] un seis
    [seven] un siete
    [eight] un ocho
    [nine] un nueve
    [ten] un diez
    [jack] una jota
    [queen] una reina
    [king] un rey
    [joker] un comodín
    [this] esta carta
    [several] { $cards }
   *[any] una carta
}
rank-name = { $rank ->
    [ace] as
    [two] dos
    [three] tres
    [four] cuatro
    [five] cinco
    [six] seis
    [seven] siete
    [eight] ocho
    [nine] nueve
    [ten] diez
    [jack] jota
    [queen] reina
    [king] rey
    [joker] comodín
   *[any] carta
}
suit-name = { $suit ->
    [clubs] tréboles
    [diamonds] diamantes
    [hearts] corazones
   *[spades] picas
}
card-name = { $suit ->
    [none] { rank-name }
   *[any] { rank-name } de { suit-name }
}
number = { $n }
list-and = { $before } y { $last }
list-or = { $before } o { $last }
list-before = { $first }, { $next }
seat = Puesto { $seat }
machine-name = Máquina { $letter }
start = START
trip = la canica de { $who } de { $source } a { $target }
way-from-to = { $source } a { $target }
way-exchanged = { $source } cambiada por { $target }

play-discards = { $who } descarta { a-card }
play-nothing = { $who } no juega nada en este turno
play-splits = { $who } reparte { a-card }: { $ways }
play-exchanges = { $who } cambia las canicas de { $source } y { $target } con { a-card }
play-joker = { $who } pone una canica en { $target } con un comodín
play-joker-of = { $who } pone la canica de { $owner } en { $target } con un comodín
play-out = { $who } saca una canica con { a-card }
play-out-of = { $who } saca la canica de { $owner } con { a-card }
play-home = { $who } lleva una canica a casa con { a-card }
play-home-of = { $who } lleva a casa la canica de { $owner } con { a-card }
play-moves = { $who } mueve una canica de { $source } a { $target } con { a-card }
play-moves-of = { $who } mueve la canica de { $owner } de { $source } a { $target } con { a-card }
play-instead = { $play }, en lugar de la jugada { $n }
effects = { $play }; { $effects }
effect-in-spot = la canica de { $who } va a su casilla IN
effect-start = la canica de { $who } va a START
effect-start-two = las canicas de { $one } y { $two } van a START
discard = un descarte
somebody = alguien

turn-of = Le toca a { $who }
turn-of-then = le toca a { $who }
restored = El tablero vuelve a estar bien.
offer-new-game = Todas las canicas están en START. ¿Es una partida nueva?
take-back-done = La jugada { $n } se ha deshecho; { $turn }
game-final = El resultado es definitivo. Solo un árbitro puede reabrir la partida.
game-drawn = La partida termina y nadie la ha ganado.
game-won = { $count ->
    [one] ¡{ $names } gana la partida!
   *[other] ¡{ $names } ganan la partida!
}
decision = { $by } decide: { $what }; { $turn }
decision-why = { $by } decide: { $what } ({ $why }); { $turn }
decision-let-stand = se queda así
decision-take-back = se deshace
decision-correct = se corrige el tablero
which-play = { $who }, ¿qué jugada era? Levanta y vuelve a poner { $ways }.
which-way = { $hole } para { $way }
which-or = { $before }; o { $last }
put-it-back = { $text } Devuélvela a su sitio.
fault-over = El sensor de { $hole } vuelve a coincidir con el tablero.
fault-flickers = El sensor de { $hole } parpadea; no se tiene en cuenta hasta que vuelva a coincidir.
fault-sensor = El sensor de { $hole } no muestra lo que hay allí; no se tiene en cuenta hasta que vuelva a coincidir.
fault-device = { $device } no responde; mira su conexión.

wrong-come-out-safe = La canica de { $who } está a salvo en su propia casilla OUT { $hole }.
wrong-stands-on-in-spot = La canica de { $who } no puede estar en { $spot }: es la casilla IN a la que iría la canica de { $owner }.
wrong-in-spot-not-free = La canica de { $who } no puede caer sobre { $partner } en { $hole }: la casilla IN { $spot } de { $owner } no está libre.
wrong-lands-on-own = La canica de { $who } no puede caer sobre su propio color en { $hole }.
wrong-passes-own = La canica de { $who } no puede pasar a su propio color en { $hole } de camino a { $target }.
wrong-must-turn-home = La canica de { $who } debe entrar en su HOME en { $spot }, donde la cuenta la lleva a { $hole }.
wrong-past-in-spot = La canica de { $who } no puede pasar de su casilla IN { $spot } con una cuenta que no cabe en su HOME.
wrong-moved-back = Una canica en HOME solo avanza hacia dentro, no { $trip }.
wrong-backs-home = Nadie entra en HOME hacia atrás: la canica de { $who } sigue en el anillo y no va a { $hole }.
wrong-game-won = La partida está ganada: ya no se juega nada más.
wrong-where-it-was = La canica de { $who } está en { $hole }, donde ya estaba.
wrong-none-there = No había ninguna canica de { $who } en { $hole } para mover.
wrong-into-start = La canica de { $who } de { $hole } fue a START, y nada la envía allí.
wrong-no-exchange = { a-card } no cambia canicas.
wrong-exchange = { a-card } cambia tu canica del anillo por una de otro color, no { $holes }.
wrong-only-own = { $who } mueve ahora solo sus propias canicas, no { $trip }.
wrong-only-nobodys = { $who } no mueve ahora ninguna canica, tampoco { $trip }.
wrong-only-theirs = { $who } mueve ahora solo canicas de { $owners }, no { $trip }.
wrong-brings-none-out = { a-card } no saca ninguna canica de START.
wrong-too-many = { a-card } mueve como mucho { $most } de tus canicas, no { $count }.
wrong-no-card-so-many = Ninguna carta mueve así estas { $count } canicas.
wrong-joker-in-home = Un comodín no mueve canicas que están en HOME; la canica de { $who } se queda en { $hole }.
wrong-joker-needs-marble = Un comodín va sobre una canica de otro color en el anillo; en { $hole } no hay ninguna.
wrong-joker-exchanges = Aquí un comodín cambia las dos canicas; la otra va en { $hole }.
wrong-must-split = { a-card } debe repartirse aquí entre dos canicas.
wrong-come-out-only = La canica de { $who } sale de START a su casilla OUT { $hole } y no más lejos.
wrong-too-much-for-home = { a-card } es demasiado para HOME: la canica de { $who } no puede parar en { $hole }.
wrong-way-forward = { a-card } va hacia delante; { $trip } es hacia atrás.
wrong-way-backward = { a-card } va hacia atrás; { $trip } es hacia delante.
wrong-exchange-other = Para cambiar, la canica de { $who } de { $source } va a { $target }.
wrong-no-card = Ninguna carta lleva { $trip }.
wrong-other-home = HOME equivocado: { $trip }. Una canica solo entra en el suyo.
wrong-count = { a-card } mueve { $moves } { $most ->
    [1] casilla
   *[other] casillas
}{ $way ->
    [back] {" "}hacia atrás
   *[on] {""}
}; la canica de { $who } fue { number }{ $went ->
    [back] {" "}hacia atrás
   *[on] {""}
}, de { $source } a { $target }.
wrong-split-sum = Las dos partes suman { $total }; { $trips } no.
wrong-split-forward = Las dos partes van hacia delante; { $trips } no.
wrong-split-both-ways = Una parte va hacia delante y la otra hacia atrás; { $trips } no.
wrong-split = { $trips } no son las dos partes de esta carta.
wrong-half-a-split = { $trip } es solo una parte; otra canica mueve las otras { number }.
wrong-legs = Escrito así no es una jugada.
wrong-must-play = { a-card } se puede jugar; { $who } debe jugarla y no descartarla.
wrong-must-play-card = La carta { $card } se puede jugar y hay que jugarla; Ayuda muestra dónde.
wrong-board-differs = El tablero no está como en la partida.
wrong-play-stands = Esa jugada vale; carta puesta, carta jugada. Un árbitro puede deshacerla.
wrong-seen-twice = La carta { $card } ya se jugó y solo hay una hasta que se baraje.
wrong-not-shown = El tablero no muestra cómo se jugó; devuelve la canica iluminada y juega otra vez.
wrong-bumped = Una canica comida está en { $hole }; va { $place ->
    [start] en el START de { $who }
   *[in-spot] en la casilla IN de { $who }
}.
wrong-disturbed = Varias canicas están fuera de sitio; sigue las luces y devuélvelas una a una.
wrong-tag = La etiqueta { $tag } no es una carta de esta baraja; pon otra, o enséñale la carta.
wrong-laid-already = { $who } ya ha puesto una carta: { $card }. Carta puesta, carta jugada.
wrong-turn = Le toca a { $turn }, no a { $who }; la carta { $card } espera.
wrong-final = La partida es definitiva. Solo una decisión razonada la reabre.
wrong-machine-discards = Esa no es la jugada de la máquina; no muevas nada, como muestran las luces.
wrong-machines-play = Esa no es la jugada de la máquina; mueve { $ways }, como muestran las luces.

hint-no-play = Esta carta no tiene jugada.
hint-no-choice = Ahora no hay nada que elegir.
hint-discard = Pista: descarta { a-card }: { $why }.
hint-play = Pista: { $play }: { $why }.
hint-none = Pista: ninguna carta se puede jugar; descarta una.
hint-any = Pista: puedes jugar cualquier carta. Pon una; Ayuda dos veces muestra una buena jugada.
hint-cards = Pista: puedes jugar { $cards }. Pon una; Ayuda dos veces muestra una buena jugada.
why-only = no se puede hacer otra cosa
why-wins = así se gana la partida
why-best = ninguna otra jugada parece mejor
why-keeps-better = las cartas que quedan valen más
why-sends = así { $who } vuelve a START
why-home = { $count ->
    [1] así una canica llega a casa
   *[2] así dos canicas llegan a casa
}
why-pushes = así { $who } va a la casilla IN
why-out = así hay una canica más en el anillo
why-clears = así queda libre la salida de START
why-exit = { a-card } puede sacar después una canica
why-safe = así está a salvo de { $cards }
why-reaches = { a-card } podría después enviar a { $who } a START
why-fits = { a-card } podría después llevar una canica a casa
why-keeps = así guardas { a-card } para más tarde
why-in-spot = así llega a la casilla IN
why-farthest = ninguna otra jugada gana más casillas
why-farther = así gana más casillas que con { a-card }

saw-nothing = Todavía no se ha jugado nada.
saw-discard = { $who } no juega nada.
saw-way = El tablero vio { $facts }, así que la canica de { $who } fue de { $source } a { $target }.
saw-empty = { $hole } vacía
saw-full = { $hole } ocupada
saw-full-later = { $hole } ocupada { $seconds } s después
saw-taken = { $hole } estuvo vacía { $seconds } s, así que de allí se quitó la canica de { $who }.
saw-elsewhere = La canica de { $who } está en { $hole } y no va allí.
saw-in-hand = La canica de { $who } de { $hole } está en una mano.
explain-as-likely = Casi igual de probable.
explain-less-likely = Menos probable.
explain-hardly = Apenas posible.
explain-doubt = Significaría que { $what }.
explain-doubt-at = Significaría que { $what } ({ $hole }).
explain-not = Esta mesa no puede explicar lo que dice.

marble-some = una canica
marble-of-hole = la canica de { $hole }
marble-from = la canica de { $who } de { $hole }
marble-way = la canica de { $who } ({ $source } a { $target })
reading-times = { $text } ({ $n } veces)
reading-played = una jugada está completa
reading-choice = es una de varias jugadas de esa carta
reading-not-yet = la jugada quizá no ha terminado
reading-rare = solo un comodín que nadie vio explica la jugada
reading-reopened = la jugada anterior aún no ha terminado
reading-reopened-late = la carta siguiente ya estaba puesta
reading-passed = una carta no se juega
reading-repeated = una carta leída otra vez es otra igual
reading-adjusted = { $marble } vuelve a donde estaba
reading-kept = { $marble } estuvo mucho tiempo en una mano antes de volver
reading-amidst = otra canica con la que se puede cambiar está levantada mientras tanto
reading-touched = { $marble } solo se rozó
reading-alone = no había ninguna mano cerca cuando { $marble } se rozó
reading-snatched = { $marble } llega a donde otra acaba de irse
reading-blinked = { $marble } llega a donde otra faltó solo un momento
reading-sleeve = más bien una manga rozó esa casilla
reading-quick = { $marble } va más deprisa que una mano
reading-overtaken = { $marble } adelanta a una que acaba de dejar la casilla de al lado
reading-slid = { $marble } se vio en dos casillas a la vez
reading-owed-astray = { $marble } fue comida y va a donde no le toca
reading-lagging = { $marble } se vio mucho tiempo en dos casillas
reading-felt = la casilla notó la canica de al lado
reading-ghost = la casilla se llena y nadie tenía una canica
reading-vanished = la casilla se vacía y nadie sabe de quién era la canica
reading-swapped = { $marble } ocupa el lugar de otra de su color
reading-strayed = { $marble } se deja donde no le toca
reading-overstepped = { $marble } va a donde la carta no la lleva
reading-unasked = { $marble } se mueve antes de leerse su carta
reading-ahead = { $marble } estaba levantada antes de empezar el turno
reading-eager = { $marble } se levantó antes del turno y luego fue comida
reading-held = una jugada está a medias mientras nada se mueve
reading-early = una carta se pone antes de su turno
reading-faulty = el sensor falla, y solo esta lectura lo necesita
reading-faulty-shown = el sensor falla, como muestra una canica de la nada
reading-one-more = no hay más canicas, así que un sensor falla
reading-setback = una canica vuelve sin ser vista y la carta adelanta otra
reading-astray = la carta está en el lector de otro puesto
reading-overruled = una persona dijo otra cosa
reading-lively = un sensor sospechoso cambia
reading-hidden = un sensor sospechoso no ve una canica
reading-lifted = una canica del puesto en turno está en una mano
reading-on-its-way = una canica está de camino
reading-part = una parte de una jugada está hecha
reading-some-part = una parte de alguna jugada está hecha
reading-perhaps = una canica está donde alguna carta podría llevarla
reading-strolling = un comodín lleva una canica consigo
reading-mistaken = una canica está donde la carta no la lleva
reading-beyond = ninguna jugada de la carta hace ambas cosas
reading-bumped = una canica comida está donde no le toca
reading-foreign = una canica de otro puesto está donde no le toca
reading-put-away = una canica está en START antes de ser comida
reading-meddled = una canica de otro puesto está en una mano
reading-put-away-first = una canica está en START y no se tocó nada que la coma
reading-overlaps = una canica ya se juega con la carta siguiente
reading-strange = una canica está en el START o el carril de otro puesto
