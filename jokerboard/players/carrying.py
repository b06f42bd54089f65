"""Marbles that people carry for a machine: the lights of source and target, and the prompt's words."""

from __future__ import annotations

from collections.abc import Collection

from engine.geometry import Board, Hole, seat_letter
from engine.play import Leg, Play
from engine.position import Position
from engine.referee.lights import Light
from jokerboard.journal.records import Json


def carry_lights(
    board: Board, play: Play, before: Position, occupied: Collection[Hole], roles: tuple[str, str]
) -> dict[Hole, Light]:
    """The lights of the marbles that are still to be carried.

    `before`: the position before the play; `occupied`: the holes in which a marble stands now; `roles`: the
    roles of the lights at the source and at the target of a leg.
    """
    lights: dict[Hole, Light] = {}
    leave, come = roles
    for leg in play.legs:
        mover = _mover(leg, before)
        if leg.exchange and leg.source is not None:
            lights[leg.source] = Light(leave, mover)
            lights[leg.target] = Light(leave, before.colour_at(leg.target))
            continue
        taken = before.colour_at(leg.target) is not None
        source = _source(board, leg, before, occupied)
        if source is not None and source in occupied and source not in lights:
            lights[source] = Light(leave, mover)
        if taken or leg.target not in occupied:
            lights[leg.target] = Light(come, mover)
    return lights


def carry_words(board: Board, play: Play, before: Position) -> list[Json]:
    """Each leg of the play as fields for the page: `marble`, `from`, `to`, and `swap` for an exchange."""
    words: list[Json] = []
    for leg in play.legs:
        mover = _mover(leg, before)
        source = "START" if leg.source is None else board.name(leg.source)
        said: Json = {"from": source, "to": board.name(leg.target)}
        if mover is not None:
            said["marble"] = seat_letter(mover)
        words.append(said | ({"swap": True} if leg.exchange else {}))
    return words


def _mover(leg: Leg, before: Position) -> int | None:
    if leg.seat is None and leg.source is not None:
        return before.colour_at(leg.source)
    return leg.seat


def _source(board: Board, leg: Leg, before: Position, occupied: Collection[Hole]) -> Hole | None:
    """The hole that the marble of this leg leaves; in a START, the first hole with a marble.

    None if a marble has been lifted from this START already.
    """
    if leg.source is not None or leg.seat is None:
        return leg.source
    full = [hole for hole in board.start(leg.seat) if hole in occupied]
    return full[0] if len(full) >= before.start_count(leg.seat) > 0 else None
