"""Make the events of the next round: the drawing of lots before the first round, and the pairing.

A round robin follows its plan (`designs`). A Swiss gets the best pairing by the criteria. For tables of two
this is a perfect matching of least cost, which the blossom algorithm finds; with an odd number of teams, one
is matched with the bye at the cost of `Field.bye`. Tables of three are found by search (`triples`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.model import Match, Order, Stage, System, TeamNo, Tournament
from jokerboard.tournament.event.record import Record, records
from jokerboard.tournament.event.round_events import RoundPaired
from jokerboard.tournament.event.team_events import Drawn
from jokerboard.tournament.pairing import designs, sides, triples
from jokerboard.tournament.pairing.criteria import APART, Costs, Field, Pair, least_cost, one_number, worse
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
    resting = {one.team for one in now.resting()}
    playing = [team for team in now.present() if team.number not in resting]
    if len(playing) < now.settings.teams:
        raise EventError(words("pairing.too-few", teams=now.settings.teams, playing=len(playing)))
    if number > rounds_in_all(now):
        raise EventError(words("pairing.all", rounds=rounds_in_all(now)))
    if now.settings.system is System.ROUND_ROBIN:
        return _planned(now, number)
    kept = records(now)
    found = pair_swiss([kept[team.number] for team in playing], now.settings.teams, now.apart)
    tables = enumerate(found.tables, 1)
    matches = tuple(Match(table, sides.seated(teams, kept, table)) for table, teams in tables)
    byes = (*found.byes, *(one.team for one in now.resting()))
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
    """Round `number` of the plan, without withdrawn teams; a team whose opponents all withdrew has a bye."""
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


@dataclass(frozen=True, slots=True)
class Pairing:
    """Tables with the strongest first, their teams in pairing order; byes; notes for the director."""

    tables: tuple[tuple[TeamNo, ...], ...]
    byes: tuple[TeamNo, ...]
    notes: tuple[str, ...] = ()


def pair_swiss(teams: Sequence[Record], table_of: int, apart: Iterable[Pair] = ()) -> Pairing:
    """Pair a round of a Swiss; raise EventError if there are too few teams for a table.

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
