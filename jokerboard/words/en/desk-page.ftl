### The page of the director's desk. These stay English.

## The frame

desk-skip = To the page
desk-title = { $name } – jokerboard
desk-nav = The desk
desk-tab-hall = Hall
desk-tab-incidents = Incidents
desk-tab-results = Results
desk-tab-event = Tournament
desk-line-connecting = connecting
desk-line-up = live
desk-line-down = The desk is away; trying again
desk-not-done = The desk did not do that.
desk-not-answered = The desk did not answer.
desk-silent = The desk does not answer.
desk-login = Log in
desk-logout = { $who }: log out
desk-login-title = Log in as a director
desk-login-hint = The token is in the file director.token, in the desk's state directory.
desk-login-who = Your name
desk-login-token = Token
desk-cancel = Cancel
desk-save = Save
desk-reason = Reason

## Seats, teams, tables

desk-seat = Seat { $seat }
desk-people-with = with { $names }
desk-people-won = { $names } won
desk-people-none-won = nobody won
desk-nobody = nobody
desk-table = Table { $table }
desk-tables = Table
desk-round = Round { $round }
desk-rounds = Round
desk-home-title = marbles home
desk-points-title = points

## The hall and the wall

desk-hall-round = The round
desk-hall-wall = Wall
desk-hall-empty = No table has been in contact yet. A table appears here when its [tournament] settings name this Redis.
desk-hall-page = { $page } / { $pages }
desk-hall-open = { $n ->
    [one] { $n } incident to look at
   *[other] { $n } incidents to look at
    }
desk-hall-no-game = no game yet
desk-hall-away = lost contact
desk-hall-fault = its machine has a fault
desk-hall-paused = paused
desk-hall-abandoned = abandoned
desk-clock-over = over by { $by }
desk-round-of = { $all ->
    [0] Round { $round }
   *[other] Round { $round } of { $all }
    }
desk-playing = { $missing ->
    [one] { $missing } table still playing
   *[other] { $missing } tables still playing
    }
desk-stage-teams = { $n ->
    [0] No team is registered yet
    [one] { $n } team is registered
   *[other] { $n } teams are registered
    }
desk-stage-paired = { desk-round-of }: take your seats
desk-stage-running = { desk-round-of }: { desk-playing }
desk-stage-paused = { desk-round-of }: paused, { desk-playing }
desk-stage-time-out = { desk-round-of }: time is up, { $missing ->
    [one] { $missing } table to decide
   *[other] { $missing } tables to decide
    }
desk-stage-over = { desk-round-of } is over
desk-stage-all-over = All rounds have been played

## One table

desk-table-contact = { $here ->
    [true] in contact
    [false] lost contact
   *[other] contact unknown
    }
desk-table-line = game { $game } · { $rules } · { desk-mode } · { $contact }
desk-mode = { $mode ->
    [play] friendly play
    [referee] with a referee
    [training] training
   *[other] { $mode }
    }
desk-table-no-game = no game yet · { $contact }
desk-table-board = The board of { $title }
desk-table-moment = This is the board at the moment of the incident.{ " " }
desk-table-to-now = To the board now
desk-table-paused = The game is paused.
desk-table-works = The table's machine works.
desk-table-warm = Its processor has { $degrees } °C.
desk-table-throttled = Its processor is throttled.
desk-table-behind = { $n ->
    [one] { $n } record is
   *[other] { $n } records are
    } still to come.
desk-table-games = Games:{ " " }
desk-table-plays = Plays
desk-table-orders = Orders from the desk
desk-table-log = The table's log (JSON lines)
desk-table-home = { $n } home{ $penalty ->
    [0] { "" }
   *[other] , penalty { $penalty }
    }
desk-table-won = won
desk-replay = Replay
desk-replay-stop = Stop
desk-replay-live = Live
desk-replay-newest = play { $n }, live
desk-replay-moment = after play { $n }
desk-replay-at = { $n ->
    [0] the beginning
   *[other] play { $n } of { $of }
    }
