"""One judgement: what the settled board, the laid card and the time together mean.

Called after every settled change, card, button and passed deadline; `judge` says everything that can be
said now and leaves in the state when it wants to be asked again.
"""

from __future__ import annotations

from engine.mustplay import must_play
from engine.whynot import Code
from referee.alarms import examine, patience, restored, sound, undone, wrongly_exchanged
from referee.candidates import Candidate
from referee.diagnose import Finding
from referee.judge import borne_out, hand_completes, is_hidden, is_open
from referee.overlap import overlapped, played_on
from referee.saying import amend, discard, say, take_back
from referee.state import Asked, Past, State
from referee.suspects import accuse, accuse_missing, surplus, suspect
from referee.verdicts import Ambiguous, Illegal, Verdict
from referee.watch import Watch


def judge(state: State, t: float, *, quiet: bool = True) -> list[Verdict]:
    """All that is known at `t`. `quiet` is false while some level is still too young to believe."""
    state.due_say = state.due_alarm = None
    state.collect()
    if state.asked is not None:
        return _answered(state, t)
    waiting = state.desk.waiting(state.position.next_seat())
    hurry = quiet and state.desk.laid is not None and waiting not in (None, state.pressed)
    said = _this_turn(state, t, hurry)
    if said:
        return said
    if state.agrees():
        said = restored(state, t)
        if said and state.mode != "referee" and state.desk.withdraw_if_gone():
            state.forget()
        said += _settled(state, t, hurry)
    else:
        said = _the_play_before(state, t)
        if not said:
            said = _hurried(state, t) if hurry else _disagreement(state, t)
    if hurry and any(isinstance(v, Illegal) for v in said):
        state.pressed = waiting
    return said


def _this_turn(state: State, t: float, hurry: bool) -> list[Verdict]:
    """The play of the turn, if it is borne out."""
    winners = borne_out(state.found, state.watch, state.watch.now, state.bad, state.ring_and_lane)
    if not winners:
        return []
    if len(winners) == 1:
        state.borne = (winners[0], len(state.watch.log))
    doubtful = len(winners) > 1 or _may_go_on(state, winners[0])
    hidden = any(is_hidden(w, state.bad) for w in winners)
    if (doubtful or hidden) and not hurry and not _ripe(state, t, hidden):
        return []
    return say(state, t, winners[0]) if len(winners) == 1 else _ask(state, t, winners)


def _may_go_on(state: State, winner: Candidate) -> bool:
    """Whether the play is open: by a marble carried on, or by one still in a hand."""
    return is_open(state.table.board, winner, state.found) or hand_completes(
        state.found, winner, state.watch, state.bad, state.ring_and_lane, -surplus(state)
    )


def _ripe(state: State, t: float, hidden: bool = False) -> bool:
    """Whether people have left the board alone long enough; otherwise come back then."""
    settings = state.settings
    due = state.last_edge + (settings.hidden_after if hidden else settings.open_after)
    if t >= due:
        return True
    state.due_say = due
    return False


def _settled(state: State, t: float, hurry: bool) -> list[Verdict]:
    """The board shows the position: a card that has no play is discarded, one that has waits."""
    laid = state.desk.laid
    if laid is None:
        return []
    if not state.found and not _another_card_plays(state):
        return discard(state, t)
    return unplayed(state, t) if hurry else wrongly_exchanged(state, t)


def unplayed(state: State, t: float) -> list[Verdict]:
    """The laid card was not played, and somebody goes on or presses ok: forbidden, or a discard."""
    laid = state.desk.laid
    if laid is None:
        return discard(state, t) if state.desk.mode == "none" else []
    hand = (laid.card, *state.desk.hand(state.seat))
    forced = must_play(state.table, state.position, tuple(card.rank for card in hand))
    if not forced:
        return discard(state, t)
    if state.alarm is not None and state.alarm.finding.code is Code.MUST_PLAY:
        return []
    which = laid.card if laid.card.rank in forced else next(c for c in hand if c.rank in forced)
    text = f"The {which} can be played, so it must be; press help to see where."
    return sound(state, t, Finding(Code.MUST_PLAY, text, (), (), ()), on_board=False)


def _another_card_plays(state: State) -> bool:
    """Whether a known card of that hand has a play that the rules force."""
    hand = tuple(card.rank for card in state.desk.hand(state.seat))
    return bool(hand) and bool(must_play(state.table, state.position, hand))


def _the_play_before(state: State, t: float) -> list[Verdict]:
    """The play just said, changed or undone: an amendment or a takeback."""
    past = state.past
    if past is None:
        return []
    went_on = state.desk.laid is not None
    winners = [] if went_on else _amendments(state, past)
    if len(winners) == 1:
        if is_open(state.table.board, winners[0], past.found) and not _ripe(state, t):
            return []
        return amend(state, t, past, winners[0])
    allowed = not went_on or state.mode != "referee"
    if allowed and undone(state) and _ripe(state, t):
        return take_back(state, t)
    return []


def _amendments(state: State, past: Past) -> list[Candidate]:
    watch = past.watch
    winners = borne_out(past.found, watch, state.watch.now, state.bad, state.ring_and_lane)
    return [w for w in winners if w.position != past.chosen.position]


