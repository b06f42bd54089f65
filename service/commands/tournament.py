"""`jokerboard tournament`: from registration to prize list, on the director's store, without a Redis.

The director's page does the same and more; this is how it is done from a terminal, and on paper.
"""

from __future__ import annotations

import argparse
import getpass
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from service.errors import ServiceError, UsageError
from tournament.errors import TournamentError
from tournament.event import actions, export, from_logs, registration, sheets, text
from tournament.event import events as ev
from tournament.event.errors import EventError
from tournament.event.games import games_of, known_tables, newest_games, open_tables
from tournament.event.history import History, iso
from tournament.event.model import Order, Penalty, Result, Settings, System, Tournament, plain
from tournament.store import FILE, Store

DEFAULT_STATE = Path("director")
WHOLE = ("rounds", "minutes", "teams", "players", "seed")
WORDS = ("system", "rules", "order", "place", "address", "name")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions."""
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the director's store (./director)"
    )
    parser.add_argument("--by", default=None, metavar="NAME", help="who does it; kept with every event")
    actions_ = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, help_: str) -> argparse.ArgumentParser:
        return actions_.add_parser(name, help=help_, description=help_)

    _settings(action("new", "lay down a tournament"), new=True)
    _settings(action("change", "change what was laid down"), new=False)
    action("register", "register the teams of a CSV file, all or none").add_argument("file", type=Path)
    adding = action("add", "register one team; after the first pairing, as a late entry")
    adding.add_argument("team")
    adding.add_argument("player", nargs="+")
    adding.add_argument("--club", default="")
    adding.add_argument("--rating", type=int, default=0)
    renaming = action("rename", "put a team's name right, and its players if given")
    renaming.add_argument("team", help="its name, or its number as #7")
    renaming.add_argument("name")
    renaming.add_argument("player", nargs="*")
    leaving = action("withdraw", "a team plays no more")
    leaving.add_argument("team")
    leaving.add_argument("--reason", default="")
    action("return", "a withdrawn team plays again").add_argument("team")
    linking = action(
        "tables", "which table of the hall's log stands where: 1=oak 2=elm; without, what is known"
    )
    linking.add_argument("link", nargs="*", help="a table's number, and what the hall calls it")
    penalty = action("penalty", "a team has so many points less; with a minus, the penalty is taken back")
    penalty.add_argument("team")
    penalty.add_argument("points", type=int)
    penalty.add_argument("--reason", required=True)
    action("prizes", "what the places win, first place first").add_argument("prize", nargs="*")
    action("pair", "pair the next round")
    action("unpair", "cancel a pairing that was not started").add_argument("--reason", required=True)
    action("start", "start the round")
    action("pause", "stop the round's clock")
    action("go-on", "let the round's clock go on")
    more = action("extend", "give the round more minutes, or fewer with a minus")
    more.add_argument("minutes", type=int)
    more.add_argument("--reason", required=True)
    action("time-out", "call the round's time")
    action("take", "take results from the logs in the store; once time was called, as the boards stand")
    _result(action("result", "enter a table's result, or correct it with a reason"))
    action("show", "how far it is, the newest pairing, what comes next")
    action("teams", "all teams")
    standing = action("standings", "the standings, with their tie-breaks")
    standing.add_argument("--round", type=int, metavar="N", help="as they were after round N")
    action("history", "everything that was done, by whom and when")
    printing = action("print", "a sheet for printing, as HTML")
    printing.add_argument("sheet", choices=list(sheets.SHEETS))
    printing.add_argument("--round", type=int, metavar="N")
    printing.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")
    exporting = action("export", "the whole tournament, for other programs")
    exporting.add_argument("what", choices=list(export.EXPORTS))
    exporting.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")


def _settings(parser: argparse.ArgumentParser, *, new: bool) -> None:
    parser.add_argument("name" if new else "--name")
    parser.add_argument("--system", choices=list(System))
    parser.add_argument("--teams", type=int, choices=(2, 3), help="teams at a table (2)")
    parser.add_argument("--players", type=int, metavar="N", help="players at a table (two a team)")
    parser.add_argument("--rules", help="the rule set (texas)")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of a Swiss (5)")
    parser.add_argument("--minutes", type=int, metavar="M", help="a round's time; 0 for no clock (60)")
    parser.add_argument("--order", choices=list(Order), help="what the lots follow (list)")
    parser.add_argument(
        "--seed", type=int, help="what chance draws the lots from; told, so that all can check"
    )
    parser.add_argument("--place", help="where and when, for the sheets")
    parser.add_argument("--address", metavar="URL", help="the director's page, for the codes on the sheets")


def _result(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", type=int)
    parser.add_argument("--winner", metavar="TEAM", help="who has won; with --home too, counted marbles")
    parser.add_argument("--order", nargs="+", metavar="TEAM", help="who was first, second, third")
    parser.add_argument("--equal", action="store_true", help="all teams are equal")
    parser.add_argument(
        "--home", nargs="+", type=int, metavar="N", help="marbles home, in order of the sides"
    )
    parser.add_argument("--to-go", nargs="+", type=int, metavar="N", help="holes still to go, likewise")
    parser.add_argument("--absent", nargs="+", metavar="TEAM", help="who did not come and has lost")
    parser.add_argument("--clear", action="store_true", help="take the result away")
    parser.add_argument("--round", type=int, metavar="N", help="an earlier round")
    parser.add_argument("--reason", default="", help="why; a correction needs it")


def run(args: argparse.Namespace) -> int:
    """Do it and say what it came to; UsageError when it cannot be done."""
    try:
        return _run(args)
    except EventError as error:
        raise UsageError(str(error)) from error
    except TournamentError as error:
        raise ServiceError(str(error)) from error


def _run(args: argparse.Namespace) -> int:
    if args.action != "new" and not (args.state / FILE).exists():
        raise UsageError(
            f"there is no tournament in {args.state}; make one with: jokerboard tournament new NAME"
        )
    if args.action == "new":
        chosen = _chosen(args, Settings(args.name, order=Order.LOT, seed=secrets.randbelow(1_000_000)))
    store = Store(args.state / FILE)
    try:
        history = History(store)
        at, by = time.time(), args.by or _user()
        if args.action == "new":
            now = history.create(ev.Created(chosen), by, at)
            _say(text.state(now, at))
        elif args.action in _ASKED:
            _say(_ASKED[args.action](history, args, at))
        elif args.action == "tables":
            if args.link:
                links = tuple(_link(one, known_tables(store)) for one in args.link)
                history.do(lambda _: [ev.TablesLinked(links)], by, at)
            _say(_tables(history.now, known_tables(store)))
        elif args.action in ("print", "export"):
            _written(_document(history, args, at), args.out)
        elif args.action == "take":
            _say(_take(history, store, by, at))
        else:
            after = history.do(lambda now: _events(now, args, store), by, at)
            _say(_told(after, args, at))
    finally:
        store.close()
    return 0


def _chosen(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with what was given on the command line; the players follow the teams at a table."""
    given: dict[str, Any] = {
        name: value for name in (*WHOLE, *WORDS) if (value := getattr(args, name, None)) is not None
    }
    if "teams" in given:
        given.setdefault("players", 2 * given["teams"])
    return registration.checked_settings(settings, given)


