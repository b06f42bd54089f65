### The page of a table: its tabs, buttons, questions, and the prompt.
### $who, $whose, $by: a player's name. $card: a card's name. $ways, $holes, $names: lists in words.

## People, cards, holes.

hole-in-spot = in-spot
hole-come-out = come-out
hole-corner = corner
hole-lane = HOME lane
hole-start = START
light-illegal = this is wrong
light-put-back = put a marble back here
light-bump = a bumped marble belongs here
light-choose = lift and replace to choose this
light-movable = this marble can be played
light-target = a marble can go here
light-turn = this seat is in turn
light-fault = this sensor cannot be trusted
light-win = won
light-carry-from = carry this marble
light-carry-to = carry the marble here
board = Holes of the board. Arrow keys go from hole to hole, Enter lifts or places a marble, ? shows all keys.
tray = Marbles in a hand
home-label = { $who }: { $n } of { $of } home

## What a card may do: the values $ways of the prompt "play".

way-out = bring a marble out
way-swap = exchange it with another player’s
way-bump = take another player’s place
way-free = bring a marble out free

## The prompt, and the smaller line under it.

prompt-no-game = Start a game
more-no-game = Choose the rules and who plays.
more-over = Another game?
prompt-lay = { $who }, lay a card
prompt-move = { $who }, move a marble
prompt-lay-for-it = { $who }, now lay the card for it
more-lay-for-it = A marble was moved before a card was laid.
more-not-this = Put it back and take another marble.
more-no-play = Press OK to discard it.
prompt-made = { $who }, one moment
prompt-exchange = { $who }, put each marble into the other’s hole
prompt-wrong = { $who }, something is wrong
prompt-ask = { $who }, which play was it?
more-must-play = Move a marble with it.
prompt-deal = Deal { $who }’s card { $place }, face down
prompt-machine-thinks = { $who } is thinking
prompt-far-waits = { $who } plays at another board
prompt-others-turn = It is { $who }’s turn
prompt-tap-card = { $who }, tap a card
prompt-tap-discard = { $who }, no card moves a marble
more-tap-discard = Tap the one to discard.
prompt-tap-marble = { $who }, tap a marble
prompt-tap-hole = { $who }, tap where it goes
prompt-tap-rest = { $who }, tap the marble for the rest
choose-must = The { $card } moves nothing now, and a card that moves a marble must be played: take one that is lit.
choose-lesson = This turn is for the card that is lit.
prompt-new-game = Start a new game?
more-new-game = All marbles stand in START. OK: yes. Back: no.
prompt-menu = What is it?
more-menu = OK: the cards were shuffled. Back: end this game. Help: nothing.
prompt-end-game = End this game?
more-end-game = Help: nobody wins, and another begins. OK: your side gives up. Back: play on.
more-give-up = OK: yes. Back: play on.

## The last verdict.

verdict-rule = Rule
verdict-why = Why?
verdict-read = Read on
read-title = The whole sentence
why-title = How the table understood it
why-hint = What the board saw, and what else it might mean; the likeliest first.
why-none = The table has nothing to explain now.

## The connection to the table.

line-connecting = connecting
line-up = live
line-down = The table is away; trying again
page-your-turn = ● Your turn – { $text }
page-title = { $text } – jokerboard

## Tabs and parts of the page.

skip = To the board
places = Places
place-play = Play
place-game = Game
place-rules = Rules
place-workshop = Workshop
say = What to do now
table = The board
faults = Faults
cards = Lay a card
buttons = The buttons of the seat in turn
score = Marbles at home

## The start of a game.

