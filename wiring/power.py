"""The current that a board takes from its 5 V supply."""

from __future__ import annotations

from hardware.parts.computer import COMPUTERS
from wiring.description import Description


def budget(board_: Description) -> list[tuple[str, float, str]]:
    """The greatest current with the lights' limit, as (item, amperes, calculation in words) for each item."""
    hall, bank, chips = board_.hall, board_.bank, board_.bank.chip_count(board_)
    items = [
        ("LEDs", board_.lights.amperes, "the limit that the software keeps"),
        (
            "hall sensors",
            sensor_amperes(board_),
            f"{board_.sensors} × {hall.milliamperes:g} mA at {hall.volts:g} V",
        ),
        ("sensor chips", chip_amperes(board_), f"{chips} × {bank.part.milliamperes:g} mA"),
    ]
    if bank.reader_amperes:
        items.append((bank.reader, bank.reader_amperes, "with USB"))
    for reader in board_.readers:
        items.append((f"reader {reader.role}", reader.part.milliamperes / 1000, reader.kind))
    if board_.supply.feeds_computer:
        amperes = COMPUTERS[board_.computer].amperes
        items.append((f"computer ({board_.computer})", amperes, "under load"))
    return items


def sensor_amperes(board_: Description) -> float:
    """The current of all hall sensors in amperes."""
    return board_.sensors * board_.hall.milliamperes / 1000


def chip_amperes(board_: Description) -> float:
    """The current of all chips that read the sensors, in amperes."""
    return board_.bank.chip_count(board_) * board_.bank.part.milliamperes / 1000


def rail_amperes(board_: Description) -> float:
    """The current that the chips, and sensors for 3.3 V, take from the 3.3 V pin, in amperes."""
    return chip_amperes(board_) + (sensor_amperes(board_) if board_.hall.volts < 5 else 0.0)


def needs_regulator(board_: Description) -> bool:
    """Whether chips and sensors need more current than the 3.3 V pin of their computer can give."""
    return rail_amperes(board_) > board_.bank.rail
