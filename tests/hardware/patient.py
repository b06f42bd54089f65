"""Benches with virtual time over real pseudo-terminals: time advances only after sent bytes have arrived."""

from __future__ import annotations

import array
import fcntl
import select
import termios

from hardware.clock import VirtualClock
from hardware.ports import HardwareEvent
from hardware.serial_reader import SerialCardReader
from hardware.twin.pty_reader import PtyReader

PATIENCE = 5.0
"""The most seconds to wait for bytes on a pseudo-terminal; a very busy machine is slow."""


class Patient(PtyReader):
    """A simulated reader that waits until its bytes have arrived at the computer's end."""

    def send(self, data: bytes) -> None:
        if self.cable is not None:
            before = waiting(self.cable)
            super().send(data)
            arrived(self.cable, before + len(data))


class ReaderBench:
    """A ReaderRig in virtual time, with a reader on a pseudo-terminal."""

    settled = 1.6

    def __init__(
        self, clock: VirtualClock, far: Patient, reader: SerialCardReader, tags: tuple[str, str]
    ) -> None:
        self.clock, self.reader, self.tags = clock, reader, tags
        self.events: list[HardwareEvent] = []
        self.lay, self.take_off, self.garble = far.lay, far.take_off, far.garble
        self.unplug, self.replug = far.unplug, far.plug_in
        self._far = far

    def wait(self, seconds: float) -> None:
        self.clock.run_until(self.clock.now() + seconds)

    def close(self) -> None:
        self.reader.close()
        self._far.close()


def waiting(end: int) -> int:
    """The number of bytes that wait at this end of the line."""
    count = array.array("i", [0])
    fcntl.ioctl(end, termios.FIONREAD, count)
    return count[0]


def arrived(end: int, count: int) -> None:
    """Wait until `count` bytes have arrived at this end of the line."""
    while waiting(end) < count:
        assert select.select([end], [], [], PATIENCE)[0], "the line lost bytes"
