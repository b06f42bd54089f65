"""Turn an action of `jokerboard tournament` and its arguments into events of the tournament."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jokerboard.cli.arguments import read_input
from jokerboard.host.errors import UsageError
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import actions, registration
from jokerboard.tournament.event import events as ev
from jokerboard.tournament.event.model import ByeRequest, Penalty, Result, Settings, Tournament, plain
from jokerboard.words.catalogue import listed

WHOLE = ("rounds", "minutes", "teams", "players", "seed", "delay_minutes", "delay_plays")
WORDS = ("system", "rules", "order", "place", "address", "name", "house")


def chosen(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings as the command line changes them; --teams alone sets two players for each team."""
    given: dict[str, Any] = {
        name: value for name in (*WHOLE, *WORDS) if (value := getattr(args, name, None)) is not None
    }
    if "teams" in given:
        given.setdefault("players", 2 * given["teams"])
    return registration.checked_settings(settings, given)


def events_of(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    """The events that carry out the action; raise UsageError or EventError if it is impossible."""
    return _ACTIONS.get(args.action, _result)(now, args)


def _result(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    return actions.enter(now, args.table, _given(now, args), args.reason, args.round)


def _register(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    if args.no_header and not args.columns:
        raise UsageError("--no-header needs --columns, the columns in order")
    data = read_input(args.file, "give the path of a CSV file")
    found = registration.read_teams(data, str(args.file), now, args.columns, named=not args.no_header)
    for remark in found.remarks:
        print(f"jokerboard: {args.file}: {remark}", file=sys.stderr)
    return actions.add_teams(now, found.entries)


def _add(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    entry = registration.entry_of(now, args.team, args.player, args.club, args.rating)
    return actions.add_teams(now, [entry])


def _rename(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    team = now.named(args.team)
    players = args.player or team.entry.players
    entry = registration.entry_of(now, args.name, players, team.entry.club, team.entry.rating)
    return [ev.Renamed(team.number, entry)]


def _penalty(now: Tournament, args: argparse.Namespace) -> Sequence[ev.Event]:
    return [ev.Penalized(Penalty(now.named(args.team).number, args.points, args.reason))]


def _numbers(now: Tournament, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(now.named(name).number for name in names)


def _round(now: Tournament) -> int:
    return now.round.number if now.round else 0


_ACTIONS: Mapping[str, Callable[[Tournament, argparse.Namespace], Sequence[ev.Event]]] = {
    "change": lambda now, args: [ev.Changed(chosen(args, now.settings))],
    "register": _register,
    "add": _add,
    "rename": _rename,
    "withdraw": lambda now, args: [ev.Withdrawn(now.named(args.team).number, args.reason)],
    "unregister": lambda _, args: [ev.RegistrationUndone(args.reason)],
    "bye": lambda now, args: [
        ev.ByeRequested(ByeRequest(now.named(args.team).number, args.points), args.reason)
    ],
    "no-bye": lambda now, args: [ev.ByeCancelled(now.named(args.team).number)],
    "close": lambda _, args: [ev.Closed(args.reason)],
    "return": lambda now, args: [ev.Returned(now.named(args.team).number)],
    "apart": lambda now, args: [ev.KeptApart(_numbers(now, args.team), args.reason)],
    "meet": lambda now, args: [ev.LetMeet(_numbers(now, args.team))],
    "penalty": _penalty,
    "prizes": lambda _, args: [ev.PrizesSet(tuple(args.prize))],
    "unpair": lambda now, args: [ev.PairingCancelled(_round(now), args.reason)],
    "extend": lambda now, args: [ev.Extended(_round(now), args.minutes, args.reason)],
}


def _given(now: Tournament, args: argparse.Namespace) -> Result | None:
    """The result that the command line gives; None for --clear, which removes the result."""
    ways = [args.order, args.equal, args.absent, args.clear, args.winner or args.home]
    if sum(bool(way) for way in ways) != 1:
        raise UsageError(
            "give the result one way: --winner, --order, --equal, --home (with --to-go), --absent or --clear"
        )
    if args.to_go and not args.home:
        raise UsageError("--to-go needs --home: the holes to go are those of marbles that are not at home")
    if args.clear:
        return None
    match = actions.match_of(now, args.table, args.round)
    if args.equal:
        return actions.equal(match)
    if args.absent:
        return actions.forfeit(match, [_of_table(now, match.teams, name) for name in args.absent])
    if args.order:
        return actions.by_winner(match, [_of_table(now, match.teams, name) for name in args.order])
    winner = _of_table(now, match.teams, args.winner) if args.winner else None
    if args.home:
        return actions.by_marbles(match, args.home, args.to_go or (), winner)
    assert winner is not None
    return actions.by_winner(match, [winner])


def _of_table(now: Tournament, teams: Sequence[int], name: str) -> int:
    """The number of the table's team that `name` names: a name, a unique beginning of one, or #NUMBER.

    `teams` are the numbers of the table's teams. Raise UsageError if the team is not one of them.
    """
    try:
        number = now.named(name).number
    except EventError:
        begins = [team for team in teams if plain(now.team(team).name).startswith(plain(name))]
        if len(begins) != 1:
            raise
        number = begins[0]
    if number not in teams:
        names = listed([now.team(team).name for team in teams], "and")
        raise UsageError(f"{now.team(number).name} does not play at that table; {names} do")
    return number


def link_of(one: str, known: Mapping[str, str]) -> tuple[int, str]:
    """The number and the table's name in the log that a link such as 3=oak gives.

    `known` has the title in the hall of each table by its name in the log. Raise UsageError for a malformed
    link, and unless exactly one table has that title or name.
    """
    number, equals, said = one.partition("=")
    if not (equals and said.strip() and number.isascii() and number.isdecimal() and int(number)):
        raise UsageError(f"a link is a table's number and its name in the hall, such as 3=oak, not {one!r}")
    called = [name for name, title in known.items() if said.strip() in (name, title)]
    if len(called) != 1:
        how = "more than one table is" if called else "no table whose log is in the store is"
        raise UsageError(f"{how} called {said.strip()!r}; jokerboard tournament tables lists them")
    return int(number), called[0]
