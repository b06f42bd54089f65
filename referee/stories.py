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

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.candidates import Candidate, Debts, way
from referee.debounce import Settled
from referee.hands import Followed, Marble
from referee.occupancy import bits, colours, mask_of
from referee.watch import Watch

WIDTH = 32
"""So many stories are kept at most."""
ABSURD = 8.0
"""A story that costs so much more than the cheapest is not worth asking about."""
TOO_DEAR = 10.0
"""A story that costs so much more than the cheapest is dropped."""

AS_GOOD = 0.8
"""Stories that differ by less may both be true."""
AT_ONCE = 0.1
"""A marble that slides is seen in its new hole so many seconds, at most, before it is seen to leave."""
EITHER_ORDER = 0.006
"""Edges so close in time, in seconds, may come in either order, wherever they are."""
BESIDE = 2
"""So many holes, at most, does a marble slide."""

# What a marble set down costs.
PLAYED = 0.3
"""To a hole where the card brings it, or on the way there."""
BACK = 0.0
"""To its place when the turn began, from elsewhere."""
ADJUSTED = 0.7
"""Into the hole it was just lifted from, after a while in the hand."""
TOUCHED = 0.4
"""The same after less than `brush`; nothing after less than `touch`."""
SNATCHED = 0.3
"""Into a hole that another one left less than `brush` ago, and came not back to."""
BLINKED = 1.0
"""The same, less than `touch` ago."""
BUMPED = 2.0
"""A bumped marble elsewhere than where it belongs, or a partner's to his in-spot without need."""
NEXT = 0.5
"""A marble of the next seat's, whose card nobody knows."""
MISTAKEN = 2.2
"""A marble of the mover's where the card does not bring it."""
FOREIGN = 3.5
"""Another seat's marble anywhere but where it was."""
LATE = 4.0
"""A marble owed since before the turn anywhere but where it belongs."""
UNSEEN = 6.5
"""Out of the air, until the marble is seen to have left its hole."""
QUICK = 1.0
"""Farther than a marble slides, in less than `AT_ONCE`: so much more."""
SLID = 0.8
"""Seen in its new hole before it was seen to leave the one beside it."""
FLOWN = 2.0
"""The same, and too far for sliding: so much more."""
STRANGE = 6.0
"""Into another seat's START, or a lane that is not its own."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What the costs depend on: whose marbles the turn moves, where the card brings them, what is short."""

    movers: tuple[Seat, ...]
    after: tuple[Seat, ...]
    """Whose marbles the next turn moves, if it may have begun."""
    ways: Mapping[tuple[Seat, Hole | None], int]
    brush: float
    touch: float


@dataclass(frozen=True, slots=True)
class Up:
    """A marble in a hand, from which hole (None: before the turn) and since when."""

    marble: Marble
    hole: Hole | None
    t: float


@dataclass(frozen=True, slots=True)
class Early:
    """A hole that filled before its marble was seen to leave its own; `hand`: another might have come."""

    hole: Hole
    t: float
    hand: bool


