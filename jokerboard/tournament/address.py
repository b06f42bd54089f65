"""The address of a Redis: a URL without secrets, and a password from a file or the environment.

redis://desk.local              a network that is trusted, port 6379
rediss://table7@desk.local:6380 TLS, as the ACL user `table7`
unix:///run/redis/redis.sock    on the same machine
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from jokerboard.tournament.errors import AddressError

PASSWORD = "JOKERBOARD_REDIS_PASSWORD"
"""The environment variable that may hold the password."""

PORT = 6379

LONGEST = 4096
"""The most characters that a password has."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a Redis and how to connect; `host` is a socket's path if `scheme` is `unix`."""

    scheme: str
    host: str
    port: int = PORT
    db: int = 0
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca: Path | None = None

    @property
    def tls(self) -> bool:
        """Whether the connection uses TLS."""
        return self.scheme == "rediss"

    def __str__(self) -> str:
        """The address for people, without user and password."""
        if self.scheme == "unix":
            return f"unix://{self.host}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def parse_address(
    url: str,
    *,
    password_file: Path | None = None,
    ca: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Address:
    """Parse a URL; AddressError names the fault and the right form.

    The password is the first line of `password_file`, or else the environment's JOKERBOARD_REDIS_PASSWORD.
    `ca`: the certificates, in PEM, that must have signed the server's (else the system's).
    """
    address = _named(url)
    if ca is not None and not address.tls:
        raise AddressError(f"certificates are for rediss://, and the Redis is named {address}")
    if ca is not None:
        _check_certificates(ca)
    environment = os.environ if environment is None else environment
    password = environment.get(PASSWORD) or None
    if password_file is not None:
        password = _read(password_file)
    if address.user is not None and password is None:
        raise AddressError(
            f"the user {address.user} needs a password: put it into a file and name that, or into {PASSWORD}"
        )
    return Address(
        address.scheme, address.host, address.port, address.db, address.user, password, ca and ca.absolute()
    )


def _named(url: str) -> Address:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"the Redis's URL cannot be read: {error}") from error
    if parts.password is not None:
        raise AddressError(
            f"a password does not belong in the Redis's URL, where others can read it: "
            f"put it into a file and name that, or into the environment as {PASSWORD}"
        )
    if parts.query or parts.fragment:
        raise AddressError(
            "the Redis's URL has a ? or # in it; only user, host, port and number belong there"
        )
    user = unquote(parts.username) if parts.username else None
    if parts.scheme == "unix":
        if not parts.path or parts.hostname:
            raise AddressError("a unix URL names a socket by its path: unix:///run/redis/redis.sock")
        return Address("unix", parts.path, user=user)
    if parts.scheme not in ("redis", "rediss") or not parts.hostname:
        raise AddressError("a Redis is named redis://HOST, rediss://HOST (TLS) or unix:///SOCKET")
    db = parts.path.strip("/")
    if db and not (db.isascii() and db.isdigit() and len(db) < 6):
        raise AddressError("after the host of the Redis's URL comes a database's number, or nothing")
    return Address(parts.scheme, parts.hostname, port or PORT, int(db or 0), user)


def _check_certificates(path: Path) -> None:
    """Raise AddressError unless the file has at least one certificate in PEM."""
    import ssl  # Only a rediss:// address needs it; most tables start without.

    if not path.is_file():
        raise AddressError(f"there are no certificates at {path}; give a file in PEM")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except ssl.SSLError as error:
        raise AddressError(
            f"{path} has no certificate in PEM; give the certificate of the hall's CA"
        ) from error
    except OSError as error:
        raise AddressError(f"the certificates {path} cannot be read: {error.strerror}") from error


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            password = file.readline(LONGEST + 1).rstrip("\r\n")
    except OSError as error:
        raise AddressError(f"the password's file {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise AddressError(f"the password's file {path} is not a text in UTF-8") from error
    if not password:
        raise AddressError(f"the password's file {path} has an empty first line")
    if len(password) > LONGEST or any(unicodedata.category(char) == "Cc" for char in password):
        raise AddressError(
            f"the password's file {path} has no password in its first line, but control characters or more "
            f"than {LONGEST} characters"
        )
    return password
