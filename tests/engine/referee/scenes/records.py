"""Check that every recorded play or decision follows from the position of the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.position import Position
from engine.referee.verdicts import Decision, Discard, Move, Takeback, Verdict


def out_of_order(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A line for each verdict with a position that does not follow from the previous position.

    A move or discard is by the seat whose turn the position before it has, unless it was made out of turn and
    leaves the turn where it was. An amendment replaces the record in force, and a takeback leads back to the
    position before the play that it takes back.
    """
    before: list[tuple[int, Position | None]] = []
    for verdict in verdicts:
        match verdict:
            case Move() | Discard():
                yield from _played(verdict, before)
                before.append((verdict.n, verdict.position))
            case Takeback():
                if not before or before[-1][0] != verdict.n:
                    yield f"takeback of play {verdict.n} at {verdict.t:.3f}, which is not the last in force"
                del before[-1:]
                here = before[-1][1] if before else None
                if here is not None and here != verdict.position:
                    there = verdict.position.line()
                    yield f"the takeback at {verdict.t:.3f} leads to {there}, not {here.line()}"
            case Decision():
                before.append((-1, verdict.position))
            case _:
                pass


def _played(verdict: Move | Discard, before: list[tuple[int, Position | None]]) -> Iterator[str]:
    if isinstance(verdict, Move) and verdict.amends is not None:
        if not before or before[-1][0] != verdict.amends:
            yield f"play {verdict.n} amends {verdict.amends}, which is not the last in force"
        del before[-1:]
    here = before[-1][1] if before else None
    if here is None:
        return
    if here.turn != verdict.seat and here.turn != verdict.position.turn:
        yield f"play {verdict.n} is by seat {verdict.seat}, and it is the turn of seat {here.turn}"
    if isinstance(verdict, Discard) and verdict.position.bits != here.bits:
        yield f"discard {verdict.n} changes the position {here.line()} to {verdict.position.line()}"
