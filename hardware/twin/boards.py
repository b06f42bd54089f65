"""The simulated board with real drivers on it: its contacts soldered to simulated chips, read as on a Pi.

`TwinSensors` are the contacts, bounce and faults included; their levels of each moment lie on the inputs of
modelled chips, and the bank that the table gets is the very driver that reads such chips on a Pi.
The chips suffer the faults of wiring: a broken chain, a pulled cable, a sagging supply.
"""

from __future__ import annotations

from typing import Any

from hardware.clock import Clock
from hardware.parts.hc165.driver import open_hc165, open_hc165_spi
from hardware.parts.hc165.twin import ChainSpi, ShiftChain, sensor_inputs
from hardware.parts.mcp23017.driver import ADDRESSES, open_mcp23017
from hardware.parts.mcp23017.twin import SimulatedI2c, soldered
from hardware.ports import Sink
from hardware.scan import ScannedBank
from hardware.twin.pins import solder, wired_factory
from hardware.twin.sensors import TwinSensors
from hardware.twin.wood import VirtualBoard

LOAD, CLOCK, DATA, SELECT = 25, 11, 9, 8
"""The pins of the chain, as `open_hc165` has them unless told otherwise."""


class SolderedBank:
    """A SensorBank: `contacts` read by a driver through modelled chips."""

    def __init__(self, contacts: TwinSensors, driver: ScannedBank) -> None:
        self.contacts, self.driver = contacts, driver

    @property
    def channels(self) -> int:
        """One a hole."""
        return self.driver.channels

    def start(self, sink: Sink) -> None:
        """Begin to report what the driver reads."""
        self.driver.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The driver's last reading."""
        return self.driver.snapshot()

    def close(self) -> None:
        """Release the driver's pins or bus."""
        self.driver.close()
        self.contacts.close()


class DirectSensors(SolderedBank):
    """A 74HC165 chain on the Pi's own pins, through gpiozero and its mock pins."""

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0) -> None:
        contacts = TwinSensors(wood, clock, seed=seed)
        self.powered = True
        """Without power, or in a brown-out, the chips' lines are low."""

        def inputs() -> bytes:
            lines = sensor_inputs(contacts.level, contacts.channels)
            return lines if self.powered else bytes(len(lines))

        self.chain = ShiftChain(inputs)
        factory: Any = wired_factory()
        solder(self.chain, factory, load_pin=LOAD, clock_pin=CLOCK, data_pin=DATA, inhibit_pin=SELECT)
        super().__init__(contacts, open_hc165(clock, wood.holes, pin_factory=factory))


class SpiSensors(SolderedBank):
    """A 74HC165 chain on the kernel's SPI port `bus`, whose clock rests low on SPI 1 as on a real Pi."""

    bus = 0

    def __init__(self, wood: VirtualBoard, clock: Clock, *, seed: int = 0, inhibited: bool = True) -> None:
        """`inhibited`: CLK INH is on the chip select, else on ground."""
        contacts = TwinSensors(wood, clock, seed=seed)
        self.chain = ShiftChain(lambda: sensor_inputs(contacts.level, contacts.channels))
        factory: Any = wired_factory()
        factory.pin(LOAD).told.append(lambda high: None if high else self.chain.load())
        port = ChainSpi(self.chain, inhibited=inhibited, rests_low=self.bus == 1)

        def soldered_port(bus: int, device: int, hertz: int, mode: int) -> tuple[str, ChainSpi]:
            port.mode, port.max_speed_hz = mode, hertz
            return f"/dev/spidev{bus}.{device}", port

        driver = open_hc165_spi(
            clock, wood.holes, bus=self.bus, load_pin=LOAD, pin_factory=factory, open_port=soldered_port
        )
        super().__init__(contacts, driver)


class Spi1Sensors(SpiSensors):
    """The same on SPI 1, the auxiliary controller."""

    bus = 1


class ExpanderSensors(SolderedBank):
    """MCP23017 chips, up to eight a bus, on simulated I2C buses 1, 3 and 4."""

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
