"""The tables that `jokerboard tournament tables` lists."""

from __future__ import annotations

from dataclasses import replace

from jokerboard.cli.tournament.tournament import _tables
from jokerboard.tournament.event.model import Settings, Tournament


def test_linked_tables_are_listed_first_with_their_numbers_aligned_to_the_right() -> None:
    now = replace(Tournament(Settings("Cup")), links=((10, "log10"), (2, "log2")))
    known = {"log10": "Oak", "spare": "Ash", "log2": "Elm"}
    assert [line.rstrip() for line in _tables(now, known)] == [
        "table  the hall says  in the log",
        "    2  Elm            log2",
        "   10  Oak            log10",
        "       Ash            spare",
    ]
