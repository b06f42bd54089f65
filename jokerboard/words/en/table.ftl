### What a table answers and reports: cards dealt, machines, other boards, devices, orders of a director's desk.

failed = The service failed to do this; see its log for the reason.
codes-too-many = Too many wrong codes; wait a minute and try again.
watchers-too-many = Too many are watching this page; try again later.
deal-over = the game is over; no more cards are laid
deal-not-in-turn = it is { $turn }'s turn; { $who } lays no card now
deal-not-held = { $who } does not hold the { $card }; choose a card of the hand
deal-laid = { $who } has laid a card already; play it
deal-must-play = { $who } must lay a card that has a play; the { $card } has none
machine-no-reader-now = the machine at { $letter } cannot know its cards: no reader reads them; begin a game whose cards the table deals, or use card readers
machine-cannot-play = The machine cannot play: { $why }.
machine-asks = { $who } is a machine; it asks for its card.
machine-card-unknown = The tag { $tag } is no card of this deck; take another for place { $place }.
machine-card-not-taken = The card was not taken: { $why }.
machine-card-played = This card was played since the last shuffle; take another one for place { $place }.
machine-card-dealt = This card lies in place { $there } of { $who } already; take another one for place { $place }.
machine-card-turn-over = That is another card; turn it face down again, and turn over place { $place }.
machine-card-not-the-one = That is another card; turn it face down again, and turn over the card that it laid before.
refused-not-your-seat = This play does not count: { $who } plays at another board. Put the marbles back.
refused-not-in-turn = This play does not count: it was not { $who }'s turn. Put the marbles back.
refused-not-legal = The other board cannot take this play: it is not legal there. Put the marbles back.
refused-not-held = This play does not count: { $who } does not hold that card. Put the marbles back.
refused-must-play = This play does not count: { $who } holds a card that must be played.
refused-declined = The other board did not agree. Put the marbles back as the lights show.
refused-not-a-change = The other board has gone on. Put the marbles back as the lights show.
refused-too-many = This play was changed too often. Put the marbles back as the lights show.
taken-back = The other board took a play back. Put the marbles back as the lights show.
elsewhere = { $who } plays at another board; this card was not taken.
question = The other board wants to take back { $plays }. Do you agree?
asked = The other board is asked whether it agrees.
signal-thumbs-up = { $who } gives a thumbs up.
signal-one-moment = { $who } asks for a moment, please.
link-none = The other board has not answered yet.
link-lost = The other board has not been heard from for { $time }. Play on; everything is sent when it is back.
link-obstacle = No connection to the other board for { $time }: { $why }. Play on; the table keeps trying.
link-away = the other board is not heard from; play on, everything is sent when it is back
error-withdrawn = the code of this game was withdrawn; ask the other board for a new one
error-no-game = the other board has no game for this code now
error-abandoned = the other board has ended the game without a winner
question-no-winner = The other board wants to end the game without a winner. Do you agree?
question-give-up = The other board wants to give up the game: { $text } Do you agree?
end-asked = The other board is asked to end the game; until it agrees the game goes on.
end-declined = The other board did not agree to end the game; it goes on.
end-host-decides = the table that invited this one decides on the end of the game
host-invites = this table has invited other boards; withdraw their codes first
signal-not-here = nobody at this table plays at seat { $seat } of a game with another board
game-cannot-begin = the other board's game cannot begin here: { $why }
seat-nobody = Nobody sits at { $letter } in this game.
seat-none-free = Every seat of this game has its device already.
seat-elsewhere = { $name } plays on another device; leave the seat there, or take it on the table's own page, under Game, This device.
seat-machine = A machine plays for { $name }; nobody sees its hand. To play there, let people take the seat over (Game, Names).
game-none = There is no game on the board; begin one first.
order-no-game = there is no game on the board
order-over = the game is over
names-no-game = there is no game to name players of
machine-no-game = there is no game to play along in
game-shuffled = The cards were shuffled.
game-over-already = the game is over; nobody needs to give up
game-goes-on = The game goes on.
game-paused = the game is paused; let it go on first, so that the board is looked at
game-abandoned = The game is abandoned; its record is kept.
card-no-play = This card has no play: laying it discards it and ends the turn.
board-real = This board is a real one: move its marbles with your hands.
menu-what = What is it? ok: the cards were shuffled; back: end this game; help: nothing.
menu-sure = End this game? help: nobody wins, and another begins; ok: your side gives up; back: no.
give-up-alone = Does { $who } give up? ok: yes; back: no.
give-up-impossible = { $place } cannot give up: only a seat in a game of two sides can
not-now = Not now: { $why }.
deal-lost = the dealt cards of this game are lost; lay paper cards, or begin a new game
machine-none = no machine plays at { $letter }
machine-plays = A machine plays for { $who } from now on ({ $level }).
machine-left-before = people took over from the machine of { $who } once in this game and saw its hand; it plays on to the end
order-round-begins = Round { $round } begins.
desk-back = the director's desk is there again
disk-slow = the disk is slow: the last play is announced as soon as its record is kept
disk-not-taken = This is done, but its record is not on the disk yet; check the disk.
disk-refuses = the record is not kept, and nothing is announced until it is: { $why }
disk-forgets = games are lost when this board is switched off: { $state } is kept in memory ({ $kind })
wait-disk = nothing can be kept, so nothing is played yet: { $why }
wait-board = the board is not there, so nothing is played yet: { $why }
stumbled = the table met an internal error; restart it to continue
device-sounds = the buzzer sounds again
device-shines = the lights shine again
device-reader = reader { $reader }
device-unknown-tags = Reader { $reader } shows one unknown number after another: keep phones and bank cards away from it
device-trouble = { $text }.
device-missed = { $text }. This turn may be judged wrongly: compare the marbles with the page.
pair-code = To play from another device, pair it with the code { $code }.
pair-wrong = That is not the code which the table's own page shows now.
pair-no-need = A page on the table's own machine need not pair.
pair-own-page = Only the table's own page shows the code to pair with.
watching-seat = You are watching. To play at this table, pair with the code its page shows.
watching-pair = You are watching. To command this table, pair with the code its own page shows.
watching-key = You are watching. To command this table, open the address with the key that its terminal shows.
games-none = This table keeps no game { $number }.
games-running = This game is still played; look at it when it is over.
analysis-not-over = The game is not over; its analysis would reveal hidden cards.
houses-no-code = no board was invited under that name
houses-no-page = { $page } is no address of a table's page; it looks like http://192.168.1.7:8080
plays = { $count ->
    [one] the last play
   *[other] the last { $count } plays
}
seat-not-there = nobody sits at { $letter }; the seats of this game are { $seats }
menu-ended = The game is ended, and nobody wins. back: play on after all; ok: confirm. Without an answer the end is final after a minute.
menu-given-up = { $ended }. back: play on after all; ok: confirm. Without an answer the end is final after a minute.
give-up-consent = { $who } wants to give up. { $asked }: do you agree? ok: yes; back: no.
give-up-given = { $count ->
    [one] { $who } gives up
   *[other] { $who } give up
}
machine-left = People play for { $who } from now on.
machine-left-dealt = People play for { $who } from now on, and see the hand of that seat.
order-seated = Round { $round } at table { $table }: { $teams }.
order-seated-alone = Round { $round } at table { $table }.
against = { $before } against { $last }
order-penalty = A penalty for { $who }{ $points ->
    [0] {""}
    [one] , 1 point
   *[other] , { $points } points
}.
order-penalty-why = A penalty for { $who }{ $points ->
    [0] {""}
    [one] , 1 point
   *[other] , { $points } points
}: { $why }.
desk-away = The director's desk receives nothing from this table: { $why }{ $waiting ->
    [0] {""}
    [one] ; 1 record waits
   *[other] ; { $waiting } records wait
}.
shared-title = { $names }, { $begun }
shared-title-nobody = Jokers and Marbles, { $begun }
span-days = { $n ->
    [one] 1 day
   *[other] { $n } days
}
span-hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
}
span-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
span-seconds = { $n ->
    [one] 1 second
   *[other] { $n } seconds
}
