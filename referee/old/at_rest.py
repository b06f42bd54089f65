"""The board shows the position: a card without a play is discarded, one left unplayed objected to."""

from __future__ import annotations

from itertools import combinations

from engine.cards import Rank
from engine.legal import legal
from engine.must_play import must_play
from engine.whynot import Code
from referee.model.occupancy import bits, colours, mask_of, starts_of
from referee.old.alarms import sound, wrongly_exchanged
from referee.old.asking import rested, ripe
from referee.old.candidates import Candidate
from referee.old.costs import AS_GOOD
from referee.old.hidden import is_hidden
from referee.old.judge import ALIKE_CAPTURES
from referee.old.knocked import swept_off
from referee.old.liars import all_home
from referee.old.made import completed
from referee.old.replies import likely_replies, played_on
from referee.old.saying import discard, say
from referee.old.state import State
from referee.old.watch import Watch, left_in
from referee.policy.diagnose import Finding
from referee.policy.hands import believed
from referee.verdicts import Verdict


def settled(state: State, t: float, hurry: bool) -> list[Verdict]:
    """The board shows the position: a card that has no play is discarded, one that has waits."""
    laid = state.desk.laid
    if laid is None:
        return []
    if not state.found and not (laid.kept or laid.free) and not _another_card_plays(state):
        return discard(state, t)
    return unplayed(state, t) if hurry else _played_from_the_hand(state, t) or wrongly_exchanged(state, t)


def _played_from_the_hand(state: State, t: float) -> list[Verdict]:
    """A capture by a marble owed, straight from the hand: what it took may only have been adjusted.

    Who has done that goes on within a few seconds. A Joker may take whatever was adjusted.
    """
    laid = state.desk.laid
    if laid is None or laid.card.rank is Rank.JOKER or state.mending or state.alarm is not None:
        return []
    straight = [play for play in _straight_from_the_hand(state) if play.recoloured]
    waited = len(straight) == 1 and rested(state, t, state.settings.hidden_after, since=laid.t)
    return say(state, t, straight[0]) if waited else []


def exchanged_while_mending(state: State, t: float) -> list[Verdict] | None:
    """The board shows the position, but people put right what was said so that two marbles are exchanged.

    They were up one after the other, then; so every likely story must tell it, and no bad hole hide it. None
    if that is known in a moment: they may be at it still.
    """
    alarm, watch = state.alarm, state.watch
    if alarm is None or not alarm.on_board or alarm.disturbed:
        return []
    holes = state.ring_and_lane & ~state.bad
    plain = [
        c
        for c in state.found
        if c.exchanges
        and not c.must_see_empty & (~watch.lifted | state.bad)
        and state.stories.is_plain(colours(c.position), holes, ALIKE_CAPTURES)
    ]
    if len(plain) != 1:
        return []
    return say(state, t, plain[0]) if ripe(state, t) else None


def unplayable(state: State, t: float) -> list[Verdict]:
    """A card that has no play is discarded although somebody has a marble in a hand.

    Or though a bumped one stands where it does not belong: that is still to be mended.
    """
    if state.desk.laid is None or state.found or state.mending or _another_card_plays(state):
        return []
    wrong = state.alarm
    if wrong is None:
        off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
        if off.extra or any(n > 0 for n in off.start.values()):
            return []
    elif wrong.finding.code is not Code.BUMPED_MARBLE_MISPLACED:
        return []
    where = believed(state.followed())
    said = discard(state, t)
    if wrong is not None:
        state.alarm, state.watch.belief = wrong, where
    return said


def rest(state: State, t: float) -> None:
    """The board has shown the position for a while: what was lifted before is as it was.

    It takes longer where the card may come after the marbles, and where other marbles may stand there.
    """
    watch, past, settings = state.watch, state.past, state.settings
    if not watch.log or state.may_yet_be or state.due_say is not None or state.due_alarm is not None:
        return  # something may yet be said of it, be it only when the next card is laid
    soonest = state.last_edge + settings.rest_after
    if t < soonest:
        state.come_back(soonest)
        return
    exchanged = past is not None and bool(past.chosen.exchanges)
    card_to_come = state.desk.laid is None and state.desk.mode != "none"
    unsure = exchanged or card_to_come or _may_stand_otherwise(state) or _may_be_bumped_back(state)
    unsure = unsure or _perhaps_exchanged(state)
    due = state.last_edge + settings.forget_after if unsure and not swept_off(watch) else soonest
    if (state.debts or state.bad) and state.holds_something():
        return  # somebody has taken one up, though by the count it may be one still owed, or none at all
    if t >= due:
        back, taken = watch.lifted & watch.now, _perhaps_taken(state)
        joker = bool(state.found) and state.found[0].read and state.found[0].play.card.rank is Rank.JOKER
        least = settings.touch if joker else settings.brush
        up = (hole for hole in bits(back & ~taken) if watch.empty_for(hole) >= least)
        state.lifted_before |= back & taken | mask_of(up)
        state.begin_anew()
    else:
        state.come_back(due)


def _perhaps_exchanged(state: State) -> bool:
    """Whether two were up at one moment, the card one that exchanges: be it two that it may not exchange."""
    laid, watch = state.desk.laid, state.watch
    if laid is None or not state.table.powers[laid.card.rank].exchange:
        return False
    back = watch.lifted & watch.now & watch.began & state.ring_and_lane
    return any(watch.together(1 << one | 1 << other) for one, other in combinations(bits(back), 2))


