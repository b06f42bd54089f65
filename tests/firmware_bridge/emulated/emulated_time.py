"""Run programs of this project with an emulated Pico, on the emulated time of the board.

`EmulatedPort` is the serial line of a board. `EmulatedLoop` is an event loop that runs the board while the
program waits. So a program takes as many emulated seconds as it would take real seconds with a real board.
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
from hardware.parts.pico.driver import PicoBoard
from hardware.parts.pico.twin import PtyChain
from hardware.ports import HardwareEvent, SensorEdge, Sink
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard
from tests.firmware_bridge.emulated.emulator import EmulatedBoard

T = TypeVar("T")
CALL = 20e-6
"""The least emulated seconds of a call, so that time also passes for a program that only polls."""
SLICE = 0.002
"""Emulated seconds between two checks of the computer's real files."""


class EmulatedPort:
    """The serial line of an emulated board, for `BoardLink`; closing it clears DTR."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        self.opened = 0
        self._out = bytearray()
        self._near, self._far = socket.socketpair()
        for end in (self._near, self._far):
            end.setblocking(False)

    def run(self, seconds: float) -> None:
        """Run the board for `seconds`, or until it sends something."""
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
        return self._near.fileno()

    def read(self) -> bytes:
        """The bytes that have arrived; b"" if there are none."""
        try:
            return self._near.recv(65536)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        self._out += data
        return len(data)

    def close(self) -> None:
        self.run(0.002)
        self._out.clear()
        self.board.step(1000, dtr=False)

    def end(self) -> None:
        """Close both sockets."""
        self._near.close()
        self._far.close()

    def wait(self, reading: list[int], writing: list[int], _errors: list[int], seconds: float) -> Any:
        """Wait like `select.select`, for emulated seconds."""
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
    """A selector that runs the board for as long as the event loop waits."""

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
    """An event loop whose time is the emulated time of the board."""

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
    """Let programs of this project open the board at any port, and use its emulated time.

    `beside` makes a coroutine that runs in each program's event loop.
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


class EmulatedSensors(PicoBoard):
    """A SensorBank for simulated people whose contacts are inputs of an emulated Pico."""

    def __init__(
        self, wood: VirtualBoard, clock: VirtualClock, board: EmulatedBoard, *, seed: int, record: Sink
    ) -> None:
        """`record` is called with each change of a contact."""
        self._virtual, self._emulated, self._record = clock, board, record
        self._port = EmulatedPort(board)
        self._offset = board.now - clock.now()
        self.contacts = TwinSensors(wood, clock, seed=seed)
        board.step(holes=[[channel, on] for channel, on in enumerate(self.contacts.snapshot())])
        self.contacts.start(self._soldered)
        self._next_step = clock.call_at(clock.now(), self._step)
        self._meeting, self._closed = True, False
        super().__init__(clock, "/dev/emulated", wood.holes, wood.holes, open_line=self._open)
        self._meeting = False
        self.lamps = PtyChain(self, clock, wood.holes)  # type: ignore[arg-type]

    def led_frames(self) -> int:
        """The number of frames that the lights have shown."""
        return int(self._emulated.see("frames"))

    def leds(self) -> bytes:
        """The colours that the lights show: red, green and blue of each LED."""
        return bytes(value for rgb in self._emulated.see("pixels") for value in rgb)

    def _open(self, path: str) -> EmulatedSensors:
        self._port.open(path)
        return self

    def fileno(self) -> int:
        """The file descriptor to wait for; emulated time passes while the driver waits."""
        if self._meeting:
            # The driver asks for the descriptor again when it checks the line, which is due in this time.
            self._meeting = False
            self._virtual.run_until(self._virtual.now() + 0.001)
            self._meeting = True
        return self._port.fileno()

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> int:
        return self._port.write(data)

    def close(self) -> None:
        """Stop the edges. This object is also the link's line; the link calls `close` a second time."""
        if self._closed:
            self._next_step.cancel()
            self._port.end()
            return
        # Sending the strip's last, dark frame takes time.
        self._closed = self._meeting = True
        self.lamps.close()
        self.contacts.close()
        super().close()

    def _step(self) -> None:
        self._next_step = self._virtual.call_at(self._virtual.now() + 0.001, self._step)
        end = self._virtual.now() + self._offset
        while self._emulated.now < end - 1e-9:
            self._port.run(end - self._emulated.now)

    def _soldered(self, event: HardwareEvent) -> None:
        self._record(event)
        if isinstance(event, SensorEdge):
            self._emulated.step(holes=[[event.channel, event.on]])
