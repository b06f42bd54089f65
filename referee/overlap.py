"""Two turns at once: the next player takes up a marble, or even plays, before this play is complete.

Occupancy then agrees with no candidate of this turn. But a candidate that was complete at some change, and
after which everything that is off is a marble in a hand or the next seat's own doing, was made. Its doing
must be what its card (any card, while none is laid) brings about, or, once that card is laid, at least no
more than its own marbles can account for: whether that is legal is judged in its own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from engine.cards import Rank
from engine.geometry import Board, Seat
from engine.position import Position
from referee.candidates import Candidate, on_its_way
from referee.costs import AS_GOOD, BESIDE
from referee.judge import IMPROBABLE, completed, explaining_most, is_hidden, left_unseen
from referee.occupancy import Expectation, Off, bits, colours, holes_of, mask_of
from referee.replies import (
    bumped_instead,
    next_seat_acts,
    next_seat_may_act,
    played_on,
    replies,
    taken_up_after,
    theirs_after,
)
from referee.state import Past, State
from referee.stories import Stories
from referee.story import apart
from referee.watch import Watch

TOLD = 1.5
"""A play under the next player's hands is believed if a story tells it that is dearer by less than this."""
PERHAPS = 2.0
"""And by less than this it may be true, where any marble of the next player's may move: nothing is wrong."""


Ranked: TypeAlias = dict[tuple[int, bool], dict[Position, tuple[Candidate, int]]]
"""Plays by how well other hands explain what is off after them, and whether they were never shown."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn as seen so far: what its card allows, what should be seen of its beginning, what was seen."""

    found: tuple[Candidate, ...]
    expect: Expectation
    watch: Watch
    stories: Callable[[], Stories]
    rested: bool = False
    """Whether nothing has moved for so long that nobody is still counting."""


def turn_of(state: State, past: Past) -> Begun:
    """The turn of the play just said, up to now."""
    stories = past.stories
    return Begun(
        past.found,
        past.before(state.table.board),
        past.watch,
        lambda: stories(state.table, state.settings, state.bad),
    )


def overlapped(state: State, *, hurry: bool = False, rests: bool = False) -> list[tuple[Candidate, int]]:
    """The plays of this turn that are complete under other hands, and where the next turn began in the watch.

    With `hurry` the next seat has laid its card; where it `rests` nobody corrects anything any more.
    """
    turn = Begun(state.found, state.expect, state.watch, cache(lambda: stories_of_both(state)), rests)
    plays = complete_under_hands(state, turn, hurry)
    if hurry:
        return plays
    alone = rests and len(plays) == 1 and plays[0][0].rare and _answered(state, plays[0][0])
    return [each for each in plays if told_before(state, turn, *each, IMPROBABLE if alone else TOLD)]


def stories_of_both(state: State) -> Stories:
    """What may have happened in this turn, and in the next one if its card lies there."""
    if state.desk.mode != "none" and state.desk.waiting(state.position.next_seat()) is None:
        return state.stories
    return state.stories_with(state.table.helping(state.following()))


def told_before(state: State, turn: Begun, play: Candidate, begun: int, more: float = TOLD) -> bool:
    """Whether a story tells the play, but for what was lifted since it was made and the next turn begun.

    And what that may have bumped: marbles taken up before its own, in holes to which others came since.
    """
    theirs, log = theirs_after(state, play), turn.watch.log
    done = completed(play, turn.watch, state.bad) or 0
    lifts = (i for i, c in enumerate(log) if i >= begun and not c.on and theirs >> c.hole & 1)
    seen = max(done, next(lifts, len(log)))
    came = mask_of(tuple(c.hole for c in log[seen:] if c.on))
    bumped = mask_of(tuple(c.hole for c in log[done:seen] if not c.on)) & came
    next_seats = state.table.helping(play.position)
    return told(turn.stories(), turn.watch, play, seen, state.bad, more, bumped, next_seats)


def perhaps_answered(state: State) -> bool:
    """Whether a play of this turn was made, and all that looks wrong may be the next seat's doing."""
    turn = Begun(state.found, state.expect, state.watch, lambda: state.stories)
    return any(
        next_seat_may_act(state, play)
        and told(
            state.stories_with(state.table.helping(play.position)),
            state.watch,
            play,
            seen,
            state.bad,
            PERHAPS,
        )
        for play, seen in complete_under_hands(state, turn, hurry=True)
    )


def told(
    stories: Stories,
    watch: Watch,
    play: Candidate,
    seen: int,
    bad: int,
    more: float = TOLD,
    bumped: int = 0,
    theirs: tuple[Seat, ...] = (),
) -> bool:
    """Whether a story tells the play that costs less than so much more than the cheapest.

    What was `bumped` or lifted after the first `seen` changes need not be as the play left it; what came
    there since is one of `theirs`, who play next, or its own marble again.
    """
    ends = play.ends & ~bad
    lifted = mask_of(tuple(change.hole for change in watch.log[seen:] if not change.on))
    after = colours(play.position)
    holes, again = ends & ~bumped & ~lifted, ends & lifted & watch.now
    allowed = [(h, {after[h], *theirs}) for h in bits(again) if h in after] if theirs else []
    return stories.cost(after, holes, among=allowed) < stories.least + more


