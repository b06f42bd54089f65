"""The devices of one board, whichever drivers they use."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.ports import Buttons, CardReader, LightStrip, SensorBank, Sounder


@dataclass(frozen=True, slots=True)
class BoardDevices:
    """The devices of one board."""

    sensors: SensorBank
    strip: LightStrip
    readers: tuple[CardReader, ...] = ()
    buttons: Buttons | None = None
    sounder: Sounder | None = None

    def close(self) -> None:
        """Release them all."""
        for device in (self.sensors, *self.readers, self.buttons, self.sounder, self.strip):
            if device is not None:
                device.close()
