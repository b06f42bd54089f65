"""Errors of devices and of the simulated board; each message is one sentence with the remedy."""

from __future__ import annotations

import errno

from jokerboard.host.errors import access_refused


class HardwareError(OSError):
    """A device failed, or cannot do what was asked."""


class DeviceLost(HardwareError):
    """The device does not answer: unplugged, without power, or its line is broken."""


class DeviceClosed(HardwareError, ValueError):
    """The device was used after `close`, or started twice."""


class DeviceMissing(HardwareError):
    """The device, its module or the permission to use it is missing."""


class BadFrame(HardwareError, ValueError):
    """Bytes that no device of this kind sends or accepts; the message names the byte."""


class WoodError(HardwareError, ValueError):
    """A change that real wood makes impossible: two marbles in one hole, a marble from nowhere."""


class HoleFull(WoodError):
    """A marble was put into a full hole."""


class HoleEmpty(WoodError):
    """A marble was taken from an empty hole."""


class NotInHand(WoodError):
    """A marble was placed that is in no hand."""


class WoodFileUnwritable(WoodError):
    """The simulated board's file cannot be written; the marbles stay where they are."""


class WoodFileDamaged(WoodError):
    """The simulated board's file cannot be read; the file is kept as it is."""


INSTALL = "sudo make pi BOARD=FILE in jokerboard's folder installs it"
"""The remedy if a Python module is not installed."""


def not_opened(path: str, error: OSError, *, absent: str, group: str) -> DeviceMissing:
    """The exception to raise after `error` on opening `path`.

    `absent`: the remedy if the file is missing; `group`: the group of users that may open the file.
    """
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        why = f"is not there; {absent}"
    elif (refused := access_refused(error.errno, group)) is not None:
        why = refused
    elif error.errno in (errno.EBUSY, errno.EAGAIN):
        why = "is in use by another program; stop that one first"
    else:
        why = f"cannot be opened: {error}"
    return DeviceMissing(f"{path} {why}")
