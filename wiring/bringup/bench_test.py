"""The bench test before drilling: each of five sensors in a row must sense only its own marble or peg.

Five sensors on the first plug are under a strip of the wood that the board will have, at the board's pitch. A
person places or takes pieces (marbles or pegs) step by step, and after each step the sensors are watched for
a second. The test finds a magnet that lies down beside a neighbour, a neighbour that is sensed in an empty
seat, and a sensor that flickers. The test takes an evening; without it, a mistake may cost a drilled board.
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
"""Seconds for which the sensors are watched after each step."""

RESTLESS = 2
"""The number of changes of a sensor within `MEASURED` seconds that count as flicker."""


class Step(NamedTuple):
    """An instruction of the bench test, and for each of the five seats whether it is full afterwards."""

    do: str
    full: tuple[bool, ...]


def _full(seats: str) -> tuple[bool, ...]:
    return tuple(str(seat) in seats for seat in range(1, SEATS + 1))


STEPS = (
    Step("Take all five pieces away.", _full("")),
    *(
        Step(f"Put a piece into seat {seat} and leave the other seats empty.", _full(str(seat)))
        for seat in range(1, SEATS + 1)
    ),
    *(
        Step(f"{what} (Round {number} of {ROUNDS}.)", full)
        for number in range(1, ROUNDS + 1)
        for what, full in (
            ("Roll or turn all five pieces in your hand, then put them into the five seats.", _full("12345")),
            ("Take the piece out of seat 3.", _full("1245")),
            ("Put the piece back into seat 3 another way up.", _full("12345")),
            ("Take the pieces out of seats 2 and 4.", _full("135")),
        )
    ),
)


class BenchTest:
    """A bench test: `receive` takes the sensors' events, `typed` takes the person's lines, `write_line` shows
    texts.
    """

    def __init__(
        self,
        clock: Clock,
        levels: tuple[bool, ...],
        write_line: Callable[[str], None],
        steps: tuple[Step, ...] = STEPS,
    ) -> None:
        """`levels`: the present level of each channel; the first five channels are the seats."""
        self._clock, self._write_line, self._steps = clock, write_line, steps
        self._levels = list(levels[:SEATS])
        self._edges: Counter[int] = Counter()
        self._done = 0
        self._measuring = False
        self._wrong: Counter[str] = Counter()
        self.trouble: str | None = None
        """The message of the sensor bank if it was lost; else None."""
        self.over = False
        write_line("Do what is asked, then press Enter and keep your hands off for a second. q leaves.")
        self._ask()

    @property
    def step(self) -> Step | None:
        """The present step; None if all steps are done."""
        return self._steps[self._done] if self._done < len(self._steps) else None

    @property
    def passed(self) -> bool:
        """Whether every step was done without a fault."""
        return self.step is None and not self._wrong and self.trouble is None

    def receive(self, event: HardwareEvent) -> None:
        """Take an event of the sensors."""
        if isinstance(event, SensorEdge) and event.channel < SEATS:
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
        elif isinstance(event, DeviceState) and not event.ok:
            self._write_line(f"{event.text}.")
            self.trouble, self.over = event.text, True

    def typed(self, line: str) -> None:
        """Take a typed line: `q` ends the test, any other line means that the step is done."""
        if line.strip() == "q":
            self.over = True
        elif not self._measuring and not self.over:
            self._measuring = True
            self._edges.clear()
            self._clock.call_at(self._clock.now() + MEASURED, self._measured)

    def findings(self) -> tuple[str, ...]:
        """A sentence for each fault, with its remedy and how often it occurred, the most frequent first."""
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
                f"the sensor of {name} is on although the seat is empty, because it senses the neighbours:"
                " take a larger pitch, a smaller magnet, or a less sensitive sensor"
            )
        if beside:
            return (
                f"the piece in {name} is not sensed beside a neighbour, because its magnet lies down: take"
                " pegs, or marbles that right themselves (weighted)"
            )
        return (
            f"the piece in {name} is not sensed: take less wood above the sensor or a larger magnet, or turn"
            " the other pole down or the sensor's marked face up"
        )

    def _ask(self) -> None:
        step = self.step
        if step is None:
            self.over = True
            return
        self._write_line(f"[{self._done + 1}/{len(self._steps)}] {step.do}")
