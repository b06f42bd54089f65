"""What is illegal, and when it is said: late enough for people still counting, soon enough to mend."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import RANKS
from engine.geometry import Hole, seat_letter
from engine.whynot import Code
from referee.candidates import Candidate, candidates
from referee.costs import ABSURD, AS_GOOD, BUMPED, MISTAKEN, STRANGE
from referee.diagnose import DISTURBED, Finding, diagnose, put_back
from referee.judge import borne_out
from referee.knocked import knocked_over
from referee.occupancy import Off, bits, colours, holes_of, mask_of, start_mask
from referee.overlap import perhaps_answered
from referee.past import Past
from referee.reconsidered import on_another
from referee.replies import next_seat_acts, next_seat_may_act
from referee.state import Alarm, State
from referee.stories import Stories, followed
from referee.story import Story
from referee.suspects import may_be_played, surplus
from referee.verdicts import Discard, Illegal, PutBack, Restored, Verdict


def restored(state: State, t: float) -> list[Verdict]:
    """The board shows the position: what was wrong is mended."""
    state.due_alarm = None
    shown = state.mending or (state.alarm is not None and state.alarm.on_board)
    state.mending = False
    if state.alarm is not None and state.alarm.on_board:
        state.alarm = None
    return [Restored(t)] if shown else []


def begin(state: State, t: float) -> list[Verdict]:
    """After an interruption: if the board is not as it was left, say so and lead people back.

    A marble that is merely missing may be in a hand: the light alone asks for it.
    """
    if state.agrees():
        return []
    steps = steps_back(state)
    if not steps:
        state.mending = True
        return []
    text = "The board is not as it was left; follow the lights and put the marbles back one by one."
    holes = tuple(step.source for step in steps)
    return sound(state, t, Finding(Code.BOARD_DISTURBED, text, holes, steps, ()), on_board=True)


def examine(state: State, t: float, *, hurry: bool = False) -> list[Verdict]:
    """Say what is wrong now, unless it has been said or may still be a marble in a hand.

    Or if all is right, and the play before was another one than was said. With `hurry` the next card has
    ended the turn, and what is in a hand was bumped.
    """
    finding = _finding(state, hurry)
    state.due_alarm = None
    if finding is None:
        return []
    if finding.code is Code.NOT_YOUR_MARBLE and next_seat_played(state):
        seat = seat_letter(state.seat)
        finding = replace(
            finding, text=f"{finding.text} Put it back, or press ok for {seat} if {seat} has discarded."
        )
    known = state.alarm
    if known is not None and known.on_board and set(finding.holes) <= set(known.finding.holes):
        if set(finding.holes) != set(known.finding.holes):
            state.alarm = replace(known, finding=finding)  # half mended: the lights say what is left
        return []
    if known is not None and known.disturbed and finding.code is Code.BOARD_DISTURBED:
        standing = {hole for hole in finding.holes if state.watch.now >> hole & 1}
        if standing <= set(known.finding.holes):
            return []  # a marble of those is in a hand, on its way home
    knocked = knocked_over(state) is not None  # then nothing that lies off its hole is a play
    return (not knocked and on_another(state, t, plainly=False)) or sound(state, t, finding, on_board=True)


def next_seat_played(state: State) -> bool:
    """Whether, where no cards are read, the board shows a play of the next seat: a discard nobody saw."""
    if state.desk.mode != "none":
        return False
    return _shows_a_play(state, candidates(state.table, state.following(), RANKS, state.debts))


def flag(state: State, t: float) -> list[Verdict]:
    """Say what is wrong now, if anything is, without waiting; nothing else is decided by it."""
    finding = _finding(state, hurry=True)
    return [] if finding is None else sound(state, t, finding, on_board=True)


def sound(state: State, t: float, finding: Finding, *, on_board: bool) -> list[Verdict]:
    """Say it and remember it until it is mended."""
    state.alarm = Alarm(finding, on_board, finding.code is Code.BOARD_DISTURBED, t)
    state.jumbled |= state.alarm.disturbed
    seat = state.seat if finding.seat is None else finding.seat
    return [Illegal(t, seat, finding.code.value, finding.text, finding.holes, finding.put_back)]


def wrongly_exchanged(state: State, t: float) -> list[Verdict]:
    """Two marbles were up at one moment, with a card that exchanges, and it may not exchange these."""
    laid = state.desk.laid
    if laid is None or state.alarm is not None or not state.table.powers[laid.card.rank].exchange:
        return []
    watch, board = state.watch, state.table.board
    retaken = [h for h in bits(watch.lifted & watch.now & watch.began & ~state.bad) if watch.empty_for(h) > 0]
    if len(retaken) != 2 or watch.log[-1].hole not in retaken or not watch.together(mask_of(tuple(retaken))):
        return []
    if state.past is not None and any(c.edge < state.past.played.said.t for c in watch.log if not c.on):
        return []  # somebody had one up before this turn: two hands adjusted them
    pair = mask_of(tuple(retaken))
    if pair in watch.crossed or any(pair in c.exchanges for c in state.found):
        return []  # a play taken back and exchanged back, or one that was tried and undone
    owners = [board.side(h) if board.is_start(h) else state.position.colour_at(h) for h in retaken]
    if owners[0] == owners[1] or not set(owners) & set(state.table.may_move(state.position)):
        return []
    crossed = {hole: seat for hole, seat in zip(retaken, reversed(owners), strict=True) if seat is not None}
    if not state.stories.allow(crossed, pair):
        return []
    due = state.last_edge + state.settings.illegal_after
    if t < due:
        state.due_alarm = due
        return []
    text = (
        f"A {laid.card.rank} exchanges two marbles on the ring; {_both(state, retaken)} may not be exchanged."
    )
    return sound(state, t, Finding(Code.WRONG_EXCHANGE, text, tuple(retaken), (), ()), on_board=False)


def _both(state: State, holes: list[Hole]) -> str:
    return " and ".join(state.table.board.name(hole) for hole in holes)


def _finding(state: State, hurry: bool) -> Finding | None:
    knocked = knocked_over(state)
    if knocked is not None:
        return knocked
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    earlier = _of_the_play_before(state, off) or _of_the_discard_before(state)
    if earlier is not None:
        return earlier
    ranks = state.ranks
    if not ranks and _some_card_explains(state, off):
        return None
    if not hurry and len(ranks) == 1 and perhaps_answered(state):
        return None
    rank = ranks[0] if len(ranks) == 1 else None
    first = None
    stories = state.stories
    for story in stories.within(MISTAKEN) if hurry else _at_rest(state, stories):
        marbles = state.followed_in(story)
        finding = diagnose(state.table, state.position, rank, marbles, laid=bool(ranks))
        if finding is None and not hurry:
            return None
        first = first or finding
    return first


def _at_rest(state: State, stories: Stories) -> list[Story]:
    """The likeliest stories when nobody goes on."""
    costs = {id(story): story.cost + _at_start(state, story) for story in stories.likely}
    least = min(costs.values())
    found = [story for story in stories.likely if costs[id(story)] < least + AS_GOOD]
    return sorted(found, key=lambda story: costs[id(story)])


def _at_start(state: State, story: Story) -> float:
    """What those who lie in a START by then cost more: they were bumped, or got there by mistake.

    And less: the bumped one's START is easily taken for another.
    """
    board, there, more = state.table.board, story.standing, 0.0
    for hole, marble in there.items():
        if not board.is_start(hole) or marble.home is None or marble.owed:
            continue
        if marble.home not in there:
            more += MISTAKEN
        elif board.side(hole) != marble.seat:
            more += BUMPED - STRANGE
    return more


def _some_card_explains(state: State, off: Off) -> bool:
    """Before the card is laid: whether a marble is in a hand, or some card brings about what stands there.

    Where more marbles are seen than there are, so does one whose play shows with the holes that lie left out.
    """
    short = bool(off.missing) or any(n < 0 for n in off.start.values())  # else those in hands are owed
    if short and surplus(state) < 0 and off.extra.bit_count() < DISTURBED:
        return True
    cards = state.any_card()
    return _shows_a_play(state, cards) or may_be_played(state, cards)


def _shows_a_play(state: State, found: tuple[Candidate, ...]) -> bool:
    """Whether the board shows one of these plays, be it with a marble owed straight from the hand."""
    watch, where = state.watch, (state.watch.now, state.bad, state.ring_and_lane)
    if borne_out(found, watch, *where):
        return True
    owed = mask_of(tuple(hole for seat, _ in state.debts.start for hole in state.table.board.start(seat)))
    return any(
        c.left & owed
        and not watch.unseen(c.must_see_empty, c.filled | c.recoloured) & ~state.bad
        and c.expect.agrees(*where)
        for c in found
    )


def _of_the_play_before(state: State, off: Off) -> Finding | None:
    """The play before was undone too late, or its marble moved again: then judged by that play's card."""
    past = state.past
    if past is None:
        return None
    unmade = _never_made(state, past)
    if unmade is not None:
        return unmade
    if state.next_card is not None and undone(state):
        return _stands(state, past)
    if state.desk.laid is not None:
        return None  # the next seat has begun: whoever did it, it is another seat's marble
    theirs = holes_of(past.chosen.position, state.table.may_move(past.played.base))
    moved = off.missing & past.chosen.placed & theirs
    if not moved or off.missing & ~moved or any(n < 0 for n in off.start.values()):
        return None
    if state.next_card is not None:
        return _stands(state, past)
    base, card, steps = past.played.base, past.played.card, steps_back(state)
    told = followed(state.table.board, past.stories(state.table, state.settings, state.bad).likely[0])
    finding = diagnose(state.table, base, None if card is None else card.rank, told)
    if finding is None or finding.code in (Code.UNEXPLAINED, Code.BOARD_DISTURBED):
        return None  # rather one marble alone, after that play
    return replace(finding, put_back=steps or finding.put_back, seat=base.turn)


