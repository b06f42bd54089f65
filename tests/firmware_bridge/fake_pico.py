"""A fake Pico in Python: the parts of `machine`, `rp2`, `select` and `time` that hal_pico uses."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

USB_BUFFER = 256
PIO_KEYS = ("sideset_init", "out_shiftdir", "autopull", "pull_thresh")


class AsmPio:
    """A fake of `rp2.asm_pio` that stores its keywords and the program."""

    def __init__(self, **settings: Any) -> None:
        assert set(settings) <= set(PIO_KEYS)
        self.settings = settings
        self.program: Any = None

    def __call__(self, program: Any) -> AsmPio:
        self.program = program
        return self


class Pin:
    """A pin that records the levels written to it."""

    IN = 0
    OUT = 1
    all: dict[int, Pin]

    def __init__(self, number: int, mode: int | None = None, value: int | None = None) -> None:
        self.number = number
        self.value = value or 0
        self.history: list[int] = []
        Pin.all[number] = self

    def __call__(self, value: int) -> None:
        self.value = value
        self.history.append(value)


def modules() -> dict[str, types.ModuleType]:
    """Fakes of MicroPython's modules with the names that hal_pico needs at its import."""
    rp2 = types.ModuleType("rp2")
    rp2.PIO = types.SimpleNamespace(OUT_LOW=0, SHIFT_LEFT=0)  # type: ignore[attr-defined]
    rp2.asm_pio = AsmPio  # type: ignore[attr-defined]
    machine = types.ModuleType("machine")
    for name in ("ADC", "PWM", "SPI", "WDT", "Pin"):
        setattr(machine, name, object)
    micropython = types.ModuleType("micropython")
    for name in ("native", "viper"):
        setattr(micropython, name, lambda function: function)
    return {"rp2": rp2, "machine": machine, "micropython": micropython}


@contextmanager
def fake_pico() -> Iterator[None]:
    """A context in which the fake modules can be imported."""
    fakes = modules()
    kept = {name: sys.modules.get(name) for name in fakes}
    sys.modules.update(fakes)
    try:
        yield
    finally:
        for name, old in kept.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old


