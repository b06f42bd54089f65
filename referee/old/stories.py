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
from referee.model.occupancy import bits, colours
from referee.observe.debounce import Settled
from referee.old.beginnings import beginnings
from referee.old.costs import (
    ABSURD,
    FOREIGN,
    RARE,
    SLID,
    TOO_DEAR,
    UNSEEN,
    WIDTH,
)
from referee.old.debts import Debts
from referee.old.distances import steps_of
from referee.old.prices import Prices
from referee.old.story import Early, Habits, Story
from referee.old.watch import Watch
from referee.policy.hands import Followed, Marble


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
        self._revised = watch.revised
        self._seen = 0
        self._bad = bad
        self._prices = Prices(board, habits, watch, bad)
        self._stories = beginnings(board, position, watch, debts, bad)
        for story in self._stories:
            story.rare = joker  # one that was said has had its price
        self.before = colours(position)
        """Whose marble stands in each ring and lane hole, by the position."""
        self._hidden = [(hole, seat) for hole, seat in self.before.items() if bad >> hole & 1]
        """The holes of which no good sensor tells, and whose marble stands there."""
        self._dropped = False
        """Whether stories had to be dropped: then what none tells may only be very dear."""

    def tell(self) -> Stories | None:
        """Go on to the newest change; None if the watch tells another beginning now."""
        if self._watch.revised != self._revised:
            return None
        log = self._watch.log
        while self._seen < len(log):
            change = log[self._seen]
            self._seen += 1
            self._prices.seen = self._seen
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
        among: Sequence[tuple[Hole, Set[Seat | None]]] = (),
    ) -> float:
        """What the cheapest story costs in which each full one of `holes` is as in `after`; inf: none.

        And the marble of each other hole is one of those seats `among` which it may be (None: there is none
        that anybody knows). So much at least, if stories had to be dropped. A `rare` play has its price
        though each of its marbles might have gone so by another card.
        """
        stay = {hole for hole, seat in self._hidden if after.get(hole) == seat}
        told: float | None = None
        for story in self._stories:
            if told is not None and story.cost >= told:
                break  # the cheapest come first
            if not story.shows(after, holes) or any(story.seat_at(h) not in seats for h, seats in among):
                continue
            cost = story.cost + (RARE if rare and not story.rare else 0.0)
            if stay:  # marbles that no sensor sees, and that were set down elsewhere by this story
                cost += FOREIGN * len(stay.difference([up.marble.home for up in story.hand]))
            told = cost if told is None else min(told, cost)
        if told is not None:
            return told
        return self.least + TOO_DEAR if self._dropped else float("inf")

    def otherwise(self, after: Mapping[Hole, Seat], holes: int) -> float:
        """What the cheapest story costs in which that is not so; inf: none."""
        return next((story.cost for story in self._stories if not story.shows(after, holes)), float("inf"))

    def is_plain(self, after: Mapping[Hole, Seat], holes: int, by: float) -> bool:
        """Whether the cheapest story has them so, and every one that has not costs so much more."""
        if not self._stories[0].shows(after, holes):
            return False
        return all(story.shows(after, holes) for story in self.within(by))

    def agreeing(self, position: Position, holes: int) -> Story:
        """The cheapest story in which each full one of `holes` is as in `position`; else the cheapest.

        Not one in which nobody knows what came there.
        """
        after, full = colours(position), set(bits(self._watch.now & holes))
        told = (s for s in self._stories if s.shows(after, holes) and full <= s.standing.keys())
        return next(told, self._stories[0])

    def allow(self, after: Mapping[Hole, Seat], holes: int) -> bool:
        """Whether some story that is not absurd has each full one of `holes` as in `after`."""
        return self.cost(after, holes) < self.least + ABSURD

    # How they are told.

    def _lift(self, change: Settled) -> None:
        told: list[Story] = []
        slid = self._prices.came_beside(change, self._seen)
        for story in self._stories:
            story.wait(change.edge)
            told += story.lift(self._board, change.hole, change.edge, self._prices.carried, slid=slid)
        self._sort(told)

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
        """The cheapest of those that leave the same colours; not too many, and not too dear.

        A Joker may be counted along: then which marble has just left a hole on its way makes a difference.
        """
        known: set[tuple[object, ...]] = set()
        kept: list[Story] = []
        width = WIDTH if self._bad else WIDTH // 2
        now, flies = self._watch.log[self._seen - 1].edge, self._habits.flies
        for story in told:
            if len(kept) == width or story.cost > told[0].cost + TOO_DEAR:
                self._dropped = True
                break
            hand = frozenset(up.marble for up in story.hand)
            on = [up.marble for up in story.hand if up.t == now and up.hole in story.came] if flies else []
            # Who has gone on goes on: that one counts along. And a brush may yet cost more, or less.
            what = story.colours, hand, frozenset(on), hand & story.astray, frozenset(story.alone.items())
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
        found, prices = [early], self._prices
        for n, i in enumerate(alike.values(), 1):
            up = story.hand[i]
            cost, beside_after = prices.hurry(story, up, hole, t, self._seen)
            carried = prices.brought(story, up, hole)
            cost += carried + steps_of(self._board, up.marble.seat, up.marble.home, hole) / 10000
            astray = up.hole != hole and prices.right(story, up.marble, hole) is None
            branch = story if n == len(alike) else story.copy()
            branch.cost += branch.sleeve(self._board, hole, t)
            branch.rare |= up.hole != hole and prices.unseen_joker(up.marble, hole)
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


def followed(board: Board, story: Story, full: int = 0) -> Followed:
    """Where every marble stands and which are in a hand, as that story has it.

    Of the holes that are `full`, those where nobody knows what came have a marble that is up: if not the like
    of those that stand there, the one taken up last.
    """
    standing, hand = dict(story.standing), list(story.hand)
    for hole in bits(full):
        if hole in standing or not hand:
            continue
        side = board.side(hole) if board.is_start(hole) else None
        up = max(hand, key=lambda up: (up.marble.seat == side, not up.marble.owed, up.t))
        hand.remove(up)
        standing[hole] = up.marble
    return Followed(standing, [up.marble for up in hand], board)
