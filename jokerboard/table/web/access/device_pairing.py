"""Pair devices that command a table over the network: a device needs the code on the table's own page.

The code has six digits and works once: after a device has paired, the next one needs a new code. A paired
device keeps a long random token in a cookie; the table keeps only its hash. Guessing is slowed, for each
address and for all together.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from jokerboard.web.errors import BadRequest
from jokerboard.web.tries import Tries
from jokerboard.words.catalogue import words

DIGITS: Final = 6
DEVICES: Final = 32
"""The most paired devices that are kept; a new one replaces the oldest."""


class DevicePairing:
    """The code, the paired devices, and the wrong guesses of the last minute."""

    __slots__ = ("_devices", "_keep", "_tries", "code")

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        *,
        known: Iterable[bytes] = (),
        keep: Callable[[tuple[bytes, ...]], None] = lambda _: None,
    ) -> None:
        """`known`: the hashes of devices that paired before; `keep` gets all hashes after each pairing."""
        self._tries = Tries(now)
        self._devices: deque[bytes] = deque(known, maxlen=DEVICES)
        self._keep = keep
        self.code = new_code()

    def pair(self, code: str, address: str) -> str:
        """Pair a device at `address` by the right code; return its token.


        Raise BadRequest if the code is wrong.
        """
        self._tries.check(address)
        if not hmac.compare_digest(code.encode(), self.code.encode()):
            self._tries.wrong(address)
            raise BadRequest(words("pair.wrong"), 401)
        self.code = new_code()
        token = secrets.token_urlsafe(32)
        self._devices.append(_digest(token))
        self._keep(tuple(self._devices))
        return token

    def knows(self, token: str | None) -> bool:
        """Whether a paired device has `token`."""
        return token is not None and len(token) <= 100 and _digest(token) in self._devices


def new_code() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
