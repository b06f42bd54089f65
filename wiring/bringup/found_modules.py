"""Compare what setup found on a board of modules with the wiring that modules have.

Its cables are ready-made, so a difference is not a wiring to describe but a mistake to correct: modules
joined in another order, or a module the wrong way round.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.geometry import Hole
from wiring.bringup.computer_checks import Finding
from wiring.bringup.wire_finder import Found
from wiring.description import Chain, Description
from wiring.pcb.modules import BITS, MODULES_A_SIDE, modules
from wiring.pcb.watchwords import HEAD, full_name

MOST = 8
"""The most findings about single holes; further ones are only counted."""


def module_findings(board: Description, found: Found) -> tuple[Finding, ...]:
    """The mistakes as findings; empty if every hole is where its module's wiring puts it."""
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
    """The module whose holes were found at a place of the chain; None if no module's holes were.

    A sensor that does not work has no hole.
    """
    for number, holes in enumerate(expected):
        pairs = list(zip(place, holes, strict=True))
        if any(hole is not None for hole in place) and all(felt in (None, hole) for felt, hole in pairs):
            return number
    return None


def _order(there: list[int]) -> Iterator[Finding]:
    """A finding about each place at which the chain does not go on as described; it names the cable."""
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
    """Findings about single holes whose sensor or light is where another hole's belongs."""
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
            f"the {what} of {board.names.name(hole)} is where that of {board.names.name(its)} belongs",
            "were the answers right? Else look at the module and its cable, or change it",
        )
    if len(wrong) > MOST:
        yield Finding(f"{len(wrong) - MOST} more are in other places", "look at the first ones first")
