"""The schematic of one chip that reads sensors, with the connections of all its pins."""

from __future__ import annotations

from wiring.description import Description
from wiring.papers.svg import CSS_COLOURS, Svg

STEP, TOP = 34.0, 120.0


def segment(board: Description) -> str:
    """The schematic as SVG: a chip, its sensors, the pull-ups, and the connections of the other pins."""
    part = board.hall
    chip = board.bank.chip
    inputs, others = chip.inputs, chip.others
    pulled = part.open_drain and not chip.pulls_up
    height = TOP + STEP * max(len(inputs), len(others)) + 92
    svg = Svg(1060, height, f"One segment: {chip.name}")
    svg.write(20, 32, f"One segment of the chain: {chip.name} with {len(inputs)} sensors", 18, bold=True)
    svg.write(20, 54, _note(board, pulled), 12, colour="#333")
    bottom = TOP + STEP * len(inputs) - STEP / 2
    plus = CSS_COLOURS["red" if part.volts > 3.3 else "pink"]
    svg.line((54, TOP - 34), (54, bottom), colour=plus, width=2)
    svg.line((36, TOP - 34), (36, bottom + 24), colour="#111", width=2)
    svg.write(60, TOP - 24, f"{part.volts:g} V", 11, colour=plus)
    svg.write(32, TOP - 40, "ground", 11)
    if pulled:
        svg.line((330, TOP - 34), (330, bottom), colour=CSS_COLOURS["pink"], width=2)
        svg.write(336, TOP - 24, "3.3 V", 11, colour=CSS_COLOURS["pink"])
    for number in range(len(inputs)):
        _sensor(svg, TOP + STEP * number, number, pulled, plus)
    svg.box(520, TOP - 40, 180, max(bottom, TOP + STEP * len(others)) - TOP + 48, fill="#f3f0e8")
    svg.write(610, TOP - 20, chip.name, 15, anchor="middle", bold=True)
    for number, (pin, name) in enumerate(inputs):
        y = TOP + STEP * number + 8
        svg.write(526, y + 4, name, 11)
        svg.write(514, y - 3, pin, 9, anchor="end", colour="#555")
    for number, (pin, name, goes) in enumerate(others):
        y = TOP + STEP * number + 8
        svg.line((700, y), (740, y))
        svg.write(694, y + 4, name, 11, anchor="end")
        svg.write(704, y - 3, pin, 9, colour="#555")
        svg.write(746, y + 4, goes, 11)
    for line, said in enumerate(_face(board)):
        svg.write(20, height - 52 + 18 * line, said, 12, colour="#333")
    for line, said in enumerate(chip.notes):
        svg.write(20, height - 14 + 18 * line, said, 12, colour="#333")
    return svg.text


def _face(board: Description) -> tuple[str, str]:
    """Two lines of text about a sensor: its mounting, the magnet's pole and its capacitor; its pins."""
    part = board.hall
    pole = "south pole of every magnet down" if part.poles == "unipolar" else "either pole of a magnet down"
    return (
        f"{part.number}: marked face up, {pole}; 100 nF from VCC to GND at each sensor.",
        f"Its pins, the marked face towards you, from left to right: {part.pins}.",
    )


def _sensor(svg: Svg, y: float, number: int, pulled: bool, plus: str) -> None:
    svg.box(90, y - 8, 120, 26)
    svg.write(150, y + 9, f"hall sensor {number + 1}", 11, anchor="middle")
    svg.line((54, y - 2), (90, y - 2), colour=plus)
    svg.dot(54, y - 2, 2.5, fill=plus)
    svg.line((66, y - 2), (66, y + 3), (60, y + 3), (72, y + 3))
    svg.line((66, y + 12), (66, y + 7), (60, y + 7), (72, y + 7))
    svg.line((36, y + 12), (90, y + 12))
    svg.dot(36, y + 12, 2.5)
    svg.line((210, y + 8), (520, y + 8))
    svg.write(216, y + 4, "OUT", 9, colour="#555")
    if pulled:
        svg.line((330, y - 4), (350, y - 4), colour=CSS_COLOURS["pink"])
        svg.box(350, y - 9, 44, 10)
        svg.write(372, y - 1, "10k", 8, anchor="middle")
        svg.line((394, y - 4), (430, y - 4), (430, y + 8))
        svg.dot(430, y + 8, 2.5)


def _note(board: Description, pulled: bool) -> str:
    if pulled:
        return (
            "The sensors only pull down: 10 kOhm to 3.3 V at each input (one SIL network of 8 for each chip)."
        )
    if board.hall.open_drain:
        return "The sensors only pull down; the chip's own pull-ups hold its inputs at 3.3 V."
    return "The sensors drive high and low: no pull-ups are needed."
