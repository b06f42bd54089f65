"""Hole sensors on MCP23017 port expanders, up to eight on an I2C bus, read by the Pi itself.

Wiring: SDA on GPIO 2, SCL on GPIO 3 (bus 1), A2 A1 A0 of each chip set its address from 0x20 to 0x27, RESET
to 3.3 V. A hall switch pulls its input to ground; the chip's own pull-up (100 kOhm) holds it high.

In the newer data sheets GPA7 and GPB7 are only outputs. So a chip has 14 inputs, GPA0 to GPA6, then GPB0 to
GPB6; eight chips have the 112 inputs of a four-sided board. The two spare pins are watch pins: GPA7 drives
high, GPB7 low, and every read must show these levels. A chip that lost its supply for a moment forgets its
directions and pull-ups, so its inputs are meaningless, and its watch pins read wrong at once. Each scan also
compares the settings of one chip, a different chip each time. A chip that fails is set up again. With
`inputs=16` (old chips) there are no watch pins, only the comparison.

One access takes 0.12 ms on a bus at 400 kHz, measured up to 0.8 ms from a Pi. Reading eight chips may take
longer than the period of the scans; the next scan then begins at once. If the chips' INT pins are joined to
one pin of the Pi (open drain, each chip mirrors A and B), `interrupt` returns whether a read is due at all.
Every twentieth scan reads the chips in any case, so that a broken line or a dead chip is found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.errors import INSTALL, DeviceLost, DeviceMissing, HardwareError, not_opened
from hardware.parts.mcp23017 import ADDRESSES
from hardware.pins import board_pins, in_one_sentence
from hardware.scan import ScannedBank

IODIR, GPINTEN, IOCON, GPPU, GPIO, OLAT = 0x00, 0x04, 0x0A, 0x0C, 0x12, 0x14
"""The registers of port A (IOCON.BANK = 0). The register of port B follows each, so a 16-bit word has both.
"""

MIRROR, OPEN_DRAIN = 0x40, 0x04
"""Two bits of IOCON: the INT pins of A and B carry the same signal; INT pins only pull low."""

WATCH_PINS, WATCH_LEVELS = 0x8080, 0x0080
"""The bits of GPA7 and GPB7 in a 16-bit word, and the levels that these pins drive: GPA7 high, GPB7 low."""

READ_ANYWAY = 20
"""One of this many scans reads the chips even if the interrupt line shows no change."""


class I2cBus(Protocol):
    """The methods of smbus2's SMBus that the driver uses; the simulated bus has them as well."""

    def read_word_data(self, i2c_addr: int, register: int, /) -> int:
        """Registers `register` (low byte) and `register + 1` (high byte) of the chip at address `i2c_addr`.

        Raise OSError if no chip acknowledges the address.
        """
        ...

    def write_word_data(self, i2c_addr: int, register: int, value: int, /) -> None:
        """Write the low byte of `value` to `register`, the high byte to `register + 1`."""
        ...

    def close(self) -> None:
        """Release the bus."""
        ...


def open_i2c(bus: int = 1) -> I2cBus:
    """Open /dev/i2c-`bus`; raise DeviceMissing with the remedy if this fails."""
    path = f"/dev/i2c-{bus}"
    try:
        made = import_module("smbus2").SMBus
    except ImportError as error:
        raise DeviceMissing(
            f"{path} cannot be used: the module smbus2 is not installed; {INSTALL}"
        ) from error
    try:
        opened: I2cBus = made(bus)
    except OSError as error:
        lines = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
        absent = f"put {lines} into /boot/firmware/config.txt, restart the Pi"
        raise not_opened(path, error, absent=absent, group="i2c") from error
    return opened


