"""Analog sensor banks: they measure the field, and have a threshold for each channel."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from firmware_bridge.facts import Calibration
from hardware.ports import SensorBank


@runtime_checkable
class AnalogBank(SensorBank, Protocol):
    """A SensorBank of analog hall sensors."""

    def readings(self) -> tuple[int, ...]:
        """Every channel's reading now, 0 to 65535; DeviceLost while the bank does not answer."""
        ...

    def calibrate(self, wanted: tuple[Calibration | None, ...]) -> None:
        """Work with these by channel from now on, and keep them; None: no sensor is there. DeviceLost."""
        ...
