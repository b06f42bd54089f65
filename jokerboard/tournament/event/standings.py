"""The standings: points, then the tie-breaks of the system; teams equal in all of them share a place.

A team's points are the sum of parts: tables, byes, meetings that a withdrawn team left out, minus penalties.
A bye counts when its round is over. Every output of points uses the parts from here.

`docs/tournament.md` defines the tie-breaks. In a round robin, if a withdrawn team played less than half of
its meetings, none of them counts; if it played more, each team that it has not met gets two points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from jokerboard.tournament.event.model import Match, Round, Stage, System, TeamNo, Tournament
from jokerboard.tournament.event.record import bye_points, was_met
from jokerboard.tournament.pairing.next_round import rounds_in_all


class TieBreak(StrEnum):
    """The tie-breaks between teams of equal points, by their printed names."""

    BUCHHOLZ = "Buchholz"
    DIRECT = "Direct"
    MARBLES = "Marbles"
    HOLES = "Holes"


def tie_breaks(system: System) -> tuple[TieBreak, ...]:
    """The tie-breaks of a system, the most important first.

    In a round robin all teams have the same opponents, so Buchholz is left out.
    """
    every = tuple(TieBreak)
    return every if system is System.SWISS else every[1:]


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line in the standings. `place` is 0 for a team that is not ranked.

    `points` = `tables` + `byes` + `left_out` - `penalty`; `left_out` are points for meetings that a withdrawn
    team left out. `direct` is None if the direct encounter does not decide.
    """

    place: int
    team: TeamNo
    points: int
    played: int
    won: int
    buchholz: int
    direct: int | None
    marbles: int
    holes: int
    tables: int = 0
    byes: int = 0
    left_out: int = 0
    penalty: int = 0

    def value(self, tie_break: TieBreak) -> int | None:
        """The team's value in a tie-break; None for a direct encounter that does not decide."""
        found: int | None = getattr(self, tie_break.name.lower())
        return found


def reached(now: Tournament, through: int | None = None) -> tuple[str, int]:
    """The stage that the standings show (`before`, `during`, `after` or `final`), and the number of the last
    started round.

    Rounds after `through` (None: the newest), and a round that is paired but not started, do not count.
    """
    rounds = [one for one in now.rounds[:through] if one.stage is not Stage.PAIRED]
    if not rounds:
        return "before", 0
    number = rounds[-1].number
    if rounds[-1].missing():
        return "during", number
    return ("final" if number == rounds_in_all(now) else "after"), number


def parts(now: Tournament, through: int | None = None) -> Parts:
    """The points of every team after round `through` (None: the newest), split by their source."""
    return Parts(now, len(now.rounds) if through is None else through)


def standings(now: Tournament, through: int | None = None) -> tuple[Row, ...]:
    """The teams' lines after round `through` (None: the newest), best first; unranked teams come last."""
    count = parts(now, through)
    ranked = [team.number for team in now.teams if team.number not in count.annulled]
    rows = {number: count.row(number) for number in (*ranked, *sorted(count.annulled))}
    ordered = _sorted(ranked, rows, count, [None, *tie_breaks(now.settings.system)])
    places: list[Row] = []
    for group in ordered:
        place = len(places) + 1
        places += [replace(rows[number], place=place) for number in sorted(group)]
    return (*places, *(rows[number] for number in sorted(count.annulled)))


def _sorted(
    group: Sequence[TeamNo], rows: dict[TeamNo, Row], count: Parts, left: Sequence[TieBreak | None]
) -> list[list[TeamNo]]:
    """The groups of teams that share a place, best first; `left` has the criteria that are still to be
    compared.

    The criterion None stands for the points.
    """
    if len(group) < 2 or not left:
        return [list(group)] if group else []
    by, *rest = left
    if by is TieBreak.DIRECT:
        for number in group:
            rows[number] = replace(rows[number], direct=count.direct(number, group))
    values = {number: rows[number].points if by is None else rows[number].value(by) or 0 for number in group}
    found: list[list[TeamNo]] = []
    for value in sorted(set(values.values()), reverse=True):
        found += _sorted([number for number in group if values[number] == value], rows, count, rest)
    return found


