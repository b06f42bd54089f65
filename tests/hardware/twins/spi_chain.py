"""A simulated 74HC165 chain on the kernel's SPI port, edge by edge."""

from __future__ import annotations

from typing import Any

from hardware.clock import Clock
from hardware.parts.hc165.driver import open_hc165_spi
from hardware.parts.hc165.twin import LOAD, ShiftChain, sensor_inputs, wired_factory
from hardware.pins import KernelSpi
from hardware.twin.sensors import SolderedBank, TwinSensors
from hardware.twin.wood import VirtualBoard


class ChainSpi:
    """A simulated chain on the kernel's SPI port, edge by edge, with the methods of spidev's SpiDev.

    `rests_low`: the port lets its clock fall between transfers in every mode, and raises the clock again
    before it selects the chip. The auxiliary controller, SPI 1 of every Pi before the Pi 5, does this:
    drivers/spi/spi-bcm2835aux.c resets CNTL0, and the polarity with it, in unprepare_message, and sets it in
    prepare_message, which the kernel calls before it asserts the chip select. `inhibited`: CLK INH of the
    chips is on the chip select, else on ground.
    """

    def __init__(self, chain: ShiftChain, *, inhibited: bool = True, rests_low: bool = False) -> None:
        self._chain, self._inhibited, self._rests_low = chain, inhibited, rests_low
        self.mode, self.max_speed_hz = 2, 500_000
        """Settings with spidev's names; this port accepts modes 0 and 2."""
        self._clock = self._selected = False
        self.closed = False

    def open(self, bus: int, device: int) -> None:
        """Do nothing: the port is always open."""

    def xfer2(self, data: list[int]) -> list[int]:
        """Send `data`; return the bytes received, highest bit first, each bit read on the clock's first
        edge.
        """
        rests_high = self.mode == 2
        self._set_clock(rests_high)
        self._select(True)
        taken = [self._byte(rests_high) for _ in data]
        self._select(False)
        if self._rests_low:
            self._set_clock(False)
        return taken

    transfer = xfer2

    def close(self) -> None:
        """Release the port."""
        self.closed = True

    def _byte(self, rests_high: bool) -> int:
        value = 0
        for _ in range(8):
            value = value << 1 | self._chain.out
            self._set_clock(not rests_high)
            self._set_clock(rests_high)
        return value

    def _set_clock(self, high: bool) -> None:
        if high and not self._clock and not self._held:
            self._chain.shift()
        self._clock = high

    def _select(self, selected: bool) -> None:
        # Selecting lowers CLK INH, deselecting raises it. The chip ORs CLK and CLK INH, so if CLK is low,
        # deselecting is a rising edge and shifts once.
        if not selected and self._inhibited and not self._clock:
            self._chain.shift()
        self._selected = selected

    @property
    def _held(self) -> bool:
        """Whether CLK INH is high, so that the clock does not reach the stages."""
        return self._inhibited and not self._selected


class SpiSensors(SolderedBank):
    """Simulated sensors on a 74HC165 chain at the kernel's SPI port `bus`; the clock of SPI 1 rests low."""

    def __init__(
        self, wood: VirtualBoard, clock: Clock, *, seed: int = 0, bus: int = 0, inhibited: bool = True
    ) -> None:
        """`inhibited`: CLK INH of the chips is on the chip select; otherwise it is on ground."""
        contacts = TwinSensors(wood, clock, seed=seed)
        self.chain = ShiftChain(lambda: sensor_inputs(contacts.level, contacts.channels))
        factory: Any = wired_factory()
        factory.pin(LOAD).listeners.append(lambda high: None if high else self.chain.load())
        port = ChainSpi(self.chain, inhibited=inhibited, rests_low=bus == 1)

        def soldered_port(bus: int, hertz: int, mode: int) -> KernelSpi:
            port.mode, port.max_speed_hz = mode, hertz
            return KernelSpi(f"/dev/spidev{bus}.0", port)

        driver = open_hc165_spi(
            clock, wood.holes, bus=bus, load_pin=LOAD, pin_factory=factory, open_port=soldered_port
        )
        super().__init__(contacts, driver)
