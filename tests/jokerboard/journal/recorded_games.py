"""Records of a hand-made game: a header with a position near the end, and the records after it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from engine.geometry import board
from engine.play import Play
from engine.position import Position
from engine.referee.verdicts import Move, Verdict
from jokerboard.journal.games.game_lines import to_json
from jokerboard.journal.games.header import Header
from jokerboard.journal.records import Kind, Record

BOARD = board(4)
START = "A1,h2,h3,h4,h5/./-/. A"
"""The first position: A lacks one marble in HOME, and all marbles of C are in START."""
HOME = "h1,h2,h3,h4,h5/./-/. C"
HEADER = Header(
    id="g1",
    begun="2026-11-21T10:00:00+00:00",
    rules="pegs-and-jokers",
    players=2,
    sides=4,
    seats=("A", "C"),
    position=START,
    names={"A": "Ann", "C": "Cleo"},
    board="my board",
)

Recorded: TypeAlias = Verdict | tuple[Kind, Mapping[str, Any]]
"""A verdict, or any other record of the game."""


def at(line: str) -> Position:
    return Position.parse(line)


def move(n: int, text: str, after: str, *, seat: int = 0, amends: int | None = None, t: float = 1.0) -> Move:
    play = Play.parse(text, BOARD)
    return Move(t, n, seat, str(play.card), play, at(after), (), amends)


def records_of(*items: Recorded, header: Header = HEADER, game: int = 1) -> list[Record]:
    """The records of a game, its header first, numbered from 2: record 1 is the journal's own."""
    entries: list[tuple[Kind, Mapping[str, Any]]] = [(Kind.GAME, header.to_json())]
    for one in items:
        entries.append(one if isinstance(one, tuple) else (Kind.VERDICT, to_json(one, BOARD)))
    return [
        Record(n, game, kind, json.loads(json.dumps(dict(data))), "")
        for n, (kind, data) in enumerate(entries, 2)
    ]
