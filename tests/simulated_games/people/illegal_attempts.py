"""Illegal attempts of people at a table, with the codes of docs/formats.md that apply to them.

An attempt is marbles carried against the rules. `attempts` lists those that are possible in a position with a
card; none of them is a legal play of that card in any notation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from engine.cards import Rank
from engine.geometry import Hole, Seat
from engine.legal import legal
from engine.play import Play
from engine.position import Position
from engine.table import Table
from engine.whynot import Carry, why_not
from tests.simulated_games.people.carried_marbles import Carried, owners

STEPS = {
    Rank.ACE: 1, Rank.TWO: 2, Rank.THREE: 3, Rank.FOUR: 4, Rank.FIVE: 5, Rank.SIX: 6, Rank.SEVEN: 7,
    Rank.EIGHT: -8, Rank.NINE: 9, Rank.TEN: 10, Rank.JACK: 10, Rank.QUEEN: 10, Rank.KING: 10,
}  # fmt: skip
"""The first count of each card in the five published rule sets."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An illegal attempt: the first of `carried` is the moved marble, all others are bumped."""

    kind: str
    carried: tuple[Carried, ...]


def attempts(
    table: Table, position: Position, rank: Rank, rng: Random, *, any_card: bool = False
) -> list[Attempt]:
    """Every kind of attempt possible in this position, kinds and attempts in random order.

    `any_card`: only attempts that no card allows, for a table without card readers.
    """
    by_kind: dict[str, list[Attempt]] = {}
    for slip in _possible(table, position, rank):
        by_kind.setdefault(slip.kind, []).append(slip)
    kinds = sorted(by_kind)
    rng.shuffle(kinds)
    found = []
    for kind in kinds:
        rng.shuffle(by_kind[kind])
        found += by_kind[kind][:3]
    if any_card:
        found = [slip for slip in found if not _explained(table, position, slip)]
    return found


def _explained(table: Table, position: Position, slip: Attempt) -> bool:
    first = slip.carried[0]
    assert first.target is not None
    return why_not(table, position, None, (Carry(first.seat, first.source, first.target),)) is None


def _possible(table: Table, position: Position, rank: Rank) -> Iterator[Attempt]:
    yield from _moves(table, position, rank)
    yield from _halves(table, position, rank)
    yield from _wrong_homes(table, position, rank)
    yield from _wrong_exchanges(table, position, rank)


def _moves(table: Table, position: Position, rank: Rank) -> Iterator[Attempt]:
    """Attempts in which one marble is carried to a forbidden hole."""
    board, there, mine = table.board, owners(position), table.helping(position)
    steps = STEPS.get(rank)
    for hole, seat in there.items():
        if not board.is_ring(hole):
            continue
        if steps is None:
            yield from _jokers(table, position, hole) if seat in mine else ()
        elif seat in mine:
            yield from _miscounted(table, position, rank, hole)
        else:
            right = (hole + steps) % board.ring
            yield from _one(table, position, rank, "another's marble", seat, hole, right)
    for seat in mine:
        if position.start_count(seat):
            yield from _one(table, position, rank, "wrong card to start", seat, None, board.come_out(seat))


def _jokers(table: Table, position: Position, hole: Hole) -> Iterator[Attempt]:
    """Attempts to play a Joker from that hole to an empty hole."""
    board, there = table.board, owners(position)
    for target in ((hole + 3) % board.ring, (hole + 7) % board.ring):
        if target not in there:
            kind = "joker to an empty hole"
            yield from _one(table, position, Rank.JOKER, kind, there[hole], hole, target)


def _miscounted(table: Table, position: Position, rank: Rank, hole: Hole) -> Iterator[Attempt]:
    """Attempts to pass a marble of the same seat or to land on it, and to move the wrong way or count."""
    ring, seat, steps = table.board.ring, owners(position)[hole], STEPS[rank]
    right = (hole + steps) % ring
    kind = "passes own or lands where not allowed"
    yield from _one(table, position, rank, kind, seat, hole, right)
    yield from _one(table, position, rank, "wrong way", seat, hole, (hole - steps) % ring)
    for off in (-2, -1, 1, 2):
        kind = "too short" if (off < 0) == (steps > 0) else "too long"
        yield from _one(table, position, rank, kind, seat, hole, (right + off) % ring)


def _one(
    table: Table, position: Position, rank: Rank, kind: str, seat: Seat, source: Hole | None, target: Hole
) -> Iterator[Attempt]:
    """The attempt to carry a marble from `source` to `target`, with the marbles bumped; none if legal."""
    there, board = owners(position), table.board
    taken = there.get(target)
    if taken == seat or source == target:
        return
    if why_not(table, position, rank, (Carry(seat, source, target),)) is None:
        return
    carried = [Carried(seat, source, target)]
    if taken is not None:
        if taken in table.team_of(seat):
            spot = board.in_spot(taken)
            if spot in there or spot == target:
                return
            carried.append(Carried(taken, target, spot))
        else:
            carried.append(Carried(taken, target, None))
        kind += ", with capture"
    yield Attempt(kind, tuple(carried))


