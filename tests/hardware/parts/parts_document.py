"""Write `docs/parts.md`, a document about every part of the catalogue; `make docs` calls this module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hardware.parts import catalogue
from hardware.parts.bank_part import BankPart, HallSensor
from hardware.parts.computer import COMPUTERS
from hardware.parts.light_part import LedChip, LedDriver
from hardware.parts.part import Part, ReaderPart

DOCUMENT = Path(__file__).parents[3] / "docs" / "parts.md"
HEAD = """# Parts

Every part that a board may have, with the words of its description and the figures that the checks and the
papers use. `make docs` writes this file from the catalogue, [hardware/parts](../hardware/parts). Currents are
worst cases of one part; compare all figures with the data sheet before you order.
"""


def document() -> str:
    """The content of docs/parts.md."""
    return "\n".join((HEAD, *_sections())).rstrip() + "\n"


def _sections() -> Iterator[str]:
    halls = [each for each in catalogue.PARTS if isinstance(each, HallSensor)]
    yield _table(
        "Hall sensors: `part` in `[sensors]`",
        (
            "part",
            "number",
            "feels",
            "looks",
            "output",
            "operates at",
            "may hold at",
            "supply",
            "package",
            "sheet",
        ),
        (
            (
                f"`{each.word}`",
                each.number,
                {"unipolar": "south", "omnipolar": "both", "analog": "strength"}[each.poles],
                f"{each.hertz} Hz" if each.hertz else "always",
                each.output,
                f"{each.operate:g} mT",
                f"{each.release:g} mT",
                f"{each.volts:g} V, {each.milliamperes:g} mA",
                each.package,
                each.sheet,
            )
            for each in halls
        ),
    )
    yield "## What reads the sensors: `driver` in `[sensors]`\n"
    for bank in catalogue.BANKS:
        for_whom = "analog sensors" if bank.analog else "switches"
        yield f"### `{bank.word}` for {for_whom}: {bank.name}\n"
        yield _common(bank)
        yield _options(bank)
    yield "## Lights: `chip` and `driver` in `[lights]`\n"
    for chip in catalogue.LEDS.values():
        yield f"### `{chip.word}`: {chip.number}\n"
        yield _common(chip)
        yield _lights(chip)
    readers = [each for each in catalogue.PARTS if isinstance(each, ReaderPart)]
    yield _table(
        "Card readers: `kind` in `[[readers]]`",
        ("kind", "part", "line", "current", "presence", "sheet"),
        (
            (
                f"`{each.word}`",
                f"{each.name}: {each.number}",
                each.line,
                f"{each.milliamperes:g} mA",
                each.presence,
                each.sheet,
            )
            for each in readers
        ),
    )
    yield "## Other parts\n"
    shown = (BankPart, HallSensor, LedChip, ReaderPart)
    for part in catalogue.PARTS:
        if not isinstance(part, shown):
            yield f"### `{part.word}`: {part.name}\n"
            yield _common(part)
            yield _options(part)


def _common(part: Part) -> str:
    lines = [f"- {part.number}{f' ({part.alternatives})' if part.alternatives else ''}; {part.sheet}"]
    lines.append(f"- {part.volts:g} V, {part.milliamperes:g} mA at most")
    if part.access:
        lines.append("- device files: " + ", ".join(f"`/dev/{each.files}`" for each in part.access))
    if part.modules:
        lines.append("- Python modules: " + ", ".join(each.name for each in part.modules))
    if part.no_driver:
        lines.append(f"- no driver of its own: {part.no_driver}")
    return "\n".join(lines) + "\n"


def _lights(chip: LedChip) -> str:
    pads = ", ".join(f"{into} to {out}" for into, out in chip.pads)
    shifter = "needed, its inputs are high from" if chip.shifted else "none, its inputs are high from"
    lines = [
        f"- {chip.dark_milliamperes:g} mA dark; lines: {pads}",
        f"- level shifter: {shifter} {chip.high_from:g} V; {chip.timing}",
    ]
    for each in chip.drivers.values():
        pins = ", ".join(map(str, each.pins))
        boot = "; ".join(filter(None, (_boot(each, computer) for computer in COMPUTERS)))
        lines.append(f"- `{each.word}`: {each.meaning}; pins {pins}{f'; {boot}' if boot else ''}")
    return "\n".join(lines) + "\n"


def _boot(driver: LedDriver, computer: str) -> str:
    takes = () if computer in driver.not_on else driver.takes(driver.pins[0], computer)
    lines = [f"`{line.line}`" for take in takes for line in take.port.boot]
    return f"{computer}: {', '.join(lines)}" if lines else ""


def _options(part: Part) -> str:
    if not part.options:
        return ""
    rows = ((f"`{each.key}`", each.meaning, each.values, _default(each.default)) for each in part.options)
    return _rows(("setting", "meaning", "values", "usual"), rows)


def _default(value: object) -> str:
    return "" if value is None else f"`{value}`" if value != "" else "empty"


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return f"## {title}\n\n{_rows(head, rows)}"


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(document())
