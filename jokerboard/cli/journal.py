"""`jokerboard journal`: list, show, verify, export, back up and import the games of a table."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.text import counted
from jokerboard.cli.arguments import add_state, writing
from jokerboard.host.errors import JokerboardError, UsageError
from jokerboard.host.files import read_json
from jokerboard.host.sqlite_backup import back_up
from jokerboard.host.wall_clock import local_text
from jokerboard.journal.checkpoint import Head, HeadFile, head_path
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import GameLine, check, games, is_fresh, records
from jokerboard.journal.games.replay_check import contradictions
from jokerboard.journal.records import CLOCK_UNSET, Record, has_time
from jokerboard.journal.signature import FILE as KEY
from jokerboard.journal.signature import SignedHead, signer_in
from jokerboard.journal.store import FILE

FORMATS = ("record", "jsonl", "csv", "trace")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions list, show, verify, key, export, backup and import."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = actions.add_parser("list", help="list the games, one a line")
    showing = actions.add_parser("show", help="print the records of a game as JSON lines")
    showing.add_argument("game", type=int, nargs="?", metavar="GAME", help="game number (default: the last)")
    verifying = actions.add_parser("verify", help="check every record and the chain between them")
    verifying.add_argument(
        "--signed",
        type=Path,
        metavar="FILE",
        help="also compare with the signed records from `director keys > FILE`",
    )
    showing_key = actions.add_parser("key", help="print the table's public key; make one if there is none")
    exporting = actions.add_parser("export", help="print games as game records, JSON lines, CSV or a trace")
    exporting.add_argument(
        "game", type=int, nargs="?", metavar="GAME", help="game number (default: all games)"
    )
    exporting.add_argument("--format", choices=FORMATS, default="record", help="(default record)")
    exporting.add_argument("--out", type=Path, metavar="FILE", help="a new file (default: standard output)")
    backup = actions.add_parser("backup", help="copy the journal to a new file, also while the table runs")
    backup.add_argument("file", type=Path, metavar="FILE")
    importing = actions.add_parser("import", help="make a journal in a new --state from JSON lines")
    importing.add_argument("file", type=Path, metavar="FILE", help="JSON lines of `export --format jsonl`")
    for action in (listing, showing, verifying, exporting, backup, importing, showing_key):
        add_state(action)
    listing.add_argument("--json", action="store_true", help="as JSON lines")


def run(args: argparse.Namespace) -> int:
    """Run the action; return 1 if `verify` found a fault, else 0. Raise JournalError on a damaged journal."""
    if args.action == "import":
        return _import(args.file, args.state)
    if args.action == "key":
        return _key(args.state)
    path = args.state / FILE if args.state.is_dir() or not args.state.exists() else args.state
    if not path.exists() or is_fresh(path):
        raise JournalError(f"there is no journal at {path}; give the table's --state directory")
    match args.action:
        case "list":
            _list(path, args.json)
        case "show":
            _show(path, args.game)
        case "verify":
            return _verify(path, args.signed)
        case "backup":
            back_up(path, args.file)
            _keep_head(args.file)
            print(
                f"{path} is copied to {args.file}, its end to {head_path(args.file)};"
                " to restore, copy both back while no table runs"
            )
        case "export":
            _export(path, args.game, args.format, args.out)
    return 0


def _list(path: Path, as_json: bool) -> None:
    for line in games(path):
        print(_json(line) if as_json else _text(line))


def _json(line: GameLine) -> str:
    data = line.header.data
    brief = {key: data[key] for key in ("id", "begun", "rules", "players", "mode", "cards", "names")}
    mark = {} if has_time(data) else CLOCK_UNSET
    found = {"game": line.header.game, **brief, **mark, "plays": line.plays, "ended": line.ended}
    return json.dumps({**found, "winner": list(line.winner)}, ensure_ascii=False)


def _text(line: GameLine) -> str:
    data = line.header.data
    won = f"won by {' and '.join(line.winner)}" if line.winner else "ended, won by nobody"
    end = {None: "in progress", "won": won}.get(line.ended, line.ended)
    when = local_text(data["begun"])
    mark = "" if has_time(data) else " (the clock was not set)"
    return (
        f"{line.header.game:4}  {data['id']}  {when}{mark}  {data['rules']} for {data['players']}, "
        f"{counted(line.plays, 'play')}, {end}"
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


def _keep_head(copy: Path) -> None:
    """Write a checkpoint beside a copied journal; with it, records missing at the end are detected."""
    found = check(copy)
    HeadFile(copy, Head(found.records, found.hash)).close()


def _key(state: Path) -> int:
    """Print the table's public key, made if there is none; return 0."""
    print(signer_in(state / KEY).public)
    return 0


