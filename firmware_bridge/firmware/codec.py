"""Frames on the device: COBS and CRC-32, in buffers made once."""

from array import array
from binascii import crc32

from .loops import collect, micropython, put_number, stuff, unstuff

MAX_PAYLOAD = 124
_MAX_WIRE = MAX_PAYLOAD + 5  # CRC and one byte of stuffing
_RESIDUE = 0x2144DF1C  # the CRC-32 of every payload with its own CRC after it


class Reader:
    """Collects one frame: after `feed`, `frame[:length]` is a payload with a right CRC, or `length` is 0."""

    def __init__(self):
        self.frame = bytearray(_MAX_WIRE)
        self.length = 0
        self.good = 0
        self.bad = 0
        self._view = memoryview(self.frame)
        self._filled = array("i", (0, _MAX_WIRE))

    @micropython.native
    def feed(self, data, at, end):
        """Takes `data[at:end]` up to the end of a frame; returns where to go on, once the frame was read."""
        stop = collect(data, at, end, self.frame, self._filled)
        self.length = 0
        if stop == end:
            return end
        filled = self._filled[0]
        self._filled[0] = 0
        if filled:  # Zeros between frames mean nothing.
            length = -1 if filled > _MAX_WIRE else unstuff(self.frame, filled)
            if length >= 7 and crc32(self._view[:length]) == _RESIDUE:
                self.good += 1
                self.length = length - 4
            else:
                self.bad += 1
        return stop + 1


class Writer:
    """Builds one frame: `begin`, then fields, then `seal`; `wire[:n]` then goes out."""

    def __init__(self):
        self.payload = bytearray(MAX_PAYLOAD + 4)
        self.wire = bytearray(MAX_PAYLOAD + 8)
        self.length = 0
        self._view = memoryview(self.payload)

    def begin(self, kind, link):
        """Starts a payload."""
        self.payload[0] = kind
        put_number(self.payload, 1, link, 2)
        self.length = 3

    def u8(self, value):
        """Adds one byte."""
        self.payload[self.length] = value & 0xFF
        self.length += 1

    def u16(self, value):
        """Adds two bytes."""
        put_number(self.payload, self.length, value, 2)
        self.length += 2

    def u32(self, value):
        """Adds four bytes."""
        put_number(self.payload, self.length, value, 4)
        self.length += 4

    def blob(self, data):
        """Adds bytes."""
        end = self.length + len(data)
        self.payload[self.length : end] = data
        self.length = end

    def seal(self):
        """Adds the CRC, stuffs, puts a zero on either side; the number of bytes in `wire`."""
        put_number(self.payload, self.length, crc32(self._view[: self.length]), 4)
        return stuff(self.payload, self.length + 4, self.wire)


def u16_at(frame, at):
    """Two bytes of a frame as a number."""
    return frame[at] | frame[at + 1] << 8


def u32_at(frame, at):
    """Four bytes of a frame as a number."""
    return u16_at(frame, at) | u16_at(frame, at + 2) << 16
