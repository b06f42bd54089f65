"""Where the next turn begins: what of a turn belongs to the play said, and what is the next seat's."""

from __future__ import annotations

from engine.cards import Rank
from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.model.occupancy import bits, holes_of, mask_of, ring_and_lane, starts_of
from referee.old.candidates import Candidate
from referee.old.costs import AT_ONCE, SLIDING
from referee.old.distances import FARTHEST
from referee.old.hidden import is_hidden
from referee.old.made import completed
from referee.old.parting import after
from referee.old.state import State
from referee.old.watch import Watch


def next_turns(
    state: State, chosen: Candidate, seen: int | None, *, overlap: bool, asked: int | None
) -> Watch:
    """What of this turn belongs to the next one, once that play is said: changes after the first `seen`.

    None: after those that completed it. With `overlap` the next turn began while it was not yet complete.
    What came after it was `asked` about, if it was, is the next turn's or the answer.
    """
    whole, board = state.watch, state.table.board
    mended = state.alarm is not None and state.alarm.on_board
    placed = chosen.filled | chosen.recoloured
    waited = seen is None and not mended  # else what came after the play was mending
    theirs = marbles_of(state, chosen.position, state.table.may_move(chosen.position))
    if waited:
        made = whole.with_log(whole.log[:asked])
        done = _completed_at_last(state, chosen, whole)
        seen = done if asked is None else completed(chosen, whole, state.bad)
        if seen is not None:
            seen = max(seen, _walked(board, chosen, made, theirs, state.bad))
    elif seen is None:
        seen = asked and _since_made(board, chosen, whole, asked, theirs, state.bad)
    elif not (overlap or mended):
        seen = _since_made(board, chosen, whole, seen, theirs, state.bad)
    seen = len(whole.log) if seen is None else slid(chosen, whole, seen)
    if waited and is_hidden(chosen, state.bad) and not whole.since(seen).left(theirs):
        seen = len(whole.log)  # nobody has gone on: whoever counted too far is where no sensor shows him
    exchanges = any(power.exchange for power in state.table.powers.values())
    if exchanges and not (overlap or mended):
        began = _to_exchange(chosen, whole, seen, theirs)
        seen, overlap = began, began < seen
    if overlap:
        walked = _walked(board, chosen, whole, theirs, state.bad)
        rest = after(whole, seen, chosen.part, max(walked, completed(chosen, whole, state.bad) or 0))
    else:
        rest = whole.since(seen)
    if waited and exchanges:
        until = (len(whole.log) if asked is None else asked) - seen
        rest = _but_for_adjusted(rest, placed, theirs, until)
    nobody_else = state.desk.mode != "none" and state.desk.waiting(chosen.position.turn) is None
    if waited and nobody_else and any(rest.together(p) and not p & ~whole.now for p in chosen.exchanges):
        rest = rest.since(len(rest.log))  # they were exchanged anew, to tell of it
    if state.jumbled and chosen.expect.agrees(whole.now, state.bad, state.ring_and_lane):
        rest, state.jumbled = Watch.of(whole.now), False  # all stands as it should, however it came there
    rest.astray = rest.began & ~chosen.expect.full & state.ring_and_lane | _sliding(chosen, whole, seen)
    return rest


def _to_exchange(play: Candidate, watch: Watch, seen: int, theirs: int) -> int:
    """After how many of the first `seen` changes two marbles were up that the next seat may exchange.

    One of `theirs` and another one's, with none of which the play has to do.
    """
    up = play.expect.full & ~(watch.levels(seen) | play.must_see_empty | play.touches)
    if not up & theirs or not up & ~theirs:
        return seen
    last = {c.hole: i for i, c in enumerate(watch.log[:seen]) if not c.on and up >> c.hole & 1}
    return min(last.values(), default=seen)


def _completed_at_last(state: State, play: Candidate, watch: Watch) -> int | None:
    """After how many changes it was completed, since the board last showed the position before it.

    What looked like it until then was undone, or was the undoing of the play before.
    """
    done = completed(play, watch, state.bad)
    if done is None or play.exchanges:  # an exchange shows nothing else than the position before it
        return done
    full, shown = watch.levels(done), 0
    start = play.left & ~state.bad  # while one is owed there it may be as short as this by count
    short, stood = (full & start).bit_count() if start else -1, True
    for i, change in enumerate(watch.log[done:], done + 1):
        full = full | 1 << change.hole if change.on else full & ~(1 << change.hole)
        stood = stood and not (play.ends >> change.hole & 1)
        if stood and change.on and start >> change.hole & 1:
            short += 1  # that one was owed: the one played stands where it came
        back = (full & start).bit_count() > short
        if back and state.expect.agrees(full, state.bad, state.ring_and_lane):
            shown = i
    anew = completed(play, watch.since(shown), state.bad) if shown else done
    return None if anew is None else shown + anew


