"""One hypothesis: the owner of the marble in each hole, the lifted marbles, and the earlier plays.

The words, here and in all of the referee:

- A *hypothesis* is one complete explanation of all observations. The likeliest one counts.
- A *reading* is a hypothesis as it is shown to people (`games/readings.py` in the journal).
- A hypothesis *suspects* a sensor if it contradicts the sensor. Other hypotheses may trust that sensor.
- A sensor is *faulty* once a verdict announces it. Every hypothesis then suspects it, until it is trusted.
- A *ghost* is a hole that reads full and has no marble, while the hypothesis does not suspect its sensor.
- A hole is *dark* if a knock or a sleeve makes it read empty: its marble counts as still there.
- A marble is *lifted* (*up*) in a hand, and *owed* if a play sent it to START or an in-spot it is not in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from engine import bits
from engine.cards import Card
from engine.geometry import Hole, Seat
from engine.referee.model.plays import Made
from engine.referee.model.turn import Turn
from engine.referee.verdicts import Owed

GHOST = -1
"""The seat of a marble that appeared from nowhere and was lifted again."""
NOWHERE, START = -1, -2
"""Values of `Token.due` besides an in-spot: the marble is not owed, or owed to its START."""
NOBODY, SINCE = -1, -2
"""Values of `Token.by`: bumped by no play; lifted only after a play that may be unfinished."""


class Token(NamedTuple):
    """A lifted marble: `due` is the place it is owed to, `by` the turn whose play bumped or followed it."""

    seat: Seat
    origin: Hole
    since: float
    due: int = NOWHERE
    by: int = NOBODY

    @property
    def ahead(self) -> bool:
        """Whether the marble was lifted before the turn began, and is not owed."""
        return self.due == NOWHERE and self.by >= 0


class Brush(NamedTuple):
    """A hole that was briefly empty until `t`; a hand soon beside it adds the cost `name`, times `times`."""

    hole: Hole
    t: float
    name: str
    times: int


class Early(NamedTuple):
    """A carry of a marble of `seat`, made for the coming turn of `owner` (`model/overlap.py`)."""

    owner: Seat
    seat: Seat
    source: Hole
    target: Hole


Trail: TypeAlias = "tuple[Trail, str, float, Hole, float, Token | None] | None"
"""The steps, newest first: earlier steps, cost name, time, hole, times (negative: refunded), marble."""
Waiting: TypeAlias = tuple[tuple[Seat | None, Card | None], ...]
"""Cards laid before their turn, as (seat of the reader, card); card None: the seat plays nothing."""


@dataclass(slots=True, eq=False)
class Hypothesis:
    """One explanation of all observations.

    It is mutable for speed: only code that owns it changes it, and every branch is a `copy`.
    """

    turn: Turn
    colours: tuple[int, ...]
    """For each seat, the mask of the holes with its marbles, START included."""
    hand: tuple[Token, ...] = field(default=(), compare=False)
    """The marbles in hands; `key` compares them in another form."""
    ghosts: int = 0
    """The mask of ghosts: holes that read full and have no marble."""
    waiting: Waiting = ()
    """Cards laid before their turn."""
    cost: float = field(default=0.0, compare=False)
    """The cost of the steps so far."""
    trail: Trail = field(default=None, compare=False)
    barred: int = 0
    """The mask of holes that were wrong at a decision and in which no hand has placed a marble since."""
    brushes: tuple[Brush, ...] = ()
    """Holes that were empty only briefly (see `Brush`)."""
    suspected: int = 0
    """The mask of holes with sensors that are faulty by this hypothesis; their levels are ignored."""
    twins: Waiting = ()
    """Repeated reads that count as a second, equal card, as (seat of the reader, card)."""
    misplaced: tuple[Token, ...] = field(default=(), compare=False)
    """Owed marbles in wrong holes, each with that hole as its `origin`; when lifted, they are owed again."""
    early: tuple[Early, ...] = ()
    """Carries made for a later turn; `colours` has these marbles in their old holes."""
    dark: int = 0
    """The mask of dark holes, until their marbles are back or turn out to be in hands."""
    counted: Made | None = None
    """A complete play that does not count as made until something moves: people may still be counting."""
    total: float = field(default=0.0, compare=False)
    """The total cost, including the cost of the present board."""

    def copy(self) -> Hypothesis:
        """A copy that may be changed; its `total` is without the cost of the board until `reckon` adds it."""
        copied = Hypothesis(*_state(self))
        copied.total = copied.cost
        return copied

    @property
    def full(self) -> int:
        """The mask of holes with a marble, START included."""
        full = 0
        for mask in self.colours:
            full |= mask
        for each in self.early:
            full &= ~(1 << each.source)
        for each in self.early:
            full |= 1 << each.target
        return full

    def seat_at(self, hole: Hole) -> Seat | None:
        """The owner of the marble in that hole; None if it is empty."""
        if self.early:
            arrived = {each.target: each.seat for each in self.early}
            if hole in arrived or any(hole == each.source for each in self.early):
                return arrived.get(hole)
        for seat, mask in enumerate(self.colours):
            if mask >> hole & 1:
                return seat
        return None

    @property
    def packed(self) -> int:
        """The marbles in ring and lane holes in one number, as in `Made.packed`."""
        return self.packed_with(())

    def packed_with(self, others: Iterable[tuple[Seat, int]]) -> int:
        """`packed` with the marbles in `others` added, each as (seat, mask of its hole)."""
        ground, packed = self.turn.ground, 0
        width = ground.table.width
        for seat, mask in (*enumerate(self.colours), *others):
            packed |= (mask & ground.ring_and_lane) << seat * width
        return packed

    def reaches(self, turn: Turn) -> bool:
        """Whether the plays before `turn`, by this hypothesis, led to its position."""
        there = self.turn.at(turn.number)
        return there is not None and there.position == turn.position

    def may_make(self, made: Made) -> bool:
        """Whether the play changes at least one hole that is not `barred`."""
        return bool(made.touched & ~self.barred)

    def put(self, seat: Seat, hole: Hole) -> None:
        """Put a marble of that seat into the hole."""
        masks = self.colours
        self.colours = (*masks[:seat], masks[seat] | 1 << hole, *masks[seat + 1 :])

    def take(self, seat: Seat, hole: Hole) -> None:
        """Remove a marble of that seat from the hole."""
        masks = self.colours
        self.colours = (*masks[:seat], masks[seat] & ~(1 << hole), *masks[seat + 1 :])

    def begin_early(self, seat: Seat | None = None) -> None:
        """Let the turn of that seat begin (None: any turn): the carries made for it count from now on."""
        begun = [each for each in self.early if seat in (None, each.owner)]
        self.early = tuple([each for each in self.early if each not in begun])
        for each in begun:
            self.take(each.seat, each.source)
        for each in begun:
            self.put(each.seat, each.target)

    def as_carried(self) -> Hypothesis:
        """This hypothesis with every marble where it was carried; early carries count as begun."""
        if not self.early:
            return self
        carried = self.copy()
        carried.begin_early()
        return carried

    def misplaced_at(self, seat: Seat, hole: Hole) -> Token | None:
        """The seat's owed marble that was wrongly placed in that hole; None if there is none."""
        return next((each for each in self.misplaced if (each.seat, each.origin) == (seat, hole)), None)

    def set_down(self, token: Token, hole: Hole) -> None:
        """Move that marble from its hand into the hole."""
        hand = list(self.hand)
        hand.remove(token)
        self.hand = tuple(hand)
        self.put(token.seat, hole)

    @property
    def key(self) -> object:
        """A key that is equal for hypotheses of equal board, hands, turn and cards.

        For marbles owed to the same place, the holes that they come from make no difference.
        """
        hand = sorted(
            [
                (token.seat, token.due, token.origin if token.due == NOWHERE else NOBODY, token.ahead)
                for token in self.hand
            ]
        )
        return tuple(hand), _compared(self)