class Parts:
    """The points of each team by their source. `annulled` has withdrawn teams whose meetings do not count."""

    def __init__(self, now: Tournament, through: int) -> None:
        self.now, self._through = now, through
        rounds = now.rounds[:through]
        self._matches = [match for here in rounds for match in here.matches if match.result]
        self._byes = [
            (number, here.bye_points(number, bye_points(now)))
            for here in rounds
            if here.stage is Stage.OVER
            for number in here.byes
        ]
        self._robin = now.settings.system is System.ROUND_ROBIN
        self._gone = {team.number for team in now.teams if team.withdrawn} if self._robin else set()
        self._met = {team.number: self._opponents(team.number) for team in now.teams}
        others = (
            sum(len(match.teams) for match in now.rounds[0].matches) + len(now.rounds[0].byes) - 1
            if now.rounds
            else 0
        )
        self.annulled = {number for number in self._gone if 2 * len(self._met[number]) < others}
        self._points = {team.number: self._all_points(team.number) for team in now.teams}

    def row(self, number: TeamNo) -> Row:
        """The team's line in the standings, with place 0 and without the direct encounter."""
        mine = [match for match in self._matches if number in match.teams]
        penalty = self.now.penalty(number, self._through)
        byes = sum(team == number for team, _ in self._byes)
        buchholz = sum(self._points[other] for match in mine for other in self._others(match, number))
        buchholz += byes * (self.now.settings.teams - 1) * self._points[number]
        return Row(
            place=0,
            team=number,
            points=self._points[number] - penalty,
            played=len(mine),
            won=sum(_has_won(match, number) for match in mine),
            buchholz=buchholz,
            direct=None,
            marbles=sum(self._ahead(match, number)[0] for match in mine),
            holes=sum(self._ahead(match, number)[1] for match in mine),
            tables=sum(self.at_table(match, number) for match in mine),
            byes=self._of_byes(number),
            left_out=self._left_out(number),
            penalty=penalty,
        )

    def direct(self, number: TeamNo, group: Sequence[TeamNo]) -> int | None:
        """The team's points against the others of the group; None unless all of them have met."""
        for one in group:
            if not set(group) - {one} <= self._met[one]:
                return None
        return sum(self._from(number, other) for other in group if other != number)

    def _opponents(self, number: TeamNo) -> set[TeamNo]:
        return {
            other
            for match in self._matches
            if number in match.teams
            for other in match.teams
            if other != number and was_met(match, number, other)
        }

    def _others(self, match: Match, number: TeamNo) -> list[TeamNo]:
        return [other for other in match.teams if other != number and other not in self.annulled]

    def at_table(self, match: Match, number: TeamNo) -> int:
        """The points of a team at one table, as far as they count; 0 while the table has no result."""
        if match.result is None or number in self.annulled:
            return 0
        return sum(_against(match, number, other) for other in self._others(match, number))

    def bye(self, here: Round, number: TeamNo) -> int | None:
        """The points of a team's bye in a round in which it has one; None before the round is over."""
        if here.stage is not Stage.OVER:
            return None
        return 0 if number in self.annulled else here.bye_points(number, bye_points(self.now))

    def _of_byes(self, number: TeamNo) -> int:
        return 0 if number in self.annulled else sum(points for team, points in self._byes if team == number)

    def _left_out(self, number: TeamNo) -> int:
        """Two points for each meeting that withdrawn teams left out with this team."""
        if number in self.annulled or number in self._gone:
            return 0
        return 2 * len(self._gone - self.annulled - self._seated_with(number))

    def _all_points(self, number: TeamNo) -> int:
        mine = (match for match in self._matches if number in match.teams)
        at_tables = sum(self.at_table(match, number) for match in mine)
        return at_tables + self._of_byes(number) + self._left_out(number)

    def _seated_with(self, number: TeamNo) -> set[TeamNo]:
        return {other for match in self._matches if number in match.teams for other in match.teams}

    def _from(self, number: TeamNo, other: TeamNo) -> int:
        both = (match for match in self._matches if {number, other} <= set(match.teams))
        return sum(_against(match, number, other) for match in both)

    def _ahead(self, match: Match, number: TeamNo) -> tuple[int, int]:
        """The team's lead over its opponents in marbles home and in holes to go; 0, 0 without its counts."""
        assert match.result is not None
        mine = match.result.count(number)
        theirs = [match.result.count(other) for other in self._others(match, number)]
        known = [one for one in theirs if one is not None]
        if mine is None:
            return 0, 0
        return sum(mine.home - one.home for one in known), sum(one.to_go - mine.to_go for one in known)


def _against(match: Match, number: TeamNo, other: TeamNo) -> int:
    """The team's points against one opponent of a match: two for being ahead, one for being equal."""
    assert match.result is not None
    if number in match.result.absent:
        return 0
    if other in match.result.absent:
        return 2
    at = {team: k for k, place in enumerate(match.result.places) for team in place}
    return 2 if at[number] < at[other] else int(at[number] == at[other])


def _has_won(match: Match, number: TeamNo) -> bool:
    return match.result is not None and match.result.places[:1] == ((number,),)
