"""The teams of several halls in one list, by their scores.

The order is by points, then Buchholz, marbles and holes, as in the standings of each hall
(docs/tournament.md). Direct encounters count only within a hall. Teams that are equal in all of these scores
share a place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from jokerboard.tournament.event.model import Tournament
from jokerboard.tournament.event.standings import standings


@dataclass(frozen=True, slots=True)
class AcrossRow:
    """A team of a hall in the common list; teams with equal scores share a `place`."""

    place: int
    hall: str
    team: str
    points: int
    buchholz: int
    marbles: int
    holes: int
    played: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """The scores that decide the place, the most important first; higher is better."""
        return self.points, self.buchholz, self.marbles, self.holes


def across(halls: Iterable[tuple[str, Tournament]]) -> tuple[AcrossRow, ...]:
    """Every ranked team of the given halls, best first; each hall is given by its name and its tournament."""
    rows = [
        AcrossRow(
            0, hall, now.team(row.team).name, row.points, row.buchholz, row.marbles, row.holes, row.played
        )
        for hall, now in halls
        for row in standings(now)
        if row.place
    ]
    rows.sort(key=lambda row: (*(-value for value in row.rank), row.hall, row.team))
    placed: list[AcrossRow] = []
    for k, row in enumerate(rows, 1):
        equal = placed and placed[-1].rank == row.rank
        placed.append(replace(row, place=placed[-1].place if equal else k))
    return tuple(placed)


def uneven(halls: Iterable[tuple[str, Tournament]]) -> bool:
    """Whether the halls differ in system, teams at a table, or number of finished rounds."""
    kinds = {
        (now.settings.teams, now.settings.system, sum(not here.missing() for here in now.rounds))
        for _, now in halls
    }
    return len(kinds) > 1