def _signed(path: Path, file: Path) -> bool:
    """Compare the journal with the signed records in `file`, a line for each.

    Return True if any differs or `file` has no signature of this journal.
    """
    try:
        tables = read_json(file)
        heads = [SignedHead.parse(one) for table in tables.values() for one in table["heads"].values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{file} has no signed records; write it with: jokerboard director keys") from error
    wrong = False
    hashes = {record.n: record.hash for record in records(path)}
    mine = hashes.get(1, "")[:16]
    found = [head for head in heads if head is not None and head.journal == mine]
    for head in found:
        if not head.is_good():
            print(f"the signature of record {head.n} is wrong: {file} was changed")
        elif head.n not in hashes:
            print(f"record {head.n} is missing, although the table signed it with the key {head.key}")
        elif hashes[head.n] != head.hash:
            print(f"record {head.n} differs from the record signed with {head.key}: the log was rewritten")
        else:
            print(f"record {head.n} and all earlier records are as signed with {head.key}")
            continue
        wrong = True
    if not found:
        print(f"{file} has no signature of this journal")
    return wrong or not found


def _verify(path: Path, signed: Path | None) -> int:
    """Check records and hash chain, then the games, then the signatures in `signed`, if given.

    Return 1 if a game or a signature has a fault, else 0; raise JournalError on a broken chain.
    """
    found = check(path)
    if found.lost:
        numbers = ", ".join(map(str, found.lost[:10])) + (" ..." if len(found.lost) > 10 else "")
        whole = found.records - len(found.lost)
        print(f"{os.fspath(path)}: {whole} records as they were written, {len(found.lost)} lost: {numbers}")
    else:
        print(f"{os.fspath(path)}: {found.records} records, every one as it was written")
    print(f"last hash {found.hash}")
    if not head_path(path).exists():
        print(f"{head_path(path)} is missing: without it, records missing at the end cannot be detected")
    found_wrong = list(contradictions(records(path)))
    for one in found_wrong:
        print(f"record {one.n} contradicts the rules: in game {one.game}, {one.text}")
    if found_wrong:
        print("The hash chain is whole: the program made a mistake, or somebody rewrote the log.")
    differs = _signed(path, signed) if signed is not None else False
    return 1 if found_wrong or differs else 0


def _export(path: Path, game: int | None, form: str, out: Path | None) -> None:
    lines = _lines(path, game, form)
    if out is None:
        for line in lines:
            print(line)
        return
    with writing(out, "give another --out"):
        try:
            file = out.open("x", encoding="utf-8")
        except FileExistsError as error:
            raise UsageError(f"{out} exists already; give the name of a new file") from error
        with _no_half_of(out), file:
            file.writelines(f"{line}\n" for line in lines)


@contextmanager
def _no_half_of(out: Path) -> Iterator[None]:
    """Remove `out` if the export fails, because a partial file would block the next export."""
    try:
        yield
    except BaseException:
        out.unlink(missing_ok=True)
        raise


def _lines(path: Path, game: int | None, form: str) -> Iterator[str]:
    from jokerboard.journal.games.export import csv_lines, json_lines, trace_lines

    if form == "jsonl":
        return json_lines(records(path, game))
    if form == "csv":
        return csv_lines(_games(path, game))
    if form == "record":
        return _game_records(_games(path, game))
    if game is None:
        raise UsageError("a trace holds one game; give the number of a game from `jokerboard journal list`")
    return trace_lines(next(iter(_games(path, game))))


def _game_records(found: Iterable[list[Record]]) -> Iterator[str]:
    from engine.records.text import print_record
    from jokerboard.journal.games.game_record import game_record

    for some in found:
        yield print_record(game_record(some))


def _games(path: Path, game: int | None) -> Iterator[list[Record]]:
    """The records of one game, or of each game; raise JournalError for a game whose header is lost."""
    numbers = [line.header.game for line in games(path)] if game is None else [game]
    for number in numbers:
        yield list(records(path, number))


def _import(file: Path, state: Path) -> int:
    from jokerboard.journal.importing import import_lines

    try:
        with file.open(encoding="utf-8") as lines:
            found = import_lines(lines, str(file), state)
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not a text in UTF-8; give lines of `export --format jsonl`") from error
    except OSError as error:
        if isinstance(error, JokerboardError):
            raise
        raise UsageError(f"{file}: {error.strerror}; give the path of a file of JSON lines") from error
    print(f"{found.records} records imported into {state / FILE}")
    return 0
