"""The meaning of a check's answers, the remedy for each, and their file.

The file is one JSON object: `{"doctor": 1, "sides": 4, "lights": {"A0": "fine"}, "sensors": {"A0": "weak"}}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.geometry import Hole
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import write_json
from wiring.bringup.computer_checks import Finding
from wiring.bringup.hole_check import COLOUR, DARK, FINE, NOTHING, STAYS, WEAK, Answers
from wiring.description import Connector, Description
from wiring.errors import SetupError
from wiring.papers.wires import pin_of, supply_pins

VERSION = 1

MANY = 3
"""With this many faulty neighbours, and no other faults, the faults have one cause."""


ALL_WRONG = 10
"""This many devices found in wrong holes mean that the board was never set up."""

WORDS = (FINE, DARK, COLOUR, NOTHING, WEAK, STAYS)
"""The answers other than another hole's name."""


def known(board: Description) -> Iterator[Finding]:
    """The faulty parts that first light found."""
    for what, holes in (("sensor", board.bad_sensors), ("LED", board.bad_lights)):
        for hole in holes:
            name = board.names.name(hole)
            yield Finding(
                f"the {what} of {name} was found bad by setup",
                f"mend it, then jokerboard setup FILE --redo {name}",
            )


def findings(board: Description, answers: Answers) -> Iterator[Finding]:
    """The faults: LEDs in the order of their chain, sensors by connector."""
    yield from _lights(board, answers)
    yield from _sensors(board, answers)


def _lights(board: Description, answers: Answers) -> Iterator[Finding]:
    order = [hole for hole in board.lights.holes if hole in answers.lights]
    dark = 0
    while dark < len(order) and answers.lights[order[-1 - dark]] == DARK:
        dark += 1
    if dark >= MANY:
        first = board.lights.holes.index(order[-dark])
        order = order[:-dark]
        yield _broken(board, first)
    coloured = [hole for hole in order if answers.lights[hole] == COLOUR]
    if len(coloured) >= MANY:
        yield Finding(
            f"{len(coloured)} lights have other colours, the first of them {_at(board, coloured[0])}",
            "5 V sags along the chain: measure it there while they shine, and feed it in closer by (feeds in"
            " [lights]); and see that ground goes along with data",
        )
        order = [hole for hole in order if hole not in coloured]
    elsewhere = {
        board.names.name(hole): said for hole in order if (said := answers.lights[hole]) not in WORDS
    }
    if len(elsewhere) >= ALL_WRONG:
        yield _other_wires("light", elsewhere)
        order = [hole for hole in order if board.names.name(hole) not in elsewhere]
    for hole in order:
        yield from _light(board, hole, answers.lights[hole])


def _other_wires(what: str, elsewhere: dict[str, str]) -> Finding:
    some = ", ".join(f"{name} as {said}" for name, said in list(elsewhere.items())[:3])
    return Finding(
        f"{len(elsewhere)} {what}s are in other holes than described ({some} and so on)",
        "the description is of other wires: jokerboard setup FILE finds out how these run",
    )


def _broken(board: Description, led: int) -> Finding:
    name = _led(board, led)
    if led == 0:
        return Finding(
            "no LED shines",
            "measure 5 V at the first LED (fuse, wires P1 and N1), then look at the level shifter, its input"
            " (wire LED) and its output (wire D000)",
        )
    return Finding(
        f"the chain of LEDs is dark from {name} on",
        f"its data ends there: look at wire D{led:03} from DOUT of {_led(board, led - 1)} to DIN of {name},"
        " and at 5 V and ground there; else change one of the two",
    )


def _light(board: Description, hole: Hole, said: str) -> Iterator[Finding]:
    led, name = board.lights.holes.index(hole), board.names.name(hole)
    if said == DARK:
        yield Finding(
            f"the light of {name} is dark (LED {led})",
            f"LEDs after it shine, so data passes: change this one, then jokerboard setup FILE --redo {name}",
        )
    elif said == COLOUR:
        yield Finding(
            f"the light of {name} has another colour (LED {led})",
            "one of its three colours is broken, or its data comes spoilt: resolder its pads, else change"
            f" it, then jokerboard setup FILE --redo {name}",
        )
    elif said != FINE:
        yield Finding(
            f"the light of {name} shines in {said} (LED {led})",
            f"the description is of other wires: jokerboard setup FILE --redo {name} --redo {said}",
        )


