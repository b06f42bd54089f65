### What happens on the board: cards, plays, verdicts, and why a play does not count.
### $who, $partner, $owner, $turn: a player's name, or "Seat A". $hole, $source, $target: A8, or START.

## Cards. $rank is one of the keys below; "several" has its cards in $cards, "any" is unknown.

a-card = { $rank ->
    [ace] an ace
    [two] a two
    [three] a three
    [four] a four
    [five] a five
    [six] a six
    [seven] a seven
    [eight] an eight
    [nine] a nine
    [ten] a ten
    [jack] a jack
    [queen] a queen
    [king] a king
    [joker] a Joker
    [this] this card
    [several] { $cards }
   *[any] a card
}
rank-name = { $rank ->
    [ace] ace
    [two] two
    [three] three
    [four] four
    [five] five
    [six] six
    [seven] seven
    [eight] eight
    [nine] nine
    [ten] ten
    [jack] jack
    [queen] queen
    [king] king
    [joker] Joker
   *[any] card
}
suit-name = { $suit ->
    [clubs] clubs
    [diamonds] diamonds
    [hearts] hearts
   *[spades] spades
}
card-name = { $suit ->
    [none] { rank-name }
   *[any] { rank-name } of { suit-name }
}
number = { $n ->
    [0] none
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
    [11] eleven
    [12] twelve
    [13] thirteen
   *[other] { $n }
}

## Lists, players, places.

list-and = { $before } and { $last }
list-or = { $before } or { $last }
list-before = { $first }, { $next }
seat = Seat { $seat }
machine-name = Machine { $letter }
start = START
trip = { $who }'s marble from { $source } to { $target }
way-from-to = { $source } to { $target }
way-exchanged = { $source } exchanged with { $target }

## Plays, without a full stop.

play-discards = { $who } discards { a-card }
play-nothing = { $who } plays nothing in this turn
play-splits = { $who } splits { a-card }: { $ways }
play-exchanges = { $who } exchanges the marbles of { $source } and { $target } with { a-card }
play-joker = { $who } puts a marble on { $target } with a Joker
play-joker-of = { $who } puts { $owner }'s marble on { $target } with a Joker
play-out = { $who } brings a marble out with { a-card }
play-out-of = { $who } brings { $owner }'s marble out with { a-card }
play-home = { $who } brings a marble home with { a-card }
play-home-of = { $who } brings { $owner }'s marble home with { a-card }
play-moves = { $who } moves a marble from { $source } to { $target } with { a-card }
play-moves-of = { $who } moves { $owner }'s marble from { $source } to { $target } with { a-card }
play-instead = { $play }, instead of play { $n }
effects = { $play }; { $effects }
effect-in-spot = { $who }'s marble goes to its in-spot
effect-start = { $who }'s marble goes to START
effect-start-two = { $one }'s and { $two }'s marbles go to START
discard = a discard
somebody = somebody

## Verdicts.

turn-of = It is { $who }'s turn
turn-of-then = it is { $who }'s turn
restored = The board is right again.
offer-new-game = All marbles stand in START. Is this a new game?
take-back-done = Play { $n } is taken back; { $turn }
game-final = The result is final. Only a referee can reopen the game.
game-drawn = The game ends, and nobody has won it.
game-won = { $count ->
    [one] { $names } wins the game!
   *[other] { $names } win the game!
}
decision = { $by } decides: { $what }; { $turn }
decision-why = { $by } decides: { $what } ({ $why }); { $turn }
decision-let-stand = it stands
decision-take-back = it is taken back
decision-correct = the board is set right
which-play = { $who }, which play was it? Lift and replace { $ways }.
which-way = { $hole } for { $way }
which-or = { $before }; or { $last }
put-it-back = { $text } Put it back.
fault-over = The sensor of { $hole } agrees with the board again.
fault-flickers = The sensor of { $hole } flickers; it is ignored until it agrees again.
fault-sensor = The sensor of { $hole } does not show whether its hole is full; it is ignored until it agrees again.
fault-device = { $device } does not answer; check its plug.

## Why a play does not count. The first letter becomes a capital by itself.

