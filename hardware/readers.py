"""The card readers of a board; there may be several at once, each in its own role.

A role is the reader's `name` in every event: a seat's letter, "table" for a shared reader, "shoe" for a
reader that every card passes as it is dealt or drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.parts.catalogue import READERS
from hardware.parts.computer import Take
from hardware.parts.part import ReaderPart
from hardware.ports import CardReader

ROLES = (*"ABCDEFGH", "table", "shoe")


@dataclass(frozen=True, slots=True)
class Reader:
    """One reader: `kind` of READERS, `role` of ROLES, `path` of its port (see /dev/serial/by-id).

    Raise HardwareError if the kind or the role does not exist.
    """

    kind: str
    role: str
    path: str

    def __post_init__(self) -> None:
        if self.kind not in READERS:
            raise HardwareError(f"no card reader is of kind {self.kind!r}; there are {', '.join(READERS)}")
        if self.role not in ROLES:
            raise HardwareError(
                f"a card reader belongs to a seat (A to H), the table or the shoe, not to {self.role!r}"
            )

    @property
    def part(self) -> ReaderPart:
        """The facts about readers of this kind."""
        return READERS[self.kind]

    def takes(self, computer: str) -> Iterator[Take]:
        """The ports of a Raspberry Pi that the reader uses."""
        yield from self.part.takes(self.role, self.path, computer)

    def open(self, clock: Clock) -> CardReader:
        """The CardReader, not started yet: its `start` opens the port, again after each loss."""
        return self.part.open(self.role, self.path, clock)


def open_readers(readers: tuple[Reader, ...], clock: Clock) -> tuple[CardReader, ...]:
    """Each of `readers` as a CardReader; raise HardwareError if two have the same role or the same port."""
    equal = ": equal adapters share one name in /dev/serial/by-id, so use those of /dev/serial/by-path"
    for what, names, remedy in (
        ("role", [reader.role for reader in readers], ""),
        ("port", [reader.path for reader in readers], equal),
    ):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise HardwareError(f"two card readers have the {what} {twice}; each needs its own{remedy}")
    return tuple(reader.open(clock) for reader in readers)
