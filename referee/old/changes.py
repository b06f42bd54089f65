"""Changing one's mind: the play just said, amended, undone, or undone and made otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from referee.model.occupancy import colours
from referee.old.amending import (
    LIKELIEST,
    PLAINLY,
    amendments,
    amendments_under_hands,
    is_nearly_told,
    is_plain,
    is_told,
)
from referee.old.anew import its_card_lies_there, make_anew
from referee.old.asking import ask, rested, ripe
from referee.old.candidates import Candidate
from referee.old.costs import AS_GOOD
from referee.old.doubts import HASTY
from referee.old.explained import own_up
from referee.old.gone import nobody_answers, only_gone, stays_gone
from referee.old.hidden import is_hidden, left_unseen, rather_unseen
from referee.old.judge import ALIKE_CAPTURES, is_open
from referee.old.knocked import knocked_over
from referee.old.liars import surplus
from referee.old.made import completed
from referee.old.on_board import shown
from referee.old.overlap import made_by, overlapped
from referee.old.past import Past
from referee.old.perhaps_answered import may_be_the_next_seats, rather_answered, stays_so
from referee.old.reconsidered import rather, reconsider, said_anew
from referee.old.replies import next_seat_acts, next_seat_may_act
from referee.old.saying import amend, take_back
from referee.old.since_said import was_undone
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.suspects import doubted, if_changed, sent_home
from referee.old.too_late import undone as board_undone
from referee.old.touching import lets_go
from referee.old.undone import is_its_answer, is_undone, undoing
from referee.verdicts import Verdict


def play_before(state: State, t: float, young: int = 0) -> list[Verdict]:
    """The play just said, changed or undone: an amendment or a takeback.

    What was changed before the next card was laid counts at once when it is, or as soon as the levels of the
    holes `young` can be believed.
    """
    past, card = state.past, state.next_card
    if past is None or (card is not None and young):
        return []
    astray = state.alarm is not None and state.alarm.disturbed and (card is None or surplus(state) != 0)
    if astray and not rested(state, t):
        return []  # a marble that stands astray is on its way back
    if knocked_over(state) is not None:
        return []  # what lies a hole on then is nobody's play
    in_time = card is None or state.last_edge <= card
    pressed = in_time and card is not None
    still = rested(state, t)
    answered = past.answered_since(state.last_edge)
    winners = amendments(state, past, rested=pressed, still=still) if in_time and not answered else []
    if winners and past.chosen.expect.agrees(state.watch.now, state.bad, state.ring_and_lane):
        stories = past.stories(state.table, state.settings, state.bad)
        said = stories.cost(colours(past.chosen.position), past.chosen.touches & ~state.bad)
        winners = winners if plainly(state, past, stories, winners, said) else [past.chosen, *winners]
    if not winners and in_time and (pressed or ripe(state, t)):
        winners = [w for w in amendments(state, past, hands=True) if not _up_still(state, past, w)]
        winners = [w for w in winners if pressed or not own_up(state, w, past.found)]
        if pressed and past.chosen.exchanges:  # it stands, and the next player may move one of the two
            winners = [w for w in winners if is_told(state, past, w, LIKELIEST)]
            others = [] if winners else amendments(state, past, hands=True, rested=True)
            both_up = [c for c in others if any(map(state.watch.together, c.exchanges))]
            others = [c for c in both_up if not _up_still(state, past, c)]
            if others:
                return ask(state, t, [past.chosen, *others], amends=True)
        winners += _looked_like(state, winners)
    elif not winners and in_time and past.chosen.exchanges and state.alike is None:
        made = amendments(state, past, hands=True)
        if made:  # until it is ripe the next player may go on
            remember(state, made)
    if winners and not pressed and rather_answered(state, t, past, winners[0]):
        winners = []
    if winners:
        if may_be_in_a_hand(state, t, winners):
            return []
        if any(young & w.ends for w in winners):
            state.come_back(t + state.settings.noise)  # carried on this very moment, it seems
            return []
        remember(state, winners)
        if any(only_gone(state, past, winner) for winner in winners) and not stays_gone(
            state, t, past, pressed
        ):
            if _exchanged_back(state, t, past) and not pressed:
                return ask(state, t, [past.chosen, *winners], amends=True)
            state.may_yet_be = True
            return []
        if not pressed and state.desk.mode == "none" and _rather_up(state, past, winners):
            state.may_yet_be = not rested(state, t)
            if state.may_yet_be:
                return []
        if not pressed and t < (due := lets_go(state, winners)):
            state.come_back(due)
            return []
        doubtful = len(winners) > 1 or is_open(winners[0], past.found)
        if past.chosen.exchanges:
            doubtful = doubtful or not is_plain(state, past, winners[0])
        else:
            doubtful = doubtful or not is_told(state, past, winners[0], LIKELIEST)
        if doubtful and not pressed and not ripe(state, t):
            return []
        if not pressed and all(_exchange_hardly_made(state, past, winner) for winner in winners):
            state.may_yet_be = not rested(state, t, state.settings.hidden_after)
            if state.may_yet_be:
                return []
        if not pressed and may_be_the_next_seats(state, past) and not stays_so(state, t, past):
            return []
        paid = any(past.played.debts.due_in(winner.recoloured) for winner in winners)
        if not pressed and paid and surplus(state) < 0 and not rested(state, t):
            return []
        if len(winners) > 1:
            return ask(state, t, winners, amends=True)
        return amend(state, t, past, winners[0], made_by(state, past, winners[0]))
    news = state.last_edge > past.played.said.t  # what was just said is changed by nothing
    if card is None and news and ripe(state, t) and not board_undone(state):
        changed = _made_under_hands(state, t, past)
        if changed:
            return changed
    settled = (
        nobody_answers(state, t) and not is_its_answer(state, past) if pressed else is_undone(state, past, t)
    )
    undone = undoing(state) and settled
    if undone and (in_time or not (state.may_yet_be or overlapped(state))):  # else this turn's play looks so
        return take_back(state, t, undone=True)
    if pressed:
        anew = reconsider(state, t, past)
        anew = anew or (_made_under_hands(state, t, past) if was_undone(state, past) else [])
        done = completed(past.chosen, past.watch, state.bad) or 0
        stands_not = was_undone(state, past) and not shown(state, past, past.chosen, done)
        unseen = if_changed(state, hurry=True) if stands_not and not anew else None
        return anew if unseen is None or t < unseen.ready else doubted(state, t, unseen)
    return [] if in_time else _made_anew(state, t, past) or _was_another(state, t, past)


def _exchanged_back(state: State, t: float, past: Past) -> bool:
    """Whether two just exchanged were both up once more, and what is up now has been for long.

    It is as likely that they were exchanged back and another play made as that the next player is at it.
    """
    undone = bool(past.chosen.exchanges) and was_undone(state, past)
    return undone and rested(state, t, state.settings.hidden_after)


def _looked_like(state: State, winners: list[Candidate]) -> list[Candidate]:
    """The exchanges that looked just like that one until one of their marbles was taken up again."""
    if len(winners) != 1 or state.alike is None or not state.alike[2]:
        return []
    alike, up = state.alike[0], ~(state.watch.now | state.bad)
    if all(play.position != winners[0].position for play in alike):
        return []
    return [play for play in alike if play.exchanges and up & play.must_see_empty & ~winners[0].touches]


def _up_still(state: State, past: Past, play: Candidate) -> bool:
    """Whether by the likeliest story the marble of that play is in a hand yet."""
    hand = past.stories(state.table, state.settings, state.bad).likely[0].hand
    return any(up.hole is not None and (play.emptied | play.left) >> up.hole & 1 for up in hand)


def _other_up(state: State, past: Past, play: Candidate) -> bool:
    """Whether the marble that its own was exchanged with is up: the next player may have moved that one."""
    up = ~(state.watch.now | state.bad)
    return any(pair & play.emptied and pair & up & ~play.touches for pair in past.chosen.exchanges)


def _made_under_hands(state: State, t: float, past: Past) -> list[Verdict]:
    """What the play was changed to under other hands; of several it is asked at rest, or at the next card."""
    both = amendments_under_hands(state, past)
    both = [each for each in both if not only_gone(state, past, each[0])]
    if not rested(state, t):
        both = [each for each in both if not _other_up(state, past, each[0])]
    if len(both) == 1:
        return amend(state, t, past, *both[0], overlap=True)
    asks = both and (state.next_card is not None or rested(state, t))
    return ask(state, t, [play for play, _ in both], amends=True) if asks else []


def may_be_in_a_hand(state: State, t: float, winners: Iterable[Candidate]) -> bool:
    """Whether a marble that no good sensor would see arrive may still be up: then it is given time."""
    past, settings = state.past, state.settings
    hidden = any(is_hidden(winner, state.bad) for winner in winners)
    if past is not None and not past.chosen.left:
        hidden = hidden or any(left_unseen(winner, past.watch, state.bad) for winner in winners)
    home = past is not None and sent_home(state, past)
    where, brush = (state.bad, state.ring_and_lane), state.settings.brush
    if past is not None and not hidden:
        hidden = home = any(rather_unseen(w, past.found, past.watch, *where, brush) for w in winners)
    state.may_yet_be = hidden and not rested(state, t, settings.hidden_after if home else settings.dead_after)
    return state.may_yet_be


def _rather_up(state: State, past: Past, winners: list[Candidate]) -> bool:
    """Whether by the likeliest story a marble of theirs is up, and none of these was made."""
    story, seats = (
        past.stories(state.table, state.settings, state.bad).likely[0],
        state.table.may_move(past.played.base),
    )
    if not any(up.hole is not None and up.marble.seat in seats for up in story.hand):
        return False
    return not any(story.shows(colours(w.position), w.touches & ~state.bad) for w in winners)


def remember(state: State, winners: list[Candidate]) -> None:
    """What the play before may have become: it has, if the next seat goes on, and that is likely."""
    past, seen = state.past, len(state.watch.log)
    alone = len(winners) == 1 and past is not None and is_nearly_told(state, past, winners[0])
    alone = alone and not is_hidden(winners[0], state.bad)
    state.changing = (winners[0], seen) if alone else None
    state.alike = (tuple(winners), seen, True) if len(winners) > 1 else None


def _exchange_hardly_made(state: State, past: Past, play: Candidate) -> bool:
    """Whether it is an exchange told less well than that the play was undone and one of the two adjusted."""
    if past.chosen.exchanges or not play.exchanges:
        return False
    stories = past.stories(state.table, state.settings, state.bad)
    holes = (play.touches | past.chosen.touches) & ~state.bad
    nothing = stories.cost(colours(past.played.base), holes)
    return nothing + HASTY < stories.cost(colours(play.position), holes)


def undone_since(state: State) -> bool:
    """Whether everybody saw the play just said undone, and what stands there now is no change of it.

    So it is where sensors lie: what stands there may never be understood, but that play does not.
    """
    past, alarm, bad = state.past, state.alarm, state.bad
    if past is None or not bad or past.chosen.exchanges or state.next_card is not None:
        return False
    if state.desk.waiting(state.seat) is not None or (alarm is not None and alarm.on_board):
        return False
    chosen, hidden = past.chosen, bool((past.chosen.emptied | past.chosen.left) & bad)
    if not chosen.ends & ~(state.watch.now | bad) or next_seat_acts(state, chosen):
        return False
    if not was_undone(state, past, hidden=hidden):
        return False
    stories, touches = past.stories(state.table, state.settings, bad), chosen.touches & ~bad
    kept = stories.cost(colours(chosen.position), touches)
    return stories.cost(colours(past.played.base), touches) <= kept + AS_GOOD


def _made_anew(state: State, t: float, past: Past) -> list[Verdict]:
    """Where takebacks are granted: the play was undone after the next card was laid, and another one made."""
    if state.mode == "referee" or state.next_card is None or not its_card_lies_there(state, past):
        return []
    winners = amendments(state, past)
    if len(winners) != 1 or not is_told(state, past, winners[0], AS_GOOD):
        return []
    if next_seat_may_act(state, winners[0]) and not was_undone(state, past):
        return []
    if may_be_in_a_hand(state, t, winners):
        return []
    if only_gone(state, past, winners[0]) and not stays_gone(state, t, past, pressed=True):
        state.may_yet_be = True
        return []
    state.changing = (winners[0], len(state.watch.log))
    disturbed = state.alarm is not None and state.alarm.disturbed  # all of that is put right now
    return make_anew(state, t, past, winners[0]) if disturbed or ripe(state, t) else []


def _was_another(state: State, t: float, past: Past) -> list[Verdict]:
    """The play was undone, and another one made, before the next card was laid: so it looks at rest only.

    The next player had a marble up by then, and the answer to that other one shows now.
    """
    card, gone = state.next_card, past.chosen.placed & ~(state.watch.now | state.bad)
    if card is None or past.chosen.exchanges or not gone or not ripe(state, t):
        return []
    if not was_undone(state, past) or not rested(state, t):
        return []
    log = past.watch.log
    plays = [each for each in rather(state, past) if not each[1] or log[each[1] - 1].edge <= card]
    return said_anew(state, t, past, plays) if len(plays) == 1 else []


def plainly(state: State, past: Past, stories: Stories, others: list[Candidate], kept: float) -> bool:
    """Whether one of them is so much likelier than what was said that it need not be asked.

    Less is enough where it needs more holes lifted, and all of them were since that was said.
    """
    chosen, bad = past.chosen, state.bad

    def sure(c: Candidate) -> float:
        if c.exchanges or chosen.exchanges:
            return PLAINLY
        needs, said = c.must_see_empty & ~bad, chosen.must_see_empty & ~bad
        more = needs != said and not said & ~needs
        anew = not (needs | chosen.ends & ~bad) & ~(state.watch.lifted & state.watch.began)
        return PLAINLY if more and anew else ALIKE_CAPTURES

    return any(stories.cost(colours(c.position), c.touches & ~bad) < kept - sure(c) for c in others)
