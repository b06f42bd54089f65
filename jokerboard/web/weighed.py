"""An answer in two stages: a quick part at once, and the complete answer once a thread has computed it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

_ONE_AT_A_TIME: Final = threading.Lock()
"""Held by the thread that computes, so that the rest of the program never waits for several threads."""


class Weighed:
    """An answer in two stages: `told` is the present answer; its field `weighing` is true if more follows."""

    def __init__(self, quick: Json, whole: Callable[[], Json] | None) -> None:
        """`whole` computes the complete answer, possibly in seconds; None if `quick` is complete already."""
        self.told = quick | {"weighing": whole is not None}
        self._done = threading.Event()
        if whole is not None:
            threading.Thread(target=self._weigh, args=(whole,), name="weighing", daemon=True).start()

    def wait(self, seconds: float) -> Json:
        """The answer after at most `seconds`; never call this in the thread that serves pages."""
        if self.told["weighing"]:
            self._done.wait(seconds)
        return self.told

    def _weigh(self, whole: Callable[[], Json]) -> None:
        try:
            with _ONE_AT_A_TIME:
                told = whole()
            self.told = told | {"weighing": False}
        # Even then readers must not wait for ever for the end of the weighing.
        except BaseException:
            self.told = self.told | {"weighing": False}
            raise
        finally:
            self._done.set()
