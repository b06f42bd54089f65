"""Mistakes and their correction: people carry a marble wrongly, the table objects, its lights lead back.

A mistake is one marble carried to an empty hole such that it is not a play of the laid card: miscounted, in
the wrong direction, past a marble of the same seat, or another seat's marble. The code is not predicted: that
is the referee's task.

People follow the lights one thing at a time. Where lights are missing, people correct from memory, and that
is counted, because a table's lights must suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import RANKS, Rank
from engine.errors import EngineError
from engine.geometry import Hole, Seat
from engine.legal import apply, legal
from engine.play import Leg, Play
from engine.position import Marbles, Position
from engine.table import Table
from jokerboard.simulation.people.choice_of_play import Chance
from jokerboard.simulation.people.eyes_and_hands import Hand, Lift, Observation, Place
from jokerboard.simulation.people.script import Pause, Script, Until, Wait

_JOKERS_WALK = 5
"""The holes by which people move a marble who believe that a Joker counts like a 5."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A marble of `seat` carried wrongly; `source` None means START, `kind` is only for reports."""

    kind: str
    seat: Seat
    source: Hole | None
    target: Hole


def mistake(
    table: Table, position: Position, rank: Rank, chance: Chance, *, card_seen: bool = True
) -> Mistake | None:
    """A random wrong move with a card of `rank`, each kind equally likely; None if there is none.

    Where no card is seen, a move that any other card allows is not a mistake.
    """
    judged = rank if card_seen else None
    legal_results = {
        outcome.marbles
        for each in (RANKS if judged is None else (judged,))
        for outcome in legal(table, position, each)
    }
    by_kind: dict[str, list[Mistake]] = {}
    for each in _wrong(table, position, rank):
        by_kind.setdefault(each.kind, []).append(each)
    kinds = sorted(by_kind)
    while kinds:
        kind = chance.of(kinds)
        made = by_kind[kind]
        while made:
            each = chance.of(made)
            # If another play of the card leads to the same board, it is no mistake.
            if _result(position, each) not in legal_results:
                return each
            made.remove(each)
        kinds.remove(kind)
    return None


def _result(position: Position, made: Mistake) -> Marbles:
    before = position.marbles[made.seat] or ()
    after = tuple(sorted({*before, made.target} - {made.source}))
    return (*position.marbles[: made.seat], after, *position.marbles[made.seat + 1 :])


def _wrong(table: Table, position: Position, rank: Rank) -> Iterator[Mistake]:
    taken = {hole for holes in position.marbles for hole in holes or ()}
    own = table.helping(position)
    for each in _moves(table, position, rank, own):
        if each.target not in taken:
            yield each


def _moves(table: Table, position: Position, rank: Rank, own: tuple[Seat, ...]) -> Iterator[Mistake]:
    board = table.board
    steps = (*table.powers[rank].counts, _JOKERS_WALK)[0]
    for seat in position.seats:
        ring = [hole for hole in position.marbles[seat] or () if board.is_ring(hole)]
        for hole in ring:
            right = (hole + steps) % board.ring
            if seat not in own:
                yield Mistake("not own marble", seat, hole, right)
                continue
            way = {(hole + k * (1 if steps > 0 else -1)) % board.ring for k in range(1, abs(steps))}
            if way & set(ring):
                yield Mistake("past an own marble", seat, hole, right)
            yield Mistake("the wrong way", seat, hole, (hole - steps) % board.ring)
            for off in (-2, -1, 1, 2):
                yield Mistake("wrong count", seat, hole, (right + off) % board.ring)
        if seat in own and position.start_count(seat):
            yield Mistake("out of START", seat, None, board.come_out(seat))


FLAGGED_WITHIN = 4.0
"""The most seconds that people wait for the alarm after an illegal move; the table takes 1.8."""
LOOKS = 60
"""The most corrections in a row, after which people give up."""

Flow: TypeAlias = Generator[Wait, bool, bool]
"""A part of a script that returns whether it succeeded."""

Pauses: TypeAlias = Callable[[Chance], tuple[float, float]]
"""Returns seconds to read a question, and to hold the marble that answers it."""


