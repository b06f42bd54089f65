"""The play before, undone too late or never made: what of it is illegal, and judged by that play's card."""

from __future__ import annotations

from dataclasses import replace

from engine.whynot import Code
from referee.model.occupancy import Off, bits, colours, holes_of, start_mask
from referee.old.candidates import expected
from referee.old.costs import ABSURD, AS_GOOD
from referee.old.liars import surplus
from referee.old.past import Past
from referee.old.replies import back_within, next_seat_acts, next_seat_may_act
from referee.old.saying import take_back
from referee.old.shown import shows_a_play
from referee.old.since_said import was_undone
from referee.old.state import State
from referee.old.stories import followed
from referee.policy.diagnose import Finding, diagnose, put_back
from referee.policy.hands import Followed, Marble
from referee.verdicts import Discard, PutBack, Takeback, Verdict

AT_MOST = 4
"""So many plays are undone at once, at most."""


def of_the_play_before(state: State, off: Off) -> Finding | None:
    """The play before was undone too late, or its marble moved again: then judged by that play's card."""
    past = state.past
    if past is None:
        return None
    unmade = _never_made(state, past)
    if unmade is not None:
        return unmade
    if state.next_card is not None and undone(state):
        return _stands(past, put_back(state.table.board, _as_before(state, past)))
    if state.desk.laid is not None:
        return None  # the next seat has begun: whoever did it, it is another seat's marble
    theirs = holes_of(past.chosen.position, state.table.may_move(past.played.base))
    moved = off.missing & past.chosen.placed & theirs
    if not moved or off.missing & ~moved or any(n < 0 for n in off.start.values()):
        return None
    if state.next_card is not None:
        return _stands(past, steps_back(state))
    base, card, steps = past.played.base, past.played.card, steps_back(state)
    told = followed(state.table.board, past.stories(state.table, state.settings, state.bad).likely[0])
    finding = diagnose(state.table, base, None if card is None else card.rank, told)
    if finding is None or finding.code in (Code.UNEXPLAINED, Code.BOARD_DISTURBED):
        return None  # rather one marble alone, after that play
    return replace(finding, put_back=steps or finding.put_back, seat=base.turn)


def several_undone(state: State, t: float) -> list[Verdict]:
    """The last plays taken back, the newest first, where that is granted: all stands as before them."""
    if state.mode == "referee" or state.desk.laid is not None:
        return []
    after, lifted = state.position, state.watch.lifted | state.bad
    where = (state.watch.now, state.bad, state.ring_and_lane)
    if any(play.expect.agrees(*where) for play in state.any_card()):
        return []  # rather the next seat's, whose card is to come
    for n, played in enumerate(reversed(state.plays[-AT_MOST:]), 1):
        placed = colours(after).items() - colours(played.base).items()
        if any(not lifted >> hole & 1 for hole, _ in placed):
            return []  # what was played there has not been taken up
        after = played.base
        if n > 1 and expected(state.table.board, played.base, played.debts).agrees(*where):
            said = [verdict for _ in range(n) for verdict in take_back(state, t, undone=True)]
            return [verdict for verdict in said if isinstance(verdict, Takeback)] + said[-1:]
    return []


def _stands(past: Past, steps: tuple[PutBack, ...]) -> Finding:
    text = "That play stands; a card laid is a card played. Put the marbles where they were played to."
    return Finding(
        Code.PLAY_STANDS, text, tuple(step.source for step in steps), steps, (), past.played.base.turn
    )


