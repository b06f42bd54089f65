"""The facts that all card readers on a serial line share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hardware.cards.presence import REMOVED_AFTER
from hardware.clock import Clock
from hardware.parts.computer import SERIAL_FILES, Take, serial
from hardware.parts.part import ReaderPads, ReaderPart
from hardware.ports import CardReader


def serial_takes(role: str, path: str, computer: str) -> tuple[Take, ...]:
    """The port that a serial reader takes of a Raspberry Pi: a USB socket, or GPIO 14 and 15."""
    remedy = f"plug the reader of {role} in, or correct its path (see /dev/serial/by-id)"
    port = serial(path, computer, remedy)
    return (Take("path", f"reader {role}", port, port.pins),)


def serial_part(
    *,
    baud: int,
    parser: Callable[[], Any],
    removed_after: float = REMOVED_AFTER,
    confirm: int = 1,
    notices_removal: bool = True,
    pads: ReaderPads | None,
    milliamperes: float,
    **facts: Any,
) -> ReaderPart:
    """The facts about a reader on a serial line at `baud`, 8N1.

    SerialCardReader explains `removed_after`, `confirm` and `notices_removal`.
    """

    def open_port(path: str) -> Any:
        from hardware.cards.serial_reader import open_serial

        return open_serial(path, baud)

    def open_reader(role: str, path: str, clock: Clock) -> CardReader:
        from hardware.cards.serial_reader import card_reader

        return card_reader(
            role,
            clock,
            lambda: open_port(path),
            parser(),
            removed_after=removed_after,
            confirm=confirm,
            notices_removal=notices_removal,
        )

    return ReaderPart(
        volts=5.0,
        milliamperes=milliamperes,
        access=(SERIAL_FILES,),
        line=f"{baud} baud",
        pads=pads,
        by_path="serial/by-path/*",
        takes=serial_takes,
        open_port=open_port,
        parser=parser,
        open=open_reader,
        **facts,
    )
