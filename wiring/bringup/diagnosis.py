"""Turn the answers of the doctor's check into findings with remedies, and keep the answers in a file.

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
from wiring.bringup.remedies import Remedies, remedies
from wiring.description import Connector, Description
from wiring.errors import SetupError

VERSION = 1

MANY = 3
"""The number of faulty devices in a row, or of coloured lights, from which one common cause is assumed."""


ALL_WRONG = 10
"""The number of devices in wrong holes from which the wiring as a whole counts as not described."""

WORDS = (FINE, DARK, COLOUR, NOTHING, WEAK, STAYS)
"""All answers that are not the name of another hole."""


def known(board: Description) -> Iterator[Finding]:
    """A finding for each sensor and LED that setup found to be faulty."""
    words = remedies(board)
    for what, holes in (("sensor", board.bad_sensors), ("LED", board.bad_lights)):
        for hole in holes:
            name = board.names.name(hole)
            yield Finding(
                f"the {what} of {name} was found bad by setup",
                f"{words.mend(hole)}, then jokerboard setup FILE --redo {name}",
            )


def findings(board: Description, answers: Answers) -> Iterator[Finding]:
    """The faults: LEDs in the order of their chain, sensors by connector."""
    words = remedies(board)
    yield from _lights(board, answers, words)
    yield from _sensors(board, answers, words)


def _lights(board: Description, answers: Answers, words: Remedies) -> Iterator[Finding]:
    order = [hole for hole in board.lights.holes if hole in answers.lights]
    dark = 0  # the number of dark LEDs at the end of the chain
    while dark < len(order) and answers.lights[order[-1 - dark]] == DARK:
        dark += 1
    if dark >= MANY:
        first = board.lights.holes.index(order[-dark])
        order = order[:-dark]
        yield _broken(board, first, words)
        dark = 0
    ends = order[len(order) - dark :]
    coloured = [hole for hole in order if answers.lights[hole] == COLOUR]
    if len(coloured) >= MANY:
        yield Finding(
            f"{len(coloured)} lights have a wrong colour, first {_at(board, coloured[0])}",
            words.sagging,
        )
        order = [hole for hole in order if hole not in coloured]
    elsewhere = {
        board.names.name(hole): answer for hole in order if (answer := answers.lights[hole]) not in WORDS
    }
    if len(elsewhere) >= ALL_WRONG:
        yield _other_wires("light", elsewhere, words)
        order = [hole for hole in order if board.names.name(hole) not in elsewhere]
    for hole in order:
        yield from _light(board, hole, answers.lights[hole], words, ends)


def _other_wires(what: str, elsewhere: dict[str, str], words: Remedies) -> Finding:
    some = ", ".join(f"{name} as {answer}" for name, answer in list(elsewhere.items())[:3])
    return Finding(
        f"{len(elsewhere)} {what}s are in other holes than described ({some} and so on)", words.other_wires
    )


def _broken(board: Description, led: int, words: Remedies) -> Finding:
    what = "no LED shines" if led == 0 else f"the chain of LEDs is dark from {_led(board, led)} on"
    return Finding(what, _data_ends(board, led, words))


def _data_ends(board: Description, led: int, words: Remedies) -> str:
    """The remedy if no LED from `led` on shines."""
    if led == 0:
        return words.no_light
    return words.dark_from(led, _led(board, led), _led(board, led - 1))


def _light(
    board: Description, hole: Hole, answer: str, words: Remedies, ends: list[Hole]
) -> Iterator[Finding]:
    """The fault of one light; `ends` are the dark lights after which no LED shines, in chain order."""
    led, name = board.lights.holes.index(hole), board.names.name(hole)
    again = f", then jokerboard setup FILE --redo {name}"
    if answer == DARK:
        ended = hole in ends
        first = board.lights.holes.index(ends[0]) if ended else led
        remedy = _data_ends(board, first, words) if ended else words.dark_light(led)
        yield Finding(f"the light of {name} is dark (LED {led})", remedy + again)
    elif answer == COLOUR:
        yield Finding(
            f"the light of {name} has another colour (LED {led})", words.coloured_light(led) + again
        )
    elif answer != FINE:
        yield Finding(
            f"the light of {name} shines in {answer} (LED {led})",
            words.other_wires
            if board.modules
            else "the wires differ from the description: jokerboard setup FILE"
            f" --redo {name} --redo {answer}",
        )


def _sensors(board: Description, answers: Answers, words: Remedies) -> Iterator[Finding]:
    silent = {hole for hole, answer in answers.sensors.items() if answer == NOTHING}
    for connector in board.connectors:
        holes = _asked(board, connector, answers)
        if len(holes) >= MANY and silent.issuperset(holes):
            silent -= set(holes)
            yield Finding(
                f"no sensor of {words.plug(connector)} senses anything", words.silent_plug(connector)
            )
    elsewhere = {
        board.names.name(hole): answer for hole, answer in answers.sensors.items() if answer not in WORDS
    }
    if len(elsewhere) >= ALL_WRONG:
        yield _other_wires("sensor", elsewhere, words)
    for hole, answer in answers.sensors.items():
        if len(elsewhere) >= ALL_WRONG and answer not in WORDS:
            continue
        if answer != NOTHING or hole in silent:
            yield from _sensor(board, hole, answer, words)


def _asked(board: Description, connector: Connector, answers: Answers) -> Sequence[Hole]:
    served = board.channels[connector.first : connector.last + 1]
    return [hole for hole in served if hole is not None and hole in answers.sensors]


def _sensor(board: Description, hole: Hole, answer: str, words: Remedies) -> Iterator[Finding]:
    name = board.names.name(hole)
    channel = board.channels.index(hole)
    again = f", then jokerboard setup FILE --redo {name}"
    if answer == NOTHING:
        yield Finding(
            f"the sensor of {name} senses nothing (channel {channel})", words.unfelt(channel) + again
        )
    elif answer == WEAK:
        yield Finding(
            f"the sensor of {name} hardly senses its marble (channel {channel})", words.weak(channel) + again
        )
    elif answer == STAYS:
        yield Finding(
            f"the sensor of {name} still reports a marble that was taken out (channel {channel})",
            words.stays(channel) + again,
        )
    elif answer != FINE:
        yield Finding(
            f"a marble in {name} is sensed as {answer}",
            words.other_wires
            if board.modules
            else f"the wires differ from the description: jokerboard setup FILE --redo {name}"
            + ("" if answer.startswith("channel") else f" --redo {answer}"),
        )


def _at(board: Description, hole: Hole) -> str:
    return _led(board, board.lights.holes.index(hole))


def _led(board: Description, led: int) -> str:
    hole = board.lights.holes[led]
    return f"LED {led}" + ("" if hole is None else f" in {board.names.name(hole)}")


def save(board: Description, answers: Answers, path: Path) -> None:
    """Write the answers to the file `path`; raise FileUnwritableError if this fails."""
    names = board.names
    data: dict[str, object] = {"doctor": VERSION, "sides": board.sides}
    for key, kept in (("lights", answers.lights), ("sensors", answers.sensors)):
        data[key] = {names.name(hole): answer for hole, answer in kept.items()}
    write_json(path, data)


def load(board: Description, path: Path) -> Answers:
    """Read the answers in the file `path`; without the file, no answers.

    Raise SetupError if the file is damaged or of another board.
    """
    if not path.exists():
        return Answers()
    names = board.names
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["doctor"], data["sides"]) != (VERSION, board.sides):
            raise SetupError(f"{path} is of another board; move it aside, or give --again")
        lights, sensors = (
            {names.hole(name): str(answer) for name, answer in data[key].items()}
            for key in ("lights", "sensors")
        )
    except OSError as error:
        raise JokerboardError(f"the doctor's file {path} cannot be read: {error.strerror}") from error
    except SetupError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SetupError(f"{path} is damaged; move it aside, or give --again") from error
    return Answers(lights, sensors)
