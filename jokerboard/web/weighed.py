"""An answer in two stages: a quick part at once, and the complete answer once a thread has computed it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

_ONE_AT_A_TIME: Final = threading.Lock()
"""The lock of the thread that computes an answer, so that only one thread computes at any time."""


class Weighed:
    """An answer in two stages: `latest` is the answer so far; while more follows, its `weighing` is true."""

    def __init__(self, quick: Json, whole: Callable[[], Json] | None) -> None:
        """`whole` computes the complete answer, possibly in seconds; None if `quick` is complete already."""
        self.latest = quick | {"weighing": whole is not None}
        self._done = threading.Event()
        if whole is not None:
            threading.Thread(target=self._weigh, args=(whole,), name="weighing", daemon=True).start()

    def wait(self, seconds: float) -> Json:
        """Wait up to `seconds` for the complete answer; return the quick answer if it is not ready then.

        The call blocks, so it must not be made in the event loop's thread.
        """
        if self.latest["weighing"]:
            self._done.wait(seconds)
        return self.latest

    def _weigh(self, whole: Callable[[], Json]) -> None:
        try:
            with _ONE_AT_A_TIME:
                complete = whole()
            self.latest = complete | {"weighing": False}
        # Readers must not wait without end, even if the computation fails.
        except BaseException:
            self.latest = self.latest | {"weighing": False}
            raise
        finally:
            self._done.set()
