"""One of the plays asked about was made, by an answer or as others show: it is said, without the answer."""

from __future__ import annotations

from referee.model.occupancy import bits, colours, mask_of
from referee.observe.debounce import Settled
from referee.old.candidates import Candidate
from referee.old.faults import accuse
from referee.old.made import completed
from referee.old.overlap import made_by
from referee.old.saying import amend, say
from referee.old.state import State
from referee.old.watch import Watch
from referee.verdicts import Verdict


def pick(state: State, t: float, chosen: Candidate, *, told: int = 0) -> list[Verdict]:
    """That one was made: by the first `told` changes, of which the last was the answer, or as others show."""
    asked, state.asked = state.asked, None
    whole, card = state.watch, state.desk.waiting(chosen.position.turn) or state.next_card
    lying = asked.liars[asked.candidates.index(chosen)] if asked is not None and asked.liars else 0
    lying &= ~(chosen.recoloured & _seen_empty(state))
    if asked is not None:  # where its marble has come only now, it is seen
        lying &= ~(chosen.ends & whole.since(asked.seen).placed & whole.now)
    said = [fault for hole in bits(lying) for fault in accuse(state, t, hole)]
    if asked is not None and asked.amends and state.past is not None:
        past, stands = state.past, chosen.position == state.past.chosen.position
        made = asked.seen if stands else made_by(state, past, chosen)
        done = completed(chosen, past.watch, state.bad)
        if not stands and made == 0 and done is not None and done + len(whole.log) <= len(past.watch.log):
            said += amend(
                state, t, past, chosen, done, overlap=True
            )  # it was gone on with before it was said
        else:
            said += amend(state, t, past, chosen, 0 if stands else min(asked.seen, made or asked.seen))
    elif asked is not None and asked.unfelt:
        said += say(state, t, chosen, asked.seen, overlap=True)
    else:
        said += say(state, t, chosen, asked=None if asked is None else asked.seen)
    if state.past is not None:
        state.past.answered = True
    if told:
        made = 0 if asked is None or card else _exchanged_once_more(whole, asked.seen, told, chosen)
        state.watch = _but_for_the_touch(state.watch, whole.log[told - 1], made)
    if told and state.past is not None:  # what was followed before counts no more
        state.past.before_answer = state.past.watch
        state.past.watch = Watch.of(state.watch.now)
        state.past.watch.belief = colours(chosen.position)
        state.past.watch.lifted |= chosen.must_see_empty
    return said


def _seen_empty(state: State) -> int:
    """The holes that were seen empty since the last play was said, even if that has been forgotten."""
    since = state.plays[-1].said.t if state.plays else 0.0
    return mask_of(hole for hole, t in state.emptied_at.items() if t > since)


def _exchanged_once_more(watch: Watch, seen: int, told: int, chosen: Candidate) -> int:
    """The holes of the exchange that was chosen, if people answered by making it; else none."""
    since = watch.since(seen)
    return sum(pair for pair in chosen.exchanges if since.together(pair, told - seen))


def _but_for_the_touch(watch: Watch, answer: Settled, made: int) -> Watch:
    """The watch without the marble that was set down with that change, touched to answer.

    And without what was done till then in the holes `made`.
    """
    log = list(watch.log)
    if answer in log:
        end = log.index(answer)
        lifts = [i for i in range(end) if log[i].hole == answer.hole][-1:]
        lifts += [i for i in range(end) if made >> log[i].hole & 1]
        log = [change for i, change in enumerate(log) if i not in {end, *lifts}]
    return watch.with_log(log)
