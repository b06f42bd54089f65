"""The analysis of a game that is over: the graph at once, the costly plays when a thread has weighed them."""

from __future__ import annotations

import threading
from typing import Any, TypeAlias

from engine.records.record import Record

Json: TypeAlias = dict[str, Any]


class GameAnalysis:
    """The analysis of one record; `key` says of which game and how far it had gone."""

    def __init__(self, key: tuple[str, int], record: Record) -> None:
        from service.machines.analysis import analysed

        self.key = key
        self._told = analysed(record, plays=False) | {"weighing": record.seed is not None}

        def weigh() -> None:
            self._told = analysed(record) | {"weighing": False}

        if record.seed is not None:
            threading.Thread(target=weigh, name="analysis", daemon=True).start()

    def told(self) -> Json:
        """The analysis as far as it is known."""
        return self._told
