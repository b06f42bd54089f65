"""Convert an analog board's calibration to bytes with a checksum and back, and store them in a file."""

import os
from binascii import crc32

from .codec import u16_at, u32_at

MAGIC = b"JBC1"


def to_bytes(analog):
    """The calibration as bytes: magic, number of channels, six bytes a channel, CRC-32."""
    data = bytearray(MAGIC)
    data += bytes((analog.channels & 0xFF, analog.channels >> 8))
    for channel in range(analog.channels):
        for number in (analog.baseline[channel], analog.threshold[channel], analog.hysteresis[channel]):
            data += bytes((number & 0xFF, number >> 8))
    crc = crc32(data)
    data += bytes((crc & 0xFF, crc >> 8 & 0xFF, crc >> 16 & 0xFF, crc >> 24 & 0xFF))
    return data


def from_bytes(analog, data):
    """Sets the calibration from stored bytes; returns whether the bytes were valid.

    Changes nothing if the bytes are damaged or from a board with another number of channels.
    """
    size = 6 + 6 * analog.channels
    if data is None or len(data) != size + 4 or bytes(data[:4]) != MAGIC:
        return False
    if u16_at(data, 4) != analog.channels or u32_at(data, size) != crc32(data[:size]):
        return False
    for channel in range(analog.channels):
        at = 6 + 6 * channel
        analog.baseline[channel] = u16_at(data, at)
        analog.threshold[channel] = u16_at(data, at + 2)
        analog.hysteresis[channel] = u16_at(data, at + 4)
    return True


def load(path):
    """The content of a file as bytes; None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def save(path, data):
    """Replaces the content of a file by `data`, or deletes the file if None; returns False on failure."""
    try:
        if data is None:
            os.remove(path)
        else:
            with open(path + ".new", "wb") as file:
                file.write(data)
            # After a power cut during the write, the old file is still whole.
            os.rename(path + ".new", path)
    except OSError:
        return data is None
    return True
