"""Card readers by the name of their kind; a board may have several at once, each in a role of its own.

A role is the reader's `name` in every event: a seat's letter, "table" for one that all share, "shoe" for one
that every card passes as it is dealt or drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from hardware.cards.presence import REMOVED_AFTER
from hardware.cards.serial_reader import (
    SPOKEN_ONCE,
    PolledCardReader,
    SerialCardReader,
    SerialPort,
    TwoWayPort,
    open_serial,
)
from hardware.cards.tags import TagParser
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.parts.barcode_scanner.driver import LineParser
from hardware.parts.keyboard_scanner.driver import open_keyboard
from hardware.parts.pn532.driver import REMOVED_AFTER as PN532_REMOVED_AFTER
from hardware.parts.pn532.driver import Pn532
from hardware.parts.rfid_module.driver import RfidParser
from hardware.ports import CardReader

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
        return KINDS[self.kind].open(self.role, self.path, clock)


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


def _at_9600(path: str) -> TwoWayPort:
    return open_serial(path)


def _at_115200(path: str) -> TwoWayPort:
    return open_serial(path, 115200)


@dataclass(frozen=True, slots=True)
class ReaderKind:
    """The settings of one kind of reader; see SerialCardReader."""

    open_port: Callable[[str], SerialPort]
    parser: Callable[[], TagParser]
    line: str
    """How it is connected, for people."""
    removed_after: float = REMOVED_AFTER
    confirm: int = 1
    notices_removal: bool = True

    def open(self, role: str, path: str, clock: Clock) -> CardReader:
        """The reader, to be started."""
        parser = self.parser()
        if isinstance(parser, Pn532):
            return PolledCardReader(
                role, clock, lambda: _at_115200(path), parser, removed_after=self.removed_after
            )
        return SerialCardReader(
            role,
            clock,
            lambda: self.open_port(path),
            parser,
            removed_after=self.removed_after,
            confirm=self.confirm,
            notices_removal=self.notices_removal,
        )


KINDS: MappingProxyType[str, ReaderKind] = MappingProxyType(
    {
        "rdm6300": ReaderKind(_at_9600, RfidParser, "9600 baud", confirm=2),
        "id12la": ReaderKind(_at_9600, RfidParser, "9600 baud", SPOKEN_ONCE, notices_removal=False),
        "pn532": ReaderKind(_at_115200, Pn532, "115200 baud", PN532_REMOVED_AFTER),
        "barcode": ReaderKind(_at_9600, LineParser, "9600 baud", SPOKEN_ONCE, notices_removal=False),
        "keyboard": ReaderKind(
            open_keyboard, LineParser, "as a keyboard", SPOKEN_ONCE, notices_removal=False
        ),
    }
)
