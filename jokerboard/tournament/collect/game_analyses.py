"""The analyses of games that are over, as the table's own page shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.records.record import Record
from engine.strategy.recorded import analysed
from jokerboard.journal.games.sentences import worded
from jokerboard.journal.records import Json
from jokerboard.web.weighed import Weighed

_KEPT: Final = 64
"""The most analyses that are cached; each takes about 20 kB."""


class GameAnalyses:
    """The analyses of one desk, computed on request; `told` is called in any thread."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, int], Weighed] = {}

    def told(self, table: int, game: int, read: Callable[[], Record]) -> Json:
        """The analysis as far as it is computed; `read` returns the game's record."""
        record = read()
        key = table, game, len(record.entries)
        kept = self._kept.get(key)
        if kept is None:
            while len(self._kept) >= _KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            whole = None if record.seed is None else lambda: worded(analysed(record), record)
            kept = self._kept[key] = Weighed(analysed(record, plays=False), whole)
        return kept.told