def _as_before(state: State, past: Past) -> Followed:
    """Where the marbles stand that are as before that play, and where each belongs after it."""
    board, bad = state.table.board, state.bad
    stories = past.stories(state.table, state.settings, bad)
    story = stories.agreeing(past.played.base, past.chosen.touches & ~bad)
    after = colours(past.chosen.position)
    standing = {hole: Marble(marble.seat, None) for hole, marble in story.standing.items()}
    for seat in past.chosen.position.seats:
        empty = [hole for hole, owner in after.items() if owner == seat]
        for hole in [hole for hole in empty if standing.get(hole) == Marble(seat, None)]:
            standing[hole] = Marble(seat, hole)
            empty.remove(hole)
        astray = [h for h, m in standing.items() if m == Marble(seat, None) and not board.is_start(h)]
        start = [h for h, m in standing.items() if m == Marble(seat, None) and board.is_start(h)]
        for hole, place in zip([*astray, *reversed(start)], empty, strict=False):
            standing[hole] = Marble(seat, place)
    return Followed(standing, [], board)


def of_the_discard_before(state: State) -> Finding | None:
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
    if laid is None and shows_a_play(state, state.any_card()):
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
    spot = chosen.sources & chosen.expect.optional
    bad, now = state.bad, state.watch.now
    # All marbles are down, and it is not that play that shows: then the board before it need not be cheaper.
    off_it = surplus(state) == 0 and not chosen.expect.agrees(now, bad, state.ring_and_lane)
    if spot and not off_it and not chosen.placed & bad and not _went_back(state, chosen.placed, spot):
        return False  # whom it bumped has come to where it comes from
    stories, holes = past.stories(state.table, state.settings, bad), past.chosen.touches & ~bad
    kept, nothing = (
        stories.cost(colours(past.chosen.position), holes),
        stories.cost(colours(past.played.base), holes),
    )
    if nothing > kept + (AS_GOOD if off_it else 0.0) or nothing >= stories.least + ABSURD:
        return False
    return not any(  # two of them may have changed places instead
        all(state.watch.together(pair) % 2 and not pair & bad for pair in c.exchanges)
        and stories.cost(colours(c.position), holes | c.touches)
        < stories.cost(colours(past.played.base), holes | c.touches) - AS_GOOD
        for c in past.found
        if c.exchanges and not chosen.exchanges
    )


def _went_back(state: State, placed: int, home: int) -> bool:
    """Whether a marble came to `home` after one had been taken up from where the play has set it down.

    Not if it was only brushed there: no hand puts another one into its place so soon.
    """
    log, brush = state.watch.log, state.settings.brush
    lifts = (i for i, c in enumerate(log) if not c.on and placed >> c.hole & 1)
    up = next((i for i in lifts if not back_within(log[i:], brush)), len(log))
    return any(c.on and home >> c.hole & 1 for c in log[up:])


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
        log = state.watch.log
        up = next((i for i, c in enumerate(log) if not c.on and ends >> c.hole & 1), len(log))
        if any((state.watch.levels(i) & start).bit_count() >= there for i in range(up + 1)):
            return True
    return False


def _held_by_others(state: State, past: Past, off: Off) -> bool:
    """Whether all that is off before the play just said is missing after it as well, where more is off.

    And is not the mover's nor the next seat's: who has a marble of his own up is about to play, unless it has
    been missing since before that play was begun.
    """
    after = past.chosen.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    base, seats = past.played.base, state.table.may_move(past.played.base)
    theirs = holes_of(base, seats)
    if after == off or off.extra or off.missing & (past.chosen.touches | ~after.missing):
        return False
    late = state.next_card is not None and state.alarm is not None  # people are putting right
    if late and not off.start and not off.missing & off.missing - 1 and was_undone(state, past):
        return True  # it showed so before one of his own was taken up, be it to be adjusted
    if off.missing & theirs:
        return False
    same = all(n < 0 and after.start.get(seat) == n and seat not in seats for seat, n in off.start.items())
    starts = [start_mask(state.table.board, seat) & ~state.bad for seat in off.start]
    began, now = past.watch.began, state.watch.now
    before = all((began & start).bit_count() <= (now & start).bit_count() for start in starts)
    return same and ((before and not off.missing) or not next_seat_may_act(state, past.chosen))
