"""The mistake on the board: which marbles were carried where, the rule it breaks, and its correction.

A misplaced marble counts as bumped if another marble is in its old hole, otherwise as carried. If the carries
are a legal play, the mistake is a bumped marble in a wrong hole; otherwise the engine names the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Rank
from engine.geometry import Board, Hole, seat_letter
from engine.position import Position
from engine.referee.policy.arrangement import Arrangement, Moved
from engine.referee.verdicts import PutBack
from engine.table import Table
from engine.text import Text, seat_text
from engine.violation import Carry, Code
from engine.whynot import why_not

DISTURBED = 3
"""This many carried marbles mean a disturbed board (docs/formats.md, section 5)."""

KNOCKED = 5
"""This many displaced or lifted marbles mean a knocked board: nobody holds that many."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake, ready to be announced."""

    code: Code
    text: str
    holes: tuple[Hole, ...] = ()
    put_back: tuple[PutBack, ...] = ()
    carries: tuple[Carry, ...] = ()


def diagnose(table: Table, position: Position, rank: Rank | None, arrangement: Arrangement) -> Finding | None:
    """The mistake; None if there is none, or none yet.

    `rank` is the card to judge by. While it is unknown, a carry that some card may explain, or half a split,
    is not wrong yet.
    """
    board = table.board
    moved = arrangement.moved
    carried, bumped, late = _by_kind(moved, arrangement)
    misplaced = (*late, *(m for m in bumped if m.hole not in right_places(table, position, m, carried)))
    carries = tuple(Carry(m.marble.seat, m.marble.home, m.hole) for m in carried)
    if rank is not None and not misplaced:
        extra = _beside_a_play(table, position, rank, carried, arrangement)
        if extra is not None:
            return extra
    up = tuple(marble.home for marble in arrangement.in_hand if not marble.owed)
    if len(carried) >= DISTURBED or len(carried) + len(up) >= KNOCKED:
        return _disturbed(carries, put_back(board, arrangement), up if len(up) >= DISTURBED else ())
    violation = why_not(table, position, rank, carries) if carries else None
    if violation is not None and violation.code is Code.WRONG_EXCHANGE and bumped and not misplaced:
        # The marble that was in this hole is now in START, so this was a capture and not an exchange.
        violation = why_not(table, _without(position, bumped), rank, carries) or violation
    if violation is None:
        if misplaced:
            return _misplaced(table, position, misplaced[0], carried, arrangement)
        if not carries or rank is None or arrangement.in_hand:
            return None
        english = "The board does not show how this was played; put the lit marble back and play it again."
        text = Text(english, "wrong-not-shown")
        steps = put_back(board, arrangement)
        return Finding(Code.UNEXPLAINED, text, tuple(c.target for c in carries), steps, carries)
    if rank is None and violation.code is Code.SPLIT_INCOMPLETE:
        return None
    if rank is None and len(carried) > 1:
        return _disturbed(carries, put_back(board, arrangement))
    holes = tuple(m.hole for m in (*carried, *misplaced))
    return Finding(violation.code, violation.text, holes, put_back(board, arrangement), carries)


def _beside_a_play(
    table: Table, position: Position, rank: Rank, carried: tuple[Moved, ...], arrangement: Arrangement
) -> Finding | None:
    """The mistake of one carried marble, if all others make a play of that card; else None."""
    carries = tuple(Carry(m.marble.seat, m.marble.home, m.hole) for m in carried)
    for i, one in enumerate(carried) if len(carried) > 1 else ():
        others = carries[:i] + carries[i + 1 :]
        home = _free(table.board, one, set(arrangement.on_board))
        if home is None or why_not(table, position, rank, others) is not None:
            continue
        violation = why_not(table, position, rank, (carries[i],))
        if violation is not None:
            steps = (PutBack(one.hole, home),)
            return Finding(violation.code, violation.text, (one.hole,), steps, carries)
    return None


def _by_kind(
    moved: tuple[Moved, ...], arrangement: Arrangement
) -> tuple[tuple[Moved, ...], tuple[Moved, ...], tuple[Moved, ...]]:
    """The misplaced marbles as carried ones, bumped ones, and ones owed from earlier plays."""
    carried: list[Moved] = []
    bumped: list[Moved] = []
    late: list[Moved] = []
    for each in moved:
        taken = each.marble.home is not None and each.marble.home in arrangement.on_board
        (late if each.marble.owed else bumped if taken else carried).append(each)
    if not carried and bumped:  # Marbles were exchanged: the last one counts as carried.
        carried.append(bumped.pop())
    return tuple(carried), tuple(bumped), tuple(late)


