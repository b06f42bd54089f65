"""What was done while a question stood, instead of an answer: exchanges, plays, or those of the next seat."""

from __future__ import annotations

from referee.model.occupancy import colours
from referee.old.candidates import Candidate
from referee.old.made import completed
from referee.old.pending import Asked
from referee.old.replies import answers_made, played_on, replies
from referee.old.state import State
from referee.old.watch import Watch


def come_after_all(state: State, asked: Asked) -> Candidate | None:
    """The one of these plays whose marble came now to the hole that was thought not to see it."""
    came = state.watch.since(asked.seen).placed & state.watch.now
    plays = [c for c, liars in zip(asked.candidates, asked.liars, strict=False) if came & liars & c.ends]
    return plays[0] if len(plays) == 1 else None


def made_since(state: State, asked: Asked) -> list[Candidate]:
    """Plays of the same card that nobody asked about, the board shows, and were made since as a whole."""
    past = state.past if asked.amends else None
    found = state.found if past is None else past.found
    since, where = state.watch.since(asked.seen), (state.bad, state.ring_and_lane)
    positions = {c.position for c in asked.candidates}
    return [
        c
        for c in found
        if c.position not in positions
        and not c.exchanges
        and c.expect.agrees(state.watch.now, *where)
        and (
            _taken_since(c, since, state.bad)
            if c.left & state.bad
            else completed(c, since, state.bad) is not None and (not c.left or since.left(c.left))
        )
    ]


def _taken_since(play: Candidate, since: Watch, bad: int) -> bool:
    """Whether what that play takes was taken up since, and its hole filled; its marble left START unseen."""
    taken = since.lifted & since.began & since.placed & ~bad
    return bool(play.recoloured) and not play.recoloured & ~taken


def exchanged_others(state: State, asked: Asked) -> bool:
    """Whether two other marbles were exchanged with that card since it was asked, instead of an answer."""
    if not state.agrees():
        return False
    found = state.found
    if asked.amends:
        if state.past is None or state.desk.laid is not None:
            return False
        found = state.past.found
    since = state.watch.since(asked.seen)
    others = [c for c in found if c not in asked.candidates]
    return any(c.exchanges and all(since.together(pair) for pair in c.exchanges) for c in others)


def exchanged_on(state: State, asked: Asked) -> Candidate | None:
    """The one of these plays on which the next seat's card has exchanged two marbles meanwhile."""
    log = state.watch.log
    if asked.amends or not state.agrees() or len(log) <= asked.seen or not log[-1].on:
        return None
    if state.desk.waiting(state.position.next_seat()) is None:
        return None
    told = []
    for play in asked.candidates:
        done = completed(play, state.watch, state.bad)
        answers = [c for c in replies(state, play) if c.exchanges]
        if done is not None and played_on(state, play, state.watch.since(done), answers=answers):
            told.append(play)
    return told[0] if len(told) == 1 else None


def next_card_tells(state: State, asked: Asked) -> bool:
    """Whether the next card, laid since it was asked, exchanges just the two exchanged, as is likelier."""
    past, card = state.past, state.next_card
    if not asked.amends or past is None or card is None or card <= asked.t:
        return False
    exchanged = [c for c in answers_made(state, past.chosen) if c.exchanges]
    others = [c for c in asked.candidates if c.position != past.chosen.position]
    if not exchanged or len(others) == len(asked.candidates):
        return False
    stories, holes = past.stories(state.table, state.settings, state.bad), past.chosen.touches
    for each in (*exchanged, *others):
        holes |= each.touches

    def cost(play: Candidate) -> float:
        return stories.cost(colours(play.position), holes & ~state.bad)

    return min(map(cost, exchanged)) < min(map(cost, others))
