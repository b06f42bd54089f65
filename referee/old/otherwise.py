"""The board looks as the play just said left it, but people undid that one and made another of its card.

So it is after exchanges, and where marbles were followed from hand to hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_, or_

from engine.whynot import Code
from referee.model.occupancy import bits, colours, mask_of
from referee.old.alarms import sound
from referee.old.amending import amendments, is_plain, still_exchanged
from referee.old.asking import ask, rested, ripe
from referee.old.candidates import Candidate
from referee.old.changes import may_be_in_a_hand, plainly, remember
from referee.old.costs import AS_GOOD, AT_ONCE
from referee.old.judge import ALIKE
from referee.old.liars import surplus
from referee.old.past import Past
from referee.old.perhaps_answered import hardly_answered
from referee.old.reconsidered import reconsider
from referee.old.replies import answers_made, next_seat_began, played_on, replies
from referee.old.saying import amend, take_back
from referee.old.since_said import put_away_first
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.touching import lets_go
from referee.old.undone import is_undone, undoing
from referee.old.watch import left_in
from referee.policy.diagnose import Finding
from referee.verdicts import PutBack, Restored, Verdict

PUT_AWAY = 2.0
"""Who has put his card away first has made another play if its story is cheaper by so much."""


def played_otherwise(state: State, t: float) -> list[Verdict]:
    """The board looks as the play just said left it, but people undid that and made another one.

    Told by exchanges undone, and by marbles that were followed from hand to hole.
    """
    past, card = state.past, state.next_card
    if past is None or not state.watch.log or past.answered_since(state.last_edge):
        return []
    if state.alarm is not None and state.alarm.finding.code is Code.PLAY_STANDS and past.chosen.exchanges:
        return _exchanged_once_more(state, t, past)
    late = card is not None and card < state.last_edge
    if late and not past.chosen.exchanges:
        return []
    if not state.watch.lifted & state.watch.placed & state.ring_and_lane:
        return []
    up = surplus(state) < 0  # what was bumped may be up long; without cards it may be the next seat's
    wait = state.settings.counting_after if up else None
    never_rests = up and state.desk.mode == "none"
    rests = not never_rests and rested(state, t, wait)
    still = not late and (card is not None or rests)
    others = [] if late else amendments(state, past, seen=False, rested=still)
    if past.answered:  # what people said it was is no other play while nobody touches a hole of either
        since = left_in(state.watch.log)
        others = [c for c in others if since & (c.touches | past.chosen.touches)]
    stories, holes = past.stories(state.table, state.settings, state.bad), past.chosen.touches & ~state.bad
    kept = stories.cost(colours(past.chosen.position), holes)
    if others and put_away_first(state, past):
        others = [
            c for c in others if stories.cost(colours(c.position), c.touches & ~state.bad) < kept - PUT_AWAY
        ]
    before_it = stories.cost(colours(past.played.base), holes)
    both_up = any(pair & state.bad or state.watch.together(pair) for pair in past.chosen.exchanges)
    exchanged_back = both_up and not still_exchanged(state, past)
    shown = past.before(state.table.board).agrees(state.watch.now, state.bad, state.ring_and_lane)
    drawn = AS_GOOD if past.drawn else 0.0  # who has drawn since takes his play back hardly
    undone = before_it < kept - drawn and (
        exchanged_back if past.chosen.exchanges else shown and undoing(state)
    )
    if not others and not undone:
        return [] if late or card is None else reconsider(state, t, past)
    if card is not None and not late and _gone_on(state, past, stories, others):
        others = []
    plain = plainly(state, past, stories, others, kept)
    unseen = any(pair & state.bad for c in others for pair in c.exchanges)
    if others and (unseen or not plain or _as_well_answered(state, past, stories, others[0])):
        others = [past.chosen, *others]
    remember(state, others)
    if late:
        return _exchanged_back_late(state, t, past)
    asks = len(others) > 1 and rested(state, t, state.settings.counting_after)
    began = card is None and not asks and next_seat_began(state, past)
    if began and not hardly_answered(state, past, others):
        return []  # its card will show it
    if not others:
        settled = card is None and is_undone(state, past, t)
        if settled and not (still or never_rests) and amendments(state, past, seen=False, rested=True):
            return []  # at rest another one is as likely, and is asked about
        if not past.chosen.exchanges:  # by another it may yet be made anew
            settled = rested(state, t, state.settings.hidden_after) and settled
        return take_back(state, t, undone=True) if settled else []
    plain = len(others) == 1 and is_plain(state, past, others[0])
    if card is None and not plain and not _waited(state, past, others, t):
        return []
    if card is None and may_be_in_a_hand(state, t, others):
        return []
    if card is None and t < (due := lets_go(state, others)):
        state.come_back(due)
        return []
    if len(others) == 1:
        return amend(state, t, past, others[0])
    return ask(state, t, others + _exchanged_last(past, others), amends=True)


def _exchanged_last(past: Past, others: list[Candidate]) -> list[Candidate]:
    """Exchanges made after all that tells of the `others`: people may have gone on to one of them."""
    pairs = [pair for c in others for pair in c.exchanges]
    if len(pairs) < len(others):
        return []
    shared, log = reduce(and_, pairs), past.watch.log
    told = reduce(or_, pairs) & ~shared
    seen = max((i for i, change in enumerate(log, 1) if told >> change.hole & 1), default=0)
    since = past.watch.since(seen)
    return [
        c for c in past.found if c not in others and any(since.together(pair) % 2 for pair in c.exchanges)
    ]


def perhaps_otherwise(state: State) -> bool:
    """Whether, all being put right, another play of the card before may have been made meanwhile."""
    past = state.past
    return (
        past is not None
        and state.next_card is None
        and bool(amendments(state, past, seen=False, rested=True))
    )


def _gone_on(state: State, past: Past, stories: Stories, others: list[Candidate]) -> bool:
    """Whether the next seat has played the card it laid, as the board shows, and that is the likeliest story.

    What it lifted for that is no change of the play before.
    """
    answers = answers_made(state, past.chosen)
    if not answers:
        return False
    holes = mask_of(change.hole for change in state.watch.log) & state.ring_and_lane & ~state.bad
    for each in (past.chosen, *others):
        holes |= each.touches & ~state.bad
    answered = min(stories.cost(colours(c.position), holes) for c in answers)
    return all(answered < stories.cost(colours(c.position), holes) for c in others)


def _waited(state: State, past: Past, others: list[Candidate], t: float) -> bool:
    """Whether what may be another play looks so for long enough.

    The next seat may be exchanging, too, or one of the two have been brushed only, and the true ones be next.
    """
    watch, brush = state.watch, state.settings.brush
    pairs = reduce(or_, (pair for other in others for pair in other.exchanges), 0)
    brushed = any(watch.empty_for(hole) < brush for hole in bits(pairs & watch.lifted & watch.now))
    if past.chosen.exchanges and played_on(state, past.chosen, state.watch):
        return rested(state, t, state.settings.counting_after)
    if brushed:
        return rested(state, t)
    return ripe(state, t)


def _as_well_answered(state: State, past: Past, stories: Stories, change: Candidate) -> bool:
    """Whether an exchange by the next seat's card is nearly as likely as that change of the play before.

    By any card while none lies there, if the two that the play exchanged were not up once more.
    """
    bad, watch = state.bad, state.watch
    least = stories.cost(colours(change.position), change.touches & ~bad)
    answers: Iterable[Candidate] = state.found
    if state.next_card is None:
        brushed = mask_of(h for h in bits(watch.lifted & watch.now) if watch.longest_empty(h) < AT_ONCE)
        again = any(watch.together(pair) and not pair & brushed for pair in past.chosen.exchanges)
        answers = () if again else replies(state, past.chosen)
    return any(
        stories.cost(colours(c.position), (c.touches | change.touches) & ~bad) < least + ALIKE
        for c in answers
        if c.exchanges and all(watch.together(pair) for pair in c.exchanges)
    )


def _exchanged_back_late(state: State, t: float, past: Past) -> list[Verdict]:
    """Two marbles were exchanged back after the next card was laid: granted, or that play stands.

    Unless that is the next player's play, which waits only for what a bad sensor may hide.
    """
    if state.alarm is not None or state.may_yet_be or not rested(state, t):
        return []
    if any(c.exchanges for c in answers_made(state, past.chosen)):
        return []
    if state.mode != "referee":
        return take_back(state, t, undone=True)
    pairs = [tuple(bits(pair)) for pair in past.chosen.exchanges]
    steps = tuple(step for one, other in pairs for step in (PutBack(one, other), PutBack(other, one)))
    text = "That play stands; a card laid is a card played. Exchange the marbles once more."
    holes = tuple(hole for pair in pairs for hole in pair)
    finding = Finding(Code.PLAY_STANDS, text, holes, steps, (), past.played.base.turn)
    return sound(state, t, finding, on_board=False)


def _exchanged_once_more(state: State, t: float, past: Past) -> list[Verdict]:
    """What was exchanged back too late stands exchanged again, both marbles having been up once more."""
    watch, bad = state.watch, state.bad
    if any(not pair & bad and watch.together(pair) % 2 for pair in past.chosen.exchanges):
        return []
    if any(pair & ~(watch.now | bad) for pair in past.chosen.exchanges):
        return []
    if not ripe(state, t):
        return []
    state.alarm = None
    state.begin_anew()
    return [Restored(t)]
