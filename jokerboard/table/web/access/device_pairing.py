"""Permission to command a table: for the page of its own machine, by a key, and for paired devices.

The key is a secret in the state directory, shown on the terminal. A visitor's address proves nothing: behind
a proxy on the same machine, every visitor has this machine's address. The program therefore prints the page's
address with the key in it. The first visit puts the key into a cookie that scripts cannot read, and leads to
the address without it.

A device that commands the table over the network needs the pairing code on the table's own page.
The code has six digits and works once: after a device has paired, the next one needs a new code. A paired
device keeps a long random token in a cookie; the table keeps only its hash, in a file that survives a
restart. Wrong guesses are limited, for each address and for all together. A QR code has the page's address
and the code.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import segno

from jokerboard.host.files import create_private, read_json, set_aside, write_json
from jokerboard.host.network import addresses
from jokerboard.host.outside_text import shown
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.web.errors import BadRequest
from jokerboard.web.guard import Tries
from jokerboard.words.catalogue import words

KEY_FILE: Final = "page.key"
KEY_AGE: Final = 365 * 24 * 3600
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
    """The key of a state directory, made if there is none; without a writable disk, a key for this run."""
    path = directory / KEY_FILE
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
        """Pair a device at `address` by the code; return its token, or raise BadRequest for a wrong code."""
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


FILE = "paired.json"


class PairedDevices:
    """The file of one table's paired devices. It need not be secret: a hash does not reveal its token."""

    def __init__(self, path: Path, troubles: Troubles) -> None:
        self._path, self._troubles = path, troubles

    def load(self) -> tuple[bytes, ...]:
        """The hashes, the oldest first; a damaged file is set aside and reported, and devices pair again."""
        try:
            data = read_json(self._path)
            return tuple(bytes.fromhex(each) for each in data["devices"])
        except FileNotFoundError:
            return ()
        except (ValueError, KeyError, TypeError) as error:
            aside = set_aside(self._path)
            self._troubles.report(
                "pairing",
                words("paired.damaged", path=self._path, why=error, aside=aside.name),
            )
            return ()

    def keep(self, devices: tuple[bytes, ...]) -> None:
        """Write the hashes. A failure is reported, and the devices stay paired until the next restart."""
        try:
            write_json(self._path, {"devices": [each.hex() for each in devices]})
        except OSError as error:
            self._troubles.report(
                "pairing",
                words("paired.not-written", path=self._path, why=error.strerror),
            )


def pairing_link(local: str, code: str) -> str:
    """The address that pairs a device; `local` is the page's on this machine, as http://127.0.0.1:8080/."""
    return f"{addresses(local)[-1]}#pair/{code}"


def page_link(page: str, joining: str) -> str:
    """An http link that opens the page of another board with the link `joining` filled in.

    `page`: the address of that page. The code is behind the `#`, which browsers send to no server.
    Raise BadRequest if `page` is not the address of a page.
    """
    try:
        parts = urlsplit(page.strip())
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        bare = parts.path in ("", "/") and not (parts.query or parts.fragment)
    except ValueError:
        good = bare = False
    if not (good and bare):
        raise BadRequest(words("houses.no-page", page=shown(page, 80)))
    return f"{parts.scheme}://{parts.netloc}/#game/{quote(joining, safe='')}"


def picture_of(text: str) -> bytes:
    """A text as a QR code in SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=4, border=2, xmldecl=False)
    return out.getvalue()
