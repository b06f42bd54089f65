"""The product's own programs at an emulated Pico: their time is the board's.

`EmulatedPort` is the serial line of a board, and `EmulatedLoop` an event loop that lets the board run while
it waits. With these clocks a program takes as many emulated seconds as it would take real seconds on a real
board.
"""

from __future__ import annotations

import asyncio
import select as computer
import selectors
import socket
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import pytest

from firmware_bridge.link import BoardLink
from hardware.clock import VirtualClock
from hardware.parts.pico.driver import PicoBoard, PicoSensors, PicoStrip
from hardware.parts.pico.twin import PtyChain
from hardware.ports import HardwareEvent, SensorEdge, Sink
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard
from tests.firmware_bridge.emulated.emulator import EmulatedBoard

T = TypeVar("T")
CALL = 20e-6
"""Emulated seconds that a call takes at least, so that a program that only looks lets time pass."""
SLICE = 0.002
"""Emulated seconds from one look at the computer's own files to the next."""


class EmulatedPort:
    """The serial line of an emulated board, for `BoardLink`: closing it takes DTR down."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        self.opened = 0
        self._out = bytearray()
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)

    def run(self, seconds: float) -> None:
        """Let the board run so long, or until it sends something."""
        data, self._out = bytes(self._out), bytearray()
        sent = self.board.step(1e6 * max(seconds, 0.0), data=data, until=True)["out"]
        if sent:
            self._far.send(sent)

    def open(self, _path: str) -> EmulatedPort:
        """Open the port as `SerialLine` would."""
        with suppress(BlockingIOError):
            while self._near.recv(65536):
                pass
        self.opened += 1
        self.board.step(dtr=True)
        return self

    def fileno(self) -> int:
        """See Line."""
        return self._near.fileno()

    def read(self) -> bytes:
        """See Line. A port that does not wait returns nothing if somebody else has read it meanwhile."""
        try:
            return self._near.recv(65536)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """See Line."""
        self._out += data
        return len(data)

    def close(self) -> None:
        """See Line."""
        self.run(0.002)
        self._out.clear()
        self.board.step(1000, dtr=False)

    def end(self) -> None:
        """Close both sockets."""
        self._near.close()
        self._far.close()

    def wait(self, reading: list[int], writing: list[int], _errors: list[int], seconds: float) -> Any:
        """`select.select` on emulated time."""
        end = self.board.now + seconds
        while True:
            ready = computer.select(reading, writing, [], 0)
            left = end - self.board.now
            if any(ready):
                return ready
            self.run(min(max(left, CALL), SLICE))
            if left <= CALL:
                return ready


class _Selector(selectors.DefaultSelector):
    """Lets the board run for as long as the loop would wait."""

    port: EmulatedPort

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        left = SLICE if timeout is None else timeout
        while not ready and left > 1e-9:
            before = self.port.board.now
            self.port.run(min(left, SLICE))
            left -= self.port.board.now - before
            ready = super().select(0)
        return ready


class EmulatedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is the board's."""

    def __init__(self, port: EmulatedPort) -> None:
        self._port = port
        selector = _Selector()
        selector.port = port
        super().__init__(selector)

    def time(self) -> float:
        """The board's emulated time in seconds."""
        return self._port.board.now


@contextmanager
def plugged_in(
    board: EmulatedBoard,
    monkeypatch: pytest.MonkeyPatch,
    beside: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> Iterator[EmulatedPort]:
    """Let the product's programs find this board at any port, and keep its time.

    `beside`: a coroutine that runs in each program's loop.
    """
    port = EmulatedPort(board)
    tasks = []

    def make_loop() -> EmulatedLoop:
        loop = EmulatedLoop(port)
        if beside is not None:
            tasks.append(loop.create_task(beside()))
        return loop

    class Select:
        select = staticmethod(port.wait)

    def run(main: Coroutine[Any, Any, T], **_: object) -> T:
        with asyncio.Runner(loop_factory=make_loop) as runner:
            return runner.run(main)

    with monkeypatch.context() as patch:
        patch.setattr("firmware_bridge.link.select", Select)
        for program, settings in ((PicoBoard, {}), (BoardLink, {"clock": lambda: board.now})):
            for name, value in {"open_line": port.open, **settings}.items():
                defaults = program.__init__.__kwdefaults__
                assert defaults is not None
                patch.setitem(defaults, name, value)
        patch.setattr(asyncio, "run", run)
        patch.setattr(asyncio, "SelectorEventLoop", make_loop)
        yield port
    for task in tasks:
        task.result()
    port.end()


class EmulatedSensors(PicoSensors):
    """A SensorBank for simulated people: contacts on an emulated board, read by the driver of a Pico."""

    def __init__(
        self, wood: VirtualBoard, clock: VirtualClock, board: EmulatedBoard, *, seed: int, record: Sink
    ) -> None:
        """`record` is called with the contacts."""
        self._clock, self._emulated, self._record = clock, board, record
        self._port = EmulatedPort(board)
        self._offset = board.now - clock.now()
        self.contacts = TwinSensors(wood, clock, seed=seed)
        board.step(holes=[[channel, on] for channel, on in enumerate(self.contacts.snapshot())])
        self.contacts.start(self._soldered)
        self._next = clock.call_at(clock.now(), self._step)
        self._meeting, self._closed = True, False
        super().__init__(PicoBoard(clock, "/dev/emulated", wood.holes, wood.holes, open_line=self._open))
        self._meeting = False
        self.lamps = PtyChain(self, clock, wood.holes)  # type: ignore[arg-type]

    @property
    def strip(self) -> PicoStrip:
        """The lights of the same board."""
        return self._board.strip

    def led_frames(self) -> int:
        """The number of frames that the lights have shown."""
        return int(self._emulated.see("frames"))

    def leds(self) -> bytes:
        """The colours of the lights, red first."""
        return bytes(value for rgb in self._emulated.see("pixels") for value in rgb)

    def _open(self, path: str) -> EmulatedSensors:
        self._port.open(path)
        return self

    def fileno(self) -> int:
        """See Line. While the driver waits for the board time must pass."""
        if self._meeting:
            # The driver's own look at the line is due in this time, too, and asks for the file again.
            self._meeting = False
            self._clock.run_until(self._clock.now() + 0.001)
            self._meeting = True
        return self._port.fileno()

    def read(self) -> bytes:
        """See Line."""
        return self._port.read()

    def write(self, data: bytes) -> int:
        """See Line."""
        return self._port.write(data)

    def close(self) -> None:
        """Stop the edges. It is its own line, too: when the link closes that, nothing more is sent."""
        if self._closed:
            self._next.cancel()
            self._port.end()
            return
        # The last, dark frame of the strip still takes time.
        self._closed = self._meeting = True
        self.lamps.close()
        self.contacts.close()
        super().close()

    def _step(self) -> None:
        self._next = self._clock.call_at(self._clock.now() + 0.001, self._step)
        end = self._clock.now() + self._offset
        while self._emulated.now < end - 1e-9:
            self._port.run(end - self._emulated.now)

    def _soldered(self, event: HardwareEvent) -> None:
        self._record(event)
        if isinstance(event, SensorEdge):
            self._emulated.step(holes=[[event.channel, event.on]])
