"""The inputs of the prompt, and the progress of a turn's play: half a split, an exchange, a bumped marble.

A scene is the game as announced, and the full holes. The referee announces no progress, because nothing is
wrong; it is inferred from the holes and known hands only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import Card, Rank
from engine.errors import EngineError
from engine.geometry import Board, Hole, Seat, seat_letter
from engine.legal import Outcome, legal
from engine.play import Leg
from engine.position import Position
from engine.referee.lights import Light
from engine.referee.verdicts import Ambiguous, Illegal, Owed
from engine.table import Table
from jokerboard.journal.records import Json


@dataclass(frozen=True, slots=True)
class Scene:
    """The inputs of the prompt."""

    table: Table
    position: Position
    marbles: Mapping[Hole, Seat]
    """The owners of the announced marbles, by hole; a bumped marble is missing until it is in START."""
    standing: Mapping[Hole, Seat | None]
    """The full holes, each with its marble's owner; None where unknown, as at a real board."""
    owing: tuple[Owed, ...]
    card: str | None
    lights: Mapping[Hole, Light]
    wrong: Illegal | None
    question: Ambiguous | None
    cards: bool
    """Whether the game is played with cards."""
    training: bool
    machine: Mapping[str, Any] | None = None
    """The request of a machine player; None if there is none."""
    held: Collection[Seat] = ()
    """The owners of the marbles in hands, where they are known: at a simulated board."""
    mends: Mapping[Hole, Hole] = field(default_factory=dict)
    """For each hole that misses a marble, the hole to which the marble was carried."""
    mover: Seat | None = None
    """The seat that made the last play; None before any."""

    @property
    def board(self) -> Board:
        """The board's geometry."""
        return self.table.board

    @property
    def occupied(self) -> Collection[Hole]:
        """The full holes."""
        return self.standing.keys()

    @property
    def seat(self) -> str:
        """The seat in turn."""
        return seat_letter(self.position.turn)

    @property
    def missing(self) -> set[Hole]:
        """Holes of ring and lanes that should have a marble and are empty."""
        return {hole for hole in self.marbles if hole not in self.occupied and not self.board.is_start(hole)}

    @property
    def extra(self) -> set[Hole]:
        """Holes of ring and lanes that have a marble and should be empty."""
        return {hole for hole in self.occupied if hole not in self.marbles and not self.board.is_start(hole)}

    def shows(self, position: Position) -> bool:
        """Whether every marble is in its hole of the position, START included.

        If the marbles' colours are unknown, only full and empty holes are compared. They cannot distinguish
        an exchange from an unchanged board, so the result is then False for an exchange.
        """
        out, in_start = _full(position)
        full, board = set(self.occupied), self.board
        if {hole for hole in full if not board.is_start(hole)} != out.keys():
            return False
        if any(len(full.intersection(board.start(seat))) != count for seat, count in in_start.items()):
            return False
        if None in self.standing.values():
            before, in_start_before = _full(self.position)
            return (out.keys(), in_start) != (before.keys(), in_start_before)
        return all(self.standing[hole] == seat for hole, seat in out.items())

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible plays of the laid card."""
        try:
            return () if self.card is None else legal(self.table, self.position, Card.parse(self.card).rank)
        except EngineError:
            return ()


def _full(position: Position) -> tuple[dict[Hole, Seat], dict[Seat, int]]:
    """The marbles of ring and lanes by hole, and the number of each seat's marbles in START."""
    out = {hole: seat for seat in position.seats for hole in position.marbles[seat] or ()}
    return out, {seat: position.start_count(seat) for seat in position.seats}


SPLIT: Mapping[Rank, int] = {Rank.SEVEN: 7, Rank.NINE: 9, Rank.TEN: 10}
"""The number of holes that two marbles share, for the ranks that can be split."""


def progress(scene: Scene) -> Json | None:
    """The prompt of a play in progress; None if the board shows no part of a play of the laid card."""
    if scene.card is None or not scene.outcomes:
        return None
    return next(filter(None, (rule(scene) for rule in (_displaced, _exchanged, _made, _half))), None)


def halves(outcomes: Iterable[Outcome]) -> Iterator[tuple[Leg, Leg]]:
    """Every leg of a split that can be made first, with the leg that then remains."""
    for outcome in outcomes:
        if len(outcome.legs) == 2:
            first, second = outcome.legs
            yield first, second
            yield second, first


