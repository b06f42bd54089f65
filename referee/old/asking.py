"""Plays that look alike: when to wait, how to ask, and what counts as an answer."""

from __future__ import annotations

from functools import reduce
from operator import or_

from referee.model.occupancy import Off, colours
from referee.old.candidates import Candidate
from referee.old.explained import is_answered, next_turn_began
from referee.old.faults import restless
from referee.old.judge import borne_out, likely
from referee.old.liars import surplus
from referee.old.made import completed
from referee.old.meanwhile import come_after_all, exchanged_on, exchanged_others, made_since, next_card_tells
from referee.old.parting import after
from referee.old.pending import Asked
from referee.old.picking import pick
from referee.old.places import aside, places_to_touch
from referee.old.replies import played_on
from referee.old.state import State
from referee.old.stories import Stories
from referee.old.touching import LETS_GO, touched
from referee.old.watch import Watch, left_in
from referee.verdicts import Ambiguous, Verdict

UNDONE = 0.5
"""A touch is no answer if it is so much cheaper to tell that everything was put back."""


def ripe(state: State, t: float, hidden: bool = False) -> bool:
    """Whether people have left the board alone long enough; otherwise come back then."""
    settings = state.settings
    due = state.last_edge + (settings.hidden_after if hidden else settings.open_after)
    if t >= due:
        return True
    state.come_back(due)
    return False


def rested(state: State, t: float, wait: float | None = None, *, since: float = 0.0) -> bool:
    """Whether they left it alone for `wait` (None: as something illegal may stand); or come back then.

    Counted from `since`, if that is later than the last edge.
    """
    due = max(state.last_edge, since) + (state.settings.illegal_after if wait is None else wait)
    if t >= due:
        return True
    state.come_back(due)
    return False


def ask(
    state: State,
    t: float,
    winners: list[Candidate],
    *,
    amends: bool = False,
    seen: int | None = None,
    liars: tuple[int, ...] = (),
) -> list[Verdict]:
    """Plays that truly look alike: the people say which, by touching a hole.

    Changes after the first `seen` (None: all so far) are the answer, or what others do meanwhile. Of the
    `liars` those of each play lie if that was made, and may not tell of a touch.
    """
    bad = reduce(or_, liars, state.bad)
    touch = places_to_touch(winners, state.watch.now, bad, aside(state, winners, bad))
    seen = len(state.watch.log) if seen is None else seen
    state.asked, state.alike = Asked(tuple(winners), touch, seen, t, amends, liars), None
    seat = state.past.played.base.turn if amends and state.past is not None else state.seat
    return [Ambiguous(t, seat, tuple(w.play for w in winners), touch)]


def _ask_anew(state: State, t: float, asked: Asked, plays: list[Candidate]) -> list[Verdict]:
    """The same question about these plays, once people have left the board alone; each lies as it did."""
    lie = dict(zip((c.position for c in asked.candidates), asked.liars, strict=False))
    liars = tuple(lie.get(play.position, 0) for play in plays) if lie else ()
    return ask(state, t, plays, amends=asked.amends, liars=liars) if ripe(state, t) else []