desk-play-taken-back = taken back
desk-play-amended = amended

## Orders to a table, and its answers

desk-order-let-stand = Let it stand
desk-order-take-back = Take back
desk-order-correct = Correct the board
desk-order-penalty = Penalty
desk-order-result = Decide the result
desk-order-pause = Pause
desk-order-go-on = Resume
desk-order-start = Start
desk-order-seating = Seating
desk-order-title = { $order }: { $table }
desk-order-name = { $order ->
    [let-stand] let it stand
    [take-back] take back
    [correct] correct the board
    [penalty] penalty
    [result] decide the result
    [pause] pause
    [go-on] resume
    [start] start
    [seating] seating
   *[other] { $order }
    }
desk-order-to-before = to before play { $n }
desk-order-said = { $what }, by { $by }
desk-order-waiting = waits until the table is connected
desk-order-sent = sent; the table has not answered yet
desk-order-taken = confirmed
desk-order-refused = refused
desk-order-before = Before play
desk-order-team = Team
desk-order-points = Points
desk-order-winner = Winner
desk-order-no-game = No game was begun at this table.
desk-order-send = Send
desk-order-gone = Sent. The table's answer appears here.

## Correcting the board

desk-correct-board = The board as it should be
desk-correct-hint = Choose a marble, then the hole where it belongs. Or write the position: for each side the holes of its marbles outside START.
desk-correct-position = Position
desk-correct-turn = In turn
desk-correct-seat = { $name } ({ $seat })
desk-correct-undo = As it was
desk-correct-empty = There is no marble in this hole.
desk-correct-lifted = The marble of { $name } is lifted from { $hole }. Choose its hole.
desk-correct-placed = The marble of { $name } stands in { $hole }.
desk-correct-not-here = A marble of { $name } cannot stand in { $hole }, a hole of { $of }.
desk-line-fields = There are { $n } fields for { $sides } sides; write a / between two fields.
desk-line-no-seat = Nobody plays side { $side }; write only a point (.) in its field.
desk-line-too-many = Side { $side } has { $n } marbles, of { $of }.
desk-line-no-hole = { $hole } is no hole for side { $side }.
desk-line-no-name = The name of a hole is missing at side { $side }.
desk-line-twice = Two marbles stand in { $hole }.
desk-line-turn = The line ends with a blank and the letter of the seat in turn.

## Incidents

desk-incidents = Incidents
desk-incidents-open = { $n } to look at
desk-incidents-to-look-at = To look at
desk-incidents-past = Seen or settled
desk-incidents-none = Nothing to look at.
desk-incidents-more = Show more
desk-incidents-kind = Kind
desk-incidents-all-kinds = all kinds
desk-incidents-all-tables = all tables
desk-incidents-search = Search
desk-incidents-search-label = Search in the incidents
desk-incidents-seen-all = Acknowledge all
desk-incidents-seen = Acknowledge
desk-incidents-seen-these = Acknowledge these
desk-incidents-seen-by = seen by { $who }, { $when }
desk-incidents-settled = settled { $when }
desk-incidents-then = The board then
desk-incidents-fold = { $n } times since { $since }
desk-incidents-title = { $table }: { $kind }
desk-incidents-move = { $from } → { $to }
desk-incidents-by = { $who }:{ " " }
desk-note = Note
desk-note-save = Save the note
desk-kind-illegal = illegal play
desk-kind-decision = ruling
desk-kind-dispute = help asked
desk-kind-fault = fault
desk-kind-restart = restart
desk-kind-damage = damaged journal
desk-kind-order = order refused
desk-kind-contact = lost contact
desk-kind-clock = clock jumped
desk-kind-log = bad log

## Results

desk-results = { $n ->
    [0] Results
    [one] { $n } game
   *[other] { $n } games
    }
desk-results-none = No game is over yet.
desk-results-table = Table
desk-results-game = Game
desk-results-won = Won
desk-results-against = Against
desk-results-home = Home
desk-results-plays = Plays
desk-results-time = Time
desk-results-ended = Ended
desk-results-decided = { $by }
desk-results-decided-so = { $by }: { $text }