def steps(board: Board, leg: Leg) -> int:
    """The number of holes from the leg's source to its target; 0 from START, negative if it goes backward."""
    seat, source, target = leg.seat or 0, leg.source, leg.target
    if source is None:
        return 0
    if board.is_lane(target):
        lane = board.lane(seat)
        if board.is_lane(source):
            return lane.index(target) - lane.index(source)
        return (board.in_spot(seat) - source) % board.ring + lane.index(target) + 1
    ahead = (target - source) % board.ring
    return ahead if ahead <= board.ring // 2 else ahead - board.ring


def _displaced(scene: Scene) -> Json | None:
    """The prompt to place a displaced marble that is in a hand; None if there is none."""
    whole = [outcome.legs for outcome in scene.outcomes]
    for legs in (*whole, *((made,) for made, _ in halves(scene.outcomes))):
        if scene.extra != _filled(scene, legs):
            continue
        for empty, mover, seat, to in _displacements(scene, legs):
            # The displaced marble's hole is empty because its marble was taken away.
            up = empty <= scene.missing <= empty.union(to)
            if up and seat in scene.held and mover not in scene.held:
                return {"code": "carry", "marble": seat_letter(seat), "to": list(map(scene.board.name, to))}
    return None


def _displacements(
    scene: Scene, legs: Sequence[Leg]
) -> Iterator[tuple[set[Hole], Seat, Seat, Sequence[Hole]]]:
    """For each marble that the legs displace: (empty holes, mover, owner, targets).

    The holes are empty while the marble is on its way; the targets are the holes where it may be put.
    """
    board, marbles = scene.board, scene.marbles
    for leg in legs:
        mover = scene.position.turn if leg.seat is None else leg.seat
        if leg.exchange and leg.source is not None:
            here, there = marbles[leg.source], marbles[leg.target]
            if here != there:
                yield {leg.source}, here, there, [leg.source]
                yield {leg.target}, there, here, [leg.target]
            continue
        for seat in leg.pushes:
            if seat != mover:
                yield _emptied(legs), mover, seat, [board.in_spot(seat)]
        if leg.sent is not None and leg.sent != mover:
            free = [hole for hole in board.start(leg.sent) if hole not in scene.occupied]
            yield _emptied(legs), mover, leg.sent, free


def _exchanged(scene: Scene) -> Json | None:
    """The prompt of an exchange whose two holes are empty; None if there is none."""
    for leg in (leg for outcome in scene.outcomes for leg in outcome.legs if leg.exchange):
        if scene.missing == {leg.source, leg.target} and not scene.extra:
            return {"code": "exchange", "holes": list(map(scene.board.name, sorted(scene.missing)))}
    return None


def _made(scene: Scene) -> Json | None:
    """The prompt to wait for the verdict on a complete play; None if no play is complete."""
    return {"code": "made"} if any(scene.shows(one.position) for one in scene.outcomes) else None


def _half(scene: Scene) -> Json | None:
    """The prompt for the rest of a split of which half is made; None if there is none."""
    total = SPLIT.get(Card.parse(scene.card or "").rank)
    rests = [(made, rest) for made, rest in halves(scene.outcomes) if _is_made(scene, made, rest)]
    if total is None or not rests:
        return None
    done = abs(steps(scene.board, rests[0][0]))
    to = sorted({scene.board.name(rest.target) for _, rest in rests}) if scene.training else []
    back = all(steps(scene.board, rest) < 0 for _, rest in rests)
    fields: Json = {"code": "rest", "done": done, "of": total, "left": total - done}
    return fields | ({"back": True} if back else {}) | ({"holes": to} if to else {})


def _is_made(scene: Scene, leg: Leg, rest: Leg) -> bool:
    """Whether `leg` has been made, with every bump, and only marbles that the leg `rest` needs are lifted.

    These are the marble that `rest` moves and a marble in its way.
    """
    board = scene.board
    emptied = _emptied((leg,))
    filled = _filled(scene, (leg,)) | {board.in_spot(seat) for seat in leg.pushes} - scene.marbles.keys()
    mover = scene.position.turn if leg.seat is None else leg.seat
    there = scene.standing.get(leg.target)
    if leg.target in scene.marbles and there != mover:
        return False  # An exchange leaves the holes full that were full, so only colours could show it.
    up = scene.missing - emptied
    made = scene.extra == filled and emptied <= scene.missing and there in (mover, None)
    return made and up <= {rest.source, rest.target}


def _emptied(legs: Iterable[Leg]) -> set[Hole]:
    """The holes of ring and lanes that the legs leave empty."""
    legs = tuple(legs)
    return {leg.source for leg in legs if leg.source is not None} - {leg.target for leg in legs}


def _filled(scene: Scene, legs: Iterable[Leg]) -> set[Hole]:
    """The holes that are full after the legs and were empty before."""
    return {leg.target for leg in legs} - scene.marbles.keys()