def answered(state: State, t: float, asked: Asked) -> list[Verdict]:
    """A touched hole picks; so does a change that only one of them allows.

    When no answer fits any more the question is dropped: `state.asked` is None then.
    """
    log = state.watch.log
    for i in range(asked.seen + 2, len(log) + 1):
        change = log[i - 1]
        if not change.on or change.hole not in asked.touch:
            continue
        picked = asked.candidates[asked.touch.index(change.hole)]
        if not (picked.full | state.watch.levels(asked.seen)) >> change.hole & 1:
            continue  # that play leaves it empty, and so it was: another marble has come there
        if restless(state, change.hole, change.t):
            continue  # it does so of itself
        told = touched(state, asked, picked, i) and not _rather_another(state, asked, picked)
        others = made_since(state, asked) if told else []
        if others:  # that was no touch: it is asked once more, with what was made meanwhile
            return _ask_anew(state, t, asked, [*asked.candidates, *others])
        if told:
            if t < change.edge + LETS_GO:
                state.come_back(change.edge + LETS_GO)
                return []
            if _rather_undone(state, asked, picked):
                _lapse(state, t)
                return []
            fits = picked.expect.agrees(state.watch.now, state.bad, state.ring_and_lane)
            bumped = state.desk.waiting(picked.position.turn) is not None and _lets_go_on(
                state, asked, picked
            )
            if fits or bumped or not state.agrees():  # else everything was put back
                return pick(state, t, picked, told=i)
    come = come_after_all(state, asked)
    if come is not None and not come.expect.agrees(state.watch.now, state.bad, state.ring_and_lane):
        come = None if made_since(state, asked) else come  # its marble is back, and another one played
    if come is not None:
        return pick(state, t, come) if ripe(state, t) else []
    on = exchanged_on(state, asked)
    if on is not None:
        return pick(state, t, on)
    if exchanged_others(state, asked) or _made_another(state, t, asked) or next_card_tells(state, asked):
        state.asked = None
        return []
    if _undone(state, asked):
        _lapse(state, t)
        return []
    now = state.watch.now
    last = log[-1] if len(log) > asked.seen else None
    if last is not None and not last.on and last.hole in asked.touch and not rested(state, t):
        return []  # it may be the answer
    placed = any(change.on for change in log[asked.seen :])
    left = [c for c in asked.candidates if c.expect.agrees(now, state.bad, state.ring_and_lane)]
    if (
        len(left) == 1
        and placed
        and all(_ruled_out(state, asked, c) for c in asked.candidates if c not in left)
    ):
        home = last is not None and last.on and state.table.board.is_start(last.hole)
        others = made_since(state, asked)
        if others:
            return _ask_anew(state, t, asked, [left[0], *others])
        return pick(state, t, left[0]) if home or ripe(state, t) else []
    if not left and (placed or (asked.amends and state.next_card is not None)):  # one answer may let it go on
        left = [c for c in asked.candidates if _lets_go_on(state, asked, c)]
        gone_on = state.desk.waiting(state.position.next_seat()) is not None
        others = [] if gone_on or len(left) != 1 else made_since(state, asked)
        if others and ripe(state, t):
            return _ask_anew(state, t, asked, [left[0], *others])
        down = bool(log) and log[-1].on  # asked as the next card came there may be no change at all
        held = not (gone_on or down or (asked.amends and state.next_card is not None))
        still = rested(state, t, state.settings.counting_after) if held else ripe(state, t)
        if len(left) == 1 and not others and (still or (gone_on and down)):
            return pick(state, t, left[0])  # else what is up may be on its way back, or be counted along
    if not left and not _stands(state, asked):
        _lapse(state, t)
    return []


def _ruled_out(state: State, asked: Asked, play: Candidate) -> bool:
    """Whether something is off after that play that was not when it was asked, and is not played on it."""
    then, now = _off_then_and_now(state, asked, play)
    more = any(abs(n) > abs(then.start.get(seat, 0)) for seat, n in now.start.items())
    news = now.missing & ~then.missing or now.extra & ~then.extra or more
    if not news or _lets_go_on(state, asked, play):
        return False
    if state.desk.waiting(play.position.turn) is None and state.next_card is None:
        return True
    past = state.past if asked.amends else None
    return not is_answered(state, state.watch if past is None else past.watch, play)


def _rather_another(state: State, asked: Asked, play: Candidate) -> bool:
    """Whether what was done since shows another one: a reply to that, or whom that one sends to START."""
    others = (c for c in asked.candidates if c is not play)
    if _ruled_out(state, asked, play) and any(_lets_go_on(state, asked, c) for c in others):
        return True
    then, now = _off_then_and_now(state, asked, play)
    more = any(n > max(0, then.start.get(seat, 0)) for seat, n in now.start.items())
    return more and not _lets_go_on(state, asked, play)


def _off_then_and_now(state: State, asked: Asked, play: Candidate) -> tuple[Off, Off]:
    """What was off after that play when it was asked, and what is."""
    then = play.expect.off(state.watch.levels(asked.seen), state.bad, state.ring_and_lane)
    return then, play.expect.off(state.watch.now, state.bad, state.ring_and_lane)


