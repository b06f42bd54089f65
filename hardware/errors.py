"""Errors of devices and of the simulated board. One sentence each, with the remedy."""

from __future__ import annotations


class HardwareError(OSError):
    """Anything a device did or could not do."""


class DeviceLost(HardwareError):
    """The device does not answer: unplugged, without power, or its line is broken."""


class DeviceClosed(HardwareError, ValueError):
    """The device was used after `close`, or started twice."""


class DeviceMissing(HardwareError):
    """The device, its module or the permission to use it is not there."""


class BadFrame(HardwareError, ValueError):
    """Bytes that no device of this kind sends or takes; the message names the byte."""


class WoodError(HardwareError, ValueError):
    """Something wood does not allow: two marbles in one hole, a marble from nowhere."""


class HoleFull(WoodError):
    """A marble was put where one lies already."""


class HoleEmpty(WoodError):
    """A marble was taken where none lies."""


class NotInHand(WoodError):
    """A marble was placed that nobody holds."""


class WoodFileUnwritable(WoodError):
    """The simulated board's file cannot be written; the marbles stay where they are."""


class WoodFileDamaged(WoodError):
    """The simulated board's file cannot be read; it is kept as it is."""