def _hurried(state: State, t: float) -> list[Verdict]:
    """The next seat has laid its card while the board shows neither position nor play."""
    if state.borne is not None and _only_the_next_seat_since(state, state.borne[1]):
        return say(state, t, *state.borne)
    both = overlapped(state)
    if both is not None:
        return say(state, t, *both, overlap=True)
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    wrong = patience(state, off, hurry=True) is not None
    return examine(state, t) if wrong else _disagreement(state, t, hurry=True)


def _disagreement(state: State, t: float, *, hurry: bool = False) -> list[Verdict]:
    """The board shows something else: a play under way, a quick reply, a lying sensor, or a mistake."""
    off = state.expect.off(state.watch.now, state.bad, state.ring_and_lane)
    if state.over is not None:
        return []
    wait = patience(state, off)
    if state.borne is not None and _only_the_next_seat_since(state, state.borne[1]):
        return say(state, t, *state.borne) if _ripe(state, t) else []
    if not _ripe(state, t):
        return []
    both = overlapped(state)
    if both is not None:
        return accuse_missing(state, t, both[0]) + say(state, t, *both, overlap=True)
    soonest = state.last_edge + state.settings.illegal_after
    if t < soonest:
        state.due_alarm = soonest
        return []
    doubt = None if state.mending else suspect(state, hurry)
    if doubt is not None and t >= doubt.ready:
        fault = accuse(state, t, doubt.liar)
        return fault + (say(state, t, doubt.play) if doubt.play is not None else [])
    due = None if wait is None else state.last_edge + wait
    if due is None or t < due:
        dues = [d for d in (due, None if doubt is None else doubt.ready) if d is not None]
        state.due_alarm = min(dues, default=None)
        return []
    return examine(state, t)


def _only_the_next_seat_since(state: State, seen: int) -> bool:
    """Whether the first marble lifted after the play was borne out belongs to the next seat."""
    if state.borne is None:
        return False
    position, board = state.borne[0].position, state.table.board
    for change in state.watch.log[seen:]:
        if not change.on:
            hole = change.hole
            owner = board.side(hole) if board.is_start(hole) else position.colour_at(hole)
            return owner in state.table.helping(position)
    return False


def quick_reply(state: State, t: float) -> list[Verdict]:
    """A marble of the next seat was lifted just after a play was borne out: the play is made."""
    if state.borne is None or state.asked is not None or state.over is not None:
        return []
    chosen, seen = state.borne
    if seen >= len(state.watch.log) or not _only_the_next_seat_since(state, seen):
        return []
    lifted = state.watch.log[seen].hole
    if any(c.must_see_empty >> lifted & 1 for c in state.found):
        return []
    return say(state, t, chosen, seen)


def _ask(state: State, t: float, winners: list[Candidate]) -> list[Verdict]:
    """Plays that truly look alike: the people say which, by touching a hole."""
    touch = []
    for winner in winners:
        others = 0
        for other in winners:
            others |= 0 if other is winner else other.recoloured | other.filled
        own = (winner.recoloured | winner.filled) & ~others or winner.touches
        touch.append(own.bit_length() - 1)
    state.asked = Asked(tuple(winners), tuple(touch), len(state.watch.log))
    return [Ambiguous(t, state.seat, tuple(w.play for w in winners), tuple(touch))]


def _answered(state: State, t: float) -> list[Verdict]:
    """A touched hole picks; so does a change that only one of them allows."""
    asked = state.asked
    if asked is None:
        return []
    log = state.watch.log
    lifted: set[int] = set()
    for i, change in enumerate(log[asked.seen :], asked.seen + 1):
        if not change.on:
            lifted.add(change.hole)
        elif change.hole in lifted and change.hole in asked.touch:
            picked = asked.candidates[asked.touch.index(change.hole)]
            if picked.expect.agrees(state.watch.now, state.bad, state.ring_and_lane):
                return _pick(state, t, picked, i)
    now = state.watch.now
    left = [c for c in asked.candidates if c.expect.agrees(now, state.bad, state.ring_and_lane)]
    if len(left) == 1 and len(log) > asked.seen and log[-1].on:
        return _pick(state, t, left[0], len(log))
    if not left and log[-1].on:  # the next seat has gone on: only one answer may let it
        since = state.watch.split(asked.seen)[1]
        left = [c for c in asked.candidates if played_on(state, c, since)]
        if len(left) == 1:
            return _pick(state, t, left[0], asked.seen)
    return [] if left else _lapsed(state, t)


def _lapsed(state: State, t: float) -> list[Verdict]:
    """No answer fits any more: the question is dropped, and the board judged as it is."""
    if state.agrees():
        state.moved_on(state.position, state.debts, Watch.of(state.watch.now))
        return judge(state, t)
    due = state.last_edge + state.settings.illegal_after
    if surplus(state) < 0:  # somebody has a marble in a hand
        return []
    if t < due:
        state.due_alarm = due
        return []
    state.asked = None
    return judge(state, t)


def _pick(state: State, t: float, chosen: Candidate, seen: int) -> list[Verdict]:
    state.asked = None
    return say(state, t, chosen, seen)
