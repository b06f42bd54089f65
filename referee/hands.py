"""Who carried what: marbles followed from hand to hole through the changes of a turn.

A marble is what it was when it was lifted. While just one is in a hand, the hole that fills next holds that
one: this is certain. While several are up at once it is a guess, and the likeliest is taken: a marble into
a START of its colour, a marble back into the hole it was hardly out of, the mover to where another stood,
and else the mover before the moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.candidates import Candidate, Debts, way
from referee.debounce import Settled
from referee.occupancy import bits, colours, mask_of
from referee.watch import Watch


@dataclass(frozen=True, slots=True)
class Marble:
    """A marble of `seat` whose place, by the position, is `home` (None: its START)."""

    seat: Seat
    home: Hole | None
    owed: bool = False
    """It was bumped by an earlier play and was in a hand when the turn began."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A marble that does not stand where it belongs, but in `hole`."""

    marble: Marble
    hole: Hole


@dataclass(slots=True)
class Followed:
    """Where every marble stands, and which are in a hand."""

    standing: dict[Hole, Marble]
    in_hand: list[Marble]
    board: Board
    lifted_at: dict[Marble, float] = field(default_factory=dict)
    sure: set[Hole] = field(default_factory=set)
    """Holes that were last filled while no marble of another colour was up: whose it is, is certain."""
    doubtful: set[Marble] = field(default_factory=set)
    """Marbles that were up together with another colour when one of them was set down."""
    guessed: dict[Hole, tuple[Marble, ...]] = field(default_factory=dict)
    """The marbles that were in a hand when each hole was filled with one of them."""
    ways: Mapping[tuple[Seat, Hole | None], int] = field(default_factory=dict)
    """The holes to which the card brings each marble, or on the way there."""
    filled: list[Hole] = field(default_factory=list)
    """Holes that filled a moment before the marble that came there was seen to leave its own."""

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Every marble out of its place, in hole order."""
        return tuple(
            Moved(marble, hole)
            for hole, marble in sorted(self.standing.items())
            if not self.in_place(marble, hole)
        )

    def in_place(self, marble: Marble, hole: Hole) -> bool:
        """Whether the marble belongs in that hole."""
        if marble.home is None:
            return self.board.is_start(hole) and self.board.side(hole) == marble.seat
        return marble.home == hole


def follow(
    board: Board,
    position: Position,
    watch: Watch,
    debts: Debts,
    movers: tuple[Seat, ...],
    brush: float,
    found: Iterable[Candidate] = (),
) -> Followed:
    """All marbles of the table after the changes in `watch`.

    `debts` are the bumped marbles owed when it began, `movers` the seats whose marbles the turn moves; a
    hole empty for less than `brush` seconds while another marble was up was most likely only touched.
    Where the card brings a marble is known by what was `found` for it, if that is given.
    """
    followed = _as_begun(board, position, watch, debts)
    followed.ways = ways(board, found)
    follow_on(followed, watch.log, movers, brush)
    return followed


def follow_on(followed: Followed, changes: Iterable[Settled], movers: tuple[Seat, ...], brush: float) -> None:
    """Follow the marbles through further changes."""
    for change in changes:
        if change.on:
            _set_down(followed, change, movers, brush)
        else:
            marble = followed.standing.pop(change.hole, None)
            if marble is not None and followed.filled:
                followed.standing[followed.filled.pop(0)] = marble
            elif marble is not None:
                followed.in_hand.append(marble)
                followed.lifted_at[marble] = change.edge


def ways(board: Board, found: Iterable[Candidate]) -> dict[tuple[Seat, Hole | None], int]:
    """For each marble that these plays move, the holes it may come to."""
    to: dict[tuple[Seat, Hole | None], int] = {}
    for play in found:
        for leg in play.play.legs:
            seat = play.position.colour_at(leg.target) if leg.seat is None else leg.seat
            if seat is not None:
                holes = mask_of(way(board, leg)) | 1 << leg.target
                to[seat, leg.source] = to.get((seat, leg.source), 0) | holes
    return to


def contradicts(followed: Followed, position: Position, holes: int) -> bool:
    """Whether it is certain that another colour stands in one of `holes` than `position` has there."""
    return any(
        hole in followed.sure and followed.standing[hole].seat != position.colour_at(hole)
        for hole in bits(holes)
        if hole in followed.standing
    )


def believed(followed: Followed) -> dict[Hole, Seat]:
    """Whose marble stands in each hole."""
    return {hole: marble.seat for hole, marble in followed.standing.items()}


def _as_begun(board: Board, position: Position, watch: Watch, debts: Debts) -> Followed:
    """The marbles when the watch began: those out of place belong where one of their colour is missing."""
    places = colours(position)
    belief: Mapping[Hole, Seat] = places if watch.belief is None else watch.belief
    standing: dict[Hole, Marble] = {}
    astray: list[tuple[Hole, Seat | None]] = []
    for hole in bits(watch.began):
        seat = belief.get(hole, board.side(hole) if board.is_start(hole) else None)
        if board.is_start(hole) and seat == board.side(hole):
            standing[hole] = Marble(seat, None)
        elif seat is not None and places.get(hole) == seat:
            standing[hole] = Marble(seat, hole)
        else:
            astray.append((hole, seat))
    missing = [h for h in places if h not in standing]
    for hole, seat in astray:
        like = [h for h in missing if seat is None or places[h] == seat]
        home = min(like, key=lambda h: abs(h - hole), default=None)
        if home is not None:
            missing.remove(home)
        owner = seat if seat is not None else places[home] if home is not None else position.turn
        standing[hole] = Marble(owner, home)
    spots = dict(debts.spots)
    in_hand = [Marble(places[h], h, owed=h in spots) for h in missing]
    for seat in position.seats:
        there = sum(m.seat == seat and m.home is None for m in standing.values())
        owed = dict(debts.start).get(seat, 0)
        for i in range(position.start_count(seat) - there):
            in_hand.append(Marble(seat, None, owed=i < owed))
    return Followed(standing, in_hand, board)


def _set_down(followed: Followed, change: Settled, movers: tuple[Seat, ...], brush: float) -> None:
    hand = followed.in_hand
    if not hand:
        followed.filled.append(change.hole)
        return
    marble = hand[0] if len(hand) == 1 else _likeliest(followed, change, movers, brush)
    swapped = _rather(followed, change.hole, marble)
    if swapped is not None:
        hand.remove(marble)
        hand.append(swapped)
        marble = swapped
    if len({each.seat for each in hand}) > 1 or followed.doubtful.intersection(hand):
        followed.doubtful.update(hand)
        followed.guessed[change.hole] = tuple(hand)
    else:
        followed.guessed.pop(change.hole, None)
    if marble in followed.doubtful:
        followed.sure.discard(change.hole)
    else:
        followed.sure.add(change.hole)
    hand.remove(marble)
    if followed.in_place(marble, change.hole):
        marble = replace(marble, owed=False)
    followed.standing[change.hole] = marble


def _rather(followed: Followed, hole: Hole, marble: Marble) -> Marble | None:
    """The marble that must have come to this START, if it was guessed to stand elsewhere.

    It changes places with `marble`, with which it was in a hand then.
    """
    board = followed.board
    if not board.is_start(hole) or marble.seat == board.side(hole):
        return None
    for other, hand in followed.guessed.items():
        there = followed.standing.get(other)
        if there is not None and there.seat == board.side(hole) and marble in hand:
            followed.standing[other] = marble
            return there
    return None


def _likeliest(followed: Followed, change: Settled, movers: tuple[Seat, ...], brush: float) -> Marble:
    board, hand, hole = followed.board, followed.in_hand, change.hole
    if board.is_start(hole):
        own = [m for m in hand if m.seat == board.side(hole)]
        return min(own or hand, key=lambda m: (m.home not in followed.standing, m.home is not None))

    def oddity(marble: Marble) -> tuple[int, int]:
        steps = _steps(board, marble, hole)
        if marble.home == hole:
            brushed = marble.owed or change.edge - followed.lifted_at.get(marble, 0.0) < brush
            return (0 if brushed else 2), steps
        if marble.owed:
            return 4, steps
        if followed.ways and not followed.ways.get((marble.seat, marble.home), 0) >> hole & 1:
            return 3, steps
        return (1 if marble.seat in movers else 3), steps

    return min(hand, key=oddity)


def _steps(board: Board, marble: Marble, hole: Hole) -> int:
    """How far a marble came, either way round; a START marble comes to its come-out."""
    if marble.home is None:
        return 0 if hole == board.come_out(marble.seat) else board.ring
    if not (board.is_ring(marble.home) and board.is_ring(hole)):
        return 5 if board.side(hole) == marble.seat or board.is_ring(hole) else board.ring
    ahead = (hole - marble.home) % board.ring
    return min(ahead, board.ring - ahead)
