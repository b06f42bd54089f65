"""Why a device's file could not be opened, in one sentence with what to do."""

from __future__ import annotations

import errno

from hardware.errors import DeviceMissing

INSTALL = "sudo make pi BOARD=FILE in jokerboard's folder installs it"
"""What to do about a module that is not installed."""


def refusal(error_number: int | None, group: str) -> str | None:
    """What to do about EACCES and EPERM, which are two different things; None for any other error.

    EACCES is the file's own permission: the user is not in its group. EPERM is a rule above the file: a
    systemd unit whose DeviceAllow= does not have the device's class. No group helps against that.
    """
    if error_number == errno.EACCES:
        return f"may not be used; add yourself to its group (sudo usermod -aG {group} $USER) and log in again"
    if error_number == errno.EPERM:
        return (
            "is refused by the service's sandbox (DeviceAllow= in jokerboard.service): restart the service"
            " (sudo systemctl restart jokerboard), since it learns of new kinds of devices only at its start;"
            " if that does not help, install the unit again (sudo make install)"
        )
    return None


def not_opened(path: str, error: OSError, *, absent: str, group: str) -> DeviceMissing:
    """What to raise from `error`; `absent`: what to do if nothing is there, `group`: who may use it."""
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        why = f"is not there; {absent}"
    elif (refused := refusal(error.errno, group)) is not None:
        why = refused
    elif error.errno in (errno.EBUSY, errno.EAGAIN):
        why = "is in use by another program; stop that one first"
    else:
        why = f"cannot be opened: {error}"
    return DeviceMissing(f"{path} {why}")
