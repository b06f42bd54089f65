"""Calibrate a board with analog sensors over the link: read sensors, and read or write calibrations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from firmware_bridge.errors import LinkError
from firmware_bridge.events import Answer
from firmware_bridge.facts import Calibration, unpack_readings
from firmware_bridge.messages import Op, Status

READINGS_A_COMMAND = 56
CALIBRATIONS_A_COMMAND = 18
WRITES_A_COMMAND = 8

WEAKEST = 1500
"""The smallest change of a reading, out of 65536, that distinguishes a marble from noise."""


class Asks(Protocol):
    """Sends commands to a board: a BoardLink, or a driver built on a BoardLink."""

    @property
    def path(self) -> str:
        """The board's name in error messages."""
        ...

    def ask(self, op: int, args: bytes = b"", timeout: float = 2.0) -> Answer:
        """Send a command and wait for the answer; raise LinkError if none comes."""
        ...


def calibrated(baseline: int, strength: int) -> Calibration:
    """The calibration of a channel that reads `baseline` when empty and that a marble changes by `strength`.

    The threshold is half of `strength`, or of `WEAKEST` if that is more; the hysteresis is a third of it.
    """
    threshold = max(strength, WEAKEST) // 2
    return Calibration(baseline, threshold, threshold // 3)


def measure(link: Asks, channels: int) -> tuple[int, ...]:
    """The present reading of each channel, 0 to 65535; raise LinkError if the board refuses or is silent."""
    readings: tuple[int, ...] = ()
    for first in range(0, channels, READINGS_A_COMMAND):
        readings += unpack_readings(_ask(link, Op.MEASURE, first, min(READINGS_A_COMMAND, channels - first)))
    return readings


def read(link: Asks, channels: int) -> tuple[Calibration, ...]:
    """The calibration that the board uses for each channel; raise LinkError if it refuses or is silent."""
    found: tuple[Calibration, ...] = ()
    for first in range(0, channels, CALIBRATIONS_A_COMMAND):
        data = _ask(link, Op.CAL_READ, first, min(CALIBRATIONS_A_COMMAND, channels - first))
        found += Calibration.unpack_all(data)
    return found


def write(link: Asks, calibrations: Sequence[Calibration]) -> None:
    """Let the board use and store a calibration, one for each channel; raise LinkError on failure."""
    for first in range(0, len(calibrations), WRITES_A_COMMAND):
        some = b"".join(c.pack() for c in calibrations[first : first + WRITES_A_COMMAND])
        _answer(link, Op.CAL_WRITE, first.to_bytes(2, "little") + some)
    _answer(link, Op.CAL_SAVE, b"")


def _ask(link: Asks, op: Op, first: int, count: int) -> bytes:
    return _answer(link, op, first.to_bytes(2, "little") + bytes([count]))


def _answer(link: Asks, op: Op, args: bytes) -> bytes:
    answer = link.ask(op, args)
    if answer.status != Status.OK:
        digital = answer.status == Status.NOT_HERE
        why = "its sensors are not analog" if digital else f"status {answer.status}"
        raise LinkError(f"the board at {link.path} refuses {op.name}: {why}")
    return answer.data