def _made_another(state: State, t: float, asked: Asked) -> bool:
    """Whether the board shows other plays of that card, told by a likelier story than those asked about.

    Once the next card lies there, marbles go on.
    """
    past = state.past if asked.amends else None
    next_card = state.next_card if asked.amends else state.desk.waiting(state.position.next_seat())
    if (asked.amends and past is None) or next_card is not None or not ripe(state, t):
        return False
    found, watch = (state.found, state.watch) if past is None else (past.found, past.watch)

    def stories_of() -> Stories:
        return state.stories if past is None else past.stories(state.table, state.settings, state.bad)

    shown = borne_out(found, watch, watch.now, state.bad, state.ring_and_lane, stories_of)
    positions = {c.position for c in asked.candidates}
    if not shown or any(c.position in positions for c in shown):
        return False
    holes = 0
    for c in (*shown, *asked.candidates):
        holes |= c.touches
    stories = stories_of()
    cost = min(stories.cost(colours(c.position), holes & ~state.bad) for c in shown)
    return all(cost < stories.cost(colours(c.position), holes & ~state.bad) for c in asked.candidates)


def _lets_go_on(state: State, asked: Asked, play: Candidate) -> bool:
    """Whether the board shows a play of the next seat on top of that play, which a hole may hide."""
    watch = state.past.watch if asked.amends and state.past is not None else state.watch
    done = completed(play, watch, state.bad)
    if done is None and asked.unfelt:
        done = asked.seen + len(watch.log) - len(state.watch.log)
    if done is None:
        return False
    bad = state.bad | asked.unfelt
    if played_on(state, play, watch.since(done), bad=bad):
        return True
    begun = next_turn_began(state, watch, play, done)  # its last marble may have come only then
    return begun < done and played_on(state, play, after(watch, begun, play.part), bad=bad)


def _stands(state: State, asked: Asked) -> bool:
    """Whether the marbles asked about stand there still, and others were moved since, or are up."""
    up = left_in(state.watch.log[asked.seen :]) & ~state.watch.now  # by the count it may be one still owed
    moved = up or not state.agrees() or (asked.unfelt and state.holds_something())
    return bool(moved) and any(
        not (off.missing | off.extra) & play.touches
        for play in asked.candidates
        for off in [play.expect.off(state.watch.now, state.bad, state.ring_and_lane)]
    )


def _rather_undone(state: State, asked: Asked, picked: Candidate) -> bool:
    """Whether the board shows what it did before that play as well, and that is the better story.

    By far, unless its marble may have gone back to a START in which a sensor lies.
    """
    card, unseen = state.desk.waiting(state.position.next_seat()), picked.left & state.bad
    if asked.amends or card is not None or picked.exchanges or not state.agrees():
        return False
    if state.holds_something() and not unseen:
        return False
    stories, holes = state.stories, 0
    for play in asked.candidates:
        holes |= play.touches & ~state.bad
    by_far = 0.0 if unseen else UNDONE
    return stories.cost(stories.before, holes) < stories.cost(colours(picked.position), holes) - by_far


def _undone(state: State, asked: Asked) -> bool:
    """Whether everything stands as before the play that is asked about, by all that was followed."""
    lifted = state.watch.since(asked.seen).lifted | state.bad
    back = any(not c.must_see_empty & ~lifted for c in asked.candidates)
    if asked.amends or not back or not state.agrees():
        return False
    card = state.desk.waiting(state.position.next_seat())
    if card is not None and any(_lets_go_on(state, asked, c) for c in asked.candidates):
        return False
    return not likely(asked.candidates, state.watch, state.stories, state.bad)


def _lapse(state: State, t: float) -> None:
    """Drop the question if everything was put back, or nobody has a marble in a hand for a while.

    Where the next seat may have bumped what was played, and so put it back, its card will tell.
    """
    asked = state.asked
    if asked is not None and state.agrees() and any(_lets_go_on(state, asked, c) for c in asked.candidates):
        state.asked = None
    elif state.agrees():
        state.moved_on(state.position, state.debts, Watch.of(state.watch.now))
    elif surplus(state) >= 0:
        due = state.last_edge + state.settings.illegal_after
        if t >= due:
            state.asked = None
        else:
            state.due_alarm = due
