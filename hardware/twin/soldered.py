"""A simulated board whose contacts are wired to simulated chips, which a real driver reads.

`TwinSensors` are the contacts, with bounce and faults. Their levels are the inputs of simulated chips, and
the driver reads the chips as on a Raspberry Pi. The chips have the faults of real wiring: a broken chain, a
pulled cable, a low supply.
"""

from __future__ import annotations

from hardware.ports import Sink
from hardware.scan import ScannedBank
from hardware.twin.sensors import TwinSensors


class SolderedBank:
    """A SensorBank: `contacts` that `driver` reads through simulated chips."""

    def __init__(self, contacts: TwinSensors, driver: ScannedBank) -> None:
        self.contacts, self.driver = contacts, driver

    @property
    def channels(self) -> int:
        """The number of channels, one for each hole."""
        return self.driver.channels

    def start(self, sink: Sink) -> None:
        """Deliver the driver's edges to `sink` from now on."""
        self.driver.start(sink)

    def snapshot(self) -> tuple[bool, ...]:
        """The level of each channel at the driver's last scan."""
        return self.driver.snapshot()

    def close(self) -> None:
        """Close the driver and the contacts."""
        self.driver.close()
        self.contacts.close()
