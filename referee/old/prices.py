"""What each step of a story costs, by what the turn allows and what hands do; `costs.py` has the numbers."""

from __future__ import annotations

from engine.geometry import Board, Hole, Seat
from referee.model.occupancy import start_mask
from referee.observe.debounce import Settled
from referee.old.costs import (
    ABOUT,
    ADJUSTED,
    ALONE,
    ALSO_UP,
    AMIDST,
    AT_ONCE,
    BACK,
    BESIDE,
    BLINKED,
    BUMPED,
    FOREIGN,
    HARDLY_LEFT,
    HIDDEN,
    INSTEAD,
    LATE,
    LEAPT,
    MISTAKEN,
    NEAR,
    NEXT,
    OVERDUE,
    OVERTAKEN,
    PLAYED,
    QUICK,
    RARE,
    RETRACED,
    SLEEVE,
    SLIDING,
    SNATCHED,
    STEPPED,
    STRANGE,
    TOUCHED,
)
from referee.old.distances import FARTHEST, apart, beside, neighbours, steps_of
from referee.old.story import Habits, Story, Up
from referee.old.watch import Watch
from referee.policy.hands import Marble


class Prices:
    """Of the stories of one watch; marbles in `bad` holes come and go unseen."""

    def __init__(self, board: Board, habits: Habits, watch: Watch, bad: int) -> None:
        self._board = board
        self._habits = habits
        self._watch = watch
        self.seen = 0
        """How many changes of the watch have been told: prices know nothing of what came later."""
        self._bad = bad

    def came_beside(self, change: Settled, seen: int) -> bool:
        """Whether a hole beside, not only brushed, was filled just before, as when a marble slides there.

        `change` is the last of the first `seen`.
        """
        log = self._watch.log
        for i in range(seen - 2, -1, -1):
            other = log[i]
            if other.edge < change.edge - SLIDING:
                return False
            if other.on and beside(self._board, other.hole, change.hole):
                left = next((c.edge for c in reversed(log[:i]) if c.hole == other.hole), float("-inf"))
                return other.edge - left >= self._habits.brush
        return False

    def hurry(self, story: Story, up: Up, hole: Hole, t: float, seen: int) -> tuple[float, float]:
        """What it costs that it came there just then; how much more if a hand is beside after.

        By the first `seen` changes of the watch.
        """
        board, marble = self._board, up.marble
        cost, beside_after = self._shortly(story, up, hole, t, seen)
        quick = up.hole != hole and t - up.t < AT_ONCE
        if quick and steps_of(board, marble.seat, marble.home if up.hole is None else up.hole, hole) > BESIDE:
            cost += QUICK
        others = [other for other in story.hand if other.hole not in (None, hole, up.hole)]
        cost -= INSTEAD if up.slid and up.hole == hole else 0.0
        if any(self._slides(other, hole, t) for other in others):
            cost += INSTEAD
        elif up.hole != hole and any(self._steps_on(other, hole, t) for other in others):
            far = up.hole is None or steps_of(board, marble.seat, up.hole, hole) > BESIDE
            cost += OVERTAKEN if far else 0.0
        cost += LEAPT if self._habits.flies and self._leaps(up, hole) else 0.0
        cost += RETRACED if self._retraces(story, up, hole) else 0.0
        return cost, beside_after

    def _retraces(self, story: Story, up: Up, hole: Hole) -> bool:
        """Whether it comes back to a hole that it walked through, from farther than it is counted too far."""
        board, at, hops = self._board, up.hole, 0
        if at is None or hole not in story.came or hole == up.marble.home or board.is_start(hole):
            return False
        if apart(board, at, hole) <= BESIDE:
            return False
        while at is not None and at != hole and at in story.came and hops < FARTHEST:
            at, hops = story.came[at][0], hops + 1
        return at == hole and hops > BESIDE

    def _slides(self, up: Up, hole: Hole, t: float) -> bool:
        """Whether that marble left the hole beside just now."""
        return up.hole is not None and t - up.t <= SLIDING and beside(self._board, up.hole, hole)

    def _steps_on(self, up: Up, hole: Hole, t: float) -> bool:
        """Whether that marble left the hole beside a moment ago."""
        return up.hole is not None and t - up.t < self._habits.brush and beside(self._board, up.hole, hole)

    def _leaps(self, up: Up, hole: Hole) -> bool:
        """Whether a marble carried along, from a hole where nothing brings it, comes to one that is far."""
        marble, board = up.marble, self._board
        if up.hole in (None, hole, marble.home) or hole == marble.home or board.is_start(hole):
            return False
        if board.is_start(up.hole) or self._more(marble, up.hole) is not None:
            return False
        return apart(board, up.hole, hole) > BESIDE

    def _shortly(self, story: Story, up: Up, hole: Hole, t: float, seen: int) -> tuple[float, float]:
        """What it costs that it came to that hole when it did; how much more if a hand is beside after."""
        if self._board.is_start(hole):
            return 0.0, 0.0
        if up.hole != hole:
            left = max((other.t for other in story.hand if other.hole == hole), default=None)
            if left is None or t - left >= self._habits.brush:
                return 0.0, 0.0
            cost = self._taken(story, up, hole, t - left)
            return (cost, 0.0) if self._hand_beside(hole, left, seen) else (0.0, cost)
        out = t - up.t
        if out >= self._habits.brush:
            return ADJUSTED + (AMIDST if self._exchangeable(story, up) else 0.0), 0.0
        cost = 0.0 if out < self._habits.touch else TOUCHED
        just, until = self._watch.just
        straightened = just >> hole & 1 and up.t < until
        beside = straightened or self._hand_beside(hole, up.t, seen)
        return (cost, 0.0) if beside else (cost + ALONE, -ALONE)

    def _hand_beside(self, hole: Hole, t: float, seen: int) -> bool:
        """Whether a marble was taken up or set down beside just before: only there is a sleeve."""
        return self._watch.acted_in(neighbours(self._board, hole), t - NEAR, t, seen)

    def _exchangeable(self, story: Story, up: Up) -> bool:
        """Whether another marble is in a hand that the card may exchange with this one."""
        hole = up.hole
        return hole is not None and any(
            other.hole is not None
            and self._brings(up.marble.seat, hole, other.hole)
            and self._brings(other.marble.seat, other.hole, hole)
            for other in story.hand
        )

    def _brings(self, seat: Seat, source: Hole, hole: Hole) -> bool:
        return any(to.get((seat, source), 0) >> hole & 1 for to, _ in self._habits.ways)

    def brought(self, story: Story, up: Up, hole: Hole) -> float:
        """What it costs that it came to that hole: less if the next seat may have exchanged two with it."""
        if up.hole == hole:
            return 0.0
        alone = self.carried(story, up.marble, hole)
        other = None if up.hole is None else story.standing.get(up.hole)
        if up.hole is None or other is None or not self._next_exchanges(up.marble, other):
            return alone
        if not (self._board.is_ring(up.hole) and self._board.is_ring(hole)):
            return alone
        source, paid = story.came.get(up.hole, (None, 0.0))
        return min(alone, NEXT - paid) if source == hole else alone

    def _next_exchanges(self, one: Marble, other: Marble) -> bool:
        """Whether these two are a pair that the next seat may exchange, if its turn has begun."""
        seats, after = {one.seat, other.seat}, set(self._habits.after)
        return self._habits.exchange and len(seats) == 2 and bool(seats & after)

    def carried(self, story: Story, marble: Marble, hole: Hole) -> float:
        """What it costs that it came from somewhere else to that hole."""
        right = self.right(story, marble, hole)
        return self._wrong(story, marble, hole) if right is None else right

    def right(self, story: Story, marble: Marble, hole: Hole) -> float | None:
        """The same to a hole where it may come; None if it should not."""
        board = self._board
        if board.is_start(hole):
            if board.side(hole) != marble.seat:
                return STRANGE
            if marble.owed and marble.home is not None:
                return BUMPED  # its in-spot waits for it
            if marble.owed and any(self._rather_back(marble, up, hole) for up in story.hand):
                return INSTEAD
            if marble.home is not None:
                return ALSO_UP if self._bad >> marble.home & 1 else 0.0
            return ABOUT if not marble.owed and self._never_left(marble) else 0.0  # none is moved about there
        if board.is_lane(hole) and board.side(hole) != marble.seat:
            return STRANGE
        if marble.home == hole:
            return 0.0 if marble.owed else BACK
        if story.in_its_place(board, marble, hole) is not None:
            return INSTEAD if marble.owed else BACK
        more = None if marble.owed and marble.home is not None else self._more(marble, hole)
        if more is None:
            return None
        owed = OVERDUE if marble.seat in self._watch.overdue else INSTEAD
        owed = owed if marble.owed else 0.0
        return PLAYED + (0.0 if story.rare else more) + owed + self._never_left(marble)

    def _never_left(self, marble: Marble) -> float:
        """What it costs that it is out of a START in which a sensor lies, though none was seen to go."""
        start = start_mask(self._board, marble.seat) if marble.home is None else 0
        good = start & ~self._bad
        left = any(not c.on and good >> c.hole & 1 for c in self._watch.log[: self.seen])
        return HARDLY_LEFT if start & self._bad and not left else 0.0

    def _rather_back(self, owed: Marble, up: Up, hole: Hole) -> bool:
        """Whether it is rather the like of the one owed that is back in START, having just left that hole.

        Or any hole of it, if the one owed has been so for very long.
        """
        if up.marble.owed or up.marble.seat != owed.seat:
            return False
        left = up.hole is None and up.marble.home is None and owed.seat in self._watch.overdue
        return up.hole == hole or left

    def _more(self, marble: Marble, hole: Hole) -> float | None:
        """How much dearer than others the play is that brings it there; None if none does."""
        key = marble.seat, marble.home
        return next((more for to, more in self._habits.ways if to.get(key, 0) >> hole & 1), None)

    def unseen_joker(self, marble: Marble, hole: Hole) -> bool:
        """Whether only a Joker that nobody has seen brings it there."""
        return bool(not marble.owed and marble.home != hole and self._more(marble, hole))

    def _wrong(self, story: Story, marble: Marble, hole: Hole) -> float:
        """Elsewhere on the board; who goes on makes no further mistake, but nobody walks a bumped one."""
        habits = self._habits
        if marble in story.astray:
            bumped = marble.home in story.standing and not story.exchanged(marble.home)
            return ADJUSTED if bumped else PLAYED
        if marble.owed:
            return LATE
        if marble.seat in habits.after:
            unseen = ALSO_UP if marble.home is not None and self._bad >> marble.home & 1 else 0.0
            if self._some_card_brings(marble, hole):
                return unseen + NEXT
            return unseen + NEXT + RARE + self._never_left(marble)
        if marble.home is not None and marble.home in story.standing:
            return BUMPED
        along = marble.home if habits.flies and marble.seat in habits.movers else None
        if along is not None and apart(self._board, along, hole) <= BESIDE:
            return STEPPED
        home = start_mask(self._board, marble.seat) if marble.home is None else 1 << marble.home
        unseen = HIDDEN if home & self._bad else 0.0
        return (MISTAKEN if marble.seat in habits.movers else FOREIGN) + unseen

    def _some_card_brings(self, marble: Marble, hole: Hole) -> bool:
        """Whether any other card than a Joker may: out of START that far, or home from there."""
        board = self._board
        if marble.home is None:
            return hole == board.come_out(marble.seat)
        return not board.is_lane(hole) or apart(board, marble.home, hole) <= FARTHEST

    def _taken(self, story: Story, up: Up, hole: Hole, out: float) -> float:
        """For coming to a hole that another one has left so lately that it was hardly more than touched."""
        sleeve = any(
            other.hole is not None and beside(self._board, other.hole, hole)
            for other in story.hand
            if other is not up
        )
        return (BLINKED if out < self._habits.touch else SNATCHED) + (SLEEVE if sleeve else 0.0)
