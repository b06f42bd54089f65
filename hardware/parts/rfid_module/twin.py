"""A simulated RDM6300 and ID-12LA at the far end of a pseudo-terminal."""

from __future__ import annotations

from functools import reduce
from operator import xor
from pathlib import Path

from hardware.clock import Clock
from hardware.parts.rfid_module import RDM6300
from hardware.twin.pty_reader import PtyReader


def rdm6300_frame(tag: str) -> bytes:
    """The 14 bytes an RDM6300 sends for a tag of ten hex characters."""
    return b"\x02" + _checked(tag) + b"\x03"


def id12la_frame(tag: str) -> bytes:
    """The 16 bytes an ID-12LA sends for a tag of ten hex characters."""
    return b"\x02" + _checked(tag) + b"\r\n\x03"


def _checked(tag: str) -> bytes:
    return b"%b%02X" % (tag.encode("ascii"), reduce(xor, bytes.fromhex(tag)))


def make(word: str, path: Path, clock: Clock) -> PtyReader:
    """The simulated reader with this word: an RDM6300 repeats its frame, an ID-12LA sends its frame once."""
    if word == RDM6300.word:
        return PtyReader(path, clock, rdm6300_frame)
    return PtyReader(path, clock, id12la_frame, repeat=None)
