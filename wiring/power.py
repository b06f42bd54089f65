"""A board's current from its 5 V supply, item by item."""

from __future__ import annotations

from wiring.description import ChainBank, Description, ExpanderBank, PicoBank
from wiring.parts import COMPUTERS, LED_WHITE, PICO_AMPERES, RAIL_AMPERES, READER_AMPERES, SENSORS

CHIP_AMPERES = 0.002
"""A '165 or an MCP23017 with its inputs switching."""


def budget(board_: Description) -> list[tuple[str, float, str]]:
    """The worst case with the lights' cap in force: each item, its amperes, and how they are reckoned."""
    part, channels = SENSORS[board_.part], len(board_.channels)
    items = [
        ("LEDs", board_.lights.amperes, "the cap that the software keeps to"),
        (
            "hall sensors",
            channels * part.milliamperes / 1000,
            f"{channels} × {part.milliamperes:g} mA at {part.volts:g} V",
        ),
        ("sensor chips", chips(board_) * CHIP_AMPERES, f"{chips(board_)} × {CHIP_AMPERES * 1000:g} mA"),
    ]
    if isinstance(board_.bank, PicoBank):
        items.append(("Pico", PICO_AMPERES, "with its USB"))
    for reader in board_.readers:
        items.append((f"reader {reader.role}", READER_AMPERES[reader.kind], reader.kind))
    if board_.supply.feeds_computer:
        items.append((f"computer ({board_.computer})", COMPUTERS[board_.computer], "under load"))
    return items


def uncapped(board_: Description) -> float:
    """The LEDs' current at full white, should the cap fail."""
    return len(board_.lights.holes) * LED_WHITE


def chips(board_: Description) -> int:
    """How many sensor chips there are; a '165 chain on the Pi has one more, which watches."""
    if isinstance(board_.bank, ExpanderBank):
        return len(board_.bank.chips)
    return len(board_.connectors) + isinstance(board_.bank, ChainBank)


def rail_amperes(board_: Description) -> float:
    """The current of the sensor chips, and of sensors for 3.3 V, from the 3.3 V rail."""
    part = SENSORS[board_.part]
    sensors = len(board_.channels) * part.milliamperes / 1000 if part.volts < 5 else 0.0
    return sensors + chips(board_) * CHIP_AMPERES


def needs_regulator(board_: Description) -> bool:
    """Whether that is more than the computer's or the Pico's own 3.3 V pin gives."""
    return rail_amperes(board_) > RAIL_AMPERES["pico" if isinstance(board_.bank, PicoBank) else "pi"]