def _halves(table: Table, position: Position, rank: Rank) -> Iterator[Attempt]:
    """Attempts at one leg of a split without the other leg."""
    for outcome in legal(table, position, rank):
        legs = outcome.play.legs
        if len(legs) == 2:
            for leg in legs:
                seat = None if leg.source is None else position.colour_at(leg.source)
                if seat is None or position.colour_at(leg.target) is not None or leg.sent is not None:
                    continue
                if why_not(table, position, rank, (Carry(seat, leg.source, leg.target),)) is not None:
                    yield Attempt("half a split", (Carried(seat, leg.source, leg.target),))


def is_part_of_a_split(table: Table, position: Position, rank: Rank, tried: Attempt) -> bool:
    """Whether the attempt is one correct leg of a legal split of that card."""
    if len(tried.carried) != 1:
        return False
    (carried,) = tried.carried
    plays = [outcome.play for outcome in legal(table, position, rank)]
    legs = {(leg.source, leg.target) for play in plays if len(play.legs) == 2 for leg in play.legs}
    return (carried.source, carried.target) in legs


def misplacements(table: Table, position: Position, play: Play) -> list[Attempt]:
    """Attempts at the play in which a marble that it sends to START is put elsewhere."""
    there, board = owners(position), table.board
    if len(play.legs) != 1 or play.legs[0].sent is None or play.legs[0].pushes:
        return []
    leg = play.legs[0]
    seat, sent = leg.seat if leg.source is None else there[leg.source], leg.sent
    assert seat is not None
    assert sent is not None
    wrong = [(leg.target + 1) % board.ring, (leg.target - 1) % board.ring, board.come_out(sent)]
    wrong += [board.in_spot(sent), *(board.start(other)[-1] for other in position.seats if other != sent)]
    played = Carried(seat, leg.source, leg.target)
    return [
        Attempt("bumped marble misplaced", (played, Carried(sent, leg.target, hole)))
        for hole in wrong
        if hole not in there and hole != leg.source
    ]


def _wrong_homes(table: Table, position: Position, rank: Rank) -> Iterator[Attempt]:
    """Attempts to enter HOME backward or with too high a count, or to leave it."""
    board, there = table.board, owners(position)
    steps = STEPS.get(rank, 0)
    for seat in table.helping(position):
        lane, spot = board.lane(seat), board.in_spot(seat)
        for hole in position.marbles[seat] or ():
            if board.is_ring(hole):
                behind = (hole - spot) % board.ring
                if steps < 0 and 0 < behind < -steps:
                    target = lane[min(4, -steps - behind - 1)]
                    if target not in there:
                        yield from _one(table, position, rank, "backs into HOME", seat, hole, target)
                ahead = (spot - hole) % board.ring
                if steps > 0 and ahead < steps and steps - ahead > 5 and lane[4] not in there:
                    yield from _one(table, position, rank, "too much for HOME", seat, hole, lane[4])
            else:
                for target in (hole - 1, spot):
                    if target not in there and (target == spot or board.is_lane(target)):
                        yield from _one(table, position, rank, "back in HOME", seat, hole, target)


def _wrong_exchanges(table: Table, position: Position, rank: Rank) -> Iterator[Attempt]:
    """Attempts at exchanges that a 2 does not allow: two marbles of other seats, or one in HOME."""
    if not table.powers[rank].exchange:
        return
    there, mine = owners(position), table.helping(position)
    others = [(hole, seat) for hole, seat in there.items() if seat not in mine and table.board.is_ring(hole)]
    for (one, whose), (other, whose_else) in pairwise(others):
        if whose != whose_else:
            both = (Carried(whose, one, other), Carried(whose_else, other, one))
            yield Attempt("wrong exchange", both)


CODES: dict[str, frozenset[str]] = {
    "too short": frozenset(
        {"wrong-count", "wrong-way", "split-incomplete", "passes-own-marble", "overshoots-home"}
    ),
    "too long": frozenset(
        {"wrong-count", "wrong-way", "split-incomplete", "passes-own-marble", "overshoots-home"}
    ),
    "wrong way": frozenset({"wrong-way", "wrong-count", "split-incomplete", "passes-own-marble"}),
    "passes own or lands where not allowed": frozenset(
        {"passes-own-marble", "lands-on-own-marble", "in-spot-occupied", "split-incomplete", "wrong-count"}
    ),
    "another's marble": frozenset({"not-your-marble"}),
    "wrong card to start": frozenset(
        {"card-cannot-start", "joker-needs-a-marble", "lands-on-own-marble", "in-spot-occupied"}
    ),
    "joker to an empty hole": frozenset({"joker-needs-a-marble"}),
    "half a split": frozenset({"split-incomplete", "wrong-count"}),
    "bumped marble misplaced": frozenset({"bumped-marble-misplaced"}),
    "backs into HOME": frozenset({"backs-into-home", "wrong-count", "passes-own-marble"}),
    "too much for HOME": frozenset(
        {"overshoots-home", "wrong-count", "passes-own-marble", "split-incomplete"}
    ),
    "back in HOME": frozenset({"home-marble-moved-back"}),
    "wrong exchange": frozenset({"wrong-exchange", "not-your-marble"}),
    "taken back too late": frozenset({"play-stands"}),
    "board knocked": frozenset({"board-disturbed", "not-your-marble", "wrong-count", "wrong-way"}),
}
"""The codes of `illegal` verdicts that apply to each kind of attempt; `unexplained` applies to none."""
