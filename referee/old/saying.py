"""What happens when the referee makes up its mind: plays said, amended, taken back, discards, the end."""

from __future__ import annotations

from dataclasses import replace

from engine.position import Position
from referee.model.occupancy import colours, mask_of, start_mask, starts_of
from referee.old.candidates import Candidate, candidates
from referee.old.debts import NO_DEBTS, Debts, owed_before
from referee.old.handing_on import next_turns, slid
from referee.old.parting import after
from referee.old.past import MISLED, Past, Played
from referee.old.state import State
from referee.old.watch import Watch
from referee.policy.hands import believed
from referee.verdicts import Discard, Move, Over, Takeback, Turn, Verdict


def say(
    state: State,
    t: float,
    chosen: Candidate,
    seen: int | None = None,
    *,
    overlap: bool = False,
    asked: int | None = None,
) -> list[Verdict]:
    """The play is made. Changes after the first `seen` (None: that completed it) belong to the next turn.

    With `overlap` the next turn began then, while this play was not yet complete. What came after it was
    `asked` about, if it was, is the next turn's or the answer.
    """
    whole, rest = state.watch, next_turns(state, chosen, seen, overlap=overlap, asked=asked)
    base, debts = state.position, _still_due(state)
    laid = state.desk.laid
    card = None if laid is None else laid.card
    found = candidates(state.table, base, state.ranks, debts, card)
    chosen = next(play for play in found if play.position == chosen.position)
    state.desk.finish(state.seat)
    state.n += 1
    _may_straighten(state, chosen, rest)
    state.moved_on(chosen.position, chosen.debts, rest, _at_home(state, chosen, rest))
    move = _move(state, t, chosen, None if card is None else str(card))
    played = Played(move, base, owed_before(chosen.play, debts, state.debts), card, chosen)
    state.plays.append(played)
    state.past = Past(played, found, whole.with_log(whole.log), chosen)
    state.alarm, state.mending = None, False
    return [move, *turn_or_end(state, t)]


def _still_due(state: State) -> Debts:
    """What was owed when the turn began, but for in-spots to which a marble has come since, and left them."""
    then, now = state.debts_then, state.debts
    spots = tuple(each for each in then.spots if each in now.spots or state.watch.waits >> each[0] & 1)
    return Debts(then.start, spots)


def _may_straighten(state: State, play: Candidate, rest: Watch) -> None:
    """Who has just set a marble down may straighten it; where no card is read the next seat may be at it."""
    if state.desk.mode != "none":
        rest.just = play.placed, state.last_edge + state.settings.rest_after


def _at_home(state: State, play: Candidate, rest: Watch) -> int:
    """The holes that were full when the next turn began, but for those of START from which the play came.

    It may have begun before that marble was seen to leave.
    """
    out = {leg.seat for leg in play.play.legs if leg.source is None}
    left = starts_of(state.table.board, (seat for seat in out if seat is not None))
    return rest.began & (rest.now | ~left)


def amend(
    state: State, t: float, past: Past, chosen: Candidate, seen: int | None = None, *, overlap: bool = False
) -> list[Verdict]:
    """The play just said becomes another one of the same card; later changes are the next turn's.

    With `overlap` the next turn began with change `seen` of all since the play's own turn began.
    """
    card = past.played.card
    state.n += 1
    if overlap and seen is not None:
        rest = after(past.watch, seen, chosen.part)
        rest.astray = rest.began & ~chosen.expect.full & state.ring_and_lane
    else:
        rest = state.watch.since(len(state.watch.log) if seen is None else slid(chosen, state.watch, seen))
    _may_straighten(state, chosen, rest)
    state.moved_on(chosen.position, chosen.debts, rest, _at_home(state, chosen, rest))
    move = _move(state, t, chosen, None if card is None else str(card))
    move = replace(move, seat=past.played.base.turn, amends=past.played.said.n)
    debts = owed_before(chosen.play, past.played.debts, state.debts)
    played = replace(past.played, said=move, chosen=chosen, debts=debts)
    state.plays[-1] = played
    state.past = Past(played, past.found, past.watch, chosen, drawn=past.drawn)
    state.alarm = None
    ended = state.over
    verdicts = turn_or_end(state, t)
    return [move, *(verdicts if ended or state.over else ())]