## The tournament

desk-event-director = The director's commands
desk-event-nav = The tournament
desk-view-round = Round
desk-view-standings = Standings
desk-view-teams = Teams
desk-view-sheets = Sheets
desk-event-teams = { $n ->
    [one] { $n } team
   *[other] { $n } teams
    }
desk-event-at-a-table = { $n ->
    [2] two
   *[other] three
    } at a table
desk-system-swiss = Swiss
desk-system-round-robin = Round robin
desk-event-none = There is no tournament yet. A director creates one here or with: jokerboard tournament new
desk-event-closed = This tournament is closed.
desk-event-create = Create a tournament
desk-event-create-next = Create the next tournament
desk-event-earlier = Earlier tournaments
desk-do-pair = Pair round { $round }
desk-do-start = Start round { $round }
desk-do-unpair = Cancel this pairing
desk-do-pause = Pause
desk-do-resume = Resume
desk-do-extend = More minutes
desk-do-time-out = Call time
desk-do-close = Close
desk-do-links = Connect boards
desk-do-prizes = Prizes
desk-do-settings = Settings
desk-start-title = Start round { $round }?
desk-start-no-boards = No board is connected to a table number: results come from result slips.
desk-start-all = At every table a new game begins.
desk-start-some = { $n ->
    [one] { $n } table has
   *[other] { $n } tables have
    } no connected board: results there come from result slips. At the others a new game begins.
desk-start-go = Start
desk-unpair-hint = The round can be paired again, with the teams that play then.
desk-unpair-go = Cancel the pairing
desk-extend-title = More minutes for everybody
desk-extend-minutes = Minutes
desk-extend-go = Extend the round
desk-time-out-title = Call time?
desk-time-out-text = { desk-playing }. Marbles home decide, then holes to go, as the boards stand now. Enter the result slips of tables that cannot report themselves.
desk-why = Why?
desk-why-of = Why this pairing at table { $table }?
desk-why-title = Why this pairing at table { $table }?
desk-why-wait = The desk compares this pairing with the others …
desk-why-close = Close
desk-exchange = Exchange
desk-exchange-of = Exchange a team of table { $table }
desk-exchange-title = Exchange a team of table { $table }
desk-exchange-one = This team
desk-exchange-other = With
desk-exchange-at = { $team } (table { $table })
desk-exchange-go = Exchange
desk-take-title = Decide table { $table } by its log?
desk-take-text = Its log may lack the last plays. The last known board decides.
desk-take-go = Decide
desk-close-title = Close { $name }?
desk-close-text = Nothing of a closed tournament can be changed any more. Its results and files stay, and another tournament can be created.
desk-close-text-open = The round is not over. { desk-close-text }
desk-close-go = Close the tournament
desk-settings-create = Create
desk-settings-name = Name
desk-settings-place = Place, day
desk-settings-system = System
desk-settings-teams = Tables
desk-settings-rules = Rules
desk-settings-rounds = Rounds
desk-settings-minutes = Minutes
desk-settings-order = Seeding
desk-settings-address = Address
desk-settings-delay_minutes = Spectators: minutes late
desk-settings-delay_plays = Spectators: plays late
desk-house-title = { $n ->
    [0] House rules: as published
   *[other] House rules: { $n } changed
    }
desk-house-published = { $word ->
    [on] yes
    [off] no
   *[other] { $word }
    } (published)
desk-settings-at-a-table = { $n ->
    [2] two
   *[other] three
    } teams at a table
desk-seeding-lot = random
desk-seeding-list = in order of registration
desk-seeding-rating = by rating
desk-settings-hint = Rounds: for a Swiss only. Minutes: 0 means no clock. Address: this page in the hall's network, such as http://192.168.1.20:8090; it is printed as a QR code.
desk-links-none = no board: result slips
desk-links-hint = { $n ->
    [0] No board has been in contact yet.
   *[other] Choose the board that stands at each table number.
    }
