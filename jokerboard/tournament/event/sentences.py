"""Byes, results, standings and the clock of a round as texts, for pages, sheets and the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from jokerboard.tournament.event.model import How, Match, Result, Round, System, TeamNo, Tournament
from jokerboard.tournament.event.standings import tie_breaks
from jokerboard.words.catalogue import words


def bye_text(now: Tournament, here: Round, number: TeamNo) -> str:
    """The team's name, followed by the points of its bye if it asked for the bye."""
    name = now.team(number).name
    asked = next((one for one in here.requested if one.team == number), None)
    return name if asked is None else words("bye.told", team=name, points=asked.points)


def bye_kind_text(now: Tournament, here: Round, number: TeamNo) -> str:
    """The kind of a team's bye: on request, by the pairing, or the free round of a round robin."""
    if any(one.team == number for one in here.requested):
        return words("bye.requested")
    return words("bye.free" if now.settings.system is System.ROUND_ROBIN else "bye.paired")


def result_text(now: Tournament, match: Match) -> str:
    """A match's result in one line; "" if there is none."""
    return "" if match.result is None else outcome_text(now, match.result, match.corrected)


def outcome_text(now: Tournament, result: Result, corrected: bool = False) -> str:
    """A result in one line: the teams by place, how it was decided, and the reason if one was given.

    `corrected`: whether the director replaced the table's first result.
    """
    places = [[now.team(number).name for number in place] for place in result.places]
    absent = [now.team(number).name for number in result.absent]
    text = " > ".join(" = ".join(place) for place in places) or words("result.nobody")
    if absent:
        text = words("result.absent", result=text, absent=absent)
    if result.how is How.DECISION:
        text = words("result.told-decision", result=text)
    elif result.how is How.TIME:
        text = _on_time(result, text)
    if corrected:
        return words("result.told-corrected", result=text, why=result.reason)
    return words("result.told-why", result=text, why=result.reason) if result.reason else text


def _on_time(result: Result, text: str) -> str:
    """The text of a result by time: teams by place with marbles home, and holes to go if these decided."""
    counts = [count for team in result.teams if (count := result.count(team)) is not None]
    if not counts:
        return words("result.told-time", result=text)
    home = "-".join(str(count.home) for count in counts)
    if len({count.home for count in counts}) == len(counts):
        return words("result.told-home", result=text, home=home)
    to_go = "-".join(str(count.to_go) for count in counts)
    return words("result.told-to-go", result=text, home=home, to_go=to_go)


def legend(now: Tournament) -> Iterator[str]:
    """A sentence for each column of the standings, the most important first."""
    yield words("legend.points")
    for one in tie_breaks(now.settings.system):
        yield words("legend.then", column=one.value, meaning=words(f"tie-break.{one.value}"))
    yield words("legend.equal")


def time_left(seconds: float | None) -> str:
    """The remaining time as text: `47:05 left`, `1:02:00 left`, `over by 3:10`."""
    if seconds is None:
        return words("clock.none")
    whole = int(seconds) if seconds >= 0 else -int(-seconds)
    minutes, rest = divmod(abs(whole), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return words("clock.over", by=text) if whole < 0 else words("clock.left", left=text)
