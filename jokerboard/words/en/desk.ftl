### The director's desk: tables of the hall, tournaments, the Redis, what is printed. These stay English.

## Halls and their federation

hall-name = a hall is named by letters, digits, '_', '-' and '.', at most 40, not { $name }
hall-unpublished = the hall { $hall } is not published for its federation: { $why }
hall-other-log = the hall's log differs from the copy kept here, from entry { $n } on; to follow the new log, move the hall's folder aside
hall-not-written = entry { $n } of the hall's log was changed after the hall wrote it; the entries before it are kept
hall-replays = the replays of the hall's games are not complete: { $why }
hall-replays-version = the replays have the format { $version }, but this jokerboard reads format { $reads }: update jokerboard
hall-other-key = the hall's log is signed with another key than before; no further entry is accepted
hall-key-damaged = { $file }, which holds the hall's key, is damaged: move it aside, and compare the key that arrives next with the one that the hall gave you
hall-bad-signature = entry { $n } of the hall's log is not signed with the hall's key
federation-title = Federation
federation-halls = { $halls ->
    [one] { $halls } hall
   *[other] { $halls } halls
    }
federation-made = Made { $when }
federation-here = in contact
federation-away = out of contact
federation-away-since = out of contact since { $heard }
federation-no-round = no round yet
federation-round = round { $number }: { $stage }{ $missing ->
    [0] { "" }
    [one] , { $missing } table without a result
   *[other] , { $missing } tables without a result
    }

## The hall: tables, incidents, orders

table-never = No table of this name has been in contact.
table-no-game = This table has no game { $game }.
table-no-game-then = This table has no game { $game } at that moment.
spectator-file = Spectators see the boards with a delay; log in for this file.
spectator-later = Spectators see this part of the game later.
redis-not-yet = There is no connection to the Redis yet.
incident-none = There is no such incident.
order-position = the position { $line } is impossible: { $why }
incident-asked = The table asks which play was made.
incident-restart = The table was restarted and resumed its game.
incident-damaged = Record { $n } of the table's journal is damaged.
incident-repaired = The table repaired its journal: { $why }.
incident-order = The table refused the order { $order }: { $said }
incident-no-reason = without a reason
incident-journal-damaged = the journal was damaged
incident-decision = { $by } decides: { incident-decided }.
incident-decision-why = { $by } decides: { incident-decided } ({ $why }).
incident-decided = { $decision ->
    [let-stand] the play stands
    [take-back] the play is taken back
    [correct] the board is set right
   *[other] { $decision }
    }
incident-referee = The referee
incident-help = { $who } pressed the help button.
seat-name = Seat { $seat }
seat-somebody = Somebody
incident-device = The device { $device } is lost.
incident-contact = The table has lost contact.
incident-clock = The table's clock jumped by { $jump }.
incident-version = The table runs jokerboard { $program }, this director { $director }: update the older one.
log-unforeseen = a record cannot be stored ({ $error })
log-passed-over = The table's log is not read now: { $why }.
log-set-aside = from record { $n } on, the log is kept apart and not used: { $why }
log-other-journal = record 1 does not belong to the journal that the table announced
log-bad = { $text } Later records are kept apart and not used.
log-too-large = record { $n } is larger than the { $largest } bytes that a record may have
log-another = record { $n } differs from the record { $n } that was received before
log-announcement = this desk does not understand the table's announcement
log-large-announcement = the table's announcement is larger than { $largest } bytes
log-large-presence = the table's heartbeat is larger than { $largest } bytes
log-holds-too-large = the log holds a record larger than the { $largest } bytes that a record may have
log-title-twice = The table { $name } is called { $title }, as is { $others }: give one of them another name.
log-cut = Record { $missing } is missing: the log ends with record { $end }, but { $expected } were written.
signature-other-key = The table's log is signed with another key than the registered one.
signature-bad = The signature of the table's log is not good.
signature-other-record = Record { $n } differs from the record that the table signed.
keys-unreadable = the file of the tables' keys { $file } cannot be read: { $why }
order-not-told = table { $table } gets no order: { $why }
order-round = Round { $number }
store-unreadable = the store cannot be read

## The desk's own files and threads

