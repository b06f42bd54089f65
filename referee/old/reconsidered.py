"""The next card is laid: was the play before perhaps not the one that was said?

What was said when it was made, or amended since, was borne out then. Once nobody can change it any more all
that was seen since that turn began is told once more, and if another play of that card is the better story
by far, that one is believed, or asked about.
"""

from __future__ import annotations

from functools import partial

from engine.cards import Rank
from engine.position import Position
from referee.model.occupancy import Expectation, bits, colours, mask_of, starts_of
from referee.old.as_then import as_likely_then, as_said, up_to
from referee.old.asking import ask
from referee.old.candidates import Candidate
from referee.old.costs import ABSURD, AS_GOOD, MISTAKEN, NEAR, RARE
from referee.old.hidden import is_hidden
from referee.old.judge import ALIKE, same_marble
from referee.old.liars import surplus
from referee.old.made import completed, exchanged
from referee.old.on_board import answers_shown, shown, stands, there_or_taken, under_way
from referee.old.past import Past
from referee.old.patience import putting_right
from referee.old.replies import set_down_after, theirs_after
from referee.old.saying import amend
from referee.old.since_said import begun_before, put_away_first, was_undone
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.watch import left_in
from referee.verdicts import Move, Verdict

RATHER_ASK = 0.3
"""Another play is asked about if its story is so much cheaper than that of what was said and not undone."""
STILL_UP = 2.0
"""What leaves a marble of the mover's in a hand, or one too many in START, when the next card is laid."""
CHANGED_LATE = 3.0
"""Another play is so much less likely after its card was put away, or where the one said was not undone."""
RATHER = 2.5
"""And believed, if so much."""


def reconsider(state: State, t: float, past: Past) -> list[Verdict]:
    """The play before said anew, or asked about, if it was rather another one; empty if it stands."""
    return said_anew(state, t, past, rather(state, past))


def said_anew(state: State, t: float, past: Past, plays: list[tuple[Candidate, int]]) -> list[Verdict]:
    """Amended to that one, or asked about, if they are several; empty if there is none."""
    if len(plays) == 1:
        return amend(state, t, past, *plays[0], overlap=True)
    return ask(state, t, [play for play, _ in plays], amends=True) if plays else []


def on_another(state: State, t: float, *, plainly: bool) -> list[Verdict]:
    """What looks illegal is a play on top of another one of the card before: so that was made.

    Or that one alone, while nothing was moved since a card was laid. Answers are by the laid card, or by any
    while there is none.
    `plainly`: only by a laid one, and by a story as good as any, unless what was said is out of the question.
    Empty if there is none.
    """
    past, bad, laid = state.past, state.bad, state.desk.laid
    if past is None or putting_right(state):
        return []
    if just_amended(state, past):
        return []
    if plainly and (
        laid is None or any(p.recoloured and completed(p, state.watch, bad) is not None for p in state.found)
    ):
        return []  # what it bumps may be on its way yet
    stories, said = past.stories(state.table, state.settings, bad), past.chosen.touches & ~bad
    absurd = stories.cost(colours(past.chosen.position), said) > stories.least + ABSURD
    more = AS_GOOD if plainly and not absurd else MISTAKEN
    if bad & starts_of(state.table.board, past.chosen.position.seats):
        more = -AS_GOOD  # marbles that nobody saw leave it tell nearly everything
    untouched = plainly and not left_in(state.watch.log, past.played.said.t) & past.chosen.touches
    kept = stories.cost(colours(past.chosen.position), said) if untouched else float("inf")
    answered = plainly or (laid is not None and laid.t < state.last_edge)
    how = partial(answers_shown if answered else shown, rare=not plainly)
    for after in how(state, past, past.chosen, completed(past.chosen, past.watch, bad) or 0):
        kept = min(kept, stories.cost(colours(after), (mask_of(colours(after)) & ~bad) | said))
    if plainly:
        kept = min(kept, _straightened_still(state, past, stories))
    told = []
    for play, done in _made(past, bad):
        if laid is not None and done and past.watch.log[done - 1].edge > laid.t:
            continue  # a card laid is a card played
        if past.chosen.exchanges and not play.exchanges and _left_too_late(state, past, play):
            continue
        if not all(exchanged(past.watch, pair, bad) for pair in play.exchanges):
            continue
        if laid is not None and play.exchanges and not as_likely_then(state, past, play, done):
            continue
        for after in how(state, past, play, done):
            places = colours(after)
            holes = (play.touches | mask_of(places)) & ~bad | said
            cost = stories.cost(places, holes)
            if cost < kept and cost < stories.otherwise(places, holes) + more:
                told.append((cost, play, done))
    least = min((cost for cost, _, _ in told), default=0.0)
    told = [each for each in told if each[0] < least + ALIKE]
    return said_anew(state, t, past, [(play, done) for _, play, done in told])


