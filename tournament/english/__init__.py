"""Everything that the director's desk and its publishers say to people, in English.

`tournament.paper.text` words a tournament for the terminal, `tournament/paper/templates` the sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import counted
from host.wording import Catalogue, wording

_DECISIONS = {
    "let-stand": "it stands",
    "take-back": "the play is taken back",
    "correct": "the board is set right",
}


def _decision(by: str, decision: str, why: str) -> str:
    what = _DECISIONS.get(decision, decision)
    return f"{by or 'The referee'} decides: {what}{f' ({why})' if why else ''}."


def _not_over(number: int, missing: Sequence[int]) -> str:
    tables = ", ".join(map(str, missing[:8])) + (" and others" if len(missing) > 8 else "")
    what = f"table {tables} is" if len(missing) == 1 else f"tables {tables} are"
    return f"round {number} is not over: {what} without a result"


def _met(pairs: int) -> str:
    return f"{'one pair meets' if pairs == 1 else f'{pairs} pairs meet'} again"


def _met_unavoidably(pairs: int) -> str:
    return f"{_met(pairs)}: no pairing avoids it"


def _met_as_found(pairs: int) -> str:
    return f"{_met(pairs)}: no pairing was found that avoids it"


def _result(
    places: Sequence[Sequence[str]],
    absent: Sequence[str],
    how: str,
    home: Sequence[int],
    to_go: Sequence[int],
) -> str:
    """`Ann, Bo > Cleo, Dan on time 3-1 home`; holes to go where the marbles do not decide."""
    text = " > ".join(" = ".join(place) for place in places) or "nobody"
    if absent:
        text += f" (absent: {', '.join(absent)})"
    if how == "decision":
        return f"{text} by decision"
    if how != "time":
        return text
    told = f" {'-'.join(map(str, home))} home" if home else ""
    if len(set(home)) < len(home):
        told += f", {'-'.join(map(str, to_go))} holes to go"
    return f"{text} on time{told}"


def _no_right(redis: str, user: str | None, why: str) -> str:
    who = f"the user {user}" if user else "somebody without a user's name"
    return f"{redis} does not let {who} do this: {why}; docs/tournament-log.md has the rules"


def _taken(table: str, address: str) -> str:
    at = f", at {address}" if address else ""
    return (
        f"another table is published as {table}{at}; this one waits until that one is gone. "
        "If a memory card was copied, give this table a state directory of its own"
    )


ENGLISH: Catalogue = {
    # The tournament: its settings, its beginning and its end.
    "tournament.not-created": "a tournament begins with being created",
    "tournament.closed": "this tournament is closed; create another one",
    "tournament.none": "there is no tournament here yet; make one with: jokerboard tournament new",
    "tournament.open": "{name} is not closed; close it, then create another tournament",
    "tournament.here": "this store holds {name}, which is not closed; close it, or give another --state",
    "tournament.raced": "somebody else has just made a tournament here",
    "tournament.overtaken": "others keep changing this tournament; look again, and try once more",
    "tournament.none-yet": "there is no tournament yet",
    "settings.paired": "a round is paired: the system and the teams at a table stay as they are",
    "settings.rounds-paired": "{paired} rounds have been paired; it cannot have {rounds}",
    "settings.no-name": "a tournament needs a name",
    "settings.teams": "a table has two or three teams, not {teams}",
    "settings.unequal": "{players} players make no {teams} equal teams",
    "settings.rules": lambda name, rules: f"no rule set is called {name!r}; there are {', '.join(rules)}",
    "settings.rounds": "a tournament has 1 to 99 rounds, not {rounds}",
    "settings.minutes": "a round has 0 (no clock) to 1440 minutes, not {minutes}",
    "settings.address-scheme": "the page's address begins with http:// or https://, not {address!r}",
    "settings.address": "the page's address is one of at most 200 printable characters",
    "settings.delay": "spectators see the boards 0 to 240 minutes or 0 to 200 plays late",
    "links.number-twice": "the table's number {twice} is given twice",
    "links.name-twice": "the table's name {twice} is given twice",
    "what.tournament": "the tournament",
    "what.place": "the place",
    "what.team": "the team",
    "what.player": "a player of {team}",
    "what.club": "the club",
    "what.prize": "the prize",
    "name.none": "{what} has no name",
    "name.refused": "the name of {what} is refused: {why}",
    # Teams.
    "team.no-number": "there is no team number {number}; there are 1 to {teams}",
    "team.no-name": "no team is called {name!r}; give its name, or its number as #7",
    "team.late": "the first round is paired; a team that comes now is a late entry",
    "team.not-late": "no round is paired yet; register the team",
    "team.round-robin": (
        "a round robin has begun, in which everybody meets everybody: no team can join it now"
    ),
    "team.only-withdraw": "the first round is paired; teams can only withdraw now",
    "team.none": "no team is registered",
    "team.undo-reason": "undoing the registration needs a reason",
    "lots.stay": "the first round is paired; the lots stay as they are",
    "lots.wrong": "the lots are not those of all teams, each once",
    "team.twice": "two teams are called {name}",
    "team.player-elsewhere": "{player} plays for {other} already, and cannot for {team}",
    "team.too-few": "{team} has {players} of the {size} players who sit at a table",
    "team.withdrawn": "{team} has withdrawn",
    "team.withdrawn-already": "{team} has withdrawn already",
    "team.there": "{team} has not withdrawn",
    "bye.round-robin": "a round robin has no byes on request; enter that the team did not come",
    "bye.asked": "{team} has asked for a bye already",
    "bye.points": "a bye on request is worth 0 to {most} points, not {points}",
    "bye.reason": "a bye on request needs a reason",
    "bye.not-asked": "{team} has not asked for a bye",
    "penalty.points": "a penalty is of 1 to 1000 points; with a minus it is taken back",
    "penalty.reason": "a penalty needs a reason",
    "penalty.none": "{team} has no penalty of {points} points that could be taken back",
    "penalty.counted": "this penalty has been counted already",
    "penalty.at-table": "at table {table}",
    "points": lambda n: counted(n, "point"),
    "bye.told": lambda team, points: f"{team} (on request, {counted(points, 'point')})",
    # Lists of teams, and names.
    "list.windows": "the list is no UTF-8 and was read as Windows-1252; look at the names",
    "list.refused": "{where}: {why}; nothing was registered",
    "list.line": "{file} line {line}",
    "list.too-large": "a list of teams has at most {most} KiB, not {size}",
    "list.not-utf-8": "this is not UTF-8; save the list as CSV in UTF-8",
    "list.row": "this row cannot be read ({why}); look at its quotes",
    "list.empty": "the list is empty; its first line names the columns: team, player1, ...",
    "list.columns": "this row has {row} columns, the first has {first}",
    "list.no-teams": "the list has no teams below its first line",
    "list.no-column": "no column is called {name!r}; the first line names them: team, player1, player2",
    "list.column-twice": "two columns are called {name!r}",
    "list.unused": lambda columns: f"not taken over: {', '.join(columns)}",
    "list.team-twice": "{team} stands in line {line} already",
    "list.player-twice": "{player} stands in line {line} already, for {team}",
    "list.most": "a tournament has at most {most} teams",
    "list.players": "{team} has {players} players, of {most} at most",
    "list.rating": "a rating is a whole number from 0 to 999999, not {rating!r}",
    "team.names-twice": "{team} names {player} twice",
    "team.too-many": "{team} has {players} players, too many for a team",
    # Rounds and their pairings.
    "round.started": "round {number} has been started; its pairing stays",
    "round.none": "no round is paired yet",
    "round.not-yet": "there is no round {number} yet",
    "round.no-table": "round {number} has no table {table}; its tables are 1 to {last}",
    "round.not-newest": "round {number} is not the newest round; that is round {newest}",
    "round.no-clock": "these rounds have no clock",
    "round.next": "the next round is {next}, not {given}",
    "pairing.once": "a pairing has every team that plays exactly once",
    "pairing.twice": "a pairing has no team twice, and none that does not play",
    "pairing.results": "a pairing has no results",
    "pairing.tables": "the tables of a pairing are numbered from 1 on",
    "pairing.bye": "a pairing seats a team that asked for a bye",
    "round.not-started": "round {number} has not been started",
    "round.over": "round {number} is over",
    "round.not-begun": (
        "round {number} is not over: it has not been started, and all its tables are without a result"
    ),
    "round.not-over": _not_over,
    "round.started-already": "round {number} has been started already: {stage}",
    "round.not-running": "round {number} has no running clock: {stage}",
    "round.not-paused": "round {number} has no paused clock: {stage}",
    "round.stands": "round {number} has no clock that runs or is paused: {stage}",
    "stage.paired": "it has not been started",
    "stage.running": "it is running",
    "stage.paused": "it is paused",
    "stage.time-out": "its time was called",
    "stage.over": "it is over",
    "clock.none": "no clock",
    "clock.jumped": "this machine's clock jumped by {jump}; the round's clock was not changed",
    "pairing.not-started": "round {before} has not been started; then round {number} can be paired",
    "pairing.not-over": "round {before} is not over; then round {number} can be paired",
    "pairing.met": _met_unavoidably,
    "pairing.met-as-found": _met_as_found,
    "pairing.too-few": "a round needs {teams} teams at least, and {playing} play",
    "pairing.all": "all {rounds} rounds have been played",
    "pairing.two-teams": "a round robin needs two teams at least, and {teams} play",
    "pairing.by-three": (
        "a round robin at tables of three is for 3 to {most} teams, and {teams} play; a Swiss takes any "
        "number"
    ),
    "pairing.no-networkx": (
        "pairing a Swiss needs networkx, which is not installed: pip install 'jokerboard[tournament]'"
    ),
    # Results.
    "result.none-to-clear": "table {table} of round {round} has no result that could be taken away",
    "result.give-reason": "table {table} of round {round} has a result; to change it, give a reason",
    "result.same": "that is the result of table {table} already",
    "result.numbers": "table {table} has {teams} teams; give a number for each",
    "result.negative": "marbles and holes are counted from 0",
    "result.correct": "table {table} of round {round} has its result; to change it, correct it with a reason",
    "result.reason": "a correction needs a reason",
    "result.none-to-correct": "table {table} of round {round} has no result yet that could be corrected",
    "result.paired-by": "round {next} is paired by that result; give another one in its place",
    "result.each-team": lambda table, teams: (
        f"the result of table {table} must name each of its teams once: {', '.join(teams)}"
    ),
    "result.empty-place": "a place without a team",
    "result.one-way": "give the result one way",
    "result.other-team": "team {team} does not sit at table {table}",
    "result.not-time": "time has not been called; a game that is over is taken by itself",
    "result.has-one": "table {table} has its result, or is no table of the log",
    "result.no-game": "the log of table {table} has no game of this round; enter its slip",
    "result.no-contact": "table {table} is not in contact, or its log is not all here: decide by log or slip",
    "result.at-the-table": "decided at the table",
    "result.by-decision": "by decision",
    "result.from-log": "table {table}: {why}",
    "result.otherwise": "table {table}: its log has another outcome now than when its result was taken",
    "result.other-seats": "other seats or teams play there than the round's pairing says",
    "result.position": "its position cannot be read: {why}",
    "result.sides": "its board has {sides} sides, not {needed}",
    "result.no-team": "its winner is no team of the pairing",
    "result.place": "round {round}, table {table}",
    "result.corrected": "corrected",
    "result.how.played": "",
    "result.how.time": "on time",
    "result.how.decision": "by decision",
    "result.how.forfeit": "by forfeit",
    "result.told": _result,
    "result.told-why": "{result}: {why}",
    "result.told-corrected": "{result} (corrected: {why})",
    "result.count": "{team} {home} home and {to_go} to go",
    "result.on-time": lambda teams: f"On time: {', '.join(teams)}",
    "by.desk": "the desk's order",
    "by.log": "the table's log",
    "legend.points": (
        "Points: two for every team at the table that one finishes ahead of, one for every equal one."
    ),
    "legend.then": "Then {column}: {meaning}.",
    "legend.equal": "Teams that are equal in all of these share a place.",
    # Entries of the tournament's log.
    "entry.impossible": "entry {n}, {kind}: {why}",
    "entry.changed": (
        "entry {n} of the tournament's log is not as it was written; take the last good copy of the store"
    ),
    "entry.unreadable": "entry {n} of the tournament's log cannot be read: {why}",
    "entry.no-event": "it is no event",
    "entry.kind": "no kind of event is called {kind!r}: it was written by another version",
    "entry.words": lambda where, wanted, given: f"{where} is one of {', '.join(wanted)}, not {given!r}",
    "entry.type": "{where} is a {wanted}, not {given!r}",
    "entry.list": "{where} is a list, not {given!r}",
    "entry.length": "{where} is a list of {length}, not of {given}",
    "entry.object": "{where} is an object, not {given!r}",
    "entry.unknown": "{where} has no field {name!r}",
    "entry.lacks": "{where} lacks its {name}",
    # The hall: tables, incidents, orders.
    "table.never": "No table of this name was ever here.",
    "game.none": "This table has no game {game}.",
    "game.none-then": "This table has no game {game} at that moment.",
    "spectator.file": "Spectators see the boards with a delay; log in for this file.",
    "spectator.later": "Spectators see this later.",
    "analysis.not-over": "The game is not over; its analysis would tell hidden cards.",
    "redis.not-yet": "The Redis was not reached yet.",
    "incident.none": "There is no such incident.",
    "order.position": "the position {line!r} cannot be: {why}",
    "incident.asked": "It is asked which play that was.",
    "incident.restart": "The table was started again and went on.",
    "incident.damaged": "Record {n} of the table's journal is damaged.",
    "incident.repaired": "The table repaired its journal: {why}.",
    "incident.order": "The table refused the order {order}: {said}",
    "incident.no-reason": "without a reason",
    "incident.journal-damaged": "its journal was damaged",
    "incident.decision": _decision,
    "incident.help": "{who} pressed the help button.",
    "seat.name": "Seat {seat}",
    "seat.somebody": "Somebody",
    "incident.device": "The device {device} is lost.",
    "incident.contact": "The table is not heard any more.",
    "incident.clock": "The table's clock jumped by {jump}.",
    "incident.version": (
        "The table runs jokerboard {program}, this director {director}: update the older one."
    ),
    "log.unforeseen": "a record cannot be taken in ({error})",
    "log.passed-over": "The table is passed over: {why}.",
    "log.set-aside": "from record {n} on the log is set aside: {why}",
    "log.other-journal": "record 1 is not that of the journal which the table announced",
    "log.bad": "{text} What comes after it is kept apart.",
    "log.too-large": "record {n} is larger than the {largest} bytes that a record may have",
    "log.another": "record {n} is another than the one that was seen before",
    "log.announcement": "its announcement is none that this desk understands",
    "log.large-announcement": "its announcement is larger than {largest} bytes",
    "log.large-presence": "its sign of life is larger than {largest} bytes",
    "log.holds-too-large": "it holds a record larger than the {largest} bytes that a record may have",
    "log.cut": "Record {missing} is missing: the log ends with record {end}, and {expected} were written.",
    "signature.other-key": "The table's log is signed with another key than the registered one.",
    "signature.bad": "The signature of the table's log is not good.",
    "signature.other-record": "Record {n} is another than the one that the table signed.",
    "keys.unreadable": "the file of the tables' keys {file} cannot be read: {why}",
    "order.not-told": "table {table} was not told: {why}",
    "order.round": "Round {number}",
    "store.unreadable": "the store cannot be read",
    # The desk's own files and threads.
    "store.no-directory": "the directory {path} cannot be made: {why}",
    "store.no-owner": "the director's store {path} is damaged: it does not say whose it is",
    "store.no-wal": "{path} cannot be used: this file system does not do SQLite's WAL mode",
    "store.none": "{path} is no director's store; give another --state directory",
    "store.version": (
        "{path} is of version {version}, and this program reads version {reads}; use the program that wrote "
        "it, or another --state directory"
    ),
    "store.unusable": "the director's store {path} cannot be used: {why}",
    "store.damaged": (
        "the director's store {path} is damaged ({why}); put it aside and start again: the tables' logs are "
        "taken in again; restore the event's log and the notes from a backup"
    ),
    "clock.unwritable": "the clock's file {file} cannot be written: {why}",
    "stumbled": "the thread {thread!r} stumbled over an error of its own; start it again",
    "token.wrong": "That is not this desk's token.",
    "token.short": "{path} is no token of {least} characters or more; delete it, and another is made",
    "token.none": "{path} is no token; delete it, and another is made",
    "token.unusable": "the token's file {path} cannot be used: {why}",
    "director.only": "Only the director may do this.",
    "director.login": "Only the director may do this: log in with the desk's token.",
    # Fields of the desk's commands.
    "wanted.token": "the token, as it stands in its file",
    "wanted.who": "your name, of at most 40 characters",
    "wanted.name": "a name of at most {longest} characters",
    "wanted.rules": "a rule set of at most {longest} characters",
    "wanted.place": "a place of at most {longest} characters",
    "wanted.address": "an address of at most {longest} characters",
    "wanted.club": "a club of at most {longest} characters",
    "wanted.reason": "a reason of at most {longest} characters",
    "wanted.file": "a file's name of at most {longest} characters",
    "wanted.names": "a list of names",
    "wanted.prizes": "a list of prizes",
    "wanted.teams": "teams' numbers",
    "wanted.why": "at most {longest} characters",
    "wanted.table": "a table's name",
    "wanted.incidents": "a list of at most {most} incidents' numbers",
    "wanted.note": "a text of at most {longest} characters",
    "wanted.position": "a position line",
    "wanted.seats": "a list of seats' letters",
    "wanted.marbles": "marbles home and holes to go of each team",
    "wanted.links": "pairs of a table's number and its name in the log",
    "wanted.csv": "a list of teams as CSV",
    # The Redis between tables and desk.
    "redis.too-large": "the Redis answers with a value of {length} bytes, too large to read",
    "redis.hung-up": (
        "{redis} cannot be reached ({why}: a Redis in protected mode hangs up so; jokerboard director "
        "redis-setup prints how to open it)"
    ),
    "redis.loading": "{redis} is loading its data and is not ready yet",
    "redis.silent": "{redis} does not answer",
    "redis.certificate": (
        "{redis} has a certificate that is not trusted here ({why}); name the file of its CA"
    ),
    "redis.unreachable": "{redis} cannot be reached ({why})",
    "redis.at": "the Redis at {address}",
    "redis.not-verified": "not verified",
    "redis.login": (
        "{redis} does not accept the user or the password; docs/tournament-log.md tells how they are set"
    ),
    "redis.protected": (
        "{redis} is in protected mode and answers only its own machine; give it users and TLS: jokerboard "
        "director redis-setup prints how"
    ),
    "redis.no-right": _no_right,
    "redis.full": "{redis} is full: it has reached its maxmemory, and takes nothing until it has more",
    "redis.replica": "{redis} is a replica and takes nothing; another may be becoming the main one just now",
    "redis.disk": "{redis} cannot write to its own disk, and takes nothing until it can",
    "redis.refuses": "{redis} refuses: {why}",
    "stream.other": "something else has its name",
    "stream.taken": _taken,
    "stream.shorter": "it has {length} records, and {sent} were sent",
    "stream.gaps": "it has {length} records, from {first} to {last}",
    "stream.longer": "it has {length} records, and the journal fewer",
    "stream.record": "its record {n} is not the journal's",
    "stream.unpublished": "the journal cannot be published: {why}",
    "stream.refused": "it does not take record {n}",
    "stream.unacknowledged": "its records from {first} on are not the journal's",
    "stream.losing": (
        "the Redis loses what it is told, the log's stream among it: {why}. Its maxmemory-policy should be "
        "noeviction, and nobody else may write to the stream"
    ),
    "stream.too-large": "record {n} is larger than the {largest} bytes that a desk takes",
    # Sheets for paper.
    "sheet.no-address": "No QR code: the tournament has no address of the desk's page (Settings).",
    "sheet.no-segno": "No QR code: the library segno is not installed.",
    "sheet.round": "Round {number} of {of}",
    "sheet.find": "Round {number}: find your seat",
    "sheet.seat": "table {table}, seat {seat}",
    "sheet.reserve": "{where}, reserve",
    "sheet.bye": "bye",
    "sheet.side-1": "First side",
    "sheet.side-2": "Second side",
    "sheet.side-3": "Third side",
    "sheet.small": lambda number, rules, minutes: (
        f"Round {number} · {rules}{f' · {minutes} minutes' if minutes else ''}"
    ),
    "sheet.before": "Before the first round",
    "sheet.during": "Standings during round {round}",
    "sheet.after": "Standings after round {round}",
    "sheet.crosstable": "Crosstable after round {round}",
    "sheet.prize": lambda won, shared: f"{' and '.join(won)}{' (shared)' if shared else ''}",
    "table.number": "table {table}",
    "sheet.final": "Final standings",
    "tie-break.Buchholz": "the points of all opponents together",
    "tie-break.Direct": "points from each other, if all who are equal so far have met",
    "tie-break.Marbles": "own marbles home less those of the opponents, over all tables",
    "tie-break.Holes": "holes the opponents had still to go less the own, over all tables",
    "sheet.pairings.title": "pairings",
    "sheet.pairings.about": "for the wall: who meets whom, by table",
    "sheet.players.title": "list by player",
    "sheet.players.about": "for the wall: everybody's table and seat, by name",
    "sheet.seats.title": "table sheets",
    "sheet.seats.about": "half a page a table: seats, and a code to follow it on a phone",
    "sheet.signs.title": "table signs",
    "sheet.signs.about": "a page a table: its number, to be seen across the hall",
    "sheet.slips.title": "result slips",
    "sheet.slips.about": "four a page, for tables that cannot report themselves",
    "sheet.cards.title": "team cards",
    "sheet.cards.about": "eight a page: a code that leads to the team's table in every round",
    "sheet.standings.title": "standings",
    "sheet.standings.about": "with the tie-breaks explained",
    "sheet.crosstable.title": "crosstable",
    "sheet.crosstable.about": "every team's opponents and points, round by round",
    "sheet.prizes.title": "prize list",
    "sheet.prizes.about": "places, teams and prizes",
}

words = wording(ENGLISH)
