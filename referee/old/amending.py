"""What the play just said may have become: other plays of its card that are borne out now, and likely.

Nothing is decided here: `changes.py` says when it is told.
"""

from __future__ import annotations

from referee.model.occupancy import colours, mask_of
from referee.old.candidates import Candidate, leads_on
from referee.old.costs import AS_GOOD
from referee.old.explained import is_answered
from referee.old.hidden import is_hidden, left_unseen
from referee.old.judge import (
    ALIKE,
    ALIKE_CAPTURES,
    ALIKE_EXCHANGES,
    IMPROBABLE,
    RATHER_NOTHING,
    borne_out,
    but_for_hands,
    hand_completes,
    is_open,
)
from referee.old.liars import surplus
from referee.old.made import carried_over, completed
from referee.old.overlap import turn_of
from referee.old.past import Past
from referee.old.replies import next_seat_acts, theirs_after
from referee.old.since_said import (
    begun_before,
    goes_round,
    is_finished,
    never_lifted,
    newly_made,
    set_down_since,
    taken_out_for_nothing,
    was_undone,
)
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.told import Begun, told_before
from referee.old.under_hands import complete_under_hands, is_whole

PLAINLY = 0.7
"""What looks like the play said was changed if a story that tells so is so much cheaper."""
NEARLY = 1.4
"""Two more marbles being up together, the exchange said is asked about unless it is so much likelier."""
LIKELIEST = 0.01
"""So much dearer than the cheapest is none of the stories that are the likeliest."""
ALSO = 2.1
"""Where nobody goes on captures are asked about even if that story is dearer, by so much less this."""


def amendments(
    state: State,
    past: Past,
    *,
    seen: bool = True,
    hands: bool = False,
    rested: bool = False,
    still: bool = False,
) -> list[Candidate]:
    """Other plays of that card that are borne out now, and told by a story as likely as any.

    The marbles that they change must have been lifted since the play was said, or be known to stand so by all
    that was followed. Where the board is not `seen` to differ from that play, a story must tell it plainly,
    or nearly so where people have `rested`: it is asked then. An unseen Joker is believed where the board is
    `still`, else only if nothing is likelier.
    """
    watch, bad, chosen = past.watch, state.bad, past.chosen

    def stories_of() -> Stories:
        return past.stories(state.table, state.settings, state.bad)

    stands = still_exchanged(state, past)  # unless one of the two was carried on
    gone = chosen.ends & ~(state.watch.now | bad | theirs_after(state, chosen))
    if (stands and not gone) or is_finished(state, past) or goes_round(state, past):
        return []
    if hands:
        in_hand, where = -surplus(state), (bad, state.ring_and_lane)
        made = but_for_hands(past.found, watch, chosen, *where, stories_of, either=rested)
        winners = [
            c for c in made if rested or not hand_completes(_with_more(past, c), c, watch, *where, in_hand)
        ]
    else:
        winners = borne_out(past.found, watch, state.watch.now, bad, state.ring_and_lane, stories_of)
    winners = [c for c in winners if not taken_out_for_nothing(past, c, bad)]
    if past.before_answer is not None:  # what people said it was is no other one that nobody has seen
        winners = [c for c in winners if not is_hidden(c, bad) and (not c.left or watch.left(c.left))]
    if stands:
        winners = [c for c in winners if _is_likeliest(state, past, c)]
    if not winners:
        return []
    stories = stories_of()
    said = stories.cost(colours(chosen.position), chosen.touches & ~bad)
    off = chosen.expect.off(watch.now, bad, state.ring_and_lane)
    aside = off.extra == 0 == off.missing & chosen.touches and all(n < 0 for n in off.start.values())
    shown = not (seen and off) or (hands and rested and aside)
    near = LIKELIEST if state.agrees() else AS_GOOD  # what is shown then is no play but that one
    # At rest something is wrong where neither the play said nor an answer to it is shown.
    wrong = still and not shown
    if wrong and next_seat_acts(state, chosen) and not (chosen.exchanges and was_undone(state, past)):
        wrong = not is_answered(state, past.watch, chosen)
    told = []  # each with its cost, and whether it counts by that alone
    for winner in winners:
        after, holes = colours(winner.position), (winner.touches | chosen.touches) & ~bad
        exchange = chosen.exchanges or winner.exchanges
        if not shown:
            most = stories.least + (IMPROBABLE if wrong else PLAINLY if chosen.exchanges else ALIKE_CAPTURES)
            if winner.rare and not still:
                most = stories.otherwise(after, holes)
        elif exchange:
            undone = any(state.watch.together(pair) for pair in chosen.exchanges)
            both = stories.cost(colours(chosen.position), holes)  # one of them, not both
            doubt = ALIKE_EXCHANGES if rested else PLAINLY if undone else 0.0
            most = both + doubt  # asked about, unless it is plain
        else:
            most = said - PLAINLY + (ALSO if rested or still else 0.0)
        cost = stories.cost(after, holes, rare=winner.rare)
        new = winner.position != chosen.position and newly_made(state, past, winner)
        new = new and set_down_since(state, past, winner)
        new = new and not (hands and begun_before(state, past, winner))
        if chosen.exchanges and not all(
            pair & ~bad & state.watch.lifted if pair & bad else state.watch.together(pair)
            for pair in winner.exchanges
        ):
            new = False  # those two were up before, when the others were exchanged
        elif winner.exchanges and not any(pair & (state.watch.lifted | bad) for pair in winner.exchanges):
            new = False  # nobody has touched them since that one was said
        unsure = exchange or (winner.left and not watch.left(winner.left & ~bad))  # nobody saw it leave START
        new = new and (not unsure or _rather_than_nothing(state, past, winner, wrong))
        likelier = cost < max(stories.least + near, said)
        if not new or cost >= most:
            continue
        there = not (hands or bad) and surplus(state) == 0  # nothing is in a hand
        if not (there or carried_over(chosen, winner, watch, state.settings.touch, bad)):
            continue
        counts = likelier or rested or wrong or not never_lifted(state, past, winner)
        told.append((winner, cost, counts))
    least = min((cost for _, cost, counts in told if counts), default=float("-inf"))
    return [winner for winner, cost, counts in told if counts or cost < least + near]


