"""The reads of card readers: the interface of their parsers, the names of tags, and laid and removed cards.

All of it is sans-I/O. An invalid read is `Garbled`, never silence: a card is there, but which one is unknown.
Readers give the same RFID chip different names: `same_chip` compares two names, `known_tag` finds a known
name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Garbled:
    """An invalid read, and why it is invalid."""

    why: str


@dataclass(frozen=True, slots=True)
class Unusable:
    """A complete read of something that cannot be a card; `what` names it."""

    what: str


@dataclass(frozen=True, slots=True)
class WrongSetting:
    """A read that shows that the reader is set wrongly; `what` has the symptom and the setting to choose."""

    what: str


Read: TypeAlias = str | Garbled | Unusable | WrongSetting
"""One read: the tag's name, or the reason why there is no name."""

QUIET = 0.100
"""Seconds without a byte after which a code counts as complete; at 9600 baud a byte takes one millisecond."""


class TagParser(Protocol):
    """A parser of the bytes that one kind of reader sends."""

    def feed(self, data: bytes) -> tuple[Read, ...]:
        """Take the next bytes, which may end inside a frame; return the reads that they complete."""
        ...

    def silence(self) -> tuple[Read, ...]:
        """Take note that no byte came for `QUIET` seconds; return the reads that end with this silence."""
        ...

    def reset(self) -> None:
        """Drop a half-read frame, because the line was interrupted."""


_HEX40: Final = re.compile(r"[0-9A-Fa-f]{10}")
_HEX32: Final = re.compile(r"[0-9A-Fa-f]{8}")
_DECIMAL32: Final = re.compile(r"[0-9]{10}")
_WIEGAND: Final = re.compile(r"([0-9]{3}),?([0-9]{5})")


def same_chip(tag: str, other: str) -> bool:
    """Whether two readers that name a chip by `tag` and by `other` have read the same chip.

    An RDM6300 names 40 bits in hexadecimal (`120074CBB1`). Keyboard readers name the lower 32 in decimal
    (`0007654321`), some in hexadecimal (`0074CBB1`), or 24 as two numbers (`116,52145`). A reader of
    13.56 MHz may give the four bytes of a chip from the last to the first. Names in the same form are
    compared as they are.
    """
    if tag == other:
        return True
    return any(
        # Readers that give fewer bits give the lower bits, so only the bits that both names have are
        # compared.
        form != other_form and (number ^ other_number) % (1 << min(bits, other_bits)) == 0
        for form, bits, number in _numbers(tag)
        for other_form, other_bits, other_number in _numbers(other)
    )


def known_tag(tag: str, known: Iterable[str]) -> str | None:
    """The name in `known` that belongs to the same chip as `tag`; None if no name or several names fit."""
    names = list(known)
    if tag in names:
        return tag
    same = [name for name in names if same_chip(name, tag)]
    return same[0] if len(same) == 1 else None


def _numbers(tag: str) -> Iterator[tuple[str, int, int]]:
    """The numbers that `tag` may stand for, each as (form of the name, number of bits, number)."""
    if _HEX40.fullmatch(tag):
        yield "hex40", 40, int(tag, 16)
    if _HEX32.fullmatch(tag):
        yield "hex32", 32, int(tag, 16)
        yield "hex32", 32, int.from_bytes(bytes.fromhex(tag), "little")
    if _DECIMAL32.fullmatch(tag) and int(tag) < 1 << 32:
        yield "decimal32", 32, int(tag)
    pair = _WIEGAND.fullmatch(tag)
    if pair is not None and int(pair[1]) < 1 << 8 and int(pair[2]) < 1 << 16:
        yield "wiegand", 24, int(pair[1]) << 16 | int(pair[2])


REMOVED_AFTER = 0.150
"""Seconds without a repeat after which a card counts as taken off: three repeats of an RDM6300."""

LAID_AGAIN_AFTER = 1.0
"""For readers that send a card only once: seconds after which the same card counts as laid again."""

CONFIRM_WITHIN = 0.5
"""Seconds within which the `confirm` equal reads of a new tag must come."""


class Presence:
    """Whether a card is on one reader: takes the reader's reads and the time, and returns the changes.

    A reader such as the RDM6300 sends its tag about every 50 ms while the card lies there, and nothing when
    it goes. So the first read means that a card was laid, and a silence that it was taken off. A corrupt read
    does not identify the tag, but shows that a card is there: it prolongs the present card and reports no new
    one.

    An RDM6300 sends ghosts: well-formed frames of tags that are not there. Corrupt reads come one at a time,
    so a tag is accepted after `confirm` equal reads, and a single different one counts as corrupt.
    """

    __slots__ = ("_after", "_confirm", "_last", "_strange", "tag")

    def __init__(self, removed_after: float = REMOVED_AFTER, *, confirm: int = 1) -> None:
        self._after, self._confirm = removed_after, confirm
        # The latest reads, as (time, tag), of a tag that is not confirmed yet.
        self._strange: list[tuple[float, str]] = []
        self._last = 0.0
        self.tag: str | None = None

    @property
    def deadline(self) -> float | None:
        """The time at which `advance` reports the card as gone unless it is read again; None without a
        card.
        """
        return None if self.tag is None else self._last + self._after

    def read(self, t: float, tag: str) -> str | None:
        """Handle a good read at `t`; return the tag if the card is new, else None."""
        if tag == self.tag:
            self._last = t
            self._strange.clear()
            return None
        recent = [(at, read) for at, read in self._strange if read == tag and at > t - CONFIRM_WITHIN]
        self._strange = [*recent, (t, tag)]
        if len(self._strange) < self._confirm:
            self.corrupt(t)
            return None
        self._last, self.tag = t, tag
        self._strange.clear()
        return tag

    def corrupt(self, t: float) -> None:
        """Handle a corrupt read at `t`: the present card stays longer, because some card is still there."""
        self._last = max(self._last, t)

    def advance(self, t: float) -> bool:
        """Advance the time to `t`; return True if the card counts as gone since this call."""
        if self.tag is None or t < self._last + self._after:
            return False
        self.tag = None
        return True

    def resume(self, t: float) -> None:
        """Continue after an outage of the reader: from `t` on the card has the usual time to be read
        again.
        """
        self._last = t
