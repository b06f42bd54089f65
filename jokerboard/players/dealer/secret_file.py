"""The secret from which a game's cards are dealt: a private file of the state directory.

The secret is not in the journal, because the journal is published, exported and backed up in the clear. The
journal has only the secret's SHA-256, which shows whether a file belongs to the game.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import read_json, write_json
from jokerboard.words.catalogue import words

FILE = "dealt.json"


def digest(secret: str) -> str:
    """The SHA-256 of the secret, as the game's header holds it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def keep_secret(directory: Path, secret: str) -> None:
    """Write the secret to a file that only this user can read; raise JokerboardError if the disk refuses."""
    path = directory / FILE
    try:
        write_json(path, {"secret": secret}, private=True)
    except OSError as error:
        raise JokerboardError(words("deal.not-kept", path=path, why=error.strerror)) from error


def kept_secret(directory: Path, wanted: str) -> str | None:
    """The secret whose digest is `wanted`; None when the file is missing, damaged or of another game."""
    try:
        secret = str(read_json(directory / FILE)["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return secret if digest(secret) == wanted else None