store-no-directory = the directory { $path } cannot be made: { $why }
store-directory-unusable = the directory { $path } cannot be used: { $why }
store-another-program = another program
store-no-lock = { $file } cannot be locked: { $why }; give a --state directory on a disk of this machine
store-no-owner = the director's store { $path } is damaged: it does not name its owner
store-no-wal = { $path } cannot be used: this file system does not support SQLite's WAL mode
store-none = { $path } is no director's store; give another --state directory
store-version = { $path } is of version { $version }, and this program reads version { $reads }; use the program that wrote it, or another --state directory
store-being-repaired = the director's store { $path } is being checked or repaired by { $who }; wait until that ends, and try again
store-damaged-in-use = the director's store { $path } is damaged ({ $problem }) and in use by { $who }; stop every director and command that uses it and start again: the start repairs it
store-moved = the director's store { $path } was moved or replaced while this program uses it; nothing more is kept: put the file back, or stop this program and start it again
store-unusable = the director's store { $path } cannot be used: { $why }
store-damaged = the director's store { $path } is damaged ({ $why }); move it aside and start again: the tables' logs are collected again; restore the tournament's log and the notes from a backup
clock-unwritable = the clock's file { $file } cannot be written: { $why }
thread-stumbled = the thread { $thread } ended with an internal error; start the program again
token-wrong = That is not this desk's token.
token-short = the token in { $path } has fewer than { $least } characters; delete the file, and a new token is made
token-untypable = the token in { $path } has characters that cannot be typed; delete the file, and a new token is made
token-none = { $path } holds no token; delete the file, and a new token is made
token-unusable = the token's file { $path } cannot be used: { $why }
director-only = Only the director may do this.
director-login = Only the director may do this: log in with the desk's token.

## Fields of the desk's commands

desk-wanted-token = the token from the file director.token
desk-wanted-who = your name, of at most 40 characters
desk-wanted-name = a name of at most { $longest } characters
desk-wanted-rules = a rule set of at most { $longest } characters
desk-wanted-place = a place of at most { $longest } characters
desk-wanted-address = an address of at most { $longest } characters
desk-wanted-club = a club of at most { $longest } characters
desk-wanted-reason = a reason of at most { $longest } characters
desk-wanted-file = a file's name of at most { $longest } characters
desk-wanted-names = a list of names
desk-wanted-house = house rules, each as SWITCH=VALUE
desk-wanted-prizes = a list of prizes
desk-wanted-teams = teams' numbers
desk-wanted-why = a text of at most { $longest } characters
desk-wanted-table = a table's name
desk-wanted-incidents = a list of at most { $most } incidents' numbers
desk-wanted-note = a text of at most { $longest } characters
desk-wanted-position = a position line
desk-wanted-seats = a list of seats' letters
desk-wanted-marbles = marbles home and holes to go of each team
desk-wanted-links = pairs of a table's number and its name in the log
desk-wanted-csv = a list of teams as CSV
desk-wanted-columns = the columns' names in their order

## The tournament: its settings, its beginning and its end

tournament-not-created = the first event of a tournament must create it
tournament-closed = this tournament is closed; create another one
tournament-none = there is no tournament here yet; make one with: jokerboard tournament new
tournament-open = { $name } is not closed; close it, then create another tournament
tournament-here = this store holds { $name }, which is not closed; close it, or give another --state
tournament-raced = somebody else has just made a tournament here
tournament-overtaken = other directors changed the tournament at the same moment; look at it again, then repeat the action
tournament-none-yet = there is no tournament yet
settings-paired = a round is paired: the system and the teams at a table stay as they are
settings-rounds-paired = { $paired } rounds have been paired; the tournament cannot have { $rounds }
settings-no-name = a tournament needs a name
settings-teams = a table has two or three teams, not { $teams }
settings-unequal = { $players } players cannot form { $teams } equal teams
settings-rules = no rule set is called { $name }; the rule sets are { $rules }
settings-rounds = a tournament has 1 to 99 rounds, not { $rounds }
settings-minutes = a round has 0 (no clock) to 1440 minutes, not { $minutes }
settings-address-scheme = the page's address begins with http:// or https://, not { $address }
settings-address = the page's address has at most 200 characters, all of them printable
settings-delay = spectators see the boards 0 to 240 minutes or 0 to 200 plays late
rules-with-house = { $title }, house rules { $house }
rules-set = a house rule is given as SWITCH=VALUE, not { $given }; jokerboard rules switches lists them
links-number-twice = the table's number { $twice } is given twice
links-name-twice = the table's name { $twice } is given twice
what-tournament = the tournament
what-place = the place
what-team = the team
what-player = a player of { $team }
what-club = the club
what-prize = the prize
name-none = { $what } has no name
name-refused = the name of { $what } is refused: { $why }

