"""The play of a machine player: the table asks people to carry it, and only this play counts in its turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import EngineError
from engine.geometry import Board
from engine.legal import apply
from engine.position import Position
from engine.referee.events import MachinePlay
from engine.referee.verdicts import Illegal, Verdict
from engine.table import Table
from engine.violation import Code

_KEPT = frozenset(
    {
        Code.BUMPED_MARBLE_MISPLACED,
        Code.MUST_PLAY,
        Code.NOT_YOUR_TURN,
        Code.PLAY_STANDS,
        Code.CARD_ALREADY_LAID,
        Code.CARD_SEEN_TWICE,
        Code.CARD_UNKNOWN,
        Code.BOARD_DISTURBED,
        Code.SPLIT_INCOMPLETE,
    }
)
"""Codes that are kept in a machine's turn, because they are more precise than `not-the-machines-play`."""


@dataclass(frozen=True, slots=True)
class Demanded:
    """The only result that counts in a position."""

    asked: MachinePlay
    before: Position
    after: Position


def demanded(table: Table, position: Position, asked: MachinePlay) -> Demanded | None:
    """The result that `asked` allows in that position; None if it is not a play there."""
    if asked.play is None or asked.at != position.turn:
        return None
    if not asked.play.legs:
        return Demanded(asked, position, position.with_turn(position.next_seat()))
    try:
        return Demanded(asked, position, apply(table, position, asked.play))
    except EngineError:
        return None


def renamed(
    said: Iterable[Verdict], demand: Demanded | None, position: Position, board: Board
) -> list[Verdict]:
    """The verdicts, with the code `not-the-machines-play` for a play other than the demanded one."""
    if demand is None or demand.asked.play is None or demand.before != position:
        return list(said)
    wanted = " ".join(leg.text(board) for leg in demand.asked.play.legs) or "nothing"
    text = f"That is not the machine's play; carry {wanted}, as the lights show."
    return [
        replace(verdict, code=Code.NOT_THE_MACHINES_PLAY.value, text=text)
        if isinstance(verdict, Illegal) and verdict.code not in _KEPT
        else verdict
        for verdict in said
    ]
