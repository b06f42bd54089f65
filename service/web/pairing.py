"""Who may command a table from afar: whoever can read the code on the table's own page.

The code is six digits and used once: when a device has paired, the next one finds another. A paired
device keeps a long random token in a cookie; of it only the hash is kept here, and only in memory, so a
restarted table asks again. Guessing is slowed, for one address and for all together.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from service.web.errors import BadRequest

DIGITS: Final = 6
WINDOW: Final = 60.0
"""Seconds for which a wrong code is remembered against the address it came from."""
TRIES_OF_ONE: Final = 5
TRIES_OF_ALL: Final = 20
"""Wrong codes in one window: at 20 a minute, half of a million codes take more than two weeks."""
DEVICES: Final = 32
"""Paired devices that are remembered; the one paired longest ago goes first."""


class Pairing:
    """The code that is shown, the devices that gave it, and the wrong guesses of the last minute."""

    __slots__ = ("_devices", "_now", "_wrong", "code")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._devices: deque[bytes] = deque(maxlen=DEVICES)
        self._wrong: deque[tuple[float, str]] = deque(maxlen=TRIES_OF_ALL)
        self.code = new_code()

    def pair(self, code: str, address: str) -> str:
        """The token for a device at `address` that gives the right code; BadRequest otherwise."""
        self._forget_old_guesses()
        mine = sum(1 for _, whose in self._wrong if whose == address)
        if mine >= TRIES_OF_ONE or len(self._wrong) >= TRIES_OF_ALL:
            raise BadRequest("Too many wrong codes; wait a minute and try again.", 429)
        if not hmac.compare_digest(code.encode(), self.code.encode()):
            self._wrong.append((self._now(), address))
            raise BadRequest("That is not the code which the table's own page shows now.", 401)
        self.code = new_code()
        token = secrets.token_urlsafe(32)
        self._devices.append(_digest(token))
        return token

    def knows(self, token: str | None) -> bool:
        """Whether `token` was given to a device that paired."""
        return token is not None and len(token) <= 100 and _digest(token) in self._devices

    def _forget_old_guesses(self) -> None:
        while self._wrong and self._now() - self._wrong[0][0] >= WINDOW:
            self._wrong.popleft()


def new_code() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
