"""The announcement of a table: a value under the table's own key in Redis (`keys.table`)."""

from __future__ import annotations

import json
from dataclasses import dataclass

from jokerboard.host.outside_text import accepted, is_accepted, shown
from jokerboard.journal.orders import LONGEST_NAME
from jokerboard.tournament import keys


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
        """Parse an announcement of the table `name`; None if `raw` is none."""
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
