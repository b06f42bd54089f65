"""Mistakes and their correction: people carry a marble wrongly, the table objects, its lights lead back."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from engine.play import Leg, Play
from engine.table import Table
from jokerboard.simulation.people.carry_steps import Lift, Place
from jokerboard.simulation.people.chance import Chance
from jokerboard.simulation.people.hand import Hand
from jokerboard.simulation.people.observation import Observation
from jokerboard.simulation.people.script import Until, Wait
from jokerboard.simulation.people.wrong_moves import Mistake, mistake

FLAGGED_WITHIN = 4.0
"""The most seconds that people wait for the alarm after an illegal move; the table takes 1.8."""
LOOKS = 60
"""The most corrections in a row, after which people give up."""

Flow: TypeAlias = Generator[Wait, bool, bool]
"""A part of a script that returns whether it succeeded."""
Steps: TypeAlias = Generator[Wait, bool, None]
"""A part of a script that returns nothing."""


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
        told = eyes.corrected
        lifted = self._hand.do(Lift(wrong.seat, wrong.source), chance)
        yield from self._wait(chance.seconds(0.3, 1.2))
        if not lifted or not self._hand.do(Place(wrong.seat, wrong.target), chance):
            yield from self.set_right()
            return True
        if (yield Until(lambda: eyes.corrected != told or eyes.n != n, FLAGGED_WITHIN)) and eyes.n == n:
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
