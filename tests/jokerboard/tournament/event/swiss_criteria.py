"""The criteria of docs/tournament.md for a Swiss, implemented a second time, from the rounds alone.

Only the tournament as a value is shared with the pairing: points, meetings, floats and sides are counted
again here, so that a mistake in either implementation is noticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from jokerboard.tournament.event.model import How, Match, Tournament

Tables = list[tuple[int, ...]]


def points_before(now: Tournament, round: int) -> dict[int, int]:
    """The points of each team before the round with this number."""
    points = {team.number: 0 for team in now.teams}
    for here in now.rounds[: round - 1]:
        for match in here.matches:
            for team in match.teams:
                points[team] += scored(match, team)
        for team in here.byes:
            points[team] += 2 * (now.settings.teams - 1)
    return points


def scored(match: Match, team: int) -> int:
    """The team's points at one table: two for each team behind it, one for each equal team, 0 if absent."""
    assert match.result is not None
    if team in match.result.absent:
        return 0
    total = 2 * len(match.result.absent)
    ahead_of_us = True
    for place in match.result.places:
        if team in place:
            ahead_of_us = False
            total += len(place) - 1
        elif not ahead_of_us:
            total += 2 * len(place)
    return total


def meetings(now: Tournament, one: int, other: int) -> int:
    """The number of tables at which the two teams met; a forfeited table does not count."""
    count = 0
    for here in now.rounds:
        for match in here.matches:
            if one in match.teams and other in match.teams:
                result = match.result
                gone = result is not None and result.how is How.FORFEIT and {one, other} & set(result.absent)
                count += not gone
    return count


def byes_of(now: Tournament, team: int) -> int:
    return sum(here.byes.count(team) for here in now.rounds)


def floated(now: Tournament, team: int, round: int) -> str:
    """`down`, `up` or "": the float of a team in a round, by the points of its opponents."""
    if round < 1:
        return ""
    here, points = now.rounds[round - 1], points_before(now, round)
    if team in here.byes:
        return "down"
    for match in here.matches:
        if team in match.teams:
            less = [other for other in match.teams if points[other] < points[team]]
            more = [other for other in match.teams if points[other] > points[team]]
            if bool(less) != bool(more):
                return "down" if less else "up"
    return ""


def side_difference(now: Tournament, team: int) -> int:
    """The number of tables at which the team had the first side, minus those with the second side."""
    matches = [match for here in now.rounds for match in here.matches if team in match.teams]
    return sum(1 if match.teams.index(team) == 0 else -1 for match in matches)


def complaints(now: Tournament, tables: Tables, byes: Sequence[int]) -> tuple[int, ...]:
    """The costs of a pairing of the next round, one for each criterion, the most important first."""
    number = len(now.rounds) + 1
    points = {team: had - now.penalty(team) for team, had in points_before(now, number).items()}
    playing = sorted(
        {team for table in tables for team in table} | set(byes), key=lambda t: rank(now, points, t)
    )
    pairs = [tuple(sorted(pair, key=playing.index)) for table in tables for pair in combinations(table, 2)]
    apart = [(high, low) for high, low in pairs if points[high] != points[low]]
    again = []
    for round in (number - 1, number - 2):
        again.append(
            sum(floated(now, high, round) == "down" for high, _ in apart)
            + sum(floated(now, low, round) == "up" for _, low in apart)
            + sum(floated(now, team, round) == "down" for team in byes)
        )
    lowest = min(points[team] for team in playing)
    return (
        sum(byes_of(now, team) for team in byes),
        sum(tuple(sorted(pair)) in now.apart for pair in pairs),
        sum(meetings(now, *pair) for pair in pairs),
        sum(points[team] - lowest for team in byes),
        sum((points[high] - points[low]) ** 2 for high, low in pairs),
        *again,
        sum(unlevel(now, *pair) for pair in pairs) if now.settings.teams == 2 else 0,
        sum(unfolded(points, playing, *pair) for pair in pairs)
        + sum((len(playing) - 1 - playing.index(team)) ** 2 for team in byes),
    )


def rank(now: Tournament, points: dict[int, int], team: int) -> tuple[int, int]:
    return -points[team], now.team(team).lot


def unlevel(now: Tournament, one: int, other: int) -> int:
    """The side differences of two teams beyond 1, squared and summed, in the better of their two seatings."""
    found = []
    for turn in (1, -1):
        after = (side_difference(now, one) + turn, side_difference(now, other) - turn)
        found.append(sum((abs(difference) - 1) ** 2 for difference in after if abs(difference) > 1))
    return min(found)


def unfolded(points: dict[int, int], playing: list[int], high: int, low: int) -> int:
    apart = playing.index(low) - playing.index(high)
    if points[high] != points[low]:
        return (apart - 1) ** 2
    group = sum(points[team] == points[high] for team in playing)
    return (apart - group // 2) ** 2


def partitions(teams: Sequence[int], table_of: int) -> Iterator[Tables]:
    """Every division of the teams into tables of this size."""
    if not teams:
        yield []
        return
    first, *others = teams
    for with_first in combinations(others, table_of - 1):
        rest = [team for team in others if team not in with_first]
        for tables in partitions(rest, table_of):
            yield [(first, *with_first), *tables]


def every_pairing(now: Tournament) -> Iterator[tuple[Tables, tuple[int, ...]]]:
    """Every possible pairing of the next round, good or bad: its tables and byes."""
    playing = [team.number for team in now.teams if not team.withdrawn]
    for byes in combinations(playing, len(playing) % now.settings.teams):
        staying = [team for team in playing if team not in byes]
        for tables in partitions(staying, now.settings.teams):
            yield tables, byes