start-machines = Me against machines
start-machines-more = Three machines play with you and against you.
start-screen = All of us on this screen
start-screen-more = Each hand stays covered until its player looks.
start-phones = A phone each
start-phones-more = Everybody scans a code and sees their own hand.
start-phones-how = Phones reach this table once it is started with: jokerboard demo --listen 0.0.0.0
start-watch = Watch simulated people
start-watch-more = They play by themselves, and make mistakes.
start-lesson = First time? Learn in five turns
lesson-A = Alex
lesson-B = Bea
lesson-C = Cleo
lesson-D = Dan
more-lesson = Turn { $turn } of { $of }
lesson-out-why = All marbles begin in START. An ace, a jack, a queen, a king or a Joker brings one out, to the come-out (OUT).
lesson-count-why = A number moves a marble so many holes on, clockwise, past others but never past one of your own. Only the eight goes back.
lesson-bump-why = A marble that lands on another player’s sends it back to its START. Landing on your partner’s does your partner good: it goes to its in-spot (IN).
lesson-split-why = A seven may be shared by two marbles: you choose how many holes the first one goes, the other goes the rest.
lesson-joker-why = A Joker takes the place of any other player’s marble, even from START. That marble goes back to its START.
prompt-lesson-done = That is the game
more-lesson-done = All five marbles of yours and of your partner in HOME win. They enter by the in-spot (IN), by an exact count. Now play.
join-text = Scan the code with a phone. Each phone gets a seat and a hand of its own.
join-free = free
join-taken = here
join-machine = machine
join-here = I play on this screen
join-machines = Machines take the free seats
join-done = To the board
join-title = You play as { $who }
join-name = Your name
join-do = Play

## Buttons.

ok = OK
back = Take back
back-answer = Back
end-confirm = End it now
end-undo = Play on
undo = Undo
nothing-ok = There is nothing to confirm now.
nothing-back = There is no play to take back yet.
nothing-help = Lay a card first: then Help lights what it can do.
chart = Cards
chart-title = The powers of the cards
pick-title = Which one?
help = Help
cancel = Cancel
close = Close
save = Save
new-game = New game
rematch = Rematch, seats rotated
pair-device = Pair this device
this-device = This device
names = Names
give-up = Give up
watching = You are watching. To play, pair this device, or open the address that the table’s terminal shows.

## Questions.

take-back-title = Take back { $who }’s play?
take-back-do = Take it back
take-back-play = Play { $n }: { $text }
take-back-then = Then these marbles go back:
take-back-last = Take the last play back?
discard-title = Discard the { $card }?
discard-do = Discard it
abandon-title = Abandon this game?
abandon-text = It ends here without a winner. What was played stays in the journal. You can undo it for a minute.
abandon-for-new = The game on the board ends here without a winner, and the new one begins at once. This cannot be undone.
abandon-begin = End it and begin
abandon-do = Abandon it
give-up-title = Give up?
give-up-text = The game ends when the partners agree too.
give-up-who = Player
give-up-do = Ask the partners

## Cards.

lay-card = Lay the { $card }
hand-whose = Whose cards does this device hold?
hand-look = { $who }: look at my cards
hand-hide = Hide

## A new game.

new-title = A new game
new-begin = Begin
new-running = The game on the board is abandoned when a new one begins; its record stays.
new-abandon = Abandon this game
new-rules = Rules
new-players = Players
new-player-count = { $n } players
new-cards = Cards
new-cards-dealt = Dealt by the table: no cards needed
new-cards-seat = A card reader at each seat
new-cards-table = One card reader for the table
new-cards-none = Played without cards
new-mode = Mode
new-mode-play = Play: friendly, takebacks allowed
new-mode-referee = Referee: a play stands
new-mode-training = Training: hints and takebacks
new-people = Simulated people play all seats
house-title = House rules
word-on = yes
word-off = no
word-published = as published
switch-default = { $word } (published)
names-title = Who sits where
names-legend = Names
names-player = Who plays seat { $seat }
level-person = a person
level-easy = machine: easy
level-steady = machine: steady
level-strong = machine: strong
level-expert = machine: expert
names-label = Name at seat { $seat }

## This device.

device-seat = My seat
device-seat-none = Seat A at the bottom
device-seat-of = { $who } at the bottom
device-plays = I play
device-plays-none = Nobody’s cards
device-plays-of = { $who }’s cards
device-sleeps = This device may go dark by itself while you play: a browser keeps it awake only for a page over https, or on the table’s own machine.
device-sound = Sounds: card, play, bump, something wrong, a win
houses-title = Play with another board
houses-invite-text = Give seats to another board. A new game begins, and a code for that board is shown here.
houses-join-text = Or join the game of another board with its code.
houses-seats = Its seats
houses-seats-example = B, D
houses-way-example = empty: on this network
houses-way = Way
houses-code = Code
houses-guide = At the other board, type or paste the code: Game, Play with another board, Join. A phone's camera shows the QR code as text. If you enter the address of the other board's page, the QR code opens that page with the code filled in.
houses-page = Page of the other board, if you know it
houses-page-example = http://ADDRESS:8080
houses-invite = Invite
houses-join = Join
houses-withdraw = Withdraw
houses-asked = The other board is asked whether it agrees.
houses-agree = Agree
houses-decline = Decline
houses-thumbs-up = Thumbs up
houses-one-moment = One moment, please
pair-text = Watching is free. To play from this device, type the code that the page on the table’s own screen shows under Game.
pair-code-field = Code
pair-do = Pair
pair-picture = QR code that pairs another device
pair-line = Another device pairs with this QR code, or with this code:

