"""The next seat goes on: what was borne out is made, be it by a marble it takes up or by its `ok`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from engine.geometry import Board, Hole, Seat
from engine.position import Position
from referee.model.occupancy import bits, colours, mask_of
from referee.observe.debounce import Settled
from referee.old.amending import LIKELIEST, amendments, changed_under_hands, is_nearly_told, is_told
from referee.old.anew import make_anew
from referee.old.asking import ask
from referee.old.beforehand import made_before_its_turn
from referee.old.candidates import Candidate, leads_on
from referee.old.costs import NEAR, SLIDING
from referee.old.distances import beside, neighbours
from referee.old.explained import is_answered
from referee.old.gone import bumps_what_is_up, only_gone, taken_first
from referee.old.hidden import is_hidden
from referee.old.in_a_row import answered_and_gone_on
from referee.old.judge import ALIKE, but_for_hands, hand_completes, same_marble
from referee.old.liars import surplus
from referee.old.past import Past
from referee.old.replies import likely_replies, replies
from referee.old.saying import amend, say
from referee.old.state import State
from referee.old.touching import REACTION
from referee.old.unlikely import barely_taken, unlikely_joker
from referee.old.watch import left_in
from referee.verdicts import Verdict


def next_seat_lifted(state: State, play: Candidate, seen: int) -> bool:
    """Whether the first marble lifted after change `seen` is one that the seat after `play` moves."""
    position, board = play.position, state.table.board
    for change in state.watch.log[seen:]:
        if not change.on:
            hole = change.hole
            owner = board.side(hole) if board.is_start(hole) else position.colour_at(hole)
            return owner in state.table.may_move(position)
    return False


def quick_reply(state: State, t: float, young: int = 0) -> list[Verdict]:
    """A marble of the next seat was lifted just after a play was borne out: the play is made.

    Not while the level of a hole that it fills is too `young` to believe: its marble goes on, it seems.
    """
    if state.asked is not None or state.over is not None:
        return []
    if young:
        shown = [each[0] for each in (state.changing, state.borne) if each is not None]
        if any(young & play.ends for play in shown + changed_under_hands(state)):
            return []
    said = _changed(state, t) or _alike(state, t) or _changed_under_hands(state, t) or _made(state, t)
    return said or _in_a_row(state, t)


def _changed(state: State, t: float) -> list[Verdict]:
    """The play before, changed to what was shown."""
    if state.changing is None or state.past is None:
        return []
    chosen, seen = state.changing
    elsewhere = state.ring_and_lane & ~chosen.full | chosen.left
    if any(c.on and elsewhere >> c.hole & 1 for c in state.watch.log[seen:]):
        return []  # where it has none, or to where it came from, one has come since
    goes_on = next_seat_lifted(state, chosen, seen) or _next_seat_goes_on(state, chosen, seen)
    card = state.next_card
    mending = card is not None and state.alarm is not None and state.alarm.on_board
    bumps = card is not None and bumps_what_is_up(state)
    if not goes_on or mending or bumps or only_gone(state, state.past, chosen):
        return []
    if _slid_on(state, chosen, seen) or not is_nearly_told(state, state.past, chosen):
        return []
    change = amend if card is None or state.last_edge <= card else make_anew
    return change(state, t, state.past, chosen, seen)


def _slid_on(state: State, play: Candidate, seen: int) -> bool:
    """Whether the marble has slid on to the hole beside since: it is counted along."""
    log, board = state.watch.log, state.table.board
    left = [c for c in log[seen:] if not c.on and play.ends >> c.hole & 1]
    if any(0 < change.edge - log[seen].edge <= SLIDING for change in left):
        return True  # with the next player's marble, at one moment
    return any(
        other.on and 0 <= change.edge - other.edge <= SLIDING and beside(board, other.hole, change.hole)
        for change in left
        for other in log
    )


def _alike(state: State, t: float) -> list[Verdict]:
    """Which of the plays that look alike it was: it is asked."""
    if state.alike is None:
        return []
    alike, seen, amends = state.alike
    goes_on = seen < len(state.watch.log) and any(_next_seat_goes_on(state, play, seen) for play in alike)
    past = state.past if amends else None
    if not goes_on or (past is not None and _is_only_answered(state, past, alike)):
        return []
    if past is not None and _may_be_taken(state, past, alike, state.watch.log[-1]):
        return []
    found = state.found if past is None else past.found
    if (past is None or state.bad) and _may_take_that(state, found, alike, seen):
        return []
    return ask(state, t, list(alike), seen=seen, amends=amends)


def _changed_under_hands(state: State, t: float) -> list[Verdict]:
    """The play before, changed to what shows but for marbles in hands."""
    changed, past = changed_under_hands(state), state.past
    if len(changed) != 1 or past is None:
        return []
    seen = len(state.watch.log) - 1
    bumped = only_gone(state, past, changed[0]) or taken_first(state, past)
    if bumped or not next_seat_lifted(state, changed[0], seen):
        return []
    exchange = past.chosen.exchanges or changed[0].exchanges
    if exchange and not is_told(state, past, changed[0], LIKELIEST):
        return []  # it stands, or is undone, and it is one of the two that is up
    return amend(state, t, past, changed[0], seen)


def _made(state: State, t: float) -> list[Verdict]:
    """The play of this turn that was borne out last."""
    if state.borne is None:
        return []
    chosen, seen = state.borne
    if seen >= len(state.watch.log) or not _next_seat_goes_on(state, chosen, seen):
        return []
    if surplus(state) < -1 and barely_taken(state, chosen, state.settings.brush):
        return []
    if not_before_its_card(state, chosen, seen):
        return []
    return [] if unlikely_joker(state, chosen) else say(state, t, chosen, seen)


def not_before_its_card(state: State, exchange: Candidate, seen: int) -> bool:
    """Whether all of it was done before its card lay there, and the mover may be at another one since.

    Those two may have been adjusted only, and it is now that one of them is exchanged.
    """
    laid, log = state.desk.laid, state.watch.log
    if not exchange.exchanges or laid is None or log[seen - 1].edge > laid.t:
        return False
    up = ~state.watch.now & ~state.bad
    early = made_before_its_turn(state, exchange)  # then one of another two may be up first
    others = any(
        c.exchanges and all(pair & up if early else not pair & ~up for pair in c.exchanges)
        for c in state.found
    )
    soon = state.settings.hidden_after if early else REACTION
    return others or any(exchange.ends >> c.hole & 1 and c.edge < laid.t + soon for c in log[seen:])


def _in_a_row(state: State, t: float) -> list[Verdict]:
    """The play of this turn, where no card tells of turns, and the next but one seat has begun its own."""
    if state.desk.mode != "none" or (state.alarm is not None and state.alarm.on_board):
        return []
    first = answered_and_gone_on(state)
    return say(state, t, *first[0], overlap=True) if len(first) == 1 else []


def _may_be_taken(state: State, past: Past, alike: tuple[Candidate, ...], up: Settled) -> bool:
    """Whether the marble just taken up may be bumped by the one that was played: a hand was beside it."""
    beside, before = neighbours(state.table.board, up.hole), len(state.watch.log) - 1
    if up.on or not state.watch.acted_in(beside, up.edge - NEAR, up.edge, before):
        return False
    others = (c for c in past.found if c.recoloured >> up.hole & 1)
    return any(same_marble(c, play) for c in others for play in alike)


def _may_take_that(state: State, found: Sequence[Candidate], alike: tuple[Candidate, ...], seen: int) -> bool:
    """Whether the marble taken up last, but for his own, may be what the mover takes: he took no other.

    Where sensors lie it is enough that they hide one of the plays that look alike; and what is up may be
    exchanged with a marble that no sensor tells of.
    """
    own = asked = 0
    for play in alike:
        own |= play.left | play.emptied
        asked |= play.touches
    lifts = (c.hole for c in reversed(state.watch.log[seen:]) if not (c.on or own >> c.hole & 1))
    up = 1 << next(lifts, state.watch.log[-1].hole)
    bad = state.bad
    others = [
        c for c in found if c.recoloured & up and all(pair & bad and up & ~asked for pair in c.exchanges)
    ]

    def unsure(play: Candidate) -> bool:
        if is_hidden(play, bad) or play.left & bad:
            return True
        return all(state.watch.empty_for(hole) < state.settings.brush for hole in bits(play.recoloured))

    doubtful = [unsure(play) and any(same_marble(c, play) for c in others) for play in alike]
    hidden = any(is_hidden(play, bad) or play.left & bad for play in alike)
    return any(doubtful) if hidden else all(doubtful)


def _is_only_answered(state: State, past: Past, alike: tuple[Candidate, ...]) -> bool:
    """Whether no marble of the play before was touched since, and all that is off is its answer as well.

    So is whatever was lifted of plays that look alike, but for what a sleeve may have emptied.
    """
    watch = state.watch
    touched = mask_of(change.hole for change in watch.log)
    if touched & past.chosen.touches or not is_answered(state, past.watch, past.chosen):
        return False
    others = mask_of(h for c in alike for h in bits(c.touches)) & watch.lifted & touched
    brushed = mask_of(h for h in bits(others & watch.now) if watch.empty_for(h) < state.settings.brush)
    others &= ~brushed
    up = past.chosen.expect.off(state.watch.now, state.bad, state.ring_and_lane).missing
    return any(not (others | up) & ~reply.must_see_empty for reply in likely_replies(state, past.chosen))


def went_on(state: State, t: float) -> list[Verdict]:
    """A seat has pressed ok for its turn: the play before, as the board shows it but for hands, is made."""
    if state.over is not None or state.asked is not None:
        return []
    if state.changing is not None and state.past is not None and _shown(state, state.changing[0]):
        return amend(state, t, state.past, state.changing[0])
    changed = carried_on(state)
    if changed is not None and state.past is not None:
        return amend(state, t, state.past, changed)
    if state.borne is not None and _shown(state, state.borne[0]):
        return say(state, t, state.borne[0])
    found, watch, bad = state.found, state.watch, state.bad
    made = but_for_hands(found, watch, None, bad, state.ring_and_lane, lambda: state.stories)
    return say(state, t, made[0]) if len(made) == 1 and not is_hidden(made[0], bad) else []


def carried_on(state: State) -> Candidate | None:
    """What the play before was changed to, if a marble of it is no longer there and nobody holds it.

    That the next player has seen, if he presses ok.
    """
    past = state.past
    if past is None or not past.chosen.placed & ~(state.watch.now | state.bad):
        return None
    changed = amendments(state, past)
    return changed[0] if len(changed) == 1 else None


def _shown(state: State, play: Candidate) -> bool:
    return play.expect.agrees(state.watch.now, state.bad, state.ring_and_lane)


def _next_seat_goes_on(state: State, chosen: Candidate, seen: int) -> bool:
    """Whether the seat after `chosen` has taken up a marble of its own, and nothing was touched but for that.

    A marble taken up before may be one that it will bump. None is one that this turn may still have need of.
    """
    position, board, lifted = chosen.position, state.table.board, 0
    base = state.position
    if state.past is not None and position.turn == state.seat:  # it changes the play before
        base = state.past.played.base
    next_seats, movers = state.table.may_move(position), state.table.may_move(base)
    own, log = False, state.watch.log[seen:]
    for change, after in zip_longest(log, log[1:]):
        hole = change.hole
        owner = board.side(hole) if board.is_start(hole) else position.colour_at(hole)
        if change.on:
            if not _slides(board, position, next_seats, change, after):
                return False
            continue
        own = own or (owner in next_seats and _may_move(state, chosen, hole))
        if owner in movers and owner not in next_seats and not board.is_start(hole):
            return False
        lifted |= 1 << hole
    going_on = [
        c
        for c in state.found
        if (chosen.rare or not c.rare) and c.must_see_empty & lifted and c.position != position
    ]
    if any(leads_on(chosen, c) or not chosen.touches & ~c.touches for c in going_on):
        return False
    return own and (bool(chosen.exchanges) or not completes_another(state, chosen, seen))


def _may_move(state: State, chosen: Candidate, hole: Hole) -> bool:
    """Whether the next seat may move that marble of its own: not one in HOME that has nowhere to go."""
    if not state.table.board.is_lane(hole):
        return True
    return any(reply.emptied >> hole & 1 for reply in replies(state, chosen))


def _slides(
    board: Board, position: Position, seats: Sequence[Seat], there: Settled, left: Settled | None
) -> bool:
    """Whether a marble of these seats is seen in its new hole before it leaves its own, as it slides."""
    if left is None or left.on or left.edge - there.edge > SLIDING:
        return False
    return position.colour_at(left.hole) in seats and beside(board, there.hole, left.hole)


def completes_another(state: State, chosen: Candidate, seen: int) -> bool:
    """Whether what was lifted since may be of this turn still: a marble up then makes another play of it."""
    since = state.watch.log[seen:]
    in_hand = -surplus(state)
    if in_hand + sum(1 if change.on else -1 for change in since) <= 0:
        return False
    lifted = left_in(since)
    others = [c for c in state.found if c.must_see_empty & lifted and (chosen.rare or not c.rare)]
    after, ends = colours(chosen.position), chosen.ends & ~state.bad
    if state.desk.mode == "none" and state.stories.is_plain(after, ends, ALIKE):
        others = [c for c in others if not c.exchanges]  # whose marble stands there exchanges no more
    return hand_completes(others, chosen, state.watch, state.bad, state.ring_and_lane, in_hand)
