"""Who is asking: a page on the table itself, a paired device, or somebody who only watches."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visitor:
    """What one request may do, and what it is shown."""

    address: str
    local: bool
    paired: bool
    device: str = ""
    """Which paired device it is; the table's own page is the empty one."""

    @property
    def may_command(self) -> bool:
        """Whether this visitor's commands are obeyed."""
        return self.local or self.paired
