"""Hypotheses with faulty sensors, added only if no complete play explains a board at rest.

A hypothesis suspects the sensors of some holes. Decoding ignores the levels of a suspected sensor, and its
marbles come and go undetected: a play counts as made if the board agrees with it everywhere else. A sensor
becomes suspected if it is the only difference between the board and a play of the card. A suspicion is
expensive, so a marble in a hand never becomes a dead sensor by time alone; but once the next player
continues, a marble that is still held becomes expensive.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import bits
from engine.bits import mask_of
from engine.referee.decode.grammar import Grammar
from engine.referee.decode.motion import LONG
from engine.referee.decode.turns import take_waiting
from engine.referee.model.board_cost import in_foreign_start
from engine.referee.model.hypothesis import GHOST, NOWHERE, START, Hypothesis, Token
from engine.referee.model.plays import Made

ASKED_TO_SUSPECT = 6
"""The number of likeliest hypotheses that are extended by a faulty sensor."""
SEATS_OF_A_HOLE = 2
"""The most seats whose holes one faulty sensor may affect: one marble is missing, another is in its hole."""


def unseen(grammar: Grammar, hypothesis: Hypothesis, t: float, *, suspect: bool) -> Iterator[Hypothesis]:
    """The hypotheses in which suspected sensors hide a part of a play, or explain the board without a play.

    With `suspect`, one more sensor may be suspected.
    """
    turn = hypothesis.turn
    if hypothesis.early:
        return  # A later seat has played already, so this turn needs no explanation.
    yield from _set_down_unseen(grammar, hypothesis, t)
    if suspect:
        yield from _without_a_play(grammar, hypothesis, t)
    if not turn.known or in_foreign_start(hypothesis) or not (suspect or hypothesis.suspected):
        return
    unreliable = hypothesis.ghosts | hypothesis.suspected
    emptied = grammar.emptied_in_turn(hypothesis) & hypothesis.full
    shown, most_suspects = hypothesis.packed, 1 if suspect else 0
    for made in turn.plays.all:
        differs = made.packed ^ shown
        taken = made.recoloured & emptied  # The hole is full again: its sensor has shown the capture.
        if (differs & made.elsewhere(unreliable | taken)).bit_count() > SEATS_OF_A_HOLE:
            continue
        if not hypothesis.may_make(made):
            continue
        holes = turn.ground.table.occupied(differs)
        suspects = holes & ~unreliable & ~taken
        if suspects.bit_count() > most_suspects or _strays(hypothesis, made):
            continue
        for gone in _not_there(hypothesis, made, suspect=suspect and not suspects):
            new = _made_unseen(grammar, hypothesis, made, (suspects, holes & hypothesis.suspected, gone), t)
            if new is not None:
                yield new


def _set_down_unseen(grammar: Grammar, hypothesis: Hypothesis, t: float) -> Iterator[Hypothesis]:
    """The hypotheses in which a lifted marble was placed in a hole with a sensor announced as faulty."""
    for hole in bits.holes(hypothesis.suspected & grammar.faulty):
        if hypothesis.seat_at(hole) is not None:
            continue
        for token in hypothesis.hand:
            if token.seat != GHOST:
                new = hypothesis.copy()
                grammar.spend(new, "hidden", t, hole)
                new.set_down(token, hole)
                yield new


def _strays(hypothesis: Hypothesis, made: Made) -> int:
    """The mask of ghosts in holes that the play neither fills nor sends a marble to."""
    starts = hypothesis.turn.ground.starts
    home = sum([starts[seat] for seat in set(made.sent)])
    return hypothesis.ghosts & ~made.occupied & ~home


def _without_a_play(grammar: Grammar, hypothesis: Hypothesis, t: float) -> Iterator[Hypothesis]:
    """The hypotheses without a play in which the sensors of ghosts, or of a lifted marble, are faulty."""
    if hypothesis.ghosts:
        new = hypothesis.copy()
        for hole in bits.holes(hypothesis.ghosts):
            grammar.spend(new, "faulty_shown", t, hole)
        if not hypothesis.hand:
            grammar.spend(new, "one_more", t)
        new.suspected, new.ghosts = new.suspected | hypothesis.ghosts, 0
        yield new
    for token in hypothesis.hand:
        free = not (hypothesis.full | hypothesis.ghosts) >> token.origin & 1
        if token.due == NOWHERE and token.seat != GHOST and free and t - token.since > LONG:
            new = hypothesis.copy()
            grammar.spend(new, "faulty", t, token.origin)
            new.set_down(token, token.origin)
            new.suspected |= 1 << token.origin
            yield new


def _not_there(hypothesis: Hypothesis, made: Made, *, suspect: bool) -> list[int]:
    """Masks of START holes that read full but must be empty after the play; [] if the play is impossible."""
    ground = hypothesis.turn.ground
    choices = [0]
    for seat in ground.table.seats:
        there = hypothesis.colours[seat] & ground.starts[seat]
        more = there.bit_count() - made.in_start[seat]
        if more <= 0:
            continue
        known = there & hypothesis.suspected
        if known.bit_count() >= more:
            choices = [choice | mask_of(list(bits.holes(known))[:more]) for choice in choices]
        elif more == 1 and suspect:
            choices = [choice | 1 << hole for choice in choices for hole in bits.holes(there)]
        else:
            return []
    return choices


def _made_unseen(
    grammar: Grammar, hypothesis: Hypothesis, made: Made, holes: tuple[int, int, int], t: float
) -> Hypothesis | None:
    """The hypothesis with the play `made`, which not all sensors show; None if that is impossible.

    `holes`: masks of the holes to suspect, of suspected holes that hide the play, and of `_not_there`.
    """
    turn = hypothesis.turn
    ground = turn.ground
    suspects, hidden, gone = holes
    suspects |= gone & ~hypothesis.suspected
    colours, hand = list(hypothesis.colours), list(hypothesis.hand)
    ghosts = hypothesis.ghosts
    if not suspects and not hidden:
        suspects = ghosts & ground.ring_and_lane
    for seat in ground.table.seats:
        there = (hypothesis.colours[seat] | ghosts) & ground.starts[seat] & ~gone
        colours[seat] = made.masks[seat] | there
        up = ground.table.per_seat - colours[seat].bit_count()
        if not _hold(hand, seat, up, made, turn.number, t):
            return None
    if not suspects and not hidden:
        return None
    new = hypothesis.copy()
    shown = bool(ghosts)
    for hole in bits.holes(suspects):
        grammar.spend(new, "faulty_shown" if shown else "faulty", t, hole)
    if shown and not hypothesis.hand:
        grammar.spend(new, "one_more", t)
    for hole in bits.holes(hidden):
        grammar.spend(new, "hidden", t, hole)
    grammar.spend(new, "played", t)
    grammar.spend(new, "choice", t, times=turn.plays.surprise)
    if made.loses_ground and turn.plays.gains:
        grammar.spend(new, "setback", t)
    new.suspected |= suspects
    new.colours, new.hand, new.ghosts = tuple(colours), tuple(hand), 0
    new.turn, new.barred = turn.after(made), 0
    take_waiting(new)
    return new


def _hold(hand: list[Token], seat: int, up: int, made: Made, number: int, t: float) -> bool:
    """Let `hand` hold `up` marbles of the seat; return whether unseen moves can explain it."""
    own = sorted([token for token in hand if token.seat == seat], key=lambda token: token.due != NOWHERE)
    for token in own[: max(0, len(own) - up)]:
        hand.remove(token)
    kept = [token for token in hand if token.seat == seat]
    for token in kept:
        if token.due == NOWHERE and seat in made.sent:
            hand[hand.index(token)] = token._replace(due=START, by=number)
    missing = up - len(kept)
    if not 0 <= missing <= made.sent.count(seat) + (made.absent != 0):
        return False
    origin = next(iter(bits.holes(made.recoloured)), 0)
    hand += [Token(seat, origin, t, START, number)] * missing
    hand[:] = [token for token in hand if token.seat != GHOST]
    return True
