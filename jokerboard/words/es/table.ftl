### Español: lo que responde e informa una mesa.

failed = El servicio ha fallado en esto; su registro dice más.
codes-too-many = Demasiados códigos erróneos; espera un minuto y prueba otra vez.
watchers-too-many = Demasiada gente mira esta página; prueba más tarde.
deal-over = la partida ha terminado; ya no se ponen cartas
deal-not-in-turn = le toca a { $turn }; { $who } no pone carta ahora
deal-not-held = { $who } no tiene esa carta ({ $card }); elige una de la mano
deal-laid = { $who } ya ha puesto una carta; juégala
deal-must-play = { $who } debe poner una carta que tenga jugada; esta no tiene: { $card }
machine-no-reader-now = la máquina de { $letter } no puede conocer sus cartas: ningún lector las lee; empieza una partida en que reparta la mesa, o usa lectores
machine-cannot-play = La máquina no puede jugar: { $why }.
machine-asks = { $who } es una máquina; ella pide su carta.
machine-card-unknown = La etiqueta { $tag } no es una carta de esta baraja; toma otra para el lugar { $place }.
machine-card-not-taken = No se aceptó la carta: { $why }.
machine-card-played = Esta carta ya se jugó desde que se barajó; toma otra para el lugar { $place }.
machine-card-dealt = Esta carta ya está en el lugar { $there } de { $who }; toma otra para el lugar { $place }.
machine-card-turn-over = Esa es otra carta; ponla otra vez boca abajo y da la vuelta al lugar { $place }.
machine-card-not-the-one = Esa es otra carta; ponla otra vez boca abajo y da la vuelta a la que puso antes.
refused-not-your-seat = Esta jugada no cuenta: { $who } juega en otro tablero. Devuelve las canicas.
refused-not-in-turn = Esta jugada no cuenta: no le tocaba a { $who }. Devuelve las canicas.
refused-not-legal = El otro tablero no puede aceptar esta jugada: allí no es legal. Devuelve las canicas.
refused-not-held = Esta jugada no cuenta: { $who } no tiene esa carta. Devuelve las canicas.
refused-must-play = Esta jugada no cuenta: { $who } tiene una carta que debe jugarse.
refused-declined = El otro tablero no estuvo de acuerdo. Devuelve las canicas como muestran las luces.
refused-not-a-change = El otro tablero ha seguido jugando. Devuelve las canicas como muestran las luces.
refused-too-many = Esta jugada se cambió demasiadas veces. Devuelve las canicas como muestran las luces.
taken-back = El otro tablero deshizo una jugada. Devuelve las canicas como muestran las luces.
elsewhere = { $who } juega en otro tablero; no se aceptó esta carta.
question = El otro tablero quiere deshacer { $plays }. ¿De acuerdo?
asked = Se pregunta al otro tablero si está de acuerdo.
signal-thumbs-up = { $who }: pulgar arriba.
signal-one-moment = { $who } pide un momento.
link-none = El otro tablero aún no ha respondido.
link-lost = No se oye al otro tablero desde hace { $time }. Seguid jugando; todo se envía cuando vuelva.
link-obstacle = No hay vía al otro tablero desde hace { $time }: { $why }. Seguid jugando; se intenta otra vez.
link-away = no se oye al otro tablero; seguid jugando, todo se envía cuando vuelva
error-withdrawn = el código de esta partida se retiró; pide uno nuevo al otro tablero
error-no-game = el otro tablero no tiene ahora partida para este código
error-abandoned = el otro tablero terminó la partida sin ganador
question-no-winner = El otro tablero quiere terminar la partida sin ganador. ¿De acuerdo?
question-give-up = El otro tablero quiere rendirse: { $text } ¿De acuerdo?
end-asked = Se pide al otro tablero terminar la partida; hasta que acepte, la partida sigue.
end-declined = El otro tablero no aceptó terminar la partida; sigue.
end-host-decides = sobre el final decide la mesa que invitó a esta
host-invites = esta mesa ha invitado a otros tableros; retira antes sus códigos
signal-not-here = nadie en esta mesa juega en el puesto { $seat } de una partida con otro tablero
game-cannot-begin = la partida del otro tablero no puede empezar aquí: { $why }
seat-nobody = Nadie se sienta en { $letter } en esta partida.
seat-none-free = Todos los puestos de esta partida tienen ya su dispositivo.
seat-elsewhere = { $name } juega en otro dispositivo; deja allí el puesto, o tómalo en la propia mesa en Partida, Este dispositivo.
seat-machine = Una máquina juega por { $name }; nadie ve su mano. Para jugar allí, deja que personas tomen el puesto (Partida, Nombres).
game-none = No hay ninguna partida en el tablero; empieza una antes.
order-no-game = no hay ninguna partida en el tablero
order-over = la partida ha terminado
names-no-game = no hay partida cuyos jugadores nombrar
machine-no-game = no hay partida en la que jugar
game-shuffled = Se han barajado las cartas.
game-over-already = la partida ha terminado; nadie tiene que rendirse
game-goes-on = La partida sigue.
game-paused = la partida está en pausa; deja que siga antes, para que se mire el tablero
game-abandoned = La partida se abandona; su registro queda.
card-no-play = Esta carta no tiene jugada: ponerla la descarta y termina el turno.
board-real = Este tablero es de verdad: mueve sus canicas con las manos.
menu-what = ¿Qué pasa? OK: se barajaron las cartas; Atrás: terminar esta partida; Ayuda: nada.
menu-sure = ¿Terminar esta partida? Ayuda: nadie gana y empieza otra; OK: tu bando se rinde; Atrás: no.
give-up-alone = ¿Se rinde { $who }? OK: sí; Atrás: no.
give-up-impossible = { $place } no puede rendirse: hace falta un puesto de una partida de dos bandos
not-now = Ahora no: { $why }.
deal-lost = las cartas repartidas de esta partida se perdieron; poned cartas de papel o empezad otra
machine-none = ninguna máquina juega en { $letter }
machine-plays = Una máquina juega por { $who } desde ahora ({ $level }).
machine-left-before = en esta partida unas personas ya relevaron a la máquina de { $who } y vieron su mano; juega hasta el final
order-round-begins = Empieza la ronda { $round }.
desk-back = la dirección del torneo vuelve a estar
disk-slow = el disco es lento: la última jugada se anuncia en cuanto está guardada
disk-not-taken = Está hecho, pero el disco aún no lo ha guardado; mira el disco.
disk-refuses = el registro no se guarda, y hasta entonces no se anuncia nada: { $why }
disk-forgets = las partidas se pierden al apagar: { $state } está solo en memoria ({ $kind })
wait-disk = no se puede guardar nada, así que aún no se juega: { $why }
wait-board = el tablero no está, así que aún no se juega: { $why }
stumbled = la mesa tropezó con un error propio; reiníciala para seguir
device-sounds = el zumbador vuelve a sonar
device-shines = las luces vuelven a lucir
device-reader = lector { $reader }
device-unknown-tags = El lector { $reader } muestra un número desconocido tras otro: aleja de él móviles y tarjetas
device-trouble = { $text }.
device-missed = { $text }. Este turno puede juzgarse mal: compara las canicas con la página.
pair-code = Para jugar desde otro dispositivo, vincúlalo con el código { $code }.
pair-wrong = Ese no es el código que muestra ahora la página de la mesa.
pair-no-need = Una página en la propia mesa no necesita vincularse.
pair-own-page = Solo la página de la propia mesa muestra el código para vincular.
watching-seat = Estás mirando. Para jugar en esta mesa, vincúlate con el código que muestra su página.
watching-pair = Estás mirando. Para manejar esta mesa, vincúlate con el código que muestra su página.
watching-key = Estás mirando. Para manejar esta mesa, abre la dirección con la clave que muestra su terminal.
games-none = Esta mesa no guarda ninguna partida { $number }.
games-running = Esta partida aún se juega; mírala cuando termine.
analysis-not-over = La partida no ha terminado; su análisis revelaría cartas tapadas.
houses-no-code = no se invitó a ningún tablero con ese nombre
houses-no-page = { $page } no es la dirección de la página de una mesa; es como http://192.168.1.7:8080
plays = { $count ->
    [one] la última jugada
   *[other] las últimas { $count } jugadas
}
seat-not-there = nadie se sienta en { $letter }; los puestos de esta partida son { $seats }
menu-ended = La partida está terminada y nadie gana. Atrás: seguir jugando; OK: está bien. Vale después de un minuto.
menu-given-up = { $ended }. Atrás: seguir jugando; OK: está bien. Vale después de un minuto.
give-up-consent = { $who } quiere rendirse. { $asked }: ¿de acuerdo? OK: sí; Atrás: no.
give-up-given = { $count ->
    [one] { $who } se rinde
   *[other] { $who } se rinden
}
machine-left = Desde ahora juegan personas por { $who }.
machine-left-dealt = Desde ahora juegan personas por { $who } y ven la mano de ese puesto.
order-seated = Ronda { $round } en la mesa { $table }: { $teams }.
order-seated-alone = Ronda { $round } en la mesa { $table }.
against = { $before } contra { $last }
order-penalty = Una sanción para { $who }{ $points ->
    [0] {""}
    [one] , 1 punto
   *[other] , { $points } puntos
}.
order-penalty-why = Una sanción para { $who }{ $points ->
    [0] {""}
    [one] , 1 punto
   *[other] , { $points } puntos
}: { $why }.
desk-away = La dirección del torneo no oye a esta mesa: { $why }{ $waiting ->
    [0] {""}
    [one] ; 1 registro espera
   *[other] ; { $waiting } registros esperan
}.
shared-title = { $names }, { $begun }
shared-title-nobody = Jokers and Marbles, { $begun }
span-days = { $n ->
    [one] 1 día
   *[other] { $n } días
}
span-hours = { $n ->
    [one] 1 hora
   *[other] { $n } horas
}
span-minutes = { $n ->
    [one] 1 minuto
   *[other] { $n } minutos
}
span-seconds = { $n ->
    [one] 1 segundo
   *[other] { $n } segundos
}
