"""What was seen since a turn began: which holes were lifted, in what order, which at one moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.model.occupancy import mask_of
from referee.observe.debounce import Settled
from referee.old.costs import AT_ONCE, NEAR

AT_ONCE_AFTER = 0.05
"""Who brushes a hole sets his marble down beside it so many seconds after, if not before."""
PASSING = 0.025
"""A hole full or empty for less was only passed by a hand: the contract leaves open whether that is real."""
LONGEST = 200
"""Settled changes remembered a turn; a table that rattles longer than this keeps only the newest."""


def left_in(changes: Iterable[Settled], after: float = float("-inf")) -> int:
    """The holes that were left in these changes, of those later than `after`."""
    return mask_of(change.hole for change in changes if not change.on and change.edge > after)


class Colour(NamedTuple):
    """The marbles of one seat before and after a play, but for one hole: masks."""

    places: int
    """Ring and lane holes in which they stood before."""
    comes: int
    """Holes, empty before, in which some stand after it."""
    start: int
    """The seat's START holes."""
    there: int
    """How many stood there."""
    joined: bool
    """Whether bumped ones may come there meanwhile."""
    due: int = 0
    """In-spots from which the play takes one that was owed: a place of theirs once it has come there."""
    owed: int = 0
    """How many more are owed there: as long as they have not come they are up."""


