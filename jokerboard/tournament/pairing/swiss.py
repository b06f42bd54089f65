"""Pair a round of a Swiss: the best pairing by the criteria, exact for tables of two, by search for tables of
three.

For tables of two the best pairing is a perfect matching of least cost, which the blossom algorithm finds;
with an odd number of teams, one is matched with the bye at the cost of `Field.bye`. Tables of three are in
`triples`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.model import TeamNo
from jokerboard.tournament.event.record import Record
from jokerboard.tournament.pairing import triples
from jokerboard.tournament.pairing.criteria import APART, Costs, Field, Pair, least_cost, one_number, worse
from jokerboard.words.catalogue import words


@dataclass(frozen=True, slots=True)
class Pairing:
    """Tables with the strongest first, their teams in pairing order; byes; notes for the director."""

    tables: tuple[tuple[TeamNo, ...], ...]
    byes: tuple[TeamNo, ...]
    notes: tuple[str, ...] = ()


def pair(teams: Sequence[Record], table_of: int, apart: Iterable[Pair] = ()) -> Pairing:
    """Pair a round; raise EventError if there are too few teams for a table.

    The pairs of `apart` meet only if it cannot be avoided. Notes report what keeping them apart costs in the
    other criteria.
    """
    if len(teams) < table_of:
        raise EventError(words("pairing.too-few", teams=table_of, playing=len(teams)))
    field = Field.of(teams, apart)
    best = best_of(field, table_of)
    if not field.apart:
        return best
    free = best_of(Field.of(teams), table_of)
    costs, without = (field.total(one.tables, one.byes) for one in (best, free))
    return replace(best, notes=(*best.notes, *_apart_notes(costs, without)))


def best_of(field: Field, table_of: int) -> Pairing:
    """The best pairing of a field that was found."""
    groups: Sequence[tuple[int, ...]]
    proved = True
    if table_of == 2:
        groups, byes = _twos(field)
    else:
        groups, byes, proved = triples.threes(field)
    ordered = sorted(groups, key=lambda group: (-max(field.teams[k].points for k in group), min(group)))
    tables = tuple(tuple(field.teams[k].number for k in sorted(group)) for group in ordered)
    return Pairing(tables, tuple(field.teams[k].number for k in byes), _notes(field, ordered, proved))


def _twos(field: Field) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    count = len(field.teams)
    between = [(one, other) for other in range(count) for one in range(other)]
    costs: list[Costs] = [field.pair(one, other) for one, other in between]
    if count % 2:
        between += [(one, count) for one in range(count)]
        costs += [field.bye(one) for one in range(count)]
    dear = one_number(costs, (count + 1) // 2)
    found = least_cost((one, other, cost) for (one, other), cost in zip(between, dear, strict=True))
    return [pair for pair in found if count not in pair], tuple(one for one, other in found if other == count)


def _notes(field: Field, groups: Sequence[Sequence[int]], proved: bool) -> tuple[str, ...]:
    """A note with the number of pairs that meet again, and whether that can be avoided; empty if none do."""
    pairs = (pair for group in groups for pair in combinations(group, 2))
    again = sum(field.teams[one].met[field.teams[other].number] > 0 for one, other in pairs)
    if not again:
        return ()
    code = "pairing.met-apart" if field.apart else "pairing.met" if proved else "pairing.met-as-found"
    return (words(code, pairs=again),)


def _apart_notes(costs: Costs, without: Costs) -> Iterator[str]:
    """Notes for the director: how many kept-apart pairs meet, and what keeping the others apart costs."""
    if costs[APART]:
        yield words("pairing.apart-meet", pairs=costs[APART])
    if without[APART] > costs[APART]:
        rest = [(*cost[:APART], 0, *cost[APART + 1 :]) for cost in (costs, without)]
        yield words("pairing.apart-cost", pairs=without[APART] - costs[APART], worse=worse(*rest))
