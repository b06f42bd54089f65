"""The names of a board's modules, and the tied inputs of each module, by which a broken link is found."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.geometry import board
from hardware.layout import Shape
from hardware.parts.chain_watch import TiedChip
from wiring.pcb.modules import BITS, MODULES_A_SIDE, STRIP, WATCHWORD, Kind, modules

PLACES: Final = ("strip 1", "the lane", "the START tile", "strip 2", "strip 3")
"""The names of the modules of a side in the order of the chain."""
HEAD: Final = "the head board"


def place_on_side(module: int) -> str:
    """The name within its side, such as `strip 2`, of module number `module` in the chain."""
    return PLACES[module % MODULES_A_SIDE]


def side_letter(module: int) -> str:
    """The letter of the side of module number `module` in the chain."""
    return "ABCDEFGH"[module // MODULES_A_SIDE]


def full_name(module: int) -> str:
    """The full name, such as `strip 2 of side B`, of module number `module` in the chain."""
    return f"{place_on_side(module)} of side {side_letter(module)}"


def link_to(module: int) -> str:
    """A phrase for the cables with a module's bits and clock, such as `its cable from strip 2`."""
    if module % MODULES_A_SIDE:
        return f"its cable from {place_on_side(module - 1)}"
    its = f"its cable from {HEAD}"
    return f"{its}, and the cable to the head board from {full_name(module - 1)}" if module else its


@lru_cache(maxsize=32)
def tied_chips(sides: int, pitch: float, shape: Shape) -> tuple[TiedChip, ...]:
    """The register of each module in the order of the chain; raise ModuleError if modules cannot form it."""
    names, found = board(sides), []
    for number, each in enumerate(modules(sides, pitch, shape)):
        held = [names.name(hole) for hole in each.holes if hole is not None]
        holes = f" ({held[0]}-{held[-1]})" if each.kind is STRIP else ""
        found.append(TiedChip(full_name(number) + holes, link_to(number), *tied(each.kind)))
    return tuple(found)


def tied(kind: Kind) -> tuple[int, int]:
    """The mask of the inputs with a fixed level in the register of a kind, and their levels; bit 0 is input
    A.
    """
    spare = [at for at, hole in enumerate(kind.bits) if hole is None]
    return (
        sum(1 << BITS - 1 - at for at in spare),
        sum(1 << BITS - 1 - at for at in spare if WATCHWORD.get(at, False)),
    )