def _sensors(board: Description, answers: Answers) -> Iterator[Finding]:
    silent = {hole for hole, said in answers.sensors.items() if said == NOTHING}
    for connector in board.connectors:
        holes = _asked(board, connector, answers)
        if len(holes) >= MANY and silent.issuperset(holes):
            silent -= set(holes)
            plus, minus = supply_pins(board)
            yield Finding(
                f"no sensor of connector {connector.name} feels anything",
                f"look at its plug, at its supply (pins {plus} and {minus}, wires V-{connector.name} and"
                f" G-{connector.name}), and at its chip",
            )
    elsewhere = {board.names.name(hole): said for hole, said in answers.sensors.items() if said not in WORDS}
    if len(elsewhere) >= ALL_WRONG:
        yield _other_wires("sensor", elsewhere)
    for hole, said in answers.sensors.items():
        if len(elsewhere) >= ALL_WRONG and said not in WORDS:
            continue
        if said != NOTHING or hole in silent:
            yield from _sensor(board, hole, said)


def _asked(board: Description, connector: Connector, answers: Answers) -> Sequence[Hole]:
    served = board.channels[connector.first : connector.last + 1]
    return [hole for hole in served if hole is not None and hole in answers.sensors]


def _sensor(board: Description, hole: Hole, said: str) -> Iterator[Finding]:
    name = board.names.name(hole)
    channel = board.channels.index(hole)
    connector, pin = pin_of(board, channel)
    where = f"wire W{channel:03} to pin {pin} of {connector.name}"
    again = f"then jokerboard setup FILE --redo {name}"
    if said == NOTHING:
        yield Finding(
            f"the sensor of {name} feels nothing (channel {channel})",
            f"try another marble; then look at its supply, at {where}, and that it sits under the middle of"
            f" the hole the right way up; else change it, {again}",
        )
    elif said == WEAK:
        yield Finding(
            f"the sensor of {name} hardly feels its marble (channel {channel})",
            "try another marble: if that is better, the magnet is weak; else leave less wood above the"
            f" sensor, or bring it under the middle of the hole, {again}",
        )
    elif said == STAYS:
        yield Finding(
            f"the sensor of {name} goes on feeling a marble that is gone (channel {channel})",
            f"a latching sensor is the wrong kind; else look whether {where} touches ground or its neighbour,"
            f" and change the sensor, {again}",
        )
    elif said != FINE:
        yield Finding(
            f"a marble in {name} is felt as {said}",
            f"the description is of other wires: jokerboard setup FILE --redo {name}"
            + ("" if said.startswith("channel") else f" --redo {said}"),
        )


def _at(board: Description, hole: Hole) -> str:
    return _led(board, board.lights.holes.index(hole))


def _led(board: Description, led: int) -> str:
    hole = board.lights.holes[led]
    return f"LED {led}" + ("" if hole is None else f" in {board.names.name(hole)}")


def save(board: Description, answers: Answers, path: Path) -> None:
    """Write the answers to the file; FileUnwritableError if the disk refuses."""
    names = board.names
    data: dict[str, object] = {"doctor": VERSION, "sides": board.sides}
    for key, kept in (("lights", answers.lights), ("sensors", answers.sensors)):
        data[key] = {names.name(hole): said for hole, said in kept.items()}
    write_json(path, data)


def load(board: Description, path: Path) -> Answers:
    """The answers in the file, empty if there is none; SetupError if it is another board's."""
    if not path.exists():
        return Answers()
    names = board.names
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["doctor"], data["sides"]) != (VERSION, board.sides):
            raise SetupError(f"{path} is of another board; move it aside, or give --again")
        lights, sensors = (
            {names.hole(name): str(said) for name, said in data[key].items()} for key in ("lights", "sensors")
        )
    except OSError as error:
        raise JokerboardError(f"the doctor's file {path} cannot be read: {error.strerror}") from error
    except SetupError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SetupError(f"{path} is damaged; move it aside, or give --again") from error
    return Answers(lights, sensors)
