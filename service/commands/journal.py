"""`jokerboard journal`: list the games of a journal, show one's records, verify the whole file."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from service.commands.demo import DEFAULT_STATE
from service.errors import JournalError
from service.journal import FILE
from service.journal_file import GameLine, check, games, is_fresh, records


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare list, show and verify."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="the games, one a line")
    showing = actions.add_parser("show", help="the records of a game, as JSON lines")
    showing.add_argument("game", type=int, nargs="?", metavar="GAME", help="its number (default: the last)")
    verifying = actions.add_parser("verify", help="check every record and the chain between them")
    for action in (listing, showing, verifying):
        action.add_argument(
            "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="default ./state"
        )
    listing.add_argument("--json", action="store_true", help="as JSON lines")


def run(args: argparse.Namespace) -> int:
    """Print what is asked for; JournalError when the journal cannot be read."""
    path = args.state / FILE if args.state.is_dir() or not args.state.exists() else args.state
    if not path.exists() or is_fresh(path):
        raise JournalError(f"there is no journal at {path}; give the table's --state directory")
    match args.action:
        case "list":
            _list(path, args.json)
        case "show":
            _show(path, args.game)
        case "verify":
            _verify(path)
    return 0


def _list(path: Path, as_json: bool) -> None:
    for line in games(path):
        print(_json(line) if as_json else _text(line))


def _json(line: GameLine) -> str:
    data = line.header.data
    brief = {key: data[key] for key in ("id", "begun", "rules", "players", "mode", "cards", "names")}
    found = {"game": line.header.game, **brief, "plays": line.plays, "ended": line.ended}
    return json.dumps({**found, "winner": list(line.winner)}, ensure_ascii=False)


def _text(line: GameLine) -> str:
    data = line.header.data
    end = {None: "in progress", "won": f"won by {' and '.join(line.winner)}"}.get(line.ended, line.ended)
    return (
        f"{line.header.game:4}  {data['id']}  {data['begun']}  {data['rules']} for {data['players']}, "
        f"{line.plays} plays, {end}"
    )


def _show(path: Path, game: int | None) -> None:
    if game is None:
        every = games(path)
        if not every:
            raise JournalError(f"{path} has no games yet")
        game = every[-1].header.game
    for record in records(path, game):
        whole = {"n": record.n, "game": record.game, "kind": record.kind.value, "data": record.data}
        print(json.dumps(whole, ensure_ascii=False))


def _verify(path: Path) -> None:
    found = check(path)
    print(f"{os.fspath(path)}: {found.records} records, every one as it was written")
    print(f"last hash {found.hash}")
