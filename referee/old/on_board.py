"""What the board shows of a play, be it under the hands of the next seat."""

from __future__ import annotations

from engine.position import Position
from referee.old.candidates import Candidate
from referee.old.explained import is_answered
from referee.old.past import Past
from referee.old.replies import likely_replies, played_on, replies, theirs_after
from referee.old.state import State


def shown(state: State, past: Past, play: Candidate, done: int, *, rare: bool = False) -> list[Position]:
    """What the board shows of it: that play, or whole ones of the next seat's on top of it.

    Marbles that have nothing to do with either may be in hands.
    """
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    up = off.missing & ~(play.touches | play.ends)
    up = up if up.bit_count() <= max(0, -off.surplus) else 0
    # Unless one of theirs stands elsewhere already, any of theirs that is up may be about to be played.
    others = up & ~theirs_after(state, play) if off.extra else up
    if play.expect.agrees(state.watch.now | others, state.bad, state.ring_and_lane):
        return [play.position]
    return answers_shown(state, past, play, done, up, rare=rare)


def answers_shown(
    state: State, past: Past, play: Candidate, done: int, up: int = 0, *, rare: bool = False
) -> list[Position]:
    """What plays of the next seat (`rare` ones, too) bring about that the board shows on top of that."""
    since = past.watch.since(done)
    answers = replies(state, play) if rare else likely_replies(state, play)
    return [c.position for c in answers if played_on(state, play, since, up & ~c.must_see_empty, [c])]


def under_way(state: State, past: Past, play: Candidate) -> int:
    """Holes in which marbles of a reply to that play stand, as far as the next seat has come with it."""
    extra = play.expect.off(state.watch.now, state.bad, state.ring_and_lane).extra
    return extra if extra and is_answered(state, past.watch, play, held=True) else 0


def stands(state: State, past: Past, play: Candidate) -> bool:
    """Whether its marbles are where it left them, or the next seat is at them."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    return not (off.missing | off.extra) & play.touches or is_answered(state, past.watch, play)


def there_or_taken(state: State, past: Past, play: Candidate) -> bool:
    """Whether its marbles are where they ended, but for such as the next seat may be bumping."""
    gone = play.ends & ~(past.watch.now | state.bad)
    return not gone or any(not gone & ~reply.must_see_empty for reply in replies(state, play))
