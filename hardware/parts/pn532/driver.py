"""The protocol with a PN532, sans-I/O: wake the chip, set it up, then poll it for cards.

    wake, SAMConfiguration --> its answer --> RFConfiguration --> its answer -->
        InListPassiveTarget --> its answer --> InListPassiveTarget, 50 ms after the last --> ...

The chip acknowledges every command at once and answers it a little later. If the answer is missing or
garbled, the command is sent again; after `PATIENCE` missing answers in a row the chip counts as gone. A
garbled answer is reported as a garbled read, because it does not mean that the card was removed. An answer
without a card is no read. As with readers that send by themselves, only a silence of some time is a removal,
so one poll that misses the card has no effect.
"""

from __future__ import annotations

from enum import Enum

from hardware.errors import DeviceLost
from hardware.parts.pn532.frames import FROM_CHIP, TO_CHIP, Frame, Pn532Parser, encode
from hardware.tags import Garbled, Read, Unusable

WAKE = b"\x55\x55" + bytes(14)
"""Bytes that wake a sleeping chip. The chip needs 2 ms before it listens; the zeros take about that time."""

SAM_CONFIGURATION = bytes.fromhex("14011401")
"""The command SAMConfiguration: normal mode, without a security module."""

TRY_TWICE = bytes.fromhex("3205FF0101")
"""The command RFConfiguration, MaxRetries: a poll for a card ends after two tries; otherwise it never ends.
"""

LOOK = bytes.fromhex("4A0100")
"""The command InListPassiveTarget: poll for one card, ISO 14443 type A at 106 kbit/s."""

EVERY = 0.050
"""Seconds between two polls for a card."""

ANSWERS_WITHIN = 0.200
"""Seconds within which an answer must come; the answer to a poll takes about 30 ms."""

PATIENCE = 3
"""Consecutive commands without an answer after which the chip counts as gone."""


class Step(Enum):
    """The commands to the chip in order; the last command is repeated."""

    WAKE = SAM_CONFIGURATION
    SET = TRY_TWICE
    LOOK = LOOK


_NEXT = {Step.WAKE: Step.SET, Step.SET: Step.LOOK, Step.LOOK: Step.LOOK}


class Pn532:
    """The state of the protocol with one chip: takes received bytes and returns bytes to send."""

    def __init__(self) -> None:
        self._parser = Pn532Parser()
        self.reset()

    def reset(self) -> None:
        """Start again by waking the chip, because the line was interrupted."""
        self._parser.reset()
        self._step, self._asked, self._unanswered = Step.WAKE, False, 0
        self._asked_at = 0.0

    @property
    def ready(self) -> bool:
        """Whether the chip is set up and no answer is overdue."""
        return self._step is Step.LOOK and not self._unanswered

    def silence(self) -> tuple[Read, ...]:
        """No reads: the chip is silent unless it is polled; `to_send` detects a missing answer."""
        return ()

    def feed(self, data: bytes) -> tuple[Read, ...]:
        """The reads that `data` completes: a card is the hex digits of its UID; or Garbled or Unusable."""
        reads: list[Read] = []
        for one in self._parser.feed(data):
            if isinstance(one, Garbled):
                # A garbled answer shows that the chip is still there.
                self._unanswered = 0
                reads.append(one)
            elif isinstance(one, Frame):
                reads += self._answer(one)
            elif one == "NACK":
                reads.append(Garbled("the chip did not understand a command"))
        return tuple(reads)

    def to_send(self, now: float) -> bytes:
        """The bytes to send at `now`, often none; raise DeviceLost if the chip does not answer."""
        if self._asked:
            if now < self._asked_at + ANSWERS_WITHIN:
                return b""
            self._unanswered += 1
            if self._unanswered >= PATIENCE:
                raise DeviceLost(
                    "the PN532 does not answer; check its power, that RX and TX are crossed, and that its"
                    " switches say UART (HSU)"
                )
            self._parser.reset()
        elif self.ready and now < self._asked_at + EVERY:
            return b""
        self._asked, self._asked_at = True, now
        command = encode(TO_CHIP, self._step.value)
        # A chip whose answer is missing may be asleep.
        return WAKE + command if self._step is Step.WAKE or self._unanswered else command

    def _answer(self, frame: Frame) -> tuple[Read, ...]:
        answered = bytes([self._step.value[0] + 1])
        if not self._asked or frame.tfi != FROM_CHIP or frame.data[:1] != answered:
            return (Garbled(f"an answer without a question: {frame.tfi:02X} {frame.data.hex(' ')}"),)
        looked = self._step is Step.LOOK
        self._step, self._asked, self._unanswered = _NEXT[self._step], False, 0
        return _cards(frame.data[1:]) if looked else ()


RANDOM = 0x08
"""The first byte of a four-byte UID that is different at every poll (ISO 14443-3), as with phones."""


def _cards(listed: bytes) -> tuple[Read, ...]:
    """The read in an answer to InListPassiveTarget: count, number, SENS_RES (2), SEL_RES, length, UID."""
    if listed[:1] == b"\x00":
        return ()
    uid = listed[6 : 6 + listed[5]] if len(listed) > 5 else b""
    if len(uid) not in (4, 7, 10) or len(uid) != listed[5]:
        return (Garbled(f"a card without a whole UID: {listed.hex(' ')}"),)
    if len(uid) == 4 and uid[0] == RANDOM:
        return (Unusable("a phone or a bank card, whose number changes at every look,"),)
    return (uid.hex().upper(),)