## The game so far.

game-title = The game
game-none-yet = No game
game-mode-referee = with a referee
game-mode-training = training
game-cards-table = one card reader
game-cards-none = without cards
game-cards-dealt = cards dealt by the table
game-plays = Plays
game-plays-none = Nothing has been played yet.
game-step = Step of the game
game-step-of = Step { $n } of { $of }
game-replay = Replay
game-first = To the beginning
game-previous = One step back
game-next = One step on
game-last = To the end
game-live = Back to the game
game-autoplay = ▶ Play it through
game-autoplay-stop = Stop
game-better = Better: { $better }.
game-beginning = The beginning
game-amended = changed
game-taken-back = taken back
game-keep = Keep the game
game-share = Share (one HTML file)
game-record = Record
game-json = JSON
game-picture = Picture
game-print = Print
book-title = The book: all games of this table
book-reading = The kept games are being read …
book-none = No game is kept yet.
book-player = Player
book-games = Games
book-won = Won
book-sent = Sent home
book-closest = Closest finish
book-abandoned = without an end, { $plays } plays
book-open = not over, { $plays } plays
book-export = Save the book
book-forget = Forget { $name }
book-forget-title = Forget { $name }?
book-forget-text = The name is removed from the book and from the list of games; games that begin later are listed again. The journal, which cannot be changed, keeps the name.
book-forget-do = Forget the name
shared-board = The board
stats-title = Statistics
stats-player = Player
stats-plays = Plays
stats-out = Out
stats-home = Home
stats-bumps = Bumps
stats-bumped = Bumped
stats-discards = Discards
stats-time = Time
stats-graph = Marbles home over the plays, one line a team
stats-play-count = { $n } plays

## The end.

end-hands = The cards left in the hands
end-secret = The deal can be checked: all cards came from { $secret }, whose SHA-256 the record has held since the game began.
end-look = Look at the game

## The rules.

rules-house = House rules
rules-changed = { $meaning }: { $ours } (published: { $theirs })

## The workshop.

people-title = Simulated people
people-playing = are playing
people-paused = are waiting
people-off = are away
people-over = have finished
people-play = Play
people-pause = Pause
people-step = Step
people-mistake = Make a mistake
people-by-hand = By hand
people-speed = Speed
people-times = { $n }×
people-times-label = { $n } times
readers-title = Card readers
readers-suit = Suit
readers-any = any
readers-any-label = any suit
readers-place = At whose reader
readers-turn = in turn
readers-turn-label = at the seat in turn
readers-seat-label = at seat { $seat }
readers-lies-table = on the table
readers-lies-seat = before { $who }
readers-take-off = Take off
readers-take-off-table = Take the { $card } off the table's reader
readers-take-off-seat = Take the { $card } off reader { $seat }
readers-shuffled = The cards were shuffled
referee-title = Referee
referee-label = The referee decides
referee-by = Decided by
referee-by-none = the page
referee-why = Why
referee-let-stand = Let it stand
referee-take-back = Take the last play back
workshop-by-hand = People carry the marbles
workshop-hint = Try out a board's sensors and readers and the simulated people here. This takes a paired device.

## A tournament.

tournament-follow = follow

## Keys.

keys-title = Keys on the board

## Texts that depend on values.

