"""The actions of `jokerboard tournament`: their arguments, and the events that they make."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from jokerboard.cli.arguments import add_options, read_input
from jokerboard.host.errors import UsageError
from jokerboard.tournament.errors import EventError
from jokerboard.tournament.event import actions, events, registration, round_events, team_events
from jokerboard.tournament.event.model import (
    ByeRequest,
    Order,
    Penalty,
    Result,
    Settings,
    System,
    Tournament,
    plain,
)
from jokerboard.tournament.paper import export, sheets
from jokerboard.words.catalogue import listed

DEFAULT_STATE = Path("director")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their arguments."""
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the director's store (./director)"
    )
    parser.add_argument("--by", default=None, metavar="NAME", help="your name, recorded with the action")
    actions_ = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(
        name: str, help_: str, *positional: str, reason: bool | None = None
    ) -> argparse.ArgumentParser:
        """Declare an action with positional arguments ("team+": one or more, "team*": any number).

        With `reason`, the action has the option --reason, which is required if `reason` is True.
        """
        made = actions_.add_parser(name, help=help_, description=help_)
        for each in positional:
            made.add_argument(each.rstrip("+*"), nargs=each[-1] if each[-1] in "+*" else None)
        if reason is not None:
            made.add_argument("--reason", required=reason, default=None if reason else "")
        return made

    _settings(action("new", "create a tournament"), new=True)
    _settings(action("change", "change the settings"), new=False)
    registering = action("register", "register all teams of a CSV file, or none if one is wrong")
    registering.add_argument("file", type=Path)
    columns = "the columns, such as team,player1,player2; other words skip one"
    add_options(
        registering,
        ("--columns", "LIST", _columns, None, columns),
        ("--no-header", "with --columns: the first line is a team, not a header"),
    )
    adding = action("add", "register one team, as a late entry after the first pairing", "team", "player+")
    adding.add_argument("--club", default="")
    adding.add_argument("--rating", type=int, default=0)
    renaming = action("rename", "correct a team's name, and its players if given")
    renaming.add_argument("team", help="the team's present name, or its number such as #7")
    renaming.add_argument("name")
    renaming.add_argument("player", nargs="*")
    action("withdraw", "withdraw a team from all later rounds", "team", reason=False)
    action("unregister", "remove all teams, before the first round is paired", reason=True)
    resting = action("bye", "let a team rest in the next round, for --points", "team", reason=True)
    resting.add_argument("--points", type=int, default=1)
    action("no-bye", "cancel a team's bye for the next round", "team")
    action("close", "close the tournament, so that another can be created in this store", reason=False)
    action("return", "let a withdrawn team play again", "team")
    linking = action("tables", "link table numbers with the log's tables (1=oak 2=elm), or list the links")
    linking.add_argument("link", nargs="*", help="a table's number and its name in the hall, such as 1=oak")
    penalty = action("penalty", "take points off a team; a negative number returns them", "team", reason=True)
    penalty.add_argument("points", type=int)
    action("prizes", "set the prizes of the places, first place first", "prize*")
    action("pair", "pair the next round")
    action("unpair", "cancel a pairing that was not started", reason=True)
    action("apart", "keep teams, such as those of one family, from being paired", "team+", reason=True)
    action("meet", "let teams that were kept apart be paired again", "team+")
    asking = action("why", "show the pairing rule that decided why a table's teams meet")
    asking.add_argument("table", type=int)
    asking.add_argument("--round", type=int, metavar="N", help="an earlier round")
    swapping = action("exchange", "exchange two teams of a pairing that was not started")
    swapping.add_argument("team", nargs=2)
    swapping.add_argument("--reason", default="", help="the reason; without it, only the cost is printed")
    action("start", "start the round")
    action("pause", "stop the round's clock")
    action("go-on", "let the round's clock continue")
    more = action("extend", "add minutes to the round; a negative number takes some away", reason=True)
    more.add_argument("minutes", type=int)
    action("time-out", "announce that the round's time is over")
    action("take", "enter results from the tables' logs; after the time-out, also of unfinished games")
    _result_arguments(action("result", "enter a table's result, or correct one with a reason"))
    action("show", "show the tournament's progress, the newest pairing and the next step")
    action("teams", "list all teams")
    standing = action("standings", "show the standings, with tie-breaks")
    standing.add_argument("--round", type=int, metavar="N", help="the standings after round N")
    action("history", "list every action, who did it and when")
    printing = action("print", "make an HTML sheet to print")
    printing.add_argument("sheet", choices=list(sheets.SHEETS))
    printing.add_argument("--round", type=int, metavar="N")
    site = action("site", "write the results as a folder of web pages without scripts")
    site.add_argument("folder", type=Path)
    action("import", "import a whole tournament from an exchange file").add_argument("file", type=Path)
    exporting = action("export", "export the whole tournament for other programs")
    exporting.add_argument("what", choices=list(export.EXPORTS))
    for each in (printing, exporting):
        each.add_argument("--out", type=Path, metavar="FILE", help="a file instead of standard output")


def _columns(text: str) -> list[str]:
    return text.casefold().split(",")