def complete_under_hands(
    state: State, turn: Begun, hurry: bool, more: float = TOLD
) -> list[tuple[Candidate, int]]:
    """The plays that are complete under other hands, and after which change the next turn began.

    Unless in a `hurry` a play does not count that may still become another one by a marble in a hand, nor one
    that is dearer to tell than the cheapest story of all by so much `more`. Those after which the board shows
    a whole reply, or nothing but hands, come before those after which a reply may be under way, or only an
    unseen Joker tells it, and these before those that explain less; those that the board once showed, every
    marble set down, before those that it never did. At rest, where nothing else is complete, an unseen Joker
    is believed that the next seat has answered.
    """
    found: Ranked = {}
    dear: dict[Position, tuple[Candidate, int]] = {}
    for play in turn.found:
        if play.left and not play.left & state.bad and not turn.watch.left(play.left):
            continue  # the marble that misses there is owed
        done = completed(play, turn.watch, state.bad)
        if done is not None and bumped_instead(play, turn.watch, state.bad):
            continue
        seen = None if done is None else _explained(state, turn, play, done, hurry)
        unseen = is_hidden(play, state.bad) or left_unseen(play, turn.watch, state.bad)
        if seen is None or ((seen[0] or not hurry) and unseen):
            continue  # a marble that no sensor sees, and others that stand wrong, are too much to guess
        if play.rare and not _is_likely(state, turn, play):
            if turn.rested and seen[0] == 0 and _answered(state, play):
                dear[play.position] = (play, seen[1])
            continue
        tells = hurry or told_before(state, turn, play, seen[1], more)
        if tells and (hurry or not _may_become_another(state, turn, play)):
            clean = _was_shown(state, turn, play)
            found.setdefault((seen[0], not clean), {})[play.position] = (play, seen[1])
    found = _but_for_victims(state, turn, found)
    likeliest = found[min(found)] if found else dear
    if likeliest and not hurry and not turn.rested:
        likeliest |= _held(state, turn)
    best = explaining_most([play for play, _ in likeliest.values()], turn.watch, state.bad)
    return [likeliest[play.position] for play in best]


def _but_for_victims(state: State, turn: Begun, found: Ranked) -> Ranked:
    """Those not made with a marble that the next seat takes off, another one like it having been played."""
    plays = [play for alike in found.values() for play, _ in alike.values()]
    victims = {p.position for p in plays if like_it_was_played(state, p, plays, turn.watch)}
    kept = {
        rank: {position: each for position, each in alike.items() if position not in victims}
        for rank, alike in found.items()
    }
    return {rank: alike for rank, alike in kept.items() if alike}


def like_it_was_played(state: State, play: Candidate, others: Sequence[Candidate], watch: Watch) -> bool:
    """Whether its marble was taken up only after another one like it had made the same play.

    Then that one was played, and the next seat takes this one off.
    """
    up = taken_up_after(play, watch, state.bad)
    if up is None:
        return False
    before = Watch.of(watch.began, watch.log[: sum(change.edge < up for change in watch.log)])
    ends = play.filled | play.recoloured
    alike = (c for c in others if c.filled | c.recoloured == ends and c.position != play.position)
    return any(completed(other, before, state.bad) is not None for other in alike)


