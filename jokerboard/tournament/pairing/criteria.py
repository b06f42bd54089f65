"""Compare pairings of a Swiss by criteria in order of importance, each a sum of costs; find the cheapest one.

`docs/tournament.md` explains the criteria; the names in this module are the numbers in that document. Each
criterion gives a cost, a whole number, to every pair of teams at one table and to every bye; 0 is no
objection. Of two pairings the better one has the smaller sum in the first criterion in which their sums
differ. To compare single numbers, all criteria become the digits of one large number, the most important one
first.

Teams of equal points (a score group) are paired by the fold: in order of their lots, the upper half meets the
lower half. (At a table of three each pair should be half a group apart; the least sum is then with teams one
third of the group apart.) Of teams with unequal points, neighbours in the order meet: the last of the upper
group moves down and meets the first of the lower group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from typing import Any

from jokerboard.host.system import install_line
from jokerboard.tournament.errors import MissingLibraryError
from jokerboard.tournament.event.model import TeamNo
from jokerboard.tournament.event.record import Float, Record
from jokerboard.words.catalogue import words

CRITERIA = (
    "byes", "apart", "rematches", "bye score", "differences", "float again", "float again 2", "sides", "fold",
)  # fmt: skip
"""The names of the criteria, the most important first."""
APART, REMATCHES = CRITERIA.index("apart"), CRITERIA.index("rematches")

Costs = tuple[int, ...]
"""A cost for each of the CRITERIA."""
Pair = tuple[TeamNo, TeamNo]
"""The numbers of two teams, the lower one first."""


@dataclass(frozen=True, slots=True)
class Field:
    """The teams of a round in pairing order: by points, then by lot. Costs are asked for by places in this
    order.

    `apart` has, for each pair of teams that should not meet, the cost in the criterion for such pairs.
    """

    teams: tuple[Record, ...]
    halves: tuple[int, ...]
    apart: Mapping[Pair, int] = field(default_factory=dict)

    @classmethod
    def of(cls, teams: Iterable[Record], apart: Iterable[Pair] = ()) -> Field:
        """Put teams into pairing order; the pairs of `apart` should not meet."""
        ordered = tuple(sorted(teams, key=lambda team: (-team.points, team.lot)))
        sizes = Counter(team.points for team in ordered)
        return cls(ordered, tuple(sizes[team.points] // 2 for team in ordered), dict.fromkeys(apart, 1))

    def kept_apart(self, one: int, other: int) -> int:
        """The cost of a meeting of the teams at two places if they are kept apart; 0 if they may meet."""
        a, b = self.teams[one].number, self.teams[other].number
        return self.apart.get((a, b) if a < b else (b, a), 0)

    def pair(self, one: int, other: int) -> Costs:
        """The cost of a meeting of the teams at two places; `one` is the earlier place."""
        high, low = self.teams[one], self.teams[other]
        apart = high.points - low.points
        again = [0, 0]
        if apart:
            for ago in (1, 2):
                again[ago - 1] = (high.floated(ago) is Float.DOWN) + (low.floated(ago) is Float.UP)
        wanted = self.halves[one] if not apart else 1
        off = other - one - wanted
        kept, met = self.kept_apart(one, other), high.met[low.number]
        return (0, kept, met, 0, apart * apart, *again, lopsided(high, low), off * off)

    def bye(self, one: int) -> Costs:
        """The cost of a bye for the team at a place."""
        team, last = self.teams[one], self.teams[-1]
        again = [int(team.floated(ago) is Float.DOWN) for ago in (1, 2)]
        off = len(self.teams) - 1 - one
        return (team.byes, 0, 0, team.points - last.points, 0, *again, 0, off * off)

    def total(self, tables: Iterable[Iterable[TeamNo]], byes: Iterable[TeamNo]) -> Costs:
        """The cost of a whole pairing; tables and byes have the teams' numbers."""
        place = {team.number: k for k, team in enumerate(self.teams)}
        seated = [sorted(place[number] for number in table) for table in tables]
        pairs = [self.pair(*pair) for table in seated for pair in combinations(table, 2)]
        return added([*pairs, *(self.bye(place[number]) for number in byes)])


def added(costs: Sequence[Costs]) -> Costs:
    """The sums of the costs, one for each criterion."""
    return tuple(sum(cost[k] for cost in costs) for k in range(len(CRITERIA)))


def worse(costs: Costs, than: Costs) -> str:
    """A sentence about the first criterion in which the sums of two pairings differ.

    It has the criterion's name and both sums if `costs` is higher there. Otherwise, or if none differs, it
    states that the pairing with `costs` is as good.
    """
    first = next((k for k in range(len(CRITERIA)) if costs[k] != than[k]), None)
    if first is None or costs[first] < than[first]:
        return words("criterion.equal")
    name = words(f"criterion.{CRITERIA[first].replace(' ', '-')}")
    return words("criterion.worse", number=first + 1, name=name, costs=costs[first], than=than[first])


def lopsided(one: Record, other: Record) -> int:
    """The cost of the two teams' sides: for each team, the square of its imbalance beyond 1.

    The imbalance is that between rounds on the first and on the second side, after the better of the two
    seatings of this table. The cost is 0 if teams have more than two sides.
    """
    if len(one.sides) != 2:
        return 0
    a, b = (team.sides[0] - team.sides[1] for team in (one, other))
    return min(_beyond(a + 1) + _beyond(b - 1), _beyond(a - 1) + _beyond(b + 1))


def _beyond(difference: int) -> int:
    # Squared, so that two small imbalances are better than one large.
    return max(0, abs(difference) - 1) ** 2


def one_number(costs: Sequence[Costs], terms: int) -> list[int]:
    """Each cost as one number; sums of up to `terms` such numbers compare like the sums of the costs."""
    if not costs:
        return []
    # A sum of `terms` costs of one criterion is smaller than the base, so no digit carries into the next one.
    worst = [max(cost[k] for cost in costs) * terms + 1 for k in range(len(CRITERIA))]
    weights = [1] * len(CRITERIA)
    for k in reversed(range(len(CRITERIA) - 1)):
        weights[k] = weights[k + 1] * worst[k + 1]
    return [sum(w * c for w, c in zip(weights, cost, strict=True)) for cost in costs]


def least_cost(edges: Iterable[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Choose pairs from `edges` (team, other team, cost): the fewest teams stay alone, then the sum is least.

    Costs are whole numbers of any size, and are exact. Raise MissingLibraryError if networkx is not
    installed.
    """
    listed = list(edges)
    if not listed:
        return []
    dearest = max(cost for _, _, cost in listed)
    networkx = _networkx()
    graph = networkx.Graph()
    # networkx finds the greatest weight only, so costs are subtracted from a constant.
    graph.add_weighted_edges_from((one, other, dearest - cost) for one, other, cost in listed)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


def _networkx() -> Any:
    try:
        return import_module("networkx")
    except ImportError as error:
        raise MissingLibraryError(
            words("pairing.no-networkx", install=install_line("jokerboard[tournament]"))
        ) from error
