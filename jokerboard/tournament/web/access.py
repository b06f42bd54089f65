"""Access to the director's desk: commands need a login with the desk's token.

The token is made at the first start, in a file that only its owner can read. A login with the token and a
name sets a cookie: its expiry time, the name, and an HMAC of both with the token as key. So a restarted
director still accepts the cookie, a second director with the same token accepts it, too, and a new token ends
all logins. Token and cookies are compared in constant time, and neither is ever shown or logged.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from jokerboard.host.files import replace_file
from jokerboard.tournament.collect.store_lock import sole_writer
from jokerboard.tournament.errors import StoreError
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import Tries
from jokerboard.words.catalogue import words

FILE: Final = "director.token"
LASTS: Final = 3 * 24 * 3600
"""Seconds after which a login expires: a tournament's weekend."""
SHORTEST: Final = 16
_PURPOSE: Final = b"jokerboard director login 1\n"


class Access:
    """The token, the check of logins, and the times of wrong tokens in the last minute."""

    __slots__ = ("_now", "_token", "_tries")

    def __init__(self, token: str, now: Callable[[], float] = time.time) -> None:
        self._token = token.encode()
        self._now = now
        self._tries = Tries()

    def login(self, token: str, who: str, address: str) -> str:
        """The cookie for the director `who`, if the token is right; raise BadRequest for a wrong one."""
        # Digests have equal lengths, so the duration of the comparison reveals nothing about the token.
        if not hmac.compare_digest(_digest(token.encode("utf-8", "surrogatepass")), _digest(self._token)):
            # The right token is always accepted, whatever others try: behind a proxy all visitors have one
            # address, and a token of 16 or more characters cannot be guessed. Only wrong tokens are slowed
            # down.
            self._tries.check(address)
            self._tries.wrong(address)
            raise BadRequest(words("token.wrong"), 401)
        name = base64.urlsafe_b64encode(who.encode()).decode()
        payload = f"{int(self._now()) + LASTS}.{name}"
        return f"{payload}.{self._sign(payload)}"

    def who(self, cookie: str | None) -> str | None:
        """The director's name in a login cookie; None if the cookie is invalid or expired."""
        if cookie is None or len(cookie) > 1000 or not cookie.isascii():
            return None
        payload, _, sign = cookie.rpartition(".")
        # An ordinary comparison takes longer the more characters are right, which would help in guessing.
        if not hmac.compare_digest(sign, self._sign(payload)):
            return None
        until, _, name = payload.partition(".")
        try:
            return base64.urlsafe_b64decode(name).decode() if int(until) > self._now() else None
        except (ValueError, binascii.Error):
            return None

    def _sign(self, payload: str) -> str:
        return hmac.digest(self._token, _PURPOSE + payload.encode(), hashlib.sha256).hex()


def token_in(path: Path) -> str:
    """The token in the file, which is created if it is missing; raise StoreError if it cannot be used.

    If two directors start in one directory at the same moment, the second one gets the first one's token.
    """
    try:
        with sole_writer(path.parent):
            if not path.exists():
                replace_file(path, f"{secrets.token_urlsafe(24)}\n", private=True)
            path.chmod(0o600)
            token = path.read_text("ascii").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise StoreError(words("token.none", path=path)) from error
    except OSError as error:
        if isinstance(error, StoreError):
            raise
        raise StoreError(words("token.unusable", path=path, why=error.strerror)) from error
    if not token.isprintable() or token != token.strip():
        raise StoreError(words("token.untypable", path=path))
    if len(token) < SHORTEST:
        raise StoreError(words("token.short", path=path, least=SHORTEST))
    return token


def _digest(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()
