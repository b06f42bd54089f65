"""Events about rounds: pairings, clocks, results; and the remaining time of a round."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import TypeAlias

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event.codec import kind
from jokerboard.tournament.event.model import (
    ByeRequest,
    Match,
    Result,
    Round,
    Settings,
    Source,
    Stage,
    System,
    TableNo,
    TeamNo,
    Tournament,
)
from jokerboard.words.catalogue import words


@kind("round-paired")
class RoundPaired:
    """A round was paired: tables with their teams, byes, and `notes` for the director."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    notes: tuple[str, ...] = ()

    def __call__(self, now: Tournament, _: float) -> Tournament:
        before = now.round
        if before is not None and before.stage is not Stage.OVER:
            raise EventError(_not_over(before))
        if self.round != len(now.rounds) + 1:
            raise EventError(words("round.next", next=len(now.rounds) + 1, given=self.round))
        playing = {team.number for team in now.present()}
        if sorted(_named(self)) != sorted(playing) and now.settings.system is System.SWISS:
            raise EventError(words("pairing.once"))
        _check_pairing(self, playing, now.resting())
        paired = Round(self.round, self.matches, self.byes, self.notes, requested=now.resting())
        return replace(now, rounds=(*now.rounds, paired), requests=())


@kind("pairing-cancelled")
class PairingCancelled:
    """The newest pairing was cancelled before its round was started."""

    round: int
    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        here = newest(now, self.round)
        if here.stage is not Stage.PAIRED:
            raise EventError(words("round.started", number=self.round))
        return replace(now, rounds=now.rounds[:-1], requests=here.requested)


@kind("pairing-changed")
class PairingChanged:
    """The newest pairing was edited by hand before the round's start; `notes` replaces the round's notes."""

    round: int
    matches: tuple[Match, ...]
    byes: tuple[TeamNo, ...]
    reason: str
    notes: tuple[str, ...] = ()

    def __call__(self, now: Tournament, _: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.PAIRED,), "round.started-already")
        if now.settings.system is System.ROUND_ROBIN:
            raise EventError(words("pairing.planned"))
        if not self.reason.strip():
            raise EventError(words("pairing.reason"))
        before = [number for match in here.matches for number in match.teams] + list(here.byes)
        if sorted(_named(self)) != sorted(before):
            raise EventError(words("pairing.same-teams"))
        _check_pairing(self, set(before), here.requested)
        return _with_round(now, replace(here, matches=self.matches, byes=self.byes, notes=self.notes))


@kind("round-started")
class RoundStarted:
    """A round was started.

    `after` has the newest game in each linked table's log (game 0 for none); only later games belong to the
    round.
    """

    round: int
    after: tuple[Source, ...] = ()

    def __call__(self, now: Tournament, at: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.PAIRED,), "round.started-already")
        return _with_round(now, replace(here, started=at, awaited=self.after))


@kind("paused")
class Paused:
    """The clock of the running round was paused."""

    round: int

    def __call__(self, now: Tournament, at: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.RUNNING,), "round.not-running")
        return _with_round(now, replace(here, paused_at=at))


@kind("resumed")
class Resumed:
    """The clock of the paused round was resumed."""

    round: int

    def __call__(self, now: Tournament, at: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.PAUSED,), "round.not-paused")
        stopped = here.stopped + max(0.0, at - (here.paused_at or at))
        return _with_round(now, replace(here, paused_at=None, stopped=stopped))


@kind("extended")
class Extended:
    """The time of a round was extended by `minutes`; a negative number shortens it."""

    round: int
    minutes: int
    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.RUNNING, Stage.PAUSED), "round.stands")
        if now.settings.minutes == 0:
            raise EventError(words("round.no-clock"))
        return _with_round(now, replace(here, extra=here.extra + 60.0 * self.minutes))


@kind("time-out")
class TimeOut:
    """Time was called for the round; the positions on the boards decide unfinished games."""

    round: int

    def __call__(self, now: Tournament, at: float) -> Tournament:
        here = _at_stage(now, self.round, (Stage.RUNNING, Stage.PAUSED), "round.stands")
        return _with_round(now, replace(here, timed_out=at))


@kind("result")
class ResultTaken:
    """A table got its first result, from its own log or by hand."""

    round: int
    table: TableNo
    result: Result

    def __call__(self, now: Tournament, _: float) -> Tournament:
        here = newest(now, self.round)
        match = here.match(self.table)
        if here.started is None:
            raise EventError(words("round.not-started", number=self.round))
        if match.result is not None:
            raise EventError(words("result.correct", table=self.table, round=self.round))
        _check_result(now, match, self.result)
        return _with_round(now, here.with_match(replace(match, result=self.result)))


@kind("corrected")
class Corrected:
    """The director replaced a table's result, or removed it if `result` is None."""

    round: int
    table: TableNo
    result: Result | None
    reason: str

    def __call__(self, now: Tournament, _: float) -> Tournament:
        number, result = self.round, self.result
        if not self.reason.strip():
            raise EventError(words("result.reason"))
        if not 1 <= number <= len(now.rounds):
            raise EventError(words("round.not-yet", number=number))
        here = now.rounds[number - 1]
        match = here.match(self.table)
        if match.result is None:
            raise EventError(words("result.none-to-correct", table=self.table, round=number))
        if result is None and number < len(now.rounds):
            raise EventError(words("result.paired-by", next=number + 1))
        if result is not None:
            _check_result(now, match, result)
            # A correction changes the outcome; the game that decided the match stays.
            result = replace(result, source=result.source or match.result.source)
        return _with_round(now, here.with_match(replace(match, result=result, corrected=True)))


RoundEvent: TypeAlias = (
    RoundPaired
    | PairingCancelled
    | PairingChanged
    | RoundStarted
    | Paused
    | Resumed
    | Extended
    | TimeOut
    | ResultTaken
    | Corrected
)


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


def _with_round(now: Tournament, changed: Round) -> Tournament:
    rounds = tuple(changed if one.number == changed.number else one for one in now.rounds)
    return replace(now, rounds=rounds)


def _not_over(here: Round) -> str:
    """The message that a round is not over, with the tables that have no result, eight at most."""
    if here.started is None:
        return words("round.not-begun", number=here.number)
    missing = here.missing()
    if len(missing) > 8:
        return words("round.not-over-many", number=here.number, tables=missing[:8])
    return words("round.not-over", number=here.number, missing=len(missing), tables=missing)


def _named(event: RoundPaired | PairingChanged) -> list[TeamNo]:
    """The teams in a pairing; a team that the pairing repeats is repeated."""
    return [number for match in event.matches for number in match.teams] + list(event.byes)


def _check_pairing(
    event: RoundPaired | PairingChanged, playing: Set[TeamNo], requests: tuple[ByeRequest, ...]
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


def _check_result(now: Tournament, match: Match, result: Result) -> None:
    """Raise EventError if a result cannot be the result of the match."""
    if sorted(result.teams) != sorted(match.teams):
        names = [now.team(number).name for number in match.teams]
        raise EventError(words("result.each-team", table=match.table, teams=names))
    if any(not place for place in result.places):
        raise EventError(words("result.empty-place"))
