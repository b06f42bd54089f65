"""A conversation with a PN532: wake it, set it up, then poll it for cards. Sans-I/O.

    wake, SAMConfiguration --> its answer --> RFConfiguration --> its answer -->
        InListPassiveTarget --> its answer --> InListPassiveTarget, 50 ms after the last --> ...

Every command is acknowledged by the chip at once and answered a little later. An answer that does not come,
or comes garbled, is asked for again; after `PATIENCE` failures in a row the chip counts as gone. A garbled
answer is reported, because it does not mean a removed card. An answer without a card reports nothing: silence
means a removal, as with readers that send by themselves, so one missed poll is none.
"""

from __future__ import annotations

from enum import Enum

from hardware.cards.tags import Garbled, Read, Unusable
from hardware.errors import DeviceLost
from hardware.parts.pn532.frames import FROM_CHIP, TO_CHIP, Frame, Pn532Parser, encode

WAKE = b"\x55\x55" + bytes(14)
"""Wakes a sleeping chip, which needs 2 ms before it listens: the zeros take that long at 115200 baud."""

SAM_CONFIGURATION = bytes.fromhex("14011401")
"""Normal mode, without a secure chip beside it."""

TRY_TWICE = bytes.fromhex("3205FF0101")
"""RFConfiguration, MaxRetries: a look for a card ends after the second try instead of never."""

LOOK = bytes.fromhex("4A0100")
"""InListPassiveTarget: one card, ISO 14443 type A at 106 kbit/s."""

EVERY = 0.050
"""Seconds between two polls for a card."""

ANSWERS_WITHIN = 0.200
"""Seconds for acknowledgement and answer; a look takes about 30 ms."""

PATIENCE = 3
"""Consecutive commands without an answer after which the chip counts as gone."""


class Step(Enum):
    """The chip's commands in order; the last one is repeated."""

    WAKE = SAM_CONFIGURATION
    SET = TRY_TWICE
    LOOK = LOOK


_NEXT = {Step.WAKE: Step.SET, Step.SET: Step.LOOK, Step.LOOK: Step.LOOK}


class Pn532:
    """The conversation with one chip: it takes received bytes and returns bytes to send."""

    def __init__(self) -> None:
        self._parser = Pn532Parser()
        self.reset()

    def reset(self) -> None:
        """Start again from waking the chip, because the line is new."""
        self._parser.reset()
        self._step, self._asked, self._unanswered = Step.WAKE, False, 0
        self._asked_at = 0.0

    @property
    def ready(self) -> bool:
        """Whether the chip is set up and no answer is overdue."""
        return self._step is Step.LOOK and not self._unanswered

    def silence(self) -> tuple[Read, ...]:
        """No reads: a chip is silent unless asked; `say` notices a missing answer."""
        return ()

    def feed(self, data: bytes) -> tuple[Read, ...]:
        """The cards that `data` names, by the hex digits of their UIDs, and what was garbled."""
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

    def say(self, now: float) -> bytes:
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
        # A chip that missed the time for its answer may have gone to sleep.
        return WAKE + command if self._step is Step.WAKE or self._unanswered else command

    def _answer(self, frame: Frame) -> tuple[Read, ...]:
        answered = bytes([self._step.value[0] + 1])
        if not self._asked or frame.tfi != FROM_CHIP or frame.data[:1] != answered:
            return (Garbled(f"an answer to nothing that was asked: {frame.tfi:02X} {frame.data.hex(' ')}"),)
        looked = self._step is Step.LOOK
        self._step, self._asked, self._unanswered = _NEXT[self._step], False, 0
        return _cards(frame.data[1:]) if looked else ()


RANDOM = 0x08
"""First byte of a four-byte UID that changes at every look (ISO 14443-3), as of phones and bank cards."""


def _cards(listed: bytes) -> tuple[Read, ...]:
    """The card in InListPassiveTarget's answer: count, number, SENS_RES (2), SEL_RES, length, UID."""
    if listed[:1] == b"\x00":
        return ()
    uid = listed[6 : 6 + listed[5]] if len(listed) > 5 else b""
    if len(uid) not in (4, 7, 10) or len(uid) != listed[5]:
        return (Garbled(f"a card without a whole UID: {listed.hex(' ')}"),)
    if len(uid) == 4 and uid[0] == RANDOM:
        return (Unusable("a phone or a bank card, whose number changes at every look,"),)
    return (uid.hex().upper(),)