wrong-come-out-safe = { $who }'s marble is safe on its own come-out { $hole }.
wrong-stands-on-in-spot = { $who }'s marble may not stand on { $spot }: it is the in-spot to which { $owner }'s marble would go.
wrong-in-spot-not-free = { $who }'s marble may not land on partner { $partner } in { $hole }: { $owner }'s in-spot { $spot } is not free for { $owner }'s marble.
wrong-lands-on-own = { $who }'s marble may not land on its own colour in { $hole }.
wrong-passes-own = { $who }'s marble may not pass its own colour in { $hole } on the way to { $target }.
wrong-must-turn-home = { $who }'s marble must turn into its HOME at { $spot }, where the count brings it to { $hole }.
wrong-past-in-spot = { $who }'s marble may not go past its in-spot { $spot } with a count that does not fit its HOME.
wrong-moved-back = A marble in HOME only goes further in; { $trip } does not.
wrong-backs-home = Nobody backs into HOME: { $who }'s marble stays on the ring and does not go to { $hole }.
wrong-game-won = The game is won: nothing more is played.
wrong-where-it-was = { $who }'s marble is in { $hole }, where it was.
wrong-none-there = There was no marble of { $who } in { $hole } to move.
wrong-into-start = { $who }'s marble from { $hole } went to START, and nothing sends it there.
wrong-no-exchange = { a-card } does not exchange marbles.
wrong-exchange = { a-card } exchanges your ring marble with one of another colour; not { $holes }.
wrong-only-own = { $who } moves only their own marbles now, not { $trip }.
wrong-only-nobodys = { $who } may move no marble now, so { $trip } is not allowed.
wrong-only-theirs = { $who } moves only marbles of { $owners } now, not { $trip }.
wrong-brings-none-out = { a-card } brings no marble out of START.
wrong-too-many = { a-card } moves { $most ->
    [1] one
   *[2] two
} of your marbles, not { $count ->
    [2] two
    [3] three
   *[other] { $count }
}.
wrong-no-card-so-many = No card moves these { $count ->
    [2] two
    [3] three
   *[other] { $count }
} marbles in this way.
wrong-joker-in-home = A Joker moves no marble that is in HOME; { $who }'s marble stays in { $hole }.
wrong-joker-needs-marble = A Joker goes onto a marble of another colour on the ring; there is none in { $hole }.
wrong-joker-exchanges = A Joker exchanges the two marbles here; the other one belongs in { $hole }.
wrong-must-split = { a-card } must be split here between two marbles.
wrong-come-out-only = { $who }'s marble leaves START to its come-out { $hole } and no farther.
wrong-too-much-for-home = { a-card } is too much for HOME, so { $who }'s marble cannot stop in { $hole }.
wrong-way-forward = { a-card } goes forward; { $trip } is backward.
wrong-way-backward = { a-card } goes backward; { $trip } is forward.
wrong-exchange-other = To exchange, { $who }'s marble from { $source } goes to { $target }.
wrong-no-card = No card brings { $trip }.
wrong-other-home = { $trip } went into HOME of another seat; a marble enters only its own.
wrong-count = { a-card } moves { $moves } { $most ->
    [1] hole
   *[other] holes
}{ $way ->
    [back] {" "}backward
   *[on] {""}
}; { $who }'s marble went { number }{ $went ->
    [back] {" "}back
   *[on] {""}
}, from { $source } to { $target }.
wrong-split-sum = The two parts of { a-card } make { $total ->
    [7] seven
    [9] nine
   *[10] ten
}; { $trips } do not.
wrong-split-forward = The two parts of { a-card } go both forward; { $trips } do not.
wrong-split-both-ways = The two parts of { a-card } go one forward and one backward; { $trips } do not.
wrong-split = { $trips } are not the two parts of { a-card }.
wrong-half-a-split = { $trip } is a part of { a-card }; another marble moves the other { number }.
wrong-legs = These legs are no play in this order.
wrong-must-play = { a-card } can be played, so { $who } must play it and not discard it.
wrong-must-play-card = The { $card } can be played, so it must be; press help to see where.
wrong-board-differs = The board is not as the game has it.
wrong-play-stands = That play stands; a card laid is a card played. A referee can take it back.
wrong-seen-twice = The { $card } was played before and there is only one of it until the next shuffle.
wrong-not-shown = The board does not show how this was played; put the lit marble back and play it again.
wrong-bumped = A bumped marble stands in { $hole }; it belongs in { $place ->
    [start] { $who }'s START
   *[in-spot] { $who }'s in-spot
}.
wrong-disturbed = Several marbles are out of place; follow the lights and put them back one by one.
wrong-tag = The tag { $tag } is no card of this deck; lay another card, or enroll this one.
wrong-laid-already = { $who } has laid the { $card } already; a card laid is a card played.
wrong-turn = It is { $turn }'s turn, not { $who }'s; the { $card } waits.
wrong-final = The game is final. Only a decision with a reason reopens it.
wrong-machine-discards = That is not the machine's play: it discards. Put the marbles back as the lights show.
wrong-machines-play = That is not the machine's play; carry { $ways }, as the lights show.

## Hints in training, and their reasons.

