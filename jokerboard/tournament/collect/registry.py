"""The tables in a Redis: each one announces itself under its own key, which no other table can write.

Announcements and heartbeats may have any contents. If a table sends something invalid or too large, an
incident names the table, and it is skipped; the other tables are not affected.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jokerboard.host.outside_text import accepted, is_accepted, shown
from jokerboard.journal.orders import LONGEST_NAME
from jokerboard.tournament import keys
from jokerboard.tournament.errors import ReplyTooLargeError
from jokerboard.words.catalogue import words

if TYPE_CHECKING:
    import redis


@dataclass(frozen=True, slots=True)
class Announced:
    """A valid announcement of a table: its journal and stream. `title` is its name for people."""

    name: str
    journal: str
    generation: int
    stream: str
    title: str

    @classmethod
    def parse(cls, name: str, raw: bytes | None) -> Announced | None:
        """Parse an announcement of the table `name`; None if `raw` is not an announcement."""
        try:
            data = json.loads(raw or b"")
            journal, generation, stream = data["journal"], data["generation"], data["stream"]
            title = data.get("name")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None
        fits = (
            isinstance(journal, str) and len(journal) == 16 and is_accepted(journal, 16)
            and type(generation) is int and 0 < generation <= keys.MOST_GENERATION
            and stream == keys.log(name, generation)
        )  # fmt: skip
        return cls(name, journal, generation, stream, shown(title, LONGEST_NAME) or name) if fits else None


def table_name(raw: bytes) -> str | None:
    """The table's name in a key of Redis; None if the bytes are not an allowed name."""
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        return None
    # A name with a colon could point to the key of another table.
    fits = is_accepted(name, LONGEST_NAME) and accepted(name, LONGEST_NAME) == name
    return name if fits and ":" not in name else None


MOST_TABLES = 2000
_SCANNED = 1000
"""Keys that Redis examines in one step of a scan."""


class Registry:
    """Reads announcements and heartbeats; `refused` gets each skipped table once, with the reason."""

    def __init__(self, link: redis.Redis, refused: Callable[[str, str], None]) -> None:
        self._link, self._refused = link, refused
        self._reported: dict[str, str] = {}
        self._parsed: dict[str, tuple[bytes | None, Announced | None]] = {}

    def announced(self) -> list[Announced]:
        """The valid announcements, of `MOST_TABLES` tables at most."""
        names = sorted(self._names())[:MOST_TABLES]
        announcements = self._values({name: keys.table(name) for name in names}, "announcement")
        announcements = {**self._before(), **announcements}
        found = []
        for name, raw in announcements.items():
            table = self._announced(name, raw)
            if table is not None:
                found.append(table)
                self._reported.pop(f"announcement {name}", None)
            elif raw is not None:
                self._refuse(name, "announcement", words("log.announcement"))
        return found[:MOST_TABLES]

    def _announced(self, name: str, raw: bytes | None) -> Announced | None:
        """The parsed announcement of a table; None if it is invalid.

        Each value is parsed once: an unchanged one comes again every second, from up to a thousand tables.
        """
        if name not in self._parsed or self._parsed[name][0] != raw:
            self._parsed[name] = (raw, Announced.parse(name, raw))
        return self._parsed[name][1]

    def signs_of_life(self, names: Iterable[str]) -> dict[str, bytes | None]:
        """The present heartbeat of each named table as bytes; None if it has none."""
        return self._values({name: keys.here(name) for name in names}, "presence")

    def _names(self) -> set[str]:
        """The names of all tables that have announced themselves under their own key."""
        prefix = keys.table("").encode()
        names: set[str] = set()
        for key in self._link.scan_iter(match=prefix + b"*", count=_SCANNED):
            name = table_name(key[len(prefix) :])
            if name is not None:
                names.add(name)
            if len(names) >= MOST_TABLES:
                break
        return names

    def _before(self) -> dict[str, bytes | None]:
        """The announcements of tables of version 0.1, all in one hash of Redis; empty if it is not valid."""
        import redis

        try:
            fields: Any = self._link.hgetall(keys.TABLES)
        except (redis.ResponseError, ReplyTooLargeError):
            return {}
        named = ((table_name(key), raw) for key, raw in fields.items())
        return {name: raw for name, raw in named if name is not None}

    def _values(self, wanted: Mapping[str, str], what: str) -> dict[str, bytes | None]:
        """The values of the `wanted` keys; None if a value is missing, not a string, or too large."""
        if not wanted:
            return {}
        try:
            raw: Any = self._link.mget(list(wanted.values()))
            values = dict(zip(wanted, raw, strict=True))
        except ReplyTooLargeError:
            values = {name: self._value(key) for name, key in wanted.items()}
        for name, value in values.items():
            if value is not None and len(value) > keys.LARGEST_VALUE:
                values[name] = None
                self._refuse(name, what, words(f"log.large-{what}", largest=keys.LARGEST_VALUE))
        return values

    def _value(self, key: str) -> bytes | None:
        """The string under a key of Redis, None if there is none; a string beyond all limits is cut short."""
        import redis

        try:
            raw: Any = self._link.get(key)
        except ReplyTooLargeError:
            # The length checks then refuse the cut string, so that this case needs no code of its own.
            return b"x" * (keys.LARGEST_VALUE + 1)
        except redis.ResponseError:
            return None
        return None if raw is None else bytes(raw)

    def _refuse(self, name: str, what: str, why: str) -> None:
        key = f"{what} {name}"
        if self._reported.get(key) != why:
            self._reported[key] = why
            self._refused(name, why)