_state = attrgetter(*[each.name for each in fields(Hypothesis)])
_compared = attrgetter(*[each.name for each in fields(Hypothesis) if each.compare])


def shortened(trail: Trail, since: float, known: dict[int, Trail]) -> Trail:
    """The steps of the trail, with those before the time `since` combined by name.

    `known` has the shortened form of each step by its identity: hypotheses share most of their steps.
    """
    recent: list[tuple[Trail, str, float, Hole, float, Token | None]] = []
    while trail is not None and id(trail) not in known:
        if trail[2] < since:
            known[id(trail)] = _summed(trail)
            break
        recent.append(trail)
        trail = trail[0]
    short = None if trail is None else known[id(trail)]
    for step in reversed(recent):
        short = known[id(step)] = (short, *step[1:])
    return short


def _summed(trail: Trail) -> Trail:
    """One step for each cost name: the sum of its `times`, at its latest time."""
    times: dict[str, float] = {}
    latest: dict[str, float] = {}
    while trail is not None:
        trail, name, t, _, count, _ = trail
        times[name] = times.get(name, 0.0) + count
        # The trail begins with the newest step, so the first time found is the latest.
        latest.setdefault(name, t)
    # The names come from the newest step to the oldest; a new trail is built from its oldest step.
    for name in reversed(times):
        trail = (trail, name, latest[name], -1, times[name], None)
    return trail


def from_levels(turn: Turn, levels: int, owing: tuple[Owed, ...], t: float, faulty: int = 0) -> Hypothesis:
    """A hypothesis in which the marbles expected by `turn` are in the full holes, as far as possible.

    Owed marbles are in hands; in `faulty` holes the expected marbles count as present.
    """
    levels &= ~faulty
    ground = turn.ground
    board = ground.table.board
    colours, hand, ghosts = [0] * ground.table.sides, list[Token](), 0
    missing: list[tuple[Seat, Hole]] = []
    for seat in ground.table.seats:
        colours[seat] = turn.base[seat] & (levels | faulty)
        missing += [(seat, hole) for hole in bits.holes(turn.base[seat] & ~(levels | faulty))]
        start = ground.starts[seat]
        due_there = sum(each.marble == seat and board.is_start(each.to[0]) for each in owing)
        there = [*bits.holes(start & levels)][: turn.in_start[seat]]
        there += [*bits.holes(start & faulty)][: max(0, turn.in_start[seat] - due_there - len(there))]
        for hole in there:
            colours[seat] |= 1 << hole
        free = [hole for hole in board.start(seat) if not levels >> hole & 1 and hole not in there]
        missing += [(seat, hole) for hole in free[: turn.in_start[seat] - len(there)]]
    for owed in owing:
        due = owed.to[0] if len(owed.to) == 1 and not board.is_start(owed.to[0]) else START
        lost = next((m for m in missing if m[0] == owed.marble and (m[1] == due or due == START)), None)
        if lost is not None:
            missing.remove(lost)
            hand.append(Token(owed.marble, lost[1], t, due, turn.number - 1))
    known = 0
    for mask in colours:
        known |= mask
    for hole in bits.holes(levels & ~known):
        if missing:
            seat, _ = missing.pop(0)
            colours[seat] |= 1 << hole
        else:
            ghosts |= 1 << hole
    hand += [Token(seat, hole, t) for seat, hole in missing]
    return Hypothesis(turn, tuple(colours), tuple(hand), ghosts, suspected=faulty)
