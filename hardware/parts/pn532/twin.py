"""A simulated PN532, modelled after its manual, at the far end of a serial line.

The model uses nothing of the driver. It sleeps until the byte 55 wakes it, acknowledges a good frame, and
answers the three commands that a card reader needs. It does not answer damaged frames, as the real chip. With
unlimited retries, a poll for a card is answered only if a card is there.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hardware.clock import Clock
from hardware.twin.pty_reader import PtyReader

LISTENS = 0.001
"""Seconds between two reads of the line by the chip."""

LOOK_TIME = 0.030
"""Seconds from a poll for a card to the answer."""


class Pn532Chip:
    """The simulated chip."""

    def __init__(self, laid: Callable[[], str | None]) -> None:
        """`laid` returns the UID, in hex digits, of the card in the chip's field; None without a card."""
        self._laid = laid
        self.power_up()

    def power_up(self) -> None:
        """Set the chip to the state after power-up: asleep, with unlimited retries."""
        self._awake = False
        self._unlimited = True
        self._line = bytearray()

    def receive(self, data: bytes) -> list[tuple[float, bytes]]:
        """Take `data`; return the bytes that the chip sends, each as (seconds from now, bytes)."""
        if not self._awake:
            at = data.find(0x55)
            if at < 0:
                return []
            self._awake, data = True, data[at:]
        self._line += data
        replies: list[tuple[float, bytes]] = []
        while (at := self._line.find(b"\x00\x00\xff")) >= 0 and len(self._line) >= at + 7:
            length = self._line[at + 3]
            frame = self._line[at : at + length + 7]
            if len(frame) < length + 7:
                break
            del self._line[: at + length + 7]
            sound = (frame[3] + frame[4]) & 0xFF == 0 and sum(frame[5 : 6 + length]) & 0xFF == 0
            if sound and frame[5] == 0xD4:
                replies.append((0.0, bytes.fromhex("0000FF00FF00")))
                replies += self._carry_out(bytes(frame[6 : 5 + length]))
        return replies

    def _carry_out(self, command: bytes) -> list[tuple[float, bytes]]:
        match command[0]:
            case 0x14:
                return [(0.001, _framed(b"\x15"))]
            case 0x32:
                if command[1] == 5:
                    self._unlimited = command[4] == 0xFF
                return [(0.001, _framed(b"\x33"))]
            case 0x4A:
                uid = self._laid()
                if uid is None and self._unlimited:
                    return []
                return [(LOOK_TIME, _framed(b"\x4b" + _listed(uid)))]
            case _:
                return [(0.001, bytes.fromhex("0000FF01FF7F8100"))]


def _listed(uid: str | None) -> bytes:
    if uid is None:
        return b"\x00"
    number = bytes.fromhex(uid)
    return b"\x01\x01\x00\x04\x08%c%b" % (len(number), number)


def _framed(answer: bytes) -> bytes:
    body = b"\xd5" + answer
    return b"\x00\x00\xff%c%c%b%c\x00" % (len(body), 256 - len(body), body, -sum(body) & 0xFF)


class PtyPn532(PtyReader):
    """A simulated reader with a PN532 on a pseudo-terminal; pulling the cable also cuts the chip's power."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self.chip = Pn532Chip(lambda: self._laid)
        self._plugs = 0
        self._broken = 0
        super().__init__(path, clock, lambda _: b"", repeat=None)

    def garble(self, reads: int) -> None:
        """Corrupt one byte in each of the next `reads` answers that name a card."""
        self._broken += reads

    def plug_in(self) -> None:
        """Plug the reader in: it gets a new terminal, and the chip is asleep."""
        super().plug_in()
        assert self._wire is not None
        os.set_blocking(self._wire, False)
        self.chip.power_up()
        self._plugs += 1
        self._listen(self._plugs)

    def unplug(self) -> None:
        """Pull the cable."""
        self._plugs += 1
        super().unplug()

    def received(self) -> bytes:
        """The bytes from the computer that the chip has not read yet."""
        assert self._wire is not None
        try:
            return os.read(self._wire, 4096)
        except BlockingIOError:
            return b""

    def _send(self, round_: int) -> None:
        """Do nothing, because the chip sends a card only when it is polled."""

    def _listen(self, plug: int) -> None:
        if plug != self._plugs:
            return
        now = self._clock.now()
        for after, data in self.chip.receive(self.received()):
            self._clock.call_at(now + after, partial(self._answer, plug, data))
        self._clock.call_at(now + LISTENS, partial(self._listen, plug))

    def _answer(self, plug: int, data: bytes) -> None:
        if plug != self._plugs:
            return
        if self._broken and data[6:8] == b"\x4b\x01":
            self._broken -= 1
            data = data[:10] + bytes([data[10] ^ 0x10]) + data[11:]
        self.send(data)


def make(_word: str, path: Path, clock: Clock) -> PtyPn532:
    """A simulated reader with a PN532."""
    return PtyPn532(path, clock)
