"""Watch an empty board, and find sensors that report a marble, flicker, have drifted, or do not answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import median_low

from firmware_bridge.facts import Calibration
from hardware.ports import DeviceState, HardwareEvent, SensorEdge
from wiring.bringup.computer_checks import Finding
from wiring.bringup.remedies import remedies
from wiring.description import Description

RESTLESS = 3
"""The number of edges from which a channel counts as restless on a board that nobody touches."""


class EmptyBoardWatch:
    """Collects the events and readings of an empty board's sensors; `findings` returns the faults."""

    def __init__(self, board: Description, levels: tuple[bool, ...]) -> None:
        """`levels`: the level of each channel at the start."""
        self._board, self._tied = board, board.tied_channels
        self._levels = list(levels)
        self._edges: Counter[int] = Counter()
        self._lost: list[str] = []
        self.is_lost = False
        """Whether the sensors have stopped answering."""
        self._readings: list[tuple[int, ...]] = []

    def heard(self, event: HardwareEvent) -> None:
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
        """The faults in the order of the channels."""
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
