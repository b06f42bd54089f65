"""The level shifter simulated: volts in, volts out."""

from __future__ import annotations

from hardware.parts.level_shifter import SHIFTER


class SimulatedShifter:
    """One gate; without power, or for a signal that is too low, its output is low."""

    def __init__(self) -> None:
        self.powered = True

    def output(self, volts: float) -> float:
        """The volts that come out if a 1 comes in at `volts`."""
        return SHIFTER.volts if self.powered and volts >= SHIFTER.high_from else 0.0


make = SimulatedShifter
