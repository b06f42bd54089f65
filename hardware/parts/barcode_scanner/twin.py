"""A simulated barcode scanner at the far end of a pseudo-terminal."""

from __future__ import annotations

from pathlib import Path

from hardware.clock import Clock
from hardware.twin.pty_reader import PtyReader


def barcode_line(text: str) -> bytes:
    """The bytes that a scanner sends for a label with this text."""
    return text.encode("ascii") + b"\r\n"


def make(_word: str, path: Path, clock: Clock) -> PtyReader:
    """A simulated scanner, which sends a code once, when its label is shown."""
    return PtyReader(path, clock, barcode_line, repeat=None)
