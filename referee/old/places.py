"""Which hole is touched to say that a play was made: one that tells it from the others, and can feel it."""

from __future__ import annotations

from engine.geometry import Hole
from referee.model.occupancy import bits, starts_of
from referee.old.candidates import Candidate
from referee.old.distances import turned
from referee.old.state import State


def places_to_touch(plays: list[Candidate], now: int, bad: int, aside: list[Hole]) -> tuple[Hole, ...]:
    """A hole for each play, no two the same: if it can be one that only this play fills, and a full one.

    No sensor tells of a touch in a `bad` hole: a marble `aside` does, before it.
    """
    wishes = []
    hidden = any(bad & play.touches for play in plays)
    for play in plays:
        others = 0
        for other in plays:
            others |= 0 if other is play else other.recoloured | other.filled
        placed = play.recoloured | play.filled
        own = placed & ~others
        rest, stays = play.touches & ~own, play.full & now
        for other in plays:
            stays &= -1 if other is play else ~other.full
        masks = [own & now, stays, own, placed & now, placed, rest & now]
        felt = [mask & now & ~bad for mask in masks] if hidden else masks
        masks = [*(mask & ~bad for mask in masks), rest & ~bad, *masks, rest] if hidden else [rest]
        first, later = ([h for mask in each for h in reversed([*bits(mask)])] for each in (felt, masks))
        wishes.append([*first, *aside, *later])  # nobody lifts one from the hole that it has left
    owner: dict[Hole, int] = {}

    def found(i: int, tried: set[Hole]) -> bool:
        for hole in wishes[i]:
            if hole not in tried:
                tried.add(hole)
                if hole not in owner or found(owner[hole], tried):
                    owner[hole] = i
                    return True
        return False

    for i in range(len(plays)):
        found(i, set())
    of = {i: hole for hole, i in owner.items()}
    return tuple(of.get(i, wishes[i][0]) for i in range(len(plays)))


def aside(state: State, plays: list[Candidate], bad: int) -> list[Hole]:
    """Marbles to touch that have nothing to do with any of the plays, on the board before those in START.

    Of no START from which the next seat may play, nor to which somebody is sent; as the next seat sees them,
    so that every seat is asked alike.
    """
    board, position = state.table.board, plays[0].position
    free = plays[0].full & ~sum({1 << hole for play in plays for hole in bits(play.touches)})
    busy = {seat for play in plays for leg in play.play.legs for seat in (leg.seat, leg.sent)}
    idle = set(position.seats) - busy - {*state.table.may_move(position), position.turn}
    free |= starts_of(board, idle)

    def as_seen(hole: Hole) -> tuple[bool, Hole]:
        return not board.is_start(hole), turned(board, hole, position.turn)

    return sorted(bits(free & state.watch.now & ~bad), key=as_seen, reverse=True)