def _with_more(past: Past, play: Candidate) -> list[Candidate]:
    """The plays that move another marble as well as those of this one: it may be up still."""
    return [c for c in past.found if c.emptied != play.emptied and not play.emptied & ~c.emptied]


def amendments_under_hands(state: State, past: Past) -> list[tuple[Candidate, int]]:
    """What the play was changed to, while the next player's hands are over the board already.

    Not what would need marbles lifted that were not, and nothing while the play said stands as well. Its
    marble is gone, or brought back, or it was only a part of what was made. Once the next card lies there, it
    is reconsidered.
    """
    turn = turn_of(state, past)
    if completed(past.chosen, past.watch, state.bad) is None or goes_round(state, past):
        return []  # or else it was told by an answer
    if still_exchanged(state, past) or is_answered(state, past.watch, past.chosen):
        return []
    plays = _told(state, turn, AS_GOOD)
    if len(plays) == 1:  # another one nearly as well told is asked about
        plays = _told(state, turn, ALIKE)
    if not plays and state.desk.mode == "none":  # who has answered it holds no marble of it
        plays = [each for each in _told(state, turn, ALIKE_CAPTURES) if is_whole(state, turn, *each)]
    gone = past.chosen.placed & state.watch.lifted & ~state.watch.now
    back = past.chosen.emptied & state.watch.placed
    undone = was_undone(state, past)
    return [
        (play, begun)
        for play, begun in plays
        if play.position != past.chosen.position
        and (gone & ~(play.filled | play.recoloured) or back & ~play.touches or leads_on(past.chosen, play))
        and (undone or carried_over(past.chosen, play, past.watch, state.settings.touch, state.bad))
        and not begun_before(state, past, play)
    ]


def _told(state: State, turn: Begun, more: float) -> list[tuple[Candidate, int]]:
    plays = complete_under_hands(state, turn, hurry=False, more=more)
    return [each for each in plays if told_before(state, turn, *each, more)]


def changed_under_hands(state: State) -> list[Candidate]:
    """What the play before was changed to, while marbles that have nothing to do with it are up."""
    past = state.past
    if past is None or state.next_card is not None:
        return []
    return [c for c in amendments(state, past, hands=True) if not is_hidden(c, state.bad)]


