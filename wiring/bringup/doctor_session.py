"""A run of `jokerboard doctor`: watch the empty board, then ask a person about lights and sensors.

On a real board the answers come from the terminal and the sensors. On a simulated board, faults are injected
first, and a simulated person answers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median_low

from engine.geometry import Hole
from firmware_bridge.facts import Calibration
from hardware.clock import Clock, LoopClock
from hardware.errors import DeviceLost
from hardware.ports import AnalogBank, DeviceState, HardwareEvent, LightStrip, SensorBank, SensorEdge
from jokerboard.host.errors import UsageError
from wiring.bringup.computer_checks import Finding
from wiring.bringup.diagnosis import findings, known, load, save
from wiring.bringup.hole_check import Answers, HoleCheck
from wiring.bringup.remedies import remedies
from wiring.bringup.simulated_people import FAULTS, FaultyBoard
from wiring.bringup.terminal import Keyboard, write_line
from wiring.description import Description
from wiring.devices import open_devices

RESTLESS = 3
"""The number of edges from which a channel counts as restless on a board that nobody touches."""


class EmptyBoardWatch:
    """Collects the events and readings of an empty board's sensors.

    It finds sensors that report a marble, flicker, have drifted, or do not answer.
    """

    def __init__(self, board: Description, levels: tuple[bool, ...]) -> None:
        """`levels`: the level of each channel at the start."""
        self._board, self._tied = board, board.tied_channels
        self._levels = list(levels)
        self._edges: Counter[int] = Counter()
        self._lost: list[str] = []
        self.is_lost = False
        """Whether the sensors have stopped answering."""
        self._readings: list[tuple[int, ...]] = []

    def receive(self, event: HardwareEvent) -> None:
        """Take an event of the sensors."""
        if isinstance(event, SensorEdge):
            self._levels[event.channel] = event.on
            self._edges[event.channel] += 1
        elif isinstance(event, DeviceState) and event.ok:
            self.is_lost = False
        elif isinstance(event, DeviceState):
            self.lost(event.text)

    def lost(self, text: str) -> None:
        """Note that the sensors do not answer; `text` has the reason."""
        self._lost.append(text)
        self.is_lost = True

    def measured(self, readings: tuple[int, ...]) -> None:
        """Take one reading of each analog channel."""
        self._readings.append(readings)

    @property
    def levels(self) -> tuple[bool, ...]:
        """The present level of each channel."""
        return tuple(self._levels)

    @property
    def suspects(self) -> frozenset[int]:
        """The channels that are on or restless; channels of modules without a sensor are left out."""
        restless = {channel for channel, changes in self._edges.items() if changes >= RESTLESS}
        held = {channel for channel, on in enumerate(self._levels) if on}
        return frozenset((restless | held) - self._tied)

    def findings(self) -> Iterator[Finding]:
        """The faults: lost sensors, each channel in order, then a missing calibration, drift and noise."""
        for text in dict.fromkeys(self._lost):
            yield Finding(text, "the sensors can be checked only when they answer")
        words = remedies(self._board)
        for channel, on in enumerate(self._levels):
            if channel in self._tied:
                continue
            name = self._name(channel)
            if self._edges[channel] >= RESTLESS:
                yield Finding(f"{name} is restless ({self._edges[channel]} changes)", words.restless(channel))
            elif on:
                yield Finding(
                    f"{name} reports a marble on the empty board",
                    f"{words.held(channel)}, then jokerboard setup FILE{self._redo(channel)}",
                )

        if self._board.analog and not self._board.calibration:
            yield Finding(
                "the analog sensors are not calibrated", "jokerboard setup FILE measures each of them"
            )
        for channel, wanted in enumerate(self._board.calibration if self._readings else ()):
            if wanted is not None and channel not in self.suspects:
                yield from self._off(channel, wanted)

    def _off(self, channel: int, wanted: Calibration) -> Iterator[Finding]:
        """A finding if an analog channel without edges has drifted from its baseline, or is noisy."""
        readings = [each[channel] for each in self._readings]
        away, noise = abs(median_low(readings) - wanted.baseline), max(readings) - min(readings)
        if away > wanted.threshold // 2:
            yield Finding(
                f"{self._name(channel)} reads {away} of 65536 away from its reading without a marble",
                "look for a magnet or iron nearby, and for a marble that is not quite out; if there is none,"
                f" measure the sensor again: jokerboard setup FILE{self._redo(channel)}",
            )
        elif noise > wanted.hysteresis:
            yield Finding(
                f"the reading of {self._name(channel)} varies by {noise} of 65536",
                "give its chip 100 nF, keep its wire away from the LEDs' supply, and look for a loose wire",
            )

    def _redo(self, channel: int) -> str:
        hole = self._board.channels[channel]
        return "" if hole is None else f" --redo {self._board.names.name(hole)}"

    def _name(self, channel: int) -> str:
        hole = self._board.channels[channel]
        where = "no hole" if hole is None else self._board.names.name(hole)
        return f"the sensor of {where} (channel {channel})"


LOOKS = 20
"""The number of times that each analog sensor is read while the empty board is watched."""


class DoctorSession:
    """The diagnosis of one board."""

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
        """`seconds`: how long the empty board is watched; `lights` and `sensors`: the holes to ask about.

        `again`: the holes whose earlier answers, kept in the file `path`, are dropped; None drops all.
        """
        self._board, self.path, self._seconds = board, path, seconds
        self._lights, self._sensors = lights, sensors
        self._answers = Answers() if again is None else load(board, path)
        for hole in again or ():
            self._answers.lights.pop(hole, None)
            self._answers.sensors.pop(hole, None)
        self.left = False
        """Whether the person left before the last question."""

    async def at_the_board(self) -> list[Finding]:
        """Diagnose a real board; return the findings."""
        clock = LoopClock(asyncio.get_running_loop())
        sensors, strip, _ = open_devices(self._board, clock)
        listener = SensorListener(self._board, sensors)
        try:
            write_line(f"Watching the empty board for {self._seconds:g} s; do not touch it.")
            sensors.start(listener.receive)
            for _ in range(LOOKS):
                await asyncio.sleep(self._seconds / LOOKS)
                listener.measure()
            found = [*known(self._board), *listener.watch.findings()]
            check = self._check(listener, clock, strip, write_line)
            if check is not None:
                async with Keyboard() as keyboard:
                    await keyboard.talk(check)
            return found + self._diagnosis(check)
        finally:
            strip.close()
            sensors.close()

    def on_the_twin(self, crossed: int | None, faults: Sequence[str]) -> list[Finding]:
        """Diagnose a simulated board with `faults`, each as KIND or KIND:HOLE; return the findings.

        `crossed` is the seed of crossed wires; None: wires as described.
        """
        simulated = FaultyBoard(self._board, crossed=crossed, seed=crossed or 0)
        listener = SensorListener(self._board, simulated.bank)
        simulated.bank.start(listener.receive)
        for fault in faults:
            kind, _, name = fault.partition(":")
            if kind not in FAULTS:
                raise UsageError(
                    f"{fault!r} is no fault: write KIND or KIND:HOLE; KIND is one of {', '.join(FAULTS)}"
                )
            simulated.fail(kind, self._board.names.hole(name or "A0"))
        for _ in range(LOOKS):
            simulated.wait(self._seconds / LOOKS)
            listener.measure()
        found = [*known(self._board), *listener.watch.findings()]
        lines: list[str] = []
        check = self._check(listener, simulated.clock, simulated.strip, lines.append)
        while check is not None and not check.over:
            simulated.answer(check, lines)
        return found + self._diagnosis(check)

    def _check(
        self, listener: SensorListener, clock: Clock, strip: LightStrip, write_line: Callable[[str], None]
    ) -> HoleCheck | None:
        """The check of the lights and sensors to ask about; None without any.

        Sensors that the watch found to be faulty are left out.
        """
        board = self._board
        suspects = listener.watch.suspects
        sensors = [hole for hole in self._sensors if board.channels.index(hole) not in suspects]
        sensors = [] if listener.watch.is_lost else sensors
        if not self._lights and not sensors:
            return None

        def keep(answers: Answers) -> None:
            save(board, answers, self.path)

        listener.check = HoleCheck(
            board,
            self._answers,
            clock,
            strip,
            listener.watch.levels,
            lights=self._lights,
            sensors=sensors,
            write_line=write_line,
            keep=keep,
            strength=listener.strength,
            deaf=suspects,
        )
        return listener.check

    def _diagnosis(self, check: HoleCheck | None) -> list[Finding]:
        if check is None:
            return []
        self.left = check.question is not None
        lost = "the check can go on only when this device answers"
        return [
            *(Finding(text, lost) for text in dict.fromkeys(check.troubles)),
            *findings(self._board, self._answers),
        ]


class SensorListener:
    """Passes the sensors' events to the watch while the board is empty, and later to the check."""

    def __init__(self, board: Description, sensors: SensorBank) -> None:
        self._board = board
        self._analog = sensors if board.analog and isinstance(sensors, AnalogBank) else None
        self.watch: EmptyBoardWatch = EmptyBoardWatch(board, sensors.snapshot())
        self.check: HoleCheck | None = None

    def receive(self, event: HardwareEvent) -> None:
        """Take an event of the sensors."""
        (self.watch if self.check is None else self.check).receive(event)

    def measure(self) -> None:
        """Read every analog sensor once, for the watch; do nothing on a board without analog sensors."""
        if self._analog is not None:
            try:
                self.watch.measured(self._analog.readings())
            except DeviceLost as error:
                self.watch.lost(str(error))

    def strength(self, channel: int) -> float | None:
        """The present change of an analog channel's reading, as a multiple of its threshold.

        None if the channel has no calibration or is not analog.
        """
        wanted = self._board.calibration[channel] if self._board.calibration else None
        if self._analog is None or wanted is None:
            return None
        return abs(self._analog.readings()[channel] - wanted.baseline) / wanted.threshold