class Story:
    """One of them, as far as it is told: mutable, branched by `copy`."""

    __slots__ = ("cost", "early", "hand", "mates", "standing")

    def __init__(self, standing: dict[Hole, Marble], hand: list[Up]) -> None:
        self.standing = standing
        self.hand = hand
        self.early: list[Early] = []
        self.cost = 0.0
        self.mates: dict[Hole, tuple[Marble, ...]] = {}
        """The other marbles of its colour that were up when one was set down in each hole."""

    def copy(self) -> Story:
        """The same so far."""
        story = Story(dict(self.standing), list(self.hand))
        story.early, story.cost, story.mates = list(self.early), self.cost, dict(self.mates)
        return story

    def wait(self, t: float) -> None:
        """Holes that filled early are filled by nobody knows what, if no marble has left its own since."""
        for early in [early for early in self.early if t - early.t >= AT_ONCE]:
            self.early.remove(early)
            self.cost += UNSEEN if early.hand else 0.0

    def lift(self, board: Board, hole: Hole, t: float) -> None:
        """The marble of that hole is in a hand, or already where a hole filled a moment ago."""
        marble = self.standing.pop(hole, None)
        if marble is not None and marble.home is None and board.is_start(hole):
            marble = self._rather_the_bumped(board, hole, marble)
        early = next((early for early in self.early if early.hole != hole), None)
        self.early = [each for each in self.early if each.hole != hole]
        if marble is None:
            return
        if early is not None:
            self.early.remove(early)
            slid = t - early.t < EITHER_ORDER or _steps(board, marble, early.hole) <= BESIDE
            self.cost += (0.0 if slid else FLOWN) - (UNSEEN if early.hand else 0.0)
            self.standing[early.hole] = marble
        else:
            self.hand.append(Up(marble, hole, t))

    def _rather_the_bumped(self, board: Board, hole: Hole, marble: Marble) -> Marble:
        """Of the marbles in that START, all alike, one put there in this turn is taken out first."""
        for other in board.start(board.side(hole)):
            there = self.standing.get(other)
            if there is not None and there.seat == marble.seat and there.home is not None:
                self.standing[other] = marble
                return there
        return marble

    def set_down(self, board: Board, which: int, hole: Hole) -> None:
        """One of the marbles in a hand comes to that hole."""
        marble = self.hand.pop(which).marble
        if board.is_start(hole) and marble.home is not None:
            marble = self._taken_off(marble)
        if marble.owed and _in_place(board, marble, hole):
            marble = Marble(marble.seat, marble.home)
        self.standing[hole] = marble
        self.mates[hole] = tuple(up.marble for up in self.hand if up.marble.seat == marble.seat)

    def _taken_off(self, marble: Marble) -> Marble:
        """What goes to START: of two alike, the one that stood where the other came to."""
        for hole, mates in self.mates.items():
            there = self.standing.get(hole)
            if there is not None and there.home == hole and marble in mates:
                self.standing[hole] = marble
                return there
        return marble

    def colours(self) -> frozenset[tuple[Hole, Seat]]:
        """Whose marble stands where."""
        return frozenset((hole, marble.seat) for hole, marble in self.standing.items())

    def shows(self, after: Mapping[Hole, Seat], holes: int) -> bool:
        """Whether of these holes every full one has the marble that it has in `after`."""
        standing = self.standing
        for hole in bits(holes):
            marble = standing.get(hole)
            if marble is not None and after.get(hole) != marble.seat:
                return False
        return True


class Stories:
    """All of them from the beginning of a watch on; `tell` goes on to its newest change."""

    def __init__(self, board: Board, position: Position, watch: Watch, debts: Debts, habits: Habits) -> None:
        self._board = board
        self._habits = habits
        self._watch = watch
        self._forgotten = watch.forgotten
        self._seen = 0
        self._stories = [as_begun(board, position, watch, debts)]
        self.before = colours(position)
        """Whose marble stands in each ring and lane hole, by the position."""
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

    def cost(self, after: Mapping[Hole, Seat], holes: int) -> float:
        """What the cheapest story costs in which each full one of `holes` is as in `after`; inf: none.

        So much at least, if stories had to be dropped.
        """
        for story in self._stories:
            if story.shows(after, holes):
                return story.cost
        return self.least + TOO_DEAR if self._dropped else float("inf")

    def agreeing(self, position: Position, holes: int) -> Story:
        """The cheapest story in which each full one of `holes` is as in `position`; else the cheapest."""
        after = colours(position)
        return next((story for story in self._stories if story.shows(after, holes)), self._stories[0])

    def allow(self, after: Mapping[Hole, Seat], holes: int) -> bool:
        """Whether some story that is not absurd has each full one of `holes` as in `after`."""
        return self.cost(after, holes) < self.least + ABSURD

    # How they are told.

    def _lift(self, change: Settled) -> None:
        for story in self._stories:
            story.wait(change.edge)
            story.lift(self._board, change.hole, change.edge)
        self._sort(self._stories)

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
        known: set[tuple[object, object]] = set()
        kept: list[Story] = []
        for story in told:
            if len(kept) == WIDTH or story.cost > told[0].cost + TOO_DEAR:
                self._dropped = True
                break
            what = story.colours(), frozenset(up.marble for up in story.hand)
            if what not in known:
                known.add(what)
                kept.append(story)
        return kept

    def _branches(self, story: Story, change: Settled) -> list[Story]:
        """The story with each colour that is in a hand set down, the likeliest marble of it."""
        hole, t = change.hole, change.edge
        early = story.copy() if story.hand else story
        early.early.append(Early(hole, t, bool(story.hand)))
        if not story.hand:
            return [early]
        early.cost += SLID + UNSEEN
        alike: dict[tuple[Seat, Hole | None, Hole | None], int] = {}
        for i, up in enumerate(story.hand):
            alike.setdefault((up.marble.seat, up.marble.home, up.hole), i)
        found = [early]
        for n, i in enumerate(alike.values(), 1):
            up = story.hand[i]
            steps = _steps(self._board, up.marble, hole)
            cost = self._price(story, up, hole, t) + steps / 10000
            if up.hole != hole and t - up.t < AT_ONCE and steps > BESIDE:
                cost += QUICK
            branch = story if n == len(alike) else story.copy()
            branch.set_down(self._board, i, hole)
            branch.cost += cost
            found.append(branch)
        return found

    def _price(self, story: Story, up: Up, hole: Hole, t: float) -> float:
        board, habits, marble = self._board, self._habits, up.marble
        if board.is_start(hole):
            return 0.0 if board.side(hole) == marble.seat else STRANGE
        if up.hole == hole:
            out = t - up.t
            return 0.0 if out < habits.touch else TOUCHED if out < habits.brush else ADJUSTED
        return self._carried(story, marble, hole) + self._taken(story, hole, t)

    def _carried(self, story: Story, marble: Marble, hole: Hole) -> float:
        """From somewhere else to a ring or lane hole."""
        board, habits = self._board, self._habits
        if board.is_lane(hole) and board.side(hole) != marble.seat:
            return STRANGE
        if marble.home == hole:
            return 0.0 if marble.owed else BACK
        if habits.ways.get((marble.seat, marble.home), 0) >> hole & 1:
            return PLAYED
        if marble.owed:
            return LATE
        if marble.home is not None and marble.home in story.standing:
            return BUMPED
        if marble.seat in habits.after:
            return NEXT
        return MISTAKEN if marble.seat in habits.movers else FOREIGN

    def _taken(self, story: Story, hole: Hole, t: float) -> float:
        """For coming to a hole that another one has left so lately that it was hardly more than touched."""
        last = max((up.t for up in story.hand if up.hole == hole), default=None)
        if last is None:
            return 0.0
        out = t - last
        return BLINKED if out < self._habits.touch else SNATCHED if out < self._habits.brush else 0.0


