"""The play before is taken back, and another one said with its card, which lies there still."""

from __future__ import annotations

from referee.old.candidates import Candidate
from referee.old.past import Past
from referee.old.saying import say, take_back
from referee.old.state import State
from referee.old.watch import left_in
from referee.verdicts import Verdict


def its_card_lies_there(state: State, past: Past) -> bool:
    """Whether another play may still be made of that card: who has put it away has made up his mind."""
    return state.desk.lies_there(past.played.base.turn, past.played.card)


def make_anew(
    state: State, t: float, past: Past, chosen: Candidate, seen: int | None = None
) -> list[Verdict]:
    """The play before is taken back, and the other one said that was made with its card by change `seen`.

    Unless its marble was left alone since the next card was laid: then nobody has undone it.
    """
    late = left_in(state.watch.log, state.next_card or 0.0)
    if not its_card_lies_there(state, past) or not past.chosen.ends & late:
        return []
    watch, since = past.watch, len(state.watch.log)
    said = take_back(state, t, undone=True)
    state.watch = watch
    return said + say(state, t, chosen, None if seen is None else len(watch.log) - since + seen)