def _settings(parser: argparse.ArgumentParser, *, new: bool) -> None:
    parser.add_argument("name" if new else "--name")
    parser.add_argument("--system", choices=list(System))
    parser.add_argument("--teams", type=int, choices=(2, 3), help="teams at a table (default 2)")
    parser.add_argument(
        "--set", action="append", dest="house", metavar="SWITCH=VALUE",
        help="a house rule; see jokerboard rules switches",
    )  # fmt: skip
    parser.add_argument("--rules", help="the rule set (default texas)")
    parser.add_argument("--place", help="place and time, printed on the sheets")
    parser.add_argument("--seed", type=int, help="seed of the lots; published, so that everybody can check")
    add_options(
        parser,
        ("--players", "N", int, None, "players at a table (default two for each team)"),
        ("--rounds", "N", int, None, "rounds of a Swiss tournament (default 5)"),
        ("--minutes", "M", int, None, "minutes of a round; 0: no clock (default 60)"),
        ("--order", list(Order), None, "the order of the teams' lots (default lot)"),
        ("--address", "URL", str, None, "the director's page, for the QR codes on sheets"),
        ("--delay-minutes", "M", int, None, "delay of boards for spectators (default 0)"),
        ("--delay-plays", "N", int, None, "delay of plays for spectators (default 0)"),
    )


def _result_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", type=int)
    parser.add_argument("--order", nargs="+", metavar="TEAM", help="the teams by place, first place first")
    parser.add_argument(
        "--home", nargs="+", type=int, metavar="N", help="marbles in HOME of each team in order"
    )
    parser.add_argument("--to-go", nargs="+", type=int, metavar="N", help="holes to go of each team in order")
    parser.add_argument("--absent", nargs="+", metavar="TEAM", help="the teams that did not come and lose")
    add_options(
        parser,
        ("--winner", "TEAM", str, None, "the winner; --home may give the marbles too"),
        ("--equal", "the teams of the table have equal results"),
        ("--clear", "remove the result of the table"),
        ("--round", "N", int, None, "an earlier round"),
    )
    parser.add_argument("--reason", default="", help="the reason, which a correction needs")


def chosen(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings as the command line changes them; --teams alone sets two players for each team."""
    given: dict[str, Any] = {
        one.name: value for one in fields(Settings) if (value := getattr(args, one.name, None)) is not None
    }
    return registration.checked_settings(settings, given)


def events_of(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    """The events that carry out the action; raise UsageError or EventError if it is impossible."""
    return _ACTIONS.get(args.action, _result)(now, args)


def _result(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    return actions.enter(now, args.table, _given(now, args), args.reason, args.round)


def _register(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    if args.no_header and not args.columns:
        raise UsageError("--no-header needs --columns, the columns in order")
    data = read_input(args.file, "give the path of a CSV file")
    found = registration.read_teams(data, str(args.file), now, args.columns, named=not args.no_header)
    for remark in found.remarks:
        print(f"jokerboard: {args.file}: {remark}", file=sys.stderr)
    return actions.add_teams(now, found.entries)


def _add(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    entry = registration.entry_of(now, args.team, args.player, args.club, args.rating)
    return actions.add_teams(now, [entry])


def _rename(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    team = now.named(args.team)
    players = args.player or team.entry.players
    entry = registration.entry_of(now, args.name, players, team.entry.club, team.entry.rating)
    return [team_events.Renamed(team.number, entry)]


def _penalty(now: Tournament, args: argparse.Namespace) -> Sequence[events.Event]:
    return [team_events.Penalized(Penalty(now.named(args.team).number, args.points, args.reason))]


def _numbers(now: Tournament, names: Sequence[str]) -> tuple[int, ...]:
    return tuple(now.named(name).number for name in names)


def _round(now: Tournament) -> int:
    return now.round.number if now.round else 0


_ACTIONS: Mapping[str, Callable[[Tournament, argparse.Namespace], Sequence[events.Event]]] = {
    "change": lambda now, args: [events.Changed(chosen(args, now.settings))],
    "register": _register,
    "add": _add,
    "rename": _rename,
    "withdraw": lambda now, args: [team_events.Withdrawn(now.named(args.team).number, args.reason)],
    "unregister": lambda _, args: [team_events.RegistrationUndone(args.reason)],
    "bye": lambda now, args: [
        team_events.ByeRequested(ByeRequest(now.named(args.team).number, args.points), args.reason)
    ],
    "no-bye": lambda now, args: [team_events.ByeCancelled(now.named(args.team).number)],
    "close": lambda _, args: [events.Closed(args.reason)],
    "return": lambda now, args: [team_events.Returned(now.named(args.team).number)],
    "apart": lambda now, args: [team_events.KeptApart(_numbers(now, args.team), args.reason)],
    "meet": lambda now, args: [team_events.LetMeet(_numbers(now, args.team))],
    "penalty": _penalty,
    "prizes": lambda _, args: [events.PrizesSet(tuple(args.prize))],
    "unpair": lambda now, args: [round_events.PairingCancelled(_round(now), args.reason)],
    "extend": lambda now, args: [round_events.Extended(_round(now), args.minutes, args.reason)],
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
    """The table number and the log's name of the table in `one`, a link such as 3=oak.

    `known` has the title in the hall of each table by its name in the log. Raise UsageError for a malformed
    link, and unless exactly one table has that title or name.
    """
    number, equals, wanted = one.partition("=")
    if not (equals and wanted.strip() and number.isascii() and number.isdecimal() and int(number)):
        raise UsageError(f"a link is a table's number and its name in the hall, such as 3=oak, not {one!r}")
    called = [name for name, title in known.items() if wanted.strip() in (name, title)]
    if len(called) != 1:
        how = "more than one table is" if called else "no table whose log is in the store is"
        raise UsageError(f"{how} called {wanted.strip()!r}; jokerboard tournament tables lists them")
    return int(number), called[0]
