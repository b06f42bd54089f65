"""The firmware's device core in this process, in virtual time, on a wire with any noise.

The modules under `firmware/` are plain enough to run here unchanged; only the hal is another. So loss,
restarts and noise are tried by the thousand in seconds, and the same for a given seed.
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
"""Seconds a step of the virtual time: one scan."""


class VirtualHal:
    """The firmware's hardware as attributes that a test sets and reads."""

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
        """Milliseconds as a 30-bit number."""
        return self.ms & 0x3FFFFFFF

    def micros(self) -> int:
        """Microseconds as a 30-bit number."""
        return self.ms * 1000 & 0x3FFFFFFF

    def left(self) -> int:
        """Microseconds of this pass that are left: all, since work takes no virtual time."""
        return 1000

    def random(self, count: int) -> bytes:
        """Random bytes from the test's seed."""
        return self._chance.randbytes(count)

    def board_id(self) -> bytes:
        """The board's id, eight bytes."""
        return b"\0VIRTUAL"

    def reset_cause(self) -> int:
        """The reason of the device's last start."""
        return self.cause

    def sensors(self, raw: bytearray) -> None:
        """Read the raw levels, active low, into `raw`."""
        for i in range(len(raw)):
            bits = sum(1 << b for b, on in enumerate(self.levels[8 * i : 8 * i + 8]) if on)
            raw[i] = bits ^ 0xFF if self.board.active_low else bits

    def measure(self, first: int, end: int, reading: array[int]) -> None:
        """Measure the channels `first` to `end` - 1 into `reading`."""
        reading[first:end] = array("H", self.readings[first:end])

    def read(self, buffer: bytearray) -> int:
        """Read the host's bytes into `buffer`; return their number."""
        count = min(len(buffer), len(self.incoming))
        self.ms += self.reading_takes if count else 0
        buffer[:count] = self.incoming[:count]
        del self.incoming[:count]
        return count

    def write(self, buffer: bytearray, count: int) -> None:
        """Send bytes to the host; return how many were taken."""
        self.outgoing += buffer[:count]

    def show(self) -> None:
        """Show the frame of light: red, green, blue for each LED."""
        pixels = self.pixels
        rgb = bytes(pixels[4 * i + k] for i in range(self.board.leds) for k in (2, 3, 1))
        self.shown = [*self.shown[-99:], rgb]

    def tone(self, hertz: int) -> None:
        """Sound the buzzer, or silence it (0)."""
        self.tones.append((self.ms, hertz))

    def busy(self) -> bool:
        """False: the virtual chain takes no time."""
        return False

    def load(self) -> bytes | None:
        """The stored calibration; None if there is none."""
        return self.kept

    def save(self, data: bytes | None) -> bool:
        """Keeps a calibration, or forgets it."""
        if self.can_save:
            self.kept = None if data is None else bytes(data)
        return self.can_save

    def feed(self) -> None:
        """Do nothing, because there is no watchdog."""


class VirtualRig:
    """A device, a host session and the wires between them; `tick` advances all of them by one millisecond."""

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
        """Ticks until `condition()` holds; the milliseconds it took. Raises TimeoutError."""
        for passed in range(limit_ms):
            if condition():
                return passed
            self.tick()
        raise TimeoutError(f"not within {limit_ms} ms of virtual time")

    def restart_device(self, cause: int = 2) -> None:
        """Restart the device without its memory; bytes in progress are lost."""
        self.hal.incoming.clear()
        self.hal.outgoing.clear()
        self.hal.cause = cause
        self.device = _device.Device(self.hal, self.hal.board)

    def reopen(self) -> None:
        """Close the line for a moment; the host opens it again and keeps its state."""
        self.session.closed()
        self.up.cut()
        self.open()

    def restart_host(self) -> None:
        """Let another host process without any state open the line."""
        self.session = self._session()
        self.up.cut()
        self.open()