class Board:
    """A fake board under an imported hal_pico: it records every change of pins and peripherals."""

    def __init__(self, hal: Any) -> None:
        self.hal = hal
        self.pins: dict[int, Pin] = {}
        self.chain = b""
        self.spi: dict[str, Any] = {}
        self.typed = b""
        self.written = b""
        self.unread = 0
        """Bytes in USB's buffer that the computer has not read."""
        self.reading = True
        """Whether the computer reads the bytes that are sent to it."""
        self.transfers: list[int] = []
        self.sounds: list[tuple[int, int]] = []
        """(pin, hertz), and (pin, minus the duty)."""
        self.us = 5_000_000
        self.slept = 0
        self.fed = 0
        self.cause = 1
        self.resets: list[str] = []
        self.bootsel = False
        self.interrupt = 3
        self._kept: dict[str, Any] = {}
        self.converter = _Converter()
        self._peripherals = {
            0xD0000000: _Outputs(self.pins),
            0x4004C000: self.converter,
            0x40054000: _Timer(),
        }

    def __enter__(self) -> Board:
        Pin.all = self.pins
        replaced = {
            "Pin": Pin,
            "SPI": self._spi,
            "ADC": self._adc,
            "WDT": self._wdt,
            "PWM": self._pwm,
            "machine": self._machine(),
            "rp2": self._rp2(),
            "micropython": types.SimpleNamespace(kbd_intr=lambda key: setattr(self, "interrupt", key)),
            "time": self._time(),
            "select": types.SimpleNamespace(poll=lambda: _Poll(self), POLLIN=1, POLLOUT=4),
            "sys": types.SimpleNamespace(
                implementation=types.SimpleNamespace(_machine="Raspberry Pi Pico with RP2040"),
                stdin=types.SimpleNamespace(buffer=types.SimpleNamespace(readinto=self._readinto)),
                stdout=types.SimpleNamespace(buffer=types.SimpleNamespace(write=self._write)),
            ),
        }
        # Viper's pointer types, which only MicroPython's compiler knows.
        self.hal.ptr16, self.hal.ptr32 = lambda buffer: buffer, self._registers
        self._kept = {name: getattr(self.hal, name) for name in replaced}
        for name, fake in replaced.items():
            setattr(self.hal, name, fake)
        return self

    def __exit__(self, *_: object) -> None:
        for name, real in self._kept.items():
            setattr(self.hal, name, real)

    def _spi(self, number: int, **settings: Any) -> Any:
        self.spi = settings

        def readinto(raw: bytearray) -> None:
            raw[:] = self.chain

        return types.SimpleNamespace(readinto=readinto)

    def _adc(self, pin: Pin) -> Any:
        return types.SimpleNamespace(read_u16=lambda: pin.number)

    def _pwm(self, pin: Pin) -> Any:
        return types.SimpleNamespace(
            freq=lambda hertz: self.sounds.append((pin.number, hertz)),
            duty_u16=lambda duty: self.sounds.append((pin.number, -duty)),
        )

    def _wdt(self, timeout: int) -> Any:
        assert timeout >= 1000
        return types.SimpleNamespace(feed=lambda: setattr(self, "fed", self.fed + 1))

    def _machine(self) -> Any:
        return types.SimpleNamespace(
            WDT_RESET=3,
            reset_cause=lambda: self.cause,
            unique_id=lambda: b"12345678",
            reset=lambda: self.resets.append("reset"),
            bootloader=lambda: self.resets.append("bootloader"),
            mem16=_UsbStatus(self),
        )

    def _rp2(self) -> Any:
        def config(*, read: bytearray, write: Any, count: int, ctrl: int, trigger: bool) -> None:
            assert len(read) == 4 * count
            assert trigger
            self.transfers.append(count)

        def pack_ctrl(*, size: int, inc_write: bool, treq_sel: int) -> int:
            assert (size, inc_write, treq_sel) == (2, False, 0)
            return 7

        return types.SimpleNamespace(
            StateMachine=lambda *_, **__: types.SimpleNamespace(active=lambda on: on),
            DMA=lambda: types.SimpleNamespace(config=config, pack_ctrl=pack_ctrl),
            bootsel_button=lambda: self.bootsel,
        )

    def _time(self) -> Any:
        def sleep_us(us: int) -> None:
            self.slept += us
            self.us += us

        return types.SimpleNamespace(
            ticks_ms=lambda: self.us // 1000,
            ticks_us=lambda: self.us,
            ticks_add=lambda a, b: a + b,
            ticks_diff=lambda a, b: a - b,
            sleep_us=sleep_us,
        )

    def _readinto(self, buffer: bytearray) -> int:
        assert self.typed, "a read that would block"
        count = min(len(buffer), len(self.typed))
        assert count == len(buffer), "MicroPython waits until the buffer is full"
        buffer[:], self.typed = self.typed[:count], self.typed[count:]
        return count

    def _write(self, data: bytearray, at: int, count: int) -> None:
        """Write to USB as MicroPython does: without enough room, wait half a second and drop the rest."""
        if self.unread + count > USB_BUFFER:
            self.us += 500_000
        taken = min(count, USB_BUFFER - self.unread)
        self.written += bytes(data[at : at + taken])
        self.unread = 0 if self.reading else self.unread + taken

    def _registers(self, address: Any) -> Any:
        """`ptr32`: an array unchanged, or the fake peripheral at an address."""
        return address if not isinstance(address, int) else self._peripherals[address]


class _UsbStatus:
    """A fake of `machine.mem16`, which shows whether a USB packet waits for the computer."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __getitem__(self, address: int) -> int:
        assert address == self._board.hal.USB_IN
        return int(self._board.hal.AVAILABLE) if self._board.unread else 0


class _Outputs:
    """The fake peripheral SIO: register 5 sets pins, register 6 clears pins."""

    def __init__(self, pins: dict[int, Pin]) -> None:
        self._pins = pins

    def __setitem__(self, register: int, mask: int) -> None:
        for number, pin in self._pins.items():
            if mask >> number & 1:
                pin.value = {5: 1, 6: 0}[register]


class _Converter:
    """The fake ADC, whose reading of 12 bits is `reading`; None: the number of the input."""

    def __init__(self) -> None:
        self.reading: int | None = None
        self._control = 0

    def __setitem__(self, register: int, value: int) -> None:
        assert (register, value & 0xFF) == (0, 5)
        self._control = value

    def __getitem__(self, register: int) -> int:
        if register == 0:
            return 0x100
        return self._control >> 12 if self.reading is None else self.reading


class _Timer:
    """The fake timer, whose microseconds increase with each access."""

    def __init__(self) -> None:
        self._us = 0

    def __getitem__(self, register: int) -> int:
        assert register == 10
        self._us += 1
        return self._us


class _Poll:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.event = 0

    def register(self, _stream: object, event: int) -> None:
        self.event = event

    def ipoll(self, _timeout: int) -> list[int]:
        """The ready streams; there is no `poll`, because that would allocate a list at each call."""
        ready = self.board.typed if self.event == 1 else self.board.unread < USB_BUFFER
        return [1] if ready else []
