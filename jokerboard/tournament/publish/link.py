"""The publisher's port to Redis; `publisher_redis.py` implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jokerboard.journal.records import Json, Line
from jokerboard.tournament.publish.publication import Found, Pointer


class Link(Protocol):
    """A connection to Redis, in a table's terms; every call may raise AwayError."""

    def pointer(self) -> Pointer | None:
        """The announcement of this table."""
        ...

    def look(self, generation: int) -> Found:
        """The stream of that generation."""
        ...

    def read(self, generation: int, first: int, most: int) -> Sequence[Line]:
        """Up to `most` entries of the stream, from record `first` on."""
        ...

    def begin(self, generation: int, lines: Sequence[Line], pointer: Json, retired: int | None) -> bool:
        """Begin a new stream from record 1 on; the table's entry points to it, and the retired stream is
        deleted.
        """
        ...

    def append(self, generation: int, lines: Sequence[Line], begin: int) -> bool:
        """Append all the lines after the existing ones, or return False if the stream has changed.

        `begin` is the stream's first record.
        """
        ...

    def trim(self, generation: int, first: int) -> None:
        """Remove the records before `first` from the stream; some more may be kept."""
        ...

    def claim(self, here: Json, pointer: Json | None) -> Json | None:
        """Announce this table for `keys.HERE_FOR` seconds; return None, or another table's announcement under
        this name.
        """
        ...

    def leave(self, here: Json) -> None:
        """Write the table's last sign of life, if the name is still its own."""
        ...

    def orders(self, after: str) -> Sequence[tuple[str, str]]:
        """The orders after that entry, oldest first: entry id and text."""
        ...

    def close(self) -> None:
        """Close the connection; this raises nothing."""
        ...
