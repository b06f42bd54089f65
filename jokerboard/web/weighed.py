"""An answer in two stages: a quick part at once, and the whole when a thread has worked it out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

_ONE_AT_A_TIME: Final = threading.Lock()
"""Held by the thread that works: what else the program does must not wait for several of them."""


class Weighed:
    """`told` is the answer as far as it is known; its field `weighing` says whether more is to come."""

    def __init__(self, quick: Json, whole: Callable[[], Json] | None) -> None:
        """`whole`: works the whole answer out, and may take seconds; None if `quick` is all."""
        self.told = quick | {"weighing": whole is not None}
        self._done = threading.Event()
        if whole is not None:
            threading.Thread(target=self._weigh, args=(whole,), name="weighing", daemon=True).start()

    def wait(self, seconds: float) -> Json:
        """The answer after at most this time; not to be called in the thread that serves pages."""
        if self.told["weighing"]:
            self._done.wait(seconds)
        return self.told

    def _weigh(self, whole: Callable[[], Json]) -> None:
        try:
            with _ONE_AT_A_TIME:
                told = whole()
            self.told = told | {"weighing": False}
        except BaseException:
            self.told = self.told | {"weighing": False}
            raise
        finally:
            self._done.set()
