"""Print a board's description: as TOML text with comments, which `wiring.parse` reads, and as a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from engine.geometry import Hole
from hardware.parts.catalogue import SHIFTER
from hardware.parts.part import Option
from wiring.boot_config import settings
from wiring.checks import budget, sensor_amperes
from wiring.description import Description
from wiring.pcb.components import LED
from wiring.pcb.modules import modules

HOLES_A_LINE = 14
CALIBRATIONS_A_LINE = 7


def print_board(board_: Description) -> str:
    """The description as TOML text; parsing the text gives an equal description."""
    lines = [
        "# The description of a board for jokerboard; documents and programs follow from this file.",
        "# After a change: jokerboard wiring check THIS-FILE. wiring/README.md explains each word.",
        f"title = {quoted(board_.title)}",
        f"sides = {board_.sides}",
        f'shape = "{board_.shape}"',
        f'pieces = "{board_.pieces}"',
        f'computer = "{board_.computer}"',
    ]
    if board_.buzzer is not None:
        lines.append(f"buzzer = {board_.buzzer}")
    for key, holes in (("bad_sensors", board_.bad_sensors), ("bad_lights", board_.bad_lights)):
        if holes:
            lines.append(f'{key} = "{" ".join(map(board_.names.name, holes))}"')
    drill, magnet, lights, supply = board_.drill, board_.magnet, board_.lights, board_.supply
    lines += [
        "",
        "[drill]  # millimetres",
        f"pitch = {_number(drill.pitch)}",
        f"hole = {_number(drill.hole)}",
        f"light = {_number(drill.light)}",
        f"offset = {_number(drill.offset)}",
        f"sensor = {_number(drill.sensor)}  # from the middle of the hole down to the middle of the sensor",
        "",
        "[magnets]",
        f'size = "{magnet.disc.diameter:g}x{magnet.disc.height:g}"  # diameter x height in millimetres, N42',
        f'mount = "{magnet.mount}"  # fixed in a peg, weighted (a marble that rights itself) or loose',
        f"gap = {_number(magnet.gap)}  # millimetres from the magnet's lower face to the sensor's chip",
        "",
        *(
            ("[modules]", 'kind = "strips"  # ready circuit boards: jokerboard wiring order THIS-FILE', "")
            if board_.modules
            else ()
        ),
        "[sensors]",
        f'driver = "{board_.bank.part.word}"',
        f'part = "{board_.part}"',
        *_bank(board_),
        *_holes(board_, board_.channels, "# The holes in the order of their channels."),
        *_calibration(board_),
        "",
        "[lights]",
        f'chip = "{lights.chip}"',
        f'driver = "{lights.driver}"',
        f"pin = {lights.pin}",
        f"amperes = {_number(lights.amperes)}  # the most that all LEDs together may take",
        *_feeds(board_),
        *_holes(board_, lights.holes, "# The holes in the order of the LED chain."),
        "",
        "[supply]  # 5 V",
        f"amperes = {_number(supply.amperes)}",
        f"fuse = {_number(supply.fuse)}  # in front of the LEDs",
        f"feeds_computer = {str(supply.feeds_computer).lower()}",
    ]
    for each in () if board_.modules else board_.connectors:
        lines += ["", "[[connectors]]", f"name = {quoted(each.name)}"]
        lines += [f'channels = "{each.first}-{each.last}"']
    for reader in board_.readers:
        lines += ["", "[[readers]]", f'kind = "{reader.kind}"', f'role = "{reader.role}"']
        lines += [f"path = {quoted(reader.path)}"]
    for button in board_.buttons:
        lines += ["", "[[buttons]]", f'name = "{button.name}"', f'place = "{button.place}"']
        lines += [f"pin = {button.pin}"]
    return "\n".join(lines) + "\n"


def _bank(board_: Description) -> Iterable[str]:
    bank = board_.bank
    for option in bank.part.options:
        if option.only_if is not None and getattr(bank, option.only_if[0]) != option.only_if[1]:
            continue
        value = getattr(bank, option.key)
        if value is not None:
            yield f"{option.key} = {_shown(option, value)}  # {option.meaning}"


def _feeds(board_: Description) -> Iterable[str]:
    if not board_.modules:
        numbers = " ".join(map(str, board_.lights.feeds))
        yield f'feeds = "{numbers}"  # the LEDs where 5 V and ground are fed in'


def _holes(board_: Description, holes: tuple[Hole | None, ...], comment: str) -> Iterable[str]:
    """The lines for a chain of holes, below a comment; none for a board of modules, whose chains are
    fixed.
    """
    if not board_.modules:
        yield comment
        yield from _chain(board_, holes)


def _chain(board_: Description, holes: tuple[Hole | None, ...]) -> Iterable[str]:
    yield 'holes = """'
    words = ["-" if hole is None else board_.names.name(hole) for hole in holes]
    for at in range(0, len(words), HOLES_A_LINE):
        yield " ".join(words[at : at + HOLES_A_LINE])
    yield '"""'


def _calibration(board_: Description) -> Iterable[str]:
    if board_.calibration:
        yield "# For each channel BASELINE:THRESHOLD:HYSTERESIS, in units of the reading (0 to 65535)."
        yield 'calibration = """'
        words = [
            "-" if c is None else f"{c.baseline}:{c.threshold}:{c.hysteresis}" for c in board_.calibration
        ]
        for at in range(0, len(words), CALIBRATIONS_A_LINE):
            yield " ".join(words[at : at + CALIBRATIONS_A_LINE])
        yield '"""'


def _number(value: float) -> str:
    return repr(float(value))


def quoted(text: str) -> str:
    """`text`, which must be printable, as a TOML string in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shown(option: Option, value: Any) -> str:
    """The value of `option` as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return quoted(value if isinstance(value, str) else " ".join(map(option.show_word, value)))


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
