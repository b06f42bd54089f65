"""A board's description from its TOML text: read, then checked as a whole; every complaint names its line.

The text is laid out as `wiring.printing` writes it and wiring/README.md explains it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, cast

from engine.errors import NotationError
from engine.geometry import Hole, board
from firmware_bridge.facts import Calibration
from hardware.cards.readers import KINDS, ROLES
from hardware.layout import SHAPES, Shape
from hardware.magnets import Disc
from jokerboard.host.errors import UsageError
from wiring import description as d
from wiring.checks import check
from wiring.errors import BoardError
from wiring.magnet_checks import doubts
from wiring.parts import COMPUTERS, SENSORS
from wiring.toml_lines import Lines
from wiring.toml_section import Complaints, Section

LONGEST = 262_144
NO_HOLE = "-"
_WHERE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")
_CHIP = re.compile(r"([0-9]):0x([0-9a-fA-F]{2})$")
_CALIBRATED = re.compile(r"([0-9]{1,5}):([0-9]{1,5}):([0-9]{1,5})$")
_DISC = re.compile(r"([0-9]{1,2}(?:\.[0-9])?)x([0-9]{1,2}(?:\.[0-9])?)")
_SPAN = re.compile(r"([0-9]{1,3})-([0-9]{1,3})$")


def read_board(path: Path) -> d.Description:
    """The description in a file; UsageError if it cannot be read, BoardError if it is wrong."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST + 1).decode()
    except OSError as error:
        raise UsageError(
            f"board {path}: {error.strerror}; give a description's path, or make one with"
            " jokerboard wiring new"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"board {path}: not a text in UTF-8 (byte {error.start})") from error
    return parse_board(text, path.name)


def parse_board(text: str, source: str = "board") -> d.Description:
    """The description that the text says; BoardError with every sentence that is to be said of it."""
    data = _toml(text, source)
    complaints = Complaints(source, Lines(text))
    described = _Parser(data, complaints).board()
    if not complaints.sentences:
        for place, sentence, word in check(described):
            complaints.add(place, sentence, word)
    if complaints.sentences:
        raise BoardError(complaints.sentences)
    return described


def warnings(board_: d.Description, text: str, source: str = "board") -> tuple[str, ...]:
    """Warnings about a sound board, a sentence each, with the line of `text` that causes it."""
    complaints = Complaints(source, Lines(text))
    for place, sentence, word in doubts(board_):
        complaints.add(place, sentence, word)
    return complaints.sentences


