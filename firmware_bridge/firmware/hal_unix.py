"""Simulated hardware on a computer: standard input and output are the line to the host.

micropython -m firmware.main board.json sensors-fd lights-file calibration-file

A record on the sensors' pipe has five bytes: its kind ("S" level, "A" reading, "R" reset, "H" hang), then
channel and value (u16 each). The lights' file always holds the last frame: its number (u32), then four bytes
an LED. It runs on MicroPython's unix port and on CPython.
"""

import json
import os
import select
import sys
import time

from . import store
from .board import Board

_POWER, _ASKED, _BUTTON = 1, 3, 4

if hasattr(time, "ticks_ms"):

    def _ticks():
        return time.ticks_ms() & 0x3FFFFFFF

    def _micros():
        return time.ticks_us() & 0x3FFFFFFF
else:

    def _ticks():
        return int(time.monotonic() * 1000) & 0x3FFFFFFF

    def _micros():
        return int(time.monotonic() * 1000000) & 0x3FFFFFFF


class Hal:
    """The hardware as files: line, sensors, lights, calibration."""

    def __init__(self):
        settings, sensors, lights, self._kept = sys.argv[1:5]
        with open(settings) as file:
            self.board = Board(json.load(file))
        self.pixels = bytearray(4 * self.board.leds)
        idle = 0xFF if self.board.active_low else 0
        self._raw = bytearray(bytes([idle]) * ((self.board.channels + 7) // 8))
        self._readings = [0x8000] * self.board.channels
        self._wire_in = open(0, "rb", 0)
        self._wire_out = open(1, "wb", 0)
        self._sensors = open(int(sensors), "rb", 0)
        self._lights = open(lights, "wb", 0)
        self._tones = lights + ".tones"
        self._frames = 0
        self._record = bytearray(5)
        self._cause = _POWER
        self._reset = False
        self._in = _poll(self._wire_in, select.POLLIN)
        self._out = _poll(self._wire_out, select.POLLOUT)
        self._told = _poll(self._sensors, select.POLLIN)
        self._any = _poll(self._wire_in, select.POLLIN)
        self._any.register(self._sensors, select.POLLIN)

    def now(self):
        """The clock in milliseconds, as a 30-bit number that wraps."""
        return _ticks()

    def micros(self):
        """The clock in microseconds, as a 30-bit number that wraps."""
        return _micros()

    def left(self):
        """The microseconds left in this pass: always enough, because a computer is fast."""
        return 1000 * self.board.scan_ms

    waiting = 0  # number of bytes that wait to be sent: none, because the operating system queues them

    def random(self, count):
        """`count` random bytes."""
        return os.urandom(count)

    def board_id(self):
        """An identifier of this board, eight bytes."""
        return b"\0UNIX\0\0\1"

    def reset_cause(self):
        """The cause of the last reset, as in INFO."""
        return self._cause

    def sensors(self, raw):
        """Copies the sensors' levels into `raw`."""
        self._hear()
        raw[:] = self._raw

    def measure(self, first, end, reading):
        """Copies the readings of the channels `first` to `end` - 1 into `reading`."""
        self._hear()
        for channel in range(first, end):
            reading[channel] = self._readings[channel]

    def _hear(self):
        while self._told.poll(0):
            record = self._sensors.read(5)
            if not record:
                # The program that simulates the sensors has closed the pipe: the simulation has ended.
                sys.exit(0)
            what, channel, value = record[0], record[1] | record[2] << 8, record[3] | record[4] << 8
            if what == 0x53:
                mask = 1 << (channel & 7)
                if bool(value) != self.board.active_low:
                    self._raw[channel >> 3] |= mask
                else:
                    self._raw[channel >> 3] &= ~mask & 0xFF
            elif what == 0x41:
                self._readings[channel] = value
            elif what == 0x52:
                self._reset = True
            elif what == 0x48:
                time.sleep(value / 1000)

    def read(self, buffer):
        """Reads received bytes into `buffer` without waiting; returns how many."""
        if not self._in.poll(0):
            return 0
        data = self._wire_in.read(len(buffer))
        if data is None:
            return 0
        if not data:
            sys.exit(0)
        buffer[: len(data)] = data
        return len(data)

    def write(self, buffer, count):
        """Writes a frame; bytes for which the line has no room are dropped."""
        if self._out.poll(0):
            self._wire_out.write(memoryview(buffer)[:count])

    def show(self):
        """Writes all pixels into the lights' file."""
        self._frames += 1
        self._lights.seek(0)
        n = self._frames
        number = bytes((n & 0xFF, n >> 8 & 0xFF, n >> 16 & 0xFF, n >> 24 & 0xFF))
        self._lights.write(number + self.pixels)

    def busy(self):
        """Whether the LED chain is still being sent: never, because a file takes no time."""
        return False

    def tone(self, hertz):
        """Adds a line about the buzzer's sound to a file beside the lights' file."""
        with open(self._tones, "a") as file:
            file.write(str(hertz) + "\n")

    def load(self):
        """The stored calibration as bytes; None if there is none."""
        return store.load(self._kept)

    def save(self, data):
        """Stores the calibration `data`, or deletes the stored one if None; returns False on failure."""
        return store.save(self._kept, data)

    def feed(self):
        """Does nothing, because a computer has no such watchdog."""

    def rest(self):
        """Waits for input or the next scan; returns False if the simulated board was reset."""
        if self._reset:
            self._reset = False
            self._cause = _BUTTON
            return False
        self._any.poll(self.board.scan_ms)
        return True

    def restart(self, _mode):
        """Notes a requested restart as the cause of the next start, and ends this run.

        `_mode` makes no difference.
        """
        self._cause = _ASKED
        return True


def _poll(stream, event):
    poller = select.poll()
    poller.register(stream, event)
    return poller
