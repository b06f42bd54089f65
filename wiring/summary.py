"""A short summary of a board's parts for its builder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hardware.parts.catalogue import SHIFTER
from wiring.boot_config import settings
from wiring.description import Description
from wiring.pcb.components import LED
from wiring.pcb.modules import modules
from wiring.power import budget, sensor_amperes


def summary(board: Description) -> Iterator[str]:
    """The lines of the summary: sensors, modules, lights, readers, supply, config.txt."""
    hall, bank = board.hall, board.bank
    yield (
        f"sensors: {board.sensors} x {hall.number}, {hall.poles}, {sensor_amperes(board):.2f} A at"
        f" {hall.volts:g} V; {bank.chip_count(board)} chips: {bank.part.name}"
    )
    if board.modules:
        kinds = Counter(each.kind.name for each in modules(board.sides, board.drill.pitch, board.shape))
        yield (
            f"modules: {kinds['strip']} strips, {kinds['start_tile']} START tiles, a head board; "
            "magnets with their north poles down"
        )
    yield from _lights(board)
    for reader in board.readers:
        part = reader.part
        yield f"reader {reader.role}: {part.number}, {part.line}, {part.milliamperes:g} mA"
    total = sum(amperes for _, amperes, _ in budget(board))
    yield f"supply: {total:.2f} A at most of {board.supply.amperes:g} A at 5 V"
    lines = ", ".join(each.line for each in settings(board))
    yield f"config.txt: {lines or 'nothing to switch on'}"


def _lights(board: Description) -> Iterator[str]:
    lights, chip, leds = board.lights, board.lights.part, len(board.lights.holes)
    number = LED.number if board.modules else chip.number
    yield (
        f"lights: {leds} x {number} by {lights.driver}; {leds * chip.dark:.2f} A dark,"
        f" {leds * chip.white:.2f} A at full white, capped at {lights.amperes:g} A"
    )
    lines = len(chip.pads)
    many = f"{lines} line{'s' * (lines > 1)}"
    if board.modules:
        yield f"level shifter: on the head board: {chip.timing}"
    elif chip.shifted:
        yield f"level shifter: {SHIFTER.number} for {many}: {chip.timing}"
    else:
        yield f"level shifter: none; {many} at 3.3 V"