def _perhaps_taken(state: State) -> int:
    """The holes in which the card takes a marble, at one touch perhaps: whom it takes comes home long after.

    A Joker takes any: of that less than a touch tells nothing.
    """
    taken = 0
    for play in state.found if state.desk.mode != "none" else ():
        if not play.exchanges and play.play.card.rank is not Rank.JOKER:
            taken |= play.recoloured
    return taken


def _may_stand_otherwise(state: State) -> bool:
    """Whether by a likely story another marble stands where the board shows the right one."""
    return any(state.followed_in(story).moved for story in state.stories.within(AS_GOOD))


def _may_be_bumped_back(state: State) -> bool:
    """Whether the next seat may have bumped what was just played, onto one of its own: its card tells."""
    if state.borne is not None:
        return True
    made = ((play, completed(play, state.watch, state.bad)) for play in state.found if play.recoloured)
    return any(
        done is not None
        and played_on(state, play, state.watch.since(done), answers=likely_replies(state, play))
        for play, done in made
    )


def unplayed(state: State, t: float, watch: Watch | None = None) -> list[Verdict]:
    """The laid card was not played, and somebody goes on or presses ok: forbidden, or a discard.

    What the next seat has done already is in that `watch`.
    """
    laid = state.desk.laid
    if laid is None:
        return discard(state, t) if state.desk.mode == "none" else []
    hand = (laid.card, *state.desk.hand(state.seat))
    forced = must_play(state.table, state.position, tuple(card.rank for card in hand))
    if not forced:
        return discard(state, t, watch)
    if state.alarm is not None and state.alarm.finding.code is Code.MUST_PLAY:
        return []
    straight = _straight_from_the_hand(state)
    if len(straight) == 1:
        return say(state, t, straight[0])
    obliging = [card for card in hand if card.rank in forced]  # a Joker perhaps does not
    which = min(obliging, key=lambda card: card.rank is Rank.JOKER)
    text = f"The {which} can be played, so it must be; press help to see where."
    return sound(state, t, Finding(Code.MUST_PLAY, text, (), (), ()), on_board=False)


def won_unseen(state: State, t: float) -> list[Verdict]:
    """Who says that he is done has made the play that wins, if bad sensors hide one: no card comes then."""
    won = [
        play
        for play in (state.found if state.bad and state.desk.laid is not None else ())
        if is_hidden(play, state.bad)
        and state.table.winner(play.position) is not None
        and not play.must_see_empty & ~(state.watch.lifted | state.bad)
        and _but_for_others_hands(state, play)
    ]
    return say(state, t, won[0]) if len(won) == 1 else []


def taken_from_the_hand(state: State, t: float) -> list[Verdict]:
    """The laid card's play by a marble owed that never came home: whom it took is home now.

    The hole in which it did was lifted before the board came to rest. So it looks as if the play before had
    been undone as well, but a card lies there that plays.
    """
    if state.desk.laid is None or state.mending or state.alarm is not None or not state.debts:
        return []
    played = _from_the_hand(state, state.lifted_before)
    away = ~(state.watch.now | state.bad)
    played = [p for p in played if p.recoloured and not p.pushed & p.full & away and all_home(state, p)]
    return say(state, t, played[0]) if len(played) == 1 and ripe(state, t) else []


def _straight_from_the_hand(state: State) -> list[Candidate]:
    """The plays of a marble owed that never came home, all of whose holes were lifted else.

    A hole that was only brushed before the card was laid, or is the end of the play before, was adjusted by
    whoever made that.
    """
    watch, laid, past = state.watch, state.desk.laid, state.past
    since = mask_of(c.hole for c in watch.log if laid is not None and c.edge > laid.t)
    early = watch.began & watch.lifted & ~since
    adjusted = early & (0 if past is None else past.chosen.ends)
    adjusted |= mask_of(h for h in bits(early) if watch.empty_for(h) < state.settings.brush)
    # What was up when the turn began the player before has adjusted.
    return _from_the_hand(state, left_in(watch.log) & ~adjusted)


def _from_the_hand(state: State, lifted: int) -> list[Candidate]:
    """The plays that the board shows of a marble still owed, for which only these holes need be lifted."""
    watch, due = state.watch, state.watch.due & ~state.watch.now
    owed = starts_of(state.table.board, dict(state.debts.start))
    return [
        play
        for play in state.found
        if (play.emptied & due or play.left & owed)
        and not play.must_see_empty & ~(lifted | due)
        and play.expect.agrees(watch.now, state.bad, state.ring_and_lane)
    ]


def _another_card_plays(state: State) -> bool:
    """Whether a known card of that hand has a play, forced or not: then the discard is a choice."""
    ranks = {card.rank for card in state.desk.hand(state.seat)}
    return any(legal(state.table, state.position, rank) for rank in ranks)


def _but_for_others_hands(state: State, play: Candidate) -> bool:
    """Whether the board shows that play, but for marbles of others that somebody holds."""
    off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    return not off.extra and not off.missing & play.touches and not any(n > 0 for n in off.start.values())
