"""Events about teams: registration, withdrawals, lots, byes, teams that should not meet, penalties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.codec import kind
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


@kind("registered")
class Registered:
    """The teams of one list were registered together, before the first pairing."""

    entries: tuple[Entry, ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        if now.rounds:
            raise EventError(words("team.late"))
        return _with_teams(now, self.entries, since=1)


@kind("late-entry")
class LateEntry:
    """Teams were registered after the first round was paired; they play from the next pairing on."""

    entries: tuple[Entry, ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        if not now.rounds:
            raise EventError(words("team.not-late"))
        if now.settings.system is System.ROUND_ROBIN:
            raise EventError(words("team.round-robin"))
        return _with_teams(now, self.entries, since=len(now.rounds) + 1)


@kind("registration-undone")
class RegistrationUndone:
    """The registration of all teams was undone, before the first round was paired."""

    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        if now.rounds:
            raise EventError(words("team.only-withdraw"))
        if not now.teams:
            raise EventError(words("team.none"))
        if not self.reason.strip():
            raise EventError(words("team.undo-reason"))
        return replace(now, teams=(), penalties=(), requests=(), apart=())


@kind("renamed")
class Renamed:
    """A team's name, players, club or rating were corrected."""

    team: TeamNo
    entry: Entry

    def __call__(self, now: Tournament, _: float) -> Tournament:
        team = now.team(self.team)
        check_entry(now, [other for other in now.teams if other.number != team.number], self.entry)
        return _with_team(now, replace(team, entry=self.entry))


@kind("withdrawn")
class Withdrawn:
    """A team withdrew; it is not paired any more."""

    team: TeamNo
    reason: str = ""

    def __call__(self, now: Tournament, _: float) -> Tournament:
        return _present(now, self.team, False)


@kind("returned")
class Returned:
    """A withdrawn team came back; it plays from the next pairing on."""

    team: TeamNo

    def __call__(self, now: Tournament, _: float) -> Tournament:
        return _present(now, self.team, True)


@kind("drawn")
class Drawn:
    """The lots were drawn; `order` has all teams' numbers, the first lot first."""

    order: tuple[TeamNo, ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        if now.rounds:
            raise EventError(words("lots.stay"))
        if sorted(self.order) != [team.number for team in now.teams]:
            raise EventError(words("lots.wrong"))
        lots = {number: lot for lot, number in enumerate(self.order, 1)}
        return replace(now, teams=tuple(replace(team, lot=lots[team.number]) for team in now.teams))


@kind("bye-requested")
class ByeRequested:
    """A team asked not to play in the next round; it gets `points` for it."""

    request: ByeRequest
    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        team, points = now.team(self.request.team), self.request.points
        if now.settings.system is System.ROUND_ROBIN:
            raise EventError(words("bye.round-robin"))
        if team.withdrawn:
            raise EventError(words("team.withdrawn", team=team.name))
        if any(one.team == team.number for one in now.requests):
            raise EventError(words("bye.asked", team=team.name))
        most = 2 * (now.settings.teams - 1)
        if not 0 <= points <= most:
            raise EventError(words("bye.points", most=most, points=points))
        if not self.reason.strip():
            raise EventError(words("bye.reason"))
        return replace(now, requests=(*now.requests, self.request))


@kind("bye-cancelled")
class ByeCancelled:
    """A team's request for a bye was cancelled; it plays in the next round."""

    team: TeamNo

    def __call__(self, now: Tournament, _: float) -> Tournament:
        left = tuple(one for one in now.requests if one.team != self.team)
        if left == now.requests:
            raise EventError(words("bye.not-asked", team=now.team(self.team).name))
        return replace(now, requests=left)


@kind("kept-apart")
class KeptApart:
    """Some teams, such as those of one family, should not meet: no two are paired if it can be avoided."""

    teams: tuple[TeamNo, ...]
    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        if now.settings.system is System.ROUND_ROBIN:
            raise EventError(words("apart.round-robin"))
        numbers = sorted({now.team(number).number for number in self.teams})
        if len(numbers) < 2:
            raise EventError(words("apart.two"))
        if not self.reason.strip():
            raise EventError(words("apart.reason"))
        pairs = set(combinations(numbers, 2))
        if pairs <= set(now.apart):
            names = listed([now.team(number).name for number in numbers], "and")
            raise EventError(words("apart.already", teams=names))
        return replace(now, apart=tuple(sorted(pairs | set(now.apart))))


@kind("let-meet")
class LetMeet:
    """Teams that were kept apart may meet again; a single team may meet all teams again."""

    teams: tuple[TeamNo, ...]

    def __call__(self, now: Tournament, _: float) -> Tournament:
        numbers = {now.team(number).number for number in self.teams}
        least = min(len(numbers), 2)
        left = tuple(pair for pair in now.apart if len(numbers & set(pair)) < least)
        if left == now.apart or not numbers:
            names = listed([now.team(number).name for number in sorted(numbers)], "and")
            raise EventError(words("apart.not", teams=names) if names else words("apart.nobody"))
        return replace(now, apart=left)


@kind("penalty")
class Penalized:
    """A team lost points; `penalty.order` is the id of the order to its table, "" without one."""

    penalty: Penalty

    def __call__(self, now: Tournament, _: float) -> Tournament:
        penalty, team = self.penalty, now.team(self.penalty.team)
        if not 1 <= abs(penalty.points) <= 1000:
            raise EventError(words("penalty.points"))
        if not penalty.reason.strip():
            raise EventError(words("penalty.reason"))
        if now.penalty(penalty.team) + penalty.points < 0:
            raise EventError(words("penalty.none", team=team.name, points=-penalty.points))
        if penalty.order and any(penalty.order == other.order for other in now.penalties):
            raise EventError(words("penalty.counted"))
        return replace(now, penalties=(*now.penalties, replace(penalty, round=len(now.rounds))))


TeamEvent: TypeAlias = (
    Registered
    | LateEntry
    | RegistrationUndone
    | Renamed
    | Withdrawn
    | Returned
    | Drawn
    | ByeRequested
    | ByeCancelled
    | KeptApart
    | LetMeet
    | Penalized
)


def _with_teams(now: Tournament, entries: Sequence[Entry], since: int) -> Tournament:
    teams = list(now.teams)
    for entry in entries:
        check_entry(now, teams, entry)
        number = len(teams) + 1
        teams.append(Team(number, entry, lot=number, since=since))
    return replace(now, teams=tuple(teams))


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
