"""Find the readable part of a damaged journal: every record that the chain confirms, even if SQLite fails.

A record's text and hash are adjacent in a page, and the write-ahead log has many copies of a page, one for
every transaction that changed it. So the bytes of both files are searched for records, wherever they are, and
the chain confirms them: a record is good if its text and the previous record's hash give its hash. Damaged
pages, trees and checksums make no difference then. Rows too long for one page are taken from SQLite, as far
as it can read them.

If every copy of a record's text is damaged but its hash is readable, that hash confirms the next record.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from jokerboard.journal.checkpoint import Head
from jokerboard.journal.errors import JournalError
from jokerboard.journal.file import reading
from jokerboard.journal.records import GENESIS, LARGEST, Entry, Kind, Record, canonical, chained, parse

Candidates: TypeAlias = dict[int, dict[str, str]]
"""By record number, the hash of each candidate text; for an unreadable text the key is `?` and the hash.
"""

_END = re.compile(rb',"n":(\d{1,15})\}([0-9a-f]{64})')
_BEGIN = b'{"data":'
_BEGINNINGS = 3
"""The number of possible beginnings tried for each end, because data may contain text like a beginning."""

_FAR = 100_000
"""A record number that exceeds all smaller numbers found by more than this counts as damage."""


class Row(NamedTuple):
    """One row of the journal's table; a lost record has the kind `lost` and an empty text."""

    n: int
    game: int
    kind: str
    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class Salvaged:
    """All rows from record 1 on without a gap, and the numbers of the lost records."""

    rows: tuple[Row, ...]
    lost: tuple[int, ...]

    @property
    def stretches(self) -> list[list[int]]:
        """The lost numbers as [first, last] pairs."""
        found: list[list[int]] = []
        for n in self.lost:
            if found and found[-1][1] == n - 1:
                found[-1][1] = n
            else:
                found.append([n, n])
        return found


def salvage(files: Sequence[Path], head: Head | None) -> Salvaged:
    """Salvage the records in the database `files[0]` and its logs, the other files; `head` may be None."""
    found: Candidates = {}
    for file in files:
        if file.exists():
            for text, digest, n in _carved(file.read_bytes()):
                found.setdefault(n, {})[text] = digest
    # Rows from SQLite come last and replace no candidate: they add only records too long for one page.
    for text, digest, n in _read_by_sqlite(files[0]):
        found.setdefault(n, {}).setdefault(text, digest)
    return joined(found, head)


def joined(found: Mapping[int, Mapping[str, str]], head: Head | None) -> Salvaged:
    """The candidates that form a chain, with rows for the lost records between them."""
    rows: list[Row] = []
    lost: list[int] = []
    digest, good, numbers = GENESIS, 0, sorted(found)
    last = 0 if head is None else head.n
    for n in numbers:
        last = n if n > last and n - last <= _FAR else last
    for n in range(1, last + 1):
        there, after = found.get(n, {}), found.get(n + 1, {})
        text = next((text for text in there if _fits(digest, text, there[text], n, after, head)), None)
        if text is not None:
            digest = chained(digest, text)
            rows.append(_row(parse(text, digest), text))
            good = n
            continue
        # After a lost record the chain continues only if that record's hash is known.
        if head is not None and head.n == n:
            digest = head.hash
        else:
            digest = next((kept for kept in there.values() if _leads_on(kept, after)), "")
        rows.append(Row(n, 0, Kind.LOST.value, "", digest))
        lost.append(n)
    end = max(good, 0 if head is None else head.n)
    return Salvaged(tuple(rows[:end]), tuple(n for n in lost if n <= end))


def _fits(before: str, text: str, kept: str, n: int, after: Mapping[str, str], head: Head | None) -> bool:
    """Whether the text follows the hash `before`: its own hash, the next record or the head confirms it."""
    digest = chained(before, text)
    return digest == kept or _leads_on(digest, after) or (head is not None and head == Head(n, digest))


def _leads_on(digest: str, after: Mapping[str, str]) -> bool:
    return any(chained(digest, text) == kept for text, kept in after.items())


def _carved(data: bytes) -> Iterator[tuple[str, str, int]]:
    """The text, hash and number of each place in the bytes that looks like a record."""
    seen: set[tuple[bytes, bytes]] = set()
    for end in _END.finditer(data):
        kept = end[2].decode()
        for text in _texts(data, end):
            if (text, end[2]) in seen:
                break
            record = _record(text, kept)
            if record is not None:
                seen.add((text, end[2]))
                yield text.decode(), kept, record.n
                break
        else:
            # The text is unreadable, but the hash still confirms the next record.
            yield f"?{kept}", kept, int(end[1])


def _texts(data: bytes, end: re.Match[bytes]) -> Iterator[bytes]:
    """Candidates for the text of the record that ends at `end`, the shortest first."""
    upto, start = end.start(2), end.start()
    for _ in range(_BEGINNINGS):
        start = data.rfind(_BEGIN, max(0, upto - LARGEST), start)
        if start < 0:
            return
        yield data[start:upto]


def _read_by_sqlite(path: Path) -> Iterator[tuple[str, str, int]]:
    """The text, hash and number of each row that SQLite can read from the first and from the last row on."""
    # Reading from both ends reaches the rows on either side of a damaged page.
    for order in ("", " DESC"):
        with contextlib.suppress(JournalError), reading(path) as db:
            # Damaged text may not be UTF-8; its bytes can still be compared with its hash.
            db.text_factory = bytes
            with contextlib.suppress(sqlite3.Error):
                for n, text, digest in db.execute(f"SELECT n, text, hash FROM records ORDER BY n{order}"):
                    if isinstance(text, bytes) and isinstance(digest, bytes) and isinstance(n, int):
                        kept = digest.decode(errors="replace")
                        record = _record(text, kept)
                        if record is not None and record.n == n:
                            yield text.decode(), kept, n
                        else:
                            yield f"?{kept}", kept, n


def _record(text: bytes, digest: str) -> Record | None:
    """The record with exactly these bytes as its text; None if they are not a record."""
    try:
        whole = text.decode()
        record = parse(whole, digest)
        same = canonical(record.n, Entry(record.game, record.kind, record.data)) == whole
    except (ValueError, RecursionError):
        return None
    return record if same else None


def _row(record: Record, text: str) -> Row:
    return Row(record.n, record.game, record.kind.value, text, record.hash)
