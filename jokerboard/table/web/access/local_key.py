"""The key that makes a page the table's own: a secret in the state directory, shown on the terminal.

A visitor's address proves nothing: behind a proxy on the same machine, every visitor has this machine's
address. The program therefore prints the page's address with the key in it. The first visit puts the key into
a cookie that scripts cannot read, and leads to the address without it.
"""

from __future__ import annotations

import hmac
import re
import secrets
from pathlib import Path
from typing import Final

from jokerboard.host.files import create_private

FILE: Final = "page.key"
COOKIE_AGE: Final = 365 * 24 * 3600
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")


class LocalKey:
    """One page's key."""

    def __init__(self, key: str | None = None) -> None:
        """Use `key`; None makes a new one."""
        self.key = secrets.token_urlsafe(24) if key is None else key

    def is_given(self, cookie: str | None) -> bool:
        """Whether `cookie`, a text from a cookie or an address, is the key."""
        return cookie is not None and cookie.isascii() and hmac.compare_digest(cookie, self.key)


def kept_key(directory: Path) -> LocalKey:
    """The key of a state directory, made if there is none.

    If the disk refuses, the key lasts for this run only.
    """
    path = directory / FILE
    try:
        fresh = LocalKey()
        create_private(path, f"{fresh.key}\n")
        return fresh
    # Another program of this table was faster, or an earlier run has left the key.
    except FileExistsError:
        return _read(path)
    except OSError:
        return LocalKey()


def _read(path: Path) -> LocalKey:
    try:
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return LocalKey()
    return LocalKey(text) if _KEY.fullmatch(text) else LocalKey()