colour = { $seat ->
    [A] red
    [B] blue
    [C] green
    [D] yellow
    [E] violet
    [F] white
    [G] teal
   *[H] black
}
card-unknown = a card
hole-name-what = { $name }, { $what }
hole-empty = { $name }: empty
hole-marble = { $name }: marble of { $who }
hole-lit = { $label }; lit: { $light }
lens-start = { $seat } START
tray-marble = Marble of { $who }, in a hand
tray-marble-from = Marble of { $who }, from { $from }, in a hand
way-on = move { number }
way-back = move { number } back
way-split = split the { number } between two marbles
prompt-over = { $count ->
    [0] The game ends without a winner
    [one] { $names } wins!
   *[other] { $names } win!
}
prompt-play = { $who }, { $ways }
more-play = { $card }
prompt-place = { $who }, put it down on { $holes }
prompt-place-part = { $who }, move it a part of the { rank-name }
more-place = { $card }
more-place-parts = { $also ->
    [yes] Or { $parts }
   *[no] To { $parts }
}
more-place-many = { $also ->
    [yes] Or { $parts }; another marble moves the rest.
   *[no] To { $parts }; another marble moves the rest.
}
more-place-part = { $hole }, then another marble { number }
prompt-not-this = { $who }, this marble has no play with { a-card }
prompt-no-play = { $who } has no play with { a-card }
prompt-rest = { $done } of { $of }. Now move another marble { number }
prompt-rest-back = { $done } of { $of }. Now move another marble { number } back
more-rest = { $who } splits the { $of }.
more-rest-to = To { $holes }.
more-exchange = { $holes }
prompt-carry = Carry { $whose }’s marble to { $holes }
prompt-carry-start = Carry { $whose }’s marble to START ({ $holes })
prompt-carry-in-spot = Carry { $whose }’s marble to the in-spot { $holes }
prompt-mend = Put { $marble } back { $place }
mend-the = the marble
mend-whose = { $whose }’s marble
mend-at = the marble on { $hole }
mend-at-start = the marble in START
mend-to = on { $hole }
mend-to-start = in START
more-ask = Lift and replace the marble on { $holes }.
prompt-must-play = { $who }, { a-card } has a play
more-deal = Show it to the reader of that seat, then put it on place { $place } of the { colour } hand.
more-deal-one-reader = Show it to the reader, then put it on place { $place } of the { colour } hand.
prompt-turn-over = Turn over card { $place } of the { colour } hand
prompt-turn-over-again = Lay { $who }’s { $card } again
more-turn-over = Lay it on the reader.
more-turn-over-again = Its play was taken back.
plays-card = { $who } plays { a-card }
discards-card = { $who } discards { a-card }
carried = carry the marble from { $from } to { $to }
carried-of = carry { $whose }’s marble from { $from } to { $to }
carried-swap = exchange the marbles on { $from } and { $to }
moved = a marble goes from { $from } to { $to }
moved-of = { $whose }’s marble goes from { $from } to { $to }
moved-swap = the marbles on { $from } and { $to } change places
prompt-carry-legs = { $legs }
more-machine-carry = { plays-card }.
more-machine-plays = { $legs }.
more-far-carry = { $who } plays { a-card } at another board.
more-far-plays = { $legs }.
more-tap-card = { $must ->
    [yes] Play one that is lit: it can move a marble.
   *[no] {""}
}
more-tap-marble = { $card }. Lit marbles can move.
more-tap-hole = { $card }. Or tap another marble.
more-tap-rest = { $card }, split between two marbles.
prompt-ended = { $count ->
    [0] The game is ended
    [one] { $names } gives up
   *[other] { $names } give up
}
more-ended = { $count ->
    [0] Nobody wins. After a minute the end is final.
   *[other] After a minute the end is final.
}
prompt-give-up = { $who }, do you give up with { $by }?
prompt-give-up-alone = { $by }, do you give up?
take-back-marble = { $who }: from { $from } back to { $to }
discard-text = { $who } has no play with { a-card }. Laying it discards it and ends the turn.
lay-rank = Lay { a-card }
house-changed = { $n ->
    [0] as published
   *[other] ★ { $n } changed
}
names-hint = Seat { $seat }
names-hint-with = Seat { $seat }, with { $partners }
houses-picture = QR code for the board with { $seats }
houses-code-line = For the board with { $seats }, by { $via }:
houses-code-line-here = For the board with { $seats }, on this network:
houses-there = { $count ->
    [one] { $seats } plays at another board.
   *[other] { $seats } play at another board.
}
houses-joined = This board plays { $seats } in the game of another board.
book-apart = { $n ->
    [one] 1 marble
   *[other] { $n } marbles
}
book-game = Game { $n }
book-game-when = Game { $n }, { $when }
book-won-by = { $names } won, { $plays } plays
shared-heading = { $sides }, { $when }
end-title = { $count ->
    [0] Nobody has won
    [one] { $names } wins!
   *[other] { $names } win!
}
end-decided = { $by } decided this.
end-decided-why = { $by } decided this: { $text }.
tournament-round = Round { $round }, table { $table }
tournament-round-until = Round { $round }, table { $table }, until { $until }
tournament-team = { $name } ({ $people })

