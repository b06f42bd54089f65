"""A session of first light in a file, so that it can be left and gone on with; and what comes of it.

The file is one JSON object: `{"setup": 1, "sides": 4, "channels": 112, "leds": 112, "answers": [...]}`, an
answer being a word, `["at", channel]`, `["hole", hole]` or `["redo", hole]`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from service.board.description import Description
from service.board.errors import SetupError
from service.board.first_light import Answer, FirstLight, Named, Placed, Redo
from service.board.parse import parse_board
from service.board.printing import print_board
from service.errors import ServiceError
from service.sim_table import write_json

VERSION = 1
_WORDS = ("nothing", "dark", "no")


def save(session: FirstLight, board: Description, path: Path) -> None:
    """Replace the file; ServiceError when it cannot be written."""
    data = {**_head(board), "answers": [_plain(answer) for answer in session.answers]}
    try:
        write_json(path, data)
    except OSError as error:
        raise ServiceError(f"the setup's file {path} cannot be written: {error.strerror}") from error


def load(board: Description, path: Path) -> FirstLight:
    """The session that the file has, a new one if there is none; SetupError if it is another board's."""
    sizes = board.names.holes, len(board.channels), len(board.lights.holes)
    if not path.exists():
        return FirstLight(*sizes)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        answers = [_answer(each) for each in data.pop("answers")]
        if data != _head(board):
            raise SetupError(f"{path} is of another board; move it aside, or give another --state")
        return FirstLight(*sizes, answers)
    except OSError as error:
        raise ServiceError(f"the setup's file {path} cannot be read: {error.strerror}") from error
    except SetupError as error:
        raise SetupError(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SetupError(f"{path} is damaged; move it aside to begin anew") from error


def described(board: Description, session: FirstLight) -> Description:
    """The board as it was found to be wired."""
    found = session.found
    return replace(
        board,
        channels=found.channels,
        lights=replace(board.lights, holes=found.lights),
        bad_sensors=found.bad_sensors,
        bad_lights=found.bad_lights,
    )


def write_board(board: Description, path: Path) -> None:
    """Replace the description's file by a checked one, whole or not at all."""
    text = print_board(board)
    parse_board(text, path.name)
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise ServiceError(f"{path} cannot be written: {error.strerror}") from error


def _head(board: Description) -> dict[str, int]:
    channels, leds = len(board.channels), len(board.lights.holes)
    return {"setup": VERSION, "sides": board.sides, "channels": channels, "leds": leds}


def _plain(answer: Answer) -> object:
    match answer:
        case Placed(channel):
            return ["at", channel]
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
    kind, number = data
    if not isinstance(number, int):
        raise TypeError(f"{number!r} is no number")
    made: dict[str, type[Placed | Named | Redo]] = {"at": Placed, "hole": Named, "redo": Redo}
    return made[kind](number)
