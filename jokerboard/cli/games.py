"""`jokerboard games`: check, show, count and analyse game records (docs/game-record.md).

The analysis shows each team's chance after every play, and the plays that cost most. If a record has the
seed of its shuffles, the hands follow from it, and each play is compared with the other plays that the
hand allowed. Without the seed the analysis has only the graph, computed from the marbles alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import median

from engine.errors import RecordError
from engine.geometry import seat_letter
from engine.position import board_text
from engine.records.record import Laid, Passed, Record
from engine.records.recorded_game import Fault, Judged, judge
from engine.records.statistics import Stats, Tally, stats
from engine.records.text import entry_text, parse_records, print_records
from engine.strategy.analysis import Json, analysed
from engine.text import counted
from jokerboard.host.errors import UsageError
from jokerboard.host.text_files import text_file
from jokerboard.journal.games.sentences import worded


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions check, show, stats and analyse."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    checking = actions.add_parser("check", help="check that every play is legal; report why if not")
    showing = actions.add_parser("show", help="print the last position as a board, or every position")
    counting = actions.add_parser("stats", help="count bumps, cards and turns over many games")
    analysing = actions.add_parser(
        "analyse", help="print each team's chance after each play, and costly plays"
    )
    for action in (checking, showing, counting, analysing):
        action.add_argument(
            "files", type=Path, nargs="+", metavar="FILE", help="files of game records; - is standard input"
        )
    showing.add_argument("--game", type=int, metavar="N", help="show only the Nth game of all files")
    showing.add_argument("--plays", action="store_true", help="show every play with the position after it")
    showing.add_argument("--text", action="store_true", help="print the game record in its standard form")
    checking.add_argument("--json", action="store_true", help="print one JSON object for each game")
    counting.add_argument("--json", action="store_true", help="print the counts as one JSON object")
    analysing.add_argument("--json", action="store_true", help="print one JSON object for each game")


def run(args: argparse.Namespace) -> int:
    """Print the result of the action; return 1 if `check` found a fault, else 0.

    Raise UsageError if a file is unreadable.
    """
    games = [(path, n, record) for path in args.files for n, record in enumerate(read_records(path), 1)]
    if args.action == "check":
        return _check(games, args.json)
    if args.action == "analyse":
        for path, n, record in games:
            print("\n".join(analysis_lines(f"{path} game {n}", record, args.json)))
        return 0
    if args.action == "stats":
        found = stats(record for _, _, record in games)
        print(json.dumps(_data(found)) if args.json else "\n".join(_table(found)))
        return 0
    if args.game is not None:
        if not 1 <= args.game <= len(games):
            raise UsageError(f"there is no game {args.game}: the files hold {counted(len(games), 'game')}")
        games = [games[args.game - 1]]
    show: Callable[[Record], str] = _plays if args.plays else _board
    texts = (show(record) for _, _, record in games)
    print(print_records(tuple(game[2] for game in games)) if args.text else "\n\n".join(texts), end="")
    if not args.text:
        print()
    return 0


def _check(games: Iterable[tuple[Path, int, Record]], as_json: bool) -> int:
    bad = 0
    for path, n, record in games:
        judged = judge(record)
        bad += judged.fault is not None
        print(json.dumps(_check_data(path, n, judged)) if as_json else _check_text(path, n, judged))
    return 1 if bad else 0


def _check_text(path: Path, n: int, judged: Judged) -> str:
    record, fault = judged.record, judged.fault
    if fault is None:
        known = "hands judged too" if record.seed is not None else "hands not known"
        return f"{path} game {n}: {counted(_turns(record), 'play')}, all legal ({known}); {_end(record)}"
    what = f"play {fault.turn}, {entry_text(fault.entry, record)}" if fault.entry else "at the end"
    return f"{path} line {fault.line}: game {n}, {what}: {fault.text}\n    in {fault.position}"


def _check_data(path: Path, n: int, judged: Judged) -> dict[str, object]:
    record, fault = judged.record, judged.fault
    data: dict[str, object] = {"file": str(path), "game": n, "plays": _turns(record), "legal": fault is None}
    if fault is None:
        return {**data, "position": judged.position.line()}
    return {**data, "fault": _fault_data(fault, record)}


def _fault_data(fault: Fault, record: Record) -> dict[str, object]:
    return {
        "line": fault.line,
        "n": fault.turn,
        "play": entry_text(fault.entry, record) if fault.entry else None,
        "code": fault.code,
        "text": fault.text,
        "position": fault.position.line(),
    }


def _heading(record: Record) -> str:
    names = ", ".join(record.name(seat) for seat in record.start.seats)
    about = [value for name, value in record.tags if len(name) > 1]
    return "; ".join((f"{record.rules.name}: {names}", *about, counted(_turns(record), "play"), _end(record)))


def _board(record: Record) -> str:
    judged = judge(record)
    return "\n".join((_heading(record), *_stopped(judged), board_text(judged.position)))


def _plays(record: Record) -> str:
    judged = judge(record)
    texts = [entry_text(entry, record) for entry in record.entries[: len(judged.positions) - 1]]
    width = max(map(len, texts), default=0)
    lines = [f"{'':{width}}  {judged.positions[0]}"]
    lines += [f"{text:{width}}  {after}" for text, after in zip(texts, judged.positions[1:], strict=True)]
    return "\n".join((_heading(record), *lines, *_stopped(judged)))


def _stopped(judged: Judged) -> Iterator[str]:
    """One line about the first fault of the record, where judging it ended; no line if it has no fault."""
    fault = judged.fault
    if fault:
        what = f"play {fault.turn}, {entry_text(fault.entry, judged.record)}" if fault.entry else "at the end"
        yield f"line {fault.line}: {what}: {fault.text}"


def _end(record: Record) -> str:
    if record.winners:
        return f"{' and '.join(map(record.name, record.winners))} won"
    return "given up" if record.abandoned else "unfinished"


def _turns(record: Record) -> int:
    return sum(isinstance(entry.event, Laid | Passed) for entry in record.entries)


_COLUMNS = ("turns", "plays", "discards", "passes", "splits", "out", "home", "sent", "pushed")


def _table(found: Stats) -> Iterator[str]:
    lengths = sorted(found.lengths)
    yield f"{counted(found.games, 'game')}: {found.won} won, {found.abandoned} given up"
    yield f"turns a game: {lengths[0]} to {lengths[-1]}, median {median(lengths):g}"
    bumps = found.total.sent / found.games
    yield f"marbles sent to START: {found.total.sent}, {bumps:.1f} a game"
    yield ""
    yield f"{'':6}{''.join(f'{name:>9}' for name in (*_COLUMNS, 'won'))}"
    for seat, tally in found.seats.items():
        yield _row(seat_letter(seat), tally, (*_COLUMNS, "won"))
    yield _row("all", found.total, _COLUMNS)
    yield ""
    yield f"{'card':6}{''.join(f'{name:>9}' for name in _COLUMNS)}"
    for rank, tally in found.ranks.items():
        yield _row(rank, tally, _COLUMNS)


def _row(name: str, tally: Tally, columns: Iterable[str]) -> str:
    return f"{name:6}{''.join(f'{getattr(tally, column):9}' for column in columns)}"


def _data(found: Stats) -> dict[str, object]:
    data = asdict(found)
    data["seats"] = {seat_letter(seat): tally for seat, tally in data["seats"].items()}
    data["wins"] = {"".join(map(seat_letter, team)): count for team, count in found.wins.items()}
    return data


LARGEST = 64_000_000
"""The size in bytes of the largest file that is accepted; one game takes about ten thousand."""


def read_records(path: Path) -> tuple[Record, ...]:
    """All games in the file, or in standard input if it is `-`.

    Raise UsageError with the file, the line and the fault if it is unreadable or malformed.
    """
    try:
        with text_file(path, "", "give files of game records, or - to read one", LARGEST) as text:
            return parse_records(text)
    except RecordError as error:
        raise UsageError(f"{path} {error}") from error


_WIDTH = 40


def analysis_lines(heading: str, record: Record, as_json: bool) -> Iterator[str]:
    """The analysis of one record, as lines or as one line of JSON."""
    found = analysed(record)
    yield from [json.dumps({"game": heading, **found})] if as_json else _text(heading, worded(found, record))


def _text(heading: str, found: Json) -> Iterator[str]:
    if not found["hands"]:
        yield f"{heading}: the hands are not known, so the graph is computed from the marbles alone"
        yield from _graph(found)
        return
    yield f"{heading}: chance of each team after every action"
    yield from _graph(found)
    for name, cost, luck in zip(found["teams"], found["costs"], found["luck"], strict=True):
        yield f"{name}: costly plays {100 * cost:.0f} %, luck {100 * luck:+.0f} %"
    for one in found["mistakes"]:
        cost = f"action {one['action']} cost {100 * one['cost']:.0f} %"
        yield f"{cost}: {one['said']}; better: {one['instead']}"


def _graph(found: Json) -> Iterator[str]:
    """One line for each action: the first team's chance as a bar, and all chances as numbers."""
    for number, now in enumerate(found["chances"][1:], 1):
        bar = "#" * round(_WIDTH * now[0])
        numbers = " ".join(
            f"{name} {100 * part:3.0f} %" for name, part in zip(found["teams"], now, strict=True)
        )
        yield f"{number:5} |{bar:{_WIDTH}}| {numbers}"
