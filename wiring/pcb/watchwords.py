"""The modules of a board by name, and the tied inputs of each, by which a broken link is found."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.geometry import board
from hardware.layout import Shape
from hardware.parts.chain_watch import TiedChip
from wiring.pcb.modules import BITS, MODULES_A_SIDE, STRIP, WATCHWORD, Kind, modules

PLACES: Final = ("strip 1", "the lane", "the START tile", "strip 2", "strip 3")
"""The names of a side's modules in the order of their chain."""
HEAD: Final = "the head board"


def place_on_side(module: int) -> str:
    """The name within its side of the module with this number in the chain, such as `strip 2`."""
    return PLACES[module % MODULES_A_SIDE]


def side_letter(module: int) -> str:
    """The letter of the side that has the module with this number in the chain."""
    return "ABCDEFGH"[module // MODULES_A_SIDE]


def full_name(module: int) -> str:
    """The full name of the module with this number in the chain, such as `strip 2 of side B`."""
    return f"{place_on_side(module)} of side {side_letter(module)}"


def link_to(module: int) -> str:
    """The cables of a module's bits and clock in words, such as `its cable from strip 2`."""
    if module % MODULES_A_SIDE:
        return f"its cable from {place_on_side(module - 1)}"
    its = f"its cable from {HEAD}"
    return f"{its}, and the one that leads back there from {full_name(module - 1)}" if module else its


@lru_cache(maxsize=32)
def tied_chips(sides: int, pitch: float, shape: Shape) -> tuple[TiedChip, ...]:
    """The register of every module in the order of the chain; raise ModuleError if there is no such board."""
    names, found = board(sides), []
    for number, each in enumerate(modules(sides, pitch, shape)):
        held = [names.name(hole) for hole in each.holes if hole is not None]
        holes = f" ({held[0]}-{held[-1]})" if each.kind is STRIP else ""
        found.append(TiedChip(full_name(number) + holes, link_to(number), *tied(each.kind)))
    return tuple(found)


def tied(kind: Kind) -> tuple[int, int]:
    """The tied inputs of a kind's register and their levels, bit 0 is A: the last bit to arrive."""
    spare = [at for at, hole in enumerate(kind.bits) if hole is None]
    return (
        sum(1 << BITS - 1 - at for at in spare),
        sum(1 << BITS - 1 - at for at in spare if WATCHWORD.get(at, False)),
    )