def _events(now: Tournament, args: argparse.Namespace, store: Store) -> Sequence[ev.Event]:
    """What is done, as events."""
    number = now.round.number if now.round else 0
    match args.action:
        case "start":
            linked = open_tables(now, now.round).values() if now.round else ()
            return actions.start(now, newest_games(store, linked))
        case "change":
            return [ev.Changed(_chosen(args, now.settings))]
        case "register":
            found = registration.read_teams(_bytes(args.file), str(args.file), now)
            for remark in found.remarks:
                print(f"jokerboard: {args.file}: {remark}", file=sys.stderr)
            return actions.add_teams(now, found.entries)
        case "add":
            return actions.add_teams(
                now, [registration.entry_of(now, args.team, args.player, args.club, args.rating)]
            )
        case "rename":
            team = now.named(args.team)
            players = args.player or team.entry.players
            entry = registration.entry_of(now, args.name, players, team.entry.club, team.entry.rating)
            return [ev.Renamed(team.number, entry)]
        case "withdraw":
            return [ev.Withdrawn(now.named(args.team).number, args.reason)]
        case "return":
            return [ev.Returned(now.named(args.team).number)]
        case "penalty":
            team = now.named(args.team)
            return [ev.Penalized(Penalty(team.number, args.points, args.reason))]
        case "prizes":
            return [ev.PrizesSet(tuple(args.prize))]
        case "pair":
            return actions.pair(now)
        case "unpair":
            return [ev.PairingCancelled(number, args.reason)]
        case "pause":
            return [ev.Paused(number)]
        case "go-on":
            return [ev.Resumed(number)]
        case "extend":
            return [ev.Extended(number, args.minutes, args.reason)]
        case "time-out":
            return [ev.TimeOut(number)]
    return actions.enter(now, args.table, _given(now, args), args.reason, args.round)


def _given(now: Tournament, args: argparse.Namespace) -> Result | None:
    """The result on the command line; None to take it away."""
    ways = [args.order, args.equal, args.absent, args.clear, args.winner or args.home]
    if sum(bool(way) for way in ways) != 1:
        raise UsageError(
            "give the result one way: --winner, --order, --equal, --home (with --to-go), --absent or --clear"
        )
    if args.clear:
        return None
    match = actions.match_of(now, args.table, args.round)
    if args.equal:
        return actions.by_order(match, [match.teams])
    if args.absent:
        return actions.forfeit(match, [_of_table(now, match.teams, name) for name in args.absent])
    if args.order:
        return actions.by_order(match, [(_of_table(now, match.teams, name),) for name in args.order])
    winner = _of_table(now, match.teams, args.winner) if args.winner else None
    if args.home:
        return actions.by_marbles(match, args.home, args.to_go or (), winner)
    assert winner is not None
    return actions.by_order(match, [(winner,)])