def _is_likely(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether a story as good as any tells of it: unseen, a Joker explains nearly everything."""
    stories, after = turn.stories(), colours(play.position)
    ends = (play.filled | play.recoloured) & ~state.bad
    return stories.cost(after, ends, rare=True) < stories.otherwise(after, ends) + AS_GOOD


def _answered(state: State, play: Candidate) -> bool:
    """Whether marbles of the next seat stand elsewhere: as that has played, so has this one."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    return bool(off.extra) and next_seat_acts(state, play)


def _held(state: State, turn: Begun) -> dict[Position, tuple[Candidate, int]]:
    """Plays that are complete but for a marble of their own that is up again: they may still be the one.

    Or that the next seat may have taken up, to bump it.
    """
    held = {}
    for play in turn.found:
        ends = play.filled | play.recoloured
        if not ends & ~turn.watch.now:
            continue
        done = completed(play, turn.watch, state.bad)
        off = play.expect.off(turn.watch.now, state.bad, state.ring_and_lane)
        up = off.missing & ends
        if done is None or not up:
            continue
        if not (off.extra or off.start or off.missing & ~up) or _bumped_by_a_reply(state, play, off, up):
            held[play.position] = (play, done)
    return held


def _bumped_by_a_reply(state: State, play: Candidate, off: Off, up: int) -> bool:
    """Whether the next seat is at a play that bumps the marbles `up`."""
    seats = state.table.helping(play.position)
    theirs = holes_of(play.position, seats)
    return next_seat_acts(state, play) and any(
        reply.recoloured & up and _replying(reply, off, theirs, 0, seats) for reply in replies(state, play)
    )


def made_by(state: State, past: Past, play: Candidate) -> int | None:
    """After how many changes since the play was said the other one was made, if the next seat has gone on.

    It may have exchanged two without a card that anybody sees, or hold what was bumped.
    """
    done = completed(play, past.watch, state.bad)
    if done is None:
        return None
    taken_up = past.watch.since(done).left(theirs_after(state, play))
    gone_on = state.desk.mode == "none" or taken_up or next_seat_may_act(state, play)
    return max(0, done - len(past.watch.log) + len(state.watch.log)) if gone_on else None


def _was_shown(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether at some moment the board showed the play with every marble set down, the bumped ones too."""
    occupied, bad = turn.watch.began, state.bad
    for change in turn.watch.log:
        occupied = occupied | 1 << change.hole if change.on else occupied & ~(1 << change.hole)
        if occupied & play.filled == play.filled and play.expect.agrees(occupied, bad, state.ring_and_lane):
            full = (occupied & ~bad).bit_count() + (bad & play.expect.full).bit_count()
            if full >= play.expect.marbles:
                return True
    return False


def _may_become_another(state: State, turn: Begun, play: Candidate) -> bool:
    """Whether a marble in a hand may belong to another play of this turn, of which `play` is a part.

    Who counts may have gone too far already, as long as everything that is off is in hands, or where the
    other one has marbles; he corrects it within a second.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    since = turn.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if since.surplus >= 0:
        return False
    too_far = not turn.rested and (off.extra or off.missing.bit_count() == -off.surplus)
    return any(
        off.missing & other.must_see_empty
        and not other.rare
        and not play.emptied & ~other.emptied
        and play.left == other.left
        and (on_its_way(other, since.extra) or (too_far and other.walks and on_its_way(other, off.extra)))
        for other in turn.found
    )


def is_answered(state: State, watch: Watch, play: Candidate) -> bool:
    """Whether all that is off after the play is what the next seat's card brings about, be it under way."""
    if completed(play, watch, state.bad) is None:
        return False
    off = play.expect.off(watch.now, state.bad, state.ring_and_lane)
    seats = state.table.helping(play.position)
    theirs = holes_of(play.position, seats)
    return any(_replying(reply, off, theirs, -1, seats) for reply in replies(state, play))


def _explained(state: State, turn: Begun, play: Candidate, done: int, hurry: bool) -> tuple[int, int] | None:
    """How well other hands explain all that is off after `play` (0 is best), and since which change.

    None: they do not. In a `hurry` the next seat's marbles may even stand where its card does not bring them.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if not off:
        return None
    seats = state.table.helping(play.position)
    theirs, both = holes_of(play.position, seats), theirs_after(state, play)
    log = turn.watch.log
    own = play.must_see_empty
    begun = next(
        (
            i
            for i, c in enumerate(log)
            if not c.on and both >> c.hole & 1 and not (i < done and own >> c.hole & 1)
        ),
        len(log),
    )
    begun = min(begun, done)
    involved = play.touches | play.ends
    if not off.extra and not off.missing & involved and all(n < 0 for n in off.start.values()):
        return 0, begun
    if off.missing & involved & ~theirs and not hurry:
        return None  # its marble was taken up again, and not to make room for the next player's
    answers = replies(state, play)
    others = off.missing & ~theirs & ~involved
    if others.bit_count() <= max(0, -off.surplus):
        rest = turn.watch.after(begun, play.part)
        if played_on(state, play, rest, others, [reply for reply in answers if not reply.rare]):
            return 0, begun
        if played_on(state, play, rest, others, [reply for reply in answers if reply.rare]):
            return 1, begun
    board = state.table.board
    if hurry and any(_replying(c, _but_for_a_step(board, c, off), theirs, 0, seats) for c in answers):
        return 0, begun
    if next_seat_may_act(state, play) and any(
        _replying(reply, off, theirs, involved, seats) for reply in answers
    ):
        return 1, begun
    if not hurry or off.missing & (involved | ~theirs) or any(n > 0 for n in off.start.values()):
        return None
    own = off.missing.bit_count() - sum(n for s, n in off.start.items() if s in seats)
    return (2, begun) if off.extra.bit_count() <= own else None


def _but_for_a_step(board: Board, reply: Candidate, off: Off) -> Off:
    """What is off but for one marble set down near where it goes, counting still; a Joker's anywhere."""
    if off.extra.bit_count() != 1 or not reply.emptied & off.missing:
        return off
    stands = off.extra.bit_length() - 1
    beside = any(apart(board, end, stands) <= BESIDE for end in bits(reply.filled | reply.recoloured))
    return replace(off, extra=0) if beside or reply.play.card.rank is Rank.JOKER else off


def _replying(reply: Candidate, off: Off, theirs: int, involved: int, seats: tuple[Seat, ...]) -> bool:
    """Whether all that is off is that reply under way, but for marbles that may be in hands."""
    others = off.missing & ~theirs & ~reply.must_see_empty
    up = others.bit_count() - sum(n for s, n in off.start.items() if n < 0 and s not in seats)
    if others & involved or up > max(0, -off.surplus):
        return False
    sent = dict(reply.debts.start)
    if any(n > sent.get(seat, 0) for seat, n in off.start.items() if n > 0):
        return False
    return on_its_way(reply, off.extra)
