"""The tables' public keys, and the newest record that each table has signed, in a file beside the store.

A table's key is registered with its first signed heartbeat, or earlier by `jokerboard director register-key`.
A later heartbeat becomes an incident if its key differs, its signature is bad, or the signed record differs
from the stored one: the log was remade, or another program uses the table's name.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from jokerboard.host.files import read_json, write_json
from jokerboard.journal.records import Json
from jokerboard.journal.signature import SignatureError, SignedHead
from jokerboard.tournament.collect.fold_incidents import Incident, Sort
from jokerboard.tournament.collect.intake import note
from jokerboard.tournament.collect.presence import Presence
from jokerboard.tournament.collect.store import Store
from jokerboard.tournament.collect.store_lock import sole_writer
from jokerboard.tournament.errors import StoreError
from jokerboard.words.catalogue import words

FILE: Final = "table-keys.json"


def read_keys(file: Path) -> dict[str, Json]:
    """The file's contents by table: its `key`, and in `heads` its newest signed record of each journal.

    A missing file is empty. Raise StoreError if the file cannot be read.
    """
    try:
        tables = read_json(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise StoreError(words("keys.unreadable", file=file, why=error)) from error
    return tables if isinstance(tables, dict) else {}


def register(file: Path, table: str, key: str) -> None:
    """Register the key of a table; it replaces an earlier one."""
    with sole_writer(file.parent):
        known = read_keys(file)
        known[table] = {"key": key, "heads": known.get(table, {}).get("heads", {})}
        write_json(file, known)


class Signatures:
    """Checks the signatures in the heartbeats of all tables of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._file = store.path.parent / FILE
        self._judged: dict[int, SignedHead] = {}
        """The last checked signature of each table; most heartbeats repeat it unchanged."""

    def check(self, heartbeats: Mapping[int, Presence | None], now: str) -> None:
        """Check the newest heartbeats: register new signed records, and record an incident for each fault."""
        signed = {owner: one.signed for owner, one in heartbeats.items() if one is not None and one.signed}
        signed = {owner: head for owner, head in signed.items() if self._judged.get(owner) is not head}
        if not signed:
            return
        with sole_writer(self._file.parent):
            known = read_keys(self._file)
            before = json.dumps(known)
            for owner, head in signed.items():
                why = self._fault(owner, head, known)
                if why is not None or self._record(owner, head.n) is not None:
                    self._judged[owner] = head
                if why is not None:
                    self._note(owner, why, now)
            if json.dumps(known) != before:
                write_json(self._file, known)

    def _fault(self, owner: int, head: SignedHead, known: dict[str, Json]) -> str | None:
        """The fault of a signed record as a sentence, or None. A valid new record is added to `known`."""
        row = self._store.row("SELECT name, journal FROM tables WHERE id = ?", owner)
        if row is None or head.journal != row["journal"]:
            return None
        entry = known.get(row["name"])
        if entry is not None and entry["key"] != head.key:
            return words("signature.other-key")
        kept = {} if entry is None else entry["heads"].get(head.journal, {})
        if kept == head.to_json():
            return None
        try:
            if not head.is_good():
                return words("signature.bad")
        except SignatureError:
            return None
        record = self._record(owner, head.n)
        if record is None:
            return None  # The signed record has not arrived yet.
        if record["hash"] != head.hash:
            return words("signature.other-record", n=head.n)
        heads = {} if entry is None else entry["heads"]
        known[row["name"]] = {"key": head.key, "heads": heads | {head.journal: head.to_json()}}
        return None

    def _record(self, owner: int, n: int) -> sqlite3.Row | None:
        return self._store.row("SELECT hash FROM records WHERE owner = ? AND n = ?", owner, n)

    def _note(self, owner: int, why: str, now: str) -> None:
        with self._store.writing() as db:
            note(db, owner, Incident(f"signature {why}", Sort.LOG, why), now)