## Teams

team-no-number = there is no team number { $number }; the numbers are 1 to { $teams }
team-no-name = no team is called { $name }; give its name, or its number as #7
team-late = the first round is paired; a team that comes now is a late entry
team-not-late = no round is paired yet; register the team
team-round-robin = a round robin has begun, in which everybody meets everybody: no team can join it now
team-only-withdraw = the first round is paired; teams can only withdraw now
team-none = no team is registered
team-undo-reason = undoing the registration needs a reason
lots-stay = the first round is paired; the lots stay as they are
lots-wrong = the lots must list every team exactly once
team-twice = two teams are called { $name }
team-player-elsewhere = { $player } plays for { $other } already, and cannot for { $team }
team-too-few = { $team } has { $players } of the { $size } players who sit at a table
team-withdrawn = { $team } has withdrawn
team-withdrawn-already = { $team } has withdrawn already
team-there = { $team } has not withdrawn
bye-round-robin = a round robin has no byes on request; enter that the team did not come
bye-asked = { $team } has asked for a bye already
bye-points = a bye on request is worth 0 to { $most } points, not { $points }
bye-reason = a bye on request needs a reason
bye-not-asked = { $team } has not asked for a bye
penalty-points = a penalty has 1 to 1000 points; a negative number takes points of a penalty back
penalty-reason = a penalty needs a reason
penalty-none = { $team } has no penalty of { $points } points that could be taken back
penalty-counted = this penalty has been counted already
penalty-at-table = at table { $table }
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
    }
bye-paired = bye
bye-free = free round
bye-requested = bye asked for
bye-told = { $team } (on request, { $points ->
    [one] { $points } point
   *[other] { $points } points
    })

## Lists of teams, and names

list-remark = the list { $remark }
list-refused = { $where }: { $why }; nothing was registered
list-line = { $file } line { $line }
list-too-large = a list of teams has at most { $most } KiB, not { $size }
list-no-text = { $why }
list-row = this row cannot be read ({ $why }); check its quotation marks
list-empty = the list is empty; its first line names the columns: team, player1, ...
list-columns = this row has { $row } columns, the first has { $first }
list-no-teams = the list has no teams below its first line
list-no-column = no column is called { $name }; the first line names them: team, player1, player2. If the columns here are { $guess } in this order, add --columns { $guess }, and --no-header if { $row } is a team
list-column-twice = two columns are called { $name }
list-unused = these columns are ignored: { $columns }
list-team-twice = { $team } is in line { $line } already
list-player-twice = { $player } is in line { $line } already, for { $team }
list-most = a tournament has at most { $most } teams
list-players = { $team } has { $players } players, of { $most } at most
list-rating = a rating is a whole number from 0 to 999999, not { $rating }
team-names-twice = { $team } names { $player } twice
team-too-many = { $team } has { $players } players, too many for a team

## Rounds and their pairings

round-started = round { $number } has been started; its pairing stays
round-none = no round is paired yet
round-not-yet = there is no round { $number } yet
round-no-table = round { $number } has no table { $table }; its tables are 1 to { $last }
round-not-newest = round { $number } is not the newest round; that is round { $newest }
round-no-clock = these rounds have no clock
round-next = the next round is { $next }, not { $given }
pairing-once = a pairing must contain each playing team exactly once
pairing-twice = a pairing must not contain a team twice, nor a team that does not play
pairing-results = a new pairing must not contain results
pairing-tables = the tables of a pairing must be numbered 1, 2, 3 and so on
pairing-bye = a pairing seats a team that asked for a bye
round-not-started = round { $number } has not been started
round-over = round { $number } is over
round-not-begun = round { $number } is not over: it has not been started, and all its tables are without a result
round-not-over = round { $number } is not over: { $missing ->
    [one] table { $tables } is
   *[other] tables { $tables } are
    } without a result