## The guided first game.

lesson-out-card = Tap the { rank-name }: it brings a marble out
lesson-out-marble = Tap a marble in your START
lesson-count-card = Tap the { rank-name }, to move { number } holes
lesson-count-marble = Tap your marble on A8: it goes to A14
lesson-bump-card = Tap the { rank-name }: Bea’s marble is { number } holes ahead
lesson-bump-marble = Tap your marble on A14: it lands on Bea’s
lesson-split-card = Tap the { rank-name }: two marbles share it
lesson-split-marble = Tap a lit marble: it goes a part of the seven
lesson-split-hole = Tap a lit hole, the first part of the seven
lesson-split-rest = Tap the other lit marble for the rest
lesson-joker-card = Tap the { rank-name }
lesson-joker-marble = Tap a marble in your START: it takes Dan’s place

## Keys. The letters are the same in every language.

key-cards = 2 … 9, 0, 1, J, Q, K, X
key-cards-do = lay a card (0 is the ten, 1 the ace, X a Joker)
key-next = . and ,
key-next-do = to the next and the previous marble of the player in turn; with a marble in the hand, to a hole where it can go
key-enter = Enter or Space
key-enter-do = lift or place a marble
key-count = 1 … 9, 0
key-count-do = with a marble in the hand: this many holes forward (0 is ten), after − backward
key-along = ← →
key-along-do = one hole on along the ring, a lane or a START
key-inward = ↑ ↓
key-inward-do = inward to the lane and the START, and back to the ring
key-seat = A … H
key-seat-do = to that seat’s come-out; Page up and down to the next seat’s
key-escape = Esc
key-escape-do = put back the marble in the hand
key-buttons = O, T, ?
key-buttons-do = OK; take back; these keys

## The connection to the service, and the analysis of a game.

link-silent = The { $who } does not answer.
link-not-done = The { $who } did not do that.
link-not-given = The { $who } did not give its { $name }.
link-table = table
link-desk = desk
analysis-title = Where the game turned
analysis-graph = Each team’s chance of winning over the plays
analysis-plays = { $n } plays
analysis-means = Each point is the mean of one round of plays: a chance is estimated from what the player who has just played can see.
analysis-wait = Weighing every play …
analysis-no-hands = The hands are not known, so plays are not weighed.
analysis-none = No play cost 3 % or more.
analysis-costly = The plays that cost most
analysis-mistake = Play { $action } cost { $cost }: { $said }. Better: { $instead }.
analysis-luck = { $names } { $skill }; { $luck }.
skill-best = played without a costly choice
skill-good = chose well, with little lost
skill-some = gave away some chances
skill-many = gave away many chances
luck-neither = the cards helped neither side
luck-helped-little = the cards helped a little
luck-helped-lot = the cards helped a lot
luck-against-little = the cards were against them a little
luck-against-lot = the cards were against them a lot
analysis-hint = "The cards" counts every change of the chance to win that no costly play caused.
analysis-go = Click a point of the graph, or a play, to see it on the board.

## Languages.

language-title = Language
language-automatic = As this device has it

## Large type: prompts where lights stand for the names of holes; the covered hand.

device-plain = Large and simple: big type, and lights and colours in place of hole numbers
device-speaks = Read aloud what to do
prompt-look = { $who }, look at your cards
more-look = Tap the covered cards.
plain-marble = { $seat ->
    [A] the lit red marble
    [B] the lit blue marble
    [C] the lit green marble
    [D] the lit yellow marble
    [E] the lit violet marble
    [F] the lit white marble
    [G] the lit teal marble
    [H] the lit black marble
   *[none] the lit marble
}
prompt-place-lit = { $who }, put it down on a lit hole
more-lit = The lights show where.
more-ask-lit = Lift and replace a lit marble.
prompt-carry-lit = Carry { $marble } to the lit hole
prompt-carry-lit-start = Carry { $marble } to its START
prompt-mend-lit = Put { $marble } back on the lit hole
more-trail = The trail on the board shows it.
