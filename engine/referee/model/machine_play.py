"""The play of a machine player: the table asks people to carry it, and only this play counts in its turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import EngineError
from engine.geometry import Board
from engine.legal import apply
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.events import MachinePlay
from engine.referee.verdicts import Illegal
from engine.table import Table
from engine.text import Text, listed
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
    """The only result that counts in a position, because a machine's play is demanded."""

    play: Play
    before: Position
    after: Position


def demanded(table: Table, position: Position, asked: MachinePlay) -> Demanded | None:
    """The result that `asked` allows in that position; None if it is not a play there."""
    if asked.play is None or asked.at != position.turn:
        return None
    if not asked.play.legs:
        return Demanded(asked.play, position, position.with_turn(position.next_seat()))
    try:
        return Demanded(asked.play, position, apply(table, position, asked.play))
    except EngineError:
        return None


def renamed(mistake: Illegal, demand: Demanded | None, board: Board) -> Illegal:
    """The verdict, with the code `not-the-machines-play` for a play other than the demanded one."""
    if demand is None or mistake.code in _KEPT:
        return mistake
    return replace(mistake, code=Code.NOT_THE_MACHINES_PLAY.value, text=_not_that(demand.play.legs, board))


def _not_that(legs: tuple[Leg, ...], board: Board) -> Text:
    """The sentence that people must carry the machine's `legs` instead."""
    if not legs:
        english = "That is not the machine's play: it discards. Put the marbles back as the lights show."
        return Text(english, "wrong-machine-discards")
    wanted = " ".join(leg.text(board) for leg in legs)
    english = f"That is not the machine's play; carry {wanted}, as the lights show."
    return Text(english, "wrong-machines-play", ways=listed((_way(leg, board) for leg in legs), "and"))


def _way(leg: Leg, board: Board) -> Text:
    """A leg as a text for people: `A8 to A11`."""
    source = Text("START", "start") if leg.source is None else board.name(leg.source)
    code = "way-exchanged" if leg.exchange else "way-from-to"
    return Text(leg.text(board), code, source=source, target=board.name(leg.target))
