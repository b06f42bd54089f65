"""Visitors of the page: on the table itself, with a paired device, or only watching."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """One request's visitor: what they may do, and what they see."""

    address: str
    local: bool
    paired: bool
    device: str = ""
    """The name of the paired device, or of the browser on the table's own machine."""

    @property
    def may_command(self) -> bool:
        """Whether this visitor may send commands."""
        return self.local or self.paired
