"""Reads and the port of parsers that all card readers share: bytes in, reads out, sans-I/O.

A read that cannot be right is `Garbled`, never silence: a card is there, but which one is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something was read that cannot be right, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something was read whole that can never be a card, and what it is."""

    what: str


QUIET = 0.100
"""Seconds without a byte that end a code: at 9600 baud a byte takes one millisecond."""


class TagParser(Protocol):
    """The bytes of one kind of reader."""

    def feed(self, data: bytes) -> tuple[str | Garbled | Unusable, ...]:
        """Take the next bytes, cut anywhere; what they complete."""
        ...

    def silence(self) -> tuple[str | Garbled | Unusable, ...]:
        """Nothing came for `QUIET` seconds; what that completes."""
        ...

    def reset(self) -> None:
        """Forget a half-read frame: the line was interrupted."""
