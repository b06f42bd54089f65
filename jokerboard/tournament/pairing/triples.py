"""Tables of three for a Swiss: a partition of the teams into threes of least cost.

No fast algorithm for the best partition is known (partition into triangles is NP-hard), so this module
searches. Up to `EXACT` teams every pairing is tried. Above, the search improves a first partition by two
kinds of exact steps until neither helps: the six teams of any two tables are divided again; or one team is
taken from every table, and these teams are given back by a matching of least cost. If the result has a
rematch, an exhaustive search for a partition without rematches follows, for `PATIENCE` steps.

As long as no team has met more than n/3 - 1 of the n teams, such a partition exists, by a theorem of Corradi
and Hajnal: a graph in which each vertex has at least two thirds of all vertices as neighbours can be divided
into triangles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from jokerboard.tournament.pairing.criteria import (
    APART,
    REMATCHES,
    Costs,
    Field,
    added,
    least_cost,
    one_number,
)

EXACT = 12
"""The most teams for which all pairings are tried: 15,400 pairings of 12 teams, 55 x 280 of 11."""
PATIENCE = 40_000
"""The most steps of the exhaustive search for a partition without rematches."""
BYES_TRIED = 5
"""The most choices of byes that are tried, above `EXACT` teams, before a rematch is accepted."""

Trio = tuple[int, int, int]
Cost = Callable[[int, int], int]


def threes(field: Field) -> tuple[list[Trio], tuple[int, ...], bool]:
    """Tables and byes by place in the field; and whether any rematch among them is proved unavoidable."""
    best: tuple[Costs, list[Trio], tuple[int, ...]] | None = None
    choices, proved = _byes(field)
    for out in choices:
        staying = [one for one in range(len(field.teams)) if one not in out]
        found, sure = _parted(field, staying)
        proved = proved and sure
        costs = added([field.bye(one) for one in out] + [_trio(field, trio) for trio in found])
        if best is None or costs < best[0]:
            best = (costs, found, out)
        if costs[APART] == costs[REMATCHES] == 0 and len(field.teams) > EXACT:
            break
    assert best is not None
    return best[1], best[2], proved


def _byes(field: Field) -> tuple[list[tuple[int, ...]], bool]:
    """The choices of teams for the byes to try, best first; and whether these are all possible choices."""
    costs = [field.bye(one) for one in range(len(field.teams))]
    choices = [
        (added([costs[one] for one in out]), out) for out in combinations(range(len(costs)), len(costs) % 3)
    ]
    choices.sort()
    fair = [out for cost, out in choices if cost[0] == choices[0][0][0]]
    most = len(fair) if len(costs) <= EXACT else BYES_TRIED
    return fair[:most], len(fair) <= most


def _parted(field: Field, staying: Sequence[int]) -> tuple[list[Trio], bool]:
    """The best partition found for the teams `staying`, and whether a rematch in it cannot be avoided."""
    pairs = list(combinations(staying, 2))
    numbers = dict(zip(pairs, one_number([field.pair(*pair) for pair in pairs], len(staying)), strict=True))

    def cost(one: int, other: int) -> int:
        return numbers[(one, other) if one < other else (other, one)]

    if len(staying) <= EXACT:
        return min(_all(tuple(staying)), key=lambda trios: sum(_cost(cost, *t) for t in trios)), True
    found = _improved(_first(field, staying), cost)
    if not _clash(field, found):
        return found, True
    strange = {
        one: {other for other in staying if other != one and not _should_not_meet(field, one, other)}
        for one in staying
    }
    steps = [PATIENCE]
    fresh = _strangers(set(staying), strange, steps)
    if fresh is None:
        return found, steps[0] > 0
    return _improved(fresh, cost), True


def _all(left: tuple[int, ...]) -> Iterator[list[Trio]]:
    """Every partition of the teams `left` into threes."""
    if not left:
        yield []
        return
    first, *others = left
    for two, three in combinations(others, 2):
        rest = tuple(one for one in others if one not in (two, three))
        for trios in _all(rest):
            yield [(first, two, three), *trios]


def _first(field: Field, staying: Sequence[int]) -> list[Trio]:
    """The first partition of a search: a team of each third of a score group; others join the next group."""
    trios: list[Trio] = []
    over: list[int] = []
    for points in sorted({field.teams[one].points for one in staying}, reverse=True):
        group = over + [one for one in staying if field.teams[one].points == points]
        third = len(group) // 3
        trios += [(group[k], group[k + third], group[k + 2 * third]) for k in range(third)]
        over = group[3 * third :]
    return trios


def _improved(trios: list[Trio], cost: Cost) -> list[Trio]:
    """Improve a partition step by step until no step lowers the cost."""
    now = _exchanged(list(trios), cost)
    while True:
        before = sum(_cost(cost, *trio) for trio in now)
        for which in range(3):
            now = _dealt_anew(now, which, cost)
        now = _exchanged(now, cost)
        if sum(_cost(cost, *trio) for trio in now) >= before:
            return now


def _exchanged(trios: list[Trio], cost: Cost) -> list[Trio]:
    """Divide the six teams of any two tables again until no such step lowers the cost."""
    worth = [_cost(cost, *trio) for trio in trios]
    stale = set(range(len(trios)))
    while stale:
        one = stale.pop()
        for other in range(len(trios)):
            if other == one:
                continue
            ours, theirs = trios[one], trios[other]
            best = (worth[one] + worth[other], ours, theirs)
            for mine in range(3):
                for yours in range(3):
                    a = (ours[yours - 2], ours[yours - 1], theirs[mine])
                    b = (theirs[mine - 2], theirs[mine - 1], ours[yours])
                    total = _cost(cost, *a) + _cost(cost, *b)
                    if total < best[0]:
                        best = (total, a, b)
            if best[1] is not ours:
                trios[one], trios[other] = best[1], best[2]
                worth[one], worth[other] = _cost(cost, *best[1]), _cost(cost, *best[2])
                stale |= {one, other}
    return trios


def _dealt_anew(trios: list[Trio], which: int, cost: Cost) -> list[Trio]:
    """Take the team at index `which` (0 to 2) from every table, and seat these teams again at least cost."""
    pairs, singles = [], []
    for trio in trios:
        ordered = sorted(trio)
        singles.append(ordered.pop(which))
        pairs.append(ordered)
    count = len(trios)
    edges = [
        (k, count + j, cost(one, two) + cost(one, single) + cost(two, single))
        for k, (one, two) in enumerate(pairs)
        for j, single in enumerate(singles)
    ]
    found = least_cost(edges)
    return [(pairs[k][0], pairs[k][1], singles[j - count]) for k, j in found]


def _strangers(left: set[int], strange: dict[int, set[int]], steps: list[int]) -> list[Trio] | None:
    """A partition of the teams `left` into threes whose teams may meet, by `strange`.

    None if there is none, or if `steps[0]`, which is counted down, reaches 0 before one is found.
    """
    if not left:
        return []
    # The team with the fewest possible partners is placed first, because it is the hardest to place.
    one = min(left, key=lambda who: (len(strange[who] & left), who))
    open_ = sorted(strange[one] & left, key=lambda other: (abs(other - one), other))
    for two, three in combinations(open_, 2):
        if three not in strange[two]:
            continue
        steps[0] -= 1
        if steps[0] <= 0:
            return None
        rest = _strangers(left - {one, two, three}, strange, steps)
        if rest is not None:
            return [(one, two, three), *rest]
    return None


def _should_not_meet(field: Field, one: int, other: int) -> bool:
    return field.teams[one].met[field.teams[other].number] > 0 or field.kept_apart(one, other) > 0


def _clash(field: Field, trios: Sequence[Trio]) -> bool:
    return any(_should_not_meet(field, *pair) for trio in trios for pair in combinations(trio, 2))


def _cost(cost: Cost, one: int, two: int, three: int) -> int:
    return cost(one, two) + cost(one, three) + cost(two, three)


def _trio(field: Field, trio: Trio) -> Costs:
    return added([field.pair(*pair) for pair in combinations(sorted(trio), 2)])
