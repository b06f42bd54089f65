"""The devices paired with a table's page: hashes of their tokens, in a file that survives a restart."""

from __future__ import annotations

import json
from pathlib import Path

from jokerboard.host.files import set_aside, write_json
from jokerboard.table.runtime.troubles import Troubles
from jokerboard.words.catalogue import words

FILE = "paired.json"


class PairedDevices:
    """The file of one table's paired devices. It need not be secret: a hash does not reveal its token."""

    def __init__(self, path: Path, troubles: Troubles) -> None:
        self._path, self._troubles = path, troubles

    def load(self) -> tuple[bytes, ...]:
        """The hashes, the oldest first.

        A damaged file is set aside and reported; devices then pair again.
        """
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
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
