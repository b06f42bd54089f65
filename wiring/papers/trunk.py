"""The trunk: the wires from chip to chip, and to the computer that reads them."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.parts.part import BUS, GROUND, PLUS_3, PLUS_5, SLACK, THIN, Wire
from wiring.description import Description
from wiring.papers.wire import SENSOR_FUSE, WATCHING, along, computer_at, connector_at
from wiring.power import needs_regulator


def chips(board: Description) -> tuple[str, ...]:
    """The chips in their order along the trunk; a watching chip comes last."""
    return (*(f"chip {each.name}" for each in board.connectors), *[WATCHING] * board.bank.watched)


def trunk(board: Description) -> Iterator[Wire]:
    """The wires from chip to chip and to the computer."""
    bank, named = board.bank, chips(board)
    way = [computer_at(board), *(connector_at(board, each) for each in board.connectors)]
    length = SLACK * len(way) + along(way)
    yield from _rails(board, named, length)
    for line in bank.lines(board):
        ends = (*line.begins, *(named[chip] for chip in line.chips))
        run = length if line.chips else SLACK
        yield Wire(line.name, line.what, ends, line.colour, THIN, run + SLACK * (len(line.begins) - 1))
    chain = bank.chain
    if chain is None:
        return
    begins = (chain.begins, f"{named[0]} {chain.out}")
    yield Wire("Q1", "data", begins, "blue", THIN, SLACK + along(way[:2]))
    for number in range(1, len(named)):
        hop = SLACK + along(way[number : number + 2])
        ends = (f"{named[number - 1]} {chain.into}", f"{named[number]} {chain.out}")
        yield Wire(f"Q{number + 1}", "data", ends, "blue", THIN, hop)


def _rails(board: Description, named: tuple[str, ...], length: float) -> Iterator[Wire]:
    """The supply wires: 3.3 V and ground of the chips, from the regulator if any, and 5 V for 5 V sensors."""
    rail, ground, signals = board.bank.powered_by
    if needs_regulator(board):
        rail, ground = "regulator OUT", "regulator GND"
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        yield Wire("RV", "5 V", ("supply +", fuse, "regulator IN"), PLUS_5, BUS, 2 * SLACK)
        yield Wire("RG", "ground", ("supply -", "regulator GND"), GROUND, BUS, 2 * SLACK)
        yield Wire("RG2", "ground, of the signals", ("regulator GND", signals), GROUND, BUS, 2 * SLACK)
    yield Wire("TV", "3.3 V", (rail, *named), PLUS_3, BUS, length)
    yield Wire("TG", "ground", (ground, *named), GROUND, BUS, length)
    if board.hall.volts > 3.3:
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        sensors = tuple(each.name for each in board.connectors)
        yield Wire("T5", "5 V, sensors only", ("supply +", fuse, *sensors), PLUS_5, BUS, length)
