"""Why a device's file could not be opened, in one sentence with the way out."""

from __future__ import annotations

import errno

from hardware.errors import DeviceMissing


def not_opened(path: str, error: OSError, *, absent: str, group: str) -> DeviceMissing:
    """What to raise from `error`; `absent`: what to do if nothing is there, `group`: who may use it."""
    if error.errno == errno.ENOENT:
        why = f"is not there; {absent}"
    elif error.errno in (errno.EACCES, errno.EPERM):
        why = f"may not be used; add yourself to its group (sudo usermod -aG {group} $USER) and log in again"
    elif error.errno in (errno.EBUSY, errno.EAGAIN):
        why = "is in use by another program; stop that one first"
    else:
        why = f"cannot be opened: {error}"
    return DeviceMissing(f"{path} {why}")
