"""The bench test before drilling: check that each of five sensors in a row senses its own piece only.

Five sensors of the first plug sit under a strip of the wood that the board will have, at the board's pitch.
After each step that a person does, the sensors are measured for a second. So a magnet that lies down beside a
neighbour is found, a neighbour that is sensed in an empty seat, and a sensor that flickers. The test takes an
evening; without it, a mistake may cost a drilled board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hardware.clock import Clock
from hardware.ports import DeviceState, HardwareEvent, SensorEdge

SEATS = 5
ROUNDS = 3
MEASURED = 1.0
"""Seconds for which each step is measured."""

RESTLESS = 2
"""The number of changes within that time that count as flicker."""


class Step(NamedTuple):
    """An instruction about the five pieces, and the seats that are full once it is done."""

    do: str
    full: tuple[bool, ...]


def _full(seats: str) -> tuple[bool, ...]:
    return tuple(str(seat) in seats for seat in range(1, SEATS + 1))


STEPS = (
    Step("Take all five pieces away.", _full("")),
    *(
        Step(f"Put a piece into seat {seat} and leave the others empty.", _full(str(seat)))
        for seat in range(1, SEATS + 1)
    ),
    *(
        Step(f"{what} (Round {number} of {ROUNDS}.)", full)
        for number in range(1, ROUNDS + 1)
        for what, full in (
            ("Roll or turn all five pieces in your hand, then put them into the five seats.", _full("12345")),
            ("Take the piece out of seat 3.", _full("1245")),
            ("Put it back another way up.", _full("12345")),
            ("Take the pieces out of seats 2 and 4.", _full("135")),
        )
    ),
)


class BenchTest:
    """One bench test; `heard` takes the sensors' events, `typed` takes typed lines."""

    def __init__(
        self,
        clock: Clock,
        levels: tuple[bool, ...],
        say: Callable[[str], None],
        steps: tuple[Step, ...] = STEPS,
    ) -> None:
        """`levels`: the present levels; the first five channels are used."""
        self._clock, self._say, self._steps = clock, say, steps
        self._levels = list(levels[:SEATS])
        self._edges: Counter[int] = Counter()
        self._done = 0
        self._measuring = False
        self._wrong: Counter[str] = Counter()
        self.trouble: str | None = None
        """The sensors' own message if they stopped answering; else None."""
        self.over = False
        say("Do what is asked, then press Enter and keep your hands off for a second. q leaves.")
        self._ask()

    @property
    def step(self) -> Step | None:
        """The present step; None if all steps are done."""
        return self._steps[self._done] if self._done < len(self._steps) else None

    @property
    def passed(self) -> bool:
        """Whether every step was done and no fault was found."""
        return self.step is None and not self._wrong and self.trouble is None

    def heard(self, event: HardwareEvent) -> None:
        """Take an event of the sensors."""
        if isinstance(event, SensorEdge) and event.channel < SEATS:
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
        elif isinstance(event, DeviceState) and not event.ok:
            self._say(f"{event.text}.")
            self.trouble, self.over = event.text, True

    def typed(self, line: str) -> None:
        """Take a typed line: an empty one means that the step is done, `q` leaves."""
        if line.strip() == "q":
            self.over = True
        elif not self._measuring and not self.over:
            self._measuring = True
            self._edges.clear()
            self._clock.call_at(self._clock.now() + MEASURED, self._measured)

    def findings(self) -> tuple[str, ...]:
        """The faults with their remedies, the most frequent first."""
        return tuple(f"{text} ({count} times)" for text, count in self._wrong.most_common())

    def _measured(self) -> None:
        step = self.step
        if self.over or step is None:
            return
        self._measuring = False
        for seat, full in enumerate(step.full):
            if self._edges[seat] >= RESTLESS:
                self._wrong[
                    f"the sensor of seat {seat + 1} flickers: a loose wire, no pull-up, or a weak field"
                ] += 1
            elif self._levels[seat] != full:
                self._wrong[self._fault(seat, step)] += 1
        self._done += 1
        self._ask()

    def _fault(self, seat: int, step: Step) -> str:
        beside = any(step.full[at] for at in (seat - 1, seat + 1) if 0 <= at < SEATS)
        name = f"seat {seat + 1}"
        if not step.full[seat]:
            return (
                f"{name} is felt although it is empty: its neighbours reach it; more pitch, a smaller magnet,"
                " or a less sensitive sensor"
            )
        if beside:
            return (
                f"the piece in {name} is not felt beside a neighbour: its magnet lies down; take pegs, or"
                " marbles that right themselves (weighted)"
            )
        return (
            f"the piece in {name} is not felt: less wood above the sensor, a larger magnet, the other pole"
            " down, or the sensor's marked face up"
        )

    def _ask(self) -> None:
        step = self.step
        if step is None:
            self.over = True
            return
        self._say(f"[{self._done + 1}/{len(self._steps)}] {step.do}")
