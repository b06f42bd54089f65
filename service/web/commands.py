"""The commands a page may send: which fields each has, and of what kind.

Only shape is checked here, so that whatever reaches the table is small, known and of the right type.
Whether the hole is on this board, or the seat at this table, is the table's to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.web.errors import BadRequest

LARGEST_BODY: Final = 4096
"""Bytes a command may have; the longest honest one (a correction with names) has a few hundred."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `ok` tells whether a value will do, `wanted` says what would."""

    ok: Callable[[Any], bool]
    wanted: str
    required: bool = True


def _text(pattern: str, wanted: str, *, required: bool = True, or_null: bool = False) -> Field:
    fits = re.compile(pattern).fullmatch

    def ok(value: Any) -> bool:
        return (or_null and value is None) or (isinstance(value, str) and fits(value) is not None)

    return Field(ok, wanted, required)


def _one_of(*words: str, required: bool = True) -> Field:
    return Field(lambda value: isinstance(value, str) and value in words, " or ".join(words), required)


def _number(low: float, high: float, *, whole: bool = False, required: bool = True) -> Field:
    def ok(value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            return False
        return bool(low <= value <= high)

    return Field(ok, f"a {'whole ' if whole else ''}number from {low:g} to {high:g}", required)


def _names_ok(value: Any) -> bool:
    return isinstance(value, dict) and all(
        len(seat) == 1
        and "A" <= seat <= "H"
        and isinstance(name, str)
        and len(name) <= 24
        and name.isprintable()
        for seat, name in value.items()
    )


HOLE = _text(r"[A-H](1[0-7]|[0-9]|h[1-5]|s[1-5])", "a hole such as A8, Bh1 or Cs2")
COLOUR = _text(r"[A-H]", "a seat's letter, A to H")
CARD = _text(r"(X|[A2-9TJQK][CDHS])(#[0-9]{1,2})?", "a card such as 7H or X, or null", or_null=True)
PLACE = _text(r"[A-H]|table", "a seat's letter, or table")
NAMES = Field(_names_ok, "an object of seat letters and names of at most 24 characters", required=False)
WHO = _text(r"[^\x00-\x1f]{1,40}", "a name of at most 40 characters")
POSITION = _text(r"[ -~]{3,400}", "a position line", required=False)
NEW_GAME: Final[Mapping[str, Field]] = {
    "action": _one_of("new"),
    "rules": _text(r"[a-z0-9-]{1,40}", "the name of a rule set"),
    "players": _number(2, 8, whole=True),
    "cards": _one_of("seat", "table", "none", required=False),
    "mode": _one_of("play", "referee", "training", required=False),
    "names": NAMES,
    "people": Field(lambda value: isinstance(value, bool), "true or false", required=False),
}

SHAPES: Final[Mapping[str, Mapping[str, Field]]] = {
    "sim/lift": {"hole": HOLE},
    "sim/place": {"hole": HOLE, "colour": COLOUR},
    "sim/move": {"from": HOLE, "to": HOLE},
    "card": {"card": CARD, "at": PLACE},
    "button": {"name": _one_of("ok", "back", "help"), "at": PLACE},
    "people": {
        "action": _one_of("play", "pause", "step", "mistake", "off", required=False),
        "speed": _number(1, 50, required=False),
    },
    "game": NEW_GAME,  # or another of GAME, by its action
    "ruling": {
        "decision": _one_of("let-stand", "take-back", "correct"),
        "by": WHO,
        "n": _number(1, 1_000_000, whole=True, required=False),
        "position": POSITION,
    },
    "pair": {"code": _text(r"[0-9]{4,6}", "the code that the table's own page shows")},
}
"""Each command's fields."""

GAME: Final[Mapping[str, Mapping[str, Field]]] = {
    "new": NEW_GAME,
    "abandon": {"action": _one_of("abandon")},
    "names": {"action": _one_of("names"), "names": Field(_names_ok, NAMES.wanted)},
}


def shape_of(name: str, body: Mapping[str, Any]) -> Mapping[str, Field]:
    """The fields that `body` may have as the command `name`."""
    if name != "game":
        return SHAPES[name]
    action = body.get("action")
    if not isinstance(action, str) or action not in GAME:
        raise BadRequest(f"game needs 'action': {' or '.join(GAME)}.")
    return GAME[action]


def parse_command(name: str, raw: bytes) -> dict[str, Any]:
    """The body of the command `name`, checked; BadRequest says in a sentence what is wrong with it."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON.") from None
    if not isinstance(body, dict):
        raise BadRequest("The body is JSON, but no object.")
    shape = shape_of(name, body)
    for key in body:
        if key not in shape:
            raise BadRequest(f"{name} has no field {key[:40]!r}; it has {', '.join(shape)}.")
    for key, field in shape.items():
        if key not in body:
            if field.required:
                raise BadRequest(f"{name} needs {key!r}: {field.wanted}.")
        elif not field.ok(body[key]):
            raise BadRequest(f"{key!r} of {name} must be {field.wanted}.")
    if name == "people" and not body:
        raise BadRequest("people needs an action, a speed, or both.")
    return body
