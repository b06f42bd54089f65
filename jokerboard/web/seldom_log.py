"""A log filter against floods: a message passes a few times a minute, then the rest is counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

OF_ONE: Final = 5
"""The number of times that one message is logged in a minute."""
_MINUTE: Final = 60.0
_MOST: Final = 1000


class Seldom(logging.Filter):
    """Passes each message (arguments aside) `OF_ONE` times a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the message is logged."""
        key, now = f"{record.name} {record.msg}", self._now()
        since, count = self._seen.get(key, (now, 0))
        if now - since >= _MINUTE:
            if count > OF_ONE:
                record.msg = f"{record.msg} ({count - OF_ONE} more of these were left out.)"
            since, count = now, 0
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen[key] = (since, count + 1)
        return count < OF_ONE


def log_seldom() -> None:
    """Add the filter to the logs of uvicorn and asyncio."""
    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