def _of_table(now: Tournament, teams: Sequence[int], name: str) -> int:
    """The team of a table by its name, the beginning of it, or its number."""
    begins = [team for team in teams if plain(now.team(team).name).startswith(plain(name))]
    number = begins[0] if len(begins) == 1 else now.named(name).number
    if number not in teams:
        names = " and ".join(now.team(team).name for team in teams)
        raise UsageError(f"{now.team(number).name} does not sit at that table; {names} do")
    return number


def _link(one: str, known: Mapping[str, str]) -> tuple[int, str]:
    """A table's number, and its name in the log by what the hall calls it."""
    number, equals, said = one.partition("=")
    if not (equals and said.strip() and number.isascii() and number.isdecimal() and int(number)):
        raise UsageError(f"a table is given as its number and what the hall calls it, 3=oak, not {one!r}")
    called = [name for name, title in known.items() if said.strip() in (name, title)]
    if len(called) != 1:
        how = "more than one table is" if called else "no table whose log was ever here is"
        raise UsageError(f"{how} called {said.strip()!r}; jokerboard tournament tables lists them")
    return int(number), called[0]


def _tables(now: Tournament, known: Mapping[str, str]) -> list[str]:
    numbers = {name: str(table) for table, name in now.links}
    rows = [(numbers.get(name, ""), title, name) for name, title in known.items()]
    rows.sort(key=lambda row: (not row[0], row[0].zfill(6), row[1].zfill(6)))
    if not rows:
        return [
            "no table's log was ever here; a table comes by itself when it publishes to the director's Redis"
        ]
    return text.table(("table", "the hall says", "in the log"), rows, frozenset({0}))


def _told(after: Tournament, args: argparse.Namespace, at: float) -> list[str]:
    """What it came to."""
    if args.action in ("pair", "start", "result", "time-out") and after.round is not None:
        here = after.round if getattr(args, "round", None) is None else after.rounds[args.round - 1]
        return [*text.pairings(after, here), "", *text.state(after, at)[3:]]
    return text.state(after, at)


def _show(history: History, _: argparse.Namespace, at: float) -> list[str]:
    now = history.now
    here = now.round
    return [*text.state(now, at), *(["", *text.pairings(now, here)] if here else [])]


def _history(history: History, _: argparse.Namespace, __: float) -> list[str]:
    now = history.now
    rows = [
        (str(one.n), iso(one.at), one.by, ev.kind_of(one.event), _short(text.told_event(now, one.event)))
        for one in history.events
    ]
    return text.table(("n", "at", "by", "what", ""), rows, frozenset({0}))


def _short(said: str) -> str:
    return said if len(said) <= 160 else f"{said[:157]}..."


_ASKED: dict[str, Callable[[History, argparse.Namespace, float], list[str]]] = {
    "show": _show,
    "teams": lambda history, _, __: text.teams(history.now),
    "standings": lambda history, args, _: text.standing(history.now, _round(history.now, args.round)),
    "history": _history,
}


def _take(history: History, store: Store, by: str, at: float) -> list[str]:
    """Results of the round from the logs that are in the store; on time, when time was called."""
    here = actions.running(history.now)
    games = games_of(store, open_tables(history.now, here).values())
    taken = from_logs.results(history.now, games, time_is_up=here.timed_out is not None)
    after = history.do(lambda _: taken.events, by, at) if taken.events else history.now
    return [*text.pairings(after, actions.current(after)), *(f"look: {remark}" for remark in taken.remarks)]


def _round(now: Tournament, number: int | None) -> int | None:
    if number is not None and not 0 <= number <= len(now.rounds):
        raise UsageError(f"there is no round {number}; {len(now.rounds)} have been paired")
    return number


def _document(history: History, args: argparse.Namespace, at: float) -> str:
    if args.action == "export":
        return export.EXPORTS[args.what](history)
    return sheets.sheet(history.now, args.sheet, _round(history.now, args.round), at)


def _written(document: str, out: Path | None) -> None:
    if out is None:
        print(document, end="" if document.endswith("\n") else "\n")
        return
    try:
        with out.open("w", encoding="utf-8", newline="") as file:
            file.write(document)
    except OSError as error:
        raise ServiceError(f"{out} cannot be written: {error.strerror}") from error
    print(out)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "the director"


def _say(lines: Sequence[str]) -> None:
    print("\n".join(lines))