hint-no-play = This card has no play.
hint-no-choice = There is nothing to choose now.
hint-discard = Hint: discard { a-card }: { $why }.
hint-play = Hint: { $play }: { $why }.
hint-none = Hint: no card plays now; discard one.
hint-any = Hint: you can play any card. Lay one; then help, pressed twice, shows a good play of it.
hint-cards = Hint: you can play { $cards }. Lay one; then help, pressed twice, shows a good play of it.
why-only = nothing else is possible
why-wins = this wins the game
why-best = no other play looks better
why-keeps-better = the cards that are left are worth more
why-sends = this sends { $who } back to START
why-home = { $count ->
    [1] this brings a marble home
   *[2] this brings two marbles home
}
why-pushes = this sends { $who } to the in-spot
why-out = this puts one more marble on the ring
why-clears = this frees the way out of START
why-exit = { a-card } can bring a marble out next
why-safe = this is safe from { $cards }
why-reaches = { a-card } could send { $who } back to START next
why-fits = { a-card } could bring a marble home next
why-keeps = this keeps { a-card } for later
why-in-spot = this reaches the in-spot
why-farthest = no other play gains more holes
why-farther = this gains more holes than { a-card } would

## "Why?": the observations, and the reasons why a hypothesis is less likely.

saw-nothing = Nothing has been played yet.
saw-discard = { $who } plays nothing.
saw-way = The board saw { $facts }, so { $who }'s marble went from { $source } to { $target }.
saw-empty = { $hole } empty
saw-full = { $hole } full
saw-full-later = { $hole } full { $seconds } s later
saw-taken = { $hole } was empty for { $seconds } s, so { $who }'s marble was taken from there.
saw-elsewhere = { $who }'s marble stands in { $hole } and does not belong there.
saw-in-hand = { $who }'s marble from { $hole } is in a hand.
explain-as-likely = Nearly as likely.
explain-less-likely = Less likely.
explain-hardly = Hardly possible.
explain-doubt = It would mean that { $what }.
explain-doubt-at = It would mean that { $what } ({ $hole }).
explain-not = This table cannot explain its verdict.

## The assumptions of a hypothesis about the board. $marble is one of the marble-… below.

marble-some = a marble
marble-of-hole = the marble of { $hole }
marble-from = { $who }'s marble from { $hole }
marble-way = { $who }'s marble, { $source } to { $target },
reading-times = { $text } ({ $n } times)
reading-played = a play is complete
reading-choice = it is one of several plays of that card
reading-not-yet = the play may not be finished
reading-rare = only a Joker that no reader saw explains the play
reading-reopened = the previous play is not finished yet
reading-reopened-late = the next card was already laid
reading-passed = a card is not played
reading-repeated = an equal card was laid, rather than the same card read again
reading-adjusted = { $marble } goes back to where it stood
reading-kept = { $marble } was in a hand for a long time before it went back
reading-amidst = a marble that may change places with it is in a hand at the same time
reading-touched = { $marble } was only brushed
reading-alone = no hand was near when { $marble } was brushed
reading-snatched = { $marble } comes where another marble has just left
reading-blinked = { $marble } comes where another marble was missing for only a moment
reading-sleeve = a sleeve brushed that hole, and no marble moved
reading-quick = { $marble } moves faster than a hand can carry it
reading-overtaken = { $marble } passes a marble that has just left the next hole
reading-slid = { $marble } was seen in two holes at once
reading-owed-astray = { $marble } was bumped and goes where it does not belong
reading-lagging = { $marble } was seen in two holes for a long time
reading-felt = the sensor detected the marble in the next hole
reading-ghost = the hole fills, although no marble was in a hand
reading-vanished = the hole empties, and it is unknown whose marble stood there
reading-swapped = { $marble } takes the place of another marble of its colour
reading-strayed = { $marble } is set down where it does not belong
reading-overstepped = { $marble } goes where the card does not bring it
reading-unasked = { $marble } is moved before its card is read
reading-ahead = { $marble } was up before the turn began
reading-eager = { $marble } was taken up before the turn began, and then captured
reading-held = a play is unfinished while nothing moves
reading-early = a card is laid before its turn
reading-faulty = the sensor is faulty, and only this explanation needs that
reading-faulty-shown = the sensor is faulty, as a marble from nowhere shows
reading-one-more = every marble is accounted for, so a sensor is faulty
reading-setback = a marble goes back unseen, and the card moves another marble
reading-astray = the card lies at another seat's reader
reading-overruled = a person decided otherwise
reading-lively = a sensor that counts as faulty changes
reading-hidden = a sensor that counts as faulty misses a marble
reading-lifted = a marble of the seat in turn is in a hand
reading-on-its-way = a marble is on its way
reading-part = a part of a play is made
reading-some-part = a part of some play is made
reading-perhaps = a marble stands where some card may bring it
reading-strolling = a marble is carried along by a Joker
reading-mistaken = a marble stands where the card does not bring it
reading-beyond = no play of the card makes both moves
reading-bumped = a bumped marble stands where it does not belong
reading-foreign = a marble of another seat stands where it does not belong
reading-put-away = a marble is in START before it is captured
reading-meddled = a marble of another seat is in a hand
reading-put-away-first = a marble is in START, and nothing that captures it was touched
reading-overlaps = a marble is played by the next card already
reading-strange = a marble stands in another seat's START or lane
