"""Limits on guessing: the wrong guesses of the last minute, by address and in all."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from jokerboard.web.errors import BadRequest
from jokerboard.words.catalogue import words

WINDOW: Final = 60.0
"""Seconds for which a wrong guess counts."""
TRIES_OF_ONE: Final = 5
TRIES_OF_ALL: Final = 20
"""Wrong guesses in one window: at 20 a minute, half of a million codes take more than two weeks."""


class Tries:
    """The wrong guesses that still count."""

    __slots__ = ("_now", "_wrong")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: deque[tuple[float, str]] = deque(maxlen=TRIES_OF_ALL)

    def check(self, address: str) -> None:
        """Raise BadRequest if `address`, or all addresses together, have guessed wrong too often."""
        while self._wrong and self._now() - self._wrong[0][0] >= WINDOW:
            self._wrong.popleft()
        mine = sum(1 for _, whose in self._wrong if whose == address)
        if mine >= TRIES_OF_ONE or len(self._wrong) >= TRIES_OF_ALL:
            raise BadRequest(words("codes.too-many"), 429)

    def wrong(self, address: str) -> None:
        """Remember a wrong guess."""
        self._wrong.append((self._now(), address))
