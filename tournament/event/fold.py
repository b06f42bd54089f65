"""One event more: `apply(tournament, stamped)` is the tournament after it, or an EventError with the reason.

The rules of what may happen when are here and nowhere else, so that a store that was written by hand, or by
two directors at once, is judged as strictly as a click.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournament.event import events as ev
from tournament.event.errors import EventError
from tournament.event.model import (
    ByeRequest,
    Entry,
    Match,
    Penalty,
    Result,
    Round,
    Stage,
    System,
    Team,
    TeamNo,
    Tournament,
    plain,
)

_CLOSED = "this tournament is closed; create another one"


def fold(history: Iterable[ev.Stamped]) -> Tournament:
    """The tournament that these events made; EventError names the event that cannot have happened."""
    now: Tournament | None = None
    for stamped in history:
        try:
            now = apply(now, stamped)
        except EventError as error:
            raise EventError(f"event {stamped.n}, {ev.kind_of(stamped.event)}: {error}") from error
    if now is None:
        raise EventError("there is no tournament here yet; make one with: jokerboard tournament new")
    return now


def apply(now: Tournament | None, stamped: ev.Stamped) -> Tournament:
    """The tournament after this event; None before its first one."""
    event = stamped.event
    if now is None or now.closed:
        if not isinstance(event, ev.Created):
            raise EventError("a tournament begins with being created" if now is None else _CLOSED)
        return Tournament(event.settings, version=stamped.n)
    return replace(_after(now, event, stamped.at), version=stamped.n)


def _after(now: Tournament, event: ev.Event, at: float) -> Tournament:
    match event:
        case ev.Created():
            raise EventError(f"{now.settings.name} is not closed; close it, then create another tournament")
        case ev.Changed():
            return _changed(now, event)
        case ev.Registered(entries):
            if now.rounds:
                raise EventError("the first round is paired; a team that comes now is a late entry")
            return _with_teams(now, entries, since=1)
        case ev.LateEntry(entries):
            return _late(now, entries)
        case ev.Renamed(team, entry):
            return _renamed(now, team, entry)
        case ev.Withdrawn(number):
            return _present(now, number, False)
        case ev.Returned(number):
            return _present(now, number, True)
        case ev.RegistrationUndone(reason):
            return _registration_undone(now, reason)
        case ev.ByeRequested(request, reason):
            return _bye_requested(now, request, reason)
        case ev.ByeCancelled(number):
            if all(one.team != number for one in now.requests):
                raise EventError(f"{now.team(number).name} has not asked for a bye")
            return replace(now, requests=tuple(one for one in now.requests if one.team != number))
        case ev.Closed():
            return replace(now, closed=True)
        case ev.Drawn(order):
            return _drawn(now, order)
        case ev.Penalized(penalty):
            return _penalized(now, penalty)
        case ev.TablesLinked(links):
            _check_links(links)
            return replace(now, links=links)
        case ev.PrizesSet(prizes):
            return replace(now, prizes=prizes)
        case ev.RoundPaired():
            return _paired(now, event)
        case ev.PairingCancelled(number):
            if newest(now, number).stage is not Stage.PAIRED:
                raise EventError(f"round {number} has been started; its pairing stays")
            return replace(now, rounds=now.rounds[:-1], requests=now.rounds[-1].requested)
    return replace(now, rounds=_in_round(now, event, at))


def _in_round(now: Tournament, event: ev.Event, at: float) -> tuple[Round, ...]:
    match event:
        case ev.RoundStarted(number, after):
            here = _at_stage(now, number, (Stage.PAIRED,), "been started already")
            return _with_round(now, replace(here, started=at, awaited=after))
        case ev.Paused(number):
            here = _at_stage(now, number, (Stage.RUNNING,), "no running clock")
            return _with_round(now, replace(here, paused_at=at))
        case ev.Resumed(number):
            here = _at_stage(now, number, (Stage.PAUSED,), "no paused clock")
            stopped = here.stopped + max(0.0, at - (here.paused_at or at))
            return _with_round(now, replace(here, paused_at=None, stopped=stopped))
        case ev.Extended(number, minutes):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "no clock that runs or is paused")
            if now.settings.minutes == 0:
                raise EventError("these rounds have no clock")
            return _with_round(now, replace(here, extra=here.extra + 60.0 * minutes))
        case ev.TimeOut(number):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "no clock that runs or is paused")
            return _with_round(now, replace(here, timed_out=at))
        case ev.ResultTaken(number, table, result):
            here = newest(now, number)
            match = here.match(table)
            if here.started is None:
                raise EventError(f"round {number} has not been started")
            if match.result is not None:
                raise EventError(
                    f"table {table} of round {number} has its result; to change it, correct it with a reason"
                )
            check_result(now, match, result)
            return _with_round(now, here.with_match(replace(match, result=result)))
        case ev.Corrected(number, table, result, reason):
            return _with_round(now, _corrected(now, number, table, result, reason))
    raise EventError(f"no such event: {event}")


def newest(now: Tournament, number: int) -> Round:
    """The newest round, which must have that number; EventError otherwise."""
    here = now.round
    if here is None:
        raise EventError("no round is paired yet")
    if here.number != number:
        raise EventError(f"round {number} is not the newest round; that is round {here.number}")
    return here


_STAND = {
    Stage.PAIRED: "it has not been started",
    Stage.RUNNING: "it is running",
    Stage.PAUSED: "it is paused",
    Stage.TIME_OUT: "its time was called",
    Stage.OVER: "it is over",
}


def _at_stage(now: Tournament, number: int, stages: tuple[Stage, ...], otherwise: str) -> Round:
    here = newest(now, number)
    if here.stage not in stages:
        raise EventError(f"round {number} has {otherwise}: {_STAND[here.stage]}")
    return here


def _with_round(now: Tournament, changed: Round) -> tuple[Round, ...]:
    return tuple(changed if one.number == changed.number else one for one in now.rounds)


def _with_team(now: Tournament, changed: Team) -> Tournament:
    return replace(now, teams=tuple(changed if t.number == changed.number else t for t in now.teams))


def _present(now: Tournament, number: TeamNo, there: bool) -> Tournament:
    team = now.team(number)
    if team.withdrawn is not there:
        raise EventError(f"{team.name} has {'not withdrawn' if there else 'withdrawn already'}")
    return _with_team(now, replace(team, withdrawn=not there))


def _changed(now: Tournament, event: ev.Changed) -> Tournament:
    old, new = now.settings, event.settings
    if now.rounds and (old.system, old.teams) != (new.system, new.teams):
        raise EventError("a round is paired: the system and the teams at a table stay as they are")
    if new.system is System.SWISS and new.rounds < len(now.rounds):
        raise EventError(f"{len(now.rounds)} rounds have been paired; it cannot have {new.rounds}")
    for team in now.teams:
        _check_size(team.entry, new.team_size)
    return replace(now, settings=new)


def _with_teams(now: Tournament, entries: Sequence[Entry], since: int) -> Tournament:
    teams = list(now.teams)
    for entry in entries:
        check_entry(now, teams, entry)
        number = len(teams) + 1
        teams.append(Team(number, entry, lot=number, since=since))
    return replace(now, teams=tuple(teams))


def _late(now: Tournament, entries: Sequence[Entry]) -> Tournament:
    if not now.rounds:
        raise EventError("no round is paired yet; register the team")
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError(
            "a round robin has begun, in which everybody meets everybody: no team can join it now"
        )
    return _with_teams(now, entries, since=len(now.rounds) + 1)


def _renamed(now: Tournament, number: TeamNo, entry: Entry) -> Tournament:
    team = now.team(number)
    check_entry(now, [other for other in now.teams if other.number != number], entry)
    return _with_team(now, replace(team, entry=entry))


def check_entry(now: Tournament, others: Iterable[Team], entry: Entry) -> None:
    """EventError when the team cannot be one beside the others."""
    _check_size(entry, now.settings.team_size)
    for other in others:
        if plain(other.name) == plain(entry.name):
            raise EventError(f"two teams are called {entry.name}")
        theirs = {plain(player) for player in other.entry.players}
        for player in entry.players:
            if plain(player) in theirs:
                raise EventError(f"{player} plays for {other.name} already, and cannot for {entry.name}")


def _check_size(entry: Entry, size: int) -> None:
    if len(entry.players) < size:
        raise EventError(f"{entry.name} has {len(entry.players)} of the {size} players who sit at a table")


def _drawn(now: Tournament, order: tuple[TeamNo, ...]) -> Tournament:
    if now.rounds:
        raise EventError("the first round is paired; the lots stay as they are")
    if sorted(order) != [team.number for team in now.teams]:
        raise EventError("the lots are not those of all teams, each once")
    lots = {number: lot for lot, number in enumerate(order, 1)}
    return replace(now, teams=tuple(replace(team, lot=lots[team.number]) for team in now.teams))


def _penalized(now: Tournament, penalty: Penalty) -> Tournament:
    team = now.team(penalty.team)
    if not 1 <= abs(penalty.points) <= 1000:
        raise EventError("a penalty is of 1 to 1000 points; with a minus it is taken back")
    if not penalty.reason.strip():
        raise EventError("a penalty needs a reason")
    if now.penalty(penalty.team) + penalty.points < 0:
        raise EventError(f"{team.name} has no penalty of {-penalty.points} points that could be taken back")
    if penalty.order and any(penalty.order == other.order for other in now.penalties):
        raise EventError("this penalty has been counted already")
    return replace(now, penalties=(*now.penalties, penalty))


def _check_links(links: tuple[tuple[int, str], ...]) -> None:
    numbers, names = Counter(str(table) for table, _ in links), Counter(name for _, name in links)
    for seen, what in ((numbers, "number"), (names, "name")):
        twice = [one for one, times in seen.items() if times > 1]
        if twice:
            raise EventError(f"the table's {what} {twice[0]} is given twice")


def _paired(now: Tournament, event: ev.RoundPaired) -> Tournament:
    before = now.round
    if before is not None and before.stage is not Stage.OVER:
        raise EventError(f"round {before.number} is not over: {_tables(before)} without a result")
    if event.round != len(now.rounds) + 1:
        raise EventError(f"the next round is {len(now.rounds) + 1}, not {event.round}")
    playing = {team.number for team in now.present()}
    named = [number for match in event.matches for number in match.teams] + list(event.byes)
    if sorted(named) != sorted(playing) and now.settings.system is System.SWISS:
        raise EventError("a pairing has every team that plays exactly once")
    if len(set(named)) != len(named) or not set(named) <= playing:
        raise EventError("a pairing has no team twice, and none that does not play")
    if any(match.result for match in event.matches):
        raise EventError("a pairing has no results")
    if [match.table for match in event.matches] != list(range(1, len(event.matches) + 1)):
        raise EventError("the tables of a pairing are numbered from 1 on")
    if not {one.team for one in now.requests} <= set(event.byes):
        raise EventError("a pairing seats a team that asked for a bye")
    paired = Round(event.round, event.matches, event.byes, event.notes, requested=now.requests)
    return replace(now, rounds=(*now.rounds, paired), requests=())


def _registration_undone(now: Tournament, reason: str) -> Tournament:
    if now.rounds:
        raise EventError("the first round is paired; teams can only withdraw now")
    if not now.teams:
        raise EventError("no team is registered")
    if not reason.strip():
        raise EventError("undoing the registration needs a reason")
    return replace(now, teams=(), penalties=(), requests=())


def _bye_requested(now: Tournament, request: ByeRequest, reason: str) -> Tournament:
    team = now.team(request.team)
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError("a round robin has no byes on request; enter that the team did not come")
    if team.withdrawn:
        raise EventError(f"{team.name} has withdrawn")
    if any(one.team == request.team for one in now.requests):
        raise EventError(f"{team.name} has asked for a bye already")
    most = 2 * (now.settings.teams - 1)
    if not 0 <= request.points <= most:
        raise EventError(f"a bye on request is worth 0 to {most} points, not {request.points}")
    if not reason.strip():
        raise EventError("a bye on request needs a reason")
    return replace(now, requests=(*now.requests, request))


def _tables(here: Round) -> str:
    if here.started is None:
        return "it has not been started, and all its tables are"
    missing = here.missing()
    shown = ", ".join(map(str, missing[:8])) + (" and others" if len(missing) > 8 else "")
    return f"table {shown} is" if len(missing) == 1 else f"tables {shown} are"


def check_result(now: Tournament, match: Match, result: Result) -> None:
    """EventError when this cannot be that table's result."""
    if sorted(result.teams) != sorted(match.teams):
        names = ", ".join(now.team(number).name for number in match.teams)
        raise EventError(f"the result of table {match.table} must name each of its teams once: {names}")
    if any(not place for place in result.places):
        raise EventError("a place without a team")


def _corrected(now: Tournament, number: int, table: int, result: Result | None, reason: str) -> Round:
    if not reason.strip():
        raise EventError("a correction needs a reason")
    if not 1 <= number <= len(now.rounds):
        raise EventError(f"there is no round {number} yet")
    here = now.rounds[number - 1]
    match = here.match(table)
    if match.result is None:
        raise EventError(f"table {table} of round {number} has no result yet that could be corrected")
    if result is None and number < len(now.rounds):
        raise EventError(f"round {number + 1} is paired by that result; give another one in its place")
    if result is not None:
        check_result(now, match, result)
        # The match stays the game that it was, whoever is said to have won it.
        result = replace(result, source=result.source or match.result.source)
    return here.with_match(replace(match, result=result, corrected=True))