round-not-over-many = round { $number } is not over: tables { $tables } and others are without a result
round-started-already = round { $number } has been started already: { $stage }
round-not-running = round { $number } has no running clock: { $stage }
round-not-paused = round { $number } has no paused clock: { $stage }
round-stands = round { $number } has no clock that runs or is paused: { $stage }
stage-paired = not started
stage-running = running
stage-paused = paused
stage-time-out = time called
stage-over = over
clock-none = no clock
clock-left = { $left } left
clock-over = over by { $by }
round-clock-jumped = this machine's clock jumped by { $jump }; the round's clock was not changed
pairing-not-started = round { $before } has not been started; then round { $number } can be paired
pairing-not-over = round { $before } is not over; then round { $number } can be paired
pairs-meet = { $pairs ->
    [one] one pair meets
   *[other] { $pairs } pairs meet
    } again
pairing-met = { pairs-meet }: no pairing avoids it
pairing-met-as-found = { pairs-meet }: no pairing was found that avoids it
pairing-met-apart = { pairs-meet }, with the teams kept apart that should not meet
pairing-apart-meet = { $pairs ->
    [one] one pair meets that is
   *[other] { $pairs } pairs meet that are
    } kept apart: no pairing was found that avoids it
pairing-apart-cost = { $pairs ->
    [one] one pair would meet
   *[other] { $pairs } pairs would meet
    } if no teams were kept apart; the cost of keeping them apart: { $worse }
pairing-planned = in a round robin everybody meets everybody once by a plan; a pairing that is edited would break it
pairing-reason = a pairing edited by hand needs a reason
pairing-same-teams = an edited pairing has the same teams as before
pairing-exchanged = { $one } and { $other } were exchanged by hand ({ $why }): { $worse }
exchange-cost = with { $one } and { $other } exchanged: { $worse }
exchange-same = { $team } cannot be exchanged with itself
exchange-not-here = { $team } is not in the pairing of round { $number }
exchange-both-bye = { $one } and { $other } both do not play in this round
criterion-equal = as good as before by every criterion
criterion-worse = criterion { $number }, { $name }: { $costs } instead of { $than }
criterion-byes = no second bye before all others had one
criterion-apart = teams kept apart do not meet
criterion-rematches = no rematch
criterion-bye-score = the bye goes to the lowest score
criterion-differences = equal points meet
criterion-float-again = no float as in the round before
criterion-float-again-2 = no float as two rounds before
criterion-sides = sides in balance
criterion-fold = upper half against lower half
why-decided = { $teams } meet because the best pairing in which they do not ({ $instead }) is worse: { $worse }
why-as-good = { $teams } need not meet: another pairing ({ $instead }) is as good by every criterion
why-instead = { $team } against { $others }
why-instead-bye = { $team } with a bye
why-no-other = { $teams } meet because no other pairing is possible
why-byes = { $teams } meet because in every other pairing a team has a second bye too early (criterion 1)
why-plan = { $teams } meet by the plan of the round robin, in which everybody meets everybody once
why-by-hand = { $teams } were brought together by hand, by { $by }: { $why }
apart-round-robin = in a round robin everybody meets everybody; no teams are kept apart
apart-two = to keep teams apart, name two or more
apart-reason = keeping teams apart needs a reason
apart-already = { $teams } are kept apart already
apart-not = { $teams }: no such teams are kept apart
apart-nobody = nobody: no such teams are kept apart
pairing-too-few = a round needs { $teams } teams at least, and { $playing } play
pairing-all = all { $rounds } rounds have been played
pairing-two-teams = a round robin needs two teams at least, and { $teams } play
pairing-by-three = a round robin at tables of three is for 3 to { $most } teams, and { $teams } play; a Swiss takes any number
pairing-no-networkx = pairing a Swiss needs networkx, which is not installed: { $install }

## Results

