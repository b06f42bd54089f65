"""Access to a table's page: the key of its own machine, paired devices, claimed seats.

The key is a secret in the state directory, shown on the terminal. A visitor's address proves nothing: behind
a proxy on the same machine, every visitor has this machine's address. The program therefore prints the page's
address with the key in it. The first visit puts the key into a cookie that scripts cannot read, and leads to
the address without it.

A device that commands the table over the network needs the pairing code on the table's own page. The code has
six digits and works once: after a device has paired, the next one needs a new code. A paired device keeps a
long random token in a cookie; the table keeps only its hash, in a file that survives a restart. Wrong guesses
are limited, for each address and for all together. A QR code has the page's address and the code.

In a dealt game each device has one seat, and each seat one device. A browser of the table's own machine may
take a seat from another device, so that a phone without power does not lock a hand.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
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
    """The secret key of a table's own page."""

    def __init__(self, key: str | None = None) -> None:
        """Use `key`; None makes a new one."""
        self.key = secrets.token_urlsafe(24) if key is None else key

    def is_given(self, cookie: str | None) -> bool:
        """Whether `cookie`, a text from a cookie or an address, is the key."""
        return cookie is not None and cookie.isascii() and hmac.compare_digest(cookie, self.key)


def kept_key(directory: Path) -> LocalKey:
    """The key of a state directory, made if there is none; without a writable disk, a key for this run."""
    path, fresh = directory / KEY_FILE, LocalKey()
    with contextlib.suppress(OSError, UnicodeDecodeError):
        try:
            create_private(path, f"{fresh.key}\n")
        # Another program of this table was faster, or an earlier run has left the key.
        except FileExistsError:
            text = path.read_text("ascii").strip()
            return LocalKey(text) if _KEY.fullmatch(text) else fresh
    return fresh


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


PAIRED_FILE = "paired.json"


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


ANY = "any"
"""The value that requests the first free seat."""


SEATS_FILE = "seats.json"


class SeatClaims:
    """The seats of devices in one game; with a file they outlast a restart.

    A device is kept as a hash of its cookie's token, like a paired device.
    """

    def __init__(self, file: Path | None = None, game: Callable[[], str | None] = lambda: None) -> None:
        """`game` returns the identity of the game on the board: seats of another game count as free."""
        self._file, self._game = file, game
        self._seats: dict[str, str] = {} if file is None else _kept(file, game())

    def of(self, device: str) -> str | None:
        """The device's seat; None if it has none."""
        return self._seats.get(_digest(device).hex())

    def claimed(self, seat: str) -> bool:
        """Whether a device has the seat."""
        return seat in self._seats.values()

    @property
    def taken(self) -> list[str]:
        """The letters of the seats that devices have, sorted."""
        return sorted(self._seats.values())

    def claim(self, device: str, seat: str | None, name: str = "", *, own: bool = False) -> None:
        """Give the seat, or none, to this device; raise BadRequest if another device has it.

        `own`: the device is a browser of the table's own machine, which may take the seat from another.
        """
        if seat is not None and not own:
            self.check(device, seat, name)
        mine = _digest(device).hex()
        seats = {each: has for each, has in self._seats.items() if has != seat and each != mine}
        self._keep(seats | ({} if seat is None else {mine: seat}))

    def first_free(self, device: str, seats: Sequence[str]) -> str:
        """The seat that the device has, or the first free one; raise BadRequest if all `seats` are taken."""
        mine = self.of(device)
        free = [seat for seat in seats if seat == mine or not self.claimed(seat)]
        if not free:
            raise BadRequest(words("seat.none-free"), 409)
        return mine if mine in free else free[0]

    def check(self, device: str, seat: str, name: str) -> None:
        """Raise BadRequest, with the player's name, if another device has the seat."""
        if any(has == seat and whose != _digest(device).hex() for whose, has in self._seats.items()):
            raise BadRequest(
                words("seat.elsewhere", name=name),
                409,
            )

    def move_on(self, seats: Sequence[str]) -> None:
        """Give every device the seat after its own: a rematch moves each player one seat further."""
        after = dict(zip(seats, (*seats[1:], *seats[:1]), strict=True))
        self._keep({device: after.get(seat, seat) for device, seat in self._seats.items()})

    def clear(self) -> None:
        """Take every seat from its device: other people may play the next game."""
        self._keep({})

    def _keep(self, seats: dict[str, str]) -> None:
        self._seats = seats
        if self._file is not None:
            # If the disk refuses, the seats last until the next restart; the journal reports the disk.
            with contextlib.suppress(OSError):
                write_json(self._file, {"game": self._game(), "seats": seats})


def _kept(file: Path, game: str | None) -> dict[str, str]:
    """The seats in the file if they are of this game; none if the file cannot be read."""
    try:
        data = read_json(file)
        seats = {str(device): str(seat) for device, seat in data["seats"].items()}
        return seats if game is not None and data["game"] == game else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