@dataclass(slots=True)
class Watch:
    """The settled changes of one turn, beginning with the holes occupied in `began`."""

    began: int
    log: list[Settled] = field(default_factory=list)
    lifted: int = 0
    """Holes that were seen empty at any moment of this turn."""
    now: int = 0
    placed: int = 0
    """Holes that were seen to fill in this turn."""
    belief: dict[int, int] | None = None
    """Whose marble stood in each hole when it began, where that is not as the position says."""
    due: int = 0
    """Holes whose own marble was owed when it began."""
    crossed: tuple[int, ...] = ()
    """Pairs of holes whose marbles stood exchanged when it began, after a takeback."""
    stale: int = 0
    """Holes that a play taken back left empty: they tell of that play, not of this turn."""
    astray: int = 0
    """Holes where a marble stood already when it began, though by the play before none should."""
    overdue: frozenset[int] = frozenset()
    """The seats to whose START a marble has been owed for so long that nobody holds it in a hand."""
    just: tuple[int, float] = (0, 0.0)
    """Holes where the play before has set a marble down, and until when its player may straighten it."""
    blinked: int = 0
    """Holes empty or full for so short that it was left out of the log: one may have come as another left."""
    revised: int = 0
    """How often changes were taken out of the log again."""

    @classmethod
    def of(cls, began: int, log: list[Settled] | None = None, stale: int = 0) -> Watch:
        """A watch that begins with `began`, of which `stale` is not news, and has seen `log`."""
        watch = cls(began, [], ~(began | stale), began, stale=stale)
        for change in log or ():
            watch.note(change)
        return watch

    def note(self, change: Settled) -> int | None:
        """One more settled change; which one before it is undone, if a hand only passed by."""
        at = self._passed(change)
        bit = 1 << change.hole
        if at is not None:
            self.blinked |= bit
            self._without(at)
            return at
        if change.on:
            self.now |= bit
            self.placed |= bit
        else:
            self.now &= ~bit
            self.lifted |= bit
        self.log.append(change)
        if len(self.log) > 2 * LONGEST:
            self._forget()
        return None

    def unseen(self, emptied: int, filled: int) -> int:
        """Of the holes that change their marble, those not seen empty in this turn.

        A hole that was left empty by a play taken back counts once a marble came to one of `filled`; one that
        was left full by it does not count as filled.
        """
        left = emptied & ~self.lifted & ~(self.stale if filled & self.placed else 0)
        return left | filled & self.began & ~self.lifted

    def left(self, holes: int) -> bool:
        """Whether one of these holes was seen to be left, not only empty all along."""
        return any(not change.on and holes >> change.hole & 1 for change in self.log)

    def left_by(self, holes: int, at: int) -> bool:
        """Whether one of them was left before change `at`, or, as a marble slides, just after it."""
        until = self.log[at].edge + AT_ONCE
        return any(not change.on and holes >> change.hole & 1 and change.edge <= until for change in self.log)

    @property
    def stepped(self) -> int:
        """Holes in which a marble was set down, as one is on its way, and that are empty again."""
        return self.placed & self.lifted & ~self.now

    @property
    def waits(self) -> int:
        """Holes empty all along until the marble came that was due there: nobody has lifted one from them."""
        return self.due & ~left_in(self.log)

    def with_log(self, log: list[Settled]) -> Watch:
        """A watch that begins like this one, with all that is known of its beginning, and has seen `log`."""
        watch = Watch.of(self.began, log, self.stale)
        watch.due, watch.belief, watch.crossed = self.due, self.belief, self.crossed
        watch.astray, watch.overdue, watch.just = self.astray, self.overdue, self.just
        return watch

    def came(self, holes: int, end: int) -> bool:
        """Whether one of these holes was full when it began, or within the first `end` changes."""
        return bool(self.began & holes) or any(c.on and holes >> c.hole & 1 for c in self.log[:end])

    def came_twice(self, hole: int) -> bool:
        """Whether the hole was seen to fill more than once."""
        return sum(change.on and change.hole == hole for change in self.log) > 1

    def since(self, at: int) -> Watch:
        """The watch of what came after the first `at` changes."""
        return Watch.of(self.levels(at), self.log[at:])

    def filled_at(self, hole: int, end: int | None = None) -> int:
        """The number of the change that last filled the hole, of the first `end`; -1 if none did."""
        for i in range(len(self.log) if end is None else end, 0, -1):
            if self.log[i - 1].hole == hole and self.log[i - 1].on:
                return i - 1
        return -1

    def short_at(self, at: int, colour: Colour, taken: int, bad: int = 0) -> bool:
        """Whether a marble of that colour was up just before change `at`: not all stood in its places.

        Of the places `taken` by other marbles it is enough that one was left before, and so it is of START
        where others come to. In a hole that is `bad` one may stand all along.
        """
        if at < 0:
            return False
        full, once, left, come = self.began, ~self.began, False, self.began
        for change in self.log[:at]:
            bit = 1 << change.hole
            full = full | bit if change.on else full & ~bit
            once, come = once | ~full, come | full
            left = left or (bool(colour.start & bit) and not change.on)
        places = colour.places | colour.due & come
        standing = (full & (places & ~(taken & once) | colour.comes & ~bad) | bad & places).bit_count()
        at_start = min(((full | bad) & colour.start).bit_count(), colour.there)
        if left and colour.joined:
            at_start = min(at_start, colour.there - 1)
        return standing + at_start < places.bit_count() + colour.there

    def together(self, mask: int, end: int | None = None) -> int:
        """How often all holes of `mask` came to be empty at one moment, having all been full before.

        What was up before the turn began is others' doing. Only the first `end` changes count, if given.
        A hole whose own marble was still due when it began was not emptied in this turn.
        """
        empty = ~(self.began | self.due)
        times, armed = 0, bool(mask & ~empty)
        for change in self.log if end is None else self.log[:end]:
            bit = 1 << change.hole
            if change.on:
                empty &= ~bit
                armed = armed or not mask & empty
            elif not empty & bit:
                empty |= bit
                if armed and mask & bit and not mask & ~empty:
                    times, armed = times + 1, False
        return times + (mask in self.crossed)

    def most(self, holes: int) -> int:
        """How many of these holes, at most, were full at one moment."""
        full = self.began & holes
        most = full.bit_count()
        for change in self.log if (self.lifted | self.placed) & holes else ():
            bit = 1 << change.hole & holes
            full = full | bit if change.on else full & ~bit
            most = max(most, full.bit_count())
        return most

    def most_up(self, within: float) -> int:
        """How many of the holes full when it began were left within such a time, all empty at its end."""
        most, up = 0, dict[int, float]()
        for change in self.log:
            if change.on:
                up.pop(change.hole, None)
            elif self.began >> change.hole & 1:
                up[change.hole] = change.edge
                most = max(most, sum(change.edge - edge <= within for edge in up.values()))
        return most

    def acted_in(self, holes: int, since: float, until: float, end: int | None = None) -> bool:
        """Whether a marble left one of these holes or came there in that time, by the first `end` changes."""
        for i in range((len(self.log) if end is None else end) - 1, -1, -1):
            hole, edge = self.log[i].hole, self.log[i].edge
            if edge < since:
                return False
            if holes >> hole & 1 and edge <= until:
                return True
        return False

    def empty_for(self, hole: int) -> float:
        """How long, in seconds, the hole was empty when it last was, before it was filled again."""
        filled = None
        for change in reversed(self.log):
            if change.hole != hole:
                continue
            if change.on:
                filled = change.edge if filled is None else filled
            elif filled is not None:
                return filled - change.edge
        return float("inf") if filled is not None else 0.0

    def longest_empty(self, hole: int) -> float:
        """For how long, in seconds, it was empty at most before it was filled: endless, if it began so."""
        left, longest = float("inf" if self.began >> hole & 1 else "-inf"), 0.0
        for change in self.log:
            if change.hole == hole:
                longest = max(longest, change.edge - left) if change.on else longest
                left = float("inf") if change.on else change.edge
        return longest

    def passed_through(self, holes: int, to: int, within: float) -> int:
        """Which of the `holes` were filled and so soon left again, each time, before one came `to` others."""
        came, passed, there = dict[int, float](), 0, 0
        for change in self.log if holes & self.stepped else ():
            bit = 1 << change.hole
            there |= passed if change.on and to & bit else 0
            if not holes & bit:
                continue
            if change.on:
                came[change.hole] = change.edge
            elif change.hole in came and change.edge - came.pop(change.hole) < within:
                passed |= bit
            else:
                holes &= ~bit
        return there & holes & self.stepped

    def brushed(self, hole: int, beside: int, within: float) -> bool:
        """Whether it was only ever empty for less than `within`, and each time a hand was `beside` it."""
        left: float | None = None
        short = False
        for change in self.log:
            if change.hole != hole:
                continue
            if not change.on:
                left = change.edge
            elif left is None and self.due >> hole & 1:
                continue  # the marble due there came
            elif left is None or change.edge - left >= within:
                return False
            else:
                short = True
                if not self.acted_in(beside, left - NEAR, change.edge + AT_ONCE_AFTER):
                    return False
        return short

    def levels(self, at: int) -> int:
        """The holes that were full after the first `at` changes."""
        full = self.began
        for change in self.log[:at]:
            bit = 1 << change.hole
            full = full | bit if change.on else full & ~bit
        return full

    def _passed(self, change: Settled) -> int | None:
        """Which change of the log the hole was left or filled by just now, for less than `PASSING`."""
        for i in range(len(self.log) - 1, -1, -1):
            if change.edge - self.log[i].edge >= PASSING:
                return None
            if self.log[i].hole == change.hole:
                return i
        return None

    def _without(self, at: int) -> None:
        """As if change `at` of the log, the last one of its hole, had never been."""
        change = self.log.pop(at)
        bit = 1 << change.hole
        self.now ^= bit
        self.revised += 1
        if any(other.hole == change.hole and other.on == change.on for other in self.log):
            return
        if change.on:
            self.placed &= ~bit
        elif (self.began | self.stale) & bit:
            self.lifted &= ~bit

    def _forget(self) -> None:
        self.began, self.log = self.levels(LONGEST), self.log[LONGEST:]
        self.revised += 1