def _straightened_still(state: State, past: Past, stories: Stories) -> float:
    """What it costs that the play said stands and is answered, its marble being up to be put right."""
    chosen, borne = past.chosen, state.borne
    if borne is None:
        return float("inf")
    off = borne[0].expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if not off.missing or off.missing & ~chosen.ends or off.extra or any(n > 0 for n in off.start.values()):
        return float("inf")
    after = colours(borne[0].position)
    return stories.cost(after, (mask_of(after) | chosen.touches) & ~state.bad & ~off.missing)


def just_amended(state: State, past: Past) -> bool:
    """Whether it has been reconsidered since anything moved."""
    said = past.played.said
    return isinstance(said, Move) and said.amends is not None and said.t > state.last_edge


def rather(state: State, past: Past, *, may_stand: bool = True) -> list[tuple[Candidate, int]]:
    """The play said, unless that is out of the question, and another one that is the likelier story by far.

    Each with the number of changes after which it was complete. Empty: what was said stands. Where it is out
    of the question that it `may_stand`, only what the board shows is told.
    """
    chosen, watch, bad = past.chosen, past.watch, state.bad
    card, said = state.next_card, past.played.said
    at_the_card = card is not None and card <= said.t
    if at_the_card and isinstance(said, Move) and said.amends is not None:
        return []  # it has been reconsidered
    if may_stand and past.answered:
        return []  # it has been asked
    made = [each for each in _made(past, bad) if may_stand or shown(state, past, *each)]
    if may_stand and past.chosen.exchanges:  # the next player may take one of the two on
        made = [
            each
            for each in made
            if each[0].exchanges
            or not (begun_before(state, past, each[0]) or _left_too_late(state, past, each[0]))
        ]
    if not made or is_hidden(chosen, bad):
        return []
    if may_stand and completed(chosen, watch, bad) is None:
        return []  # what told of it has been forgotten
    down = may_stand and card is not None and surplus(state) == 0
    if down and not shown(state, past, chosen, 0) and any(shown(state, past, *each) for each in made):
        return []  # another one has been answered: that is told where what the next seat did looks wrong
    off = chosen.expect.off(watch.now, bad, state.ring_and_lane)
    up = off.missing & chosen.ends
    just = left_in(state.watch.log, max(state.last_edge, card or 0.0) - NEAR)
    exchanged_back = bool(chosen.exchanges) and was_undone(state, past)
    brushed = may_stand and up and not (off.extra or up & ~just or exchanged_back)
    if brushed and not _his_by_another(state, past, made, up):
        return []  # it may be down again in a moment
    stories = past.stories(state.table, state.settings, bad)
    holes = mask_of(
        tuple(hole for play in (chosen, *(play for play, _ in made)) for hole in bits(play.touches))
    )
    holes &= ~bad

    def cost(play: Candidate, done: int) -> float:
        found = shown(state, past, play, done)
        if found:
            return min(stories.cost(colours(after), holes, rare=play.rare) for after in found)
        theirs = under_way(state, past, play)
        seats = set(state.table.may_move(play.position))
        among = [(hole, seats) for hole in bits(theirs)]
        told = stories.cost(colours(play.position), holes & ~theirs, rare=play.rare, among=among)
        return told + _unfinished(state, past, play.position, play.expect, holes, play.ends)

    done = completed(chosen, watch, bad) or 0
    costs, kept = [cost(*each) for each in made], cost(chosen, done) if may_stand else float("inf")
    least = min(costs)
    if least > kept + AS_GOOD or (least >= kept and shown(state, past, chosen, done)):
        return []
    if (not may_stand or least > kept - AS_GOOD) and _rather_undone(state, past, stories, holes, least):
        return []
    if not may_stand and least >= stories.least + ALIKE + (RARE if made[costs.index(least)][0].rare else 0.0):
        return []
    if may_stand and not was_undone(state, past):  # all that was seen since may be the next seat's turn
        kept = min(kept, as_said(state, past) + state.stories.least)
    made_up = not at_the_card and _has_made_up_his_mind(state, past)
    kept -= CHANGED_LATE if made_up else 0.0
    if least > kept - (RATHER_ASK if made_up or at_the_card else -AS_GOOD):
        return []
    alike = [each for each, c in zip(made, costs, strict=True) if c < least + ALIKE]
    return _believed(state, past, (chosen, done), alike, by_far=least < kept - RATHER)


def _his_by_another(state: State, past: Past, made: list[tuple[Candidate, int]], up: int) -> bool:
    """Whether what is up is the next player's only by another play, an exchange or one made after undoing."""
    if up & theirs_after(state, past.chosen) or not (past.chosen.exchanges or was_undone(state, past)):
        return False
    return any(not up & ~theirs_after(state, play) for play, _ in made)