def _rather_than_nothing(state: State, past: Past, play: Candidate, wrong: bool) -> bool:
    """Whether that play is the likelier story than that the play before was just undone.

    After an exchange, two marbles up at one moment since count as exchanged, unless they were plainly not. At
    rest, the board being `wrong`, a marble is hardly in a hand.
    """
    stories, holes = (
        past.stories(state.table, state.settings, state.bad),
        (play.touches | past.chosen.touches) & ~state.bad,
    )
    once = any(state.watch.together(pair) == 1 == past.watch.together(pair) for pair in play.exchanges)
    again = RATHER_NOTHING if once and (past.chosen.exchanges or play.read) else 0.0
    base = colours(past.played.base)
    up = mask_of(base) & holes & ~state.watch.now  # then one is in a hand
    unseen = ALIKE if left_unseen(play, past.watch, state.bad) else 0.0
    held = (2 * ALIKE if wrong else ALIKE) if up else 0.0
    nothing = stories.cost(base, holes) + again + held - unseen
    return stories.cost(colours(play.position), holes) < nothing


def still_exchanged(state: State, past: Past) -> bool:
    """Whether two marbles that the play exchanged were, as far as is seen, not up together since.

    One alone is only adjusted, or the next seat's. Unless no likely story has them exchanged at all.
    """
    chosen, bad = past.chosen, state.bad
    if not any(pair & bad or not state.watch.together(pair) for pair in chosen.exchanges):
        return False
    stories = past.stories(state.table, state.settings, bad)
    after, holes = colours(chosen.position), chosen.touches & ~bad
    if stories.cost(after, holes & ~state.watch.lifted or holes) >= stories.least + ALIKE_CAPTURES:
        return False
    others = [c for c in past.found if any(pair not in chosen.exchanges for pair in c.exchanges)]
    others = [
        c
        for c in others
        if all(state.watch.together(pair) and not pair & (~state.watch.now | bad) for pair in c.exchanges)
    ]
    if not others:
        return True  # one alone beside a hole that is not believed is only adjusted
    changed = (state.watch.lifted | state.watch.placed) & state.ring_and_lane & ~bad
    kept = stories.cost(after, holes | changed)
    if kept >= stories.least + AS_GOOD:  # one of them, not both
        return False
    costs = [stories.cost(colours(c.position), holes | changed | c.touches) for c in others]
    return min(costs) >= kept + NEARLY


def _is_likeliest(state: State, past: Past, play: Candidate) -> bool:
    """Whether the likeliest story of all tells that play."""
    stories, holes = past.stories(state.table, state.settings, state.bad), play.touches | past.chosen.touches
    return stories.cost(colours(play.position), holes & ~state.bad) <= stories.least


def is_told(state: State, past: Past, play: Candidate, more: float) -> bool:
    """Whether every story tells it that costs less than so much more than the cheapest.

    Else people may be on their way back, or the next seat on its way.
    """
    stories, holes = past.stories(state.table, state.settings, state.bad), play.touches | past.chosen.touches
    after = colours(play.position)
    return all(story.shows(after, holes & ~state.bad) for story in stories.within(more))


def is_nearly_told(state: State, past: Past, change: Candidate) -> bool:
    """Whether every story as good as the cheapest tells it; or if another marble went, nearly so.

    The play said looks as if it stood then, but cannot.
    """
    if is_told(state, past, change, AS_GOOD):
        return True
    now, bad = state.watch.now, state.bad
    own = change.emptied & state.watch.lifted & ~(past.chosen.touches | now | bad)
    if not own or past.chosen.ends & ~(now | bad):
        return False
    stories, holes = past.stories(state.table, state.settings, bad), change.touches | past.chosen.touches
    return stories.cost(colours(change.position), holes & ~bad) < stories.least + ALIKE_CAPTURES


def is_plain(state: State, past: Past, play: Candidate) -> bool:
    """Whether nothing else can come of that play, and no other story is nearly as likely."""
    stories = past.stories(state.table, state.settings, state.bad)
    holes = play.touches | past.chosen.touches
    plain = stories.is_plain(colours(play.position), holes & ~state.bad, ALIKE)
    return plain and not is_open(play, past.found)