result-none-to-clear = table { $table } of round { $round } has no result that could be taken away
result-give-reason = table { $table } of round { $round } has a result; to change it, give a reason
result-same = that is the result of table { $table } already
result-numbers = table { $table } has { $teams } teams; give a number for each
result-negative = marbles and holes are counted from 0
slip-marbles = { $team } has { $marbles } marbles, and { $home } cannot be home
slip-holes = { $team } cannot have { $to_go } holes to go: even with all its marbles in START it has { $most }
slip-all-home = { $teams } cannot both have all { $marbles } marbles home: the first of them has won
result-correct = table { $table } of round { $round } has its result; to change it, correct it with a reason
result-reason = a correction needs a reason
result-none-to-correct = table { $table } of round { $round } has no result yet that could be corrected
result-paired-by = round { $next } is paired by that result; give another one in its place
result-each-team = the result of table { $table } must name each of its teams once: { $teams }
result-empty-place = a place of the result has no team
result-one-way = give the result in exactly one of its forms
result-other-team = team { $team } does not sit at table { $table }
result-not-time = time has not been called; the result of a finished game is entered automatically
result-has-one = table { $table } has a result already, or is not connected to a log
result-no-game = the log of table { $table } has no game of this round; enter its result slip
result-no-contact = table { $table } is not in contact, or its log is incomplete: decide it by its log, or enter its result slip
result-at-the-table = decided at the table
result-by-decision = by decision
result-from-log = table { $table }: { $why }
result-otherwise = table { $table }: its log now has another outcome than the entered result
result-other-seats = the seats or teams in the table's log differ from the round's pairing
result-position = the position in the table's log cannot be read: { $why }
result-sides = the board in the table's log has { $sides } sides, not { $needed }
result-no-team = the winner in the table's log is no team of the pairing
result-place = round { $round }, table { $table }
result-corrected = corrected
result-how-played = { "" }
result-how-time = time was called
result-how-decision = by decision
result-how-forfeit = by forfeit
result-nobody = nobody
result-absent = { $result } (absent: { $absent })
result-told-decision = { $result } by decision
result-told-time = { $result } when time was called
result-told-home = { $result } when time was called, marbles home { $home }
result-told-to-go = { $result } when time was called, marbles home { $home }, holes to go { $to_go }
result-told-why = { $result }: { $why }
result-told-corrected = { $result } (corrected: { $why })
result-count = { $team } had { $home ->
    [one] { $home } marble
   *[other] { $home } marbles
    } home and { $to_go ->
    [one] { $to_go } hole
   *[other] { $to_go } holes
    } to go
result-on-time = When time was called, { $teams }
by-desk = the desk's order
by-log = the table's log
legend-points = Points: at each table, two for every team that finishes behind the team, one for every team equal to it.
legend-then = Then { $column }: { $meaning }.
legend-equal = Teams that are equal in all of these share a place.
exchange-none = this is no exchange file; write one with: jokerboard tournament export exchange.json
exchange-version = the exchange file is of version { $version }, and this program reads version { $reads }
exchange-changed = the exchange file is not as it was written: its digest does not fit its entries
exchange-large = an exchange file has at most { $most } MB

## Entries of the tournament's log

entry-impossible = entry { $n }, { $kind }: { $why }
entry-changed = entry { $n } of the tournament's log is not as it was written; take the last good copy of the store
entry-unreadable = entry { $n } of the tournament's log cannot be read: { $why }
entry-no-event = the entry is no event
entry-kind = no kind of event is called { $kind }: it was written by another version
entry-words = { $where } must be one of { $wanted }, not { $given }
entry-type = { $where } must be a { $wanted }, not { $given }
entry-list = { $where } must be a list, not { $given }
entry-length = { $where } must be a list of { $length }, not of { $given }
entry-object = { $where } must be an object, not { $given }
entry-unknown = { $where } has no field { $name }
entry-lacks = { $where } lacks its { $name }

## What is printed

sheet-no-address = No QR code: the tournament has no address of the desk's page (Settings).
sheet-no-segno = No QR code: the library segno is not installed.
sheet-round = Round { $number } of { $of }
sheet-find = Round { $number }: find your seat
sheet-seat = table { $table }, seat { $seat }
sheet-reserve = { $where }, reserve
sheet-bye = bye
sheet-side-1 = First side
sheet-side-2 = Second side
sheet-side-3 = Third side
sheet-small = Round { $number } · { $rules }{ $minutes ->
    [0] { "" }
   *[other] { " · " }{ $minutes } minutes
    }
