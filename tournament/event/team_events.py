"""The teams after an event: who is registered, there or gone, their lots, byes and penalties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from tournament.event import events as ev
from tournament.event.errors import EventError
from tournament.event.model import (
    ByeRequest,
    Entry,
    Penalty,
    System,
    Team,
    TeamNo,
    Tournament,
    plain,
)


def after_team_event(now: Tournament, event: ev.TeamEvent) -> Tournament:
    """The tournament after an event about teams; EventError with the reason if it cannot happen."""
    match event:
        case ev.Registered(entries):
            if now.rounds:
                raise EventError("the first round is paired; a team that comes now is a late entry")
            return _with_teams(now, entries, since=1)
        case ev.LateEntry(entries):
            return _late(now, entries)
        case ev.RegistrationUndone(reason):
            return _registration_undone(now, reason)
        case ev.Drawn(order):
            return _drawn(now, order)
        case _:
            return _after_one_teams_event(now, event)


def _after_one_teams_event(
    now: Tournament,
    event: ev.Renamed | ev.Withdrawn | ev.Returned | ev.ByeRequested | ev.ByeCancelled | ev.Penalized,
) -> Tournament:
    match event:
        case ev.Renamed(team, entry):
            return _renamed(now, team, entry)
        case ev.Withdrawn(number):
            return _present(now, number, False)
        case ev.Returned(number):
            return _present(now, number, True)
        case ev.ByeRequested(request, reason):
            return _bye_requested(now, request, reason)
        case ev.ByeCancelled(number):
            return _bye_cancelled(now, number)
        case ev.Penalized(penalty):
            return _penalized(now, penalty)
        case _ as never:  # pragma: no cover
            assert_never(never)


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


def _registration_undone(now: Tournament, reason: str) -> Tournament:
    if now.rounds:
        raise EventError("the first round is paired; teams can only withdraw now")
    if not now.teams:
        raise EventError("no team is registered")
    if not reason.strip():
        raise EventError("undoing the registration needs a reason")
    return replace(now, teams=(), penalties=(), requests=())


def _drawn(now: Tournament, order: tuple[TeamNo, ...]) -> Tournament:
    if now.rounds:
        raise EventError("the first round is paired; the lots stay as they are")
    if sorted(order) != [team.number for team in now.teams]:
        raise EventError("the lots are not those of all teams, each once")
    lots = {number: lot for lot, number in enumerate(order, 1)}
    return replace(now, teams=tuple(replace(team, lot=lots[team.number]) for team in now.teams))


def _renamed(now: Tournament, number: TeamNo, entry: Entry) -> Tournament:
    team = now.team(number)
    check_entry(now, [other for other in now.teams if other.number != number], entry)
    return _with_team(now, replace(team, entry=entry))


def _with_team(now: Tournament, changed: Team) -> Tournament:
    return replace(now, teams=tuple(changed if t.number == changed.number else t for t in now.teams))


def _present(now: Tournament, number: TeamNo, there: bool) -> Tournament:
    team = now.team(number)
    if team.withdrawn is not there:
        raise EventError(f"{team.name} has {'not withdrawn' if there else 'withdrawn already'}")
    return _with_team(now, replace(team, withdrawn=not there))


def check_entry(now: Tournament, others: Iterable[Team], entry: Entry) -> None:
    """EventError when the team cannot be one beside the others."""
    check_size(entry, now.settings.team_size)
    for other in others:
        if plain(other.name) == plain(entry.name):
            raise EventError(f"two teams are called {entry.name}")
        theirs = {plain(player) for player in other.entry.players}
        for player in entry.players:
            if plain(player) in theirs:
                raise EventError(f"{player} plays for {other.name} already, and cannot for {entry.name}")


def check_size(entry: Entry, size: int) -> None:
    """EventError when the team has too few players for a table."""
    if len(entry.players) < size:
        raise EventError(f"{entry.name} has {len(entry.players)} of the {size} players who sit at a table")


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


def _bye_cancelled(now: Tournament, number: TeamNo) -> Tournament:
    left = tuple(one for one in now.requests if one.team != number)
    if left == now.requests:
        raise EventError(f"{now.team(number).name} has not asked for a bye")
    return replace(now, requests=left)


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
