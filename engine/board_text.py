"""A position drawn in letters, for a terminal or an e-mail: every side with its ring, HOME and START.

A   .  .  .  .  .  .  .  .  A  .  .  .  .  .  .  .  .  .    HOME - - - - A   START 3
"""

from __future__ import annotations

from engine.geometry import COME_OUT, IN_SPOT, SIDE, board, seat_letter
from engine.position import Position

_HEAD = {0: "0", IN_SPOT: "in", COME_OUT: "out"}


def board_text(position: Position) -> str:
    """One line a side under a line that names the in-spot and the come-out, and whose turn it is below."""
    there = board(position.sides)
    at = {hole: seat_letter(seat) for seat in position.seats for hole in position.marbles[seat] or ()}
    lines = ["   " + "".join(f"{_HEAD.get(hole, str(hole)):>4}" for hole in range(SIDE))]
    for side in range(position.sides):
        letter = seat_letter(side)
        ring = "".join(f"{at.get(SIDE * side + k, '.'):>4}" for k in range(SIDE))
        own = ""
        if position.marbles[side] is not None:
            home = " ".join(at.get(hole, "-") for hole in there.lane(side))
            own = f"   HOME {home}   START {position.start_count(side)}"
        lines.append(f"{letter}  {ring}{own}".rstrip())
    return "\n".join((*lines, f"{seat_letter(position.turn)} to play"))
