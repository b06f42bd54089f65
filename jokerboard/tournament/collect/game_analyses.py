"""Analyses of finished games for the director's page, in the form of the table's own page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.records.record import Record
from engine.strategy.recorded import analysed
from jokerboard.journal.games.sentences import worded
from jokerboard.journal.records import Json
from jokerboard.web.weighed import Weighed

_KEPT: Final = 64
"""The most analyses that are kept in memory; each takes about 20 kB."""


class GameAnalyses:
    """The analyses for one desk, computed on request; any thread may call `told`."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, int], Weighed] = {}

    def told(self, table: int, game: int, read: Callable[[], Record]) -> Json:
        """The analysis of a table's game as far as it is computed; `read` returns the game's record."""
        record = read()
        key = table, game, len(record.entries)
        kept = self._kept.get(key)
        if kept is None:
            while len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            whole = None if record.seed is None else lambda: worded(analysed(record), record)
            kept = self._kept[key] = Weighed(analysed(record, plays=False), whole)
        return kept.told
