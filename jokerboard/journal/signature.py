"""Sign a table's log: Ed25519 over the journal's identity, a record's number and its hash.

The hash chain shows only that a log is consistent: a person who can write the whole log can forge another
consistent log. The table therefore signs the newest record's hash with a key of its own, and the director's
desk keeps the signature. If the log is remade later, the hash at that number differs from the signed one.

The signature does not show that the records are true, and a person who has the key can sign another log. But
they cannot change the signatures that the desk already keeps.

`cryptography` is imported only when a key is made, used or checked: only a table of a tournament needs it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import create_private
from jokerboard.host.system import install_line
from jokerboard.journal.records import Json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE: Final = "table.key"
_PURPOSE: Final = b"jokerboard log signature 1\n"
_KEY: Final = re.compile(r"[0-9a-f]{64}")
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MOST: Final = 1 << 53


def is_key(text: str) -> bool:
    """Whether the text is a public key in hexadecimal digits."""
    return _KEY.fullmatch(text) is not None


class SignatureError(JokerboardError, ValueError):
    """A key or signature that cannot be used; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A signed record: its journal's identity, its number and hash, the public key, and the signature."""

    journal: str
    n: int
    hash: str
    key: str
    signature: str

    def to_json(self) -> Json:
        """The signed record as JSON, for a heartbeat or a file."""
        return {name: getattr(self, name) for name in ("journal", "n", "hash", "key", "signature")}

    @classmethod
    def parse(cls, data: Any) -> SignedHead | None:
        """The signed record in a JSON object; None for any other value."""
        if not isinstance(data, dict):
            return None
        n, journal = data.get("n"), data.get("journal")
        shapes = (("hash", _HASH), ("key", _KEY), ("signature", _SIGNATURE))
        if not (type(n) is int and 0 < n < _MOST and isinstance(journal, str) and len(journal) <= 64):
            return None
        if not all(isinstance(data.get(name), str) and shape.fullmatch(data[name]) for name, shape in shapes):
            return None
        return cls(journal, n, data["hash"], data["key"], data["signature"])

    def is_good(self) -> bool:
        """Whether the signature fits its key. Raise SignatureError without `cryptography`."""
        _, errors, ed25519 = _cryptography()
        public = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
        try:
            public.verify(bytes.fromhex(self.signature), _message(self.journal, self.n, self.hash))
        except errors.InvalidSignature:
            return False
        return True


class Signer:
    """Signs records with the key of one table."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        raw = _cryptography()[0]
        self.public = key.public_key().public_bytes(raw.Encoding.Raw, raw.PublicFormat.Raw).hex()

    def sign(self, journal: str, n: int, digest: str) -> SignedHead:
        """Sign record `n` of the journal, whose hash is `digest`."""
        signature = self._key.sign(_message(journal, n, digest)).hex()
        return SignedHead(journal, n, digest, self.public, signature)


def signer_in(file: Path) -> Signer:
    """The signer with the key in `file`, which is made if it is missing.

    Raise SignatureError if that fails.
    """
    ed25519 = _cryptography()[2]
    try:
        if not file.exists():
            made = ed25519.Ed25519PrivateKey.generate()
            create_private(file, f"{made.private_bytes_raw().hex()}\n")
            return Signer(made)
        text = file.read_text("ascii").strip()
    except UnicodeDecodeError as error:
        raise _no_key(file) from error
    except OSError as error:
        raise SignatureError(f"the table's key {file} cannot be used: {error.strerror}") from error
    if not _KEY.fullmatch(text):
        raise _no_key(file)
    return Signer(ed25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text)))


def _no_key(file: Path) -> SignatureError:
    return SignatureError(
        f"{file} holds no key; restore it from a backup, or delete it and register the new key at the desk"
    )


def _message(journal: str, n: int, digest: str) -> bytes:
    return _PURPOSE + f"{journal}\n{n}\n{digest}".encode()


def _cryptography() -> tuple[Any, Any, Any]:
    try:
        from cryptography import exceptions
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise SignatureError(
            f"signing a log needs the library cryptography: {install_line('jokerboard[tournament]')}"
        ) from error
    return serialization, exceptions, ed25519
