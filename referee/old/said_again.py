"""A takeback that was none: the play that only looked undone is said again. And a discard that was none."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import RANKS, Card
from referee.model.occupancy import bits, starts_of
from referee.observe.debounce import Settled
from referee.old.asking import ripe
from referee.old.candidates import candidates
from referee.old.judge import borne_out
from referee.old.overlap import overlapped
from referee.old.past import Past, told
from referee.old.saying import say
from referee.old.state import State
from referee.old.watch import Watch
from referee.verdicts import Discard, Move, Verdict


def bumped_after_all(state: State, t: float, card: Card | None) -> list[Verdict]:
    """What looked like a takeback was the next seat's play, its bumped marble first, with that card or any.

    The play that was taken back is said again.
    """
    if state.undone is None or state.asked is not None:
        return []
    past, since = state.undone
    ranks = RANKS if card is None else (card.rank,)
    answers = candidates(state.table, past.chosen.position, ranks, past.chosen.debts, card)
    rest = Watch.of(since.began, [*since.log, *state.watch.log])
    if not borne_out(answers, rest, rest.now, state.bad, state.ring_and_lane):
        return []
    if any(play.position != past.chosen.position for play, _ in overlapped(state, hurry=True)):
        return []  # it was undone, and another one made, which explains as much
    return _say_again(state, t, past, len(past.watch.log) - len(since.log))


def never_undone(state: State, t: float) -> list[Verdict]:
    """What looked like a takeback was a bumped marble put into the START that its bumper had left.

    It has gone from there to its own, and the hole where it was taken has not been touched.
    """
    if state.undone is None:
        return []
    past, laid = state.undone[0], state.desk.laid
    play = past.chosen
    if not play.left or not play.recoloured or play.touches & state.watch.lifted & state.watch.began:
        return []
    sent = {leg.sent for leg in play.play.legs if leg.sent is not None}
    homes = play.pushed | starts_of(state.table.board, sent)
    if not state.watch.placed & homes & ~state.bad:
        return []  # that marble has not come to its own
    if not play.expect.agrees(state.watch.now, state.bad, state.ring_and_lane):
        return []
    if laid is not None and laid.card != past.played.card:
        return []
    if any(other.recoloured & state.watch.lifted & state.watch.now for other in state.found):
        return []  # that one was taken, rather
    return _say_again(state, t, past) if ripe(state, t) else []


def exchanged_again(state: State, t: float) -> list[Verdict]:
    """What looked like an exchange taken back was the next seat's mistake: it exchanged them once more."""
    if state.undone is None or state.desk.laid is not None or state.desk.mode == "none":
        return []
    past, watch = state.undone[0], state.watch
    pairs = past.chosen.exchanges
    if not pairs or not all(watch.together(pair) % 2 and not pair & ~watch.now for pair in pairs):
        return []
    return _say_again(state, t, past) if ripe(state, t) else []


def played_instead(state: State, t: float) -> list[Verdict]:
    """Who has pressed ok to discard plays after all, before the next seat has laid a card."""
    last = state.plays[-1] if state.plays else None
    if last is None or not isinstance(last.said, Discard) or state.next_card is not None:
        return []
    if state.desk.laid is not None or state.desk.waiting(state.seat) is not None or state.alarm is not None:
        return []
    table, base, watch = state.table, last.base, state.watch
    ranks = RANKS if last.card is None else (last.card.rank,)
    found = candidates(table, base, ranks, last.debts, last.card)
    if not found or not watch.log or base.marbles != state.position.marbles:
        return []
    stories = told(None, table, base, watch, last.debts, found, state.settings, state.bad).stories
    made = borne_out(found, watch, watch.now, state.bad, state.ring_and_lane, lambda: stories)
    if len(made) != 1 or not ripe(state, t):
        return []
    state.plays.pop()
    state.moved_on(base, last.debts, watch)
    state.desk.lay_again(last.card, base.turn, t)
    state.forget()
    said = say(state, t, made[0])
    move = said[0]
    assert isinstance(move, Move)
    move = replace(move, amends=last.said.n)
    state.plays[-1] = replace(state.plays[-1], said=move)
    if state.past is not None:
        state.past.played = state.plays[-1]
    return [move, *said[1:]]


def _say_again(state: State, t: float, past: Past, seen: int | None = None) -> list[Verdict]:
    """The play that was taken back because it looked undone stands after all."""
    state.desk.lay_again(past.played.card, state.seat, t)
    state.forget()
    until, began = past.watch.now, state.watch.began
    lost = sorted(bits(until ^ began), key=lambda hole: began >> hole & 1)  # what was mended in between
    then = max((change.edge for change in past.watch.log), default=t)
    between = [Settled(then, then, hole, bool(began >> hole & 1)) for hole in lost]
    state.watch = past.watch.with_log([*past.watch.log, *between, *state.watch.log])
    return say(state, t, past.chosen, seen)
