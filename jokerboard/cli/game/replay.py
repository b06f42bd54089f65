"""`jokerboard replay`: the referee's verdicts for a recorded trace (contract, sections 2 to 4)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from engine.geometry import Board
from engine.position import Position
from engine.referee.errors import RefereeError
from engine.referee.trace import Header, Replayed, replay
from engine.referee.verdicts import Verdict, to_json
from jokerboard.cli.game.explained_trace import explain
from jokerboard.host.errors import UsageError
from jokerboard.host.text_files import text_file
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.sentences import Speaker


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a trace, JSON lines")
    parser.add_argument("--json", action="store_true", help="verdicts as JSON lines, not as sentences")
    parser.add_argument(
        "--lights", action="store_true", help="also every change of the lights, as JSON lines"
    )

    parser.add_argument(
        "--explain", action="store_true", help="the ranked readings behind each verdict, with their costs"
    )
    parser.add_argument("--at", metavar="T", type=float, help="with --explain: only at that time, in seconds")
    parser.add_argument(
        "--instead", metavar="PLAY", help='with --explain: what speaks against that play, as "5D A8-A13"'
    )


def run(args: argparse.Namespace) -> int:
    """Print the verdicts; if the trace is malformed, print none and raise the error."""
    if args.instead is not None and not args.explain:
        raise UsageError("--instead PLAY goes with --explain; give both")
    try:
        with text_file(args.file, "", "give the path of a trace, JSON lines") as text:
            trace = map(_of_the_trace, text.splitlines(keepends=True))
            if args.explain:
                said = list(explain(trace, args.at, args.instead))
            else:
                said = list(_said(replay(trace), args.json, args.lights))
    except RefereeError as error:
        raise UsageError(f"{args.file}: {error}") from error
    for text in said:
        print(text)
    return 0


def _of_the_trace(line: str) -> str:
    """The line; "" in place of a line that only scenarios have (`tests/scenarios`)."""
    return "" if line.startswith(('{"about"', '{"expect"')) else line


def _said(steps: Iterator[Replayed | Header], as_json: bool, with_lights: bool) -> Iterator[str]:
    header = next(steps)
    assert isinstance(header, Header)
    board = header.table.board
    log = GameLog(header.position, Speaker(board, {}))
    for step in steps:
        assert isinstance(step, Replayed)
        for verdict in step.said:
            yield _json(verdict, board) if as_json else _sentence(verdict, log)
        if with_lights and step.lights is not None:
            yield json.dumps({"t": round(step.t, 6), "lights": step.lights})


def _json(verdict: Verdict, board: Board) -> str:
    return json.dumps(to_json(verdict, board) | {"t": round(verdict.t, 6)}, ensure_ascii=False)


def _sentence(verdict: Verdict, log: GameLog) -> str:
    said = log.take(verdict)
    after: Position | None = getattr(verdict, "position", None)
    where = "" if after is None else f"  [{after.line()}]"
    return f"{verdict.t:9.3f}  {said.text}{where}"
