"""The trunk: what goes from chip to chip, and to the computer or the Pico."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.layout import Point
from wiring.description import ChainBank, Description, ExpanderBank, PicoBank
from wiring.papers.wire import (
    BUS,
    GROUND,
    LINE_OHMS,
    PLUS_3,
    PLUS_5,
    SENSOR_FUSE,
    SLACK,
    THIN,
    WATCHING,
    Wire,
    along,
    computer_at,
    connector_at,
    pi,
    pico,
)
from wiring.parts import SENSORS
from wiring.pins import I2C_PINS, MUX_ADC, MUX_ENABLE, MUX_SELECT
from wiring.power import needs_regulator


def trunk(board: Description) -> Iterator[Wire]:
    """From chip to chip and to the computer."""
    bank = board.bank
    chips = tuple(f"chip {each.name}" for each in board.connectors)
    way = [computer_at(board), *(connector_at(board, each) for each in board.connectors)]
    length = SLACK * len(way) + along(way)
    watched = (*chips, WATCHING) if isinstance(bank, ChainBank) else chips
    yield from _rails(board, watched, length)
    if isinstance(bank, ExpanderBank):
        yield from _i2c(board, bank, chips, length)
    elif SENSORS[board.part].poles == "analog":
        yield from _multiplexed(chips, length)
    else:
        yield from _shifted(bank, watched, way, length)


def _rails(board: Description, chips: tuple[str, ...], length: float) -> Iterator[Wire]:
    """3.3 V and ground of the chips, from the regulator if there is one, and 5 V of sensors that want it."""
    pico = isinstance(board.bank, PicoBank)
    rail = "Pico 3V3 (pin 36)" if pico else "Pi 3.3 V (pin 1)"
    ground = "Pico ground (pin 38)" if pico else "Pi ground (pin 6)"
    if needs_regulator(board):
        rail, ground = "regulator OUT", "regulator GND"
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        yield Wire("RV", "5 V", ("supply +", fuse, "regulator IN"), PLUS_5, BUS, 2 * SLACK)
        yield Wire("RG", "ground", ("supply -", "regulator GND"), GROUND, BUS, 2 * SLACK)
        both = "Pico ground (pin 38)" if pico else "Pi ground (pin 9)"
        yield Wire("RG2", "ground, of the signals", ("regulator GND", both), GROUND, BUS, 2 * SLACK)
    yield Wire("TV", "3.3 V", (rail, *chips), PLUS_3, BUS, length)
    yield Wire("TG", "ground", (ground, *chips), GROUND, BUS, length)
    if SENSORS[board.part].volts > 3.3:
        fuse = f"fuse FS ({SENSOR_FUSE:g} A)"
        sensors = tuple(each.name for each in board.connectors)
        yield Wire("T5", "5 V, sensors only", ("supply +", fuse, *sensors), PLUS_5, BUS, length)


def _i2c(board: Description, bank: ExpanderBank, chips: tuple[str, ...], length: float) -> Iterator[Wire]:
    for bus in dict.fromkeys(bus for bus, _ in bank.chips):
        sda, scl = I2C_PINS[board.computer][bus]
        there = tuple(c for c, (on, _) in zip(chips, bank.chips, strict=False) if on == bus)
        yield Wire(f"SDA{bus}", "I2C data", (pi(sda), *there), "blue", THIN, length)
        yield Wire(f"SCL{bus}", "I2C clock", (pi(scl), *there), "yellow", THIN, length)
    if bank.interrupt is not None:
        yield Wire("INT", "interrupt", (pi(bank.interrupt), *chips), "white", THIN, length)


def _multiplexed(chips: tuple[str, ...], length: float) -> Iterator[Wire]:
    for bit, pin in enumerate(MUX_SELECT):
        yield Wire(f"SEL{bit}", f"select {bit}", (pico(pin), *chips), "white", THIN, length)
    for number, pin in enumerate(MUX_ENABLE):
        on = chips[3 * number : 3 * number + 3]
        if on:
            yield Wire(f"EN{number}", "enable, low", (pico(pin), *on), "violet", THIN, length)
    for number, pin in enumerate(MUX_ADC):
        yield Wire(f"ADC{number}", "voltage", (pico(pin), *chips[number::3]), "blue", THIN, length)


def _shifted(
    bank: ChainBank | PicoBank, chain: tuple[str, ...], way: list[Point], length: float
) -> Iterator[Wire]:
    """Each line that every chip hears has a resistor at the computer, which slows its edges."""
    pin = pico if isinstance(bank, PicoBank) else pi
    lines = [("LOAD", "SH/LD", bank.load, "white"), ("CLK", "clock", bank.clock, "yellow")]
    if isinstance(bank, ChainBank):
        lines.append(("SEL", "CLK INH", bank.select, "violet"))
    for name, what, number, colour in lines:
        ends = (pin(number), f"R-{name} {LINE_OHMS} Ohm", *chain)
        yield Wire(name, what, ends, colour, THIN, length + SLACK)
    yield Wire("Q1", "data", (pin(bank.data), f"{chain[0]} QH"), "blue", THIN, SLACK + along(way[:2]))
    for number in range(1, len(chain)):
        hop = SLACK + along(way[number : number + 2])
        ends = (f"{chain[number - 1]} SER", f"{chain[number]} QH")
        yield Wire(f"Q{number + 1}", "data", ends, "blue", THIN, hop)
