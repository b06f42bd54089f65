"""`jokerboard replay`: the referee's verdicts for a recorded trace (docs/formats.md, sections 2 to 4)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path

from engine.errors import RefereeError
from engine.geometry import Board
from engine.position import Position
from engine.referee import events as ev
from engine.referee.machine import Referee
from engine.referee.verdicts import NextTurn, Verdict
from jokerboard.cli.arguments import add_options
from jokerboard.host.errors import UsageError
from jokerboard.host.text_files import text_file
from jokerboard.journal.games.dispute import disputed
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.readings import explained
from jokerboard.journal.games.sentences import Speaker
from jokerboard.journal.games.trace import Header, Replayed, fed, read_event, read_header, replay


def explain(lines: Iterable[str], at: float | None = None, instead: str | None = None) -> Iterator[str]:
    """Lines that explain the referee's verdicts on a trace. Raise TraceError if a line is malformed.

    Each verdict is followed by the hypotheses about what the players did, the likeliest first. With `at` or
    `instead`, the lines show only the position and the hypotheses at the time `at` (default: the end of the
    trace). `instead` is the notation of another play; the reasons against it follow.
    """
    numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
    header = read_header(next(numbered, (1, ""))[1])
    board = header.table.board
    read: Iterator[tuple[int, ev.Event]] = ((n, read_event(line, n, board)) for n, line in numbered)
    events = read if at is None else takewhile(lambda each: each[1].t <= at, read)
    speaker = Speaker(board, {})
    if instead is None and at is None:
        yield from _each_verdict(header, events, speaker)
        return
    until = list(events)
    end = at if at is not None else until[-1][1].t if until else 0.0
    until.append((0, ev.Tick(end)))
    referee = header.referee()
    for number, event in until:
        fed(referee, event, number)
    yield f"{end:9.3f}  {referee.position}"
    yield from _readings(referee, speaker)
    if instead is not None:
        yield from (f"           {line}" for line in disputed(header, until, instead, speaker))


def _each_verdict(header: Header, events: Iterable[tuple[int, ev.Event]], speaker: Speaker) -> Iterator[str]:
    referee, log = header.referee(), GameLog(header.position, speaker)
    for number, event in events:
        while (due := referee.deadline) is not None and due < event.t:
            yield from _after(referee, referee.advance(due), log, speaker)
        yield from _after(referee, fed(referee, event, number), log, speaker)


def _after(referee: Referee, verdicts: list[Verdict], log: GameLog, speaker: Speaker) -> Iterator[str]:
    for verdict in verdicts:
        sentence = log.take(verdict).text
        if not isinstance(verdict, NextTurn):
            yield f"{verdict.t:9.3f}  {sentence}"
            yield from _readings(referee, speaker)


def _readings(referee: Referee, speaker: Speaker) -> Iterator[str]:
    for rank, each in enumerate(explained(referee, speaker), 1):
        after = "" if each.position is None else f"  [{each.position}]"
        yield f"           {rank}. {'' if rank == 1 else f'+{each.more:.2f} '}{each.play}{after}"
        yield from (f"              {seen}" for seen in each.seen)
        for step in each.steps:
            when = f"{'now':9}" if step.t is None else f"{step.t:9.3f}"
            cost = "     " if step.cost is None else f"{step.cost:+5.2f}"
            yield f"              {when} {step.hole:>4} {cost}  {step.text}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the trace to replay, in JSON lines")
    add_options(
        parser,
        ("--json", "print the verdicts as JSON lines, not as sentences"),
        ("--lights", "also print every change of the lights, as JSON lines"),
        ("--explain", "print the hypotheses behind each verdict, ranked, with their costs"),
        ("--at", "T", float, None, "with --explain: the hypotheses at T seconds only"),
        ("--instead", "PLAY", str, None, 'with --explain: the reasons against a play, such as "5D A8-A13"'),
    )


def run(args: argparse.Namespace) -> int:
    """Print the verdicts; raise UsageError, before any is printed, if the trace is malformed."""
    if args.instead is not None and not args.explain:
        raise UsageError("--instead PLAY explains nothing without --explain; give both")
    try:
        with text_file(args.file, "", "give the path of a trace in JSON lines") as text:
            trace = map(_of_the_trace, text.splitlines(keepends=True))
            if args.explain:
                lines = list(explain(trace, args.at, args.instead))
            else:
                lines = list(_verdict_lines(replay(trace), args.json, args.lights))
    except RefereeError as error:
        raise UsageError(f"{args.file}: {error}") from error
    for text in lines:
        print(text)
    return 0


def _of_the_trace(line: str) -> str:
    """The line of a trace; "" for a line of a scenario file (`tests/scenarios`) that no trace has."""
    return "" if line.startswith(('{"about"', '{"expect"')) else line


def _verdict_lines(steps: Iterator[Replayed | Header], as_json: bool, with_lights: bool) -> Iterator[str]:
    header = next(steps)
    assert isinstance(header, Header)
    board = header.table.board
    log = GameLog(header.position, Speaker(board, {}))
    for step in steps:
        assert isinstance(step, Replayed)
        for verdict in step.verdicts:
            yield _json(verdict, board) if as_json else _sentence(verdict, log)
        if with_lights and step.lights is not None:
            yield json.dumps({"t": round(step.t, 6), "lights": step.lights})


def _json(verdict: Verdict, board: Board) -> str:
    return json.dumps(to_json(verdict, board) | {"t": round(verdict.t, 6)}, ensure_ascii=False)


def _sentence(verdict: Verdict, log: GameLog) -> str:
    announced = log.take(verdict)
    after: Position | None = getattr(verdict, "position", None)
    where = "" if after is None else f"  [{after.line()}]"
    return f"{verdict.t:9.3f}  {announced.text}{where}"
