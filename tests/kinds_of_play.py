"""An example of every kind of play, and the kinds that each rule set has."""

from __future__ import annotations

from engine.geometry import board
from engine.legal import apply
from engine.play import Play
from engine.position import Position
from engine.rules.rule_sets import rules_named
from engine.table import table_for

BOARD = board(4)

KINDS = {
    "out": ("B5/-/-/- A", "KH As-A8"),
    "out onto an opponent": ("-/A8/-/- A", "KH As-A8xB"),
    "on": ("A10/B5/-/- A", "5D A10-A15"),
    "on, with a bump": ("A8/A13/-/- A", "5D A8-A13xB"),
    "onto a partner": ("A8/-/A13/- A", "5D A8-A13>C"),
    "onto a partner, whose in-spot is taken": ("A8/C3/A13/- A", "5D A8-A13>CxB"),
    "into the lane": ("A1/B5/-/- A", "6H A1-Ah4"),
    "within the lane": ("A9,h1/-/-/- A", "2H Ah1-Ah3"),
    "back": ("A12/-/-/- A", "8C A12-A4"),
    "split": ("A8,B2/-/-/- A", "7H A8-A11 B2-B6"),
    "split, with a bump": ("A8,B2/-/-/B6 A", "7H A8-A11 B2-B6xD"),
    "split forward and back": ("A10,B6/-/-/- A", "9H A10-A14 B6-B1"),
    "exchange": ("A10/-/C14/- A", "2S A10~C14"),
    "Joker from START": ("-/B8/-/- A", "X As-B8xB"),
    "Joker on the ring": ("A10/-/-/D5 A", "X A10-D5xD"),
}
"""A position and a play in it, by kind of play."""


def playable(rules: str) -> list[str]:
    """The kinds of play that are legal under a rule set."""
    table = table_for(rules_named(rules))
    found = []
    for kind, (line, text) in KINDS.items():
        try:
            apply(table, Position.parse(line), Play.parse(text, BOARD))
        except ValueError:
            continue
        found.append(kind)
    return found
