"""Frames on the device: COBS and CRC-32, one byte at a time, into buffers made once."""

from binascii import crc32

MAX_PAYLOAD = 124
_MAX_WIRE = MAX_PAYLOAD + 5  # CRC and one byte of stuffing


class Reader:
    """Collects one frame. When `feed` says so, `frame[:length]` is a payload with a right CRC."""

    def __init__(self):
        self.frame = bytearray(_MAX_WIRE)
        self.length = 0
        self.good = 0
        self.bad = 0
        self._view = memoryview(self.frame)
        self._filled = 0
        self._overlong = False

    def feed(self, byte):
        """Takes one byte; True when it closed a good frame. Read the frame before feeding on."""
        if byte:
            if self._filled < _MAX_WIRE:
                self.frame[self._filled] = byte
                self._filled += 1
            else:
                self._overlong = True
            return False
        filled = self._filled
        overlong = self._overlong
        self._filled = 0
        self._overlong = False
        if not filled:
            return False
        length = -1 if overlong else unstuff(self.frame, filled)
        if length < 7 or not self._crc_right(length - 4):
            self.bad += 1
            return False
        self.good += 1
        self.length = length - 4
        return True

    def _crc_right(self, length):
        frame = self.frame
        crc = crc32(self._view[:length])
        return (
            frame[length] == crc & 0xFF
            and frame[length + 1] == crc >> 8 & 0xFF
            and frame[length + 2] == crc >> 16 & 0xFF
            and frame[length + 3] == crc >> 24 & 0xFF
        )


def unstuff(frame, filled):
    """Takes the COBS stuffing out of `frame[:filled]` in place. The new length, or -1 if it is none."""
    source = target = 0
    while source < filled:
        code = frame[source]
        end = source + code
        if not code or end > filled:
            return -1
        source += 1
        while source < end:
            frame[target] = frame[source]
            target += 1
            source += 1
        if code < 0xFF and source < filled:
            frame[target] = 0
            target += 1
    return target


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
        self.length = 1
        self.u16(link)

    def u8(self, value):
        """Adds one byte."""
        self.payload[self.length] = value & 0xFF
        self.length += 1

    def u16(self, value):
        """Adds two bytes."""
        self.u8(value)
        self.u8(value >> 8)

    def u32(self, value):
        """Adds four bytes."""
        self.u16(value)
        self.u16(value >> 16)

    def blob(self, data):
        """Adds bytes."""
        for byte in data:
            self.u8(byte)

    def seal(self):
        """Adds the CRC, stuffs, puts a zero on either side; the number of bytes in `wire`."""
        crc = crc32(self._view[: self.length])
        self.u32(crc)
        wire = self.wire
        payload = self.payload
        wire[0] = 0  # Closes whatever noise stands on the line.
        mark = 1
        at = 2
        for i in range(self.length):
            byte = payload[i]
            if byte:
                wire[at] = byte
                at += 1
            else:
                wire[mark] = at - mark
                mark = at
                at += 1
        wire[mark] = at - mark
        wire[at] = 0
        return at + 1


def u16_at(frame, at):
    """Two bytes of a frame as a number."""
    return frame[at] | frame[at + 1] << 8


def u32_at(frame, at):
    """Four bytes of a frame as a number."""
    return u16_at(frame, at) | u16_at(frame, at + 2) << 16
