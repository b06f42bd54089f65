"""Whether a story tells a play, whatever the next player has done since, and a turn as far as it was seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.geometry import Hole, Seat
from referee.model.occupancy import Expectation, bits, colours, mask_of
from referee.old.candidates import Candidate
from referee.old.made import completed
from referee.old.replies import theirs_after
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.watch import Watch, left_in

TOLD = 1.5
"""A play under the next player's hands is believed if a story tells it that is dearer by less than this."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn as seen so far: what its card allows, what should be seen of its beginning, what was seen."""

    found: tuple[Candidate, ...]
    expect: Expectation
    watch: Watch
    stories: Callable[[], Stories]
    rested: bool = False
    """Whether nothing has moved for so long that nobody is still counting."""


def told_before(state: State, turn: Begun, play: Candidate, begun: int, more: float = TOLD) -> bool:
    """Whether a story tells the play, but for what was lifted since it was made and the next turn begun.

    And what that may have bumped: marbles taken up before its own, in holes to which others came since.
    """
    theirs, log = theirs_after(state, play), turn.watch.log
    done = completed(play, turn.watch, state.bad) or 0
    lifts = (i for i, c in enumerate(log) if i >= begun and not c.on and theirs >> c.hole & 1)
    seen = max(done, next(lifts, len(log)))
    came = mask_of(c.hole for c in log[seen:] if c.on)
    bumped = left_in(log[done:seen]) & came
    board, next_seats = state.table.board, state.table.may_move(play.position)
    spots = mask_of(board.in_spot(seat) for seat in play.position.seats)
    left = left_in(log[done:seen]) & spots

    def may_come(hole: Hole) -> tuple[Seat, ...]:
        """Those who play next, and whom they send to his in-spot."""
        return (*next_seats, board.side(hole)) if spots >> hole & 1 else next_seats

    # Where no sensor shows that its marble came, it stands nowhere else.
    others = turn.watch.now & state.ring_and_lane & ~(play.full | state.bad) if play.ends & state.bad else 0
    return told(turn.stories(), turn.watch, play, seen, state.bad, more, bumped, left, may_come, others)


def told(
    stories: Stories,
    watch: Watch,
    play: Candidate,
    seen: int,
    bad: int,
    more: float = TOLD,
    bumped: int = 0,
    left: int = 0,
    may_come: Callable[[Hole], tuple[Seat, ...]] | None = None,
    others: int = 0,
) -> bool:
    """Whether a story tells the play that costs less than so much more than the cheapest.

    What was `bumped` or lifted after the first `seen` changes need not be as the play left it; what came
    there since, or to holes `left` before, is of one of the seats that `may_come` there, or its own marble
    again. So is what came where it left; in `others` stands none but of those seats.
    """
    ends = play.ends & ~bad
    lifted = left_in(watch.log[seen:]) | left
    after = colours(play.position)
    holes, again = ends & ~bumped & ~lifted, ends & lifted & watch.now
    again |= play.emptied & watch.now & ~(play.expect.optional | bad)
    allowed: list[tuple[Hole, set[Seat | None]]] = []
    if may_come is not None:
        allowed = [(h, {*may_come(h), *([after[h]] if h in after else [])}) for h in bits(again)]
        allowed += [(h, {None, *may_come(h)}) for h in bits(others & ~again)]
    return stories.cost(after, holes, among=allowed) < stories.least + more
