"""Make the description of a new board from a few choices, with sensible values for everything else."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from engine.geometry import Hole
from hardware.layout import Shape, shape_name
from hardware.parts.bank_part import Bank
from hardware.parts.catalogue import HALLS, LEDS, READINGS, USUAL_LED, bank
from hardware.parts.pico import PicoBank
from hardware.readers import Reader
from wiring import description as d
from wiring.checks import WOOD, budget
from wiring.description import derived
from wiring.pcb.strip import LIGHT

SEATS = {
    "marbles": (0.75, 0.3, 0.0),
    "pegs": (0.4, 0.15, 0.4),
}
"""For each kind of piece, in pitches: diameter of the hole, diameter of the light, offset of the light."""

LEDS_A_FEED = 56
"""The most LEDs between two feeds of 5 V.

With supply wires of 0.25 mm², 16 mm long from hole to hole, less than 0.2 V is lost on the way.
"""

SUPPLIES = (3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 15.0)
"""The amperes of common 5 V supplies."""


MODULE_LIGHT, MODULE_GAP = 3.0, 4.4
"""For modules, in millimetres: the light's bore, and the magnet's gap (wood 2.9, circuit board 1, package
0.5).
"""

CLOSED = 6.0
"""The amperes of the largest closed 5 V supply with a plug; larger supplies have open mains terminals."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices for a new board, with their defaults."""

    sides: int = 4
    shape: Shape = "polygon"
    pitch: float = 16.0
    pieces: d.Pieces = "pegs"
    reading: str = "direct"
    """The chips that read the sensors, a key of `hardware.parts.catalogue.READINGS`."""
    computer: str = "pi4"
    part: str | None = None
    leds: str = USUAL_LED
    readers: tuple[Reader, ...] = ()
    buttons: bool = True
    one_supply: bool | None = None
    """Whether one supply feeds everything; None: only if a closed supply with a plug is large enough."""
    title: str = ""
    modules: bool = False
    """Whether sensors and lights are on ready circuit boards, which a Pico reads."""


def new_board(choices: Choices) -> d.Description:
    """The description for these choices, not checked yet; see `wiring.checks`."""
    if choices.modules:
        choices = replace(choices, reading="pico", part="drv5023")
    order = d.chain_order(choices.sides, choices.shape)
    hole, light, offset = (round(share * choices.pitch * 2) / 2 for share in SEATS[choices.pieces])
    if offset:
        offset = max(offset, math.ceil(hole + light + 2 * WOOD) / 2)
    part = choices.part or next(word for word, hall in HALLS.items() if choices.pieces in hall.suits)
    per = _bank(choices, part, len(order)).inputs_a_chip
    channels = _channels(order, per, choices)
    read_by = _bank(choices, part, len(channels))
    chip = LEDS[choices.leds]
    cap = round(len(order) * (chip.dark + (chip.white - chip.dark) * 0.2) * 2 + 0.5) / 2
    drive = chip.drivers.get(read_by.part.word) or next(iter(chip.drivers.values()))
    looks = shape_name(choices.sides, choices.shape)
    made = d.Description(
        title=choices.title or f"{looks}, {choices.pieces}, {choices.reading}",
        sides=choices.sides,
        pieces=choices.pieces,
        computer=choices.computer,
        drill=d.Drill(choices.pitch, hole, light, offset, d.sensor_place(light, offset)),
        magnet=d.PEG_MAGNET if choices.pieces == "pegs" else d.MARBLE_MAGNET,
        part=part,
        bank=read_by,
        channels=channels,
        lights=d.Lights(
            drive.word,
            drive.pins[0],
            cap,
            order,
            tuple(range(0, len(order), LEDS_A_FEED)),
            chip.word,
        ),
        connectors=tuple(
            d.Connector(f"S{number}", first, min(first + per, len(channels)) - 1)
            for number, first in enumerate(range(0, len(channels), per), 1)
        ),
        supply=d.Supply(SUPPLIES[-1], cap + 0.5, choices.one_supply is not False),
        readers=choices.readers,
        buttons=(d.Button("ok", "table", 17), d.Button("back", "table", 27), d.Button("help", "table", 22))
        if choices.buttons
        else (),
        shape=choices.shape,
    )
    if choices.modules:
        made = _of_modules(made)
    supply = _supply(made, cap)
    if choices.one_supply is None and supply.amperes > CLOSED:
        made = replace(made, supply=replace(supply, feeds_computer=False))
        supply = _supply(made, cap)
    return replace(made, supply=supply)


def _of_modules(made: d.Description) -> d.Description:
    """A copy of `made` with sensors and lights on modules; raise ModuleError if modules cannot form it."""
    chains = derived(made.sides, made.drill.pitch, made.shape)
    return replace(
        made,
        modules=True,
        drill=replace(made.drill, light=MODULE_LIGHT, offset=LIGHT, sensor=0.0),
        channels=chains.channels,
        lights=replace(made.lights, holes=chains.lights, feeds=chains.feeds),
        connectors=chains.connectors,
        # Every module has tied inputs, so the chain needs no watching chip at its end.
        bank=PicoBank(),
        magnet=replace(made.magnet, gap=MODULE_GAP),
    )


def _supply(board: d.Description, cap: float) -> d.Supply:
    """The smallest common supply that is large enough for the board, with its fuse; `cap`: the lights'
    limit.
    """
    need = sum(amperes for _, amperes, _ in budget(board)) * 1.15
    amperes = next((each for each in SUPPLIES if each >= need), SUPPLIES[-1])
    return d.Supply(amperes, min(cap + 0.5, amperes), board.supply.feeds_computer)


def _channels(order: tuple[Hole, ...], per: int, choices: Choices) -> d.Chain:
    """The hole of each channel; `per` channels are on one chip, and each paddle begins with a new chip."""
    if choices.shape != "paddles":
        return order
    a_side = len(order) // choices.sides
    spare = (None,) * (-a_side % per)
    sides = (order[first : first + a_side] for first in range(0, len(order), a_side))
    return tuple(hole for side in sides for hole in (*side, *spare))


def _bank(choices: Choices, part: str, channels: int) -> Bank:
    found = bank(READINGS[choices.reading], analog=HALLS[part].analog)
    return found.usual(channels, choices.computer)