def _without(position: Position, bumped: tuple[Moved, ...]) -> Position:
    """The position with the bumped marbles in START."""
    gone = {(m.marble.seat, m.marble.home) for m in bumped}
    marbles = (
        None if holes is None else tuple(hole for hole in holes if (seat, hole) not in gone)
        for seat, holes in enumerate(position.marbles)
    )
    return position.with_marbles(tuple(marbles))


def right_places(
    table: Table, position: Position, bumped: Moved, carried: tuple[Moved, ...]
) -> tuple[Hole, ...]:
    """Where a bumped marble may go: a teammate's to that seat's in-spot, any other to its START.

    If the in-spot already has a marble of the teammate's colour, START is the right place: by the rules one
    of the two goes there.
    """
    board, seat = table.board, bumped.marble.seat
    movers = {m.marble.seat for m in carried} or {position.turn}
    if seat not in movers and any(table.teams[seat] == table.teams[mover] for mover in movers):
        spot = board.in_spot(seat)
        return board.start(seat) if position.colour_at(spot) == seat else (spot,)
    return board.start(seat)


def _misplaced(
    table: Table, position: Position, wrong: Moved, carried: tuple[Moved, ...], arrangement: Arrangement
) -> Finding:
    """The mistake of a bumped marble that is placed where it does not belong."""
    board, marble = table.board, wrong.marble
    if marble.owed:
        places = board.start(marble.seat) if marble.home is None else (marble.home,)
    else:
        places = right_places(table, position, wrong, carried)
    free = next((hole for hole in places if hole not in arrangement.on_board), places[0])
    place = "start" if board.is_start(free) else "in-spot"
    where = f"{seat_letter(marble.seat)}'s {'START' if place == 'start' else place}"
    english = f"A bumped marble stands in {board.name(wrong.hole)}; it belongs in {where}."
    text = Text(english, "wrong-bumped", hole=board.name(wrong.hole), who=seat_text(marble.seat), place=place)
    carries = tuple(Carry(m.marble.seat, m.marble.home, m.hole) for m in carried)
    steps: tuple[PutBack, ...] = (PutBack(wrong.hole, free),)
    there = arrangement.on_board.get(free)
    if there is not None and not board.is_start(free):  # The in-spot's marble is sent on first.
        onward = [h for h in right_places(table, position, Moved(there, free), carried) if h != free]
        on = next((h for h in onward if h not in arrangement.on_board), next(iter(onward), None))
        steps = steps if on is None else (PutBack(free, on), *steps)
    return Finding(Code.BUMPED_MARBLE_MISPLACED, text, (wrong.hole,), steps, carries)


def _disturbed(
    carries: tuple[Carry, ...], steps: tuple[PutBack, ...], up: tuple[Hole | None, ...] = ()
) -> Finding:
    holes = (*(carry.target for carry in carries), *(home for home in up if home is not None))
    english = "Several marbles are out of place; follow the lights and put them back one by one."
    text = Text(english, "wrong-disturbed")
    return Finding(Code.BOARD_DISTURBED, text, holes, steps, carries)


def put_back(board: Board, arrangement: Arrangement) -> tuple[PutBack, ...]:
    """Every misplaced marble with its right hole, if possible in an order in which each hole is free."""
    return tuple(steps_back(board, arrangement))


def steps_back(board: Board, arrangement: Arrangement) -> Iterator[PutBack]:
    """The steps that put the marbles back, each with a free target if there is one."""
    arrangement = arrangement.by_colour()
    full = set(arrangement.on_board)
    left: list[Moved] = list(arrangement.moved)
    while left:
        ready = next((m for m in left if _free(board, m, full) is not None), left[0])
        target = _free(board, ready, full)
        left.remove(ready)
        if target is None:
            target = board.start(ready.marble.seat)[0] if ready.marble.home is None else ready.marble.home
        yield PutBack(ready.hole, target)
        full.discard(ready.hole)
        full.add(target)


def _free(board: Board, moved: Moved, full: set[Hole]) -> Hole | None:
    """The free hole where this marble belongs; None if there is none."""
    home = moved.marble.home
    holes: Sequence[Hole] = board.start(moved.marble.seat) if home is None else (home,)
    return next((hole for hole in holes if hole not in full), None)