def _left_too_late(state: State, past: Past, play: Candidate) -> bool:
    """Whether the hole it comes from was full again, and left only once the next player had one of his up."""
    begun, theirs = False, theirs_after(state, past.chosen) & ~past.chosen.touches
    for change in state.watch.log:
        begun = begun or (not change.on and bool(theirs >> change.hole & 1))
        if begun and not change.on and play.emptied >> change.hole & 1:
            return True
    return False


def _made(past: Past, bad: int) -> list[tuple[Candidate, int]]:
    """The other plays of that card that came to be complete, no marble set down too soon; by which change."""
    others = (play for play in past.found if play.position != past.chosen.position)
    made = [(play, completed(play, past.watch, bad)) for play in others]
    return [
        (play, done)
        for play, done in made
        if done is not None
        and not is_hidden(play, bad)
        and set_down_after(play, up_to(past, done), bad)
        and (not play.left or play.left & bad or past.watch.left(play.left) or _owed_still(past, play))
    ]


def _owed_still(past: Past, play: Candidate) -> bool:
    """Whether the marble that it brings out of START may be one owed there, straight from the hand."""
    came = any(change.on and play.left >> change.hole & 1 for change in past.watch.log)
    return bool(past.played.debts.start) and not came


def _rather_undone(state: State, past: Past, stories: Stories, holes: int, least: float) -> bool:
    """Whether every marble stands where it stood before the play, and that is the likelier story."""
    base, before = past.played.base, past.before(state.table.board)
    if mask_of(colours(base)) & holes & ~past.watch.now:
        return False
    nothing = stories.cost(colours(base), holes) + _unfinished(state, past, base, before, holes, 0)
    return nothing <= least


def _believed(
    state: State,
    past: Past,
    said: tuple[Candidate, int],
    alike: list[tuple[Candidate, int]],
    *,
    by_far: bool,
) -> list[tuple[Candidate, int]]:
    """Which is told, or asked about: one alone that the board shows alone, or that is likelier `by_far`."""
    asked = [said, *alike]
    there = [each for each in asked if shown(state, past, *each)]
    if there == [said] and not by_far:
        return []
    standing = [each for each in asked if stands(state, past, each[0])]
    for alone in (there, standing):
        if len(alone) == 1 and alone[0] is not said:
            return alone
    if by_far and (len(alike) > 1 or there_or_taken(state, past, alike[0][0])):
        return alike
    return asked if standing else []


def _has_made_up_his_mind(state: State, past: Past) -> bool:
    """Whether the play was not undone since it was said, or its card was gone before a marble was touched."""
    if put_away_first(state, past):
        return True
    exchanges = past.chosen.exchanges
    if not exchanges:
        return not was_undone(state, past) and not _takes_another(state, past)
    theirs = {pair for c in state.found for pair in c.exchanges}
    pairs = {pair for c in past.found for pair in c.exchanges if pair in exchanges or pair not in theirs}
    return not any(map(state.watch.together, pairs))


def _takes_another(state: State, past: Past) -> bool:
    """Whether the next thing touched was a marble that a Joker may take as well as the one it has taken.

    Which of the two was taken and which adjusted, nobody can tell as long as none has come home.
    """
    chosen, log = past.chosen, state.watch.log
    first = next((c for c in log if c.on and state.ring_and_lane >> c.hole & 1), None)
    if not chosen.recoloured or chosen.play.card.rank is not Rank.JOKER or first is None:
        return False
    owed, still = dict(chosen.debts.start), dict(state.debts_then.start)
    sent = [leg.sent for leg in chosen.play.legs if leg.sent is not None]
    if any(still.get(seat, 0) != owed.get(seat, 0) for seat in sent):  # whom it took is at home
        return False
    bit = 1 << first.hole & state.watch.began & ~theirs_after(state, chosen)
    others = (play for play in past.found if play.recoloured & bit & ~chosen.recoloured)
    return any(same_marble(play, chosen) for play in others)


def _unfinished(
    state: State, past: Past, after: Position, expect: Expectation, holes: int, ends: int
) -> float:
    """What it costs more where a marble of the mover's is up that did not end there, or in START again."""
    stories = past.stories(state.table, state.settings, state.bad)
    seats = state.table.may_move(past.played.base)
    off, places = expect.off(state.watch.now, state.bad, state.ring_and_lane), colours(after)
    story = next((story for story in stories.likely if story.shows(places, holes)), None)
    up = story is not None and any(
        up.marble.seat in seats and up.hole is not None and not ends >> up.hole & 1 for up in story.hand
    )
    return STILL_UP if up or any(off.start.get(seat, 0) > 0 for seat in seats) else 0.0