standings-before = Before the first round
standings-during = Standings during round { $round }
standings-after = Standings after round { $round }
standings-final = Final standings
crosstable-before = Before the first round
crosstable-during = Crosstable during round { $round }
crosstable-after = Crosstable after round { $round }
crosstable-final = Final crosstable
sheet-prize = { $won }
sheet-prize-shared = { $won } (shared)
site-taken-back = taken back
site-amended = amended
site-standings = Standings
site-crosstable = Crosstable
table-number = table { $table }
tie-break-Buchholz = the points of all opponents together
tie-break-Direct = points from meetings of the teams that are equal so far, if all of them have met
tie-break-Marbles = the team's marbles home minus its opponents', over all tables
tie-break-Holes = the opponents' holes to go minus the team's, over all tables
sheet-pairings-title = pairings
sheet-pairings-about = for the wall: who meets whom, by table
sheet-players-title = list by player
sheet-players-about = for the wall: everybody's table and seat, by name
sheet-seats-title = table sheets
sheet-seats-about = half a page for each table: seats, and a code to follow the table on a phone
sheet-signs-title = table signs
sheet-signs-about = a page for each table: its number, to be seen across the hall
sheet-slips-title = result slips
sheet-slips-about = four a page, for tables that cannot report themselves
sheet-cards-title = team cards
sheet-cards-about = eight a page: a code that leads to the team's table in every round
sheet-standings-title = standings
sheet-standings-about = with the tie-breaks explained
sheet-crosstable-title = crosstable
sheet-crosstable-about = every team's opponents and points, round by round
sheet-prizes-title = prize list
sheet-prizes-about = places, teams and prizes

## The Redis between tables and desk, and the streams in it

redis-too-large = the Redis answers with a value of { $length } bytes, too large to read
redis-hung-up = { $redis } cannot be reached ({ $why }: a Redis in protected mode closes connections like this; jokerboard director redis-setup makes one for a hall)
redis-loading = { $redis } is loading its data and is not ready yet
redis-silent = { $redis } does not answer
redis-certificate = { $redis } has a certificate that is not trusted here ({ $why }); name the file of its CA
redis-too-early = { $redis } has a certificate that is not yet valid; this machine's clock says { $now }: wait until the network has set it, or set it (sudo timedatectl set-time ...)
redis-unreachable = { $redis } cannot be reached ({ $why })
redis-at = the Redis at { $address }
redis-not-verified = not verified
redis-login = { $redis } does not accept the user or the password; docs/tournament-log.md describes how to set them
redis-protected = { $redis } is in protected mode and answers only its own machine; give it users and TLS, as jokerboard director redis-setup does
redis-no-right = { $redis } does not let the user { $user } do this: { $why }. A table's user may write only what has its own name: set id = "{ $user }" in [tournament], as in the table.toml of redis-setup, or make a user of the name that jokerboard table name shows
redis-no-right-unnamed = { $redis } does not let a connection without a user name do this: { $why }. A table's user may write only what has its own name: set id = "NAME" in [tournament], as in the table.toml of redis-setup, or make a user of the name that jokerboard table name shows
redis-full = { $redis } is full: it has reached its maxmemory, and stores nothing more until that is raised
redis-replica = { $redis } is a replica, which stores nothing itself; another Redis may be about to become the main one
redis-disk = { $redis } cannot write to its disk, and stores nothing until it can
redis-emptied = { $redis } was emptied, or a stream in it deleted; the tables send everything again
redis-refuses = { $redis } refuses: { $why }
stream-other = the key of the stream holds something else
stream-taken = another table is published as { $table }; this one waits until that one is gone. If a memory card was copied, give this table a state directory of its own
stream-taken-at = another table is published as { $table }, at { $address }; this one waits until that one is gone. If a memory card was copied, give this table a state directory of its own
stream-shorter = the stream has { $length } records, and { $sent } were sent
stream-gaps = the stream has { $length } records, from { $first } to { $last }
stream-longer = the stream has { $length } records, and the journal fewer
stream-wanted = the stream begins with record { $first }, but a desk needs the earlier records
stream-record = record { $n } of the stream differs from the one in the journal
stream-unpublished = the journal cannot be published: { $why }
stream-refused = Redis refuses record { $n }
stream-unacknowledged = the stream's records from { $first } on differ from those in the journal
stream-losing = the Redis deletes data, the log's stream included: { $why }. Its maxmemory-policy should be noeviction, and nobody else may write to the stream
stream-too-large = record { $n } is larger than the { $largest } bytes that a desk takes
