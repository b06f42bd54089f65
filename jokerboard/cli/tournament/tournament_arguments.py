"""The actions of `jokerboard tournament` and their arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from jokerboard.cli.arguments import add_options
from jokerboard.tournament.event.model import Order, System
from jokerboard.tournament.paper import export, sheets

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
    add_options(
        registering,
        (
            "--columns",
            "LIST",
            _columns,
            None,
            "the columns, such as team,player1,player2; other words skip one",
        ),
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
    _result(action("result", "enter a table's result, or correct one with a reason"))
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


def _result(parser: argparse.ArgumentParser) -> None:
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
