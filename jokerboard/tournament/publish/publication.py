"""How far a log is published, and whether its stream in Redis matches the journal; no code here connects.

Record `n` of a table's log has the id `n-0` in the stream. Redis refuses an id that is not above the last
one, so no record can be in a stream twice. But a Redis may be empty or older after a restart, or be another
one. So after every connection, and every few seconds, the stream is compared with the journal:

    its records have no gap, the hash of its last record fits the journal, no acknowledged record is
    missing at its end, and every desk has received the records that are missing at its beginning
        -> append the records after its last one
    otherwise
        -> begin a new generation: another stream, from record 1 on, which the table announces

A desk acknowledges a record to its consumer group when it has stored it. The table removes the records that
all groups have acknowledged from its stream, except the newest, so a Redis only has what is under way. A desk
that needs the beginning of such a stream (a new desk, or one restored from a backup) sets its group back to
0, and the table answers with a new generation.

Acknowledged records need not be compared again: a stream without a gap has lost none of them. The stream may
have later records, from a transaction whose answer was lost, or from before the table lost its file
`publishing.json`; these are read and compared one by one.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from jokerboard.host.errors import FileUnwritableError
from jokerboard.host.files import read_json, replace_file
from jokerboard.journal.records import Json, Line
from jokerboard.tournament import keys
from jokerboard.words.catalogue import words

NEWEST = 100
"""The number of newest records that stay in a stream even if every desk has stored them."""
FILE = "publishing.json"
"""The name of the file, in a table's state directory, that stores how far its journal is published."""
KEEP_EVERY = 60.0
"""Seconds between two writes of `publishing.json`: writing wears a memory card, and an old file is safe."""


