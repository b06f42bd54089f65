"""A tournament as plain text: for the terminal, and to print when there is no browser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from engine.text import counted
from jokerboard.tournament.event import events, round_events, team_events
from jokerboard.tournament.event.model import Match, Round, Settings, Stage, System, TeamNo, Tournament
from jokerboard.tournament.event.round_events import seconds_left
from jokerboard.tournament.event.seating import chairs
from jokerboard.tournament.event.sentences import bye_text, legend, outcome_text, result_text, time_left
from jokerboard.tournament.event.standings import Row, standings, tie_breaks
from jokerboard.tournament.pairing.next_round import rounds_in_all


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()
) -> list[str]:
    """The rows as lines of aligned columns below their headings; columns in `right` are right-aligned."""
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if k in right else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    return [line(head), *(line(row) for row in rows)]


def state(now: Tournament, at: float) -> list[str]:
    """The tournament's settings, its progress and the next step, as lines of text."""
    chosen = now.settings
    system = "round robin" if chosen.system is System.ROUND_ROBIN else "Swiss"
    lines = [
        f"{chosen.name}{f', {chosen.place}' if chosen.place else ''}",
        f"{system}, {_rounds(now)}, {'three' if chosen.teams == 3 else 'two'} teams a table, "
        f"{chosen.players} players, {chosen.rules} rules{_house(chosen)}, "
        + (f"{chosen.minutes} minutes a round" if chosen.minutes else "no clock"),
        f"{counted(len(now.present()), 'team')} {'plays' if len(now.present()) == 1 else 'play'}{_gone(now)}",
    ]
    here = now.round
    if here is not None:
        lines.append(f"round {here.number}: {round_state(now, here, at)}")
    lines.append(f"next: {_next(now)}")
    return lines


def _house(chosen: Settings) -> str:
    return f" with {', '.join(f'{name}={word}' for name, word in chosen.house)}" if chosen.house else ""


def round_state(now: Tournament, here: Round, at: float) -> str:
    """The stage of a round as a few words."""
    missing, left = here.missing(), time_left(seconds_left(now.settings, here, at))
    waiting = f"{len(missing)} of {len(here.matches)} tables without a result"
    match here.stage:
        case Stage.PAIRED:
            return f"paired, {counted(len(here.matches), 'table')}, not started"
        case Stage.RUNNING | Stage.PAUSED:
            return f"{here.stage}, {left}, {waiting}"
        case Stage.TIME_OUT:
            return f"time was called, {waiting}"
    return "over"


def _rounds(now: Tournament) -> str:
    if now.settings.system is System.ROUND_ROBIN and len(now.present()) < now.settings.teams:
        return "as many rounds as its teams need"
    return counted(rounds_in_all(now), "round")


def _gone(now: Tournament) -> str:
    gone = len(now.teams) - len(now.present())
    return f", {gone} withdrawn" if gone else ""


def _next(now: Tournament) -> str:
    here = now.round
    if len(now.present()) < now.settings.teams:
        return "register teams"
    if here is None:
        return "pair round 1"
    match here.stage:
        case Stage.PAIRED:
            return f"start round {here.number}"
        case Stage.RUNNING | Stage.TIME_OUT:
            missing = ", ".join(map(str, here.missing()[:12]))
            if len(here.missing()) == 1:
                return f"the result of table {missing}"
            return f"the results of tables {missing}{' and others' if len(here.missing()) > 12 else ''}"
        case Stage.PAUSED:
            return "go on with the round"
    if here.number < rounds_in_all(now):
        return f"pair round {here.number + 1}"
    return "print the prize list: all rounds have been played"


def pairings(now: Tournament, here: Round) -> list[str]:
    """The tables of a round with their teams, and the byes, as lines of text."""
    rows = [(str(match.table), _who(now, match), result_text(now, match)) for match in here.matches]
    lines = table(("table", "teams, in order of their sides", "result"), rows, frozenset({0}))
    if here.byes:
        lines.append(f"bye: {', '.join(bye_text(now, here, number) for number in here.byes)}")
    return [*lines, *(f"note: {note}" for note in here.notes)]


def _who(now: Tournament, match: Match) -> str:
    sitting = chairs(now, match)
    seats = ("".join(chair.seat for chair in sitting if chair.side == k) for k in range(len(match.teams)))
    return " - ".join(
        f"{now.team(number).name} ({at})" for number, at in zip(match.teams, seats, strict=True)
    )


def teams(now: Tournament) -> list[str]:
    """All registered teams as lines of text."""
    rows = [
        (
            f"#{team.number}",
            team.name,
            ", ".join(team.entry.players),
            team.entry.club,
            _marks(now, team.number),
        )
        for team in now.teams
    ]
    return table(("no", "team", "players", "club", ""), rows, frozenset({0}))


