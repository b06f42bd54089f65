"""The simulated hardware: standard input and output are the wire, sensors come through a pipe.

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
    """Wire, sensors and lights as files."""

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
        """Milliseconds, 30 bits."""
        return _ticks()

    def micros(self):
        """Microseconds, 30 bits."""
        return _micros()

    def left(self):
        """The microseconds left in this pass: always enough, because this machine is fast."""
        return 1000 * self.board.scan_ms

    waiting = 0  # bytes that wait for the line; here the operating system keeps them

    def random(self, count):
        """Random bytes."""
        return os.urandom(count)

    def board_id(self):
        """Eight bytes that name this board."""
        return b"\0UNIX\0\0\1"

    def reset_cause(self):
        """The cause of the last reset."""
        return self._cause

    def sensors(self, raw):
        """Writes the sensors' levels into `raw`."""
        self._hear()
        raw[:] = self._raw

    def measure(self, first, end, reading):
        """Writes the analog readings of the channels `first` to `end` - 1 into `reading`."""
        self._hear()
        for channel in range(first, end):
            reading[channel] = self._readings[channel]

    def _hear(self):
        while self._told.poll(0):
            record = self._sensors.read(5)
            if not record:
                sys.exit(0)  # The other end has closed the pipe: the simulation has ended.
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
        """Reads the bytes that are there, without waiting; returns how many."""
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
        """Writes a frame if the line has room; bytes that do not fit are dropped."""
        if self._out.poll(0):
            self._wire_out.write(memoryview(buffer)[:count])

    def show(self):
        """Writes the frame into the lights' file."""
        self._frames += 1
        self._lights.seek(0)
        n = self._frames
        number = bytes((n & 0xFF, n >> 8 & 0xFF, n >> 16 & 0xFF, n >> 24 & 0xFF))
        self._lights.write(number + self.pixels)

    def busy(self):
        """Whether the chain is still being sent: never here."""
        return False

    def tone(self, hertz):
        """Writes the buzzer's state as a line of the file beside the lights' file."""
        with open(self._tones, "a") as file:
            file.write(str(hertz) + "\n")

    def load(self):
        """The kept calibration, or None."""
        return store.load(self._kept)

    def save(self, data):
        """Keeps the calibration `data`, or deletes it (None); returns False if that failed."""
        return store.save(self._kept, data)

    def feed(self):
        """Does nothing, because this machine has no watchdog."""

    def rest(self):
        """Sleeps until input comes or the next scan is due; returns False if the board was reset."""
        if self._reset:
            self._reset = False
            self._cause = _BUTTON
            return False
        self._any.poll(self.board.scan_ms)
        return True

    def restart(self, _mode):
        """Ends this run as a requested restart; all modes are equal here."""
        self._cause = _ASKED
        return True


def _poll(stream, event):
    poller = select.poll()
    poller.register(stream, event)
    return poller
