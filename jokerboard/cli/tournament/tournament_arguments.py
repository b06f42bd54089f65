"""The actions of `jokerboard tournament` and their arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from jokerboard.tournament.event.model import Order, System
from jokerboard.tournament.paper import export, sheets

DEFAULT_STATE = Path("director")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their arguments."""
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the director's store (./director)"
    )
    parser.add_argument("--by", default=None, metavar="NAME", help="who does it; kept with every event")
    actions_ = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, help_: str) -> argparse.ArgumentParser:
        return actions_.add_parser(name, help=help_, description=help_)

    _settings(action("new", "create a tournament"), new=True)
    _settings(action("change", "change the settings"), new=False)
    registering = action("register", "register the teams of a CSV file, all or none")
    registering.add_argument("file", type=Path)
    registering.add_argument(
        "--columns", type=_columns, metavar="LIST",
        help="the columns by their order, as team,player1,player2; any other word leaves a column out",
    )  # fmt: skip
    registering.add_argument(
        "--no-header", action="store_true", help="with --columns: the first line is a team already"
    )
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
    action("unregister", "take all teams off the list, before the first round is paired").add_argument(
        "--reason", required=True
    )
    resting = action("bye", "a team does not play in the next round; --points are for it")
    resting.add_argument("team")
    resting.add_argument("--points", type=int, default=1)
    resting.add_argument("--reason", required=True)
    action("no-bye", "a team plays in the next round after all").add_argument("team")
    action("close", "finish with the tournament, so that another can be created here").add_argument(
        "--reason", default=""
    )
    action("return", "a withdrawn team plays again").add_argument("team")
    linking = action(
        "tables", "which table of the hall's log stands where: 1=oak 2=elm; without, what is known"
    )
    linking.add_argument("link", nargs="*", help="a table's number, and what the hall calls it")
    penalty = action("penalty", "points off a team; with a minus, the penalty is taken back")
    penalty.add_argument("team")
    penalty.add_argument("points", type=int)
    penalty.add_argument("--reason", required=True)
    action("prizes", "what the places win, first place first").add_argument("prize", nargs="*")
    action("pair", "pair the next round")
    action("unpair", "cancel a pairing that was not started").add_argument("--reason", required=True)
    apart = action("apart", "teams that should not be paired with each other, such as a family")
    apart.add_argument("team", nargs="+")
    apart.add_argument("--reason", required=True)
    action("meet", "teams that were kept apart may meet again").add_argument("team", nargs="+")
    asking = action("why", "why the teams of a table meet: the statement that decided it")
    asking.add_argument("table", type=int)
    asking.add_argument("--round", type=int, metavar="N", help="an earlier round")
    swapping = action("exchange", "exchange two teams of a pairing that was not started")
    swapping.add_argument("team", nargs=2)
    swapping.add_argument("--reason", default="", help="why; without it, only what it would cost is printed")
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
    action("site", "the results as a folder of web pages without scripts").add_argument("folder", type=Path)
    action("import", "take in an exchange file: a whole tournament").add_argument("file", type=Path)
    exporting = action("export", "the whole tournament, for other programs")
    exporting.add_argument("what", choices=list(export.EXPORTS))
    exporting.add_argument("--out", type=Path, metavar="FILE", help="instead of standard output")


def _columns(text: str) -> list[str]:
    return text.casefold().split(",")


def _settings(parser: argparse.ArgumentParser, *, new: bool) -> None:
    parser.add_argument("name" if new else "--name")
    parser.add_argument("--system", choices=list(System))
    parser.add_argument("--teams", type=int, choices=(2, 3), help="teams at a table (2)")
    parser.add_argument("--players", type=int, metavar="N", help="players at a table (two a team)")
    parser.add_argument("--rules", help="the rule set (texas)")
    parser.add_argument(
        "--set", action="append", dest="house", metavar="SWITCH=VALUE", help="a house rule: rules switches"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of a Swiss (5)")
    parser.add_argument("--minutes", type=int, metavar="M", help="a round's time; 0 for no clock (60)")
    parser.add_argument("--order", choices=list(Order), help="what the lots follow (lot)")
    parser.add_argument(
        "--seed", type=int, help="what chance draws the lots from; told, so that all can check"
    )
    parser.add_argument("--place", help="where and when, for the sheets")
    parser.add_argument("--address", metavar="URL", help="the director's page, for the codes on the sheets")
    parser.add_argument("--delay-minutes", type=int, metavar="M", help="spectators see boards so late (0)")
    parser.add_argument("--delay-plays", type=int, metavar="N", help="spectators see plays so late (0)")


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
