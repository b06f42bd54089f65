"""Several turns in a row, played so fast that none was said: whole plays, one on top of the other.

Only at a table without cards: where they are read, the next one ends a turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import RANKS
from referee.candidates import Candidate, candidates
from referee.explained import next_turn_began
from referee.judge import completed
from referee.replies import set_down_after
from referee.state import State
from referee.watch import Watch

AT_MOST = 5
"""So many plays are looked for."""


def plays_in_a_row(state: State) -> list[tuple[Candidate, int]]:
    """The plays of this turn on which whole ones of the next seats lead to what the board shows.

    Each with the number of changes after which the next turn began. An exchange leaves nothing to build on,
    and a Joker that nobody sees explains nearly everything: neither is believed here.
    """
    return [
        (play, begun)
        for play, begun, rest in _complete(state, state.found, state.watch)
        if _leads_there(state, play, rest, AT_MOST - 1)
    ]


def _complete(
    state: State, found: tuple[Candidate, ...], watch: Watch
) -> Iterator[tuple[Candidate, int, Watch]]:
    """The plays that came to be complete, when the next turn began, and what was seen of that."""
    for play in found:
        if play.rare or play.exchanges or (play.left and not watch.left(play.left)):
            continue
        done = completed(play, watch, state.bad)
        if done is not None and set_down_after(play, watch, state.bad):
            begun = next_turn_began(state, watch, play, done)
            yield play, begun, watch.after(begun, play.part)


def _leads_there(state: State, play: Candidate, rest: Watch, more: int) -> bool:
    """Whether the board shows that play, or up to so many `more` on top of it."""
    if play.expect.agrees(rest.now, state.bad, state.ring_and_lane):
        return True
    answers = candidates(state.table, play.position, RANKS, play.debts) if more else ()
    return any(
        _leads_there(state, answer, after, more - 1) for answer, _, after in _complete(state, answers, rest)
    )
