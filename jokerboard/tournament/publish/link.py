"""The interface between a publisher and Redis; `publisher_redis.py` implements it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jokerboard.journal.records import Json, Line
from jokerboard.tournament.publish.publication import Found, Pointer


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
        """Take the table's name for `keys.HERE_FOR` seconds, with the sign of life `here`; announce
        `pointer`, if given.

        Return None, or the sign of life of another table that uses the name.
        """
        ...

    def leave(self, here: Json) -> None:
        """Write the table's last sign of life, unless another table uses the name by now."""
        ...

    def orders(self, after: str) -> Sequence[tuple[str, str]]:
        """The orders in the stream after entry `after`, oldest first: entry id and text."""
        ...

    def close(self) -> None:
        """Close the connection; no error is raised."""
        ...
