"""What is illegal, and when it is said: late enough for people still counting, soon enough to mend."""

from __future__ import annotations

from dataclasses import replace

from engine.geometry import Hole, seat_letter
from engine.whynot import Code
from referee.model.occupancy import bits, mask_of
from referee.old.costs import AS_GOOD, BUMPED, MISTAKEN, SPARED, STRANGE
from referee.old.knocked import knocked_over
from referee.old.overlap import perhaps_answered
from referee.old.pending import Alarm
from referee.old.reconsidered import on_another
from referee.old.shown import next_seat_played, some_card_explains
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.story import Story
from referee.old.too_late import of_the_discard_before, of_the_play_before, steps_back
from referee.policy.diagnose import Finding, diagnose
from referee.verdicts import Illegal, Restored, Verdict


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
    if len(retaken) != 2 or watch.log[-1].hole not in retaken or not watch.together(mask_of(retaken)):
        return []
    if state.past is not None and any(c.edge < state.past.played.said.t for c in watch.log if not c.on):
        return []  # somebody had one up before this turn: two hands adjusted them
    pair = mask_of(retaken)
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
    earlier = of_the_play_before(state, off) or of_the_discard_before(state)
    if earlier is not None:
        return earlier
    ranks = state.ranks
    if not ranks and some_card_explains(state, off):
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
        if finding is not None and hurry:
            return finding
        first = first or finding
    return first


def _at_rest(state: State, stories: Stories) -> list[Story]:
    """The likeliest stories when nobody goes on."""
    taken = _taken(state)
    costs = {
        id(story): story.cost + _at_start(state, story) + (SPARED if _spares(story, taken) else 0.0)
        for story in stories.likely
    }
    least = min(costs.values())
    found = [story for story in stories.likely if costs[id(story)] < least + AS_GOOD]
    return sorted(found, key=lambda story: costs[id(story)])


def _taken(state: State) -> int:
    """Holes that a play takes, filled again after more than a brush, all its marbles up at one moment."""
    watch, taken = state.watch, 0
    for play in state.found:
        if play.recoloured and not play.exchanges and not play.must_see_empty & ~(watch.lifted | state.bad):
            taken |= play.recoloured if watch.together(play.must_see_empty & ~state.bad) else 0
    taken &= watch.now & ~state.bad
    return mask_of(h for h in bits(taken) if watch.empty_for(h) >= state.settings.brush)


def _spares(story: Story, taken: int) -> bool:
    """Whether every marble stands again in such a hole where it stood: it was only adjusted."""
    there = [story.standing.get(hole) for hole in bits(taken)]
    return bool(there) and all(
        marble is not None and marble.home == hole for marble, hole in zip(there, bits(taken), strict=True)
    )


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
