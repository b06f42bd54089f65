"""Where one turn parts from the next in what was seen, while the play of the first was not yet complete."""

from __future__ import annotations

from typing import NamedTuple

from referee.model.occupancy import mask_of
from referee.old.costs import SLIDING
from referee.old.watch import Watch, left_in


class Part(NamedTuple):
    """The holes by which one play has its part in what was seen: masks."""

    holes: int
    """That it fills."""
    taken: int
    """In which it bumps a marble."""
    way: int
    """In which its marbles are set down on their way."""
    due: int = 0
    """To which others come that it bumps."""
    left: int = 0
    """From which its marbles come, but for START."""
    exchanged: int = 0
    """Whose marbles it exchanges with each other."""
    through: int = 0
    """Of `due` those through which its own marble may have been counted along."""


def _walked_through(watch: Watch, at: int, play: Part) -> int:
    """The holes due to bumped marbles filled since change `at`, and empty as its own came to its end.

    Its own marble was set down there on its way.
    """
    if not play.through:
        return 0
    log = watch.log[at:]
    ends = play.taken & ~play.due
    end = next((i for i, change in enumerate(log) if change.on and ends >> change.hole & 1), 0)
    return play.through & mask_of(change.hole for change in log[:end] if change.on) & ~watch.levels(at + end)


def after(watch: Watch, at: int, play: Part, done: int = 0) -> Watch:
    """The watch of the next turn, which began with change `at` while the holes of `play` still filled.

    What was seen in its holes up to change `done`, which completed it, belongs to the play.
    Of those holes the first filling belongs to the play, and what came before it; so does the bumping of
    marbles that nobody had lifted yet, and where it was set down on its way until the last of its own had
    come: what came there and stayed is another's. A marble that came to its hole meanwhile and stayed was
    there when it began.
    """
    began, log = watch.levels(at), watch.log[at:]
    lifted = left_in(watch.log[:at])
    source = play.left & began & ~lifted & ~watch.levels(done)  # its own marble was taken up later
    began &= ~source
    through = _walked_through(watch, at, play)
    own, filled, last = (play.holes & ~began | play.taken & began & ~lifted) & ~through, 0, 0
    for i, change in enumerate(log):
        bit = 1 << change.hole
        if change.on and own & ~filled & bit:
            filled, last = filled | bit, last if play.due & bit else i
    left, rest, late = own & filled, [], 0
    until = log[last].edge + SLIDING if log else 0.0
    steps = (play.way | through) & ~began & mask_of(c.hole for c in log if not c.on and c.edge <= until)
    # Of two exchanged before one was set down: taking that off is the next turn's.
    pair = play.exchanged
    came = began & lifted & pair if pair and watch.together(pair, at) % 2 else 0
    for i, change in enumerate(log):
        bit = 1 << change.hole
        if source & bit and i < done - at:
            continue
        if play.taken & ~(left | came) & bit and i < done - at:
            late |= bit
        elif left & bit:
            left &= ~bit if change.on else -1
        elif i > last or not steps & bit:
            rest.append(change)
    following = Watch.of(began | filled | late, rest)
    return Watch.of(following.began ^ following.now ^ watch.now, rest)