class Expander:
    """One chip on a bus: set up, checked and read."""

    def __init__(self, bus: I2cBus, address: int, *, inputs: int = 14) -> None:
        """`inputs` is 14 or 16; raise HardwareError if an MCP23017 has no such `address` or number of
        inputs.
        """
        if address not in ADDRESSES:
            raise HardwareError(f"an MCP23017 has an address from 0x20 to 0x27, not {address:#04x}")
        if inputs not in (14, 16):
            raise HardwareError(f"an MCP23017 has 14 or 16 inputs, not {inputs}")
        self._bus, self.address, self.inputs = bus, address, inputs
        watched = inputs == 14
        self._watch, self._expected = (WATCH_PINS, WATCH_LEVELS) if watched else (0, 0)
        ins = 0xFFFF & ~self._watch
        self._settings = ((OLAT, self._expected), (IODIR, ins), (GPPU, ins))
        self._bits = tuple(bit for bit in range(16) if ins >> bit & 1)

    def set_up(self, *, interrupt: bool) -> None:
        """Write every setting; `interrupt`: the chip pulls INT low while an input differs from the last
        read.
        """
        both = (MIRROR | OPEN_DRAIN) * 0x0101
        self._write(IOCON, both if interrupt else 0)
        for register, value in self._settings:
            self._write(register, value)
        self._write(GPINTEN, 0xFFFF & ~self._watch if interrupt else 0)

    def check(self) -> None:
        """Raise DeviceLost if the chip has lost its directions or pull-ups."""
        for register, value in self._settings[1:]:
            if self._read(register) != value:
                raise self._forgot()

    def read(self) -> int:
        """The levels of both ports as a 16-bit word; raise DeviceLost if the watch pins read wrong."""
        word = self._read(GPIO)
        if word & self._watch != self._expected:
            raise self._forgot()
        return word

    def levels(self, word: int) -> tuple[bool, ...]:
        """The level of each input in `word`, a result of `read`; True where a marble lies."""
        word ^= 0xFFFF
        return tuple(bool(word >> bit & 1) for bit in self._bits)

    def _forgot(self) -> DeviceLost:
        return DeviceLost(
            f"the sensor chip at {self.address:#04x} has lost its settings: its supply dropped;"
            " check its 3.3 V and its plug"
        )

    def _read(self, register: int) -> int:
        try:
            return self._bus.read_word_data(self.address, register)
        except OSError as error:
            raise self._silent() from error

    def _write(self, register: int, value: int) -> None:
        try:
            self._bus.write_word_data(self.address, register, value)
        except OSError as error:
            raise self._silent() from error

    def _silent(self) -> DeviceLost:
        return DeviceLost(
            f"no sensor chip answers at {self.address:#04x} on the I2C bus:"
            " check its plug, its power and its address pins"
        )


class ExpanderBoard:
    """All chips of a board; one scan reads them one after another."""

    def __init__(
        self, chips: Sequence[Expander], channels: int, interrupt: Callable[[], bool] | None = None
    ) -> None:
        """`interrupt` returns whether an input changed. Raise HardwareError if there are too few inputs."""
        have = sum(chip.inputs for chip in chips)
        if have < channels:
            raise HardwareError(f"{channels} channels are more than the {have} inputs of {len(chips)} chips")
        self._chips, self._channels, self._interrupt = tuple(chips), channels, interrupt
        self._ready = False
        self._turn = self._skipped = 0
        self._last: tuple[bool, ...] = ()
        self._words: list[int] = []

    def scan(self) -> tuple[bool, ...]:
        """The level of each channel.

        Raise DeviceLost if a chip does not answer or has lost its settings; the next scan sets all chips up.
        """
        if self._ready and self._quiet():
            return self._last
        try:
            if not self._ready:
                for chip in self._chips:
                    chip.set_up(interrupt=self._interrupt is not None)
                self._ready = True
            self._turn = (self._turn + 1) % len(self._chips)
            self._chips[self._turn].check()
            words = [chip.read() for chip in self._chips]
        except DeviceLost:
            self._ready = False
            raise
        if words != self._words:
            self._words = words
            read = zip(self._chips, words, strict=True)
            levels = [level for chip, word in read for level in chip.levels(word)]
            self._last = tuple(levels[: self._channels])
        return self._last  # If the words have not changed, these are the levels of the last scan.

    def _quiet(self) -> bool:
        """Whether a read can be skipped: no chip pulls the interrupt line and no regular read is due."""
        if self._interrupt is None or self._interrupt() or self._skipped == READ_ANYWAY - 1:
            self._skipped = 0
            return False
        self._skipped += 1
        return True


def open_mcp23017(
    clock: Clock,
    channels: int,
    *,
    chips: Sequence[tuple[int, int]] | None = None,
    inputs: int = 14,
    interrupt_pin: int | None = None,
    open_bus: Callable[[int], I2cBus] = open_i2c,
    pin_factory: Any = None,
) -> ScannedBank:
    """Open a bank of `channels` sensors on `chips`, each as (bus, address); by default on bus 1 from 0x20 on.

    Raise DeviceMissing if a bus or the interrupt pin is not available, HardwareError if the chips are too
    few.
    """
    if chips is None:
        chips = tuple((1, address) for address in ADDRESSES[: -(-channels // inputs)])
    buses: dict[int, I2cBus] = {}
    line: Any = None

    def release() -> None:
        for bus in buses.values():
            bus.close()
        if line is not None:
            line.close()

    try:
        for number in dict.fromkeys(number for number, _ in chips):
            buses[number] = open_bus(number)
        made = [Expander(buses[bus], at, inputs=inputs) for bus, at in chips]
        calls: Callable[[], bool] | None = None
        if interrupt_pin is not None:
            line = _input(interrupt_pin, pin_factory)
            calls = lambda: bool(line.value)  # noqa: E731 - as short as it is clear
        board = ExpanderBoard(made, channels, calls)
    except OSError:
        release()
        raise
    return ScannedBank(clock, channels, board.scan, release)


def _input(pin: int, pin_factory: Any) -> Any:
    """An input pin with a pull-up whose value is 1 while a chip pulls it low."""
    factory = board_pins(pin_factory)
    from gpiozero import DigitalInputDevice

    with in_one_sentence("the interrupt pin of the sensor chips"):
        return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
