"""The sentences of an event: its settings, teams, rounds, results and log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import counted
from jokerboard.host.system import install_line
from jokerboard.host.wording import Catalogue


def _not_over(number: int, missing: Sequence[int]) -> str:
    tables = ", ".join(map(str, missing[:8])) + (" and others" if len(missing) > 8 else "")
    what = f"table {tables} is" if len(missing) == 1 else f"tables {tables} are"
    return f"round {number} is not over: {what} without a result"


def _met(pairs: int) -> str:
    return f"{'one pair meets' if pairs == 1 else f'{pairs} pairs meet'} again"


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


EVENT: Catalogue = {
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
    "rules.house": lambda title, house: f"{title}, house rules {', '.join(house)}",
    "rules.set": "a house rule is given as SWITCH=VALUE, not {given!r}; jokerboard rules switches lists them",
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
    "bye.paired": "bye",
    "bye.free": "free round",
    "bye.requested": "bye asked for",
    "bye.told": lambda team, points: f"{team} (on request, {counted(points, 'point')})",
    # Lists of teams, and names.
    "list.remark": "the list {remark}",
    "list.refused": "{where}: {why}; nothing was registered",
    "list.line": "{file} line {line}",
    "list.too-large": "a list of teams has at most {most} KiB, not {size}",
    "list.no-text": "{why}",
    "list.row": "this row cannot be read ({why}); look at its quotes",
    "list.empty": "the list is empty; its first line names the columns: team, player1, ...",
    "list.columns": "this row has {row} columns, the first has {first}",
    "list.no-teams": "the list has no teams below its first line",
    "list.no-column": lambda name, guess, row: (
        f"no column is called {name!r}; the first line names them: team, player1, player2. If the columns"
        f" here are {guess} in this order, add --columns {guess}, and --no-header if"
        f" {', '.join(row)[:60]!r} is a team"
    ),
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
    "clock.left": "{left} left",
    "clock.over": "over by {by}",
    "clock.jumped": "this machine's clock jumped by {jump}; the round's clock was not changed",
    "pairing.not-started": "round {before} has not been started; then round {number} can be paired",
    "pairing.not-over": "round {before} is not over; then round {number} can be paired",
    "pairing.met": lambda pairs: f"{_met(pairs)}: no pairing avoids it",
    "pairing.met-as-found": lambda pairs: f"{_met(pairs)}: no pairing was found that avoids it",
    "pairing.met-apart": lambda pairs: f"{_met(pairs)}, with the teams kept apart that should not meet",
    "pairing.apart-meet": lambda pairs: (
        f"{'one pair meets that is' if pairs == 1 else f'{pairs} pairs meet that are'} kept apart: no pairing"
        " was found that avoids it"
    ),
    "pairing.apart-cost": lambda pairs, worse: (
        f"{'one pair would meet' if pairs == 1 else f'{pairs} pairs would meet'} if no teams were kept"
        f" apart; the cost of that: {worse}"
    ),
    "pairing.planned": (
        "in a round robin everybody meets everybody once by a plan; a pairing that is edited would break it"
    ),
    "pairing.reason": "a pairing edited by hand needs a reason",
    "pairing.same-teams": "an edited pairing has the same teams as before",
    "pairing.exchanged": lambda one, other, why, worse: (
        f"{one} and {other} were exchanged by hand ({why}): {worse}"
    ),
    "exchange.cost": lambda one, other, worse: f"with {one} and {other} exchanged: {worse}",
    "exchange.same": "{team} cannot be exchanged with itself",
    "exchange.not-here": "{team} is not in the pairing of round {number}",
    "exchange.both-bye": "{one} and {other} both do not play in this round",
    "statement.equal": "by all statements as good as before",
    "statement.worse": "statement {number}, {name}: {costs} in place of {than}",
    "statement.byes": "no second bye before all others had one",
    "statement.apart": "teams kept apart do not meet",
    "statement.rematches": "no rematch",
    "statement.bye-score": "the bye goes to the lowest score",
    "statement.differences": "equal points meet",
    "statement.float-again": "no float as in the round before",
    "statement.float-again-2": "no float as two rounds before",
    "statement.sides": "sides in balance",
    "statement.fold": "upper half against lower half",
    "why.decided": lambda teams, instead, worse: (
        f"{' and '.join(teams)} meet because the best pairing in which they do not ({instead}) is worse:"
        f" {worse}"
    ),
    "why.as-good": lambda teams, instead: (
        f"{' and '.join(teams)} could as well not meet ({instead}): by all statements that is as good"
    ),
    "why.instead": lambda team, others: (
        f"{team} against {' and '.join(others)}" if others else f"{team} with a bye"
    ),
    "why.only": lambda teams: f"{' and '.join(teams)} meet because no other pairing is possible",
    "why.byes": lambda teams: (
        f"{' and '.join(teams)} meet because in every other pairing a team has a second bye too early"
        " (statement 1)"
    ),
    "why.plan": lambda teams: (
        f"{' and '.join(teams)} meet by the plan of the round robin, in which everybody meets everybody once"
    ),
    "why.by-hand": lambda teams, by, why: (
        f"{' and '.join(teams)} were brought together by hand, by {by}: {why}"
    ),
    "apart.round-robin": "in a round robin everybody meets everybody; no teams are kept apart",
    "apart.two": "to keep teams apart, name two or more",
    "apart.reason": "keeping teams apart needs a reason",
    "apart.already": lambda teams: f"{' and '.join(teams)} are kept apart already",
    "apart.not": lambda teams: f"{' and '.join(teams) or 'nobody'}: no such teams are kept apart",
    "pairing.too-few": "a round needs {teams} teams at least, and {playing} play",
    "pairing.all": "all {rounds} rounds have been played",
    "pairing.two-teams": "a round robin needs two teams at least, and {teams} play",
    "pairing.by-three": (
        "a round robin at tables of three is for 3 to {most} teams, and {teams} play; a Swiss takes any "
        "number"
    ),
    "pairing.no-networkx": (
        f"pairing a Swiss needs networkx, which is not installed: {install_line('jokerboard[tournament]')}"
    ),
    # Results.
    "result.none-to-clear": "table {table} of round {round} has no result that could be taken away",
    "result.give-reason": "table {table} of round {round} has a result; to change it, give a reason",
    "result.same": "that is the result of table {table} already",
    "result.numbers": "table {table} has {teams} teams; give a number for each",
    "result.negative": "marbles and holes are counted from 0",
    "slip.marbles": "{team} has {marbles} marbles, and {home} cannot be home",
    "slip.holes": "{team} has {most} holes to go at the most, when all its marbles are in START, not {to_go}",
    "slip.all-home": lambda teams, marbles: (
        f"{' and '.join(teams)} cannot both have all {marbles} marbles home: the first of them has won"
    ),
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
    "exchange.none": "this is no exchange file; write one with: jokerboard tournament export exchange.json",
    "exchange.version": "the exchange file is of version {version}, and this program reads version {reads}",
    "exchange.changed": "the exchange file is not as it was written: its digest does not fit its entries",
    "exchange.large": "an exchange file has at most {most} MB",
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
}
