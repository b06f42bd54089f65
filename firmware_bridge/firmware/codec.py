"""Frames on the device: COBS and CRC-32, in buffers that are allocated once."""

from array import array
from binascii import crc32

from .viper import micropython, ptr8, ptr32

MAX_PAYLOAD = 124
_MAX_WIRE = MAX_PAYLOAD + 5  # The CRC adds four bytes to a payload, and COBS one.
_RESIDUE = 0x2144DF1C  # The CRC-32 of any payload followed by its own CRC has this value.


class Reader:
    """Collects one frame. After `feed`, `frame[:length]` is an undamaged payload; `length` 0: no payload."""

    def __init__(self):
        self.frame = bytearray(_MAX_WIRE)
        self.length = 0
        self.good = 0
        self.bad = 0
        self._view = memoryview(self.frame)
        self._filled = array("i", (0, _MAX_WIRE))

    @micropython.native
    def feed(self, data, at, end):
        """Takes `data[at:end]` up to the end of a frame; returns the index at which to continue."""
        stop = collect(data, at, end, self.frame, self._filled)
        self.length = 0
        if stop == end:
            return end
        filled = self._filled[0]
        self._filled[0] = 0
        if filled:  # Two zeros in a row have no frame between them.
            length = -1 if filled > _MAX_WIRE else unstuff(self.frame, filled)
            if length >= 7 and crc32(self._view[:length]) == _RESIDUE:
                self.good += 1
                self.length = length - 4
            else:
                self.bad += 1
        return stop + 1


class Writer:
    """Builds one frame: call `begin`, add fields, call `seal`; then send the first bytes of `wire`."""

    def __init__(self):
        self.payload = bytearray(MAX_PAYLOAD + 4)
        self.wire = bytearray(MAX_PAYLOAD + 8)
        self.length = 0
        self._view = memoryview(self.payload)

    def begin(self, kind, link):
        """Starts a payload with its kind and link number."""
        self.payload[0] = kind
        put_number(self.payload, 1, link, 2)
        self.length = 3

    def u8(self, value):
        """Adds a number of one byte."""
        self.payload[self.length] = value & 0xFF
        self.length += 1

    def u16(self, value):
        """Adds a number of two bytes."""
        put_number(self.payload, self.length, value, 2)
        self.length += 2

    def u32(self, value):
        """Adds a number of four bytes."""
        put_number(self.payload, self.length, value, 4)
        self.length += 4

    def blob(self, data):
        """Adds bytes."""
        end = self.length + len(data)
        self.payload[self.length : end] = data
        self.length = end

    def seal(self):
        """Adds the CRC, encodes by COBS, and adds a zero at both ends.

        Returns the number of bytes in `wire`.
        """
        put_number(self.payload, self.length, crc32(self._view[: self.length]), 4)
        return stuff(self.payload, self.length + 4, self.wire)


def u16_at(frame, at):
    """The number in two bytes of a frame, from index `at`, the lowest byte first."""
    return frame[at] | frame[at + 1] << 8


def u32_at(frame, at):
    """The number in four bytes of a frame, from index `at`, the lowest byte first."""
    return u16_at(frame, at) | u16_at(frame, at + 2) << 16


@micropython.viper
def put_number(buffer, at: int, value: int, size: int):
    """Writes a number as `size` bytes from index `at`, the lowest byte first."""
    into = ptr8(buffer)
    end = at + size
    while at < end:
        into[at] = value & 0xFF
        value >>= 8
        at += 1


@micropython.viper
def stuff(payload, length: int, wire) -> int:
    """Writes a zero, the payload encoded by COBS, and a zero; returns the number of bytes written."""
    source = ptr8(payload)
    into = ptr8(wire)
    into[0] = 0  # The zero before the frame ends any noise on the line, which would otherwise join the frame.
    mark = 1
    at = 2
    i = 0
    while i < length:
        byte = source[i]
        if byte:
            into[at] = byte
        else:
            into[mark] = at - mark
            mark = at
        at += 1
        i += 1
    into[mark] = at - mark
    into[at] = 0
    return at + 1


@micropython.viper
def unstuff(frame, filled: int) -> int:
    """Decodes `frame[:filled]` by COBS in place; returns the new length, or -1 if it is no COBS."""
    bytes_ = ptr8(frame)
    source = 0
    target = 0
    while source < filled:
        code = bytes_[source]
        end = source + code
        if code == 0 or end > filled:
            return -1
        source += 1
        while source < end:
            bytes_[target] = bytes_[source]
            target += 1
            source += 1
        if code < 0xFF and source < filled:
            bytes_[target] = 0
            target += 1
    return target


@micropython.viper
def collect(data, at: int, end: int, frame, filled) -> int:
    """Appends `data[at:end]` to the frame up to a zero. Returns the zero's index, or `end` if there is none.

    `filled[0]` counts the frame's bytes; one more than the frame's size means that it is too long.
    """
    source = ptr8(data)
    into = ptr8(frame)
    count = ptr32(filled)
    have = count[0]
    most = count[1]
    while at < end:
        byte = source[at]
        if byte == 0:
            break
        if have < most:
            into[have] = byte
        if have <= most:
            have += 1
        at += 1
    count[0] = have
    return at


@micropython.viper
def enqueue(queue, at: int, size: int, data, count: int):
    """Copies `count` bytes into a ring buffer of `size` bytes, from index `at` on."""
    into = ptr8(queue)
    source = ptr8(data)
    i = 0
    while i < count:
        into[at] = source[i]
        at += 1
        if at == size:
            at = 0
        i += 1
