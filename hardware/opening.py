"""A device's file that cannot be opened: one sentence with the reason and the remedy."""

from __future__ import annotations

import errno

from hardware.errors import DeviceMissing
from jokerboard.host.errors import access_refused

INSTALL = "sudo make pi BOARD=FILE in jokerboard's folder installs it"
"""The remedy if a module is not installed."""


def not_opened(path: str, error: OSError, *, absent: str, group: str) -> DeviceMissing:
    """The exception for `error`; `absent`: the remedy for a missing file, `group`: the group with access."""
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        why = f"is not there; {absent}"
    elif (refused := access_refused(error.errno, group)) is not None:
        why = refused
    elif error.errno in (errno.EBUSY, errno.EAGAIN):
        why = "is in use by another program; stop that one first"
    else:
        why = f"cannot be opened: {error}"
    return DeviceMissing(f"{path} {why}")