def announced(
    table: Table, eyes: Observation, hand: Hand, play: Play, n: int, chance: Chance, pauses: Pauses
) -> Flow:
    """Wait until a play after play `n` is announced, or something wrong; return whether a play was.

    `play`: the play that was made, by which a question of the table is answered.
    """
    yield Until(lambda: eyes.n != n or eyes.something_wrong or eyes.asked, eyes.announced_within)
    if eyes.n == n and eyes.asked:
        yield from answer(table, eyes, hand, play, chance, pauses)
        yield Until(lambda: eyes.n != n, eyes.announced_within)
    return eyes.n != n


def answer(table: Table, eyes: Observation, hand: Hand, play: Play, chance: Chance, pauses: Pauses) -> Script:
    """Answer the table's question: lift and put back the marble that stands for `play`."""
    position, question = eyes.position, eyes.question
    assert question is not None
    wanted = _position_after(table, position, play)
    for candidate, hole in zip(question.candidates, question.touch, strict=False):
        if _position_after(table, position, candidate) == wanted and hole in eyes.marbles:
            seat = eyes.marbles[hole]
            read, hold = pauses(chance)
            yield Pause(read)
            if hand.do(Lift(seat, hole), chance):
                yield Pause(hold)
                hand.do(Place(seat, hole), chance)
            return


def _position_after(table: Table, position: Position, play: Play) -> Position | None:
    try:
        return apply(table, position, play)
    except EngineError:
        return None


class Corrector:
    """Makes mistakes and corrects them.

    `wait` lets people's time pass; `chance` gives each of their corrections its own random numbers.
    """

    def __init__(
        self,
        eyes: Observation,
        hand: Hand,
        wait: Callable[[float], Flow],
        chance: Callable[[int], Chance],
    ) -> None:
        self._view, self._hand = eyes, hand
        self._wait, self._chance = wait, chance
        self.tried = 0
        """The number of illegal moves attempted."""
        self.flagged = 0
        """The number of illegal moves that the table announced."""
        self.mended = 0
        """The number of illegal moves that were corrected by the lights alone."""
        self._from_memory = 0

    def err(
        self, table: Table, play: Play, chance: Chance, *, card_seen: bool, other: Leg | None = None
    ) -> Flow:
        """Carry one marble wrongly instead of `play`, wait for the alarm, and correct it by the lights.

        Return True if a mistake was possible and tried. `other`: a leg of another play to carry as the
        mistake.
        """
        eyes, n = self._view, self._view.n
        wrong: Mistake | None = None
        if other is not None and other.seat is not None:
            wrong = Mistake("another play", other.seat, other.source, other.target)
        else:
            wrong = mistake(table, eyes.position, play.card.rank, chance, card_seen=card_seen)
        if wrong is None or eyes.something_wrong:
            return False
        self.tried += 1
        corrections = eyes.corrected
        lifted = self._hand.do(Lift(wrong.seat, wrong.source), chance)
        yield from self._wait(chance.seconds(0.3, 1.2))
        if not lifted or not self._hand.do(Place(wrong.seat, wrong.target), chance):
            yield from self.set_right()
            return True
        if (
            yield Until(lambda: eyes.corrected != corrections or eyes.n != n, FLAGGED_WITHIN)
        ) and eyes.n == n:
            self.flagged += 1
            remembered = self._from_memory
            yield from self._wait(chance.seconds(0.4, 1.5))
            yield from self.set_right()
            self.mended += self._from_memory == remembered
        else:
            yield from self.set_right(by_lights_only=False)
        return True

    def set_right(self, by_lights_only: bool = True) -> Flow:
        """Correct one marble at a time: by the lights, or from memory where no light helps.

        Return True once nothing is wrong. Without `by_lights_only`, people look at the whole board once more,
        with no marble in a hand, before they stop.
        """
        eyes, hand, looked = self._view, self._hand, by_lights_only
        for again in range(LOOKS):
            if not (eyes.something_wrong or hand.held):
                if looked:
                    return True
                looked = True  # One last look at the whole board, with no marble in the hand.
            chance = self._chance(again)
            step = eyes.next_mend(hand.held)
            if step is None:
                # Lights follow hands a little later, so people wait for them before they correct from memory.
                yield Until(lambda: eyes.next_mend(hand.held) is not None, 0.3)
                step = eyes.next_mend(hand.held)
            if step is None:
                step = eyes.from_memory(hand.held)
                self._from_memory += step is not None
            if step is None:
                return not (yield Until(lambda: not eyes.something_wrong, eyes.announced_within))
            hand.do(step, chance)
            yield from self._wait(chance.seconds(0.3, 0.9))
        return False
