"""Explain the referee's verdicts: for a trace and a time, the ranked readings with their steps and costs.

Each reading shows one hypothesis of what was seen up to then. The cheapest is accepted; the distance of the
next one shows how certain that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from engine.geometry import Board
from engine.play import Play
from engine.position import Position
from engine.referee.decode.readings import Reading, Step
from engine.referee.machine import Referee
from engine.referee.trace import fed, read_event, read_header
from engine.referee.verdicts import NextTurn, Verdict, to_json

REASONS = {
    "played": "a play is made",
    "choice": "it is one of several that the card allows",
    "not_yet": "what looks like a play is none yet",
    "rare": "a play is made that only an unseen Joker explains",
    "reopened": "the play made last is not over yet",
    "reopened_late": "although the next card lies there",
    "passed": "a card is not played",
    "repeated": "a card read again is another one like it",
    "adjusted": "a marble goes back where it stood",
    "kept": "after a long time in a hand",
    "stale": "a marble moves on that was up for very long",
    "amidst": "while another marble is up",
    "touched": "a hole is brushed",
    "alone": "with no hand beside",
    "snatched": "a marble comes where another one has just left",
    "blinked": "a marble comes where another one was gone for a moment",
    "sleeve": "rather a sleeve than a hand",
    "quick": "faster than a hand goes",
    "overtaken": "past one that has just left the hole beside",
    "slid": "it was seen in two holes at once",
    "owed_astray": "a bumped marble goes where it does not belong",
    "lagging": "it was seen in two holes for long",
    "felt": "a hole felt the marble beside it",
    "ghost": "a hole fills, and nobody had a marble",
    "vanished": "a hole empties whose marble nobody knows",
    "swapped": "a marble takes the place of one of its colour",
    "strayed": "another's marble is set down where it does not belong",
    "overstepped": "a marble goes where the card does not bring it",
    "unasked": "a marble goes elsewhere before its card is read",
    "ahead": "though it was up before the turn began",
    "eager": "a marble is taken that was up before the turn began",
    "held": "a play is not complete while nothing moves",
    "early": "a card is read before its turn",
    "faulty": "a sensor is faulty, and only this play tells so",
    "faulty_shown": "a sensor is faulty, as a marble from nowhere tells",
    "one_more": "a sensor is faulty, as there is no such marble",
    "setback": "a marble goes back unseen, though the card brings another one ahead",
    "astray": "a card is laid at another seat's reader",
    "overruled": "a person says that it is not so",
    "lively": "a suspected sensor changes",
    "hidden": "a marble goes unseen by a suspected sensor",
    "lifted": "a marble of the mover's is up",
    "on_its_way": "a marble is on its way",
    "part": "a part of a play is made",
    "some_part": "a part of some play is made",
    "perhaps": "a marble stands where some card may bring it",
    "strolling": "a Joker is carried along",
    "mistaken": "a marble stands where the card does not bring it",
    "beyond": "no play of the card does both",
    "bumped": "a bumped marble stands where it does not belong",
    "foreign": "another's marble stands where it does not belong",
    "put_away": "a marble is in START before it is taken",
    "meddled": "another's marble is up",
    "put_away_first": "and nothing else was touched",
    "overlaps": "a marble is played by the next card already",
    "strange": "a marble stands in another's START or lane",
}
"""Each entry of the cost table in words."""
SHOWN = 4
"""The number of readings shown."""
STEPS = 8
"""The newest steps shown of each reading."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One reading in words: its last play, how much less likely it is than the first, and why."""

    last: str
    more: float
    steps: tuple[tuple[float | None, str, float | None, str], ...]
    """When (None: as the board stands now), in which hole, the cost, and the reason."""
    before: Position | None
    """The position before the last play; None if nothing has been played."""
    play: Play | None
    """The last play; None for a discard of an unknown card too."""


def explained(referee: Referee, board: Board) -> tuple[Explained, ...]:
    """The likeliest readings at this moment, the likeliest first."""
    ranked = referee.readings[:SHOWN]
    return tuple([_explained(reading, ranked[0].cost, board) for reading in ranked])


def _explained(reading: Reading, least: float, board: Board) -> Explained:
    after = f"[{reading.plays[-1]}]" if reading.plays else "nothing played yet"
    last = after if reading.play is None else f"{reading.play.text(board)}  {after}"
    steps = [
        (each[0].t, _where(each[0], board), sum(step.cost for step in each), _reason(each[0].name, len(each)))
        for each in _grouped(reading.steps)[-STEPS:]
    ]
    now = [(None, "", None, REASONS[name]) for name in reading.board]
    return Explained(last, reading.cost - least, (*steps, *now), reading.before, reading.play)


def _grouped(steps: Iterable[Step]) -> list[list[Step]]:
    """The steps with equal neighbours combined."""
    return [list(equal) for _, equal in groupby(steps, key=lambda step: (step.name, step.hole))]


def _where(step: Step, board: Board) -> str:
    return "" if step.hole is None else board.name(step.hole)


def _reason(name: str, times: int) -> str:
    return REASONS[name] if times == 1 else f"{REASONS[name]} ({times} times)"


def explain(lines: Iterable[str], at: float | None = None) -> Iterator[str]:
    """The readings after each verdict, or only at time `at`; TraceError for a malformed trace."""
    numbered = ((n, line) for n, line in enumerate(lines, 1) if line.strip())
    header = read_header(next(numbered, (1, ""))[1])
    referee, board = header.referee(), header.table.board
    for number, line in numbered:
        event = read_event(line, number, board)
        while (due := referee.deadline) is not None and due < event.t:
            if at is not None and due > at:
                break
            yield from _after(referee, board, referee.advance(due), at)
        if at is not None and event.t > at:
            break
        yield from _after(referee, board, fed(referee, event, number), at)
    if at is not None:
        yield f"{at:9.3f}  {referee.position}"
        yield from _readings(referee, board)


def _after(referee: Referee, board: Board, said: list[Verdict], at: float | None) -> Iterator[str]:
    if at is not None:
        return
    for verdict in said:
        if not isinstance(verdict, NextTurn):
            written = to_json(verdict, board)
            shown = {key: value for key, value in written.items() if key not in ("t", "kind", "owing")}
            yield f"{verdict.t:9.3f}  {written['kind']} {shown}"
            yield from _readings(referee, board)


def _readings(referee: Referee, board: Board) -> Iterator[str]:
    for rank, each in enumerate(explained(referee, board), 1):
        yield f"           {rank}. {'' if rank == 1 else f'+{each.more:.2f} '}{each.last}"
        for t, hole, cost, reason in each.steps:
            when = f"{'now':9}" if t is None else f"{t:9.3f}"
            yield f"              {when} {hole:>4} {'     ' if cost is None else f'{cost:+5.2f}'}  {reason}"
