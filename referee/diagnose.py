"""What is wrong on the board, said as marbles carried: from where, to where, and what mends it.

Occupancy gives holes that miss a marble and holes that have one too many. Which marble went where is
reasoned: a marble that came home to START explains the hole of its colour that was lifted and filled
again (it was bumped); what remains is paired so that it comes nearest to a play of the laid card. The
engine then names the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.cards import Rank
from engine.geometry import Board, Hole, Seat
from engine.position import Position
from engine.table import Table
from engine.whynot import Carry, Code, Violation, why_not
from referee.occupancy import Off, bits, colours
from referee.verdicts import Owed, PutBack
from referee.watch import Watch

DISTURBED = 3
"""So many holes off, with no play under way, are a disturbed board (the contract's number)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, ready to be said."""

    code: Code
    text: str
    holes: tuple[Hole, ...]
    put_back: tuple[PutBack, ...]
    carries: tuple[Carry, ...]
    seat: Seat | None = None
    """Who is meant, if not the seat to play."""


@dataclass(frozen=True, slots=True)
class Loose:
    """Marbles that left a place and places that gained one, not yet paired."""

    sources: tuple[tuple[Seat, Hole | None], ...]
    targets: tuple[Hole, ...]
    bumped: tuple[Carry, ...]
    """Marbles that ended in START of their own colour, from a hole that was taken."""
    astray: tuple[Carry, ...]
    """Marbles that ended in a START, with no other marble in their place."""


def loose(board: Board, position: Position, off: Off, watch: Watch, bad: int, brush: float) -> Loose:
    """What left and what came, with bumped marbles told from carried ones."""
    owner = colours(position)
    sources: list[tuple[Seat, Hole | None]] = [(owner[h], h) for h in bits(off.missing)]
    for seat, count in off.start.items():
        sources += [(seat, None)] * -count
    targets = list(bits(off.extra))
    retaken = [h for h in owner if watch.lifted >> h & 1 and watch.now >> h & 1 and not bad >> h & 1]
    retaken.sort(key=watch.empty_for, reverse=True)
    bumped, astray = [], []
    for seat, count in off.start.items():
        for _ in range(count):
            taken = next((h for h in retaken if owner[h] == seat), None)
            left = next((s for s in sources if s == (seat, s[1]) and s[1] is not None), None)
            if taken is not None and sources:
                retaken.remove(taken)
                targets.append(taken)
                bumped.append(Carry(seat, taken, board.start(seat)[0]))
            else:
                gone = left or next(iter(sources), (seat, None))
                if gone in sources:
                    sources.remove(gone)
                astray.append(Carry(gone[0], gone[1], _top(board, seat, watch.now)))
    # A marble in a hand, and a hole taken long enough not to have been brushed: it was bumped.
    for hole in retaken:
        if len(targets) < len(sources) and watch.empty_for(hole) >= brush and watch.log[-1].hole == hole:
            targets.append(hole)
    return Loose(tuple(sources), tuple(targets), tuple(bumped), tuple(astray))


def pair(table: Table, position: Position, rank: Rank | None, parts: Loose) -> tuple[Carry, ...]:
    """The carries that come nearest to a play of `rank` (or of any card)."""
    sources, targets = parts.sources, parts.targets
    if len(targets) > DISTURBED or not targets or not sources:
        return ()
    acting = table.helping(position)
    best: tuple[int, tuple[Carry, ...]] | None = None
    for chosen in permutations(sources, min(len(sources), len(targets))):
        carries = tuple(Carry(s, src, dst) for (s, src), dst in zip(chosen, targets, strict=False))
        cost = sum(_strangeness(table.board, acting, carry) for carry in carries)
        violation = why_not(table, position, rank, carries)
        cost += 0 if violation is None else 1 if violation.code is Code.SPLIT_INCOMPLETE else 2
        if best is None or cost < best[0]:
            best = (cost, carries)
    return best[1] if best else ()


def _strangeness(board: Board, acting: tuple[Seat, ...], carry: Carry) -> int:
    """How unlikely people are to have carried a marble so: another's, or far from where it stood."""
    cost = 0 if carry.seat in acting else 40
    if carry.source is None:
        return cost + (0 if carry.target == board.come_out(carry.seat) else 20)
    if board.is_ring(carry.source) and board.is_ring(carry.target):
        ahead = (carry.target - carry.source) % board.ring
        return cost + min(ahead, board.ring - ahead)
    return cost + 8


def _top(board: Board, seat: Seat, occupied: int) -> Hole:
    """The last occupied START hole of a seat: the one to take a marble from."""
    full = [h for h in board.start(seat) if occupied >> h & 1]
    return full[-1] if full else board.start(seat)[0]


def put_back(
    board: Board, carries: Sequence[Carry], bumped: Sequence[Carry], occupied: int
) -> tuple[PutBack, ...]:
    """What mends it, in the order to do it: carried marbles first, then the bumped ones."""
    steps, free = [], {s: [h for h in board.start(s) if not occupied >> h & 1] for s in range(board.sides)}
    for carry in carries:
        if carry.source is not None:
            steps.append(PutBack(carry.target, carry.source))
        elif free[carry.seat]:
            steps.append(PutBack(carry.target, free[carry.seat].pop(0)))
    for carry in bumped:
        if carry.source is not None:
            steps.append(PutBack(_top(board, carry.seat, occupied), carry.source))
    return tuple(steps)


def diagnose(
    table: Table,
    position: Position,
    rank: Rank | None,
    off: Off,
    watch: Watch,
    *,
    bad: int = 0,
    brush: float = 0.3,
    owing: tuple[Owed, ...] = (),
    laid: bool = True,
) -> Finding | None:
    """What is wrong, or None while it may be a marble in a hand.

    `off` is against `position`, `watch` what was seen since its turn began, `owing` the bumped
    marbles that may be in a hand, `laid` whether a card is known by which to judge.
    """
    board = table.board
    parts = loose(board, position, off, watch, bad, brush)
    if not parts.targets and not parts.astray:
        return None
    carries = pair(table, position, rank, parts)
    if parts.astray or len(carries) < len(parts.targets):
        return _stray(table, position, off, parts, carries, watch, owing)
    if len(carries) >= DISTURBED or (not laid and off.holes_off >= DISTURBED and not parts.bumped):
        return _disturbed(board, carries, parts, watch)
    violation = why_not(table, position, rank, carries)
    if violation is None and not laid:
        return None
    if violation is None:
        text = "The board does not show how this was played; put the lit marble back and play it again."
        violation = Violation(Code.UNEXPLAINED, text, tuple(c.target for c in carries), "RC-10")
    steps = put_back(board, carries, parts.bumped, watch.now)
    return Finding(violation.code, violation.text, tuple(c.target for c in carries), steps, carries)


def _stray(
    table: Table,
    position: Position,
    off: Off,
    parts: Loose,
    carries: tuple[Carry, ...],
    watch: Watch,
    owing: tuple[Owed, ...],
) -> Finding:
    """Marbles where no carried marble explains them: a bumped one misplaced, or a board disturbed."""
    board = table.board
    paired = {c.target for c in carries}
    strays = tuple(c.target for c in parts.astray) + tuple(t for t in parts.targets if t not in paired)
    if off.holes_off >= DISTURBED and not (owing and off.surplus > 0):
        return _disturbed(board, carries + parts.astray, parts, watch)
    if owing and off.surplus > 0:
        return _misplaced(board, strays, owing, carries)
    steps = put_back(board, carries + parts.astray, parts.bumped, watch.now)
    if parts.astray:
        carry = parts.astray[0]
        code = Code.UNEXPLAINED if carry.seat in table.helping(position) else Code.NOT_YOUR_MARBLE
        came = board.name(carry.source) if carry.source is not None else "START"
        text = f"{_letter(carry.seat)}'s marble from {came} was taken off the ring; nothing sent it there."
        return Finding(code, text, strays, steps, carries + parts.astray)
    text = f"There is a marble in {board.name(strays[0])} that came from nowhere; take it out."
    return Finding(Code.UNEXPLAINED, text, strays, steps, carries)


def _misplaced(
    board: Board, strays: tuple[Hole, ...], owing: tuple[Owed, ...], carries: tuple[Carry, ...]
) -> Finding:
    """A bumped marble stands elsewhere than where it is owed."""
    in_start = {board.side(hole) for hole in strays if board.is_start(hole)}
    owed = next((o for o in owing if o.marble in in_start), owing[0])
    steps = tuple(PutBack(hole, owed.to[0]) for hole in strays[:1] if owed.to)
    where = "START" if owed.to and board.is_start(owed.to[0]) else "in-spot"
    text = (
        f"A bumped marble stands in {board.name(strays[0])}; "
        f"{_letter(owed.marble)}'s marble belongs in {_letter(owed.marble)}'s {where}."
    )
    return Finding(Code.BUMPED_MARBLE_MISPLACED, text, strays, steps, carries)


def _disturbed(board: Board, carries: tuple[Carry, ...], parts: Loose, watch: Watch) -> Finding:
    holes = tuple(dict.fromkeys((*parts.targets, *(c.target for c in carries))))
    text = "Several marbles are out of place; follow the lights and put them back one by one."
    return Finding(
        Code.BOARD_DISTURBED, text, holes, put_back(board, carries, parts.bumped, watch.now), carries
    )


def _letter(seat: Seat) -> str:
    return chr(ord("A") + seat)


def mending_steps(board: Board, off: Off, occupied: int) -> tuple[PutBack, ...]:
    """What brings a board to the position when nothing is known of how it came away from it.

    Surplus marbles go to the places that miss one, nearest first for each; where the colours cannot be
    known, people see them: the light shows which colour belongs there.
    """
    sources = list(bits(off.extra))
    for seat, count in off.start.items():
        full = [h for h in board.start(seat) if occupied >> h & 1]
        sources += full[len(full) - count :] if count > 0 else []
    targets = list(bits(off.missing))
    for seat, count in off.start.items():
        free = [h for h in board.start(seat) if not occupied >> h & 1]
        targets += free[:-count] if count < 0 else []
    steps = []
    for target in targets:
        if not sources:
            break
        source = min(sources, key=lambda h: abs(h - target))
        sources.remove(source)
        steps.append(PutBack(source, target))
    return tuple(steps)