def _marks(now: Tournament, number: TeamNo) -> str:
    team = now.team(number)
    late = f"since round {team.since}" if team.since > 1 else ""
    less = f"penalty {now.penalty(number)}" if now.penalty(number) else ""
    apart = f"apart from {_names(now, others)}" if (others := now.apart_from(number)) else ""
    return ", ".join(mark for mark in (late, less, apart, "withdrawn" if team.withdrawn else "") if mark)


def _parts(now: Tournament, row: Row) -> str:
    """A team's points that are not from tables, and whether it has withdrawn; "" if there are none."""
    counted_ = (("byes", row.byes), ("left out", row.left_out), ("penalty", row.penalty))
    marks = [f"{name} {points}" for name, points in counted_ if points]
    return ", ".join([*marks, *(["withdrawn"] if now.team(row.team).withdrawn else [])])


def standing(now: Tournament, through: int | None = None) -> list[str]:
    """The standings as lines of text, with the tie-breaks and their meanings."""
    by = tie_breaks(now.settings.system)
    rows = [
        (
            str(row.place) if row.place else "-",
            now.team(row.team).name,
            str(row.points),
            *("-" if (value := row.value(one)) is None else str(value) for one in by),
            str(row.won),
            str(row.played),
            _parts(now, row),
        )
        for row in standings(now, through)
    ]
    head = ("place", "team", "points", *(one.value for one in by), "won", "played", "")
    numbers = frozenset(range(2, 5 + len(by))) | {0}
    return [*table(head, rows, numbers), "", *legend(now)]


def event_text(now: Tournament, event: events.Event) -> str:
    """An event as text; teams have the names that they have in the tournament `now`."""
    match event:
        case events.Created(settings) | events.Changed(settings):
            clock = f"{settings.minutes} minutes a round" if settings.minutes else "no clock"
            return f"{settings.name}: {settings.system.value}, {counted(settings.rounds, 'round')}, {clock}"
        case events.TablesLinked(links):
            return ", ".join(f"{table}={name}" for table, name in links)
        case events.PrizesSet(prizes):
            return ", ".join(prizes)
        case events.Closed(reason):
            return reason or "closed"
    if isinstance(event, round_events.RoundEvent):
        return f"round {event.round}{_round_event_text(now, event)}"
    return _team_event_text(now, event)


def _team_event_text(now: Tournament, event: team_events.TeamEvent) -> str:
    match event:
        case team_events.Registered(entries) | team_events.LateEntry(entries):
            return f"{counted(len(entries), 'team')}: {', '.join(entry.name for entry in entries)}"
        case team_events.RegistrationUndone(reason):
            return reason
        case team_events.Renamed(team, entry):
            return f"#{team} is {entry.name}: {', '.join(entry.players)}"
        case team_events.Withdrawn(team, reason):
            return now.team(team).name + (f": {reason}" if reason else "")
        case team_events.Returned(team) | team_events.ByeCancelled(team):
            return now.team(team).name
        case team_events.Drawn(teams) | team_events.LetMeet(teams):
            return _names(now, teams)
        case team_events.ByeRequested(request, reason):
            return f"{now.team(request.team).name}, {counted(request.points, 'point')}: {reason}"
        case team_events.KeptApart(teams, reason):
            return f"{_names(now, teams)}: {reason}"
        case team_events.Penalized(penalty):
            return f"{now.team(penalty.team).name}: {counted(penalty.points, 'point')}: {penalty.reason}"
        case _ as never:  # pragma: no cover
            assert_never(never)


def _round_event_text(now: Tournament, event: round_events.RoundEvent) -> str:
    """An event about a round as text that follows the number of the round."""
    match event:
        case round_events.RoundPaired(_, matches, byes):
            out = f", bye: {_names(now, byes)}" if byes else ""
            return f": {counted(len(matches), 'table')}{out}"
        case round_events.PairingCancelled(_, reason) | round_events.PairingChanged(_, _, _, reason):
            return f": {reason}"
        case round_events.Extended(_, minutes, reason):
            return f": {minutes:+} minutes: {reason}"
        case round_events.ResultTaken(_, table, result):
            return f", table {table}: {outcome_text(now, result)}"
        case round_events.Corrected(_, table, changed, reason):
            text = f"taken away: {reason}" if changed is None else outcome_text(now, changed)
            return f", table {table}: {text}"
    return ""


def _names(now: Tournament, numbers: Iterable[TeamNo]) -> str:
    return ", ".join(now.team(number).name for number in numbers)