def _steps(board: Board, marble: Marble, hole: Hole) -> int:
    """How far a marble came, either way round; a START marble comes to its come-out."""
    if marble.home is None:
        return 0 if hole == board.come_out(marble.seat) else board.ring
    if not (board.is_ring(marble.home) and board.is_ring(hole)):
        return 5 if board.side(hole) == marble.seat or board.is_ring(hole) else board.ring
    ahead = (hole - marble.home) % board.ring
    return min(ahead, board.ring - ahead)


def followed(board: Board, story: Story) -> Followed:
    """Where every marble stands and which are in a hand, as that story has it."""
    return Followed(dict(story.standing), [up.marble for up in story.hand], board)


def ways(board: Board, found: Iterable[Candidate]) -> dict[tuple[Seat, Hole | None], int]:
    """For each marble that these plays move, the holes it may come to; a bumped one's in-spot too."""
    to: dict[tuple[Seat, Hole | None], int] = {}
    for play in found:
        for leg in play.play.legs:
            seat = play.position.colour_at(leg.target) if leg.seat is None else leg.seat
            if seat is None:
                continue
            holes = mask_of(way(board, leg)) | 1 << leg.target
            to[seat, leg.source] = to.get((seat, leg.source), 0) | holes
            hole = leg.target
            for pushed in leg.pushes:
                to[pushed, hole] = to.get((pushed, hole), 0) | 1 << board.in_spot(pushed)
                hole = board.in_spot(pushed)
            if leg.exchange and leg.source is not None:
                other = play.position.colour_at(leg.source)
                if other is not None:
                    to[other, leg.target] = to.get((other, leg.target), 0) | 1 << leg.source
    return to


def _in_place(board: Board, marble: Marble, hole: Hole) -> bool:
    if marble.home is None:
        return board.is_start(hole) and board.side(hole) == marble.seat
    return marble.home == hole


def _short_of_one(position: Position, standing: Mapping[Hole, Marble]) -> Seat | None:
    """The seat that misses a marble of its START, the one to play before all others; None if none does."""
    for seat in sorted(position.seats, key=lambda seat: seat != position.turn):
        if sum(m.seat == seat and m.home is None for m in standing.values()) < position.start_count(seat):
            return seat
    return None


def as_begun(board: Board, position: Position, watch: Watch, debts: Debts) -> Story:
    """The marbles when the watch began: those out of place belong where one of their colour is missing.

    That may be a START where nobody has looked before: the one of the seat to play before all others.
    """
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
        owner = places[home] if seat is None and home is not None else seat
        if owner is None and watch.belief is None:
            owner = _short_of_one(position, standing)
        if owner is not None:  # else there are more than all marbles: nobody knows what that hole sees
            standing[hole] = Marble(owner, home)
    spots = dict(debts.spots)
    in_hand = [Marble(places[h], h, owed=h in spots) for h in missing]
    for seat in position.seats:
        there = sum(m.seat == seat and m.home is None for m in standing.values())
        owed = dict(debts.start).get(seat, 0)
        for i in range(position.start_count(seat) - there):
            in_hand.append(Marble(seat, None, owed=i < owed))
    return Story(standing, [Up(marble, None, float("-inf")) for marble in in_hand])
