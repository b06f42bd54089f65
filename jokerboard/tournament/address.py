"""The address of a Redis server: a URL without secrets, and a password from a file or the environment.

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
"""The most characters of a password."""


@dataclass(frozen=True, slots=True)
class Address:
    """A Redis server's address and the login there; if `scheme` is `unix`, `host` is the path of a socket."""

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
        """The URL for messages, without user, password and database number."""
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
    """Parse a URL into an address; raise AddressError, which names the fault and the right form.

    The password is the first line of `password_file`, or else the environment variable
    JOKERBOARD_REDIS_PASSWORD. The server's TLS certificate must be signed by one in `ca`, a PEM file; without
    `ca`, by one that the system trusts.
    """
    address = _named(url)
    if ca is not None and not address.tls:
        raise AddressError(
            f"a file of certificates needs an address rediss://, not {address};"
            " leave the file out, or use rediss://"
        )
    if ca is not None:
        _check_certificates(ca)
    environment = os.environ if environment is None else environment
    password = environment.get(PASSWORD) or None
    if password_file is not None:
        password = _read(password_file)
    if address.user is not None and password is None:
        raise AddressError(
            f"the Redis user {address.user} needs a password: name a file that holds it, or set {PASSWORD}"
        )
    return Address(
        address.scheme, address.host, address.port, address.db, address.user, password, ca and ca.absolute()
    )


def _named(url: str) -> Address:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressError(f"the URL of the Redis is not valid: {error}") from error
    if parts.password is not None:
        raise AddressError(
            f"the URL of the Redis contains a password, which others could read there: "
            f"take it out, and name a file that holds it, or set {PASSWORD}"
        )
    if parts.query or parts.fragment:
        raise AddressError(
            "the URL of the Redis contains ? or #; it may have a user, host, port and database number only"
        )
    user = unquote(parts.username) if parts.username else None
    if parts.scheme == "unix":
        if not parts.path or parts.hostname:
            raise AddressError("a unix URL needs the path of a socket: unix:///run/redis/redis.sock")
        return Address("unix", parts.path, user=user)
    if parts.scheme not in ("redis", "rediss") or not parts.hostname:
        raise AddressError("the URL of a Redis is redis://HOST, rediss://HOST (TLS) or unix:///SOCKET")
    db = parts.path.strip("/")
    if db and not (db.isascii() and db.isdigit() and len(db) < 6):
        raise AddressError(
            "the path in the URL of the Redis must be empty or a database number: redis://HOST/1"
        )
    return Address(parts.scheme, parts.hostname, port or PORT, int(db or 0), user)


def _check_certificates(path: Path) -> None:
    """Raise AddressError unless the file has at least one certificate in PEM form."""
    import ssl  # ssl is slow to import, and most tables have no rediss:// address

    if not path.is_file():
        raise AddressError(f"the file of certificates {path} does not exist; name a PEM file")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(path)
    except ssl.SSLError as error:
        raise AddressError(
            f"{path} contains no certificate in PEM form; name the file with the certificate of the hall's CA"
        ) from error
    except OSError as error:
        raise AddressError(f"the file of certificates {path} cannot be read: {error.strerror}") from error


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            password = file.readline(LONGEST + 1).rstrip("\r\n")
    except OSError as error:
        raise AddressError(f"the password file {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise AddressError(f"the password file {path} is not a text in UTF-8") from error
    if not password:
        raise AddressError(f"the first line of the password file {path} is empty; write the password there")
    if len(password) > LONGEST or any(unicodedata.category(char) == "Cc" for char in password):
        raise AddressError(
            f"the first line of the password file {path} has control characters or more "
            f"than {LONGEST} characters; write only the password there"
        )
    return password
