"""The doctor at a board: it is watched while it lies there empty, then somebody is asked about it.

On a real board the answers come from the terminal and the sensors; on a simulated one somebody simulated
gives them, and faults are injected first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.geometry import Hole
from hardware.analog import AnalogBank
from hardware.clock import Clock, LoopClock
from hardware.errors import DeviceLost
from hardware.ports import HardwareEvent, LightStrip, SensorBank
from host.errors import UsageError
from wiring.bringup.diagnosis import findings, known, load, save
from wiring.bringup.exam import Answers, Exam
from wiring.bringup.machine import Finding
from wiring.bringup.patient import FAULTS, Patient
from wiring.bringup.terminal import Keyboard, say
from wiring.bringup.watch import Watch
from wiring.description import Description
from wiring.devices import open_devices

LOOKS = 20
"""Readings of an analog board while it is watched."""


class Consultation:
    """One look at one board: watched for a while when empty, then asked about with somebody there."""

    def __init__(
        self,
        board: Description,
        path: Path,
        *,
        seconds: float,
        lights: Sequence[Hole],
        sensors: Sequence[Hole],
        again: Sequence[Hole] | None,
    ) -> None:
        """What to ask about; `again`: holes whose earlier answers in `path` do not count, None for all."""
        self._board, self.path, self._seconds = board, path, seconds
        self._lights, self._sensors = lights, sensors
        self._answers = Answers() if again is None else load(board, path)
        for hole in again or ():
            self._answers.lights.pop(hole, None)
            self._answers.sensors.pop(hole, None)
        self.left = False
        """Whether somebody left before the last question."""

    async def at_the_board(self) -> list[Finding]:
        """A real board."""
        clock = LoopClock(asyncio.get_running_loop())
        sensors, strip = open_devices(self._board, clock)
        ears = Ears(self._board, sensors)
        try:
            say(f"Watching the empty board for {self._seconds:g} s; do not touch it.")
            sensors.start(ears.hear)
            for _ in range(LOOKS):
                await asyncio.sleep(self._seconds / LOOKS)
                ears.measure()
            found = [*known(self._board), *ears.watch.findings()]
            exam = self._exam(ears, clock, strip, say)
            if exam is not None:
                async with Keyboard() as keyboard:
                    await keyboard.talk(exam)
            return found + self._diagnosis(exam)
        finally:
            strip.close()
            sensors.close()

    def on_the_twin(self, crossed: int | None, faults: Sequence[str]) -> list[Finding]:
        """A simulated one, its wires crossed by a seed, with `faults` as KIND or KIND:HOLE."""
        patient = Patient(self._board, crossed=crossed, seed=crossed or 0)
        ears = Ears(self._board, patient.bank)
        patient.bank.start(ears.hear)
        for fault in faults:
            kind, _, name = fault.partition(":")
            if kind not in FAULTS:
                raise UsageError(
                    f"a fault is KIND or KIND:HOLE, the kinds {', '.join(FAULTS)}; not {fault!r}"
                )
            patient.fail(kind, self._board.names.hole(name or "A0"))
        for _ in range(LOOKS):
            patient.wait(self._seconds / LOOKS)
            ears.measure()
        found = [*known(self._board), *ears.watch.findings()]
        said: list[str] = []
        exam = self._exam(ears, patient.clock, patient.strip, said.append)
        while exam is not None and not exam.over:
            patient.answer(exam, said)
        return found + self._diagnosis(exam)

    def _exam(self, ears: Ears, clock: Clock, strip: LightStrip, say: Callable[[str], None]) -> Exam | None:
        """What is to be asked; sensors that are known to be bad already are not."""
        board = self._board
        suspects = ears.watch.suspects
        sensors = [hole for hole in self._sensors if board.channels.index(hole) not in suspects]
        sensors = [] if ears.watch.is_lost else sensors
        if not self._lights and not sensors:
            return None

        def keep(answers: Answers) -> None:
            save(board, answers, self.path)

        ears.exam = Exam(
            board,
            self._answers,
            clock,
            strip,
            ears.watch.levels,
            lights=self._lights,
            sensors=sensors,
            say=say,
            keep=keep,
            strength=ears.strength,
            deaf=suspects,
        )
        return ears.exam

    def _diagnosis(self, exam: Exam | None) -> list[Finding]:
        if exam is None:
            return []
        self.left = exam.question is not None
        lost = "until it answers nothing else can be said of it"
        return [
            *(Finding(text, lost) for text in dict.fromkeys(exam.troubles)),
            *findings(self._board, self._answers),
        ]


class Ears:
    """Where a board's events go: to the watch while it lies there empty, then to the exam."""

    def __init__(self, board: Description, sensors: SensorBank) -> None:
        self._board = board
        self._analog = sensors if board.analog and isinstance(sensors, AnalogBank) else None
        self.watch: Watch = Watch(board, sensors.snapshot())
        self.exam: Exam | None = None

    def hear(self, event: HardwareEvent) -> None:
        """Something from the sensors."""
        (self.watch if self.exam is None else self.exam).heard(event)

    def measure(self) -> None:
        """One reading of every analog sensor."""
        if self._analog is not None:
            try:
                self.watch.measured(self._analog.readings())
            except DeviceLost as error:
                self.watch.lost(str(error))

    def strength(self, channel: int) -> float | None:
        """How much of its threshold the marble on an analog channel moves it by."""
        wanted = self._board.calibration[channel] if self._board.calibration else None
        if self._analog is None or wanted is None:
            return None
        return abs(self._analog.readings()[channel] - wanted.baseline) / wanted.threshold
