"""A director's actions as functions that return events. `fold` checks whether the events are possible.

Each function gets the present tournament, so that `History.do` can call it again if another director wrote
meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.geometry import seat_letter
from engine.position import Position
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import distance
from jokerboard.tournament.event.distance import by_counts
from jokerboard.tournament.event.events import Event
from jokerboard.tournament.event.model import (
    Count,
    Entry,
    How,
    Match,
    Result,
    Round,
    Source,
    Stage,
    TableNo,
    TeamNo,
    Tournament,
)
from jokerboard.tournament.event.round_events import Corrected, ResultTaken, RoundStarted, newest
from jokerboard.tournament.event.team_events import LateEntry, Registered
from jokerboard.tournament.pairing import next_round as pairing
from jokerboard.words.catalogue import listed, words


def add_teams(now: Tournament, entries: Sequence[Entry]) -> list[Event]:
    """Register teams; if a round has been paired, they are late entries."""
    return [LateEntry(tuple(entries)) if now.rounds else Registered(tuple(entries))]


def pair(now: Tournament) -> list[Event]:
    """Pair the next round; before the first one, also draw the lots."""
    if now.rounds:
        return [pairing.next_round(now)]
    drawn = pairing.lots(now)
    lots = {number: lot for lot, number in enumerate(drawn.order, 1)}
    teams = tuple(replace(team, lot=lots[team.number]) for team in now.teams)
    return [drawn, pairing.next_round(replace(now, teams=teams))]


def start(now: Tournament, after: Sequence[Source] = ()) -> list[Event]:
    """Start the newest round; only games after the ones in `after`, one for each log, belong to it."""
    return [RoundStarted(current(now).number, tuple(after))]


def current(now: Tournament) -> Round:
    """The newest round; raise EventError if no round is paired yet."""
    if now.round is None:
        raise EventError(words("round.none"))
    return now.round


def running(now: Tournament) -> Round:
    """The newest round, if it is in progress; raise EventError if it has not been started or is over."""
    here = current(now)
    if here.stage in (Stage.PAIRED, Stage.OVER):
        code = "round.not-started" if here.stage is Stage.PAIRED else "round.over"
        raise EventError(words(code, number=here.number))
    return here


def enter(
    now: Tournament, table: TableNo, result: Result | None, reason: str = "", round: int | None = None
) -> list[Event]:
    """Enter a table's result by hand; `result` None takes the present result away.

    If the table has a result already, this is a correction. Raise EventError if a correction has no reason or
    changes nothing.
    """
    here = current(now) if round is None else _round(now, round)
    match = here.match(table)
    if result is not None:
        _check_counts(now, match, result)
    if match.result is None:
        if result is None:
            raise EventError(words("result.none-to-clear", table=table, round=here.number))
        newest(now, here.number)
        return [ResultTaken(here.number, table, replace(result, reason=reason))]
    if not reason.strip():
        raise EventError(words("result.give-reason", table=table, round=here.number))
    changed = None if result is None else replace(result, reason=reason)
    if changed == match.result:
        raise EventError(words("result.same", table=table))
    return [Corrected(here.number, table, changed, reason)]


def _check_counts(now: Tournament, match: Match, result: Result) -> None:
    """Raise EventError if the marbles and holes of a result are impossible on the match's board."""
    seating = now.settings.seating(len(match.teams))
    marbles = seating.per_seat * now.settings.team_size
    sides = ("-" if seat in seating.seats else "." for seat in range(seating.sides))
    begun = Position.parse(f"{'/'.join(sides)} {seat_letter(seating.seats[0])}", seating.per_seat)
    home = []
    for team in result.teams:
        count = result.count(team)
        if count is None:
            continue
        name = now.team(team).name
        if count.home > marbles:
            raise EventError(words("slip.marbles", team=name, home=count.home, marbles=marbles))
        most = distance.count(begun, seating.members[match.teams.index(team)], team).to_go
        if count.to_go > most:
            raise EventError(words("slip.holes", team=name, to_go=count.to_go, most=most))
        if count.home == marbles:
            home.append(name)
    if len(home) > 1:
        raise EventError(words("slip.all-home", teams=listed(home, "and"), marbles=marbles))


def _round(now: Tournament, number: int) -> Round:
    if not 1 <= number <= len(now.rounds):
        raise EventError(words("round.not-yet", number=number))
    return now.rounds[number - 1]


def match_of(now: Tournament, table: TableNo, round: int | None = None) -> Match:
    """The match at a table in a round (None: the newest); raise EventError if there is none."""
    return (current(now) if round is None else _round(now, round)).match(table)


def by_order(match: Match, order: Sequence[Sequence[TeamNo]]) -> Result:
    """A result by places, best first, equal teams together; teams that `order` omits share the last place."""
    named = {team for place in order for team in place}
    rest = tuple(team for team in match.teams if team not in named)
    places = (*(tuple(place) for place in order), *((rest,) if rest else ()))
    return Result(places, How.PLAYED)


def by_marbles(
    match: Match, home: Sequence[int], to_go: Sequence[int], winner: TeamNo | None = None
) -> Result:
    """A result ordered by marbles home, then by holes to go; the `winner`, if given, comes first.

    `home` and `to_go` have a number for each team, in the order of the match's teams. `to_go` may be empty.

    Raise EventError if a number is missing or negative.
    """
    if len(home) != len(match.teams) or len(to_go) not in (0, len(match.teams)):
        raise EventError(words("result.numbers", table=match.table, teams=len(match.teams)))
    left = to_go or (0,) * len(home)
    counts = tuple(Count(team, *both) for team, *both in zip(match.teams, home, left, strict=True))
    if any(count.home < 0 or count.to_go < 0 for count in counts):
        raise EventError(words("result.negative"))
    return by_counts(counts, winner, How.TIME if winner is None else How.PLAYED)


def by_winner(match: Match, order: Sequence[TeamNo]) -> Result:
    """A result with the teams in this order, others last; marbles counted for the present result remain."""
    return _with_counts(match, by_order(match, [(number,) for number in order]))


def equal(match: Match) -> Result:
    """A result in which all teams are equal; marbles counted for the present result remain."""
    return _with_counts(match, by_order(match, [match.teams]))


def _with_counts(match: Match, result: Result) -> Result:
    return replace(result, counts=match.result.counts if match.result else ())


def forfeit(match: Match, absent: Sequence[TeamNo]) -> Result:
    """A result in which the `absent` teams lose, and all others are equal and ahead of them."""
    gone = tuple(team for team in match.teams if team in absent)
    there = tuple(team for team in match.teams if team not in absent)
    return Result((there,) if there else (), How.FORFEIT, absent=gone)
