"""The published part of a log, and whether the stream in Redis matches it: pure decisions without network.

A table's log goes into a stream, record `n` with the id `n-0`. Redis refuses an id that is not above the
last, so a record cannot go in twice; but a Redis may come back empty or older, or be replaced by another. So
after every connection, and every few seconds, the stream is compared with the journal:

    its records follow each other without a gap, the last hash fits the journal, no acknowledged
    record is missing at its end, and every desk has read the records that are missing at its beginning
        -> go on with the record after the last
    anything else
        -> a new generation: another stream, from record 1, and the table's entry points there

A desk acknowledges a record to its consumer group when it has kept it. The table takes the records that all
groups have acknowledged out of its stream, except the newest; so a Redis holds what is under way. A desk that
needs the beginning of such a stream (a new desk, or one restored from a backup) sets its group back to 0, and
the table answers with a new generation.

Acknowledged records need no second look: a stream without a gap has lost none. The stream may have later
records, from a transaction whose answer was lost or from this table before it lost the file with its place;
they are read and compared one by one.
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
from jokerboard.journal.records import Line
from jokerboard.tournament import keys
from jokerboard.words.catalogue import words

NEWEST = 100
"""Records that stay in a stream even after every desk has stored them."""
FILE = "publishing.json"
"""The name of the place file in a state directory."""
KEEP_EVERY = 60.0
"""Seconds between two writes of the place: each one wears a memory card, and an older place is as safe."""


class Source(Protocol):
    """The part of the journal that its publisher reads; every call may raise OSError."""

    def lines(self, first: int, most: int) -> Sequence[Line]:
        """Up to `most` records from number `first` on, in order; only records that are on the disk."""
        ...

    def last(self) -> int:
        """The newest record's number."""
        ...

    def orders(self) -> set[str]:
        """The ids of all orders that have a record in the journal."""
        ...

    def close(self) -> None:
        """Close the journal."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """The progress of publishing: journal, generation of its stream (0: none), acknowledged records."""

    journal: str
    generation: int = 0
    sent: int = 0


@dataclass(frozen=True, slots=True)
class Pointer:
    """The contents of a table's announcement (`keys.table`): the published journal and its generation."""

    journal: str
    generation: int


@dataclass(frozen=True, slots=True)
class Found:
    """The state of a stream in Redis; `length` is 0 if there is none, -1 if the key has another type.

    Every desk that reads the stream has received the records up to `delivered` and stored those up to `kept`;
    both are 0 without a desk.
    """

    length: int
    first: str | None = None
    last: str | None = None
    hash: str | None = None
    delivered: int = 0
    kept: int = 0

    @property
    def begin(self) -> int:
        """The number of its first record; 0 if there is none."""
        return (keys.number(self.first) or 0) if self.first else 0

    @property
    def end(self) -> int:
        """The number of its last record; 0 if there is none."""
        return (keys.number(self.last) or 0) if self.last else 0


NOTHING = Found(0)


def misfit(found: Found, place: Place, source: Source) -> str | None:
    """The reason why the stream does not match the journal; None if it matches."""
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
    """The first record to keep when the stream is trimmed; 0 if trimming is not worth it yet."""
    first = min(found.kept, found.end - NEWEST) + 1
    # Trimming whole batches of records costs Redis far fewer commands.
    return first if first - found.begin >= NEWEST else 0


def where(place: Place, pointer: Pointer | None) -> Place:
    """The place to look at first, from the pointer in Redis; generation + 1 of a foreign pointer."""
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
    """The place, stored in a file that is replaced as a whole; `place` may be ahead of the file."""

    def __init__(self, path: Path, journal: str) -> None:
        """The place file for the journal with this id; a file of another journal is ignored."""
        self.path = path
        self._kept = self.place = _read(path, journal)
        self._kept_at = float("-inf")

    def keep(self, at: float) -> None:
        """Write the place at the time `at`, in seconds, unless it was written less than `KEEP_EVERY` ago.

        A new generation is always written. A disk that refuses must not stop the publishing.
        """
        if self.place == self._kept:
            return
        if self.place.generation == self._kept.generation and at - self._kept_at < KEEP_EVERY:
            return
        place = self.place
        told = {"journal": place.journal, "generation": place.generation, "sent": place.sent}
        with contextlib.suppress(FileUnwritableError):  # Without the file, Redis is asked for the place.
            replace_file(self.path, json.dumps(told) + "\n")
            self._kept, self._kept_at = place, at


def _read(path: Path, journal: str) -> Place:
    """The place in the file if it is valid; else an empty place, so that Redis is asked."""
    try:
        told = read_json(path)
        place = Place(told["journal"], told["generation"], told["sent"])
    except (OSError, ValueError, KeyError, TypeError):
        return Place(journal)
    counts = (place.generation, place.sent)
    sound = all(type(count) is int and 0 <= count <= keys.MOST_GENERATION for count in counts)
    return place if sound and place.journal == journal else Place(journal)