def take_back(state: State, t: float, *, undone: bool = False) -> list[Verdict]:
    """The last play in force is taken back, on the board too if it is `undone`; its seat is to play again."""
    played, past, since = state.plays.pop(), state.past, state.watch
    before = state.plays[-1] if state.plays else None
    state.past = None
    state.desk.give_back(played.base.turn, played.card, t)
    if isinstance(played.said, Discard):
        state.desk.keep(played.card)
    left_empty = mask_of(colours(played.base)) & ~state.watch.now
    owed = mask_of(hole for hole, _ in played.debts.spots)
    touched = -1 if played.chosen is None else played.chosen.touches  # the others are in hands
    watch = Watch.of(state.watch.now, stale=left_empty & touched & ~owed)
    if undone and past is not None and not past.chosen.exchanges:
        watch = _since_undone(state, past) or watch
    # What the play has put there is no play of this turn, though its card may still lie on the reader.
    watch.astray = state.watch.now & state.ring_and_lane & ~mask_of(colours(played.base))
    if undone:
        watch.belief = None
    elif played.chosen is not None:
        watch.belief, watch.crossed = believed(state.followed()), played.chosen.exchanges
    if before is not None and before.chosen is not None:  # that one may be undone next, not amended
        fresh = Watch.of(state.watch.now)
        fresh.belief = colours(before.chosen.position) if watch.belief is None else watch.belief
        state.past = Past(before, (), fresh, before.chosen)
    debts = _still_owed(state, played, past)
    state.moved_on(played.base, debts, watch)
    if not undone:  # what lies in START may be what goes back
        state.debts_then = debts
    state.undone = (past, since) if undone and past is not None else None
    state.alarm, state.over = None, None
    return [Takeback(t, played.said.n, played.base), Turn(t, played.base.turn)]


def _since_undone(state: State, past: Past) -> Watch | None:
    """What was seen since the board first showed the position before that play: the next try, perhaps.

    With each colour where it was, if the marbles followed ever came to stand so.
    """
    shown, watch = past.before(state.table.board), state.watch
    before, holes = colours(past.played.base), past.chosen.touches & ~state.bad
    first, full = None, watch.began
    for i, change in enumerate(watch.log, 1):
        full = full | 1 << change.hole if change.on else full & ~(1 << change.hole)
        if not change.on or not shown.agrees(full, state.bad, state.ring_and_lane):
            continue
        first = i if first is None else first
        told = past.stories_without(state.table, state.settings, state.bad, len(watch.log) - i)
        if told.likely[0].shows(before, holes):
            return watch.since(i)
    return None if first is None else watch.since(first)


def _still_owed(state: State, played: Played, past: Past | None) -> Debts:
    """What was owed before that play, but for marbles that lay in START since: they may be up for a play.

    Those that the play sent there go back, be it that they had come and that the others had not.
    """
    if past is None:
        return played.debts
    owed, legs = [], () if played.chosen is None else played.chosen.play.legs
    for seat, n in played.debts.start:
        shown = state.watch.most(start_mask(state.table.board, seat) & ~state.bad)
        sent = sum(leg.sent == seat for leg in legs)
        left = min(n, played.base.start_count(seat) + sent - shown)
        owed += [(seat, left)] if left > 0 else []
    arrived = past.watch.now | past.watch.placed
    return Debts(tuple(owed), tuple((h, seat) for h, seat in played.debts.spots if not arrived >> h & 1))


def discard(state: State, t: float, watch: Watch | None = None) -> list[Verdict]:
    """The laid card (or none, at a table without cards) is discarded; what was seen since in that `watch`."""
    laid = state.desk.laid
    seat, base = state.seat, state.position
    after = next_turn(base)
    state.desk.finish(seat)
    state.n += 1
    said = Discard(t, state.n, seat, "" if laid is None else str(laid.card), after)
    state.plays.append(Played(said, base, state.debts, None if laid is None else laid.card))
    state.past = None
    state.moved_on(after, state.debts, Watch.of(state.watch.now) if watch is None else watch)
    state.alarm = None
    return [said, Turn(t, after.turn)]


def set_position(state: State, t: float, position: Position) -> None:
    """A position by decision: debts and doubts are gone, the board may be behind it.

    Marbles are where they were followed to; after what hands can hardly do, and where sensors lie and the
    board shows the position, where that has them.
    """
    state.past, state.jumbled = None, False
    if state.over is not None:
        state.desk.nobody_waits()
    if position.turn != state.seat:
        played = state.alarm is not None and state.alarm.on_board
        state.desk.withdraw(state.seat, waits=position.next_seat() == state.seat and not played)
    watch = Watch.of(state.watch.now)
    story = state.stories.agreeing(position, state.ring_and_lane & ~state.bad)
    if state.stories.least < MISLED:
        watch.belief = believed(state.followed_in(story))
    state.moved_on(position, NO_DEBTS, watch)
    if state.bad and state.agrees():  # no sensor may have told of it, but people have
        watch.belief = None
    flagged = state.alarm is not None and state.alarm.on_board
    state.alarm, state.over, state.mending = None, None, flagged or not state.agrees()
    state.behind = (state.off_holes(), t + state.settings.dead_after)


def next_turn(position: Position) -> Position:
    """The same marbles, the next taken seat to play."""
    return position.with_turn(position.next_seat())


def _move(state: State, t: float, chosen: Candidate, card: str | None) -> Move:
    state.collect()
    seat = chosen.position.turn
    seats = chosen.position.seats
    seat = seats[seats.index(seat) - 1]
    text = chosen.ranks if card is None else card
    return Move(t, state.n, seat, text, chosen.play, chosen.position, state.owing())


def turn_or_end(state: State, t: float) -> list[Verdict]:
    """Whose turn it is now, or who has won."""
    winner = state.table.winner(state.position)
    if winner is not None:
        state.over = winner
        return [Over(t, winner, state.position)]
    state.over = None
    return [Turn(t, state.seat)]
