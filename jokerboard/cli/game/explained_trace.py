"""`jokerboard replay --explain`: a trace's verdicts, each with the readings behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from engine.referee import events as ev
from engine.referee.machine import Referee
from engine.referee.trace import Header, fed, read_event, read_header
from engine.referee.verdicts import NextTurn, Verdict
from jokerboard.journal.games.dispute import disputed
from jokerboard.journal.games.game_log import GameLog
from jokerboard.journal.games.readings import explained
from jokerboard.journal.games.sentences import Speaker


def explain(lines: Iterable[str], at: float | None = None, instead: str | None = None) -> Iterator[str]:
    """Each verdict, followed by its readings, the likeliest first. Raise TraceError if a line is malformed.

    With `at`, only the verdicts at that time. With `instead`, the text of another play, the reasons against
    that play follow.
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


def _after(referee: Referee, said: list[Verdict], log: GameLog, speaker: Speaker) -> Iterator[str]:
    for verdict in said:
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
