"""The parser of RDM6300 and ID-12LA, sans-I/O: takes bytes and returns the tag of each frame.

Both readers send a 125 kHz tag as `02`, ten hex characters, two hex characters of checksum (the XOR of the
five bytes), `03`; the ID-12LA sends `0D 0A` before the `03`. Both give a tag the same ten characters, so one
parser is enough.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from hardware.tags import Garbled

STX, ETX = 0x02, 0x03
LONGEST_FRAME = 14
"""The most bytes between STX and ETX: ten characters, two of checksum, CR and LF."""


class RfidParser:
    """The parser of RDM6300 and ID-12LA frames."""

    def __init__(self) -> None:
        self._frame: bytearray | None = None

    def reset(self) -> None:
        """Drop a half-read frame."""
        self._frame = None

    def silence(self) -> tuple[str | Garbled, ...]:
        """Drop a half-read frame and return it as garbled, because readers send a frame without a pause."""
        frame, self._frame = self._frame, None
        return () if frame is None else (Garbled(f"a frame broke off after {len(frame)} bytes"),)

    def feed(self, data: bytes) -> tuple[str | Garbled, ...]:
        """The tags of the frames that `data` completes, each as ten upper-case hex characters; or Garbled."""
        reads: list[str | Garbled] = []
        for byte in data:
            frame = self._frame
            if byte == STX:
                if frame is not None:
                    reads.append(Garbled(f"a frame broke off after {len(frame)} bytes"))
                self._frame = bytearray()
            elif byte == ETX:
                reads.append(Garbled("a frame's end without its beginning") if frame is None else _tag(frame))
                self._frame = None
            elif frame is not None:
                frame.append(byte)
                if len(frame) > LONGEST_FRAME:
                    reads.append(Garbled(f"a frame does not end after {LONGEST_FRAME} bytes"))
                    self._frame = None
        return tuple(reads)


def _tag(frame: bytearray) -> str | Garbled:
    """The tag in `frame`, the bytes between STX and ETX; Garbled if the frame is invalid."""
    body = frame.removesuffix(b"\r\n")
    if len(body) != 12:
        return Garbled(f"a frame of {len(body)} characters, not 12")
    if any(byte not in b"0123456789ABCDEFabcdef" for byte in body):
        return Garbled("a frame with characters that are not hexadecimal")
    *tag, checksum = bytes.fromhex(body.decode("ascii"))
    if reduce(xor, tag) != checksum:
        return Garbled(f"a frame whose checksum is {checksum:02X}, not {reduce(xor, tag):02X}")
    if not any(tag):
        return Garbled("a tag of zeros, which an RDM6300 sometimes sends without a card")
    return bytes(tag).hex().upper()
