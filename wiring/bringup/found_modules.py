"""Compare the wires that setup found on a board of modules with the wires that such a board should have.

The cables between modules are ready-made. So a difference is a mistake to correct, and not a wiring to
describe: modules joined in another order, or a module the wrong way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.geometry import Hole
from wiring.bringup.computer_checks import Finding
from wiring.bringup.wire_finder import Found
from wiring.description import Chain, Description
from wiring.pcb.modules import BITS, HEAD, MODULES_A_SIDE, full_name, modules

MOST = 8
"""The most findings about single holes; all further wrong holes are only counted."""


def module_findings(board: Description, found: Found) -> tuple[Finding, ...]:
    """A finding for each mistake; empty if every sensor and light is where its module has it."""
    chain = modules(board.sides, board.drill.pitch, board.shape)
    expected = [module.channels for module in chain]
    places = [found.channels[at : at + BITS] for at in range(0, len(found.channels), BITS)]
    there = [_module_at(place, expected) for place in places]
    turned = [
        Finding(f"{full_name(at)} lies the wrong way round", "unscrew it and turn it by half a turn")
        for at, place in enumerate(places)
        if there[at] is None and _holes(place) and _holes(place) <= _holes(expected[at])
    ]
    if turned:
        return tuple(turned)
    if None not in there and there != list(range(len(chain))):
        return tuple(_order([number for number in there if number is not None]))
    return tuple(_single(board, found))


def _holes(place: Chain) -> set[Hole]:
    return {hole for hole in place if hole is not None}


def _module_at(place: Chain, expected: list[Chain]) -> int | None:
    """The number of the module whose holes were found at `place` in the chain; None if none fits.

    `place` has the hole of each sensor there, None for a broken sensor; `expected` has each module's holes.
    """
    for number, holes in enumerate(expected):
        pairs = list(zip(place, holes, strict=True))
        if any(hole is not None for hole in place) and all(felt in (None, hole) for felt, hole in pairs):
            return number
    return None


def _order(there: list[int]) -> Iterator[Finding]:
    """A finding for each cable that leads to a wrong module.

    `there` has the number of the module that was found at each place of the chain.
    """
    for place, number in enumerate(there):
        before = there[place - 1] if place else -1
        if number == place or number == before + 1:
            continue
        first = not place % MODULES_A_SIDE
        where = f"plug {place // MODULES_A_SIDE + 1} of {HEAD}" if first else full_name(before)
        yield Finding(
            f"the cable from {where} leads to {full_name(number)}, not to {full_name(place)}",
            "join the modules as cables.csv lists them",
        )


def _single(board: Description, found: Found) -> Iterator[Finding]:
    """A finding for each hole whose sensor or light is in the place of another hole's, up to `MOST`."""
    wrong: list[tuple[str, Hole, Hole]] = [
        (what, hole, its)
        for what, chain, described in (
            ("sensor", found.channels, board.channels),
            ("light", found.lights, board.lights.holes),
        )
        for hole, its in zip(chain, described, strict=True)
        if hole is not None and its is not None and hole != its
    ]
    for what, hole, its in wrong[:MOST]:
        yield Finding(
            f"the {what} of {board.names.name(hole)} is where the {what} of {board.names.name(its)}"
            " should be",
            "if the answers were right, look at the module and its cable, or change the module",
        )
    if len(wrong) > MOST:
        yield Finding(
            f"{len(wrong) - MOST} more sensors and lights are in wrong places",
            "correct the other findings first",
        )
