"""The secret that a game's cards are dealt from: a private file of the state directory.

It stands beside the journal and not in it: what is in the journal is published, exported and backed up in the
clear. The journal has only the secret's SHA-256, so that a file that belongs to another game is noticed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from jokerboard.host.errors import JokerboardError
from jokerboard.host.files import write_json
from jokerboard.players.english import words

FILE = "dealt.json"


def digest(secret: str) -> str:
    """What the game's header says of its secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def keep_secret(directory: Path, secret: str) -> None:
    """Keep the secret where only this user reads it; JokerboardError if the disk refuses."""
    path = directory / FILE
    try:
        write_json(path, {"secret": secret}, private=True)
    except OSError as error:
        raise JokerboardError(words("deal.not-kept", path=path, why=error.strerror)) from error


def kept_secret(directory: Path, wanted: str) -> str | None:
    """The secret whose digest is `wanted`; None when the file is missing, damaged or of another game."""
    try:
        secret = str(json.loads((directory / FILE).read_text("utf-8"))["secret"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return secret if digest(secret) == wanted else None
