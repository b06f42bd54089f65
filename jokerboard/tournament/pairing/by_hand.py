"""Edit a pairing by hand, and explain a pairing; both use the costs of the criteria.

To find why two teams meet, the round is paired again with their meeting forbidden. At tables of two the
result is the best of all other pairings, so the first criterion in which it costs more is the reason. At
tables of three this is exact up to `triples.EXACT` teams; above, it is the best pairing that was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.events import Stamped, fold
from jokerboard.tournament.event.model import Match, Round, System, TableNo, TeamNo, Tournament
from jokerboard.tournament.event.record import records
from jokerboard.tournament.event.round_events import PairingChanged, RoundPaired, newest
from jokerboard.tournament.pairing import sides
from jokerboard.tournament.pairing.criteria import Field, worse
from jokerboard.tournament.pairing.next_round import best_of
from jokerboard.words.catalogue import listed, words

Tables = tuple[tuple[TeamNo, ...], ...]


def exchange(now: Tournament, one: TeamNo, other: TeamNo, reason: str) -> PairingChanged:
    """The newest round with the places of two teams exchanged; a note for the director names the cost.

    Teams of one table exchange their sides. One of the two may have the bye. Raise EventError if the exchange
    is impossible.
    """
    here, matches, byes = _exchanged(now, one, other)
    note = words(
        "pairing.exchanged",
        one=now.team(one).name,
        other=now.team(other).name,
        why=reason,
        worse=_compared(now, here, matches, byes),
    )
    return PairingChanged(here.number, matches, byes, reason, (*here.notes, note))


def exchange_cost(now: Tournament, one: TeamNo, other: TeamNo) -> str:
    """The cost of exchanging two teams of the newest round, as a sentence."""
    here, matches, byes = _exchanged(now, one, other)
    cost = _compared(now, here, matches, byes)
    return words("exchange.cost", one=now.team(one).name, other=now.team(other).name, worse=cost)


def _exchanged(
    now: Tournament, one: TeamNo, other: TeamNo
) -> tuple[Round, tuple[Match, ...], tuple[TeamNo, ...]]:
    if now.round is None:
        raise EventError(words("round.none"))
    here = newest(now, now.round.number)
    if one == other:
        raise EventError(words("exchange.same", team=now.team(one).name))
    for number in (one, other):
        if number not in here.byes and all(number not in match.teams for match in here.matches):
            raise EventError(words("exchange.not-here", team=now.team(number).name, number=here.number))
    if {one, other} & {request.team for request in here.requested}:
        raise EventError(words("pairing.bye"))
    if {one, other} <= set(here.byes):
        raise EventError(words("exchange.both-bye", one=now.team(one).name, other=now.team(other).name))
    turned = {one: other, other: one}
    kept = records(replace(now, rounds=now.rounds[:-1]))
    matches = []
    for match in here.matches:
        teams = tuple(turned.get(number, number) for number in match.teams)
        if set(teams) != set(match.teams):
            teams = sides.seated(teams, kept, match.table)
        matches.append(replace(match, teams=teams))
    return here, tuple(matches), tuple(turned.get(number, number) for number in here.byes)


def _compared(now: Tournament, here: Round, matches: Sequence[Match], byes: Sequence[TeamNo]) -> str:
    """A sentence: the first criterion by which the edited pairing is worse than the present one, or none."""
    field, tables, out = _judged(replace(now, rounds=now.rounds[:-1]), here)
    _, edited, edited_out = _judged(
        replace(now, rounds=now.rounds[:-1]), replace(here, matches=tuple(matches), byes=tuple(byes))
    )
    return worse(field.total(edited, edited_out), field.total(tables, out))


def _judged(before: Tournament, here: Round) -> tuple[Field, Tables, tuple[TeamNo, ...]]:
    """A round as the criteria see it: teams with their earlier rounds, tables, byes without a request."""
    kept, resting = records(before), {one.team for one in here.requested}
    tables = tuple(match.teams for match in here.matches)
    byes = tuple(number for number in here.byes if number not in resting)
    playing = [*(number for table in tables for number in table), *byes]
    return Field.of([kept[number] for number in playing], before.apart), tables, byes


def why(history: Sequence[Stamped], number: int, table: TableNo) -> str:
    """The reason why the teams of a table meet in a round, as a sentence with the deciding criterion.

    `history` has all events of the tournament; the round is judged by the state at its pairing. For a hundred
    teams this takes seconds. Raise EventError if there is no such round or table.
    """
    now = fold(history)
    if not 1 <= number <= len(now.rounds):
        raise EventError(words("round.not-yet", number=number))
    teams = now.rounds[number - 1].match(table).teams
    at = max(
        k for k, one in enumerate(history) if isinstance(one.event, RoundPaired) and one.event.round == number
    )
    names = listed([now.team(team).name for team in teams], "and")
    for one in reversed(history[at:]):
        if isinstance(one.event, PairingChanged) and one.event.round == number:
            drawn = history[at].event
            assert isinstance(drawn, RoundPaired)
            if all(set(match.teams) != set(teams) for match in drawn.matches):
                return words("why.by-hand", teams=names, by=one.by, why=one.event.reason)
    if now.settings.system is System.ROUND_ROBIN:
        return words("why.plan", teams=names)
    return _decided(fold(history[:at]), fold(history[: at + 1]).rounds[-1], teams)


def _decided(before: Tournament, here: Round, teams: tuple[TeamNo, ...]) -> str:
    """A sentence that explains a meeting: by which criterion every pairing without it is worse, if one is."""
    field, tables, byes = _judged(before, here)
    names = listed([before.team(team).name for team in teams], "and")
    if len(field.teams) == before.settings.teams:
        return words("why.no-other", teams=names)
    chosen = field.total(tables, byes)
    barred = len(field.teams) ** 2
    found = []
    for pair in combinations(sorted(teams), 2):
        other = best_of(replace(field, apart={**field.apart, pair: barred}), before.settings.teams)
        if all(not set(pair) <= set(table) for table in other.tables):
            found.append((field.total(other.tables, other.byes), other))
    if not found:
        return words("why.byes", teams=names)
    costs, best = min(found, key=lambda one: one[0])
    instead = _instead(before, best.tables, teams)
    if costs <= chosen:
        return words("why.as-good", teams=names, instead=instead)
    return words("why.decided", teams=names, instead=instead, worse=worse(costs, chosen))


def _instead(now: Tournament, tables: Tables, teams: tuple[TeamNo, ...]) -> str:
    """The opponents of the first of the teams in another pairing, as text."""
    one = teams[0]
    others = next(([team for team in table if team != one] for table in tables if one in table), [])
    name = now.team(one).name
    if not others:
        return words("why.instead-bye", team=name)
    return words("why.instead", team=name, others=listed([now.team(team).name for team in others], "and"))
