"""The firmware and the host in this process, in virtual time, on wires with noise.

The firmware's modules run unchanged on CPython, with `VirtualHal` as hardware. So thousands of losses and
restarts take seconds, and equal seeds give equal runs.
"""

from __future__ import annotations

import importlib
import random
from array import array
from typing import Any

from firmware_bridge.events import LinkEvent
from firmware_bridge.session import HostSession
from tests.firmware_bridge.noisy_wire import NoisyWire

_device: Any = importlib.import_module("firmware_bridge.firmware.device")
_board: Any = importlib.import_module("firmware_bridge.firmware.board")

STEP = 0.001
"""The seconds of a step of virtual time, which is one pass of the device."""


class VirtualHal:
    """The hardware of a device, as attributes that a test sets and reads."""

    def __init__(self, board: Any, chance: random.Random) -> None:
        self.board = board
        self.waiting = 0
        """Bytes that wait for the line: a virtual line takes all at once."""
        self.pixels = bytearray(4 * board.leds)
        self.levels = [False] * board.channels
        self.readings = [0x8000] * board.channels
        self.shown: list[bytes] = []
        self.tones: list[tuple[int, int]] = []
        self.kept: bytes | None = None
        self.cause = 1
        self.ms = 0
        self.reading_takes = 0
        """Milliseconds that pass during a read; the pass of a Pico sometimes takes one."""
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.can_save = True
        self._chance = chance

    def now(self) -> int:
        return self.ms & 0x3FFFFFFF

    def micros(self) -> int:
        return self.ms * 1000 & 0x3FFFFFFF

    def left(self) -> int:
        """The microseconds left in this pass: always enough, because work takes no virtual time."""
        return 1000

    def random(self, count: int) -> bytes:
        return self._chance.randbytes(count)

    def board_id(self) -> bytes:
        return b"\0VIRTUAL"

    def reset_cause(self) -> int:
        return self.cause

    def sensors(self, raw: bytearray) -> None:
        for i in range(len(raw)):
            bits = sum(1 << b for b, on in enumerate(self.levels[8 * i : 8 * i + 8]) if on)
            raw[i] = bits ^ 0xFF if self.board.active_low else bits

    def measure(self, first: int, end: int, reading: array[int]) -> None:
        reading[first:end] = array("H", self.readings[first:end])

    def read(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self.incoming))
        self.ms += self.reading_takes if count else 0
        buffer[:count] = self.incoming[:count]
        del self.incoming[:count]
        return count

    def write(self, buffer: bytearray, count: int) -> None:
        self.outgoing += buffer[:count]

    def show(self) -> None:
        """Store the shown colours: red, green and blue of each LED."""
        pixels = self.pixels
        rgb = bytes(pixels[4 * i + k] for i in range(self.board.leds) for k in (2, 3, 1))
        self.shown = [*self.shown[-99:], rgb]

    def tone(self, hertz: int) -> None:
        self.tones.append((self.ms, hertz))

    def busy(self) -> bool:
        """Always False, because sending to the LED chain takes no virtual time."""
        return False

    def load(self) -> bytes | None:
        return self.kept

    def save(self, data: bytes | None) -> bool:
        if self.can_save:
            self.kept = None if data is None else bytes(data)
        return self.can_save

    def feed(self) -> None:
        """Do nothing: there is no watchdog."""


class VirtualRig:
    """A device, a host session and the wires between them, on one virtual time."""

    def __init__(self, rate: float = 0.0, seed: int = 0, **board: object) -> None:
        self.chance = random.Random(seed)
        self.hal = VirtualHal(_board.Board(board), self.chance)
        self.device: Any = _device.Device(self.hal, self.hal.board)
        self.up = NoisyWire(rate, self.chance)
        self.down = NoisyWire(rate, self.chance)
        self.session = self._session()
        self.events: list[LinkEvent] = []
        self.skew = 0.0
        """The relative error of the device's clock: at 0.01 it is one percent fast."""
        self._ahead = 0.0
        self._ms = 0

    @property
    def now(self) -> float:
        """The host's virtual time in seconds."""
        return self._ms * STEP

    def _session(self) -> HostSession:
        return HostSession(nonce=lambda: self.chance.getrandbits(32))

    def open(self) -> None:
        """Open the line at the host's end."""
        self.events += self.session.opened(self.now)

    def tick(self, count: int = 1) -> None:
        """Advance the time by `count` milliseconds."""
        for _ in range(count):
            self._ms += 1
            self._ahead += 1 + self.skew
            self.hal.ms, self._ahead = self.hal.ms + int(self._ahead), self._ahead % 1
            now = self.now
            self.hal.incoming += self.down.take(now)
            self.device.step()
            if self.device.restart >= 0:
                self.restart_device(cause=3)
            self.up.put(bytes(self.hal.outgoing), now)
            self.hal.outgoing.clear()
            data = self.up.take(now)
            if data:
                self.events += self.session.receive(data, now)
            else:
                deadline = self.session.deadline()
                if deadline is not None and now >= deadline:
                    self.events += self.session.advance(now)
            self.down.put(self.session.outgoing(), now)

    def until(self, condition: Any, limit_ms: int = 60_000) -> int:
        """Advance the time until `condition()` holds; return the milliseconds that took.

        Raise TimeoutError after `limit_ms`.
        """
        for passed in range(limit_ms):
            if condition():
                return passed
            self.tick()
        raise TimeoutError(f"not within {limit_ms} ms of virtual time")

    def restart_device(self, cause: int = 2) -> None:
        """Restart the device, which loses its memory and the bytes on the wires."""
        self.hal.incoming.clear()
        self.hal.outgoing.clear()
        self.hal.cause = cause
        self.device = _device.Device(self.hal, self.hal.board)

    def reopen(self) -> None:
        """Close the line at the host's end and open it again; the host keeps its state."""
        self.session.closed()
        self.up.cut()
        self.open()

    def restart_host(self) -> None:
        """Replace the host by a new one without any state."""
        self.session = self._session()
        self.up.cut()
        self.open()
