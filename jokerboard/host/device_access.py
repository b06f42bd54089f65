"""The reason why the system does not let a program open a device, with the remedy."""

from __future__ import annotations

import errno


def access_refused(error_number: int | None, group: str) -> str | None:
    """The remedy for EACCES or EPERM, which are two different things; None for any other error.

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
