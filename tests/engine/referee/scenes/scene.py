"""Short scenes, steps with the expected outcome, which are played by several rules, seats and readers.

A step is a time and an event: `1.5 A8-` lifts, `2.0 A14+` sets down, `1.0 A:5D` lays a card (`A:-` takes
it off), `3.0 C=ok` presses a button, `8.4 reshuffle` shuffles, `9.0 let-stand` decides (or `correct
A8|B8|C8|D8 A`), and a time alone lets time pass. A `/` separates the steps. An outcome is one of
`outcome.py`; its positions are turned with the board.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from jokerboard.journal.records import Json
from tests.engine.referee.outcome import unlike

RULES = ("texas", "pegs-and-jokers", "joker-board", "own-deck", "marbles-and-jokers")
POSITIONS = ("moves", "start", "never")


@dataclass(frozen=True, slots=True)
class Scene:
    """Steps from a position, and the outcome that people expect; seats and holes are those of the text."""

    position: str
    steps: str
    outcome: Json
    header: Json = field(default_factory=dict)

    def trace(self, rules: str, by: int, cards: str) -> list[str]:
        """The scene as a trace by those rules and readers, with the board turned by `by` sides."""
        sides = self.header.get("players", 4)
        header = {
            "trace": 1,
            "rules": rules,
            "players": sides,
            "position": _line(self.position, by, sides),
            "mode": "referee",
            "cards": cards,
        }
        occupied = {
            name: [turned(hole, by, sides) for hole in holes]
            for name, holes in self.header.items()
            if name == "occupied"
        }
        lines = [header | self.header | occupied]
        lines += [_step(step, by, sides, cards) for step in self.steps.split("/") if step.strip()]
        return [json.dumps(line) for line in lines]

    def faults(self, rules: str, by: int, cards: str) -> list[str]:
        """The differences between the verdicts and the expected outcome, a line each."""
        sides = self.header.get("players", 4)
        outcome: dict[str, Any] = dict(self.outcome)
        for name in POSITIONS:
            if name in outcome:
                outcome[name] = [_line(each, by, sides) for each in outcome[name]]
        if "last" in outcome:
            outcome["last"] = _line(outcome["last"], by, sides)
        if "said_by" in outcome:
            outcome["said_by"] = {_line(each, by, sides): due for each, due in outcome["said_by"].items()}
        return unlike(outcome, self.trace(rules, by, cards))


def turned(text: str, by: int, sides: int) -> str:
    """The text with its holes and seats turned by `by` sides."""

    def letter(found: re.Match[str]) -> str:
        return chr(ord("A") + (ord(found[1]) - ord("A") + by) % sides)

    return re.sub(r"\b([A-H])(?=\d|[sh]\d|:|=)", letter, text)


def _line(line: str, by: int, sides: int) -> str:
    """A position line turned by `by` sides."""
    fields, turn = line.split(" ")
    moved = [turned(each, by, sides) for each in fields.split("/")]
    moved = moved[-by % sides :] + moved[: -by % sides]
    in_order = [_in_order(each) for each in moved]
    return f"{'/'.join(in_order)} {chr(ord('A') + (ord(turn) - ord('A') + by) % sides)}"


def _in_order(holes: str) -> str:
    """The holes of one seat in the order of the notation: the ring from A0, then the lane."""
    names = holes.split(",")
    return ",".join(
        sorted(names, key=lambda name: (name[0] == "h", name[0], int(name[1:] or 0) if name[1:] else 0))
    )


def _step(step: str, by: int, sides: int, cards: str) -> Json:
    t, _, what = step.strip().partition(" ")
    line: Json = {"t": float(t)}
    if what.startswith("correct "):
        position = _line(what.removeprefix("correct ").replace("|", "/"), by, sides)
        return line | {"decision": "correct", "by": "referee", "position": position}
    what = turned(what, by, sides)
    if not what:
        return line
    if ":" in what:
        at, card = what.split(":")
        return line | {"card": None if card == "-" else card, "at": at if cards == "seat" else "table"}
    if "=" in what:
        at, button = what.split("=")
        return line | {"button": button, "at": at}
    if what == "reshuffle":
        return line | {"reshuffle": True}
    if what.endswith(("-", "+")):
        return line | {"hole": what[:-1], "on": what.endswith("+")}
    decision, _, n = what.partition(" ")
    return line | {"decision": decision, "by": "referee"} | ({"n": int(n)} if n else {})


def everywhere(
    scene: Scene, rules: tuple[str, ...] = RULES, readers: tuple[str, ...] = ("seat", "table")
) -> list[str]:
    """The differences from the expected outcome by each of the rules and readers, from three seats each."""
    seats = scene.header.get("players", 4)
    return [
        f"{name}, {by} seats on, {cards}: {fault}"
        for i, name in enumerate(rules)
        for by in sorted({each % seats for each in (i, i + 1, i + 3)})
        for cards in readers
        for fault in scene.faults(name, by, cards)
    ]
