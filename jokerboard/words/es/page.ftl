### Español: la página. Se tutea, como en familia.

hole-in-spot = casilla IN
hole-come-out = casilla OUT
hole-corner = esquina
hole-lane = carril HOME
hole-start = START
light-illegal = esto está mal
light-put-back = devuelve aquí una canica
light-bump = aquí va una canica comida
light-choose = levanta y vuelve a poner para elegir esto
light-movable = esta canica se puede jugar
light-target = aquí puede ir una canica
light-turn = le toca a este puesto
light-fault = este sensor no es de fiar
light-win = ganado
light-carry-from = lleva esta canica
light-carry-to = lleva la canica aquí
board = Casillas del tablero. Las flechas van de casilla en casilla, Intro levanta o pone una canica, ? muestra todas las teclas.
tray = Canicas en una mano
home-label = { $who }: { $n } de { $of } en casa
way-out = saca una canica
way-swap = cámbiala por la de otro jugador
way-bump = ocupa el lugar de la de otro jugador
way-free = saca una canica gratis
prompt-no-game = Empieza una partida
more-no-game = Elige las reglas y quién juega.
more-over = ¿Otra partida?
prompt-lay = { $who }, pon una carta
prompt-move = { $who }, mueve una canica
prompt-lay-for-it = { $who }, pon ahora la carta
more-lay-for-it = Se ha movido una canica antes que su carta.
more-not-this = Devuélvela y toma otra.
more-no-play = Pulsa OK para descartarla.
prompt-made = { $who }, un momento
prompt-exchange = { $who }, pon cada canica en la casilla de la otra
prompt-wrong = { $who }, algo está mal
prompt-ask = { $who }, ¿qué jugada era?
more-must-play = Mueve una canica con ella.
prompt-deal = Da a { $who } la carta { $place }, boca abajo
prompt-machine-thinks = { $who } está pensando
prompt-far-waits = { $who } juega en otro tablero
prompt-others-turn = Le toca a { $who }
prompt-tap-card = { $who }, toca una carta
prompt-tap-discard = { $who }, ninguna carta mueve una canica
more-tap-discard = Toca la que descartas.
prompt-tap-marble = { $who }, toca una canica
prompt-tap-hole = { $who }, toca adónde va
prompt-tap-rest = { $who }, toca la canica para el resto
choose-must = La carta { $card } ahora no mueve nada, y hay que jugar una carta que mueva una canica: toma una iluminada.
choose-lesson = Este turno es para la carta iluminada.
prompt-new-game = ¿Empezar una partida nueva?
more-new-game = Todas las canicas están en START. OK: sí. Atrás: no.
prompt-menu = ¿Qué pasa?
more-menu = OK: se han barajado las cartas. Atrás: terminar esta partida. Ayuda: nada.
prompt-end-game = ¿Terminar esta partida?
more-end-game = Ayuda: nadie gana y empieza otra. OK: tu bando se rinde. Atrás: seguir jugando.
more-give-up = OK: sí. Atrás: seguir jugando.
verdict-rule = Regla
verdict-why = ¿Por qué?
verdict-read = Leer más
read-title = La frase entera
why-title = Cómo lo ha entendido la mesa
why-hint = Lo que vio el tablero y qué más podría significar; primero lo más probable.
why-none = La mesa no tiene ahora nada que explicar.
line-connecting = conectando
line-up = en directo
line-down = La mesa no responde; se intenta otra vez
page-your-turn = ● Te toca – { $text }
page-title = { $text } – jokerboard
skip = Al tablero
places = Lugares
place-play = Jugar
place-game = Partida
place-rules = Reglas
place-workshop = Taller
say = Qué hacer ahora
table = El tablero
faults = Fallos
cards = Poner una carta
buttons = Los botones del puesto en turno
score = Canicas en casa
start-machines = Yo contra máquinas
start-machines-more = Tres máquinas juegan contigo y contra ti.
start-screen = Todos en esta pantalla
start-screen-more = Cada mano queda tapada hasta que su jugador la mira.
start-phones = Cada uno con su móvil
start-phones-more = Todos escanean un código y ven su propia mano.
start-phones-how = Los móviles llegan a esta mesa si se inicia con: jokerboard demo --listen 0.0.0.0
start-watch = Ver jugar a gente simulada
start-watch-more = Juegan solos y cometen errores.
start-lesson = ¿La primera vez? Aprende en cinco turnos
lesson-A = Alex
lesson-B = Bea
lesson-C = Cleo
lesson-D = Dan
more-lesson = Turno { $turn } de { $of }
lesson-out-why = Todas las canicas empiezan en START. Un as, una jota, una reina, un rey o un comodín saca una a la casilla OUT.
lesson-count-why = Un número mueve una canica tantas casillas en el sentido del reloj; puede pasar a las de otros, pero nunca a una propia. Solo el ocho va hacia atrás.
lesson-bump-why = Una canica que cae sobre la de otro jugador la devuelve a su START. Caer sobre la de tu compañero le ayuda: va a su casilla IN.
lesson-split-why = Un siete se puede repartir entre dos canicas: tú eliges cuántas casillas va la primera, la otra va el resto.
lesson-joker-why = Un comodín ocupa el lugar de la canica de cualquier otro jugador, incluso desde START. Esa canica vuelve a su START.
prompt-lesson-done = Así es el juego
more-lesson-done = Gana quien lleva a HOME sus cinco canicas y las de su compañero. Se entra por la casilla IN, con la cuenta exacta. Ahora juega.
join-text = Escanea el código con un móvil. Cada móvil recibe un puesto y una mano propia.
join-free = libre
join-taken = aquí
join-machine = máquina
join-here = Yo juego en esta pantalla
join-machines = Las máquinas ocupan los puestos libres
join-done = Al tablero
join-title = Juegas como { $who }
join-name = Tu nombre
join-do = Jugar
ok = OK
back = Deshacer
back-answer = Atrás
end-confirm = Terminar ya
end-undo = Seguir jugando
undo = Deshacer
nothing-ok = Ahora no hay nada que confirmar.
nothing-back = Todavía no hay ninguna jugada que deshacer.
nothing-help = Pon primero una carta: entonces Ayuda ilumina lo que puede hacer.
chart = Cartas
chart-title = Lo que pueden las cartas
pick-title = ¿Cuál?
help = Ayuda
cancel = Cancelar
close = Cerrar
save = Guardar
new-game = Partida nueva
rematch = Revancha, puestos rotados
pair-device = Vincular este dispositivo
this-device = Este dispositivo
names = Nombres
give-up = Rendirse
watching = Estás mirando. Para jugar, vincula este dispositivo o abre la dirección que muestra el terminal de la mesa.
take-back-title = ¿Deshacer la jugada de { $who }?
take-back-do = Deshacerla
take-back-play = Jugada { $n }: { $text }
take-back-then = Entonces vuelven estas canicas:
take-back-last = ¿Deshacer la última jugada?
discard-title = ¿Descartar { $card }?
discard-do = Descartarla
abandon-title = ¿Abandonar esta partida?
abandon-text = Termina aquí sin ganador. Lo jugado queda registrado. Durante un minuto puedes deshacerlo.
abandon-for-new = La partida del tablero termina aquí sin ganador y la nueva empieza enseguida. Esto no se puede deshacer.
abandon-begin = Terminar y empezar
abandon-do = Abandonarla
give-up-title = ¿Rendirse?
give-up-text = La partida termina cuando los compañeros también están de acuerdo.
give-up-who = Jugador
give-up-do = Preguntar a los compañeros
lay-card = Poner { $card }
hand-whose = ¿De quién son las cartas de este dispositivo?
hand-look = { $who }: ver mis cartas
hand-hide = Tapar
new-title = Una partida nueva
new-begin = Empezar
new-running = La partida del tablero se abandona cuando empieza otra; su registro queda.
new-abandon = Abandonar esta partida
new-rules = Reglas
new-players = Jugadores
new-player-count = { $n } jugadores
new-cards = Cartas
new-cards-dealt = Las reparte la mesa: no hacen falta cartas
new-cards-seat = Un lector de cartas en cada puesto
new-cards-table = Un lector de cartas para la mesa
new-cards-none = Se juega sin cartas
new-mode = Modo
new-mode-play = Juego: amistoso, se puede deshacer
new-mode-referee = Árbitro: la jugada vale
new-mode-training = Práctica: pistas y deshacer
new-people = Gente simulada juega en todos los puestos
house-title = Reglas de la casa
word-on = sí
word-off = no
word-published = como se publicó
switch-default = { $word } (publicado)
names-title = Quién se sienta dónde
names-legend = Nombres
names-player = Quién juega en el puesto { $seat }
level-person = una persona
level-easy = máquina: fácil
level-steady = máquina: normal
level-strong = máquina: fuerte
level-expert = máquina: experta
names-label = Nombre en el puesto { $seat }
device-seat = Mi puesto
device-seat-none = El puesto A abajo
device-seat-of = { $who } abajo
device-plays = Juego con
device-plays-none = Las cartas de nadie
device-plays-of = Las cartas de { $who }
device-sleeps = Este dispositivo puede apagarse solo mientras juegas: un navegador lo mantiene despierto solo con una página https, o en la propia mesa.
device-sound = Sonidos: carta, jugada, comer, algo mal, victoria
houses-title = Jugar con otro tablero
houses-invite-text = Cede puestos a otro tablero. Empieza una partida nueva y aquí se muestra un código para ese tablero.
houses-join-text = O únete a la partida de otro tablero con su código.
houses-seats = Sus puestos
houses-seats-example = B, D
houses-way-example = vacío: en esta red
houses-way = Vía
houses-code = Código
houses-guide = En el otro tablero, escribe o pega el código: Partida, Jugar con otro tablero, Unirse. La cámara de un móvil muestra el código QR como texto. Con la dirección de la página del otro tablero, el código QR abre esa página con el código ya escrito.
houses-page = Página del otro tablero, si la sabes
houses-page-example = http://DIRECCIÓN:8080
houses-invite = Invitar
houses-join = Unirse
houses-withdraw = Retirar
houses-asked = Se pregunta al otro tablero si está de acuerdo.
houses-agree = De acuerdo
houses-decline = Rechazar
houses-thumbs-up = Pulgar arriba
houses-one-moment = Un momento, por favor
pair-text = Mirar es libre. Para jugar desde este dispositivo, escribe el código que la página de la propia mesa muestra en Partida.
pair-code-field = Código
pair-do = Vincular
pair-picture = Código QR que vincula otro dispositivo
pair-line = Otro dispositivo se vincula con este código QR o con este código:
game-title = La partida
game-none-yet = Ninguna partida
game-mode-referee = con árbitro
game-mode-training = práctica
game-cards-table = un lector de cartas
game-cards-none = sin cartas
game-cards-dealt = cartas repartidas por la mesa
game-plays = Jugadas
game-plays-none = Todavía no se ha jugado nada.
game-step = Paso de la partida
game-step-of = Paso { $n } de { $of }
game-replay = Repetición
game-first = Al principio
game-previous = Un paso atrás
game-next = Un paso adelante
game-last = Al final
game-live = Volver a la partida
game-autoplay = ▶ Ver entera
game-autoplay-stop = Parar
game-better = Mejor: { $better }.
game-beginning = El principio
game-amended = cambiada
game-taken-back = deshecha
game-keep = Guardar la partida
game-share = Compartir (un archivo HTML)
game-record = Registro
game-json = JSON
game-picture = Imagen
game-print = Imprimir
book-title = El libro: todas las partidas de esta mesa
book-reading = Se leen las partidas guardadas …
book-none = Todavía no hay ninguna partida guardada.
book-player = Jugador
book-games = Partidas
book-won = Ganadas
book-sent = Enviadas a START
book-closest = Final más ajustado
book-abandoned = sin final, { $plays } jugadas
book-open = sin terminar, { $plays } jugadas
book-export = Guardar el libro
book-forget = Olvidar a { $name }
book-forget-title = ¿Olvidar a { $name }?
book-forget-text = El nombre sale del libro y de la lista de partidas, y las partidas posteriores vuelven a contar. El diario, que no se puede cambiar, lo conserva.
book-forget-do = Olvidar el nombre
shared-board = El tablero
stats-title = Estadísticas
stats-player = Jugador
stats-plays = Jugadas
stats-out = Salidas
stats-home = En casa
stats-bumps = Comidas
stats-bumped = Perdidas
stats-discards = Descartes
stats-time = Tiempo
stats-graph = Canicas en casa a lo largo de las jugadas, una línea por equipo
stats-play-count = { $n } jugadas
end-hands = Las cartas que quedan en las manos
end-secret = El reparto se puede comprobar: todas las cartas salieron de { $secret }, cuyo SHA-256 está en el registro desde el principio.
end-look = Ver la partida
rules-house = Reglas de la casa
rules-changed = { $meaning }: { $ours } (publicado: { $theirs })
people-title = Gente simulada
people-playing = juegan
people-paused = esperan
people-off = no están
people-over = han terminado
people-play = Jugar
people-pause = Pausa
people-step = Paso
people-mistake = Cometer un error
people-by-hand = A mano
people-speed = Velocidad
people-times = { $n }×
people-times-label = { $n } veces
readers-title = Lectores de cartas
readers-suit = Palo
readers-any = cualquiera
readers-any-label = cualquier palo
readers-place = En el lector de
readers-turn = en turno
readers-turn-label = en el puesto en turno
readers-seat-label = en el puesto { $seat }
readers-lies-table = en la mesa
readers-lies-seat = ante { $who }
readers-take-off = Quitar
readers-take-off-table = Quitar { $card } del lector de la mesa
readers-take-off-seat = Quitar { $card } del lector { $seat }
readers-shuffled = Se han barajado las cartas
referee-title = Árbitro
referee-label = Decide el árbitro
referee-by = Lo decide
referee-by-none = la página
referee-why = Por qué
referee-let-stand = Dejarlo así
referee-take-back = Deshacer la última jugada
workshop-by-hand = Las personas llevan las canicas
workshop-hint = Aquí pruebas lo que oye un tablero y lo que hace la gente simulada. Solo puede un dispositivo vinculado.
tournament-follow = seguir
colour = { $seat ->
    [A] roja
    [B] azul
    [C] verde
    [D] amarilla
    [E] violeta
    [F] blanca
    [G] turquesa
   *[H] negra
}
card-unknown = una carta
hole-name-what = { $name }, { $what }
hole-empty = { $name }: vacía
hole-marble = { $name }: canica de { $who }
hole-lit = { $label }; iluminada: { $light }
lens-start = START { $seat }
tray-marble = Canica de { $who }, en una mano
tray-marble-from = Canica de { $who }, de { $from }, en una mano
way-on = mueve { number }
way-back = mueve { number } hacia atrás
way-split = reparte el { number } entre dos canicas
prompt-over = { $count ->
    [0] La partida termina sin ganador
    [one] ¡{ $names } gana!
   *[other] ¡{ $names } ganan!
}
prompt-play = { $who }, { $ways }
more-play = { $card }
prompt-place = { $who }, ponla en { $holes }
prompt-place-part = { $who }, muévela una parte
more-place = { $card }
more-place-parts = { $also ->
    [yes] O a { $parts }
   *[no] A { $parts }
}
more-place-many = { $also ->
    [yes] O a { $parts }; otra canica mueve el resto.
   *[no] A { $parts }; otra canica mueve el resto.
}
more-place-part = { $hole }, y luego otra canica { number }
prompt-not-this = { $who }, esta canica no tiene jugada con { a-card }
prompt-no-play = { $who } no tiene jugada con { a-card }
prompt-rest = { $done } de { $of }. Mueve ahora otra canica { number }
prompt-rest-back = { $done } de { $of }. Mueve ahora otra canica { number } hacia atrás
more-rest = { $who } reparte el { $of }.
more-rest-to = A { $holes }.
more-exchange = { $holes }
prompt-carry = Lleva la canica de { $whose } a { $holes }
prompt-carry-start = Lleva la canica de { $whose } a START ({ $holes })
prompt-carry-in-spot = Lleva la canica de { $whose } a la casilla IN { $holes }
prompt-mend = Devuelve { $marble } { $place }
mend-the = la canica
mend-whose = la canica de { $whose }
mend-at = la canica de { $hole }
mend-at-start = la canica de START
mend-to = a { $hole }
mend-to-start = a START
more-ask = Levanta y vuelve a poner la canica de { $holes }.
prompt-must-play = { $who }, { a-card } tiene jugada
more-deal = Muéstrala al lector de ese puesto y ponla en el lugar { $place } de la mano { colour }.
more-deal-one-reader = Muéstrala al lector y ponla en el lugar { $place } de la mano { colour }.
prompt-turn-over = Da la vuelta a la carta { $place } de la mano { colour }
prompt-turn-over-again = Pon otra vez la carta de { $who }: { $card }
more-turn-over = Ponla en el lector.
more-turn-over-again = Su jugada se ha deshecho.
plays-card = { $who } juega { a-card }
discards-card = { $who } descarta { a-card }
carried = lleva la canica de { $from } a { $to }
carried-of = lleva la canica de { $whose } de { $from } a { $to }
carried-swap = cambia las canicas de { $from } y { $to }
moved = una canica va de { $from } a { $to }
moved-of = la canica de { $whose } va de { $from } a { $to }
moved-swap = las canicas de { $from } y { $to } cambian de lugar
prompt-carry-legs = { $legs }
more-machine-carry = { plays-card }.
more-machine-plays = { $legs }.
more-far-carry = { $who } juega { a-card } en otro tablero.
more-far-plays = { $legs }.
more-tap-card = { $must ->
    [yes] Juega una iluminada: puede mover una canica.
   *[no] {""}
}
more-tap-marble = { $card }. Las canicas iluminadas pueden moverse.
more-tap-hole = { $card }. O toca otra canica.
more-tap-rest = { $card }, repartido entre dos canicas.
prompt-ended = { $count ->
    [0] La partida está terminada
    [one] { $names } se rinde
   *[other] { $names } se rinden
}
more-ended = { $count ->
    [0] Nadie gana. Vale después de un minuto.
   *[other] Vale después de un minuto.
}
prompt-give-up = { $who }, ¿te rindes con { $by }?
prompt-give-up-alone = { $by }, ¿te rindes?
take-back-marble = { $who }: de { $from } otra vez a { $to }
discard-text = { $who } no tiene jugada con { a-card }. Ponerla la descarta y termina el turno.
lay-rank = Poner { a-card }
house-changed = { $n ->
    [0] como se publicó
    [one] ★ 1 cambiada
   *[other] ★ { $n } cambiadas
}
names-hint = Puesto { $seat }
names-hint-with = Puesto { $seat }, con { $partners }
houses-picture = Código QR para el tablero con { $seats }
houses-code-line = Para el tablero con { $seats }, por { $via }:
houses-code-line-here = Para el tablero con { $seats }, en esta red:
houses-there = { $count ->
    [one] { $seats } juega en otro tablero.
   *[other] { $seats } juegan en otro tablero.
}
houses-joined = Este tablero juega { $seats } en la partida de otro tablero.
book-apart = { $n ->
    [one] 1 canica
   *[other] { $n } canicas
}
book-game = Partida { $n }
book-game-when = Partida { $n }, { $when }
book-won-by = ganada por { $names }, { $plays } jugadas
shared-heading = { $sides }, { $when }
end-title = { $count ->
    [0] No ha ganado nadie
    [one] ¡{ $names } gana!
   *[other] ¡{ $names } ganan!
}
end-decided = Lo decidió { $by }.
end-decided-why = Lo decidió { $by }: { $text }.
tournament-round = Ronda { $round }, mesa { $table }
tournament-round-until = Ronda { $round }, mesa { $table }, hasta { $until }
tournament-team = { $name } ({ $people })
lesson-out-card = Toca tu carta ({ rank-name }): saca una canica
lesson-out-marble = Toca una canica en tu START
lesson-count-card = Toca el { rank-name }, para mover { number } casillas
lesson-count-marble = Toca tu canica en A8: va a A14
lesson-bump-card = Toca el { rank-name }: la canica de Bea está { number } casillas delante
lesson-bump-marble = Toca tu canica en A14: cae sobre la de Bea
lesson-split-card = Toca el { rank-name }: lo comparten dos canicas
lesson-split-marble = Toca una canica iluminada: va una parte del siete
lesson-split-hole = Toca una casilla iluminada, la primera parte del siete
lesson-split-rest = Toca la otra canica iluminada para el resto
lesson-joker-card = Toca el { rank-name }
lesson-joker-marble = Toca una canica en tu START: ocupa el lugar de la de Dan
keys-title = Teclas en el tablero
key-cards = 2 … 9, 0, 1, J, Q, K, X
key-cards-do = poner una carta (0 es el diez, 1 el as, X un comodín)
key-next = . y ,
key-next-do = a la canica siguiente y anterior del jugador en turno; con una canica en la mano, al siguiente lugar para ella
key-enter = Intro o Espacio
key-enter-do = levantar o poner una canica
key-count = 1 … 9, 0
key-count-do = con una canica en la mano: tantas casillas adelante (0 es diez); tras − tantas atrás
key-along = ← →
key-along-do = una casilla más por el anillo, un carril o un START
key-inward = ↑ ↓
key-inward-do = hacia dentro al carril y a START, y de vuelta al anillo
key-seat = A … H
key-seat-do = a la casilla OUT de ese puesto; Av y Re Pág a la del siguiente
key-escape = Esc
key-escape-do = devolver la canica que está en la mano
key-buttons = O, T, ?
key-buttons-do = OK; deshacer; estas teclas
link-silent = { $who } no responde.
link-not-done = { $who } no lo hizo.
link-not-given = { $who } no dio su respuesta ({ $name }).
link-table = La mesa
link-desk = La dirección del torneo
analysis-title = Dónde se decidió la partida
analysis-graph = La probabilidad de ganar de cada equipo a lo largo de las jugadas
analysis-plays = { $n } jugadas
analysis-means = Cada punto es la media de una ronda de jugadas: la probabilidad es como la ve quien acaba de jugar.
analysis-wait = Se valora cada jugada …
analysis-no-hands = No se conocen las manos, así que las jugadas no se valoran.
analysis-none = Ninguna jugada costó un 3 % o más.
analysis-costly = Las jugadas que más costaron
analysis-mistake = La jugada { $action } costó { $cost }: { $said }. Mejor: { $instead }.
analysis-luck = { $names }: { $skill }; { $luck }.
skill-best = jugaron sin una elección cara
skill-good = eligieron bien y perdieron poco
skill-some = regalaron algunas ocasiones
skill-many = regalaron muchas ocasiones
luck-neither = las cartas no ayudaron a nadie
luck-helped-little = las cartas ayudaron un poco
luck-helped-lot = las cartas ayudaron mucho
luck-against-little = las cartas estuvieron un poco en contra
luck-against-lot = las cartas estuvieron muy en contra
analysis-hint = Las cartas: todo lo ganado y perdido de probabilidad que no explica ninguna jugada cara.
analysis-go = Toca un punto de la curva, o una jugada, para verla en el tablero.
language-title = Idioma
language-automatic = El de este dispositivo

device-plain = Grande y sencillo: letra grande, y luces y colores en vez de números de casilla
device-speaks = Leer en voz alta lo que hay que hacer
prompt-look = { $who }, mira tus cartas
more-look = Toca las cartas tapadas.
plain-marble = { $seat ->
    [A] la canica roja iluminada
    [B] la canica azul iluminada
    [C] la canica verde iluminada
    [D] la canica amarilla iluminada
    [E] la canica violeta iluminada
    [F] la canica blanca iluminada
    [G] la canica turquesa iluminada
    [H] la canica negra iluminada
   *[none] la canica iluminada
}
prompt-place-lit = { $who }, ponla en una casilla iluminada
more-lit = Las luces muestran dónde.
more-ask-lit = Levanta y vuelve a poner una canica iluminada.
prompt-carry-lit = Lleva { $marble } a la casilla iluminada
prompt-carry-lit-start = Lleva { $marble } a su START
prompt-mend-lit = Devuelve { $marble } a la casilla iluminada
more-trail = El rastro en el tablero lo muestra.
