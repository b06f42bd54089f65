### The rules: the sets, the card of the rules, the switches.
### A text that stands beside a card keeps its small first letter.

rules-texas = The tournament rules: partners opposite, a hand of five. An Ace moves 1 or 11, a 7 may be split, an 8 goes backward; a card laid is a card played.
rules-own-deck = Two teams, every player with a deck of their own and a hand of six. A 9 may be split as well as a 7, each part forward or backward.
rules-marbles-and-jokers = Two teams, three or four decks shuffled together and a hand of seven. A Joker need not be played; a marble whose count does not fit its lane goes round again.
rules-joker-board = Alone or in teams, with many Jokers. A Joker must be played only while nothing of yours is in play; bumped partners may chain from in-spot to in-spot.
rules-pegs-and-jokers = Three to eight players on linked boards. A 2 may exchange two marbles, a 9 goes forward with one marble and backward with another.

## The card of the rules. $rest, $any, $out, $swap, $back, $each: yes or no.

rule-title-setup = Setup
rule-title-cards = Cards
rule-title-bumping = Bumping
rule-title-home = Home
rule-title-must-play = Must play
rule-title-helping = Helping
rule-title-winning = Winning
label-ace = Ace
label-jack = Jack
label-queen = Queen
label-king = King
label-j-q-k = J Q K
label-joker = Joker
rule-players = { $numbers } players: { $teams }.
rule-alone = everybody alone
rule-teams-opposite = { $teams } teams of { $size }, partners sit opposite
rule-teams-other = { $teams } teams of { $size }, partners are every other player
rule-marbles = Each player has { $count } marbles in START, and all move clockwise. On your side, the 8th hole is your COME-OUT, the 3rd your IN-SPOT, where the lane to your HOME branches off.
rule-pile = One draw pile: { $decks }.
rule-pile-for = One draw pile ({ $numbers } players): { $decks }.
rule-piles-own = Everybody has their own draw pile and discards: { $decks }.
rule-piles-own-for = Everybody has their own draw pile and discards ({ $numbers } players): { $decks }.
rule-decks = { $packs ->
    [one] 1 deck
   *[other] { $packs } decks
} { $jokers ->
    [0] without Jokers
    [one] with 1 Joker
   *[other] with { $jokers } Jokers
}{ $each ->
    [yes] {" "}each
   *[no] {""}
}, { $total } cards
rule-half-decks = { $packs ->
    [one] 1 half deck
   *[other] { $packs } half decks
} { $jokers ->
    [0] without Jokers
    [one] with 1 Joker
   *[other] with { $jokers } Jokers
}{ $each ->
    [yes] {" "}each
   *[no] {""}
}, { $total } cards
rule-begins = The player to the left of the dealer begins, and play goes clockwise.
rule-draw-first = Hands of { $count } cards: at your turn first draw one, then play one.
rule-draw-after = Hands of { $count } cards: play one, move, then draw one.
rule-forgot-two = If the next player plays before you draw, you draw two, but only after your next play.
rule-forgot-any = A forgotten draw may be made up for at any time.
rule-reshuffle = When the draw pile is empty, the discards are shuffled to make a new one.
rule-ace = out of START onto your come-out, or 1 forward
rule-ace-11 = out of START onto your come-out, or 1 forward, or 11 forward
rule-two = 2 forward
rule-two-swap = 2 forward, or exchange one of your ring marbles with one of another colour
rule-plain = forward as many holes as the card says
rule-seven = 7 forward, or split forward between { $whose ->
    [team] two marbles of your team
   *[own] two of your marbles
}{ rule-rest }
rule-rest = { $rest ->
    [yes] ; when the first brings your last marble home, the second may be of the partner you then help
   *[no] {""}
}
rule-eight = 8 BACKWARD, one marble
rule-nine-whole = 9 forward{ $back ->
    [yes] {" "}or 9 backward
   *[no] {""}
}
rule-between = { $whose ->
    [team] two marbles of your team
   *[own] two of your marbles
}, { $ways ->
    [any] each forward or backward
   *[each] one forward and the other backward
}, 9 in all
rule-nine-split = { rule-nine-whole }, or split between { rule-between }{ rule-rest }
rule-nine-must = split between { rule-between }; with only one marble in play { rule-nine-whole }{ rule-rest }
rule-face = out of START onto your come-out, or { $count } forward
rule-joker = your marble, from START or the ring, takes the place of one of another colour on the ring{ $any ->
    [yes] , or goes to any empty ring hole
   *[no] {""}
}{ $out ->
    [yes] ; or out of START onto your come-out
   *[no] {""}
}{ $swap ->
    [yes] ; from the ring the two marbles change places and nobody is bumped
   *[no] {""}
}
rule-forfeit = Part of a 7 or 9 may bring a marble from the ring into its lane; the rest is lost.
rule-whole = Always the whole count of the card.
rule-whole-otherwise = Otherwise always the whole count of the card.
rule-pass = You may pass the marbles of others. Your own you never pass, nor land on them.
rule-bump = An opponent's marble that you land on goes back to its START.
rule-partner = A partner's marble that you land on goes to its in-spot.
rule-in-spot-illegal = If your partner already has a marble on that in-spot, the play is not allowed.
rule-in-spot-start = If your partner already has a marble on that in-spot, one of the two goes to START.
rule-in-spot-opponent = An opponent's marble on that in-spot goes to its START.
rule-chain = Another marble of your team on that in-spot goes to its own in-spot, and so on.
rule-no-chain = With another marble of your team on that in-spot the play is not allowed.
rule-own-in-spot = A marble on its own in-spot cannot be bumped by its own team.
rule-safe = A marble on its own come-out is safe: nobody lands on it or exchanges it.
rule-exact = The count into the lane is exact, and marbles in the lane do not pass each other.
rule-branch-free = A marble whose count fits may turn into its lane, or go on round the ring.
rule-branch-forced = A marble whose count fits its lane must turn into it.
rule-go-round = A marble whose count is too big goes on round the ring.
rule-wait = A marble whose count is too big for its lane waits: it may not go past its in-spot.
rule-no-back = Nothing moves backward into a lane or within it. In the lane a marble is safe.
rule-discard-free = You may always discard a card instead of playing one.
rule-must = If one of your cards can move a marble, you must play one that can, even to your harm.
rule-joker-only-play = A Joker counts too: if no other card can move, you must play it.
rule-joker-nothing-in-play = A Joker counts only while all your marbles are in START: otherwise you may keep it.
rule-joker-never = A Joker does not count: you may play it, or keep it and discard another card.
rule-none-can = If none can, discard any one card; that is your turn.
rule-free-start = With the { $count ->
    [3] 3rd
   *[other] { $count }th
} discard in a row for want of a play you may bring a marble out.
rule-nobody-helps = Everybody plays alone: nobody helps.
rule-any-time = You may move your partners' marbles as well as your own, from the beginning.
rule-help-left = Once all your marbles are home, from your next turn on you play your partner's; of several partners, the next on your left who is not yet home.
rule-help-any = Once all your marbles are home, from your next turn on you play those of any of your partners.
rule-help-none = Once all your marbles are home, from your next turn on you only discard: nobody moves a partner's marbles.
rule-win-player = The first player to have all { $count } marbles home wins, and so does the whole team.
rule-win-team = The first team, or player alone, to have all { $count } marbles of everybody home wins.

