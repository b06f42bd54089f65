"""Where a card brings each marble: for the stories, which price every step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.geometry import Board, Hole, Seat
from referee.old.candidates import Candidate
from referee.old.costs import RARE
from referee.old.story import Ways


@lru_cache(maxsize=4)
def ways(board: Board, found: tuple[Candidate, ...]) -> Ways:
    """For each marble that these plays move, the holes it may come to; and how much dearer a rare play is."""
    common = [play for play in found if not play.rare]
    rare = [play for play in found if play.rare]
    return tuple((_ways(board, plays), more) for plays, more in ((common, 0.0), (rare, RARE)) if plays)


def _ways(board: Board, found: Iterable[Candidate]) -> Mapping[tuple[Seat, Hole | None], int]:
    """The holes that these plays bring each marble to; a bumped one's in-spot too."""
    to: dict[tuple[Seat, Hole | None], int] = {}
    for play in found:
        for leg, holes in zip(play.play.legs, play.paths, strict=True):
            seat = play.position.colour_at(leg.target) if leg.seat is None else leg.seat
            if seat is None:
                continue
            to[seat, leg.source] = to.get((seat, leg.source), 0) | holes
            hole = leg.target
            for pushed in leg.pushes:
                to[pushed, hole] = to.get((pushed, hole), 0) | 1 << board.in_spot(pushed)
                hole = board.in_spot(pushed)
            if leg.exchange and leg.source is not None:
                other = play.position.colour_at(leg.source)
                if other is not None:
                    to[other, leg.target] = to.get((other, leg.target), 0) | 1 << leg.source
    return to
