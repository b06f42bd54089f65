"""Visitors of the page: on the table itself, with a paired device, or only watching."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """The rights of one request, and its view."""

    address: str
    local: bool
    paired: bool
    device: str = ""
    """The paired device, or the browser on the table's own machine."""

    @property
    def may_command(self) -> bool:
        """Whether this visitor may send commands."""
        return self.local or self.paired