## House rules: each switch, and its words where they are not numbers.

switch-ace-11 = an Ace also moves 11
switch-face-values-11-12-13 = J, Q, K move 11, 12, 13 instead of 10
switch-two-swap = a 2 may exchange a ring marble with one of another colour
switch-nine-mode = how a 9 splits: not, one leg forward and one back, each leg either way, or it must (one each way) unless one marble is in play
switch-nine-unsplit-backward = a whole 9 may also go backward
switch-seven-scope = whose marbles a split 7 may move
switch-nine-scope = whose marbles a split 9 may move
switch-seven-remainder-to-partner = what a 7 has over when its first leg brings the last marble home goes to the helped partner
switch-nine-remainder-to-partner = the rest of a 9 goes to the helped partner, in the other direction
switch-partial-7-9-forfeit = part of a 7 or 9 may bring a marble from the ring into its lane, the rest is lost
switch-play-for-partner-any-time = partners' marbles may be moved from the start
switch-joker-forced = when a playable Joker must be played rather than a card discarded
switch-joker-comes-out = a Joker may simply bring a marble to its come-out
switch-joker-any-hole = a Joker may also go to any empty ring hole
switch-joker-true-swap = a Joker from the ring exchanges the two marbles
switch-in-spot-same-colour = a partner is sent to an in-spot that holds its own colour: illegal, or one of the two goes to START
switch-in-spot-chain = another teammate's marble on that in-spot goes on to its own in-spot, or the play is illegal
switch-start-hole-safe = a marble on its own come-out cannot be landed on or exchanged
switch-home-branch = entering the lane when the count fits
switch-home-overshoot = a marble whose count does not fit its lane goes on round the ring, or may not move past its in-spot
switch-help-order = whom a finished player helps
switch-win-condition = the whole team is home, or its first player
switch-team-layout = two teams alternating, pairs opposite, or everybody alone; odd numbers and two always play alone
switch-marbles-per-player = marbles of each player; a player is home when all of them are in the lane
switch-hand-size = cards in a hand
switch-draw-first = draw before playing, not after
switch-forgot-draw-penalty = a forgotten draw is made up after the next play
switch-draw-pile = one pile for the table, or one for each player
switch-decks = number of decks: in the table's pile, or in each player's own pile
switch-decks-per-player = `decks` counts for each player, shuffled together
switch-half-deck = half a deck: the cards of one colour and one Joker
switch-jokers = Jokers in each deck
switch-free-start-after = after so many discards in a row a free start
switch-discard-free = a player may discard although a card can be played
word-none = none
word-one-each-way = one each way
word-any-way = any way
word-must = must
word-own = own
word-team = team
word-never = never
word-nothing-in-play = nothing in play
word-only-play = only play
word-illegal = illegal
word-one-to-start = one to start
word-chain = chain
word-free = free
word-forced = forced
word-go-round = go round
word-wait = wait
word-left = left
word-any = any
word-player = player
word-two-teams = two teams
word-pairs = pairs
word-alone = alone
word-shared = shared
