"""Apply events about teams: registration, withdrawals, lots, byes, penalties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import assert_never

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import events as ev
from jokerboard.tournament.event.model import (
    ByeRequest,
    Entry,
    Penalty,
    System,
    Team,
    TeamNo,
    Tournament,
    plain,
)
from jokerboard.words.catalogue import listed, words


def after_team_event(now: Tournament, event: ev.TeamEvent) -> Tournament:
    """The tournament after an event about teams; raise EventError if the event is impossible."""
    match event:
        case ev.Registered(entries):
            if now.rounds:
                raise EventError(words("team.late"))
            return _with_teams(now, entries, since=1)
        case ev.LateEntry(entries):
            return _late(now, entries)
        case ev.RegistrationUndone(reason):
            return _registration_undone(now, reason)
        case ev.Drawn(order):
            return _drawn(now, order)
        case ev.KeptApart(teams, reason):
            return _kept_apart(now, teams, reason)
        case ev.LetMeet(teams):
            return _let_meet(now, teams)
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
        raise EventError(words("team.not-late"))
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError(words("team.round-robin"))
    return _with_teams(now, entries, since=len(now.rounds) + 1)


def _registration_undone(now: Tournament, reason: str) -> Tournament:
    if now.rounds:
        raise EventError(words("team.only-withdraw"))
    if not now.teams:
        raise EventError(words("team.none"))
    if not reason.strip():
        raise EventError(words("team.undo-reason"))
    return replace(now, teams=(), penalties=(), requests=(), apart=())


def _drawn(now: Tournament, order: tuple[TeamNo, ...]) -> Tournament:
    if now.rounds:
        raise EventError(words("lots.stay"))
    if sorted(order) != [team.number for team in now.teams]:
        raise EventError(words("lots.wrong"))
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
        raise EventError(words("team.there" if there else "team.withdrawn-already", team=team.name))
    return _with_team(now, replace(team, withdrawn=not there))


def check_entry(now: Tournament, others: Iterable[Team], entry: Entry) -> None:
    """Raise EventError if the entry cannot be registered beside the other teams."""
    check_size(entry, now.settings.team_size)
    for other in others:
        if plain(other.name) == plain(entry.name):
            raise EventError(words("team.twice", name=entry.name))
        theirs = {plain(player) for player in other.entry.players}
        for player in entry.players:
            if plain(player) in theirs:
                raise EventError(
                    words("team.player-elsewhere", player=player, other=other.name, team=entry.name)
                )


def check_size(entry: Entry, size: int) -> None:
    """Raise EventError if the team has fewer players than the `size` players who sit at a table."""
    if len(entry.players) < size:
        raise EventError(words("team.too-few", team=entry.name, players=len(entry.players), size=size))


def _bye_requested(now: Tournament, request: ByeRequest, reason: str) -> Tournament:
    team = now.team(request.team)
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError(words("bye.round-robin"))
    if team.withdrawn:
        raise EventError(words("team.withdrawn", team=team.name))
    if any(one.team == request.team for one in now.requests):
        raise EventError(words("bye.asked", team=team.name))
    most = 2 * (now.settings.teams - 1)
    if not 0 <= request.points <= most:
        raise EventError(words("bye.points", most=most, points=request.points))
    if not reason.strip():
        raise EventError(words("bye.reason"))
    return replace(now, requests=(*now.requests, request))


def _bye_cancelled(now: Tournament, number: TeamNo) -> Tournament:
    left = tuple(one for one in now.requests if one.team != number)
    if left == now.requests:
        raise EventError(words("bye.not-asked", team=now.team(number).name))
    return replace(now, requests=left)


def _kept_apart(now: Tournament, teams: tuple[TeamNo, ...], reason: str) -> Tournament:
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError(words("apart.round-robin"))
    numbers = sorted({now.team(number).number for number in teams})
    if len(numbers) < 2:
        raise EventError(words("apart.two"))
    if not reason.strip():
        raise EventError(words("apart.reason"))
    pairs = set(combinations(numbers, 2))
    if pairs <= set(now.apart):
        names = listed([now.team(number).name for number in numbers], "and")
        raise EventError(words("apart.already", teams=names))
    return replace(now, apart=tuple(sorted(pairs | set(now.apart))))


def _let_meet(now: Tournament, teams: tuple[TeamNo, ...]) -> Tournament:
    numbers = {now.team(number).number for number in teams}
    least = min(len(numbers), 2)
    left = tuple(pair for pair in now.apart if len(numbers & set(pair)) < least)
    if left == now.apart or not numbers:
        names = listed([now.team(number).name for number in sorted(numbers)], "and")
        raise EventError(words("apart.not", teams=names) if names else words("apart.nobody"))
    return replace(now, apart=left)


def _penalized(now: Tournament, penalty: Penalty) -> Tournament:
    team = now.team(penalty.team)
    if not 1 <= abs(penalty.points) <= 1000:
        raise EventError(words("penalty.points"))
    if not penalty.reason.strip():
        raise EventError(words("penalty.reason"))
    if now.penalty(penalty.team) + penalty.points < 0:
        raise EventError(words("penalty.none", team=team.name, points=-penalty.points))
    if penalty.order and any(penalty.order == other.order for other in now.penalties):
        raise EventError(words("penalty.counted"))
    return replace(now, penalties=(*now.penalties, replace(penalty, round=len(now.rounds))))
