"""What looks as if the play just said was undone: whether it is, and for how long it has to look so."""

from __future__ import annotations

from referee.model.occupancy import start_mask
from referee.old.asking import rested, ripe
from referee.old.gone import bumps_what_is_up, under_way_to_it
from referee.old.made import completed
from referee.old.past import Past
from referee.old.replies import played_on, replies
from referee.old.state import State
from referee.old.too_late import undone as board_undone


def undoing(state: State) -> bool:
    """Whether the board shows the position before the play just said, and that may be a takeback."""
    past, card = state.past, state.next_card
    if past is None or not state.watch.log:  # what shows since before this turn is the button's doing
        return False
    if not board_undone(state):
        return False
    in_time = card is None or state.last_edge <= card
    return in_time or not (state.mode == "referee" or _played_instead(state, past))


def _played_instead(state: State, past: Past) -> bool:
    """Whether nobody has touched what that play set down, and a play of the card laid since shows.

    But for marbles that it has nothing to do with, which may be in hands.
    """
    if past.chosen.placed & (state.watch.lifted | state.bad):
        return False
    for play in state.found:
        off = play.expect.off(state.watch.now, state.bad, state.ring_and_lane)
        aside = not off.extra and not off.missing & (play.touches | play.ends)
        if aside and all(n <= 0 for n in off.start.values()) and completed(play, state.watch, state.bad):
            return True
    return False


def is_undone(state: State, past: Past, t: float) -> bool:
    """Whether what looks undone has looked so for long enough; the next card waiting, that tells first."""
    if state.desk.laid is None and state.desk.waiting(state.seat) is not None:
        return False
    hidden = past.chosen.left & state.bad and not _came_home(state, past)
    if hidden or past.chosen.must_see_empty & state.bad:  # nothing shows that a marble is back there
        return rested(state, t, state.settings.dead_after)
    settings = state.settings
    if _rather_owed(state, past):
        return rested(state, t, settings.hidden_after)
    if under_way_to_it(state, replies(state, past.chosen)):
        held = settings.dead_after if bumps_what_is_up(state) else settings.counting_after
        return rested(state, t, None if state.next_card is None else held)
    before = past.before(state.table.board)
    if state.next_card is not None and not before.agrees(state.watch.now, state.bad, state.ring_and_lane):
        return rested(state, t, settings.hidden_after)  # who has laid his card and holds one may be playing
    if state.alarm is not None and state.alarm.on_board:  # on the way to mending it may look so
        return rested(state, t, settings.hidden_after)
    touched = past.chosen.placed & state.watch.lifted
    wait = settings.counting_after if touched and not past.chosen.exchanges else settings.hidden_after
    return rested(state, t, wait) if is_its_answer(state, past) else ripe(state, t)


def _rather_owed(state: State, past: Past) -> bool:
    """Whether what came to the START from which that play brought a marble may as well be one owed there."""
    board, owed = state.table.board, past.played.debts.start
    return any(
        past.chosen.left & start
        and (state.watch.now & start & ~state.bad).bit_count() <= past.chosen.position.start_count(seat)
        for seat, _ in owed
        for start in [start_mask(board, seat)]
    )


def _came_home(state: State, past: Past) -> bool:
    """Whether a marble was set down in the START from which that play brought one, as far as sensors tell."""
    start = past.chosen.left & ~state.bad
    return any(change.on and start >> change.hole & 1 for change in state.watch.log)


def is_its_answer(state: State, past: Past) -> bool:
    """Whether what looks undone is a play of the next seat as well, onto the marble just played.

    Or onto the hole it left, what it set down untouched since. Whom it bumped is not on its way back then.
    """
    back, watch = past.chosen.placed, state.watch
    if past.chosen.pushed & (watch.began | watch.placed) & ~(watch.now | state.bad):
        return False
    if back & watch.lifted and not back & watch.lifted & watch.now:
        return False
    return played_on(state, past.chosen, watch)
