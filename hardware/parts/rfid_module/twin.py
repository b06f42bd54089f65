"""The frames of RDM6300 and ID-12LA for a simulated reader."""

from __future__ import annotations

from functools import reduce
from operator import xor


def rdm6300_frame(tag: str) -> bytes:
    """The 14 bytes an RDM6300 sends for a tag of ten hex characters."""
    return b"\x02" + _checked(tag) + b"\x03"


def id12la_frame(tag: str) -> bytes:
    """The 16 bytes an ID-12LA sends for a tag of ten hex characters."""
    return b"\x02" + _checked(tag) + b"\r\n\x03"


def _checked(tag: str) -> bytes:
    return b"%b%02X" % (tag.encode("ascii"), reduce(xor, bytes.fromhex(tag)))
