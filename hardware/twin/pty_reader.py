"""Simulated card readers on a serial line: a pseudo-terminal that sends a reader's bytes."""

from __future__ import annotations

import os
import pty
import tty
from collections.abc import Callable
from pathlib import Path

from hardware.clock import Clock
from hardware.twin.cards import REPEAT


class PtyReader:
    """A simulated reader on a pseudo-terminal; `path` is a link to the terminal, as in /dev/serial/by-id.

    While a card lies on the reader, its frame is sent every `repeat` seconds; None: once, when it is laid.
    """

    def __init__(
        self, path: Path, clock: Clock, frame: Callable[[str], bytes], *, repeat: float | None = REPEAT
    ) -> None:
        self._path, self._clock, self._frame, self._repeat = path, clock, frame, repeat
        self._laid: str | None = None
        self._round = 0
        self._garble = 0
        self._wire: int | None = None
        self.cable: int | None = None
        """The file of the computer's end, kept open so that sent bytes wait there; None if unplugged."""
        self.plug_in()

    def lay(self, tag: str) -> None:
        """Lay a card on the reader, over any card already there."""
        self._laid = tag
        self._round += 1
        self._send(self._round)

    def take_off(self) -> None:
        """Take the card away."""
        self._laid = None
        self._round += 1

    def garble(self, reads: int) -> None:
        """Corrupt one character in each of the next `reads` frames."""
        self._garble += reads

    def ghost(self, tag: str) -> None:
        """Send one valid frame of a tag that is not there, as an RDM6300 sometimes does."""
        self.send(self._frame(tag))

    def send(self, data: bytes) -> None:
        """Send `data` to the computer, unless the reader is unplugged."""
        if self._wire is not None:
            os.write(self._wire, data)

    def plug_in(self) -> None:
        """Plug the reader in: like a USB adapter, it gets a new terminal behind the same link."""
        self._wire, self.cable = pty.openpty()
        tty.setraw(self.cable)
        link = self._path.with_name(self._path.name + ".new")
        link.symlink_to(os.ttyname(self.cable))
        link.replace(self._path)

    def unplug(self) -> None:
        """Pull the cable: the link vanishes, and programs that have the port open get errors."""
        if self._wire is not None and self.cable is not None:
            self._path.unlink()
            os.close(self._wire)
            os.close(self.cable)
            self._wire = self.cable = None

    def close(self) -> None:
        """Close the terminal and remove the link."""
        self.take_off()
        self.unplug()

    def _send(self, round_: int) -> None:
        if self._laid is None or round_ != self._round:
            return
        frame = bytearray(self._frame(self._laid))
        if self._garble:
            self._garble -= 1
            frame[3] ^= 0x80
        self.send(bytes(frame))
        if self._repeat is not None:
            self._clock.call_at(self._clock.now() + self._repeat, lambda: self._send(round_))
