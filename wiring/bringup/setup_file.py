"""A session of setup in a file, so that it can be interrupted and resumed; and its result in the description.

The file is one JSON object: `{"setup": 1, "sides": 4, "channels": 112, "leds": 112, "answers": [...]}`, an
answer being a word, `["at", channel]`, `["at", channel, strength]`, `["hole", hole]` or `["redo", hole]`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware_bridge.facts import Calibration
from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import replace_file, write_json
from wiring.bringup.questions import Answer, Confirm, Named, NameLit, Placed, PutAt, Question, Redo
from wiring.bringup.wire_finder import WireFinder
from wiring.description import Description, derived
from wiring.errors import SetupError
from wiring.parse import parse_board
from wiring.printing import print_board

VERSION = 1
_WORDS = ("nothing", "dark", "no")


def save(session: WireFinder, board: Description, path: Path) -> None:
    """Write the session to the file `path`; raise FileUnwritableError if this fails."""
    write_json(path, {**_head(board), "answers": [_plain(answer) for answer in session.answers]})


def load(board: Description, path: Path) -> WireFinder:
    """Read the session in the file `path`; without the file, a new session.

    Raise SetupError if the file is damaged or of another board.
    """
    sizes = board.names.holes, len(board.channels), len(board.lights.holes)
    if not path.exists():
        return WireFinder(*sizes)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        answers = [_answer(each) for each in data.pop("answers")]
        if data != _head(board):
            raise SetupError(f"{path} is of another board; move it aside, or give another --state")
        return WireFinder(*sizes, answers)
    except OSError as error:
        raise JokerboardError(f"the setup's file {path} cannot be read: {error.strerror}") from error
    except SetupError as error:
        raise SetupError(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SetupError(f"{path} is damaged; move it aside to start over") from error


def as_described(board: Description) -> WireFinder:
    """A finished session that has found exactly the wires of the description."""
    session = WireFinder(board.names.holes, len(board.channels), len(board.lights.holes))
    while (question := session.question) is not None:
        session.answer(_true(board, question))
    return session


def _true(board: Description, question: Question) -> Answer:
    hole = question.hole if isinstance(question, PutAt | Confirm) else board.lights.holes[question.led]
    if hole is None:
        return "dark"
    if isinstance(question, NameLit):
        return Named(hole)
    if hole not in board.channels:
        return "nothing"
    channel = board.channels.index(hole)
    calibrated = board.calibration[channel] if board.calibration else None
    return Placed(channel, 0 if calibrated is None else 2 * calibrated.threshold)


def described(
    board: Description, session: WireFinder, calibration: tuple[Calibration | None, ...] = ()
) -> Description:
    """A copy of `board` with the wires that the session found, and with `calibration`."""
    found = session.found
    channels, lights = found.channels, found.lights
    if board.modules:  # The wires of modules are fixed; the session only shows which parts are bad.
        chains = derived(board.sides, board.drill.pitch, board.shape)
        channels = tuple(None if hole in found.bad_sensors else hole for hole in chains.channels)
        lights = tuple(None if hole in found.bad_lights else hole for hole in chains.lights)
    return replace(
        board,
        channels=channels,
        lights=replace(board.lights, holes=lights),
        bad_sensors=found.bad_sensors,
        bad_lights=found.bad_lights,
        calibration=calibration,
    )


def write_board(board: Description, path: Path) -> None:
    """Check the description of `board` and replace the file `path` by it; an error leaves the file as it
    is.
    """
    text = print_board(board)
    parse_board(text, path.name)
    replace_file(path, text)


def _head(board: Description) -> dict[str, int]:
    channels, leds = len(board.channels), len(board.lights.holes)
    return {"setup": VERSION, "sides": board.sides, "channels": channels, "leds": leds}


def _plain(answer: Answer) -> object:
    match answer:
        case Placed(channel, strength):
            return ["at", channel, strength] if strength else ["at", channel]
        case Named(hole):
            return ["hole", hole]
        case Redo(hole):
            return ["redo", hole]
        case _:
            return answer


def _answer(data: Any) -> Answer:
    if data in _WORDS:
        word: Answer = data
        return word
    kind, *numbers = data
    if not all(isinstance(number, int) for number in numbers):
        raise TypeError(f"{numbers!r} are no numbers")
    made: dict[str, type[Placed | Named | Redo]] = {"at": Placed, "hole": Named, "redo": Redo}
    return made[kind](*numbers)
