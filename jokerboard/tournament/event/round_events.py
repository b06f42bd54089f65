"""Apply events about rounds: pairings, clocks, results; and the remaining time of a round."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import assert_never

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import events as ev
from jokerboard.tournament.event.model import (
    ByeRequest,
    Match,
    Result,
    Round,
    Settings,
    Stage,
    System,
    TeamNo,
    Tournament,
)
from jokerboard.words.catalogue import words


def seconds_left(settings: Settings, here: Round, now: float) -> float | None:
    """Seconds until the round's time is up, negative afterwards; None if the rounds have no clock.

    Before the start it is the round's whole time. It stands still during a pause and after time was called.
    """
    if settings.minutes == 0:
        return None
    whole = settings.minutes * 60.0 + here.extra
    if here.started is None:
        return whole
    until = now
    if here.timed_out is not None:
        until = here.timed_out
    if here.paused_at is not None:
        until = min(until, here.paused_at)
    return whole - max(0.0, until - here.started - here.stopped)


def after_round_event(now: Tournament, event: ev.RoundEvent, at: float) -> Tournament:
    """The tournament after an event about a round; raise EventError if the event is impossible."""
    match event:
        case ev.RoundPaired():
            return _paired(now, event)
        case ev.PairingCancelled(number):
            if newest(now, number).stage is not Stage.PAIRED:
                raise EventError(words("round.started", number=number))
            return replace(now, rounds=now.rounds[:-1], requests=now.rounds[-1].requested)
        case ev.PairingChanged():
            changed = _pairing_changed(now, event)
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
            here = _at_stage(now, number, (Stage.PAIRED,), "round.started-already")
            return replace(here, started=at, awaited=after)
        case ev.Paused(number):
            here = _at_stage(now, number, (Stage.RUNNING,), "round.not-running")
            return replace(here, paused_at=at)
        case ev.Resumed(number):
            here = _at_stage(now, number, (Stage.PAUSED,), "round.not-paused")
            stopped = here.stopped + max(0.0, at - (here.paused_at or at))
            return replace(here, paused_at=None, stopped=stopped)
        case ev.Extended(number, minutes):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "round.stands")
            if now.settings.minutes == 0:
                raise EventError(words("round.no-clock"))
            return replace(here, extra=here.extra + 60.0 * minutes)
        case ev.TimeOut(number):
            here = _at_stage(now, number, (Stage.RUNNING, Stage.PAUSED), "round.stands")
            return replace(here, timed_out=at)
        case _ as never:  # pragma: no cover
            assert_never(never)


def newest(now: Tournament, number: int) -> Round:
    """The newest round; raise EventError if its number is not `number`."""
    here = now.round
    if here is None:
        raise EventError(words("round.none"))
    if here.number != number:
        raise EventError(words("round.not-newest", number=number, newest=here.number))
    return here


def _at_stage(now: Tournament, number: int, stages: tuple[Stage, ...], code: str) -> Round:
    here = newest(now, number)
    if here.stage not in stages:
        raise EventError(words(code, number=number, stage=words(f"stage.{here.stage.value}")))
    return here


def _not_over(here: Round) -> str:
    """The message that a round is not over, with the tables that have no result, eight at most."""
    if here.started is None:
        return words("round.not-begun", number=here.number)
    missing = here.missing()
    if len(missing) > 8:
        return words("round.not-over-many", number=here.number, tables=missing[:8])
    return words("round.not-over", number=here.number, missing=len(missing), tables=missing)


def _paired(now: Tournament, event: ev.RoundPaired) -> Tournament:
    before = now.round
    if before is not None and before.stage is not Stage.OVER:
        raise EventError(_not_over(before))
    if event.round != len(now.rounds) + 1:
        raise EventError(words("round.next", next=len(now.rounds) + 1, given=event.round))
    playing = {team.number for team in now.present()}
    if sorted(_named(event)) != sorted(playing) and now.settings.system is System.SWISS:
        raise EventError(words("pairing.once"))
    _check_pairing(event, playing, now.requests)
    paired = Round(event.round, event.matches, event.byes, event.notes, requested=now.requests)
    return replace(now, rounds=(*now.rounds, paired), requests=())


def _pairing_changed(now: Tournament, event: ev.PairingChanged) -> Round:
    here = _at_stage(now, event.round, (Stage.PAIRED,), "round.started-already")
    if now.settings.system is System.ROUND_ROBIN:
        raise EventError(words("pairing.planned"))
    if not event.reason.strip():
        raise EventError(words("pairing.reason"))
    before = [number for match in here.matches for number in match.teams] + list(here.byes)
    if sorted(_named(event)) != sorted(before):
        raise EventError(words("pairing.same-teams"))
    _check_pairing(event, set(before), here.requested)
    return replace(here, matches=event.matches, byes=event.byes, notes=event.notes)


def _named(event: ev.RoundPaired | ev.PairingChanged) -> list[TeamNo]:
    """The teams in a pairing; a team that the pairing repeats is repeated."""
    return [number for match in event.matches for number in match.teams] + list(event.byes)


def _check_pairing(
    event: ev.RoundPaired | ev.PairingChanged, playing: Set[TeamNo], requests: tuple[ByeRequest, ...]
) -> None:
    """Raise EventError if a pairing repeats a team, names one that does not play, or has results."""
    named = _named(event)
    if len(set(named)) != len(named) or not set(named) <= playing:
        raise EventError(words("pairing.twice"))
    if any(match.result for match in event.matches):
        raise EventError(words("pairing.results"))
    if [match.table for match in event.matches] != list(range(1, len(event.matches) + 1)):
        raise EventError(words("pairing.tables"))
    if not {one.team for one in requests} <= set(event.byes):
        raise EventError(words("pairing.bye"))


def _result_taken(now: Tournament, number: int, table: int, result: Result) -> Round:
    here = newest(now, number)
    match = here.match(table)
    if here.started is None:
        raise EventError(words("round.not-started", number=number))
    if match.result is not None:
        raise EventError(words("result.correct", table=table, round=number))
    _check_result(now, match, result)
    return here.with_match(replace(match, result=result))


def _corrected(now: Tournament, number: int, table: int, result: Result | None, reason: str) -> Round:
    if not reason.strip():
        raise EventError(words("result.reason"))
    if not 1 <= number <= len(now.rounds):
        raise EventError(words("round.not-yet", number=number))
    here = now.rounds[number - 1]
    match = here.match(table)
    if match.result is None:
        raise EventError(words("result.none-to-correct", table=table, round=number))
    if result is None and number < len(now.rounds):
        raise EventError(words("result.paired-by", next=number + 1))
    if result is not None:
        _check_result(now, match, result)
        # A correction changes the outcome; the game that decided the match stays.
        result = replace(result, source=result.source or match.result.source)
    return here.with_match(replace(match, result=result, corrected=True))


def _check_result(now: Tournament, match: Match, result: Result) -> None:
    """Raise EventError if a result cannot be the result of the match."""
    if sorted(result.teams) != sorted(match.teams):
        names = [now.team(number).name for number in match.teams]
        raise EventError(words("result.each-team", table=match.table, teams=names))
    if any(not place for place in result.places):
        raise EventError(words("result.empty-place"))
