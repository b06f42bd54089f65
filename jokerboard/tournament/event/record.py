"""A team's rounds so far, for pairing and standings: points, opponents, sides, floats, byes.

A team *floats* if its opponents had other points than it had before the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from jokerboard.tournament.event.model import How, Match, Round, System, TeamNo, Tournament


class Float(StrEnum):
    """The direction of a float: against opponents with fewer points, with more points, or none."""

    DOWN = "down"
    UP = "up"
    NONE = ""


@dataclass(slots=True)
class Record:
    """The rounds of one team so far.

    `points` sums up tables (`Result.points`) and byes, minus penalties. `met` counts the meetings with each
    other team, without forfeits. `sides` counts how often the team sat on each side; `floats` has one entry
    for each round, the newest last.
    """

    number: TeamNo
    lot: int
    points: int = 0
    byes: int = 0
    met: Counter[TeamNo] = field(default_factory=Counter)
    sides: list[int] = field(default_factory=list)
    last_side: int | None = None
    floats: list[Float] = field(default_factory=list)

    def floated(self, ago: int) -> Float:
        """The team's float in an earlier round: `ago` is 1 for the newest round, 2 for the one before."""
        return self.floats[-ago] if len(self.floats) >= ago else Float.NONE


def bye_points(now: Tournament) -> int:
    """The points of a bye: in a Swiss as for a table won; in a round robin 0, because each team has one."""
    return 0 if now.settings.system is System.ROUND_ROBIN else 2 * (now.settings.teams - 1)


def match_points(match: Match, team: TeamNo) -> int:
    """The points of a team at one table; 0 while the table has no result."""
    return match.result.points(team) if match.result else 0


def was_met(match: Match, one: TeamNo, other: TeamNo) -> bool:
    """Whether two teams of a table count as having met; they do not if one was absent."""
    result = match.result
    return result is None or result.how is not How.FORFEIT or not {one, other} & set(result.absent)


def records(now: Tournament) -> dict[TeamNo, Record]:
    """Every team's record over all paired rounds, by number; a table without a result gives no points."""
    kept = {team.number: Record(team.number, team.lot, sides=[0] * now.settings.teams) for team in now.teams}
    for here in now.rounds:
        _add(kept, here, bye_points(now))
    for penalty in now.penalties:
        kept[penalty.team].points -= penalty.points
    return kept


def _add(kept: Mapping[TeamNo, Record], here: Round, for_a_bye: int) -> None:
    before = {number: record.points for number, record in kept.items()}
    floats = dict.fromkeys(kept, Float.NONE)
    for match in here.matches:
        for side, number in enumerate(match.teams):
            record = kept[number]
            record.points += match_points(match, number)
            record.sides[side] += 1
            record.last_side = side
            others = [other for other in match.teams if other != number]
            record.met.update(other for other in others if was_met(match, number, other))
            floats[number] = float_of(before[number], [before[other] for other in others])
    for number in here.byes:
        kept[number].points += here.bye_points(number, for_a_bye)
        # A bye on request does not count here: the team may still get the bye of an odd number of teams.
        if all(one.team != number for one in here.requested):
            kept[number].byes += 1
            floats[number] = Float.DOWN
    for number, record in kept.items():
        record.floats.append(floats[number])


def float_of(mine: int, others: list[int]) -> Float:
    """The float of a team with `mine` points against opponents with the points `others`.

    Down if one of them has fewer points and none more, up if one has more and none fewer.
    """
    lower, higher = any(other < mine for other in others), any(other > mine for other in others)
    if lower == higher:
        return Float.NONE
    return Float.DOWN if lower else Float.UP
