"""The level shifter simulated: volts in, volts out."""

from __future__ import annotations

from hardware.parts.level_shifter import SHIFTER


class SimulatedShifter:
    """One gate; its output is low without power, or if the signal is too low."""

    def __init__(self) -> None:
        self.powered = True

    def output(self, volts: float) -> float:
        """The output in volts for a 1 that comes in at `volts`."""
        return SHIFTER.volts if self.powered and volts >= SHIFTER.high_from else 0.0


make = SimulatedShifter
