"""Limits on guessing codes: ten wrong ones a minute from one address."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

WINDOW: Final = 60.0
"""Seconds for which a wrong code counts."""
OF_ONE: Final = 10
"""The most wrong codes of one address in one window. A code has 128 bits: whoever guesses never finds one."""
_REMEMBERED: Final = 1000


class WrongTries:
    """The wrong codes that still count."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque(maxlen=_REMEMBERED)

    def may_try(self, address: str) -> bool:
        """Whether another code may be tried from that address."""
        while self._wrong and self._now() - self._wrong[0][0] >= WINDOW:
            self._wrong.popleft()
        return sum(1 for _, whose in self._wrong if whose == address) < OF_ONE

    def wrong(self, address: str) -> None:
        """Remember a wrong code."""
        self._wrong.append((self._now(), address))
