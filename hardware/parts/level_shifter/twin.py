"""A simulated level shifter."""

from __future__ import annotations

from hardware.parts.level_shifter import SHIFTER


class SimulatedShifter:
    """One gate of the level shifter; without power its output is low."""

    def __init__(self) -> None:
        self.powered = True

    def output(self, volts: float) -> float:
        """The voltage at the output while the input is at `volts`."""
        return SHIFTER.volts if self.powered and volts >= SHIFTER.high_from else 0.0


make = SimulatedShifter
