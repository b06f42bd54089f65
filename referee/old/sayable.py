"""Whether a play that is complete, be it under the next player's hands, may be said; and which of several."""

from __future__ import annotations

from referee.model.occupancy import bits, colours
from referee.old.amending import LIKELIEST
from referee.old.asking import ask, rested
from referee.old.candidates import Candidate
from referee.old.faults import accuse_missing
from referee.old.going_on import completes_another, next_seat_lifted, not_before_its_card
from referee.old.judge import same_marble
from referee.old.liars import surplus
from referee.old.overlap import overlapped, stories_of_both
from referee.old.replies import bumped_instead, next_seat_acts, played_on, replies
from referee.old.saying import say
from referee.old.state import State
from referee.old.this_turn import left_alone_since
from referee.old.told import told
from referee.old.untenable import out_of_the_question
from referee.old.watch import left_in
from referee.verdicts import Verdict


def rather_another(state: State, play: Candidate) -> bool:
    """Whether another play of the card is complete under the next player's hands, and the cheaper story."""
    both, stories, bad = overlapped(state), stories_of_both(state), state.bad
    cost = stories.cost(colours(play.position), play.ends & ~bad)
    others = (other for other, _ in both if other.position != play.position)
    return any(stories.cost(colours(c.position), (c.ends | play.ends) & ~bad) < cost for c in others)


def is_likely(state: State, play: Candidate) -> bool:
    """Whether the likeliest story has its marbles where it ended, but for such as are up.

    Where no card is read the next seat's plays tell as much.
    """
    if state.desk.mode == "none":
        return True
    others = [c for c in state.found if same_marble(c, play)]
    if any(_waits_for_its_captor(state, c) or _taken_before(state, c, play) for c in others):
        return False
    stories = stories_of_both(state)
    return stories.cost(colours(play.position), play.ends & ~state.bad) < stories.least + LIKELIEST


def _waits_for_its_captor(state: State, play: Candidate) -> bool:
    """Whether what the play takes is up, before all others that are, or the hole empty and that one home."""
    taken, watch = play.recoloured & ~(state.watch.now | state.bad), state.watch
    first = next((c.hole for c in watch.log if not (c.on or watch.now >> c.hole & 1)), None)
    sent = {leg.sent for leg in play.play.legs}
    if first is not None and taken >> first & 1:
        return True
    return bool(taken) and any(
        (watch.now & mask).bit_count() > (watch.began & mask).bit_count()
        for seat, mask, _, _ in play.expect.starts
        if seat in sent
    )


def _taken_before(state: State, other: Candidate, play: Candidate) -> bool:
    """Whether what the other one takes is up, and was before the play came to its end."""
    watch, up = state.watch, other.recoloured & ~(play.sources | state.watch.now | state.bad)
    filled = max((watch.filled_at(hole) for hole in bits(play.recoloured)), default=-1)
    return any(not change.on and up >> change.hole & 1 for change in watch.log[: max(filled, 0)])


def may_count_on(state: State, play: Candidate) -> bool:
    """Whether its marble may still go on: one is up, it took none, and was never shown."""
    if not next_seat_acts(state, play):
        return True
    shown = state.borne is not None and state.borne[0].position == play.position
    return surplus(state) < 0 and not shown and not play.recoloured


def one_of(state: State, t: float, plays: list[tuple[Candidate, int]]) -> list[Verdict]:
    """The play that is complete under the next player's hands; asked, if it is one of several."""
    if len(plays) == 1:
        off = plays[0][0].expect.off(state.watch.now, state.bad, state.ring_and_lane)
        gone = 0 if state.past is None else off.missing & state.past.chosen.ends
        if gone and out_of_the_question(state) and not rested(state, t, state.settings.hidden_after):
            state.may_yet_be = True  # where its marble went is told before that of this turn
            return []
        wrong = off and state.alarm is None and not _answered(state, plays[0][0])
        dead = accuse_missing(state, t, plays[0][0]) if wrong else []
        return dead + say(state, t, *plays[0], overlap=True)
    return ask(state, t, [play for play, _ in plays])


def _answered(state: State, play: Candidate) -> bool:
    """Whether the board shows a play on top of that, be it by a card yet to come, and all it takes was up."""
    taken = left_in(state.watch.log)
    answers = [c for c in replies(state, play) if not c.recoloured & ~taken]
    return played_on(state, play, state.watch, answers=answers)


def only_the_next_seat_since(state: State, seen: int) -> bool:
    """Whether the first marble lifted after the play was borne out belongs to the next seat.

    And no play of this turn is made by it, nor was a marble of this play touched since, nor is it an exchange
    of two that hands may only have adjusted before its card.
    """
    borne = state.borne
    return (
        borne is not None
        and left_alone_since(state, *borne)
        and not bumped_instead(borne[0], state.watch, state.bad)
        and next_seat_lifted(state, borne[0], seen)
        and not completes_another(state, borne[0], seen)
        and told(state.stories, state.watch, borne[0], seen, state.bad)
        and not not_before_its_card(state, *borne)
    )
