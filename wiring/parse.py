"""Read a board's description from its TOML text and check it; every fault is reported with its line.

The text has the layout that `wiring.printing` writes and wiring/README.md explains.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, cast

from engine.errors import NotationError
from engine.geometry import Hole, board
from firmware_bridge.facts import Calibration
from hardware.layout import SHAPES, Shape
from hardware.magnets import Disc
from hardware.parts.bank_part import Bank
from hardware.parts.catalogue import BANK_WORDS, HALLS, LEDS, READERS, USUAL_LED, bank
from hardware.parts.computer import COMPUTERS, LAST_GP, LAST_GPIO
from hardware.parts.part import Option
from hardware.readers import ROLES, Reader
from jokerboard.host.text_files import text_file
from wiring import description as d
from wiring.checks import check
from wiring.description import Derived, derived
from wiring.errors import BoardError, ModuleError
from wiring.magnet_checks import doubts
from wiring.toml_section import Complaints, Lines, Section

LONGEST = 262_144
NO_HOLE = "-"
_WHERE = re.compile(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$")
_CALIBRATED = re.compile(r"([0-9]{1,5}):([0-9]{1,5}):([0-9]{1,5})$")
_DISC = re.compile(r"([0-9]{1,2}(?:\.[0-9])?)x([0-9]{1,2}(?:\.[0-9])?)")
_SPAN = re.compile(r"([0-9]{1,3})-([0-9]{1,3})$")


def read_board(path: Path) -> d.Description:
    """Read the description in the file `path`.

    Raise UsageError if the file cannot be read, BoardError if the description has faults.
    """
    hint = "give the path of a description, or make a description with jokerboard wiring new"
    with text_file(path, "board", hint, LONGEST) as text:
        return parse_board(text, path.name)


def parse_board(text: str, source: str = "board") -> d.Description:
    """Parse the text of a description; raise BoardError, with a sentence for each fault.

    `source` is the name of the file for these sentences.
    """
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
    """A sentence for each doubtful setting of a board without faults, with its line in `text`."""
    complaints = Complaints(source, Lines(text))
    for place, sentence, word in doubts(board_):
        complaints.add(place, sentence, word)
    return complaints.sentences


def _toml(text: str, source: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise BoardError(
            (f"{source} line 1: the text is longer than {LONGEST} characters; is it a description?",)
        )
    try:
        return tomllib.loads(text)
    # tomllib is recursive, so deep nesting raises this error.
    except RecursionError:
        raise BoardError((f"{source} line 1: too many nested brackets for a description",)) from None
    except ValueError as error:
        raise BoardError((f"{source} {toml_fault(error, text)}",)) from None


def toml_fault(error: ValueError, text: str) -> str:
    """The fault of a text that tomllib refused with `error`, as `line N: what is wrong`."""
    where = _WHERE.search(str(error))
    line = (where and where[1]) or max(1, len(text.splitlines()))
    return f"line {line}: {_WHERE.sub('', str(error))}"


class _Parser:
    """Reads the sections of a description and reports their faults to `complaints`."""

    def __init__(self, data: dict[str, Any], complaints: Complaints) -> None:
        self._data, self._complaints = data, complaints
        self._sides, self._sides_known = 4, True

    def board(self) -> d.Description:
        sections = ("drill", "sensors", "lights", "supply")
        lists = ("connectors", "readers", "buttons")
        rest = {
            key: value
            for key, value in self._data.items()
            if key not in (*sections, *lists, "magnets", "modules")
        }
        top = Section(rest, "", 0, self._complaints)
        self._sides = top.whole("sides", 3, 8)
        self._sides_known = not self._complaints.sentences
        title = top.text("title", f"A board for {self._sides}")
        shape = cast(Shape, top.choice("shape", SHAPES, "polygon"))
        pieces = cast(d.Pieces, top.choice("pieces", ("marbles", "pegs")))
        computer = top.choice("computer", COMPUTERS)
        buzzer = top.optional_whole("buzzer", 0, LAST_GPIO)
        bad_sensors, bad_lights = (
            tuple(hole for hole in self._chain(top, key, "") if hole is not None)
            for key in ("bad_sensors", "bad_lights")
        )
        top.finish()
        drill, sensors, lights, supply = (self._section(name) for name in sections)
        magnets = Section(self._data.get("magnets", {}), "magnets", 0, self._complaints)
        made = self._made_of_modules(sensors, lights, shape, drill)
        hall = sensors.choice("part", HALLS)
        described = d.Description(
            title=title,
            sides=self._sides,
            pieces=pieces,
            computer=computer,
            drill=self._drill(drill),
            magnet=self._magnet(magnets, d.PEG_MAGNET if pieces == "pegs" else d.MARBLE_MAGNET),
            part=hall,
            bank=self._bank(sensors, hall),
            channels=self._chain(sensors, "holes") if made is None else _without(made.channels, bad_sensors),
            lights=self._lights(lights, made, bad_lights),
            connectors=(
                tuple(self._connector(each) for each in self._list("connectors"))
                if made is None
                else made.connectors
            ),
            modules=made is not None,
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

    def _made_of_modules(
        self, sensors: Section, lights: Section, shape: Shape, drill: Section
    ) -> Derived | None:
        """The parts that follow from the modules; None if the description has no [modules] section."""
        if "modules" not in self._data:
            return None
        section = Section(self._data["modules"], "modules", 0, self._complaints)
        section.choice("kind", ("strips",))
        section.finish()
        for each, key in ((sensors, "holes"), (lights, "holes"), (lights, "feeds")):
            each.drop(key, f"the modules determine {key}: delete {key}, or the section [modules]")
        if "connectors" in self._data:
            self._complaints.add(
                ("connectors", 0, ""), "the modules determine the plugs: delete [[connectors]]"
            )
        try:
            return derived(self._sides, drill.number("pitch", 10, 60), shape)
        except ModuleError as error:
            section.complain("kind", str(error))
            return None

    def _section(self, name: str) -> Section:
        if name not in self._data:
            self._complaints.add(("", 0, ""), f"the section [{name}] is missing")
        return Section(self._data.get(name, {}), name, 0, self._complaints)

    def _list(self, name: str) -> list[Section]:
        tables = self._data.get(name, [])
        if not isinstance(tables, list):
            self._complaints.add(
                (name, 0, ""), f"write each of the {name} under a line [[{name}]] of its own"
            )
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
            section.complain(
                "size", f"the size of a magnet is DIAMETERxHEIGHT in millimetres, as 4x4, not {size[:20]!r}"
            )
        disc = Disc(float(found[1]), float(found[2])) if found else usual.disc
        mount = section.choice("mount", ("fixed", "weighted", "loose"), usual.mount)
        return d.Magnet(disc, cast(d.Mount, mount), section.number("gap", 1, 30, usual.gap))

    def _bank(self, section: Section, hall: str) -> Bank:
        part = bank(section.choice("driver", BANK_WORDS), analog=HALLS[hall].analog)
        values: dict[str, Any] = {}
        for option in part.options:
            if option.only_if is None or values.get(option.only_if[0]) == option.only_if[1]:
                values[option.key] = _read(option, section)
        return part.settings(**values)

    def _lights(self, section: Section, made: Derived | None, bad: tuple[Hole, ...]) -> d.Lights:
        chip = LEDS[section.choice("chip", LEDS, USUAL_LED)]
        driver = section.choice("driver", chip.drivers)
        feeds = [] if made is None else [*made.feeds]
        for at, word in enumerate(section.words("feeds", "0") if made is None else ()):
            if word.isascii() and word.isdigit() and len(word) < 5:
                feeds.append(int(word))
            else:
                section.complain("feeds", f"feeds are numbers of LEDs, not {word!r}", at)
        return d.Lights(
            driver,
            section.whole("pin", 0, LAST_GP, chip.drivers[driver].pins[0]),
            section.number("amperes", 0.1, 100),
            self._chain(section, "holes") if made is None else _without(made.lights, bad),
            tuple(feeds),
            chip.word,
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
                    "calibration",
                    f"a calibration is BASELINE:THRESHOLD:HYSTERESIS, as 32768:4000:1300, not {word[:20]!r}",
                    at,
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

    def _reader(self, section: Section) -> Reader:
        made = Reader(section.choice("kind", READERS), section.choice("role", ROLES), section.text("path"))
        section.finish()
        return made

    def _button(self, section: Section) -> d.Button:
        places = (*"ABCDEFGH"[: self._sides], "table")
        made = d.Button(
            section.choice("name", ("ok", "back", "help")),
            section.choice("place", places),
            section.whole("pin", 0, LAST_GPIO),
        )
        section.finish()
        return made


def _without(chain: d.Chain, bad: tuple[Hole, ...]) -> d.Chain:
    """The chain with None in place of each hole in `bad`."""
    return tuple(None if hole in bad else hole for hole in chain)


def _read(option: Option, section: Section) -> Any:
    """The value of `option` in a section; a wrong value is reported with its line."""
    key, default = option.key, option.default
    if option.words:
        return section.choice(key, option.words, default)
    if option.limits is not None:
        low, high = option.limits
        if default is None:
            return section.optional_whole(key, low, high)
        return section.whole(key, low, high, default)
    if isinstance(default, bool):
        return section.flag(key, default)
    if option.read_word is None:
        return section.text(key, default)
    found = []
    for at, word in enumerate(section.words(key)):
        value = option.read_word(word)
        if value is None:
            section.complain(key, f"{option.form}, not {word!r}", at)
        else:
            found.append(value)
    return tuple(found)
