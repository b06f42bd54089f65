"""The rounds after an event: paired or not, their clocks and their results."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from tournament.event import events as ev
from tournament.event.errors import EventError
from tournament.event.model import (
    Match,
    Result,
    Round,
    Stage,
    System,
    Tournament,
)


def after_round_event(now: Tournament, event: ev.RoundEvent, at: float) -> Tournament:
    """The tournament after an event about a round; EventError with the reason if it cannot happen."""
    match event:
        case ev.RoundPaired():
            return _paired(now, event)
        case ev.PairingCancelled(number):
            if newest(now, number).stage is not Stage.PAIRED:
                raise EventError(f"round {number} has been started; its pairing stays")
            return replace(now, rounds=now.rounds[:-1], requests=now.rounds[-1].requested)
        case ev.ResultTaken(number, table, result):
            changed = _result_taken(now, number, table, result)
        case ev.Corrected(number, table, result, reason):
            changed = _corrected(now, number, table, result, reason)
        case _:
            changed = _after_clock_event(now, event, at)
    rounds = tuple(changed if one.number == changed.number else one for one in now.rounds)
    return replace(now, rounds=rounds)


def _after_clock_event(
    now: Tournament, event: ev.RoundStarted | ev.Paused | ev.Resumed | ev.Extended | ev.TimeOut, at: float
) -> Round:
    match event:
        case ev.RoundStarted(number, after):
            here = _at_stage(now, number, (Stage.PAIRED,), "been started already")
            return replace(here, started=at, awaited=after)
        case ev.Paused(number):
            here = _at_stage(now, number, (Stage.RUNNING,), "no running clock")
            return replace(here, paused_at=at)
        case ev.Resumed(number):
            here = _at_stage(now, number, (Stage.PAUSED,), "no paused clock")
            stopped = here.stopped + max(0.0, at - (here.paused_at or at))
            return replace(here, paused_at=None, stopped=stopped)
        case ev.Extended(number, minutes):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "no clock that runs or is paused")
            if now.settings.minutes == 0:
                raise EventError("these rounds have no clock")
            return replace(here, extra=here.extra + 60.0 * minutes)
        case ev.TimeOut(number):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "no clock that runs or is paused")
            return replace(here, timed_out=at)
        case _ as never:  # pragma: no cover
            assert_never(never)


def newest(now: Tournament, number: int) -> Round:
    """The newest round, which must have that number; EventError otherwise."""
    here = now.round
    if here is None:
        raise EventError("no round is paired yet")
    if here.number != number:
        raise EventError(f"round {number} is not the newest round; that is round {here.number}")
    return here


_STAND = {
    Stage.PAIRED: "it has not been started",
    Stage.RUNNING: "it is running",
    Stage.PAUSED: "it is paused",
    Stage.TIME_OUT: "its time was called",
    Stage.OVER: "it is over",
}


def _at_stage(now: Tournament, number: int, stages: tuple[Stage, ...], otherwise: str) -> Round:
    here = newest(now, number)
    if here.stage not in stages:
        raise EventError(f"round {number} has {otherwise}: {_STAND[here.stage]}")
    return here


def _paired(now: Tournament, event: ev.RoundPaired) -> Tournament:
    before = now.round
    if before is not None and before.stage is not Stage.OVER:
        raise EventError(f"round {before.number} is not over: {_tables(before)} without a result")
    if event.round != len(now.rounds) + 1:
        raise EventError(f"the next round is {len(now.rounds) + 1}, not {event.round}")
    playing = {team.number for team in now.present()}
    named = [number for match in event.matches for number in match.teams] + list(event.byes)
    if sorted(named) != sorted(playing) and now.settings.system is System.SWISS:
        raise EventError("a pairing has every team that plays exactly once")
    if len(set(named)) != len(named) or not set(named) <= playing:
        raise EventError("a pairing has no team twice, and none that does not play")
    if any(match.result for match in event.matches):
        raise EventError("a pairing has no results")
    if [match.table for match in event.matches] != list(range(1, len(event.matches) + 1)):
        raise EventError("the tables of a pairing are numbered from 1 on")
    if not {one.team for one in now.requests} <= set(event.byes):
        raise EventError("a pairing seats a team that asked for a bye")
    paired = Round(event.round, event.matches, event.byes, event.notes, requested=now.requests)
    return replace(now, rounds=(*now.rounds, paired), requests=())


def _tables(here: Round) -> str:
    if here.started is None:
        return "it has not been started, and all its tables are"
    missing = here.missing()
    shown = ", ".join(map(str, missing[:8])) + (" and others" if len(missing) > 8 else "")
    return f"table {shown} is" if len(missing) == 1 else f"tables {shown} are"


def _result_taken(now: Tournament, number: int, table: int, result: Result) -> Round:
    here = newest(now, number)
    match = here.match(table)
    if here.started is None:
        raise EventError(f"round {number} has not been started")
    if match.result is not None:
        raise EventError(
            f"table {table} of round {number} has its result; to change it, correct it with a reason"
        )
    _check_result(now, match, result)
    return here.with_match(replace(match, result=result))


def _corrected(now: Tournament, number: int, table: int, result: Result | None, reason: str) -> Round:
    if not reason.strip():
        raise EventError("a correction needs a reason")
    if not 1 <= number <= len(now.rounds):
        raise EventError(f"there is no round {number} yet")
    here = now.rounds[number - 1]
    match = here.match(table)
    if match.result is None:
        raise EventError(f"table {table} of round {number} has no result yet that could be corrected")
    if result is None and number < len(now.rounds):
        raise EventError(f"round {number + 1} is paired by that result; give another one in its place")
    if result is not None:
        _check_result(now, match, result)
        # The match stays the game that it was, whoever is said to have won it.
        result = replace(result, source=result.source or match.result.source)
    return here.with_match(replace(match, result=result, corrected=True))


def _check_result(now: Tournament, match: Match, result: Result) -> None:
    """EventError when this cannot be that table's result."""
    if sorted(result.teams) != sorted(match.teams):
        names = ", ".join(now.team(number).name for number in match.teams)
        raise EventError(f"the result of table {match.table} must name each of its teams once: {names}")
    if any(not place for place in result.places):
        raise EventError("a place without a team")