class Source(Protocol):
    """A log as its publisher reads it; every call may raise OSError."""

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` records from number `first` on, in order; only records that are on the disk."""
        ...

    def last(self) -> int:
        """The number of the newest record; 0 if there is none."""
        ...

    def orders(self) -> set[str]:
        """The ids of all orders that the log has answers to."""
        ...

    def close(self) -> None:
        """Release the log."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """How far a journal is published: its stream's generation (0: none), and the last `sent` record."""

    journal: str
    generation: int = 0
    sent: int = 0


@dataclass(frozen=True, slots=True)
class Pointer:
    """The main parts of a table's announcement (`keys.table`): the published journal and its generation."""

    journal: str
    generation: int


@dataclass(frozen=True, slots=True)
class Found:
    """The state of a stream in Redis; `length` is 0 if there is none, -1 if the key has another type.

    Every desk has received the records up to `delivered` and stored the records up to `kept`; both are 0 if
    no desk reads the stream.
    """

    length: int
    first: str | None = None
    last: str | None = None
    hash: str | None = None
    delivered: int = 0
    kept: int = 0

    @property
    def begin(self) -> int:
        """The number of the stream's first record; 0 if there is none."""
        return (keys.number(self.first) or 0) if self.first else 0

    @property
    def end(self) -> int:
        """The number of the stream's last record; 0 if there is none."""
        return (keys.number(self.last) or 0) if self.last else 0


NOTHING = Found(0)


def misfit(found: Found, place: Place, source: Source) -> str | None:
    """The reason why a stream does not match the journal, as a clause; None if it matches."""
    if found.length < 0:
        return words("stream.other")
    if found.length and not 0 < found.begin == found.end - found.length + 1:
        return words("stream.gaps", length=found.length, first=found.first, last=found.last)
    if found.end < place.sent:
        return words("stream.shorter", length=found.end, sent=place.sent)
    if found.length == 0:
        return None
    line = next(iter(source.lines(found.end, 1)), None)
    if line is None or line.n != found.end:
        return words("stream.longer", length=found.end)
    if line.hash != found.hash:
        return words("stream.record", n=found.end)
    if found.begin - 1 > found.delivered:
        return words("stream.wanted", first=found.begin)
    return None


def to_trim(found: Found) -> int:
    """The first record that stays when the stream is trimmed; 0 if trimming is not worth it yet."""
    first = min(found.kept, found.end - NEWEST) + 1
    # Removing a hundred records at once costs Redis far fewer commands than removing each.
    return first if first - found.begin >= NEWEST else 0


def where(place: Place, pointer: Pointer | None) -> Place:
    """How far the journal is published when a connection begins: as announced in Redis, else `place`.

    If the announcement is of another journal, nothing is published, and the generation is a new one above it.
    """
    if pointer is None:
        return replace(place, generation=max(1, place.generation))
    if pointer.journal != place.journal:
        if pointer.generation < place.generation:
            return place
        return Place(place.journal, pointer.generation % keys.MOST_GENERATION + 1)
    if pointer.generation > place.generation:
        return Place(place.journal, pointer.generation)
    return place


class PlaceFile:
    """How far a journal is published (`place`), with a file that stores it, written now and then."""

    def __init__(self, path: Path, journal: str) -> None:
        """Read the file; if it is missing, invalid, or of another journal, nothing counts as published."""
        self.path = path
        self._kept = self.place = _read(path, journal)
        self._kept_at = float("-inf")

    def keep(self, at: float) -> None:
        """Write the file, unless it was written less than `KEEP_EVERY` before `at` (in seconds).

        A new generation is always written. A file that cannot be written does not stop publishing.
        """
        if self.place == self._kept:
            return
        if self.place.generation == self._kept.generation and at - self._kept_at < KEEP_EVERY:
            return
        place = self.place
        data = {"journal": place.journal, "generation": place.generation, "sent": place.sent}
        # If the file is missing, a new connection reads from Redis how far the journal is published.
        with contextlib.suppress(FileUnwritableError):
            replace_file(self.path, json.dumps(data) + "\n")
            self._kept, self._kept_at = place, at


def _read(path: Path, journal: str) -> Place:
    """The place in the file at `path`; an empty one if it is missing, invalid, or of another journal."""
    try:
        data = read_json(path)
        place = Place(data["journal"], data["generation"], data["sent"])
    except (OSError, ValueError, KeyError, TypeError):
        return Place(journal)
    counts = (place.generation, place.sent)
    sound = all(type(count) is int and 0 <= count <= keys.MOST_GENERATION for count in counts)
    return place if sound and place.journal == journal else Place(journal)


class Link(Protocol):
    """A connection to Redis for one table; every call may raise AwayError."""

    def pointer(self) -> Pointer | None:
        """The announcement of this table in Redis; None if there is none or it is invalid."""
        ...

    def look(self, generation: int) -> Found:
        """The state of the stream with this generation of the log."""
        ...

    def read(self, generation: int, first: int, most: int) -> Sequence[Line]:
        """Up to `most` lines of the stream, from record `first` on, unchecked."""
        ...

    def begin(self, generation: int, lines: Sequence[Line], pointer: Json, retired: int | None) -> bool:
        """Begin a new stream with `lines`, from record 1 on, and announce it with `pointer`.

        The stream of the generation `retired`, if there is one, expires some hours later. Return False if the
        stream exists already.
        """
        ...

    def append(self, generation: int, lines: Sequence[Line], begin: int) -> bool:
        """Append lines to the stream; return False if the stream has changed.

        `begin` is the number of the stream's first record.
        """
        ...

    def trim(self, generation: int, first: int) -> None:
        """Remove the records before `first` from the stream; Redis may keep some of them."""
        ...

    def claim(self, here: Json, pointer: Json | None) -> Json | None:
        """Take the table's name for `keys.HERE_FOR` seconds, with the heartbeat `here`; announce
        `pointer`, if given.

        Return None, or the heartbeat of another table that uses the name.
        """
        ...

    def leave(self, here: Json) -> None:
        """Write the table's last heartbeat, unless another table uses the name by now."""
        ...

    def orders(self, after: str) -> Sequence[tuple[str, str]]:
        """The orders in the stream after entry `after`, oldest first: entry id and text."""
        ...

    def close(self) -> None:
        """Close the connection; no error is raised."""
        ...