def _stands(state: State, past: Past) -> Finding:
    text = "That play stands; a card laid is a card played. Put the marbles where they were played to."
    steps = steps_back(state)
    return Finding(
        Code.PLAY_STANDS, text, tuple(step.source for step in steps), steps, (), past.played.base.turn
    )


def _of_the_discard_before(state: State) -> Finding | None:
    """A card without a play was discarded as it was laid, and its seat tries one with it all the same."""
    last = state.plays[-1] if state.plays else None
    if last is None or not isinstance(last.said, Discard) or last.card is None or state.desk.laid is not None:
        return None
    if last.base.marbles != state.position.marbles:
        return None
    finding = diagnose(state.table, last.base, last.card.rank, state.followed())
    theirs = set(state.table.may_move(last.base)) - set(state.table.may_move(state.position))
    if finding is None or not finding.carries:
        return None
    if not theirs.issuperset(carry.seat for carry in finding.carries):
        return None
    return replace(finding, seat=last.base.turn)


def _never_made(state: State, past: Past) -> Finding | None:
    """The play just said was plainly not made, its hole only brushed: judged by its card, from before it."""
    laid, base, card = state.desk.laid, past.played.base, past.played.card
    if (laid is not None and state.last_edge > laid.t) or next_seat_may_act(state, past.chosen):
        return None
    if laid is None and _shows_a_play(state, state.any_card()):
        return None
    if not past.chosen.recoloured and not past.chosen.placed & (state.watch.lifted | state.bad):
        return None  # it came to an empty hole, and stands there
    watch, brush = past.watch, state.settings.brush
    if any(watch.empty_for(hole) >= brush for hole in bits(past.chosen.recoloured & watch.now & ~state.bad)):
        return None  # that was no brush
    stories, holes = past.stories(state.table, state.settings, state.bad), past.chosen.touches & ~state.bad
    if stories.cost(colours(past.chosen.position), holes) < stories.least + AS_GOOD:
        return None
    told = followed(state.table.board, stories.likely[0])
    finding = diagnose(state.table, base, None if card is None else card.rank, told)
    if finding is None or finding.code in (Code.UNEXPLAINED, Code.BOARD_DISTURBED, Code.NOT_YOUR_MARBLE):
        return None  # the next seat has begun
    return replace(finding, seat=base.turn)


