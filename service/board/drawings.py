"""Drawings of a board's wiring: its connectors pin by pin, the trunk from chip to chip, the LED chain."""

from __future__ import annotations

from service.board.description import Description, channels_a_chip
from service.board.svg import CSS_COLOURS, Svg
from service.board.wires import WATCHING, Wire, pin_of, supply_pins, trunk, wires

COLUMNS = 4
BOX, ROW = 250.0, 17.0


def connectors(board: Description) -> str:
    """Every connector with its pins: wire, colour, and the hole it comes from."""
    plus, minus = supply_pins(board)
    tall = 34 + ROW * minus + 26
    rows = -(-len(board.connectors) // COLUMNS)
    svg = Svg(COLUMNS * (BOX + 20) + 20, 62 + rows * tall, "Connectors")
    svg.write(20, 32, f"Connectors, seen from the wires' side: {board.title}", 18, bold=True)
    by_name = {wire.name: wire for wire in wires(board)}
    unused = "to 3.3 V" if channels_a_chip(board.bank, board.part) == 8 else "left open"
    for at, connector in enumerate(board.connectors):
        x, y = 20 + at % COLUMNS * (BOX + 20), 56 + at // COLUMNS * tall
        svg.box(x, y, BOX, tall - 18)
        svg.write(x + 10, y + 20, connector.name, 15, bold=True, kind="connector")
        svg.write(x + BOX - 10, y + 20, f"{minus} pins", 11, anchor="end", colour="#666")
        for channel in range(connector.first, connector.last + 1):
            pin, hole = pin_of(board, channel)[1], board.channels[channel]
            if hole is None:
                svg.write(x + 24, y + 38 + ROW * (pin - 0.5), str(pin), 11, anchor="end")
                svg.write(x + 70, y + 38 + ROW * (pin - 0.5), f"no sensor: {unused}", 11, colour="#666")
            else:
                _pin(svg, x, y, pin, by_name[f"W{channel:03}"], f"sensor {board.names.name(hole)}")
        if (feed := by_name.get(f"V-{connector.name}")) is not None:
            _pin(svg, x, y, plus, feed, feed.what)
            _pin(svg, x, y, minus, by_name[f"G-{connector.name}"], "ground")
    return svg.text


def _pin(svg: Svg, x: float, y: float, pin: int, wire: Wire, goes: str) -> None:
    middle = y + 34 + ROW * (pin - 0.5)
    svg.write(x + 24, middle + 4, str(pin), 11, anchor="end")
    colour = CSS_COLOURS[wire.colour.split()[0]]
    svg.line((x + 32, middle), (x + 62, middle), colour=colour, width=5)
    if " " in wire.colour:
        svg.line((x + 32, middle), (x + 62, middle), colour="#fff", width=1.5)
    svg.write(x + 70, middle + 4, wire.name, 11, kind="wire")
    svg.write(x + 128, middle + 4, goes, 11, kind="goes")


CHIP, LEFT, LANE = 54.0, 240.0, 30.0


def harness(board: Description) -> str:
    """The trunk: every chip a column, every bus a line with a dot on the chips that it joins."""
    buses = [wire for wire in trunk(board) if not wire.name.startswith("Q")]
    hops = [wire for wire in trunk(board) if wire.name.startswith("Q")]
    chips = [f"chip {each.name}" for each in board.connectors] + [WATCHING] * bool(hops)
    height = 150 + LANE * (len(buses) + bool(hops))
    svg = Svg(LEFT + CHIP * len(chips) + 30, height, "Harness")
    svg.write(20, 32, f"The trunk, from chip to chip: {board.title}", 18, bold=True)
    bottom = height - 22
    at = {chip: LEFT + CHIP * (number + 0.5) for number, chip in enumerate(chips)}
    for chip, x in at.items():
        svg.box(x - 22, 58, 44, bottom - 58, fill="#f3f0e8")
        name = "watch" if chip == WATCHING else chip.removeprefix("chip ")
        svg.write(x, 76, name, 12, anchor="middle", bold=True, kind="chip")
    y = 104.0
    for wire in buses:
        colour = CSS_COLOURS[wire.colour.split()[0]]
        on = [at[chip] for chip in _chips(wire)]
        svg.line((LEFT - 14, y), (max(on), y), colour=colour, width=2.2)
        for x in on:
            svg.dot(x, y, 4, fill=colour)
        _bus_name(svg, y, wire)
        y += LANE
    if hops:
        _bus_name(svg, y, hops[0])
        svg.line((LEFT - 14, y), (at[chips[0]] - 14, y), colour=CSS_COLOURS["blue"], width=2.2)
        for hop, chip in zip(hops[1:], chips[1:], strict=True):
            x = at[chip]
            svg.line((x - CHIP + 14, y), (x - 14, y), colour=CSS_COLOURS["blue"], width=2.2)
            svg.write(x - CHIP / 2, y - 6, hop.name, 9, anchor="middle", kind="wire")
        for chip in chips:
            svg.write(at[chip] - 20, y + 13, "QH", 8)
            svg.write(at[chip] + 20, y + 13, "SER", 8, anchor="end")
    return svg.text


def _chips(wire: Wire) -> list[str]:
    """The chips that a wire joins; one that goes to a connector goes to its chip's place."""
    named = [end if end == WATCHING or end.startswith("chip ") else f"chip {end}" for end in wire.ends[1:]]
    return [end for end in named if end == WATCHING or end[5:6] == "S"]


def _bus_name(svg: Svg, y: float, wire: Wire) -> None:
    svg.write(20, y - 2, wire.name, 12, bold=True, kind="wire")
    svg.write(20, y + 11, f"{wire.what}, from {wire.ends[0]}", 10, colour="#444")


def led_order(board: Description) -> str:
    """The board from above with the LED chain through its holes; a ring marks where 5 V is fed in."""
    scale = 30 / board.drill.pitch
    width, height = (scale * each for each in board.size)
    svg = Svg(width, height + 74, "LED chain")
    svg.write(20, 28, f"LED chain: {board.title}", 18, bold=True)
    svg.write(20, 48, "Seen from above; from below, where you solder, it is mirrored. Red ring: 5 V in.", 12)
    where = board.places
    points = [
        (scale * where[hole][0], 66 + scale * where[hole][1])
        for hole in board.lights.holes
        if hole is not None
    ]
    numbers = [led for led, hole in enumerate(board.lights.holes) if hole is not None]
    svg.line(*points, colour="#2c8a3d", width=2)
    for led, (x, y) in zip(numbers, points, strict=True):
        fed = led in board.lights.feeds
        svg.dot(x, y, 10.5, fill="#fff", edge="#d21f1f" if fed else "#111")
        if fed:
            svg.dot(x, y, 13, fill="none", edge="#d21f1f")
        svg.write(x, y + 3.5, str(led), 9, anchor="middle", bold=led == 0, kind="led")
    return svg.text
