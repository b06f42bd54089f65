"""The simulated board with a real driver on it: its contacts soldered to simulated chips, read as on a Pi.

`TwinSensors` are the contacts, with bounce and faults. Their levels are the inputs of modelled chips, and the
table's bank is the driver that reads such chips on a Pi. The chips suffer the faults of wiring: a broken
chain, a pulled cable, a sagging supply.
"""

from __future__ import annotations

from hardware.ports import Sink
from hardware.scan import ScannedBank
from hardware.twin.sensors import TwinSensors


class SolderedBank:
    """A SensorBank: `contacts` read by a driver through modelled chips."""

    def __init__(self, contacts: TwinSensors, driver: ScannedBank) -> None:
        self.contacts, self.driver = contacts, driver

    @property
    def channels(self) -> int:
        """The number of channels, one for each hole."""
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