def _since_made(board: Board, play: Candidate, watch: Watch, seen: int, theirs: int, bad: int) -> int:
    """After how many of the first `seen` changes it was made, if they had nothing to do with it since.

    But for its own marbles while one of `theirs` is up, of those who play next: that may have taken them.
    """
    done = completed(play, watch, bad)
    if done is None or done >= seen:
        return seen
    done = slid(play, watch, done)
    full, own = watch.levels(done), play.touches | play.left | play.part.way
    others = theirs & watch.began & ~play.touches
    for i, change in enumerate(watch.log[done:seen], done + 1):
        bit = 1 << change.hole
        if not change.on and play.placed & bit:  # the one it takes may be taken up first
            back = (j for j, c in enumerate(watch.log[i:seen], i) if c.on and c.hole == change.hole)
            full &= watch.levels(next(back, i))
        up = others & ~full
        walked = any(_walks_to(board, hole, change.hole) for hole in bits(up))
        if own & bit and not (others & bit or (play.placed & bit and up) or walked):
            return seen
        full = full | bit if change.on else full & ~bit
    return done


def _walked(board: Board, play: Candidate, watch: Watch, theirs: int, bad: int) -> int:
    """After how many changes a marble had come that was set down on its way; 0: none was.

    Where no sensor shows that it has arrived, it came no sooner than the last of these holes was left. While
    one of `theirs`, of those who play next, is up, it is rather that one.
    """
    way, full, on_the_way, been = play.part.way & ~watch.began, watch.began, 0, watch.began
    if play.play.card.rank is Rank.JOKER:  # carried along, hole by hole, wherever it goes
        stepped = watch.stepped & ~(watch.began | play.touches)
        way |= stepped & ring_and_lane(board)
    for i, change in enumerate(watch.log, 1):
        full = full | 1 << change.hole if change.on else full & ~(1 << change.hole)
        been |= full
        up = theirs & ~play.touches & been & ~full
        if way >> change.hole & 1 and not any(_walks_to(board, hole, change.hole) for hole in bits(up)):
            on_the_way = i
    if on_the_way == 0 or is_hidden(play, bad):
        return on_the_way
    # One that slides is seen there before it is seen to leave.
    left = watch.log[on_the_way - 1].edge - AT_ONCE
    came = [i for i, c in enumerate(watch.log, 1) if c.on and play.ends >> c.hole & 1 and c.edge > left]
    return max(on_the_way, came[0]) if came else 0


def _walks_to(board: Board, source: Hole, hole: Hole) -> bool:
    """Whether a marble from there may be set down in that hole on its way."""
    far = min((hole - source) % board.ring, (source - hole) % board.ring)
    return far <= FARTHEST or not (board.is_ring(source) and board.is_ring(hole))


def slid(play: Candidate, watch: Watch, seen: int) -> int:
    """After how many changes its marble was seen to have left the hole before its end, too, if it slid."""
    log = watch.log
    while 0 < seen < len(log) and not log[seen].on and play.part.way >> log[seen].hole & 1:
        if log[seen].edge - log[seen - 1].edge > SLIDING:
            break
        seen += 1
    return seen


def _sliding(play: Candidate, watch: Watch, seen: int) -> int:
    """The in-spot through which its marble came to its end, if the sensor there may see it still as it slid.

    The partner's marble that it sends there then is yet to come: nobody had taken that up before, or it came
    at the very last.
    """
    spots = mask_of(hole for hole, _ in play.debts.spots) & watch.levels(seen)
    if seen < 2 or not any(spots & path for path in play.paths):
        return 0
    before, last = watch.log[seen - 2 : seen]
    if not (last.on and play.ends >> last.hole & 1):
        return 0
    lifts = (i for i, c in enumerate(watch.log[:seen]) if not c.on and play.recoloured >> c.hole & 1)
    taken = next(lifts, seen)
    early = mask_of(hole for hole in bits(spots) if 0 <= watch.filled_at(hole, seen) < taken)
    return early | (spots & 1 << before.hole if before.on else 0)


def marbles_of(state: State, position: Position, seats: tuple[Seat, ...]) -> int:
    """The holes in which marbles of these seats stand; all of their STARTs."""
    starts = starts_of(state.table.board, seats)
    return holes_of(position, seats) | starts


def _but_for_adjusted(rest: Watch, placed: int, theirs: int, until: int) -> Watch:
    """The watch without marbles of the play that were taken up and put back within its first changes.

    Else they would look like exchanged with another one that was up. But where one of `theirs`, of those who
    play next, has left its hole meanwhile, that may have taken them, or have been exchanged with them.
    """
    first = Watch.of(rest.began, rest.log[: max(0, until)])
    if placed & ~(first.began & first.now) or first.left(theirs):
        return rest
    kept = [change for change in first.log if not placed >> change.hole & 1]
    return Watch.of(rest.began, kept + rest.log[len(first.log) :])
