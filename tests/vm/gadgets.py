"""Simulate USB devices in the machine: a Pico with the real firmware, a keyboard scanner, a serial reader.

`guest.sh with_gadgets` makes USB gadgets by configfs on ports of dummy_hcd, which the kernel enumerates like
real devices. This module is the device's side of them.
"""

from __future__ import annotations

import json
import os
import select
import sys
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from firmware_bridge.twin import PtyBoard
from hardware.parts.chain_watch import WATCHWORD
from wiring.description import Description

GADGETS = Path("/sys/kernel/config/usb_gadget")


class Plug:
    """The simulated cable of a USB gadget."""

    def __init__(self, name: str) -> None:
        self._udc = GADGETS / name / "UDC"
        self._port = self._udc.read_text().strip()

    def pull(self) -> None:
        """Unplug the gadget."""
        self._udc.write_text("\n")

    def push(self) -> None:
        """Plug the gadget in again at the same port."""
        self._udc.write_text(f"{self._port}\n")


class Pico:
    """The firmware on CPython, at the device's end of a USB serial port; it reads a simulated chain."""

    def __init__(self, board: Description, port: str = "/dev/ttyGS0") -> None:
        settings = json.loads(board.bank.settings(board))  # type: ignore[attr-defined]
        self._board = PtyBoard(interpreter=[sys.executable], **settings)
        self._port, self._shown = port, list[bool]()
        self._plug: Plug | None = None
        last = settings["channels"] - 8
        for bit in range(8):  # The last byte is the chip at the chain's end, whose inputs are tied.
            self._board.set_level(last + bit, not WATCHWORD >> bit & 1)
        threading.Thread(target=self._carry, daemon=True).start()

    def put(self, levels: list[bool]) -> None:
        """Set the levels of the chain's inputs."""
        for channel, on in enumerate(levels):
            if channel >= len(self._shown) or self._shown[channel] != on:
                self._board.set_level(channel, on)
        self._shown = list(levels)

    def lit(self) -> int:
        """The number of lit LEDs."""
        leds = self._board.leds()
        return sum(any(leds[at : at + 3]) for at in range(0, len(leds), 3))

    def pull(self) -> None:
        """Unplug the Pico, and end its firmware, which loses its power."""
        self._plug = Plug("pico")
        self._plug.pull()
        self._board.unplug()

    def push(self) -> None:
        """Plug the Pico in again."""
        self._board.plug()
        if self._plug is not None:
            self._plug.push()

    def _carry(self) -> None:
        """Carry bytes between firmware and port, both of which may disappear and return."""
        while True:
            with suppress(OSError):
                ends = []
                for path in (self._port, self._board.path):
                    ends.append(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
                    tty.setraw(ends[-1])
                try:
                    _carry_between(*ends)
                finally:
                    for end in ends:
                        os.close(end)
            time.sleep(0.2)


def _carry_between(left: int, right: int) -> None:
    """Carry bytes in both directions until one end disappears; then raise OSError."""
    while True:
        for ready in select.select([left, right], [], [])[0]:
            data = os.read(ready, 4096)
            if not data:
                raise OSError("the port is gone")
            with suppress(BlockingIOError):  # No program reads at the other end, so the bytes are lost.
                os.write(right if ready == left else left, data)


class HidKeyboard:
    """A scanner that is a USB keyboard: it sends the reports of a boot keyboard for each key."""

    KEYS: ClassVar = {
        **{chr(65 + at): 4 + at for at in range(26)},
        **{"1234567890"[at]: 30 + at for at in range(10)},
        "\n": 40,
    }
    SHIFT = 2

    def __init__(self, path: str = "/dev/hidg0") -> None:
        self._path, self._plug = path, Plug("scanner")

    def type(self, text: str) -> None:
        """Type a text of capital letters and digits, then Enter."""
        with open(self._path, "wb", buffering=0) as device:  # noqa: PTH123 - unbuffered
            for letter in text + "\n":
                shift = self.SHIFT if letter.isupper() else 0
                device.write(bytes((shift, 0, self.KEYS[letter], 0, 0, 0, 0, 0)))
                device.write(bytes(8))

    def pull(self) -> None:
        """Unplug the keyboard."""
        self._plug.pull()

    def push(self) -> None:
        """Plug the keyboard in again."""
        self._plug.push()


class SerialReader:
    """A scanner that is a USB serial port: it sends a line for each card."""

    def __init__(self, path: str = "/dev/ttyGS1") -> None:
        self._path, self._plug = path, Plug("reader")

    def type(self, text: str) -> None:
        """Send the line of the card `text`."""
        device = os.open(self._path, os.O_RDWR | os.O_NOCTTY)
        try:
            tty.setraw(device)
            os.write(device, f"{text}\r\n".encode())
        finally:
            os.close(device)

    def pull(self) -> None:
        """Unplug the reader."""
        self._plug.pull()

    def push(self) -> None:
        """Plug the reader in again."""
        self._plug.push()
