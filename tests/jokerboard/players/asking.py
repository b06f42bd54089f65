"""A table with machine players, as its people see it: requests, messages, cards read, marbles carried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jokerboard.table.runtime.game_setup import Wanted
from tests.jokerboard.table.virtual_table import VirtualTable

HAND = ["KC#1", "5D#1", "7H#1", "9S#1", "QD#1"]


def asked(table: VirtualTable) -> dict[str, Any]:
    return dict(table.game.asked or {})


def notes(table: VirtualTable) -> str:
    newest = table.game.log.sentence
    return "" if newest is None else newest.text


def deal(table: VirtualTable, letter: str, cards: list[str]) -> None:
    """Lay `cards` on the reader of the seat `letter` one after the other, as its machine asks for them."""
    for card in cards:
        table.sim.lay(letter, card)
        table.wait(0.2)
        table.sim.lay(letter, None)
        table.wait(0.2)


def carry(table: VirtualTable) -> None:
    """Carry the marbles that the lights ask people to carry."""
    for leg in asked(table)["legs"]:
        source = leg["from"]
        if source == "START":
            lit = [hole for hole, role in table.roles().items() if role == "carry-from"]
            source = lit[0]
        table.move(source, leg["to"])


def reader_game(tmp_path: Path, seed: str = "1") -> VirtualTable:
    """A game of real cards in which the machine begins."""
    table = VirtualTable(tmp_path, Wanted(), seed=seed)
    table.desk.machine(table.turn, "strong")
    return table