def _toml(text: str, source: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BoardError((f"{source} line 1: longer than any description, {LONGEST} characters at most",))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BoardError((f"{source} line 1: nested too deeply for a description",)) from None
    except ValueError as error:
        raise BoardError((f"{source} {toml_fault(error, text)}",)) from None


def toml_fault(error: ValueError, text: str) -> str:
    """Where a text is no TOML, and why, as `line N: what is wrong`."""
    where = _WHERE.search(str(error))
    line = (where and where[1]) or max(1, len(text.splitlines()))
    return f"line {line}: {_WHERE.sub('', str(error))}"


class _Parser:
    """Reads section after section."""

    def __init__(self, data: dict[str, Any], complaints: Complaints) -> None:
        self._data, self._complaints = data, complaints
        self._sides, self._sides_known = 4, True

    def board(self) -> d.Description:
        sections = ("drill", "sensors", "lights", "supply")
        lists = ("connectors", "readers", "buttons")
        rest = {key: value for key, value in self._data.items() if key not in (*sections, *lists, "magnets")}
        top = Section(rest, "", 0, self._complaints)
        self._sides = top.whole("sides", 3, 8)
        self._sides_known = not self._complaints.sentences
        title = top.text("title", f"A board for {self._sides}")
        shape = cast(Shape, top.choice("shape", SHAPES, "polygon"))
        pieces = cast(d.Pieces, top.choice("pieces", ("marbles", "pegs")))
        computer = top.choice("computer", COMPUTERS)
        buzzer = top.optional_whole("buzzer", 0, 27)
        bad_sensors, bad_lights = (
            tuple(hole for hole in self._chain(top, key, "") if hole is not None)
            for key in ("bad_sensors", "bad_lights")
        )
        top.finish()
        drill, sensors, lights, supply = (self._section(name) for name in sections)
        magnets = Section(self._data.get("magnets", {}), "magnets", 0, self._complaints)
        described = d.Description(
            title=title,
            sides=self._sides,
            pieces=pieces,
            computer=computer,
            drill=self._drill(drill),
            magnet=self._magnet(magnets, d.PEG_MAGNET if pieces == "pegs" else d.MARBLE_MAGNET),
            part=sensors.choice("part", SENSORS),
            bank=self._bank(sensors),
            channels=self._chain(sensors, "holes"),
            lights=self._lights(lights),
            connectors=tuple(self._connector(each) for each in self._list("connectors")),
            supply=d.Supply(
                supply.number("amperes", 0.1, 100),
                supply.number("fuse", 0.1, 100),
                supply.flag("feeds_computer", True),
            ),
            readers=tuple(self._reader(each) for each in self._list("readers")),
            buttons=tuple(self._button(each) for each in self._list("buttons")),
            buzzer=buzzer,
            bad_sensors=bad_sensors,
            bad_lights=bad_lights,
            shape=shape,
            calibration=self._calibration(sensors),
        )
        for section in (drill, magnets, sensors, lights, supply):
            section.finish()
        return described

    def _section(self, name: str) -> Section:
        if name not in self._data:
            self._complaints.add(("", 0, ""), f"there is no section [{name}]")
        return Section(self._data.get(name, {}), name, 0, self._complaints)

    def _list(self, name: str) -> list[Section]:
        tables = self._data.get(name, [])
        if not isinstance(tables, list):
            self._complaints.add((name, 0, ""), f"{name} come one by one, each under a line [[{name}]]")
            return []
        return [Section(data, name, index, self._complaints) for index, data in enumerate(tables)]

    def _drill(self, section: Section) -> d.Drill:
        light, offset = section.number("light", 1, 20), section.number("offset", 0, 40, 0.0)
        return d.Drill(
            section.number("pitch", 10, 60),
            section.number("hole", 2, 50),
            light,
            offset,
            section.number("sensor", 0, 20, d.sensor_place(light, offset)),
        )

    def _magnet(self, section: Section, usual: d.Magnet) -> d.Magnet:
        size = section.text("size", f"{usual.disc.diameter:g}x{usual.disc.height:g}")
        found = _DISC.fullmatch(size)
        if found is None:
            section.complain("size", f"a magnet is DIAMETERxHEIGHT in millimetres, as 4x4, not {size[:20]!r}")
        disc = Disc(float(found[1]), float(found[2])) if found else usual.disc
        mount = section.choice("mount", ("fixed", "weighted", "loose"), usual.mount)
        return d.Magnet(disc, cast(d.Mount, mount), section.number("gap", 1, 30, usual.gap))

    def _bank(self, section: Section) -> d.Bank:
        match section.choice("driver", ("hc165", "mcp23017", "pico")):
            case "hc165":
                port = section.choice("port", ("spi0", "spi1", "pins"), "spi1")
                load = section.whole("load", 0, 27, 25)
                if port != "pins":
                    clock, data, select = SPI_PINS[port]
                    return d.ChainBank(cast(Any, port), load, clock, data, select)
                clock, data, select = (section.whole(key, 0, 27) for key in ("clock", "data", "select"))
                return d.ChainBank("pins", load, clock, data, select)
            case "mcp23017":
                inputs = section.whole("inputs", 14, 16, 14)
                if inputs == 15:
                    section.complain("inputs", "inputs is 14, or 16 for old chips, not 15")
                chips = []
                for at, word in enumerate(section.words("chips")):
                    found = _CHIP.match(word)
                    if found is None:
                        section.complain("chips", f"a chip is BUS:ADDRESS, as 1:0x20, not {word!r}", at)
                    else:
                        chips.append((int(found[1]), int(found[2], 16)))
                return d.ExpanderBank(tuple(chips), inputs, section.optional_whole("interrupt", 0, 27))
            case _:
                return d.PicoBank(
                    section.text("port", ""),
                    section.whole("clock", 0, 28, 18),
                    section.whole("data", 0, 28, 16),
                    section.whole("load", 0, 28, 17),
                )

    def _lights(self, section: Section) -> d.Lights:
        driver = section.choice("driver", ("spi", "ws281x", "pico"))
        feeds = []
        for at, word in enumerate(section.words("feeds", "0")):
            if word.isascii() and word.isdigit() and len(word) < 5:
                feeds.append(int(word))
            else:
                section.complain("feeds", f"feeds are numbers of LEDs, not {word!r}", at)
        return d.Lights(
            cast(Any, driver),
            section.whole("pin", 0, 28, {"spi": 10, "ws281x": 18, "pico": 22}[driver]),
            section.number("amperes", 0.1, 100),
            self._chain(section, "holes"),
            tuple(feeds),
        )

    def _chain(self, section: Section, key: str, default: str | None = None) -> d.Chain:
        holes: list[Hole | None] = []
        for at, word in enumerate(section.words(key, default)):
            hole = None
            if word != NO_HOLE and self._sides_known:
                try:
                    hole = board(self._sides).hole(word)
                except NotationError:
                    section.complain(key, f"a board of {self._sides} sides has no hole {word[:20]!r}", at)
            holes.append(hole)
        return tuple(holes)

    def _calibration(self, section: Section) -> tuple[Calibration | None, ...]:
        found: list[Calibration | None] = []
        for at, word in enumerate(section.words("calibration", "")):
            numbers = _CALIBRATED.match(word)
            made = Calibration(*(int(n) for n in numbers.groups())) if numbers else None
            if made is None and word != NO_HOLE:
                section.complain(
                    "calibration", f"calibrated is EMPTY:ON:LESS, as 32768:4000:1300, not {word[:20]!r}", at
                )
            found.append(made)
        return tuple(found)

    def _connector(self, section: Section) -> d.Connector:
        name, span = section.text("name"), section.text("channels")
        section.finish()
        found = _SPAN.match(span)
        if found is None:
            section.complain("channels", f"a connector's channels are FIRST-LAST, as 0-7, not {span!r}")
            return d.Connector(name, 0, 0)
        return d.Connector(name, int(found[1]), int(found[2]))

    def _reader(self, section: Section) -> d.Reader:
        made = d.Reader(section.choice("kind", KINDS), section.choice("role", ROLES), section.text("path"))
        section.finish()
        return made

    def _button(self, section: Section) -> d.Button:
        places = (*"ABCDEFGH"[: self._sides], "table")
        made = d.Button(
            section.choice("name", ("ok", "back", "help")),
            section.choice("place", places),
            section.whole("pin", 0, 27),
        )
        section.finish()
        return made


SPI_PINS = {"spi0": (11, 9, 8), "spi1": (21, 19, 18)}
"""Clock, data in and chip select of the kernel's ports."""
