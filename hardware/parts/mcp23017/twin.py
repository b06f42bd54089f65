"""A simulated MCP23017, modelled after the data sheet, and a simulated I2C bus with such chips.

The model uses nothing of the driver. The registers are those of IOCON.BANK = 0: A and B alternate, and the
address increments. From outside an input is either pulled low or not connected. An input that is not
connected is high if its pull-up is on. Without a pull-up its real level would drift; the model takes low,
which shows a forgotten pull-up as marbles.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence

from hardware.clock import Clock
from hardware.parts.mcp23017 import ADDRESSES
from hardware.parts.mcp23017.driver import open_mcp23017
from hardware.twin.sensors import SolderedBank, TwinSensors
from hardware.twin.wood import VirtualBoard

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
REGISTERS = 22
OUTPUT_ONLY = 0x80
"""The bit of GPA7 and of GPB7, which cannot be inputs on the newer chips."""


class Mcp23017:
    """A simulated chip; `pulled` returns a bit for each input that is pulled low, port A in the low byte."""

    def __init__(self, pulled: Callable[[], int]) -> None:
        self._pulled = pulled
        self._memory = bytearray(REGISTERS)
        self._seen = [0, 0]
        self.power_up()

    def power_up(self) -> None:
        """Reset the registers: all pins inputs, no pull-ups, every other register zero."""
        self._memory[:] = bytes(REGISTERS)
        self._memory[IODIR] = self._memory[IODIR + 1] = 0xFF
        self._seen = [self._port(0), self._port(1)]

    def read(self, register: int) -> int:
        """The value of a register; reading GPIO or INTCAP ends the interrupt of the register's port."""
        half = register & 1
        if register - half == GPIO:
            self._seen[half] = self._port(half)
            self._memory[INTF + half] = 0
            return self._seen[half]
        if register - half == INTF:
            return self._flags(half)
        if register - half == INTCAP:
            value = self._port(half)
            self._seen[half] = value
            return value
        return self._memory[register]

    def write(self, register: int, value: int) -> None:
        """Write a register. A write to GPIO goes to OLAT; a write to INTF or INTCAP has no effect."""
        half = register & 1
        if register - half == GPIO:
            register = OLAT + half
        if register - half in (INTF, INTCAP):
            return
        if register - half == IOCON:
            # IOCON is one register with two addresses.
            self._memory[IOCON] = self._memory[IOCON + 1] = value
            return
        self._memory[register] = value
        if register - half in (IODIR, GPPU, GPINTEN):
            self._seen[half] = self._port(half)

    @property
    def interrupting(self) -> bool:
        """Whether the chip pulls an INT pin low, because an enabled input differs from its comparison
        value.
        """
        return bool(self._flags(0) or self._flags(1))

    def _flags(self, half: int) -> int:
        against = self._memory[DEFVAL + half]
        fixed = self._memory[INTCON + half]
        compared = (against & fixed) | (self._seen[half] & ~fixed)
        return (self._port(half) ^ compared) & self._memory[GPINTEN + half] & self._memory[IODIR + half]

    def _port(self, half: int) -> int:
        memory = self._memory
        directions = memory[IODIR + half]
        alone = memory[GPPU + half] & ~(self._pulled() >> 8 * half) & 0xFF & ~OUTPUT_ONLY
        inputs = (alone ^ memory[IPOL + half]) & directions
        return inputs | (memory[OLAT + half] & ~directions & 0xFF)


class SimulatedI2c:
    """A simulated bus with chips, with the methods of smbus2's SMBus."""

    def __init__(self, chips: dict[int, Mcp23017]) -> None:
        """`chips` maps each address to the chip there."""
        self.chips = chips
        self.missing: set[int] = set()
        """Addresses without an acknowledgement: the chip has no power, or its plug is out."""
        self.accesses = 0
        self.closed = False

    def read_word_data(self, i2c_addr: int, register: int, /) -> int:
        """Registers `register` (low byte) and `register + 1` (high byte) of a chip."""
        chip = self._addressed(i2c_addr)
        return chip.read(register) | chip.read(register + 1) << 8

    def write_word_data(self, i2c_addr: int, register: int, value: int, /) -> None:
        """Write the low byte of `value` to `register`, the high byte to `register + 1`."""
        chip = self._addressed(i2c_addr)
        chip.write(register, value & 0xFF)
        chip.write(register + 1, value >> 8)

    @property
    def interrupting(self) -> bool:
        """Whether any chip pulls the common interrupt line low."""
        return any(chip.interrupting for at, chip in self.chips.items() if at not in self.missing)

    def unplug(self) -> None:
        """Disconnect every chip from power and bus."""
        self.missing = set(self.chips)

    def replug(self) -> None:
        """Connect every chip again; each restarts with the registers of a reset."""
        self.brown_out()
        self.missing.clear()

    def brown_out(self) -> None:
        """Let the supply drop for a moment, so that every chip restarts."""
        for chip in self.chips.values():
            chip.power_up()

    def close(self) -> None:
        """Release the bus."""
        self.closed = True

    def _addressed(self, address: int) -> Mcp23017:
        self.accesses += 1
        if address not in self.chips or address in self.missing:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return self.chips[address]


def pulled_inputs(occupied: Callable[[int], bool], channels: int, first: int) -> int:
    """The bit mask of the inputs that marbles pull low, at the chip whose first channel is `first`.

    A chip has 14 channels: GPA0 to GPA6, then GPB0 to GPB6. `channels` is the number of channels of the
    board.
    """
    word = 0
    for at in range(14):
        if first + at < channels and occupied(first + at):
            word |= 1 << (at if at < 7 else at + 1)
    return word


def soldered(occupied: Callable[[int], bool], channels: int, addresses: Sequence[int]) -> SimulatedI2c:
    """A simulated bus with a chip of 14 sensors at each address."""
    return SimulatedI2c(
        {
            address: Mcp23017(lambda first=14 * at: pulled_inputs(occupied, channels, first))  # type: ignore[misc]
            for at, address in enumerate(addresses)
        }
    )


class ExpanderSensors(SolderedBank):
    """Simulated sensors on MCP23017 chips, up to eight a bus, on simulated I2C buses 1, 3 and 4."""

    BUSES = (1, 3, 4)

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0) -> None:
        contacts = TwinSensors(wood, clock, seed=seed)
        chips = [(bus, at) for bus in self.BUSES for at in ADDRESSES][: -(-wood.holes // 14)]
        self.buses: dict[int, SimulatedI2c] = {}
        for number in dict.fromkeys(bus for bus, _ in chips):
            first = 14 * len(ADDRESSES) * self.BUSES.index(number)
            self.buses[number] = soldered(
                lambda channel, first=first: contacts.level(first + channel),  # type: ignore[misc]
                wood.holes - first,
                [at for bus, at in chips if bus == number],
            )
        super().__init__(
            contacts, open_mcp23017(clock, wood.holes, chips=chips, open_bus=self.buses.__getitem__)
        )


make = ExpanderSensors
