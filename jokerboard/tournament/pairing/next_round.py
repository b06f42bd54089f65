"""Make the events of the next round: the drawing of lots before the first round, and the pairing."""

from __future__ import annotations

import random

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Drawn, RoundPaired
from jokerboard.tournament.event.model import Match, Order, Stage, System, TeamNo, Tournament
from jokerboard.tournament.event.record import records
from jokerboard.tournament.pairing import designs, sides, swiss
from jokerboard.words.catalogue import words


def lots(now: Tournament) -> Drawn:
    """Draw the lots in the order that the settings choose; the same seed draws the same lots."""
    numbers = [team.number for team in now.teams]
    match now.settings.order:
        case Order.RATING:
            numbers.sort(key=lambda number: (-now.team(number).entry.rating, number))
        case Order.LOT:
            random.Random(now.settings.seed).shuffle(numbers)
    return Drawn(tuple(numbers))


def rounds_in_all(now: Tournament) -> int:
    """The number of rounds that the tournament has; a round robin has as many as its teams need."""
    if now.settings.system is System.SWISS:
        return now.settings.rounds
    return len(_plan(now, len(_members(now))))


def next_round(now: Tournament) -> RoundPaired:
    """Pair the next round; raise EventError if it cannot be paired now."""
    number = len(now.rounds) + 1
    before = now.round
    if before is not None and before.stage is not Stage.OVER:
        code = "pairing.not-started" if before.stage is Stage.PAIRED else "pairing.not-over"
        raise EventError(words(code, before=before.number, number=number))
    resting = {one.team for one in now.requests}
    playing = [team for team in now.present() if team.number not in resting]
    if len(playing) < now.settings.teams:
        raise EventError(words("pairing.too-few", teams=now.settings.teams, playing=len(playing)))
    if number > rounds_in_all(now):
        raise EventError(words("pairing.all", rounds=rounds_in_all(now)))
    if now.settings.system is System.ROUND_ROBIN:
        return _planned(now, number)
    kept = records(now)
    found = swiss.pair([kept[team.number] for team in playing], now.settings.teams, now.apart)
    tables = enumerate(found.tables, 1)
    matches = tuple(Match(table, sides.seated(teams, kept, table)) for table, teams in tables)
    byes = (*found.byes, *(one.team for one in now.requests))
    return RoundPaired(number, matches, byes, found.notes)


def _members(now: Tournament) -> tuple[TeamNo, ...]:
    """The teams of a round robin in order of their lots: the teams of its first round."""
    first = now.rounds[0] if now.rounds else None
    if first is None:
        playing = {team.number for team in now.present()}
    else:
        playing = {number for match in first.matches for number in match.teams} | set(first.byes)
    return tuple(sorted(playing, key=lambda number: now.team(number).lot))


def _plan(now: Tournament, teams: int) -> designs.Plan:
    if now.settings.teams == 2:
        return designs.by_two(teams)
    return sides.seated_plan(designs.by_three(teams))


def _planned(now: Tournament, number: int) -> RoundPaired:
    """A round of the plan without withdrawn teams; a team without remaining opponents has no opponent."""
    members = _members(now)
    playing = {team.number for team in now.present()}
    tables = [
        tuple(members[place] for place in table if members[place] in playing)
        for table in _plan(now, len(members))[number - 1]
    ]
    meeting = [table for table in tables if len(table) > 1]
    matches = tuple(Match(table, teams) for table, teams in enumerate(meeting, 1))
    sitting = {team for teams in meeting for team in teams}
    return RoundPaired(number, matches, tuple(team for team in members if team in playing - sitting))
