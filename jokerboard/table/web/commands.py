"""The commands of a page: their fields, and the type of each.

This module checks only the shape of a command, so that the table receives only small bodies with known fields
and types. The table checks whether the hole is on its board, or the seat at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from jokerboard.web.errors import BadRequest
from jokerboard.web.fields import Field, Shape, checked, flag, line, names, number, one_of, parse_object, text
from jokerboard.words.catalogue import listed, words


def _switches_ok(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= 60
        and all(len(word) <= 40 and isinstance(to, str) and len(to) <= 40 for word, to in value.items())
    )


HOLE = text(r"[A-H](1[0-7]|[0-9]|h[1-5]|s[1-5])", words("wanted.hole"))
CARD = text(r"(X|[A2-9TJQK][CDHS])(#[0-9]{1,2})?", words("wanted.card"), or_null=True)
SEAT = text(r"[A-H]", words("wanted.seat"))
PLACE = text(r"[A-H]|table", words("wanted.place"))
_NAMES = words("wanted.names")
SET = Field(_switches_ok, words("wanted.switches"), required=False)
WHO = line(40, words("wanted.who"))
WHY = line(200, words("wanted.why"), least=0, required=False)
LEVEL = text(r"[a-z]{1,12}", words("wanted.level"), or_null=True)
POSITION = text(r"[ -~]{3,400}", words("wanted.position"), required=False)
NEW_GAME: Final[Shape] = {
    "action": one_of("new"),
    "rules": text(r"[a-z0-9-]{1,40}", words("wanted.rules")),
    "players": number(2, 8, whole=True),
    "cards": one_of("seat", "table", "none", required=False),
    "mode": one_of("play", "referee", "training", required=False),
    "names": names(24, _NAMES, required=False),
    "people": flag(required=False),
    "dealt": flag(required=False),
    "carries": flag(required=False),
    "machines": names(12, words("wanted.levels"), required=False),
    "set": SET,
    "position": POSITION,
}

SHAPES: Final[Mapping[str, Shape]] = {
    "sim/lift": {"hole": HOLE},
    "sim/place": {"hole": HOLE, "colour": SEAT},
    "sim/move": {"from": HOLE, "to": HOLE},
    "sim/carry": {"on": flag()},
    "play": {
        "at": SEAT,
        "play": text(r"[ -~]{2,120}", words("wanted.play")),
        "n": number(0, 1_000_000, whole=True),
    },
    "undo": {"at": SEAT},
    "card": {"card": CARD, "at": PLACE, "sure": flag(required=False)},
    "button": {"name": one_of("ok", "back", "help"), "at": PLACE},
    "give-up": {"seat": SEAT},
    "people": {
        "action": one_of("play", "pause", "step", "mistake", "off", required=False),
        "speed": number(1, 50, required=False),
    },
    "game": NEW_GAME,  # If the body has another `action`, its fields are in GAME.
    "ruling": {
        "decision": one_of("let-stand", "take-back", "correct"),
        "by": WHO,
        "why": WHY,
        "n": number(1, 1_000_000, whole=True, required=False),
        "position": POSITION,
    },
    "reshuffle": {},
    "houses": {
        "action": one_of("invite", "join", "withdraw", "leave", "answer", "signal"),
        "seats": text(r"[A-Ha-h, ]{1,24}", words("wanted.seats"), required=False),
        "via": text(r"[ -~]{1,200}", words("wanted.way"), required=False),
        "code": text(r"[ -~]{1,400}", words("wanted.house-code"), required=False),
        "house": text(r"[a-z0-9-]{1,24}", words("wanted.house"), required=False),
        "yes": flag(required=False),
        "what": one_of("thumbs-up", "one-moment", required=False),
        "seat": text(r"[A-H]", words("wanted.seat"), required=False),
    },
    "forget": {"name": line(24, words("wanted.name"))},
    "seat": {"seat": text(r"[A-H]|any", words("wanted.seat-or-none"), or_null=True)},
    "pair": {"code": text(r"[0-9]{4,6}", words("wanted.code"))},
}
"""The fields of each command."""

COMMANDS: Final = tuple(name for name in SHAPES if name not in ("seat", "pair"))
"""The names of commands, which are their paths after `/api/`. The app itself handles seats and pairing."""

GAME: Final[Mapping[str, Shape]] = {
    "new": NEW_GAME,
    "abandon": {"action": one_of("abandon")},
    "rematch": {"action": one_of("rematch")},
    "names": {"action": one_of("names"), "names": names(24, _NAMES)},
    "name": {"action": one_of("name"), "seat": SEAT, "name": line(24, words("wanted.name"), least=0)},
    "machine": {"action": one_of("machine"), "seat": SEAT, "level": LEVEL},
}


def shape_of(name: str, body: Mapping[str, Any]) -> Shape:
    """The fields that the command `name` may have; some commands' fields depend on `body`."""
    if name != "game":
        return SHAPES[name]
    action = body.get("action")
    if not isinstance(action, str) or action not in GAME:
        raise BadRequest(words("wanted.action", actions=listed(list(GAME), "or")))
    return GAME[action]


def parse_command(name: str, raw: bytes) -> dict[str, Any]:
    """Parse and check the body of the command `name`; BadRequest names the fault in a sentence."""
    body = parse_object(raw)
    body = checked(name, body, shape_of(name, body))
    if name == "people" and not body:
        raise BadRequest(words("wanted.people"))
    return body
