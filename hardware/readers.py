"""Card readers by the name of their kind; a board may have several at once, each in a role of its own.

A role is the reader's `name` in every event: a seat's letter, "table" for one that all share, "shoe" for one
that every card passes as it is dealt or drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypedDict

from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.keyboard_cards import open_keyboard
from hardware.pn532 import REMOVED_AFTER as PN532_REMOVED_AFTER
from hardware.pn532 import Pn532
from hardware.ports import CardReader
from hardware.serial_cards import SPOKEN_ONCE, PolledCardReader, SerialCardReader, open_serial
from hardware.tags import LineParser, RfidParser

ROLES = (*"ABCDEFGH", "table", "shoe")


@dataclass(frozen=True, slots=True)
class ReaderSpec:
    """One reader of a board: `kind` of KINDS, `role` of ROLES, `path` of its port (see /dev/serial/by-id).

    HardwareError names what cannot be.
    """

    kind: str
    role: str
    path: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise HardwareError(f"no card reader is of kind {self.kind!r}; there are {', '.join(KINDS)}")
        if self.role not in ROLES:
            raise HardwareError(
                f"a card reader belongs to a seat (A to H), the table or the shoe, not to {self.role!r}"
            )

    def open(self, clock: Clock) -> CardReader:
        """The reader, to be started; its port is opened then, and found again whenever it was lost."""
        return KINDS[self.kind](self.role, self.path, clock)


class _Once(TypedDict):
    removed_after: float
    notices_removal: bool


ONCE: _Once = {"removed_after": SPOKEN_ONCE, "notices_removal": False}
"""Of readers that speak once a card."""


def open_readers(specs: tuple[ReaderSpec, ...], clock: Clock) -> tuple[CardReader, ...]:
    """Every reader of a board; HardwareError when two have one role or one port."""
    equal = ": equal adapters share one name in /dev/serial/by-id, so use those of /dev/serial/by-path"
    for what, names, remedy in (
        ("role", [spec.role for spec in specs], ""),
        ("port", [spec.path for spec in specs], equal),
    ):
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise HardwareError(f"two card readers have the {what} {twice}; each needs its own{remedy}")
    return tuple(spec.open(clock) for spec in specs)


def _rdm6300(role: str, path: str, clock: Clock) -> CardReader:
    return SerialCardReader(role, clock, lambda: open_serial(path), RfidParser(), confirm=2)


def _id12la(role: str, path: str, clock: Clock) -> CardReader:
    return SerialCardReader(role, clock, lambda: open_serial(path), RfidParser(), **ONCE)


def _pn532(role: str, path: str, clock: Clock) -> CardReader:
    return PolledCardReader(
        role, clock, lambda: open_serial(path, 115200), Pn532(), removed_after=PN532_REMOVED_AFTER
    )


def _barcode(role: str, path: str, clock: Clock) -> CardReader:
    return SerialCardReader(role, clock, lambda: open_serial(path), LineParser(), **ONCE)


def _keyboard(role: str, path: str, clock: Clock) -> CardReader:
    return SerialCardReader(role, clock, lambda: open_keyboard(path), LineParser(), **ONCE)


KINDS: MappingProxyType[str, Callable[[str, str, Clock], CardReader]] = MappingProxyType(
    {"rdm6300": _rdm6300, "id12la": _id12la, "pn532": _pn532, "barcode": _barcode, "keyboard": _keyboard}
)