def steps_back(state: State) -> tuple[PutBack, ...]:
    """What brings the board back to the position in force."""
    return put_back(state.table.board, state.followed())


def undone(state: State) -> bool:
    """Whether the board shows the position before the play just said, but for marbles that others hold."""
    past = state.past
    if past is None:
        return False
    off = past.before(state.table.board).off(state.watch.now, state.bad, state.ring_and_lane)
    if not _held_by_others(state, past, off) if off else next_seat_acts(state, past.chosen):
        return False
    if _had_come_home(state, past):
        return False  # one like it is up
    chosen = past.chosen
    if chosen.sources & chosen.expect.optional and not chosen.placed & (state.watch.lifted | state.bad):
        return False  # whom it bumped has come to where it comes from
    stories, holes = past.stories(state.table, state.settings, state.bad), past.chosen.touches & ~state.bad
    kept, nothing = (
        stories.cost(colours(past.chosen.position), holes),
        stories.cost(colours(past.played.base), holes),
    )
    bad, now = state.bad, state.watch.now
    # All marbles are down, and it is not that play that shows: then the board before it need not be cheaper.
    off_it = surplus(state) == 0 and not chosen.expect.agrees(now, bad, state.ring_and_lane)
    if nothing > kept + (AS_GOOD if off_it else 0.0) or nothing >= stories.least + ABSURD:
        return False
    return not any(  # two of them may have changed places instead
        all(state.watch.together(pair) % 2 and not pair & (bad | ~now) for pair in c.exchanges)
        and stories.cost(colours(c.position), holes | c.touches)
        < stories.cost(colours(past.played.base), holes | c.touches) - AS_GOOD
        for c in past.found
        if c.exchanges and not chosen.exchanges
    )


