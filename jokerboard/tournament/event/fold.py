"""Apply events: each function returns the tournament after an event, or raises EventError if it is
impossible.

All rules about which event may follow which are here, in `team_events` and in `round_events`. So events that
were written by hand, or by two directors at once, are checked as strictly as a click.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import events as ev
from jokerboard.tournament.event.model import System, Tournament
from jokerboard.tournament.event.round_events import after_round_event
from jokerboard.tournament.event.team_events import after_team_event, check_size
from jokerboard.words.catalogue import words


def fold(history: Iterable[ev.Stamped]) -> Tournament:
    """The tournament after the given events; raise EventError, which names the first impossible event."""
    now: Tournament | None = None
    for stamped in history:
        try:
            now = apply(now, stamped)
        except EventError as error:
            raise EventError(
                words("entry.impossible", n=stamped.n, kind=ev.kind_of(stamped.event), why=error)
            ) from error
    if now is None:
        raise EventError(words("tournament.none"))
    return now


def apply(now: Tournament | None, stamped: ev.Stamped) -> Tournament:
    """The tournament `now` (None: not created) after one event; raise EventError if it is impossible."""
    event = stamped.event
    if now is None or now.closed:
        if not isinstance(event, ev.Created):
            raise EventError(words("tournament.not-created" if now is None else "tournament.closed"))
        return Tournament(event.settings, version=stamped.n)
    return replace(_after(now, event, stamped.at), version=stamped.n)


def _after(now: Tournament, event: ev.Event, at: float) -> Tournament:
    match event:
        case ev.Created():
            raise EventError(words("tournament.open", name=now.settings.name))
        case ev.Changed():
            return _changed(now, event)
        case ev.TablesLinked(links):
            _check_links(links)
            return replace(now, links=links)
        case ev.PrizesSet(prizes):
            return replace(now, prizes=prizes)
        case ev.Closed():
            return replace(now, closed=True)
    if isinstance(event, ev.RoundEvent):
        return after_round_event(now, event, at)
    return after_team_event(now, event)


def _changed(now: Tournament, event: ev.Changed) -> Tournament:
    old, new = now.settings, event.settings
    if now.rounds and (old.system, old.teams) != (new.system, new.teams):
        raise EventError(words("settings.paired"))
    if new.system is System.SWISS and new.rounds < len(now.rounds):
        raise EventError(words("settings.rounds-paired", paired=len(now.rounds), rounds=new.rounds))
    for team in now.teams:
        check_size(team.entry, new.team_size)
    return replace(now, settings=new)


def _check_links(links: tuple[tuple[int, str], ...]) -> None:
    numbers, names = Counter(str(table) for table, _ in links), Counter(name for _, name in links)
    for seen, code in ((numbers, "links.number-twice"), (names, "links.name-twice")):
        twice = [one for one, times in seen.items() if times > 1]
        if twice:
            raise EventError(words(code, twice=twice[0]))
