"""Several turns in a row, played so fast that none was said: whole plays, one on top of the other.

Only at a table without cards: where they are read, the next one ends a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engine.cards import RANKS
from engine.geometry import Hole
from referee.old.candidates import Candidate, candidates
from referee.old.explained import next_turn_began
from referee.old.made import completed
from referee.old.parting import after
from referee.old.replies import set_down_after, theirs_after
from referee.old.state import State
from referee.old.watch import Watch

AT_MOST = 8
"""So many plays are looked for."""
TRIED = 24
"""So many plays are tried, one on top of the other: of more nobody could tell which it was."""
SHORTEST = 5
"""Two plays, and a marble taken up for a third one: so many changes at least."""


class _TooManyError(Exception):
    """More plays would have to be tried than anybody could tell apart."""


def plays_in_a_row(state: State) -> list[tuple[Candidate, int]]:
    """The plays of this turn on which whole ones of the next seats lead to what the board shows.

    Each with the number of changes after which the next turn began. An exchange leaves nothing to build on,
    and a Joker that nobody sees explains nearly everything: neither is believed here.
    """
    return _first_of(state, state.watch, None)


def answered_and_gone_on(state: State) -> list[tuple[Candidate, int]]:
    """The same where the marble just lifted is the next but one's, or of a seat after that."""
    log = state.watch.log
    if len(log) < SHORTEST or log[-1].on:
        return []
    found = _first_of(state, state.watch.with_log(log[:-1]), log[-1].hole)
    return [(play, begun) for play, begun in found if begun < len(log) - 1]


def _first_of(state: State, watch: Watch, lifted: Hole | None) -> list[tuple[Candidate, int]]:
    tries = count(1)
    try:
        return [
            (play, begun)
            for play, begun, made, rest in _complete(state, state.found, watch)
            if _leads_there(state, play, made, rest, lifted, AT_MOST - 1, tries)
        ]
    except _TooManyError:
        return []


def _complete(
    state: State, found: tuple[Candidate, ...], watch: Watch
) -> Iterator[tuple[Candidate, int, float, Watch]]:
    """The plays that came to be complete, since which change and when, and what was seen of the next turn."""
    for play in found:
        if play.rare or play.exchanges or (play.left and not watch.left(play.left)):
            continue
        done = completed(play, watch, state.bad)
        if done is not None and set_down_after(play, watch, state.bad):
            begun = next_turn_began(state, watch, play, done)
            yield play, begun, watch.log[done - 1].edge if done else 0.0, after(watch, begun, play.part)


def _leads_there(
    state: State,
    play: Candidate,
    made: float,
    rest: Watch,
    lifted: Hole | None,
    more: int,
    tries: Iterator[int],
) -> bool:
    """Whether the board shows up to so many `more` plays on top of the one `made` by then, and one at least.

    None of them was made before the one that it follows. Then a marble was `lifted` by the seat after the
    last of them, if any was. _TooManyError once so many `tries` were made that nobody could tell.
    """
    off = play.expect.off(rest.now, state.bad, state.ring_and_lane)
    if not off:
        answered = more < AT_MOST - 1
        return answered and (lifted is None or bool(theirs_after(state, play) >> lifted & 1))
    if not more or off.extra & rest.began & ~rest.lifted:  # no play brings what stood there all along
        return False
    if next(tries) >= TRIED:
        raise _TooManyError
    answers = candidates(state.table, play.position, RANKS, play.debts)
    return any(
        _leads_there(state, answer, then, after, lifted, more - 1, tries)
        for answer, _, then, after in _complete(state, answers, rest)
        if then >= made
    )