def _had_come_home(state: State, past: Past) -> bool:
    """Whether one that was owed before the play had come home beside it, and is not there now."""
    now, bad, owed = state.watch.now, state.bad, past.played.debts
    came = past.watch.placed & ~past.chosen.touches & ~(now | bad)
    if any(came >> hole & 1 for hole, _ in owed.spots):
        return True
    for seat, _ in owed.start:
        start, ends = start_mask(state.table.board, seat), past.chosen.ends & ~bad
        there, short = past.chosen.position.start_count(seat), past.played.base.start_count(seat)
        if start & bad or (now & start).bit_count() >= short:
            continue
        levels = (state.watch.levels(i) for i in range(len(state.watch.log) + 1))
        if any((full & start).bit_count() >= there and not ends & ~full for full in levels):
            return True
    return False


def _held_by_others(state: State, past: Past, off: Off) -> bool:
    """Whether all that is off before the play just said is missing after it as well, where more is off.

    And is not the mover's nor the next seat's: who has a marble of his own up is about to play.
    """
    after = past.chosen.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    base, seats = past.played.base, state.table.may_move(past.played.base)
    theirs = holes_of(base, seats)
    if after == off or off.extra or off.missing & (past.chosen.touches | theirs | ~after.missing):
        return False
    same = all(n < 0 and after.start.get(seat) == n and seat not in seats for seat, n in off.start.items())
    return same and not next_seat_may_act(state, past.chosen)
