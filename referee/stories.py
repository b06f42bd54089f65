"""What may have happened: the few likeliest stories of who carried what, told change by change.

A hole that empties puts its marble into a hand; one that fills takes a marble out of one. While marbles of
one colour are in the hands it is certain which colour came down; while there are several, each is a story of
its own. A story has a cost: small for what people do (a play of the card, a marble back where it came from, a
bumped one to its START), greater for what they do by mistake. Colours make a story, not marbles: two stories
that leave the same colours everywhere are one, the cheaper.

What no story tells is impossible. Of what is possible the cheapest is believed, and how much dearer another
one is says how sure that is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.candidates import Debts
from referee.costs import (
    ABSURD,
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
    HIDDEN,
    INSTEAD,
    LATE,
    LEAPT,
    MISTAKEN,
    NEAR,
    NEXT,
    OVERTAKEN,
    PLAYED,
    QUICK,
    RARE,
    SLEEVE,
    SLID,
    SLIDING,
    SNATCHED,
    STEPPED,
    STRANGE,
    TOO_DEAR,
    TOUCHED,
    UNSEEN,
    WIDTH,
)
from referee.debounce import Settled
from referee.hands import Followed, Marble
from referee.occupancy import colours, start_mask
from referee.story import Early, Habits, Story, Up, apart, as_begun, beside, neighbours, steps_of
from referee.watch import Watch


class Stories:
    """All of them from the beginning of a watch on; `tell` goes on to its newest change.

    What the sensors in `bad` show is no part of any: a marble in such a hole may be in a hand at any time.
    """

    def __init__(
        self,
        board: Board,
        position: Position,
        watch: Watch,
        debts: Debts,
        habits: Habits,
        bad: int = 0,
        *,
        joker: bool = False,
    ) -> None:
        self._board = board
        self._habits = habits
        self._watch = watch
        self._forgotten = watch.forgotten
        self._seen = 0
        self._bad = bad
        self._stories = [as_begun(board, position, watch, debts, bad)]
        self._stories[0].rare = joker  # one that was said has had its price
        self.before = colours(position)
        """Whose marble stands in each ring and lane hole, by the position."""
        self._hidden = [(hole, seat) for hole, seat in self.before.items() if bad >> hole & 1]
        """The holes of which no good sensor tells, and whose marble stands there."""
        self._dropped = False
        """Whether stories had to be dropped: then what none tells may only be very dear."""

    def tell(self) -> Stories | None:
        """Go on to the newest change; None if the watch has forgotten what they began with."""
        if self._watch.forgotten != self._forgotten:
            return None
        log = self._watch.log
        while self._seen < len(log):
            change = log[self._seen]
            self._seen += 1
            if self._bad >> change.hole & 1:
                continue
            if change.on:
                self._set_down(change)
            else:
                self._lift(change)
        return self

    @property
    def likely(self) -> list[Story]:
        """The stories, the cheapest first."""
        return self._stories

    def within(self, more: float) -> list[Story]:
        """Those that cost less than so much more than the cheapest."""
        return [story for story in self._stories if story.cost < self._stories[0].cost + more]

    @property
    def least(self) -> float:
        """What the cheapest of all costs."""
        return self._stories[0].cost

    def cost(
        self,
        after: Mapping[Hole, Seat],
        holes: int,
        *,
        rare: bool = False,
        among: Sequence[tuple[Hole, Set[Seat]]] = (),
    ) -> float:
        """What the cheapest story costs in which each full one of `holes` is as in `after`; inf: none.

        And the marble of each other hole is one of those seats `among` which it may be. So much at least, if
        stories had to be dropped. A `rare` play has its price though each of its marbles might have gone so
        by another card.
        """
        costs = (
            story.cost + (RARE if rare and not story.rare else 0.0) + self._gone(story, after)
            for story in self._stories
            if story.shows(after, holes) and all(story.seat_at(hole) in seats for hole, seats in among)
        )
        told = min(costs, default=None) if rare or self._hidden else next(costs, None)
        if told is not None:
            return told
        return self.least + TOO_DEAR if self._dropped else float("inf")

    def _gone(self, story: Story, after: Mapping[Hole, Seat]) -> float:
        """What it costs that marbles no sensor sees, which are there `after` it, were set down elsewhere."""
        cost = 0.0
        for hole, seat in self._hidden:
            if after.get(hole) == seat and all(up.marble.home != hole for up in story.hand):
                cost += FOREIGN
        return cost

    def otherwise(self, after: Mapping[Hole, Seat], holes: int) -> float:
        """What the cheapest story costs in which that is not so; inf: none."""
        return next((story.cost for story in self._stories if not story.shows(after, holes)), float("inf"))

    def is_plain(self, after: Mapping[Hole, Seat], holes: int, by: float) -> bool:
        """Whether the cheapest story has them so, and every one that has not costs so much more."""
        if not self._stories[0].shows(after, holes):
            return False
        return all(story.shows(after, holes) for story in self.within(by))

    def agreeing(self, position: Position, holes: int) -> Story:
        """The cheapest story in which each full one of `holes` is as in `position`; else the cheapest."""
        after = colours(position)
        return next((story for story in self._stories if story.shows(after, holes)), self._stories[0])

    def allow(self, after: Mapping[Hole, Seat], holes: int) -> bool:
        """Whether some story that is not absurd has each full one of `holes` as in `after`."""
        return self.cost(after, holes) < self.least + ABSURD

    # How they are told.

    def _lift(self, change: Settled) -> None:
        told: list[Story] = []
        slid = self._came_beside(change)
        for story in self._stories:
            story.wait(change.edge)
            told += story.lift(self._board, change.hole, change.edge, self._carried, slid=slid)
        self._sort(told)

    def _came_beside(self, change: Settled) -> bool:
        """Whether a hole beside, not only brushed, was filled just before, as when a marble slides there."""
        log = self._watch.log
        for i in range(self._seen - 2, -1, -1):
            other = log[i]
            if other.edge < change.edge - SLIDING:
                return False
            if other.on and beside(self._board, other.hole, change.hole):
                left = next((c.edge for c in reversed(log[:i]) if c.hole == other.hole), float("-inf"))
                return other.edge - left >= self._habits.brush
        return False

    def _set_down(self, change: Settled) -> None:
        told: list[Story] = []
        for story in self._stories:
            story.wait(change.edge)
            told += self._branches(story, change)
        self._sort(told)

    def _sort(self, told: list[Story]) -> None:
        if len(told) > 1:
            told.sort(key=lambda story: story.cost)
            told = self._distinct(told)
        self._stories = told

    def _distinct(self, told: list[Story]) -> list[Story]:
        """The cheapest of those that leave the same colours; not too many, and not too dear."""
        known: set[tuple[object, ...]] = set()
        kept: list[Story] = []
        for story in told:
            if len(kept) == WIDTH or story.cost > told[0].cost + TOO_DEAR:
                self._dropped = True
                break
            hand = frozenset(up.marble for up in story.hand)
            # Who has gone on goes on: that one counts along. And a brush may yet cost more, or less.
            what = story.colours, hand, hand & story.astray, frozenset(story.alone.items())
            if what not in known:
                known.add(what)
                kept.append(story)
        return kept

    def _branches(self, story: Story, change: Settled) -> list[Story]:
        """The story with each colour that is in a hand set down, the likeliest marble of it."""
        hole, t = change.hole, change.edge
        early = story.copy() if story.hand else story
        early.early.append(Early(hole, t))
        early.cost += SLID + UNSEEN
        if not story.hand:
            return [early]
        alike: dict[tuple[Marble, Hole | None], int] = {}
        for i, up in enumerate(story.hand):
            alike.setdefault((up.marble, up.hole), i)
        found = [early]
        for n, i in enumerate(alike.values(), 1):
            up = story.hand[i]
            seat, home = up.marble.seat, up.marble.home
            cost, beside_after = self._shortly(story, up, hole, t)
            carried = self._brought(story, up, hole)
            cost += carried + steps_of(self._board, seat, home, hole) / 10000
            quick = up.hole != hole and t - up.t < AT_ONCE
            if quick and steps_of(self._board, seat, home if up.hole is None else up.hole, hole) > BESIDE:
                cost += QUICK
            others = [other for other in story.hand if other.hole not in (None, hole, up.hole)]
            if any(self._slides(other, hole, t) for other in others) or (up.slid and up.hole != hole):
                cost += INSTEAD
            elif up.hole != hole and any(self._steps_on(other, hole, t) for other in others):
                far = up.hole is None or steps_of(self._board, seat, up.hole, hole) > BESIDE
                cost += OVERTAKEN if far else 0.0
            cost += LEAPT if self._habits.flies and self._leaps(up, hole) else 0.0
            astray = up.hole != hole and self._right(story, up.marble, hole) is None
            branch = story if n == len(alike) else story.copy()
            branch.cost += branch.sleeve(self._board, hole, t)
            branch.rare |= up.hole != hole and self._unseen_joker(up.marble, hole)
            branch.set_down(self._board, i, hole, carried)
            branch.cost += cost
            if any(other.hole == hole and t - other.t < self._habits.brush for other in branch.hand):
                branch.snatched[hole] = t
            if beside_after:
                branch.alone[hole] = t, beside_after
            if astray:
                branch.astray |= {up.marble}
            if carried < 0 and up.hole is not None:  # the other of the pair is no mistake either
                branch.astray -= {branch.standing[up.hole]}
            found.append(branch)
        return found

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

    def _shortly(self, story: Story, up: Up, hole: Hole, t: float) -> tuple[float, float]:
        """What it costs that it came to that hole when it did; how much more if a hand is beside after."""
        if self._board.is_start(hole):
            return 0.0, 0.0
        if up.hole != hole:
            left = max((other.t for other in story.hand if other.hole == hole), default=None)
            if left is None or t - left >= self._habits.brush:
                return 0.0, 0.0
            cost = self._taken(story, up, hole, t - left)
            return (cost, 0.0) if self._hand_beside(hole, left) else (0.0, cost)
        out = t - up.t
        if out >= self._habits.brush:
            return ADJUSTED + (AMIDST if self._exchangeable(story, up) else 0.0), 0.0
        cost = 0.0 if out < self._habits.touch else TOUCHED
        return (cost, 0.0) if self._hand_beside(hole, up.t) else (cost + ALONE, -ALONE)

    def _hand_beside(self, hole: Hole, t: float) -> bool:
        """Whether a marble was taken up or set down beside just before: only there is a sleeve."""
        return self._watch.acted_in(neighbours(self._board, hole), t - NEAR, t, self._seen)

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

    def _brought(self, story: Story, up: Up, hole: Hole) -> float:
        """What it costs that it came to that hole: less if the next seat may have exchanged two with it."""
        if up.hole == hole:
            return 0.0
        alone = self._carried(story, up.marble, hole)
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

    def _carried(self, story: Story, marble: Marble, hole: Hole) -> float:
        """From somewhere else to that hole."""
        right = self._right(story, marble, hole)
        return self._wrong(story, marble, hole) if right is None else right

    def _right(self, story: Story, marble: Marble, hole: Hole) -> float | None:
        """From somewhere else to a hole where it may come; None if it should not."""
        board = self._board
        if board.is_start(hole):
            if board.side(hole) != marble.seat:
                return STRANGE
            if marble.owed and marble.home is not None:
                return BUMPED  # its in-spot waits for it
            return ALSO_UP if marble.home is not None and self._bad >> marble.home & 1 else 0.0
        if board.is_lane(hole) and board.side(hole) != marble.seat:
            return STRANGE
        if marble.home == hole:
            return 0.0 if marble.owed else BACK
        if story.in_its_place(board, marble, hole) is not None:
            return INSTEAD if marble.owed else BACK
        more = None if marble.owed and marble.home is not None else self._more(marble, hole)
        if more is None:
            return None
        return PLAYED + (0.0 if story.rare else more) + (INSTEAD if marble.owed else 0.0)

    def _more(self, marble: Marble, hole: Hole) -> float | None:
        """How much dearer than others the play is that brings it there; None if none does."""
        key = marble.seat, marble.home
        return next((more for to, more in self._habits.ways if to.get(key, 0) >> hole & 1), None)

    def _unseen_joker(self, marble: Marble, hole: Hole) -> bool:
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
            comes_out = marble.home is not None or hole == self._board.come_out(marble.seat)
            unseen = ALSO_UP if marble.home is not None and self._bad >> marble.home & 1 else 0.0
            return unseen + (NEXT if comes_out else NEXT + RARE)  # out of START only a Joker brings it so far
        if marble.home is not None and marble.home in story.standing:
            return BUMPED
        along = marble.home if habits.flies and marble.seat in habits.movers else None
        if along is not None and apart(self._board, along, hole) <= BESIDE:
            return STEPPED
        home = start_mask(self._board, marble.seat) if marble.home is None else 1 << marble.home
        unseen = HIDDEN if home & self._bad else 0.0
        return (MISTAKEN if marble.seat in habits.movers else FOREIGN) + unseen

    def _taken(self, story: Story, up: Up, hole: Hole, out: float) -> float:
        """For coming to a hole that another one has left so lately that it was hardly more than touched."""
        sleeve = any(
            other.hole is not None and beside(self._board, other.hole, hole)
            for other in story.hand
            if other is not up
        )
        return (BLINKED if out < self._habits.touch else SNATCHED) + (SLEEVE if sleeve else 0.0)


def followed(board: Board, story: Story) -> Followed:
    """Where every marble stands and which are in a hand, as that story has it."""
    return Followed(dict(story.standing), [up.marble for up in story.hand], board)