desk-links-in-order = In order of their names
desk-links-go = Connect
desk-prizes-label = Prizes, one a line
desk-prizes-hint = One a line, first place first. Teams that share a place share its prizes.

## A round's tables and their results

desk-round-none = No round is paired yet.
desk-round-find = Find a team, a player or a table
desk-round-byes = Bye: { $teams }
desk-round-follow = Follow table { $table }
desk-round-by-log = Decide by log
desk-result-of = Result of table { $table }
desk-result-correct-of = Correct table { $table }
desk-result-enter = Result
desk-result-correct = Correct
desk-result-go = Enter
desk-result-so-far = So far: { $result }
desk-result-won = { $team } won
desk-result-equal = Equal
desk-result-count = Time was called: count marbles
desk-result-absent = { $team } did not come
desk-result-clear = No result: still playing
desk-result-home = home
desk-result-home-label = { $team }: marbles home
desk-result-left = to go
desk-result-left-label = { $team }: holes to go
desk-result-second = Second
desk-result-second-none = the others are equal
desk-result-second-team = { $team } second
desk-result-no-counts = Enter the marbles home of every team.
desk-outcome-how = { $how ->
    [time] time was called
    [decision] by decision
    [forfeit] by forfeit
   *[other] { "" }
    }
desk-outcome-home = { $home } home
desk-outcome-from-log = from its log
desk-outcome-corrected = corrected: { $reason }

## Standings, teams, sheets

desk-standings-team = Team
desk-standings-points = Points
desk-standings-won = Won
desk-standings-played = Played
desk-teams-none = No team is registered yet.
desk-teams-number = No
desk-teams-team = Team
desk-teams-players = Players
desk-teams-club = Club
desk-teams-import = Import a CSV file
desk-teams-add = Register a team
desk-teams-undo = Undo the registration
desk-teams-csv = Teams as CSV
desk-team-since = since round { $since }
desk-team-penalised = penalty { $penalty }
desk-team-withdrawn = withdrawn
desk-team-apart-from = apart from { $apart }
desk-team-bye-next = bye in the next round, { $points ->
    [one] { $points } point
   *[other] { $points } points
    }
desk-team-return = Return
desk-team-withdraw = Withdraw
desk-team-change = Change
desk-team-penalty = Penalty
desk-team-bye = Bye
desk-team-no-bye = Cancel the bye
desk-team-title = Team { $number }
desk-team-register = Register
desk-team-players = Players, one a line
desk-bye-title = Bye for { $team }
desk-bye-hint = { $team } does not play in the next round to be paired, and gets these points for it. A win is worth { $win ->
    [one] { $win } point
   *[other] { $win } points
    }.
desk-bye-points = Points
desk-bye-go = Give the bye
desk-team-apart = Keep apart
desk-apart-title = Teams that { $team } should not meet
desk-apart-hint = { $team } is paired with these only if it cannot be avoided. After the next pairing, a note shows what that costs. To add a team, give a reason.
desk-undo-title = Undo the registration?
desk-undo-hint = All { $n } teams are taken off the list. The history keeps them; a list can be imported again.
desk-undo-go = Take all teams off
desk-penalty-title = Penalty for { $team }
desk-penalty-hint = The team loses these points from the next pairing on. A negative number takes a penalty back.
desk-penalty-points = Points
desk-withdraw-title = Withdraw { $team }?
desk-withdraw-hint = The team is not paired again. An existing pairing stays: enter that the team did not come, or cancel the pairing.
desk-columns-title = Which columns are these?
desk-columns-first = The first line of the list has no known column name:
desk-columns-order = The columns in their order
desk-columns-hint = Names: team, player1, player2 and so on, club, rating. A column with any other name is left out.
desk-columns-team = The first line is a team
desk-columns-missing = Name one column team and one player1.
desk-import-done = { $n ->
    [one] { $n } team
   *[other] { $n } teams
    } registered.
desk-sheets-print = For printing
desk-sheets-later = Pairings, table sheets and slips can be printed once a round is paired.
desk-sheets-files = For other programs
